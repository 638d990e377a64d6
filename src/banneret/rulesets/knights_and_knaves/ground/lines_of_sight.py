"""One straight line of sight: walls, rocks and woods on it, and the lines worth looking along."""

from __future__ import annotations

from itertools import pairwise
from math import inf, sqrt
from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.measuring import TOLERANCE, gap_to_segment, nearest_points
from banneret.tabletop.shapes.segments import along, distance

from ..basics.tables import TABLES
from ..shooting.cover import AT_IT
from .lay import WOODS, Wall, crosses, height_at, in_wood, lay_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from banneret.tabletop.ground.lanes import Lane
    from banneret.tabletop.ground.pieces import Area
    from banneret.tabletop.shapes.bases import Rect
    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle
    from .lay import Lay

HIDING: Final = WOODS | {"rock"}
ON_IT: Final = 1e-6  # parts of a line: his middle is on the wall itself, in both rooms at once


class Look:
    """Who looks where, and past what: walls that hide, woods, rocks.

    The middles of both bases decide which wood they are in (KK-DEF-12) and how high they stand.
    """

    __slots__ = ("battle", "here", "pieces", "there")

    def __init__(
        self, battle: Battle, pieces: Sequence[Wall | Area], here: Point, there: Point
    ) -> None:
        self.battle = battle
        self.pieces = pieces
        self.here = here
        self.there = there


def glimpsed(look: Look, lane: Lane, near: Rect, far: Rect | None = None) -> bool:
    """Whether a line past the corners in a lane is clear; none is if a wall lies right across."""
    (lx, ly), (mx, my) = lane.a0, lane.b0
    (rx, ry), (sx, sy) = lane.a1, lane.b1
    for wall in look.pieces:
        if (
            isinstance(wall, Wall)
            and crosses(wall, lx, ly, mx, my) >= 0.0
            and crosses(wall, rx, ry, sx, sy) >= 0.0
            and not _over_it(look, wall)
        ):
            return False
    return any(clear(look, p, q, near, far) for p, q in lane.lines(_corners(look.pieces)))


def _corners(pieces: Sequence[Wall | Area]) -> Iterator[Point]:
    """The corners that one might see past: ends of walls, bends of woods and rocks."""
    for piece in pieces:
        if isinstance(piece, Wall):
            yield piece.a
            yield piece.b
        else:
            yield from piece.polygon


@clause("KK-DEF-09")
def corners_of(lay: Lay, base: Rect) -> list[Point]:
    """The corners of a base, a hair inside: a wall he stands against is not looked along.

    Where it pokes through a wall he is on his middle's side (KK-GEO-01): there the wall cuts it.
    """
    x, y = base.x, base.y
    walls = [
        wall
        for wall in lay.opaque
        if wall.x0 <= base.x1 and wall.x1 >= base.x0 and wall.y0 <= base.y1 and wall.y1 >= base.y0
    ]
    outline = list(base.corners)
    for wall in walls:
        for p, q in pairwise((*base.corners, base.corners[0])):
            met = crosses(wall, *p, *q)
            if met >= 0.0:
                outline.append(along(p, q, met))
    found = [(x + (px - x) * 0.98, y + (py - y) * 0.98) for px, py in outline]
    if walls:
        found = [p for p in found if not any(crosses(wall, x, y, *p) > ON_IT for wall in walls)]
    return found or [(x, y)]


def flanks(lay: Lay, base: Rect, towards: Point) -> tuple[Point, Point]:
    """The corners of a base furthest to either side of a line of sight, of two the nearer."""
    x, y = base.x, base.y
    dx, dy = towards[0] - x, towards[1] - y
    furthest_left, furthest_right = -inf, inf
    left = right = (x, y)
    for px, py in corners_of(lay, base):
        aside = dx * (py - y) - dy * (px - x)
        ahead = (dx * (px - x) + dy * (py - y)) * 1e-6
        if aside + ahead > furthest_left:
            furthest_left, left = aside + ahead, (px, py)
        if aside - ahead < furthest_right:
            furthest_right, right = aside - ahead, (px, py)
    return left, right


def _depth(base: Rect, p: Point, q: Point) -> float:
    """How much of a line from a place on a base lies on the base itself."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    ox, oy = p[0] - base.x, p[1] - base.y
    ahead, aside = dx * base.ux + dy * base.uy, dx * base.uy - dy * base.ux
    ahead_of, beside = ox * base.ux + oy * base.uy, ox * base.uy - oy * base.ux
    if ahead < 0.0:
        ahead, ahead_of = -ahead, -ahead_of
    if aside < 0.0:
        aside, beside = -aside, -beside
    lengthways = (base.hd - ahead_of) / ahead if ahead else inf
    across = (base.hw - beside) / aside if aside else inf
    return max(min(lengthways, across, 1.0), 0.0) * sqrt(dx * dx + dy * dy)


@clause("KK-DEF-09", "KK-DEF-11")
def past_areas(look: Look, a: Rect, b: Rect) -> bool:
    """Whether one of the lines is clear on which there may be least wood, or no rock.

    They are the shortest and those from corner to corner.
    """
    if not any(piece.kind in HIDING for piece in look.pieces):
        return False
    lay = lay_of(look.battle)
    p, q = nearest_points(a, b)
    if _is_this_side(lay, a, p) and _is_this_side(lay, b, q) and clear(look, p, q):
        return True
    there = corners_of(lay, b)
    return any(clear(look, p, q, a, b) for p in corners_of(lay, a) for q in there)


def _is_this_side(lay: Lay, base: Rect, p: Point) -> bool:
    """Whether no wall parts a place on a base from its middle."""
    return not any(crosses(wall, base.x, base.y, *p) > ON_IT for wall in lay.opaque)


@clause("KK-DEF-09")
def openings(lay: Lay, base: Rect, scale: float) -> list[Point]:
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


def clear(
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
            hides = crosses(piece, px, py, qx, qy) >= 0.0 and not _over_it(look, piece)
        else:
            hides = piece.kind == "rock" and any(t1 - t0 > 0.001 for t0, t1 in piece.runs(p, q))
            if piece.kind in WOODS:
                woods.append(piece)
        if hides:
            return False
    return not woods or _through_woods(look, woods, (p, q), near, far)


def _over_it(look: Look, wall: Wall) -> bool:
    """Whether one of two men stands so high that he looks over a wall, not over a house."""
    if wall.kind != "high_wall" or not lay_of(look.battle).floors:
        return False
    return height_at(look.battle, *look.here) > 0 or height_at(look.battle, *look.there) > 0


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
    start = 0.0 if near is None else _depth(near, p, q) / long
    end = 1.0 if far is None else 1.0 - _depth(far, q, p) / long
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
