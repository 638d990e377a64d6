"""The way of a unit over the ground: features it meets, friends in it, enemies it keeps from."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from banneret.core.book.clauses import Refusal, clause
from banneret.tabletop.bodies.sweeping import (
    slide_clear,
    slide_into_area,
    slide_to_line,
    slide_until,
    turn_clear,
    turn_until,
)
from banneret.tabletop.shapes.bases import Rect, heading
from banneret.tabletop.shapes.contact import wall
from banneret.tabletop.shapes.measuring import gap, gap_to_segment, nearer, overlaps
from banneret.tabletop.shapes.segments import TOLERANCE, Point
from banneret.tabletop.shapes.wheeling import front_centre, moved, turned_about

from ..basics.tables import KEEP_OFF
from ..basics.who import base_of, enemy, footprints, on_table
from ..ground.features import (
    Feature,
    Land,
    blocked_by_ground,
    height_at,
    is_on_table,
    land,
    on_road,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ..basics.state import Battle, Unit

_NEAR = 0.02


class Meeting(NamedTuple):
    """A feature and after how many inches a unit meets it."""

    inches: float
    feature: Feature


@clause("MM-MOVE-16", "MM-SETUP-24")
def features_on_slide(battle: Battle, rect: Rect, bearing: float, inches: float) -> list[Meeting]:
    """List what a footprint meets on a straight way, the first first.

    A line counts when it is reached, an area when any of it is stood in, a slope going up.
    """
    ground = land(battle)
    if inches <= 0.0 or not ground.features or on_road(battle, rect):
        return []
    ux, uy = heading(bearing)
    way = Rect(
        rect.x + ux * inches * 0.5,
        rect.y + uy * inches * 0.5,
        bearing,
        2.0 * rect.radius,
        inches + 2.0 * rect.radius,
    )
    found = _lines_met(ground, way, rect, bearing, inches)
    found += _areas_met(ground, way, rect, bearing, inches)
    here = front_centre(rect)
    near = [hill for hill in ground.hills if hill.cls and hill.near(way)]
    height = height_at(battle, here) if near else 0
    for hill in near:
        uphill = height < hill.height and not hill.holds(here)
        if uphill and _climbs(rect, bearing, inches, hill):
            far = slide_into_area(rect, bearing, inches, hill.points)
            if far < inches - TOLERANCE:
                found.append(Meeting(far, hill))
    return sorted(found, key=lambda one: one.inches)


def _lines_met(ground: Land, way: Rect, rect: Rect, bearing: float, inches: float) -> list[Meeting]:
    found: list[Meeting] = []
    for line in ground.lines:
        if line.near(way):
            far = slide_to_line(rect, bearing, inches, line.points)
            if far < inches - TOLERANCE and (far > 0.0 or _only_touched(rect, bearing, line)):
                found.append(Meeting(far, line))
    return found


def _areas_met(ground: Land, way: Rect, rect: Rect, bearing: float, inches: float) -> list[Meeting]:
    found: list[Meeting] = []
    for area in (*ground.areas, *[c for c in ground.crossings if c.cls]):
        if area.near(way):
            far = slide_into_area(rect, bearing, inches, area.points)
            started = far <= 0.0
            if far < inches - TOLERANCE and not (started and area.kind in ("bridge", "ford")):
                found.append(Meeting(far, area))
    return found


def _only_touched(rect: Rect, bearing: float, line: Feature) -> bool:
    """Whether a line that is touched at the start still lies before the footprint."""
    ux, uy = heading(bearing)
    back = moved(rect, -ux * 2 * _NEAR, -uy * 2 * _NEAR)
    points = line.points
    return all(gap_to_segment(back, points[i - 1], points[i]) > 0.0 for i in range(1, len(points)))


def _climbs(rect: Rect, bearing: float, inches: float, hill: Feature) -> bool:
    """Whether the way leads further into a hill, and not only off it."""
    ux, uy = heading(bearing)
    there = moved(rect, ux * inches, uy * inches)
    before, after = _share(hill, rect), _share(hill, there)
    return after > before


def _share(hill: Feature, rect: Rect) -> int:
    """How many points of a footprint lie on a hill."""
    x, y = front_centre(rect)
    return sum(1 for p in (*rect.corners, (rect.x, rect.y), (x, y)) if hill.holds(p))


@clause("MM-MOVE-16")
def features_on_turn(battle: Battle, rect: Rect, pivot: Point, turn: float) -> list[Feature]:
    """List what a footprint meets as it wheels: what it stands in or on after but not before."""
    if on_road(battle, rect):
        return []
    ground = land(battle)
    steps = [turned_about(rect, pivot, turn * i / 6) for i in range(1, 7)]
    here, there = front_centre(rect), front_centre(steps[-1])
    return [
        *[
            line
            for line in ground.lines
            if not line.under(rect) and any(line.under(step) for step in steps)
        ],
        *[a for a in ground.areas if a.under(rect) or any(a.under(step) for step in steps)],
        *[h for h in ground.hills if h.cls and not h.holds(here) and h.holds(there)],
    ]


def friends_of(battle: Battle, units: Collection[int], side: str) -> list[Unit]:
    """List the side's other units on the table."""
    return [one for one in on_table(battle) if one.side == side and one.id not in units]


