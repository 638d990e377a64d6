"""Lines through a lane past the corners in it, held against lines tried by the hundred."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from banneret.tabletop.ground.lanes import Lane
from banneret.tabletop.shapes.segments import Point

Wall = tuple[Point, Point]

A0, A1 = (0.0, 1.0), (0.0, 0.0)
LANE = Lane(A0, A1, (10.0, 1.0), (10.0, 0.0))
FINE = 40

heights = st.integers(-8, 28).map(lambda n: n / 20)
posts = st.integers(2, 18).map(lambda n: n / 2)


def crosses(wall: Wall, p: Point, q: Point) -> bool:
    """Whether an upright wall lies across a line, its ends included."""
    (x, low), (_, high) = wall
    y = p[1] + (q[1] - p[1]) * (x - p[0]) / (q[0] - p[0])
    return min(low, high) <= y <= max(low, high)


def clear(walls: list[Wall], p: Point, q: Point) -> bool:
    return not any(crosses(wall, p, q) for wall in walls)


def test_without_corners_there_is_nothing_to_look_past() -> None:
    assert not list(LANE.lines([]))
    assert not list(LANE.lines([(5.0, 1.0), (5.0, -0.1), (-1.0, 0.5), (11.0, 0.5)]))


def test_one_corner_is_passed_on_either_hand() -> None:
    lines = list(LANE.lines([(5.0, 0.3)]))
    above = [p[1] + q[1] > 0.6 for p, q in lines]
    assert any(above)
    assert not all(above)


def test_the_far_chord_may_be_a_point() -> None:
    spot = (10.0, 0.5)
    lines = list(Lane(A0, A1, spot, spot).lines([(5.0, 0.5)]))
    assert {q for _, q in lines} == {spot}
    assert {p[1] > 0.5 for p, _ in lines} == {True, False}


@given(st.lists(st.tuples(posts, heights, heights), min_size=1, max_size=4))
def test_whatever_line_is_clear_one_of_them_is(stakes: list[tuple[float, float, float]]) -> None:
    """Where any of sixteen hundred lines passes the walls, so does one past their corners."""
    walls: list[Wall] = [((x, low), (x, high)) for x, low, high in stakes]
    rows = [(n + 0.5) / FINE for n in range(FINE)]
    found = any(clear(walls, (0.0, s), (10.0, t)) for s in rows for t in rows)
    tried = [*LANE.lines([end for wall in walls for end in wall])]
    plain = [((0.0, s), (10.0, t)) for s in (0.01, 0.5, 0.99) for t in (0.01, 0.5, 0.99)]
    assert not found or any(clear(walls, p, q) for p, q in (*tried, *plain))
