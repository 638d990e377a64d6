"""Sliding a base across the table until it meets something."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final, Protocol

from banneret.tabletop.shapes.bases import Base, Disc, Rect, bearing
from banneret.tabletop.shapes.segments import TOLERANCE, Point

if TYPE_CHECKING:
    from collections.abc import Sequence


class Outline(Protocol):
    """A rectangle wherever it lies: which way it faces, and its halves across and along."""

    ux: float
    uy: float
    hw: float
    hd: float


_NEVER: Final = 2.0
_FAR: Final = 1e300


def swept(width: float, depth: float, p: Point, q: Point, facing: float = 0.0) -> Rect:
    """Give the ground a base covers as it moves from p to q facing the way it goes.

    A base that stays where it is covers itself at the given facing.
    """
    dx = q[0] - p[0]
    dy = q[1] - p[1]
    long = sqrt(dx * dx + dy * dy)
    if long > 0.0:
        facing = bearing(p, q)
    return Rect(p[0] + dx * 0.5, p[1] + dy * 0.5, facing, width, depth + long)


def wall(p: Point, q: Point) -> Rect:
    """Give a segment as a base without width."""
    return swept(0.0, 0.0, p, q)


def first_contact(
    base: Base, dx: float, dy: float, others: Sequence[Base]
) -> tuple[float, int | None]:
    """Slide a base without turning; give the fraction at which it first touches, and which.

    What it touches at the start stops it only if the slide goes into it.
    """
    best = _NEVER
    hit: int | None = None
    long = dx * dx + dy * dy
    if long <= 0.0:
        return (1.0, None)
    for i in range(len(others)):
        other = others[i]
        ox = other.x - base.x
        oy = other.y - base.y
        reach = base.radius + other.radius
        t = (ox * dx + oy * dy) / long
        ahead = t - best
        if ahead > 0.0 and ahead * ahead * long > reach * reach:
            continue  # so far ahead that another is met before
        t = 0.0 if t < 0.0 else min(t, 1.0)
        wide_x = ox - dx * t
        wide_y = oy - dy * t
        if wide_x * wide_x + wide_y * wide_y > reach * reach:
            continue
        when = _contact(base, other, dx, dy)
        if when < best:
            best = when
            hit = i
    if best > 1.0:
        return (1.0, None)
    return (best, hit)


def first_contact_segment(
    base: Base, dx: float, dy: float, segments: Sequence[tuple[Point, Point]]
) -> tuple[float, int | None]:
    """Slide a base without turning until it touches one of the segments."""
    walls: list[Base] = []
    for p, q in segments:
        walls.append(wall(p, q))
    return first_contact(base, dx, dy, walls)


def _contact(base: Base, other: Base, dx: float, dy: float) -> float:
    """Give the fraction at which the sliding base meets the other, above 1 if never.

    The meeting is decided on outlines drawn in by the tolerance, so that brushing past is
    none, and timed on the true ones.
    """
    if type(base) is Rect and type(other) is Rect:
        return _rect_contact(base, other, dx, dy)
    drawn_in = _overlap_times(base, other, dx, dy, TOLERANCE)
    if drawn_in is None or drawn_in[1] <= 0.0:
        return _NEVER
    if drawn_in[0] < 0.0:
        deeper = (other.x - base.x) * dx + (other.y - base.y) * dy > 0.0
        return 0.0 if deeper else _NEVER
    exact = _overlap_times(base, other, dx, dy, 0.0)
    return drawn_in[0] if exact is None else max(exact[0], 0.0)


def _rect_contact(a: Rect, b: Rect, dx: float, dy: float) -> float:
    """Do the same for two rectangles."""
    ox = b.x - a.x
    oy = b.y - a.y
    met = meeting(a, b, (ox, oy), (dx, dy))
    if met is None:
        return _NEVER
    if met[0] < 0.0:
        return 0.0 if ox * dx + oy * dy > 0.0 else _NEVER
    return max(0.0, met[1])


def meeting(
    a: Outline, b: Outline, o: Point, d: Point, apart: float = 0.0
) -> tuple[float, float] | None:
    """Give when rectangle a, sliding by d, meets b that lies at o, so far apart; None: never.

    The first fraction is that of outlines drawn in by the tolerance, by which brushing past is no
    meeting, the second that of the true ones; both are worked out on each of the four axes.
    """
    (ox, oy), (dx, dy) = o, d
    aux, auy, ahw, ahd = a.ux, a.uy, a.hw, a.hd
    bux, buy, bhw, bhd = b.ux, b.uy, b.hw, b.hd
    c = abs(aux * bux + auy * buy)
    s = abs(aux * buy - auy * bux)
    enter, exact, leave = -_FAR, -_FAR, _FAR
    for ux, uy, full in (
        (aux, auy, ahd + bhw * s + bhd * c + apart),
        (auy, -aux, ahw + bhw * c + bhd * s + apart),
        (bux, buy, bhd + ahw * s + ahd * c + apart),
        (buy, -bux, bhw + ahw * c + ahd * s + apart),
    ):
        start, step = ox * ux + oy * uy, dx * ux + dy * uy
        reach = full - TOLERANCE
        if -1e-12 < step < 1e-12:
            if start >= reach or start <= -reach:
                return None
            continue
        if step < 0.0:  # the same, looked at from the other end of the axis
            start, step = -start, -step
        t0 = (start - reach) / step
        t1 = (start + reach) / step
        t = (start - full) / step
        if t0 > enter:
            enter = t0
        if t1 < leave:
            leave = t1
        if t > exact:
            exact = t
        if enter >= leave or exact > 1.0 or leave <= 0.0:
            return None
    return (enter, exact)


def _overlap_times(
    base: Base, other: Base, dx: float, dy: float, less: float
) -> tuple[float, float] | None:
    """Give between which fractions of the slide two bases overlap, one of them round."""
    if isinstance(base, Rect):
        assert isinstance(other, Disc), "two rectangles are quicker by `meeting`"
        return _rounded_times(base, other, -dx, -dy, less)
    if isinstance(other, Rect):
        return _rounded_times(other, base, dx, dy, less)
    reach = base.radius + other.radius - less
    return _circle_times(base.x - other.x, base.y - other.y, dx, dy, reach)


def _circle_times(
    ox: float, oy: float, dx: float, dy: float, reach: float
) -> tuple[float, float] | None:
    """Give when a point that starts at o is inside a circle around the origin."""
    if reach <= 0.0:
        return None
    a = dx * dx + dy * dy
    b = ox * dx + oy * dy
    root = b * b - a * (ox * ox + oy * oy - reach * reach)
    if root <= 0.0:
        return None
    root = sqrt(root)
    return ((-b - root) / a, (-b + root) / a)


def _rounded_times(
    rect: Rect, disc: Disc, dx: float, dy: float, less: float
) -> tuple[float, float] | None:
    """Give when the disc, sliding past the rectangle, overlaps it.

    The disc's centre is followed through the rectangle grown by the radius: two boxes and
    four rounded corners.
    """
    ox = disc.x - rect.x
    oy = disc.y - rect.y
    px = ox * rect.uy - oy * rect.ux
    py = ox * rect.ux + oy * rect.uy
    vx = dx * rect.uy - dy * rect.ux
    vy = dx * rect.ux + dy * rect.uy
    hw = rect.hw
    hd = rect.hd
    reach = disc.radius - less
    enter = _FAR
    leave = -_FAR
    for times in (
        _box_times(px, py, vx, vy, (hw + reach, hd)),
        _box_times(px, py, vx, vy, (hw, hd + reach)),
        _circle_times(px - hw, py - hd, vx, vy, reach),
        _circle_times(px + hw, py - hd, vx, vy, reach),
        _circle_times(px + hw, py + hd, vx, vy, reach),
        _circle_times(px - hw, py + hd, vx, vy, reach),
    ):
        if times is not None:
            enter = min(enter, times[0])
            leave = max(leave, times[1])
    return (enter, leave) if enter < leave else None


def _box_times(
    px: float, py: float, vx: float, vy: float, halves: Point
) -> tuple[float, float] | None:
    """Give when a moving point is inside an upright box around the origin."""
    enter = -_FAR
    leave = _FAR
    for start, step, half in ((px, vx, halves[0]), (py, vy, halves[1])):
        if abs(step) < 1e-12:
            if abs(start) >= half:
                return None
            continue
        t0 = (-half - start) / step
        t1 = (half - start) / step
        if t0 > t1:
            t0, t1 = t1, t0
        enter = max(enter, t0)
        leave = min(leave, t1)
        if enter >= leave:
            return None
    return (enter, leave)
