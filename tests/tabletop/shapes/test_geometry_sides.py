"""Directions, arcs and the sides of bases."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.tabletop.shapes.measuring import (
    CornerStand,
    Disc,
    Rect,
    ahead,
    ahead_of_front_edge,
    angle_off,
    bearing,
    behind,
    behind_rear_edge,
    centre,
    corner_side,
    corner_sides,
    gap,
    horse_side,
    in_arc,
    in_corner_arc,
    in_front,
    local,
    side_of,
    sides_of,
)

angles = st.floats(0, 359.99)


@pytest.mark.parametrize(
    ("to", "expected"),
    [((0, 1), 0), ((1, 0), 90), ((0, -1), 180), ((-1, 0), 270), ((1, 1), 45), ((-1e-20, 1), 0)],
)
def test_bearing_is_clockwise_from_north(to: tuple[float, float], expected: float) -> None:
    assert bearing((0, 0), to) == expected


@given(angles, st.floats(0.1, 50))
def test_ahead_and_bearing_are_inverse(facing: float, inches: float) -> None:
    far = ahead((3, 4), facing, inches)
    assert angle_off(facing, bearing((3, 4), far)) < 1e-6


def test_angle_off_takes_the_short_way() -> None:
    assert angle_off(350, 10) == 20
    assert angle_off(10, 350) == 20
    assert angle_off(0, 180) == 180
    assert angle_off(720, 0) == 0


def test_exactly_square_is_in_front() -> None:
    rect = Rect(0, 0, 90, 1, 1)
    assert in_front(rect, 90, (0, 5))
    assert in_front((0.0, 0.0), 90, (0, -5))
    assert not in_front(Disc(0, 0, 1), 90, (-0.002, 5))
    assert behind(CornerStand(0, 0, 90, 1), 90, (-1, 0))
    assert centre((1, 2)) == (1, 2)


def test_lines_along_front_and_rear_edge() -> None:
    rect = Rect(0, 0, 0, 2, 4)
    assert ahead_of_front_edge(rect, (9, 2))
    assert not ahead_of_front_edge(rect, (0, 1.9))
    assert behind_rear_edge(rect, (9, -2))
    assert not behind_rear_edge(rect, (0, -1.9))


def test_sides_run_through_the_corners() -> None:
    rect = Rect(0, 0, 0, 2, 4)
    assert side_of(rect, (0, 5)) == "front"
    assert side_of(rect, (2, 3)) == "right"
    assert side_of(rect, (-2, 3)) == "left"
    assert side_of(rect, (1, -5)) == "rear"
    assert side_of(rect, (2, 4)) == "front"
    assert sides_of(rect, (2, 4)) == ("front", "right")
    assert sides_of(rect, (-2, -4)) == ("rear", "left")


@given(angles, st.floats(-9, 9), st.floats(-9, 9))
def test_sides_turn_with_the_base(facing: float, x: float, y: float) -> None:
    turned = Rect(0, 0, facing, 1, 2)
    assert set(sides_of(Rect(0, 0, 0, 1, 2), local(turned, (x, y)))) >= {side_of(turned, (x, y))}


def test_horse_carries_the_shield_on_the_left() -> None:
    horse = Rect(0, 0, 180, 1, 2)
    assert horse_side(horse, (5, 0)) == "shield"
    assert horse_side(horse, (-5, 0)) == "sword"
    assert horse_side(horse, (0, -5)) == "front"
    assert horse_side(horse, (0, 5)) == "rear"


def test_corner_stand_sides() -> None:
    """North is the front corner: north-west is the shield side, north-east the sword side."""
    stand = CornerStand(0, 0, 0, 1)
    assert corner_side(stand, (-1, 1)) == "shield"
    assert corner_side(stand, (1, 1)) == "sword"
    assert corner_side(stand, (-1, -1)) == "rear_left"
    assert corner_side(stand, (1, -1)) == "rear_right"
    assert corner_side(stand, (5, 0)) == "sword"
    assert corner_sides(stand, (0, 5)) == ("shield", "sword")
    assert corner_sides(stand, (5, 0)) == ("sword", "rear_right")
    assert corner_sides(stand, (0, -5)) == ("rear_left", "rear_right")


def test_corner_stand_points_its_corner_ahead() -> None:
    stand = CornerStand(0, 0, 90, 1)
    assert stand.corners[0] == pytest.approx((0.70710678, 0))
    assert stand.corners[1] == pytest.approx((0, -0.70710678))
    assert gap(stand.base, Rect(1.70710678, 0, 0, 2, 1)) == pytest.approx(0, abs=1e-6)


def test_arc_from_the_centre_includes_its_edge() -> None:
    rect = Rect(0, 0, 0, 1, 1)
    assert in_arc(rect, (3, 3), 45)
    assert in_arc(rect, (3.001, 3), 45)
    assert not in_arc(rect, (3.1, 3), 45)
    assert in_arc(rect, (0, 0), 10)
    assert in_arc(CornerStand(0, 0, 90, 1), (3, -3), 45)


def test_arc_from_the_corners() -> None:
    rect = Rect(0, 0, 0, 2, 2)
    assert in_corner_arc(rect, (4, 4), 45)
    assert not in_corner_arc(rect, (4.1, 4), 45)
    assert not in_corner_arc(rect, (0, 0.9), 45)
    assert in_corner_arc(rect, (1, 1), 45)
