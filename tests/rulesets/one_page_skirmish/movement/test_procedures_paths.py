"""Paths: what ground and obstacles cost, and where a leader stops (sections MOVE, TERR)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.rulesets.one_page_skirmish.basics.options import DEFAULTS
from banneret.rulesets.one_page_skirmish.movement.paths import Leg, walk
from rulesets.one_page_skirmish.adjudged import adjudge, refusal

WHOLE_MOVE = {"terrain_halving": "whole_move"}


def ground(terrain: str, length: float) -> dict[str, Any]:
    return {"terrain": terrain, "length": length}


def along(allowance: float, *path: dict[str, Any], **more: Any) -> dict[str, Any]:
    return adjudge("path", {"allowance": allowance, "path": list(path), **more})


def crossing(obstacle: str) -> dict[str, Any]:
    return {"obstacle": obstacle}


def test_op_move_09_woods_and_water_at_half() -> None:
    """4 inches open then woods on a roll of 10: 3 inches into the wood."""
    assert along(10, ground("open", 4), ground("woods", 9))["travelled"] == 7.0
    assert along(10, ground("open", 4), ground("water", 9))["travelled"] == 7.0


def test_op_scale_07_nothing_is_rounded() -> None:
    """A roll of 7 spent wholly in woods carries the leader 3.5 inches."""
    assert along(7, ground("woods", 20)) == {
        "travelled": 3.5,
        "left": 0.0,
        "obstacles_crossed": 0,
        "complete": False,
        "stopped_by": "allowance_spent",
    }
    assert along(7, ground("woods", 20), options=WHOLE_MOVE)["travelled"] == 3.5


def test_op_opt_04_the_whole_roll_is_halved() -> None:
    """Roll 9, 1 inch of woods: 4.5 inches in all, though he never gets there."""
    far = along(9, ground("open", 8), ground("woods", 1), options=WHOLE_MOVE)
    assert far["travelled"] == 4.5
    assert along(9, ground("woods", 1), ground("open", 8), options=WHOLE_MOVE)["travelled"] == 4.5
    assert along(9, ground("open", 9), options=WHOLE_MOVE)["complete"]
    assert along(9, ground("bridge", 9), options=WHOLE_MOVE)["complete"]
    fence = along(9, crossing("fence"), ground("woods", 9), options=WHOLE_MOVE)
    assert (fence["travelled"], fence["obstacles_crossed"]) == (1.5, 1)


def test_op_move_10_roads_and_bridges_cost_one() -> None:
    assert along(5, ground("bridge", 5))["complete"]
    assert along(5, ground("road", 5))["left"] == 0.0


def test_op_move_11_a_fence_costs_three() -> None:
    """Roll 8 with one fence on the path: 5 inches of ground."""
    result = along(8, ground("open", 1), crossing("fence"), ground("open", 9))
    assert (result["travelled"], result["obstacles_crossed"]) == (5.0, 1)
    assert along(8, crossing("wall"), ground("open", 9))["travelled"] == 5.0


def test_op_move_12_horses_do_not_jump() -> None:
    """A mounted leader stops at the fence with his allowance in hand."""
    result = along(18, ground("open", 4), crossing("fence"), ground("open", 4), mounted=True)
    assert (result["travelled"], result["left"]) == (4.0, 14.0)
    assert result["stopped_by"] == "horse_cannot_jump"
    for obstacle in ("hedge", "wall", "gate_shut", "outline"):
        assert along(18, crossing(obstacle), mounted=True)["stopped_by"] == "horse_cannot_jump"


def test_op_move_13_three_left_is_enough() -> None:
    """3.0 left: crosses and stands beyond; 2.9: does not."""
    assert along(5, ground("open", 2), crossing("fence"))["complete"]
    short = along(5, ground("open", 2.1), crossing("fence"))
    assert short["stopped_by"] == "not_enough_left_for_obstacle"
    assert (short["obstacles_crossed"], short["left"]) == (0, 2.9)


def test_op_move_14_hedges_gates_and_buildings() -> None:
    """Hedge 3, open gate 0, in and out of a building 3 each."""
    assert along(9, crossing("hedge"))["left"] == 6.0
    assert along(9, crossing("gate"))["left"] == 9.0
    through = along(9, crossing("outline"), ground("building", 3), crossing("outline"))
    assert (through["left"], through["complete"]) == (0.0, True)


def test_op_terr_07_entering_a_building_needs_three() -> None:
    """With 2.5 inches left it is refused; inside, movement is at the open rate."""
    result = along(4.5, ground("open", 2), crossing("outline"), ground("building", 1))
    assert result["stopped_by"] == "not_enough_left_for_obstacle"
    assert along(5, crossing("outline"), ground("building", 2))["complete"]


def test_op_terr_08_gates_fords_and_bridges() -> None:
    """Horse passes an open gate, a gap or a bridge at no cost and is stopped by a shut gate."""
    for free in ("gate", "gate_open", "gap", "bridge"):
        result = along(6, ground("open", 3), crossing(free), ground("open", 3), mounted=True)
        assert (result["complete"], result["obstacles_crossed"]) == (True, 0)
    assert along(6, crossing("gate_shut"), mounted=True)["stopped_by"] == "horse_cannot_jump"
    assert along(6, crossing("gate_shut"))["left"] == 3.0
    assert along(6, ground("water", 3))["left"] == 0.0


def test_op_terr_09_nobody_enters_deep_water() -> None:
    for barred in ("deep_water", "impassable"):
        result = along(9, ground("open", 2), ground(barred, 1), ground("open", 1))
        assert (result["stopped_by"], result["travelled"]) == ("impassable", 2.0)


def test_op_terr_10_hills_do_not_slow() -> None:
    assert along(6, ground("hill", 6))["complete"]


def test_op_move_25_no_horse_in_a_building() -> None:
    """Ground inside a building is closed to riders."""
    assert along(9, ground("building", 1), mounted=True)["stopped_by"] == "impassable"
    assert along(9, ground("building", 1))["complete"]


def test_op_move_15_only_the_leaders_ground_counts() -> None:
    """The path is the leader's; there is no key for the ground under his followers."""
    assert "unknown key 'followers'" in refusal(
        "path", {"allowance": 5, "path": [], "followers": ["woods"]}
    )


