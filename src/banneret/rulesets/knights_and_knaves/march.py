"""Simultaneous movement, pro-rated (KK-MOVE-18, 19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banneret.core.table import Table
    from banneret.rulesets.knights_and_knaves.state import Battle


def movement(table: Table[Battle]) -> None:
    """Step "move": play all declared moves to their end; goes on with "reorganise"."""
    raise NotImplementedError
