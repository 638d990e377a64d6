"""The way of a body: what it meets first as it slides, wheels or turns, and where it must stop."""

from __future__ import annotations

from math import acos, atan2, copysign, cos, degrees, hypot, pi, radians, sin, sqrt
from typing import TYPE_CHECKING, Final

from banneret.tabletop.shapes.bases import Rect, heading
from banneret.tabletop.shapes.contact import first_contact
from banneret.tabletop.shapes.measuring import gap, gap_to_point, gap_to_segment, overlaps
from banneret.tabletop.shapes.segments import TOLERANCE, Point, encloses
from banneret.tabletop.shapes.wheeling import moved, turned_about

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_HAIR: Final = 1e-7
_LEAST_STEP: Final = 0.01  # inches between two looks along a way
_ROUND: Final = 2.0 * pi


def slide_until(rect: Rect, bearing: float, inches: float, others: Sequence[Rect]) -> float:
    """Give how far a footprint slides before it touches one of the others."""
    ux, uy = heading(bearing)
    share, _ = first_contact(rect, ux * inches, uy * inches, list(others))
    return inches * share


def first_slid_into(
    rect: Rect, bearing: float, inches: float, others: Sequence[Rect]
) -> tuple[float, int | None]:
    """Slide a footprint; give the inches to the first touch and which it was."""
    ux, uy = heading(bearing)
    share, which = first_contact(rect, ux * inches, uy * inches, list(others))
    return inches * share, which


def slid_through(rect: Rect, bearing: float, inches: float, others: Sequence[Rect]) -> list[int]:
    """List everything that a slide passes over, in the order in which it is met."""
    met: list[tuple[float, int]] = []
    ux, uy = heading(bearing)
    for i, other in enumerate(others):
        share, which = first_contact(rect, ux * inches, uy * inches, [other])
        if which is not None and share < 1.0:
            met.append((share, i))
    return [i for _, i in sorted(met)]


def turn_until(rect: Rect, pivot: Point, turn: float, others: Sequence[Rect]) -> float:
    """Give the part of a turn about a pivot, clockwise if positive, before it meets another."""
    best = 1.0
    for other in others:
        best = min(best, _turn_meets(rect, pivot, turn, other))
    return best


def _turn_meets(rect: Rect, pivot: Point, turn: float, other: Rect) -> float:
    """Give the part of the turn at which the footprint begins to lie over the other, else 1.

    Between two moments at which a corner of one passes an edge of the other nothing changes, so
    it is enough to look once between each two of them; only where they lie over one another by
    less than the tolerance at first is a moment before that the right one.
    """
    reach = max([hypot(x - pivot[0], y - pivot[1]) for x, y in rect.corners])
    if turn == 0.0 or hypot(other.x - pivot[0], other.y - pivot[1]) > reach + other.radius:
        return 1.0
    if gap_to_point(other, pivot) > reach:
        return 1.0
    if _never_turns_into(rect, pivot, turn, other):
        return 1.0
    whole = abs(turn)
    moments = [0.0, whole]
    for p in rect.corners:
        moments += _moments(p, pivot, other.corners, turn)
    for p in other.corners:
        moments += _moments(p, pivot, rect.corners, -turn)
    moments = sorted({m for m in moments if 0.0 <= m <= whole})

    def lies_over(at: float) -> bool:
        return overlaps(turned_about(rect, pivot, copysign(at, turn)), other)

    for i in range(1, len(moments)):
        if lies_over((moments[i - 1] + moments[i]) * 0.5):
            clear = [m for m in moments[1:i] if not lies_over(m)]
            return max(clear, default=0.0) / whole
    return 1.0


def _never_turns_into(rect: Rect, pivot: Point, turn: float, other: Rect) -> bool:
    """Tell at once that a turn stays clear: the upright boxes around its way do not meet."""
    there = turned_about(rect, pivot, turn)
    middle = turned_about(rect, pivot, turn * 0.5)
    bulge = 0.3 * radians(abs(turn)) * (rect.width + rect.depth)
    return (
        min(rect.x0, middle.x0, there.x0) - bulge > other.x1
        or max(rect.x1, middle.x1, there.x1) + bulge < other.x0
        or min(rect.y0, middle.y0, there.y0) - bulge > other.y1
        or max(rect.y1, middle.y1, there.y1) + bulge < other.y0
    )


