"""The end of the battle and its points (sections END and SCORE)."""

from __future__ import annotations

import pytest

from banneret.core.book.ruleset import Result
from banneret.core.chance.dice import ScriptedDice
from banneret.core.play.table import Table
from banneret.rulesets.one_page_skirmish.basics.state import CAPTURED, EXITED, FLED, KILLED, Battle
from banneret.rulesets.one_page_skirmish.melee import injuries
from banneret.rulesets.one_page_skirmish.screen.events import BattleEnded, Scored
from banneret.rulesets.one_page_skirmish.setup.beginning import begin
from banneret.rulesets.one_page_skirmish.setup.on_file import (
    Exit,
    ExitDenied,
    Hold,
    Objective,
    Seize,
    Slay,
    Take,
)
from banneret.rulesets.one_page_skirmish.turn import leaders, rounds
from banneret.rulesets.one_page_skirmish.turn.ending import score
from banneret.rulesets.one_page_skirmish.turn.handling import seizing_refusal
from rulesets.one_page_skirmish.field import field, man, play, unit
from rulesets.scripting import events_of

SIX_A_SIDE = "a one: x6 veteran at 5,5 | a two: x6 at 25,5 | b one: x6 at 5,30 | b two: x6 at 25,30"


def lose(battle: Battle, key: str, count: int, fate: str = KILLED) -> None:
    """Take so many figures of a unit off the table, followers first."""
    for at in list(range(len(unit(battle, key).members)))[::-1][:count]:
        if fate in {FLED, EXITED}:
            play(battle, injuries.leave, unit(battle, key), [man(battle, key, at)], fate)
        else:
            play(battle, injuries.lose, man(battle, key, at), fate)


def end_round(battle: Battle) -> Result | None:
    """Close the round and give the result, if the battle is over."""
    play(battle, rounds.end_round)
    return score.over(battle)


# -- the end


def test_op_end_01_no_thirteenth_round() -> None:
    """After the twelfth round, named or not, the battle is over; after the eleventh it goes on."""
    assert end_round(field(SIX_A_SIDE, round=11)) is None
    last = end_round(field(SIX_A_SIDE, round=12))
    assert last is not None
    assert (last.rounds, last.clause) == (12, "OP-END-04")
    short = end_round(field(SIX_A_SIDE, round=10, scenario="greenwood"))
    assert short is not None


def test_op_end_02_more_than_half_breaks() -> None:
    """Six of twelve lost: play goes on; seven of twelve: broken."""
    battle = field(SIX_A_SIDE, round=3)
    lose(battle, "b.one", 4)
    lose(battle, "b.two", 2, FLED)
    assert end_round(battle) is None
    play(battle, injuries.lose, man(battle, "b.two", 1), CAPTURED)
    assert end_round(battle) is not None


def test_op_end_02_reinforcements_count_exits_do_not() -> None:
    """Men still to come count as started; men who left under orders are not lost."""
    battle = field(f"{SIX_A_SIDE} | b late: x3 off arrival_round=5 at 1,1", round=3)
    lose(battle, "b.one", 5, EXITED)
    lose(battle, "b.two", 5)
    assert end_round(battle) is None
    battle = field(f"{SIX_A_SIDE} | b late: x3 off arrival_round=5 at 1,1", round=3)
    lose(battle, "b.one", 6)
    lose(battle, "b.two", 1)  # seven of fifteen
    assert end_round(battle) is None


def test_op_end_03_a_broken_side_loses_whatever_the_points() -> None:
    """The broken side loses though it has more points."""
    battle = field(
        "a knight: knight at 10,10 | a men: x11 at 5,5 | b mob: peasant x3 at 5,30 ", round=3
    )
    play(battle, injuries.lose, man(battle, "knight"), CAPTURED)
    lose(battle, "mob", 2)
    result = end_round(battle)
    assert result is not None
    assert (result.winner, result.clause) == ("a", "OP-END-03")
    assert result.score["b"] > result.score["a"]
    assert result.losses == {"a": 1, "b": 2}


def test_op_end_04_points_decide_and_equal_points_draw() -> None:
    """After the last round more points win, and equal points are a draw."""
    for fallen, winner in ((2, "a"), (1, None)):
        battle = field(SIX_A_SIDE, round=12)
        lose(battle, "a.two", 1)
        lose(battle, "b.two", fallen)
        result = end_round(battle)
        assert result is not None
        assert result.winner == winner


