"""The Shooting phase (KK-SHOOT)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banneret.core.table import Table
    from banneret.rulesets.knights_and_knaves.state import Battle, Man


def targets(battle: Battle, man: Man) -> Sequence[tuple[Man, bool]]:
    """What he may shoot at: enemies, each perhaps at the horse (True) too."""
    raise NotImplementedError


def choose_targets(table: Table[Battle]) -> None:
    """Step "targets": everybody names his targets in secret; goes on with "shoot"."""
    raise NotImplementedError


def shoot_all(table: Table[Battle]) -> None:
    """Step "shoot": nerve, shots, strays; damage together; goes on with "shooting_end"."""
    raise NotImplementedError


def shooting_end(table: Table[Battle]) -> None:
    """Step "shooting_end": those disabled, falls, consciousness, morale; then "choose"."""
    raise NotImplementedError
