"""Charges one after the other: those who named each other first (DE-CHG)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ...setup.winning import verdict
from ...turn.order import next_phase
from .meeting import mutual_charge, mutual_pair
from .orders import face_orders
from .running import charge, may_start, next_order

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ...basics.state import Battle


@clause("DE-CHG-05", "DE-CHG-15", "DE-SEQ-07", "DE-CHG-35", "DE-END-04")
def resolve(table: Table[Battle]) -> None:
    """Turn up the orders, then carry out one charge after the other until none is left.

    The orders are turned up in a step of their own: who then looks ahead need not guess them.
    """
    battle = table.state
    if not all(order.faced for order in battle.charges):
        face_orders(table)
        return
    battle.charges = [one for one in battle.charges if one.targets and may_start(battle, one)]
    pair = mutual_pair(battle)
    if pair is not None:
        mutual_charge(table, *pair)
        if battle.scenario.courses and verdict(battle) is not None:
            battle.phase = "turn_end"  # the joust is decided: nobody remounts for it
        return
    order = next_order(table)
    if order is None:
        battle.charges = []
        next_phase(battle)
        return
    battle.charges.remove(order)
    charge(table, order)
