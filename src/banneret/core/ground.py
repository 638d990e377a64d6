"""The terrain of one table, indexed once and asked often."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from banneret.core.geometry import polyline_within
from banneret.core.pieces import Area, Line, box_of
from banneret.core.segments import (
    TOLERANCE,
    Point,
    along,
    distance,
    encloses,
    polyline_crossings,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from banneret.core.bases import Base

OPEN: Final = "open"
_CACHE_SIZE: Final = 20_000

Stretch = tuple[str, float, float]
_ALL_OPEN: Final[tuple[Stretch, ...]] = ((OPEN, 0.0, 1.0),)


class Ground:
    """Areas and linear pieces on a table of this width and height.

    Where areas overlap, the kinds in `over` win, the first of them first; among the others
    the piece laid later wins. So it is on a seam, where two areas lie edge to edge; the edge of an
    area on open ground is open.
    """

    __slots__ = (
        "_crossings",
        "_ranks",
        "_seams",
        "_stretches",
        "areas",
        "boxes",
        "height",
        "lines",
        "nets",
        "over",
        "width",
    )

    def __init__(
        self,
        areas: Sequence[Area],
        lines: Sequence[Line],
        width: float,
        height: float,
        *,
        over: tuple[str, ...] = (),
    ) -> None:
        self.areas = tuple(areas)
        self.lines = tuple(lines)
        self.width = width
        self.height = height
        self.over = over
        pieces: tuple[Area | Line, ...] = (*self.areas, *self.lines)
        self.boxes = tuple([(one.x0, one.y0, one.x1, one.y1) for one in pieces])
        self._ranks = _ranks(self.areas, over)
        self._seams = _seams(self.areas, self._ranks)
        self.nets: dict[object, Any] = {}  # whatever is worked out once for a ground, by its key
        self._stretches: dict[tuple[Point, Point], tuple[Stretch, ...]] = {}
        self._crossings: dict[tuple[Point, Point], tuple[tuple[float, Line], ...]] = {}

    def __reduce__(
        self,
    ) -> tuple[Callable[..., Ground], tuple[object, ...]]:
        return (_rebuilt, (self.areas, self.lines, self.width, self.height, self.over))

    def __copy__(self) -> Ground:
        return self

    def __deepcopy__(self, memo: object) -> Ground:
        return self

    def is_bare(self, p: Point, q: Point) -> bool:
        """Tell whether the box around a leg meets no piece at all."""
        x0, y0 = p
        x1, y1 = q
        if x0 > x1:
            x0, x1 = x1, x0
        if y0 > y1:
            y0, y1 = y1, y0
        for west, south, east, north in self.boxes:
            if west <= x1 and east >= x0 and south <= y1 and north >= y0:
                return False
        return True

    def areas_at(self, p: Point) -> list[Area]:
        """List the areas p lies in, edges included, the winning one first."""
        found: list[tuple[int, Area]] = []
        for i in range(len(self.areas)):
            area = self.areas[i]
            if area.holds(p):
                found.append((self._ranks[i], area))
        if len(found) > 1:
            found.sort(key=_first)
        return [area for _, area in found]

    def kinds_at(self, p: Point) -> list[str]:
        """List the kinds of ground at p, the winning one first, nothing on open ground."""
        kinds: list[str] = []
        for area in self.areas_at(p):
            if area.kind not in kinds:
                kinds.append(area.kind)
        return kinds

    def kind_at(self, p: Point) -> str:
        """Name the ground at p."""
        areas = self.areas_at(p)
        return areas[0].kind if areas else OPEN

    def stretches(self, p: Point, q: Point) -> tuple[Stretch, ...]:
        """List the winning kinds of ground along a leg with the fractions between which they run.

        What was worked out is kept, as tuples: the collector of cycles need not look into them.
        """
        key = (p, q)
        known = self._stretches.get(key)
        if known is not None:
            return known
        if self.is_bare(p, q):
            return _ALL_OPEN
        if len(self._stretches) >= _CACHE_SIZE:
            self._stretches.clear()
        found = self._stretches[key] = tuple(self.find_stretches(p, q))
        return found

    def find_stretches(self, p: Point, q: Point) -> list[Stretch]:
        """Work out the stretches of a leg without remembering them."""
        if p == q:
            return [(self.kind_at(p), 0.0, 1.0)]
        x0, y0, x1, y1 = box_of(p, q)
        runs: list[tuple[int, str, float, float]] = []
        i = -1
        for area in self.areas:
            i += 1
            if area.x1 < x0 or area.x0 > x1 or area.y1 < y0 or area.y0 > y1:
                continue
            for t0, t1 in area.runs(p, q):
                runs.append((self._ranks[i], area.kind, t0, t1))
        if self._seams:
            runs += self._along_seams(p, q)
        if not runs:
            return [(OPEN, 0.0, 1.0)]
        if len(runs) == 1:
            return _single(runs[0][1], runs[0][2], runs[0][3])
        return _layered(runs)

    def _along_seams(self, p: Point, q: Point) -> list[tuple[int, str, float, float]]:
        """List where a leg runs along the edges that areas share."""
        x0, y0, x1, y1 = box_of(p, q)
        found: list[tuple[int, str, float, float]] = []
        for rank, kind, a, b in self._seams:
            if (a[0] > x1 and b[0] > x1) or (a[1] > y1 and b[1] > y1):
                continue
            if (a[0] < x0 and b[0] < x0) or (a[1] < y0 and b[1] < y0):
                continue
            shared = _shared(p, q, a, b)
            if shared is not None:
                found.append((rank, kind, shared[0], shared[1]))
        return found

    def length_inside(self, p: Point, q: Point, kind: str) -> float:
        """Measure how much of a leg lies inside areas of a kind, whatever lies over them."""
        runs: list[tuple[float, float]] = []
        for area in self.areas:
            if area.kind == kind and area.near(p, q):
                runs.extend(area.runs(p, q))
        runs.sort()
        total = 0.0
        reached = 0.0
        for t0, t1 in runs:
            if t1 > reached:
                total += t1 - max(t0, reached)
                reached = t1
        return total * distance(p, q)

    def crossings(self, p: Point, q: Point) -> tuple[tuple[float, Line], ...]:
        """List the linear pieces a leg crosses, in order."""
        if not self.lines:
            return ()
        key = (p, q)
        known = self._crossings.get(key)
        if known is not None:
            return known
        if len(self._crossings) >= _CACHE_SIZE:
            self._crossings.clear()
        found = self._crossings[key] = tuple(self.find_crossings(p, q))
        return found

    def find_crossings(self, p: Point, q: Point) -> list[tuple[float, Line]]:
        """Work out the linear pieces a leg crosses without remembering them."""
        x0, y0, x1, y1 = box_of(p, q)
        found: list[tuple[float, Line]] = []
        for line in self.lines:
            if line.x1 < x0 or line.x0 > x1 or line.y1 < y0 or line.y0 > y1:
                continue
            for t in polyline_crossings(p, q, line.points):
                found.append((t, line))  # noqa: PERF401  mostly there is nothing to add
        if len(found) > 1:
            found.sort(key=_fraction)
        return found

    def outline_crossings(
        self, p: Point, q: Point, kinds: Collection[str]
    ) -> list[tuple[float, Area]]:
        """List where a leg enters or leaves areas of these kinds, in order.

        An outline that lies under a winning area, as a river's bank under a bridge, is left out.
        """
        found: list[tuple[float, Area]] = []
        x0, y0, x1, y1 = box_of(p, q)
        i = -1
        for area in self.areas:
            i += 1
            if area.kind not in kinds:
                continue
            if area.x1 < x0 or area.x0 > x1 or area.y1 < y0 or area.y0 > y1:
                continue
            for t in polyline_crossings(p, q, area.ring):
                if not self._covered(i, along(p, q, t)):
                    found.append((t, area))  # noqa: PERF401  mostly there is nothing to add
        if len(found) > 1:
            found.sort(key=_fraction)
        return found

    def _covered(self, i: int, p: Point) -> bool:
        """Tell whether an area whose kind wins over others lies over area number i at p."""
        own = self._ranks[i]
        for j in range(len(self.areas)):
            over = self.areas[j]
            if j != i and over.kind in self.over and self._ranks[j] < own and over.holds(p):
                return True
        return False

    def wholly_between(self, p: Point, q: Point, area: Area) -> bool:
        """Tell whether a leg enters the area and leaves it again, neither end being inside."""
        if not area.near(p, q) or area.holds(p) or area.holds(q):
            return False
        total = 0.0
        for t0, t1 in area.runs(p, q):
            total += t1 - t0
        return total * distance(p, q) > TOLERANCE

    def lines_within(self, base: Base, inches: float) -> list[Line]:
        """List the linear pieces no further from a base than so many inches."""
        reach = inches + TOLERANCE
        return [
            line
            for line in self.lines
            if line.x0 <= base.x1 + reach
            and line.x1 >= base.x0 - reach
            and line.y0 <= base.y1 + reach
            and line.y1 >= base.y0 - reach
            and polyline_within(base, line.points, inches)
        ]

    def on_table(self, base: Base) -> bool:
        """Tell whether the whole base is on the table, flush with its edge included."""
        return (
            base.x0 >= -TOLERANCE
            and base.y0 >= -TOLERANCE
            and base.x1 <= self.width + TOLERANCE
            and base.y1 <= self.height + TOLERANCE
        )


def _rebuilt(
    areas: tuple[Area, ...],
    lines: tuple[Line, ...],
    width: float,
    height: float,
    over: tuple[str, ...],
) -> Ground:
    """Make the ground again after it was sent to another process."""
    return Ground(areas, lines, width, height, over=over)


def _ranks(areas: Sequence[Area], over: tuple[str, ...]) -> tuple[int, ...]:
    """Give each area's precedence where areas overlap, the lowest winning."""
    ranks: list[int] = []
    for i in range(len(areas)):
        if areas[i].kind in over:
            ranks.append(over.index(areas[i].kind))
        else:
            ranks.append(len(over) + len(areas) - i)
    return tuple(ranks)


