"""Who comes first, who is asked and what is left alone: order, names and debts in whole turns."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from banneret.core.questions.choices import Pick
from banneret.rulesets.one_page_skirmish.basics.options import DEFAULTS, Options
from banneret.rulesets.one_page_skirmish.basics.state import (
    NOBODY,
    SHAKEN,
    is_engaged,
    put,
    seen_enemies,
)
from banneret.rulesets.one_page_skirmish.melee import injuries
from banneret.rulesets.one_page_skirmish.melee.charge import charging
from banneret.rulesets.one_page_skirmish.melee.fighters import Fighter, attack_modifiers
from banneret.rulesets.one_page_skirmish.morale import checking, retreat
from banneret.rulesets.one_page_skirmish.movement import moving
from banneret.rulesets.one_page_skirmish.screen.events import Fought, Revealed, Shot
from banneret.rulesets.one_page_skirmish.screen.events import Tested as TakenTest
from banneret.rulesets.one_page_skirmish.setup import beginning
from banneret.rulesets.one_page_skirmish.setup.beginning import begin
from banneret.rulesets.one_page_skirmish.setup.on_file import Force
from banneret.rulesets.one_page_skirmish.shooting import archery
from banneret.rulesets.one_page_skirmish.shooting.dice import ShotFacts, shot_odds
from banneret.rulesets.one_page_skirmish.turn import acting, hidden, leaders, man_by_man
from banneret.rulesets.one_page_skirmish.turn.ending import score
from rulesets.one_page_skirmish.arms import act, dice_of, fight, shoot
from rulesets.one_page_skirmish.charges import SURE, purposes, rush
from rulesets.one_page_skirmish.field import field, man, play, questions_of, unit
from rulesets.one_page_skirmish.moves import to
from rulesets.one_page_skirmish.nerves import target
from rulesets.one_page_skirmish.raising import entry
from rulesets.one_page_skirmish.turns import END, run
from rulesets.scripting import events_of, first

WOOD = "woods wood: 10,10..30,20"


def test_op_turn_04_men_and_fights_in_the_order_he_likes() -> None:
    """The last bowman shoots first; the second enemy is fought before the first."""
    battle = field("a bows: longbow x3 at 10,10 | b foe: x1 at 10,25")
    act(battle, "bows", 1, answers=[2, "fire"])
    assert [man(battle, "bows", at).acted for at in range(3)] == [False, False, True]
    battle = field("a men: x3 3,3 10,10 20,10 | b foe: x3 3,33 10,11 20,11", phase="melee")
    foes = [man(battle, "foe", at).id for at in (1, 2)]
    table = fight(battle, 5, 5, answers=[("melee.enemy", foes[1])])
    assert [f.defender for f in events_of(table, Fought)] == foes[1:]


def test_op_lead_09_his_men_are_restricted_man_by_man_too() -> None:
    """While their Sergeant lies stunned they shoot or load; they do not aim or change weapon."""
    battle = field("a bows: longbow sword x3 at 20,10 0.stun=1 | b foe: x3 at 20,16")
    assert man_by_man.allowed_kinds(battle, man(battle, "bows", 1)) == ["fire", "turn", "nothing"]
    assert acting.kind_refusal(battle, unit(battle, "bows"), acting.TO_COVER) is None


def knight(key: str) -> Any:
    """A lone Knight of a force."""
    return entry(id=key, name=key, kind="knight", leader_rank="knight", class_="elite", count=1)


def test_op_group_07_whom_a_group_follows() -> None:
    """Its own Knight, the only one, or of several the one its list names."""
    one = Force(id="one", name="One", unit=(knight("only"), entry(count=12)))
    two = Force(
        id="two",
        name="Two",
        unit=(
            knight("first"),
            knight("second"),
            entry(id="led", name="Led", leader_rank="knight", count=3),
            entry(id="his", name="His", count=3, lord="second"),
            entry(id="free", name="Free", count=3),
        ),
    )
    battle = begin("greenwood", {}, {"a": one, "b": two})
    assert unit(battle, "a.band").lord == unit(battle, "a.only").leader
    assert unit(battle, "b.led").lord == unit(battle, "b.led").leader
    assert unit(battle, "b.his").lord == unit(battle, "b.second").leader
    assert unit(battle, "b.free").lord == NOBODY


def test_op_group_07_of_its_own_player() -> None:
    """An ally's Knight is not offered as a lord."""
    battle = field(
        "a1 men: x3 at 10,10 lord=one | a1 one: knight 20,10 | a1 two: knight 24,10 "
        "| a2 other: knight 30,10"
    )
    group = unit(battle, "men")
    group.lord = NOBODY
    own = [man(battle, key).id for key in ("one", "two")]

    def second(choice: Any) -> Any:
        assert list(choice.candidates) == own
        return own[1]

    play(battle, beginning.name_lord, group, answers=[second])
    assert group.lord == own[1]


