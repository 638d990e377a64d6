"""What becomes of officers: tempers that change, orders that bind, and being lost (MM-OFFICER)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..basics.state import NOBODY
from ..screen.deeds import Calmed, OrderChanged
from ..screen.events import OfficerLost
from .states import note_officer

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Officer


@clause("MM-OFFICER-38", "MM-OFFICER-24", "MM-OFFICER-16")
def lose_officer(table: Table[Battle], officer: Officer, fate: str, cause: str) -> None:
    """An officer is lost for the battle; whoever sees his C-in-C fall may have to test."""
    battle = table.state
    officer.fate = fate
    officer.cause = cause
    officer.leading = NOBODY
    officer.brigade = ()
    note_officer(battle, officer)
    table.tell(OfficerLost(officer.id, cause))
    battle.highlights += ((battle.turn, f"{officer.name}: {cause}"),)


@clause("MM-OFFICER-34", "MM-OFFICER-43")
def become_temper(table: Table[Battle], officer: Officer, temper: str) -> None:
    """Enraged, his battle attacks; Shaken, it withdraws; for good, and no message changes it."""
    battle = table.state
    officer.temper = temper
    if temper not in ("enraged", "shaken"):
        return
    ward = battle.wards[officer.ward]
    ward.order = "attack" if temper == "enraged" else "withdraw"
    ward.bound = True
    battle.highlights += ((battle.turn, f"{officer.name} is {temper}"),)
    table.tell(OrderChanged(ward.id, ward.order, ward.side, f"{officer.name} is {temper}."))


@clause("MM-OFFICER-06", "MM-OFFICER-43")
def calm_down(table: Table[Battle], officer: Officer) -> None:
    """Merely Rash again: his battle keeps its order, and messages may change it."""
    officer.temper = "rash"
    table.state.wards[officer.ward].bound = False
    table.tell(Calmed(officer.id, officer.side))
