"""Round about: the cheapest way to one of some points (OP-CHARGE-02, OP-MORALE-25)."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import clause
from banneret.tabletop.ground.paths import cheapest
from banneret.tabletop.ground.search import Route
from banneret.tabletop.ground.terrain import Going
from banneret.tabletop.shapes.measuring import TOLERANCE, Point, distance

from ..ground.lay import FOOT_WHOLE, HORSE_WHOLE, SLOW, going
from .ways import scale_of, walker_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from banneret.tabletop.ground.search import Whereabouts

    from ..basics.state import Battle, Figure


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
    if battle.options.terrain_halving == "whole_move":
        return _route_halved(battle, figure, goals, clear=clear, limit=limit, detours=detours)
    here = (figure.base.x, figure.base.y)
    walker = walker_of(battle, figure)
    return walker.route(here, goals, clear=clear, limit=limit, detours=detours)


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
    here = (figure.base.x, figure.base.y)
    walker = walker_of(battle, figure)
    yield from walker.routes(here, about, clear=clear, limit=limit, detours=detours)


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
    """The cheapest of the straight ways to points that will do, those near at hand given first."""
    here = (figure.base.x, figure.base.y)
    walker = walker_of(battle, figure)
    return walker.straight(here, ranked, clear=clear, limit=limit, will_do=will_do)


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
