"""Turns: their phases, their start and end, the end of a round, giving up (OP-TURN)."""

from __future__ import annotations

from banneret.core.play.events import Chose
from banneret.rulesets.one_page_skirmish.basics.state import (
    FLED,
    KILLED,
    ROUTING,
    SHAKEN,
    STEADY,
    Battle,
    take_off,
)
from banneret.rulesets.one_page_skirmish.melee import phase as melee
from banneret.rulesets.one_page_skirmish.morale import checking
from banneret.rulesets.one_page_skirmish.screen import events
from banneret.rulesets.one_page_skirmish.screen.events import (
    BattleEnded,
    Conceded,
    Lapsed,
    Recovered,
    TurnEnded,
)
from banneret.rulesets.one_page_skirmish.turn import rounds
from banneret.rulesets.one_page_skirmish.turn.ending import score
from rulesets.one_page_skirmish.field import field, man, play, unit
from rulesets.one_page_skirmish.turns import END, run
from rulesets.scripting import events_of, heard

HURT = "casualties_since_test=true figures_lost=1"


def two_hurt_groups() -> Battle:
    return field(
        f"a bows: x3 at 5,5 {HURT} | a bills: x3 at 30,5 {HURT} | b foe: x3 at 5,30",
        phase="morale",
    )


def test_op_turn_01_morale_action_melee() -> None:
    """A turn goes through Morale, Action and Melee in this order."""
    battle = field("a bows: x3 at 5,5 | b foe: x3 at 5,30", phase="start")
    table = run(battle, "gap", answers={"action.unit": END})
    assert table.phases == ["start", "morale", "action", "melee", "turn_end"]


def test_op_turn_01_action_waits_for_the_last_test() -> None:
    """With a test still to take the phase stays Morale."""
    battle = two_hurt_groups()
    play(battle, checking.phase, dice=[1], answers=[0])
    assert battle.phase == "morale"
    play(battle, checking.phase, dice=[1])
    play(battle, checking.phase)
    assert battle.phase == "action"


def test_op_turn_02_all_units_test_before_any_acts() -> None:
    """Both groups take their tests before either is asked for an action."""
    battle = two_hurt_groups()
    table = run(
        battle, "melee", dice=[1, 1], answers={"action.unit": [0, 1], "action.kind": "stand"}
    )
    assert table.phases == ["morale", "morale", "morale", "action", "action", "action"]
    tests = [i for i, told in enumerate(table.events) if isinstance(told.event, events.Tested)]
    deeds = [
        i
        for i, told in enumerate(table.events)
        if isinstance(told.event, Chose) and told.event.key == "action.unit"
    ]
    assert len(tests) == 2
    assert max(tests) < min(deeds)


def test_op_turn_03_stun_then_hold_then_leaders() -> None:
    """Stunned men stir, hidden units choose, then Knights name leaders; all before Morale."""
    battle = field(
        "a bows: leaderless x3 at 10,5 sergeant_vacant=true | a lord: knight at 12,8 "
        "| a ambush: x3 at 40,5 hidden | a bills: x3 at 30,5 1.stun=0 | b foe: x3 at 5,30",
        phase="start",
    )
    table = run(battle, "morale", answers={"hold": "hold", "appoint.figure": [1]})
    seen = [
        told.event.key if isinstance(told.event, Chose) else type(told.event)
        for told in table.events
        if isinstance(told.event, (Chose, Recovered))
    ]
    assert seen == [Recovered, "hold", "appoint.figure"]
    assert unit(battle, "bows").leader == 1
    assert battle.phase == "morale"


def test_op_turn_03_a_stunned_knight_who_recovers_may_appoint_at_once() -> None:
    """Stun comes before appointments, so a Knight who comes to is fit for it."""
    text = "a bows: leaderless x3 at 10,5 | a lord: knight at 12,8 0.stun={} | b foe: x3 at 5,30"
    for stun, asked in (("0", True), ("1", False)):
        battle = field(text.format(stun), phase="start")
        assert ("appoint.figure" in run(battle, "morale").keys) is asked
    allies = "a1 bows: leaderless x3 at 10,5 | a2 lord: knight at 12,8 | b foe: x3 at 5,30"
    assert run(field(allies, phase="start"), "morale").keys == []  # it is not his player's turn


def test_op_turn_04_the_player_picks_the_order_of_tests() -> None:
    """Either unit may test first, and the second is chosen knowing the first's result."""
    battle = two_hurt_groups()
    table = run(battle, "action", dice=[9, 1], answers={"morale.order": [1]})
    assert [event.unit for event in events_of(table, events.Tested)] == [1, 0]
    assert [unit(battle, key).status for key in ("bows", "bills")] == [STEADY, SHAKEN]


def test_op_turn_04_one_unit_finishes_before_the_next_is_named() -> None:
    """The next unit is asked for only when the first has acted; nobody acts twice."""
    battle = field("a bows: x3 at 5,5 | a bills: x3 at 30,5 | b foe: x3 at 5,30")
    table = run(battle, "melee", answers={"action.unit": [1, 0], "action.kind": "stand"})
    first, second = table.by.was_asked("action.unit")
    assert table.keys == ["action.unit", "action.kind", "action.unit", "action.kind"]
    assert list(first.candidates) == [0, 1, END]  # type: ignore[attr-defined]
    assert list(second.candidates) == [0, END]  # type: ignore[attr-defined]


def test_op_turn_05_shaken_in_its_own_turn_is_steady_after_it() -> None:
    """A group shaken in its own Morale phase is steady when the next enemy charges."""
    battle = field(f"a bows: x3 at 5,5 {HURT} | b foe: x3 at 5,30", phase="morale", drawn=("a",))
    run(battle, "action", dice=[9])
    assert unit(battle, "bows").status == SHAKEN
    run(battle, "gap", answers={"action.unit": END})
    assert unit(battle, "bows").status == STEADY


