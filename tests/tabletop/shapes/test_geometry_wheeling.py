"""Wheels, zones, arcs and contact edges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import MultiPoint
from shapely.geometry import Polygon as Shape

from banneret.tabletop.shapes.measuring import Base, CornerStand, Disc, Rect, ahead, distance, gap
from banneret.tabletop.shapes.wheeling import (
    ahead_of,
    edge_contacts,
    from_front,
    front_centre,
    moved,
    partly_in_corner_arc,
    surface,
    turned,
    turned_about,
    wheel_inches,
    wheeled,
    zone_of,
)

coordinates = st.integers(-5000, 5000).map(lambda n: n / 1000)
sizes = st.integers(300, 3000).map(lambda n: n / 1000)
facings = st.floats(0, 359.99)
rects = st.builds(Rect, coordinates, coordinates, facings, sizes, sizes)
discs = st.builds(Disc, coordinates, coordinates, sizes)


@given(rects, st.floats(0, 180), st.sampled_from(["left", "right"]))
def test_wheel_keeps_its_corner(rect: Rect, degrees: float, side: str) -> None:
    corner = 0 if side == "left" else 1
    done = wheeled(rect, "left" if side == "left" else "right", degrees)
    assert distance(done.corners[corner], rect.corners[corner]) < 1e-9
    sign = -1 if side == "left" else 1
    assert done.facing == pytest.approx((rect.facing + sign * degrees) % 360.0)


def test_wheel_by_hand() -> None:
    assert wheel_inches(Rect(0, 0, 0, 4.5, 2), 45) == pytest.approx(3.534, abs=0.001)
    done = wheeled(Rect(0, 0, 0, 2, 2), "right", 90)
    assert (done.x, done.y, done.facing) == (0, 2, 90)
    assert turned_about(Rect(1, 0, 0, 1, 1), (0, 0), 90) == Rect(0, -1, 90, 1, 1)


@given(rects)
def test_front_centre_and_back(rect: Rect) -> None:
    again = from_front(front_centre(rect), rect.facing, rect.width, rect.depth)
    assert distance((again.x, again.y), (rect.x, rect.y)) < 1e-9
    assert moved(turned(rect, 370), 1, 2) == Rect(
        rect.x + 1, rect.y + 2, 10, rect.width, rect.depth
    )


def test_zones_by_lines_from_the_corners() -> None:
    unit = Rect(0, 0, 0, 6, 2)
    assert zone_of(unit, (5, 3)) == "front"
    assert zone_of(unit, (5, 2.9)) == "right"
    assert zone_of(unit, (-5, 2.9)) == "left"
    assert zone_of(unit, (5, -3)) == "right"
    assert zone_of(unit, (4.9, -3)) == "rear"
    assert zone_of(unit, (0, 0.5)) == "front"


@given(rects, st.one_of(rects, discs), st.sampled_from([15.0, 30.0, 45.0]))
def test_partly_in_arc_against_shapely(rect: Rect, other: Base, angle: float) -> None:
    left, right = rect.corners[0], rect.corners[1]
    arc = Shape(
        [left, ahead(left, rect.facing - angle, 90), ahead(right, rect.facing + angle, 90), right]
    )
    if isinstance(other, Disc):
        far = arc.distance(MultiPoint([(other.x, other.y)])) - other.radius
    else:
        far = arc.distance(MultiPoint(other.corners).convex_hull)
    assert partly_in_corner_arc(rect, other, angle) == (far <= 0.001) or abs(far) < 0.003


def test_target_at_46_degrees_is_out_of_arc() -> None:
    unit = Rect(0, 0, 0, 2, 2)
    assert partly_in_corner_arc(unit, Disc(*ahead((1, 1), 44, 8), 0.01), 45)
    assert not partly_in_corner_arc(unit, Disc(*ahead((1, 1), 46, 8), 0.01), 45)


def test_longer_contact_edge() -> None:
    base = Rect(0, 0, 0, 1, 1)
    assert edge_contacts(base, Rect(0.4, 1, 0, 1, 1)) == pytest.approx((0.6, 0, 0, 0), abs=0.003)
    front, right, rear, left = edge_contacts(base, Rect(1, 1, 0, 1, 1), 0.02)
    assert max(front, right, rear, left) <= 0.04
    assert edge_contacts(base, Disc(0, 1, 0.5), 0.02)[0] > 0
    stand = CornerStand(0, 0, 0, 1)
    enemy = Rect(*ahead((0, 0), 315, 1), 315, 1, 1)
    assert gap(stand.base, enemy) < 1e-9
    assert edge_contacts(stand.base, enemy)[3] == pytest.approx(1)


@given(rects, st.tuples(coordinates, coordinates), facings)
def test_cut_parts_make_the_whole(rect: Rect, p: tuple[float, float], facing: float) -> None:
    front = ahead_of(rect.corners, p, facing)
    back = ahead_of(rect.corners, p, facing + 180)
    assert surface(front) + surface(back) == pytest.approx(rect.width * rect.depth, abs=1e-6)
