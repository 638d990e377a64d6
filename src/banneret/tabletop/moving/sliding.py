"""A base pushed straight on: how far it slides before something stops it.

far = to_edge(ground, base, (ux, uy), 6.0)
way = slide(ground, base, (ux, uy), 2.0, [one.base for one in near], stops={"wall"})
way.far       # inches
way.hit       # the place in the list of who stopped it, or None
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from banneret.tabletop.shapes.measuring import (
    TOLERANCE,
    crossing_parameters,
    first_contact,
    first_contact_segment,
    segment_hits_base,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from banneret.tabletop.ground.terrain import Ground
    from banneret.tabletop.shapes.bases import Rect
    from banneret.tabletop.shapes.segments import Point


class Slid(NamedTuple):
    """How far a base came, and which of the others stopped it."""

    far: float
    hit: int | None = None


def to_edge(ground: Ground, base: Rect, u: Point, inches: float, *, least: float = 1e-9) -> float:
    """How far a base can slide and still lie wholly on the table.

    A direction that leads less than `least` across it never gets there.
    """
    far = inches
    ux, uy = u
    if ux > least:
        far = min(far, (ground.width - base.x1) / ux)
    elif ux < -least:
        far = min(far, base.x0 / -ux)
    if uy > least:
        far = min(far, (ground.height - base.y1) / uy)
    elif uy < -least:
        far = min(far, base.y0 / -uy)
    return max(far, 0.0)


def to_edge_turning(ground: Ground, middle: Point, radius: float, u: Point, inches: float) -> float:
    """How far a base goes and has all of it on the table, however it turns on the way."""
    room = [inches]
    for at, step, size in ((middle[0], u[0], ground.width), (middle[1], u[1], ground.height)):
        if abs(step) > TOLERANCE:
            beyond = at if step < 0.0 else size - at
            room.append((beyond - radius) / abs(step))
    return max(min(room), 0.0)


def slide(
    ground: Ground,
    base: Rect,
    u: Point,
    inches: float,
    others: Sequence[Rect],
    *,
    stops: Collection[str] = (),
) -> Slid:
    """Slide a base straight until the edge of the table, another base, a line or an outline.

    `stops` are the kinds of lines and areas that do; one it lies across already stops its middle.
    """
    far, hit = to_edge(ground, base, u, inches, least=TOLERANCE), None
    if others and far > 0.0:
        part, hit = first_contact(base, u[0] * far, u[1] * far, others)
        if hit is not None:
            far *= part
    if far > 0.0 and stops:
        part = _stopped(ground, base, u, far, stops)
        if part < 1.0:
            return Slid(far * part)
    return Slid(far, hit)


def _stopped(ground: Ground, base: Rect, u: Point, far: float, stops: Collection[str]) -> float:
    dx, dy = u[0] * far, u[1] * far
    here, there = (base.x, base.y), (base.x + dx, base.y + dy)
    part = 1.0
    for p, q in _edges_near(ground, base, dx, dy, stops):
        if segment_hits_base(p, q, base):
            met = crossing_parameters(here, there, p, q)
            if met is not None:
                part = min(part, max(met[0] - TOLERANCE / far, 0.0))
        else:
            part = min(part, first_contact_segment(base, dx, dy, [(p, q)])[0])
    return part


def _edges_near(
    ground: Ground, base: Rect, dx: float, dy: float, stops: Collection[str]
) -> Iterator[tuple[Point, Point]]:
    """The pieces of lines and outlines near the ground a base slides over."""
    x0, x1 = min(base.x0, base.x0 + dx) - TOLERANCE, max(base.x1, base.x1 + dx) + TOLERANCE
    y0, y1 = min(base.y0, base.y0 + dy) - TOLERANCE, max(base.y1, base.y1 + dy) + TOLERANCE
    for piece, points in [(line, line.points) for line in ground.lines] + [
        (area, area.ring) for area in ground.areas
    ]:
        if (
            piece.kind in stops
            and piece.x0 <= x1
            and piece.x1 >= x0
            and piece.y0 <= y1
            and piece.y1 >= y0
        ):
            yield from pairwise(points)
