"""Round about: the cheapest way to one of some points (OP-CHARGE-02, OP-MORALE-25)."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from banneret.core.clauses import clause
from banneret.core.geometry import TOLERANCE, Point, distance
from banneret.core.nets import nearest_goal, net_of
from banneret.core.paths import cheapest
from banneret.core.search import Route, Search
from banneret.core.terrain import Going
from banneret.rulesets.one_page_skirmish.ground import FOOT_WHOLE, HORSE_WHOLE, SLOW, going
from banneret.rulesets.one_page_skirmish.ways import cost_of, is_open, scale_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from banneret.core.search import Whereabouts
    from banneret.rulesets.one_page_skirmish.state import Battle, Figure


def route(
    battle: Battle,
    figure: Figure,
    goals: Sequence[Point],
    *,
    clear: Callable[[Point, Point], bool] | None = None,
    limit: float = inf,
    detours: Callable[[], Sequence[Point]] = tuple,
) -> Route | None:
    """The cheapest way from a figure to one of some points, straight if it can be."""
    ground, going_ = battle.ground, going(figure.mounted, battle.options)
    here = (figure.base.x, figure.base.y)
    if battle.options.terrain_halving == "whole_move":
        return _route_halved(battle, figure, goals, clear=clear, limit=limit, detours=detours)
    which, far = nearest_goal(here, goals)
    goal = goals[which]
    if is_open(ground, going_, here, goal) and (clear is None or clear(here, goal)):
        return Route((here, goal), far, which) if far <= limit + TOLERANCE else None
    return cheapest(ground, going_, here, goals, detours=detours(), clear=clear, limit=limit)


def ways_about(
    battle: Battle,
    figure: Figure,
    about: Sequence[Whereabouts],
    *,
    clear: Callable[[Point, Point], bool],
    limit: float,
    detours: Callable[[], Sequence[Point]],
) -> Iterator[Route]:
    """The cheapest ways from a figure to goals found on the way, each to another of them."""
    if battle.options.terrain_halving == "whole_move":
        goals = {goal: None for one in about for goal in one.goals()}
        while goals:
            found = _route_halved(
                battle, figure, [*goals], clear=clear, limit=limit, detours=detours
            )
            if found is None:
                return
            del goals[found.points[-1]]
            yield found
        return
    net = net_of(battle.ground, going(figure.mounted, battle.options))
    here = (figure.base.x, figure.base.y)
    search = Search(net, here, about=about, detours=detours, clear=clear, limit=limit)
    while (way := search.next()) is not None:
        yield way


def straight_route(
    battle: Battle,
    figure: Figure,
    goals: Iterable[Point],
    clear: Callable[[Point, Point], bool] | None = None,
    limit: float = inf,
) -> Route | None:
    """The cheapest of the straight ways to some points."""
    here = (figure.base.x, figure.base.y)
    ranked = sorted([(distance(here, p), n, p) for n, p in enumerate(goals)])
    return nearest_straight(battle, figure, ranked, clear, limit)


def nearest_straight(
    battle: Battle,
    figure: Figure,
    ranked: Iterable[tuple[float, int, Point]],
    clear: Callable[[Point, Point], bool] | None,
    limit: float,
    *,
    will_do: Callable[[Point], bool] | None = None,
) -> Route | None:
    """The cheapest of the straight ways to points that will do, those near at hand given first.

    Of the others no more are asked for than might be cheaper.
    """
    ground, going_ = battle.ground, going(figure.mounted, battle.options)
    here = (figure.base.x, figure.base.y)
    best: Route | None = None
    most = limit + TOLERANCE
    for far, n, p in ranked:
        if far > limit or (best is not None and far >= best.cost):
            break
        way = (here, p)
        cost = cost_of(ground, going_, way) * scale_of(battle, way)
        if cost < most and (clear is None or clear(here, p)) and (will_do is None or will_do(p)):
            best = Route(way, cost, n)
            most = min(most, cost)
    return best


@clause("OP-OPT-04")
def _route_halved(
    battle: Battle,
    figure: Figure,
    goals: Sequence[Point],
    *,
    clear: Callable[[Point, Point], bool] | None,
    limit: float,
    detours: Callable[[], Sequence[Point]],
) -> Route | None:
    """The cheaper of a way that keeps out of woods and water and of one that pays double."""
    ground, here = battle.ground, (figure.base.x, figure.base.y)
    around = detours()
    dry = cheapest(
        ground, DRY[figure.mounted], here, goals, detours=around, clear=clear, limit=limit
    )
    most = dry.cost if dry is not None else limit
    going_ = going(figure.mounted, battle.options)
    wet = cheapest(ground, going_, here, goals, detours=around, clear=clear, limit=most)
    if wet is None:
        return dry
    cost = wet.cost * scale_of(battle, wet.points)
    if dry is not None and dry.cost <= cost:
        return dry
    return Route(wet.points, cost, wet.goal) if cost <= limit + TOLERANCE else None


def _dry(price_list: Going) -> Going:
    return Going(
        price_list.costs,
        price_list.crossing,
        (*price_list.barred_kinds, *SLOW),
        price_list.barred_lines,
        outlines=price_list.outlines,
        barred_outlines=price_list.barred_outlines,
    )


DRY: Final = {False: _dry(FOOT_WHOLE), True: _dry(HORSE_WHOLE)}
