"""Points, straight legs and polygons, in inches."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

Point = tuple[float, float]

TOLERANCE: Final = 0.001
_TINY: Final = 1e-9
_FLAT: Final = 1e-11  # a cross product that is nought but for rounding
_NO_FRACTIONS: Final = 1.5 * 2.0**52  # so large a number that a sum with it is a whole one


def snap(value: float) -> float:
    """Round a coordinate to the thousandth of an inch in which positions are stored.

    Whole thousandths are counted, which is twice as fast as `round` and gives the same number;
    only what lies close to the middle between two of them, or off any table, is left to `round`.
    """
    if -1e6 < value < 1e6:
        thousandths = value * 1000.0
        whole = thousandths + _NO_FRACTIONS - _NO_FRACTIONS
        if -0.499 < thousandths - whole < 0.499:
            return whole / 1000.0
    return round(value, 3) + 0.0


def snap_point(p: Point) -> Point:
    """Round both coordinates as they are stored."""
    return (snap(p[0]), snap(p[1]))


def distance(p: Point, q: Point) -> float:
    """Measure between two points."""
    dx = q[0] - p[0]
    dy = q[1] - p[1]
    return sqrt(dx * dx + dy * dy)


def along(p: Point, q: Point, t: float) -> Point:
    """Give the point at fraction t of the way from p to q."""
    return (p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t)


def nearest_on_segment(p: Point, a: Point, b: Point) -> Point:
    """Give the point of the segment a-b that lies nearest to p."""
    ax, ay = a
    dx = b[0] - ax
    dy = b[1] - ay
    long = dx * dx + dy * dy
    if long <= 0.0:
        return a
    t = ((p[0] - ax) * dx + (p[1] - ay) * dy) / long
    if t <= 0.0:
        return a
    if t >= 1.0:
        return b
    return (ax + dx * t, ay + dy * t)


def distance_point_segment(p: Point, a: Point, b: Point) -> float:
    """Measure from p to the nearest point of the segment a-b."""
    ax, ay = a
    dx = b[0] - ax
    dy = b[1] - ay
    px = p[0] - ax
    py = p[1] - ay
    long = dx * dx + dy * dy
    if long > 0.0:
        t = (px * dx + py * dy) / long
        if t >= 1.0:
            px -= dx
            py -= dy
        elif t > 0.0:
            px -= dx * t
            py -= dy * t
    return sqrt(px * px + py * py)


def crossing_parameters(p1: Point, p2: Point, q1: Point, q2: Point) -> tuple[float, float] | None:
    """Give where two segments meet as fractions of each, or None if apart or parallel."""
    px = p2[0] - p1[0]
    py = p2[1] - p1[1]
    qx = q2[0] - q1[0]
    qy = q2[1] - q1[1]
    turn = px * qy - py * qx
    if turn * turn <= 1e-24 * (px * px + py * py) * (qx * qx + qy * qy):
        return None
    ox = q1[0] - p1[0]
    oy = q1[1] - p1[1]
    t = (ox * qy - oy * qx) / turn
    if t < -_TINY or t > 1.0 + _TINY:
        return None
    u = (ox * py - oy * px) / turn
    if u < -_TINY or u > 1.0 + _TINY:
        return None
    return (min(max(t, 0.0), 1.0), min(max(u, 0.0), 1.0))


def segments_cross(p1: Point, p2: Point, q1: Point, q2: Point) -> bool:
    """Tell whether two segments share a point; touching and lying along one another count."""
    if crossing_parameters(p1, p2, q1, q2) is not None:
        return True
    return (
        distance_point_segment(p1, q1, q2) <= _TINY
        or distance_point_segment(p2, q1, q2) <= _TINY
        or distance_point_segment(q1, p1, p2) <= _TINY
        or distance_point_segment(q2, p1, p2) <= _TINY
    )


def segment_distance(p1: Point, p2: Point, q1: Point, q2: Point) -> float:
    """Measure the shortest way between two segments, nothing if they meet."""
    if crossing_parameters(p1, p2, q1, q2) is not None:
        return 0.0
    return min(
        distance_point_segment(p1, q1, q2),
        distance_point_segment(p2, q1, q2),
        distance_point_segment(q1, p1, p2),
        distance_point_segment(q2, p1, p2),
    )


def encloses(polygon: Sequence[Point], x: float, y: float) -> bool:
    """Tell whether the polygon holds the point, each edge belonging to one side only."""
    inside = False
    ax, ay = polygon[-1]
    for bx, by in polygon:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
        ax = bx
        ay = by
    return inside


def distance_to_outline(p: Point, polygon: Sequence[Point]) -> float:
    """Measure from p to the nearest point of the polygon's outline."""
    best = distance_point_segment(p, polygon[-1], polygon[0])
    for i in range(1, len(polygon)):
        best = min(best, distance_point_segment(p, polygon[i - 1], polygon[i]))
    return best


