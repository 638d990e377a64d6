"""Following: whoever was in contact with an enemy that moves may go after it for a blow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import Refusal, clause
from banneret.core.copying import copier

from ...basics import who
from ...basics.state import Figure
from ...ground.contact import in_contact, own_side
from ...movement.steps import follow
from ..cards.hands import Hand
from .counters import able

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ...basics.state import Battle

as_it_was = copier(Figure)
UNPAID = ("tac_first", "tac_second")


@clause("DE-CARD-21", "DE-MELEE-07")
def with_contacts(table: Table[Battle], act: Any) -> None:
    """Do something, then offer those who were in contact with whoever it moved to follow.

    Cards of every kind move a figure: blows and bashes, TAC cards, MOVE cards withheld or not.
    To follow is a movement of its own: who left a follower behind is not asked to follow him.
    """
    battle = table.state
    before = [as_it_was(one) for one in battle.figures]
    act()
    moved = [
        (then, mover)
        for then, mover in zip(before, battle.figures, strict=True)
        if (mover.x, mover.y) != (then.x, then.y)
    ]
    for then, mover in moved:
        if who.on_feet(mover):
            for foe in before:
                if who.hostile(then, foe) and in_contact(battle, then, foe):
                    one = battle.figures[foe.id]
                    lost = not in_contact(battle, one, mover)
                    if lost or (faces(foe, then) and not faces(one, mover)):
                        offer_follow(table, one, mover)


def faces(figure: Figure, other: Figure) -> bool:
    """Whether a figure has a front towards another."""
    return own_side(figure, other).frontal


def offer_follow(table: Table[Battle], figure: Figure, mover: Figure) -> None:
    """Offer one figure to follow another for a blow, once in a card round."""
    battle = table.state
    free = able(figure) and figure.posture == "standing" and not figure.mounted
    if figure.followed or figure.blows_left < 1 or not free or figure.restraining >= 0:
        return

    def go_after() -> None:
        if follow(table, figure, mover, lacks_blows(battle, figure)):
            figure.blows_left -= 1
            figure.followed = True

    with_contacts(table, go_after)


@clause("DE-CARD-21", "DE-COST-02")
def lacks_blows(battle: Battle, figure: Figure) -> Refusal | None:
    """Refuse to follow with blows that cards still face down will cost.

    He is asked all the same: nobody shall read from a question what his cards are.
    """
    if battle.phase not in UNPAID or figure.blows_left > Hand(battle, figure).cost(figure.hand):
        return None
    return Refusal(f"{figure.name}'s cards take all his blows", "DE-CARD-21")
