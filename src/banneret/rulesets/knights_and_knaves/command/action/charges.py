"""Who charges whom, from how far, and how near he comes (KK-DEF-22, KK-SHOOT-17, 18)."""

from __future__ import annotations

from math import atan2, degrees
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.measuring import gap
from banneret.tabletop.shapes.segments import snap_point

from ...basics.state import GONE, NOBODY, footprint
from ...basics.who import standing
from ...ground.contact import touching
from ...ground.sight import sees, visible
from ...movement.allowances import MELEE
from ...movement.march.plans import MOVERS, panic_mark
from ...movement.passing import way_at

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from banneret.tabletop.shapes.bases import Rect
    from banneret.tabletop.shapes.segments import Point

    from ...basics.state import Battle, Man
    from ...movement.march.tracks import Track

    Start = tuple[Man, Man, float, bool]
    Spot = tuple[float, float, float, float]  # a place and a heading

HAIR = 0.01  # places are rounded


@clause("KK-ACT-22", "KK-MOVE-08", "KK-GEO-04")
def way_round(battle: Battle, man: Man, foe: Man) -> tuple[Point, ...]:
    """Way points to whom he is driven at, round a house, water or friends who stand in between.

    A horse has none.
    """
    if man.horse != NOBODY:
        return ()
    return tuple([snap_point(point) for point in way_at(battle, man, foe)])


def starts_of(battle: Battle) -> list[Start]:
    """Who charges whom, from how far, and whether a charged shooter sees him at the start."""
    found: list[Start] = []
    for man in standing(battle):
        target = charged_by(battle, man)
        if target is not None:
            apart = gap(man.base, target.base)
            seen = target.ready and visible(battle, target, man)
            found.append((man, target, apart, seen))
    return found


@clause("KK-DEF-22", "KK-PANIC-04", "KK-PANIC-05")
def charged_by(battle: Battle, man: Man) -> Man | None:
    """The figure this one charges this turn; a wild horse that touches an enemy stays there."""
    if man.status not in MOVERS or man.stun:
        return None
    if man.panic == "charge":
        return None if touching(battle, man) else panic_mark(battle, man)
    if man.panic or man.chit not in MELEE or man.declared is None:
        return None
    return battle.men[man.declared.target] if man.declared.target != NOBODY else None


def follow(starts: Sequence[Start], tracks: Mapping[int, Track]) -> None:
    """Have those who charge and those charged leave a trail."""
    for man, target, *_ in starts:
        for key in (man.id, target.id):
            if key in tracks:
                tracks[key].leave_trail()


@clause("KK-SHOOT-17", "KK-SHOOT-18", "KK-DEF-22")
def note_charges(battle: Battle, starts: Sequence[Start], tracks: Mapping[int, Track]) -> None:
    """How near each charger was when his move began, or came into sight, and at the closest."""
    noted: list[tuple[int, int, float, float]] = []
    for man, target, apart, seen in starts:
        if man.status == GONE:
            continue
        first = apart
        if target in touching(battle, man):
            closest = 0.0
            if not man.moved and not target.moved:
                continue  # they fight where they fought: nobody moved to contact
        else:
            closest = gap(man.base, target.base)
        if target.ready and (not seen or closest > 0.0):  # only shooters want to know
            courses = _courses(man, target, tracks)
            closest = _closest(battle, man, target, courses, closest)
            if not seen:
                first = _first_seen(battle, man, target, courses)
        noted.append((man.id, target.id, round(max(first, closest), 3), round(closest, 3)))
    battle.charges = tuple(noted)


def _courses(man: Man, target: Man, tracks: Mapping[int, Track]) -> list[tuple[Spot, Spot]]:
    """Both slice by slice while the two were on the move, the charger first."""
    one, other = tracks.get(man.id), tracks.get(target.id)
    if one is None or other is None or one.trail is None or other.trail is None:
        return []
    return list(zip(one.course(), other.course(), strict=True))


def _closest(
    battle: Battle,
    man: Man,
    target: Man,
    courses: Sequence[tuple[Spot, Spot]],
    closest: float,
) -> float:
    """The least gap on the way, looked for from the end, where a charger mostly is the closest.

    Only where the two might be closer than that is it measured, and not again while both stand.
    """
    halves = (man.base.hw, man.base.hd, target.base.hw, target.base.hd)
    last: tuple[Spot, Spot] | None = None
    for spots in reversed(courses):
        if spots != last and _at_least(*spots, halves) < closest + HAIR:
            one, other = spots
            apart = gap(_base_at(battle, man, one), _base_at(battle, target, other))
            closest = min(closest, apart)
        last = spots
    return closest


def _at_least(one: Spot, other: Spot, halves: tuple[float, float, float, float]) -> float:
    """How far apart two bases are ahead of the first or beside it: no more than their gap."""
    x, y, ux, uy = one
    dx, dy, vx, vy = other[0] - x, other[1] - y, other[2], other[3]
    hw, hd, other_hw, other_hd = halves
    c = abs(ux * vx + uy * vy)
    s = abs(ux * vy - uy * vx)
    ahead = abs(dx * ux + dy * uy) - hd - other_hw * s - other_hd * c
    beside = abs(dx * uy - dy * ux) - hw - other_hw * c - other_hd * s
    return ahead if ahead > beside else beside


def _base_at(battle: Battle, man: Man, spot: Spot) -> Rect:
    x, y, ux, uy = spot
    return footprint(battle, man.horse != NOBODY, x, y, degrees(atan2(ux, uy)))


def _first_seen(
    battle: Battle, man: Man, target: Man, courses: Sequence[tuple[Spot, Spot]]
) -> float:
    """How far off he was when the charged man first saw him come."""
    for one, other in courses:
        charger, charged = _base_at(battle, man, one), _base_at(battle, target, other)
        if sees(battle, charged, charger):
            return gap(charger, charged)
    return gap(man.base, target.base)
