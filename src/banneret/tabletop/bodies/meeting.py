"""Bodies against one another: who touches whom, on which edge, and who overlaps whose front."""

from __future__ import annotations

from math import floor
from typing import Final

from banneret.tabletop.bodies.body import Body, element_rects
from banneret.tabletop.shapes.bases import Rect, Side, heading, local
from banneret.tabletop.shapes.measuring import gap, gap_to_segment, nearest_points
from banneret.tabletop.shapes.segments import TOLERANCE, distance
from banneret.tabletop.shapes.wheeling import edge_contacts, partly_in_corner_arc

CONTACT: Final = 0.01  # inches; nearer than that is touching
_EDGES: Final[tuple[Side, ...]] = ("front", "right", "rear", "left")
_ON_A_CORNER: Final = 3.0 * CONTACT


def in_contact(a: Rect, b: Rect) -> bool:
    """Tell whether two footprints touch; corner to corner is no contact."""
    if gap(a, b) > CONTACT:
        return False
    if max(edge_contacts(a, b, CONTACT)) > _ON_A_CORNER:
        return True
    p, q = nearest_points(a, b)
    return not (
        any(distance(p, c) <= _ON_A_CORNER for c in a.corners)
        and any(distance(q, c) <= _ON_A_CORNER for c in b.corners)
    )


def edge_met(target: Rect, mover: Rect) -> Side:
    """Name the edge of the target that the mover lies against, the longest first.

    Where only a point touches, it is the edge that the point is on; on a corner the one that
    faces the mover's front more squarely.
    """
    against = edge_contacts(target, mover, CONTACT)
    longest = max(against)
    if longest > _ON_A_CORNER:
        return _EDGES[against.index(longest)]
    p = nearest_points(target, mover)[0]
    right, forward = local(target, p)
    off = {
        "front": abs(target.hd - forward),
        "rear": abs(target.hd + forward),
        "right": abs(target.hw - right),
        "left": abs(target.hw + right),
    }
    near = [side for side in _EDGES if off[side] <= min(off.values()) + _ON_A_CORNER]
    return max(near, key=lambda side: facing_each_other(target, side, mover))


def facing_each_other(target: Rect, side: Side, mover: Rect) -> float:
    """Say how squarely the mover's front looks at an edge: 1 straight on, -1 away."""
    ux, uy = heading(edge_bearing(target, side))
    return -(ux * mover.ux + uy * mover.uy)


def edge_bearing(rect: Rect, side: Side) -> float:
    """Give the direction that looks straight out of an edge."""
    return (rect.facing + 90.0 * _EDGES.index(side)) % 360.0


def edge_length(rect: Rect, side: Side) -> float:
    """Measure an edge."""
    return rect.width if side in ("front", "rear") else rect.depth


def front_against(mover: Rect, target: Rect) -> bool:
    """Tell whether the mover's front edge, or a corner of it, touches the target."""
    a, b = mover.corners[0], mover.corners[1]
    return gap_to_segment(target, a, b) <= CONTACT


def frontage_overlap(a: Body, b: Body) -> tuple[int, int]:
    """Count the elements by which each of two fronts sticks out beyond the other, both ends added.

    Both fronts are projected on the front line of the first; parts of elements do not count.
    """
    rect, other = a.rect, b.rect
    aside = [local(rect, p)[0] for p in other.corners[:2]]
    low, high = min(aside), max(aside)
    half = rect.hw
    mine = _whole(low + half, a.wide) + _whole(half - high, a.wide)
    theirs = _whole(-half - low, b.wide) + _whole(high - half, b.wide)
    return mine, theirs


def _whole(inches: float, wide: float) -> int:
    """Count the whole elements in a length."""
    return max(0, floor((inches + TOLERANCE) / wide))


def facing_elements(body: Body, side: Side) -> int:
    """Count the elements that one edge of a body shows, parts as whole ones."""
    if side in ("front", "rear"):
        return body.files
    return max(1, -int(-(body.depth - TOLERANCE) // body.wide))


def elements_reaching(
    body: Body, target: Rect, inches: float, *, ranks: int | None, angle: float | None
) -> int:
    """Count the elements of the first ranks that have the target within range and arc.

    `ranks` None counts them all; `angle` widens the arc at the corners of each front edge, None
    looks all round.
    """
    found = 0
    rects = element_rects(body)
    if ranks is not None:
        rects = rects[: ranks * body.files]
    for rect in rects:
        a, b = rect.corners[0], rect.corners[1]
        if gap_to_segment(target, a, b) > inches + TOLERANCE:
            continue
        if angle is None or partly_in_corner_arc(rect, target, angle):
            found += 1
    return found
