"""Convex outlines of any shape: how far apart they are, and sliding one until it meets another.

Corners run clockwise. Rectangles are quicker by `measuring` and `contact`; these serve the rest.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from banneret.tabletop.shapes.segments import TOLERANCE, Point, segment_distance

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def normals(outline: Sequence[Point]) -> Iterator[Point]:
    """Give the outward direction of each edge of a clockwise outline."""
    for i in range(len(outline)):
        (x0, y0), (x1, y1) = outline[i - 1], outline[i]
        dx, dy = x1 - x0, y1 - y0
        long = sqrt(dx * dx + dy * dy)
        if long > 0.0:
            yield (-dy / long, dx / long)


def extent(outline: Sequence[Point], axis: Point) -> tuple[float, float]:
    """Give how far an outline stretches along a direction, least and most."""
    marks = [x * axis[0] + y * axis[1] for x, y in outline]
    return min(marks), max(marks)


def way_out(one: Sequence[Point], other: Sequence[Point]) -> Point | None:
    """Give the least shift of the first that ends an overlap; None if they do not overlap."""
    best, least = None, 1e300
    for outline, sign in ((one, -1.0), (other, 1.0)):
        for ux, uy in normals(outline):
            axis = (sign * ux, sign * uy)
            depth = extent(other, axis)[1] - extent(one, axis)[0]
            if depth <= TOLERANCE:
                return None
            if depth < least:
                best, least = (axis[0] * depth, axis[1] * depth), depth
    return best


def apart(one: Sequence[Point], other: Sequence[Point]) -> float:
    """Give the inches between two convex outlines; 0 if they overlap."""
    if way_out(one, other) is not None:
        return 0.0
    return min(
        segment_distance(one[i - 1], one[i], other[k - 1], other[k])
        for i in range(len(one))
        for k in range(len(other))
    )


def slide_until(one: Sequence[Point], dx: float, dy: float, other: Sequence[Point]) -> float | None:
    """Give the part of a slide after which the first meets the other; None: never.

    What it touches at the start stops it only if the slide goes into it.
    """
    enter = exact = -1e300
    leave = 1e300
    for outline in (one, other):
        for axis in normals(outline):
            low, high = extent(one, axis)
            least, most = extent(other, axis)
            step = dx * axis[0] + dy * axis[1]
            short, past = least - high + TOLERANCE, most - low - TOLERANCE
            if abs(step) < 1e-12:
                if short >= 0.0 or past <= 0.0:
                    return None
                continue
            first, last = sorted((short / step, past / step))
            enter, leave = max(enter, first), min(leave, last)
            exact = max(exact, min((least - high) / step, (most - low) / step))
    if enter >= leave or enter > 1.0 or leave <= 0.0:
        return None
    if enter >= 0.0:
        return max(exact, 0.0)
    inward = way_out(one, other)
    deeper = inward is None or inward[0] * dx + inward[1] * dy < 0.0
    return 0.0 if deeper else None
