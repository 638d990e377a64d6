"""Who charges whom, from how far, and how near he comes (KK-DEF-22, KK-SHOOT-17, 18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.clauses import clause
from banneret.core.geometry import gap
from banneret.rulesets.knights_and_knaves import sight
from banneret.rulesets.knights_and_knaves.allowances import MELEE
from banneret.rulesets.knights_and_knaves.contact import touching
from banneret.rulesets.knights_and_knaves.plans import MOVERS
from banneret.rulesets.knights_and_knaves.sight import nearest_foe, visible
from banneret.rulesets.knights_and_knaves.state import (
    CAPTIVE,
    GONE,
    LYING,
    NOBODY,
    footprint,
    standing,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.segments import Point
    from banneret.rulesets.knights_and_knaves.state import Battle, Man


def starts_of(battle: Battle) -> list[tuple[Man, Man, float, bool, Point]]:
    """Who charges whom, from how far, and whether the charged man sees him at the start."""
    found: list[tuple[Man, Man, float, bool, Point]] = []
    for man in standing(battle):
        target = charged_by(battle, man)
        if target is not None:
            apart = gap(man.base, target.base)
            seen = visible(battle, target, man)
            found.append((man, target, apart, seen, (man.base.x, man.base.y)))
    return found


@clause("KK-DEF-22", "KK-PANIC-04")
def charged_by(battle: Battle, man: Man) -> Man | None:
    """The figure this one charges this turn."""
    if man.status not in MOVERS or man.stun:
        return None
    if man.panic == "charge":
        return nearest_foe(battle, man)
    if man.panic or man.chit not in MELEE or man.declared is None:
        return None
    return battle.men[man.declared.target] if man.declared.target != NOBODY else None


@clause("KK-SHOOT-17", "KK-SHOOT-18")
def note_charges(battle: Battle, starts: Sequence[tuple[Man, Man, float, bool, Point]]) -> None:
    """How near each charger was when his move began, or came into sight, and came in the end."""
    noted: list[tuple[int, int, float, float]] = []
    for man, target, apart, seen, start in starts:
        if target.status in LYING or target.status in {GONE, CAPTIVE} or man.status == GONE:
            continue
        first = apart
        closest = 0.0 if target in touching(battle, man) else gap(man.base, target.base)
        if not seen:
            first = _first_seen(battle, man, target, start)
        noted.append((man.id, target.id, round(max(first, closest), 3), round(closest, 3)))
    battle.charges = tuple(noted)


def _first_seen(battle: Battle, man: Man, target: Man, start: Point) -> float:
    """How far off he was when the charged man first saw him come."""
    end = man.base
    for step in range(1, 20):
        part = step / 20.0
        x, y = start[0] + (end.x - start[0]) * part, start[1] + (end.y - start[1]) * part
        if sight.sees_place(battle, target, x, y):
            there = footprint(battle, man.horse != NOBODY, x, y, end.facing)
            return gap(there, target.base)
    return gap(end, target.base)
