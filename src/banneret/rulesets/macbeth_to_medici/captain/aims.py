"""What the scenario asks for besides beating the enemy: ground to stand on when it is counted."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from ..basics.state import BROKEN, SIDES
from ..basics.tables import RATES
from ..basics.who import base_of, enemies_of, rides
from ..ground.features import named

if TYPE_CHECKING:
    from ..basics.state import Battle, Unit
    from ..setup.entries import Condition

SPARE = 2  # turns in hand
CLEAR = 8.0  # inches of the nearest enemy within which the fight comes first


class Aim(NamedTuple):
    """A place to be, and how near is near enough."""

    x: float
    y: float
    within: float


def aim_of(battle: Battle, unit: Unit) -> Aim | None:
    """Where a unit should go now for the scenario's sake; None: nowhere, or there is time yet."""
    foes = [foe for foe in enemies_of(battle, unit) if foe.morale != BROKEN]
    if any(hypot(foe.x - unit.x, foe.y - unit.y) < CLEAR for foe in foes):
        return None
    for win in battle.scenario.win:
        for one in (*win.all, *win.any):
            found = _place(battle, unit, one)
            if found is not None and (win.at == "any" or _is_time(battle, unit, found)):
                return found
    return None


def _is_time(battle: Battle, unit: Unit, aim: Aim) -> bool:
    """Whether a unit must set out now to be there at the limit."""
    rate = RATES["normal"].mounted if rides(unit) else RATES["normal"].foot
    far = max(0.0, hypot(aim.x - unit.x, aim.y - unit.y) - aim.within)
    return battle.scenario.turn_limit - battle.turn <= far / rate + SPARE


def _place(battle: Battle, unit: Unit, one: Condition) -> Aim | None:
    if one.kind == "more_elements_near" and one.point is not None:
        return Aim(*one.point, one.inches - 1.0)
    if one.kind in ("holds", "none_on", "more_on"):
        area = named(battle, one.area)
        if area is not None:
            x0, y0, x1, y1 = area.box
            x = min(max(unit.x, x0 + 1.0), x1 - 1.0)
            return Aim(x, (y0 + y1) / 2, min(x1 - x0, y1 - y0) / 2 - 0.5)
    if one.kind == "units_off_or_at" and SIDES[one.side - 1] == unit.side:
        return _edge(battle, unit, one)
    return None


def _edge(battle: Battle, unit: Unit, one: Condition) -> Aim | None:
    """The edge to be reached, once the way there is free."""
    assert one.edge is not None
    south = battle.base[SIDES[one.edge - 1]] == "south"
    y = 0.0 if south else float(battle.scenario.depth)
    for foe in enemies_of(battle, unit):
        ahead = foe.y < unit.y if south else foe.y > unit.y
        wide = base_of(battle, foe).radius + CLEAR
        if ahead and foe.morale != BROKEN and abs(foe.x - unit.x) < wide:
            return None
    return Aim(unit.x, y, 0.4)
