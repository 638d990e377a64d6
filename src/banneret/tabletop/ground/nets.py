"""The way-points that one gait's terrain suggests, and the prices of the legs between them."""

from __future__ import annotations

from math import inf, sqrt
from typing import TYPE_CHECKING, Final

from banneret.tabletop.ground.going import Going, leg_cost
from banneret.tabletop.ground.ground import OPEN, Ground
from banneret.tabletop.ground.rings import rings_of, tolls_of
from banneret.tabletop.ground.rivers import straits_of
from banneret.tabletop.shapes.segments import Point, along, distance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.tabletop.ground.pieces import Area, Line

OFFSET: Final = 0.01
"""How far a way-point stands off the corner it goes round."""

_SPACING: Final = 3.0
_MOST_SAMPLES: Final = 4
_CACHE_SIZE: Final = 50_000


class Net:
    """The fixed way-points of one ground and going; legs are priced once, when first asked."""

    __slots__ = (
        "all_rings",
        "going",
        "ground",
        "insides",
        "nodes",
        "prices",
        "rings",
        "straits",
        "tolls",
    )

    def __init__(self, ground: Ground, going: Going) -> None:
        self.ground = _that_matters(ground, going)
        self.going = going
        self.nodes = _nodes(ground, going)
        self.rings = rings_of(self.ground, going)
        self.all_rings = (1 << len(self.rings)) - 1
        self.tolls = tolls_of(self.rings)
        self.straits = straits_of(self.ground, going)
        self.insides = tuple([self.inside(p) for p in self.nodes])
        self.prices: dict[tuple[Point, Point], float] = {}

    def inside(self, p: Point) -> int:
        """Tell within which rings p lies, as bits: who leaves or enters one pays a toll."""
        found = 0
        for n, ring in enumerate(self.rings):
            if ring.holds(p):
                found |= 1 << n
        return found

    def far_from(self, p: Point, inches: float) -> int:
        """Tell which rings run nowhere so near to p, as bits."""
        found = 0
        for n, ring in enumerate(self.rings):
            if ring.is_off(p, inches):
                found |= 1 << n
        return found

    def cost(self, p: Point, q: Point) -> float:
        """Price a straight leg, without end if barred."""
        known = self.prices.get((p, q))
        if known is not None:
            return known
        if len(self.prices) >= _CACHE_SIZE:
            self.prices.clear()
        found = leg_cost(self.ground, p, q, self.going)
        self.prices[(p, q)] = found
        return found

    def round_about(self, p: Point, q: Point, reach: float = 0.0) -> float:
        """Give inches below which no way leads from p through a strait to within reach of q."""
        best = 0.0
        for strait in self.straits:
            side = strait.side(p)
            if side and side == -strait.side(q, reach):
                best = max(best, strait.least(p, strait.tails(q)) - reach)
        return best


def net_of(ground: Ground, going: Going) -> Net:
    """Give the net of a ground and going, made at the first asking."""
    known = ground.nets.get(going.number)
    if isinstance(known, Net):
        return known
    made = Net(ground, going)
    ground.nets[going.number] = made
    return made


def _that_matters(ground: Ground, going: Going) -> Ground:
    """Leave out the pieces that change no price and lie over no other area."""
    areas = [a for a in ground.areas if _matters(a, going) or _lies_on_another(ground, a)]
    lines = [line for line in ground.lines if _bothers(line, going)]
    return Ground(areas, lines, ground.width, ground.height, over=ground.over)


def _lies_on_another(ground: Ground, area: Area) -> bool:
    """Tell whether the box of an area meets that of another."""
    corner = (area.x0, area.y0)
    opposite = (area.x1, area.y1)
    return any(other is not area and other.near(corner, opposite) for other in ground.areas)


def _bothers(line: Line, going: Going) -> bool:
    """Tell whether crossing the linear piece costs anything."""
    return line.kind in going.barred_lines or going.crossing.get(line.kind, 0.0) > 0.0


