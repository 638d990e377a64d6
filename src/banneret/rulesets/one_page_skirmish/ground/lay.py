"""The ground of a battle: what it costs to cross, what it hides, what it covers (OP-TERR).

A figure is where the centre of its base is: on which side of a wall, in which wood. So a base may
lie over a fence, as a model's base does on a real table.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.tabletop.ground.terrain import Area, Ground, Line, road_polygons
from banneret.tabletop.shapes.measuring import (
    TOLERANCE,
    Point,
    Rect,
    crossing_parameters,
    gap_to_point,
    gap_to_segment,
    nearer,
    overlaps,
    polyline_within,
    segment_hits_base,
)

from ..basics.battle import MOST_RADIUS, changed
from ..basics.tables import TABLES
from ..basics.who import on_table
from .prices import BARRED, CLIMB, FOOT_WHOLE, HORSE_WHOLE, TALL, going
from .sight import CONCEALING, WOODS_SIGHT_INCHES, in_concealment, screened, sees

if TYPE_CHECKING:
    from collections.abc import Collection

    from ..basics.battle import Battle
    from ..setup.entries import Scenario, TerrainPiece

__all__ = [
    "BARRED",
    "CLIMB",
    "CONCEALING",
    "COVERING_AREAS",
    "COVERING_LINES",
    "COVER_INCHES",
    "FOOT_WHOLE",
    "HORSE_WHOLE",
    "KEEP_OFF",
    "OBSTACLES",
    "OVER",
    "SLOW",
    "TALL",
    "WOODS_SIGHT_INCHES",
    "across_obstacle",
    "can_stand",
    "cover_against",
    "covered_at",
    "free_spot",
    "going",
    "ground_for",
    "in_concealment",
    "in_cover",
    "is_slowed",
    "on_road",
    "screened",
    "sees",
    "stays_on_road",
    "turn_gate",
]

OVER = ("bridge", "road")  # OP-TERR-01: these count before what they lie on
GATE_OPEN, GATE_SHUT = "gate_open", "gate_shut"
SLOW = ("woods", "water")
WALLED = tuple(row.name for row in TABLES.terrain if row.outline_cost > 0)  # OP-TERR-07
OBSTACLES = tuple(row.name for row in TABLES.terrain if row.shape == "line" and row.cost > 0)
COVERING_LINES = {
    row.name: row.cover for row in TABLES.terrain if row.shape == "line" and row.cover != "none"
}
COVERING_AREAS = {
    row.name: row.cover for row in TABLES.terrain if row.shape == "area" and row.cover != "none"
}
COVER_INCHES = TABLES.geometry.linear_cover_within_inches
KEEP_OFF = TABLES.geometry.keep_off_enemy_inches


# -- the pieces


@clause("OP-TERR-01", "OP-TERR-08")
def ground_for(scenario: Scenario, open_gates: tuple[str, ...] = ()) -> Ground:
    """The scenario's ground with the named gates moved: a shut one opened, an open one shut.

    `Battle.open_gates` names the gates that stand otherwise than the scenario has them.
    """
    return _ground(scenario.terrain, scenario.width, scenario.height, tuple(sorted(open_gates)))


@lru_cache(maxsize=64)
def _ground(
    terrain: tuple[TerrainPiece, ...], width: float, height: float, open_gates: tuple[str, ...]
) -> Ground:
    areas: list[Area] = []
    lines: list[Line] = []
    for at, piece in enumerate(terrain):
        key = piece.id or f"{piece.kind}_{at}"
        if piece.width > 0.0:
            strips = road_polygons(piece.line, piece.width)
            areas += [Area(piece.kind, strip, key) for strip in strips]
        elif piece.polygon:
            kind = TALL if _is_tall(piece) else piece.kind
            areas.append(Area(kind, piece.polygon, key, walled=kind in WALLED))
        else:
            lines.append(Line(_gate(piece.kind, moved=key in open_gates), piece.line, key))
    return Ground(areas, lines, width, height, over=OVER)


def _is_tall(piece: TerrainPiece) -> bool:
    return piece.kind == "impassable" and piece.tall


def _gate(kind: str, *, moved: bool) -> str:
    """The kind of a linear piece; a gate that was moved is open for shut, or shut for open."""
    if moved and kind in (GATE_OPEN, GATE_SHUT):
        return GATE_SHUT if kind == GATE_OPEN else GATE_OPEN
    return kind


@clause("OP-TERR-08")
def turn_gate(battle: Battle, gate: str) -> bool:
    """Open a shut gate or shut an open one; tells whether it is open now."""
    moved = battle.open_gates
    battle.open_gates = (
        tuple(one for one in moved if one != gate) if gate in moved else (*moved, gate)
    )
    battle.ground = ground_for(battle.scenario, battle.open_gates)
    changed(battle)
    return any(line.id == gate and line.kind == GATE_OPEN for line in battle.ground.lines)


# -- roads and slow ground


@clause("OP-OPT-04")
def is_slowed(ground: Ground, path: Collection[Point] | tuple[Point, ...]) -> bool:
    """Whether any part of the path lies in woods or water."""
    points = tuple(path)
    for i in range(1, len(points)):
        for kind, _, _ in ground.stretches(points[i - 1], points[i]):
            if kind in SLOW:
                return True
    return False


@clause("OP-MOVE-06")
def on_road(battle: Battle, point: Point) -> bool:
    """Whether the point lies on a road or a bridge."""
    return any(area.kind in OVER and area.holds(point) for area in battle.ground.areas)


@clause("OP-MOVE-06")
def stays_on_road(ground: Ground, path: tuple[Point, ...]) -> bool:
    """Whether the whole path stays on roads and bridges."""
    for i in range(1, len(path)):
        for kind, t0, t1 in ground.stretches(path[i - 1], path[i]):
            if kind not in OVER and t1 - t0 > 1e-6:
                return False
    return True


# -- where a base may stand


@clause("OP-TERR-07", "OP-TERR-09", "OP-MOVE-25")
def can_stand(battle: Battle, base: Rect, mounted: bool) -> Refusal | None:
    """Say why nobody may stand there: off the table, deep water, a horse in a building."""
    ground = battle.ground
    if not (
        base.x0 >= -TOLERANCE
        and base.y0 >= -TOLERANCE
        and base.x1 <= ground.width + TOLERANCE
        and base.y1 <= ground.height + TOLERANCE
    ):
        return Refusal("the base would not be wholly on the table", "OP-MOVE-24")
    x, y = base.x, base.y
    for area in ground.areas:
        if (
            area.x0 - TOLERANCE <= x <= area.x1 + TOLERANCE
            and area.y0 - TOLERANCE <= y <= area.y1 + TOLERANCE
            and area.kind not in _HARMLESS
        ):
            return _unstandable(ground, (x, y), mounted)
    return None


_HARMLESS = frozenset(("road", "bridge", "woods", "water", "hill", "open"))


def _unstandable(ground: Ground, point: Point, mounted: bool) -> Refusal | None:
    kind = ground.kind_at(point)
    if kind in BARRED:
        return Refusal(f"nobody enters {_words(kind)}", "OP-TERR-09")
    if mounted and kind == "building":
        return Refusal("a horse does not go into a building", "OP-MOVE-25")
    return None


def _words(kind: str) -> str:
    return "impassable ground" if kind == TALL else kind.replace("_", " ")


def free_spot(
    battle: Battle, base: Rect, ignoring: Collection[int] = (), side: str | None = None
) -> bool:
    """Whether the base would lie on no other figure's; enemies hidden from `side` do not count."""
    units = battle.units
    x, y, radius = base.x, base.y, base.radius
    reach = radius + MOST_RADIUS
    for other in on_table(battle):
        there = other.base
        dx = there.x - x
        if -reach < dx < reach:
            dy = there.y - y
            far = radius + there.radius
            if (
                dx * dx + dy * dy < far * far
                and other.id not in ignoring
                and not (side is not None and other.side != side and units[other.unit].hidden)
                and overlaps(base, there)
            ):
                return False
    return True


