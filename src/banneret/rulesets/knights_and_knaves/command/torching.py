"""A building set alight: a signal for who waits for fire, and no place to stay (KK-ORDER-06)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.segments import along

from ..basics.state import NOBODY, STEADY, Fire, changed
from ..basics.who import loose_horses, standing
from ..ground import fires, sight
from ..melee.harm.disabling import disable
from ..screen.deeds import Burned, HorseDown, SetAlight

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.tabletop.ground.pieces import Area
    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Man

OUTSIDE = 0.1  # inches from a wall, to look at it from without


@clause("KK-ORDER-06")
def torch(table: Table[Battle]) -> None:
    """After the moves: who did not leave a fire lit before is disabled; then new ones are lit."""
    _burn(table)
    battle = table.state
    for man in standing(battle):
        if sets_alight(battle, man) and man.declared is not None:
            room = man.declared.object
            battle.fires = (*battle.fires, Fire(room, man.id, battle.turn))
            changed(battle)
            table.tell(SetAlight(man.id, room))


@clause("KK-ORDER-06")
def sets_alight(battle: Battle, man: Man) -> bool:
    """Whether it is his action this turn, he still stands by it, and nobody else has done it."""
    return (
        man.chit == "signal"
        and man.declared is not None
        and man.declared.object in fires.within_reach(battle, man)
        and man.status == STEADY
        and not man.stun
    )


@clause("KK-ORDER-06")
def _burn(table: Table[Battle]) -> None:
    """Nobody is in a burning house after the move of the turn that follows; captors first."""
    battle = table.state
    for man in [one for one in standing(battle) if _stayed(battle, one)]:
        table.tell(Burned(man.id))
        disable(table, man)
    for horse in loose_horses(battle):
        at = (horse.base.x, horse.base.y)
        if any(fires.house(battle, one.room).holds(at) for one in _old(battle)):
            horse.stamina, horse.gone = 0, True
            changed(battle)
            table.tell(HorseDown(horse.id, NOBODY))


def _stayed(battle: Battle, man: Man) -> bool:
    fire = fires.fire_round(battle, man)
    return fire is not None and fire.turn < battle.turn


def _old(battle: Battle) -> list[Fire]:
    return [one for one in battle.fires if one.turn < battle.turn]


# -- who sees it


@clause("KK-ORDER-06", "KK-ORDER-19")
def sees_fire(battle: Battle, man: Man, fire: Fire) -> bool:
    """Whether he sees any of its corners or walls, as he would see a bonfire lit beside them."""
    if fires.fire_round(battle, man) == fire:
        return True
    return any(
        sight.sees_place(battle, man, x, y) for x, y in _edges(fires.house(battle, fire.room))
    )


def _edges(area: Area) -> list[Point]:
    """A building's corners and the middles of its walls, a little outside."""
    ring, count = area.ring, len(area.ring) - 1
    x = sum(p[0] for p in ring[:count]) / count
    y = sum(p[1] for p in ring[:count]) / count
    found = [*ring[:count], *[along(ring[i - 1], ring[i], 0.5) for i in range(1, len(ring))]]
    return [_away(point, (x, y)) for point in found]


def _away(point: Point, middle: Point) -> Point:
    dx, dy = point[0] - middle[0], point[1] - middle[1]
    far = max((dx * dx + dy * dy) ** 0.5, OUTSIDE)
    return point[0] + dx / far * OUTSIDE, point[1] + dy / far * OUTSIDE
