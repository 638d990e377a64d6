"""Hidden units that hold, and their release between turns (OP-HIDE-01, 06 to 11)."""

from __future__ import annotations

from typing import Any

from banneret.core.questions.choices import Pick
from banneret.rulesets.one_page_skirmish.basics.state import NOBODY, SHAKEN, STEADY, Battle
from banneret.rulesets.one_page_skirmish.screen.events import Held, Lapsed, TurnBegan, TurnEnded
from banneret.rulesets.one_page_skirmish.screen.view import view
from rulesets.one_page_skirmish.field import field, man, unit
from rulesets.one_page_skirmish.turns import END, run
from rulesets.scripting import events_of, heard

WOOD = "woods wood: 10,10..30,20"
AMBUSH = "a bows: x3 at 5,5 | a ambush: x3 at 20,15 hidden | b foe: x3 at 20,32"
KEEP = NOBODY


def begun(text: str = AMBUSH, **rest: Any) -> Battle:
    return field(text, WOOD, **{"phase": "draw", "deck": ("a", "b"), **rest})


def test_op_hide_01_it_may_act_later_in_the_round() -> None:
    """Held in a's turn, the ambush has its turn after b's, in the same round."""
    battle = begun()
    table = run(
        battle,
        "round_end",
        dice=[1],
        answers={"hold": "hold", "action.unit": END, "release": [KEEP, 1]},
    )
    turns = [(event.player, event.unit) for event in events_of(table, TurnBegan)]
    assert turns == [("a", None), ("b", None), ("a", 1)]
    assert {event.round for event in events_of(table, TurnBegan)} == {1}
    assert [asked.about for asked in table.by.was_asked("hold")] == [(1,)]
    last = table.by.was_asked("action.unit")[-1]
    assert isinstance(last, Pick)
    assert list(last.candidates) == [1, END]


def test_op_hide_06_chosen_before_any_test() -> None:
    """The question comes at the start of the turn, and for hidden units alone."""
    battle = begun(
        "a bows: x3 at 5,5 casualties_since_test=true | a ambush: x3 at 20,15 hidden "
        "| b foe: x3 at 20,32"
    )
    table = run(battle, "action", dice=[1, 1], answers={"hold": "act"})
    assert table.keys == ["hold"]
    assert table.by.asked[0].about == (1,)
    assert battle.taking_part == (0, 1)


def test_op_hide_06_a_unit_that_holds_takes_no_part() -> None:
    """It is skipped in Morale, Action and Melee of its player's turn."""
    battle = begun()
    table = run(battle, "gap", dice=[1], answers={"hold": "hold", "action.unit": END})
    offered = table.by.was_asked("action.unit")[0]
    assert isinstance(offered, Pick)
    assert list(offered.candidates) == [0, END]
    assert unit(battle, "ambush").holding
    assert events_of(table, Held) == [Held(1)]


def test_op_hide_06_nobody_else_learns_of_it() -> None:
    """The enemy hears neither the question nor the hold."""
    acts = run(begun(), "morale", dice=[1], answers={"hold": "act"})
    holds = run(begun(), "morale", dice=[1], answers={"hold": "hold"})
    assert heard(acts, "b") == heard(holds, "b")
    assert view(acts.state, "b").taking_part == view(holds.state, "b").taking_part


def test_op_hide_07_released_only_in_a_gap() -> None:
    """With the order a, b the ambush is asked after a's turn and after b's, never in between."""
    battle = begun()
    table = run(
        battle, "round_end", dice=[1], answers={"hold": "hold", "action.unit": END, "release": KEEP}
    )
    asked = [phase for phase in table.phases if phase in {"start", "gap"}]
    assert asked == ["start", "gap", "gap", "start", "gap", "gap"]
    assert table.keys.count("release") == 2


def test_op_hide_07_not_before_its_own_players_turn() -> None:
    """With the order b, a there is nothing to release in the gap after b's turn."""
    battle = begun()
    table = run(
        battle, "round_end", dice=[2], answers={"hold": "hold", "action.unit": END, "release": KEEP}
    )
    assert table.keys == ["action.unit", "hold", "action.unit", "release"]


def test_op_hide_08_one_complete_turn_by_itself() -> None:
    """Morale, Action, Melee and end of turn for that unit only; then it holds no more."""
    battle = begun(phase="gap", deck=("b",), drawn=("a",), active="a")
    ambush = unit(battle, "ambush")
    ambush.holding, ambush.status = True, SHAKEN
    unit(battle, "bows").status = SHAKEN
    table = run(battle, "gap", answers={"release": [1], "action.unit": [1], "action.kind": "stand"})
    assert table.phases == ["gap", "morale", "action", "action", "melee", "turn_end"]
    offered = table.by.was_asked("action.unit")[0]
    assert isinstance(offered, Pick)
    assert list(offered.candidates) == [1, END]
    assert (ambush.holding, ambush.status) == (False, STEADY)
    assert unit(battle, "bows").status == SHAKEN


