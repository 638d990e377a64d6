"""Sliding bases into one another."""

from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import MultiPoint

from banneret.tabletop.shapes.measuring import (
    Base,
    Disc,
    Point,
    Rect,
    distance,
    first_contact,
    first_contact_segment,
    gap,
    overlaps,
    swept,
)

coordinates = st.integers(-5000, 5000).map(lambda n: n / 1000)
sizes = st.integers(300, 2000).map(lambda n: n / 1000)
facings = st.one_of(st.sampled_from([0.0, 90.0, 45.0]), st.floats(0, 359.99))
points = st.tuples(coordinates, coordinates)
rects = st.builds(Rect, coordinates, coordinates, facings, sizes, sizes)
discs = st.builds(Disc, coordinates, coordinates, sizes)
bases: st.SearchStrategy[Base] = st.one_of(rects, discs)


def slid(base: Base, dx: float, dy: float) -> Base:
    if isinstance(base, Rect):
        return Rect(base.x + dx, base.y + dy, base.facing, base.width, base.depth)
    return Disc(base.x + dx, base.y + dy, base.radius)


@given(bases, points, st.lists(bases, min_size=1, max_size=4))
def test_first_contact_against_small_steps(base: Base, way: Point, others: list[Base]) -> None:
    dx, dy = way
    others = [other for other in others if gap(base, other) > 0.01]
    when, which = first_contact(base, dx, dy, others)
    stopped = slid(base, dx * when, dy * when)
    assert 0.0 <= when <= 1.0
    if which is None:
        assert when == 1.0
    else:
        assert gap(stopped, others[which]) < 1e-6
    for n in range(41):
        part = slid(base, dx * when * n / 40, dy * when * n / 40)
        assert not any(overlaps(part, other) for other in others)


@given(bases, points, points, points)
def test_first_contact_with_a_wall(base: Base, way: Point, p: Point, q: Point) -> None:
    wall = swept(0, 0, p, q)
    if gap(base, wall) < 0.01 or distance(p, q) < 0.01:
        return
    when, which = first_contact_segment(base, way[0], way[1], [(p, q)])
    stopped = slid(base, way[0] * when, way[1] * when)
    assert (which is None) or gap(stopped, wall) < 1e-6
    for n in range(21):
        part = slid(base, way[0] * when * n / 20, way[1] * when * n / 20)
        assert not overlaps(part, wall)


def test_contact_by_hand() -> None:
    base = Rect(0, 0, 0, 1, 1)
    assert first_contact(base, 10, 0, [Rect(6, 0, 0, 1, 1)]) == (0.5, 0)
    assert first_contact(base, 10, 0, [Disc(6, 0, 0.5)]) == (0.5, 0)
    assert first_contact(Disc(0, 0, 0.5), 0, 10, [Rect(0, 6, 0, 1, 1)]) == (0.5, 0)
    assert first_contact(Disc(0, 0, 0.5), 0, 10, [Disc(0, 6, 0.5)]) == (0.5, 0)
    assert first_contact(base, 10, 0, [Rect(6, 3, 0, 1, 1)]) == (1.0, None)
    assert first_contact(base, 0, 0, [Rect(0, 0, 0, 1, 1)]) == (1.0, None)


def test_points_meet_nothing_but_width() -> None:
    assert first_contact(Disc(0, 0, 0), 10, 0, [Disc(5, 0, 0)]) == (1.0, None)
    assert first_contact(Disc(0, 0, 0), 10, 0, [Disc(6, 0, 1)]) == (0.5, 0)


def test_disc_meets_a_corner_on_its_round_edge() -> None:
    when, which = first_contact(Disc(0, 0, 1), 10, 0, [Rect(5.5, 1.1, 0, 1, 1)])
    assert which == 0
    assert when * 10 == pytest.approx(5 - sqrt(1 - 0.36))


def test_neighbour_in_contact_stops_only_a_slide_into_it() -> None:
    base = Rect(0, 0, 0, 1, 1)
    right = Rect(1, 0, 0, 1, 1)
    assert first_contact(base, 5, 0, [right]) == (0.0, 0)
    assert first_contact(base, 0, 5, [right]) == (1.0, None)
    assert first_contact(base, -5, 0, [right]) == (1.0, None)
    assert first_contact(base, 5, 5, [right]) == (0.0, 0)
    assert first_contact(base, 0, 5, [Rect(1.0005, 0, 0, 1, 1)]) == (1.0, None)
    assert first_contact(base, 0, 5, [Rect(0.9995, 0, 0, 1, 1)]) == (1.0, None)


def test_overlapping_neighbour_lets_go_but_not_deeper() -> None:
    base = Rect(0, 0, 0, 1, 1)
    assert first_contact(base, 5, 0, [Rect(0.8, 0, 0, 1, 1)]) == (0.0, 0)
    assert first_contact(base, -5, 0, [Rect(0.8, 0, 0, 1, 1)]) == (1.0, None)


def test_first_of_several_and_lowest_number_on_a_tie() -> None:
    base = Rect(0, 0, 0, 1, 1)
    row: list[Base] = [Rect(8, 0, 0, 1, 1), Rect(6, 0.5, 0, 1, 1), Rect(6, -0.5, 0, 1, 1)]
    assert first_contact(base, 10, 0, row) == (0.5, 1)


@given(sizes, sizes, points, points)
def test_swept_is_the_hull_of_both_ends(width: float, depth: float, p: Point, q: Point) -> None:
    path = swept(width, depth, p, q)
    start = Rect(p[0], p[1], path.facing, width, depth)
    end = Rect(q[0], q[1], path.facing, width, depth)
    hull = MultiPoint([*start.corners, *end.corners]).convex_hull
    assert hull.symmetric_difference(MultiPoint(path.corners).convex_hull).area < 1e-6


def test_swept_on_the_spot_keeps_its_facing() -> None:
    assert swept(1, 2, (3, 4), (3, 4), 30) == Rect(3, 4, 30, 1, 2)
