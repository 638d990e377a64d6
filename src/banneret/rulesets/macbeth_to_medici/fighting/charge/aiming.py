"""Who may charge whom, and how a charge is aimed (MM-CHARGE-11, MM-UNIT-29)."""

from __future__ import annotations

from math import radians
from typing import TYPE_CHECKING, NamedTuple

from banneret.core.book.clauses import Refusal, clause
from banneret.tabletop.bodies.sweeping import distance_ahead
from banneret.tabletop.shapes.bases import angle_off, bearing
from banneret.tabletop.shapes.measuring import nearest_points, overlaps
from banneret.tabletop.shapes.wheeling import from_front

from ...basics.state import BROKEN, HIDDEN, IMPETUOUS, ON_TABLE, SIDES
from ...basics.tables import AIM, AIM_MOST
from ...basics.who import (
    base_of,
    distance,
    enemies_of,
    footprints,
    is_engaged,
    is_gunne,
    is_mounted,
    leader_of,
)
from ...command.obedience import why_not_charge as why_orders_forbid
from ...command.states import behaviour
from ...ground.features import is_on_table
from ...ground.sight import may_see
from ...movement.rates import charge_reach

if TYPE_CHECKING:
    from banneret.tabletop.shapes.bases import Rect

    from ...basics.state import Battle, Unit

_EPS = 0.005


class Aim(NamedTuple):
    """How a charge starts: the turn on the front centre, its price, and the way to the touch."""

    turn: float
    price: float
    inches: float
    mixes: bool


@clause("MM-CHARGE-11", "MM-MOVE-27")
def aim_at(battle: Battle, unit: Unit, target: Unit, most: float | None = None) -> Aim | None:
    """Turn on the front centre to strike a target: free within its aim, at a price up to 90.

    None: it would miss it whichever way it turned.
    """
    free = float(AIM[unit.order])
    limit = float(AIM_MOST) if most is None else most
    own, other = base_of(battle, unit), base_of(battle, target)
    front = (unit.x, unit.y)
    near = nearest_points(own, other)[1]
    wishes = [
        _signed(unit.heading, bearing(front, (other.x, other.y))),
        _signed(unit.heading, bearing(front, near)),
        0.0,
    ]
    inside = [w for w in wishes if abs(w) <= free + 1e-6]
    tries = [*inside, *[_clamp(w, free) for w in wishes], wishes[0] / 2, wishes[1] / 2]
    if limit > free:
        tries += [_clamp(w, limit) for w in wishes]
    for turn in dict.fromkeys(tries):
        if abs(turn) > limit + 1e-6:
            continue
        rect = from_front(front, unit.heading + turn, own.width, own.depth)
        far = distance_ahead(rect, other, unit.heading + turn)
        if far is not None and (not turn or has_room(battle, unit, rect)):
            mixes = abs(turn) > free + 0.005
            price = radians(abs(turn)) * own.width * 0.5 if mixes else 0.0
            return Aim(round(turn, 2), round(price, 3), far, mixes)
    return None


def has_room(battle: Battle, unit: Unit, rect: Rect) -> bool:
    """Whether a unit that turns on the spot turns over nobody and stays on the table."""
    return is_on_table(battle, rect) and not any(
        overlaps(rect, other) and one.id != unit.id
        for side in SIDES
        for one, other in footprints(battle, side)
    )


def _signed(facing: float, to: float) -> float:
    return (to - facing + 180.0) % 360.0 - 180.0


def _clamp(turn: float, most: float) -> float:
    return max(-most, min(most, turn))


@clause("MM-CHARGE-11", "MM-UNIT-29", "MM-CHARGE-02", "MM-MOVE-10", "MM-CHARGE-21")
def why_not_charge(battle: Battle, unit: Unit, target: Unit) -> Refusal | None:
    """Why a unit may not declare a charge on a target of its owner's choice."""
    no = why_never(battle, unit)
    if no is not None:
        return no
    return _why_not_at(battle, unit, target) or why_orders_forbid(battle, unit, target)