def test_op_end_04_both_broken_goes_by_points() -> None:
    """If both sides break in one round, points decide."""
    battle = field("a one: x3 veteran at 5,5 | b one: x3 peasant at 5,30", round=2)
    lose(battle, "a.one", 2)
    lose(battle, "b.one", 2)
    result = end_round(battle)
    assert result is not None
    assert (result.winner, result.clause) == ("b", "OP-END-04")


def _end_turn(battle: Battle, *callers: str) -> Result | None:
    calls = [(player, "concede") for player in callers]
    rounds.end_turn(Table(battle, ScriptedDice(), {}, calls=calls))
    return score.over(battle)


def test_op_end_05_conceding_ends_it_at_once() -> None:
    """A side that gives up at the end of a turn loses there and then, whatever the points."""
    battle = field(SIX_A_SIDE, round=3, phase="turn_end")
    lose(battle, "b.two", 3)
    assert score.points(battle)["a"] > 0
    result = _end_turn(battle, "a")
    assert result is not None
    assert (result.winner, result.clause, result.rounds) == ("b", "OP-END-05", 3)


def test_op_end_05_allies_must_agree() -> None:
    """One ally alone cannot give up the side's game; both together can."""
    units = "a1 one: x3 at 5,5 | a2 two: x3 at 20,5 | b foe: x3 at 20,30"
    assert _end_turn(field(units, phase="turn_end"), "a1") is None
    result = _end_turn(field(units, phase="turn_end"), "a1", "a2")
    assert result is not None
    assert result.winner == "b"


def test_op_end_06_nobody_left_loses() -> None:
    """Without an exit objective a side with nobody on the table or to come loses."""
    battle = field("a one: x6 at 5,5 | b one: x4 at 5,30", round=2)
    lose(battle, "b.one", 2, EXITED)
    lose(battle, "b.one", 4, EXITED)
    result = end_round(battle)
    assert result is not None
    assert (result.winner, result.clause) == ("a", "OP-END-06")


def test_op_end_06_the_empty_one_of_two_broken_sides_loses() -> None:
    """Both sides break in one round and one is empty: it loses, though it is ahead on points."""
    battle = field("a one: x3 veteran at 5,5 | b one: x3 peasant at 5,30", round=2)
    lose(battle, "a.one", 2)
    lose(battle, "b.one", 3)
    result = end_round(battle)
    assert result is not None
    assert result.score["b"] > result.score["a"]
    assert (result.winner, result.clause) == ("a", "OP-END-06")
    assert result.reason.endswith("had nobody left")


def test_op_end_06_all_exited_points_decide() -> None:
    """In an escape all may have left: then points decide."""
    escape = (Exit(edge="north", for_="b", vp_per_figure=2),)
    battle = field("a one: x6 at 5,5 | b one: x3 at 5,30", round=2, objective=escape)
    lose(battle, "b.one", 3, EXITED)
    result = end_round(battle)
    assert result is not None
    assert (result.winner, result.score) == ("b", {"a": 0, "b": 6})


def test_op_end_06_hidden_and_late_units_keep_the_game_going() -> None:
    """Units in hiding or still to come are not nobody."""
    battle = field("a one: x6 at 5,5 | b late: x3 at 5,5 off arrival_round=4", round=2)
    assert end_round(battle) is None


def test_op_end_06_both_empty_goes_by_points() -> None:
    """Two empty sides are told apart by points."""
    battle = field("a one: x3 at 5,5 | b one: x3 at 5,30", round=2)
    lose(battle, "a.one", 3, EXITED)
    lose(battle, "b.one", 3, EXITED)
    result = end_round(battle)
    assert result is not None
    assert result.winner is None


def test_the_end_is_told_once() -> None:
    """The last step says who won and why."""
    battle = field(SIX_A_SIDE, round=12)
    table = play(battle, rounds.end_round)
    (ended,) = events_of(table, BattleEnded)
    assert "0 to 0" in ended.reason


# -- points


