"""Beginning: armies take the field of a scenario (MM-SETUP)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import clause
from banneret.core.errors import BadData

from ..basics.options import Options
from ..basics.state import (
    ALIVE,
    ERRATIC,
    OFF_TABLE,
    ON_TABLE,
    SIDES,
    Battle,
    Defence,
    Officer,
    Unit,
    Ward,
    clone,
)
from ..basics.tables import ELEMENT_WIDTH
from ..basics.who import footprint
from .entries import Army, DoubtfulLoyalty, LateBattle, MovingWood, Scenario
from .lists import army_named, officer_points, profile_of, unit_points
from .scenarios import army_of, as_fought, scenario_named

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .entries import OfficerEntry, UnitEntry, WardEntry


def begin(
    scenario: str | Scenario, options: Mapping[str, Any], forces: Mapping[str, str | Army]
) -> Battle:
    """A battle about to be set up; `forces` names an army for a side (a, b) instead of its own."""
    if isinstance(scenario, str) and all(isinstance(one, str) for one in forces.values()):
        chosen = tuple((key, type(value), value) for key, value in options.items())
        if all(isinstance(value, str | int) for _, _, value in chosen):
            return clone(_by_the_book(scenario, chosen, tuple(forces.items())))
    return _mustered(scenario, options, forces)


@lru_cache(maxsize=64)
def _by_the_book(
    scenario: str,
    options: tuple[tuple[str, type, Any], ...],
    forces: tuple[tuple[str, str | Army], ...],
) -> Battle:
    return _mustered(scenario, {key: value for key, _, value in options}, dict(forces))


@clause("MM-SETUP-02", "MM-SETUP-20", "MM-SETUP-21")
def _mustered(
    scenario: str | Scenario, options: Mapping[str, Any], forces: Mapping[str, str | Army]
) -> Battle:
    plan = scenario_named(scenario) if isinstance(scenario, str) else scenario
    for side in forces:
        if side not in SIDES:
            raise BadData(f"side {side!r} has an army, but the sides are a and b")
    armies = {side: _army(plan, side, forces.get(side)) for side in SIDES}
    plan = as_fought(plan, {side: army for side, (army, _) in armies.items()})
    battle = Battle(plan, Options.read(options), [], [], [], [])
    battle.base = {"a": "south", "b": "north"}
    for side, (army, own) in armies.items():
        battle.names[side] = army.name
        _enlist(battle, side, army)
        if own and not battle.options.free_deployment and not plan.free:
            _place_all(battle, side)
    _specials(battle)
    _attacker(battle)
    plant_defences(battle)
    battle.phase = "temperaments"
    return battle


def _army(plan: Scenario, side: str, chosen: str | Army | None) -> tuple[Army, bool]:
    """The army of a side, and whether it is the scenario's own."""
    own = army_of(plan, side)
    if chosen is None or chosen == own.id:
        return own, True
    return (army_named(chosen) if isinstance(chosen, str) else chosen), False


# -- units, officers, wards


@clause("MM-TURN-14", "MM-OFFICER-01", "MM-UNIT-01")
def _enlist(battle: Battle, side: str, army: Army) -> None:
    """Write an army into the battle, unit by unit, numbered battle by battle."""
    number = 0
    for entry in army.battle:
        ward = Ward(len(battle.wards), entry.id, entry.name, side, len(battle.officers))
        ward.order = entry.order
        if battle.scenario.free or army.id == battle.scenario.sides()[side == "b"].army:
            ward.arrives = battle.scenario.arrives.get(entry.id, 0)
        battle.wards.append(ward)
        battle.officers.append(_officer(battle, entry, army))
        for unit in entry.units:
            number += 1
            battle.units.append(_unit(battle, unit, army, ward, number))
    battle.starting[side] = sum([unit_points(u) for w in army.battle for u in w.units])


