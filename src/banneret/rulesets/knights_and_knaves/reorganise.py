"""Rearranging led units after movement (KK-MOVE-29, 30)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banneret.core.table import Table
    from banneret.rulesets.knights_and_knaves.state import Battle


def reorganise(table: Table[Battle]) -> None:
    """Step "reorganise"; goes on with "batter"."""
    raise NotImplementedError
