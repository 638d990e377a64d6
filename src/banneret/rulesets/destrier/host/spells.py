"""Spells: targeting, resistance, what they do, and how many a melee allows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from banneret.core.book.clauses import clause
from banneret.core.chance.draws import Total
from banneret.core.play.table import Table

from ..basics.columns.others import Spell
from ..basics.columns.words import Motion
from ..basics.procedures import Inches, Score, of, percent, procedure, within
from ..basics.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Sequence

DICE = {"flame_dart": (2, 0), "mend": (1, 2), "fire_burst": (3, 0)}  # DE-HOST-49, 53, 57


def row_of(tables: Tables, name: str) -> Spell:
    """The row of a spell."""
    found: Spell = of(tables.host.spells, "spell", name)
    return found


@procedure("The chance of a spell to strike home.", gives="chance")
@clause("DE-HOST-48", "DE-MAG-03")
def spell_chance(
    tables: Tables,
    *,
    spell: str,
    mkl: Score,
    distance: Inches,
    motion: Motion = "still",
    will_move: bool = False,
) -> int:
    """Sixty, three a level of advantage, less range, motion and the caster's own movement."""
    row = row_of(tables, spell)
    return targeting(
        tables,
        level=row.level,
        reach=row.range,
        mkl=mkl,
        distance=distance,
        motion=motion,
        will_move=will_move,
    )


@clause("DE-HOST-48", "DE-MAG-15")
def targeting(
    tables: Tables,
    *,
    level: int,
    reach: float,
    mkl: int,
    distance: float,
    motion: str,
    will_move: bool,
) -> int:
    """The chance of a spell, or a combination, of that level and range."""
    by = tables.host.spell_targeting
    chance = by.base + by.per_level_of_advantage * (mkl - level)
    chance += by.beyond_half_range if 2 * distance > reach else 0
    chance += by.target_motion.of(motion) + (by.caster_will_move if will_move else 0)
    return within(chance, by.floor, by.ceiling)


@procedure("The chance to resist a spell.", gives="chance")
@clause("DE-HOST-58")
def resist_chance(tables: Tables, *, attribute: Score, level: Score) -> int:
    """Three times the attribute and two a level, at most 95."""
    by = tables.host.resist
    return min(95, by.per_attribute * attribute + by.per_level * level)


def described(tables: Tables, names: Sequence[str]) -> str:
    """What spells do, as their table has it, and which attribute resists them."""
    return "; ".join(_described(tables, name) for name in names)


def _described(tables: Tables, name: str) -> str:
    row = row_of(tables, name)
    resisted = "" if row.resist == "none" else f" ({row.resist} resists)"
    return f"{name.replace('_', ' ')}: {row.effect}{resisted}"


class Cast(NamedTuple):
    """What a spell did."""

    landed: bool
    resisted: bool = False
    amount: int = 0


@procedure("One spell: targeting, its dice, and the resistance of its target.")
@clause("DE-HOST-48", "DE-HOST-58")
def spell(
    table: Table[Any],
    tables: Tables,
    *,
    name: str,
    mkl: Score,
    distance: Inches,
    motion: Motion = "still",
    will_move: bool = False,
    resist_attribute: Score = 0,
    resist_level: Score = 0,
) -> Cast:
    """The dice of one spell, in their order."""
    row = row_of(tables, name)
    if row.targeted:
        chance = spell_chance(
            tables, spell=name, mkl=mkl, distance=distance, motion=motion, will_move=will_move
        )
        if not percent(table, "targeting", chance):
            return Cast(False)
    return effect(table, tables, name, attribute=resist_attribute, level=resist_level)


def amount(table: Table[Any], name: str) -> int:
    """Roll what a spell deals or mends; nothing for the others."""
    dice, add = DICE.get(name, (0, 0))
    purpose = "mend" if name == "mend" else "damage"
    return table.roll(Total(purpose, dice, 6, add)) if dice else 0


def effect(
    table: Table[Any],
    tables: Tables,
    name: str,
    *,
    attribute: int,
    level: int,
    rolled: int | None = None,
) -> Cast:
    """A spell that struck home: its dice, unless rolled already, and the resistance."""
    dealt = amount(table, name) if rolled is None else rolled
    if row_of(tables, name).resist == "none":
        return Cast(True, False, dealt)
    chance = resist_chance(tables, attribute=attribute, level=level)
    resisted = percent(table, "resist", chance)
    return Cast(True, resisted, dealt // 2 if resisted else dealt)


class Allowed(NamedTuple):
    """Whether a melee allows these spells, and the blows they cost."""

    legal: bool
    blows: int


@procedure("Whether a caster may cast these spells in one melee, and what they cost.")
@clause("DE-MAG-07", "DE-MAG-08")
def spells_allowed(
    tables: Tables, *, levels: tuple[Score, ...], mkl: Score, blows: Score
) -> Allowed:
    """No more spells than blows, no more levels than magick level; one can always be cast."""
    cost = sum([spell_blows(tables, already) for already in range(len(levels))])
    alone = len(levels) <= 1
    legal = alone or (len(levels) <= blows and sum(levels) <= mkl and cost <= blows)
    return Allowed(legal, cost)


@clause("DE-MAG-08")
def spell_blows(tables: Tables, already: int) -> int:
    """The blows of the next spell."""
    by = tables.seed.spell_blow_cost
    return by.each_further if already else by.first
