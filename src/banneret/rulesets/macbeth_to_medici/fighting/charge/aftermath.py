"""After a break: who pursues, the rout, then the pursuit (MM-CHARGE-32, 36)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.bodies.sweeping import first_slid_into
from banneret.tabletop.shapes.bases import bearing, heading
from banneret.tabletop.shapes.wheeling import from_front

from ...basics.state import BROKEN, IMPETUOUS, ON_TABLE
from ...basics.who import base_of, by_rank, enemies_of, put, touching
from ...command.states import become, lose, lose_elements, part, test
from ...movement.passing import friends_on_way, pass_through
from ...movement.rates import charge_rate, charge_reach
from ...movement.riders import go_along, take_in
from ...movement.ways import clear_stop, room_ahead
from ...screen.events import Dispersed, RodeDown, move_of
from .aiming import has_room
from .contact import conform, join
from .dice import roll_ridden_down
from .fleeing import FLED_FIELD, clear_ahead, rout

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ...basics.state import Battle, Unit


@clause("MM-CHARGE-36", "MM-IMPACT-35", "MM-MELEE-29")
def break_in_fight(table: Table[Battle], unit: Unit) -> None:
    """A unit broke in step 10 or 11: pursuers say so, it runs, they follow."""
    battle = table.state
    if unit.where != ON_TABLE:
        part(battle, unit)
        return
    pursuers = [
        foe
        for foe in by_rank(battle, touching(battle, unit))
        if may_pursue(battle, foe, unit) and pursue_decision(table, foe, unit)
    ]
    rout(table, unit, pursued=bool(pursuers))
    part(battle, unit)
    for foe in pursuers:
        if foe.where == ON_TABLE and foe.morale != BROKEN:
            pursuit(table, foe, unit)


@clause("MM-CHARGE-36")
def may_pursue(battle: Battle, unit: Unit, prey: Unit) -> bool:
    """Whether nobody else holds it: not Broken, in contact with no other unbroken enemy."""
    if unit.morale == BROKEN:
        return False
    others = [e for e in touching(battle, unit) if e.id != prey.id and e.morale != BROKEN]
    return not others and unit.profile.type != "gunnes"


@clause("MM-CHARGE-32", "MM-UNIT-18")
def pursue_decision(table: Table[Battle], unit: Unit, prey: Unit) -> bool:
    """Impetuous units pursue; others test: pass lets the owner choose, up drags them along."""
    if unit.morale == IMPETUOUS:
        return True
    result, _ = test(table, unit, "pursue")
    if unit.where != ON_TABLE or unit.morale == BROKEN:
        return False
    if result == "up":
        return True
    if result == "down":
        return False
    answer = table.ask(
        Pick(
            unit.side,
            "pursue",
            f"{prey.profile.name} flee: do {unit.profile.name} pursue?",
            ("pursue", "stay"),
            label={"pursue": "Pursue", "stay": "Stay"}.__getitem__,
            about=(unit.id,),
        )
    )
    return bool(answer == "pursue")


@clause("MM-CHARGE-32", "MM-CHARGE-29")
def pursuit(table: Table[Battle], unit: Unit, prey: Unit, inches: float | None = None) -> None:
    """Follow at the charge rate without bonus; another enemy met is fought next turn."""
    battle = table.state
    unit.deeds.pursued = True
    rect = base_of(battle, unit)
    if prey.where == ON_TABLE:
        other = base_of(battle, prey)
        way = bearing((rect.x, rect.y), (other.x, other.y))
        if has_room(battle, unit, from_front((unit.x, unit.y), way, rect.width, rect.depth)):
            put(battle, unit, unit.x, unit.y, way)
            rect = base_of(battle, unit)
    way = unit.heading
    inches = charge_rate(battle, unit) if inches is None else inches
    foes = enemies_of(battle, unit)
    far, which = first_slid_into(rect, way, inches, [base_of(battle, foe) for foe in foes])
    far = min(far, room_ahead(battle, rect, way, inches))
    stop, passed = friends_on_way(battle, unit, rect, way, far, charging=True)
    for friend in passed:
        pass_through(table, unit, friend, "faster")
    stop = clear_stop(battle, unit, way, stop)
    ux, uy = heading(way)
    put(battle, unit, unit.x + ux * stop, unit.y + uy * stop, way)
    go_along(battle, unit)
    table.tell(move_of(unit, "pursue", stop))
    take_in(table, unit)
    if which is None or stop < far - 0.01 or unit.where != ON_TABLE or unit.morale == BROKEN:
        return
    met = foes[which]
    if met.morale == BROKEN:
        ride_down(table, unit, met)
        return
    unit.deeds.start = (rect.x, rect.y)
    edge = conform(battle, unit, met)
    join(table, unit, met, (edge, edge), 11)
    unit.pursuing = True
    _not_this_turn(battle, unit, met)


def _not_this_turn(battle: Battle, unit: Unit, met: Unit) -> None:
    """Contact made by pursuit is fought neither as impact nor as melee this turn."""
    for fight in battle.fights:
        if {fight.mover, fight.other} == {unit.id, met.id}:
            fight.impact = False
            fight.melee = "none"


# -- prey


@clause("MM-CHARGE-28", "MM-CHARGE-29", "MM-CHARGE-37", "MM-CHARGE-20")
def ride_down(table: Table[Battle], unit: Unit, prey: Unit) -> None:
    """A Broken unit is ridden down, once by each pursuer in a turn, and flees if it has not."""
    if unit.id in prey.deeds.ridden_by:
        return
    prey.deeds.ridden_by = (*prey.deeds.ridden_by, unit.id)
    lost = roll_ridden_down(table, prey, unit)
    table.tell(RodeDown(unit.id, prey.id, lost))
    lose_elements(table, prey, lost, "ridden down")
    unit.deeds.pressing = False
    if prey.where != ON_TABLE:
        disperse(table, unit)
    elif not prey.deeds.routed:
        rout(table, prey, pursued=True)
        if prey.where != ON_TABLE and prey.cause != FLED_FIELD:
            disperse(table, unit)
    else:
        clear_ahead(table, prey, unit)


@clause("MM-CHARGE-28", "MM-CHARGE-29")
def disperse(table: Table[Battle], unit: Unit) -> None:
    """An Impetuous pursuer whose prey disintegrates disperses with it."""
    if unit.morale == IMPETUOUS and unit.where == ON_TABLE:
        table.tell(Dispersed(unit.id))
        lose(table, unit, "dispersed in pursuit", "dispersed")


@clause("MM-CHARGE-37", "MM-MOVE-28", "MM-MOVE-29")
def catch_reforming(table: Table[Battle], unit: Unit, enemy: Unit) -> None:
    """A charge that touches a reforming unit breaks it; the charger tests whether it pursues."""
    battle = table.state
    become(table, enemy, BROKEN, "caught reforming")
    enemy.deeds.ridden_by = (*enemy.deeds.ridden_by, unit.id)
    if enemy.where != ON_TABLE:
        return
    goes = pursue_decision(table, unit, enemy)
    rout(table, enemy, pursued=goes)
    part(battle, enemy)
    if goes:
        left = charge_reach(battle, unit) - unit.deeds.used - unit.deeds.slowed
        pursuit(table, unit, enemy, max(0.0, left))
