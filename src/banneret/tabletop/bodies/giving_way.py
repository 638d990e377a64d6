"""Giving ground: straight back, through friends, or away with swerving round what is in the way."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final, NamedTuple

from banneret.tabletop.bodies.sweeping import distance_past
from banneret.tabletop.shapes.bases import Disc, Rect, bearing, heading
from banneret.tabletop.shapes.contact import first_contact
from banneret.tabletop.shapes.measuring import overlaps
from banneret.tabletop.shapes.segments import Point, distance
from banneret.tabletop.shapes.wheeling import from_front

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_ASIDE: Final = 0.02  # inches kept from a corner one runs round
_DETOURS: Final = 6


class Flight(NamedTuple):
    """A way out: the points after the start, how long it is, and what stopped it, if anything."""

    points: tuple[Point, ...]
    inches: float
    blocked: int | None


def pushed_back(rect: Rect, inches: float, others: Sequence[Rect]) -> tuple[float, int | None]:
    """Give how far a body can go straight back, facing ahead, and which of the others stops it."""
    share, which = first_contact(rect, -rect.ux * inches, -rect.uy * inches, list(others))
    return share * inches, which


def swerving(
    start: Point, away: float, inches: float, wide: float, others: Sequence[Rect]
) -> Flight:
    """Run from a point in a direction, a lane so wide, round what stands in the way.

    Each thing is passed by the side that is nearer; who comes back to the old line goes on along
    the old direction. The way is never longer than so many inches.
    """
    points: list[Point] = []
    here = start
    left = inches
    for _ in range(_DETOURS):
        hit = _first_in_lane(here, away, left, wide, others)
        if hit is None:
            ux, uy = heading(away)
            points.append((here[0] + ux * left, here[1] + uy * left))
            return Flight(tuple(points), inches, None)
        far, which = hit
        corner = _way_by(here, (away, left), wide, others, which)
        if corner is None:
            ux, uy = heading(away)
            points.append((here[0] + ux * far, here[1] + uy * far))
            return Flight(tuple(points), inches - left + far, which)
        long = distance(here, corner)
        if long > left:
            share = left / long
            points.append(
                (here[0] + (corner[0] - here[0]) * share, here[1] + (corner[1] - here[1]) * share)
            )
            return Flight(tuple(points), inches, None)
        points.append(corner)
        here = corner
        left -= long
    return Flight(tuple(points), inches - left, None)


def _first_in_lane(
    here: Point, away: float, inches: float, wide: float, others: Sequence[Rect]
) -> tuple[float, int] | None:
    """Find what a lane runs into first, and after how many inches."""
    ux, uy = heading(away)
    lane = Disc(here[0], here[1], wide * 0.5)
    share, which = first_contact(lane, ux * inches, uy * inches, list(others))
    return None if which is None else (share * inches, which)


def _way_by(
    here: Point, run: tuple[float, float], wide: float, others: Sequence[Rect], which: int
) -> Point | None:
    """Find the nearer corner to pass a thing by, with room for the lane on its way there."""
    away, left = run
    ux, uy = heading(away)
    rx, ry = uy, -ux
    other = others[which]
    aside = [(x - here[0]) * rx + (y - here[1]) * ry for x, y in other.corners]
    onward = [(x - here[0]) * ux + (y - here[1]) * uy for x, y in other.corners]
    room = wide * 0.5 + _ASIDE
    past = max(0.0, min(onward) - room)
    choices: list[tuple[float, Point]] = []
    for sideways in (max(aside) + room, min(aside) - room):
        spot = (
            here[0] + rx * sideways + ux * past,
            here[1] + ry * sideways + uy * past,
        )
        choices.append((abs(sideways), spot))
    for _, spot in sorted(choices):
        long = distance(here, spot)
        if long < _ASIDE:
            continue
        blocked = _first_in_lane(here, bearing(here, spot), min(long, left), wide, others)
        if blocked is None and not any(
            overlaps(Disc(spot[0], spot[1], wide * 0.5), o) for o in others
        ):
            return spot
    return None


def standing_at_end(
    path: Sequence[Point],
    width: float,
    depth: float,
    free: Callable[[Rect], bool],
    step: float = 0.25,
) -> Rect | None:
    """Set a body down at the end of its way, or as far back along it as it must to have room.

    `path` begins with where its front stood; it faces the way it ran.
    """
    for i in range(len(path) - 1, 0, -1):
        a, b = path[i - 1], path[i]
        long = distance(a, b)
        if long <= 0.0:
            continue
        facing = bearing(a, b)
        back = 0.0
        while back <= long:
            share = 1.0 - back / long
            spot = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            rect = from_front(spot, facing, width, depth)
            if free(rect):
                return rect
            back += step
    return None


def beyond(rect: Rect, others: Sequence[Rect], away: float) -> float:
    """Give how far a body must still slide to lie clear of everything it is passing through."""
    need = 0.0
    ux, uy = heading(away)
    for _ in range(len(others)):
        here = Rect(rect.x + ux * need, rect.y + uy * need, rect.facing, rect.width, rect.depth)
        under = [o for o in others if overlaps(here, o)]
        if not under:
            break
        need += max(distance_past(here, o, away) for o in under) + _ASIDE * 0.5
    return need


def towards(facing: float, wish: float, most: float) -> float:
    """Turn a direction towards another by as much as it needs, at most so many degrees."""
    turn = (wish - facing + 180.0) % 360.0 - 180.0
    return (facing + max(-most, min(most, turn))) % 360.0


def bearing_away(rect: Rect, other: Rect) -> float:
    """Give the direction straight away from another body, from middle to middle."""
    if hypot(rect.x - other.x, rect.y - other.y) <= _ASIDE:
        return (rect.facing + 180.0) % 360.0
    return bearing((other.x, other.y), (rect.x, rect.y))
