"""What is shown on demand, what lies before a player, and declaring all the rest at once."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from banneret.core.questions.choices import Pick
from banneret.core.show.overlay import Band, Line, Look, Tag
from banneret.rulesets.knights_and_knaves import RULESET
from banneret.rulesets.knights_and_knaves.basics import phases
from banneret.rulesets.knights_and_knaves.basics.state import Battle, Declared, Order
from banneret.rulesets.knights_and_knaves.command import orders
from banneret.rulesets.knights_and_knaves.command.action.declaration import THE_REST
from banneret.rulesets.knights_and_knaves.command.action.declaration import declare as declare_one
from banneret.rulesets.knights_and_knaves.command.earshot import why_uncommanded
from banneret.rulesets.knights_and_knaves.command.order_words import order_words
from banneret.rulesets.knights_and_knaves.melee.as_fighters import parry_odds
from banneret.rulesets.knights_and_knaves.movement import ways
from banneret.rulesets.knights_and_knaves.screen import scene
from banneret.rulesets.knights_and_knaves.screen.between import between
from banneret.rulesets.knights_and_knaves.screen.deeds import HORSES_FROM
from banneret.rulesets.knights_and_knaves.screen.events import ChitShown, OutOfEarshot
from banneret.rulesets.knights_and_knaves.screen.hidden.view import view
from banneret.rulesets.knights_and_knaves.screen.looks import look
from banneret.rulesets.knights_and_knaves.screen.pointing import pieces
from banneret.rulesets.knights_and_knaves.screen.sheets import sheets
from rulesets.knights_and_knaves.field import field, man
from rulesets.knights_and_knaves.scripts import play
from rulesets.scripting import Refused, events_of, heard

MEN = (
    "a Guy: lord sword at 20,20 | a Hal: longbow at 20,24 | a Tom: short_spear at 20,34"
    " | b Odo: lord sword at 30,20"
)


def seen(battle: Battle, player: str, name: str) -> Look:
    return look(view(battle, player), player, man(battle, name).id)


def bands(found: Look, layer: str) -> list[str]:
    return [one.label for one in found.overlays if isinstance(one, Band) and one.layer == layer]


def test_kk_cmd_01_the_lords_circle_and_who_is_out_of_it() -> None:
    """Five inches of voice; who is further off is named with his distance."""
    battle = field(MEN, turn=1)
    found = seen(battle, "a", "Guy")
    assert bands(found, "command") == ["lord's command 5″"]
    tags = {one.piece: one for one in found.overlays if isinstance(one, Tag)}
    assert tags[man(battle, "Hal").id].holds
    assert not tags[man(battle, "Tom").id].holds
    assert "13″ from his lord" in tags[man(battle, "Tom").id].label


def test_kk_cmd_02_a_leader_out_of_earshot_is_told_of_himself_and_of_his_men() -> None:
    """His own distance at himself, his name at those who wait for his word."""
    battle = field(f"{MEN} | a men: x2 at 40,34", turn=1)
    unit = battle.units[0]
    leader, other = [one for one in battle.men if one.unit == 0]
    assert unit.leader == leader.id
    far = why_uncommanded(battle, man(battle, "Guy"), leader)[0]
    assert far.startswith("out of command, ")
    assert far.endswith("″ from his lord")
    told = why_uncommanded(battle, man(battle, "Guy"), other)[0]
    assert f"his leader {leader.profile.name} is" in told


def test_kk_cmd_24_the_card_of_a_man_says_why_he_is_out_of_command() -> None:
    """How far he is from his lord, beside the rule that he rolls for himself."""
    battle = field("a Ralf: lord at 10,10 | a Hugh: soldier at 30,10 | b Odo: soldier at 60,40",
                   turn=1, phase="chits")  # fmt: skip
    hugh = man(battle, "Hugh")
    hugh.in_command = False
    found = [note for note in seen(battle, "a", "Hugh").notes if note.clause == "KK-CMD-24"]
    assert [note.text for note in found] == ["Out of command this turn, 19″ from his lord"]


def test_kk_turn_06_others_see_neither_command_nor_skill() -> None:
    """Of an enemy only how far he goes and what his class usually shoots."""
    found = seen(field(MEN, turn=1), "b", "Hal")
    assert not bands(found, "command")
    assert bands(found, "reach")[0].startswith("walk")
    assert not any(isinstance(one, Tag) for one in found.overlays)
    assert not any(note.title for note in found.notes)


def test_kk_rally_01_a_routers_card_shows_what_he_rallies_on() -> None:
    """Neighbours lost do not count for it; who ran for his lord never rallies."""
    battle = field(MEN, turn=1)
    tom = man(battle, "Tom")
    tom.losses_near = (1,)
    titles = {note.title for note in seen(battle, "a", "Tom").notes if note.title}
    assert titles == {"Morale check: d10, less than 6 holds; 1 always, 10 never"}
    tom.status = "routing"
    titles = {note.title for note in seen(battle, "a", "Tom").notes if note.title}
    assert titles == {"Rally check: d10, less than 7 holds; 1 always, 10 never"}
    tom.failed_lord_check = True
    found = seen(battle, "a", "Tom").notes
    assert [note.clause for note in found if "Never rallies" in note.text] == ["KK-RALLY-06"]


def test_kk_def_11_the_line_says_how_much_wood_it_crosses() -> None:
    """A wood on the line of sight is measured, and stops it where there is too much."""
    battle = field(MEN, "heavy_wood: 24,10 28,10 28,30 24,30")
    seen_by = view(battle, "a")
    found = between(seen_by, "a", man(battle, "Guy").id, man(battle, "Odo").id)
    (line,) = [one for one in found.overlays if isinstance(one, Line)]
    assert not line.clear
    assert line.stretches[0].label == "4″ in heavy wood, sees 3″"
    light = field(MEN, "light_wood: 24,10 28,10 28,30 24,30")
    found = between(view(light, "a"), "a", man(light, "Guy").id, man(light, "Odo").id)
    (line,) = [one for one in found.overlays if isinstance(one, Line)]
    assert line.stretches[0].label == "4″ in light wood, sees 6″"


def test_kk_shoot_02_a_shot_at_the_horse_has_a_reckoning_of_its_own() -> None:
    """Who looks at the chance to hit a horse is not told the row of its rider."""
    battle = field("a Hugh: longbow ready at 20,10 | b Odo: knight mounted at 20,22")
    found = between(view(battle, "a"), "a", man(battle, "Hugh").id, man(battle, "Odo").id)
    titles = [title for title in dict.fromkeys(note.title for note in found.notes) if title]
    assert [title.split(" with ")[0] for title in titles[:2]] == ["At the rider", "At the horse"]


def test_kk_melee_20_reach_is_told_before_the_fight() -> None:
    """The spear keeps the sword off in the first round, and both sides are told so."""
    battle = field(MEN)
    guy, tom, odo = (man(battle, name).id for name in ("Guy", "Tom", "Odo"))
    ours = between(view(battle, "a"), "a", tom, odo)
    assert any("longer weapon: Odo" in note.text for note in ours.notes)
    theirs = between(view(battle, "b"), "b", odo, tom)
    assert any(note.text.startswith("Tom has the longer weapon") for note in theirs.notes)
    even = between(view(battle, "a"), "a", guy, odo)
    assert any("Neither" in note.text for note in even.notes)


def test_kk_comp_03_papers_lie_before_their_owner_alone() -> None:
    """Every man is on the sheet; nobody gets another's, and a spectator none."""
    battle = field(MEN)
    own = sheets(view(battle, "a"), "a")
    names = {row[0] for row in own[0].rows}
    assert {"Guy", "Hal", "Tom"} <= names
    assert "Odo" not in names
    assert RULESET.sheets(view(battle, None), None) == ()


