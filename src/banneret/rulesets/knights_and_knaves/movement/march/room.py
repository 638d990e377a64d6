"""Room to stand: nobody ends on another (KK-GEO-04)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.crowd import Footing, meets
from banneret.tabletop.shapes.bases import heading

from ...basics.state import NOBODY, footprint, put
from ...basics.who import loose_horses
from ...ground.contact import around, crowd_of
from ..obstacles.barriers import first_barrier, free_inches, on_the_line_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.tabletop.shapes.bases import Rect
    from banneret.tabletop.shapes.segments import Point

    from ...basics.state import Battle, Man

    Spot = tuple[float, float, float]  # x, y, facing

RINGS = 20
STEP = 0.25
HAIR = 0.01  # inches from a wall line at least: nobody's middle is on it


def is_free(battle: Battle, man: Man, base: Rect, met: Man | None = None) -> bool:
    """Whether he would lie there on nobody, nor on a loose horse that somebody might mount.

    Whom he has just met he touches.
    """
    for other in crowd_of(battle).on(base):
        if other is not man and other is not met:
            return False
    return not meets(base, [horse.base for horse in loose_horses(battle)])


@clause("KK-GEO-04", "KK-MOVE-21")
def clear_inches(battle: Battle, p: Point, u: Point, most: float) -> float:
    """How far one who must give way may be shifted straight on: no wall, no water is crossed."""
    to = (p[0] + u[0] * most, p[1] + u[1] * most)
    return free_inches(battle, p, (HAIR, HAIR), to, on_the_line_of(battle, p))[0]


def footing(battle: Battle, man: Man, base: Rect, inches: float) -> Footing:
    """Those on whom he could come to lie within so many inches, if he does not turn."""
    near = [one.base for one in around(battle, base, inches) if one is not man]
    return Footing(base, [*near, *[horse.base for horse in loose_horses(battle)]])


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
    mounted = man.horse != NOBODY
    astride = on_the_line_of(battle, (x, y))
    crowd = footing(battle, man, footprint(battle, mounted, x, y, facing), RINGS * STEP)
    for ring in range(1, RINGS + 1):
        for turn in range(0, 360, 30):
            ux, uy = heading(facing + turn + 180.0)
            to = (x + ux * ring * STEP, y + uy * ring * STEP)
            if crowd.taken(*to):
                continue
            there = footprint(battle, mounted, *to, facing)
            if (
                battle.ground.on_table(there)
                and is_free(battle, man, there)
                and first_barrier(battle, (x, y), to, astride) is None
            ):
                yield (*to, facing)
