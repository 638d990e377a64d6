"""Whether cards that name somebody can come to bear on him in this round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause

from ...basics.state import NOBODY
from ...ground.contact import enemies_touched, may_strike
from ...turn.missiles import before
from ..chances import weapon_for
from .deck import NAMES_ONE, TAC_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...basics.state import Card
    from .hands import Hand


@clause("DE-ATT-01", "DE-ATT-14", "DE-MELEE-02", "DE-MISS-03", "DE-STAND-07")
def out_of_reach(hand: Hand, chosen: Sequence[Card]) -> Refusal | None:
    """Refuse a blow or shot whose target neither can be struck nor come to be by these cards.

    A card that moves or turns a man may bring him before his target, a steed's may its rider
    while it has blows for one, and who is in contact with nobody may come up himself.
    """
    steed = hand.figure.steed
    carried = steed is not None and steed.blows_left > 0
    if hand.first or not hand.touched or carried or _moves(chosen):
        return _behind(hand, chosen)
    for one in chosen:
        if one.name not in NAMES_ONE or one.target == NOBODY:
            continue
        target = hand.battle.figures[one.target]
        weapon = weapon_for(hand.battle, hand.figure, "man", one.name, target)
        refused = may_strike(hand.battle, hand.figure, target, weapon)
        if refused is not None and enemies_touched(hand.battle, target):
            return refused
    return _behind(hand, chosen)


def _moves(chosen: Sequence[Card]) -> bool:
    """Whether a card among them moves or turns a man before the blows."""
    return any(
        one.name in TAC_NAMES or (one.name == "MOVE" and one.detail != "withheld") for one in chosen
    )


def _behind(hand: Hand, chosen: Sequence[Card]) -> Refusal | None:
    """Refuse a shot at somebody behind, unless a card may turn the shooter."""
    for one in chosen:
        if one.name != "FIRE_MISSILE" or _moves(chosen):
            continue
        if not before(hand.figure, hand.battle.figures[one.target]):
            return Refusal("a MOVE card must turn him to a target behind", "DE-MISS-03")
    return None
