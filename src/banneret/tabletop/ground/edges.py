"""Edges of areas that no open ground adjoins: where two lie edge to edge, and the table's rim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.tabletop.ground.pieces import box_of
from banneret.tabletop.shapes.segments import TOLERANCE, Point, along, distance, encloses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.tabletop.ground.pieces import Area

Seam = tuple[int, str, Point, Point]
"""The winner's rank and kind, and from where to where."""


def seams(areas: Sequence[Area], ranks: Sequence[int]) -> tuple[Seam, ...]:
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


def rims(
    areas: Sequence[Area], ranks: Sequence[int], width: float, height: float
) -> tuple[Seam, ...]:
    """List the edges of areas that lie along the table's own: nobody goes round them there."""
    found: list[Seam] = []
    for rank, area in zip(ranks, areas, strict=True):
        for n in range(1, len(area.ring)):
            a, b = area.ring[n - 1], area.ring[n]
            if _is_on(a[0], b[0], width) or _is_on(a[1], b[1], height):
                found.append((rank, area.kind, a, b))
    return tuple(found)


def _is_on(one: float, other: float, far: float) -> bool:
    """Tell whether both ends lie at nought, or both at the far edge."""
    return any(abs(one - at) <= TOLERANCE and abs(other - at) <= TOLERANCE for at in (0.0, far))


def along_seams(p: Point, q: Point, among: Sequence[Seam]) -> list[tuple[int, str, float, float]]:
    """List where a leg runs along seams: their rank and kind, and between which fractions."""
    x0, y0, x1, y1 = box_of(p, q)
    found: list[tuple[int, str, float, float]] = []
    for rank, kind, a, b in among:
        if (a[0] > x1 and b[0] > x1) or (a[1] > y1 and b[1] > y1):
            continue
        if (a[0] < x0 and b[0] < x0) or (a[1] < y0 and b[1] < y0):
            continue
        shared = _shared(p, q, a, b)
        if shared is not None:
            found.append((rank, kind, shared[0], shared[1]))
    return found


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
