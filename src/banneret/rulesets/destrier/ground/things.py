"""What stands on the table besides figures: walls, hedges, doors, tables and stools."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.bases import Rect
from banneret.tabletop.shapes.contact import wall
from banneret.tabletop.shapes.measuring import overlaps
from banneret.tabletop.shapes.segments import Point, point_in_polygon
from banneret.tabletop.shapes.stands import Stand, between

if TYPE_CHECKING:
    from collections.abc import Sequence

Corners = tuple[tuple[float, float], ...]
SHUT = ("shut", "locked")


class Thing(msgspec.Struct):
    """One piece of terrain as it is now; doors open, tables go over."""

    id: int
    name: str
    corners: Corners
    blocks_move: bool
    blocks_sight: bool
    cover: str
    furniture: bool = False
    door: str = ""
    turned: bool = False  # a table that was turned over


@clause("DE-END-04", "DE-ACT-04")
def bars_way(thing: Thing) -> bool:
    """Whether no stand may enter it: shut doors do, open ones do not."""
    return thing.door in SHUT if thing.door else thing.blocks_move


@clause("DE-END-04", "DE-LOS-01")
def bars_sight(thing: Thing) -> bool:
    """Whether lines of sight end there: at shut doors they do."""
    return thing.door in SHUT if thing.door else thing.blocks_sight


@lru_cache(maxsize=1024)
def walls_of(corners: Corners) -> tuple[Rect, ...]:
    """A piece as rectangles that stop a stand: an upright box is one, else each edge is."""
    xs, ys = sorted({x for x, _ in corners}), sorted({y for _, y in corners})
    if len(corners) == 4 and len(xs) == 2 and len(ys) == 2:
        (x0, x1), (y0, y1) = xs, ys
        return (Rect((x0 + x1) / 2, (y0 + y1) / 2, 0.0, x1 - x0, y1 - y0),)
    ring = corners
    return tuple(wall(ring[i - 1], ring[i]) for i in range(len(ring)))


def lies_on(stand: Stand, thing: Thing) -> bool:
    """Whether a stand lies over a piece, wholly or in part."""
    base = stand.base
    for rect in walls_of(thing.corners):
        if base is not None and overlaps(base, rect):
            return True
        if base is None and between(stand, rect) <= 0.0:
            return True
    return point_in_polygon((stand.x, stand.y), thing.corners)


def in_contact(stand: Stand, thing: Thing, inches: float = 0.02) -> bool:
    """Whether a stand touches a piece, or is so near."""
    return any(between(stand, rect) <= inches for rect in walls_of(thing.corners))


def barriers(things: Sequence[Thing]) -> list[Rect]:
    """Everything a sliding stand cannot pass."""
    return [rect for one in things if bars_way(one) for rect in walls_of(one.corners)]


def middle(thing: Thing) -> Point:
    """The middle of a piece."""
    xs, ys = [x for x, _ in thing.corners], [y for _, y in thing.corners]
    return ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
