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
        if is_body(figure, one) and one.id not in figure.visited and not at(figure, one)
    ]
    return min(bodies, key=lambda one: (between(own, stand(one)), one.id), default=None)


def is_body(figure: Figure, one: Figure) -> bool:
    """Whether somebody is a fallen enemy."""
    return one.status in ("down", "dead") and hostile(figure, one)


def at(figure: Figure, body: Figure) -> bool:
    """Whether a figure stands at a body: it touches it, or nearly stands on it."""
    near = distance((figure.x, figure.y), (body.x, body.y)) <= AT_THE_BODY
    return near or touching(stand(figure), stand(body))


@clause("DE-BERS-07")
def astray(battle: Battle, figure: Figure, there: Stand) -> Refusal | None:
    """Refuse a berserker ways that neither bring him nearer to his prey nor keep him at it."""
    if not figure.berserk:
        return None
    goal = prey(battle, figure)
    if goal is None:
        return None
    own, other = stand(figure), stand(goal)
    if touching(there, other) or between(there, other) < between(own, other) - 1e-3:
        return None
    return Refusal(f"in his rage {figure.name} goes for {goal.name}", "DE-BERS-07")


@clause("DE-BERS-13")
def make_sure(battle: Battle, figure: Figure) -> None:
    """Note the enemy bodies a berserker has come to."""
    if not figure.berserk:
        return
    for one in battle.figures:
        if is_body(figure, one) and at(figure, one) and one.id not in figure.visited:
            figure.visited = (*figure.visited, one.id)
