"""Step 4 of the turn, a little at a time (MM-TURN-06)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ...basics.state import BROKEN, ON_TABLE
from ...basics.who import is_engaged
from .declaring import declare, respond
from .fleeing import face_after, nearest_unbroken
from .testing import next_charge, next_response

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ...basics.state import Battle


@clause("MM-TURN-06", "MM-CHARGE-12")
def charges(table: Table[Battle]) -> None:
    """Declare charges, respond, test responses, test charges; nobody moves before the last."""
    stage = table.state.stage
    if stage == "respond":
        respond(table)
    elif stage == "response_tests":
        next_response(table)
    elif stage == "charge_tests":
        next_charge(table)
    else:
        end_feints(table)
        declare(table)


@clause("MM-CHARGE-19", "MM-TURN-11")
def end_feints(table: Table[Battle]) -> None:
    """Those who feigned flight last turn are formed from now on and face as they like."""
    battle = table.state
    for unit in battle.units:
        if not unit.feigning:
            continue
        unit.feigning = False
        if unit.where == ON_TABLE and unit.morale != BROKEN and not is_engaged(battle, unit):
            unit.formed = True
            foe = nearest_unbroken(battle, unit)
            if foe is not None:
                face_after(table, unit, foe, "have feigned flight")
