"""Who touches whom, who is with his unit, who stands beside or behind whom (KK-DEF, KK-GEO)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import clause
from banneret.tabletop.crowd import Crowd
from banneret.tabletop.shapes.measuring import gap_to_point, gap_to_segment, within
from banneret.tabletop.shapes.segments import distance

from ..basics.state import CONTACT_GAP, ESCORTING, NOBODY, ROUTING, UNIT_GAP, UP, WIDEST
from ..basics.tables import TABLES
from ..basics.who import foes, standing
from ..movement.obstacles.barriers import NEAR_CORNER, off_corner
from .lay import LOW, ROOMS, between, crossed, floor_of, height_at, lay_of, on_steps
from .sight import visible

if TYPE_CHECKING:
    from banneret.tabletop.shapes.bases import Base, Rect

    from ..basics.state import Battle, Man, Unit
    from .lay import Wall

ACROSS_GAP = 0.5  # KK-GEO-05
BEHIND_GAP = 0.5  # KK-GEO-02
ADJACENT_GAP = TABLES.morale_modifiers.adjacent_range  # KK-DEF-15
FEW_ASKED = 4
_NOBODY: list[Man] = []
_WITH_UNIT = UP - {ROUTING, ESCORTING}

# -- neighbours


def crowd_of(battle: Battle) -> Crowd[Man]:
    """Everybody up on the table."""
    places = battle.memo.places
    found: Crowd[Man] | None = places.get("crowd")
    if found is None:
        found = places["crowd"] = Crowd(standing(battle), WIDEST)
    return found


def around(battle: Battle, base: Rect, inches: float) -> list[Man]:
    """Figures whose centres may be so near a base that bases are within so many inches."""
    return crowd_of(battle).around(base, inches)


@clause("KK-GEO-01")
def near(battle: Battle, man: Man, inches: float) -> Sequence[Man]:
    """Figures up on the table whose bases are within so many inches of his, himself not."""
    return [other for other in crowd_of(battle).near(man.base, inches) if other is not man]


# -- contact


@clause("KK-DEF-18", "KK-DEF-19", "KK-GEO-05")
def touching(battle: Battle, man: Man) -> Sequence[Man]:
    """Enemies in contact that count, in roster order; the list is shared."""
    places = battle.memo.places
    every: dict[int, list[Man]] | None = places.get("contacts")
    if every is not None:
        return every.get(man.id, _NOBODY)
    some: dict[int, list[Man]] = places.setdefault("touching", {})
    found = some.get(man.id)
    if found is None:
        if len(some) >= FEW_ASKED:  # after all that moves, many are asked about
            return contacts(battle).get(man.id, _NOBODY)
        found = some[man.id] = _touched_by(battle, man)
    return found


def contacts(battle: Battle) -> dict[int, list[Man]]:
    """Who touches whom, of everybody at once; shared."""
    places = battle.memo.places
    found: dict[int, list[Man]] | None = places.get("contacts")
    if found is None:
        found = places["contacts"] = _contacts(battle)
    return found


def _touched_by(battle: Battle, man: Man) -> list[Man]:
    if man.status not in UP:
        return _NOBODY
    base = man.base
    across = ACROSS_GAP * battle.options.scale
    reach = across + base.radius + WIDEST
    west, east = base.x - reach, base.x + reach
    return [
        foe
        for foe in foes(battle, man.side)
        if west <= foe.base.x <= east
        and within(base, foe.base, across)
        and in_contact(battle, man, foe)
    ]


def _contacts(battle: Battle) -> dict[int, list[Man]]:
    """Who touches whom, for everybody at once: a sweep from west to east meets few pairs."""
    across = ACROSS_GAP * battle.options.scale
    reach = across + 2.0 * WIDEST
    found: dict[int, list[Man]] = {}
    swept = sorted([(man.base.x, man.id, man.base.y, man.side, man) for man in standing(battle)])
    first = 0
    for at, (x, _, y, side, man) in enumerate(swept):
        while x - swept[first][0] > reach:
            first += 1
        for _, _, other_y, other_side, other in swept[first:at]:
            if (
                other_side != side
                and -reach <= y - other_y <= reach
                and within(man.base, other.base, across)
                and in_contact(battle, man, other)
            ):
                found.setdefault(man.id, []).append(other)
                found.setdefault(other.id, []).append(man)
    for touched in found.values():
        touched.sort(key=_roster)
    return found


def _roster(man: Man) -> int:
    return man.id


@clause("KK-GEO-05", "KK-DEF-19")
def in_contact(battle: Battle, one: Man, other: Man) -> bool:
    """Whether two bases touch, across a low wall if need be; never through or over a high one."""
    lay = lay_of(battle)
    met = _bases_meet(battle, one, other) if lay.walls else _bases_touch(battle, one, other)
    return met and not (lay.floors and _on_different_levels(battle, one.base, other.base))


def _bases_touch(battle: Battle, one: Man, other: Man) -> bool:
    return within(one.base, other.base, CONTACT_GAP * battle.options.scale)


def _bases_meet(battle: Battle, one: Man, other: Man) -> bool:
    """Whether two bases touch where there may be a wall between them."""
    a, b = one.base, other.base
    scale = battle.options.scale
    close = within(a, b, CONTACT_GAP * scale)
    walls = between(battle, a, b)
    if not walls:
        return close
    if _barred(walls):
        return close and (
            _at_the_same_wall(one, other, walls, scale) or _round_a_corner(battle, a, b, walls)
        )
    if all(wall.kind == "door" for wall in walls):
        return close
    return within(a, b, ACROSS_GAP * scale)


def _barred(walls: Sequence[Wall]) -> bool:
    """Whether one of these is too high to be fought across."""
    return any(map(_is_high, walls))


def _is_high(wall: Wall) -> bool:
    return wall.kind not in LOW and wall.kind != "door"


@clause("KK-DEF-19", "KK-GEO-05")
def _round_a_corner(battle: Battle, a: Base, b: Base, walls: Sequence[Wall]) -> bool:
    """Whether no wall parts two bases that touch, only the corner of a house or the end of a wall.

    The line of the centres cuts both walls of a corner, or both bases reach the end of one.
    """
    reach = CONTACT_GAP * battle.options.scale
    ends = [end for wall in walls if _is_high(wall) for end in (wall.a, wall.b)]
    for at, end in enumerate(ends):
        corner = any(distance(end, other) <= NEAR_CORNER for other in ends[at + 1 :])
        if not corner and max(gap_to_point(a, end), gap_to_point(b, end)) > reach:
            continue
        bend = off_corner([wall for wall in lay_of(battle).walls if _is_high(wall)], end)
        if not any(_barred(crossed(battle, (one.x, one.y), bend)) for one in (a, b)):
            return True
    return False


@clause("KK-GEO-05", "KK-MOVE-31")
def would_touch(battle: Battle, a: Rect, b: Rect) -> bool:
    """Whether bases so placed on one level would touch, across a low wall if need be."""
    scale = battle.options.scale
    walls = between(battle, a, b)
    if _barred(walls):
        return within(a, b, CONTACT_GAP * scale) and _round_a_corner(battle, a, b, walls)
    across = any(wall.kind in LOW for wall in walls)
    return within(a, b, (ACROSS_GAP if across else CONTACT_GAP) * scale)


@clause("KK-GEO-05", "KK-DEF-19")
def at_hand(battle: Battle, one: Rect, other: Base) -> bool:
    """Whether he touches what stands or lies there: not through a high wall, nor up on one."""
    if not within(one, other, CONTACT_GAP * battle.options.scale):
        return False
    lay = lay_of(battle)
    walls = between(battle, one, other) if lay.walls else ()
    if _barred(walls) and not _round_a_corner(battle, one, other, walls):
        return False
    return not (lay.floors and _on_different_levels(battle, one, other))


def _on_different_levels(battle: Battle, one: Rect, other: Base) -> bool:
    if floor_of(battle, one, ROOMS) == floor_of(battle, other, ROOMS):
        return False
    if height_at(battle, one.x, one.y) == height_at(battle, other.x, other.y):
        return False
    return not (on_steps(battle, one) or on_steps(battle, other))


def _at_the_same_wall(one: Man, other: Man, walls: Sequence[Any], scale: float) -> bool:
    """Whether one is scaling the wall that the other stands against."""
    for wall in walls:
        if wall.id in (one.scaling, other.scaling):
            reach = ACROSS_GAP * scale
            if (
                gap_to_segment(one.base, wall.a, wall.b) <= reach
                and gap_to_segment(other.base, wall.a, wall.b) <= reach
            ):
                return True
    return False


@clause("KK-DEF-18", "KK-FAT-11")
def in_melee(battle: Battle, man: Man) -> bool:
    """Whether he touches an enemy in a way that counts."""
    return bool(touching(battle, man))


# -- units


@clause("KK-DEF-03", "KK-DEF-02")
def chained(battle: Battle, unit: Unit) -> Sequence[Man]:
    """The members linked to the leader, or the largest cluster without one; in roster order."""
    places = battle.memo.places
    key = ("chained", unit.id)
    found: list[Man] | None = places.get(key)
    if found is None:
        found = places[key] = _chained(battle, unit)
    return found


def _chained(battle: Battle, unit: Unit) -> list[Man]:
    men = battle.men
    present = _present(battle, unit)
    if not present:
        return []
    if unit.leader != NOBODY and unit.body == NOBODY and men[unit.leader] in present:
        return sorted(cluster(battle, men[unit.leader], present), key=_roster)
    best = largest_bodies(battle, unit)
    return next((one for one in best if unit.body in [man.id for man in one]), best[0])


def _present(battle: Battle, unit: Unit) -> list[Man]:
    men = battle.men
    return [man for key in unit.members if _counts(man := men[key]) and man.unit == unit.id]


@clause("KK-DEF-03")
def largest_bodies(battle: Battle, unit: Unit) -> list[list[Man]]:
    """The largest clusters a unit has fallen into, several if they are equal; in roster order."""
    best: list[list[Man]] = []
    rest = _present(battle, unit)
    while rest and not (best and len(rest) < len(best[0])):
        some = sorted(cluster(battle, rest[0], rest), key=_roster)
        if not best or len(some) > len(best[0]):
            best = [some]
        elif len(some) == len(best[0]):
            best.append(some)
        taken = {man.id for man in some}
        rest = [man for man in rest if man.id not in taken]
    return best


def _counts(man: Man) -> bool:
    """Whether he can be with his unit: up, not routing, not leading a captive away."""
    return man.status in _WITH_UNIT


def cluster(battle: Battle, first: Man, present: Sequence[Man]) -> list[Man]:
    """Everybody reached from one man by steps of at most two inches."""
    reach = UNIT_GAP * battle.options.scale
    reached = [first]
    rest = [man for man in present if man is not first]
    at = 0
    while at < len(reached) and rest:
        base = reached[at].base
        left: list[Man] = []
        for man in rest:
            if within(base, man.base, reach):
                reached.append(man)
            else:
                left.append(man)
        rest = left
        at += 1
    return reached


@clause("KK-DEF-03")
def is_straggler(battle: Battle, man: Man) -> bool:
    """Whether he belongs to a unit that he is not with."""
    if man.unit == NOBODY or man.status not in UP:
        return False
    places = battle.memo.places
    key = ("with", man.unit)
    with_unit: frozenset[int] | None = places.get(key)
    if with_unit is None:
        members = chained(battle, battle.units[man.unit])
        with_unit = places[key] = frozenset([one.id for one in members])
    return man.id not in with_unit


@clause("KK-DEF-03", "KK-CMD-05")
def is_linked(battle: Battle, leader: Man, man: Man) -> bool:
    """Whether he is chained to his leader, also to one who leads a captive.

    Such a leader counts for nothing in the unit's strength, and the others may be anywhere.
    """
    if leader.status != ESCORTING:
        return not is_straggler(battle, man)
    members = [battle.men[key] for key in battle.units[man.unit].members]
    present = [one for one in members if _counts(one) and one.unit == man.unit]
    return man in cluster(battle, leader, present)


# -- beside, behind, around


@clause("KK-DEF-15")
def adjacent(battle: Battle, observer: Man, other: Man) -> bool:
    """Whether the other is within two inches, not wholly behind the observer, and seen."""
    a, b = observer.base, other.base
    if not within(a, b, ADJACENT_GAP * battle.options.scale):
        return False
    return not wholly_behind(a, b) and visible(battle, observer, other)


def wholly_behind(base: Rect, other: Rect) -> bool:
    """Whether no part of the other base is on or ahead of the line along the rear edge."""
    c = abs(base.ux * other.ux + base.uy * other.uy)
    s = abs(base.ux * other.uy - base.uy * other.ux)
    ahead = (other.x - base.x) * base.ux + (other.y - base.y) * base.uy
    return ahead + other.hd * c + other.hw * s < -base.hd - 0.001


@clause("KK-GEO-02")
def is_behind(battle: Battle, front: Rect, other: Rect) -> bool:
    """Whether a base is right behind another: near, behind its rear edge, half of it covered."""
    if not within(front, other, BEHIND_GAP * battle.options.scale):
        return False
    dx, dy = other.x - front.x, other.y - front.y
    c = abs(front.ux * other.ux + front.uy * other.uy)
    s = abs(front.ux * other.uy - front.uy * other.ux)
    depth, width = other.hd * c + other.hw * s, other.hd * s + other.hw * c
    ahead = dx * front.ux + dy * front.uy
    if ahead + depth > -front.hd + CONTACT_GAP:
        return False
    right = dx * front.uy - dy * front.ux
    overlap = min(right + width, front.hw) - max(right - width, -front.hw)
    return overlap >= min(width, front.hw) - 0.001


@clause("KK-GEO-02", "KK-GEO-05", "KK-RANK-01")
def directly_behind(battle: Battle, front: Man, other: Man) -> bool:
    """Whether the other stands right behind, as a second rank does: not up or beyond a wall."""
    if not is_behind(battle, front.base, other.base):
        return False
    lay = lay_of(battle)
    if lay.walls and _barred(between(battle, front.base, other.base)):
        return False
    return not (lay.floors and _on_different_levels(battle, front.base, other.base))


def foes_within(battle: Battle, man: Man, inches: float) -> list[Man]:
    """Enemies whose bases are within so many inches of his."""
    if len(foes(battle, man.side)) <= 24:
        return [one for one in foes(battle, man.side) if within(man.base, one.base, inches)]
    return [one for one in near(battle, man, inches) if one.side != man.side]
