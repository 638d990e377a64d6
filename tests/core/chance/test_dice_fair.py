"""A million dice of each kind fall as often as they should."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import cbrt, sqrt
from typing import TYPE_CHECKING, Any

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.chance.draws import (
    D6,
    D66,
    Average,
    D,
    Draw,
    OneOf,
    Pool,
    Shuffle,
    Successes,
    Total,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

MILLION = 1_000_000
WORST = 3.1  # standard deviations, about one in a thousand; the seeds are fixed, so nothing flakes


def surprise(seen: Counter[Any], shares: Mapping[Any, float]) -> float:
    """Give chi-square in standard deviations (Wilson and Hilferty)."""
    total = seen.total()
    square = sum(
        (seen[end] - total * share) ** 2 / (total * share) for end, share in shares.items()
    )
    free = len(shares) - 1
    return (cbrt(square / free) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))


@pytest.mark.slow
@pytest.mark.parametrize("sides", [2, 3, 4, 6, 8, 10, 12, 20, 100, 255, 256, 257, 1000])
def test_every_face_is_as_likely(sides: int) -> None:
    """Chi-square of a million dice."""
    die = RandomDice(f"fair d{sides}").die
    seen = Counter([die(sides) for _ in range(MILLION)])
    assert abs(surprise(seen, dict.fromkeys(range(1, sides + 1), 1 / sides))) < WORST


@pytest.mark.slow
@pytest.mark.parametrize("sides", [6, 10])
def test_dice_do_not_follow_each_other(sides: int) -> None:
    """Chi-square of a million pairs of one die and the next."""
    die = RandomDice(f"pairs of d{sides}").die
    faces = [die(sides) for _ in range(MILLION + 1)]
    seen = Counter(pairwise(faces))
    every = range(1, sides + 1)
    assert abs(surprise(seen, {(a, b): 1 / sides**2 for a in every for b in every})) < WORST


@pytest.mark.slow
@pytest.mark.parametrize(
    "draw",
    [
        D6("a"),
        D("a", 10),
        D66("a"),
        Average("a"),
        Total("a", 3, 6),
        Pool("a", 3, 6, 1),
        Successes("a", 4, 6, 5),
        OneOf("a", tuple("abcde")),
        Shuffle("a", tuple("abcd")),
    ],
    ids=lambda draw: type(draw).__name__,
)
def test_draws_fall_as_their_weights_say(draw: Draw[Any]) -> None:
    """Chi-square of a million dice, drawn."""
    throw, read = RandomDice(f"fair {draw!r}").throw, draw.read
    seen = Counter([read(throw(draw)) for _ in range(MILLION // len(draw.dice))])
    listed = draw.outcomes(fine=True)
    every = sum(ways for _, ways in listed)
    shares = {read(faces): ways / every for faces, ways in listed}
    assert set(seen) == set(shares)
    assert abs(surprise(seen, shares)) < WORST
