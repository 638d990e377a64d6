"""What the cards are called in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...basics.state import card

if TYPE_CHECKING:
    from ...basics.state import Battle


def card_name(name: str) -> str:
    """A card's name as it is printed."""
    return name.replace("_", " ")


def shown_card(battle: Battle, key: str) -> str:
    """A chosen card in words: its name, what it is about, whom it names."""
    one = card(key)
    said = card_name(one.name)
    if one.detail:
        said += f" ({one.detail.replace('_', ' ').replace('+', ' and ')})"
    if one.target >= 0:
        steed = "'s steed" if one.part == "steed" else ""
        said += f" on {battle.figures[one.target].name}{steed}"
    return said
