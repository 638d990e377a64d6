"""Morale in the battle: who tests when, and what comes of it (OP-MORALE)."""

from __future__ import annotations

import pytest

from banneret.core.questions.choices import Pick
from banneret.rulesets.one_page_skirmish.basics.state import (
    ROUTING,
    SHAKEN,
    STEADY,
    changed,
    footprint,
)
from banneret.rulesets.one_page_skirmish.morale import checking
from banneret.rulesets.one_page_skirmish.movement import mounts
from banneret.rulesets.one_page_skirmish.screen import events
from banneret.rulesets.one_page_skirmish.turn import acting, man_by_man
from rulesets.one_page_skirmish.field import field, man, play, unit
from rulesets.one_page_skirmish.nerves import FOE, HURT, kill, target
from rulesets.one_page_skirmish.turns import END, run
from rulesets.scripting import events_of

# -- when


def test_op_morale_01_casualties_oblige_a_test() -> None:
    """A group that lost a figure since its last test is tested in its next own Morale phase."""
    battle = field(f"a bows: x4 at 5,5 | a bills: x3 at 20,5 | {FOE}", phase="morale")
    kill(battle, "bows", 3)
    table = run(battle, "action", dice=[1])
    assert [(e.unit, e.cause) for e in events_of(table, events.Tested)] == [(0, "casualties")]
    battle.phase = "morale"
    unit(battle, "bows").tested = False
    assert events_of(run(battle, "action"), events.Tested) == []


def test_op_morale_02_charging_and_being_charged() -> None:
    """A declared charge asks for the attacker's test, then for the defender's."""
    battle = field("a bows: x3 at 20,10 | b foe: x3 at 20,16")
    table = run(
        battle, 1, dice=[1, 1, 6, 6, 6], answers={"action.unit": [0], "action.kind": ["charge"]}
    )
    tests = events_of(table, events.Tested)
    assert [(e.unit, e.cause) for e in tests] == [(0, "charging"), (1, "charged")]


def test_op_morale_03_the_roll() -> None:
    """A roll equal to or below the modified morale succeeds."""
    for roll, outcome, failed_by in ((8, "success", 0), (9, "shaken", 1), (10, "shaken", 2)):
        battle = field(f"a bows: x3 at 5,5 | {FOE}")
        table = play(battle, checking.test, unit(battle, "bows"), "casualties", dice=[roll])
        assert table.result.target == 8
        assert (table.result.outcome, table.result.failed_by) == (outcome, failed_by)


def test_op_morale_04_no_automatic_results() -> None:
    """A target below 1 never succeeds; a target of 10 never fails."""
    battle = field(f"a mob: peasant x9 at 5,5 figures_lost=7 | {FOE}")
    result = play(battle, checking.test, unit(battle, "mob"), "casualties", dice=[1]).result
    assert (result.target, result.outcome, result.failed_by) == (0, "shaken", 1)
    battle = field(f"a mob: peasant x9 at 5,5 figures_lost=9 | {FOE}")
    result = play(battle, checking.test, unit(battle, "mob"), "casualties", dice=[1]).result
    assert (result.target, result.outcome, result.failed_by) == (-2, "rout", 3)
    battle = field(f"a lord: knight at 5,5 | {FOE}")
    result = play(battle, checking.test, unit(battle, "lord"), "casualties", dice=[10]).result
    assert result.outcome == "success"


def test_op_morale_05_two_losses_one_test() -> None:
    """Two men lost in an enemy turn make one test at -2; a test meanwhile clears the mark."""
    battle = field(f"a bows: x5 at 5,5 | {FOE}", phase="morale")
    kill(battle, "bows", 3, 4)
    table = run(battle, "action", dice=[1])
    assert [e.target for e in events_of(table, events.Tested)] == [6]
    battle = field(f"a bows: x5 at 5,5 | {FOE}", phase="morale")
    kill(battle, "bows", 3, 4)
    play(battle, checking.test, unit(battle, "bows"), "charged", dice=[1])
    assert not unit(battle, "bows").casualties_since_test
    assert events_of(run(battle, "action"), events.Tested) == []


# -- what follows


def test_op_morale_19_success_leaves_every_action_open() -> None:
    """After a success the unit may move and charge."""
    battle = field(f"a bows: x3 at 20,10 {HURT} | b foe: x3 at 20,16", phase="morale")
    run(battle, "action", dice=[1])
    bows = unit(battle, "bows")
    for kind in (acting.MOVE, acting.CHARGE, acting.FIGURES):
        assert acting.kind_refusal(battle, bows, kind) is None


def test_op_morale_20_shaken_only_loads_fires_or_retreats() -> None:
    """Failed by 2: move and charge are refused, fire and retreat allowed."""
    battle = field(f"a bows: longbow x4 at 20,10 {HURT} | b foe: x3 at 20,16", phase="morale")
    run(battle, "action", dice=[9])
    bows = unit(battle, "bows")
    assert bows.status == SHAKEN
    for kind in (acting.MOVE, acting.CHARGE, acting.PRESS):
        assert acting.kind_refusal(battle, bows, kind) is not None
    for kind in (acting.FIGURES, acting.TO_COVER, acting.STAND):
        assert acting.kind_refusal(battle, bows, kind) is None
    assert man_by_man.kind_refusal(battle, man(battle, "bows"), man_by_man.FIRE) is None


