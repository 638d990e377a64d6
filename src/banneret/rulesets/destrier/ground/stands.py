"""Stands: how they are cut, and which side is which (section STAND)."""

from __future__ import annotations

import re
from functools import lru_cache
from math import atan2, degrees, dist
from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.segments import snap
from banneret.tabletop.shapes.stands import (
    Pattern,
    Stand,
    between,
    corner_square,
    long_stand,
)

from ..basics.state import moved
from ..basics.tables import default
from ..host.moving import arc

if TYPE_CHECKING:
    from collections.abc import Iterable

    from banneret.tabletop.shapes.segments import Point
    from banneret.tabletop.shapes.stands import Edge

    from ..basics.columns.words import StruckSide
    from ..basics.state import Battle, Dropped, Figure
    from ..host.moving import Arc

# In doubt a touch counts as the side kinder to the figure touched (DE-STAND-12).
KINDEST: Final = ("shield", "left", "head", "sword", "right", "rear_left", "rear_right", "tail")
_READ: Final[dict[str, StruckSide]] = {
    "shield": "shield",
    "left": "shield",
    "head": "shield",
    "rear_left": "shield",
    "sword": "sword",
    "right": "sword",
    "rear_right": "sword",
}
AT_FEET: Final = 0.5 + 1e-6  # inches
_PART_OF_FLANK: Final = re.compile(r"(\d+(?:\.\d+)?) inches of each")


@lru_cache(maxsize=64)
@clause("DE-STAND-01", "DE-STAND-02", "DE-STAND-04", "DE-STAND-08", "DE-STAND-09")
def pattern(cut: str) -> Pattern:
    """The cut of a stand: inch sizes; squares face a corner, others have the head at a short side.

    A coiled snake has no rear; a dragon's front is one end and part of the long sides.
    """
    size = default().seed.stands[cut]
    if size.shape == "square":
        return corner_square(size.width, rearless=size.rear_sides == 0)
    part = _PART_OF_FLANK.search(size.front_sides)
    return long_stand(size.width, size.depth, float(part[1]) if part else None)


@lru_cache(maxsize=8192)
def stand_at(cut: str, x: float, y: float, facing: float) -> Stand:
    """A stand of some cut at a place."""
    return Stand(pattern(cut), x, y, facing)


def cut(figure: Figure) -> str:
    """The cut of a figure's stand: a rider stands on his horse's."""
    return figure.stand if figure.steed is None else "horse"


def stand(figure: Figure) -> Stand:
    """The stand of a figure where it is."""
    kind = figure.stand if figure.steed is None else "horse"
    return stand_at(kind, figure.x, figure.y, figure.facing)


def put(battle: Battle, figure: Figure, x: float, y: float, facing: float) -> None:
    """Set a figure down; places are rounded as they are stored."""
    figure.x, figure.y = snap(x), snap(y)
    figure.facing = snap(facing % 360.0) % 360.0
    moved(battle)


def settle(battle: Battle, figure: Figure, there: Stand) -> None:
    """Set a figure down where a stand lies."""
    put(battle, figure, there.x, there.y, there.facing)


@clause("DE-GEN-03")
def gap(one: Figure, other: Figure) -> float:
    """The inches between the nearest points of two stands."""
    return _gap(stand(one), stand(other))


@lru_cache(maxsize=8192)
def _gap(one: Stand, other: Stand) -> float:
    """The same of two stands: most who stand in a melee stand there for several card rounds."""
    return between(one, other)


@clause("DE-HOST-67", "DE-GEN-10")
def at_feet(figure: Figure) -> list[Dropped]:
    """What it dropped and still has at its feet: within half an inch, which is five of them."""
    return [
        one for one in figure.on_ground if dist((one.x, one.y), (figure.x, figure.y)) <= AT_FEET
    ]


def nearest_first(figure: Figure, others: Iterable[Figure]) -> list[Figure]:
    """Some figures by how near they are; of equals the first by number."""
    own = stand(figure)
    return sorted(others, key=lambda one: (_gap(own, stand(one)), one.id))


@clause("DE-STAND-15")
def area(figure: Figure) -> float:
    """The size of a stand: stands are compared by area.

    A square is cut corner by corner, and a man's would come out a hair under one.
    """
    return round(pattern(cut(figure)).area, 6)


@clause("DE-STAND-03", "DE-STAND-06")
def reading(edge: Edge) -> StruckSide:
    """What a side is for its figure: shield, sword or rear.

    For a rider the left flank is the shield side, the right the sword side, the tail the rear;
    the head end counts as a shield side.
    """
    return _READ[edge.name] if edge.frontal else "rear"


@clause("DE-STAND-11", "DE-STAND-10")
def arc_of(angle: float, *, corner: bool) -> Arc:
    """The arc in which a direction lies, so many degrees off the facing: front, side or rear."""
    return arc(default(), angle=angle, shape="square" if corner else "rect")


def arc_towards(figure: Figure, p: Point) -> Arc:
    """The arc of a figure in which a point lies."""
    own = stand(figure)
    right, ahead = own.local(p)
    angle = round(abs(degrees(atan2(right, ahead))), 3)
    return arc_of(angle, corner=own.pattern.corner)
