"""Stands with named sides: squares that face a corner, horses, beasts with a part-frontal flank.

A `Pattern` is cut once for a kind of figure; a `Stand` is a pattern laid on the table. Each side
of it has a name and is frontal or not; which rule hangs on a name is the books' business.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from banneret.tabletop.shapes.bases import Rect, angle_off, bearing, heading
from banneret.tabletop.shapes.contact import first_contact, meeting
from banneret.tabletop.shapes.measuring import gap, nearest_points, overlaps
from banneret.tabletop.shapes.polygons import apart, slide_until, way_out
from banneret.tabletop.shapes.segments import Point, segment_distance, snap
from banneret.tabletop.shapes.wheeling import ahead_of, surface

if TYPE_CHECKING:
    from collections.abc import Sequence

AGAINST: Final = 0.02  # nearer than this is contact
CORNER: Final = 0.1  # a contact no longer than this is that of a corner
NEAR_ENOUGH: Final = 0.001  # inches by which a distance may be off


class Side(NamedTuple):
    """One stretch of a pattern's outline, clockwise, in inches to the right and ahead."""

    name: str
    frontal: bool
    start: Point
    end: Point


class Pattern(NamedTuple):
    """The cut of a stand: its corners clockwise, its named sides, and whether it faces a corner."""

    corners: tuple[Point, ...]
    sides: tuple[Side, ...]
    corner: bool  # faces a corner
    width: float
    depth: float
    rectangular: bool = True

    @property
    def area(self) -> float:
        """Its square inches."""
        return surface(self.corners)

    @property
    def reach(self) -> float:
        """How far its farthest corner lies from its middle."""
        return max(sqrt(x * x + y * y) for x, y in self.corners)


class Edge(NamedTuple):
    """One named side of a stand where it lies on the table."""

    name: str
    frontal: bool
    start: Point
    end: Point


@lru_cache(maxsize=64)
def corner_square(size: float, *, rearless: bool = False) -> Pattern:
    """Cut a square that faces a corner: shield side left of it, sword side right."""
    h = size / sqrt(2.0)
    front, right, rear, left = (0.0, h), (h, 0.0), (0.0, -h), (-h, 0.0)
    sides = (
        Side("sword", True, front, right),
        Side("rear_right", rearless, right, rear),
        Side("rear_left", rearless, rear, left),
        Side("shield", True, left, front),
    )
    return Pattern((front, right, rear, left), sides, True, size, size)


@lru_cache(maxsize=64)
def long_stand(width: float, depth: float, frontal: float | None = None) -> Pattern:
    """Cut a rectangle with the head at a short side; so many inches of the flanks are frontal."""
    w, d = width * 0.5, depth * 0.5
    seen = depth if frontal is None else min(frontal, depth)
    head_left, head_right, tail_right, tail_left = (-w, d), (w, d), (w, -d), (-w, -d)
    sides = [Side("head", True, head_left, head_right)]
    sides.append(Side("right", True, head_right, (w, d - seen)))
    if seen < depth:
        sides.append(Side("rear_right", False, (w, d - seen), tail_right))
    sides.append(Side("tail", False, tail_right, tail_left))
    if seen < depth:
        sides.append(Side("rear_left", False, tail_left, (-w, d - seen)))
    sides.append(Side("left", True, (-w, d - seen), head_left))
    corners = (head_left, head_right, tail_right, tail_left)
    return Pattern(corners, tuple(sides), False, width, depth)


def odd_stand(corners: Sequence[Point], sides: Sequence[tuple[str, bool]]) -> Pattern:
    """Cut a convex stand of any shape: corners clockwise, each edge after them named or frontal."""
    ring = tuple(corners)
    named = tuple(
        Side(name, frontal, ring[i], ring[(i + 1) % len(ring)])
        for i, (name, frontal) in enumerate(sides)
    )
    width = max(x for x, _ in ring) - min(x for x, _ in ring)
    depth = max(y for _, y in ring) - min(y for _, y in ring)
    return Pattern(ring, named, False, width, depth, rectangular=False)


