"""Where a missile goes that misses (KK-SHOOT-20, 21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.clauses import clause
from banneret.core.geometry import gap
from banneret.rulesets.knights_and_knaves.contact import near
from banneret.rulesets.knights_and_knaves.sight import visible
from banneret.rulesets.knights_and_knaves.state import NOBODY

if TYPE_CHECKING:
    from banneret.rulesets.knights_and_knaves.state import Battle, Man

REACH = 2.0
MOST = 2


@clause("KK-SHOOT-20", "KK-SHOOT-21", "KK-SHOOT-33")
def strays(battle: Battle, man: Man, target: Man, at_horse: bool) -> list[tuple[Man, bool]]:
    """Up to two figures close to the target, friend or foe: its horse or rider first."""
    found: list[tuple[Man, bool]] = []
    if target.horse != NOBODY:
        found.append((target, not at_horse))
    others = [one for one in near(battle, target, REACH * battle.options.scale) if one.id != man.id]
    others.sort(
        key=lambda other: (
            round(gap(target.base, other.base), 3),
            round(gap(man.base, other.base), 3),
            other.id,
        )
    )
    for other in others:
        if len(found) == MOST:
            break
        if visible(battle, man, other):
            found.append((other, False))
    return found
