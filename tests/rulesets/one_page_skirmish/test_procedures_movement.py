"""Movement: dice, paths, placing followers, lance runs (sections MOVE, TERR, CHARGE)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.core.dice import ScriptedDice
from banneret.core.table import Table
from banneret.rulesets.one_page_skirmish.options import DEFAULTS, Options
from banneret.rulesets.one_page_skirmish.procedures.movement import (
    highest_roll,
    lance_bonus,
    movement_dice,
    movement_weights,
    roll_movement,
    ways_to_reach,
)
from banneret.rulesets.one_page_skirmish.procedures.paths import Leg, walk
from rulesets.one_page_skirmish.adjudged import adjudge, refusal, ruling

HORSE_ONLY = {"charge_die": "horse_only"}
WHOLE_MOVE = {"terrain_halving": "whole_move"}
MEASURED = {"follower_placement": "measured"}


def ground(terrain: str, length: float) -> dict[str, Any]:
    return {"terrain": terrain, "length": length}


def along(allowance: float, *path: dict[str, Any], **more: Any) -> dict[str, Any]:
    return adjudge("path", {"allowance": allowance, "path": list(path), **more})


def crossing(obstacle: str) -> dict[str, Any]:
    return {"obstacle": obstacle}


def place(**facts: Any) -> str:
    """The reason for a follower 2 inches from a leader who went 5."""
    near = {"gap": 2.0, "displacement": 5.0, "leader_path": 5.0, **facts}
    result = adjudge("placement", near)
    assert result["legal"] == (result["reason"] == "ok")
    reason: str = result["reason"]
    return reason


# -- the dice


def test_op_move_01_one_set_of_dice_for_the_unit() -> None:
    """A move is one throw, however many figures follow."""
    assert [die.purpose for die in ruling("move", {}, 3, 4).dice] == ["move", "move"]


def test_op_move_02_foot_rolls_two() -> None:
    assert adjudge("move", {}, 3, 4)["allowance"] == 7


def test_op_move_03_horse_rolls_three() -> None:
    assert adjudge("move", {"mounted": True}, 1, 1, 1)["allowance"] == 3


def test_op_move_04_a_charge_adds_a_die() -> None:
    """Three on foot, four on horse."""
    assert adjudge("move", {"charging": True}, 1, 2, 3)["allowance"] == 6
    assert adjudge("move", {"charging": True, "mounted": True}, 1, 2, 3, 4)["allowance"] == 10


def test_op_opt_03_the_charge_die_for_horse_only() -> None:
    """Foot charges with two dice (three on a road), horse still with four."""
    assert adjudge("move", {"charging": True, "options": HORSE_ONLY}, 6, 6)["allowance"] == 12
    road = {"charging": True, "road": True, "options": HORSE_ONLY}
    assert adjudge("move", road, 6, 6, 1) == {
        "allowance": 12,
        "kept": [6, 6],
        "breakdown": [["dice kept", 12]],
    }
    horse = {"charging": True, "mounted": True, "options": HORSE_ONLY}
    assert adjudge("move", horse, 6, 6, 6, 6)["allowance"] == 24


def test_op_move_05_road_drops_the_lowest() -> None:
    """Foot on a road with 1, 5, 6 moves 11."""
    assert adjudge("move", {"road": True}, 1, 5, 6)["allowance"] == 11


def test_op_move_07_road_and_charge() -> None:
    """2, 2, 6, 6 on a foot road charge give 14; five dice keep four on horse."""
    assert adjudge("move", {"road": True, "charging": True}, 2, 2, 6, 6)["allowance"] == 14
    horse = {"road": True, "charging": True, "mounted": True}
    assert adjudge("move", horse, 1, 6, 1, 6, 1)["kept"] == [6, 6, 1, 1]


def test_op_move_23_wounded_leader_loses_an_inch() -> None:
    """Dice 1 and 1 with a wounded Sergeant: 1 inch."""
    result = adjudge("move", {"leader_wounded": True}, 1, 1)
    assert result["allowance"] == 1
    assert result["breakdown"] == [["dice kept", 2], ["leader wounded", -1]]


def test_op_opt_16_a_wound_in_combat_only_spares_the_pace() -> None:
    combat = {"leader_wounded": True, "options": {"wound_scope": "combat"}}
    assert adjudge("move", combat, 1, 1)["allowance"] == 2


def test_op_scale_06_movement_uses_d6_alone() -> None:
    """Every movement die has six sides."""
    for mounted in (False, True):
        for charging in (False, True):
            for road in (False, True):
                facts = {"mounted": mounted, "charging": charging, "road": road}
                dice, keep = movement_dice(mounted, charging, road, DEFAULTS)
                thrown = ruling("move", facts, *[6] * dice)
                assert {die.sides for die in thrown.dice} == {6}
                assert thrown.result["allowance"] == 6 * keep
                assert keep == 2 + mounted + charging
                assert dice == keep + road
    assert "a d6 shows 1 to 6" in refusal("move", {}, 7, 1)


@pytest.mark.parametrize("mounted", [False, True])
@pytest.mark.parametrize("wounded", [False, True])
def test_highest_roll_is_what_sixes_give(mounted: bool, wounded: bool) -> None:
    """The reach of a charge is the allowance of all sixes, on a road or off it."""
    for options in (DEFAULTS, Options(charge_die="horse_only"), Options(wound_scope="combat")):
        for charging in (False, True):
            highest = highest_roll(
                options, mounted=mounted, charging=charging, leader_wounded=wounded
            )
            dice, _ = movement_dice(mounted, charging, True, options)
            facts = {
                "mounted": mounted,
                "charging": charging,
                "road": True,
                "leader_wounded": wounded,
                "options": {
                    "charge_die": options.charge_die,
                    "wound_scope": options.wound_scope,
                },
            }
            assert adjudge("move", facts, *[6] * dice)["allowance"] == highest


def test_a_plain_walk_is_the_rule() -> None:
    """Unless said otherwise nobody charges, claims a road or is wounded."""
    table: Table[None] = Table(None, ScriptedDice(3, 4), {})
    assert roll_movement(table, DEFAULTS, mounted=False).allowance == 7
    assert highest_roll(DEFAULTS, mounted=False) == 12
    assert sum(movement_weights(DEFAULTS, mounted=False).values()) == 36
    assert ways_to_reach(7, DEFAULTS, mounted=False) == (21, 36)
    assert ways_to_reach(7.0005, DEFAULTS, mounted=False) == (21, 36)
    assert ways_to_reach(7.01, DEFAULTS, mounted=False) == (15, 36)


@given(st.lists(st.integers(1, 6), min_size=5, max_size=5))
def test_kept_dice_are_the_highest_in_order(faces: list[int]) -> None:
    result = adjudge("move", {"mounted": True, "charging": True, "road": True}, *faces)
    assert result["kept"] == sorted(faces, reverse=True)[:4]
    assert result["allowance"] == sum(faces) - min(faces)


# -- paths


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
    climb = [ground("road", 5), crossing("fence")]
    assert "path[1] is fence" in refusal("reach_distribution", {"road": True, "path": climb})


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


# -- placing followers


def test_op_group_02_followers_are_set_down_within_six() -> None:
    assert place(gap=6.0) == "ok"
    assert place(gap=6.5) == "more_than_6_inches_from_leader"


def test_op_group_04_exactly_six_is_with_the_leader() -> None:
    """Gap 6.0 is in cohesion, gap 6.01 is not."""
    assert place(gap=6.0) == "ok"
    assert place(gap=6.01) == "more_than_6_inches_from_leader"


def test_op_move_17_six_inches_and_no_path() -> None:
    """A follower 6.0 from the leader is legal; his own path is not measured."""
    assert place(gap=6.0, displacement=11.0, leader_path=5.0) == "ok"


def test_op_move_18_no_leapfrogging() -> None:
    """Leader moved 4: a follower may be shifted at most 10."""
    assert place(leader_path=4.0, displacement=10.0) == "ok"
    assert place(leader_path=4.0, displacement=10.1) == "further_than_leader_move_plus_6"


def test_op_opt_05_followers_measured_by_the_roll() -> None:
    """Roll 7: follower shifted 7.5 is refused, though leader path plus 6 would allow it."""
    assert place(displacement=7.5, allowance=7, options=MEASURED) == "further_than_the_roll"
    assert place(displacement=7.0, allowance=7, options=MEASURED) == "ok"
    assert place(displacement=7.5, allowance=7) == "ok"
    near = {"gap": 2, "displacement": 3, "leader_path": 2, "options": MEASURED}
    assert "key 'allowance' is missing" in refusal("placement", near)


@pytest.mark.parametrize("thing", ["enemy", "building", "deep_water", "impassable"])
def test_op_move_19_nothing_in_between(thing: str) -> None:
    """What nobody passes blocks the line, whoever stood beyond it."""
    assert place(crosses=[thing], was_beyond=True, allowance_left=9) == "blocked_line"


@pytest.mark.parametrize("barrier", ["fence", "hedge", "wall", "gate_shut", "outline"])
def test_op_move_19_obstacles_are_paid_or_were_behind_him(barrier: str) -> None:
    """Foot pay 3 of the leader's roll; a rider must have stood beyond it before."""
    assert place(crosses=[barrier], allowance_left=2.9) == "obstacle_not_paid"
    assert place(crosses=[barrier], allowance_left=3) == "ok"
    assert place(crosses=[barrier], was_beyond=True) == "ok"
    assert place(crosses=[barrier], allowance_left=9, mounted=True) == "horse_cannot_jump"
    assert place(crosses=[barrier], mounted=True, was_beyond=True) == "ok"