def test_kk_def_02_the_paper_of_units_counts_who_is_up() -> None:
    """The leader who fell leads no more, and is none of the men left."""
    battle = field("a Hal: lord at 10,10 | a band: x5 at 14,10 | b Odo: at 30,30")
    units = next(one for one in sheets(battle, "a") if one.title == "Units")
    assert units.rows == (("band", man(battle, "band").profile.name, 5, 5),)
    man(battle, "band").status = "disabled"
    units = next(one for one in sheets(battle, "a") if one.title == "Units")
    assert units.rows == (("band", "nobody", 4, 5),)


def test_kk_decl_02_all_the_rest_are_said_at_once_and_turned_over_in_turn() -> None:
    """After the lord a player may say what all others will do; still one chit goes at a time."""
    battle = field(MEN, phase="declare", declaring=("a", "b"))
    for one in battle.men:
        one.chit = "stay"
    shown = []
    for answers in ([man(battle, "Guy").id], [], [THE_REST], []):
        table = play(battle, declare_one, answers=answers)
        shown += [event.man for event in events_of(table, ChitShown)]
    assert [battle.men[key].profile.name for key in shown[:4]] == ["Guy", "Odo", "Hal", "Tom"]


def test_kk_decl_03_all_at_once_begins_with_the_lord() -> None:
    """Made up for all in one go, his own chit still is the first to be turned over."""
    battle = field(
        MEN.replace(
            "a Guy: lord sword at 20,20 | a Hal: longbow at 20,24",
            "a Hal: longbow at 20,24 | a Guy: lord sword at 20,20",
        ),
        phase="declare",
        declaring=("a", "b"),
    )
    for one in battle.men:
        one.chit = "stay"
    table = play(battle, declare_one, answers=[THE_REST])
    assert [battle.men[event.man].profile.name for event in events_of(table, ChitShown)] == ["Guy"]


def test_kk_cmd_20_who_moves_freely_waits_for_his_lords_way() -> None:
    """In free movement the others go the lord's way: he must have said his first."""
    battle = field(MEN, phase="declare", declaring=("a", "b"))
    for one in battle.men:
        one.chit = "stay"
        one.free = True
    with pytest.raises(Refused) as no:
        play(battle, declare_one, answers=[THE_REST])
    assert no.value.clause == "KK-DECL-03"


