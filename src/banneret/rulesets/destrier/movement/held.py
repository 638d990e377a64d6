"""Who is held in contact, and who may leave (DE-CON-01 to 07, 11; DE-CARD-15 to 17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.tabletop.shapes.stands import touching

from ..basics.who import total_weight
from ..ground.contact import fronts_touched
from ..ground.stands import area, stand
from ..host.moving import Leave, may_leave

if TYPE_CHECKING:
    from banneret.tabletop.shapes.stands import Stand

    from ..basics.columns.words import Encumbrance
    from ..basics.state import Battle, Figure


@clause("DE-CON-06", "DE-CON-11")
def leave(battle: Battle, figure: Figure, foe: Figure) -> Leave:
    """Whether one enemy holds a figure that touches his front, in the phase under way."""
    return may_leave(
        battle.tables,
        won_initiative=battle.winner == figure.side,
        weight=total_weight(battle, figure),
        enemy_weight=total_weight(battle, foe),
        encumbrance=burden_of(figure),
        enemy_encumbrance=burden_of(foe),
        stand_area=area(figure),
        enemy_area=area(foe),
    )


def burden_of(figure: Figure) -> Encumbrance:
    """How encumbered a figure is for comparing: a rider's load does not slow his steed."""
    return "unencumbered" if figure.steed is not None else figure.encumbrance


@clause("DE-CON-07", "DE-CON-11")
def freedom(battle: Battle, figure: Figure) -> float:
    """The share of its movement a figure has: all, a quarter, or none if an enemy holds it.

    It must be free of every enemy whose front it touches.
    """
    return min(
        (leave(battle, figure, foe).share for foe in fronts_touched(battle, figure)), default=1.0
    )


@clause("DE-CARD-15", "DE-CARD-16", "DE-CARD-17")
def free_to_move(battle: Battle, figure: Figure) -> Refusal | None:
    """Say why a MOVE card cannot take a figure out of contact; None if it can.

    Who is half as heavy again, or 5 points of Dexterity quicker, than every enemy whose front
    it touches disengages at will.
    """
    foot = battle.tables.host.foot
    for foe in fronts_touched(battle, figure):
        heavy = total_weight(battle, figure) >= foot.disengage_weight_ratio * total_weight(
            battle, foe
        )
        quick = figure.dexterity >= foe.dexterity + foot.disengage_dexterity_margin
        if not heavy and not quick:
            return Refusal(f"{foe.name} holds {figure.name} in contact", "DE-CARD-15")
    return None


@clause("DE-CARD-15", "DE-CARD-16")
def breaks_contact(battle: Battle, figure: Figure, there: Stand) -> Refusal | None:
    """Refuse a step that leaves an enemy's front, unless the figure disengages at will."""
    if all(touching(there, stand(foe)) for foe in fronts_touched(battle, figure)):
        return None
    return free_to_move(battle, figure)
