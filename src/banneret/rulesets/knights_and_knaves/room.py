"""Room to stand: nobody ends on another (KK-GEO-04)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.bases import heading
from banneret.core.clauses import clause
from banneret.core.geometry import overlaps
from banneret.rulesets.knights_and_knaves.barriers import first_barrier, on_the_line_of
from banneret.rulesets.knights_and_knaves.contact import around
from banneret.rulesets.knights_and_knaves.state import NOBODY, footprint, put

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.core.bases import Rect
    from banneret.rulesets.knights_and_knaves.state import Battle, Man

    Spot = tuple[float, float, float]  # x, y, facing

RINGS = 20
STEP = 0.25


def is_free(battle: Battle, man: Man, base: Rect, met: Man | None = None) -> bool:
    """Whether he would lie there on nobody, nor on a loose horse that somebody might mount.

    Whom he has just met he touches.
    """
    for other in around(battle, base, 0.0):
        if other is not man and other is not met and overlaps(base, other.base):
            return False
    for horse in battle.horses:
        if horse.rider == NOBODY and not horse.gone and overlaps(base, horse.base):
            return False
    return True


@clause("KK-GEO-04")
def make_room(battle: Battle, man: Man) -> None:
    """Shift a figure that lies on another to the nearest free place on this side of any wall."""
    if is_free(battle, man, man.base):
        return
    for place in free_places(battle, man):
        put(battle, man, *place)
        return


def free_places(battle: Battle, man: Man) -> Iterator[Spot]:
    """Free places round where he is, the nearest first, on this side of any wall."""
    x, y, facing = man.base.x, man.base.y, man.base.facing
    astride = on_the_line_of(battle, (x, y))
    for ring in range(1, RINGS + 1):
        for turn in range(0, 360, 30):
            ux, uy = heading(facing + turn + 180.0)
            to = (x + ux * ring * STEP, y + uy * ring * STEP)
            there = footprint(battle, man.horse != NOBODY, *to, facing)
            if (
                battle.ground.on_table(there)
                and is_free(battle, man, there)
                and first_barrier(battle, (x, y), to, astride) is None
            ):
                yield (*to, facing)
