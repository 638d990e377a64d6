"""The Melee phase: who strikes whom, who parries (KK-MELEE, KK-RANK)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banneret.core.table import Table
    from banneret.rulesets.knights_and_knaves.state import Battle


def choose(table: Table[Battle]) -> None:
    """Step "choose": strike or parry, in secret; goes on with "gallop"."""
    raise NotImplementedError


def fights(table: Table[Battle]) -> None:
    """Step "fights": all contests and unopposed strikes; goes on with "melee_end"."""
    raise NotImplementedError


def melee_end(table: Table[Battle]) -> None:
    """Step "melee_end": damage, falls, consciousness, morale, stepping up; then "fatigue"."""
    raise NotImplementedError
