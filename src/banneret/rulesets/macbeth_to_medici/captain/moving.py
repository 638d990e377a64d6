"""Who moves and where: forward, to bowshot, to a post, or home."""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, radians, sin
from typing import TYPE_CHECKING, Any, NamedTuple

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.bases import bearing
from banneret.tabletop.shapes.measuring import gap
from banneret.tabletop.shapes.segments import distance_point_segment

from ..basics.state import BROKEN, NORMAL
from ..basics.tables import ELEMENT_DEPTH
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
from ..ground.features import land
from ..missiles.archery import range_of
from ..missiles.volleys import BOWS
from ..movement.courses import BEARINGS
from ..movement.drilling import towards
from ..movement.passing import friends_on_way, passes_freely
from ..movement.rates import rate
from .aims import Aim, aim_of
from .crossing import across, gate_to, into_line, is_cut_off, is_narrowed

if TYPE_CHECKING:
    from banneret.core.questions.choices import Legs
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
        if (
            intent(battle, unit, level) != "hold"
            or driven(battle, unit)
            or is_narrowed(battle, unit)
        ):
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
    wish = wish_of(battle, unit, level)
    for legs in _over_water(battle, unit, choice, wish):
        if choice.refusal(legs) is None:
            return choice.lawful(legs)
    made = dict.fromkeys(legs for maker in choice.makers if (legs := maker()) is not None)
    if wish.aim is not None and len(choice.about) == 1:
        for gait in choice.gaits:
            made |= dict.fromkeys(towards(battle, [unit], wish.aim[:2], gait, choice.allowance))
    for legs in sorted(made, key=lambda one: _distaste(battle, unit, one, wish)):
        if choice.refusal(legs) is None:
            return choice.lawful(legs)
    return None


def _over_water(battle: Battle, unit: Unit, choice: Any, wish: Wish) -> list[Legs]:
    """Drills that lead over a bridge or ford, or into line again behind it."""
    if not land(battle).crossings or len(choice.about) > 1 or wish.reckless:
        return []
    gait = NORMAL if NORMAL in choice.gaits else choice.gaits[0]
    left = max(0.0, min(choice.allowance, rate(unit, gait) - unit.deeds.used))
    goal = _goal(battle, unit, wish)
    if goal is not None and is_cut_off(battle, unit, goal):
        gate = gate_to(battle, unit, goal)
        return [across(battle, unit, gate, gait, left)] if gate is not None else []
    return into_line(unit, gait, left) if is_narrowed(battle, unit) else []


def _goal(battle: Battle, unit: Unit, wish: Wish) -> Point | None:
    """Where a unit would be, if it is to go forward or somewhere."""
    if wish.aim is not None:
        far = hypot(wish.aim.x - unit.x, wish.aim.y - unit.y)
        share = max(0.0, far - wish.aim.within) / far if far else 0.0
        return (
            unit.x + (wish.aim.x - unit.x) * share,
            unit.y + (wish.aim.y - unit.y) * share,
        )
    foe = nearest_enemy(battle, unit) if wish.what == "forward" else None
    return (foe.x, foe.y) if foe is not None else None


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
        found += 1.0
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
            way = heading + (180.0 if leg.kind == "back" else BEARINGS.get(leg.hand, 0.0))
            x += leg.amount * sin(radians(way))
            y += leg.amount * cos(radians(way))
        elif leg.kind == "about":
            x -= unit.ranks * ELEMENT_DEPTH * sin(radians(heading))
            y -= unit.ranks * ELEMENT_DEPTH * cos(radians(heading))
            heading += 180.0
    return x, y, heading


def _off(heading: float, x: float, y: float, foe: Unit | Aim) -> float:
    to = degrees(atan2(foe.x - x, foe.y - y))
    return abs((to - heading + 180.0) % 360.0 - 180.0)
