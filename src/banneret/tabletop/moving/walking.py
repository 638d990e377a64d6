"""Somebody on his way over a ground at its prices: what a way costs, how far he gets, which way.

walker = Walker(ground, going)
walker.cost([(0, 0), (6, 0)])                  # inches of movement; inf where something bars it
walker.follow(points, 8.0)                     # the points passed, and what was spent
walker.route(here, goals, clear=clear)         # the cheapest way to one of them, straight if open
walker.straight(here, ranked, limit=12.0)      # the cheapest of straight ways, the near ones first
first_inches(points, 3.0)                      # the beginning of a way
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from banneret.tabletop.ground.nets import nearest_goal, net_of
from banneret.tabletop.ground.paths import cheapest
from banneret.tabletop.ground.search import Route, Search
from banneret.tabletop.ground.terrain import Going, Ground, leg_cost, walk
from banneret.tabletop.shapes.segments import TOLERANCE, Point, along, distance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from banneret.tabletop.ground.pieces import Area, Line
    from banneret.tabletop.ground.search import Whereabouts

    Clear = Callable[[Point, Point], bool]
    Box = tuple[float, float, float, float]


class Walker:
    """One who goes at the prices of `going`, each leg so many `times` its price."""

    __slots__ = ("going", "ground", "times")

    def __init__(
        self,
        ground: Ground,
        going: Going,
        times: Callable[[Sequence[Point]], float] = lambda _: 1.0,
    ) -> None:
        self.ground = ground
        self.going = going
        self.times = times

    def is_open(self, p: Point, q: Point) -> bool:
        """Whether no rough piece is near a leg, so that it costs its length."""
        return is_open(self.ground, self.going, p, q)

    def cost(self, points: Sequence[Point]) -> float:
        """Price a way, without end if something bars it."""
        return cost_of(self.ground, self.going, points) * self.times(points)

    def follow(self, points: Sequence[Point], allowance: float) -> tuple[tuple[Point, ...], float]:
        """Go along a way as far as the allowance lasts: the points passed, and what was spent."""
        cost = self.cost(points)
        if cost <= allowance + TOLERANCE:
            return tuple(points), cost
        times = self.times(points)
        walked = walk(self.ground, points, self.going, allowance / times)
        return walked.path, walked.spent * times

    def route(
        self,
        here: Point,
        goals: Sequence[Point],
        *,
        clear: Clear | None = None,
        limit: float = inf,
        detours: Callable[[], Sequence[Point]] = tuple,
    ) -> Route | None:
        """The cheapest way to one of some points, straight if it can be; None within the limit.

        `clear` is the caller's own say on a leg, `detours` further points to go by.
        """
        which, far = nearest_goal(here, goals)
        goal = goals[which]
        if self.is_open(here, goal) and (clear is None or clear(here, goal)):
            return Route((here, goal), far, which) if far <= limit + TOLERANCE else None
        return cheapest(
            self.ground, self.going, here, goals, detours=detours(), clear=clear, limit=limit
        )

    def routes(
        self,
        here: Point,
        about: Sequence[Whereabouts],
        *,
        clear: Clear,
        limit: float,
        detours: Callable[[], Sequence[Point]],
    ) -> Iterator[Route]:
        """The cheapest ways to goals found on the way, each to another of them."""
        net = net_of(self.ground, self.going)
        search = Search(net, here, about=about, detours=detours, clear=clear, limit=limit)
        while (way := search.next()) is not None:
            yield way

    def straight(
        self,
        here: Point,
        ranked: Iterable[tuple[float, int, Point]],
        *,
        clear: Clear | None = None,
        limit: float = inf,
        will_do: Callable[[Point], bool] | None = None,
    ) -> Route | None:
        """The cheapest of the straight ways to points that will do: far, number and place of each.

        Those near at hand come first; of the others no more are asked for than might be cheaper.
        """
        best: Route | None = None
        most = limit + TOLERANCE
        for far, n, p in ranked:
            if far > limit or (best is not None and far >= best.cost):
                break
            way = (here, p)
            cost = self.cost(way)
            if (
                cost < most
                and (clear is None or clear(here, p))
                and (will_do is None or will_do(p))
            ):
                best = Route(way, cost, n)
                most = min(most, cost)
        return best


def rough(ground: Ground, going: Going) -> tuple[Box, ...]:
    """The boxes of the pieces that make a leg dearer than its length, listed once for a ground."""
    known = ground.nets.get(("rough", going.number))
    if isinstance(known, tuple):
        return known
    areas = [
        area
        for area in ground.areas
        if area.kind not in ground.over
        and (
            going.costs.get(area.kind, 1.0) != 1.0
            or area.kind in going.barred_kinds
            or area.kind in going.edges
        )
    ]
    lines = [
        line
        for line in ground.lines
        if line.kind in going.barred_lines or going.crossing.get(line.kind, 0.0) > 0.0
    ]
    pieces: tuple[Area | Line, ...] = (*areas, *lines)
    made = tuple([(one.x0, one.y0, one.x1, one.y1) for one in pieces])
    ground.nets["rough", going.number] = made
    return made


def is_open(ground: Ground, going: Going, p: Point, q: Point) -> bool:
    """Whether no rough piece is near a leg, so that it costs its length."""
    x0, x1 = (p[0], q[0]) if p[0] < q[0] else (q[0], p[0])
    y0, y1 = (p[1], q[1]) if p[1] < q[1] else (q[1], p[1])
    for west, south, east, north in rough(ground, going):
        if west <= x1 and east >= x0 and south <= y1 and north >= y0:
            return False
    return True


def cost_of(ground: Ground, going: Going, points: Sequence[Point]) -> float:
    """Price a way, without end if something bars it."""
    total = 0.0
    for i in range(1, len(points)):
        p, q = points[i - 1], points[i]
        total += distance(p, q) if is_open(ground, going, p, q) else leg_cost(ground, p, q, going)
    return total


def first_inches(points: Sequence[Point], most: float) -> tuple[Point, ...]:
    """The beginning of a way, so many inches of it."""
    kept = [points[0]]
    for i in range(1, len(points)):
        far = distance(points[i - 1], points[i])
        if far >= most and far > 0.0:
            return (*kept, along(points[i - 1], points[i], most / far))
        kept.append(points[i])
        most -= far
    return tuple(kept)
