"""The terrain of one table, indexed once and asked often."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from banneret.tabletop.ground.edges import along_seams, rims, seams
from banneret.tabletop.ground.pieces import Area, Line, box_of
from banneret.tabletop.shapes.measuring import polyline_within
from banneret.tabletop.shapes.segments import TOLERANCE, Point, along, distance, polyline_crossings

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from banneret.tabletop.shapes.bases import Base

OPEN: Final = "open"
_CACHE_SIZE: Final = 20_000
_HAIR: Final = 0.01  # inches by which a box is told off with certainty

Stretch = tuple[str, float, float]
_ALL_OPEN: Final[tuple[Stretch, ...]] = ((OPEN, 0.0, 1.0),)


class Ground:
    """Areas and linear pieces on a table of this width and height.

    Where areas overlap, the kinds in `over` win, the first of them first; among the others
    the piece laid later wins. So it is on a seam, where two areas lie edge to edge; the edge of an
    area on open ground is open, that along the table's edge is the area's.
    """

    __slots__ = (
        "_crossings",
        "_ranks",
        "_rims",
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
        self._seams = seams(self.areas, self._ranks)
        self._rims = rims(self.areas, self._ranks, width, height)
        self.nets: dict[object, Any] = {}  # whatever is worked out once for a ground, by its key
        self._stretches: dict[tuple[Point, Point], tuple[Stretch, ...]] = {}
        self._crossings: dict[tuple[Point, Point], tuple[tuple[float, Line], ...]] = {}

    def __reduce__(
        self,
    ) -> tuple[Callable[..., Ground], tuple[object, ...]]:
        return (_rebuilt, (self.areas, self.lines, self.width, self.height, self.over))

    def numbers(self) -> None:
        """Give nothing to a digest: the ground is its scenario's."""

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

    def near(self, p: Point, q: Point) -> tuple[list[int], list[Line]]:
        """List the areas, by number, and the linear pieces whose boxes a leg meets."""
        x0, y0, x1, y1 = box_of(p, q)
        px, py = p
        dx = q[0] - px
        dy = q[1] - py
        wide = x1 - x0
        deep = y1 - y0
        hair = _HAIR * (wide + deep)
        areas: list[int] = []
        lines: list[Line] = []
        count = len(self.areas)
        i = -1
        for west, south, east, north in self.boxes:
            i += 1
            if west <= x1 and east >= x0 and south <= y1 and north >= y0:
                aside = dx * (south + north - py - py) - dy * (west + east - px - px)
                reach = wide * (north - south) + deep * (east - west) + hair
                if not -reach <= aside <= reach:
                    continue  # all its corners lie on one side of the leg
                if i < count:
                    areas.append(i)
                else:
                    lines.append(self.lines[i - count])
        return (areas, lines)

    def find_stretches(
        self, p: Point, q: Point, areas: Sequence[int] | None = None
    ) -> list[Stretch]:
        """Work out the stretches of a leg, near those areas, without remembering them."""
        if p == q:
            return [(self.kind_at(p), 0.0, 1.0)]
        runs: list[tuple[int, str, float, float]] = []
        for i in self.near(p, q)[0] if areas is None else areas:
            area = self.areas[i]
            for t0, t1 in area.runs(p, q):
                runs.append((self._ranks[i], area.kind, t0, t1))
        if self._seams:
            runs += along_seams(p, q, self._seams)
        if self._rims and self._is_along_the_rim(p, q):
            runs += along_seams(p, q, self._rims)
        if not runs:
            return [(OPEN, 0.0, 1.0)]
        if len(runs) == 1:
            return _single(runs[0][1], runs[0][2], runs[0][3])
        return _layered(runs)

    def _is_along_the_rim(self, p: Point, q: Point) -> bool:
        """Tell whether a leg runs along the table's edge."""
        return (p[0] == q[0] and p[0] in (0.0, self.width)) or (
            p[1] == q[1] and p[1] in (0.0, self.height)
        )

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

    def find_crossings(
        self, p: Point, q: Point, lines: Sequence[Line] | None = None
    ) -> list[tuple[float, Line]]:
        """Work out which linear pieces a leg crosses, of those near, without remembering them."""
        found: list[tuple[float, Line]] = []
        for line in self.near(p, q)[1] if lines is None else lines:
            for t in polyline_crossings(p, q, line.points):
                found.append((t, line))  # noqa: PERF401  mostly there is nothing to add
        if len(found) > 1:
            found.sort(key=_fraction)
        return found

    def outline_crossings(
        self, p: Point, q: Point, kinds: Collection[str], areas: Sequence[int] | None = None
    ) -> list[tuple[float, Area]]:
        """List where a leg enters or leaves areas of these kinds, of those near, in order.

        An outline that lies under a winning area, as a river's bank under a bridge, is left out.
        """
        found: list[tuple[float, Area]] = []
        for i in self.near(p, q)[0] if areas is None else areas:
            area = self.areas[i]
            if area.kind not in kinds:
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
