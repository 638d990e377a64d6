"""Where a missile goes that misses (KK-SHOOT-20, 21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.measuring import gap

from ..basics.state import NOBODY
from ..ground.contact import near
from ..ground.sight import visible

if TYPE_CHECKING:
    from ..basics.state import Battle, Man

REACH = 2.0
MOST = 2


@clause("KK-SHOOT-20", "KK-SHOOT-21", "KK-SHOOT-33")
def strays(battle: Battle, man: Man, target: Man, at_horse: bool) -> list[tuple[Man, bool]]:
    """Up to two figures close to the target, friend or foe: its horse or rider first."""
    found: list[tuple[Man, bool]] = []
    if target.horse != NOBODY:
        found.append((target, not at_horse))
    others = [one for one in near(battle, target, REACH * battle.options.scale) if one.id != man.id]
    for other in _nearest_first(man, target, others):
        if len(found) == MOST:
            break
        if visible(battle, man, other):
            found.append((other, False))
    return found


def _nearest_first(man: Man, target: Man, others: list[Man]) -> list[Man]:
    """By how near they are to the target; of equals who is nearer to the shooter comes first."""
    off = {one.id: round(gap(target.base, one.base), 3) for one in others}
    every = list(off.values())

    def key(one: Man) -> tuple[float, float, int]:
        apart = off[one.id]
        tied = every.count(apart) > 1
        return apart, round(gap(man.base, one.base), 3) if tied else 0.0, one.id

    return sorted(others, key=key)