Seam = tuple[int, str, Point, Point]  # the winner's rank and kind, and from where to where


def _seams(areas: Sequence[Area], ranks: Sequence[int]) -> tuple[Seam, ...]:
    """List where areas lie edge to edge, and which of the two wins there."""
    found: list[Seam] = []
    for i in range(len(areas)):
        one = areas[i]
        for j in range(i):
            other = areas[j]
            if one.x0 > other.x1 or one.x1 < other.x0 or one.y0 > other.y1 or one.y1 < other.y0:
                continue
            first = i if ranks[i] < ranks[j] else j
            for n in range(1, len(one.ring)):
                a, b = one.ring[n - 1], one.ring[n]
                for m in range(1, len(other.ring)):
                    part = _shared(a, b, other.ring[m - 1], other.ring[m])
                    if part is not None and _on_both_sides(a, b, part, one, other):
                        ends = along(a, b, part[0]), along(a, b, part[1])
                        found.append((ranks[first], areas[first].kind, *ends))
    return tuple(found)


def _shared(p: Point, q: Point, a: Point, b: Point) -> tuple[float, float] | None:
    """Give the fractions of a leg between which it runs along a segment, if it does."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    long = dx * dx + dy * dy
    if long <= TOLERANCE * TOLERANCE:
        return None
    s, t = a[0] - p[0], a[1] - p[1]
    u, v = b[0] - p[0], b[1] - p[1]
    aside = TOLERANCE * TOLERANCE * long
    if (s * dy - t * dx) ** 2 > aside or (u * dy - v * dx) ** 2 > aside:
        return None
    t0, t1 = (s * dx + t * dy) / long, (u * dx + v * dy) / long
    if t0 > t1:
        t0, t1 = t1, t0
    t0, t1 = max(t0, 0.0), min(t1, 1.0)
    together = t1 > t0 and (t1 - t0) ** 2 * long > TOLERANCE * TOLERANCE
    return (t0, t1) if together else None


def _on_both_sides(a: Point, b: Point, part: tuple[float, float], one: Area, other: Area) -> bool:
    """Tell whether two areas lie on either side of an edge, not both on the same."""
    x, y = along(a, b, (part[0] + part[1]) * 0.5)
    long = distance(a, b)
    nx, ny = (b[1] - a[1]) / long * 0.01, (a[0] - b[0]) / long * 0.01
    sides = [(encloses(area.polygon, x + nx, y + ny)) for area in (one, other)]
    return sides[0] != sides[1]


def _first(pair: tuple[int, Area]) -> int:
    return pair[0]


def _fraction(pair: tuple[float, object]) -> float:
    return pair[0]


def _single(kind: str, t0: float, t1: float) -> list[Stretch]:
    """Give the stretches of a leg that meets one area once."""
    found: list[Stretch] = []
    if t0 > 0.0:
        found.append((OPEN, 0.0, t0))
    found.append((kind, t0, t1))
    if t1 < 1.0:
        found.append((OPEN, t1, 1.0))
    return found


def _layered(runs: list[tuple[int, str, float, float]]) -> list[Stretch]:
    """Give the stretches of a leg that meets several areas, the lowest rank winning."""
    cuts = {0.0, 1.0}
    for _, _, t0, t1 in runs:
        cuts.add(t0)
        cuts.add(t1)
    marks = sorted(cuts)
    found: list[Stretch] = []
    for i in range(1, len(marks)):
        middle = (marks[i - 1] + marks[i]) * 0.5
        best = 1 << 30
        kind = OPEN
        for rank, name, t0, t1 in runs:
            if rank < best and t0 < middle < t1:
                best = rank
                kind = name
        if found and found[-1][0] == kind:
            found[-1] = (kind, found[-1][1], marks[i])
        else:
            found.append((kind, marks[i - 1], marks[i]))
    return found
