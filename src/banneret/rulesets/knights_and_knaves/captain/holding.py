"""A place in the open to be held at the end: who goes where in it, and who stays."""

from __future__ import annotations

from math import dist, hypot
from typing import TYPE_CHECKING, Final

from ..basics.state import NOBODY
from ..ground.contact import ADJACENT_GAP
from .intent import STAY, Intent
from .outlook import shoots

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Man
    from .plan import Plan

APART: Final = (
    ADJACENT_GAP + 1.1
)  # from middle to middle: nobody's flight shakes the next (KK-DEF-15)
TAKEN: Final = 2.4  # so near to one who stands there already there is no place
BORDER: Final = 0.5  # inside which one stands
SALLY: Final = 3.0  # inches from which one in the place charges who stands before it
SLOWEST: Final = 2.0  # inches a worn-out man is reckoned to go in a turn
LAST_MOVES: Final = 2  # turns in which the lord too stands where the points are


def spots_of(battle: Battle, feature: str) -> tuple[Point, ...]:
    """Where men can stand in a place, clear of each other; found once for the ground."""
    nets = battle.ground.nets
    key = f"captain.spots:{feature}"
    if key not in nets:
        nets[key] = tuple(
            spot
            for area in battle.scenario.area
            if area.id == feature
            for spot in _grid(area.polygon, APART * battle.options.scale)
        )
    found: tuple[Point, ...] = nets[key]
    return found


def _grid(polygon: Sequence[Point], step: float) -> list[Point]:
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    x0, x1 = min(xs) + BORDER, max(xs) - BORDER
    y0, y1 = min(ys) + BORDER, max(ys) - BORDER
    across, deep = max(int((x1 - x0) / step), 1), max(int((y1 - y0) / step), 1)
    return [
        (x0 + (x1 - x0) * i / across, y0 + (y1 - y0) * j / deep)
        for i in range(across + 1)
        for j in range(deep + 1)
    ]


def holding(plan: Plan, man: Man, post: Point) -> Intent | None:
    """At the end everybody goes where the points are and stays there; the lord with his men."""
    if man.id == plan.lord.id and not closing(plan, man, post):
        return None
    if plan.holds(man):
        return _inside(plan, man)
    charge = None if shoots(man) else plan.charge(man)
    if charge is not None:
        foe = plan.battle.men[charge.target].base
        if dist((foe.x, foe.y), post) < dist((man.base.x, man.base.y), post) + 1.0:
            return charge
    gait = "canter" if man.horse != NOBODY else "run" if man.temporary < 2 else "walk"
    fights = "move_full" if man.free else "move_full_melee"
    return Intent(fights, NOBODY, _spot_for(plan, man, post), gait)


def closing(plan: Plan, man: Man, post: Point) -> bool:
    """Whether these are the last moves in which he gets there or must not leave it."""
    left = plan.battle.scenario.turns - plan.battle.turn
    stride = max(plan.reach(man), SLOWEST * plan.scale)
    return left < LAST_MOVES + dist((man.base.x, man.base.y), post) / stride


def _inside(plan: Plan, man: Man) -> Intent:
    """He shoots, fights who is in the place or before it, and else stays where he is."""
    if shoots(man) and plan.has_a_shot(man):
        return Intent("shoot")
    charge = plan.charge(man)
    if charge is not None:
        foe = plan.battle.men[charge.target]
        far = hypot(foe.base.x - man.base.x, foe.base.y - man.base.y)
        if far <= SALLY * plan.scale or plan.holds(foe):
            return charge
    return STAY


def _spot_for(plan: Plan, man: Man, post: Point) -> Point:
    """The nearest place in it that nobody has taken."""
    taken = plan.taken
    if not taken:
        taken += [(one.base.x, one.base.y) for one in plan.men if plan.holds(one)]
    room = TAKEN * plan.scale
    here = (man.base.x, man.base.y)
    free = [
        spot
        for spot in spots_of(plan.battle, plan.feature)
        if all(dist(spot, other) >= room for other in taken)
    ]
    found = min(free, key=lambda spot: dist(spot, here), default=post)
    taken.append(found)
    return found