def _nodes(ground: Ground, going: Going) -> tuple[Point, ...]:
    """Collect the way-points on the table that are not themselves on barred ground."""
    found: list[Point] = []
    for area in ground.areas:
        laid_over = area.kind in ground.over and area.kind not in going.barred_kinds
        if laid_over:
            found.extend(_corners(area.polygon, -OFFSET))
        if laid_over or _matters(area, going):
            found.extend(_corners(area.polygon, OFFSET))
            if area.kind not in going.barred_kinds:
                found.extend(_samples(area.ring))
    for line in ground.lines:
        if _bothers(line, going):
            found.extend(_round_line(line))
    kept: dict[Point, None] = {}
    for p in found:
        if 0.0 <= p[0] <= ground.width and 0.0 <= p[1] <= ground.height and _free(ground, going, p):
            kept[p] = None
    return tuple(kept)


def _matters(area: Area, going: Going) -> bool:
    """Tell whether the area changes what a way costs."""
    return (
        area.kind in going.barred_kinds
        or area.kind in going.edges
        or going.costs.get(area.kind, 1.0) != going.costs.get(OPEN, 1.0)
    )


def _free(ground: Ground, going: Going, p: Point) -> bool:
    """Tell whether the ground at p may be stood on."""
    return not going.barred_kinds or ground.kind_at(p) not in going.barred_kinds


def _corners(polygon: Sequence[Point], off: float) -> list[Point]:
    """Give a point off each outward corner of an anticlockwise polygon, outside if above 0."""
    found: list[Point] = []
    for i in range(len(polygon)):
        a, b, c = polygon[i - 2], polygon[i - 1], polygon[i]
        if (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 0.0:
            found.append(_off_bend(a, b, c, off))
    return found


def _off_bend(a: Point, b: Point, c: Point, off: float) -> Point:
    """Step off the bend at b to the right of the way a-b-c, clear of both its legs."""
    first = distance(a, b)
    second = distance(b, c)
    if first <= 0.0 or second <= 0.0:
        return b
    nx = (b[1] - a[1]) / first + (c[1] - b[1]) / second
    ny = -(b[0] - a[0]) / first - (c[0] - b[0]) / second
    long = sqrt(nx * nx + ny * ny)
    if long < 0.2:
        step = off / first
        return (b[0] + (b[0] - a[0]) * step, b[1] + (b[1] - a[1]) * step)
    scale = off * 2.0 / (long * long)
    return (b[0] + nx * scale, b[1] + ny * scale)


def _samples(ring: Sequence[Point]) -> list[Point]:
    """Give some points on each edge, where a way may enter or leave."""
    found: list[Point] = []
    for i in range(1, len(ring)):
        count = min(max(int(distance(ring[i - 1], ring[i]) / _SPACING), 1), _MOST_SAMPLES)
        for n in range(count):
            x, y = along(ring[i - 1], ring[i], (n + 0.5) / count)
            found.append((round(x, 3), round(y, 3)))
    return found


def _round_line(line: Line) -> list[Point]:
    """Give points just beyond the ends of a linear piece and on both sides of its bends."""
    points = line.points
    found: list[Point] = []
    closed = points[0] == points[-1]
    for i in range(1, len(points) - 1):
        found.append(_off_bend(points[i - 1], points[i], points[i + 1], OFFSET))
        found.append(_off_bend(points[i - 1], points[i], points[i + 1], -OFFSET))
    if closed:
        found.append(_off_bend(points[-2], points[0], points[1], OFFSET))
        found.append(_off_bend(points[-2], points[0], points[1], -OFFSET))
    else:
        found.append(_beyond(points[1], points[0]))
        found.append(_beyond(points[-2], points[-1]))
    return found


def _beyond(a: Point, b: Point) -> Point:
    """Give the point just beyond b on the way from a."""
    long = distance(a, b)
    return b if long <= 0.0 else along(a, b, 1.0 + OFFSET / long)


def nearest_goal(start: Point, goals: Sequence[Point]) -> tuple[int, float]:
    """Give the goal nearest in a straight line and how far it is."""
    best = inf
    which = 0
    for i in range(len(goals)):
        far = distance(start, goals[i])
        if far < best:
            best = far
            which = i
    return (which, best)
