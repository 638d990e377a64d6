"""Who sees whom, who is nearest, what covers (KK-DEF-09 to 14)."""

from __future__ import annotations

from bisect import bisect_left
from math import sqrt
from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import clause
from banneret.tabletop.ground.lanes import Lane
from banneret.tabletop.memo import both_places, keep_answer, kept
from banneret.tabletop.shapes.measuring import (
    gap,
    gap_to_point,
    segment_hits_base,
)

from ..basics.state import NOBODY, POSTED, WIDEST
from ..basics.who import foes, men_of, retinue_of
from ..shooting.cover import AT_IT, is_at_something, is_behind
from .lay import in_wood, lay_of, on_the_way, room_of
from .lines_of_sight import Look, clear, flanks, glimpsed, openings, past_areas

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.tabletop.shapes.bases import Rect

    from ..basics.state import Battle, Man
    from .lay import Lay

FEW: Final = 40  # as many enemies are looked through one by one


# -- lines of sight


@clause("KK-DEF-09", "KK-DEF-14")
def visible(battle: Battle, man: Man, other: Man) -> bool:
    """Whether one figure sees another, standing or lying; men and horses never hide anybody."""
    return sees(battle, man.base, other.base)


def sees(battle: Battle, a: Rect, b: Rect) -> bool:
    """Whether a figure at the first base would see one at the other."""
    lay = lay_of(battle)
    if not lay.blinds:
        return True
    key = both_places(a, b)
    found = lay.seen.get(key)
    return keep_answer(lay.seen, key, _sees(battle, lay, a, b)) if found is None else found


def sees_place(battle: Battle, man: Man, x: float, y: float) -> bool:
    """Whether a figure sees a spot of ground."""
    lay = lay_of(battle)
    if not lay.blinds:
        return True
    base = man.base
    to = (x, y)
    looks = Look(battle, lay.blinds, (base.x, base.y), to)
    if clear(looks, looks.here, to, base):
        return True
    left, right = flanks(lay, base, to)
    if clear(looks, left, to, base) or clear(looks, right, to, base):
        return True
    eyes = openings(lay, base, battle.options.scale)
    return any(clear(looks, p, to) for p in eyes) or glimpsed(
        looks, Lane(left, right, to, to), base
    )


def _sees(battle: Battle, lay: Lay, a: Rect, b: Rect) -> bool:
    """Whether any of the straight lines between two bases is clear.

    The line of the centres, those along both flanks and from flank to flank are looked at first;
    then, by woods and rocks, the shortest and those from corner to corner, those past the corners
    in between, and those from each window or door that one of them stands at.
    """
    if lay.trees and _behind_tree(battle, lay, a, b):
        return False
    p, q = (a.x, a.y), (b.x, b.y)
    between = on_the_way(lay.blind_clumps, p, q)
    if not between or clear(Look(battle, between, p, q), p, q, a, b):
        return True
    pl, pr = flanks(lay, a, q)
    ql, qr = flanks(lay, b, p)
    looks = Look(battle, on_the_way(lay.blind_clumps, p, q, max(a.radius, b.radius)), p, q)
    for one, other in ((pl, qr), (pr, ql), (pl, ql), (pr, qr)):
        if clear(looks, one, other, a, b):
            return True
    if past_areas(looks, a, b) or glimpsed(looks, Lane(pl, pr, qr, ql), a, b):
        return True
    if not lay.windows:
        return False
    looks = Look(battle, lay.blinds, p, q)
    scale = battle.options.scale
    here, there = openings(lay, a, scale), openings(lay, b, scale)
    if not here and not there:
        return False
    return any(
        clear(looks, one, other)
        for one in (*here, p, pl, pr)
        for other in (*there, q, ql, qr)
        if one in here or other in there
    )


@clause("KK-DEF-10")
def _behind_tree(battle: Battle, lay: Lay, a: Rect, b: Rect) -> bool:
    """Whether a man in a wood stands right behind a tree, seen from there."""
    if not in_wood(battle, b.x, b.y):
        return False
    reach = AT_IT * battle.options.scale
    return any(
        gap_to_point(b, (spot.base.x, spot.base.y)) - spot.base.radius <= reach * 0.5
        and segment_hits_base((a.x, a.y), (b.x, b.y), spot.base)
        for spot in lay.trees
    )


# -- the nearest enemy


@kept("places")
def in_sight(battle: Battle, player: str) -> frozenset[int]:
    """The enemies up on the table that some figure of the retinue sees."""
    own = men_of(battle, player)
    enemies = foes(battle, retinue_of(battle, player).side)
    return frozenset(_seen_by(battle, own, enemies))


