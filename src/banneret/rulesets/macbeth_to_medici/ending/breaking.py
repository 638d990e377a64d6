"""Points lost, and which army has broken."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..basics.state import BROKEN, LEFT, LOST, OFF_TABLE, SIDES
from ..basics.who import is_lost

if TYPE_CHECKING:
    from ..basics.state import Battle, Unit

HALF = Fraction(1, 2)


@clause("MM-END-04", "MM-UNIT-48")
def points_lost(battle: Battle, unit: Unit) -> Fraction:
    """All for a lost unit; half for one Broken, gone in good order, or below half its elements."""
    points = Fraction(unit.profile.points)
    if unit.where == LOST:
        return points
    if unit.where == LEFT:
        return Fraction(0) if _by_named_edge(battle, unit) else points * HALF
    if unit.where == OFF_TABLE:
        return Fraction(0)
    weak = 2 * unit.elements < unit.profile.elements
    return points * HALF if unit.morale == BROKEN or weak else Fraction(0)


@clause("MM-UNIT-48")
def _by_named_edge(battle: Battle, unit: Unit) -> bool:
    """Whether it left by an edge that the scenario's victory conditions name for it."""
    number = 1 + SIDES.index(unit.side)
    named = {
        battle.base[SIDES[c.edge - 1]]
        for win in battle.scenario.win
        for c in (*win.all, *win.any)
        if c.kind == "units_off_or_at" and c.side == number and c.edge is not None
    }
    return any(unit.id in units and edge in named for edge, units in battle.off_edge.items())


def lost_points(battle: Battle, side: str) -> Fraction:
    """What a side has lost."""
    mine = [u for u in battle.units if u.side == side]
    return sum([points_lost(battle, u) for u in mine], Fraction(0))


@clause("MM-END-01", "MM-SETUP-22")
def starting_points(battle: Battle, side: str) -> Fraction:
    """Units that are or were there; those still to come only where the scenario says so."""
    counted = [
        u
        for u in battle.units
        if u.side == side and (u.where != OFF_TABLE or battle.scenario.count_off_table)
    ]
    return Fraction(max(1, sum([u.profile.points for u in counted])))


def share_lost(battle: Battle, side: str) -> Fraction:
    """The share of its points that a side has lost."""
    return lost_points(battle, side) / starting_points(battle, side)


@clause("MM-END-01", "MM-END-03")
def is_broken(battle: Battle, side: str) -> bool:
    """Half its points are lost, or all its officers."""
    officers = [o for o in battle.officers if o.side == side]
    return share_lost(battle, side) >= HALF or all(is_lost(o) for o in officers)


@clause("MM-END-01")
def loser_by_breaking(battle: Battle) -> str | None:
    """The army that has broken; of both the one that lost the greater share; "" if equal."""
    broken = [side for side in SIDES if is_broken(battle, side)]
    if len(broken) < 2:
        return broken[0] if broken else None
    one, two = (share_lost(battle, side) for side in SIDES)
    return "" if one == two else "a" if one > two else "b"
