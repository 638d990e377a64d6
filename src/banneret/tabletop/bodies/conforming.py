"""Coming to grips: a body that touched another turns flush with the edge and slides along it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.tabletop.bodies.meeting import edge_bearing, edge_length, edge_met
from banneret.tabletop.bodies.sweeping import slide_until
from banneret.tabletop.shapes.bases import Rect, Side, heading, local
from banneret.tabletop.shapes.measuring import nearest_points, overlaps
from banneret.tabletop.shapes.segments import Point
from banneret.tabletop.shapes.wheeling import from_front, front_centre

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def conformed(
    mover: Rect,
    target: Rect,
    others: Sequence[Rect],
    most: float,
    *,
    allowed: Callable[[Rect], bool] = lambda _: True,
    side: Side | None = None,
) -> Rect | None:
    """Turn the mover about the point of touch to lie flush, then slide it to cover more.

    It slides at most so many inches, and no further than others let it. None: it cannot, because
    of others or because the place is not allowed, and stays as it is.
    """
    side = side or edge_met(target, mover)
    flush = _flush(mover, target, side)
    along = _along(target, side)
    wish = _wanted(flush, target, side, most)
    for first in _tries(wish, most):
        place = _slid(flush, along, first)
        if _fits(place, target, others, allowed) and _covers(place, target, side):
            rest = wish - first
            free = place
            if abs(rest) > 0.0:
                bearing = edge_bearing(target, side) + (90.0 if rest > 0.0 else -90.0)
                more = slide_until(place, bearing, abs(rest), others)
                further = _slid(place, along, more if rest > 0.0 else -more)
                if _fits(further, target, others, allowed):
                    free = further
            return free
    return None


def _flush(mover: Rect, target: Rect, side: Side) -> Rect:
    """Turn the mover about the point of touch until its front lies along the edge."""
    out = edge_bearing(target, side)
    touch = nearest_points(mover, target)[0]
    aside = max(-mover.hw, min(mover.hw, local(mover, touch)[0]))
    ox, oy = heading(out)
    ux, uy = -ox, -oy  # the new facing
    rx, ry = uy, -ux
    front = (touch[0] - rx * aside, touch[1] - ry * aside)
    edge = _middle(target, side)
    short = (front[0] - edge[0]) * ox + (front[1] - edge[1]) * oy
    front = (front[0] - ox * short, front[1] - oy * short)
    return from_front(front, (out + 180.0) % 360.0, mover.width, mover.depth)


def _middle(rect: Rect, side: Side) -> Point:
    """Give the middle of an edge."""
    ox, oy = heading(edge_bearing(rect, side))
    out = rect.hd if side in ("front", "rear") else rect.hw
    return (rect.x + ox * out, rect.y + oy * out)


def _along(rect: Rect, side: Side) -> Point:
    """Give one step along an edge, clockwise round the footprint."""
    return heading(edge_bearing(rect, side) + 90.0)


def _offset(place: Rect, target: Rect, side: Side) -> float:
    """Measure how far the middle of the front lies from the middle of the edge, along it."""
    ax, ay = _along(target, side)
    front, edge = front_centre(place), _middle(target, side)
    return (front[0] - edge[0]) * ax + (front[1] - edge[1]) * ay


def _wanted(flush: Rect, target: Rect, side: Side, most: float) -> float:
    """Give the slide along the edge that covers most of it."""
    off = _offset(flush, target, side)
    enough = abs(edge_length(target, side) - flush.width) * 0.5
    if abs(off) <= enough:
        return 0.0
    slide = min(abs(off) - enough, most)
    return -slide if off > 0.0 else slide


def _tries(wish: float, most: float) -> list[float]:
    """List the slides to try: the best, none, then others that may fit between neighbours."""
    tries = [wish, 0.0]
    steps = 6
    for i in range(1, steps + 1):
        step = most * i / steps
        tries += [step, -step]
    return tries


def _slid(place: Rect, along: Point, inches: float) -> Rect:
    return Rect(
        place.x + along[0] * inches,
        place.y + along[1] * inches,
        place.facing,
        place.width,
        place.depth,
    )


def _covers(place: Rect, target: Rect, side: Side) -> bool:
    """Tell whether front and edge have more than a corner in common."""
    room = (edge_length(target, side) + place.width) * 0.5
    return abs(_offset(place, target, side)) < room - 0.05


def _fits(
    place: Rect, target: Rect, others: Sequence[Rect], allowed: Callable[[Rect], bool]
) -> bool:
    """Tell whether a place is free and allowed."""
    return (
        not overlaps(place, target)
        and not any(overlaps(place, other) for other in others)
        and allowed(place)
    )
