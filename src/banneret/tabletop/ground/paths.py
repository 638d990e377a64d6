"""The cheapest way across the ground."""

from __future__ import annotations

from math import inf, tan
from typing import TYPE_CHECKING, Final

from banneret.tabletop.ground.nets import nearest_goal, net_of
from banneret.tabletop.ground.search import SLACK, Route, Search
from banneret.tabletop.shapes.bases import Base, Rect
from banneret.tabletop.shapes.segments import TOLERANCE, Point

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.tabletop.ground.going import Going
    from banneret.tabletop.ground.ground import Ground

_EIGHTH: Final = tan(0.39269908169872414)
_CLEAR: Final = 2.0 * TOLERANCE


def cheapest(
    ground: Ground,
    going: Going,
    start: Point,
    goals: Sequence[Point],
    *,
    detours: Sequence[Point] = (),
    clear: Callable[[Point, Point], bool] | None = None,
    limit: float = inf,
) -> Route | None:
    """Find the cheapest way to one of the goals, or None within the limit.

    `clear` is the caller's own say on a straight leg; `detours` are further way-points, such
    as those round enemies.
    """
    if not goals:
        return None
    net = net_of(ground, going)
    which, far = nearest_goal(start, goals)
    if far * going.lowest > limit + TOLERANCE:
        return None
    goal = goals[which]
    straight = net.cost(start, goal)
    if straight <= far * going.lowest + SLACK and (clear is None or clear(start, goal)):
        return Route((start, goal), far * going.lowest, which)
    if clear is None and straight < limit:
        limit = straight  # what costs more than going straight need not be looked at
    return Search(net, start, goals, detours=lambda: detours, clear=clear, limit=limit).next()


def round_base(base: Base, margin: float) -> list[Point]:
    """Give eight way-points round a base such that the legs between them keep the margin."""
    off = margin + _CLEAR
    near = off * _EIGHTH
    if isinstance(base, Rect):
        ux, uy, hw, hd = base.ux, base.uy, base.hw, base.hd
    else:
        ux, uy, hw, hd = 0.0, 1.0, 0.0, 0.0
        off += base.radius
        near = off * _EIGHTH
    found: list[Point] = []
    for right, forward in (
        (-hw - near, hd + off),
        (hw + near, hd + off),
        (hw + off, hd + near),
        (hw + off, -hd - near),
        (hw + near, -hd - off),
        (-hw - near, -hd - off),
        (-hw - off, -hd - near),
        (-hw - off, hd + near),
    ):
        found.append((base.x + right * uy + forward * ux, base.y - right * ux + forward * uy))
    return found
