"""Who sees whom, what is known of those out of sight, what covers (KK-DEF-09 to 14, 27)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banneret.rulesets.knights_and_knaves.state import Battle, Man


def visible(battle: Battle, man: Man, other: Man) -> bool:
    """Whether one figure sees another, standing or lying."""
    raise NotImplementedError


def sees_place(battle: Battle, man: Man, x: float, y: float) -> bool:
    """Whether a figure sees a spot of ground."""
    raise NotImplementedError


def in_sight(battle: Battle, player: str) -> frozenset[int]:
    """The enemies up on the table that some figure of the retinue sees."""
    raise NotImplementedError


def nearest_foe(battle: Battle, man: Man) -> Man | None:
    """The nearest enemy he sees."""
    raise NotImplementedError


def known_place(battle: Battle, man: Man) -> tuple[float, float] | None:
    """The nearest place where his retinue knows or suspects an enemy out of sight (KK-DEF-27)."""
    raise NotImplementedError


def covered(battle: Battle, man: Man) -> bool:
    """Whether he is in or behind cover, for morale (KK-MORALE-31)."""
    raise NotImplementedError


def remember(battle: Battle) -> None:
    """Bring up to date where each retinue last saw its enemies."""
    raise NotImplementedError
