"""Charges and answers to charges, by temper and by odds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import clause

from ..basics.state import BROKEN, Unit
from ..basics.tables import TEMPER_PASS
from ..basics.who import (
    distance,
    enemies_of,
    is_mounted,
    leadership_of,
    officer_of,
    seen_by_officer,
)
from ..command.control import bands
from ..command.states import behaviour, may_ever_evade
from ..command.tempers import weight_of
from ..fighting.charge.aiming import aim_at
from ..fighting.charge.declaring import chargers_of, must_charge
from ..ground.sight import zone_from
from .moving import goes_in, jostles
from .worth import clash, exchange, hindrance, is_barred

if TYPE_CHECKING:
    from ..basics.state import Battle

BOLDNESS = {"enraged": -99.0, "rash": -2.5, "bold": -1.2, "cautious": -0.3, "shaken": 99.0}
EXPOSED = 0.7
SHARP = 1.2
THROUGH = 0.8
EDGES = {"front": "front", "left": "flank", "right": "flank", "rear": "rear"}


def worth_of(battle: Battle, unit: Unit, foe: Unit) -> float:
    """What a charge promises: the exchange by points, the test it takes, shots we give up."""
    if foe.morale == BROKEN:
        return 1.5 if is_mounted(unit) else 0.4
    if is_barred(battle, unit, foe):
        return -9.0
    edge = EDGES[zone_from(battle, foe, unit)]
    counters = behaviour(foe, "counter_charge") == "yes" and edge == "front"
    ground = hindrance(battle, unit, foe)
    gain, loss = exchange(unit, foe, edge, stands=not counters, ground=ground)
    met = 1.0 - _slips_away(unit, foe, edge)
    found = met * (gain * _weight(foe) - loss * _weight(unit)) - 0.4 * (1.0 - met)
    found -= EXPOSED * _nearer(battle, unit, foe) + _disorder(battle, unit, foe)
    friends = sum([one.side == unit.side for one in _charging(battle, foe)])
    if behaviour(unit, "charge") == "test":
        passes = bands(unit.profile.experience, unit.profile.die, leadership_of(battle, unit))
        found -= 1.0 - passes["pass"]
    if unit.profile.missile not in ("none", "javelin") and not is_mounted(unit):
        found -= 1.5
    if unit.morale == "erratic":
        found -= 0.4
    return found + 0.5 * friends + _shock_of_loss(battle, foe)


def _weight(unit: Unit) -> float:
    """What a unit is worth beside a usual one of 60 points."""
    return min(2.0, max(0.4, unit.profile.points / 60))


def _slips_away(unit: Unit, foe: Unit, edge: str) -> float:
    """How likely a foe is to run from a charge rather than take it."""
    if edge != "front" or not may_ever_evade(foe) or foe.order != "open":
        return 0.0
    return 0.7 if is_mounted(foe) or not is_mounted(unit) else 0.4


def _disorder(battle: Battle, unit: Unit, foe: Unit) -> float:
    """What a sharp turn and friends in the way take off a charge (MM-MOVE-27, 32)."""
    aim = aim_at(battle, unit, foe)
    sharp = SHARP if aim is not None and aim.mixes and unit.formed else 0.0
    return sharp + THROUGH * jostles(battle, unit, (foe.x, foe.y))


def _nearer(battle: Battle, unit: Unit, foe: Unit) -> int:
    """How many enemies stand nearer, to whom a charge past them would bare a flank."""
    far = distance(battle, unit, foe) - 1.0
    return sum(
        one.morale != BROKEN and one.order != "open" and distance(battle, unit, one) < min(far, 8.0)
        for one in enemies_of(battle, unit)
    )


def _shock_of_loss(battle: Battle, foe: Unit) -> float:
    """What its loss would do to the enemy's officer: most if he would soon snap (MM-OFFICER-32)."""
    officer = officer_of(battle, foe)
    if officer.fate != "alive" or officer.temper not in TEMPER_PASS:
        return 0.0
    weight = weight_of(officer.temper, seen_by_officer(officer, foe))
    return 0.1 * weight + (0.4 if weight and officer.count > officer.command else 0.0)


def _charging(battle: Battle, foe: Unit) -> list[Unit]:
    return [battle.units[one] for one in chargers_of(battle, foe)]


@clause("MM-TURN-13", "MM-OFFICER-17", "MM-OFFICER-23")
def charges(battle: Battle, choice: Any, level: str) -> Any:
    """Declare what each officer's temper would, where the odds do not forbid it."""
    found: list[str] = []
    taken: dict[int, int] = {}
    rows: list[tuple[float, str, int, int]] = []
    for key in choice.candidates:
        who, _, what = key.partition(">")
        if what == "reform":
            continue
        unit, foe = battle.units[int(who)], battle.units[int(what)]
        rows.append((worth_of(battle, unit, foe), key, unit.id, foe.id))
    for worth, key, unit_id, foe_id in sorted(rows, reverse=True):
        if unit_id in taken:
            continue
        unit = battle.units[unit_id]
        if worth + 0.6 * sum(f == foe_id for f in taken.values()) >= _needed(battle, unit, level):
            taken[unit_id] = foe_id
            found.append(key)
    for key in choice.candidates:
        who, _, what = key.partition(">")
        if what == "reform" and int(who) not in taken and is_safe(battle, battle.units[int(who)]):
            found.append(key)
    return tuple(found)


