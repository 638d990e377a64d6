"""The move of a charge: straight along its aim to the first touch (MM-CHARGE-16, 17, 24)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.bodies.meeting import in_contact
from banneret.tabletop.bodies.sweeping import first_slid_into
from banneret.tabletop.shapes.bases import Rect, bearing, heading
from banneret.tabletop.shapes.measuring import gap, overlaps
from banneret.tabletop.shapes.wheeling import from_front, moved

from ...basics.state import BROKEN, COUNTER, IMPETUOUS, NOBODY, ON_TABLE
from ...basics.tables import AIM, AIM_MOST
from ...basics.who import base_of, distance, enemies_of, is_mounted, is_skirmisher, put
from ...command.states import add_hits, unform
from ...ground.features import is_exempt
from ...movement.dice import roll_deduction
from ...movement.drilling import crossed
from ...movement.passing import friends_on_way, pass_through
from ...movement.rates import charge_bonus, charge_rate
from ...movement.riders import go_along, take_in
from ...movement.ways import clear_stop, features_on_slide, is_free, room_ahead, why_not_slide
from ...screen.events import ChargeEnded, move_of
from .aiming import aim_at, has_room
from .declaring import can_face
from .fleeing import evade, evade_inches
from .grips import come_to_grips

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ...basics.state import Battle, Unit

_EPS = 0.005


@clause("MM-MOVE-07", "MM-INIT-06", "MM-SKIRM-20", "MM-CHARGE-23")
def charge_left(battle: Battle, unit: Unit, step: int, part: float) -> float:
    """Inches a charger has now: its part without bonus in step 5, all the rest in step 9."""
    rate = charge_rate(battle, unit) - unit.deeds.used
    if step == 5:
        return max(0.0, min(rate, part - unit.deeds.moved_first))
    return max(0.0, rate + charge_bonus(unit) - unit.deeds.slowed)


@clause("MM-CHARGE-16", "MM-CHARGE-11", "MM-MOVE-27")
def turn_to_target(table: Table[Battle], unit: Unit, target: Unit) -> bool:
    """Turn on the front centre to the aimed line; later turns are within the aim. False: a miss."""
    battle = table.state
    deeds = unit.deeds
    first = not (deeds.charged or deeds.countered)
    free_turn = deeds.response == COUNTER and can_face(unit)
    most = 180.0 if free_turn else float(AIM_MOST if first else AIM[unit.order])
    aim = aim_at(battle, unit, target, most)
    if aim is None:
        return False
    if aim.mixes and first and not free_turn:
        deeds.used = round(deeds.used + aim.price, 3)
        unform(table, unit)
    if aim.turn:
        put(battle, unit, unit.x, unit.y, unit.heading + aim.turn)
        go_along(battle, unit)
    return True


@clause("MM-CHARGE-16", "MM-CHARGE-24", "MM-MOVE-14", "MM-INIT-13", "MM-CHARGE-20")
def rush(table: Table[Battle], unit: Unit, inches: float, step: int) -> None:
    """Charge so far at the target, to the first touch of any enemy."""
    battle = table.state
    deeds = unit.deeds
    target = battle.units[deeds.charge]
    if inches <= _EPS:
        return
    if target.where != ON_TABLE:
        _without_target(table, unit, inches, step)
        return
    countering = deeds.response == COUNTER
    if not turn_to_target(table, unit, target) and not deeds.charged:
        deeds.stopped = True
        table.tell(ChargeEnded(unit.id, "cannot reach its target"))
        return
    inches = max(0.0, min(inches, charge_left(battle, unit, step, 1e9)))
    if countering:
        deeds.countered = True
    else:
        deeds.charged = True
    deeds.rate = "charge"
    _run(table, unit, inches, step)


def _run(table: Table[Battle], unit: Unit, inches: float, step: int) -> None:
    """Go straight ahead: screens give way, friends are passed, the first enemy is met."""
    battle = table.state
    give_way(table, unit, inches)
    rect = base_of(battle, unit)
    way = unit.heading
    foes = [foe for foe in enemies_of(battle, unit) if not _is_screen(battle, unit, foe)]
    far, which = first_slid_into(rect, way, inches, [base_of(battle, foe) for foe in foes])
    far = min(far, room_ahead(battle, rect, way, inches))
    stop, passed = friends_on_way(battle, unit, rect, way, far, charging=True)
    met = foes[which] if which is not None and stop >= far - _EPS else None
    if met is not None and gap(_at(battle, unit, stop), base_of(battle, met)) > 0.02:
        met = None
    for friend in passed:
        pass_through(table, unit, friend, "faster")
    _scatter(table, unit, stop)
    stop = clear_stop(battle, unit, way, stop)
    if met is not None and gap(_at(battle, unit, stop), base_of(battle, met)) > 0.02:
        met = None
    _over_ground(table, unit, stop)
    ux, uy = heading(way)
    put(battle, unit, unit.x + ux * stop, unit.y + uy * stop, way)
    go_along(battle, unit)
    _spend(unit, stop, step)
    table.tell(move_of(unit, "charge", stop))
    met = met or _brushed(battle, unit, foes)
    take_in(table, unit)
    if unit.where != ON_TABLE or unit.morale == BROKEN:
        return
    if met is not None:
        come_to_grips(table, unit, met, step)


def _brushed(battle: Battle, unit: Unit, foes: Sequence[Unit]) -> Unit | None:
    """Whom a charge touches that ended a hair before it would have been stopped."""
    own = base_of(battle, unit)
    return next((foe for foe in foes if in_contact(own, base_of(battle, foe))), None)


def _at(battle: Battle, unit: Unit, inches: float) -> Rect:
    ux, uy = heading(unit.heading)
    return moved(base_of(battle, unit), ux * inches, uy * inches)


def _spend(unit: Unit, inches: float, step: int) -> None:
    deeds = unit.deeds
    deeds.used = round(deeds.used + inches, 3)
    if step == 5:
        deeds.moved_first = round(deeds.moved_first + inches, 3)
        deeds.nearer = tuple(dict.fromkeys((*deeds.nearer, deeds.charge)))
    else:
        deeds.moved_later = round(deeds.moved_later + inches, 3)


@clause("MM-MOVE-14", "MM-MOVE-15", "MM-IMPACT-17", "MM-MOVE-50", "MM-SETUP-18", "MM-SETUP-24")
def _over_ground(table: Table[Battle], unit: Unit, inches: float) -> None:
    """Terrain does not slow a charge; its classes count in combat and fatigue. Stakes prick."""
    battle = table.state
    if is_exempt(unit):
        return
    for met in features_on_slide(battle, base_of(battle, unit), unit.heading, inches):
        if met.inches >= inches - _EPS or not crossed(unit, met.feature):
            continue
        unit.deeds.hindered += met.feature.cls
        if battle.options.rolled_charge_terrain:
            rolled = roll_deduction(table, unit.side, met.feature.cls, mounted=False)
            unit.deeds.dice_hindered += rolled
        if met.feature.kind == "stakes" and is_mounted(unit):
            add_hits(table, unit, 1, "stakes")


def _is_screen(battle: Battle, unit: Unit, foe: Unit) -> bool:
    """Whether an enemy does not impede: Open order Skirmishers that are not its target."""
    del battle
    return is_skirmisher(foe) and foe.id != unit.deeds.charge


@clause("MM-SKIRM-21", "MM-SKIRM-22", "MM-MOVE-37")
def give_way(table: Table[Battle], unit: Unit, inches: float) -> None:
    """Open order Skirmishers in the path take a free evade; caught, they are hit and passed."""
    battle = table.state
    for foe in list(enemies_of(battle, unit)):
        if not _is_screen(battle, unit, foe) or foe.morale == BROKEN:
            continue
        rect = base_of(battle, unit)
        far, which = first_slid_into(rect, unit.heading, inches, [base_of(battle, foe)])
        if which is None or far >= inches:
            continue
        if not foe.deeds.evaded and foe.deeds.response in ("", "stand"):
            evade(table, foe, unit, evade_inches(foe, 9, None))
            foe.deeds.evaded = True
        way = base_of(battle, foe)
        if overlaps(way, _swept(battle, unit, inches)):
            add_hits(table, foe, 1, "ridden over")
            unform(table, foe)


@clause("MM-SKIRM-22")
def _scatter(table: Table[Battle], unit: Unit, inches: float) -> None:
    """Skirmishers who stand where a charge ends are brushed aside."""
    battle = table.state
    there = _at(battle, unit, inches)
    ux, uy = heading(unit.heading)
    for foe in enemies_of(battle, unit):
        if not _is_screen(battle, unit, foe) or not overlaps(base_of(battle, foe), there):
            continue
        for step in range(1, 40):
            aside = step * 0.5 * (1 if step % 2 else -1)
            spot = moved(base_of(battle, foe), uy * aside, -ux * aside)
            if not overlaps(spot, there) and is_free(battle, foe, spot, (unit.id,)):
                put(battle, foe, foe.x + uy * aside, foe.y - ux * aside, foe.heading)
                go_along(battle, foe)
                break


def _swept(battle: Battle, unit: Unit, inches: float) -> Rect:
    rect = base_of(battle, unit)
    ux, uy = heading(unit.heading)
    x, y = rect.x + ux * inches / 2, rect.y + uy * inches / 2
    return Rect(x, y, unit.heading, rect.width, rect.depth + inches)


@clause("MM-CHARGE-16")
def _without_target(table: Table[Battle], unit: Unit, inches: float, step: int) -> None:
    """Where the target is gone the owner may stop it, or let it run on."""
    deeds = unit.deeds
    rest = min(inches, max(0.0, deeds.gap - deeds.used)) or inches
    stop = "on"
    if unit.morale != IMPETUOUS:
        stop = table.ask(
            Pick(
                unit.side,
                "no_target",
                f"The target of {unit.profile.name} is gone",
                ("stop", "on"),
                label={"stop": "Stop here", "on": "Charge on"}.__getitem__,
                about=(unit.id,),
                usual="stop",
            )
        )
    if stop == "stop" or rest <= _EPS:
        deeds.stopped = True
        table.tell(ChargeEnded(unit.id, "its target is gone"))
        return
    deeds.charged = True
    deeds.rate = "charge"
    _run(table, unit, rest, step)


@clause("MM-CHARGE-17")
def meet_halfway(table: Table[Battle], one: Unit, other: Unit) -> None:
    """Charge and counter-charge close the gap between them in proportion to what each has left."""
    battle = table.state
    mine, theirs = charge_left(battle, one, 9, 0.0), charge_left(battle, other, 9, 0.0)
    between = distance(battle, one, other)
    total = mine + theirs
    if total <= _EPS:
        return
    share = min(theirs, between * theirs / total)
    if share > _EPS:
        rush(table, other, share, 9)
    if one.where == other.where == ON_TABLE and not _fights(battle, one, other):
        rush(table, one, charge_left(battle, one, 9, 0.0), 9)


def _fights(battle: Battle, one: Unit, other: Unit) -> bool:
    pair = {one.id, other.id}
    return any({f.mover, f.other} == pair for f in battle.fights)


@clause("MM-CHARGE-27", "MM-INIT-11")
def double_at(table: Table[Battle], unit: Unit, foe: Unit) -> None:
    """An Impetuous unit with nobody in reach moves straight at the nearest one at the double."""
    battle = table.state
    rect = base_of(battle, foe)
    to = bearing((unit.x, unit.y), (rect.x, rect.y))
    own = base_of(battle, unit)
    if not has_room(battle, unit, from_front((unit.x, unit.y), to, own.width, own.depth)):
        to = unit.heading  # no room to turn: straight ahead
    put(battle, unit, unit.x, unit.y, to)
    turned = base_of(battle, unit)
    left = max(0.0, charge_rate(battle, unit) - unit.deeds.used - unit.deeds.slowed)
    _, far = why_not_slide(battle, unit, turned, to, left)
    stop, passed = friends_on_way(battle, unit, turned, to, far)
    for friend in passed:
        pass_through(table, unit, friend, "faster")
    ux, uy = heading(to)
    stop = clear_stop(battle, unit, to, stop)
    put(battle, unit, unit.x + ux * stop, unit.y + uy * stop, to)
    go_along(battle, unit)
    unit.deeds.doubled = True
    unit.deeds.rate = "double"
    _spend(unit, stop, 9)
    table.tell(move_of(unit, "double", stop))


def still_charging(unit: Unit) -> bool:
    """Whether a declared charge or counter-charge has neither ended nor touched."""
    return unit.deeds.charge != NOBODY and not unit.deeds.stopped
