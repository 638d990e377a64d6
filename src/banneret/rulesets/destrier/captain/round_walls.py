"""Ways round walls and rocks, by their corners, for who would else press against them."""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from banneret.tabletop.shapes.bases import ahead, bearing
from banneret.tabletop.shapes.segments import distance, point_in_polygon, segments_cross

from .approach import standing_foes

if TYPE_CHECKING:
    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Figure
    from ..ground.things import Corners

OFF = 0.75  # inches from a corner at which most stands pass it
GOALS = 4  # enemies thought of
AIR = 0.01  # inches between boxes that are surely apart


class Net(NamedTuple):
    """Places off the corners of walls, and how far it is between any two of them."""

    places: tuple[Point, ...]
    far: tuple[tuple[float, ...], ...]


def waypoint(battle: Battle, figure: Figure) -> Point | None:
    """Where to go first on the way to the nearest enemy; None if nothing stands in the way."""
    known = battle.memo.known
    key = ("waypoint", figure.id)
    if key not in known:
        known[key] = _waypoint(battle, figure)
    found: Point | None = known[key]
    return found


def _waypoint(battle: Battle, figure: Figure) -> Point | None:
    walls = tuple(
        one.corners
        for one in battle.things
        if one.blocks_move and not one.door and not one.furniture
    )
    start = (figure.x, figure.y)
    foes = sorted(
        [(one.x, one.y) for one in standing_foes(battle, figure)],
        key=lambda foe: distance(start, foe),
    )
    if not walls or not foes or clear(walls, start, foes[0]):
        return None
    ways = [way for foe in foes[:GOALS] if (way := shortest(walls, start, foe)) is not None]
    return min(ways)[1] if ways else None


def clear(walls: tuple[Corners, ...], start: Point, end: Point) -> bool:
    """Whether no wall lies on the line between two places."""
    x0, x1 = min(start[0], end[0]), max(start[0], end[0])
    y0, y1 = min(start[1], end[1]), max(start[1], end[1])
    for wall in walls:
        a0, b0, a1, b1 = _box(wall)
        beside = a0 > x1 + AIR or x0 > a1 + AIR or b0 > y1 + AIR or y0 > b1 + AIR
        if not beside and any(
            segments_cross(start, end, wall[i - 1], wall[i]) for i in range(len(wall))
        ):
            return False
    return True


@lru_cache(maxsize=256)
def _box(wall: Corners) -> tuple[float, float, float, float]:
    """The upright box about a wall: a line apart from it need not be measured."""
    xs, ys = [x for x, _ in wall], [y for _, y in wall]
    return min(xs), min(ys), max(xs), max(ys)


def shortest(walls: tuple[Corners, ...], start: Point, goal: Point) -> tuple[float, Point] | None:
    """How far it is to a goal round the walls, and the first place on the way there."""
    if clear(walls, start, goal):
        return distance(start, goal), goal
    net = net_of(walls)
    first = [i for i, one in enumerate(net.places) if clear(walls, start, one)]
    last = [i for i, one in enumerate(net.places) if clear(walls, goal, one)]
    ways = [
        (
            distance(start, net.places[i]) + net.far[i][j] + distance(net.places[j], goal),
            net.places[i],
        )
        for i in first
        for j in last
    ]
    return min(ways, default=None)


@lru_cache(maxsize=32)
def net_of(walls: tuple[Corners, ...]) -> Net:
    """The net of all corners, with the shortest ways between any two."""
    places = [
        one
        for wall in walls
        for one in _off_corners(wall)
        if not any(point_in_polygon(one, other) for other in walls)
    ]
    many = range(len(places))
    far = [
        [distance(one, two) if clear(walls, one, two) else 1e9 for two in places] for one in places
    ]
    for k in many:
        for i in many:
            for j in many:
                far[i][j] = min(far[i][j], far[i][k] + far[k][j])
    return Net(tuple(places), tuple(tuple(row) for row in far))


def _off_corners(wall: Corners) -> list[Point]:
    """A place before each corner of a piece, away from its middle."""
    middle = (sum(x for x, _ in wall) / len(wall), sum(y for _, y in wall) / len(wall))
    found = []
    for x, y in wall:
        dx, dy = (1.0 if x > middle[0] else -1.0), (1.0 if y > middle[1] else -1.0)
        towards = bearing((0.0, 0.0), (dx, dy))
        found.append(ahead((x, y), towards, OFF * hypot(1.0, 1.0)))
    return found