def enemy_rects(battle: Battle, unit: Unit, but: Collection[int] = ()) -> list[Rect]:
    """The footprints of the enemy, some left out."""
    return [rect for one, rect in footprints(battle, enemy(unit.side)) if one.id not in but]


def room_ahead(battle: Battle, rect: Rect, bearing: float, inches: float) -> float:
    """How far the table and passable ground let a footprint slide (MM-MOVE-18, MM-UNIT-48)."""
    far = slide_until(rect, bearing, inches, _banks(battle))
    for water in land(battle).water:
        far = min(far, slide_into_area(rect, bearing, far, water.points))
    return _to_edge(battle, rect, bearing, far)


def _banks(battle: Battle) -> list[Rect]:
    return [wall(p, q) for p, q in land(battle).walls]


def _to_edge(battle: Battle, rect: Rect, bearing: float, inches: float) -> float:
    """How far a footprint slides before it would leave the table."""
    ux, uy = heading(bearing)
    far = inches
    width, depth = float(battle.scenario.width), float(battle.scenario.depth)
    for step, low, high, most in (
        (ux, rect.x0, rect.x1, width),
        (uy, rect.y0, rect.y1, depth),
    ):
        if step > 1e-9:
            far = min(far, max(0.0, (most - high) / step))
        elif step < -1e-9:
            far = min(far, max(0.0, low / -step))
    return far


@clause("MM-MOVE-11", "MM-MOVE-18", "MM-UNIT-48", "MM-SETUP-24")
def why_not_slide(
    battle: Battle, unit: Unit, rect: Rect, bearing: float, inches: float
) -> tuple[Refusal | None, float]:
    """Why a unit may not slide so far, and how far it may: enemies, ground, the edge."""
    free = room_ahead(battle, rect, bearing, inches)
    why: Refusal | None = None
    if free < inches - TOLERANCE:
        ux, uy = heading(bearing)
        there = moved(rect, ux * inches, uy * inches)
        on_it = is_on_table(battle, there)
        why = (
            Refusal("the ground there cannot be passed", _bank_clause(battle))
            if on_it
            else Refusal("it would leave the table", "MM-UNIT-48")
        )
    kept = slide_clear(rect, bearing, inches, enemy_rects(battle, unit), KEEP_OFF)
    if kept < inches - 2 * TOLERANCE and kept <= free:
        why = Refusal("it would come within 1 inch of an enemy", "MM-MOVE-11")
    return why, min(free, kept, inches)


def _bank_clause(battle: Battle) -> str:
    return "MM-SETUP-24" if land(battle).crossings else "MM-MOVE-18"


