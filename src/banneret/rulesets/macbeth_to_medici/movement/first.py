"""Step 5: initiative movement, before the others react (MM-INIT-05 to 13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.bodies.sweeping import slide_clear, slide_until
from banneret.tabletop.shapes.bases import heading

from ..basics.state import BROKEN, EVADE, ON_TABLE, SIDES
from ..basics.tables import KEEP_OFF
from ..basics.who import base_of, distance, is_engaged, on_table, put, touching
from ..command.states import part
from ..fighting.charge.declaring import chargers_of
from ..fighting.charge.fleeing import evade, evade_inches
from ..fighting.charge.rushing import charge_left, rush, still_charging
from ..screen.events import BrokeOff
from ..setup.hiding import look_out
from .choosing import (
    ask_movers,
    brigade_of,
    in_order,
    initiative_part,
    may_break_off,
    moves_first,
)
from .drilling import carry_out, question
from .passing import friends_on_way, pass_through
from .reforming import tick
from .riders import go_along
from .ways import enemy_rects, room_ahead

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Unit


@clause("MM-TURN-07", "MM-INIT-12", "MM-TURN-08")
def initiative_moves(table: Table[Battle]) -> None:
    """Reform ticks, then units with an initiative part in descending rating, one at a time."""
    battle = table.state
    if battle.stage == "":
        tick(table)
        battle.stage = "choose"
    elif battle.stage == "choose":
        _choose(table)
    elif battle.queue:
        unit = battle.units[battle.queue[0]]
        battle.queue = battle.queue[1:]
        if unit.where == ON_TABLE and moves_first(battle, unit):
            _move(table, unit)
            look_out(table)
    else:
        battle.stage = ""
        battle.phase = "artillery"


def _choose(table: Table[Battle]) -> None:
    battle = table.state
    able = [one for one in on_table(battle) if moves_first(battle, one)]
    leads = [one for one in able if brigade_of(battle, one)[0].id == one.id]
    first = battle.first or SIDES[0]
    for side in sorted(SIDES, key=lambda one: one != first):
        mine = [one for one in leads if one.side == side]
        ask_movers(table, side, mine, "Who moves by initiative, before the enemy reacts?")
    chosen = [one for one in leads if one.deeds.chosen]
    battle.queue = tuple([one.id for one in in_order(battle, chosen)])
    for one in chosen:
        one.deeds.chosen = 0
    battle.stage = "moving"


def _move(table: Table[Battle], unit: Unit) -> None:
    """What a unit does with its initiative part."""
    battle = table.state
    part_inches = initiative_part(battle, unit)
    if is_engaged(battle, unit):
        break_off(table, unit)
    elif still_charging(unit):
        rush(table, unit, charge_left(battle, unit, 5, part_inches), 5)
    elif unit.deeds.response == EVADE:
        _slip_away(table, unit, part_inches)
    else:
        units = brigade_of(battle, unit)
        inches = min(initiative_part(battle, one) for one in units)
        drill = question(battle, units, 5, inches)
        carry_out(table, units, table.ask(drill), 5, inches)


@clause("MM-CHARGE-18", "MM-INIT-06")
def _slip_away(table: Table[Battle], unit: Unit, inches: float) -> None:
    """An evader with the initiative makes part of its evade now."""
    battle = table.state
    foes = [battle.units[one] for one in chargers_of(battle, unit)]
    if not foes:
        return
    foe = min(foes, key=lambda one: (distance(battle, unit, one), one.number))
    went = evade(table, unit, foe, evade_inches(unit, 5, inches))
    unit.deeds.used = round(unit.deeds.used + went, 3)
    unit.deeds.moved_first = round(unit.deeds.moved_first + went, 3)
    unit.deeds.further = tuple([one.id for one in foes])


@clause("MM-INIT-10")
def break_off(table: Table[Battle], unit: Unit) -> None:
    """Go straight back facing the enemy, at least an inch clear; no test."""
    battle = table.state
    foes = touching(battle, unit)
    inches = may_break_off(battle, unit)
    rect = base_of(battle, unit)
    way = (unit.heading + 180.0) % 360.0
    free = room_ahead(battle, rect, way, inches)
    others = enemy_rects(battle, unit, [one.id for one in foes])
    free = min(free, slide_clear(rect, way, free, others, KEEP_OFF))
    free = slide_until(rect, way, free, [base_of(battle, one) for one in foes])
    stop, passed = friends_on_way(battle, unit, rect, way, free)
    if stop < KEEP_OFF - 0.001:
        return
    stop = _how_far(table, unit, stop)
    stop, passed = friends_on_way(battle, unit, rect, way, stop)
    for friend in passed:
        pass_through(table, unit, friend, "normal")
    ux, uy = heading(way)
    part(battle, unit)
    put(battle, unit, unit.x + ux * stop, unit.y + uy * stop, unit.heading)
    go_along(battle, unit)
    deeds = unit.deeds
    deeds.broke_off = True
    deeds.shook_off = tuple([one.id for one in foes if one.morale != BROKEN])
    deeds.rate = deeds.rate or "normal"
    deeds.used = round(deeds.used + stop, 3)
    deeds.moved_first = round(deeds.moved_first + stop, 3)
    deeds.further = deeds.shook_off
    table.tell(BrokeOff(unit.id, round(stop, 3)))


def _how_far(table: Table[Battle], unit: Unit, most: float) -> float:
    """Ask how far a unit breaks off: an inch at least, what it may at most."""
    steps = {f"{inches}": float(inches) for inches in range(1, int(most) + 1)}
    steps[f"{most:g}"] = most
    answer = table.ask(
        Pick(
            unit.side,
            "break_off",
            f"How far do {unit.profile.name} break off?",
            tuple(steps),
            label=lambda key: f"{key} inches",
            about=(unit.id,),
            usual=f"{most:g}",
        )
    )
    return steps[answer]
