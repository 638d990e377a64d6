"""Coming to grips, giving way and overlapping."""

from math import copysign

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from banneret.tabletop.bodies.body import Body
from banneret.tabletop.bodies.conforming import conformed
from banneret.tabletop.bodies.drill import advanced, faced
from banneret.tabletop.bodies.giving_way import (
    bearing_away,
    beyond,
    pushed_back,
    standing_at_end,
    swerving,
    towards,
)
from banneret.tabletop.bodies.meeting import (
    edge_met,
    elements_reaching,
    facing_elements,
    front_against,
    frontage_overlap,
    in_contact,
)
from banneret.tabletop.bodies.sweeping import slide_until
from banneret.tabletop.shapes.bases import Rect, bearing, heading
from banneret.tabletop.shapes.measuring import gap, overlaps
from banneret.tabletop.shapes.wheeling import front_centre

spots = st.floats(-14, 14).map(lambda v: round(v, 2))
angles = st.floats(0, 359).map(lambda v: round(v, 1))


def _touching(mover: Body, target: Body) -> Rect | None:
    """Run straight at the target and stop at the first touch."""
    at = bearing(mover.front, (target.rect.x, target.rect.y))
    run = faced(mover, at)
    if overlaps(run.rect, target.rect) or overlaps(mover.rect, target.rect):
        return None
    return advanced(run, slide_until(run.rect, at, 60, [target.rect])).rect


@given(
    st.builds(lambda x, y, n: Body(x, y, 0, n, 2 * n), spots, spots, st.integers(1, 6)),
    st.builds(
        lambda f, n, r: Body(0, 0, f, n, n * r), angles, st.integers(1, 6), st.integers(1, 3)
    ),
    st.floats(-2.0, 2.0),
    st.floats(-3.0, 3.0),
    angles,
)
def test_nothing_overlaps_after_conforming(
    mover: Body, target: Body, apart: float, ahead: float, facing: float
) -> None:
    """A neighbour stands close beside the mover, where it would turn or slide to."""
    touching = _touching(mover, target)
    assume(touching is not None)
    assert touching is not None
    aside = apart + copysign(touching.hw + 1.51, apart)
    ux, uy = heading(touching.facing)
    x = touching.x + uy * aside + ux * ahead
    y = touching.y - ux * aside + uy * ahead
    other = Rect(x, y, facing, 3, 2)
    assume(not overlaps(other, target.rect) and not overlaps(other, touching))
    place = conformed(touching, target.rect, [other], 1.5)
    if place is None:
        return
    assert not overlaps(place, target.rect)
    assert not overlaps(place, other)
    assert gap(place, target.rect) <= 0.01
    assert in_contact(place, target.rect)
    assert front_against(place, target.rect)


@given(spots, spots, st.integers(1, 6), angles)
def test_one_with_room_always_conforms(x: float, y: float, files: int, facing: float) -> None:
    target = Body(0, 0, facing, 4, 8)
    touching = _touching(Body(x, y, 0, files, files), target)
    assume(touching is not None)
    assert touching is not None
    place = conformed(touching, target.rect, [], 1.5)
    assert place is not None
    assert edge_met(target.rect, place) == edge_met(target.rect, touching)


def test_a_corner_slides_at_most_one_element() -> None:
    target = Body(0, 0, 180, 4, 4).rect  # its front looks south at y 0, 6 wide
    mover = Rect(4.4, -1.0, 0, 3, 2)  # touches by its left corner, 0.1 inch of it
    place = conformed(mover, target, [], 1.5)
    assert place is not None
    assert place.x == pytest.approx(2.9)
    assert front_centre(place)[1] == pytest.approx(0)


def test_corner_to_corner_is_no_contact() -> None:
    a = Rect(0, 0, 0, 2, 2)
    assert not in_contact(a, Rect(2, 2, 0, 2, 2))
    assert in_contact(a, Rect(1.5, 2, 0, 2, 2))
    assert in_contact(a, Rect(0, 1 + 2**0.5, 45, 2, 2))
    assert not in_contact(a, Rect(0, 2.02, 0, 2, 2))


def test_which_edge_is_met() -> None:
    target = Rect(0, 0, 0, 6, 2)
    assert edge_met(target, Rect(0, 2, 180, 3, 2)) == "front"
    assert edge_met(target, Rect(0, -2, 0, 3, 2)) == "rear"
    assert edge_met(target, Rect(4, 0, 270, 2, 2)) == "right"
    assert edge_met(target, Rect(-4, 0, 90, 2, 2)) == "left"


