"""Pieces of terrain: areas, linear pieces, and roads laid along a line."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from banneret.tabletop.shapes.segments import (
    TOLERANCE,
    Point,
    distance,
    distance_to_outline,
    encloses,
    polyline_crossings,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_MITRE_LIMIT: Final = 2.0
_FAR: Final = 1e300
_ASKED_AT: Final = [0.5, 0.381966, 0.276393]
"""A list, as compiled functions find a tuple of numbers not set."""


class Line:
    """A linear piece: a fence, a wall, a hedge or a gate."""

    __slots__ = ("id", "kind", "points", "x0", "x1", "y0", "y1")

    def __init__(self, kind: str, points: Sequence[Point], id: str = "") -> None:  # noqa: A002  the piece's own name for it
        self.kind = kind
        self.points = tuple(points)
        self.id = id
        self.x0, self.y0, self.x1, self.y1 = _box(self.points)

    def __reduce__(self) -> tuple[type[Line], tuple[object, ...]]:
        return (Line, (self.kind, self.points, self.id))

    def __repr__(self) -> str:
        return f"Line({self.kind!r}, {self.points}, {self.id!r})"


class Area:
    """A piece of ground with a polygon for its outline; `ring` is the outline closed.

    The outline belongs to the area; of a `walled` one it lies within or without just as it counts
    for ways across it, so that nobody stands inside who has not crossed it.
    """

    __slots__ = ("convex", "id", "kind", "polygon", "ring", "walled", "x0", "x1", "y0", "y1")

    def __init__(
        self,
        kind: str,
        polygon: Sequence[Point],
        id: str = "",  # noqa: A002  the piece's own name for it
        *,
        walled: bool = False,
    ) -> None:
        self.kind = kind
        self.id = id
        self.walled = walled
        self.polygon = anticlockwise(polygon)
        self.ring = (*self.polygon, self.polygon[0])
        self.convex = is_convex(self.polygon)
        self.x0, self.y0, self.x1, self.y1 = _box(self.polygon)

    def near(self, p: Point, q: Point) -> bool:
        """Tell whether the boxes around the area and the leg meet."""
        x0, y0, x1, y1 = box_of(p, q)
        return self.x1 >= x0 and self.x0 <= x1 and self.y1 >= y0 and self.y0 <= y1

    def holds(self, p: Point) -> bool:
        """Tell whether p lies in the area, its edge included unless that is a wall."""
        x, y = p
        if (
            x < self.x0 - TOLERANCE
            or x > self.x1 + TOLERANCE
            or y < self.y0 - TOLERANCE
            or y > self.y1 + TOLERANCE
        ):
            return False
        if encloses(self.polygon, x, y):
            return True
        return not self.walled and distance_to_outline(p, self.polygon) <= TOLERANCE

    def runs(self, p: Point, q: Point) -> list[tuple[float, float]]:
        """List the fractions of a leg between which it is inside, not merely along an edge."""
        if self.convex:
            return _convex_runs(self.ring, p, q)
        marks = [0.0, *polyline_crossings(p, q, self.ring), 1.0]
        found: list[tuple[float, float]] = []
        for i in range(1, len(marks)):
            t0 = marks[i - 1]
            t1 = marks[i]
            if t1 - t0 > 1e-12 and self._surrounds(p, q, t0, t1):
                found.append((t0, t1))
        return found

    def _surrounds(self, p: Point, q: Point, t0: float, t1: float) -> bool:
        """Tell whether a leg that nowhere crosses the outline between t0 and t1 is inside there.

        A corner touched just where it is asked says nothing, so two places must agree.
        """
        said: list[bool] = []
        for share in _ASKED_AT:
            t = t0 + (t1 - t0) * share
            inside = encloses(self.polygon, p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t)
            if inside in said:
                return inside
            said.append(inside)
        return False

    def __reduce__(self) -> tuple[Callable[..., Area], tuple[object, ...]]:
        return (_area_again, (self.kind, self.polygon, self.id, self.walled))

    def __repr__(self) -> str:
        return f"Area({self.kind!r}, {self.polygon}, {self.id!r})"


def _area_again(kind: str, polygon: Sequence[Point], key: str, walled: bool) -> Area:
    """Make an area again after it was sent to another process."""
    return Area(kind, polygon, key, walled=walled)


def _box(points: Sequence[Point]) -> tuple[float, float, float, float]:
    """Give the upright box around points."""
    xs = [p[0] for p in points]
    ys = [p[1] for p in points]
    return (min(xs), min(ys), max(xs), max(ys))


def box_of(p: Point, q: Point) -> tuple[float, float, float, float]:
    """Give the upright box around a leg: west, south, east, north."""
    x0, y0 = p
    x1, y1 = q
    if x0 > x1:
        x0, x1 = x1, x0
    if y0 > y1:
        y0, y1 = y1, y0
    return (x0, y0, x1, y1)


def anticlockwise(polygon: Sequence[Point]) -> tuple[Point, ...]:
    """Give a polygon's corners anticlockwise, repeated ones dropped."""
    points: list[Point] = []
    for p in polygon:
        if not points or p != points[-1]:
            points.append(p)
    if len(points) > 1 and points[0] == points[-1]:
        points.pop()
    twice = 0.0
    for i in range(len(points)):
        a = points[i - 1]
        b = points[i]
        twice += a[0] * b[1] - a[1] * b[0]
    if twice < 0.0:
        points.reverse()
    return tuple(points)