def test_op_score_01_nothing_for_wounds_stuns_or_mounts() -> None:
    """An enemy hurt, stunned and unhorsed but not lost is worth nothing."""
    battle = field("a one: x3 at 5,5 | b rider: knight mounted lance at 20,20")
    rider = man(battle, "rider")
    play(battle, injuries.strike, rider, None)
    play(battle, injuries.stun, rider, None)
    play(battle, injuries.lose_mount, rider)
    assert score.points(battle) == {"a": 0, "b": 0}


@pytest.mark.parametrize(
    ("words", "fate", "worth"),
    [
        ("elite knight", KILLED, 9),
        ("veteran sergeant", KILLED, 5),
        ("peasant leaderless", KILLED, 1),
    ],
)
def test_op_score_02_killed(words: str, fate: str, worth: int) -> None:
    """Class and rank: an Elite Knight 9, a Veteran Sergeant 5, a Peasant 1."""
    battle = field(f"a one: x3 at 5,5 | b foe: {words} at 20,20")
    play(battle, injuries.lose, man(battle, "foe"), fate)
    assert score.points(battle) == {"a": worth, "b": 0}


def test_op_score_02_a_promoted_man_is_a_sergeant() -> None:
    """A common man who was made Sergeant is worth a Sergeant's points."""
    battle = field("a one: x3 at 5,5 | b foe: x3 at 20,20 1.rank=sergeant")
    play(battle, injuries.lose, man(battle, "foe", 1), KILLED)
    assert score.points(battle)["a"] == 4


def test_op_score_03_captured_is_double() -> None:
    """A captured Elite Knight is 18."""
    battle = field("a one: x3 at 5,5 | b foe: elite knight at 20,20 0.stun=1")
    play(battle, injuries.capture, man(battle, "foe"), man(battle, "one"))
    assert score.points(battle)["a"] == 18


def test_op_score_04_fled_is_the_class_alone() -> None:
    """A Knight who left in rout is 4."""
    battle = field("a one: x3 at 5,5 | b foe: elite knight at 20,20")
    lose(battle, "foe", 1, FLED)
    assert score.points(battle)["a"] == 4


HOLD = Hold(point=(24.0, 18.0), radius=6.0, vp=10, for_="either")


def _held(units: str, objective: Objective = HOLD) -> dict[str, int]:
    battle = field(units, round=12, objective=[objective])
    result = end_round(battle)
    assert result is not None
    return result.score


def test_op_score_05_hold_wants_a_lone_steady_leader() -> None:
    """A leader within the radius scores; with one of each side nobody does."""
    ours, theirs = "a one: x3 at 24,11.5", "b one: x3 at 24,24.5"
    assert _held(f"{ours} | b one: x3 at 24,34") == {"a": 10, "b": 0}
    assert _held(f"a one: x3 at 24,2 | {theirs}") == {"a": 0, "b": 10}
    assert _held(f"{ours} | {theirs}") == {"a": 0, "b": 0}
    assert _held("a one: x3 at 24,11.4 | b one: x3 at 24,34") == {"a": 0, "b": 0}


@pytest.mark.parametrize("words", ["shaken", "routing", "0.stun=1", "leaderless"])
def test_op_score_05_hold_by_whom(words: str) -> None:
    """Shaken, routing, stunned or leaderless men hold nothing."""
    assert _held(f"a one: x3 at 24,15 {words} | b one: x3 at 24,34") == {"a": 0, "b": 0}


def test_op_score_05_hold_for_one_side_only() -> None:
    """An objective for b gives a nothing; a lone Knight counts as leader."""
    for_b = Hold(point=(24.0, 18.0), radius=6.0, vp=12, for_="b")
    assert _held("a one: knight at 24,15 | b one: x3 at 24,34", for_b) == {"a": 0, "b": 0}
    assert _held("a one: x3 at 2,2 | b one: knight at 24,20", for_b) == {"a": 0, "b": 12}


def test_op_score_05_exit_and_exit_denied() -> None:
    """Each figure that leaves scores, a Knight more; the rest score for the enemy at the end."""
    goals: tuple[Objective, ...] = (
        Exit(edge="east", for_="b", vp_per_figure=2, vp_knight_extra=5),
        ExitDenied(for_="a", vp_per_figure_not_exited=1),
    )
    battle = field(
        "a one: x3 at 5,5 | b knight: knight at 5,30 | b men: x4 at 20,30",
        round=12,
        objective=goals,
    )
    lose(battle, "knight", 1, EXITED)
    lose(battle, "men", 1, EXITED)
    assert score.points(battle) == {"a": 0, "b": 9}
    result = end_round(battle)
    assert result is not None
    assert result.score == {"a": 3, "b": 9}


