"""Reforming: thirds of a turn that tick in steps 5, 9 and 12 (MM-MOVE-28, 29, MM-TURN-08)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause

from ..basics.state import BROKEN, IMPETUOUS
from ..basics.who import is_engaged, on_table
from ..screen.events import ReformBegan, Reformed
from .dice import thirds

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Unit


@clause("MM-MOVE-28", "MM-MOVE-29", "MM-TURN-08")
def tick(table: Table[Battle]) -> None:
    """A third of a turn goes by for every unit that reforms."""
    for unit in on_table(table.state):
        if unit.reforming > 0:
            unit.reforming -= 1
            if unit.reforming == 0:
                unit.formed = True
                table.tell(Reformed(unit.id))


@clause("MM-MOVE-29", "MM-UNIT-46")
def why_not_reform(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a unit may not begin to reform."""
    if unit.formed:
        return Refusal("it is formed", "MM-MOVE-28")
    if unit.reforming:
        return Refusal("it is reforming already", "MM-MOVE-29")
    if unit.morale in (BROKEN, IMPETUOUS):
        return Refusal("it takes no orders", "MM-CHARGE-31")
    if is_engaged(battle, unit):
        return Refusal("it is in contact with the enemy", "MM-MOVE-28")
    return None


@clause("MM-MOVE-28", "MM-MOVE-29")
def begin_reforming(table: Table[Battle], unit: Unit) -> None:
    """Count its elements now: so many thirds it takes."""
    unit.reforming = thirds(unit.elements, unit.profile.experience)
    table.tell(ReformBegan(unit.id, unit.reforming))


@clause("MM-MOVE-29")
def stop_reforming(table: Table[Battle], unit: Unit) -> None:
    """Give it up, staying unformed."""
    unit.reforming = 0
    table.tell(Reformed(unit.id, done=False))
