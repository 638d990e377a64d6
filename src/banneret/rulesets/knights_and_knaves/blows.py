"""What damage does to men and horses, all together (KK-DIS, KK-DMG-06, KK-SHOOT-27)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banneret.core.table import Table
    from banneret.rulesets.knights_and_knaves.state import Battle, Man


def disable(table: Table[Battle], man: Man, *, dead: bool = False) -> None:
    """Mark a man disabled, or dead, with the checks that follow from it (KK-DIS-05)."""
    raise NotImplementedError