def test_op_morale_21_shaken_in_the_enemys_turn_lasts_through_its_own() -> None:
    """Still restricted in its next own turn, free afterwards."""
    battle = field(
        "a bows: x3 at 5,5 | b foe: x3 at 40,34", active="b", phase="turn_end", deck=("a",),
        drawn=("b",),
    )  # fmt: skip
    bows = unit(battle, "bows")
    play(battle, checking.test, bows, "charged", dice=[9])
    run(battle, "action")
    assert battle.active == "a"
    assert bows.status == SHAKEN
    run(battle, "gap", answers={"action.unit": END})
    assert bows.status == STEADY


def test_op_morale_21_any_later_success_ends_it() -> None:
    """A shaken unit that passes a test is steady at once."""
    battle = field(f"a bows: x3 at 5,5 shaken | {FOE}")
    play(battle, checking.test, unit(battle, "bows"), "charged", dice=[3])
    assert unit(battle, "bows").status == STEADY


def test_op_morale_22_a_rout_must_be_run() -> None:
    """Failed by 3 it routs, and its player cannot close the Action phase before it has run."""
    battle = field(f"a bows: x3 at 20,20 {HURT} | a bills: x3 at 5,5 | {FOE}", phase="morale")
    run(battle, "action", dice=[10])
    assert unit(battle, "bows").status == ROUTING
    before = man(battle, "bows").base
    table = run(battle, "melee", dice=[3, 4], answers={"action.unit": [0, END]})
    offered = table.by.was_asked("action.unit")
    assert isinstance(offered[0], Pick)
    assert list(offered[0].candidates) == [0, 1]
    assert table.keys.count("action.kind") == 0
    assert before.y - man(battle, "bows").base.y == pytest.approx(7.0, abs=0.01)


def test_op_morale_23_coming_back() -> None:
    """A routing unit tests each own Morale phase; failing by 1 it goes on, a success ends it."""
    for roll, status in ((9, ROUTING), (8, STEADY)):
        battle = field(f"a bows: x3 at 20,30 routing | {FOE}", phase="morale")
        table = run(battle, "action", dice=[roll])
        assert [e.cause for e in events_of(table, events.Tested)] == ["rout"]
        assert unit(battle, "bows").status == status


def test_op_morale_23_a_charge_may_bring_it_back_too() -> None:
    """A test forced by a charge counts."""
    battle = field(f"a bows: x3 at 20,30 routing | {FOE}")
    play(battle, checking.test, unit(battle, "bows"), "charged", dice=[2])
    assert unit(battle, "bows").status == STEADY


def test_op_morale_27_restricted_men() -> None:
    """A shaken group does not aim, mount or change weapon; it may do nothing."""
    battle = field("a bows: longbow sword x3 at 20,10 shaken | b foe: x3 at 20,16")
    archer = man(battle, "bows", 1)
    assert man_by_man.allowed_kinds(battle, archer) == ["fire", "turn", "nothing"]


def test_op_morale_29_failing_takes_the_aim() -> None:
    """Aimed archers who fail have no aim left."""
    battle = field("a bows: longbow x3 at 20,10 1.aim=3 | b foe: x3 at 20,16")
    play(battle, checking.test, unit(battle, "bows"), "charged", dice=[9])
    assert man(battle, "bows", 1).aim == -1


def test_op_morale_30_lone_knights_test_too() -> None:
    """An Elite Knight with two hits tests at 9; his groups' losses are nothing to him."""
    battle = field(f"a lord: knight at 5,5 0.hits=2 | a bows: x5 at 15,5 figures_lost=3 | {FOE}")
    assert target(battle, "lord") == 9


def test_op_morale_31_death_of_a_lord_is_no_trigger() -> None:
    """His untouched groups are not tested for it."""
    battle = field(f"a lord: knight at 5,5 | a bows: x5 at 15,5 | {FOE}", phase="morale")
    kill(battle, "lord", 0)
    assert not checking.must_test(battle, unit(battle, "bows"))
    assert target(battle, "bows") == 6


def test_op_morale_32_one_success_covers_the_turn() -> None:
    """The mark of a success lasts to the end of that own turn, and no longer."""
    battle = field(f"a bows: x3 at 5,5 {HURT} | {FOE}", phase="morale", drawn=("a",))
    bows = unit(battle, "bows")
    run(battle, "action", dice=[1])
    assert bows.passed_this_turn
    run(battle, "gap", answers={"action.unit": END})
    assert not bows.passed_this_turn


def test_op_morale_35_all_stunned_no_test() -> None:
    """A unit wholly stunned takes no test; its mark waits."""
    battle = field(f"a bows: x2 at 5,5 {HURT} 0.stun=1 1.stun=1 | {FOE}", phase="morale")
    table = run(battle, "melee")
    assert events_of(table, events.Tested) == []
    assert table.keys == []
    man(battle, "bows", 1).stun = -1
    changed(battle)
    assert checking.must_test(battle, unit(battle, "bows"))


