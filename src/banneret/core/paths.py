"""The cheapest way across the ground."""

from __future__ import annotations

from heapq import heappop, heappush
from math import inf, sqrt, tan
from typing import TYPE_CHECKING, Final, NamedTuple

from banneret.core.bases import Base, Rect
from banneret.core.nets import Net, nearest_goal, net_of
from banneret.core.segments import TOLERANCE, Point

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.core.going import Going
    from banneret.core.ground import Ground

_EIGHTH: Final = tan(0.39269908169872414)
_CLEAR: Final = 2.0 * TOLERANCE
_SLACK: Final = 1e-9


class Route(NamedTuple):
    """A way, its price, and which goal it leads to."""

    points: tuple[Point, ...]
    cost: float
    goal: int


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
    if straight <= far * going.lowest + _SLACK and (clear is None or clear(start, goal)):
        return Route((start, goal), far * going.lowest, which)
    if clear is None and straight < limit:
        limit = straight  # what costs more than going straight need not be looked at
    return _Search(net, start, goals, detours, clear=clear, limit=limit).run()


class _Search:
    """A* over the way-points, where a leg is priced only when it is next in line."""

    __slots__ = (
        "_best",
        "_from",
        "_heap",
        "_most",
        "_nodes",
        "_order",
        "_rest",
        "clear",
        "goals",
        "net",
    )

    def __init__(
        self,
        net: Net,
        start: Point,
        goals: Sequence[Point],
        detours: Sequence[Point],
        *,
        clear: Callable[[Point, Point], bool] | None,
        limit: float,
    ) -> None:
        self.net = net
        self.clear = clear
        self.goals = len(goals)
        self._most = limit + TOLERANCE
        self._nodes: list[Point] = [*goals]
        self._rest = [0.0] * len(goals)
        self._list_way_points(start, goals, detours)
        count = len(self._nodes)
        self._best = [inf] * count
        self._from = [-1] * count
        self._heap: list[tuple[float, int, int, int, float]] = []
        self._order = 0

    def _list_way_points(
        self, start: Point, goals: Sequence[Point], detours: Sequence[Point]
    ) -> None:
        """List what may lie on a way within the limit, the start last.

        `_rest` is a price below which no way leads on to a goal: the distance to the box round
        all goals, which is tight for the edge of a table as for the men of a unit.
        """
        lowest = self.net.going.lowest
        x0 = min([g[0] for g in goals])
        x1 = max([g[0] for g in goals])
        y0 = min([g[1] for g in goals])
        y1 = max([g[1] for g in goals])
        sx, sy = start
        for p in (*detours, *self.net.nodes, start):
            x, y = p
            dx = x0 - x if x < x0 else x - x1 if x > x1 else 0.0
            dy = y0 - y if y < y0 else y - y1 if y > y1 else 0.0
            rest = sqrt(dx * dx + dy * dy) * lowest
            dx = x - sx
            dy = y - sy
            if rest + sqrt(dx * dx + dy * dy) * lowest <= self._most:
                self._nodes.append(p)
                self._rest.append(rest)

    def run(self) -> Route | None:
        """Search until a goal is reached or nothing within the limit is left.

        An entry with a parent is a leg not yet priced; one without is a way-point reached.
        """
        start = len(self._nodes) - 1
        self._best[start] = 0.0
        self._expand(start)
        heap = self._heap
        best = self._best
        while heap:
            _, _, node, parent, cost = heappop(heap)
            if parent < 0:
                if cost > best[node]:
                    continue
                if node < self.goals:
                    return self._route(node)
                self._expand(node)
            elif cost < best[node]:
                self._try(node, parent)
        return None

    def _expand(self, node: int) -> None:
        """Put every leg onwards in line at the lowest price it could have."""
        nodes = self._nodes
        best = self._best
        rest = self._rest
        heap = self._heap
        x, y = nodes[node]
        spent = best[node]
        lowest = self.net.going.lowest
        most = self._most
        order = self._order
        n = -1
        for px, py in nodes:
            n += 1
            dx = px - x
            dy = py - y
            cost = spent + sqrt(dx * dx + dy * dy) * lowest
            if cost < best[n]:
                total = cost + rest[n]
                if total <= most:
                    order += 1
                    heappush(heap, (total, order, n, node, cost))
        self._order = order

    def _try(self, node: int, parent: int) -> None:
        """Price a leg; if it is the best yet to its end, put that way-point in line."""
        p = self._nodes[parent]
        q = self._nodes[node]
        best = self._best
        if self.clear is not None and not self.clear(p, q):  # sooner told than the price
            return
        cost = best[parent] + self.net.cost(p, q)
        total = cost + self._rest[node]
        if cost >= best[node] or total > self._most:
            return
        best[node] = cost
        self._from[node] = parent
        self._order += 1
        heappush(self._heap, (total, self._order, node, -1, cost))

    def _route(self, goal: int) -> Route:
        """Trace the way back from a goal."""
        points: list[Point] = []
        node = goal
        while node >= 0:
            points.append(self._nodes[node])
            node = self._from[node]
        points.reverse()
        return Route(tuple(points), self._best[goal], goal)


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