def test_op_turn_05_marks_and_old_combats_are_cleared() -> None:
    """Success marks go; a combat result stays only with an enemy in contact, on either side."""
    battle = field(
        "a bows: x3 at 5,5 0.combat=won 1.combat=lost passed_this_turn=true "
        "| b foe: x3 at 5,6 20,20 0.combat=lost 1.combat=tied",
        phase="turn_end",
    )
    play(battle, rounds.end_turn)
    assert not unit(battle, "bows").passed_this_turn
    assert [man(battle, "bows", i).combat for i in (0, 1)] == ["won", ""]
    assert [man(battle, "foe", i).combat for i in (0, 1)] == ["lost", ""]


def test_op_turn_05_holding_units_are_left_as_they_are() -> None:
    """A unit that holds took no part, so it stays shaken and holding; nor does a rout end."""
    battle = field(
        "a bows: x3 at 5,5 shaken | a ambush: x3 at 30,5 shaken holding "
        "| a mob: x3 at 15,5 routing | b foe: x3 at 5,30",
        phase="turn_end",
        taking_part=(0, 2),
        drawn=("a",),
    )
    play(battle, rounds.end_turn)
    assert [one.status for one in battle.units[:3]] == [STEADY, SHAKEN, ROUTING]
    assert unit(battle, "ambush").holding


def test_op_turn_06_victory_is_judged_once_a_round() -> None:
    """A side broken in the first turn fights on to the end of the round."""
    battle = field("a bows: x3 at 5,5 | b foe: x3 at 5,30", phase="turn_end", deck=("b",))
    for at in (0, 1):
        take_off(battle, man(battle, "foe", at), KILLED)
    table = run(battle, "round_end", answers={"action.unit": END})
    assert not battle.over
    assert events_of(table, BattleEnded) == []
    end = run(battle, 1)
    assert [event.winner for event in events_of(end, BattleEnded)] == ["a"]


def test_op_turn_06_end_of_a_round() -> None:
    """Holds lapse, rally marks go, the next round is dealt without players who have nobody."""
    battle = field(
        "a bows: x3 at 5,5 holding hidden | a knight: knight at 20,5 0.rallied=true "
        "| b1 foe: x9 at 5,30 | b2 gone: x3 at 20,30",
        phase="round_end",
        round=2,
    )
    for at in range(3):
        take_off(battle, man(battle, "gone", at), FLED)
    table = run(battle, "draw")
    assert not unit(battle, "bows").holding
    assert not man(battle, "knight").rallied
    assert (battle.round, battle.deck) == (3, ("a", "b1"))
    assert events_of(table, Lapsed) == [Lapsed(0)]


def test_op_turn_07_no_test_in_the_morale_phase_without_cause() -> None:
    """A unit that lost nobody does not test in Morale; the test to charge comes with the charge."""
    battle = field("a bows: x3 at 20,10 | b foe: x3 at 20,16", phase="morale")
    table = run(battle, "action")
    assert events_of(table, events.Tested) == []
    charge = run(
        battle, 1, dice=[1, 1, 6, 6, 6], answers={"action.unit": [0], "action.kind": ["charge"]}
    )
    assert [event.cause for event in events_of(charge, events.Tested)] == ["charging", "charged"]
    routed = field("a bows: x3 at 20,10 routing | b foe: x3 at 20,30", phase="morale")
    table = run(routed, "action", dice=[1])
    assert [event.cause for event in events_of(table, events.Tested)] == ["rout"]


def test_op_turn_07_a_success_in_the_morale_phase_spares_the_attacker() -> None:
    """Passed in Morale this turn, the charger is not tested again; the defender is."""
    battle = field(f"a bows: x3 at 20,10 {HURT} | b foe: x3 at 20,16", phase="morale")
    table = run(
        battle,
        "melee",
        dice=[1, 1, 6, 6, 6],
        answers={"action.unit": [0], "action.kind": ["charge"]},
    )
    assert [event.cause for event in events_of(table, events.Tested)] == ["casualties", "charged"]


# -- giving up


def test_op_end_05_a_side_gives_up_at_the_end_of_a_turn() -> None:
    """A call to concede ends the battle when the turn ends; the other side wins."""
    battle = field("a bows: x3 at 5,5 | b foe: x3 at 5,30", phase="action")
    table = run(battle, "gap", answers={"action.unit": END}, calls=[("b", "concede")])
    assert battle.over
    assert events_of(table, Conceded) == [Conceded("b")]
    result = score.over(battle)
    assert result is not None
    assert result.winner == "a"


def test_op_end_05_allies_must_agree() -> None:
    """One of two players cannot give up for both, and his wish stays among them."""
    battle = field("a1 one: x3 at 5,5 | a2 two: x3 at 20,5 | b foe: x3 at 5,30", phase="turn_end")
    table = run(battle, "gap", calls=[("a1", "concede")])
    assert not battle.over
    assert [type(event) for event in heard(table, "b")] == [TurnEnded]
    battle.phase = "turn_end"
    run(battle, "gap", calls=[("a1", "concede"), ("a2", "concede")])
    assert battle.conceded == "a"


def test_op_hide_08_combats_of_others_outlast_a_released_units_turn() -> None:
    """The end of a released unit's turn clears that unit's combat results only."""
    battle = field(
        "a bows: x3 at 5,5 0.combat=won | b foe: x3 at 30,30 0.combat=lost",
        phase="turn_end",
        released=True,
        taking_part=(0,),
        drawn=("a",),
    )
    melee.clear_combats(battle)
    assert (man(battle, "bows").combat, man(battle, "foe").combat) == ("", "lost")