# -- options at a charge


CHARGED = {"action.unit": [0, 1], "action.kind": ["charge", "charge"]}
TWO_CHARGERS = "a bows: x3 at 20,10 | a bills: x3 at 26,10 | b foe: x4 at 21,16 23,16 25,16 27,16"


def test_op_opt_09_once_per_turn() -> None:
    """With the option a defender who passed is not tested at a second charge in the turn."""
    for retest, causes in (
        ("every_charge", ["charging", "charged", "charging", "charged"]),
        ("once_per_turn", ["charging", "charged", "charging"]),
    ):
        battle = field(TWO_CHARGERS, defender_retest=retest)
        table = run(battle, 2, dice=[1] * 10, answers=CHARGED, exact=False)
        assert [e.cause for e in events_of(table, events.Tested)] == causes


def test_op_opt_09_the_success_is_forgotten_with_the_turn() -> None:
    """In the next turn it is tested again."""
    battle = field(TWO_CHARGERS, phase="turn_end", defender_retest="once_per_turn")
    unit(battle, "foe").stood_this_turn = True
    run(battle, "gap")
    assert not unit(battle, "foe").stood_this_turn


def test_op_opt_17_declining_rolls_no_morale_die() -> None:
    """A steady unit may fall back untested: shaken, retreating, its casualty mark kept."""
    battle = field(
        "a bows: x3 at 20,10 | b foe: x3 at 20,16 casualties_since_test=true",
        receive_charge="may_decline",
    )
    table = run(
        battle,
        1,
        dice=[1, 3, 3, 1, 1, 1],
        answers={"action.unit": [0], "action.kind": ["charge"], "decline": ["decline"]},
        exact=False,
    )
    assert [e.cause for e in events_of(table, events.Tested)] == ["charging"]
    assert events_of(table, events.Declined) == [events.Declined(1)]
    foe = unit(battle, "foe")
    assert foe.status == SHAKEN
    assert foe.casualties_since_test


def test_op_morale_01_not_in_the_enemys_morale_phase() -> None:
    """Losses of the other side are tested in its own turn."""
    battle = field(f"a bows: x4 at 5,5 | {FOE} {HURT}", phase="morale")
    assert events_of(run(battle, "action"), events.Tested) == []
    assert unit(battle, "foe").casualties_since_test


def test_op_morale_19_success_ends_what_was_before() -> None:
    """A shaken unit that passes is under no restriction any more."""
    battle = field("a bows: x3 at 20,10 shaken | b foe: x3 at 20,16")
    bows = unit(battle, "bows")
    assert acting.kind_refusal(battle, bows, acting.MOVE) is not None
    play(battle, checking.test, bows, "casualties", dice=[1])
    assert bows.status == STEADY
    for kind in (acting.MOVE, acting.CHARGE, acting.FIGURES):
        assert acting.kind_refusal(battle, bows, kind) is None


def test_op_morale_29_running_takes_the_aim_too() -> None:
    """Of every man, when the test fails by three."""
    battle = field("a bows: peasant longbow x3 at 20,10 0.aim=3 2.aim=3 | b foe: x3 at 20,16")
    play(battle, checking.test, unit(battle, "bows"), "casualties", dice=[10])
    assert unit(battle, "bows").status == ROUTING
    assert [man(battle, "bows", at).aim for at in range(3)] == [-1, -1, -1]


def test_op_morale_05_one_test_in_a_morale_phase() -> None:
    """A routing unit under the mark that fails is not tested again in the same phase."""
    battle = field(f"a bows: x4 at 5,5 routing {HURT} | {FOE}", phase="morale")
    assert len(events_of(run(battle, "action", dice=[10]), events.Tested)) == 1


def test_op_morale_30_from_his_own_class_and_cover() -> None:
    """A veteran Knight in a wood tests against 10."""
    battle = field(f"a lord: veteran knight at 5,5 | {FOE}", "woods: 0,0..10,10")
    assert target(battle, "lord") == 10


def test_op_morale_20_nothing_else_man_by_man() -> None:
    """No aiming, no other weapon, no mounting, no gate: the loaded shoot, the others load."""
    battle = field(
        "a bows: crossbow sword dismounted x2 at 20,10 24,10 1.load=0 | b foe: x3 at 20,16",
        "gate_shut: 23.5,10.5 24.5,10.5",
    )
    for at in (0, 1):
        base = man(battle, "bows", at).base
        mounts.turn_loose(battle, man(battle, "bows", at), footprint(True, base.x - 1, base.y, 0))
    free = set(man_by_man.allowed_kinds(battle, man(battle, "bows", 1)))
    assert free == {"load", "change_weapon", "mount", "open_gate", "turn", "nothing"}
    unit(battle, "bows").status = SHAKEN
    assert man_by_man.allowed_kinds(battle, man(battle, "bows")) == ["fire", "turn", "nothing"]
    assert man_by_man.allowed_kinds(battle, man(battle, "bows", 1)) == ["load", "turn", "nothing"]