def test_op_move_19_a_rider_does_not_follow_over_what_his_leader_climbed() -> None:
    """He stays on the near side; if he stood beyond already he may be there."""
    assert place(leader_climbed=True, mounted=True) == "horse_cannot_jump"
    assert place(leader_climbed=True, mounted=True, was_beyond=True) == "ok"
    assert place(leader_climbed=True) == "ok"


def test_op_move_19_one_outline_and_each_obstacle_its_price() -> None:
    """Two outlines are a line right through a building; two fences cost 6."""
    assert place(crosses=["outline", "outline"], allowance_left=9) == "blocked_line"
    assert place(crosses=["fence", "hedge"], allowance_left=5) == "obstacle_not_paid"
    assert place(crosses=["fence", "hedge"], allowance_left=6) == "ok"


def test_op_move_21_contact_needs_a_charge() -> None:
    assert place(enemy_contact=True) == "contact_needs_charge"
    assert place(other_unit_contact=True) == "contact_needs_charge"


def test_op_charge_01_charge_or_press_begins_a_melee() -> None:
    """A plain move cannot end in contact."""
    assert place(enemy_contact=True) == "contact_needs_charge"
    assert place(enemy_contact=True, charging=True) == "ok"


def test_op_act_12_a_press_may_touch_units_already_touched() -> None:
    assert place(enemy_contact=True, pressing=True) == "ok"
    assert place(other_unit_contact=True, pressing=True) == "not_the_target"


