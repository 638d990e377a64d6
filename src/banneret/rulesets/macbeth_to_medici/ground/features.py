"""The ground of a battle: hills, lines, areas, water and the ways over it (MM-MOVE-12, 18)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from banneret.core.book.clauses import clause
from banneret.tabletop.bodies.sweeping import stands_in, stands_wholly_in
from banneret.tabletop.shapes.bases import Rect
from banneret.tabletop.shapes.measuring import gap_to_segment
from banneret.tabletop.shapes.segments import (
    Point,
    crossing_parameters,
    distance,
    encloses,
    point_in_polygon,
)

from ..basics.who import base_of, is_skirmisher
from ..setup.entries import Bridge, Mud

if TYPE_CHECKING:
    from ..basics.state import Battle, Defence, Unit
    from ..setup.entries import Scenario, Terrain

_HIDING: Final = ("wood", "trees", "village", "building", "town", "hamlet", "forest", "houses")
_OBSTACLE: Final = 2  # the class of stakes and palisades (MM-SETUP-18)
_BAD: Final = 3
_HAIR: Final = 0.002


class Feature(msgspec.Struct, frozen=True):
    """A piece of the ground: its class, where it lies, and what it does."""

    name: str
    kind: str  # hill, line, area, river, bridge, ford, road, stakes, palisade
    cls: int
    points: tuple[Point, ...]
    closed: bool
    height: int = 0
    impassable: bool = False
    hides: bool = False
    box: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)

    @property
    def ring(self) -> tuple[Point, ...]:
        """Its outline closed, or the line itself."""
        return (*self.points, self.points[0]) if self.closed else self.points

    def near(self, rect: Rect, inches: float = 0.0) -> bool:
        """Tell whether the boxes around both come so near."""
        x0, y0, x1, y1 = self.box
        return (
            rect.x1 + inches >= x0
            and rect.x0 - inches <= x1
            and rect.y1 + inches >= y0
            and rect.y0 - inches <= y1
        )

    def holds(self, p: Point) -> bool:
        """Tell whether a point lies in it, its edge included."""
        x0, y0, x1, y1 = self.box
        x, y = p
        if not self.closed or x < x0 - _HAIR or x > x1 + _HAIR or y < y0 - _HAIR or y > y1 + _HAIR:
            return False
        return point_in_polygon(p, self.points)

    def under(self, rect: Rect) -> bool:
        """Tell whether any part of a footprint lies on it."""
        if not self.near(rect):
            return False
        if self.closed:
            return stands_in(rect, self.points)
        ring = self.points
        return any(gap_to_segment(rect, ring[i - 1], ring[i]) <= 0.0 for i in range(1, len(ring)))


class Land(msgspec.Struct, frozen=True):
    """All features of a battle, sorted by what they are for."""

    features: tuple[Feature, ...]
    hills: tuple[Feature, ...]
    hiding: tuple[Feature, ...]
    areas: tuple[Feature, ...]  # with a class, hills and crossings left out
    lines: tuple[Feature, ...]  # with a class
    crossings: tuple[Feature, ...]  # bridges and fords
    roads: tuple[Feature, ...]
    walls: tuple[tuple[Point, Point], ...]  # banks nobody crosses
    water: tuple[Feature, ...]  # areas nobody enters


_KNOWN: dict[int, tuple[Scenario, tuple[Defence, ...], Land]] = {}
_MOST: Final = 64


@clause("MM-MOVE-12", "MM-MOVE-18", "MM-SETUP-24")
def land(battle: Battle) -> Land:
    """The ground of a battle, worked out once."""
    scenario, defences = battle.scenario, battle.defences
    found = _KNOWN.get(id(scenario))
    if found is not None and found[0] is scenario and found[1] == defences:
        return found[2]
    if len(_KNOWN) >= _MOST:
        _KNOWN.clear()
    made = _land(scenario, defences)
    _KNOWN[id(scenario)] = (scenario, defences, made)
    return made


def _land(scenario: Scenario, defences: tuple[Defence, ...]) -> Land:
    muddy = {one.area for one in scenario.special if isinstance(one, Mud)}
    bridges = {one.area for one in scenario.special if isinstance(one, Bridge)}
    found = [_feature(one, muddy, bridges) for one in scenario.terrain]
    found += [_defence(one, i) for i, one in enumerate(defences)]
    crossings = tuple([f for f in found if f.kind in ("bridge", "ford")])
    walls: list[tuple[Point, Point]] = []
    for one in found:
        if one.impassable and not one.closed:
            for i in range(1, len(one.points)):
                walls += _without(one.points[i - 1], one.points[i], crossings)
    return Land(
        tuple(found),
        tuple([f for f in found if f.kind == "hill"]),
        tuple([f for f in found if f.hides]),
        tuple(
            [f for f in found if f.closed and f.cls and f.kind not in ("hill", "bridge", "ford")]
        ),
        tuple([f for f in found if not f.closed and f.cls and not f.impassable]),
        crossings,
        tuple([f for f in found if f.kind == "road"]),
        tuple(walls),
        tuple([f for f in found if f.impassable and f.closed]),
    )


def _feature(one: Terrain, muddy: set[str], bridges: set[str]) -> Feature:
    cls = one.class_
    if one.name in muddy:
        cls = 2
    points = tuple([(float(x), float(y)) for x, y in one.points])
    closed = one.kind in ("area", "hill", "wood", "buildings")
    if one.kind in ("bridge", "ford", "road"):
        points, closed = _corridor(points, one.width or 3.0), True
        if one.kind == "bridge" and one.name not in bridges:
            cls = 0  # ordinary going for those it is wide enough for (MM-MOVE-18)
        if one.kind == "road":
            cls = 0
    hides = one.cover if one.cover is not None else _hides(one)
    kind = "area" if one.kind in ("wood", "buildings") else one.kind
    return Feature(
        one.name, kind, cls, points, closed, one.height, one.impassable, hides, _box(points)
    )


def _hides(one: Terrain) -> bool:
    if one.kind in ("wood", "buildings"):
        return True
    name = one.name.lower()
    return one.kind == "area" and one.class_ == _BAD and any(word in name for word in _HIDING)


def _defence(one: Defence, number: int) -> Feature:
    return Feature(
        f"{one.kind} {number + 1}", one.kind, _OBSTACLE, one.points, closed=False,
        box=_box(one.points),
    )  # fmt: skip


def _box(points: tuple[Point, ...]) -> tuple[float, float, float, float]:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def _corridor(points: tuple[Point, ...], width: float) -> tuple[Point, ...]:
    """Lay a strip so wide along a line."""
    left: list[Point] = []
    right: list[Point] = []
    for i, (x, y) in enumerate(points):
        a, b = points[max(i - 1, 0)], points[min(i + 1, len(points) - 1)]
        long = distance(a, b) or 1.0
        ux, uy = (b[0] - a[0]) / long * width * 0.5, (b[1] - a[1]) / long * width * 0.5
        left.append((x - uy, y + ux))
        right.append((x + uy, y - ux))
    return (*left, *reversed(right))


def _without(p: Point, q: Point, crossings: tuple[Feature, ...]) -> list[tuple[Point, Point]]:
    """Cut bridges and fords out of a bank."""
    marks = [0.0, 1.0]
    for one in crossings:
        ring = one.ring
        for i in range(1, len(ring)):
            met = crossing_parameters(p, q, ring[i - 1], ring[i])
            if met is not None:
                marks.append(met[0])
    marks.sort()
    kept: list[tuple[Point, Point]] = []
    for i in range(1, len(marks)):
        t0, t1 = marks[i - 1], marks[i]
        middle = (p[0] + (q[0] - p[0]) * (t0 + t1) / 2, p[1] + (q[1] - p[1]) * (t0 + t1) / 2)
        if t1 - t0 > 1e-9 and not any(encloses(c.points, *middle) for c in crossings):
            kept.append(
                (
                    (p[0] + (q[0] - p[0]) * t0, p[1] + (q[1] - p[1]) * t0),
                    (p[0] + (q[0] - p[0]) * t1, p[1] + (q[1] - p[1]) * t1),
                )
            )
    return kept


def height_at(battle: Battle, p: Point) -> int:
    """The contour a point lies on; 0 is the plain."""
    return max([f.height for f in land(battle).hills if f.holds(p)], default=0)


def named(battle: Battle, name: str) -> Feature | None:
    """The feature of that name."""
    return next((f for f in land(battle).features if f.name == name), None)


def stands_on(battle: Battle, unit: Unit, name: str) -> bool:
    """Whether the middle of its front edge lies in an area, its edge included."""
    feature = named(battle, name)
    return feature is not None and feature.holds((unit.x, unit.y))


@clause("MM-MOVE-13", "MM-MOVE-17", "MM-IMPACT-39")
def is_exempt(unit: Unit) -> bool:
    """Whether terrain never counts: Open order Skirmishers, and routing troops."""
    return is_skirmisher(unit) or unit.morale == "broken"


@clause("MM-IMPACT-16", "MM-MOVE-14")
def bad_going(battle: Battle, unit: Unit) -> Feature | None:
    """The area of class 3 that a unit stands in, any part of it; None if it is exempt."""
    if is_exempt(unit):
        return None
    rect = base_of(battle, unit)
    for one in land(battle).areas:
        if one.cls == _BAD and one.under(rect) and not on_road(battle, rect):
            return one
    return None


@clause("MM-MOVE-18")
def on_road(battle: Battle, rect: Rect) -> bool:
    """Whether a unit in one file stands wholly on a road, which is ordinary going."""
    return any(stands_wholly_in(rect, road.points) for road in land(battle).roads)


def is_on_table(battle: Battle, rect: Rect) -> bool:
    """Whether a footprint lies wholly on the table."""
    slack = 0.001
    return (
        rect.x0 >= -slack
        and rect.y0 >= -slack
        and rect.x1 <= battle.scenario.width + slack
        and rect.y1 <= battle.scenario.depth + slack
    )


def blocked_by_ground(battle: Battle, rect: Rect) -> bool:
    """Whether a footprint lies on water or across a bank (MM-MOVE-18)."""
    ground = land(battle)
    if not ground.walls and not ground.water:
        return False
    small = Rect(rect.x, rect.y, rect.facing, rect.width - 0.004, rect.depth - 0.004)
    return any(gap_to_segment(small, p, q) <= 0.0 for p, q in ground.walls) or any(
        f.under(small) for f in ground.water
    )
