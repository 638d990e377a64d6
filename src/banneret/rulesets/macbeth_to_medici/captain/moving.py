"""Who moves and where: forward, to bowshot, to a post, or home."""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, radians, sin
from typing import TYPE_CHECKING, Any, NamedTuple

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.bases import bearing
from banneret.tabletop.shapes.measuring import gap
from banneret.tabletop.shapes.segments import distance_point_segment

from ..basics.state import BROKEN
from ..basics.who import (
    base_of,
    distance,
    enemies_of,
    footprint,
    is_gunne,
    is_mounted,
    officer_of,
    units_of,
    ward_of,
)
from ..command.obedience import driven, nearest_enemy, presses
from ..missiles.archery import range_of
from ..missiles.volleys import BOWS
from ..movement.drilling import towards
from ..movement.passing import friends_on_way, passes_freely
from .aims import Aim, aim_of

if TYPE_CHECKING:
    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Fight, Unit

GOES_HOME = ("withdraw",)
CHARGE_ROOM = 16.0  # inches within which a charge may soon be declared
IN_THE_WAY = 5.0
DOUBLING = 6.0  # it costs a hit
JOSTLING = 12.0  # a passage through friends costs their order and ours


def intent(battle: Battle, unit: Unit, level: str = "captain") -> str:
    """Forward, to bowshot, hold, or home."""
    officer, ward = officer_of(battle, unit), ward_of(battle, unit)
    if officer.temper == "shaken" or ward.order in GOES_HOME:
        return "home"
    if is_gunne(unit) or unit.deeds.response == "stand":
        return "hold"
    if aim_of(battle, unit) is not None:
        return "aim"
    if unit.profile.missile in BOWS and not unit.profile.mixed_weapons:
        return "shoot" if goes_in(battle, unit) else "hold"
    if unit.profile.type == "skirmishers":
        return "screen" if goes_in(battle, unit) else "hold"
    if level == "rash" or goes_in(battle, unit):
        return "forward"
    foe = nearest_enemy(battle, unit)
    if foe is not None and officer.fate != "alive" and ward.order in ("attack", "advance"):
        return "forward"
    return "hold"


@clause("MM-SETUP-11", "MM-OFFICER-17", "MM-OFFICER-23")
def goes_in(battle: Battle, unit: Unit) -> bool:
    """Whether orders or temper send a unit forward: orders bind the computer's officers."""
    order = ward_of(battle, unit).order
    if order in ("attack", "advance"):
        return True
    if order == "support" and any(_is_ours(battle, f, unit.side) for f in battle.fights):
        return True
    return presses(battle, unit)


def _is_ours(battle: Battle, fight: Fight, side: str) -> bool:
    return side in (battle.units[fight.mover].side, battle.units[fight.other].side)


class Wish(NamedTuple):
    """What a unit is about: how far from the enemy, or where, and whether order matters."""

    what: str
    gap: float = 0.0
    aim: Aim | None = None
    reckless: bool = False


def wish_of(battle: Battle, unit: Unit, level: str) -> Wish:
    """Where a unit would stand."""
    if level == "squire":
        return Wish("forward", reckless=True)
    what = intent(battle, unit, level)
    if what == "aim":
        return Wish(what, aim=aim_of(battle, unit))
    if what == "shoot":
        return Wish(what, float(range_of(unit.profile.missile, mounted=is_mounted(unit))) - 1.0)
    if what == "screen":
        return Wish(what, 4.0 if is_mounted(unit) else 2.8)
    return Wish(what, {"forward": 0.0, "home": 999.0}.get(what, -1.0))


def movers(battle: Battle, choice: Any, level: str) -> Any:
    """Move those who charge, and those who are not where they wish to be."""
    chosen = []
    for key in choice.candidates:
        unit = battle.units[key]
        if unit.deeds.charge >= 0 or unit.deeds.response == "evade":
            chosen.append(key)
            continue
        if _in_contact(battle, unit):
            continue  # fight on: breaking off is for the hard pressed
        if intent(battle, unit, level) != "hold" or driven(battle, unit):
            chosen.append(key)
    return tuple(chosen)


def _in_contact(battle: Battle, unit: Unit) -> bool:
    return any(unit.id in (f.mover, f.other) for f in battle.fights)


def all_movers(battle: Battle, choice: Any, level: str) -> Any:
    """Move everybody who is not in contact."""
    del level
    return tuple(
        key
        for key in choice.candidates
        if battle.units[key].deeds.charge >= 0 or not _in_contact(battle, battle.units[key])
    )