class Stand:
    """A pattern laid on the table; `base` is its footprint for measuring, None if no rectangle."""

    __slots__ = ("_corners", "_edges", "base", "facing", "pattern", "radius", "ux", "uy", "x", "y")

    def __init__(self, pattern: Pattern, x: float, y: float, facing: float) -> None:
        self.pattern = pattern
        self.x = x
        self.y = y
        self.facing = facing
        self.ux, self.uy = heading(facing)
        turned = (facing + 45.0) % 360.0 if pattern.corner else facing
        self.base = (
            Rect(x, y, turned, pattern.width, pattern.depth) if pattern.rectangular else None
        )
        self.radius = pattern.reach if self.base is None else self.base.radius
        self._corners: tuple[Point, ...] | None = None
        self._edges: tuple[Edge, ...] | None = None

    @property
    def centre(self) -> Point:
        """Its middle."""
        return (self.x, self.y)

    @property
    def corners(self) -> tuple[Point, ...]:
        """Its corners on the table, clockwise."""
        found = self._corners
        if found is None:
            found = self._corners = tuple([self.spot(p) for p in self.pattern.corners])
        return found

    def spot(self, p: Point) -> Point:
        """Give the place on the table of a point so far to the right and ahead."""
        right, forward = p
        return (
            self.x + right * self.uy + forward * self.ux,
            self.y - right * self.ux + forward * self.uy,
        )

    def local(self, p: Point) -> Point:
        """Give a place on the table as inches to the right and ahead."""
        dx, dy = p[0] - self.x, p[1] - self.y
        return (dx * self.uy - dy * self.ux, dx * self.ux + dy * self.uy)

    @property
    def edges(self) -> tuple[Edge, ...]:
        """Its named sides on the table."""
        found = self._edges
        if found is None:
            spot = self.spot
            found = self._edges = tuple(
                [Edge(s.name, s.frontal, spot(s.start), spot(s.end)) for s in self.pattern.sides]
            )
        return found

    def at(self, x: float, y: float, facing: float | None = None) -> Stand:
        """Lay the pattern elsewhere."""
        return Stand(self.pattern, x, y, self.facing if facing is None else facing)

    def moved(self, dx: float, dy: float, facing: float | None = None) -> Stand:
        """Shift it without turning, or turned to another facing there."""
        to = self.facing if facing is None else facing % 360.0
        return Stand(self.pattern, self.x + dx, self.y + dy, to)

    def turned(self, facing: float) -> Stand:
        """Turn it on the spot."""
        return Stand(self.pattern, self.x, self.y, facing % 360.0)

    def ahead(self, inches: float, facing: float | None = None) -> Stand:
        """Shift it some inches its own way, or another, without turning."""
        ux, uy = (self.ux, self.uy) if facing is None else heading(facing)
        return self.moved(ux * inches, uy * inches)

    def snapped(self) -> Stand:
        """Round its place to what is stored."""
        return Stand(self.pattern, snap(self.x), snap(self.y), snap(self.facing) % 360.0)

    def __repr__(self) -> str:
        return f"Stand({self.x:.3f}, {self.y:.3f}, {self.facing:.1f})"


Footprint = Stand | Rect


def _rect(shape: Footprint) -> Rect | None:
    return shape if isinstance(shape, Rect) else shape.base


def far_apart(one: Footprint, other: Footprint, inches: float) -> bool:
    """Tell cheaply that two are surely further apart than so many inches."""
    reach = one.radius + other.radius + inches
    dx = one.x - other.x
    dy = one.y - other.y
    return dx * dx + dy * dy > reach * reach


def between(one: Footprint, other: Footprint) -> float:
    """Give the inches between the nearest points of two stands; 0 if they overlap."""
    a = one if isinstance(one, Rect) else one.base
    b = other if isinstance(other, Rect) else other.base
    if a is not None and b is not None:
        return gap(a, b)
    return apart(one.corners, other.corners)


def touching(one: Footprint, other: Footprint) -> bool:
    """Tell whether two stands are in contact."""
    reach = one.radius + other.radius + AGAINST
    dx = one.x - other.x
    dy = one.y - other.y
    return dx * dx + dy * dy <= reach * reach and between(one, other) < AGAINST


