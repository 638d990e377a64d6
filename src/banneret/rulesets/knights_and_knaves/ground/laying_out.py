"""Laying out a scenario's ground: its areas, its walls and the doors and windows in them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.ground.pieces import Area, Line, road_polygons
from banneret.tabletop.ground.terrain import Ground
from banneret.tabletop.shapes.segments import (
    TOLERANCE,
    Point,
    along,
    distance,
    distance_point_segment,
)

from .lay import DOOR, EDGE, LOCKED, OVER, STEPS, area_id, line_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..basics.options import Options
    from ..basics.state import Door
    from ..setup.entries import Scenario


@clause("KK-MOVE-22", "KK-MOVE-23", "KK-SETUP-04")
def ground_for(scenario: Scenario, options: Options, doors: Sequence[Door] = ()) -> Ground:
    """The scenario's ground with its doors as they stand: a locked one shut, others open."""
    shut = tuple(one.id for one in doors if one.locked and not one.broken)
    if not doors:
        shut = tuple(one.id for one in scenario.door if one.locked)
    return _ground(scenario, shut, options.scale)


@lru_cache(maxsize=64)
def _ground(scenario: Scenario, shut: tuple[str, ...], scale: float) -> Ground:
    del scale  # the table is as it is; figures and distances shrink, and what is kept with it
    areas: list[Area] = []
    for at, entry in enumerate(scenario.area):
        key = area_id(entry.kind, entry.id, at)
        if entry.road_width > 0.0:
            strips = road_polygons(entry.polygon, entry.road_width)
            areas += [Area(entry.kind, strip, key) for strip in strips]
        else:
            areas.append(Area(entry.kind, entry.polygon, key))
    lines = [
        Line(one.kind, one.line, line_id(one.kind, one.id, at))
        for at, one in enumerate(scenario.line)
    ]
    for area in areas:
        if area.kind == "building":
            lines.append(Line("house_wall", area.ring, area.id))
        elif area.kind == "wall_walk":
            lines.append(Line(EDGE, area.ring, area.id))
    doors = [Line(LOCKED if one.id in shut else DOOR, one.line, one.id) for one in scenario.door]
    pierced = [piece for line in lines for piece in _pierced(line, lines, doors, _steps(areas))]
    width, height = scenario.table
    return Ground(areas, [*pierced, *doors], width, height, over=OVER)


def _steps(areas: Iterable[Area]) -> list[Area]:
    return [area for area in areas if area.kind in STEPS]


def _pierced(
    line: Line, lines: Sequence[Line], doors: Sequence[Line], steps: Sequence[Area]
) -> list[Line]:
    """Cut doors and windows out of a wall, and where stairs or ladders lead over it."""
    if line.kind in {"window", "precipice"}:
        return [line]
    holes = [*doors]
    if line.kind == "house_wall":
        holes += [other for other in lines if other.kind == "window"]
    found: list[Line] = []
    for i in range(1, len(line.points)):
        a, b = line.points[i - 1], line.points[i]
        cuts = [cut for hole in holes if (cut := _overlap(a, b, hole)) is not None]
        for area in steps:
            cuts += _within(a, b, area)
        found += [Line(line.kind, piece, line.id) for piece in _remaining(a, b, cuts)]
    return found


def _overlap(a: Point, b: Point, hole: Line) -> tuple[float, float] | None:
    """The fractions of a wall between which a door or window lies on it."""
    p, q = hole.points[0], hole.points[-1]
    if distance_point_segment(p, a, b) > 0.1 or distance_point_segment(q, a, b) > 0.1:
        return None
    long = distance(a, b)
    ux, uy = (b[0] - a[0]) / long, (b[1] - a[1]) / long
    s = ((p[0] - a[0]) * ux + (p[1] - a[1]) * uy) / long
    t = ((q[0] - a[0]) * ux + (q[1] - a[1]) * uy) / long
    return (min(s, t), max(s, t)) if abs(t - s) * long > TOLERANCE else None


def _within(a: Point, b: Point, area: Area) -> list[tuple[float, float]]:
    """The fractions of a wall that lie on stairs or a ladder, along their edge included."""
    long = distance(a, b)
    steps = max(int(long / 0.05), 1)
    inside = [area.holds(along(a, b, n / steps)) for n in range(steps + 1)]
    runs: list[tuple[float, float]] = []
    start = -1
    for n, held in enumerate((*inside, False)):
        if held and start < 0:
            start = n
        elif not held and start >= 0:
            if n - start > 1:
                runs.append((start / steps, (n - 1) / steps))
            start = -1
    return runs


def _remaining(a: Point, b: Point, cuts: list[tuple[float, float]]) -> list[tuple[Point, Point]]:
    """The pieces of a wall left between its holes."""
    pieces: list[tuple[Point, Point]] = []
    reached = 0.0
    for s, t in sorted(cuts):
        if s > reached + 1e-6:
            pieces.append((along(a, b, reached), along(a, b, s)))
        reached = max(reached, t)
    if reached < 1.0 - 1e-6:
        pieces.append((along(a, b, reached), along(a, b, 1.0)))
    return pieces
