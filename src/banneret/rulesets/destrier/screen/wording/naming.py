"""Who is meant, in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.tabletop.screen.words import listed

if TYPE_CHECKING:
    from ...basics.state import Battle


def name(battle: Battle, key: int) -> str:
    """A figure's name."""
    return battle.figures[key].name if key >= 0 else "nobody"


def names(battle: Battle, keys: tuple[int, ...]) -> str:
    """Several names."""
    return listed(name(battle, key) for key in keys)
