"""Morale in the battle: who tests when, what is counted, what a failure does (OP-MORALE)."""

from __future__ import annotations

import pytest

from banneret.core.choices import Pick
from banneret.rulesets.one_page_skirmish import actions, events, figures, injuries, morale, turn
from banneret.rulesets.one_page_skirmish.procedures.morale import morale_target
from banneret.rulesets.one_page_skirmish.state import ROUTING, SHAKEN, STEADY, Battle, changed
from rulesets.one_page_skirmish.field import field, man, play, unit
from rulesets.one_page_skirmish.turns import END, run
from rulesets.scripting import events_of

HURT = "casualties_since_test=true figures_lost=1 lost_since_test=1"
FOE = "b foe: x3 at 40,34"


def target(battle: Battle, key: str, *, rallying: bool = False) -> int:
    facts = morale.facts_of(battle, unit(battle, key), rallying=rallying)
    return morale_target(facts, battle.options).total


def kill(battle: Battle, key: str, *which: int) -> None:
    for at in which:
        play(battle, injuries.lose, man(battle, key, at), "killed")


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
        table = play(battle, morale.test, unit(battle, "bows"), "casualties", dice=[roll])
        assert table.result.target == 8
        assert (table.result.outcome, table.result.failed_by) == (outcome, failed_by)


def test_op_morale_04_no_automatic_results() -> None:
    """A target below 1 never succeeds; a target of 10 never fails."""
    battle = field(f"a mob: peasant x9 at 5,5 figures_lost=7 | {FOE}")
    result = play(battle, morale.test, unit(battle, "mob"), "casualties", dice=[1]).result
    assert (result.target, result.outcome, result.failed_by) == (0, "shaken", 1)
    battle = field(f"a mob: peasant x9 at 5,5 figures_lost=9 | {FOE}")
    result = play(battle, morale.test, unit(battle, "mob"), "casualties", dice=[1]).result
    assert (result.target, result.outcome, result.failed_by) == (-2, "rout", 3)
    battle = field(f"a lord: knight at 5,5 | {FOE}")
    result = play(battle, morale.test, unit(battle, "lord"), "casualties", dice=[10]).result
    assert result.outcome == "success"


def test_op_morale_05_two_losses_one_test() -> None:
    """Two men lost in an enemy turn make one test at -2; a test meanwhile clears the mark."""
    battle = field(f"a bows: x5 at 5,5 | {FOE}", phase="morale")
    kill(battle, "bows", 3, 4)
    table = run(battle, "action", dice=[1])
    assert [e.target for e in events_of(table, events.Tested)] == [6]
    battle = field(f"a bows: x5 at 5,5 | {FOE}", phase="morale")
    kill(battle, "bows", 3, 4)
    play(battle, morale.test, unit(battle, "bows"), "charged", dice=[1])
    assert not unit(battle, "bows").casualties_since_test
    assert events_of(run(battle, "action"), events.Tested) == []


# -- what is counted


@pytest.mark.parametrize(
    ("class_", "base"), [("peasant", 7), ("man_at_arms", 8), ("veteran", 9), ("elite", 10)]
)
def test_op_morale_06_base(class_: str, base: int) -> None:
    """Unmodified targets are 7, 8, 9 and 10."""
    assert target(field(f"a bows: {class_} x3 at 5,5 | {FOE}"), "bows") == base


def test_op_morale_07_each_figure_lost() -> None:
    """Three lost: -3."""
    battle = field(f"a bows: x6 at 5,5 | {FOE}")
    kill(battle, "bows", 3, 4, 5)
    assert target(battle, "bows") == 5


def test_op_morale_08_losses_of_the_whole_game() -> None:
    """Two lost before the last test and one after count three."""
    battle = field(f"a bows: x6 at 5,5 | {FOE}")
    kill(battle, "bows", 4, 5)
    play(battle, morale.test, unit(battle, "bows"), "casualties", dice=[1])
    kill(battle, "bows", 3)
    assert target(battle, "bows") == 5


def test_op_opt_06_losses_since_the_last_test() -> None:
    """With the option only the one lost since the last test counts."""
    battle = field(f"a bows: x6 at 5,5 | {FOE}", losses_counted="since_last_test")
    kill(battle, "bows", 4, 5)
    assert target(battle, "bows") == 6
    play(battle, morale.test, unit(battle, "bows"), "casualties", dice=[1])
    kill(battle, "bows", 3)
    assert target(battle, "bows") == 7


