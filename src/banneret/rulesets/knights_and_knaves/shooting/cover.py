"""What stands between a shooter and his target (KK-SHOOT-06, 08, 15, 36)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import clause
from banneret.tabletop.ground.pieces import box_of
from banneret.tabletop.memo import both_places, keep_answer
from banneret.tabletop.shapes.measuring import (
    TOLERANCE,
    gap,
    gap_to_point,
    gap_to_segment,
    onto_rect,
    segment_hits_base,
)
from banneret.tabletop.shapes.segments import along, distance

from ..ground.lay import OPAQUE, Wall, area_gap, crosses, lay_of, on_the_way, walls_near

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.tabletop.ground.pieces import Area
    from banneret.tabletop.shapes.bases import Rect
    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle
    from ..ground.lay import Lay, Spot

    Way = tuple[Point, Point, Point, Point]

AT_IT: Final = 1.0  # KK-SHOOT-36: this near a piece one is at it, or behind it
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
IN_THE_OPEN: Final = ("none", False)
COVER_ROWS: Final = {"none": 0, "waist_wall": 3, "chest_wall": 6, "window": 8}


def apart(battle: Battle, a: Rect, b: Rect) -> float:
    """How far a shot from one base to another goes."""
    known = lay_of(battle).apart
    key = both_places(a, b)
    found = known.get(key)
    return keep_answer(known, key, gap(a, b)) if found is None else found


@clause("KK-SHOOT-36", "KK-SHOOT-08", "KK-SHOOT-15", "KK-SHOOT-06")
def cover_between(battle: Battle, a: Rect, b: Rect) -> tuple[str, bool]:
    """What covers a target at b from a shooter at a, and whether something else obstructs."""
    lay = lay_of(battle)
    if not lay.walls and not lay.spots and not lay.woods:
        return IN_THE_OPEN
    key = both_places(a, b)
    found = lay.covered.get(key)
    return keep_answer(lay.covered, key, _covers(battle, a, b)) if found is None else found


@clause("KK-MORALE-31", "KK-SHOOT-36")
def is_behind(battle: Battle, a: Rect, b: Rect) -> bool:
    """Whether somebody at b has anything right before him towards a, walls nobody sees past too."""
    if cover_between(battle, a, b)[0] != "none":
        return True
    way = ((a.x, a.y), *_shot_line(a, b), (b.x, b.y))
    reach = AT_IT * battle.options.scale + TOLERANCE
    return any(
        gap_to_segment(b, wall.a, wall.b) <= reach and _crossed(wall, way)
        for wall in lay_of(battle).opaque
    )


def is_at_something(battle: Battle, base: Rect) -> bool:
    """Whether any wall or spot is near enough to cover a base at all (KK-SHOOT-36)."""
    reach = AT_IT * battle.options.scale
    return bool(walls_near(battle, base, reach)) or any(
        _spot_gap(base, spot) <= reach + TOLERANCE for spot in lay_of(battle).spots
    )


def _covers(battle: Battle, a: Rect, b: Rect) -> tuple[str, bool]:
    lay = lay_of(battle)
    near = on_the_way(lay.shelter_clumps, (a.x, a.y), (b.x, b.y), max(a.radius, b.radius))
    if not near:
        return IN_THE_OPEN
    p, q = _shot_line(a, b)
    way = ((a.x, a.y), p, q, (b.x, b.y))
    reach = AT_IT * battle.options.scale + TOLERANCE
    walls = [piece for piece in near if isinstance(piece, Wall)]
    best, obstructed = _window_cover(lay, walls, way, b, reach), False
    for wall in walls:
        kind = _line_cover(wall)
        if kind is None or not _crossed(wall, way):
            continue
        if _is_at(b, wall, reach):
            best = _larger(best, kind)
        elif not _is_at(a, wall, reach):
            obstructed = True
    for spot in lay.spots:
        if not segment_hits_base(p, q, spot.base):
            continue
        if _spot_gap(b, spot) <= reach:
            best = _larger(best, _SPOT_COVER[spot.kind])
        elif _spot_gap(a, spot) > reach:
            obstructed = True
    return best, obstructed or _woods_obstruct(battle, a, b, (p, q))


def _is_at(base: Rect, wall: Wall, reach: float) -> bool:
    """Whether a base is within reach of a wall; most are told by their boxes."""
    return _boxes_meet(base, wall, reach) and gap_to_segment(base, wall.a, wall.b) <= reach


def _boxes_meet(base: Rect, piece: Wall | Area, reach: float) -> bool:
    return (
        piece.x0 <= base.x1 + reach
        and piece.x1 >= base.x0 - reach
        and piece.y0 <= base.y1 + reach
        and piece.y1 >= base.y0 - reach
    )


def _shot_line(a: Rect, b: Rect) -> tuple[Point, Point]:
    """The line between the nearest points of two bases; between parallel edges the middle one."""
    pairs = [(onto_rect(a, corner), corner) for corner in b.corners_towards(a.x, a.y)]
    pairs += [(corner, onto_rect(b, corner)) for corner in a.corners_towards(b.x, b.y)]
    lengths = [distance(p, q) for p, q in pairs]
    least = min(lengths) + TOLERANCE
    best = [pair for pair, length in zip(pairs, lengths, strict=True) if length <= least]
    many = len(best)
    return (
        (sum([p[0] for p, _ in best]) / many, sum([p[1] for p, _ in best]) / many),
        (sum([q[0] for _, q in best]) / many, sum([q[1] for _, q in best]) / many),
    )


def _crossed(wall: Wall, way: Way) -> bool:
    """Whether a wall lies across the shot, or across a base that reaches over it.

    A figure is where its middle is, so a base that pokes through a wall stands behind it.
    """
    start, p, q, end = way
    return (
        crosses(wall, *p, *q) >= 0.0
        or crosses(wall, *start, *p) >= 0.0
        or crosses(wall, *q, *end) >= 0.0
    )


def _window_cover(lay: Lay, walls: Sequence[Wall], way: Way, b: Rect, reach: float) -> str:
    """Whether the target is seen past a house wall: then through the window it stands at."""
    if not lay.windows or not any(_crossed(wall, way) for wall in walls if wall.kind in OPAQUE):
        return "none"
    at_window = any(
        wall.kind == "window" and gap_to_segment(b, wall.a, wall.b) <= reach for wall in lay.windows
    )
    return "window" if at_window else "none"


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


def _woods_obstruct(battle: Battle, a: Rect, b: Rect, line: tuple[Point, Point]) -> bool:
    """Whether wood lies on the line further than an inch from both ends."""
    reach = AT_IT * battle.options.scale + TOLERANCE
    p, q = line
    woods = lay_of(battle).woods
    if not woods:
        return False
    x0, y0, x1, y1 = box_of(p, q)
    for area in woods:
        if area.x1 >= x0 and area.x0 <= x1 and area.y1 >= y0 and area.y0 <= y1:
            for t0, _ in area.runs(p, q):
                far = gap_to_point(b, along(p, q, t0)) > reach
                if far and not (_boxes_meet(a, area, reach) and area_gap(area, a) <= reach):
                    return True
    return False
