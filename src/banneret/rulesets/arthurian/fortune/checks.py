"""Virtue Level checks, Luck and Discipline tests, poison: the short rolls of the book."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.book.tally import Tally
from banneret.core.chance.draws import D6, Total
from banneret.core.chance.wish import HIGH, LOW, at_least, at_most

from ..basics.dice import d, seen_die
from ..basics.procedures import Nothing, Situation, helper, procedure, value
from ..basics.tables import POISONS, TABLES, Poison

if TYPE_CHECKING:
    from banneret.core.play.table import Table

Vl = Annotated[int, msgspec.Meta(ge=-9, le=9)]
_TESTS, _VIRTUE = TABLES.tests, TABLES.virtue


# -- virtue


class _Virtue(Situation, frozen=True):
    vl: Vl | None = None


@clause("AR-VIRTUE-01", "AR-VIRTUE-02")
def throw_virtue(table: Table[Any], vl: int | None, side: str | None = None, who: str = "") -> bool:
    """A d6 equal to or below the Virtue Level; without one no die is rolled and the check fails."""
    if vl is None:
        return False
    purpose = f"virtue of {who}" if who else "virtue"
    tally = Tally(vl, "Virtue Level", "AR-VIRTUE-01")
    return table.roll(D6(purpose), tally, side, at_most(vl)) <= vl


@procedure(_Virtue, "A Virtue Level check: a d6 equal to or below the level.")
@clause("AR-VIRTUE-01")
def vl_check(table: Table[Any], given: _Virtue) -> Ruled:
    """One d6, none without a level."""
    return Ruled({"passed": throw_virtue(table, given.vl)})


class _Points(Situation, frozen=True):
    vp: int


@clause("AR-VIRTUE-03", "AR-VIRTUE-06")
def level_of(vp: int) -> int:
    """The Virtue Level that goes with so many points."""
    return max(_VIRTUE.level_min, min(_VIRTUE.level_max, vp // _VIRTUE.points_per_level))


@helper(_Points, "The Virtue Level of so many virtue points.")
@clause("AR-VIRTUE-03")
def virtue_level(given: _Points) -> dict[str, Any]:
    """Twelve points a level."""
    return value(level_of(given.vp))


# -- luck


class _Luck(Situation, frozen=True):
    luck: Annotated[int, msgspec.Meta(ge=0, le=6)] = _TESTS.pc_luck_default


@clause("AR-LUCK-01")
def throw_luck(table: Table[Any], luck: int, side: str | None = None) -> bool:
    """A d6 equal to or below the PC's Luck, which is not used up."""
    tally = Tally(luck, "Luck", "AR-LUCK-01")
    return table.roll(D6("luck"), tally, side, at_most(luck)) <= luck


@procedure(_Luck, "A Luck Test: a d6 equal to or below the Luck.")
@clause("AR-LUCK-01")
def luck_test(table: Table[Any], given: _Luck) -> Ruled:
    """One d6."""
    return Ruled({"passed": throw_luck(table, given.luck)})


# -- discipline


class _Discipline(Situation, frozen=True):
    dis: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0


@clause("AR-MORALE-02")
def throw_discipline(
    table: Table[Any], dis: int, side: str | None = None, who: str = ""
) -> tuple[bool, int]:
    """D6 + Discipline, 6 or more passes; wounds do not matter (AR-WOUND-15)."""
    tally = Tally(dis, "Discipline", "AR-MORALE-02")
    purpose = f"discipline of {who}" if who else "discipline"
    wish = at_least(_TESTS.discipline_target - dis)
    total = seen_die(table, purpose, tally, side, wish) + dis
    return total >= _TESTS.discipline_target, total


@procedure(_Discipline, "A Discipline test: d6 + Discipline, 6 or more.")
@clause("AR-MORALE-02")
def discipline_test(table: Table[Any], given: _Discipline) -> Ruled:
    """One d6."""
    passed, total = throw_discipline(table, given.dis)
    return Ruled({"passed": passed, "total": total})


# -- poison


@clause("AR-POISON-02")
def throw_poison(table: Table[Any], side: str | None = None) -> Poison:
    """Which value a poisoned wound lowers."""
    return POISONS[table.roll(D6("poisoned wound"), None, side) - 1]


@procedure(Nothing, "Which value a poisoned wound lowers.")
@clause("AR-POISON-02")
def poisoned_wound(table: Table[Any], given: Nothing) -> Ruled:
    """One d6."""
    del given
    return Ruled({"kind": throw_poison(table)})


# -- lance and pin


@clause("AR-EQUIP-06")
def throw_lance(table: Table[Any], side: str | None = None) -> bool:
    """Whether the lance breaks: on 1 to 3."""
    limit = _TESTS.lance_breaks_on_or_below
    return table.roll(D6("lance"), None, side, at_least(limit + 1)) <= limit


@procedure(Nothing, "Whether a lance breaks after a charge.")
@clause("AR-EQUIP-06")
def lance_break(table: Table[Any], given: Nothing) -> Ruled:
    """One d6."""
    del given
    return Ruled({"broken": throw_lance(table)})


@clause("AR-STATE-06")
def throw_escape(table: Table[Any], side: str | None = None) -> bool:
    """Whether a pinned model gets free: on 4 or more."""
    needed = _TESTS.pinned_escape_target
    return table.roll(D6("to get free"), None, side, at_least(needed)) >= needed


@procedure(Nothing, "Whether a pinned model gets free.")
@clause("AR-STATE-06")
def pinned_escape(table: Table[Any], given: Nothing) -> Ruled:
    """One d6."""
    del given
    return Ruled({"free": throw_escape(table)})


# -- picks


class _Among(Situation, frozen=True):
    n: Annotated[int, msgspec.Meta(ge=0, le=200)]


@clause("AR-EVENT-04", "AR-SCALE-02")
def throw_figure(table: Table[Any], n: int, side: str | None = None) -> int | None:
    """One of n by a die of n sides; a single one needs no die, of none there is none."""
    if n <= 1:
        return 0 if n else None
    return table.roll(d(n, "random figure"), None, side) - 1


@procedure(_Among, "A random one among n.")
@clause("AR-EVENT-04")
def random_figure(table: Table[Any], given: _Among) -> Ruled:
    """A die of n sides."""
    return Ruled({"index": throw_figure(table, given.n)})


@clause("AR-EVENT-13")
def throw_direction(table: Table[Any], side: str | None = None) -> int:
    """Degrees clockwise from straight away from the own edge: d12 by 30."""
    return table.roll(d(12, "direction"), None, side) * 30 % 360


@procedure(Nothing, "A random direction: d12 x 30 degrees, 12 straight away from the own edge.")
@clause("AR-EVENT-13")
def random_direction(table: Table[Any], given: Nothing) -> Ruled:
    """One d12."""
    del given
    return Ruled({"degrees": throw_direction(table)})


@clause("AR-FATE-03")
def throw_refusal(table: Table[Any], side: str | None = None) -> int:
    """What refusing a fate costs in virtue points."""
    return table.roll(Total("points of virtue lost", 2, 6), None, side, LOW)


@procedure(Nothing, "What refusing a fate costs: 2d6 virtue points.")
@clause("AR-FATE-03")
def refuse_fate(table: Table[Any], given: Nothing) -> Ruled:
    """Two d6."""
    del given
    return Ruled({"vp_lost": throw_refusal(table)})


def throw_d6(table: Table[Any], purpose: str, side: str | None = None) -> int:
    """A plain d6, the higher the better."""
    return table.roll(D6(purpose), None, side, HIGH)
