"""Where a retreat goes: farthest from the nearest enemy, then from all others (DE-TAC-07, 08)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.bases import bearing
from banneret.tabletop.shapes.stands import between

from ...basics.who import on_feet
from ...ground.contact import known_enemies
from ...ground.stands import stand
from ..going import fast
from ..sliding import lies_free, obstacles, run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.tabletop.shapes.segments import Point
    from banneret.tabletop.shapes.stands import Stand

    from ...basics.state import Battle, Figure
    from ..sliding import Obstacles

DIRECTIONS: Final = tuple(float(one) for one in range(0, 360, 10))
ALONG: Final = (0.0, 90.0, 180.0, 270.0)  # the sides of a stand that faces a side
ALONG_CORNERED: Final = (45.0, 135.0, 225.0, 315.0)
STEEDS_TURN: Final = 45  # degrees before a TAC move (DE-HTAC-16)
BENDS: Final = 4  # straight runs that were cut short and may be bent


class Flight(NamedTuple):
    """Where a retreat ends, by which points, and before whom it goes."""

    stand: Stand
    path: tuple[Point, ...]
    inches: float
    nearest: int  # the enemy nearest at the start; -1 if none is known


@clause("DE-TAC-07", "DE-TAC-08", "DE-TAC-21")
def flight(battle: Battle, figure: Figure, inches: float) -> Flight:
    """Find where a figure goes that retreats so far: straight, or bent where that leads farther.

    It must end as far as it can from the enemy who was nearest at the start, and then from the
    others it knows of. Without room it stays.
    """
    own = stand(figure)
    foes = [foe for foe in known_enemies(battle, figure) if on_feet(foe)]
    rides = figure.steed is not None and fast(figure.steed.speed)
    if not foes:
        behind = own.facing if rides else (own.facing + 180.0) % 360.0
        back = run(own, behind, inches, obstacles(battle, figure))
        return Flight(back.stand, (own.centre, back.stand.centre), back.inches, -1)
    nearest = min(foes, key=lambda foe: (between(own, stand(foe)), foe.id))
    first = stand(nearest)
    others = [stand(foe) for foe in foes if foe.id != nearest.id]
    among = obstacles(battle, figure)
    if rides:
        runs = _rides(own, inches, among, 0 if battle.scenario.courses else STEEDS_TURN)
    else:
        bends = BENDS if figure.steed is None else 0
        runs = _runs(own, inches, among, bearing(first.centre, own.centre), bends)
    best = max(runs, key=lambda one: _worth(one.stand, first, others))
    return Flight(best.stand, best.path, best.inches, nearest.id)


def _worth(there: Stand, first: Stand, others: Sequence[Stand]) -> tuple[float, float]:
    rest = min((between(there, other) for other in others), default=0.0)
    return (round(between(there, first), 2), round(rest, 2))


@clause("DE-HTAC-16", "DE-END-04")
def _rides(own: Stand, inches: float, among: Obstacles, most: int) -> list[Flight]:
    """The lines of a steed at a canter or more: straight on, turning 45 degrees at most before."""
    found = [Flight(own, (own.centre,), 0.0, -1)]
    for turn in range(-most, most + 1, 5):
        turned = own.turned((own.facing + turn) % 360.0)
        if turn and not lies_free(turned.snapped(), among):
            continue
        gone = run(turned, turned.facing, inches, among)
        found.append(Flight(gone.stand, (own.centre, gone.stand.centre), gone.inches, -1))
    return found


def _runs(own: Stand, inches: float, among: Obstacles, away: float, bends: int) -> list[Flight]:
    """All straight runs, and bends of those that something stopped.

    Along its own sides a stand slips out from between two that touch it.
    """
    found = []
    slips = [own.facing + turn for turn in (ALONG_CORNERED if own.pattern.corner else ALONG)]
    for facing in (away, *DIRECTIONS, *[one % 360.0 for one in slips]):
        gone = run(own, facing, inches, among)
        found.append(Flight(gone.stand, (own.centre, gone.stand.centre), gone.inches, -1))
    short = [one for one in found if 0.2 < one.inches < inches - 0.05]
    for one in sorted(short, key=lambda one: -one.inches)[:bends]:
        for facing in DIRECTIONS[::2]:
            gone = run(one.stand, facing, inches - one.inches, among)
            path = (*one.path, gone.stand.centre)
            found.append(Flight(gone.stand, path, one.inches + gone.inches, -1))
    return found
