"""Where rage drives a berserker: to the nearest enemy he sees, else to the nearest body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.tabletop.shapes.segments import distance
from banneret.tabletop.shapes.stands import between, touching

from ...basics.who import enemies, hostile, on_feet
from ...ground.sight import sees
from ...ground.stands import stand

if TYPE_CHECKING:
    from banneret.tabletop.shapes.stands import Stand

    from ...basics.state import Battle, Figure

AT_THE_BODY = 1.0  # inches from which he makes sure


@clause("DE-BERS-17", "DE-BERS-13")
def prey(battle: Battle, figure: Figure) -> Figure | None:
    """Whom a berserker goes for: the nearest enemy in sight, else the nearest body not visited."""
    own = stand(figure)
    seen = [foe for foe in enemies(battle, figure) if on_feet(foe) and sees(battle, figure, foe)]
    if seen:
        return min(seen, key=lambda foe: (between(own, stand(foe)), foe.id))
    bodies = [
        one
        for one in battle.figures
        if one.status in ("down", "dead") and hostile(figure, one) and one.id not in figure.visited
    ]
    return min(bodies, key=lambda one: (between(own, stand(one)), one.id), default=None)


@clause("DE-BERS-07")
def astray(battle: Battle, figure: Figure, there: Stand) -> Refusal | None:
    """Refuse a berserker every way that does not bring him nearer to his prey."""
    if not figure.berserk:
        return None
    goal = prey(battle, figure)
    if goal is None:
        return None
    own, other = stand(figure), stand(goal)
    if touching(own, other) or between(there, other) < between(own, other) - 1e-3:
        return None
    return Refusal(f"in his rage {figure.name} goes for {goal.name}", "DE-BERS-07")


@clause("DE-BERS-13")
def make_sure(battle: Battle, figure: Figure) -> None:
    """Note the enemy bodies a berserker has come to."""
    if not figure.berserk:
        return
    for one in battle.figures:
        gone = one.status in ("down", "dead") and hostile(figure, one)
        near = distance((figure.x, figure.y), (one.x, one.y)) <= AT_THE_BODY
        if gone and near and one.id not in figure.visited:
            figure.visited = (*figure.visited, one.id)
