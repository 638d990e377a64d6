"""Melee: contests, parries, unopposed strikes and their damage."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Tally
from banneret.core.chance.draws import D10
from banneret.core.chance.wish import HIGH, at_least
from banneret.core.errors import BadData

from ..basics.options import DEFAULTS, Options
from ..basics.situation import Result
from ..basics.tables import TABLES
from .fighters import (
    EMPTY,
    PARRY,
    STRIKE,
    WEAPONS,
    Factor,
    Fighter,
    body_lines,
    combat_factor,
    factor_tally,
    modes,
    place_lines,
    weapon_value,
)
from .harm.damage import DAMAGE, damage_through, harm, stamina_after

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

Sides = tuple[str | None, str | None]
NO_SIDES: Sides = (None, None)
A, B, NONE = "a", "b", "none"
UNOPPOSED_TARGET = TABLES.melee_modifiers.unopposed_target
GALLOP_DICE = TABLES.melee_damage.gallop_bonus_dice
FIRST_DIE, SECOND_DIE, STRIKE_DIE = D10("contest, first"), D10("contest, second"), D10("strike")


class Contest(Result, frozen=True):
    """How a contest came out: who struck home."""

    winner: str
    a_total: int
    b_total: int
    a_mode: str
    b_mode: str
    a_factor: Factor
    b_factor: Factor
    dice: tuple[int, int]


class Strike(Result, frozen=True):
    """A strike nobody opposed."""

    hit: bool
    total: int
    die: int


class Damage(Result, frozen=True):
    """What a blow did."""

    result: str
    dice: int
    raw: int
    damage: int
    stamina_left: int | None


@clause("KK-MELEE-17", "KK-MELEE-18", "KK-MELEE-19")
def struck_home(a_total: int, b_total: int, a_mode: str, b_mode: str) -> str:
    """The higher strikes home if he was striking; a tie is nobody's."""
    if a_total > b_total:
        return A if a_mode == STRIKE else NONE
    return B if b_total > a_total and b_mode == STRIKE else NONE


@clause("KK-MELEE-17", "KK-RANK-04")
def fight_contest(  # noqa: PLR0917 - called by position for every figure
    table: Table[Any],
    a: Fighter,
    b: Fighter,
    first_round: bool,
    options: Options = DEFAULTS,
    sides: Sides = NO_SIDES,
) -> Contest:
    """A die each on the modified factors, a first."""
    a_mode, b_mode = modes(a, b, first_round, options)
    a_factor, b_factor = combat_factor(a, b, options), combat_factor(b, a, options)
    a_die = table.roll(FIRST_DIE, factor_tally(a, a_factor), sides[0], HIGH)
    b_die = table.roll(SECOND_DIE, factor_tally(b, b_factor), sides[1], HIGH)
    a_total, b_total = a_factor.factor + a_die, b_factor.factor + b_die
    winner = struck_home(a_total, b_total, a_mode, b_mode)
    dice = (a_die, b_die)
    return Contest(winner, a_total, b_total, a_mode, b_mode, a_factor, b_factor, dice)


@clause("KK-MELEE-18", "KK-RANK-02")
def parry_two(  # noqa: PLR0917 - called by position for every figure
    table: Table[Any],
    parrier: Fighter,
    attackers: Sequence[Fighter],
    first_round: bool,
    options: Options = DEFAULTS,
    sides: Sides = NO_SIDES,
) -> list[Contest]:
    """One figure parries up to two, each worked out by itself with fresh dice."""
    guard = parrying(parrier)
    return [fight_contest(table, guard, one, first_round, options, sides) for one in attackers]


def parrying(one: Fighter) -> Fighter:
    """The same man, parrying."""
    if one.mode == PARRY:
        return one
    return Fighter(
        one.skill,
        one.weapon,
        one.shield,
        PARRY,
        one.lost_reach,
        one.drawing,
        one.second_rank,
        one.height,
        one.restricted,
        one.stamina,
        one.original_stamina,
        one.temporary_fatigue,
        one.permanent_fatigue,
    )


@clause("KK-MELEE-16", "KK-RANK-03", "KK-RANK-08")
def strike_factor(fighter: Fighter, options: Options) -> Factor:
    """Skill and weapon value; other modifiers only under the option, a shield never."""
    value = weapon_value(
        fighter.weapon, fighter.lost_reach, fighter.second_rank, fighter.drawing, options
    )
    lines = (*place_lines(fighter), *body_lines(fighter)) if options.free_shot_modifiers else ()
    return Factor(value, lines, fighter.skill + value + sum([one.reason.value for one in lines]))


@clause("KK-MELEE-16", "KK-RANK-03", "KK-RANK-08", "KK-MORALE-37")
def strike_unopposed(
    table: Table[Any],
    fighter: Fighter,
    options: Options = DEFAULTS,
    side: str | None = None,
) -> Strike:
    """A strike at somebody who does not oppose it hits on 15 or more."""
    factor = strike_factor(fighter, options)
    hoped = at_least(UNOPPOSED_TARGET - factor.factor)
    die = table.roll(STRIKE_DIE, factor_tally(fighter, factor), side, hoped)
    total = factor.factor + die
    return Strike(total >= UNOPPOSED_TARGET, total, die)


@clause("KK-DMG-01", "KK-DMG-02", "KK-DMG-03", "KK-DEF-21")
def damage_dice(weapon: str, gallop: bool) -> int:
    """Dice by weapon, one more for a spear or lance at the gallop."""
    row = WEAPONS[weapon]
    return row.dice + (GALLOP_DICE if gallop and row.spear else 0)


@clause("KK-DMG-01", "KK-DMG-05", "KK-DMG-06", "KK-FAT-10")
def roll_damage(  # noqa: PLR0917 - called by position for every figure
    table: Table[Any],
    weapon: str,
    gallop: bool,
    fatigue: int,
    armor: int,
    stamina: int | None = None,
    side: str | None = None,
) -> Damage:
    """Roll for a blow that struck home; the striker's fatigue of both kinds takes points off."""
    dice = damage_dice(weapon, gallop)
    tally = None
    if fatigue:
        tally = Tally(-fatigue, "striker's fatigue", "KK-DMG-05")
    raw = table.roll(DAMAGE[dice], tally, side, HIGH) - fatigue
    damage = damage_through(raw, armor)
    return Damage(harm(damage, stamina), dice, raw, damage, stamina_after(damage, stamina))


@lru_cache(maxsize=256)
def edge_chances(edge: int) -> tuple[int, int, int]:
    """Of a hundred throws: the first higher, both equal, the second higher."""
    throws = [edge + a - b for a in range(1, 11) for b in range(1, 11)]
    higher, equal = sum([by > 0 for by in throws]), throws.count(0)
    return higher, equal, 100 - higher - equal


def contest_chances(a_factor: int, b_factor: int) -> tuple[int, int, int]:
    """Of a hundred throws: a higher, both equal, b higher."""
    return edge_chances(a_factor - b_factor)


def unopposed_faces(factor: int) -> int:
    """How many of ten faces strike home unopposed."""
    return min(max(11 - (UNOPPOSED_TARGET - factor), 0), 10)


def refuse_empty_hands(where: str, weapon: str, drawing: bool = False) -> None:
    """Refuse a strike with nothing in hand."""
    if weapon == EMPTY or drawing:
        why = "drawing = true" if drawing else f"weapon = {weapon!r}"
        raise BadData(f"{where}{why}: empty hands cannot strike [KK-MELEE-28]")
