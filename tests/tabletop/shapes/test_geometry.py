"""Distances between bases, against Shapely and by hand."""

from __future__ import annotations

import copy
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import affinity
from shapely.geometry import LineString, MultiPoint, box
from shapely.geometry import Point as Dot
from shapely.geometry.base import BaseGeometry

from banneret.tabletop.shapes.measuring import (
    TOLERANCE,
    Base,
    CornerStand,
    Disc,
    Point,
    Rect,
    distance,
    gap,
    gap_to_point,
    gap_to_polyline,
    gap_to_segment,
    nearer,
    nearest_points,
    overlaps,
    point_in_base,
    polyline_within,
    segment_hits_base,
    segment_inside_base,
    snap,
    snap_point,
    touches,
    within,
)

coordinates = st.integers(-4000, 4000).map(lambda n: n / 1000)
sizes = st.integers(200, 3000).map(lambda n: n / 1000)
facings = st.one_of(st.sampled_from([0.0, 90.0, 180.0, 270.0, 45.0]), st.floats(0, 359.99))
points = st.tuples(coordinates, coordinates)
rects = st.builds(Rect, coordinates, coordinates, facings, sizes, sizes)
discs = st.builds(Disc, coordinates, coordinates, sizes)
bases: st.SearchStrategy[Base] = st.one_of(rects, discs)


def core_of(base: Base) -> tuple[BaseGeometry, float]:
    """Give the part Shapely draws exactly, and how much wider the base is all round."""
    if isinstance(base, Disc):
        return (Dot(base.x, base.y), base.radius)
    upright = box(-base.width / 2, -base.depth / 2, base.width / 2, base.depth / 2)
    turned = affinity.rotate(upright, -base.facing, origin=(0, 0))
    return (affinity.translate(turned, base.x, base.y), 0.0)


def oracle_gap(a: Base, b: Base) -> float:
    core_a, wide_a = core_of(a)
    core_b, wide_b = core_of(b)
    return max(core_a.distance(core_b) - wide_a - wide_b, 0.0)


@given(bases, bases)
def test_gap_is_what_shapely_measures(a: Base, b: Base) -> None:
    assert gap(a, b) == pytest.approx(oracle_gap(a, b), abs=1e-9)
    assert gap(b, a) == pytest.approx(gap(a, b), abs=1e-9)


@given(bases, bases, st.floats(0, 8))
def test_within_agrees_with_gap(a: Base, b: Base, inches: float) -> None:
    assert within(a, b, inches) == (gap(a, b) <= inches + TOLERANCE)
    assert within(a, b, gap(a, b))
    assert touches(a, b) == (gap(a, b) <= TOLERANCE)
    assert nearer(a, b, inches) == (gap(a, b) < inches)
    assert not nearer(a, b, gap(a, b))


@given(rects, rects)
def test_overlap_of_rectangles_is_common_ground(a: Rect, b: Rect) -> None:
    common = core_of(a)[0].intersection(core_of(b)[0])
    if overlaps(a, b):
        assert common.area > 0.0
        assert gap(a, b) == 0.0
    else:
        depth = 0.0 if common.is_empty else -common.buffer(0).exterior.distance(common.centroid)
        assert -depth <= 2 * TOLERANCE


@given(bases, discs)
def test_overlap_with_a_disc_is_depth(a: Base, b: Disc) -> None:
    core, wide = core_of(a)
    depth = b.radius + wide - core.distance(Dot(b.x, b.y))
    if abs(depth - TOLERANCE) > 1e-9:
        assert overlaps(a, b) == (depth > TOLERANCE)
        assert overlaps(b, a) == overlaps(a, b)


@given(bases, bases)
def test_nearest_points_span_the_gap(a: Base, b: Base) -> None:
    p, q = nearest_points(a, b)
    assert distance(p, q) == pytest.approx(gap(a, b), abs=1e-9)
    assert gap_to_point(a, p) <= 1e-9
    assert gap_to_point(b, q) <= 1e-9


@given(bases, points)
def test_gap_to_point(base: Base, p: Point) -> None:
    core, wide = core_of(base)
    expected = max(core.distance(Dot(p)) - wide, 0.0)
    assert gap_to_point(base, p) == pytest.approx(expected, abs=1e-9)
    assert point_in_base(p, base) == (gap_to_point(base, p) <= TOLERANCE)


@given(bases, st.lists(points, min_size=2, max_size=5, unique=True))
def test_gap_to_polyline(base: Base, path: list[Point]) -> None:
    core, wide = core_of(base)
    expected = max(core.distance(LineString(path)) - wide, 0.0)
    assert gap_to_polyline(base, path) == pytest.approx(expected, abs=1e-9)
    nearest = min(gap_to_segment(base, path[i - 1], path[i]) for i in range(1, len(path)))
    assert gap_to_polyline(base, path) == nearest
    assert gap_to_polyline(base, path[:1]) == gap_to_point(base, path[0])
    for inches in (0.0, 1.0, 4.0):
        near = gap_to_polyline(base, path) <= inches + TOLERANCE
        assert polyline_within(base, path, inches) is near


@given(rects, points, points)
def test_length_over_a_rectangle(rect: Rect, p: Point, q: Point) -> None:
    leg = LineString([p, q]) if p != q else Dot(p)
    expected = leg.intersection(core_of(rect)[0]).length
    assert segment_inside_base(p, q, rect) == pytest.approx(expected, abs=1e-6)
    if segment_hits_base(p, q, rect):
        assert core_of(rect)[0].buffer(-TOLERANCE / 2).intersects(leg)
    else:
        assert expected <= rect.radius * 2
        assert not core_of(rect)[0].buffer(-2 * TOLERANCE).intersects(leg)


