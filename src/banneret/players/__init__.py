"""Computer players: chance, and each book's own captains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.errors import unknown
from banneret.players.chance import ChancePlayer

if TYPE_CHECKING:
    from banneret.core.game import Player
    from banneret.core.ruleset import Ruleset

CHANCE = "chance"


def names(ruleset: Ruleset[Any]) -> tuple[str, ...]:
    """Name the players that can sit at this book's table, the usual one first."""
    return (*ruleset.levels, CHANCE)


def player(ruleset: Ruleset[Any], side: str, name: str, seed: int | str) -> Player:
    """Give a side its computer player by name."""
    if name == CHANCE:
        return ChancePlayer(f"{seed} {side}")
    if name not in ruleset.levels:
        raise unknown("player", name, names(ruleset))
    return ruleset.captain(side, name)


__all__ = ["CHANCE", "ChancePlayer", "names", "player"]
