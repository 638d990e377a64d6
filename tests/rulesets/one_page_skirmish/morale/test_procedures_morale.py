"""Morale tests: targets, outcomes, options (section MORALE)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.rulesets.one_page_skirmish.basics.options import DEFAULTS, Options
from banneret.rulesets.one_page_skirmish.morale.dice import (
    MoraleFacts,
    morale_target,
    morale_weights,
    outcome_of,
)
from rulesets.one_page_skirmish.adjudged import adjudge, lines, refusal

CLASSES = {"peasant": 7, "man_at_arms": 8, "veteran": 9, "elite": 10}


def target(class_: str = "veteran", **facts: Any) -> int:
    """The target of a unit, from a test whose die does not matter."""
    found: int = adjudge("morale", {"class": class_, **facts}, 1)["target"]
    return found


def outcome(roll: int, class_: str = "man_at_arms", **facts: Any) -> tuple[str, int]:
    result = adjudge("morale", {"class": class_, **facts}, roll)
    return result["outcome"], result["failed_by"]


def test_op_morale_03_equal_succeeds_and_one_more_fails_by_one() -> None:
    """Target 6: roll 6 succeeds, roll 7 fails by 1."""
    assert target("man_at_arms", figures_lost=2) == 6
    assert outcome(6, figures_lost=2) == ("success", 0)
    assert outcome(7, figures_lost=2) == ("shaken", 1)


def test_op_morale_01_a_test_is_one_d10() -> None:
    """The unit rolls one die, against its losses so far."""
    result = adjudge("morale", {"class": "veteran", "figures_lost": 1}, 8)
    assert result == {
        "target": 8,
        "roll": 8,
        "outcome": "success",
        "failed_by": 0,
        "breakdown": [["base morale, veteran", 9], ["figures lost", -1]],
    }


def test_op_morale_04_no_automatic_results() -> None:
    """Targets leave the range of the die, and a natural 1 or 10 means nothing by itself."""
    assert outcome(1, "peasant", figures_lost=7) == ("shaken", 1)
    assert outcome(1, "peasant", figures_lost=9) == ("rout", 3)
    assert outcome(10, "elite") == ("success", 0)
    assert outcome(10, "elite", knight_rallying=True) == ("success", 0)
    assert target("elite", knight_rallying=True) == 12


@pytest.mark.parametrize("class_", CLASSES)
def test_op_morale_06_base_morale(class_: str) -> None:
    """Peasant 7, Man at Arms 8, Veteran 9, Elite 10."""
    assert target(class_) == CLASSES[class_]


def test_op_morale_07_three_lost_cost_three() -> None:
    assert target(figures_lost=3) == 6
    assert lines("morale", {"class": "veteran", "figures_lost": 3}, 1)["figures lost"] == -3


def test_op_morale_08_losses_count_from_the_start_of_the_game() -> None:
    """Two lost before the last test and one after: -3; with the option -1."""
    facts: dict[str, Any] = {"figures_lost": 3, "lost_since_test": 1}
    assert target(**facts) == 6
    assert target(**facts, options={"losses_counted": "since_last_test"}) == 8


def test_op_opt_06_only_losses_since_the_last_test() -> None:
    """Three lost in all, one since the last test: -1; none since: nothing."""
    since = {"losses_counted": "since_last_test"}
    assert target(figures_lost=3, lost_since_test=1, options=since) == 8
    assert target(figures_lost=3, options=since) == 9
    assert target(lost_since_test=2, options=since) == 7


def test_op_morale_09_a_wound_is_no_loss() -> None:
    """A wounded leader costs his own -1 and no figure lost."""
    reckoning = lines("morale", {"class": "veteran", "leader_wounded": True}, 1)
    assert reckoning == {"base morale, veteran": 9, "leader wounded": -1}


def test_op_morale_10_a_dead_sergeant_costs_two_until_replaced() -> None:
    """Group lost its Sergeant only: -2 in all; after a new Sergeant is named: -1."""
    assert target(figures_lost=1, sergeant_killed=True, sergeants_killed=1) == 7
    assert target(figures_lost=1, sergeants_killed=1) == 8


def test_op_opt_07_every_sergeant_lost_for_the_whole_game() -> None:
    """Two Sergeants lost, a third leading: -2 besides the losses."""
    whole = {"sgt_killed_lasts": "whole_game"}
    assert target(figures_lost=2, sergeants_killed=2, options=whole) == 5
    assert target(figures_lost=2, sergeants_killed=2) == 7
    assert target(figures_lost=1, sergeant_killed=True, options=whole) == 7


def test_op_morale_11_knight_killed_costs_two() -> None:
    """Lone lord dies: -2; a Knight leading the group dies: that group -3."""
    assert target(knight_killed=True) == 7
    assert target(knight_killed=True, figures_lost=1) == 6


def test_op_morale_12_half_in_cover_is_in_cover() -> None:
    """3 of 6 figures in woods: +1; 3 of 7: 0."""
    assert target(figures=6, figures_in_cover=3) == 10
    assert target(figures=7, figures_in_cover=3) == 9
    assert target(in_cover=True) == 10
    assert target(figures=6) == 9
    assert target(figures=1, figures_in_cover=1) == 10
    assert target(in_cover=True, figures=9) == 10
    assert target(in_cover=True, figures=9, figures_in_cover=5) == 10


def test_op_morale_13_cover_never_gives_two() -> None:
    """However many stand behind a wall, +1."""
    assert target(figures=6, figures_in_cover=6) == 10
    assert target(figures=6, figures_in_cover=6, in_cover=True) == 10


def test_op_morale_14_a_rallying_knight_gives_two() -> None:
    """Peasants with a rallying Knight test on 9."""
    assert target("peasant", knight_rallying=True) == 9


def test_op_morale_18_wounded_leader() -> None:
    """Wounded Sergeant of Veterans, no losses: target 8."""
    assert target(leader_wounded=True) == 8


def test_op_opt_16_a_wound_in_combat_only_spares_morale() -> None:
    assert target(leader_wounded=True, options={"wound_scope": "combat"}) == 9


def test_op_morale_19_success_is_no_failure() -> None:
    assert outcome(8) == ("success", 0)


def test_op_morale_20_failed_by_one_or_two_is_shaken() -> None:
    assert outcome(9) == ("shaken", 1)
    assert outcome(10) == ("shaken", 2)


def test_op_morale_22_failed_by_three_is_a_rout() -> None:
    """Failed by 3 is a rout; by 2 is not."""
    assert outcome(10, "peasant") == ("rout", 3)
    assert outcome(9, "peasant") == ("shaken", 2)


def test_op_morale_23_only_a_success_ends_a_rout() -> None:
    """Routing unit fails by 1: still routing. Success: steady."""
    assert outcome(9, status="routing") == ("rout", 1)
    assert outcome(8, status="routing") == ("success", 0)
    assert outcome(9, status="shaken") == ("shaken", 1)


def test_op_morale_30_a_lone_knight_tests_like_any_unit() -> None:
    """Elite Knight with two hits (wounded): target 9."""
    assert target("elite", leader_wounded=True) == 9


def test_op_fig_03_class_not_rank_fixes_morale() -> None:
    """An Elite Knight tests on 10, a Veteran captain with Knight's rank on 9."""
    assert (target("elite"), target("veteran")) == (10, 9)
    assert "unknown key 'rank'" in refusal("morale", {"class": "elite", "rank": "knight"}, 1)


