"""What stops a figure on its way: walls, doors, water (KK-MOVE-21 to 24)."""

from __future__ import annotations

from math import inf, sqrt
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.ground.going import Going
from banneret.tabletop.moving.walking import Walker
from banneret.tabletop.shapes.bases import Rect, bearing
from banneret.tabletop.shapes.contact import first_contact_segment
from banneret.tabletop.shapes.measuring import gap_to_segment
from banneret.tabletop.shapes.segments import TOLERANCE, distance, distance_point_segment

from ...basics.state import CONTACT_GAP, NOBODY
from ...ground import fires
from ...ground.lay import BARRED, DOOR, Wall, crosses, lay_of, room_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.tabletop.ground.pieces import Area
    from banneret.tabletop.shapes.segments import Point

    from ...basics.state import Battle, Man

_NO_DOORS: frozenset[str] = frozenset()
NEAR_CORNER, OFF_CORNER = 0.05, 0.1  # inches from the end of a wall: at it, and clear of it
ON_THE_BANK = 0.01  # inches: places are rounded, and a step on the bank may be one into the water
WATER = Wall("water", (0.0, 0.0), (0.0, 0.0), "")
_SHUT = ("battlement", "high_wall", "house_wall", "window", "precipice", "edge", "door_locked")
ON_FOOT = Going(
    crossing={"hedge": 10.0, "fence": 10.0, "waist_wall": 10.0, "chest_wall": 10.0, DOOR: 6.0},
    barred_kinds=BARRED,
    barred_lines=_SHUT,
)
_SADDLE_CROSSES = {"hedge": 12.0, "fence": 12.0, "waist_wall": 12.0, DOOR: 6.0}
_NO_HORSES = (*BARRED, "ladder", "stairs", "wall_walk")
IN_THE_SADDLE = Going(
    crossing=_SADDLE_CROSSES,
    barred_kinds=(*_NO_HORSES, "building"),
    barred_lines=(*_SHUT, "chest_wall"),
)
OUT_OF_A_BARN = Going(  # for who is in one already
    crossing=_SADDLE_CROSSES, barred_kinds=_NO_HORSES, barred_lines=(*_SHUT, "chest_wall")
)


@clause("KK-MOVE-21", "KK-MOVE-23")
def against(battle: Battle, base: Rect) -> list[Wall]:
    """The stretches of obstacles, walls and doors that a base touches."""
    return _those_against(lay_of(battle).walls, base, CONTACT_GAP * battle.options.scale)


def _those_against(walls: Sequence[Wall], base: Rect, reach: float) -> list[Wall]:
    x0, x1, y0, y1 = base.x0 - reach, base.x1 + reach, base.y0 - reach, base.y1 + reach
    return [
        wall
        for wall in walls
        if wall.x0 <= x1
        and wall.x1 >= x0
        and wall.y0 <= y1
        and wall.y1 >= y0
        and gap_to_segment(base, wall.a, wall.b) <= reach + 0.001
    ]


@clause("KK-MOVE-23", "KK-MOVE-22")
def open_doors(battle: Battle, man: Man) -> frozenset[str]:
    """The doors he may go through this turn: he stood against them when it began.

    A horse goes through a gate or an open way, not through a door.
    """
    lay = lay_of(battle)
    if not lay.doors:
        return _NO_DOORS
    found = _those_against(lay.doors, man.base, CONTACT_GAP * battle.options.scale)
    doors = frozenset([w.id for w in found if man.horse == NOBODY or w.id in lay.gates])
    return fires.doors_past_fire(battle, man, doors) if battle.fires else doors


@clause("KK-GEO-03", "KK-MOVE-22", "KK-MOVE-23")
def gets_past(battle: Battle, man: Man, wall: Wall) -> bool:
    """Whether such as he could scale a wall or go through a door: a horse does less than a man."""
    lay, mounted = lay_of(battle), man.horse != NOBODY
    if wall.kind == DOOR:
        return not mounted or wall.id in lay.gates
    return lay.scalers.get(wall.id, "none") in {"both", "mounted" if mounted else "foot"}


