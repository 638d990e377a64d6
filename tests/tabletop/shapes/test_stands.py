"""Stands with named sides: which side is touched, sliding, turning in contact, passing by."""

from __future__ import annotations

from math import isclose

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from banneret.tabletop.shapes.bases import Rect
from banneret.tabletop.shapes.polygons import apart, slide_until, way_out
from banneret.tabletop.shapes.stands import (
    AGAINST,
    Stand,
    between,
    closest_passage,
    corner_square,
    first_within,
    lengths,
    long_stand,
    odd_stand,
    overlapping,
    settled,
    share_beside,
    share_past_flanks,
    side_touched,
    side_towards,
    sides_touched,
    slide,
    touching,
)

MAN = corner_square(1.0)
HORSE = long_stand(1.0, 2.0)
DRAGON = long_stand(3.0, 8.0, 5.0)
WEDGE = odd_stand(
    ((0.0, 1.0), (0.7, -0.6), (-0.7, -0.6)), (("sword", True), ("tail", False), ("shield", True))
)
KINDEST = ("shield", "sword", "left", "head", "right", "rear_left", "rear_right", "tail")
PATTERNS = (MAN, HORSE, DRAGON, WEDGE)

spots = st.floats(-6.0, 6.0)
facings = st.floats(0.0, 360.0, exclude_max=True)
stands = st.builds(Stand, st.sampled_from(PATTERNS), spots, spots, facings)


@pytest.mark.parametrize(
    ("where", "name"),
    [
        ((-0.71, 0.71), "shield"),
        ((0.71, 0.71), "sword"),
        ((-0.71, -0.71), "rear_left"),
        ((0.71, -0.71), "rear_right"),
    ],
)
def test_a_square_has_its_shield_left_of_the_corner(where: tuple[float, float], name: str) -> None:
    """Facing north the north-west side is the shield side, and so round."""
    man, other = Stand(MAN, 0.0, 0.0, 0.0), Stand(MAN, *where, 0.0)
    touched = side_touched(man, other, KINDEST)
    assert touched is not None
    assert touched.name == name


def test_a_corner_touch_counts_as_the_kindest_side() -> None:
    """Nose to nose both frontal sides are touched at the corner: the shield takes it."""
    man, other = Stand(MAN, 0.0, 0.0, 0.0), Stand(MAN, 0.0, 1.415, 180.0)
    touched = side_touched(man, other, KINDEST)
    assert touched is not None
    assert touched.name == "shield"


def test_the_longer_contact_decides() -> None:
    """A wall across the front corner region lies longer along one edge."""
    horse = Stand(HORSE, 0.0, 0.0, 0.0)
    beside = Rect(0.5 + 0.5, 0.6, 0.0, 1.0, 1.0)  # wholly along the right flank
    touched = side_touched(horse, beside, KINDEST)
    assert touched is not None
    assert touched.name == "right"
    assert [edge.name for edge in sides_touched(horse, beside)] == ["right"]


def test_a_dragon_is_frontal_along_five_inches_of_its_flanks() -> None:
    """One end and the nearest 5 inches of each long side are frontal."""
    named = {edge.name: edge for edge in Stand(DRAGON, 0.0, 0.0, 0.0).edges}
    assert named["right"].frontal
    assert not named["rear_right"].frontal
    assert isclose(named["right"].start[1] - named["right"].end[1], 5.0)
    assert isclose(named["rear_left"].end[1] - named["rear_left"].start[1], 3.0)


def test_without_contact_the_nearest_side_is_meant() -> None:
    """A spear half an inch away is on the side it is nearest to."""
    man = Stand(MAN, 0.0, 0.0, 0.0)
    assert side_towards(man, Stand(MAN, -1.1, -1.1, 0.0), KINDEST).name == "rear_left"


@given(stands, stands)
def test_gap_and_overlap_agree(one: Stand, other: Stand) -> None:
    """Stands overlap exactly when a shift is needed to part them, and then no gap is left."""
    by_corners = apart(one.corners, other.corners)
    assert isclose(between(one, other), by_corners, abs_tol=1e-6)
    if overlapping(one, other):
        assert between(one, other) == pytest.approx(0.0, abs=1e-6)


@given(stands, stands)
def test_settling_leaves_them_touching(one: Stand, other: Stand) -> None:
    """After the least shift they touch and do not lie over each other."""
    assume(one.pattern is not WEDGE and other.pattern is not WEDGE)
    done = settled(one, other)
    assert touching(done, other)
    out = way_out(done.corners, other.corners)
    assert out is None or abs(out[0]) + abs(out[1]) < 1e-5