def test_op_hide_08_only_its_own_figures_attack() -> None:
    """In the released unit's Melee phase the others of its player stand by."""
    battle = begun(
        "a bows: x3 at 5,5 | a ambush: x3 at 20,15 holding | b foe: x4 at 5,6 20,16 30,30 31.5,30",
        phase="gap",
        deck=("b",),
        drawn=("a",),
    )
    table = run(
        battle,
        "gap",
        dice=[5, 5],
        answers={"release": [1], "action.unit": END},
    )
    fights = table.by.was_asked("melee.enemy")
    assert fights == []  # one enemy only, so nothing to choose
    assert man(battle, "ambush").combat == "tied"
    assert man(battle, "bows").combat == ""


def test_op_hide_08_stun_does_not_tick() -> None:
    """Counters tick with the owner's card, not at the start of a released unit's turn."""
    battle = begun(
        "a bows: x3 at 5,5 1.stun=1 | a ambush: x3 at 20,15 holding 1.stun=1 | b foe: x3 at 20,32",
        phase="gap",
        deck=("b",),
        drawn=("a",),
    )
    run(battle, "gap", answers={"release": [1], "action.unit": END})
    assert [man(battle, key, 1).stun for key in ("bows", "ambush")] == [1, 1]


def test_op_hide_08_the_turn_of_a_unit_still_hidden_is_secret() -> None:
    """The enemy hears nothing of it, and his view still shows the gap."""
    battle = begun(phase="gap", deck=("b",), drawn=("a",), active="a")
    unit(battle, "ambush").holding = True
    table = run(battle, "action", answers={"release": [1]})
    seen = view(battle, "b")
    assert (seen.phase, seen.active, seen.taking_part) == ("gap", "a", ())
    rest = run(battle, "gap", answers={"action.unit": END})
    assert heard(table, "b") + heard(rest, "b") == []
    assert [type(event) for event in heard(table, "a")][-1] is TurnBegan
    assert TurnEnded in [type(event) for event in heard(rest, "a")]


def test_op_hide_09_two_players_alternate() -> None:
    """Asked in the order of the cards drawn, one unit each, until both pass in succession."""
    battle = field(
        "a one: x3 at 5,5 holding | a two: x3 at 15,5 holding "
        "| b three: x3 at 5,30 holding | b four: x3 at 15,30 holding",
        phase="gap",
        drawn=("b", "a"),
        deck=(),
    )
    table = run(battle, "draw", answers={"action.unit": END, "release": [2, 0, 3, KEEP, KEEP]})
    released = [event.unit for event in events_of(table, TurnBegan)]
    assert released == [2, 0, 3]
    asked = [choice.side for choice in table.by.was_asked("release")]
    assert asked == ["b", "a", "b", "a"]
    assert unit(battle, "two").holding


def test_op_hide_09_a_pass_may_be_taken_back_after_anothers_release() -> None:
    """Passes count only in succession."""
    battle = field(
        "a one: x3 at 5,5 holding | b three: x3 at 5,30 holding",
        phase="gap",
        drawn=("a", "b"),
        deck=(),
    )
    table = run(battle, "draw", answers={"action.unit": END, "release": [KEEP, 1, 0]})
    assert [event.unit for event in events_of(table, TurnBegan)] == [1, 0]


def test_op_hide_10_an_unused_hold_lapses() -> None:
    """At the end of the round the turn is lost; next round it has one turn like the rest."""
    battle = begun()
    run(
        battle, "round_end", dice=[1], answers={"hold": "hold", "action.unit": END, "release": KEEP}
    )
    table = run(battle, "draw")
    assert events_of(table, Lapsed) == [Lapsed(1)]
    assert Lapsed(1) not in heard(table, "b")
    again = run(
        battle, "round_end", dice=[1], answers={"hold": "act", "action.unit": END, "release": KEEP}
    )
    assert "release" not in again.keys
    assert len(events_of(again, TurnBegan)) == 2


def test_op_hide_11_found_while_holding_it_keeps_its_hold() -> None:
    """A revealed holder may still be released; an open unit is never offered to hold."""
    battle = begun()
    run(battle, "gap", dice=[1], answers={"hold": "hold", "action.unit": END})
    unit(battle, "ambush").hidden = False
    table = run(battle, "round_end", answers={"release": [KEEP, 1], "action.unit": END})
    assert [event.unit for event in events_of(table, TurnBegan)] == [None, 1]
    run(battle, "draw")
    again = run(battle, "round_end", dice=[1], answers={"action.unit": END})
    assert "hold" not in again.keys
