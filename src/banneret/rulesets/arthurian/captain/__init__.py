"""Computer players of the book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.errors import unknown

from .captain import Captain
from .squire import Squire

if TYPE_CHECKING:
    from banneret.core.play.seat import Player

LEVELS = ("captain", "squire")


def captain(side: str, level: str) -> Player:
    """A computer player for a side."""
    if level not in LEVELS:
        raise unknown("level", level, LEVELS)
    return Captain(side) if level == "captain" else Squire(side)