def test_op_morale_09_wounds_and_stuns_are_no_casualties() -> None:
    """A wounded Sergeant causes no test and no -1 for losses; a captured man is lost."""
    battle = field(f"a bows: x4 at 5,5 | {FOE}", phase="morale")
    bows = unit(battle, "bows")
    play(battle, injuries.strike, man(battle, "bows"), None)
    play(battle, injuries.stun, man(battle, "bows", 1), None)
    assert not bows.casualties_since_test
    assert bows.figures_lost == 0
    play(battle, injuries.capture, man(battle, "bows", 2), man(battle, "foe"))
    assert bows.casualties_since_test
    assert bows.figures_lost == 1


def test_op_morale_09_a_lone_knights_hits_never_count() -> None:
    """His own hits are no losses of his unit."""
    battle = field(f"a lord: knight at 5,5 | {FOE}")
    play(battle, injuries.strike, man(battle, "lord"), None)
    assert target(battle, "lord") == 10
    assert not morale.must_test(battle, unit(battle, "lord"))


def test_op_morale_10_sergeant_killed_until_replaced() -> None:
    """Lost its Sergeant only: -2 in all; after a new one is named: -1."""
    battle = field(f"a bows: x4 at 5,5 | a lord: knight at 9,9 | {FOE}", phase="start")
    kill(battle, "bows", 0)
    assert target(battle, "bows") == 6
    play(battle, turn.begin_turn, answers=[1])
    assert unit(battle, "bows").leader == 1
    assert target(battle, "bows") == 7


def test_op_opt_07_sergeants_count_for_the_whole_game() -> None:
    """Two Sergeants lost, a third leading: -2 besides the losses."""
    battle = field(
        f"a bows: x5 at 5,5 | a lord: knight at 9,9 | {FOE}",
        phase="start",
        sgt_killed_lasts="whole_game",
    )
    for at in (0, 1):
        kill(battle, "bows", at)
        battle.phase = "start"
        play(battle, turn.begin_turn, answers=[at + 1])
    assert unit(battle, "bows").leader == 2
    assert target(battle, "bows") == 8 - 2 - 2


def test_op_morale_11_lord_killed() -> None:
    """A lone lord's death costs each of his groups 2; a Knight of the group's own costs it 3."""
    battle = field(
        "a bows: x4 at 5,5 lord=lord | a bills: x4 at 15,5 lord=other | a lord: knight at 9,9 "
        f"| a other: knight at 20,9 | {FOE}"
    )
    kill(battle, "lord", 0)
    assert (target(battle, "bows"), target(battle, "bills")) == (6, 8)
    battle = field(f"a spears: elite knight group x5 at 5,5 | {FOE}")
    kill(battle, "spears", 0)
    assert target(battle, "spears") == 7


def test_op_morale_12_half_in_cover() -> None:
    """Three of six in a wood: +1; three of seven: nothing."""
    six = "a bows: x6 at 5,5 7,5 9,5 15,5 17,5 19,5 | b foe: x3 at 40,34"
    seven = "a bows: x7 at 5,5 7,5 9,5 15,5 17,5 19,5 21,5 | b foe: x3 at 40,34"
    wood = "woods: 0,0..10,10"
    assert target(field(six, wood), "bows") == 9
    assert target(field(seven, wood), "bows") == 8


def test_op_morale_13_degree_of_cover_does_not_matter() -> None:
    """Behind a wall it is +1 too."""
    battle = field(f"a bows: x3 at 5,5 | {FOE}", "wall: 0,6 12,6")
    assert target(battle, "bows") == 9


def test_op_morale_14_rally() -> None:
    """A Peasant group with a rallying Knight tests on 9."""
    battle = field(f"a mob: peasant x3 at 5,5 | a lord: knight at 8,8 | {FOE}")
    result = play(
        battle,
        morale.test,
        unit(battle, "mob"),
        "charged",
        dice=[9],
        answers=[man(battle, "lord").id],
    ).result
    assert (result.target, result.outcome) == (9, "success")


def test_op_morale_15_once_a_round_and_free() -> None:
    """The same Knight cannot lend his +2 twice in a round; next round he can, in any turn."""
    battle = field(f"a mob: peasant x3 at 5,5 | a lord: knight at 8,8 | {FOE}", active="b")
    lord = man(battle, "lord")
    mob = unit(battle, "mob")
    play(battle, morale.test, mob, "charged", dice=[9], answers=[lord.id])
    play(battle, morale.test, mob, "charged", dice=[7])
    battle.phase = "round_end"
    run(battle, "draw")
    play(battle, morale.test, mob, "charged", dice=[9], answers=[lord.id])
    assert not lord.owes_action


