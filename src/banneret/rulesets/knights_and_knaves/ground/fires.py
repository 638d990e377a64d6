"""Buildings that burn: which can, who touches or is in one, by which doors he gets out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.segments import along, distance_point_segment

from ..basics.state import CONTACT_GAP, NOBODY
from .lay import area_gap, area_id, lay_of

if TYPE_CHECKING:
    from banneret.tabletop.ground.pieces import Area

    from ..basics.state import Battle, Fire, Man
    from .lay import Wall

IN_THE_WALL = 0.1  # inches from it a door is one of its own


@clause("KK-ORDER-06")
def can_burn(battle: Battle) -> list[Area]:
    """The buildings that could be set alight and do not burn yet."""
    nets = battle.ground.nets
    houses: list[Area] | None = nets.get("houses")
    if houses is None:
        stone = {
            area_id(one.kind, one.id, at)
            for at, one in enumerate(battle.scenario.area)
            if not one.burns
        }
        houses = nets["houses"] = [
            area for area in battle.ground.areas if area.kind == "building" and area.id not in stone
        ]
    alight = {fire.room for fire in battle.fires}
    return [area for area in houses if area.id not in alight] if alight else houses


@clause("KK-ORDER-06")
def may_burn(battle: Battle) -> bool:
    """Whether any building burns or could: an order may wait for it."""
    return bool(battle.fires or can_burn(battle))


@clause("KK-ORDER-06")
def within_reach(battle: Battle, man: Man) -> list[str]:
    """The buildings he touches, from without or within, that he could set alight."""
    reach = CONTACT_GAP * battle.options.scale
    return [area.id for area in can_burn(battle) if area_gap(area, man.base) <= reach]


def house(battle: Battle, room: str) -> Area:
    """A building by its id."""
    return next(area for area in battle.ground.areas if area.id == room)


def fire_round(battle: Battle, man: Man) -> Fire | None:
    """The fire he is in the midst of."""
    at = (man.base.x, man.base.y)
    return next((one for one in battle.fires if house(battle, one.room).holds(at)), None)


@clause("KK-ORDER-06")
def doors_of(battle: Battle, room: str) -> list[Wall]:
    """The doors in a building's walls that are not locked."""
    ring = house(battle, room).ring
    return [
        door
        for door in lay_of(battle).doors
        if any(
            distance_point_segment(along(door.a, door.b, 0.5), ring[i - 1], ring[i]) <= IN_THE_WALL
            for i in range(1, len(ring))
        )
    ]


@clause("KK-ORDER-06")
def leads_into_fire(battle: Battle, door: Wall) -> bool:
    """Whether a door is one of a burning house."""
    return any(one.id == door.id for fire in battle.fires for one in doors_of(battle, fire.room))


@clause("KK-ORDER-06", "KK-MOVE-23")
def doors_past_fire(battle: Battle, man: Man, doors: frozenset[str]) -> frozenset[str]:
    """The doors he may go through: nobody goes into a fire, and who is in one does not stop."""
    fire = fire_round(battle, man)
    shut = {
        door.id
        for one in battle.fires
        if fire is None or one.room != fire.room
        for door in doors_of(battle, one.room)
    }
    out: set[str] = set()
    if fire is not None:
        gates = lay_of(battle).gates
        own = doors_of(battle, fire.room)
        out = {one.id for one in own if man.horse == NOBODY or one.id in gates}
    return (doors - shut) | (out - shut)
