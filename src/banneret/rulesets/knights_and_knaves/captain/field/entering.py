"""A house to be held: which door a man takes, and where he stands inside."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final, NamedTuple

from ...basics.state import NOBODY
from ...ground import sight
from ..intent import STAY, Intent
from ..outlook import shoots

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.tabletop.shapes.segments import Point

    from ...basics.state import Battle, Man
    from ..plan import Plan

BEFORE: Final = 1.6  # inches from the door to where one lines up for it
AT_A_TIME: Final = 2
QUEUE: Final = 2.6  # from one who waits to the next
BEHIND: Final = 1.4  # and to where one is through
FILE: Final = 2.1  # between men inside
WALL: Final = 0.8  # kept from the walls
ALARM: Final = 9.0  # an enemy nearer than that is met in the open, before the house is
SETTLED: Final = 1.2  # so near to his place inside he stays
FOLLOWED: Final = 3  # men in the house before their lord goes in


class Doorway(NamedTuple):
    """A door of the house: its middle, and one step through it."""

    id: str
    middle: Point
    inward: Point


class House(NamedTuple):
    """What one has to know of a house to hold it."""

    doors: tuple[Doorway, ...]
    spots: tuple[Point, ...]  # to stand on, those farthest from the doors first


def house_of(battle: Battle, feature: str) -> House | None:
    """The house a place is, if it is one; thought over once for the ground as it stands."""
    nets = battle.ground.nets
    key = f"captain.house:{feature}"
    if key not in nets:
        areas = [one for one in battle.scenario.area if one.id == feature]
        is_house = bool(areas) and areas[0].kind == "building"
        nets[key] = _surveyed(battle, areas[0].polygon) if is_house else None
    found: House | None = nets[key]
    return found


def _surveyed(battle: Battle, polygon: Sequence[Point]) -> House | None:
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
    centre = ((x0 + x1) / 2, (y0 + y1) / 2)
    doors = []
    for entry in battle.scenario.door:
        (ax, ay), (bx, by) = entry.line[0], entry.line[-1]
        mx, my = (ax + bx) / 2, (ay + by) / 2
        if not (x0 - 0.1 <= mx <= x1 + 0.1 and y0 - 0.1 <= my <= y1 + 0.1):
            continue
        long = hypot(bx - ax, by - ay)
        nx, ny = (by - ay) / long, (ax - bx) / long
        if nx * (centre[0] - mx) + ny * (centre[1] - my) < 0.0:
            nx, ny = -nx, -ny
        doors.append(Doorway(entry.id, (mx, my), (nx, ny)))
    if not doors:
        return None
    spots = _spots(x0 + WALL, y0 + WALL, x1 - WALL, y1 - WALL, FILE * battle.options.scale)
    spots.sort(key=lambda p: -min(hypot(p[0] - d.middle[0], p[1] - d.middle[1]) for d in doors))
    return House(tuple(doors), tuple(spots))


def _spots(x0: float, y0: float, x1: float, y1: float, step: float) -> list[Point]:
    across, deep = int((x1 - x0) / step), int((y1 - y0) / step)
    return [
        (x0 + (x1 - x0) * i / max(across, 1), y0 + (y1 - y0) * j / max(deep, 1))
        for i in range(across + 1)
        for j in range(deep + 1)
    ]


def door_for(house: House, here: Point) -> Doorway:
    """The door to go in by from here."""
    return min(house.doors, key=lambda one: hypot(one.middle[0] - here[0], one.middle[1] - here[1]))


def before(door: Doorway, inches: float) -> Point:
    """The point so far outside a door."""
    (mx, my), (nx, ny) = door.middle, door.inward
    return mx - nx * inches, my - ny * inches


def ways_in(battle: Battle, house: House, men: Sequence[Man], lord: Man) -> dict[int, Point]:
    """Where the next few go on their way in: too many at a door, and nobody gets through."""
    door = door_for(house, (lord.base.x, lord.base.y))
    queue = sorted(men, key=lambda man: (*_lined_up(battle, door, man), man.id))
    steps = enumerate(queue[:AT_A_TIME])
    return {man.id: _next_step(battle, door, man, place) for place, man in steps}


def _lined_up(battle: Battle, door: Doorway, man: Man) -> tuple[bool, float]:
    """Whether he would have to come round to stand before the door, and how far it is."""
    scale = battle.options.scale
    (mx, my), (nx, ny) = door.middle, door.inward
    dx, dy = man.base.x - mx, man.base.y - my
    aside, ahead = abs(dx * ny - dy * nx), -(dx * nx + dy * ny)
    ready = 0.0 < ahead < (BEFORE + 0.4) * scale and aside < 0.5 * scale
    return not ready, ahead if ready else hypot(dx + nx * BEFORE * scale, dy + ny * BEFORE * scale)


def _next_step(battle: Battle, door: Doorway, man: Man, place: int) -> Point:
    """The first goes through, the others stand behind him.

    Who touches a door goes through it in his next move (KK-MOVE-23).
    """
    scale = battle.options.scale
    round_about, _ = _lined_up(battle, door, man)
    if place == 0 and not round_about:
        return before(door, -BEHIND * scale)
    return before(door, (BEFORE + QUEUE * place) * scale)


# -- what a man does who is to hold it


def housed(plan: Plan, man: Man, house: House) -> Intent | None:
    """Into the house while nobody is near, and at the end whoever is; those inside stay."""
    if plan.holds(man):
        return _inside(plan, man, house)
    if man.horse != NOBODY or (not plan.is_late() and _is_alarmed(plan, man)):
        return None
    if not plan.steps_in:
        plan.steps_in = ways_in(plan.battle, house, _outside(plan), plan.lord)
    goal = plan.steps_in.get(man.id)
    if goal is None:
        return None
    gait = "run" if man.temporary < 1 and not man.free else "walk"
    return Intent("move_full" if man.free else "move_full_melee", NOBODY, goal, gait)


def _inside(plan: Plan, man: Man, house: House) -> Intent:
    """He shoots from a window, fights who has come in, and else makes room at the door."""
    if shoots(man) and plan.has_a_shot(man):
        return Intent("shoot")
    charge = plan.charge(man)
    if charge is not None and plan.holds(plan.battle.men[charge.target]):
        return charge
    spot = house.spots[len(plan.spots) % len(house.spots)]
    plan.spots.append(man.id)
    if hypot(spot[0] - man.base.x, spot[1] - man.base.y) < SETTLED * plan.scale:
        return STAY
    return Intent("move_full_melee", NOBODY, spot, "walk")


def _outside(plan: Plan) -> list[Man]:
    """Who may go in next; the lord follows when some are inside."""
    inside = len([one for one in plan.men if plan.holds(one)])
    return [
        one
        for one in plan.men
        if one.horse == NOBODY
        and (one.in_command or one.free)
        and (one.id != plan.lord.id or inside >= FOLLOWED)
        and not plan.holds(one)
    ]


def _is_alarmed(plan: Plan, man: Man) -> bool:
    """Whether an enemy is near enough to be met in the open first."""
    x, y = man.base.x, man.base.y
    reach = ALARM * plan.scale
    return any(
        hypot(foe.base.x - x, foe.base.y - y) <= reach
        and sight.visible(plan.battle, man, foe)
        and plan.way_is_open(man, foe)
        for foe in plan.threats
    )
