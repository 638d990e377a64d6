"""Damage: dice and points less armour, taken from stamina."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.chance import counting as ways
from banneret.core.chance.draws import Total

if TYPE_CHECKING:
    from collections.abc import Mapping

NO_DAMAGE, WOUNDED, DISABLED = "no_damage", "wounded", "disabled"
DAMAGE = tuple([Total("damage", count, 10) for count in range(9)])  # by the number of dice


@clause("KK-SHOOT-27", "KK-SHOOT-28", "KK-DMG-06")
def damage_through(raw: int, armor: int) -> int:
    """What is left of a blow after the armour; never less than nothing."""
    return raw - armor if raw > armor else 0


@clause("KK-SHOOT-27", "KK-DMG-06", "KK-DIS-01")
def harm(damage: int, stamina: int | None) -> str:
    """What a blow does; who has no stamina on record is never disabled."""
    if damage == 0:
        return NO_DAMAGE
    return WOUNDED if stamina is None or damage < stamina else DISABLED


def stamina_after(damage: int, stamina: int | None) -> int | None:
    """What is left; it stops at nought (KK-SHOOT-28)."""
    return None if stamina is None else max(stamina - damage, 0)


@lru_cache(maxsize=4096)
def damage_weights(dice: int, points: int, armor: int) -> Mapping[int, int]:
    """How many of ten to the power of `dice` throws do each amount of damage."""
    weights: dict[int, int] = {}
    for faces, count in ways.sums(dice, 10):
        damage = damage_through(sum(faces) + points, armor)
        weights[damage] = weights.get(damage, 0) + count
    return weights


@lru_cache(maxsize=4096)
def harm_odds(dice: int, points: int, armor: int, stamina: int | None) -> Mapping[str, Fraction]:
    """The exact chance of each result of a blow that struck home."""
    odds: dict[str, Fraction] = {}
    for damage, weight in damage_weights(dice, points, armor).items():
        result = harm(damage, stamina)
        odds[result] = odds.get(result, Fraction(0)) + Fraction(weight, 10**dice)
    return odds


@lru_cache(maxsize=4096)
def mean_damage(dice: int, points: int, armor: int, stamina: int) -> float:
    """What a blow that struck home takes from this much stamina on average."""
    weights = damage_weights(dice, points, armor)
    taken = sum([min(damage, stamina) * n for damage, n in weights.items()])
    return taken / float(10**dice)
