"""Who sees whom, what is known of those out of sight, what covers (KK-DEF-09 to 14, 27)."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Final

from banneret.core.clauses import clause
from banneret.core.geometry import (
    TOLERANCE,
    gap,
    gap_to_point,
    gap_to_segment,
    segment_hits_base,
)
from banneret.core.segments import along
from banneret.rulesets.knights_and_knaves.contact import _LEVEL, CELL, grid_of
from banneret.rulesets.knights_and_knaves.ground import (
    area_gap,
    crosses,
    height_at,
    in_wood,
    lay_of,
    room_of,
)
from banneret.rulesets.knights_and_knaves.state import UP, foes, men_of, retinue_of
from banneret.rulesets.knights_and_knaves.tables import TABLES

if TYPE_CHECKING:
    from banneret.core.bases import Rect
    from banneret.core.segments import Point
    from banneret.rulesets.knights_and_knaves.ground import Lay, Spot, Wall
    from banneret.rulesets.knights_and_knaves.state import Battle, Man

AT_IT: Final = 1.0  # KK-SHOOT-36: this near a piece one is at it, or behind it
FEW: Final = 40  # as many enemies are looked through one by one
_MOST_REMEMBERED: Final = 50_000
_WAIST: Final = frozenset(("hedge", "fence", "waist_wall"))
_CHEST: Final = frozenset(("chest_wall", "battlement"))
_SPOT_COVER: Final = {
    "bush": "waist_wall",
    "barrel": "waist_wall",
    "baggage": "waist_wall",
    "bonfire": "waist_wall",
    "wagon": "chest_wall",
    "tree": "chest_wall",
}
COVER_ROWS: Final = {"none": 0, "waist_wall": 3, "chest_wall": 6, "window": 8}


# -- lines of sight


@clause("KK-DEF-09", "KK-DEF-14")
def visible(battle: Battle, man: Man, other: Man) -> bool:
    """Whether one figure sees another, standing or lying; men and horses never hide anybody."""
    a, b = man.base, other.base
    lay = lay_of(battle)
    if not lay.woods and not lay.opaque and not lay.barred:
        return True
    key = (a.x, a.y, a.facing, b.x, b.y, b.facing)
    found = lay.seen.get(key)
    if found is None:
        if len(lay.seen) > _MOST_REMEMBERED:
            lay.seen.clear()
        found = lay.seen[key] = _sees(battle, lay, a, b)
    return found


def sees_place(battle: Battle, man: Man, x: float, y: float) -> bool:
    """Whether a figure sees a spot of ground."""
    lay = lay_of(battle)
    if not lay.woods and not lay.opaque and not lay.barred:
        return True
    here = man.base
    return any(_clear(battle, lay, p, (x, y)) for p in _eyes(lay, here, battle.options.scale))


def _sees(battle: Battle, lay: Lay, a: Rect, b: Rect) -> bool:
    """Whether any of the straight lines between two bases is clear."""
    p, q = (a.x, a.y), (b.x, b.y)
    if lay.woods and _behind_tree(battle, lay, a, b):
        return False
    if _clear(battle, lay, p, q):
        return True
    scale = battle.options.scale
    ends = _eyes(lay, b, scale)
    return any(_clear(battle, lay, p, q) for p in _eyes(lay, a, scale) for q in ends)


@clause("KK-DEF-09")
def _eyes(lay: Lay, base: Rect, scale: float) -> list[Point]:
    """The points from which a figure looks: its base, and the windows and doors it stands at."""
    x, y = base.x, base.y
    points = [(x, y)]
    # a hair inside, so that a wall he stands against is not looked along
    points += [(x + (cx - x) * 0.98, y + (cy - y) * 0.98) for cx, cy in base.corners]
    reach = AT_IT * scale
    for wall in lay.windows:
        if (
            wall.x0 <= base.x1 + reach
            and wall.x1 >= base.x0 - reach
            and wall.y0 <= base.y1 + reach
            and wall.y1 >= base.y0 - reach
            and gap_to_segment(base, wall.a, wall.b) <= reach + TOLERANCE
        ):
            points.append(((wall.a[0] + wall.b[0]) * 0.5, (wall.a[1] + wall.b[1]) * 0.5))
    return points


def _clear(battle: Battle, lay: Lay, p: Point, q: Point) -> bool:
    px, py = p
    qx, qy = q
    x0, x1 = (px, qx) if px < qx else (qx, px)
    y0, y1 = (py, qy) if py < qy else (qy, py)
    for wall in lay.opaque:
        if wall.x0 > x1 or wall.x1 < x0 or wall.y0 > y1 or wall.y1 < y0:
            continue
        if crosses(wall, px, py, qx, qy) >= 0.0 and not _over_it(battle, wall, p, q):
            return False
    if lay.barred and any(
        t1 - t0 > 0.001
        for area in lay.barred
        if area.kind == "rock" and area.near(p, q)
        for t0, t1 in area.runs(p, q)
    ):
        return False
    return not lay.woods or _through_woods(battle, lay, p, q)


def _over_it(battle: Battle, wall: Wall, p: Point, q: Point) -> bool:
    """Whether one of two men stands so high that he looks over a wall, not over a house."""
    if wall.kind != "high_wall" or not lay_of(battle).floors:
        return False
    return height_at(battle, *p) > 0 or height_at(battle, *q) > 0


@clause("KK-DEF-11", "KK-DEF-12", "KK-DEF-13")
def _through_woods(battle: Battle, lay: Lay, p: Point, q: Point) -> bool:
    """Add up the wood on a line of sight: one depth of it, two for looking out into the open."""
    ground = battle.ground
    light = heavy = 0.0
    for kind in ("light_wood", "heavy_wood"):
        if any(area.kind == kind and area.near(p, q) for area in lay.woods):
            inches = ground.length_inside(p, q, kind)
            if kind == "light_wood":
                light = inches
            else:
                heavy = inches
    if light == 0.0 and heavy == 0.0:
        return True
    scale = battle.options.scale
    depth = TABLES.visibility
    part = light / (depth.light_woods * scale) + heavy / (depth.heavy_woods * scale)
    limit = 1.0
    if in_wood(battle, *p) and not in_wood(battle, *q):
        limit = float(depth.looking_out_factor)
    return part <= limit + TOLERANCE


@clause("KK-DEF-10")
def _behind_tree(battle: Battle, lay: Lay, a: Rect, b: Rect) -> bool:
    """Whether a man in a wood stands right behind a tree, seen from there."""
    if not in_wood(battle, b.x, b.y):
        return False
    reach = AT_IT * battle.options.scale
    return any(
        spot.kind == "tree"
        and gap_to_point(b, (spot.base.x, spot.base.y)) - spot.base.radius <= reach * 0.5
        and segment_hits_base((a.x, a.y), (b.x, b.y), spot.base)
        for spot in lay.spots
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
        found = places[key] = frozenset(
            [foe.id for foe in enemies if any(visible(battle, man, foe) for man in own)]
        )
    return found


def nearest_foe(battle: Battle, man: Man) -> Man | None:
    """The nearest enemy he sees, base to base; of equals the first in the roster."""
    places = battle.memo.places
    known: dict[int, Man | None] | None = places.get("nearest")
    if known is None:
        known = places["nearest"] = {}
    if man.id not in known:
        known[man.id] = _nearest(battle, man)
    return known[man.id]


def _nearest(battle: Battle, man: Man) -> Man | None:
    enemies = foes(battle, man.side)
    if len(enemies) > FEW:
        return _nearest_by_rings(battle, man)
    base = man.base
    ranked = sorted(
        [((one.base.x - base.x) ** 2 + (one.base.y - base.y) ** 2, one.id, one) for one in enemies]
    )
    best: Man | None = None
    closest = 1e9
    for square, _, one in ranked:
        far = square**0.5 - base.radius - one.base.radius
        if far >= closest:
            break
        apart = gap(base, one.base)
        if apart < closest and visible(battle, man, one):
            best, closest = one, apart
    return best


def _nearest_by_rings(battle: Battle, man: Man) -> Man | None:
    """Look through the cells outwards from his own: many enemies, most of them far away."""
    grid = grid_of(battle)
    base = man.base
    column, row = floor(base.x / CELL), floor(base.y / CELL)
    ground = battle.ground
    last = int(max(ground.width, ground.height) / CELL) + 1
    best: Man | None = None
    closest = 1e9
    for ring in range(last + 1):
        if (ring - 1) * CELL - 2.4 > closest:
            break
        for key in _ring(column, row, ring):
            for one in grid.get(key, ()):
                if one.side != man.side:
                    apart = gap(base, one.base)
                    if (
                        apart < closest
                        or (apart == closest and best is not None and one.id < best.id)
                    ) and visible(battle, man, one):
                        best, closest = one, apart
    return best


def _ring(column: int, row: int, ring: int) -> list[int]:
    if ring == 0:
        return [column * _LEVEL + row]
    keys: list[int] = []
    for x in range(column - ring, column + ring + 1):
        keys.append(x * _LEVEL + row - ring)
        keys.append(x * _LEVEL + row + ring)
    for y in range(row - ring + 1, row + ring):
        keys.append((column - ring) * _LEVEL + y)
        keys.append((column + ring) * _LEVEL + y)
    return keys


# -- who is known to be where


@clause("KK-DEF-27")
def known_place(battle: Battle, man: Man) -> tuple[float, float] | None:
    """The nearest place where his retinue knows or suspects an enemy out of sight."""
    retinue = retinue_of(battle, man.player)
    seen = in_sight(battle, man.player)
    places = [(x, y) for key, x, y in retinue.known if key not in seen]
    lay = lay_of(battle)
    for area in lay.floors:
        if area.id in retinue.suspected:
            xs = [p[0] for p in area.polygon]
            ys = [p[1] for p in area.polygon]
            places.append((sum(xs) / len(xs), sum(ys) / len(ys)))
    x, y = man.base.x, man.base.y
    return min(places, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2, default=None)


@clause("KK-DEF-27")
def remember(battle: Battle) -> None:
    """Bring up to date where each retinue last saw its enemies."""
    men = battle.men
    for retinue in battle.retinues:
        seen = in_sight(battle, retinue.player)
        own = men_of(battle, retinue.player)
        known: dict[int, tuple[float, float]] = {}
        suspected = list(retinue.suspected)
        for key, x, y in retinue.known:
            if key in seen:
                continue
            if men[key].status in UP:
                room = room_of(battle, men[key])
                if room and room not in suspected:
                    suspected.append(room)  # seen to go in
            if not any(sees_place(battle, man, x, y) for man in own):
                known[key] = (x, y)
        for key in sorted(seen):
            base = men[key].base
            known[key] = (base.x, base.y)
        inside = {room_of(battle, man) for man in own} if suspected else set()
        retinue.known = tuple([(key, x, y) for key, (x, y) in sorted(known.items())])
        retinue.suspected = tuple([room for room in suspected if room not in inside])


# -- cover


@clause("KK-SHOOT-36", "KK-SHOOT-08", "KK-SHOOT-15", "KK-SHOOT-06")
def cover_between(battle: Battle, a: Rect, b: Rect) -> tuple[str, bool]:
    """What covers a target at b from a shooter at a, and whether something else obstructs."""
    lay = lay_of(battle)
    if not lay.walls and not lay.spots and not lay.woods:
        return "none", False
    p, q = (a.x, a.y), (b.x, b.y)
    reach = AT_IT * battle.options.scale + TOLERANCE
    best, obstructed = "none", False
    for wall in lay.walls:
        kind = _line_cover(wall)
        if kind is None or crosses(wall, p[0], p[1], q[0], q[1]) < 0.0:
            continue
        if gap_to_segment(b, wall.a, wall.b) <= reach:
            best = _larger(best, kind)
        elif gap_to_segment(a, wall.a, wall.b) > reach:
            obstructed = True
    for spot in lay.spots:
        if not segment_hits_base(p, q, spot.base):
            continue
        if _spot_gap(b, spot) <= reach:
            best = _larger(best, _SPOT_COVER[spot.kind])
        elif _spot_gap(a, spot) > reach:
            obstructed = True
    return best, obstructed or _woods_obstruct(battle, a, b)


def _line_cover(wall: Wall) -> str | None:
    if wall.kind in _WAIST:
        return "waist_wall"
    if wall.kind in _CHEST:
        return "chest_wall"
    return "window" if wall.kind == "window" else None


def _larger(one: str, other: str) -> str:
    return one if COVER_ROWS[one] >= COVER_ROWS[other] else other


def _spot_gap(base: Rect, spot: Spot) -> float:
    return gap_to_point(base, (spot.base.x, spot.base.y)) - spot.base.radius


def _woods_obstruct(battle: Battle, a: Rect, b: Rect) -> bool:
    """Whether wood lies on the line further than an inch from both ends."""
    reach = AT_IT * battle.options.scale + TOLERANCE
    p, q = (a.x, a.y), (b.x, b.y)
    for area in lay_of(battle).woods:
        if area.near(p, q) and area_gap(area, a) > reach:
            for t0, _ in area.runs(p, q):
                if gap_to_point(b, along(p, q, t0)) > reach:
                    return True
    return False


@clause("KK-MORALE-31", "KK-MORALE-27")
def covered(battle: Battle, man: Man) -> bool:
    """Whether he is in a building or a wood, or behind something, or has a pavise set up."""
    base = man.base
    lay = lay_of(battle)
    if in_wood(battle, base.x, base.y) or (lay.floors and room_of(battle, man)):
        return True
    foe = nearest_foe(battle, man)
    if foe is None:
        foe = min(foes(battle, man.side), key=lambda one: gap(base, one.base), default=None)
    if man.profile.shield == "pavise" and not man.moved and man.horse < 0:
        return True
    return foe is not None and cover_between(battle, foe.base, base)[0] != "none"
