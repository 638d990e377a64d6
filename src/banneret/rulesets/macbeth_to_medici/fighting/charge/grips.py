"""Coming to grips: what a charger does to the enemy it touches (MM-MOVE-41, MM-CHARGE-35)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.wheeling import zone_of

from ...basics.state import BROKEN, EVADE
from ...basics.who import base_of, is_gunne
from ...command.states import unform
from ...movement.riders import take_in
from .aftermath import catch_reforming, ride_down
from .contact import conform, join, reached_early, touch_more
from .fleeing import abandon

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.bases import Side

    from ...basics.state import Battle, Unit


@clause("MM-CHARGE-22", "MM-CHARGE-35", "MM-INIT-09", "MM-INIT-13", "MM-MELEE-31", "MM-MOVE-28")
def come_to_grips(table: Table[Battle], unit: Unit, enemy: Unit, step: int) -> None:
    """A charger touches an enemy: it rides him down, breaks him, or they will fight."""
    battle = table.state
    unit.riding = False
    if enemy.morale == BROKEN:
        ride_down(table, unit, enemy)
        return
    if enemy.reforming > 0:
        catch_reforming(table, unit, enemy)
        return
    if is_gunne(enemy) and enemy.deeds.response == EVADE:
        abandon(table, enemy)
        return
    caught = enemy.deeds.evaded or (enemy.feigning and enemy.deeds.response == "feign")
    if caught and step == 9:
        enemy.deeds.caught = True
        unform(table, enemy)
    elif step == 5:
        reached_early(table, enemy)
    enemy.riding = False  # Dismounted troops dismount on contact (MM-MOVE-08)
    edge: Side = conform(battle, unit, enemy)
    if caught and step == 9:
        edge = "rear"
    zone = "rear" if caught and step == 9 else zone_of(base_of(battle, enemy), unit.deeds.start)
    join(table, unit, enemy, (edge, str(zone)), step)
    touch_more(table, unit, step)
    take_in(table, unit)
