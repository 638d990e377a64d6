"""Whom to shoot at: what a volley should take, and from whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..basics.tables import BONUS
from ..basics.who import distance, enemies_of
from ..missiles.archery import expected
from ..missiles.shooting import HOLD
from ..missiles.volleys import _aim, volley_of

if TYPE_CHECKING:
    from ..basics.state import Battle, Unit


def archery(battle: Battle, choice: Any, level: str) -> Any:
    """The volley that hurts most; dual-armed men hold their bows when steel is near."""
    del level
    unit = battle.units[choice.about[0]]
    if unit.profile.dual_armed and _steel_is_near(battle, unit):
        return HOLD
    best, most = HOLD, 0.02
    for key in choice.candidates:
        if key != HOLD:
            worth = _worth(battle, unit, key)
            if worth > most:
                best, most = key, worth
    return best


def _steel_is_near(battle: Battle, unit: Unit) -> bool:
    """Whether somebody charges it now."""
    return any(foe.deeds.charge == unit.id for foe in enemies_of(battle, unit))


def _worth(battle: Battle, unit: Unit, key: str) -> float:
    aim = _aim(battle, unit, key)
    target = battle.units[aim.target]
    hits, removed = expected(volley_of(battle, aim))
    spare = max(1, BONUS[target.profile.experience] + 1 - target.hits)
    value = target.profile.points / max(1, target.profile.elements)
    coming = 1.3 if target.deeds.charge >= 0 else 1.0
    return coming * (hits / spare + removed / target.elements) * (4 + value) / 10


def bombard(battle: Battle, choice: Any, level: str) -> Any:
    """The target that a test would shake most."""
    del level
    unit = battle.units[choice.about[0]]
    keys = [key for key in choice.candidates if key != HOLD]
    return max(keys, key=lambda key: _shakes(battle, unit, battle.units[int(key)]))


def _shakes(battle: Battle, unit: Unit, target: Unit) -> float:
    weary = target.hits - BONUS[target.profile.experience]
    return weary + target.profile.points / 40 - distance(battle, unit, target) / 50