def first_barrier(
    battle: Battle, p: Point, q: Point, doors: frozenset[str]
) -> tuple[float, Wall] | None:
    """Where the centre of a base on its way first comes to something it cannot cross."""
    if p == q:
        return None
    lay = lay_of(battle)
    best, found = 2.0, None
    px, py = p
    qx, qy = q
    x0, x1 = (px, qx) if px < qx else (qx, px)
    y0, y1 = (py, qy) if py < qy else (qy, py)
    for clump in lay.wall_clumps:
        if clump.x0 > x1 or clump.x1 < x0 or clump.y0 > y1 or clump.y1 < y0:
            continue
        for wall in clump.pieces:
            if wall.x0 > x1 or wall.x1 < x0 or wall.y0 > y1 or wall.y1 < y0:
                continue
            t = crosses(wall, px, py, qx, qy)
            if 0.0 <= t < best and wall.id not in doors:
                best, found = t, wall
    if lay.barred:
        shore = _first_shore(battle, lay.barred, p, q)
        if shore < best:
            best, found = shore, WATER
    return None if found is None else (best, found)


def _first_shore(battle: Battle, barred: Sequence[Area], p: Point, q: Point) -> float:
    """The fraction of a leg at which it comes to water or rock, above 1 if it does not."""
    if any(area.near(p, q) for area in barred):
        for kind, t0, t1 in battle.ground.find_stretches(p, q):
            if kind in BARRED and (t0 > 0.0 or distance(p, q) * t1 > ON_THE_BANK):
                return t0
    return 2.0


def on_the_line_of(battle: Battle, p: Point) -> frozenset[str]:
    """The doors and walls that a place is in the midst of: from there both sides are near."""
    walls = lay_of(battle).walls
    return frozenset([w.id for w in walls if distance_point_segment(p, w.a, w.b) <= TOLERANCE])


@clause("KK-MOVE-21", "KK-MOVE-23")
def free_inches(
    battle: Battle, base: tuple[float, float], halves: Point, q: Point, doors: frozenset[str]
) -> tuple[float, Wall | None]:
    """How far a base of these halves gets from a place towards q before it touches a barrier."""
    far = distance(base, q)
    met = first_barrier(battle, base, q, doors)
    if met is None or far <= 0.0:
        return far, None
    t, wall = met
    left = far * t - _touch(wall, base, q, halves)
    if left <= 0.0 and wall is not WATER:
        left = far * min(_room_at_its_end(wall, base, q, halves), t)
    return max(left, 0.0), wall


def _room_at_its_end(wall: Wall, p: Point, q: Point, halves: Point) -> float:
    """The part of a way that a base beside the end of a wall has before it touches it."""
    there = Rect(*p, bearing(p, q), 2.0 * halves[0], 2.0 * halves[1])
    if gap_to_segment(there, wall.a, wall.b) <= TOLERANCE:
        return 0.0
    return first_contact_segment(there, q[0] - p[0], q[1] - p[1], [(wall.a, wall.b)])[0]


def _touch(wall: Wall, p: Point, q: Point, halves: Point) -> float:
    """How far before the crossing the base, facing the way it goes, touches."""
    hw, hd = halves
    if wall is WATER:
        return 0.01
    dx, dy = q[0] - p[0], q[1] - p[1]
    ex, ey = wall.b[0] - wall.a[0], wall.b[1] - wall.a[1]
    across = abs(dx * ey - dy * ex)
    along = abs(dx * ex + dy * ey)
    return hd + hw * min(along / across, 20.0) if across > 0.0 else hd


def near_barriers(battle: Battle, x: float, y: float, inches: float) -> bool:
    """Whether any barrier is within so many inches of a point, counted by boxes."""
    for piece in lay_of(battle).barriers:
        if (
            piece.x0 <= x + inches
            and piece.x1 >= x - inches
            and piece.y0 <= y + inches
            and piece.y1 >= y - inches
        ):
            return True
    return False


