"""What stands on the cards, for screens: title, cost, group, a sentence, and whom they name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.show.cards import Card as Face
from banneret.core.show.cards import Purse

from ..basics.state import card
from ..host.cards import clash
from ..host.spells import described
from ..melee.cards.deck import DROP_OUT, LEAVE_OUT, LET_GO, MIXED, TAC_NAMES
from ..melee.cards.pools import blows_of_turn
from .wording.cards import card_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..basics.state import Battle, Figure
    from ..basics.tables import Tables
    from ..melee.cards.hands import Hand
    from ..melee.cards.steeds_hands import SteedHand

GROUPS = {"tac": "TAC"}
SPELLS = ("PREPARE_SPELL", "CAST_SPELL")
CALLS = {
    LEAVE_OUT: "Do not bear the shield besides the other cards.",
    DROP_OUT: "Leave the melee of this turn and forfeit the blows.",
    MIXED: "Fight with weapon and hands: half of both counts of blows.",
    LET_GO: "Let go of whoever is held.",
}


def face(battle: Battle, hand: Hand | SteedHand, key: str) -> Face:
    """What stands on a card as a hand offers it."""
    one = card(key)
    title = card_name(one.name)
    if one.name in CALLS:
        return Face(title, group="utility", sentence=CALLS[one.name])
    row = battle.tables.cards[one.name]
    aimed = (one.target,) if one.target >= 0 else ()
    return Face(
        title,
        cost=hand.cost((key,)),
        group=GROUPS.get(row.group, row.group),
        sentence=sentence(battle, key),
        targets=aimed,
        at=aim(battle, key),
        instead=tuple(_never_beside(battle.tables, one.name, hand.offered)),
    )


def _never_beside(tables: Tables, name: str, offered: Sequence[str]) -> Iterator[str]:
    """The cards of a hand that cannot be played with this one, whatever else is."""
    for other in dict.fromkeys(card(key).name for key in offered):
        if other == name or other in CALLS:
            continue
        both_tac = name in TAC_NAMES and other in TAC_NAMES
        neither = name not in TAC_NAMES and other not in TAC_NAMES
        if both_tac or (neither and clash(tables, (name, other)) is not None):
            yield card_name(other)


def sentence(battle: Battle, key: str) -> str:
    """What a card does, as one reads it; a spell says its own effect, each dodge all of it."""
    one, rows = card(key), battle.tables.cards
    if one.name in SPELLS and one.detail:
        effect = described(battle.tables, one.detail.split("+"))
    else:
        effect = rows["DODGE_LEFT" if one.name.startswith("DODGE_") else one.name].effect
    return f"{effect[:1].upper()}{effect[1:]}."


def aim(battle: Battle, key: str) -> str:
    """Whom, or what, a card names, in words."""
    one = card(key)
    detail = one.detail.replace("_", " ").replace("+", " and ")
    if one.target < 0:
        return detail
    steed = "'s steed" if one.part == "steed" else ""
    name = f"{battle.figures[one.target].name}{steed}"
    return f"{detail} on {name}" if detail else name


def purse(battle: Battle, figure: Figure, *, steed: bool) -> Purse:
    """The blows that cards are paid from, and with how many a melee would begin now."""
    name, left, most = figure.name, figure.blows_left, blows_of_turn(battle, figure)[0]
    if steed:
        assert figure.steed is not None
        name, left = f"{figure.name}'s steed", figure.steed.blows_left
        most = battle.tables.host.horses[figure.steed.key].blows
    return Purse(name, left, max(left, most), clause="DE-COST-02")