def _moments(p: Point, pivot: Point, corners: Sequence[Point], turn: float) -> list[float]:
    """List the degrees of a turn after which p, turning about the pivot, lies on an edge."""
    px, py = p[0] - pivot[0], p[1] - pivot[1]
    radius = hypot(px, py)
    if radius <= _HAIR:
        return []
    start = atan2(px, py)  # clockwise from north, as facings are
    found: list[float] = []
    for i in range(len(corners)):
        ax, ay = corners[i - 1][0] - pivot[0], corners[i - 1][1] - pivot[1]
        bx, by = corners[i][0] - pivot[0], corners[i][1] - pivot[1]
        ex, ey = bx - ax, by - ay
        long = hypot(ex, ey)
        if long <= _HAIR:
            continue
        off = (ax * ey - ay * ex) / long  # the line's distance from the pivot
        if abs(off) > radius:
            continue
        foot = atan2(off * ey, -off * ex) if off else atan2(ey, -ex)
        spread = acos(min(1.0, abs(off) / radius))
        for where in (foot - spread, foot + spread):
            qx, qy = radius * sin(where), radius * cos(where)
            share = ((qx - ax) * ex + (qy - ay) * ey) / (long * long)
            if -_HAIR <= share <= 1.0 + _HAIR:
                after = where - start if turn > 0.0 else start - where
                found.append(degrees(after % _ROUND))
    return found


def slide_clear(
    rect: Rect, bearing: float, inches: float, others: Sequence[Rect], keep: float
) -> float:
    """Give how far a footprint slides before it comes nearer to another than `keep` inches.

    One that is nearer already does not stop it as long as it comes no nearer still.
    """
    ux, uy = heading(bearing)
    return _clear_for(lambda s: moved(rect, ux * s, uy * s), inches, others, keep)


def turn_clear(rect: Rect, pivot: Point, turn: float, others: Sequence[Rect], keep: float) -> float:
    """Give the part of a turn before the footprint comes nearer to another than `keep` inches."""
    reach = max(hypot(x - pivot[0], y - pivot[1]) for x, y in rect.corners)
    long = radians(abs(turn)) * reach
    if long <= 0.0:
        return 1.0
    there = _clear_for(lambda s: turned_about(rect, pivot, turn * s / long), long, others, keep)
    return there / long


def _clear_for(
    at: Callable[[float], Rect], long: float, others: Sequence[Rect], keep: float
) -> float:
    """Follow a way, no point of which moves further than the way is long, until too near.

    Where there is room to spare nothing can happen before it is used up, so the way is looked
    at in steps as long as that room.
    """
    best = long
    here = at(0.0)
    for other in others:
        apart = hypot(other.x - here.x, other.y - here.y) - other.radius - here.radius
        if apart - keep > best:
            continue
        room = gap(here, other) - keep
        if room > best:
            continue
        allowed = min(0.0, room) - TOLERANCE
        s = 0.0
        while s < best:
            step = max(room - allowed, _LEAST_STEP)
            s = min(s + step, best)
            room = gap(at(s), other) - keep
            if room < allowed:
                best = _bisected(at, s - step, s, other, keep + allowed)
                break
    return best


def _bisected(
    at: Callable[[float], Rect], good: float, bad: float, other: Rect, least: float
) -> float:
    """Halve the stretch in which the way comes too near until it is short enough."""
    good = max(good, 0.0)
    while bad - good > TOLERANCE * 0.5:
        middle = (good + bad) * 0.5
        if gap(at(middle), other) < least:
            bad = middle
        else:
            good = middle
    return good


def slide_to_line(rect: Rect, bearing: float, inches: float, points: Sequence[Point]) -> float:
    """Give how far a footprint slides before it touches a line, its whole way if it never does.

    A line that it stands on already is met at once.
    """
    best = inches
    for i in range(1, len(points)):
        if gap_to_segment(rect, points[i - 1], points[i]) <= 0.0:
            return 0.0
        best = min(best, _to_segment(rect, bearing, inches, points[i - 1], points[i]))
    return best