def trimmed(
    battle: Battle, man: Man, points: Sequence[Point], most: float
) -> tuple[tuple[Point, ...], Wall | None]:
    """A way, its start first, cut off where a barrier or the end of the allowance stops it."""
    lay = lay_of(battle)
    plain = not lay.walls and not lay.barred
    doors = _NO_DOORS if plain else open_doors(battle, man)
    halves = (man.base.hw, man.base.hd)
    kept = [points[0]]
    for i in range(1, len(points)):
        p, q = kept[-1], points[i]
        far = distance(p, q)
        if far <= 1e-9:
            continue
        reach, wall = (far, None) if plain else free_inches(battle, p, halves, q, doors)
        if doors and battle.options.doorways_cost_turn:
            reach = min(reach, just_through(battle, p, q, doors, halves[1]))
        if reach > most:
            reach, wall = most, None
        if reach > 1e-9:
            part = reach / far
            kept.append((p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part))
        if reach < far - 1e-9:
            return tuple(kept), wall
        most -= reach
    return tuple(kept), None


@clause("KK-MOVE-24")
def just_through(battle: Battle, p: Point, q: Point, doors: frozenset[str], depth: float) -> float:
    """How far he goes where a doorway costs the turn: through it and no further."""
    crossed = [
        t
        for wall in lay_of(battle).walls
        if wall.id in doors and (t := crosses(wall, *p, *q)) >= 0.0
    ]
    return distance(p, q) * min(crossed) + depth + 0.01 if crossed else inf


def way_to(battle: Battle, man: Man, goal: Point) -> tuple[Point, ...]:
    """Way points to a place, round what cannot be crossed; straight there if there is no way."""
    here = (man.base.x, man.base.y)
    lay = lay_of(battle)
    if not lay.walls and not lay.barred:
        return (goal,)
    if first_barrier(battle, here, goal, frozenset()) is None:
        return (goal,)
    going = ON_FOOT
    if man.horse != NOBODY:
        going = OUT_OF_A_BARN if room_of(battle, man) else IN_THE_SADDLE
    route = Walker(battle.ground, going).route(here, (goal,), limit=200.0)
    if route is None:
        return (goal,)
    way = route.points
    if any(_grazes(battle, man, way[i - 1], way[i]) for i in range(1, len(way))):
        way = (here, *[off_corner(lay.walls, p) for p in way[1:-1]], goal)
    return way[1:]


def _grazes(battle: Battle, man: Man, p: Point, q: Point) -> bool:
    """Whether a leg of a way round walls touches the end of one after all."""
    met = first_barrier(battle, p, q, frozenset([one.id for one in lay_of(battle).doors]))
    return met is not None and not gets_past(battle, man, met[1])


def off_corner(walls: Sequence[Wall], p: Point) -> Point:
    """A way point at the end of walls, moved a little further out from all that end there."""
    ends = [
        (here, there)
        for wall in walls
        for here, there in ((wall.a, wall.b), (wall.b, wall.a))
        if distance(p, here) <= NEAR_CORNER and wall.kind != DOOR
    ]
    ux = sum((a[0] - b[0]) / distance(a, b) for a, b in ends)
    uy = sum((a[1] - b[1]) / distance(a, b) for a, b in ends)
    far = sqrt(ux * ux + uy * uy)
    if far < NEAR_CORNER:
        return p
    (x, y), _ = ends[0]
    return (x + ux / far * OFF_CORNER, y + uy / far * OFF_CORNER)


def slide(p: Point, q: Point, wall: Wall) -> Point:
    """The direction along a wall that leads nearest to where one was going."""
    ex, ey = wall.b[0] - wall.a[0], wall.b[1] - wall.a[1]
    long = sqrt(ex * ex + ey * ey) or 1.0
    ex, ey = ex / long, ey / long
    if ex * (q[0] - p[0]) + ey * (q[1] - p[1]) < 0.0:
        ex, ey = -ex, -ey
    return (ex, ey)
