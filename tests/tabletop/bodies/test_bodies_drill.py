"""Ranks, files and what is done with them."""

from math import pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.tabletop.bodies.body import Body, element_rects, settled, without
from banneret.tabletop.bodies.brigade import (
    all_advanced,
    all_wheeled,
    hang_together,
    line_corner,
    line_wheel_price,
)
from banneret.tabletop.bodies.drill import (
    about_faced,
    advanced,
    corner,
    reformed,
    refronted,
    stepped_back,
    turned_to_flank,
    wheel_for,
    wheel_price,
    wheeled,
)
from banneret.tabletop.shapes.measuring import overlaps

coordinates = st.floats(5, 60).map(lambda v: round(v, 3))
facings = st.floats(0, 359.99).map(lambda v: round(v, 2))
elements = st.integers(1, 16)
bodies = st.builds(
    lambda x, y, f, n, files: Body(x, y, f, 1 + files % n, n),
    coordinates,
    coordinates,
    facings,
    elements,
    st.integers(0, 15),
)
hands = st.sampled_from(["left", "right"])


def _alike(a: Body, b: Body) -> None:
    assert (a.x, a.y) == pytest.approx((b.x, b.y), abs=1e-6)
    assert abs((a.facing - b.facing + 180) % 360 - 180) < 1e-6
    assert (a.files, a.elements) == (b.files, b.elements)


def test_eight_elements_in_four_files() -> None:
    body = Body(10, 10, 0, 4, 8)
    assert (body.width, body.depth, body.ranks) == (6, 2, 2)
    assert body.rect.corners[0] == pytest.approx((7, 10))


def test_gaps_widen_and_deepen() -> None:
    body = Body(0, 0, 0, 3, 5, wide=1, deep=1, apart=0.5, behind=0.25)
    assert (body.width, body.depth) == (4, 2.25)
    rects = element_rects(body)
    assert [r.x for r in rects] == pytest.approx([-1.5, 0, 1.5, -0.75, 0.75])
    assert [r.y for r in rects] == pytest.approx([-0.5] * 3 + [-1.75] * 2)


@given(bodies, st.integers(1, 15))
def test_losing_elements_never_moves_the_front(body: Body, lost: int) -> None:
    after = without(body, lost)
    if after is None:
        assert lost >= body.elements
        return
    assert after.front == body.front
    assert after.facing == body.facing
    assert after.files <= body.files
    assert after.files == body.files or after.ranks == 1


@given(bodies, hands, st.floats(0, 120))
def test_a_wheel_and_back_is_where_it_was(body: Body, hand: str, turn: float) -> None:
    there = wheeled(body, hand, turn)  # type: ignore[arg-type]
    assert corner(there, hand) == pytest.approx(corner(body, hand), abs=1e-6)  # type: ignore[arg-type]
    _alike(wheeled(there, hand, -turn), body)  # type: ignore[arg-type]


@given(bodies)
def test_about_face_twice_and_the_middle_stays(body: Body) -> None:
    there = about_faced(body)
    assert (there.rect.x, there.rect.y) == pytest.approx((body.rect.x, body.rect.y), abs=1e-6)
    _alike(about_faced(there), body)


@given(bodies, hands)
def test_turning_to_flank_keeps_the_middle(body: Body, hand: str) -> None:
    there = turned_to_flank(body, hand)  # type: ignore[arg-type]
    assert (there.rect.x, there.rect.y) == pytest.approx((body.rect.x, body.rect.y), abs=1e-6)
    assert there.files == body.ranks
    assert there.elements == body.elements


@given(bodies, st.integers(1, 16), st.sampled_from(["left", "centre", "right"]))
def test_a_new_front_keeps_what_it_is_told_to(body: Body, files: int, keep: str) -> None:
    there = refronted(body, files, keep)  # type: ignore[arg-type]
    if keep == "centre":
        assert there.front == body.front
    else:
        assert corner(there, keep) == pytest.approx(corner(body, keep), abs=1e-6)  # type: ignore[arg-type]
    assert 1 <= there.files <= body.elements


def test_prices_and_steps() -> None:
    body = Body(10, 10, 90, 3, 6)
    assert wheel_price(body, 45) == pytest.approx(4.5 * pi / 4)
    assert wheel_for(body, wheel_price(body, 30)) == pytest.approx(30)
    assert advanced(body, 4).front == (14, 10)
    assert advanced(body, 2, 90).front == pytest.approx((10, 8))
    assert stepped_back(body, 2).front == (8, 10)
    assert reformed(body, 2, 0).facing == 0
    assert settled(Body(1.00049, 2, 359.999, 1, 1)) == Body(1.0, 2, 0.0, 1, 1)


@given(bodies)
def test_elements_lie_within_the_body_and_apart(body: Body) -> None:
    rects = element_rects(body)
    assert len(rects) == body.elements
    assert not any(overlaps(a, b) for i, a in enumerate(rects) for b in rects[:i])


@given(bodies, hands, st.floats(1, 60))
def test_a_line_wheels_as_one(body: Body, hand: str, turn: float) -> None:
    other = refronted(advanced(body, body.width + 2, 90), 1)
    line = [body, other]
    pivot = line_corner(line, hand)  # type: ignore[arg-type]
    there = all_wheeled(line, hand, turn)  # type: ignore[arg-type]
    assert line_corner(there, hand) == pytest.approx(pivot, abs=1e-6)  # type: ignore[arg-type]
    assert line_wheel_price(line, hand, turn) >= wheel_price(body, turn) - 1e-9  # type: ignore[arg-type]
    assert hang_together(there, 3) == hang_together(line, 3)
    assert [b.facing for b in all_advanced(there, 3)] == [b.facing for b in there]