def test_op_score_05_seize_once_and_not_from_a_garrison() -> None:
    """A hall with an enemy inside cannot be seized; an empty one gives its points once."""
    goal = (Seize(object="hall", for_="a", vp=12),)
    hall = "building hall: 20,10..26,16"
    held = field(
        "a men: x3 at 22,9 | b foe: x3 at 22,14", hall, objective=goal, phase="figures", acting=0
    )
    no = seizing_refusal(held, man(held, "men"))
    assert no is not None
    assert no.clause == "OP-SCORE-05"
    empty = field("a men: x3 at 22,9.5 | b foe: x3 at 22,30", hall, objective=goal)
    assert seizing_refusal(empty, man(empty, "men")) is None
    table = play(empty, score.seize, man(empty, "men"), "hall")
    again = play(empty, score.seize, man(empty, "men", 1), "hall")
    assert [event.points for event in events_of(table, Scored)] == [12]
    assert events_of(again, Scored) == []
    assert score.points(empty)["a"] == 12


def test_op_score_05_slay_the_named_one() -> None:
    """Killing or capturing the named leader scores once; another man's death does not."""
    goal = (Slay(unit="lord", for_="a", vp=6),)
    for fate, worth in ((KILLED, 9 + 6), (CAPTURED, 18 + 6), (FLED, 4)):
        battle = field("a one: x3 at 5,5 | b lord: knight at 20,20", objective=goal)
        if fate == FLED:
            lose(battle, "lord", 1, FLED)
        else:
            play(battle, injuries.lose, man(battle, "lord"), fate)
        assert score.points(battle)["a"] == worth


def test_op_score_05_take_a_knight_alive() -> None:
    """Capturing a Knight gives the bonus on top of his ransom; killing him does not."""
    goal = (Take(rank="knight", for_="either", vp=10),)
    battle = field("a one: x3 at 5,5 | b lord: knight at 20,20", objective=goal)
    play(battle, injuries.lose, man(battle, "lord"), CAPTURED)
    assert score.points(battle)["a"] == 28
    killed = field("a one: x3 at 5,5 | b lord: knight at 20,20", objective=goal)
    play(killed, injuries.lose, man(killed, "lord"), KILLED)
    assert score.points(killed)["a"] == 9


def test_op_score_05_points_once_scored_are_kept() -> None:
    """What was seized stays scored though the enemy comes back."""
    goal = (Seize(object="hall", for_="either", vp=5),)
    battle = field(
        "a men: x3 at 22,9 | b foe: x3 at 22,30", "building hall: 20,10..26,16", objective=goal
    )
    play(battle, score.seize, man(battle, "men"), "hall")
    play(battle, score.seize, man(battle, "foe"), "hall")
    assert score.points(battle) == {"a": 5, "b": 0}


def test_op_score_06_a_new_game_restores_everybody() -> None:
    """Nothing carries over: the same force begins whole again."""
    first = begin("crossroads", {}, {})
    for figure in first.figures:
        figure.hits, figure.fate = 1, KILLED
    second = begin("crossroads", {}, {})
    assert all(figure.hits == 0 and figure.fate != KILLED for figure in second.figures)


def test_op_score_05_the_named_knight_is_slain_though_he_leads_a_group_now() -> None:
    """A Knight who took over a group (OP-LEAD-11) is still the one whose death scores."""
    battle = field(
        "a lord: knight at 8,10 | a band: knight group x3 at 10,10 | b foe: x3 at 10,30",
        objective=[Slay(unit="lord", for_="b", vp=6)],
    )
    lord, band = man(battle, "lord"), unit(battle, "band")
    play(battle, injuries.lose, man(battle, "band"), KILLED)
    play(battle, leaders.appoint_after, lord, answers=[("appoint.figure", lord.id)])
    assert band.leader == lord.id
    table = play(battle, injuries.lose, lord, KILLED)
    assert [(scored.side, scored.points) for scored in events_of(table, Scored)] == [("b", 6)]