def test_op_move_08_any_part_of_the_roll_may_be_used() -> None:
    """A roll of 9 may be moved as 4."""
    result = along(9, ground("open", 4))
    assert (result["complete"], result["left"], result["stopped_by"]) == (True, 5.0, "none")


def test_op_move_06_a_claimed_road_is_not_left() -> None:
    """Claiming the road and then leaving it is refused; stopping short is not."""
    stay = [ground("road", 5), ground("bridge", 4), crossing("gate_open")]
    leave = [ground("road", 5), ground("open", 1)]
    assert adjudge("reach_distribution", {"road": True, "path": stay})
    assert "path[1] is open" in refusal("reach_distribution", {"road": True, "path": leave})


def test_op_move_06_a_fence_across_the_road_is_climbed_on_the_road() -> None:
    """5 inches of road and a fence need 8 of the best two of three dice; no inch is left aside."""
    climb = [ground("road", 5), crossing("fence"), ground("open", 0)]
    assert adjudge("reach_distribution", {"road": True, "path": climb})["reaches"] == "49/72"


@pytest.mark.parametrize(
    "leg",
    [
        {},
        {"length": 3},
        {"terrain": "open"},
        {"terrain": "open", "length": -1},
        {"terrain": "fence", "length": 1},
        {"obstacle": "woods"},
        {"obstacle": "fence", "terrain": "open", "length": 1},
        {"obstacle": "fence", "length": 1},
    ],
)
def test_a_leg_is_ground_or_an_obstacle(leg: dict[str, Any]) -> None:
    """Exactly one of the two, and nothing else."""
    assert "path[0]" in refusal("path", {"allowance": 9, "path": [leg]})


LEGS = st.lists(
    st.one_of(
        st.builds(
            lambda terrain, quarters: Leg(terrain=terrain, length=quarters / 4),
            st.sampled_from(["open", "road", "woods", "water", "hill", "bridge", "deep_water"]),
            st.integers(0, 40),
        ),
        st.builds(
            lambda obstacle: Leg(obstacle=obstacle),
            st.sampled_from(["fence", "gate_open", "wall", "outline", "gap"]),
        ),
    ),
    max_size=6,
)


@given(LEGS, st.integers(0, 30), st.booleans())
def test_what_is_spent_is_what_was_walked(legs: list[Leg], roll: int, mounted: bool) -> None:
    """Allowance = ground at its rate + 3 an obstacle + what is left; more dice never hurt."""
    walked = walk(roll, legs, DEFAULTS, mounted=mounted)
    assert walked.complete == (walked.stopped_by == "none")
    assert walked.left >= 0.0
    assert walked.travelled + 3 * walked.obstacles_crossed + walked.left <= roll + 1e-6
    assert walk(roll + 1, legs, DEFAULTS, mounted=mounted).travelled >= walked.travelled
    if walked.complete:
        cost = sum(
            (leg.length or 0) * (2 if leg.terrain in {"woods", "water"} else 1) for leg in legs
        )
        assert abs(roll - walked.left - cost - 3 * walked.obstacles_crossed) < 0.002
