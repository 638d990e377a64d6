"""Off the table for good (KK-MOVE-33)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.segments import TOLERANCE

from ...basics.state import GONE, NOBODY, ROUTING, changed
from ...melee.harm import carrying
from ...screen.deeds import Left

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ...basics.state import Battle, Man


@clause("KK-MOVE-33")
def leave_table(table: Table[Battle], man: Man) -> bool:
    """Whoever's base crosses the edge is out of the game, with whom he leads or carries."""
    battle = table.state
    if man.status == GONE or battle.ground.on_table(man.base):
        return False
    base, ground = man.base, battle.ground
    edge = (
        "west"
        if base.x0 < -TOLERANCE
        else "south"
        if base.y0 < -TOLERANCE
        else "east"
        if base.x1 > ground.width + TOLERANCE
        else "north"
    )
    for other in carrying.taken_along(battle, man):
        table.tell(Left(other.id, edge, other.status))
        be_gone(battle, other, routed=True)  # a captive or a body is lost to his side
    table.tell(Left(man.id, edge, man.status))
    be_gone(battle, man, routed=man.status == ROUTING)
    changed(battle)
    return True


def be_gone(battle: Battle, man: Man, *, routed: bool) -> None:
    """He is off the table, and the horse under him."""
    man.routed, man.status = routed, GONE
    if man.horse != NOBODY:
        battle.horses[man.horse].gone = True
