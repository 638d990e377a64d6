"""Round bases on the table: what stops them, what slows them, and the way round it.

Shapes are boxes along the table's edges and circles. A `Walker` is one round base among solids it
may not pass and patches that cost more; it prices legs and finds the cheapest way.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from math import cos, hypot, pi, sin, sqrt, tan
from typing import NamedTuple

Point = tuple[float, float]
Chord = tuple[float, float]  # where a segment is inside, in parts of the whole

SLACK = 0.002  # inches by which a base may graze what it may not pass: places are rounded
OFF = 0.07  # inches a way keeps off what it goes round: more than any book calls contact
_TURN = tan(pi / 8)
_OCTAGON = tuple((cos(pi / 4 * k + pi / 8), sin(pi / 4 * k + pi / 8)) for k in range(8))
_OUT = 1 / cos(pi / 8)


class Round(NamedTuple):
    """A circle."""

    x: float
    y: float
    radius: float

    def gap(self, p: Point) -> float:
        """How far a point is outside; negative inside."""
        return hypot(p[0] - self.x, p[1] - self.y) - self.radius

    def chord(self, p: Point, q: Point, grown: float = 0.0) -> Chord | None:
        """Where a segment is inside, the circle grown by some inches."""
        return circle_chord(p, q, self.x, self.y, self.radius + grown)

    def corners(self, grown: float) -> list[Point]:
        """Points round it whose straight connections keep that far off."""
        far = (self.radius + grown) * _OUT
        return [(self.x + far * c, self.y + far * s) for c, s in _OCTAGON]

    @property
    def centre(self) -> Point:
        """Its middle."""
        return self.x, self.y


class Box(NamedTuple):
    """A box along the edges of the table."""

    x0: float
    y0: float
    x1: float
    y1: float

    def gap(self, p: Point) -> float:
        """How far a point is outside; negative inside."""
        dx = max(self.x0 - p[0], p[0] - self.x1)
        dy = max(self.y0 - p[1], p[1] - self.y1)
        if dx > 0 and dy > 0:
            return hypot(dx, dy)
        return max(dx, dy)

    def chord(self, p: Point, q: Point, grown: float = 0.0) -> Chord | None:
        """Where a segment is inside, the box grown by some inches with round corners."""
        x0, y0, x1, y1 = self
        if not grown:
            return _slab(p, q, self)
        if (
            max(p[0], q[0]) < x0 - grown
            or min(p[0], q[0]) > x1 + grown
            or max(p[1], q[1]) < y0 - grown
            or min(p[1], q[1]) > y1 + grown
        ):
            return None
        found = [
            _slab(p, q, (x0 - grown, y0, x1 + grown, y1)),
            _slab(p, q, (x0, y0 - grown, x1, y1 + grown)),
            *[circle_chord(p, q, x, y, grown) for x in (x0, x1) for y in (y0, y1)],
        ]
        inside = [one for one in found if one is not None]
        if not inside:
            return None
        return min([one[0] for one in inside]), max([one[1] for one in inside])

    def corners(self, grown: float) -> list[Point]:
        """Points round it whose straight connections keep that far off."""
        x0, y0, x1, y1 = self
        near = grown * _TURN
        return [
            (x1 + grown, y1 + near),
            (x1 + near, y1 + grown),
            (x0 - near, y1 + grown),
            (x0 - grown, y1 + near),
            (x0 - grown, y0 - near),
            (x0 - near, y0 - grown),
            (x1 + near, y0 - grown),
            (x1 + grown, y0 - near),
        ]

    @property
    def centre(self) -> Point:
        """Its middle."""
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2


Shape = Round | Box


def _slab(p: Point, q: Point, box: tuple[float, float, float, float]) -> Chord | None:
    """Where a segment is inside an upright box."""
    low, high = 0.0, 1.0
    for axis in (0, 1):
        start, step = p[axis], q[axis] - p[axis]
        near, far = box[axis], box[axis + 2]
        if not step:
            if not near <= start <= far:
                return None
            continue
        one, other = (near - start) / step, (far - start) / step
        if one > other:
            one, other = other, one
        low, high = max(low, one), min(high, other)
        if low > high:
            return None
    return low, high


def circle_chord(p: Point, q: Point, x: float, y: float, radius: float) -> Chord | None:
    """Where a segment is inside a circle."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    fx, fy = p[0] - x, p[1] - y
    c = fx * fx + fy * fy - radius * radius
    a = dx * dx + dy * dy
    if not a:
        return (0.0, 1.0) if c <= 0 else None
    b = fx * dx + fy * dy
    root = b * b - a * c
    if root < 0:
        return None
    root = sqrt(root)
    low, high = max(0.0, (-b - root) / a), min(1.0, (-b + root) / a)
    return (low, high) if low <= high else None


