"""Scaling, doors, stairs (KK-MOVE-21 to 27)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banneret.core.table import Table
    from banneret.rulesets.knights_and_knaves.state import Battle


def batter(table: Table[Battle]) -> None:
    """Step "batter": one attempt on each door; goes on with "movement_checks"."""
    raise NotImplementedError
