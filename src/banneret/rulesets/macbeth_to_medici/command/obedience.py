"""What orders, tempers and doubts forbid a unit (MM-OFFICER-17 to 23, 40, 43, MM-SETUP-11, 23)."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Literal

from banneret.core.book.clauses import Refusal, clause

from ..basics.state import BROKEN
from ..basics.who import distance, enemies_of, is_engaged, officer_of, unbroken, ward_of
from ..ground.advantage import has_advantage

if TYPE_CHECKING:
    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Unit

_CONSTRAINED = ("hold", "support", "reserve", "withdraw")  # MM-SETUP-10
_NEAR = 12.0
_SLACK = 6.0


def nearest_enemy(battle: Battle, unit: Unit) -> Unit | None:
    """The nearest unbroken enemy on the table."""
    foes = unbroken(enemies_of(battle, unit))
    return min(foes, key=lambda one: (distance(battle, unit, one), one.number), default=None)


def nears(battle: Battle, unit: Unit, to: Point) -> float:
    """How much nearer to the nearest enemy a move brings a unit; negative if further off."""
    foe = nearest_enemy(battle, unit)
    if foe is None:
        return 0.0
    before = hypot(foe.x - unit.x, foe.y - unit.y)
    return before - hypot(foe.x - to[0], foe.y - to[1])


@clause("MM-OFFICER-18", "MM-OFFICER-22", "MM-OFFICER-34", "MM-OFFICER-43")
def driven(battle: Battle, unit: Unit) -> Literal["forward", "home", ""]:
    """Where rage or fear drives a unit that is not engaged, whoever plays it; "" for nowhere.

    Not once its officer has left it: who was betrayed, or flees, drives nobody.
    """
    officer = officer_of(battle, unit)
    if officer.fate != "alive" or is_engaged(battle, unit):
        return ""
    if officer.temper == "enraged" and not officer.betrayed:
        return "forward"
    return "home" if officer.temper == "shaken" and not officer.fleeing else ""


@clause("MM-OFFICER-18", "MM-OFFICER-22", "MM-OFFICER-23", "MM-OFFICER-43")
def why_not_idle(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a unit may not stay where it is, if it can move at all."""
    officer, way = officer_of(battle, unit), driven(battle, unit)
    if way == "forward":
        return Refusal(f"{officer.name} is Enraged: his men go forward", "MM-OFFICER-43")
    if way == "home":
        return Refusal(f"{officer.name} is Shaken: his men withdraw", "MM-OFFICER-43")
    return None


@clause("MM-OFFICER-18", "MM-OFFICER-22", "MM-OFFICER-43", "MM-OFFICER-40", "MM-SETUP-11")
def why_not_go(battle: Battle, unit: Unit, to: Point) -> Refusal | None:
    """Why a unit may not move its front there: its officer's temper or its orders."""
    officer, ward = officer_of(battle, unit), ward_of(battle, unit)
    gain = nears(battle, unit, to)
    if driven(battle, unit) == "forward" and gain < -0.01:
        return Refusal(f"{officer.name} is Enraged: nobody falls back", "MM-OFFICER-43")
    if officer.temper == "shaken" and gain > 0.01:
        return Refusal(f"{officer.name} is Shaken: his men withdraw", "MM-OFFICER-43")
    if battle.options.in_character and officer.fate == "alive":
        no = _out_of_character(battle, unit, gain)
        if no is not None:
            return no
    if battle.options.written_orders and ward.order in ("hold", "reserve", "support"):
        return _beyond_orders(battle, unit, to)
    return None


@clause("MM-SETUP-11", "MM-SETUP-26")
def _beyond_orders(battle: Battle, unit: Unit, to: Point) -> Refusal | None:
    """A battle on hold ends no unit more than six inches nearer the enemy than it was ordered."""
    foe = nearest_enemy(battle, unit)
    post = ward_of(battle, unit).posts.get(unit.id)
    if foe is None or post is None or distance(battle, unit, foe) <= _NEAR:
        return None
    before = hypot(foe.x - post[0], foe.y - post[1])
    if before - hypot(foe.x - to[0], foe.y - to[1]) > _SLACK + 0.01:
        return Refusal("its orders hold it within six inches of its post", "MM-SETUP-11")
    return None


@clause("MM-OFFICER-19", "MM-OFFICER-20", "MM-OFFICER-21", "MM-OFFICER-40")
def _out_of_character(battle: Battle, unit: Unit, gain: float) -> Refusal | None:
    """Rash and Bold officers press forward, Cautious ones wait for orders."""
    officer, order = officer_of(battle, unit), ward_of(battle, unit).order
    if officer.temper == "cautious" and gain > 0.01 and order not in ("attack", "advance"):
        return Refusal(f"{officer.name} is Cautious and has no orders to advance", "MM-OFFICER-40")
    if officer.temper in ("rash", "bold") and gain < -0.01 and presses(battle, unit):
        return Refusal(f"{officer.name} presses forward", "MM-OFFICER-40")
    return None


@clause("MM-OFFICER-19", "MM-OFFICER-20", "MM-OFFICER-23", "MM-SETUP-10")
def presses(battle: Battle, unit: Unit) -> bool:
    """Whether its officer's temper sends a unit forward: both, or either, would hold him."""
    officer, order = officer_of(battle, unit), ward_of(battle, unit).order
    foe = nearest_enemy(battle, unit)
    if foe is None or is_engaged(battle, unit):
        return False
    constrained = order in _CONSTRAINED
    ground = has_advantage(battle, unit, foe)
    if officer.temper == "enraged":
        return True
    if officer.temper == "rash":
        return not (constrained and ground)
    if officer.temper == "bold":
        return not (constrained or ground)
    return officer.temper == "cautious" and order in ("attack", "advance")


@clause("MM-SETUP-11", "MM-SETUP-23", "MM-OFFICER-43", "MM-OFFICER-40")
def why_not_charge(battle: Battle, unit: Unit, target: Unit) -> Refusal | None:
    """Why orders, doubt or temper forbid a charge."""
    officer, ward = officer_of(battle, unit), ward_of(battle, unit)
    del target
    if ward.doubtful and not is_roused(battle, ward.id):
        return Refusal("its loyalty is doubtful until the enemy is near", "MM-SETUP-23")
    if officer.temper == "shaken" and officer.fate == "alive":
        return Refusal(f"{officer.name} is Shaken: his men withdraw", "MM-OFFICER-43")
    if battle.options.written_orders and ward.order == "withdraw":
        return Refusal("its battle is ordered to withdraw", "MM-SETUP-11")
    waits = ward.order not in ("attack", "advance")
    if battle.options.in_character and officer.temper == "cautious" and waits:
        return Refusal(f"{officer.name} is Cautious and has no orders to advance", "MM-OFFICER-40")
    return None


@clause("MM-SETUP-23")
def is_roused(battle: Battle, ward: int) -> bool:
    """Whether an enemy is within twelve inches of one of a doubtful battle's units."""
    return any(
        distance(battle, unit, foe) <= _NEAR
        for unit in battle.units
        if unit.ward == ward and unit.where == "on_table"
        for foe in enemies_of(battle, unit)
        if foe.morale != BROKEN
    )