@clause("MM-MOVE-11", "MM-MOVE-25")
def why_not_turn(
    battle: Battle, units: Sequence[Unit], rects: Sequence[Rect], pivot: Point, turn: float
) -> tuple[Refusal | None, float]:
    """Why units may not wheel so far, and what part of it they may."""
    places = tuple([(rect.x, rect.y, rect.facing, rect.width) for rect in rects])
    key = ("turn", *[one.id for one in units], places, pivot, turn)
    found: tuple[Refusal | None, float] | None = battle.memo.known.get(key)
    if found is None:
        found = battle.memo.known[key] = _why_not_turn(battle, units, rects, pivot, turn)
    return found


def _why_not_turn(
    battle: Battle, units: Sequence[Unit], rects: Sequence[Rect], pivot: Point, turn: float
) -> tuple[Refusal | None, float]:
    ids = [one.id for one in units]
    share, why = 1.0, None
    for unit, rect in zip(units, rects, strict=True):
        kept = turn_clear(rect, pivot, turn, enemy_rects(battle, unit), KEEP_OFF)
        if kept < share - 1e-6:
            share, why = kept, Refusal("it would come within 1 inch of an enemy", "MM-MOVE-11")
        others = [base_of(battle, f) for f in friends_of(battle, ids, unit.side)]
        free = turn_until(rect, pivot, turn, [*others, *_banks(battle)])
        if free < share - 1e-6:
            share, why = free, Refusal("there is no room for the wheel", "MM-MOVE-11")
        there = turned_about(rect, pivot, turn * share)
        if not is_on_table(battle, there):
            share, why = 0.0, Refusal("it would leave the table", "MM-UNIT-48")
        elif blocked_by_ground(battle, there) and not blocked_by_ground(battle, rect):
            share, why = 0.0, Refusal("the ground there cannot be passed", "MM-MOVE-18")
    return why, share


@clause("MM-MOVE-11", "MM-MOVE-46")
def why_not_stand(
    battle: Battle, unit: Unit, rect: Rect, but: Collection[int] = ()
) -> Refusal | None:
    """Why a footprint may not be where a move ends: friends, enemies, ground, the edge."""
    if not is_on_table(battle, rect):
        return Refusal("it would not stand on the table", "MM-UNIT-48")
    if blocked_by_ground(battle, rect):
        return Refusal("the ground there cannot be passed", "MM-MOVE-18")
    for one in on_table(battle):
        if one.id == unit.id or one.id in but:
            continue
        other = base_of(battle, one)
        if one.side == unit.side:
            if overlaps(rect, other):
                return Refusal(f"it would stand on {one.profile.name}", "MM-MOVE-11")
        elif nearer(rect, other, KEEP_OFF - 2 * TOLERANCE) and nearer(
            rect, other, _gap_now(battle, unit, other) - TOLERANCE
        ):
            return Refusal("it would be within 1 inch of an enemy", "MM-MOVE-11")
    return None


def _gap_now(battle: Battle, unit: Unit, other: Rect) -> float:
    return gap(base_of(battle, unit), other) if unit.where == "on_table" else KEEP_OFF


def clear_stop(battle: Battle, unit: Unit, way: float, inches: float) -> float:
    """How far a unit may slide so that it stands on nobody in the end; mostly all the way."""
    rect = base_of(battle, unit)
    ux, uy = heading(way)
    others = [base_of(battle, one) for one in on_table(battle) if one.id != unit.id]
    near = [o for o in others if not overlaps(o, rect)]
    stop = inches
    while stop > 0.0 and any(overlaps(moved(rect, ux * stop, uy * stop), o) for o in near):
        stop = stop - 0.25 if stop > 0.25 else 0.0
    return max(stop, 0.0)


def is_free(battle: Battle, unit: Unit, rect: Rect, but: Collection[int] = ()) -> bool:
    """Whether a footprint lies on passable ground of the table and over nobody."""
    return (
        is_on_table(battle, rect)
        and not blocked_by_ground(battle, rect)
        and not any(
            overlaps(rect, base_of(battle, one))
            for one in on_table(battle)
            if one.id != unit.id and one.id not in but
        )
    )
