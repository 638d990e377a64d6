"""Measuring between bases: edge to edge, inclusive, in closed form.

This is the front door of the geometry: points, legs, bases and contact can all be imported
from here.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from banneret.tabletop.shapes.bases import (
    Base,
    CornerSide,
    CornerStand,
    Disc,
    HorseSide,
    Rect,
    Side,
    ahead,
    ahead_of_front_edge,
    angle_off,
    bearing,
    behind,
    behind_rear_edge,
    centre,
    corner_side,
    corner_sides,
    heading,
    horse_side,
    in_arc,
    in_corner_arc,
    in_front,
    local,
    side_of,
    sides_of,
)
from banneret.tabletop.shapes.chords import chord_of, segment_hits_base, segment_inside_base
from banneret.tabletop.shapes.contact import first_contact, first_contact_segment, swept
from banneret.tabletop.shapes.segments import (
    TOLERANCE,
    Point,
    along,
    crossing_parameters,
    distance,
    distance_point_segment,
    nearest_on_segment,
    point_in_polygon,
    polyline_length,
    segment_distance,
    segments_cross,
    snap,
    snap_point,
    straight_run,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "TOLERANCE",
    "Base",
    "CornerSide",
    "CornerStand",
    "Disc",
    "HorseSide",
    "Point",
    "Rect",
    "Side",
    "ahead",
    "ahead_of_front_edge",
    "along",
    "angle_off",
    "bearing",
    "behind",
    "behind_rear_edge",
    "centre",
    "corner_side",
    "corner_sides",
    "crossing_parameters",
    "distance",
    "distance_point_segment",
    "first_contact",
    "first_contact_segment",
    "gap",
    "gap_to_point",
    "gap_to_polyline",
    "gap_to_segment",
    "heading",
    "horse_side",
    "in_arc",
    "in_corner_arc",
    "in_front",
    "local",
    "nearer",
    "nearest_on_segment",
    "nearest_points",
    "onto_rect",
    "overlaps",
    "point_in_base",
    "point_in_polygon",
    "polyline_length",
    "polyline_within",
    "segment_distance",
    "segment_hits_base",
    "segment_inside_base",
    "segments_cross",
    "side_of",
    "sides_of",
    "snap",
    "snap_point",
    "straight_run",
    "swept",
    "touches",
    "within",
]

_SURELY: Final = 1.0 - 1e-12  # times a bound: below it, however it is rounded


def gap(a: Base, b: Base) -> float:
    """Measure the shortest way between the edges of two bases, nothing if they touch."""
    if type(a) is Rect and type(b) is Rect:  # the usual case
        return _rect_gap(a, b)
    if isinstance(a, Rect):
        if isinstance(b, Rect):
            return _rect_gap(a, b)
        return max(_to_rect(a, b.x, b.y) - b.radius, 0.0)
    if isinstance(b, Rect):
        return max(_to_rect(b, a.x, a.y) - a.radius, 0.0)
    dx = b.x - a.x
    dy = b.y - a.y
    return max(sqrt(dx * dx + dy * dy) - a.radius - b.radius, 0.0)


def touches(a: Base, b: Base) -> bool:
    """Tell whether two bases are in contact, corner to corner included."""
    dx = b.x - a.x
    dy = b.y - a.y
    reach = TOLERANCE + a.radius + b.radius
    return dx * dx + dy * dy <= reach * reach and within(a, b, 0.0)


def within(a: Base, b: Base, inches: float) -> bool:
    """Tell whether two bases are no further apart than so many inches, exactly as far included."""
    dx = b.x - a.x
    dy = b.y - a.y
    far = dx * dx + dy * dy
    reach = inches + TOLERANCE + a.radius + b.radius
    if far > reach * reach:
        return False
    if type(a) is Rect and type(b) is Rect:
        reach = inches + TOLERANCE + a.inner + b.inner
        if far <= reach * reach:
            return True
        most = inches + TOLERANCE
        return _rect_gap(a, b, most, most * most * _SURELY) <= most
    return gap(a, b) <= inches + TOLERANCE


def nearer(a: Base, b: Base, inches: float) -> bool:
    """Tell whether two bases are nearer to one another than so many inches."""
    dx = b.x - a.x
    dy = b.y - a.y
    reach = inches + a.radius + b.radius
    if dx * dx + dy * dy >= reach * reach:
        return False
    if type(a) is Rect and type(b) is Rect:
        return _rect_gap(a, b, inches) < inches
    return gap(a, b) < inches


def overlaps(a: Base, b: Base) -> bool:
    """Tell whether two bases lie over one another by more than the tolerance."""
    dx = b.x - a.x
    dy = b.y - a.y
    reach = a.radius + b.radius - TOLERANCE
    if dx * dx + dy * dy >= reach * reach:
        return False
    if type(a) is Rect and type(b) is Rect:  # the usual case
        if a.upright and b.upright:
            square = a.ux == 0.0
            crosswise = b.ux == 0.0
            reach = (a.hw if square else a.hd) + (b.hw if crosswise else b.hd) - TOLERANCE
            if not -reach < dx < reach:
                return False
            reach = (a.hd if square else a.hw) + (b.hd if crosswise else b.hw) - TOLERANCE
            return -reach < dy < reach
        return _sunk(a, b, dx, dy) and _sunk(b, a, dx, dy)
    if isinstance(a, Rect):
        return _to_rect(a, b.x, b.y) < b.radius - TOLERANCE
    if isinstance(b, Rect):
        return _to_rect(b, a.x, a.y) < a.radius - TOLERANCE
    return True


def _sunk(a: Rect, b: Rect, dx: float, dy: float) -> bool:
    """Tell whether b reaches beyond the edges of a seen along both axes of a."""
    c = abs(a.ux * b.ux + a.uy * b.uy)
    s = abs(a.ux * b.uy - a.uy * b.ux)
    if abs(dx * a.ux + dy * a.uy) >= a.hd + b.hw * s + b.hd * c - TOLERANCE:
        return False
    return abs(dx * a.uy - dy * a.ux) < a.hw + b.hw * c + b.hd * s - TOLERANCE


def _rect_gap(a: Rect, b: Rect, enough: float = 1e300, near: float = 0.0) -> float:
    """Measure between two rectangles; parallels need no corners.

    Roughly if they are further apart than enough, or if the square of the measure is not above
    `near`: then the first corner that is so near will do.
    """
    if a.upright and b.upright:
        sx = a.x0 - b.x1 if a.x > b.x else b.x0 - a.x1
        sy = a.y0 - b.y1 if a.y > b.y else b.y0 - a.y1
        if sx <= 0.0:
            return max(0.0, sy)
        return sqrt(sx * sx + sy * sy) if sy > 0.0 else sx
    return _turned_gap(a, b, enough, near)


def _turned_gap(a: Rect, b: Rect, enough: float, near: float) -> float:
    """Measure between rectangles of which one at least is turned."""
    dx = b.x - a.x
    dy = b.y - a.y
    aux = a.ux
    auy = a.uy
    cosine = aux * b.ux + auy * b.uy
    sine = aux * b.uy - auy * b.ux
    c = cosine if cosine >= 0.0 else -cosine
    s = sine if sine >= 0.0 else -sine
    ahw = a.hw
    ahd = a.hd
    bhw = b.hw
    bhd = b.hd
    sx = abs(dx * auy - dy * aux) - ahw - bhw * c - bhd * s
    sy = abs(dx * aux + dy * auy) - ahd - bhw * s - bhd * c
    if sx > enough or sy > enough:
        return max(sy, sx)
    if s < 1e-12 or c < 1e-12:
        if sx <= 0.0:
            return max(0.0, sy)
        return sqrt(sx * sx + sy * sy) if sy > 0.0 else sx
    right = abs(dx * b.uy - dy * b.ux)
    ahead = abs(dx * b.ux + dy * b.uy)
    wide = bhw + ahw * c + ahd * s
    deep = bhd + ahw * s + ahd * c
    if sx <= 0.0 and sy <= 0.0 and right <= wide and ahead <= deep:
        return 0.0
    if right - wide > enough or ahead - deep > enough:
        return max(right - wide, ahead - deep)
    here = _corners_to_rect(a, b, near)
    if here <= near:
        return sqrt(here)
    return sqrt(min(_corners_to_rect(b, a, near), here))


def _corners_to_rect(a: Rect, b: Rect, near: float) -> float:
    """Give the least squared distance from a corner of b to the rectangle a, or one so near."""
    best = 1e300
    ux = a.ux
    uy = a.uy
    ax = a.x
    ay = a.y
    hw = a.hw
    hd = a.hd
    for px, py in b.corners:
        dx = px - ax
        dy = py - ay
        ox = dx * uy - dy * ux
        ox = ox - hw if ox > 0.0 else -ox - hw
        oy = dx * ux + dy * uy
        oy = oy - hd if oy > 0.0 else -oy - hd
        if ox > 0.0:
            far = ox * ox + oy * oy if oy > 0.0 else ox * ox
        elif oy > 0.0:
            far = oy * oy
        else:
            return 0.0
        if far < best:
            if far <= near:
                return far
            best = far
    return best


def _to_rect(rect: Rect, x: float, y: float) -> float:
    """Measure from a point to a rectangle, nothing from inside."""
    dx = x - rect.x
    dy = y - rect.y
    ox = abs(dx * rect.uy - dy * rect.ux) - rect.hw
    oy = abs(dx * rect.ux + dy * rect.uy) - rect.hd
    if ox <= 0.0:
        return max(oy, 0.0)
    return sqrt(ox * ox + oy * oy) if oy > 0.0 else ox


def gap_to_point(base: Base, p: Point) -> float:
    """Measure from the edge of a base to a point, nothing from inside."""
    if isinstance(base, Rect):
        return _to_rect(base, p[0], p[1])
    dx = p[0] - base.x
    dy = p[1] - base.y
    return max(sqrt(dx * dx + dy * dy) - base.radius, 0.0)


def point_in_base(p: Point, base: Base) -> bool:
    """Tell whether a point lies on a base, its edge included."""
    return gap_to_point(base, p) <= TOLERANCE


def gap_to_segment(base: Base, p: Point, q: Point) -> float:
    """Measure from the edge of a base to the nearest point of a segment."""
    if isinstance(base, Disc):
        return max(distance_point_segment((base.x, base.y), p, q) - base.radius, 0.0)
    if chord_of(base, p, q, 0.0) is not None:
        return 0.0
    best = min(_to_rect(base, p[0], p[1]), _to_rect(base, q[0], q[1]))
    for corner in base.corners:
        far = distance_point_segment(corner, p, q)
        if far < best:
            best = far
    return best


def gap_to_polyline(base: Base, points: Sequence[Point]) -> float:
    """Measure from the edge of a base to the nearest point of a polyline."""
    if len(points) == 1:
        return gap_to_point(base, points[0])
    best = gap_to_segment(base, points[0], points[1])
    for i in range(2, len(points)):
        best = min(best, gap_to_segment(base, points[i - 1], points[i]))
    return best


def polyline_within(base: Base, points: Sequence[Point], inches: float) -> bool:
    """Tell whether a polyline is no further from a base than so many inches, as `within` does.

    Most of its segments are told off by the boxes around them.
    """
    if len(points) == 1:
        return gap_to_point(base, points[0]) <= inches + TOLERANCE
    reach = inches + TOLERANCE
    x0, x1, y0, y1 = base.x0 - reach, base.x1 + reach, base.y0 - reach, base.y1 + reach
    for i in range(1, len(points)):
        px, py = points[i - 1]
        qx, qy = points[i]
        if (px < x0 and qx < x0) or (px > x1 and qx > x1):
            continue
        if (py < y0 and qy < y0) or (py > y1 and qy > y1):
            continue
        if gap_to_segment(base, points[i - 1], points[i]) <= reach:
            return True
    return False


def nearest_points(a: Base, b: Base) -> tuple[Point, Point]:
    """Give the ends of a shortest way from a to b; a shared point twice if they overlap."""
    if isinstance(a, Rect):
        if isinstance(b, Rect):
            return _nearest_on_rects(a, b)
        near = onto_rect(a, (b.x, b.y))
        return (near, _onto_disc(b, near))
    near = onto_rect(b, (a.x, a.y)) if isinstance(b, Rect) else _onto_disc(b, (a.x, a.y))
    return (_onto_disc(a, near), near)


def _onto_disc(disc: Disc, p: Point) -> Point:
    """Give the point of a disc nearest to p, which is p itself inside."""
    far = distance((disc.x, disc.y), p)
    if far <= disc.radius:
        return p
    return along((disc.x, disc.y), p, disc.radius / far)


def onto_rect(rect: Rect, p: Point) -> Point:
    """Give the point of a rectangle nearest to p, which is p itself inside."""
    right, forward = local(rect, p)
    hw, hd = rect.hw, rect.hd
    if -hw <= right <= hw:
        if -hd <= forward <= hd:
            return p
    else:
        right = hw if right > 0.0 else -hw
    if not -hd <= forward <= hd:
        forward = hd if forward > 0.0 else -hd
    ux, uy = rect.ux, rect.uy
    return (rect.x + right * uy + forward * ux, rect.y - right * ux + forward * uy)


def _nearest_on_rects(a: Rect, b: Rect) -> tuple[Point, Point]:
    """Give the ends of a shortest way between two rectangles, one of them a corner."""
    best = 1e300
    pair = (a.corners[0], b.corners[0])
    for corner in b.corners:
        near = onto_rect(a, corner)
        far = distance(near, corner)
        if far < best:
            best = far
            pair = (near, corner)
    for corner in a.corners:
        near = onto_rect(b, corner)
        far = distance(near, corner)
        if far < best:
            best = far
            pair = (corner, near)
    if best > 0.0 and gap(a, b) <= 0.0:
        for i in range(4):  # pragma: no branch  some edge of one lies in the other
            chord = chord_of(b, a.corners[i - 1], a.corners[i], 0.0)
            if chord is not None:
                shared = along(a.corners[i - 1], a.corners[i], chord[0])
                return (shared, shared)
    return pair
