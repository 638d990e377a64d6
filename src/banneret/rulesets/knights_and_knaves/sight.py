"""Who sees whom, who is nearest, what covers (KK-DEF-09 to 14)."""

from __future__ import annotations

from bisect import bisect_left
from math import inf, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from banneret.core.clauses import clause
from banneret.core.geometry import (
    TOLERANCE,
    gap,
    gap_to_point,
    gap_to_segment,
    segment_hits_base,
)
from banneret.core.segments import distance
from banneret.rulesets.knights_and_knaves.contact import WIDEST
from banneret.rulesets.knights_and_knaves.cover import AT_IT, is_at_something, is_behind
from banneret.rulesets.knights_and_knaves.ground import (
    WOODS,
    Wall,
    crosses,
    height_at,
    in_wood,
    lay_of,
    on_the_way,
    room_of,
)
from banneret.rulesets.knights_and_knaves.kept import both_places, keep_answer
from banneret.rulesets.knights_and_knaves.people import foes, men_of, retinue_of
from banneret.rulesets.knights_and_knaves.state import POSTED
from banneret.rulesets.knights_and_knaves.tables import TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.bases import Rect
    from banneret.core.pieces import Area
    from banneret.core.segments import Point
    from banneret.rulesets.knights_and_knaves.ground import Lay
    from banneret.rulesets.knights_and_knaves.state import Battle, Man

FEW: Final = 40  # as many enemies are looked through one by one


# -- lines of sight


class Look(NamedTuple):
    """Who looks where, and past what: walls that hide, woods, rocks.

    The middles of both bases decide which wood they are in (KK-DEF-12).
    """

    battle: Battle
    pieces: Sequence[Wall | Area]
    here: Point
    there: Point


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
    if _clear(looks, looks.here, to, base):
        return True
    eyes = [*_flanks(base, to), *_openings(lay, base, battle.options.scale)]
    return any(_clear(looks, p, to) for p in eyes)


def _sees(battle: Battle, lay: Lay, a: Rect, b: Rect) -> bool:
    """Whether any of the straight lines between two bases is clear.

    The line of the centres, those along both flanks and those from flank to flank are looked at;
    and from each window or door that one of them stands at.
    """
    if lay.trees and _behind_tree(battle, lay, a, b):
        return False
    p, q = (a.x, a.y), (b.x, b.y)
    between = on_the_way(lay.blinds, p, q)
    if not between or _clear(Look(battle, between, p, q), p, q, a, b):
        return True
    pl, pr = _flanks(a, q)
    ql, qr = _flanks(b, p)
    looks = Look(battle, on_the_way(lay.blinds, p, q, max(a.radius, b.radius)), p, q)
    for one, other in ((pl, qr), (pr, ql), (pl, ql), (pr, qr)):
        if _clear(looks, one, other):
            return True
    if not lay.windows:
        return False
    looks = Look(battle, lay.blinds, p, q)
    scale = battle.options.scale
    here, there = _openings(lay, a, scale), _openings(lay, b, scale)
    if not here and not there:
        return False
    return any(
        _clear(looks, one, other)
        for one in (*here, p, pl, pr)
        for other in (*there, q, ql, qr)
        if one in here or other in there
    )


def _flanks(base: Rect, towards: Point) -> tuple[Point, Point]:
    """The corners of a base furthest to either side of a line of sight, of two the nearer.

    A hair inside, so that a wall he stands against is not looked along.
    """
    x, y = base.x, base.y
    dx, dy = towards[0] - x, towards[1] - y
    furthest_left, furthest_right = -inf, inf
    left = right = (x, y)
    for cx, cy in base.corners:
        px, py = x + (cx - x) * 0.98, y + (cy - y) * 0.98
        aside = dx * (py - y) - dy * (px - x)
        ahead = (dx * (px - x) + dy * (py - y)) * 1e-6
        if aside + ahead > furthest_left:
            furthest_left, left = aside + ahead, (px, py)
        if aside - ahead < furthest_right:
            furthest_right, right = aside - ahead, (px, py)
    return left, right


def _depth(base: Rect, towards: Point) -> float:
    """How much of the line from its middle to a place lies on a base itself."""
    dx, dy = towards[0] - base.x, towards[1] - base.y
    ahead, aside = abs(dx * base.ux + dy * base.uy), abs(dx * base.uy - dy * base.ux)
    part = min(base.hd / ahead if ahead else inf, base.hw / aside if aside else inf, 1.0)
    return part * sqrt(dx * dx + dy * dy)


