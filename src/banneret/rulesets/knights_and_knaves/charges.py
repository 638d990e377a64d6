"""Who charges whom, from how far, and how near he comes (KK-DEF-22, KK-SHOOT-17, 18)."""

from __future__ import annotations

from math import atan2, degrees
from typing import TYPE_CHECKING

from banneret.core.clauses import clause
from banneret.core.geometry import gap
from banneret.rulesets.knights_and_knaves.allowances import MELEE
from banneret.rulesets.knights_and_knaves.contact import touching
from banneret.rulesets.knights_and_knaves.plans import MOVERS
from banneret.rulesets.knights_and_knaves.sight import nearest_foe, sees, visible
from banneret.rulesets.knights_and_knaves.state import (
    GONE,
    NOBODY,
    footprint,
    standing,
)
from banneret.rulesets.knights_and_knaves.tracks import SLICES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from banneret.core.bases import Rect
    from banneret.rulesets.knights_and_knaves.state import Battle, Man
    from banneret.rulesets.knights_and_knaves.tracks import Track

    Start = tuple[Man, Man, float, bool]


def starts_of(battle: Battle) -> list[Start]:
    """Who charges whom, from how far, and whether the charged man sees him at the start."""
    found: list[Start] = []
    for man in standing(battle):
        target = charged_by(battle, man)
        if target is not None:
            apart = gap(man.base, target.base)
            found.append((man, target, apart, visible(battle, target, man)))
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


def follow(starts: Sequence[Start], tracks: Mapping[int, Track]) -> None:
    """Have those who charge and those charged leave a trail."""
    for man, target, *_ in starts:
        for key in (man.id, target.id):
            if key in tracks:
                tracks[key].leave_trail()


@clause("KK-SHOOT-17", "KK-SHOOT-18")
def note_charges(battle: Battle, starts: Sequence[Start], tracks: Mapping[int, Track]) -> None:
    """How near each charger was when his move began, or came into sight, and at the closest."""
    noted: list[tuple[int, int, float, float]] = []
    for man, target, apart, seen in starts:
        if man.status == GONE:
            continue
        first, closest = apart, gap(man.base, target.base)
        if target in touching(battle, man):
            closest = 0.0
        if target.ready and (not seen or closest > 0.0):  # only shooters want to know
            ways = _approach(battle, man, target, tracks)
            closest = min([closest, *[gap(a, b) for a, b in ways]])
            if not seen:
                first = _first_seen(battle, ways, gap(man.base, target.base))
        noted.append((man.id, target.id, round(max(first, closest), 3), round(closest, 3)))
    battle.charges = tuple(noted)


def _approach(
    battle: Battle, man: Man, target: Man, tracks: Mapping[int, Track]
) -> list[tuple[Rect, Rect]]:
    """Both bases slice by slice while the two were on the move, the charger's first."""
    one, other = tracks.get(man.id), tracks.get(target.id)
    if one is None or other is None or one.trail is None or other.trail is None:
        return []
    return [
        (_base_at(battle, man, one, float(t)), _base_at(battle, target, other, float(t)))
        for t in range(1, int(SLICES) + 1)
    ]


def _base_at(battle: Battle, man: Man, track: Track, t: float) -> Rect:
    x, y, ux, uy = track.was_at(t)
    return footprint(battle, man.horse != NOBODY, x, y, degrees(atan2(ux, uy)))


def _first_seen(battle: Battle, ways: Sequence[tuple[Rect, Rect]], apart: float) -> float:
    """How far off he was when the charged man first saw him come."""
    for charger, charged in ways:
        if sees(battle, charged, charger):
            return gap(charger, charged)
    return apart