@given(discs, points, points)
def test_length_over_a_disc(disc: Disc, p: Point, q: Point) -> None:
    far = LineString([p, q]).distance(Dot(disc.x, disc.y)) if p != q else gap_far(disc, p)
    if abs(far - disc.radius + TOLERANCE) > 1e-6:
        assert segment_hits_base(p, q, disc) == (far < disc.radius - TOLERANCE)
    inside = segment_inside_base(p, q, disc)
    assert 0.0 <= inside <= min(distance(p, q), 2 * disc.radius) + 1e-9


def gap_far(disc: Disc, p: Point) -> float:
    return distance(p, (disc.x, disc.y))


def test_disc_chord_by_hand() -> None:
    """A leg through the middle runs the diameter, one 3 off the middle of a 5 runs 8."""
    disc = Disc(0, 0, 5)
    assert segment_inside_base((-9, 0), (9, 0), disc) == pytest.approx(10)
    assert segment_inside_base((-9, 3), (9, 3), disc) == pytest.approx(8)
    assert segment_inside_base((0, 0), (9, 0), disc) == pytest.approx(5)
    assert not segment_hits_base((-9, 5), (9, 5), disc)


def test_corner_contact_touches_and_does_not_overlap() -> None:
    a = Rect(0, 0, 0, 1, 1)
    b = Rect(1, 1, 0, 1, 1)
    assert gap(a, b) == 0.0
    assert touches(a, b)
    assert not overlaps(a, b)
    assert nearest_points(a, b) == ((0.5, 0.5), (0.5, 0.5))


def test_turned_corner_touches_an_edge() -> None:
    square = Rect(0, 0, 0, 1, 1)
    diamond = Rect(0.5 + sqrt(0.5), 0, 45, 1, 1)
    assert touches(square, diamond)
    assert not overlaps(square, diamond)
    assert overlaps(square, Rect(0.49 + sqrt(0.5), 0, 45, 1, 1))


def test_crossed_bases_overlap_without_a_corner_inside() -> None:
    a = Rect(0, 0, 0, 4, 1)
    b = Rect(0, 0, 100, 4, 1)
    assert overlaps(a, b)
    assert gap(a, b) == 0.0
    p, q = nearest_points(a, b)
    assert p == q


def test_exactly_six_inches_is_within_six() -> None:
    assert within(Rect(0, 0, 0, 1, 1), Rect(7, 0, 0, 1, 1), 6)
    assert not within(Rect(0, 0, 0, 1, 1), Rect(7.002, 0, 0, 1, 1), 6)
    assert not within(Rect(0, 0, 0, 1, 1), Rect(1.5, 0, 10, 1, 1), 0.25)
    assert within(Rect(0, 0, 0, 1, 1), Rect(1.5, 0, 10, 1, 1), 0.45)


@given(rects)
def test_corners_are_the_footprint(rect: Rect) -> None:
    hull = MultiPoint(rect.corners).convex_hull
    assert hull.hausdorff_distance(core_of(rect)[0]) < 1e-6
    assert hull.bounds == pytest.approx((rect.x0, rect.y0, rect.x1, rect.y1), abs=1e-9)
    assert distance((rect.x, rect.y), rect.corners[2]) == pytest.approx(rect.radius)


@given(rects, rects)
def test_the_shortest_way_begins_at_a_corner_that_looks_there(a: Rect, b: Rect) -> None:
    if gap(a, b) > TOLERANCE:
        ways = [gap_to_point(a, p) for p in b.corners_towards(a.x, a.y)]
        ways += [gap_to_point(b, p) for p in a.corners_towards(b.x, b.y)]
        assert min(ways) == pytest.approx(gap(a, b), abs=1e-9)
    assert a.corners_towards(a.x, a.y) == a.corners


def test_corners_start_at_the_front_left() -> None:
    rect = Rect(0, 0, 90, 2, 4)
    assert rect.corners == ((2, 1), (2, -1), (-2, -1), (-2, 1))


def test_bases_compare_by_what_they_are() -> None:
    assert Rect(1, 2, 3, 4, 5) == Rect(1, 2, 3, 4, 5)
    assert len({Rect(1, 2, 3, 4, 5), Rect(1, 2, 3, 4, 5), Disc(1, 2, 3), Disc(1, 2, 3)}) == 2
    assert Disc(1, 2, 3) != Rect(1, 2, 3, 4, 5)
    assert repr(Rect(1.0, 2.0, 3.0, 4.0, 5.0)) == "Rect(1.0, 2.0, 3.0, 4.0, 5.0)"
    assert repr(Disc(1.0, 2.0, 3.0)) == "Disc(1.0, 2.0, 3.0)"


def test_bases_survive_copying() -> None:
    for base in (Rect(1, 2, 3, 4, 5), Disc(1, 2, 3)):
        assert copy.deepcopy(base) == base
    stand = copy.deepcopy(CornerStand(1, 2, 30, 1))
    assert stand.base == Rect(1, 2, 75, 1, 1)


def test_a_wall_without_width_cannot_be_run_through() -> None:
    assert not segment_hits_base((-1, 0), (1, 0), Rect(0, 0, 0, 0, 4))
    assert not segment_hits_base((-1, 0), (1, 0), Disc(0, 0, 0))
    assert segment_inside_base((0, -9), (0, 9), Rect(0, 0, 0, 0, 4)) == pytest.approx(4)


def test_snap_rounds_to_thousandths() -> None:
    assert snap(1.23456) == 1.235
    assert str(snap(-0.0001)) == "0.0"
    assert snap_point((0.12345, -0.0)) == (0.123, 0.0)
