"""Placement: where a follower may be set down (sections MOVE, CHARGE)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.one_page_skirmish.adjudged import adjudge, refusal

MEASURED = {"follower_placement": "measured"}


def place(**facts: Any) -> str:
    """The reason for a follower 2 inches from a leader who went 5."""
    near = {"gap": 2.0, "displacement": 5.0, "leader_path": 5.0, **facts}
    result = adjudge("placement", near)
    assert result["legal"] == (result["reason"] == "ok")
    reason: str = result["reason"]
    return reason


def test_op_group_02_followers_are_set_down_within_six() -> None:
    assert place(gap=6.0) == "ok"
    assert place(gap=6.01) == "more_than_6_inches_from_leader"


def test_op_group_04_exactly_six_is_with_the_leader() -> None:
    """Gap 6.0 is in cohesion, gap 6.01 is not."""
    assert place(gap=6.0) == "ok"
    assert place(gap=6.01) == "more_than_6_inches_from_leader"


def test_op_move_17_six_inches_and_no_path() -> None:
    """A follower 6.0 from the leader is legal; his own path is not measured."""
    assert place(gap=6.0, displacement=11.0, leader_path=5.0) == "ok"
    assert place(gap=6.01) == "more_than_6_inches_from_leader"


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
