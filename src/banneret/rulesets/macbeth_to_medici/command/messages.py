"""Step 2: messages are read, and a doubtful battle may go home (MM-TURN-04, MM-SETUP-12, 23)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..basics.state import ALIVE, ON_TABLE
from ..screen.deeds import OrderChanged
from ..setup.dice import roll_loyalty

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Ward


@clause("MM-TURN-04", "MM-SETUP-12")
def messages(table: Table[Battle]) -> None:
    """Officers who have been reached read their messages; orders change from this turn on."""
    battle = table.state
    for ward in battle.wards:
        if ward.doubtful and not ward.bound:
            _doubt(table, ward)
    for rider in battle.messengers:
        if rider.fate == "delivered":
            rider.fate = "read"
            to = battle.officers[rider.to]
            if rider.order and to.fate == ALIVE:
                give_order(table, battle.wards[to.ward], rider.order)
    battle.phase = "initiative"


@clause("MM-SETUP-10", "MM-OFFICER-43", "MM-SETUP-26")
def give_order(table: Table[Battle], ward: Ward, order: str) -> None:
    """A battle has another order, unless rage or fear has bound it."""
    if ward.bound:
        return
    ward.order = order
    ward.posts = {
        u.id: (u.x, u.y) for u in table.state.units if u.ward == ward.id and u.where == ON_TABLE
    }
    table.tell(OrderChanged(ward.id, order, ward.side), (ward.side,))


@clause("MM-SETUP-23")
def _doubt(table: Table[Battle], ward: Ward) -> None:
    """After another battle of the army has lost a unit, the doubtful one may go home."""
    battle = table.state
    others = [w for w in battle.wards if w.side == ward.side and w.id != ward.id]
    if not any(w.routed and w.routed_turn < battle.turn for w in others):
        return
    if roll_loyalty(table, ward.side):
        ward.order = "withdraw"
        ward.bound = True
        battle.highlights += ((battle.turn, f"{ward.name} goes home"),)
        table.tell(OrderChanged(ward.id, "withdraw", ward.side, "Its loyalty was in doubt."))
