"""Legs and polygons, against Shapely and by hand."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from shapely.geometry import LineString
from shapely.geometry import Point as Dot
from shapely.geometry import Polygon as Shape

from banneret.tabletop.shapes.measuring import (
    TOLERANCE,
    Point,
    along,
    crossing_parameters,
    distance,
    distance_point_segment,
    nearest_on_segment,
    point_in_polygon,
    polyline_length,
    segment_distance,
    segments_cross,
    straight_run,
)
from banneret.tabletop.shapes.segments import polyline_crossings

coordinates = st.integers(-5000, 5000).map(lambda n: n / 1000)
grid = st.integers(-3, 3).map(float)
points = st.one_of(st.tuples(coordinates, coordinates), st.tuples(grid, grid))
paths = st.lists(points, min_size=2, max_size=6)


def line(p: Point, q: Point) -> LineString:
    return LineString([p, q])


@given(points, points, points, points)
def test_segments(a: Point, b: Point, c: Point, d: Point) -> None:
    expected = line(a, b).distance(line(c, d))
    assert segment_distance(a, b, c, d) == pytest.approx(expected, abs=1e-7)
    if expected > 1e-7:
        assert not segments_cross(a, b, c, d)
        assert crossing_parameters(a, b, c, d) is None
    met = crossing_parameters(a, b, c, d)
    if met is not None:
        assert distance(along(a, b, met[0]), along(c, d, met[1])) < 1e-6


@given(points, points, points)
def test_point_and_segment(p: Point, a: Point, b: Point) -> None:
    expected = line(a, b).distance(Dot(p)) if a != b else distance(p, a)
    assert distance_point_segment(p, a, b) == pytest.approx(expected, abs=1e-9)
    assert distance(p, nearest_on_segment(p, a, b)) == pytest.approx(expected, abs=1e-9)


def test_touching_and_lying_along_is_crossing() -> None:
    assert segments_cross((0, 0), (2, 0), (1, 0), (1, 5))
    assert segments_cross((0, 0), (2, 0), (1, 0), (3, 0))
    assert not segments_cross((0, 0), (2, 0), (2.1, 0), (3, 0))
    assert crossing_parameters((0, 0), (2, 0), (1, 0), (3, 0)) is None


@given(st.lists(points, min_size=3, max_size=7), points)
def test_point_in_polygon(corners: list[Point], p: Point) -> None:
    shape = Shape(corners)
    if not shape.is_valid or shape.area < 1e-6:
        return
    far = shape.distance(Dot(p))
    if abs(far - TOLERANCE) > 1e-12:  # two ways of rounding may differ at the very rim
        assert point_in_polygon(p, corners) == (far <= TOLERANCE)


@given(points, points, points, paths)
@example((0.0, 0.0), (0.0, 0.0), (0.002, -0.003), [(0.0, 0.0), (-2.0, 3.0)])
@example((0.0, 0.0), (0.0, 0.0), (0.0, -0.001), [(-0.001, 0.003), (1.0, -3.0)])
def test_a_way_cut_in_two_crosses_as_often(p: Point, q: Point, m: Point, path: list[Point]) -> None:
    """Going p-m-q and back straight to p crosses a closed ring an even number of times."""
    ring = [*path, path[0]]
    count = 0
    for a, b in ((p, m), (m, q), (q, p)):
        count += len(polyline_crossings(a, b, ring))
    assert count % 2 == 0


def test_touching_a_bend_is_no_crossing() -> None:
    bend: list[Point] = [(0, 0), (1, 1), (2, 0)]
    assert polyline_crossings((0, 1), (2, 1), bend) == []
    assert polyline_crossings((1, 2), (1, 0), bend) == [0.5]


def test_lengths() -> None:
    assert polyline_length([(0, 0), (3, 4), (3, 5)]) == 6
    assert polyline_length([(1, 1)]) == 0


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ([(0, 0), (0, 4)], 4),
        ([(0, 0), (0, 4), (0, 9)], 9),
        ([(0, 0), (3, 0), (3, 2), (3, 6)], 6),
        ([(0, 0), (0, 9), (0, 6)], 3),
        ([(0, 0), (0, 4), (0, 4)], 4),
        ([(0, 0), (0.0005, 4), (0, 9)], 9),
        ([(0, 0), (0.1, 4), (0, 9)], distance((0.1, 4), (0, 9))),
        ([(1, 1)], 0),
        ([(1, 1), (1, 1)], 0),
    ],
)
def test_straight_run(path: list[Point], expected: float) -> None:
    assert straight_run(path) == pytest.approx(expected)