def _seen_by(battle: Battle, own: Sequence[Man], enemies: Sequence[Man]) -> list[int]:
    """Those whom anybody sees; who saw the last one is likely to see the next."""
    seen: list[int] = []
    seer: Man | None = None
    for foe in enemies:
        if seer is not None and visible(battle, seer, foe):
            seen.append(foe.id)
            continue
        for man in own:
            if man is not seer and visible(battle, man, foe):
                seen.append(foe.id)
                seer = man
                break
    return seen


def nearest_foe(battle: Battle, man: Man) -> Man | None:
    """The nearest enemy he sees, base to base; of equals the first in the roster."""
    places = battle.memo.places
    known: dict[int, Man | None] | None = places.get("nearest")
    if known is None:
        known = places["nearest"] = {}
    if man.id not in known:
        known[man.id] = _nearest(battle, man)
    return known[man.id]


def sees_foe(battle: Battle, man: Man) -> bool:
    """Whether he sees any enemy; which of them is the nearest need not be known."""
    known: dict[int, Man | None] = battle.memo.places.get("nearest", {})
    if man.id in known:
        return known[man.id] is not None
    return any(visible(battle, man, foe) for foe in foes(battle, man.side))


def _nearest(battle: Battle, man: Man) -> Man | None:
    spots = foes_at(battle, man.side)
    if len(spots) > FEW:
        return _nearest_of_many(battle, man)
    base = man.base
    x, y = base.x, base.y
    ranked = sorted([((a - x) * (a - x) + (b - y) * (b - y), key, one) for a, b, key, one in spots])
    best: Man | None = None
    closest = 1e9  # no more than this from the best: edge to edge once there is a rival for it
    measured = False
    for square, _, one in ranked:
        there = one.base
        centres = sqrt(square)
        if centres - base.radius - WIDEST >= closest:
            break
        if centres - base.radius - there.radius >= closest:
            continue
        if best is None:
            if visible(battle, man, one):
                best, closest = one, max(centres - base.inner - there.inner, 0.0)
            continue
        if not measured:
            closest, measured = gap(base, best.base), True
        apart = gap(base, there)
        if apart < closest and visible(battle, man, one):
            best, closest = one, apart
    return best


def foes_at(battle: Battle, side: str) -> list[tuple[float, float, int, Man]]:
    """The enemies of a side with their places, for looking through all of them. Shared."""
    places = battle.memo.places
    key = ("foes_at", side)
    found: list[tuple[float, float, int, Man]] | None = places.get(key)
    if found is None:
        found = places[key] = [(m.base.x, m.base.y, m.id, m) for m in foes(battle, side)]
    return found


def _nearest_of_many(battle: Battle, man: Man) -> Man | None:
    """Look through the enemies from his own place to the west and east: most are far away."""
    places = battle.memo.places
    key = ("foes_from_west", man.side)
    row: list[tuple[float, float, int, Man]] | None = places.get(key)
    if row is None:
        row = places[key] = sorted(foes_at(battle, man.side))
    base = man.base
    x, y, reach = base.x, base.y, base.radius + WIDEST
    best: Man | None = None
    closest = 1e9
    east = bisect_left(row, (x,))
    west, last = east - 1, len(row)
    while west >= 0 or east < last:
        to_west = x - row[west][0] if west >= 0 else 1e9
        to_east = row[east][0] - x if east < last else 1e9
        if to_west < to_east:
            aside, at, west = to_west, west, west - 1
        else:
            aside, at, east = to_east, east, east + 1
        most = closest + reach
        if aside > most:
            break
        _, there, number, one = row[at]
        if aside * aside + (there - y) * (there - y) > most * most:
            continue
        apart = gap(base, one.base)
        if (
            apart < closest or (apart == closest and best is not None and number < best.id)
        ) and visible(battle, man, one):
            best, closest = one, apart
    return best


# -- cover


@clause("KK-MORALE-31", "KK-MORALE-27")
def covered(battle: Battle, man: Man) -> bool:
    """Whether he is in a building or a wood, or behind something, or has a pavise set up."""
    base = man.base
    lay = lay_of(battle)
    if in_wood(battle, base.x, base.y) or (lay.floors and room_of(battle, man)):
        return True
    if (
        man.profile.shield == "pavise"
        and not man.moved
        and man.status in POSTED
        and man.horse == NOBODY
    ):
        return True
    if not is_at_something(battle, base):
        return False
    foe = nearest_foe(battle, man)
    against = foes(battle, man.side) if foe is None else (foe,)  # unseen, any of them will do
    return any(is_behind(battle, one.base, base) for one in against)
