"""How men, units, sides and things are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banneret.rulesets.knights_and_knaves.state import Battle


def plain(key: str) -> str:
    """A key as words."""
    return key.replace("_", " ")


def man_name(battle: Battle, key: int) -> str:
    """What a man is called."""
    return battle.men[key].profile.name


def unit_name(battle: Battle, key: int) -> str:
    """What a unit is called."""
    return battle.units[key].name


def retinue_name(battle: Battle, player: str) -> str:
    """What a retinue is called."""
    for retinue in battle.retinues:
        if retinue.player == player:
            return retinue.name or player
    return player