def test_kk_comp_04_the_form_of_an_order_speaks_in_words() -> None:
    """No key of the program is read by a player: every word of the form can be said."""
    battle = field(MEN)
    form = orders.form(battle, "a", "man:1")
    for one in form.fields:
        for word in one.words:
            said = one.saying(word)
            assert ":" not in said
            assert "_" not in said
    read = form.preview(orders.entry("defend", "signal:trumpet", orders.NEAREST))
    assert not read.legal
    read = form.preview(orders.entry(orders.NONE))
    assert read.legal
    assert read.notes[0].startswith("No order")
    words = order_words(battle, Order("attack", "signal:flag", "lord", "enemy:lord"))
    assert words == "the enemy lord until the flag is waved, then come to the lord"


def test_kk_cmd_24_nobody_is_out_of_command_before_it_is_measured() -> None:
    """The mark comes with the measuring, not with last turn's end."""
    battle = field(MEN, phase="reform")
    battle.turn = 1
    tom = man(battle, "Tom")
    assert "out of command" not in scene.marks(battle, tom, "a")
    battle.phase = "chits"
    assert "out of command" in scene.marks(battle, tom, "a")


def test_kk_cmd_24_who_cannot_hear_his_lord_is_named_to_his_player_alone() -> None:
    """Measured once a turn; the others are not told."""
    battle = field(MEN, phase="measure")
    battle.turn = 1
    table = play(battle, phases.measure)
    told = events_of(table, OutOfEarshot)
    assert [(one.player, one.men) for one in told] == [("a", (man(battle, "Tom").id,))]
    assert not [one for one in heard(table, "b") if isinstance(one, OutOfEarshot)]
    said = RULESET.sentence(battle, told[0])
    assert said == "Tom cannot hear Guy and rolls for himself."
    man(battle, "Guy").status = "dead"
    assert RULESET.sentence(battle, told[0]) == said  # told again later, it was so


def test_kk_decl_04_what_was_declared_stands_on_his_card_for_all_to_read() -> None:
    """Chit, pace, target and weapon, once it is turned over; before that nothing."""
    battle = field(MEN, phase="move")
    battle.turn = 1
    guy, odo = man(battle, "Guy"), man(battle, "Odo")
    guy.chit = "move_full_melee"
    assert not [one for one in seen(battle, "b", "Guy").notes if "Turned up" in one.text]
    guy.declared = Declared(run=True, target=odo.id, weapon="sword")
    told = [one.text for one in seen(battle, "b", "Guy").notes if "Turned up" in one.text]
    assert told == ["Turned up: move up to full and fight, running, against Odo, with the sword"]


def test_kk_decl_02_a_charge_without_points_leads_to_its_target() -> None:
    """The preview says where he goes, though he names no point on the way."""
    battle = field(MEN, phase="declare")
    guy, odo = man(battle, "Guy"), man(battle, "Odo")
    guy.chit = "move_full_melee"
    found = ways.preview(battle, guy, Declared(target=odo.id))
    assert found.legal
    assert found.leads == ((odo.base.x, odo.base.y),)
    assert ways.preview(battle, guy, Declared()).leads == ()


def test_kk_shoot_35_a_horse_is_pointed_at_where_it_is() -> None:
    """Under its rider, or alone: the number of a horse is not the number of a man."""
    battle = field("a Hal: longbow at 20,24 | b Odo: lord sword mounted at 30,20")
    hal, odo = man(battle, "Hal"), man(battle, "Odo")
    shot: Pick[Any] = Pick("a", "shot", "Hal: at whom?", [odo.id, f"h{odo.id}"], about=(hal.id,))
    assert pieces(battle, shot, odo.id) == pieces(battle, shot, f"h{odo.id}") == (odo.id,)
    mount = Pick("a", "object", "Hal: which?", ["horse:0"], about=(hal.id,))
    assert pieces(battle, mount, "horse:0") == (HORSES_FROM,)
    blow = Pick("a", "fight", "Hal: strike or parry?", [f"horse:{odo.id}"], about=(hal.id,))
    assert pieces(battle, blow, f"horse:{odo.id}") == (odo.id,)


def test_kk_melee_18_of_two_who_are_parried_all_may_be_held_off() -> None:
    """Each contest stands for itself: the chance that nobody gets through is their product."""
    battle = field("a Hal: sword at 20,20 | b Odo: sword at 19.4,21 | b Fulk: sword at 20.6,21")
    foes = (man(battle, "Odo"), man(battle, "Fulk"))
    odds = {
        key: Fraction(text) for key, text in parry_odds(battle, man(battle, "Hal"), foes).items()
    }
    through = [1 - odds[f"{name} gets through"] for name in ("Odo", "Fulk")]
    assert 0 < odds["all held off"] == through[0] * through[1] < 1
