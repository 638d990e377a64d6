"""Room to stand: nobody ends on another (KK-GEO-04)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.bases import heading
from banneret.core.clauses import clause
from banneret.core.geometry import overlaps
from banneret.rulesets.knights_and_knaves.barriers import (
    first_barrier,
    free_inches,
    on_the_line_of,
)
from banneret.rulesets.knights_and_knaves.contact import around
from banneret.rulesets.knights_and_knaves.people import loose_horses
from banneret.rulesets.knights_and_knaves.state import NOBODY, footprint, put

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.core.bases import Rect
    from banneret.core.segments import Point
    from banneret.rulesets.knights_and_knaves.state import Battle, Man

    Spot = tuple[float, float, float]  # x, y, facing

RINGS = 20
STEP = 0.25
HAIR = 0.01  # inches from a wall line at least: nobody's middle is on it
SURELY = 0.003  # inches deep: over somebody, however places and facings are rounded


def is_free(battle: Battle, man: Man, base: Rect, met: Man | None = None) -> bool:
    """Whether he would lie there on nobody, nor on a loose horse that somebody might mount.

    Whom he has just met he touches.
    """
    for other in around(battle, base, 0.0):
        if other is not man and other is not met and overlaps(base, other.base):
            return False
    for horse in loose_horses(battle):
        if overlaps(base, horse.base):
            return False
    return True


@clause("KK-GEO-04", "KK-MOVE-21")
def clear_inches(battle: Battle, p: Point, u: Point, most: float) -> float:
    """How far one who must give way may be shifted straight on: no wall, no water is crossed."""
    to = (p[0] + u[0] * most, p[1] + u[1] * most)
    return free_inches(battle, p, (HAIR, HAIR), to, on_the_line_of(battle, p))[0]


class Crowd:
    """Those on whom a base could come to lie that looks for room without turning.

    It says no at once where the base would surely lie on one of them; the rest is for `is_free`.
    """

    __slots__ = ("_others",)

    def __init__(self, battle: Battle, man: Man, base: Rect, inches: float) -> None:
        near = [one.base for one in around(battle, base, inches) if one is not man]
        near += [horse.base for horse in loose_horses(battle)]
        self._others = [_thickness(base, other) for other in near]

    def stands_at(self, x: float, y: float) -> bool:
        """Whether the base would surely lie on somebody there."""
        for ox, oy, reach, axes in self._others:
            dx, dy = x - ox, y - oy
            if -reach < dx < reach and -reach < dy < reach:
                for ux, uy, thick in axes:
                    if not -thick < dx * ux + dy * uy < thick:
                        break
                else:
                    return True
        return False


def _thickness(
    base: Rect, other: Rect
) -> tuple[float, float, float, tuple[tuple[float, float, float], ...]]:
    """Where another base is, and how near the middles must be on each axis to lie over it."""
    c = abs(base.ux * other.ux + base.uy * other.uy)
    s = abs(base.ux * other.uy - base.uy * other.ux)
    reach = base.radius + other.radius
    return (
        other.x,
        other.y,
        reach,
        (
            (base.ux, base.uy, base.hd + other.hw * s + other.hd * c - SURELY),
            (base.uy, -base.ux, base.hw + other.hw * c + other.hd * s - SURELY),
            (other.ux, other.uy, other.hd + base.hw * s + base.hd * c - SURELY),
            (other.uy, -other.ux, other.hw + base.hw * c + base.hd * s - SURELY),
        ),
    )


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
    crowd = Crowd(battle, man, footprint(battle, mounted, x, y, facing), RINGS * STEP)
    for ring in range(1, RINGS + 1):
        for turn in range(0, 360, 30):
            ux, uy = heading(facing + turn + 180.0)
            to = (x + ux * ring * STEP, y + uy * ring * STEP)
            if crowd.stands_at(*to):
                continue
            there = footprint(battle, mounted, *to, facing)
            if (
                battle.ground.on_table(there)
                and is_free(battle, man, there)
                and first_barrier(battle, (x, y), to, astride) is None
            ):
                yield (*to, facing)
