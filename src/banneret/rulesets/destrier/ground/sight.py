"""Lines of sight and cover (DE-LOS-01, DE-HOST-41)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.chords import segment_hits_base
from banneret.tabletop.shapes.segments import distance, point_in_polygon
from banneret.tabletop.shapes.segments import segments_cross as cross

from ..basics.who import on_table
from .stands import area, stand, stand_at
from .things import bars_sight, middle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.tabletop.shapes.segments import Point
    from banneret.tabletop.shapes.stands import Stand

    from ..basics.state import Battle, Figure
    from .things import Thing

SADDLE: Final = 3  # feet by which a rider is taller
HORSE: Final = 6
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
    tall, surface = max(one.profile.height, other.profile.height), area(other)
    return not any(
        height >= tall and round(own.pattern.area, 6) >= surface and _hides(own, p, q)
        for own, height in _others(battle, one, other)
    )


@clause("DE-HOST-65")
def _others(battle: Battle, one: Figure, other: Figure) -> Iterator[tuple[Stand, int]]:
    """The stands of everybody else, and of steeds that nobody rides, and how tall they are."""
    for third in battle.figures:
        if third.id not in {one.id, other.id} and on_table(third):
            yield stand(third), third.profile.height + (SADDLE if third.steed is not None else 0)
    for loose in battle.loose:
        if loose.steed.posture == "standing":
            yield stand_at("horse", loose.x, loose.y, loose.facing), HORSE


def _hides(own: Stand, p: Point, q: Point) -> bool:
    return own.base is not None and segment_hits_base(p, q, own.base)


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
