"""Cards face down, for toys with secrets: "red tactic" belongs to red until it is turned up."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any, ClassVar, TypeVar

from banneret.core.chance.draws import OneOf
from banneret.core.play.events import Event
from banneret.core.play.table import Table
from seam.toy import Toy


class Cards(Toy, kw_only=True):
    cards: dict[str, str]
    turned: list[str]


C = TypeVar("C", bound=Cards)


class Turned(Event, frozen=True, tag="turned"):
    reveals: ClassVar[bool] = True
    card: str
    face: str


def turn_up(table: Table[C], card: str) -> str:
    """Show a card to everybody and give its face."""
    table.state.turned.append(card)
    table.tell(Turned(card, table.state.cards[card]))
    return table.state.cards[card]


def hidden(state: Cards, side: str | None) -> list[str]:
    """Name the cards of which a side sees only the backs."""
    return [card for card in state.cards if card.split()[0] != side and card not in state.turned]


def face_down(state: C, side: str | None) -> C:
    """View the battle as a side does: its own cards, and the backs of the others."""
    seen = deepcopy(state)
    seen.cards.update(dict.fromkeys(hidden(state, side), "?"))
    return seen


def secrets(deck: Callable[[str], tuple[str, ...]]) -> dict[str, Any]:
    """Give what a ruleset with face-down cards answers; `deck` lists the faces a card may have."""

    def look_alike(state: C, side: str, dice: Any) -> C:
        """Give a battle that looks the same to one side."""
        other = deepcopy(state)
        for card in hidden(state, side):
            draw = OneOf("a guess", deck(card))
            other.cards[card] = draw.read(dice.throw(draw))
        return other

    return {"view": face_down, "imagine": look_alike, "extras": {"vary_hidden": look_alike}}