def _to_segment(rect: Rect, bearing: float, inches: float, p: Point, q: Point) -> float:
    """Give how far a footprint slides before it touches a segment."""
    ux, uy = heading(bearing)
    best = inches
    for cx, cy in rect.corners:  # a corner runs onto the segment
        best = min(best, _ray((cx, cy), (ux, uy), p, q, inches))
    corners = rect.corners
    for ex, ey in (p, q):  # an end of the segment comes under an edge
        for i in range(4):
            best = min(best, _ray((ex, ey), (-ux, -uy), corners[i - 1], corners[i], inches))
    return best


def _ray(at: Point, step: Point, p: Point, q: Point, inches: float) -> float:
    """Give how far a point goes before it is on a segment, above `inches` if never."""
    x, y = at
    ux, uy = step
    ex, ey = q[0] - p[0], q[1] - p[1]
    across = ux * ey - uy * ex
    if abs(across) <= _HAIR:
        return inches + 1.0
    dx, dy = p[0] - x, p[1] - y
    s = (dx * ey - dy * ex) / across
    t = (dx * uy - dy * ux) / across
    if -_HAIR <= t <= 1.0 + _HAIR and s >= -_HAIR:
        return max(s, 0.0)
    return inches + 1.0


def slide_into_area(rect: Rect, bearing: float, inches: float, polygon: Sequence[Point]) -> float:
    """Give how far a footprint slides before it is partly in an area, its whole way if never."""
    if stands_in(rect, polygon):
        return 0.0
    return slide_to_line(rect, bearing, inches, (*polygon, polygon[0]))


def turn_to_line(rect: Rect, pivot: Point, turn: float, points: Sequence[Point]) -> float:
    """Give the part of a turn before the footprint touches a line, 1 if it never does."""
    reach = max(hypot(x - pivot[0], y - pivot[1]) for x, y in rect.corners)
    long = radians(abs(turn)) * reach
    s = 0.0
    while s <= long:
        here = turned_about(rect, pivot, turn * s / long if long else 0.0)
        room = min(gap_to_segment(here, points[i - 1], points[i]) for i in range(1, len(points)))
        if room <= 0.0:
            return s / long if long else 0.0
        if long == 0.0:
            break
        s += max(room, _LEAST_STEP)
    return 1.0


def stands_in(rect: Rect, polygon: Sequence[Point]) -> bool:
    """Tell whether any part of a footprint lies inside an area, more than along its edge."""
    if encloses(polygon, rect.x, rect.y):
        return True
    small = Rect(
        rect.x, rect.y, rect.facing, rect.width - 2 * TOLERANCE, rect.depth - 2 * TOLERANCE
    )
    if any(encloses(polygon, x, y) for x, y in small.corners):
        return True
    return any(
        gap_to_segment(small, polygon[i - 1], polygon[i]) <= 0.0 for i in range(len(polygon))
    )


def stands_wholly_in(rect: Rect, polygon: Sequence[Point]) -> bool:
    """Tell whether a footprint lies inside an area with every part of it."""
    small = Rect(
        rect.x, rect.y, rect.facing, rect.width - 2 * TOLERANCE, rect.depth - 2 * TOLERANCE
    )
    return all(encloses(polygon, x, y) for x, y in small.corners) and not any(
        gap_to_segment(small, polygon[i - 1], polygon[i]) <= 0.0 for i in range(len(polygon))
    )


def distance_ahead(rect: Rect, other: Rect, bearing: float) -> float | None:
    """Give how far the footprint must slide to touch the other, None if it would miss it."""
    far = sqrt((other.x - rect.x) ** 2 + (other.y - rect.y) ** 2) + rect.radius + other.radius
    ux, uy = heading(bearing)
    share, which = first_contact(rect, ux * far, uy * far, [other])
    return None if which is None else share * far


def distance_past(rect: Rect, other: Rect, bearing: float) -> float:
    """Give how far the footprint must slide in a direction to lie wholly beyond the other."""
    ux, uy = heading(bearing)

    def spread(one: Rect) -> tuple[float, float]:
        along = [x * ux + y * uy for x, y in one.corners]
        return min(along), max(along)

    return max(0.0, spread(other)[1] - spread(rect)[0])
