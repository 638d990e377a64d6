"""Turning and wheeling bases, the zones about them, and how they lie against one another."""

from __future__ import annotations

from math import radians, tan
from typing import TYPE_CHECKING, Literal

from banneret.tabletop.shapes.bases import Base, Disc, Rect, Side, heading, in_corner_arc, local
from banneret.tabletop.shapes.measuring import gap_to_segment, segment_inside_base
from banneret.tabletop.shapes.segments import TOLERANCE, Point

if TYPE_CHECKING:
    from collections.abc import Sequence

_FAR = 500.0


def from_front(p: Point, facing: float, width: float, depth: float) -> Rect:
    """Give the base whose front edge has its middle at p."""
    ux, uy = heading(facing)
    return Rect(p[0] - ux * depth * 0.5, p[1] - uy * depth * 0.5, facing, width, depth)


def front_centre(rect: Rect) -> Point:
    """Give the middle of the front edge."""
    return (rect.x + rect.ux * rect.hd, rect.y + rect.uy * rect.hd)


def moved(rect: Rect, dx: float, dy: float) -> Rect:
    """Give the base after a slide."""
    return Rect(rect.x + dx, rect.y + dy, rect.facing, rect.width, rect.depth)


def turned(rect: Rect, facing: float) -> Rect:
    """Give the base turned on the spot to a facing."""
    return Rect(rect.x, rect.y, facing % 360.0, rect.width, rect.depth)


def turned_about(rect: Rect, pivot: Point, degrees: float) -> Rect:
    """Give the base turned clockwise about any point."""
    sin_turn, cos_turn = heading(degrees)
    dx = rect.x - pivot[0]
    dy = rect.y - pivot[1]
    x = pivot[0] + dx * cos_turn + dy * sin_turn
    y = pivot[1] - dx * sin_turn + dy * cos_turn
    return Rect(x, y, (rect.facing + degrees) % 360.0, rect.width, rect.depth)


def wheeled(rect: Rect, towards: Literal["left", "right"], degrees: float) -> Rect:
    """Give the base wheeled towards one side about the front corner on that side."""
    if towards == "left":
        return turned_about(rect, rect.corners[0], -degrees)
    return turned_about(rect, rect.corners[1], degrees)


def wheel_inches(rect: Rect, degrees: float) -> float:
    """Measure the arc of the outer front corner in a wheel."""
    return rect.width * radians(abs(degrees))


def zone_of(rect: Rect, p: Point) -> Side:
    """Name the zone p lies in, by lines at 45 degrees outwards from the corners.

    A point on a line is in front first, then on a flank; inside the base the nearest edge
    decides.
    """
    right, forward = local(rect, p)
    ahead = abs(forward) - rect.hd
    beside = abs(right) - rect.hw
    if forward >= 0.0 and ahead >= beside - TOLERANCE:
        return "front"
    if beside >= ahead - TOLERANCE:
        return "right" if right >= 0.0 else "left"
    return "rear"


def partly_in_corner_arc(rect: Rect, other: Base, angle: float) -> bool:
    """Tell whether any of the other base is ahead, the arc widening by angle at both corners."""
    if in_corner_arc(rect, (other.x, other.y), angle):
        return True
    slope = tan(radians(angle))
    left, right = rect.corners[0], rect.corners[1]
    reach = TOLERANCE
    if gap_to_segment(other, left, right) <= reach:
        return True
    wide_x, wide_y = rect.uy * slope, -rect.ux * slope
    left_end = (left[0] + (rect.ux - wide_x) * _FAR, left[1] + (rect.uy - wide_y) * _FAR)
    right_end = (right[0] + (rect.ux + wide_x) * _FAR, right[1] + (rect.uy + wide_y) * _FAR)
    return (
        gap_to_segment(other, left, left_end) <= reach
        or gap_to_segment(other, right, right_end) <= reach
    )


def edge_contacts(
    rect: Rect, other: Base, slack: float = TOLERANCE
) -> tuple[float, float, float, float]:
    """Measure how much of the front, right, rear and left edge lies against the other base.

    Slack is how near counts as against; a mere corner gives no more than twice the slack.
    """
    grown: Base
    if isinstance(other, Disc):
        grown = Disc(other.x, other.y, other.radius + slack)
    else:
        wide = 2.0 * slack
        grown = Rect(other.x, other.y, other.facing, other.width + wide, other.depth + wide)
    a, b, c, d = rect.corners
    return (
        segment_inside_base(a, b, grown),
        segment_inside_base(b, c, grown),
        segment_inside_base(c, d, grown),
        segment_inside_base(d, a, grown),
    )


def ahead_of(polygon: Sequence[Point], p: Point, facing: float) -> list[Point]:
    """Cut a convex polygon along the line through p across the facing; keep the part ahead."""
    ux, uy = heading(facing)
    kept: list[Point] = []
    for i in range(len(polygon)):
        a = polygon[i - 1]
        b = polygon[i]
        before = (a[0] - p[0]) * ux + (a[1] - p[1]) * uy
        after = (b[0] - p[0]) * ux + (b[1] - p[1]) * uy
        if (before >= 0.0) != (after >= 0.0):
            t = before / (before - after)
            kept.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
        if after >= 0.0:
            kept.append(b)
    return kept


def surface(polygon: Sequence[Point]) -> float:
    """Measure the square inches inside a polygon."""
    twice = 0.0
    for i in range(len(polygon)):
        a = polygon[i - 1]
        b = polygon[i]
        twice += a[0] * b[1] - a[1] * b[0]
    return abs(twice) * 0.5