def test_op_act_05_the_shaken_may_do_nothing() -> None:
    """As a unit and man by man."""
    battle = field("a men: x3 at 10,10 shaken | b foe: x3 at 40,30")
    assert acting.kind_refusal(battle, unit(battle, "men"), acting.STAND) is None
    assert man_by_man.kind_refusal(battle, man(battle, "men", 1), man_by_man.NOTHING) is None


def test_op_act_05_doing_nothing_is_looking_about() -> None:
    """Whoever ends the phase without acting still finds whom he sees in the open."""
    battle = field("a men: x3 at 10,5 | b ambush: x3 at 10,8 hidden", WOOD)
    table = run(battle, 1, answers={"action.unit": [END]})
    assert [e.unit for e in events_of(table, Revealed)] == [unit(battle, "ambush").id]


def test_op_shoot_02_nobody_shoots_at_a_friend() -> None:
    """Not even at an ally's man."""
    battle = field("a1 bow: longbow 10,10 | a2 men: x1 10,20 | b foe: x1 10,30")
    no = archery.target_refusal(battle, man(battle, "bow"), man(battle, "men"))
    assert (None if no is None else no.clause) == "OP-SHOOT-02"


def test_op_group_03_a_lone_knight_charges_is_charged_and_tests() -> None:
    """He throws for his own charge, for one on him, and in his Morale phase like any unit."""
    battle = field("a sir: veteran knight 10,10 | b lord: veteran knight 10,18")
    assert acting.kind_refusal(battle, unit(battle, "sir"), acting.CHARGE) is None
    assert charging.targets(battle, unit(battle, "sir")) == [unit(battle, "lord").id]
    table = rush(battle, [5, 5, 6, 6, 6], first, key="sir", target="lord")
    assert [e.cause for e in events_of(table, TakenTest)] == ["charging", "charged"]
    battle = field("a sir: knight 10,10 routing | b foe: x3 40,30", phase="morale")
    assert checking.must_test(battle, unit(battle, "sir"))


def test_op_hide_11_revealed_he_holds_on() -> None:
    """Being found ends the hiding, not the holding."""
    battle = field("a ambush: x3 at 20,15 hidden holding | b foe: x3 at 20,32", WOOD)
    play(battle, hidden.reveal, unit(battle, "ambush"), "discovered")
    assert (unit(battle, "ambush").hidden, unit(battle, "ambush").holding) == (False, True)


def test_op_hide_11_only_the_hidden_are_asked_to_hold() -> None:
    """An open unit of the same player is not."""
    battle = field(
        "a bows: x3 at 5,5 | a ambush: x3 at 20,15 hidden | b foe: x3 at 20,32", WOOD, phase="start"
    )
    table = run(battle, "morale", answers={"hold": "act"})
    assert [asked.about for asked in table.by.was_asked("hold")] == [(unit(battle, "ambush").id,)]


def test_op_hide_08_it_begins_afresh_and_its_owner_is_active() -> None:
    """What it did last round does not count, and after b's turn it is a's all the same."""
    battle = field(
        "a ambush: x3 at 20,15 holding acted=true tested=true 1.acted=true | b foe: x3 at 20,32",
        WOOD,
        phase="gap",
        drawn=("a", "b"),
        active="b",
        taking_part=(),
    )
    table = run(battle, "action", answers={"release": [unit(battle, "ambush").id]})
    assert battle.active == "a"
    assert not man(battle, "ambush", 1).acted
    more = run(battle, 1, answers={"action.unit": [0], "action.kind": ["stand"]})
    assert (table.keys, more.keys) == (["release"], ["action.unit", "action.kind"])