def _needed(battle: Battle, unit: Unit, level: str) -> float:
    """How much a charge must promise before this officer lets it go."""
    officer = officer_of(battle, unit)
    temper = "rash" if level == "rash" and officer.temper != "shaken" else officer.temper
    needed = BOLDNESS[temper]
    if officer.fate != "alive":
        needed = 0.0
    if not goes_in(battle, unit) and temper not in ("enraged", "shaken"):
        needed = max(needed, 0.6)
    return needed


def is_safe(battle: Battle, unit: Unit) -> bool:
    """Whether nobody could reach a unit before it has reformed."""
    return all(
        distance(battle, unit, foe) > (20 if is_mounted(foe) else 12)
        for foe in battle.units
        if foe.side != unit.side and foe.where == "on_table" and foe.morale != BROKEN
    )


def all_charges(battle: Battle, choice: Any, level: str) -> Any:
    """Charge whatever can be reached, the nearest first."""
    del level
    found: dict[str, str] = {}
    for key in choice.candidates:
        who, _, what = key.partition(">")
        if what == "reform":
            continue
        if battle.units[int(what)].morale != BROKEN or must_charge(battle, battle.units[int(who)]):
            found.setdefault(who, key)
    return tuple(found.values())


# -- answers


def response(battle: Battle, choice: Any, level: str) -> Any:
    """The answer that promises most, its test counted."""
    del level
    unit = battle.units[choice.about[0]]
    foes = _charging(battle, unit)
    odds = bands(unit.profile.experience, unit.profile.die, leadership_of(battle, unit))
    return max(choice.allowed(), key=lambda key: _answer_worth(battle, unit, foes, key, odds))


def _answer_worth(
    battle: Battle, unit: Unit, foes: list[Unit], key: str, odds: dict[str, float]
) -> float:
    what, _, who = key.partition(">")
    if what == "none":
        return 0.1
    if what == "feign":
        return -2.0
    if what == "keep":
        return 0.3
    if what == "counter_charge":
        foe = battle.units[int(who)]
        return clash(unit, foe) - _tested(unit, "counter_charge", odds)
    worst = min((-_struck(battle, unit, foe) for foe in foes), default=0.0)
    if what == "stand":
        return worst - _tested(unit, "stand", odds)
    faster = all(is_mounted(unit) or not is_mounted(foe) for foe in foes)
    escape = -0.9 if faster else -2.5
    return escape - _tested(unit, "evade", odds)


def _struck(battle: Battle, unit: Unit, foe: Unit) -> float:
    """The worth of a charge to him who makes it, the ground he comes over counted."""
    return clash(foe, unit, _edge(battle, unit, foe), ground=hindrance(battle, foe, unit))


def _edge(battle: Battle, unit: Unit, foe: Unit) -> str:
    return EDGES[zone_from(battle, unit, foe)]


def _tested(unit: Unit, action: str, odds: dict[str, float]) -> float:
    """What the test of an answer costs in the mean."""
    if behaviour(unit, action) != "test":
        return 0.0
    cost = 0.5 * odds["up"] + 1.2 * odds["down"]
    return cost * (2.0 if unit.morale == "erratic" else 1.0)


def first_response(battle: Battle, choice: Any, level: str) -> Any:
    """Counter-charge or stand if possible."""
    del battle, level
    allowed = choice.allowed()
    counter = [key for key in allowed if key.startswith("counter_charge")]
    if counter:
        return counter[0]
    return next((key for key in ("keep", "stand", "none") if key in allowed), allowed[0])


def evade_or_stand(battle: Battle, choice: Any, level: str) -> Any:
    """Rather run than lose a die of elements, unless horse would catch us."""
    del level
    unit = battle.units[choice.about[0]]
    caught = any(is_mounted(foe) and not is_mounted(unit) for foe in _charging(battle, unit))
    return "stand" if caught and unit.elements > 6 else "evade"


def pursue(battle: Battle, choice: Any, level: str) -> Any:
    """Pursue when nobody fresh is near, or when the prey is nearly done."""
    del level
    unit = battle.units[choice.about[0]] if choice.about else None
    if unit is None:
        return None
    fresh = [
        foe
        for foe in battle.units
        if foe.side != unit.side and foe.where == "on_table" and foe.morale != BROKEN
    ]
    near = any(distance(battle, unit, foe) < 8 for foe in fresh)
    wants = "stay" if near and not is_mounted(unit) else "pursue"
    return wants if wants in choice.candidates else None
