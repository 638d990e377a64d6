"""What a moving body meets is what a thousand small steps meet."""

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from banneret.tabletop.bodies.sweeping import (
    distance_ahead,
    distance_past,
    slid_through,
    slide_clear,
    slide_into_area,
    slide_to_line,
    slide_until,
    stands_in,
    stands_wholly_in,
    turn_clear,
    turn_to_line,
    turn_until,
)
from banneret.tabletop.shapes.bases import Rect, heading
from banneret.tabletop.shapes.measuring import gap, gap_to_segment, overlaps
from banneret.tabletop.shapes.wheeling import moved, turned_about

near = st.floats(-8, 8).map(lambda v: round(v, 2))
angle = st.floats(0, 359).map(lambda v: round(v, 1))
rects = st.builds(
    Rect, near, near, angle, st.sampled_from([1.5, 3, 6, 9]), st.sampled_from([1.0, 2, 4])
)
STEPS = 1000


@given(rects, angle, st.floats(1, 18), rects)
def test_a_slide_meets_what_small_steps_meet(a: Rect, way: float, far: float, b: Rect) -> None:
    assume(gap(a, b) > 0.01)
    ux, uy = heading(way)
    went = slide_until(a, way, far, [b])
    first = next(
        (
            s
            for s in range(STEPS)
            if overlaps(moved(a, ux * far * s / STEPS, uy * far * s / STEPS), b)
        ),
        None,
    )
    if first is None:
        assert went > far * 0.99 or gap(moved(a, ux * went, uy * went), b) < 0.01
    else:
        assert went <= far * first / STEPS + 0.01
        assert not overlaps(moved(a, ux * went, uy * went), b)


@given(rects, st.sampled_from([0, 1]), st.floats(-120, 120), rects)
@example(Rect(0.0, 0.0, 71.8, 3, 2), 0, -91.0, Rect(3.98, 3.99, 161.0, 3, 2))  # almost alongside
def test_a_wheel_meets_what_small_steps_meet(a: Rect, which: int, turn: float, b: Rect) -> None:
    assume(gap(a, b) > 0.01 and abs(turn) > 1)
    pivot = a.corners[which]
    share = turn_until(a, pivot, turn, [b])
    first = next(
        (s for s in range(STEPS + 1) if overlaps(turned_about(a, pivot, turn * s / STEPS), b)), None
    )
    if first is not None:
        assert share <= first / STEPS + 1e-6
    if share < 1.0:
        assert not overlaps(turned_about(a, pivot, turn * share), b)
        assert gap(turned_about(a, pivot, turn * share), b) < 0.02
    else:
        assert first is None or first == STEPS


@given(rects, angle, st.floats(1, 18), rects, st.sampled_from([1.0, 0.5]))
def test_keeping_clear_on_a_slide(a: Rect, way: float, far: float, b: Rect, keep: float) -> None:
    assume(gap(a, b) > keep)
    ux, uy = heading(way)
    went = slide_clear(a, way, far, [b], keep)
    for s in range(STEPS + 1):
        t = went * s / STEPS
        assert gap(moved(a, ux * t, uy * t), b) >= keep - 0.003
    if went < far - 0.01:
        assert gap(moved(a, ux * went, uy * went), b) < keep + 0.01


@given(rects, st.sampled_from([0, 1]), st.floats(-90, 90), rects)
def test_keeping_clear_in_a_wheel(a: Rect, which: int, turn: float, b: Rect) -> None:
    assume(gap(a, b) > 1.0)
    pivot = a.corners[which]
    share = turn_clear(a, pivot, turn, [b], 1.0)
    for s in range(STEPS + 1):
        assert gap(turned_about(a, pivot, turn * share * s / STEPS), b) >= 1.0 - 0.003


def test_one_who_is_too_near_already_may_go_away() -> None:
    a, b = Rect(0, 0, 0, 3, 1), Rect(0, 1.5, 0, 3, 1)
    assert slide_clear(a, 180.0, 6, [b], 1.0) == 6
    assert slide_clear(a, 0.0, 6, [b], 1.0) < 0.01


@given(rects, angle, st.floats(1, 18), st.tuples(near, near), st.tuples(near, near))
def test_a_line_is_met_where_steps_meet_it(
    a: Rect, way: float, far: float, p: tuple[float, float], q: tuple[float, float]
) -> None:
    assume(abs(p[0] - q[0]) + abs(p[1] - q[1]) > 0.5 and gap_to_segment(a, p, q) > 0.01)
    ux, uy = heading(way)
    went = slide_to_line(a, way, far, (p, q))
    first = next(
        (
            s
            for s in range(STEPS + 1)
            if gap_to_segment(moved(a, ux * far * s / STEPS, uy * far * s / STEPS), p, q) <= 0
        ),
        None,
    )
    if first is not None:
        assert went <= far * first / STEPS + 1e-6
    if went < far:
        assert gap_to_segment(moved(a, ux * went, uy * went), p, q) < 0.01


def test_areas_and_turns() -> None:
    wood = ((0, 5), (10, 5), (10, 15), (0, 15))
    a = Rect(5, 0, 0, 3, 2)
    assert slide_into_area(a, 0.0, 12, wood) == pytest.approx(4)
    assert slide_into_area(moved(a, 0, 8), 0.0, 12, wood) == 0
    assert not stands_in(moved(a, 0, 4), wood)
    assert stands_in(moved(a, 0, 4.1), wood)
    assert not stands_wholly_in(moved(a, 0, 4.1), wood)
    assert stands_wholly_in(moved(a, 0, 8), wood)
    assert turn_to_line(a, a.corners[0], -30, ((0, 2), (10, 2))) < 1
    assert turn_to_line(a, a.corners[0], -30, ((0, 9), (10, 9))) == 1


def test_through_and_past() -> None:
    a = Rect(0, 0, 0, 3, 2)
    one, two = Rect(0, 4, 0, 3, 2), Rect(1, 9, 0, 3, 2)
    assert slid_through(a, 0.0, 12, [two, one]) == [1, 0]
    assert distance_ahead(a, one, 0.0) == pytest.approx(2)
    assert distance_ahead(a, one, 180.0) is None
    assert distance_past(a, one, 0.0) == pytest.approx(6)
