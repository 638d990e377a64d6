"""Contact: conforming, whom it strikes where, and enemies who do not fight (MM-MOVE-41, 42)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.bodies.conforming import conformed
from banneret.tabletop.bodies.meeting import edge_met, in_contact
from banneret.tabletop.shapes.bases import heading
from banneret.tabletop.shapes.wheeling import zone_of

from ...basics.state import (
    BROKEN,
    COUNTER,
    EVADE,
    NOBODY,
    ON_TABLE,
    STAND,
    Fight,
    changed,
)
from ...basics.who import base_of, on_table, put
from ...command.states import unform
from ...ground.features import blocked_by_ground, is_on_table
from ...movement.riders import go_along
from ...screen.events import Met

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.bases import Rect, Side

    from ...basics.state import Battle, Unit

SLIDE = 1.5  # inches, one element (MM-MOVE-41)


@clause("MM-MOVE-42", "MM-MELEE-12")
def is_flank(fight: Fight) -> bool:
    """Whether a contact counts as flank or rear: it began in that zone and strikes that edge."""
    return fight.edge != "front" and fight.zone == fight.edge


@clause("MM-MOVE-41", "MM-MOVE-46")
def conform(battle: Battle, unit: Unit, enemy: Unit) -> Side:
    """Turn flush with the touched edge and slide along it; tell which edge it is."""
    own, other = base_of(battle, unit), base_of(battle, enemy)
    edge = edge_met(other, own)
    rest = [base_of(battle, u) for u in on_table(battle) if u.id not in (unit.id, enemy.id)]

    def allowed(rect: Rect) -> bool:
        return is_on_table(battle, rect) and not blocked_by_ground(battle, rect)

    place = conformed(own, other, rest, SLIDE, allowed=allowed, side=edge)
    if place is not None:
        ux, uy = heading(place.facing)
        put(battle, unit, place.x + ux * place.hd, place.y + uy * place.hd, place.facing)
        go_along(battle, unit)
    return edge


@clause("MM-INIT-09", "MM-CHARGE-22")
def reached_early(table: Table[Battle], enemy: Unit) -> None:
    """One touched in step 5 loses fire, counter-charge and evasion, and stands."""
    deeds = enemy.deeds
    deeds.contacted = True
    if deeds.response == EVADE:
        unform(table, enemy)
    if deeds.response in (EVADE, COUNTER):
        deeds.response = STAND
    if deeds.charge != NOBODY and not deeds.charged and not deeds.countered:
        deeds.charge = NOBODY


def join(table: Table[Battle], unit: Unit, enemy: Unit, struck: tuple[str, str], step: int) -> None:
    """Write a new contact down: the edge that is struck, and the zone the charge began in."""
    edge, zone = struck
    battle = table.state
    pair = {unit.id, enemy.id}
    if any({f.mover, f.other} == pair for f in battle.fights):
        return
    fight = Fight(unit.id, enemy.id, battle.turn, edge, zone)
    battle.fights = (*battle.fights, fight)
    kind = "front" if not is_flank(fight) else "rear" if edge == "rear" else "flank"
    unit.deeds.strikes = (*unit.deeds.strikes, (enemy.id, kind))
    unit.known = enemy.known = True
    changed(battle)
    table.tell(Met(unit.id, enemy.id, kind, step))


@clause("MM-CHARGE-35", "MM-MOVE-42")
def touch_more(table: Table[Battle], unit: Unit, step: int) -> None:
    """Whoever else is reached by conforming just stands, and is fought too."""
    battle = table.state
    own = base_of(battle, unit)
    for other in on_table(battle):
        if other.side == unit.side or other.morale == BROKEN or other.where != ON_TABLE:
            continue
        rect = base_of(battle, other)
        if in_contact(own, rect):
            zone = zone_of(rect, unit.deeds.start)
            if step == 5 and not other.deeds.contacted:
                reached_early(table, other)
            join(table, unit, other, (edge_met(rect, own), zone), step)
