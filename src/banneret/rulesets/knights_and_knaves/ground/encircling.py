"""Whether a man is surrounded, by enemies and by the ground (KK-GEO-03)."""

from __future__ import annotations

from itertools import groupby, pairwise
from math import inf, sqrt
from typing import TYPE_CHECKING, NamedTuple

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.bases import Rect, ahead, bearing
from banneret.tabletop.shapes.measuring import gap, gap_to_point, gap_to_segment, within
from banneret.tabletop.shapes.segments import TOLERANCE, Point

from ..basics.state import ESCORTING, NOBODY
from ..basics.tables import TABLES
from ..basics.who import able
from ..movement.obstacles.barriers import gets_past
from .contact import around
from .lay import BARRED, Wall, crosses, lay_of
from .sight import visible

if TYPE_CHECKING:
    from banneret.tabletop.ground.pieces import Area

    from ..basics.state import Battle, Man

RING_GAP = TABLES.morale_modifiers.surrounded_gap  # KK-GEO-03
RING_REACH = 12.0
HALF_CIRCLE = 180.0 - 1e-6
LOOK_DEGREES = 2.0  # he looks for a way out in steps of so much, and
PAST_DEGREES = 0.01  # just to either side of every corner


class Arc(NamedTuple):
    """What lies between two neighbours of the ring: from which bearing, how wide, their bases."""

    towards: float
    angle: float
    left: Rect
    right: Rect


class Bounds(NamedTuple):
    """What may bar him by boxes: walls he cannot cross, barred ground; and how far he looks."""

    walls: list[Wall]
    barred: list[Area]
    reach: float


class Sight(NamedTuple):
    """What he sees so many degrees on from the first of two neighbours: where what bars him is."""

    turn: float
    at: Point | None = None
    wall: Wall | None = None


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
        [area for area in lay.barred if is_near(area)],
        reach,
    )


def _is_open(battle: Battle, man: Man, arc: Arc, bounds: Bounds) -> bool:
    """Whether enemies, walls and impassable ground leave him a way out between two neighbours.

    An opening is one of more than 4 inches, or half the circle: between the two, or between one of
    them and a wall.
    """
    if arc.angle < HALF_CIRCLE and gap(arc.left, arc.right) <= _way_out(battle):
        return False
    if not bounds.barred and _half_is_free(man, arc, bounds.walls):
        return True
    looks = [_look(battle, man, arc, turn, bounds) for turn in _turns(man, arc, bounds)]
    groups = [list(some) for _, some in groupby(looks, key=_is_free)]
    for n, free in enumerate(groups):
        if not _is_free(free[0]):
            continue
        before = groups[n - 1] if n else []
        after = groups[n + 1] if n + 1 < len(groups) else []
        begins = free[0].turn if before else 0.0
        ends = free[-1].turn if after else arc.angle
        if ends - begins >= HALF_CIRCLE or _is_wide(battle, arc, before, after):
            return True
    return False


def _turns(man: Man, arc: Arc, bounds: Bounds) -> list[float]:
    """Where he looks: in even steps, and past the ends of walls and shores, or of his reach."""
    here = (man.base.x, man.base.y)
    steps = max(int(arc.angle / LOOK_DEGREES), 1)
    found = [arc.angle * (n + 0.5) / steps for n in range(steps)]
    edges = [(wall.a, wall.b) for wall in bounds.walls]
    edges += [edge for area in bounds.barred for edge in pairwise(area.ring)]
    for a, b in edges:
        for end in (a, b, *_at_reach(here, a, b, bounds.reach)):
            turn = (bearing(here, end) - arc.towards) % 360.0
            found += [turn - PAST_DEGREES, turn + PAST_DEGREES]
    return sorted([turn for turn in found if 0.0 < turn < arc.angle])


def _at_reach(here: Point, a: Point, b: Point, reach: float) -> list[Point]:
    """Where an edge goes out of reach: he sees no more of it."""
    dx, dy, ox, oy = b[0] - a[0], b[1] - a[1], a[0] - here[0], a[1] - here[1]
    square, half = dx * dx + dy * dy, ox * dx + oy * dy
    root = half * half - square * (ox * ox + oy * oy - reach * reach)
    if root <= 0.0 or square <= 0.0:
        return []
    parts = ((-half - sqrt(root)) / square, (-half + sqrt(root)) / square)
    return [(a[0] + dx * part, a[1] + dy * part) for part in parts if 0.0 < part < 1.0]


def _is_free(look: Sight) -> bool:
    return look.at is None


@clause("KK-GEO-03")
def _is_wide(battle: Battle, arc: Arc, before: list[Sight], after: list[Sight]) -> bool:
    """Whether an opening with these walls before and after it, or else a neighbour, lets him out.

    A door or a breach in a wall does, however narrow. How far a wall is from a neighbour is
    measured across the opening: not behind his own back.
    """
    if bool(before) == bool(after):  # the neighbours themselves are more than 4 inches apart
        return True
    foe, wall = (arc.right, before) if before else (arc.left, after)
    facing = [
        look for look in wall if abs((arc.angle if before else 0.0) - look.turn) < HALF_CIRCLE
    ]
    return _apart(foe, facing) > _way_out(battle)


def _apart(foe: Rect, wall: list[Sight]) -> float:
    """How far from an enemy that part of walls and shores is which was seen."""
    found = [gap_to_point(foe, look.at) for look in wall if look.at is not None]
    for one, other in pairwise(wall):
        if one.wall is other.wall and one.at is not None and other.at is not None:
            found.append(gap_to_segment(foe, one.at, other.at))
    return min(found, default=inf)


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


def _look(battle: Battle, man: Man, arc: Arc, turn: float, bounds: Bounds) -> Sight:
    """What he cannot cross within reach in one direction: a wall, or where barred ground begins."""
    x, y = man.base.x, man.base.y
    qx, qy = ahead((x, y), arc.towards + turn, bounds.reach)
    nearest, barrier = 2.0, None
    for wall in bounds.walls:
        part = crosses(wall, x, y, qx, qy)
        if 0.0 <= part < nearest:
            nearest, barrier = part, wall
    if bounds.barred:
        for kind, part, _ in battle.ground.find_stretches((x, y), (qx, qy)):
            if kind in BARRED and part < nearest:
                nearest, barrier = part, None
    if nearest > 1.0:
        return Sight(turn)
    return Sight(turn, (x + (qx - x) * nearest, y + (qy - y) * nearest), barrier)