@clause("KK-DEF-09")
def _openings(lay: Lay, base: Rect, scale: float) -> list[Point]:
    """The windows and doors a figure stands at: it looks out of their middle and is seen there."""
    reach = AT_IT * scale
    return [
        ((wall.a[0] + wall.b[0]) * 0.5, (wall.a[1] + wall.b[1]) * 0.5)
        for wall in lay.windows
        if wall.x0 <= base.x1 + reach
        and wall.x1 >= base.x0 - reach
        and wall.y0 <= base.y1 + reach
        and wall.y1 >= base.y0 - reach
        and gap_to_segment(base, wall.a, wall.b) <= reach + TOLERANCE
    ]


def _clear(
    look: Look, p: Point, q: Point, near: Rect | None = None, far: Rect | None = None
) -> bool:
    """Whether nothing hides one end of a line from the other.

    Of the wood on it the inches on the bases at its ends, `near` and `far`, do not count.
    """
    px, py = p
    qx, qy = q
    x0, x1 = (px, qx) if px < qx else (qx, px)
    y0, y1 = (py, qy) if py < qy else (qy, py)
    woods: list[Area] = []
    for piece in look.pieces:
        if piece.x0 > x1 or piece.x1 < x0 or piece.y0 > y1 or piece.y1 < y0:
            continue
        if isinstance(piece, Wall):
            hides = crosses(piece, px, py, qx, qy) >= 0.0 and not _over_it(look.battle, piece, p, q)
        else:
            hides = piece.kind == "rock" and any(t1 - t0 > 0.001 for t0, t1 in piece.runs(p, q))
            if piece.kind in WOODS:
                woods.append(piece)
        if hides:
            return False
    return not woods or _through_woods(look, woods, (p, q), near, far)


def _over_it(battle: Battle, wall: Wall, p: Point, q: Point) -> bool:
    """Whether one of two men stands so high that he looks over a wall, not over a house."""
    if wall.kind != "high_wall" or not lay_of(battle).floors:
        return False
    return height_at(battle, *p) > 0 or height_at(battle, *q) > 0


@clause("KK-DEF-11", "KK-DEF-12", "KK-DEF-13")
def _through_woods(
    look: Look,
    woods: Sequence[Area],
    line: tuple[Point, Point],
    near: Rect | None,
    far: Rect | None,
) -> bool:
    """Add up the wood on a line of sight: one depth of it, two for looking out into the open."""
    light: list[tuple[float, float]] = []
    heavy: list[tuple[float, float]] = []
    p, q = line
    for area in woods:
        (light if area.kind == "light_wood" else heavy).extend(area.runs(p, q))
    if not light and not heavy:
        return True
    battle = look.battle
    long = distance(p, q)
    scale = battle.options.scale
    depth = TABLES.visibility
    every = 0.0
    for t0, t1 in light:
        every += (t1 - t0) / depth.light_woods
    for t0, t1 in heavy:
        every += (t1 - t0) / depth.heavy_woods
    if every * long <= scale:  # whatever of it is on the bases
        return True
    start = 0.0 if near is None else _depth(near, q) / long
    end = 1.0 if far is None else 1.0 - _depth(far, p) / long
    part = 0.0
    if light:
        part += _together(light, start, end) * long / (depth.light_woods * scale)
    if heavy:
        part += _together(heavy, start, end) * long / (depth.heavy_woods * scale)
    if part <= 1.0 + TOLERANCE:
        return True
    if part > depth.looking_out_factor + TOLERANCE:
        return False
    return in_wood(battle, *look.here) and not in_wood(battle, *look.there)


def _together(runs: list[tuple[float, float]], start: float, end: float) -> float:
    """How much of a line between two fractions lies in woods of a kind, overlaps counted once."""
    total, reached = 0.0, start
    for t0, t1 in sorted(runs):
        if t1 > reached and t0 < end:
            total += min(t1, end) - max(t0, reached)
            reached = t1
    return total


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


def in_sight(battle: Battle, player: str) -> frozenset[int]:
    """The enemies up on the table that some figure of the retinue sees."""
    places = battle.memo.places
    key = ("in_sight", player)
    found: frozenset[int] | None = places.get(key)
    if found is None:
        own = men_of(battle, player)
        enemies = foes(battle, retinue_of(battle, player).side)
        found = places[key] = frozenset(_seen_by(battle, own, enemies))
    return found


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
    if man.profile.shield == "pavise" and not man.moved and man.status in POSTED and man.horse < 0:
        return True
    if not is_at_something(battle, base):
        return False
    foe = nearest_foe(battle, man)
    against = foes(battle, man.side) if foe is None else (foe,)  # unseen, any of them will do
    return any(is_behind(battle, one.base, base) for one in against)