def test_op_hide_08_no_knight_goes_along() -> None:
    """A lone Knight beside it has had his own turn."""
    for released, asked in ((False, ["go_along", "move.way"]), (True, ["move.way"])):
        battle = field("a men: x1 10,10 | a sir: knight 10,8", released=released)
        answers = [*(["stay"] if not released else []), to((10, 12))]
        table = play(battle, moving.move, unit(battle, "men"), dice=[1, 1], answers=answers)
        assert questions_of(table) == asked


@pytest.mark.parametrize("die", [1, 9])
def test_op_shoot_23_op_charge_09_bowmen_who_are_charged_do_not_shoot(die: int) -> None:
    """Whether they stand or fall back, nobody is asked and nothing is shot."""
    battle = field(f"a men: x1 10,10 {SURE} | b foe: longbow x1 10,18")
    retreat = [] if die == 1 else [1, 1]
    table = rush(battle, [die, *retreat, 1, 1, 1], first)
    assert events_of(table, Shot) == []
    assert "to hit" not in purposes(table)
    assert "react" not in questions_of(table)


def test_op_shoot_18_a_stunned_friend_shields_him_too() -> None:
    """In contact is in contact, though nobody is engaged by it."""
    battle = field("a bow: longbow 10,10 | a men: x1 10,24 0.stun=1 | b foe: x1 11,25")
    no = archery.target_refusal(battle, man(battle, "bow"), man(battle, "foe"))
    assert (None if no is None else no.clause) == "OP-SHOOT-18"


def test_op_shoot_14_he_may_say_rider_or_mount_or_neither() -> None:
    """The three choices; said nothing, a die decides."""
    battle = field("a bow: longbow at 10,10 | b knight: knight mounted at 10,30")

    def neither(choice: Any) -> Any:
        assert isinstance(choice, Pick)
        assert list(choice.candidates) == ["either", "rider", "mount"]
        return "either"

    table = act(battle, "bow", 9, 7, answers=["fire", neither])
    assert dice_of(table) == ["to hit", "rider or mount"]
    assert not man(battle, "knight").mounted


def test_op_scen_07_those_to_come_do_nothing_but_are_not_lost() -> None:
    """A Knight off the table neither rallies nor names; his side is not gone."""
    battle = field(
        "a men: leaderless x3 at 10,10 | a sir: knight off at 10,8 arrival_round=5 "
        "| b foe: x3 at 10,30 | b late: x3 off arrival_round=5 at 1,1"
    )
    group = unit(battle, "men")
    assert checking.rally_refusal(battle, man(battle, "sir"), group) is not None
    assert leaders.appoint_refusal(battle, man(battle, "sir"), group) is not None
    for at in range(3):
        man(battle, "foe", at).fate = "exited"
    assert not score.side_facts(battle, "b").nobody_left


def test_op_lead_13_leaderless_men_rout_and_stand_like_others() -> None:
    """They run if they fail by three, stand if they pass when charged, and stay restricted."""
    battle = field("a men: peasant leaderless longbow sword x3 at 10,10 | b foe: x3 at 10,30")
    group = unit(battle, "men")
    play(battle, checking.test, group, "casualties", dice=[10])
    assert group.status == "routing"
    battle = field("a men: leaderless longbow sword x3 at 10,10 | b foe: x3 at 10,20")
    group = unit(battle, "men")
    play(battle, checking.test, group, "casualties", dice=[1])
    assert man_by_man.allowed_kinds(battle, man(battle, "men", 1)) == ["fire", "turn", "nothing"]
    battle = field(f"a men: x1 10,10 {SURE} | b foe: leaderless x3 10,18 11.5,18 13,18")
    rush(battle, [1, 6, 6, 6], first)
    assert [man(battle, "foe", at).base.y for at in range(3)] == [18, 18, 18]
    assert unit(battle, "foe").status != SHAKEN


def test_op_opt_04_a_rout_is_halved_too() -> None:
    """Running through water on a roll of 8 he gets 4 inches."""
    battle = field(
        "a men: x1 10,20 routing | b foe: x1 10,26",
        "water: 0,17..48,18",
        terrain_halving="whole_move",
    )
    play(battle, retreat.rout, unit(battle, "men"), man(battle, "foe"), dice=[4, 4])
    assert man(battle, "men").base.y == pytest.approx(16.0, abs=0.01)


