"""Room to stand: nobody ends on another (KK-GEO-04)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.bases import heading
from banneret.core.clauses import clause
from banneret.core.geometry import overlaps
from banneret.rulesets.knights_and_knaves.barriers import first_barrier
from banneret.rulesets.knights_and_knaves.contact import around
from banneret.rulesets.knights_and_knaves.state import NOBODY, put

if TYPE_CHECKING:
    from banneret.rulesets.knights_and_knaves.state import Battle, Man

RINGS = 20
STEP = 0.25


def lies_on_somebody(battle: Battle, man: Man) -> bool:
    """Whether he lies on a figure, or on a loose horse that somebody might mount."""
    base = man.base
    if any(other is not man and overlaps(base, other.base) for other in around(battle, base, 0.0)):
        return True
    return any(
        horse.rider == NOBODY and not horse.gone and overlaps(base, horse.base)
        for horse in battle.horses
    )


@clause("KK-GEO-04")
def make_room(battle: Battle, man: Man) -> None:
    """Shift a figure that lies on another to the nearest free place on this side of any wall."""
    if not lies_on_somebody(battle, man):
        return
    x, y, facing = man.base.x, man.base.y, man.base.facing
    for ring in range(1, RINGS + 1):
        for turn in range(0, 360, 30):
            ux, uy = heading(facing + turn + 180.0)
            to = (x + ux * ring * STEP, y + uy * ring * STEP)
            put(battle, man, *to, facing)
            if (
                battle.ground.on_table(man.base)
                and not lies_on_somebody(battle, man)
                and first_barrier(battle, (x, y), to, frozenset()) is None
            ):
                return
    put(battle, man, x, y, facing)
