"""Draws: what the dice mean, and how many throws mean the same."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banneret.core.chance.draws import (
    D6,
    D10,
    D66,
    D100,
    AtLeast,
    AtMost,
    Average,
    Check,
    D,
    Draw,
    OneOf,
    Opposed,
    Pool,
    Reroll,
    RollOff,
    Shuffle,
    Successes,
    Total,
)
from banneret.core.chance.kinds import AVERAGE, MARKED, can_show, side_count
from banneret.core.errors import BanneretError

count = st.integers(0, 4)
sides = st.integers(1, 7) | st.just(AVERAGE)
needed = st.integers(-1, 9)
things = st.lists(st.sampled_from("abcd"), max_size=5).map(tuple)

draws: st.SearchStrategy[Draw[Any]] = st.one_of(
    st.sampled_from((D6("a"), D10("a"), D66("a"), D100("a"), Average("a"))),
    st.builds(D, st.just("a"), sides),
    st.builds(Total, st.just("a"), count, sides, st.integers(-3, 3)),
    st.builds(Pool, st.just("a"), count, sides, st.integers(-1, 5)),
    st.builds(AtLeast, st.just("a"), sides, needed),
    st.builds(AtMost, st.just("a"), sides, needed),
    st.builds(Successes, st.just("a"), count, sides, needed),
    st.builds(Opposed, st.just("a"), sides),
    st.builds(RollOff, st.just("a"), sides, st.integers(1, 4)),
    st.builds(OneOf, st.just("a"), things.filter(len)),
    st.builds(Shuffle, st.just("a"), things),
)


def coarse(draw: Draw[Any], faces: tuple[int, ...]) -> Any:
    """Give what the rule tells apart: of a check only whether it passed."""
    result = draw.read(faces)
    return result.passed if isinstance(result, Check) else result


def every_throw(draw: Draw[Any]) -> list[tuple[int, ...]]:
    sides = (MARKED.get(kind, range(1, kind + 1)) for kind in draw.dice)
    return list(product(*sides))


@settings(deadline=None)
@given(draws)
def test_outcomes_equal_brute_force(draw: Draw[Any]) -> None:
    """The weight of every result is the number of throws that read to it."""
    counted = Counter(coarse(draw, faces) for faces in every_throw(draw))
    assert {coarse(draw, faces): ways for faces, ways in draw.outcomes()} == counted


@settings(deadline=None)
@given(draws)
def test_fine_outcomes_equal_brute_force(draw: Draw[Any]) -> None:
    """Finely seen, even the face of a check is told apart."""
    counted = Counter(draw.read(faces) for faces in every_throw(draw))
    assert {draw.read(faces): ways for faces, ways in draw.outcomes(fine=True)} == counted


@settings(deadline=None)
@given(draws, st.booleans())
def test_outcomes_sum_to_all_throws_and_differ(draw: Draw[Any], fine: bool) -> None:
    """The weights sum to the product of the sides, and no two throws listed mean the same."""
    listed = draw.outcomes(fine)
    assert sum(ways for _, ways in listed) == prod(map(side_count, draw.dice))
    assert all(ways > 0 for _, ways in listed)
    read = draw.read if fine else lambda faces: coarse(draw, faces)
    assert len({read(faces) for faces, _ in listed}) == len(listed)


@settings(deadline=None)
@given(draws)
def test_outcomes_are_throws_of_the_dice(draw: Draw[Any]) -> None:
    """Every throw listed can fall."""
    for faces, _ in draw.outcomes():
        assert len(faces) == len(draw.dice)
        assert all(can_show(kind, face) for face, kind in zip(faces, draw.dice, strict=True))


@settings(deadline=None)
@given(draws)
def test_a_draw_again_is_the_same_draw(draw: Draw[Any]) -> None:
    """A tie is rolled again with the same dice, read the same way."""
    again = draw.again()
    assert (again.purpose, again.dice) == (draw.purpose, draw.dice)
    assert again.outcomes() == draw.outcomes()
    faces = draw.outcomes()[0][0]
    assert again.read(faces) == draw.read(faces)
    assert draw.again(2) == Reroll(draw.purpose, draw, 2)


@pytest.mark.parametrize(
    ("draw", "faces", "result"),
    [
        (D6("a"), (4,), 4),
        (D10("a"), (10,), 10),
        (D("a", 20), (17,), 17),
        (D100("a"), (100,), 100),
        (D66("a"), (6, 1), 61),
        (Average("a"), (2,), 2),
        (Average("a"), (5,), 5),
        (Total("a", 2, 6), (3, 4), 7),
        (Total("a", 0, 6, 2), (), 2),
        (Total("a", -1, 6), (), 0),
        (Pool("a", 4, 6, 2), (2, 5, 1, 5), (5, 5)),
        (Pool("a", 2, 6, 3), (2, 5), (5, 2)),
        (AtLeast("a", 6, 4), (4,), Check(True, 4)),
        (AtLeast("a", 6, 4), (3,), Check(False, 3)),
        (AtMost("a", 10, 4), (4,), Check(True, 4)),
        (AtMost("a", 10, 4), (5,), Check(False, 5)),
        (Successes("a", 3, 6, 5), (5, 4, 6), 2),
        (Opposed("a", 10), (3, 7), -4),
        (RollOff("a", 6), (2, 5), (1,)),
        (RollOff("a", 6, 3), (5, 2, 5), (0, 2)),
        (OneOf("a", ("x", "y", "z")), (2,), "y"),
        (OneOf("a", ("x",)), (), "x"),
        (Shuffle("a", ("x", "y", "z")), (1, 1), ("y", "z", "x")),
        (Shuffle("a", ("x", "y", "z")), (3, 2), ("x", "y", "z")),
        (Shuffle("a", ("x",)), (), ("x",)),
    ],
)
def test_reading(draw: Draw[Any], faces: tuple[int, ...], result: object) -> None:
    """Each draw gives the result its rule needs."""
    assert len(draw.dice) == len(faces)
    assert draw.read(faces) == result


def test_a_check_is_true_when_passed() -> None:
    """`if roll(AtLeast(...))` means what it says."""
    assert AtLeast("a", 6, 4).read((4,))
    assert not AtLeast("a", 6, 4).read((3,))


def test_draws_are_values() -> None:
    """Equal draws are equal and cannot be changed."""
    draw = Total("charge", 2, 6)
    assert draw == Total("charge", 2, 6, 0)
    assert hash(draw) == hash(Total("charge", 2, 6))
    others: list[Draw[Any]] = [Pool("charge", 2, 6, 0), Total("flee", 2, 6)]
    assert draw not in others
    with pytest.raises(AttributeError):
        draw.count = 3  # type: ignore[misc]


def test_outcomes_are_counted_once() -> None:
    """The same shape of draw lists the very same outcomes."""
    assert Total("charge", 3, 6).outcomes() is Total("flee", 3, 6, 4).outcomes()
    assert Successes("a", 5, 6, 4).outcomes() is Successes("b", 5, 6, 4).outcomes()


def test_large_sums_are_convolved() -> None:
    """Forty dice are no more work than their sums."""
    assert len(Total("a", 40, 6).outcomes()) == 201
    assert len(Successes("a", 200, 6, 4).outcomes()) == 201


def test_orders_of_a_deck_are_not_listed() -> None:
    """A deck can be shuffled, but its orders are too many for exact odds."""
    with pytest.raises(BanneretError, match="the orders of 52 things are too many to list: 8 at"):
        Shuffle("deck", tuple(range(52))).outcomes()


def test_a_bare_draw_says_nothing() -> None:
    """The base of all draws has no dice of its own."""
    with pytest.raises(NotImplementedError):
        _ = Draw("a").dice
    with pytest.raises(NotImplementedError):
        Draw("a").read(())
