"""Out of the fight: a man disabled or dead (KK-DIS)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ...basics.state import DEAD, DISABLED, NOBODY, UP, changed
from ...morale import checking
from ...movement import riding
from ...screen.deeds import Disabled
from . import carrying

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.segments import Point

    from ...basics.state import Battle, Man


@clause("KK-DIS-01", "KK-DIS-04", "KK-DIS-05", "KK-FALL-05")
def disable(
    table: Table[Battle], man: Man, *, dead: bool = False, blow_from: Point | None = None
) -> None:
    """Mark a man disabled, or dead; a rider falls beside his horse; who must check is noted."""
    battle = table.state
    if man.status not in UP:
        return
    checking.down(table, man)
    if man.carried != NOBODY:
        carrying.drop(battle, man)
    if man.horse != NOBODY:
        riding.dismount(table, man, blow_from)
    man.status = DEAD if dead else DISABLED
    man.stamina = 0
    man.stun = 0
    man.chit, man.declared, man.rolled, man.panic = "", None, "", ""
    man.ready = False
    battle.fallen = (*battle.fallen, man.id)
    changed(battle)
    table.tell(Disabled(man.id, dead))
