"""Lines of sight and cover (DE-LOS-01, DE-HOST-41)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.chords import segment_hits_base
from banneret.tabletop.shapes.segments import distance, point_in_polygon
from banneret.tabletop.shapes.segments import segments_cross as cross

from ..basics.who import on_table
from .stands import area, stand
from .things import bars_sight, middle

if TYPE_CHECKING:
    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Figure
    from .things import Thing

_DEGREE: Final = {"none": 0, "soft": 1, "hard": 2}


@clause("DE-LOS-01")
def sees(battle: Battle, one: Figure, other: Figure) -> bool:
    """Whether one figure sees another: nothing that blocks lies between their middles.

    Stands as large as the target's block too, unless one of the two is mounted or taller.
    """
    p, q = (one.x, one.y), (other.x, other.y)
    if any(bars_sight(thing) and crosses(thing, p, q) for thing in battle.things):
        return False
    if one.steed is not None or other.steed is not None:
        return True
    return not any(_hides(third, one, other) for third in battle.figures)


def _hides(third: Figure, one: Figure, other: Figure) -> bool:
    if third.id in {one.id, other.id} or not on_table(third) or area(third) < area(other):
        return False
    if max(one.profile.height, other.profile.height) > _height(third):
        return False
    base = stand(third).base
    return base is not None and segment_hits_base((one.x, one.y), (other.x, other.y), base)


def _height(figure: Figure) -> int:
    return figure.profile.height + (3 if figure.steed is not None else 0)


def crosses(thing: Thing, p: Point, q: Point) -> bool:
    """Whether a line runs through a piece."""
    ring = thing.corners
    if point_in_polygon(q, ring) or point_in_polygon(p, ring):
        return True
    return any(cross(p, q, ring[i - 1], ring[i]) for i in range(len(ring)))


@clause("DE-HOST-41", "DE-OBS-02")
def cover(battle: Battle, shooter: Figure, target: Figure) -> str:
    """The best cover of a figure behind or in a piece, as seen by the shooter."""
    p, q = (shooter.x, shooter.y), (target.x, target.y)
    found = "none"
    for thing in battle.things:
        if _DEGREE[thing.cover] > _DEGREE[found] and _covers(thing, p, q):
            found = thing.cover
    return found


def _covers(thing: Thing, p: Point, q: Point) -> bool:
    """A piece covers whom it stands nearer to, not the man who shoots over it from behind."""
    if thing.door == "open" or not crosses(thing, p, q):
        return False
    spot = middle(thing)
    inside = point_in_polygon(q, thing.corners)
    return inside or distance(spot, q) <= distance(spot, p)
