"""Coming into contact: when a pair met, turning the stand against the enemy, berserk ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.stands import AGAINST, between, settled

from ..basics.state import NOBODY, moved
from ..ground.contact import enemies_touched, in_contact, look_round
from ..ground.stands import stand
from .sliding import lies_free, obstacles

if TYPE_CHECKING:
    from banneret.tabletop.shapes.stands import Stand

    from ..basics.state import Battle, Figure

FREE_TURN: Final = 45.0  # degrees (DE-CON-08)
SLACK: Final = 0.6  # degrees that count as none


@clause("DE-INIT-06")
def note_meetings(battle: Battle, figure: Figure) -> list[int]:
    """Write down with whom a figure has come into contact, and in which phase; forget the others.

    It gives the enemies newly met. Contacts made by cards are of no phase.
    """
    new: list[int] = []
    when = battle.half if battle.card_round < 0 else 0
    for other in battle.figures:
        if other.id == figure.id:
            continue
        if other.side != figure.side and in_contact(battle, figure, other):
            if other.id not in figure.contact_half:
                figure.contact_half[other.id] = other.contact_half[figure.id] = when
                new.append(other.id)
        elif other.id in figure.contact_half:
            figure.contact_half.pop(other.id, None)
            other.contact_half.pop(figure.id, None)
    lose_hold(battle, figure)
    figure.still_turn = False
    look_round(battle)
    moved(battle)
    return new


@clause("DE-GRAP-08")
def lose_hold(battle: Battle, figure: Figure) -> None:
    """Nobody is held from afar: who is driven apart from whom he holds, or who holds him."""
    for other in battle.figures:
        for holder, held in ((figure, other), (other, figure)):
            if holder.restraining == held.id and not in_contact(battle, holder, held):
                let_go(holder, held)


def let_go(holder: Figure, held: Figure) -> None:
    """End the hold of one on another."""
    holder.restraining = NOBODY
    held.restrained_by = tuple(one for one in held.restrained_by if one != holder.id)


@clause("DE-CON-09")
def reoriented(battle: Battle, figure: Figure, facing: float) -> Stand | None:
    """A stand turned in contact, then slid the least that keeps it touching; None: no room.

    Everything it touched before it touches still, or it cannot turn so.
    """
    foes = enemies_touched(battle, figure)
    there = stand(figure).turned(facing)
    for foe in foes[:1]:
        there = settled(there, stand(foe))
    there = there.snapped()
    if any(between(there, stand(foe)) >= AGAINST for foe in foes):
        return None
    return there if lies_free(there, obstacles(battle, figure)) else None