def is_convex(polygon: Sequence[Point]) -> bool:
    """Tell whether an anticlockwise polygon has no dent and goes round only once."""
    turns = 0
    for i in range(len(polygon)):
        ax, ay = polygon[i - 2]
        bx, by = polygon[i - 1]
        cx, cy = polygon[i]
        if (bx - ax) * (cy - by) - (by - ay) * (cx - bx) < -1e-12:
            return False
        if (bx > ax) != (cx > bx):
            turns += 1
    return turns <= 2


def _convex_runs(ring: Sequence[Point], p: Point, q: Point) -> list[tuple[float, float]]:
    """Clip a leg by the edges of an anticlockwise convex ring."""
    px, py = p
    dx = q[0] - px
    dy = q[1] - py
    enter = 0.0
    leave = 1.0
    ax, ay = ring[0]
    for i in range(1, len(ring)):
        bx, by = ring[i]
        ex = bx - ax
        ey = by - ay
        inside = ex * (py - ay) - ey * (px - ax)
        gain = ex * dy - ey * dx
        ax = bx
        ay = by
        if -1e-12 < gain < 1e-12:
            if inside <= 1e-9:
                return []
            continue
        t = -inside / gain
        if gain > 0.0:
            if t > enter:
                enter = t
        elif t < leave:
            leave = t
        if enter >= leave:
            return []
    return [(enter, leave)]


def road_polygons(line: Line | Sequence[Point], width: float) -> list[tuple[Point, ...]]:
    """Lay a strip of this width along a polyline: one polygon for each leg, mitred at bends.

    Where a bend is too sharp for a mitre, both legs run square past it by half the width.
    """
    points = _without_repeats(line.points if isinstance(line, Line) else line)
    half = width * 0.5
    polygons: list[tuple[Point, ...]] = []
    for i in range(1, len(points)):
        start = _joint(points, i - 1, half)
        end = _joint(points, i, half)
        a = points[i - 1]
        b = points[i]
        long = distance(a, b)
        ux = (b[0] - a[0]) / long
        uy = (b[1] - a[1]) / long
        back = half if start is None and i > 1 else 0.0
        on = half if end is None and i < len(points) - 1 else 0.0
        sx, sy = start or (-uy * half, ux * half)
        ex, ey = end or (-uy * half, ux * half)
        polygons.append(
            (
                (a[0] - sx - ux * back, a[1] - sy - uy * back),
                (b[0] - ex + ux * on, b[1] - ey + uy * on),
                (b[0] + ex + ux * on, b[1] + ey + uy * on),
                (a[0] + sx - ux * back, a[1] + sy - uy * back),
            )
        )
    return polygons


def _without_repeats(points: Sequence[Point]) -> list[Point]:
    """Drop points that repeat the one before."""
    kept: list[Point] = []
    for p in points:
        if not kept or distance(kept[-1], p) > TOLERANCE:
            kept.append(p)
    return kept


def _joint(points: Sequence[Point], i: int, half: float) -> Point | None:
    """Give the step from a bend to the left edge of the road, None where there is no mitre."""
    if i == 0 or i == len(points) - 1:
        return None
    a, b, c = points[i - 1], points[i], points[i + 1]
    first = distance(a, b)
    second = distance(b, c)
    nx = -(b[1] - a[1]) / first - (c[1] - b[1]) / second
    ny = (b[0] - a[0]) / first + (c[0] - b[0]) / second
    long = sqrt(nx * nx + ny * ny)
    if long * _MITRE_LIMIT < 2.0 or half * _MITRE_LIMIT > min(first, second):
        return None
    scale = half * 2.0 / (long * long)
    return (nx * scale, ny * scale)
