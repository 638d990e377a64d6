"""Dice of flight: ridden down, and routers that friends refuse (MM-CHARGE-29, MM-MOVE-34)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.chance.draws import Total
from banneret.core.play.table import Table
from banneret.tabletop.asking import procedure

from ...basics.tables import Die
from ...basics.who import is_mounted, rides
from ...command.dice import Situation, least_of, one_die, sides_of

if TYPE_CHECKING:
    from ...basics.state import Unit

Elements = Annotated[int, Meta(ge=1, le=99)]


class RiddenDown(Situation, frozen=True, kw_only=True):
    """A Broken unit that is caught, and who caught it."""

    elements: Elements
    pursuer_mounted: bool = False
    prey_mounted: bool = False
    die: Die = "d6"


@clause("MM-CHARGE-29")
def _reaped(table: Table[Any], given: RiddenDown, side: str | None) -> int:
    """One die of the pursuer's in elements, two if mounted catch foot."""
    count = 2 if given.pursuer_mounted and not given.prey_mounted else 1
    return table.roll(Total("ridden down", count, sides_of(given.die)), side=side)


def roll_ridden_down(table: Table[Any], prey: Unit, pursuer: Unit) -> int:
    """Elements of the prey that are ridden down by a pursuer."""
    given = RiddenDown(
        elements=prey.elements,
        pursuer_mounted=is_mounted(pursuer),
        prey_mounted=rides(prey),
        die=pursuer.profile.die,
    )
    return least_of(prey.elements, _reaped(table, given, pursuer.side))


@procedure("ridden_down", RiddenDown, "A Broken unit is caught by pursuers.")
def ridden_down(table: Table[Any], given: RiddenDown) -> Ruled:
    """What is left of it, and what was lost."""
    lost = least_of(given.elements, _reaped(table, given, None))
    return Ruled({"elements": given.elements - lost, "lost": lost, "steps": []})


class RefusedRouter(Situation, frozen=True, kw_only=True):
    """Routers whom friends turn away with no gap to flow through."""

    elements: Elements
    die: Die = "d6"


@clause("MM-MOVE-34")
def roll_refused(table: Table[Any], unit: Unit) -> int:
    """Elements of a router that are trampled against friends who refuse it."""
    rolled = table.roll(one_die("trampled", unit.profile.die), side=unit.side)
    return least_of(unit.elements, rolled)


@procedure("refused_router", RefusedRouter, "Routers are refused with no gap beside.")
@clause("MM-MOVE-34")
def refused_router(table: Table[Any], given: RefusedRouter) -> Ruled:
    """One die of elements is trampled."""
    lost = least_of(given.elements, table.roll(one_die("trampled", given.die)))
    return Ruled({"elements": given.elements - lost, "steps": []})