@clause("MM-CHARGE-11", "MM-UNIT-29", "MM-UNIT-32", "MM-MOVE-10")
def why_never(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a unit may declare no charge at all."""
    if unit.where not in (ON_TABLE, HIDDEN):
        return Refusal("it is not on the table", "MM-CHARGE-11")
    if is_gunne(unit):
        return Refusal("guns never charge", "MM-MOVE-10")
    if unit.morale == BROKEN:
        return Refusal("it is Broken", "MM-CHARGE-11")
    if unit.reforming:
        return Refusal("it is reforming", "MM-CHARGE-11")
    if unit.where == ON_TABLE and is_engaged(battle, unit):
        return Refusal("it is engaged", "MM-CHARGE-11")
    if unit.morale != IMPETUOUS and behaviour(unit, "charge") == "no":
        return Refusal("its type charges only when Impetuous", "MM-UNIT-29")
    if unit.arrived == battle.turn > 0:
        return Refusal("it has just come on", "MM-SETUP-22")
    return None


def _why_not_at(battle: Battle, unit: Unit, target: Unit) -> Refusal | None:
    name = target.profile.name
    if target.where != ON_TABLE or target.side == unit.side:
        return Refusal(f"{name} are no enemy on the table", "MM-CHARGE-11")
    if distance(battle, unit, target) > charge_reach(battle, unit) + _EPS:
        return Refusal(f"{name} are out of reach", "MM-CHARGE-11")
    front, other = (unit.x, unit.y), base_of(battle, target)
    if angle_off(unit.heading, bearing(front, (other.x, other.y))) > 150.0:
        return Refusal(f"{name} are behind it", "MM-CHARGE-11")
    if not may_see(battle, unit, target):
        return Refusal(f"{name} are out of sight", "MM-CHARGE-11")
    aim = aim_at(battle, unit, target)
    if aim is None:
        return Refusal(f"{name} are beyond its aim", "MM-CHARGE-11")
    return None


@clause("MM-CHARGE-26", "MM-CONTROL-11")
def may_rush(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether an Impetuous unit attempts an enemy: foot leave mounted alone unless led by rage."""
    if is_mounted(unit) or not is_mounted(target):
        return True
    leader = leader_of(battle, unit)
    return leader is not None and leader.temper == "enraged"


@clause("MM-CHARGE-26", "MM-CHARGE-27")
def rush_target(battle: Battle, unit: Unit, reach: float) -> Unit | None:
    """The nearest enemy an Impetuous unit may charge within its reach."""
    found = [
        foe
        for foe in enemies_of(battle, unit)
        if may_rush(battle, unit, foe)
        and distance(battle, unit, foe) <= reach + _EPS
        and (aim := aim_at(battle, unit, foe)) is not None
        and not _meets_horse(battle, unit, aim)
    ]
    return min(found, key=lambda foe: (distance(battle, unit, foe), foe.number), default=None)


def _meets_horse(battle: Battle, unit: Unit, aim: Aim) -> bool:
    """Whether the way of a charge leads first into an enemy it leaves alone."""
    barred = [foe for foe in enemies_of(battle, unit) if not may_rush(battle, unit, foe)]
    if not barred:
        return False
    own, way = base_of(battle, unit), unit.heading + aim.turn
    rect = from_front((unit.x, unit.y), way, own.width, own.depth)
    found = [distance_ahead(rect, base_of(battle, foe), way) for foe in barred]
    return any(far is not None and far <= aim.inches for far in found)


def charge_targets(battle: Battle, unit: Unit) -> list[Unit]:
    """The enemies a unit may declare a charge on, the nearest first."""
    if why_never(battle, unit) is not None:
        return []
    found = [
        foe
        for foe in enemies_of(battle, unit)
        if distance(battle, unit, foe) <= charge_reach(battle, unit) + _EPS
        and why_not_charge(battle, unit, foe) is None
    ]
    return sorted(found, key=lambda foe: (distance(battle, unit, foe), foe.number))