def test_op_morale_15_declared_before_the_die() -> None:
    """The question comes before the throw; nobody is asked where no die can fail."""
    battle = field(f"a mob: peasant x3 at 5,5 | a lord: knight at 8,8 | {FOE}")
    lord = man(battle, "lord").id
    table = play(battle, morale.test, unit(battle, "mob"), "charged", dice=[9], answers=[lord])
    kinds = [type(told.event).__name__ for told in table.events]
    assert kinds[:3] == ["Chose", "Rallied", "Rolled"]
    battle = field(f"a best: elite x3 at 5,5 | a lord: knight at 8,8 | {FOE}")
    play(battle, morale.test, unit(battle, "best"), "charged", dice=[10])


@pytest.mark.parametrize(
    ("lord", "able"),
    [
        ("knight at 5,12", True),
        ("knight at 5,12.02", False),
        ("knight at 5,8 0.stun=1", False),
        ("knight at 5,8 shaken", False),
        ("knight at 5,8 routing", False),
        ("knight at 30,33", False),
        ("knight at 5,8 hidden", True),
        ("knight at 4,8", True),
        ("knight at 8,8", False),  # touches the enemy at 9,8
    ],
)
def test_op_morale_16_which_knight(lord: str, able: bool) -> None:
    """Within 6.0 inches, not engaged, stunned, shaken or routing; hidden if he shows himself."""
    battle = field(f"a mob: peasant x3 at 5,5 | a lord: {lord} | b foe: x3 at 9,8 20,30 22,30")
    refusal = morale.rally_refusal(battle, man(battle, "lord"), unit(battle, "mob"))
    assert (refusal is None) is able


def test_op_morale_17_one_knight_only_and_not_for_himself() -> None:
    """Two Knights still give +2; a lone Knight cannot rally himself, a group's own Knight can."""
    battle = field(
        f"a mob: peasant x3 at 5,5 | a lord: knight at 8,8 | a other: knight at 3,8 | {FOE}"
    )
    lord, other = man(battle, "lord"), man(battle, "other")
    table = play(battle, morale.test, unit(battle, "mob"), "charged", dice=[9], answers=[other.id])
    assert table.result.target == 9
    assert (lord.rallied, other.rallied) == (False, True)
    refusal = morale.rally_refusal(battle, lord, unit(battle, "lord"))
    assert refusal is not None
    assert refusal.clause == "OP-MORALE-17"
    battle = field(f"a spears: knight group x4 at 5,5 | {FOE}")
    assert morale.rally_refusal(battle, man(battle, "spears"), unit(battle, "spears")) is None


def test_op_opt_08_rallying_costs_the_action() -> None:
    """Having rallied in his own Morale phase, a Knight cannot move, and is free next turn."""
    battle = field(
        f"a mob: peasant x3 at 5,5 {HURT} | a lord: knight at 8,8 | {FOE}",
        phase="morale",
        rally_cost="action",
    )
    lord = unit(battle, "lord")
    run(battle, "action", dice=[8], answers={"rally": [man(battle, "lord").id]})
    for kind in (actions.MOVE, actions.FIGURES):
        refusal = actions.kind_refusal(battle, lord, kind)
        assert refusal is not None
        assert refusal.clause == "OP-OPT-08"
    assert actions.kind_refusal(battle, lord, actions.STAND) is None
    run(battle, "gap", answers={"action.unit": END})
    assert not man(battle, "lord").owes_action


def test_op_opt_08_rallied_in_anothers_turn_he_pays_in_his_next() -> None:
    """The debt waits for his next own turn, and till then he does not rally again."""
    battle = field(
        f"a mob: peasant x3 at 5,5 | a lord: knight at 8,8 | {FOE}",
        active="b",
        phase="turn_end",
        rally_cost="action",
        drawn=("b",),
    )
    lord = man(battle, "lord")
    mob = unit(battle, "mob")
    play(battle, morale.test, mob, "charged", dice=[9], answers=[lord.id])
    run(battle, "gap")
    assert lord.owes_action
    lord.rallied = False  # a new round
    assert morale.rally_refusal(battle, lord, mob) is not None
    battle.active, battle.taking_part, battle.phase = "a", (0, 1), "start"
    run(battle, "action")
    assert actions.kind_refusal(battle, unit(battle, "lord"), actions.MOVE) is not None
    run(battle, "gap", answers={"action.unit": END})
    assert not lord.owes_action


