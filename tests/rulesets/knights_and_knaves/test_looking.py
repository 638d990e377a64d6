"""What is shown on demand, what lies before a player, and declaring all the rest at once."""

from __future__ import annotations

from banneret.core.overlay import Band, Line, Look, Tag
from banneret.rulesets.knights_and_knaves.book import RULESET
from banneret.rulesets.knights_and_knaves.declaration import THE_REST
from banneret.rulesets.knights_and_knaves.declaration import declare as declare_one
from banneret.rulesets.knights_and_knaves.events import ChitShown
from banneret.rulesets.knights_and_knaves.overlays import look
from banneret.rulesets.knights_and_knaves.sheets import sheets
from banneret.rulesets.knights_and_knaves.sightlines import between
from banneret.rulesets.knights_and_knaves.state import Battle
from banneret.rulesets.knights_and_knaves.view import view
from rulesets.knights_and_knaves.field import events_of, field, man, play

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
    assert "13″ from Guy" in tags[man(battle, "Tom").id].label


def test_kk_turn_06_others_see_neither_command_nor_skill() -> None:
    """Of an enemy only how far he goes and what his class usually shoots."""
    found = seen(field(MEN, turn=1), "b", "Hal")
    assert not bands(found, "command")
    assert bands(found, "reach")[0].startswith("walk")
    assert not any(isinstance(one, Tag) for one in found.overlays)
    assert not any(note.title for note in found.notes)


def test_kk_def_11_the_line_says_how_much_wood_it_crosses() -> None:
    """A wood on the line of sight is measured, and stops it where there is too much."""
    battle = field(MEN, "heavy_wood: 24,10 28,10 28,30 24,30")
    seen_by = view(battle, "a")
    found = between(seen_by, "a", man(battle, "Guy").id, man(battle, "Odo").id)
    (line,) = [one for one in found.overlays if isinstance(one, Line)]
    assert not line.clear
    assert line.stretches[0].label.startswith("4″ in heavy wood")


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
