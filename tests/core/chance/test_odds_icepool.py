"""Exact odds against Icepool, an independent reckoner."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import icepool
import pytest

from banneret.core.chance.draws import AtLeast, AtMost, D, Draw, Opposed, Pool, Successes, Total
from banneret.core.chance.odds import distribution

if TYPE_CHECKING:
    from collections.abc import Hashable

    from banneret.core.chance.dice import Dice


def roll(dice: Dice, draw: Draw[Any]) -> Any:
    return draw.read(dice.throw(draw))


def reckoned(die: Any) -> dict[Hashable, Fraction]:
    """Give Icepool's distribution as ours is written."""
    return {
        result: Fraction(int(die.quantity(result)), int(die.denominator()))
        for result in die.outcomes()
        if die.quantity(result)
    }


@pytest.mark.parametrize(
    ("count", "keep"), [(1, 1), (2, 1), (3, 2), (4, 3), (5, 5), (6, 1), (8, 3)]
)
def test_pools_keep_the_highest(count: int, keep: int) -> None:
    """Kept faces of d6 pools, highest first."""
    kept = icepool.d6.pool(count)[-keep:].expand()
    odds = distribution(lambda dice: roll(dice, Pool("a", count, 6, keep)))
    assert odds == {tuple(reversed(hand)): share for hand, share in reckoned(kept).items()}  # type: ignore[call-overload]


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 6), (3, 10), (10, 6), (4, 20), (2, 100)])
def test_totals(count: int, sides: int) -> None:
    """Sums of equal dice."""
    odds = distribution(lambda dice: roll(dice, Total("a", count, sides, 3)))
    assert odds == reckoned(count @ icepool.d(sides) + 3)


@pytest.mark.parametrize(
    ("count", "sides", "needed"), [(1, 6, 4), (6, 6, 5), (12, 10, 8), (5, 6, 1)]
)
def test_successes(count: int, sides: int, needed: int) -> None:
    """Dice that show the needed number or more."""
    odds = distribution(lambda dice: roll(dice, Successes("a", count, sides, needed)))
    assert odds == reckoned(count @ (icepool.d(sides) >= needed))


def shot(dice: Dice) -> tuple[str, int]:
    """To hit, then where, then armour, then the wound."""
    if not roll(dice, AtLeast("to hit", 10, 4)):
        return ("miss", 0)
    where = {1: "head", 2: "arm", 3: "arm"}.get(roll(dice, D("location", 6)), "body")
    if roll(dice, AtMost("armour", 10, 7 if where == "body" else 3)):
        return (where, 0)
    return (where, roll(dice, Total("wound", 2, 6)))


def test_a_shot() -> None:
    """A tree whose later dice depend on the earlier."""

    def land(face: int) -> Any:
        where = {1: "head", 2: "arm", 3: "arm"}.get(face, "body")
        wound = (2 @ icepool.d6).map(lambda total: icepool.Vector((where, total)))
        saved = icepool.d10 <= (7 if where == "body" else 3)
        return saved.if_else(icepool.Die([icepool.Vector((where, 0))]), wound)

    hit = icepool.d10 >= 4
    oracle = hit.if_else(icepool.d6.map(land), icepool.Die([icepool.Vector(("miss", 0))]))
    assert distribution(shot) == {tuple(end): share for end, share in reckoned(oracle).items()}  # type: ignore[arg-type]


def test_an_opposed_melee() -> None:
    """The winner wounds with more dice the more he wins by; armour takes from the wound."""

    def melee(dice: Dice) -> int:
        margin = roll(dice, Opposed("melee", 10)) + 1
        if margin == 0:
            return 0
        wound = max(roll(dice, Total("wound", 3 if abs(margin) > 4 else 2, 10)) - 8, 0)
        return int(wound) if margin > 0 else -int(wound)

    def blow(margin: int) -> Any:
        wound = ((3 if abs(margin) > 4 else 2) @ icepool.d10 - 8).map(lambda by: max(by, 0))
        return wound if margin > 0 else -wound if margin < 0 else icepool.Die([0])

    assert distribution(melee) == reckoned((icepool.d10 - icepool.d10 + 1).map(blow))