def point_in_polygon(p: Point, polygon: Sequence[Point]) -> bool:
    """Tell whether p lies in the polygon; its edge counts as inside."""
    return encloses(polygon, p[0], p[1]) or distance_to_outline(p, polygon) <= TOLERANCE


def polyline_crossings(p: Point, q: Point, points: Sequence[Point]) -> list[float]:
    """List the fractions of p-q at which it passes over to the other side of the polyline.

    A way cut in two crosses as often as the whole: where it only touches, it counts as lying
    a hair to the east, and a hair of a hair to the north.
    """
    found: list[float] = []
    px, py = p
    qx, qy = q
    dx = qx - px
    dy = qy - py
    tie = dy > 0.0 or (dy == 0.0 and dx < 0.0)
    ax, ay = points[0]
    side = dx * (ay - py) - dy * (ax - px)
    a_left = side > _FLAT or (tie and side >= -_FLAT)
    for i in range(1, len(points)):
        bx, by = points[i]
        side = dx * (by - py) - dy * (bx - px)
        b_left = side > _FLAT or (tie and side >= -_FLAT)
        if a_left != b_left:
            t = _passed(bx - ax, by - ay, (px - ax, py - ay), (qx - ax, qy - ay))
            if t >= 0.0:
                found.append(t)
        ax = bx
        ay = by
        a_left = b_left
    return _without_touches(found) if len(found) > 1 else found


def _passed(ex: float, ey: float, p: Point, q: Point) -> float:
    """Give the fraction at which p-q passes the line along e, below nought if it does not."""
    p_over = ex * p[1] - ey * p[0]
    q_over = ex * q[1] - ey * q[0]
    tie = ey < 0.0 or (ey == 0.0 and ex > 0.0)
    p_left = p_over > _FLAT or (tie and p_over >= -_FLAT)
    q_left = q_over > _FLAT or (tie and q_over >= -_FLAT)
    if p_left == q_left:
        return -1.0
    return min(max(p_over / (p_over - q_over), 0.0), 1.0)


def _without_touches(found: list[float]) -> list[float]:
    """Sort the crossings and drop pairs at one spot, where a bend is touched and left again."""
    found.sort()
    kept: list[float] = []
    for t in found:
        if kept and t - kept[-1] <= _TINY:
            kept.pop()
        else:
            kept.append(t)
    return kept


def polyline_length(points: Sequence[Point]) -> float:
    """Measure along a polyline."""
    total = 0.0
    for i in range(1, len(points)):
        total += distance(points[i - 1], points[i])
    return total


def straight_run(path: Sequence[Point]) -> float:
    """Measure the last straight stretch of a path, bends within tolerance not counting."""
    best = 0.0
    for first in range(len(path) - 2, -1, -1):
        if not _is_straight(path, first):
            break
        best = distance(path[first], path[-1])
    return best


def _is_straight(path: Sequence[Point], first: int) -> bool:
    """Tell whether the path runs from its point number first to its end without a bend."""
    ax, ay = path[first]
    dx = path[-1][0] - ax
    dy = path[-1][1] - ay
    long = sqrt(dx * dx + dy * dy)
    if long <= _TINY:
        return all(distance(path[i], path[-1]) <= _TINY for i in range(first, len(path)))
    before = 0.0
    for i in range(first + 1, len(path)):
        px = path[i][0] - ax
        py = path[i][1] - ay
        here = (px * dx + py * dy) / long
        if abs(px * dy - py * dx) > TOLERANCE * long or here < before - TOLERANCE:
            return False
        before = here
    return True
