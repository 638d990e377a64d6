"""Where a leader might want to go: the ideas offered with a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.questions.choices import Way
from banneret.tabletop.ground.paths import cheapest
from banneret.tabletop.shapes.measuring import (
    Point,
    Rect,
    bearing,
    distance,
    nearest_on_segment,
    snap,
)

from ..ground.clearance import foes, too_near_on_leg
from ..ground.lay import going, on_road
from ..morale.nearest_cover import nearest_cover
from ..setup.entries import Exit, Hold, Seize
from .straight_ahead import straight
from .ways import follow

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..basics.state import Battle, Figure
    from ..setup.entries import TerrainPiece

WALK, EXIT = "move", "exit"
_FAR: Final = 100.0
_COMPASS: Final = ((0.0, _FAR), (_FAR, 0.0), (0.0, -_FAR), (-_FAR, 0.0))


def facing_along(p: Point, q: Point) -> float:
    """The facing of somebody who goes from p to q, as it is stored."""
    return snap(bearing(p, q)) % 360.0


def exit_edges(battle: Battle, side: str) -> tuple[str, ...]:
    """The edges by which the scenario lets a side leave (OP-MOVE-24)."""
    muster = battle.memo.muster
    key = ("exits", side)
    found: tuple[str, ...] | None = muster.get(key)
    if found is None:
        objective = battle.scenario.objective
        found = muster[key] = tuple(
            [one.edge for one in objective if isinstance(one, Exit) and one.for_ == side]
        )
    return found


def edge_gap(battle: Battle, base: Rect, edge: str) -> float:
    """How far a base is from an edge of the table."""
    if edge == "west":
        return base.x0
    if edge == "south":
        return base.y0
    if edge == "east":
        return battle.ground.width - base.x1
    return battle.ground.height - base.y1


def edge_point(battle: Battle, p: Point, edge: str, inset: float = 0.0) -> Point:
    """The point of an edge nearest to p, or that far inside it."""
    width, height = battle.ground.width, battle.ground.height
    if edge == "west":
        return (inset, p[1])
    if edge == "south":
        return (p[0], inset)
    if edge == "east":
        return (width - inset, p[1])
    return (p[0], height - inset)


def goals(battle: Battle, side: str, p: Point) -> list[Point]:
    """Points the scenario makes worth going to."""
    found: list[Point] = []
    for one in battle.scenario.objective:
        if isinstance(one, Hold) and one.for_ in (side, "either"):
            found.append(one.point)
        elif isinstance(one, Exit) and one.for_ == side:
            found.append(edge_point(battle, p, one.edge))
        elif isinstance(one, Seize) and one.for_ in (side, "either"):
            piece = battle.scenario.piece(one.object)
            points = piece.polygon or piece.line
            count = len(points)
            found.append((sum(q[0] for q in points) / count, sum(q[1] for q in points) / count))
    return found


def nearest_foe(battle: Battle, figure: Figure) -> Figure | None:
    """The enemy whose centre is nearest."""
    x, y = figure.base.x, figure.base.y
    best, found = 1e9, None
    for foe in foes(battle, figure.side):
        dx, dy = foe.base.x - x, foe.base.y - y
        far = dx * dx + dy * dy
        if far < best:
            best, found = far, foe
    return found


# -- ideas


def quick_ways(
    battle: Battle, leader: Figure, allowance: float, *, road: bool
) -> list[Callable[[], Way | None]]:
    """Straight ahead to the enemy, the objectives and the quarters of the compass; or stay."""
    base = leader.base
    here = (base.x, base.y)
    if road:
        return _road_ways(battle, leader, allowance)

    def to(p: Point, part: float = 1.0) -> Callable[[], Way | None]:
        return lambda: _ahead(battle, leader, p, allowance * part)

    def to_foe(part: float) -> Callable[[], Way | None]:
        def make() -> Way | None:
            foe = nearest_foe(battle, leader)
            return (
                None
                if foe is None
                else _ahead(battle, leader, (foe.base.x, foe.base.y), allowance * part)
            )

        return make

    def off(edge: str) -> Callable[[], Way | None]:
        return lambda: _off(battle, leader, edge, allowance)

    ways = [to_foe(1.0), to_foe(0.5)]
    ways += [to(p) for p in goals(battle, leader.side, here)[:2]]
    ways += [to((here[0] + dx, here[1] + dy)) for dx, dy in _COMPASS]
    ways += [
        off(edge)
        for edge in exit_edges(battle, leader.side)
        if edge_gap(battle, base, edge) <= allowance
    ]
    ways.append(lambda: Way(WALK, (), base.facing))
    return ways


def _road_ways(battle: Battle, leader: Figure, allowance: float) -> list[Callable[[], Way | None]]:
    """Along each road to either side, the whole roll and half of it; or stay."""
    base = leader.base

    def ahead(points: Sequence[Point], part: float) -> Callable[[], Way | None]:
        return lambda: _along_road(battle, leader, points, allowance * part)

    roads = _roads_from(battle, (base.x, base.y))
    ways = [ahead(points, part) for points in roads for part in (1.0, 0.5)]
    return [*ways, lambda: Way(WALK, (), base.facing)]


def _ahead(battle: Battle, leader: Figure, towards: Point, allowance: float) -> Way | None:
    found = straight(battle, leader, towards, allowance)
    return None if found is None else Way(WALK, (found[0],), found[1])


def _off(battle: Battle, leader: Figure, edge: str, allowance: float) -> Way | None:
    """Straight off the table, if the roll is enough."""
    found = straight(
        battle, leader, edge_point(battle, (leader.base.x, leader.base.y), edge), allowance
    )
    return None if found is None else Way(EXIT, (found[0],), found[1])


def slow_ways(battle: Battle, leader: Figure, allowance: float, *, road: bool) -> list[Way]:
    """Ways round what bars the straight one: to the nearest enemy, the objectives and cover."""
    if road:
        return []
    here = (leader.base.x, leader.base.y)
    aims = goals(battle, leader.side, here)
    foe = nearest_foe(battle, leader)
    if foe is not None:
        aims.append((foe.base.x, foe.base.y))
    found: list[Way] = []
    for aim in aims:
        way = _round_about(battle, leader, aim, allowance)
        if way is not None:
            found.append(way)
    cover = _to_cover(battle, leader, allowance)
    return [*found, cover] if cover is not None else found


def _to_cover(battle: Battle, leader: Figure, allowance: float) -> Way | None:
    route = nearest_cover(battle, leader, None, limit=allowance)
    if route is None:
        return None
    return Way(WALK, route[1:], facing_along(route[-2], route[-1]))


def _round_about(battle: Battle, leader: Figure, aim: Point, allowance: float) -> Way | None:
    """The first part of the cheapest way to a point, keeping off the enemy."""
    price_list = going(leader.mounted, battle.options)
    here = (leader.base.x, leader.base.y)
    if distance(here, aim) < 1.0:
        return None
    route = cheapest(battle.ground, price_list, here, [aim])
    if route is None or len(route.points) < 3:
        return None
    points, _ = follow(battle, leader, route.points, allowance)
    points = _before_foes(battle, leader, points)
    if len(points) < 2:
        return None
    return Way(WALK, points[1:], facing_along(points[-2], points[-1]))


def _before_foes(battle: Battle, leader: Figure, points: tuple[Point, ...]) -> tuple[Point, ...]:
    """The legs before the first that comes too near an enemy."""
    for i in range(1, len(points)):
        if too_near_on_leg(battle, leader, points[i - 1], points[i]) is not None:
            return points[:i]
    return points


# -- roads


def _roads_from(battle: Battle, here: Point) -> list[tuple[Point, ...]]:
    """From a point on roads, the way along each of them to both its ends."""
    found: list[tuple[Point, ...]] = []
    for piece in battle.scenario.terrain:
        if piece.width <= 0.0:
            continue
        line = piece.line
        for i in range(1, len(line)):
            foot = nearest_on_segment(here, line[i - 1], line[i])
            if distance(here, foot) <= piece.width * 0.5 and on_road(battle, foot):
                found.append(_on_from(battle, (foot, *line[i:]), piece))
                found.append(_on_from(battle, (foot, *reversed(line[:i])), piece))
                break
    return found


def _on_from(battle: Battle, points: tuple[Point, ...], piece: TerrainPiece) -> tuple[Point, ...]:
    """A road and those that go on from its end, as over a bridge."""
    gone = [piece]
    end = points[-1]
    for other in battle.scenario.terrain:
        if other.width > 0.0 and other not in gone:
            for line in (other.line, tuple(reversed(other.line))):
                if distance(line[0], end) <= 0.01:
                    gone.append(other)
                    points = (*points, *line[1:])
                    end = points[-1]
                    break
    return points


def _along_road(
    battle: Battle, leader: Figure, points: Sequence[Point], allowance: float
) -> Way | None:
    """As far along a road as the roll allows, its base wholly on the table at the end."""
    here = (leader.base.x, leader.base.y)
    path = [here, *[p for p in points if distance(p, here) > 0.01]]
    if len(path) < 2:
        return None
    last = path[-1]
    inset = leader.base.hd
    width, height = battle.ground.width, battle.ground.height
    path[-1] = (
        min(max(last[0], inset), width - inset),
        min(max(last[1], inset), height - inset),
    )
    gone, _ = follow(battle, leader, path, allowance)
    gone = _before_foes(battle, leader, gone)
    if len(gone) < 2 or distance(gone[-2], gone[-1]) < 0.01:
        return None
    return Way(WALK, gone[1:], facing_along(gone[-2], gone[-1]))