def _unit(battle: Battle, entry: UnitEntry, army: Army, ward: Ward, number: int) -> Unit:
    profile = profile_of(entry, army.nation)
    return Unit(
        id=len(battle.units),
        profile=profile,
        side=ward.side,
        ward=ward.id,
        number=number,
        elements=entry.elements,
        files=entry.files or max(1, (entry.elements + 1) // 2),
        order=entry.order,
        morale=ERRATIC if entry.start == "erratic" else "steady",
        riding=profile.mobility == "dismounted",
    )


@clause("MM-OFFICER-02", "MM-OFFICER-08")
def _officer(battle: Battle, entry: WardEntry, army: Army) -> Officer:
    officer: OfficerEntry = entry.officer
    printed = officer.leadership is not None and officer.command is not None
    return Officer(
        id=len(battle.officers),
        name=officer.name,
        side=battle.wards[-1].side,
        ward=len(battle.wards) - 1,
        origin=officer.origin,
        nation=officer.nation or army.nation,
        mercenary=officer.mercenary,
        die=officer.die or majority_die(entry, army) or "",
        leadership=officer.leadership or 1,
        command=officer.command or 1,
        temper=officer.temperament or "",
        chief=officer.c_in_c,
        points=officer_points(officer),
        printed=printed,
    )


@clause("MM-OFFICER-07", "MM-OFFICER-08")
def majority_die(entry: WardEntry, army: Army) -> str | None:
    """The die of most of his units; None: as many of each, so the owner chooses."""
    dice = [profile_of(unit, army.nation).die for unit in entry.units]
    average = dice.count("d5")
    normal = len(dice) - average
    if average == normal:
        return None
    return "d5" if average > normal else "d6"


# -- the scenario's own places


@clause("MM-SETUP-21", "MM-SETUP-07")
def _place_all(battle: Battle, side: str) -> None:
    """Set the units of a side where the scenario has them, officers behind the units they lead."""
    places = {one.unit: one for one in battle.scenario.places(side)}
    for unit in battle.units:
        place = places.get(unit.profile.key)
        if unit.side != side or place is None:
            continue
        unit.x, unit.y, unit.heading = place.x, place.y, place.heading
        unit.files = min(place.files, unit.elements)
        unit.where = ON_TABLE
    led = battle.scenario.led(side)
    for officer in battle.officers:
        ward = battle.wards[officer.ward]
        key = led.get(ward.key)
        if officer.side != side or ward.arrives:
            continue
        mine = [u for u in battle.units if u.ward == ward.id and u.where == ON_TABLE]
        if mine:
            unit = next((u for u in mine if u.profile.key == key), mine[0])
            take_post(officer, unit)


def take_post(officer: Officer, unit: Unit) -> None:
    """Stand an officer touching the rear centre of a unit."""
    base = footprint(unit.x, unit.y, unit.heading, unit.files, unit.ranks)
    officer.x = round(base.x - base.ux * (base.hd + 0.5), 3)
    officer.y = round(base.y - base.uy * (base.hd + 0.5), 3)
    officer.fate = ALIVE


@clause("MM-SETUP-22", "MM-SETUP-23", "MM-SETUP-24")
def _specials(battle: Battle) -> None:
    """Mark what the scenario's special rules name."""
    for special in battle.scenario.special:
        if not isinstance(special, MovingWood | DoubtfulLoyalty | LateBattle):
            continue
        side = SIDES[special.side - 1]
        ward = next((w for w in battle.wards if w.side == side and w.key == special.battle), None)
        if ward is None:
            continue
        if isinstance(special, DoubtfulLoyalty):
            ward.doubtful = True
        elif isinstance(special, LateBattle):
            ward.late = True
        else:
            for unit in battle.units:
                if unit.ward == ward.id and unit.profile.mobility == "foot":
                    unit.veiled = True
    for unit in battle.units:
        if battle.wards[unit.ward].arrives:
            unit.where = OFF_TABLE


def _attacker(battle: Battle) -> None:
    """A scenario says who attacks; a free battle rolls for it."""
    if not battle.scenario.free:
        battle.attacker = "a" if battle.scenario.side1.role == "attacker" else "b"


@clause("MM-SETUP-18")
def plant_defences(battle: Battle) -> None:
    """The defender's stakes and palisades stand in front of the units that bring them."""
    battle.defences = tuple(
        defence_of(unit, kind, many)
        for unit in battle.units
        if unit.where == ON_TABLE and unit.side != battle.attacker
        for kind, many in (("stakes", unit.profile.stakes), ("palisade", unit.profile.palisade))
        if many
    )


def defence_of(unit: Unit, kind: str, segments: int) -> Defence:
    """A run half an inch ahead of a unit's front, a segment for each it brings."""
    base = footprint(unit.x, unit.y, unit.heading, unit.files, unit.ranks)
    half = ELEMENT_WIDTH * min(segments, unit.files) * 0.5
    x, y = unit.x + base.ux * 0.5, unit.y + base.uy * 0.5
    left = (round(x - base.uy * half, 3), round(y + base.ux * half, 3))
    right = (round(x + base.uy * half, 3), round(y - base.ux * half, 3))
    return Defence(kind, unit.side, (left, right))
