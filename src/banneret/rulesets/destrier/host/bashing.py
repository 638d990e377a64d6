"""Bashes with the body, the shield and the weapon."""

from __future__ import annotations

from typing import Any, NamedTuple

from banneret.core.book.clauses import clause
from banneret.core.play.table import Table

from ..basics.columns.words import Column, Speed
from ..basics.procedures import Score, Weight, percent, procedure, steps, within
from ..basics.tables import Tables
from .striking import bash_result


@procedure("The chance of a weapon bash once a blow has hit.", gives="chance")
@clause("DE-HOST-19", "DE-CARD-09", "DE-BERS-04", "DE-DODGE-06")
def weapon_bash_chance(
    tables: Tables,
    *,
    weapon_bash: int,
    strength: Score,
    target_strength: Score,
    weight: Weight,
    target_weight: Weight,
    great_blow: bool = False,
    berserk: bool = False,
    guessed_dodge: bool = False,
) -> int:
    """The weapon's, Strength and weight; a weapon of bash 0 without a card's bonus has none."""
    seed, bash = tables.seed.percent, tables.host.bash
    cards = seed.great_blow_weapon_bash if great_blow else 0
    cards += seed.berserk_weapon_bash if berserk else 0
    cards += seed.dodge_guessed_weapon_bash if guessed_dodge else 0
    if not weapon_bash and not cards:
        return 0
    chance = weapon_bash + cards + bash.weapon_per_strength * (strength - target_strength)
    chance += steps(weight - target_weight, bash.weapon_per_dr)
    return within(chance, bash.weapon_floor, bash.ceiling)


@procedure("The chance of a body bash.", gives="chance")
@clause("DE-HOST-17")
def body_bash_chance(
    tables: Tables,
    *,
    weight: Weight,
    target_weight: Weight,
    strength: Score,
    target_strength: Score,
    charging: bool = False,
    target_kneeling: bool = False,
    speed: Speed = "stand",
) -> int:
    """Forty, weight and Strength, a charge on foot or a steed's speed, a target on its knees."""
    bash = tables.host.bash
    chance = bash.body_base + steps(weight - target_weight, bash.body_per_dr)
    chance += bash.body_per_strength * (strength - target_strength)
    chance += bash.body_charging if charging else 0
    chance += bash.body_target_kneeling if target_kneeling else 0
    return within(chance + bash.body_speed.of(speed), bash.floor, bash.ceiling)


@procedure("The chance of a shield bash.", gives="chance")
@clause("DE-HOST-18")
def shield_bash_chance(
    tables: Tables,
    *,
    weight: Weight,
    target_weight: Weight,
    strength: Score,
    target_strength: Score,
) -> int:
    """Thirty, two a point of Strength, and weight."""
    bash = tables.host.bash
    chance = bash.shield_base + bash.shield_per_strength * (strength - target_strength)
    chance += steps(weight - target_weight, bash.shield_per_dr)
    return within(chance, bash.floor, bash.ceiling)


class Bashed(NamedTuple):
    """Whether a bash came off, what it did and how far it drives back."""

    bashed: bool
    result: str = ""
    retreat: float = 0.0


@procedure("A bash with body or shield and its result.")
@clause("DE-HOST-21", "DE-GEN-10")
def bash(
    table: Table[Any],
    tables: Tables,
    *,
    chance: int,
    column: Column = "foot",
    speed: Speed = "stand",
) -> Bashed:
    """Roll the bash and, if it succeeds, the result with the speed of a bashing steed."""
    if not percent(table, "bash", chance):
        return Bashed(False)
    add = tables.host.bash.result_speed_add.of(speed)
    result = bash_result(table, tables, column, add)
    return Bashed(True, result, tables.host.bash_result.retreat_inches.get(result, 0.0))
