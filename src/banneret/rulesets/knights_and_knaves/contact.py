"""Who touches whom, who is with his unit, who stands beside or behind whom (KK-DEF, KK-GEO)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banneret.rulesets.knights_and_knaves.state import Battle, Man, Unit


def touching(battle: Battle, man: Man) -> Sequence[Man]:
    """Enemies in contact that count."""
    raise NotImplementedError


def chained(battle: Battle, unit: Unit) -> Sequence[Man]:
    """The members that are with the unit."""
    raise NotImplementedError


def is_straggler(battle: Battle, man: Man) -> bool:
    """Whether he belongs to a unit that he is not with."""
    raise NotImplementedError


def adjacent(battle: Battle, observer: Man, other: Man) -> bool:
    """Whether the other is beside or in front of the observer, near and seen."""
    raise NotImplementedError


def surrounded(battle: Battle, man: Man) -> Man | None:
    """The enemy he yields to if he is surrounded, else nobody."""
    raise NotImplementedError


def directly_behind(battle: Battle, front: Man, other: Man) -> bool:
    """Whether the other stands right behind, as a second rank does."""
    raise NotImplementedError


def near(battle: Battle, man: Man, inches: float) -> Sequence[Man]:
    """Figures up on the table whose bases are within so many inches of his, himself not."""
    raise NotImplementedError