@given(stands, spots, spots, stands)
def test_a_slide_stops_at_contact(one: Stand, dx: float, dy: float, other: Stand) -> None:
    """Where a slide from clear ground ends the two touch; before that they do not overlap."""
    assume(not overlapping(one, other) and abs(dx) + abs(dy) > 0.1)
    part, hit = slide(one, dx, dy, [other])
    there = one.moved(dx * part, dy * part)
    assert not overlapping(there, other) or between(one, other) < 1e-4
    if hit is not None:
        assert between(there, other) < 1e-3


@given(stands, spots, spots, stands)
def test_slides_of_polygons_and_rectangles_agree(
    one: Stand, dx: float, dy: float, other: Stand
) -> None:
    """The general way and the quick one find the same meeting."""
    assume(one.base is not None and other.base is not None)
    assume(between(one, other) > 0.01 and abs(dx) + abs(dy) > 0.1)
    part, hit = slide(one, dx, dy, [other])
    again = slide_until(one.corners, dx, dy, other.corners)
    if hit is not None and again is not None:
        assert isclose(part, again, abs_tol=1e-3)
    elif (hit is None) != (again is None):  # a brush by less than the tolerance
        near = closest_passage(one, dx, dy, other)
        assert between(one.moved(dx * near, dy * near), other) < 1e-3


@given(stands, stands)
def test_a_touched_side_is_one_of_those_in_contact(one: Stand, other: Stand) -> None:
    """No side is named without contact, and every contact has one."""
    touched = side_touched(one, other, KINDEST)
    if between(one, other) > 2 * AGAINST:
        assert touched is None
    if touched is not None:
        assert touched.name in [edge.name for edge, _ in lengths(one, other)]


@given(stands, stands)
def test_shares_add_up(one: Stand, other: Stand) -> None:
    """Left and right of the middle line make the whole; past the flanks there is less."""
    left, right = share_beside(one, other)
    assert isclose(left + right, 1.0)
    past_left, past_right = share_past_flanks(one, other)
    assert past_left <= left + 1e-6
    assert past_right <= right + 1e-6


def test_closest_passage_and_ranges_on_a_straight_run() -> None:
    """A horse running past a man is nearest beside him, and an inch away before that."""
    horse, man = Stand(HORSE, 0.0, 0.0, 0.0), Stand(MAN, 1.5, 6.0, 0.0)
    near = closest_passage(horse, 0.0, 10.0, man)
    assert 0.4 < near < 0.7
    first = first_within(horse, 0.0, 10.0, man, 1.0)
    assert first is not None
    assert first < near
    assert isclose(between(horse.moved(0.0, 10.0 * first), man), 1.0, abs_tol=0.002)
    assert first_within(horse, 0.0, 10.0, Stand(MAN, 5.0, 6.0, 0.0), 1.0) is None


def test_turning_keeps_the_middle_and_snapping_rounds() -> None:
    """A turn on the spot moves no middle; what is stored has three decimals."""
    man = Stand(MAN, 1.23456, 2.0, 350.0)
    assert man.turned(370.0).facing == pytest.approx(10.0)
    assert man.turned(10.0).centre == man.centre
    assert man.snapped().x == 1.235
    assert man.ahead(1.0, 90.0).centre == pytest.approx((2.23456, 2.0))
    assert man.local(man.spot((0.3, 0.4))) == pytest.approx((0.3, 0.4))


@given(stands, spots, spots, stands, st.floats(0.1, 0.9))
def test_the_first_spot_so_near_is_found(
    one: Stand, dx: float, dy: float, other: Stand, share: float
) -> None:
    """At the spot they are so near, before it they are not; if none is found, none is."""
    assume(one.base is not None and other.base is not None)
    inches = share * between(one, other)
    assume(inches > 0.05 and abs(dx) + abs(dy) > 0.5)
    part = first_within(one, dx, dy, other, inches)
    near = closest_passage(one, dx, dy, other)
    least = between(one.moved(dx * near, dy * near), other)
    if part is None:
        assert least > inches - 0.01
    else:
        assert between(one.moved(dx * part, dy * part), other) <= inches + 0.002
        assert between(one.moved(dx * part * 0.98, dy * part * 0.98), other) > inches - 0.002
