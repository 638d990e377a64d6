"""Whether a man is surrounded, by enemies and by the ground (KK-GEO-03)."""

from __future__ import annotations

from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from banneret.core.bases import Rect, ahead, bearing
from banneret.core.clauses import clause
from banneret.core.geometry import gap, gap_to_segment, within
from banneret.core.segments import TOLERANCE, Point
from banneret.rulesets.knights_and_knaves.barriers import gets_past
from banneret.rulesets.knights_and_knaves.contact import around
from banneret.rulesets.knights_and_knaves.ground import BARRED, Wall, crosses, lay_of
from banneret.rulesets.knights_and_knaves.people import able
from banneret.rulesets.knights_and_knaves.sight import visible
from banneret.rulesets.knights_and_knaves.state import ESCORTING, NOBODY

if TYPE_CHECKING:
    from banneret.core.pieces import Area
    from banneret.rulesets.knights_and_knaves.state import Battle, Man

RING_GAP = 4.0  # KK-GEO-03
RING_REACH = 12.0
HALF_CIRCLE = 180.0 - 1e-6
LOOK_DEGREES = 2.0  # he looks for a way out in steps of so much


class Arc(NamedTuple):
    """What lies between two neighbours of the ring: from which bearing, how wide, their bases."""

    towards: float
    angle: float
    left: Rect
    right: Rect


Bar = Rect | tuple[Point, Point]  # what bars a way out: an enemy's base, or a stretch of wall


class Bounds(NamedTuple):
    """What may bar him within reach, by boxes: walls he cannot cross, and whether barred ground."""

    walls: list[Wall]
    barred: bool


@clause("KK-GEO-03", "KK-YIELD-01")
def surrounded(battle: Battle, man: Man) -> Man | None:
    """The enemy he yields to if he is surrounded, else nobody.

    Who could take him is able to fight and has no captive yet (KK-YIELD-10).
    """
    scale = battle.options.scale
    ring = [
        other
        for other in around(battle, man.base, RING_REACH * scale)
        if other.side != man.side
        and able(other)
        and within(man.base, other.base, RING_REACH * scale)
        and visible(battle, man, other)
    ]
    if not ring or not _closed(battle, man, ring):
        return None
    takers = [other for other in ring if other.status != ESCORTING and other.carried == NOBODY]
    return min(takers, key=lambda other: (gap(man.base, other.base), other.id), default=None)


def _closed(battle: Battle, man: Man, ring: list[Man]) -> bool:
    """Whether no pair of neighbours round the circle leaves a way out."""
    here = (man.base.x, man.base.y)
    bounds = _bounds(battle, man)
    placed = sorted((bearing(here, (one.base.x, one.base.y)), one.id, one.base) for one in ring)
    first, number, base = placed[0]
    round_ = [*placed, (first + 360.0, number, base)]  # all in one direction: the whole circle
    for (towards, _, left), (after, _, right) in pairwise(round_):
        arc = Arc(towards, after - towards, left, right)
        if arc.angle and _is_open(battle, man, arc, bounds):
            return False
    return True


def _bounds(battle: Battle, man: Man) -> Bounds:
    x, y, reach = man.base.x, man.base.y, RING_REACH * battle.options.scale

    def is_near(piece: Wall | Area) -> bool:
        return (
            piece.x0 <= x + reach
            and piece.x1 >= x - reach
            and piece.y0 <= y + reach
            and piece.y1 >= y - reach
        )

    lay = lay_of(battle)
    return Bounds(
        [wall for wall in lay.walls if is_near(wall) and not gets_past(battle, man, wall)],
        any(is_near(area) for area in lay.barred),
    )


def _is_open(battle: Battle, man: Man, arc: Arc, bounds: Bounds) -> bool:
    """Whether enemies, walls and impassable ground leave him a way out between two neighbours.

    An opening is one of more than 4 inches, or half the circle: between the two, or between one of
    them and the end of a wall.
    """
    if arc.angle < HALF_CIRCLE and _apart(arc.left, arc.right) <= _way_out(battle):
        return False
    if not bounds.barred and _half_is_free(man, arc, bounds.walls):
        return True
    steps = max(int(arc.angle / LOOK_DEGREES), 1)
    left: Bar = arc.left
    turned = 0.0  # since the last thing that bars him
    for n in range(steps + 1):
        direction = arc.towards + arc.angle * (n + 0.5) / steps
        right = arc.right if n == steps else _bar_towards(battle, man, direction, bounds)
        if right is None:
            turned += arc.angle / steps
            if turned >= HALF_CIRCLE:
                return True
            continue
        if turned and _apart(left, right) > _way_out(battle):
            return True
        left, turned = right, 0.0
    return False


def _half_is_free(man: Man, arc: Arc, walls: list[Wall]) -> bool:
    """Whether no wall at all stands in some half circle between the two: most are so let out.

    A wall is in the way of no more than the bearings between its ends; a few steps of looking are
    allowed for beyond them.
    """
    slack = 2.0 * LOOK_DEGREES
    free = HALF_CIRCLE + slack if walls else HALF_CIRCLE
    if arc.angle < free:
        return not walls
    here = (man.base.x, man.base.y)
    ends: list[tuple[float, float]] = []
    for wall in walls:
        first = (bearing(here, wall.a) - arc.towards) % 360.0
        wide = (bearing(here, wall.b) - arc.towards - first) % 360.0
        if abs(wide - 180.0) < slack:  # he stands as good as on it
            return False
        if wide > 180.0:
            first, wide = (first + wide) % 360.0, 360.0 - wide
        ends.append((first - slack, first + wide + slack))
        if first + wide + slack > 360.0:  # past the first neighbour again
            ends.append((first - slack - 360.0, first + wide + slack - 360.0))
    reached = 0.0
    for first, last in sorted(ends):
        if min(first, arc.angle) - reached >= free:
            return True
        reached = max(reached, last)
    return arc.angle - reached >= free


def _way_out(battle: Battle) -> float:
    return RING_GAP * battle.options.scale + TOLERANCE


def _apart(one: Bar, other: Bar) -> float:
    """How wide the opening is between an enemy and another, or a wall; one in a wall is a way."""
    if isinstance(one, Rect):
        return gap(one, other) if isinstance(other, Rect) else gap_to_segment(one, *other)
    return gap_to_segment(other, *one) if isinstance(other, Rect) else inf


def _bar_towards(battle: Battle, man: Man, direction: float, bounds: Bounds) -> Bar | None:
    """What he cannot cross within reach in one direction: a wall, or where barred ground begins."""
    x, y = man.base.x, man.base.y
    qx, qy = ahead((x, y), direction, RING_REACH * battle.options.scale)
    found = [
        (part, (wall.a, wall.b))
        for wall in bounds.walls
        if (part := crosses(wall, x, y, qx, qy)) >= 0.0
    ]
    if bounds.barred:
        for kind, part, _ in battle.ground.find_stretches((x, y), (qx, qy)):
            if kind in BARRED:
                shore = (x + (qx - x) * part, y + (qy - y) * part)
                found.append((part, (shore, shore)))
    return min(found)[1] if found else None
