"""Shooting: the shot, its damage, and the strays."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import clause
from banneret.core.chance.draws import D10
from banneret.core.chance.wish import HIGH, at_least

from ..basics.options import DEFAULTS, Options
from ..basics.situation import Result
from ..basics.tables import TABLES
from ..melee.harm.damage import (
    DAMAGE,
    damage_through,
    damage_weights,
    harm,
    harm_odds,
    stamina_after,
)
from .aiming import MISSILES, Aim, ShotFacts, aim, aim_tally, hit_faces

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from banneret.core.play.table import Table

D = TABLES.shooting_damage
POINT_BLANK, FAR = 6.0, 20.0  # KK-SHOOT-24: both are in the middle band
NO_CHANCE, MISS = "no_chance", "miss"
TO_HIT = D10("to hit")


class Shot(Result, frozen=True):
    """How a shot came out; a die of 0 was not rolled."""

    result: str
    aim: Aim
    die: int = 0
    dice: int = 0
    bonus: int = 0
    fatigue: int = 0
    raw: int = 0
    damage: int = 0
    stamina_left: int | None = None

    @property
    def hit(self) -> bool:
        """Whether it struck, hurt or not."""
        return self.dice > 0


class Volley(Result, frozen=True):
    """A shot and its strays: whom it struck (0 the target, 1.. a stray, -1 nobody)."""

    hit: int
    shots: tuple[Shot, ...]


@clause("KK-SHOOT-23", "KK-SHOOT-24", "KK-SHOOT-30", "KK-SHOOT-31", "KK-SCALE-07")
def damage_dice(weapon: str, distance: float, options: Options) -> int:
    """Dice by the true distance, or by the melee list for what is thrown by hand."""
    by_hand = MISSILES[weapon].melee_dice
    if by_hand:
        return by_hand
    inches = distance / options.scale
    if inches < POINT_BLANK:
        return D.under_6
    return D.over_20 if inches > FAR else D.from_6_to_20


@clause("KK-SHOOT-25", "KK-SHOOT-26")
def damage_bonus(weapon: str, options: Options) -> int:
    """Points that strong bows, guns and heavier crossbows add at every range."""
    if weapon == "composite_bow" and not options.composite_bow_bonus:
        return 0
    return MISSILES[weapon].bonus


@clause("KK-SHOOT-31", "KK-FAT-10")
def thrower_fatigue(facts: ShotFacts) -> int:
    """Points a tired arm takes off what it throws; bows and thongs do not mind."""
    if not MISSILES[facts.weapon].melee_dice:
        return 0
    return facts.shooter_permanent_fatigue + facts.shooter_temporary_fatigue


@clause("KK-SHOOT-02", "KK-SHOOT-22", "KK-SHOOT-27", "KK-SHOOT-34")
def shoot(
    table: Table[Any],
    facts: ShotFacts,
    options: Options = DEFAULTS,
    side: str | None = None,
) -> Shot:
    """Roll to hit, equal or higher; a hit rolls its damage. Without a number nothing is rolled."""
    aimed = aim(facts, options)
    if not aimed.number:
        return Shot(NO_CHANCE, aimed)
    die = table.roll(TO_HIT, aim_tally(facts, aimed), side, at_least(aimed.number))
    if die < aimed.number:
        return Shot(MISS, aimed, die)
    dice = damage_dice(facts.weapon, facts.distance, options)
    bonus, tired = damage_bonus(facts.weapon, options), thrower_fatigue(facts)
    raw = table.roll(DAMAGE[dice], None, side, HIGH) + bonus - tired
    damage = damage_through(raw, facts.target_armor)
    stamina = facts.target_stamina
    return Shot(
        harm(damage, stamina),
        aimed,
        die,
        dice,
        bonus,
        tired,
        raw,
        damage,
        stamina_after(damage, stamina),
    )


@clause("KK-SHOOT-20", "KK-SHOOT-21", "KK-SHOOT-22")
def shoot_with_strays(
    table: Table[Any],
    primary: ShotFacts,
    strays: Iterable[ShotFacts],
    options: Options = DEFAULTS,
    side: str | None = None,
) -> Volley:
    """A missile that misses flies on at up to two others, the nearest first, until one is hit.

    Who they are is looked for only as it flies on.
    """
    shots = [shoot(table, primary, options, side)]
    if shots[0].hit:
        return Volley(0, tuple(shots))
    if shots[0].result != NO_CHANCE:
        for stray in strays:
            shots.append(shoot(table, stray, options, side))
            if shots[-1].hit:
                return Volley(len(shots) - 1, tuple(shots))
    return Volley(-1, tuple(shots))


@clause("KK-SHOOT-02")
def shot_odds(facts: ShotFacts, options: Options = DEFAULTS) -> dict[str, Fraction]:
    """The exact chance of each result of a shot."""
    faces = hit_faces(aim(facts, options).number)
    if not faces:
        return {NO_CHANCE: Fraction(1)}
    dice = damage_dice(facts.weapon, facts.distance, options)
    points = damage_bonus(facts.weapon, options) - thrower_fatigue(facts)
    return dict(_odds(faces, dice, points, facts.target_armor, facts.target_stamina))


@lru_cache(maxsize=4096)
def _odds(
    faces: int, dice: int, points: int, armor: int, stamina: int | None
) -> Mapping[str, Fraction]:
    """Nobody hits with a 1, so there is always a miss."""
    hits = Fraction(faces, 10)
    harms = harm_odds(dice, points, armor, stamina)
    return {MISS: 1 - hits} | {result: hits * chance for result, chance in harms.items()}


MOST_DICE = max(D.under_6, *[row.melee_dice for row in MISSILES.values()])
THROWS = 10**MOST_DICE  # every number of damage dice, on one denominator


def shot_weights(facts: ShotFacts, options: Options) -> list[tuple[str, int | None, int]]:
    """Each result and damage of a shot (None: no hit) with its weight out of 10 x THROWS."""
    number = aim(facts, options).number
    if not number:
        return [(NO_CHANCE, None, 10 * THROWS)]
    faces = hit_faces(number)
    dice = damage_dice(facts.weapon, facts.distance, options)
    points = damage_bonus(facts.weapon, options) - thrower_fatigue(facts)
    each = faces * THROWS // 10**dice
    weighed: list[tuple[str, int | None, int]] = [
        (harm(damage, facts.target_stamina), damage, each * weight)
        for damage, weight in damage_weights(dice, points, facts.target_armor).items()
    ]
    return [*weighed, (MISS, None, (10 - faces) * THROWS)]