def test_op_lead_11_a_group_that_lost_its_knight() -> None:
    """Knight-led Elite group loses only its Knight: -1 and -2, not the Sergeant's -1: target 7."""
    assert target("elite", figures_lost=1, knight_killed=True) == 7


def test_op_wound_06_a_wound_lowers_the_target_not_the_die() -> None:
    """Wounded leader of Men at Arms: morale 7, so 7 passes and 8 does not."""
    assert target("man_at_arms", leader_wounded=True) == 7
    assert outcome(7, leader_wounded=True) == ("success", 0)
    assert outcome(8, leader_wounded=True) == ("shaken", 1)


def test_op_wound_08_a_wound_costs_no_figure() -> None:
    """The breakdown of a unit with a wounded leader has no line for losses."""
    assert "figures lost" not in lines("morale", {"class": "elite", "leader_wounded": True}, 1)


def test_impossible_numbers_are_refused() -> None:
    assert "more than figures = 3" in refusal(
        "morale", {"class": "elite", "figures": 3, "figures_in_cover": 4}, 1
    )
    assert "less than half" in refusal(
        "morale", {"class": "elite", "figures": 9, "figures_in_cover": 4, "in_cover": True}, 1
    )
    assert "lost_since_test = 3: more than figures_lost = 2" in refusal(
        "morale", {"class": "elite", "figures_lost": 2, "lost_since_test": 3}, 1
    )
    assert "sergeants_killed = 3: more than figures_lost = 2" in refusal(
        "morale", {"class": "elite", "figures_lost": 2, "sergeants_killed": 3}, 1
    )


FACTS = st.builds(
    MoraleFacts,
    class_=st.sampled_from(sorted(CLASSES)),
    figures_lost=st.integers(0, 12),
    lost_since_test=st.integers(0, 12),
    sergeant_killed=st.booleans(),
    sergeants_killed=st.integers(0, 3),
    knight_killed=st.booleans(),
    in_cover=st.booleans(),
    knight_rallying=st.booleans(),
    leader_wounded=st.booleans(),
    status=st.sampled_from(["steady", "shaken", "routing"]),
)


@given(FACTS)
def test_the_tally_adds_up_and_never_shows_nought(facts: MoraleFacts) -> None:
    """The target is the sum of its lines, each with a reason."""
    for options in (DEFAULTS, Options(losses_counted="since_last_test", wound_scope="combat")):
        tally = morale_target(facts, options)
        assert tally.total == sum(reason.value for reason in tally.reasons)
        assert all(reason.value for reason in tally.reasons)


@given(st.integers(-15, 15), st.sampled_from(["steady", "shaken", "routing"]))
def test_a_worse_die_never_gives_a_better_outcome(target_number: int, status: str) -> None:
    order = ["success", "shaken", "rout"]
    outcomes = [order.index(outcome_of(face, target_number, status)) for face in range(1, 11)]
    assert outcomes == sorted(outcomes)


def test_op_morale_04_odds_know_no_certain_faces() -> None:
    """Of ten faces none passes against 0 and none fails against 10."""
    assert morale_weights(0, "steady")["success"] == 0
    assert morale_weights(10, "steady")["success"] == 10
    assert morale_weights(12, "routing")["success"] == 10
