"""Who sees whom: officers, shooters, and what stands between (MM-OFFICER-39, MM-MOVE-44, 45)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.tabletop.bodies.body import Body
from banneret.tabletop.bodies.meeting import elements_reaching
from banneret.tabletop.shapes.chords import segment_inside_base
from banneret.tabletop.shapes.measuring import gap
from banneret.tabletop.shapes.segments import (
    TOLERANCE,
    Point,
    distance,
    encloses,
    polyline_crossings,
)
from banneret.tabletop.shapes.wheeling import partly_in_corner_arc, zone_of

from ..basics.state import ON_TABLE, SIDES
from ..basics.tables import ELEMENT_DEPTH, ELEMENT_WIDTH, SIGHT_COVER
from ..basics.who import base_of, footprints, is_bombard, is_gunne, touching
from .features import Feature, height_at, land

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.tabletop.shapes.bases import Rect, Side

    from ..basics.state import Battle, Officer, Unit

_NEAR = 0.01  # inches


def inside(feature: Feature, p: Point, q: Point) -> float:
    """Measure how much of a line runs through an area."""
    marks = sorted([0.0, *polyline_crossings(p, q, feature.ring), 1.0])
    long = distance(p, q)
    total = 0.0
    for i in range(1, len(marks)):
        t = (marks[i - 1] + marks[i]) * 0.5
        if encloses(feature.points, p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t):
            total += (marks[i] - marks[i - 1]) * long
    return total


def ground_hides(battle: Battle, p: Point, q: Point) -> bool:
    """Whether woods, buildings or a crest lie between two points."""
    for one in land(battle).hiding:
        if _boxes_meet(one, p, q) and inside(one, p, q) > SIGHT_COVER + TOLERANCE:
            return True
    return crest_hides(battle, p, q)


def crest_hides(battle: Battle, p: Point, q: Point) -> bool:
    """Whether a hill higher than both ends lies between two points."""
    hills = land(battle).hills
    if not hills:
        return False
    ends = max(height_at(battle, p), height_at(battle, q))
    return any(
        hill.height > ends and _boxes_meet(hill, p, q) and inside(hill, p, q) > TOLERANCE
        for hill in hills
    )


def _boxes_meet(feature: Feature, p: Point, q: Point) -> bool:
    """Tell whether the boxes around a feature and a line meet."""
    x0, y0, x1, y1 = feature.box
    return (
        max(p[0], q[0]) >= x0
        and min(p[0], q[0]) <= x1
        and max(p[1], q[1]) >= y0
        and min(p[1], q[1]) <= y1
    )


def points_of(rect: Rect) -> list[Point]:
    """Points of a footprint that are looked for: its middle, its corners, the middles of edges."""
    a, b, c, d = rect.corners
    found = [(rect.x, rect.y), a, b, c, d]
    found += [((p[0] + q[0]) / 2, (p[1] + q[1]) / 2) for p, q in ((a, b), (b, c), (c, d), (d, a))]
    return found


@clause("MM-OFFICER-39")
def officer_sees(battle: Battle, officer: Officer, unit: Unit) -> bool:
    """Whether an officer sees any part of a unit: ground alone hides it, at any range."""
    ground = land(battle)
    if not ground.hiding and not ground.hills:
        return True
    eye = (officer.x, officer.y)
    return any(not ground_hides(battle, eye, p) for p in points_of(base_of(battle, unit)))


def point_seen(battle: Battle, eye: Point, p: Point) -> bool:
    """Whether the ground lets one point be seen from another."""
    return not ground_hides(battle, eye, p)


@clause("MM-MOVE-45")
def may_see(battle: Battle, shooter: Unit, target: Unit) -> bool:
    """Whether the middle of a front sees any part of a target past ground and other units."""
    key = ("sight", shooter.id, target.id)
    found = battle.memo.known.get(key)
    if found is None:
        found = battle.memo.known[key] = _may_see(battle, shooter, target)
    return bool(found)


def _may_see(battle: Battle, shooter: Unit, target: Unit) -> bool:
    eye = (shooter.x, shooter.y)
    height = 0 if is_bombard(shooter) else height_at(battle, eye)
    aim = base_of(battle, target)
    between = []
    for one, rect in _screening(battle, shooter, eye, aim):
        if one.id == target.id or (height and height > height_at(battle, (one.x, one.y))):
            continue
        between.append(rect)
    return any(
        not any(segment_inside_base(eye, p, rect) > 0.01 for rect in between)
        and not ground_hides(battle, eye, p)
        for p in points_of(aim)
    )


def _screening(battle: Battle, shooter: Unit, eye: Point, aim: Rect) -> Iterator[tuple[Unit, Rect]]:
    """Formed units that may stand in a line from an eye to some part of a footprint."""
    dx, dy = aim.x - eye[0], aim.y - eye[1]
    long = dx * dx + dy * dy
    for side in SIDES:
        for one, rect in footprints(battle, side):
            if one.order == "open" or one.id == shooter.id:
                continue
            ox, oy = rect.x - eye[0], rect.y - eye[1]
            t = min(max((ox * dx + oy * dy) / long, 0.0), 1.0) if long else 0.0
            wide = aim.radius + rect.radius + _NEAR
            if (ox - dx * t) ** 2 + (oy - dy * t) ** 2 <= wide * wide:
                yield one, rect


@clause("MM-MOVE-44", "MM-GUN-16")
def in_arc(battle: Battle, shooter: Unit, target: Unit) -> bool:
    """Whether any of a target lies within 45 degrees ahead; Open order sees all round, guns not."""
    if shooter.order == "open" and not is_gunne(shooter):
        return True
    return partly_in_corner_arc(base_of(battle, shooter), base_of(battle, target), 45.0)


def in_range(battle: Battle, shooter: Unit, target: Unit, inches: float) -> bool:
    """Whether the nearest points are no further apart, exactly as far included (MM-MOVE-46)."""
    return gap(base_of(battle, shooter), base_of(battle, target)) <= inches + TOLERANCE * 0.5


@clause("MM-MOVE-44", "MM-MOVE-45", "MM-MOVE-46")
def may_shoot_at(battle: Battle, shooter: Unit, target: Unit, inches: float) -> Refusal | None:
    """Why a unit may not shoot at another: range, friends in contact, arc, sight."""
    if target.where != ON_TABLE:
        return Refusal(f"{target.profile.name} is not on the table", "MM-MOVE-44")
    if not in_range(battle, shooter, target, inches):
        return Refusal(f"{target.profile.name} is beyond {inches:g} inches", "MM-MOVE-46")
    if touching(battle, target):
        return Refusal(f"friends fight {target.profile.name}", "MM-MOVE-44")
    if not in_arc(battle, shooter, target):
        return Refusal(f"{target.profile.name} is out of arc", "MM-MOVE-44")
    if not may_see(battle, shooter, target):
        return Refusal(f"{target.profile.name} is out of sight", "MM-MOVE-45")
    return None


def body_of(unit: Unit) -> Body:
    """A unit as a body in ranks and files."""
    return Body(
        unit.x, unit.y, unit.heading, unit.files, unit.elements, ELEMENT_WIDTH, ELEMENT_DEPTH
    )


@clause("MM-ARCH-22")
def elements_shooting(
    battle: Battle, shooter: Unit, target: Unit, inches: float, *, all_ranks: bool = False
) -> int:
    """Count the elements of the first two ranks that reach the target."""
    return elements_reaching(
        body_of(shooter),
        base_of(battle, target),
        inches,
        ranks=None if all_ranks else 2,
        angle=None if shooter.order == "open" else 45.0,
    )


@clause("MM-MOVE-40")
def zone(battle: Battle, unit: Unit, p: Point) -> Side:
    """The zone of a unit that a point lies in: front first, then a flank."""
    return zone_of(base_of(battle, unit), p)


def zone_from(battle: Battle, unit: Unit, other: Unit) -> Side:
    """The zone of a unit in which the middle of another's front lies."""
    return zone(battle, unit, (other.x, other.y))