# -- cover


@clause("OP-TERR-02", "OP-TERR-10")
def in_cover(battle: Battle, base: Rect) -> bool:
    """Whether the base stands in or behind covering terrain, whatever the direction."""
    known = battle.memo.known
    key = ("cover", base)
    found: bool | None = known.get(key)
    if found is None:
        found = known[key] = covered_at(battle.ground, base)
    return found


def covered_at(ground: Ground, base: Rect) -> bool:
    """Whether the ground covers a base there: woods, a building, a line at most 1 inch away."""
    x, y = base.x, base.y
    for area in ground.areas:
        if (
            area.kind in COVERING_AREAS
            and area.x0 - TOLERANCE <= x <= area.x1 + TOLERANCE
            and area.y0 - TOLERANCE <= y <= area.y1 + TOLERANCE
            and ground.kind_at((x, y)) in COVERING_AREAS
        ):
            return True
    reach = COVER_INCHES + TOLERANCE
    for line in ground.lines:
        if (
            line.x0 <= base.x1 + reach
            and line.x1 >= base.x0 - reach
            and line.y0 <= base.y1 + reach
            and line.y1 >= base.y0 - reach
            and line.kind in COVERING_LINES
            and polyline_within(base, line.points, COVER_INCHES)
        ):
            return True
    return False


