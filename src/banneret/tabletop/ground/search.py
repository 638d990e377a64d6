"""The search for a way: over way-points, to goals that may be known only roughly at first."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import repeat
from math import inf, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from banneret.tabletop.ground.going import leg_cost
from banneret.tabletop.shapes.segments import TOLERANCE, Point, distance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from banneret.tabletop.ground.nets import Net

SLACK: Final = 1e-9
_FEW: Final = 20  # goals so few that the nearest of them is looked for


class Route(NamedTuple):
    """A way, its price, and which goal it leads to."""

    points: tuple[Point, ...]
    cost: float
    goal: int


class Whereabouts(NamedTuple):
    """Goals no further than `reach` from a point, worked out only when a way might come there."""

    x: float
    y: float
    reach: float
    goals: Callable[[], Iterable[Point]]


class _End(NamedTuple):
    """Where goals are, within which rings, and within which of them that is sure."""

    x: float
    y: float
    reach: float
    inside: int
    sure: int


class Search:
    """A* over the way-points, where a leg is priced only when it is next in line.

    Straight ways come first: the way-points are listed when none of these will do. An entry in
    line with a parent is a leg not yet priced; one without is a way-point reached. One below
    nought stands for the whereabouts of goals, the last of these for the way-points.
    """

    __slots__ = (
        "_about",
        "_aims",
        "_best",
        "_bounds",
        "_detours",
        "_ends",
        "_fixed",
        "_from",
        "_goals",
        "_heap",
        "_heard",
        "_inside",
        "_most",
        "_news",
        "_nodes",
        "_order",
        "_passed",
        "_rest",
        "_tails",
        "clear",
        "net",
    )

    def __init__(
        self,
        net: Net,
        start: Point,
        goals: Sequence[Point] = (),
        about: Sequence[Whereabouts] = (),
        *,
        detours: Callable[[], Sequence[Point]] = tuple,
        clear: Callable[[Point, Point], bool] | None = None,
        limit: float = inf,
    ) -> None:
        self.net = net
        self.clear = clear
        self._most = limit + TOLERANCE
        self._about = about
        self._bounds = [inf] * len(about)  # the least price at which a way might come there
        self._detours = detours
        self._tails: dict[tuple[int, int], tuple[int, list[float]]] = {}
        self._fixed = range(0)  # which are the way-points of the ground
        self._nodes: list[Point] = [start]
        self._inside = [net.inside(start)]
        self._rest = [0.0]
        self._best = [0.0]
        self._from = [-1]
        self._news = 0  # how often goals have been found
        self._heard = [0]  # of which news the rest of a way-point takes account
        self._goals: dict[int, int] = {}
        self._passed = [0]
        self._heap: list[tuple[float, int, int, int, float]] = []
        self._order = 0
        self._ends = [
            _End(x, y, reach, net.inside((x, y)), net.far_from((x, y), reach))
            for x, y, reach, _ in about
        ]
        self._aims = self._ends[:]
        self._add_goals(goals)
        self._expect_about(0)
        self._put(self._least(self._nodes[0], self._inside[0]) + SLACK, -1 - len(about), 0, 0.0)

    def _put(self, total: float, node: int, parent: int, cost: float) -> None:
        """Put something in line unless it is beyond the limit."""
        if total <= self._most:
            self._order += 1
            heappush(self._heap, (total, self._order, node, parent, cost))

    def _add_goals(self, goals: Iterable[Point]) -> None:
        """Take note of goals, and put the legs to them in line."""
        net = self.net
        for goal in goals:
            node = len(self._nodes)
            inside = net.inside(goal)
            self._goals[node] = len(self._goals)
            self._add([goal], [inside], [0.0])
            self._aims.append(_End(goal[0], goal[1], 0.0, inside, net.all_rings))
            for parent in self._passed:
                far = distance(self._nodes[parent], goal) * net.going.lowest
                cost = self._best[parent] + far + net.tolls[self._inside[parent] ^ inside]
                self._put(cost, node, parent, cost)

    def _add(self, points: list[Point], inside: list[int], rest: list[float]) -> None:
        """Take note of way-points, and of prices below which no way leads from them to a goal."""
        count = len(points)
        self._nodes += points
        self._inside += inside
        self._rest += rest
        self._best += [inf] * count
        self._from += [-1] * count
        self._heard += [self._news] * count

    def next(self) -> Route | None:
        """Search until a goal is reached, then a further one; None if nothing is left."""
        heap = self._heap
        best = self._best
        listing = -1 - len(self._about)
        while heap:
            total, _, node, parent, cost = heappop(heap)
            if node == listing:
                self._set_out(total)
            elif node < 0:
                self._look_about(-1 - node)
            elif self._heard[node] < self._news and self._is_put_off(node, parent, cost):
                continue
            elif parent < 0:
                if cost > best[node]:
                    continue
                if node in self._goals:
                    return self._route(node)
                self._expand(node)
            elif cost < best[node]:
                self._try(node, parent)
        return None

    def _is_put_off(self, node: int, parent: int, cost: float) -> bool:
        """Put a leg or way-point back in line if goals found since lie further on than thought."""
        self._heard[node] = self._news
        if node in self._goals:
            return False
        rest = self._least(self._nodes[node], self._inside[node])
        if rest <= self._rest[node]:
            return False
        self._rest[node] = rest
        total = cost + rest
        if self._heap and total <= self._heap[0][0]:
            return total > self._most
        self._put(total, node, parent, cost)
        return True

    def _set_out(self, total: float) -> None:
        """List the way-points once no goal is nearer than thought, and set out for them."""
        least = self._least(self._nodes[0], self._inside[0]) + SLACK
        if least > total + SLACK:
            self._put(least, -1 - len(self._about), 0, 0.0)
        elif self._aims:
            first = len(self._nodes)
            detours = self._detours()
            self._list_way_points(detours, [self.net.inside(p) for p in detours])
            fixed = len(self._nodes)
            self._list_way_points(self.net.nodes, self.net.insides)
            self._fixed = range(fixed, len(self._nodes))
            self._put_in_line(0, first)

    def _list_way_points(self, points: Sequence[Point], insides: Sequence[int]) -> None:
        """List those of some points that may lie on a way within the limit."""
        net = self.net
        lowest = net.going.lowest
        aims = self._aims
        x0 = min([aim.x - aim.reach for aim in aims])
        x1 = max([aim.x + aim.reach for aim in aims])
        y0 = min([aim.y - aim.reach for aim in aims])
        y1 = max([aim.y + aim.reach for aim in aims])
        few = len(aims) <= _FEW
        most = self._most
        home = self._inside[0]
        sx, sy = self._nodes[0]
        kept: list[Point] = []
        within: list[int] = []
        rests: list[float] = []
        for p, inside in zip(points, insides, strict=True):
            x, y = p
            dx = x0 - x if x < x0 else x - x1 if x > x1 else 0.0
            dy = y0 - y if y < y0 else y - y1 if y > y1 else 0.0
            rest = sqrt(dx * dx + dy * dy) * lowest
            dx = x - sx
            dy = y - sy
            gone = sqrt(dx * dx + dy * dy) * lowest
            if rest + gone > most:
                continue
            if few:
                rest = self._least(p, inside)
                if net.straits:
                    gone = max(gone, net.round_about(p, (sx, sy)) * lowest)
                if rest + gone + net.tolls[home ^ inside] > most:
                    continue
            kept.append(p)
            within.append(inside)
            rests.append(rest)
        self._add(kept, within, rests)

    def _least(self, p: Point, inside: int) -> float:
        """Give a price below which no way leads from a point to any goal."""
        lowest = self.net.going.lowest
        tolls = self.net.tolls
        x, y = p
        best = inf
        for gx, gy, reach, within, sure in self._aims:
            dx = gx - x
            dy = gy - y
            far = sqrt(dx * dx + dy * dy) - reach
            if far < best:
                far = far * lowest if far > 0.0 else 0.0
                far += tolls[(inside ^ within) & sure]
                if far < best:
                    best = far
        for n, strait in enumerate(self.net.straits):
            tails = self._beyond(n, -strait.side(p))
            if tails:
                best = max(best, strait.least(p, tails) * lowest)
        return best

    def _beyond(self, n: int, side: int) -> list[float]:
        """Give the least way from each passage of a strait to a goal, if all are on that side."""
        known = self._tails.get((n, side))
        if known is None or known[0] != self._news:
            strait = self.net.straits[n]
            tails: list[float] = []
            if side and all(strait.side((x, y), r) == side for x, y, r, _, _ in self._aims):
                found = [
                    [tail - reach for tail in strait.tails((x, y))]
                    for x, y, reach, _, _ in self._aims
                ]
                tails = [min(column) for column in zip(*found, strict=True)]
            known = self._tails[n, side] = (self._news, tails)
        return known[1]

    def _expand(self, node: int) -> None:
        """Go on from a way-point."""
        self._passed.append(node)
        self._put_in_line(node, 1)
        self._expect_about(node)

    def _put_in_line(self, node: int, first: int) -> None:
        """Put the legs to the way-points from the first on in line at their lowest prices."""
        heap = self._heap
        x, y = self._nodes[node]
        spent = self._best[node]
        lowest = self.net.going.lowest
        most = self._most
        order = self._order
        tolls: Iterable[float] = repeat(0.0)
        if self.net.rings:
            own = self._inside[node]
            tolls = [self.net.tolls[own ^ other] for other in self._inside[first:]]
        n = first - 1
        for (px, py), rest, best, toll in zip(
            self._nodes[first:], self._rest[first:], self._best[first:], tolls, strict=False
        ):
            n += 1
            dx = px - x
            dy = py - y
            cost = spent + sqrt(dx * dx + dy * dy) * lowest + toll
            if cost < best:
                total = cost + rest
                if total <= most:
                    order += 1
                    heappush(heap, (total, order, n, node, cost))
        self._order = order

    def _expect_about(self, node: int) -> None:
        """Put the whereabouts of goals in line at the lowest price of coming there from a point."""
        bounds = self._bounds
        x, y = self._nodes[node]
        own = self._inside[node]
        spent = self._best[node]
        lowest = self.net.going.lowest
        tolls = self.net.tolls
        n = -1
        for gx, gy, reach, within, sure in self._ends:
            n += 1
            dx = gx - x
            dy = gy - y
            far = sqrt(dx * dx + dy * dy) - reach
            if self.net.straits:
                far = max(far, self.net.round_about((x, y), (gx, gy), reach))
            total = spent + far * lowest if far > 0.0 else spent
            total += tolls[(own ^ within) & sure]
            if total < bounds[n] and total <= self._most:
                bounds[n] = total
                self._put(total, -1 - n, 0, 0.0)

    def _look_about(self, n: int) -> None:
        """Find the goals somewhere."""
        if self._bounds[n] >= 0.0:
            self._bounds[n] = -1.0  # lest they are looked for again
            self._news += 1
            end = self._ends[n]
            self._aims = [aim for aim in self._aims if aim is not end]
            self._add_goals(self._about[n].goals())

    def _try(self, node: int, parent: int) -> None:
        """Price a leg; if it is the best yet to its end, put that way-point in line."""
        p = self._nodes[parent]
        q = self._nodes[node]
        best = self._best
        spent = best[parent]
        rest = self._rest[node]
        net = self.net
        known = 0.0
        if node in self._fixed and parent in self._fixed:
            known = net.cost(p, q)
            if spent + known + rest > self._most or spent + known >= best[node]:
                return
        if self.clear is not None and not self.clear(p, q):  # sooner told than the price
            return
        cost = spent + (known or leg_cost(net.ground, p, q, net.going))
        total = cost + rest
        if cost < best[node] and total <= self._most:
            best[node] = cost
            self._from[node] = parent
            self._put(total, node, -1, cost)

    def _route(self, goal: int) -> Route:
        """Trace the way back from a goal."""
        points: list[Point] = []
        node = goal
        while node >= 0:
            points.append(self._nodes[node])
            node = self._from[node]
        points.reverse()
        return Route(tuple(points), self._best[goal], self._goals[goal])