def test_op_charge_17_other_units_are_not_the_target() -> None:
    """A follower touches a third unit only if it also touches the target."""
    assert place(other_unit_contact=True, charging=True) == "not_the_target"


def test_op_charge_21_neighbours_may_be_touched_besides() -> None:
    assert place(other_unit_contact=True, enemy_contact=True, charging=True) == "ok"
    assert place(other_unit_contact=True, enemy_contact=True, pressing=True) == "ok"


def test_the_first_reason_is_given() -> None:
    """Reasons are checked in the order of the book."""
    wrong: dict[str, Any] = {
        "gap": 7,
        "displacement": 20,
        "crosses": ["enemy", "fence"],
        "mounted": True,
        "other_unit_contact": True,
    }
    seen = []
    for key, better in (
        ("gap", 2),
        ("displacement", 5),
        ("crosses", ["fence"]),
        ("mounted", False),
        ("allowance_left", 3),
        ("charging", True),
        ("enemy_contact", True),
    ):
        seen.append(place(**wrong))
        wrong[key] = better
    assert [*seen, place(**wrong)] == [
        "more_than_6_inches_from_leader",
        "further_than_leader_move_plus_6",
        "blocked_line",
        "horse_cannot_jump",
        "obstacle_not_paid",
        "contact_needs_charge",
        "not_the_target",
        "ok",
    ]


def test_contradictions_in_a_placement_are_refused() -> None:
    near = {"gap": 2, "displacement": 3, "leader_path": 5}
    assert "one or the other" in refusal("placement", {**near, "charging": True, "pressing": True})
    assert "allowance = 4" in refusal("placement", {**near, "allowance": 4})
    assert place(allowance=8, allowance_left=3) == "ok"
    assert "allowance_left = 3" in refusal(
        "placement", {**near, "allowance": 7, "allowance_left": 3}
    )


# -- lance runs


def lance(final_straight: float = 12.0, **facts: Any) -> tuple[int, str]:
    result = adjudge("lance", {"final_straight": final_straight, **facts})
    return result["bonus"], result["reason"]


def test_op_charge_14_nine_inches_straight() -> None:
    """Run 9.0: +1; run 8.9: 0."""
    assert lance(9.0) == (1, "ok")
    assert lance(8.9) == (0, "run_too_short")


def test_a_rider_who_charged_with_his_lance_is_the_rule() -> None:
    """Unless said otherwise he is mounted, charged this turn and holds the lance."""
    assert lance_bonus(9.0) == (1, "ok")


def test_op_charge_15_what_spoils_the_run() -> None:
    """A follower shifted 9.5 inches qualifies, 8 does not; slow ground and obstacles spoil it."""
    assert lance(9.5) == (1, "ok")
    assert lance(8.0) == (0, "run_too_short")
    assert lance(crosses_slow_or_obstacle=True) == (0, "ground_breaks_the_run")
    assert lance(mounted=False) == (0, "on_foot")
    assert lance(lance_in_hand=False) == (0, "no_lance")


def test_op_melee_03_only_in_the_turn_of_the_charge() -> None:
    assert lance(charged_this_turn=False) == (0, "no_charge")


def test_op_wpn_05_a_lance_needs_a_horse() -> None:
    assert lance(mounted=False) == (0, "on_foot")
    assert lance() == (1, "ok")