def test_op_opt_08_no_action_left_to_pay_with() -> None:
    """A Knight who has acted in this own turn cannot rally in it."""
    battle = field(
        f"a mob: peasant x3 at 5,5 | a lord: knight at 8,8 acted=true | {FOE}", rally_cost="action"
    )
    refusal = morale.rally_refusal(battle, man(battle, "lord"), unit(battle, "mob"))
    assert refusal is not None
    assert refusal.clause == "OP-OPT-08"


def test_op_morale_18_wounded_leader() -> None:
    """A wounded Sergeant of Veterans without losses: 8."""
    battle = field(f"a bows: veteran x3 at 5,5 0.hits=1 | {FOE}")
    assert target(battle, "bows") == 8


# -- what follows


def test_op_morale_19_success_leaves_every_action_open() -> None:
    """After a success the unit may move and charge."""
    battle = field(f"a bows: x3 at 20,10 {HURT} | b foe: x3 at 20,16", phase="morale")
    run(battle, "action", dice=[1])
    bows = unit(battle, "bows")
    for kind in (actions.MOVE, actions.CHARGE, actions.FIGURES):
        assert actions.kind_refusal(battle, bows, kind) is None


def test_op_morale_20_shaken_only_loads_fires_or_retreats() -> None:
    """Failed by 2: move and charge are refused, fire and retreat allowed."""
    battle = field(f"a bows: longbow x4 at 20,10 {HURT} | b foe: x3 at 20,16", phase="morale")
    run(battle, "action", dice=[9])
    bows = unit(battle, "bows")
    assert bows.status == SHAKEN
    for kind in (actions.MOVE, actions.CHARGE, actions.PRESS):
        assert actions.kind_refusal(battle, bows, kind) is not None
    for kind in (actions.FIGURES, actions.TO_COVER, actions.STAND):
        assert actions.kind_refusal(battle, bows, kind) is None
    assert figures.kind_refusal(battle, man(battle, "bows"), figures.FIRE) is None


def test_op_morale_21_shaken_in_the_enemys_turn_lasts_through_its_own() -> None:
    """Still restricted in its next own turn, free afterwards."""
    battle = field(
        "a bows: x3 at 5,5 | b foe: x3 at 40,34", active="b", phase="turn_end", deck=("a",),
        drawn=("b",),
    )  # fmt: skip
    bows = unit(battle, "bows")
    play(battle, morale.test, bows, "charged", dice=[9])
    run(battle, "action")
    assert battle.active == "a"
    assert bows.status == SHAKEN
    run(battle, "gap", answers={"action.unit": END})
    assert bows.status == STEADY


def test_op_morale_21_any_later_success_ends_it() -> None:
    """A shaken unit that passes a test is steady at once."""
    battle = field(f"a bows: x3 at 5,5 shaken | {FOE}")
    play(battle, morale.test, unit(battle, "bows"), "charged", dice=[3])
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
    play(battle, morale.test, unit(battle, "bows"), "charged", dice=[2])
    assert unit(battle, "bows").status == STEADY


def test_op_morale_27_restricted_men() -> None:
    """A shaken group does not aim, mount or change weapon; it may do nothing."""
    battle = field("a bows: longbow sword x3 at 20,10 shaken | b foe: x3 at 20,16")
    archer = man(battle, "bows", 1)
    assert figures.allowed_kinds(battle, archer) == ["fire", "turn", "nothing"]


def test_op_morale_29_failing_takes_the_aim() -> None:
    """Aimed archers who fail have no aim left."""
    battle = field("a bows: longbow x3 at 20,10 1.aim=3 | b foe: x3 at 20,16")
    play(battle, morale.test, unit(battle, "bows"), "charged", dice=[9])
    assert man(battle, "bows", 1).aim == -1


def test_op_morale_30_lone_knights_test_too() -> None:
    """An Elite Knight with two hits tests at 9; his groups' losses are nothing to him."""
    battle = field(f"a lord: knight at 5,5 0.hits=2 | a bows: x5 at 15,5 figures_lost=3 | {FOE}")
    assert target(battle, "lord") == 9


def test_op_morale_31_death_of_a_lord_is_no_trigger() -> None:
    """His untouched groups are not tested for it."""
    battle = field(f"a lord: knight at 5,5 | a bows: x5 at 15,5 | {FOE}", phase="morale")
    kill(battle, "lord", 0)
    assert not morale.must_test(battle, unit(battle, "bows"))
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
    assert morale.must_test(battle, unit(battle, "bows"))


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
        assert [e.cause for e in events_of(table, events.Tested)][: len(causes)] == causes


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
