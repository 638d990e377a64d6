"""Charges at the gallop: the fight, the ride on, the second fight (KK-MELEE-22 to 25, 29, 30)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banneret.core.table import Table
    from banneret.rulesets.knights_and_knaves.state import Battle


def gallop(table: Table[Battle]) -> None:
    """Step "gallop": the next charger's fight; goes on with "fights" when none is left."""
    raise NotImplementedError