@clause("OP-TERR-03", "OP-TERR-04")
def cover_against(battle: Battle, shooter: Rect, target: Rect) -> str:
    """The best single cover of the target against a shot from there: none, part or whole."""
    ground = battle.ground
    area = COVERING_AREAS.get(ground.kind_at((target.x, target.y)), "none")
    if area == "whole":
        return area
    p, q = (shooter.x, shooter.y), (target.x, target.y)
    best = area
    for _, line in ground.crossings(p, q):
        cover = COVERING_LINES.get(line.kind)
        if cover is None or not _line_covers(line, shooter, target):
            continue
        if cover == "whole":
            return cover
        best = cover
    return best


def _line_covers(line: Line, shooter: Rect, target: Rect) -> bool:
    """Whether the shot crosses the line near the target, the shooter not standing at it too."""
    p, q = (shooter.x, shooter.y), (target.x, target.y)
    reach = COVER_INCHES + TOLERANCE
    for i in range(1, len(line.points)):
        a, b = line.points[i - 1], line.points[i]
        met = crossing_parameters(p, q, a, b)
        if met is None:
            continue
        crossing = (p[0] + (q[0] - p[0]) * met[0], p[1] + (q[1] - p[1]) * met[0])
        if gap_to_point(target, crossing) <= reach and gap_to_segment(shooter, a, b) > reach:
            return True
    return False


# -- contact across an obstacle


def _barriers(ground: Ground) -> tuple[Area | Line, ...]:
    """The obstacles and buildings that men can fight across, listed once for each ground."""
    known = ground.nets.get("barriers")
    if isinstance(known, tuple):
        return known
    made: tuple[Area | Line, ...] = (
        *[line for line in ground.lines if line.kind in OBSTACLES],
        *[area for area in ground.areas if area.kind == "building"],
    )
    ground.nets["barriers"] = made
    return made


def _barrier_near(ground: Ground, one: Rect, other: Rect) -> bool:
    """Whether the box round some barrier meets those round both bases."""
    for piece in _barriers(ground):
        x0, x1, y0, y1 = piece.x0 - 0.01, piece.x1 + 0.01, piece.y0 - 0.01, piece.y1 + 0.01
        if (
            x0 <= one.x1
            and x1 >= one.x0
            and y0 <= one.y1
            and y1 >= one.y0
            and x0 <= other.x1
            and x1 >= other.x0
            and y0 <= other.y1
            and y1 >= other.y0
        ):
            return True
    return False


@clause("OP-CHARGE-16", "OP-TERR-07")
def across_obstacle(battle: Battle, one: Rect, other: Rect, without: Collection[int] = ()) -> bool:
    """Whether both bases touch one obstacle or outline from opposite sides, nothing else between.

    They must stand opposite one another: less than 1 inch apart, which no plain move brings about.
    `without` are figures about to leave where they stand, who therefore do not come between.
    """
    ground = battle.ground
    if not _barrier_near(ground, one, other) or not nearer(one, other, KEEP_OFF - TOLERANCE):
        return False
    p, q = (one.x, one.y), (other.x, other.y)
    crossed = [
        (line.points, line.kind) for _, line in ground.crossings(p, q) if line.kind in OBSTACLES
    ]
    crossed += [(area.ring, area.kind) for _, area in ground.outline_crossings(p, q, ("building",))]
    if len(crossed) != 1:
        return False
    points = crossed[0][0]
    return (
        polyline_within(one, points, 0.0)
        and polyline_within(other, points, 0.0)
        and not _anybody_between(battle, one, other, without)
    )


def _anybody_between(battle: Battle, one: Rect, other: Rect, without: Collection[int]) -> bool:
    """Whether a third base lies on the line between two."""
    p, q = (one.x, one.y), (other.x, other.y)
    x0, x1 = (p[0], q[0]) if p[0] < q[0] else (q[0], p[0])
    y0, y1 = (p[1], q[1]) if p[1] < q[1] else (q[1], p[1])
    for figure in on_table(battle):
        there = figure.base
        if (
            there.x0 <= x1
            and there.x1 >= x0
            and there.y0 <= y1
            and there.y1 >= y0
            and there not in (one, other)
            and figure.id not in without
            and segment_hits_base(p, q, there)
        ):
            return True
    return False