def test_op_load_03_each_load_is_the_action_of_a_turn() -> None:
    """Having loaded once he is done for this turn."""
    battle = field("a bow: crossbow sword x2 at 10,10 14,10 0.load=0 | b foe: x1 at 10,20")
    act(battle, "bow", answers=[0, "load"])
    assert (man(battle, "bow").acted, man(battle, "bow").load) == (True, 1)
    assert man(battle, "bow") not in man_by_man.able(battle, unit(battle, "bow"))


def test_op_act_15_who_engages() -> None:
    """A revealed enemy, over a fence too, and also him who lies stunned; not a hidden one."""
    battle = field("a men: x1 10,10 | b foe: x1 10,11 hidden")
    assert not is_engaged(battle, man(battle, "men"))
    battle = field("a men: x1 10,9.8 | b foe: x1 11.2,10.4", "fence: 0,10.1 30,10.1")
    assert is_engaged(battle, man(battle, "men"))
    battle = field("a men: x1 10,10 0.stun=1 | b foe: x1 10,11")
    assert is_engaged(battle, man(battle, "men"))


def test_op_melee_03_forgotten_with_the_turn() -> None:
    """At its end nobody has a lance run left; on foot or sword in hand there is none anyhow."""
    battle = field("a men: lance mounted x1 10,10 0.lance_charge=true | b foe: x1 40,30")
    battle.phase = "turn_end"
    run(battle, "gap")
    assert not man(battle, "men").lance_charge
    for arms in ({"weapon": "hand_weapon", "mounted": True}, {"weapon": "hand_weapon"}):
        fighter = Fighter(lance_charge=True, **arms)
        assert "charging with a lance" not in [line.label for line in attack_modifiers(fighter)]


def test_op_morale_18_whose_wound_tells() -> None:
    """A stunned leader's and that of a Knight near by; not a flesh wound, nor of one away."""
    men = "a men: x3 at 10,10 | b foe: x3 at 40,34"
    assert target(field(men.replace("10,10", "10,10 0.hits=1 0.stun=1")), "men") == 7
    spears = "a men: knight group x3 at 10,10 0.hits={} | b foe: x3 at 40,34"
    assert target(field(spears.format(1)), "men") == 8
    for x, expected in ((8.0, 7), (30.0, 8)):
        battle = field(spears.format(2))
        leaders.detach(play(battle, lambda _table: None), unit(battle, "men"))
        put(battle, man(battle, "men"), x, 10, 0)
        assert target(battle, "men") == expected


def test_op_shoot_19_the_dead_are_gone_at_once() -> None:
    """Whoever is asked next no longer sees him on the table."""
    battle = field("a bows: longbow x2 at 10,10 | b foe: x3 at 10,25 14,25 18,25")
    dead = man(battle, "foe", 1)
    assert dead in seen_enemies(battle, "a")
    shoot(battle, man(battle, "bows"), dead, 9)
    assert dead not in seen_enemies(battle, "a")


def test_op_shoot_09_the_odds_know_no_certain_hit() -> None:
    """Whole cover at long range: no chance at all, unless shots may be lucky."""
    facts = ShotFacts(weapon="longbow", range=20, cover="whole")
    assert shot_odds(facts, DEFAULTS) == {"miss": 1}
    assert shot_odds(facts, Options(lucky_shot=True))["killed"] == Fraction(1, 10)


def test_op_load_07_a_stun_does_not_unload_it() -> None:
    """A whole load outlasts a blow on the head, half a one does not."""
    battle = field("a bow: crossbow x2 at 10,10 1.load=1 | b foe: x1 at 10,20")
    for at in (0, 1):
        play(battle, injuries.stun, man(battle, "bow", at), None)
    assert [man(battle, "bow", at).load for at in (0, 1)] == [2, 0]


def test_op_stun_06_a_prisoner_counts_double() -> None:
    """A captured Knight is worth twice his class and rank, and is off the table."""
    battle = field("a men: x3 at 10,10 | b sir: knight at 10,11 0.stun=1 | b foe: x3 at 40,30")
    play(battle, injuries.capture, man(battle, "sir"), man(battle, "men"))
    assert score.points(battle) == {"a": 18, "b": 0}
