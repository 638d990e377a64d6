"""Out of a burning house: who must leave it with his next move, and by which way (KK-ORDER-06)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.tabletop.shapes.segments import along, snap_point

from ...basics.state import STEADY, Declared
from ...ground import contact, fires
from ...movement import allowances, ways

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.tabletop.shapes.segments import Point

    from ...basics.state import Battle, Man
    from ...ground.lay import Wall

CLEAR = 0.2  # inches between the wall and him who has just come out


@clause("KK-ORDER-06")
def must_leave(battle: Battle, man: Man) -> bool:
    """Whether the house he is in burns, has a door, and no enemy holds him there."""
    if not battle.fires or man.stun or man.status != STEADY:
        return False
    fire = fires.fire_round(battle, man)
    return (
        fire is not None
        and bool(fires.doors_of(battle, fire.room))
        and not contact.touching(battle, man)
    )


@clause("KK-ORDER-06")
def way_refusal(battle: Battle, man: Man, declared: Declared) -> Refusal | None:
    """Out of a burning house, if any way leads out of it this turn."""
    if not must_leave(battle, man) or not ways_out(battle, man):
        return None
    fire = fires.fire_round(battle, man)
    end = declared.path[-1] if declared.path else (man.base.x, man.base.y)
    if fire is None or not fires.house(battle, fire.room).holds(end):
        return None
    return Refusal("the house burns: he must get out of it", "KK-ORDER-06")


@clause("KK-ORDER-06")
def ways_out(battle: Battle, man: Man) -> Sequence[Declared]:
    """Lawful ways through a door, the shortest first."""
    fire = fires.fire_round(battle, man)
    if fire is None or not allowances.moves(man):
        return []
    made = [
        Declared(run=pace.run, gait=pace.gait, path=_through(battle, man, fire.room, door))
        for door in fires.doors_of(battle, fire.room)
        for pace in ways.paces(battle, man)
    ]
    lawful = [one for one in made if ways.refusal(battle, man, one) is None]
    return sorted(lawful, key=lambda one: ways.length(ways.whole_way(man, one)))


def _through(battle: Battle, man: Man, room: str, door: Wall) -> tuple[Point, ...]:
    """To the middle of a door and just far enough beyond."""
    area, (x, y) = fires.house(battle, room), along(door.a, door.b, 0.5)
    far = ((door.b[0] - door.a[0]) ** 2 + (door.b[1] - door.a[1]) ** 2) ** 0.5
    nx, ny = -(door.b[1] - door.a[1]) / far, (door.b[0] - door.a[0]) / far
    off = man.base.radius + CLEAR * battle.options.scale
    if area.holds((x + nx * off, y + ny * off)):
        nx, ny = -nx, -ny
    return (snap_point((x, y)), snap_point((x + nx * off, y + ny * off)))