def drill(battle: Battle, choice: Any, level: str) -> Any:
    """The lawful idea that brings a unit nearest to where it wishes to be."""
    unit = battle.units[choice.about[0]]
    made = dict.fromkeys(legs for maker in choice.makers if (legs := maker()) is not None)
    wish = wish_of(battle, unit, level)
    if wish.aim is not None and len(choice.about) == 1:
        for gait in choice.gaits:
            made |= dict.fromkeys(towards(battle, [unit], wish.aim[:2], gait, choice.allowance))
    for legs in sorted(made, key=lambda one: _distaste(battle, unit, one, wish)):
        if choice.refusal(legs) is None:
            return choice.lawful(legs)
    return None


def straight_on(battle: Battle, choice: Any, level: str) -> Any:
    """Straight at the enemy, whoever it is."""
    del level
    return drill(battle, choice, "squire")


def _distaste(battle: Battle, unit: Unit, legs: Any, wish: Wish) -> float:
    """How far from its wish a drill leaves a unit, with a price for haste and disorder."""
    kinds = [leg.kind for leg in legs.legs]
    if "leave" in kinds:
        return -50.0 if wish.gap > 900 else 50.0
    if wish.gap < 0.0:
        return 0.0 if not legs.legs else 5.0
    x, y, heading = _end(unit, legs)
    if wish.aim is not None:
        far = max(0.0, hypot(wish.aim.x - x, wish.aim.y - y) - wish.aim.within)
        return far + (0.03 * _off(heading, x, y, wish.aim) if far else 0.0)
    foes = enemies_of(battle, unit)
    foes = [f for f in foes if f.morale != BROKEN] or foes
    if not foes:
        return 0.0 if not legs.legs else 1.0
    near = min(foes, key=lambda f: hypot(f.x - x, f.y - y))
    far = gap(footprint(x, y, heading % 360.0, unit.files, unit.ranks), base_of(battle, near))
    if wish.gap > 900:
        return -far
    off = _off(heading, x, y, near)
    found = (far - wish.gap if far > wish.gap else 3.0 * (wish.gap - far)) + 0.03 * off
    if "about" in kinds:
        found += 4.0 if off < 90 else -2.0
    return found + _disorder(battle, unit, legs, (x, y), wish)


def _disorder(battle: Battle, unit: Unit, legs: Any, to: Point, wish: Wish) -> float:
    """What haste costs, and getting into one another's way."""
    if wish.reckless:
        return 2.5 if legs.gait == "double" else 0.0
    found = DOUBLING if legs.gait == "double" else 0.0
    if wish.what in ("shoot", "screen") and _is_in_the_way(battle, unit, to):
        found += IN_THE_WAY
    return found + JOSTLING * jostles(battle, unit, to)


def jostles(battle: Battle, unit: Unit, to: Point) -> int:
    """How many friends a straight way would lead through."""
    start, rect = (unit.x, unit.y), base_of(battle, unit)
    far = hypot(to[0] - unit.x, to[1] - unit.y)
    if far < 0.5:
        return 0
    _, passed = friends_on_way(battle, unit, rect, bearing(start, to), far)
    return sum(not passes_freely(unit, one) for one in passed)


def _is_in_the_way(battle: Battle, unit: Unit, at: Point) -> bool:
    """Whether bowmen would stand where friends want to charge."""
    for one in units_of(battle, unit.side):
        if one.profile.missile in BOWS or one.profile.type == "skirmishers":
            continue
        foe = nearest_enemy(battle, one)
        if foe is None or distance(battle, one, foe) > CHARGE_ROOM:
            continue
        wide = 0.75 * (unit.files + one.files)
        if distance_point_segment(at, (one.x, one.y), (foe.x, foe.y)) < 0.8 * wide:
            return True
    return False


def _end(unit: Unit, legs: Any) -> tuple[float, float, float]:
    """Roughly where a drill ends: dice of terrain aside."""
    x, y, heading = unit.x, unit.y, unit.heading
    for leg in legs.legs:
        if leg.kind == "wheel":
            turn = leg.amount if leg.hand == "right" else -leg.amount
            half = unit.files * 0.75
            side = 1.0 if leg.hand == "right" else -1.0
            px = x + side * half * cos(radians(heading))
            py = y - side * half * sin(radians(heading))
            heading += turn
            x = px - side * half * cos(radians(heading))
            y = py + side * half * sin(radians(heading))
        elif leg.kind in ("advance", "back"):
            way = heading + (180.0 if leg.kind == "back" else _BEARINGS.get(leg.hand, 0.0))
            x += leg.amount * sin(radians(way))
            y += leg.amount * cos(radians(way))
        elif leg.kind == "about":
            heading += 180.0
    return x, y, heading


_BEARINGS = {"ahead": 0.0, "right": 90.0, "behind": 180.0, "left": 270.0}


def _off(heading: float, x: float, y: float, foe: Unit | Aim) -> float:
    to = degrees(atan2(foe.x - x, foe.y - y))
    return abs((to - heading + 180.0) % 360.0 - 180.0)