def length(points: Sequence[Point]) -> float:
    """How long a way is."""
    return sum([hypot(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(points)])


def straight_end(points: Sequence[Point]) -> float:
    """How long the last straight stretch of a way is; tiny bends do not count."""
    run = 0.0
    for at in range(len(points) - 1, 0, -1):
        a, b = points[at - 1], points[at]
        run += hypot(b[0] - a[0], b[1] - a[1])
        if at == 1:
            break
        before = points[at - 2]
        ux, uy = b[0] - a[0], b[1] - a[1]
        vx, vy = a[0] - before[0], a[1] - before[1]
        sizes = hypot(ux, uy) * hypot(vx, vy)
        if not sizes or (ux * vx + uy * vy) / sizes < 0.9998:
            break
    return run


class Route(NamedTuple):
    """A way found: its points after the start, and its price."""

    points: tuple[Point, ...]
    price: float


class Patch(NamedTuple):
    """Ground that costs more: so much more for each inch inside, and once for entering it."""

    shape: Shape
    each_inch: float = 0.0
    once: float = 0.0


def _bounds(shape: Shape, grown: float) -> tuple[float, float, float, float]:
    """The box round a shape that is grown by some inches."""
    if isinstance(shape, Round):
        far = shape.radius + grown
        return shape.x - far, shape.y - far, shape.x + far, shape.y + far
    return shape.x0 - grown, shape.y0 - grown, shape.x1 + grown, shape.y1 + grown


class Walker:
    """A round base among solids it may not pass and patches that cost more."""

    __slots__ = ("_boxes", "depth", "patches", "radius", "solids", "width")

    def __init__(
        self,
        radius: float,
        solids: Sequence[Shape],
        patches: Sequence[Patch],
        width: float,
        depth: float,
    ) -> None:
        self.radius = radius
        self.solids = solids
        self.patches = patches
        self.width = width
        self.depth = depth
        self._boxes = [(*_bounds(one, radius), one) for one in solids]

    def is_on(self, p: Point, margin: float = 0.0) -> bool:
        """Whether a centre is on the table, so far from its edges."""
        return margin <= p[0] <= self.width - margin and margin <= p[1] <= self.depth - margin

    def stopped(self, p: Point, q: Point) -> tuple[float, Shape] | None:
        """Where a leg first runs into a solid; moving off one it touches is free."""
        found: tuple[float, Shape] | None = None
        for solid in self.solids:
            t = self._met(solid, p, q)
            if t is not None and (found is None or t < found[0]):
                found = t, solid
        return found

    def _met(self, solid: Shape, p: Point, q: Point) -> float | None:
        chord = solid.chord(p, q, self.radius - SLACK)
        if chord is None or chord[1] - chord[0] < 1e-9:
            return None
        if chord[0] <= 0.0 and solid.gap(q) >= solid.gap(p) - 1e-9 and self._leaves(solid, p, q):
            return None
        return chord[0]

    def _leaves(self, solid: Shape, p: Point, q: Point) -> bool:
        """Whether a leg that begins in contact goes away from it from the first."""
        dx, dy = q[0] - p[0], q[1] - p[1]
        far = hypot(dx, dy)
        if not far:
            return True
        near = (p[0] + dx / far * 0.05, p[1] + dy / far * 0.05)
        return solid.gap(near) >= solid.gap(p) - 1e-4

    def is_free(self, p: Point, q: Point) -> bool:
        """Whether a leg meets no solid."""
        (px, py), (qx, qy) = p, q
        west, east = (px, qx) if px < qx else (qx, px)
        south, north = (py, qy) if py < qy else (qy, py)
        for x0, y0, x1, y1, solid in self._boxes:
            if east < x0 or west > x1 or north < y0 or south > y1:
                continue
            if self._met(solid, p, q) is not None:
                return False
        return True

    def cost(self, p: Point, q: Point) -> float:
        """What a leg costs."""
        far = hypot(q[0] - p[0], q[1] - p[1])
        price = far
        for patch in self.patches:
            chord = patch.shape.chord(p, q)
            if chord is None:
                continue
            price += patch.each_inch * far * (chord[1] - chord[0])
            if patch.once and chord[0] > 0.0:
                price += patch.once
        return price

    def price(self, points: Sequence[Point]) -> float:
        """What a way costs, its start included among the points."""
        return sum([self.cost(a, b) for a, b in itertools.pairwise(points)])

    def along(self, p: Point, q: Point, allowance: float) -> float:
        """Which part of a leg an allowance pays for."""
        whole = self.cost(p, q)
        if whole <= allowance:
            return 1.0
        low, high = 0.0, 1.0
        for _ in range(24):
            mid = (low + high) / 2
            there = (p[0] + (q[0] - p[0]) * mid, p[1] + (q[1] - p[1]) * mid)
            if self.cost(p, there) <= allowance:
                low = mid
            else:
                high = mid
        return low

    def part(self, start: Point, points: Sequence[Point], allowance: float) -> list[Point]:
        """As much of a way as an allowance pays for."""
        went: list[Point] = []
        here = start
        for there in points:
            t = self.along(here, there, allowance)
            if t < 1.0:
                if t > 0.0:
                    went.append(
                        (here[0] + (there[0] - here[0]) * t, here[1] + (there[1] - here[1]) * t)
                    )
                break
            allowance -= self.cost(here, there)
            went.append(there)
            here = there
        return went

    def route(self, start: Point, goal: Point, most: float = 1e9) -> Route | None:
        """The cheapest way found to a place, or None if there is none within that price.

        A solid that the place lies in is no hindrance: the way is cut short where it is met.
        """
        outside = [one for one in self.solids if one.gap(goal) >= self.radius - SLACK]
        if len(outside) < len(self.solids):
            free = Walker(self.radius, outside, self.patches, self.width, self.depth)
            return free.route(start, goal, most)
        direct = self.is_free(start, goal)
        slow = [one.shape for one in self.patches if one.shape.chord(start, goal) is not None]
        best = self.cost(start, goal) if direct else None
        if direct and not slow:
            return Route((goal,), best or 0.0) if (best or 0.0) <= most else None
        if hypot(goal[0] - start[0], goal[1] - start[1]) > most:
            return None
        limit = most if best is None else min(best, most)
        active = [one for one in self.solids if self._met(one, start, goal) is not None]
        found: Route | None = None
        for _ in range(3):
            found = self._search(start, goal, active, slow, limit)
            if found is not None or direct:
                break
            more = self._near(start, goal, active, limit)
            if not more:
                break
            active += more
        if found is not None:
            return found
        return Route((goal,), best) if best is not None and best <= most else None

    def _near(self, start: Point, goal: Point, active: Sequence[Shape], most: float) -> list[Shape]:
        """Other solids that a way within that price could meet: those nearest the straight line."""
        far = min(most, 2.0 * hypot(goal[0] - start[0], goal[1] - start[1]) + 4.0)
        rest = [
            (max(0.0, one.gap(start)) + max(0.0, one.gap(goal)), at, one)
            for at, one in enumerate(self.solids)
            if one not in active
        ]
        return [one for way, _, one in sorted(rest)[:4] if way <= far]

    def _search(
        self,
        start: Point,
        goal: Point,
        solids: Iterable[Shape],
        slow: Iterable[Shape],
        most: float,
    ) -> Route | None:
        """A* over points round what is in the way."""
        nodes = [p for one in solids for p in one.corners(self.radius + OFF) if self.is_on(p)]
        nodes += [p for one in slow for p in one.corners(OFF) if self.is_on(p)]
        nodes.append(goal)
        last = len(nodes) - 1
        heap: list[tuple[float, float, int, int]] = [(0.0, 0.0, -1, -1)]
        came: dict[int, int] = {}
        while heap:
            _, spent, at, before = heappop(heap)
            if at in came:
                continue
            came[at] = before
            if at == last:
                return Route(tuple(self._back(came, nodes, last)), spent)
            here = start if at < 0 else nodes[at]
            for to, there in enumerate(nodes):
                if to in came:
                    continue
                rest = hypot(goal[0] - there[0], goal[1] - there[1])
                if spent + hypot(there[0] - here[0], there[1] - here[1]) + rest > most + 1e-9:
                    continue
                whole = spent + self.cost(here, there)
                if whole + rest <= most + 1e-9 and self.is_free(here, there):
                    heappush(heap, (whole + rest, whole, to, at))
        return None

    @staticmethod
    def _back(came: dict[int, int], nodes: Sequence[Point], last: int) -> list[Point]:
        points = []
        at = last
        while at >= 0:
            points.append(nodes[at])
            at = came[at]
        return points[::-1]