def test_overlap_of_fronts() -> None:
    six, four = Body(0, 0, 0, 6, 6), Body(0, 3, 180, 4, 4)
    assert frontage_overlap(six, four) == (2, 0)
    assert frontage_overlap(four, six) == (0, 2)
    assert frontage_overlap(six, Body(-1.5, 3, 180, 4, 4)) == (2, 0)
    assert frontage_overlap(six, Body(-3.0, 3, 180, 4, 4)) == (3, 1)
    assert facing_elements(Body(0, 0, 0, 4, 8), "left") == 2
    assert facing_elements(Body(0, 0, 0, 4, 12), "left") == 2
    assert facing_elements(Body(0, 0, 0, 4, 16), "front") == 4


def test_elements_in_range_and_arc() -> None:
    body = Body(0, 0, 0, 4, 12)
    target = Rect(0, 12.5, 180, 6, 1)
    assert elements_reaching(body, target, 12, ranks=2, angle=45) == 4
    assert elements_reaching(body, target, 13, ranks=2, angle=45) == 8
    assert elements_reaching(body, target, 14, ranks=None, angle=45) == 12
    beside = Rect(12, 0, 0, 2, 2)
    assert elements_reaching(body, beside, 14, ranks=2, angle=45) == 0
    assert elements_reaching(body, beside, 14, ranks=1, angle=None) == 4


def test_pushed_back_and_beyond() -> None:
    a = Rect(0, 0, 0, 3, 2)
    behind = Rect(0, -5, 0, 3, 2)
    assert pushed_back(a, 2, [behind]) == (2, None)
    far, met = pushed_back(a, 6, [behind])
    assert (far, met) == (pytest.approx(3), 0)  # type: ignore[comparison-overlap]
    assert beyond(Rect(0, -4, 0, 3, 2), [behind], 180.0) == pytest.approx(3, abs=0.05)


def test_towards_and_away() -> None:
    assert towards(0, 90, 45) == 45
    assert towards(10, 350, 45) == 350
    assert bearing_away(Rect(0, 0, 0, 1, 1), Rect(0, 5, 0, 1, 1)) == 180


def test_an_open_way_is_straight_and_an_obstacle_is_gone_round() -> None:
    assert swerving((0, 0), 0.0, 12, 1.5, []).points == ((0, 12),)
    wall = Rect(0.5, 5, 0, 6, 1)
    flight = swerving((0, 0), 0.0, 12, 1.5, [wall])
    assert flight.blocked is None
    assert flight.points[0][0] < -2.5  # by the nearer side
    shut = [Rect(0, 5, 0, 40, 1)]
    flight = swerving((0, 0), 0.0, 12, 1.5, shut)
    assert flight.points[-1][1] < 5


@given(
    st.lists(st.tuples(spots, spots, st.integers(1, 6)), max_size=5),
    angles,
    st.floats(4, 18),
)
def test_a_flight_never_runs_over_what_it_avoids(
    others: list[tuple[float, float, int]], away: float, inches: float
) -> None:
    rects = [Rect(x, y, 0, files * 1.5, 2) for x, y, files in others]
    assume(not any(gap(Rect(0, 0, 0, 1.5, 1.5), r) < 1.2 for r in rects))
    flight = swerving((0, 0), away, inches, 1.5, rects)
    path = [(0.0, 0.0), *flight.points]
    assert flight.inches <= inches + 1e-6
    for i in range(1, len(path)):
        a, b = path[i - 1], path[i]
        for s in range(51):
            spot = (a[0] + (b[0] - a[0]) * s / 50, a[1] + (b[1] - a[1]) * s / 50)
            assert not any(overlaps(Rect(spot[0], spot[1], 0, 0.1, 0.1), r) for r in rects)


def test_standing_at_the_end_where_there_is_room() -> None:
    other = Rect(0, 10, 0, 6, 2)
    rect = standing_at_end([(0, 0), (0, 10)], 3, 2, lambda r: not overlaps(r, other))
    assert rect is not None
    assert front_centre(rect)[1] == pytest.approx(9)
    assert standing_at_end([(0, 0), (0, 1)], 3, 2, lambda _: False) is None