def overlapping(one: Footprint, other: Footprint) -> bool:
    """Tell whether two stands lie over each other."""
    a = one if isinstance(one, Rect) else one.base
    b = other if isinstance(other, Rect) else other.base
    if a is not None and b is not None:
        return overlaps(a, b)
    return way_out(one.corners, other.corners) is not None


def nearest(one: Stand, other: Footprint) -> Point:
    """Give the point of the other that is nearest to the first."""
    a, b = _rect(one), _rect(other)
    if a is not None and b is not None:
        return nearest_points(a, b)[1]
    return min(other.corners, key=lambda p: (p[0] - one.x) ** 2 + (p[1] - one.y) ** 2)


# -- sides


def lengths(stand: Stand, other: Footprint) -> list[tuple[Edge, float]]:
    """Measure how much of each side lies against the other; sides that do not are left out."""
    if far_apart(stand, other, AGAINST):
        return []
    found = []
    for edge in stand.edges:
        along = _against(edge.start, edge.end, other.corners)
        if along > 0.0:
            found.append((edge, along))
    return found


def _against(p: Point, q: Point, ring: Sequence[Point]) -> float:
    """Measure how much of a segment is nearer than contact to a convex outline."""
    t0, t1 = 0.0, 1.0
    for i in range(len(ring)):
        (x0, y0), (x1, y1) = ring[i - 1], ring[i]
        dx, dy = x1 - x0, y1 - y0
        long = sqrt(dx * dx + dy * dy)
        if long <= 0.0:
            continue
        nx, ny = -dy / long, dx / long
        start = (p[0] - x0) * nx + (p[1] - y0) * ny - AGAINST
        end = (q[0] - x0) * nx + (q[1] - y0) * ny - AGAINST
        if start >= 0.0 and end >= 0.0:
            return 0.0
        if start >= 0.0 or end >= 0.0:
            t = start / (start - end)
            if start >= 0.0:
                t0 = max(t0, t)
            else:
                t1 = min(t1, t)
    if t0 >= t1:
        return 0.0
    return (t1 - t0) * sqrt((q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2)


def sides_touched(stand: Stand, other: Footprint) -> list[Edge]:
    """Name the sides that lie against another: mere corners count only if nothing else does."""
    found = lengths(stand, other)
    true = [edge for edge, along in found if along > CORNER]
    return true or [edge for edge, _ in found]


def side_touched(stand: Stand, other: Footprint, kindest: Sequence[str]) -> Edge | None:
    """Name the side on which the longest contact runs; None without contact.

    A corner touch, or equal lengths, count as the side that stands first among the kindest.
    """
    found = lengths(stand, other)
    if not found:
        return None
    longest = max(along for _, along in found)
    least = 0.0 if longest <= CORNER else longest - AGAINST
    return min([e for e, along in found if along >= least], key=lambda e: kindest.index(e.name))


def side_towards(stand: Stand, other: Footprint, kindest: Sequence[str]) -> Edge:
    """Name the side that is touched, or else the nearest to the other."""
    touched = side_touched(stand, other, kindest)
    if touched is not None:
        return touched
    ring = other.corners
    ahead = [(_beyond(edge, ring), edge) for edge in stand.edges]
    most = max(inches for inches, _ in ahead)
    faced = [edge for inches, edge in ahead if inches >= most - AGAINST]
    least = min(_edge_gap(edge, other) for edge in faced)
    near = [edge for edge in faced if _edge_gap(edge, other) <= least + AGAINST]
    return min(near, key=lambda edge: kindest.index(edge.name))


def _beyond(edge: Edge, ring: Sequence[Point]) -> float:
    """Measure how far outside the line of a side the whole of an outline lies."""
    (x0, y0), (x1, y1) = edge.start, edge.end
    dx, dy = x1 - x0, y1 - y0
    long = sqrt(dx * dx + dy * dy)
    return min(((y - y0) * dx - (x - x0) * dy) / long for x, y in ring)


def _edge_gap(edge: Edge, other: Footprint) -> float:
    ring = other.corners
    return min(
        segment_distance(edge.start, edge.end, ring[i - 1], ring[i]) for i in range(len(ring))
    )


def angle_to(stand: Stand, p: Point) -> float:
    """Give the angle between where a stand faces and where a point lies, 0 to 180 degrees."""
    return angle_off(stand.facing, bearing((stand.x, stand.y), p))


def share_beside(stand: Stand, other: Footprint) -> tuple[float, float]:
    """Give which parts of the other lie left and right of the middle line of a stand."""
    ring = other.corners
    whole = surface(ring)
    right = surface(ahead_of(ring, stand.centre, (stand.facing + 90.0) % 360.0)) / whole
    return 1.0 - right, right


def share_past_flanks(stand: Stand, other: Footprint) -> tuple[float, float]:
    """Give which parts of the other lie left and right of the strip straight ahead of a stand."""
    ring = other.corners
    whole, half = surface(ring), stand.pattern.width * 0.5
    east = (stand.facing + 90.0) % 360.0
    right = surface(ahead_of(ring, stand.spot((half, 0.0)), east)) / whole
    left = surface(ahead_of(ring, stand.spot((-half, 0.0)), (east + 180.0) % 360.0)) / whole
    return left, right


# -- sliding and turning


def slide(
    stand: Stand, dx: float, dy: float, others: Sequence[Footprint]
) -> tuple[float, int | None]:
    """Slide a stand without turning; give the part done when it first meets one, and which."""
    if stand.base is not None:
        bases = [_rect(one) for one in others]
        if None not in bases:
            return first_contact(stand.base, dx, dy, bases)  # type: ignore[arg-type]  # no None
    best, hit = 1.0, None
    for i, other in enumerate(others):
        when = slide_until(stand.corners, dx, dy, other.corners)
        if when is not None and (hit is None or when < best):
            best, hit = when, i
    return best, hit


def settled(stand: Stand, other: Footprint) -> Stand:
    """Shift a stand by the least that makes it touch the other without lying over it."""
    out = way_out(stand.corners, other.corners)
    if out is not None:
        return stand.moved(*out)
    inches = between(stand, other)
    if inches <= 0.0:
        return stand
    mine, theirs = _facing_points(stand, other)
    return stand.moved(theirs[0] - mine[0], theirs[1] - mine[1])


def _facing_points(one: Stand, other: Footprint) -> tuple[Point, Point]:
    a, b = _rect(one), _rect(other)
    if a is not None and b is not None:
        return nearest_points(a, b)
    pairs = [(p, q) for p in one.corners for q in other.corners]
    return min(pairs, key=lambda two: (two[0][0] - two[1][0]) ** 2 + (two[0][1] - two[1][1]) ** 2)


def closest_passage(stand: Stand, dx: float, dy: float, other: Footprint) -> float:
    """Give the part of a slide at which a stand is nearest to another, the first if several."""
    low, high = 0.0, 1.0
    for _ in range(40):
        third = (high - low) / 3.0
        one, two = low + third, high - third
        if between(stand.moved(dx * one, dy * one), other) <= between(
            stand.moved(dx * two, dy * two), other
        ):
            high = two
        else:
            low = one
    return low


def first_within(
    stand: Stand, dx: float, dy: float, other: Footprint, inches: float
) -> float | None:
    """Give the part of a slide after which a stand is so near to another; None: it never is.

    It steps on by what is surely still between them, which never steps past the spot.
    """
    apart_now = between(stand, other)
    if apart_now <= inches:
        return 0.0
    long = sqrt(dx * dx + dy * dy)
    if long <= 0.0:
        return None
    part = 0.0
    a, b = _rect(stand), _rect(other)
    if a is not None and b is not None:
        met = meeting(a, b, (b.x - a.x, b.y - a.y), (dx, dy), inches + NEAR_ENOUGH)
        if met is None:
            return None
        part = max(0.0, met[1])
    for _ in range(64):
        apart_now = between(stand.moved(dx * part, dy * part), other)
        if apart_now <= inches + NEAR_ENOUGH:
            return part
        part += (apart_now - inches) / long
        if part > 1.0:
            return None
    return None
