"""Running away: rout moves and bolting horses (KK-MORALE-34, 35, KK-PANIC-04)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banneret.core.table import Table
    from banneret.rulesets.knights_and_knaves.state import Battle, Man


def rout_move(table: Table[Battle], man: Man, away_from: tuple[float, float] | None) -> None:
    """Run at once from the nearest visible enemy, else from a place, else to the own edge."""
    raise NotImplementedError
