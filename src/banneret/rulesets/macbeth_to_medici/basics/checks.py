"""What can never be true of a battle, for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ground.features import is_on_table
from .state import ALIVE, LOST, NOBODY, ON_TABLE
from .tables import BONUS
from .who import base_of, on_table

if TYPE_CHECKING:
    from .state import Battle, Unit


def faults(battle: Battle) -> list[str]:
    """List every fault of a battle."""
    found: list[str] = []
    for unit in battle.units:
        found += _unit_faults(battle, unit)
    found += _officer_faults(battle)
    found += _contact_faults(battle)
    return found


def _unit_faults(battle: Battle, unit: Unit) -> list[str]:
    name = unit.profile.name
    found: list[str] = []
    if unit.where == ON_TABLE:
        if unit.elements < 1:
            found.append(f"{name} stands there without elements")
        if not 1 <= unit.files <= max(1, unit.elements):
            found.append(f"{name} has {unit.files} files of {unit.elements} elements")
        if not is_on_table(battle, base_of(battle, unit)):
            found.append(f"{name} stands off the table at {unit.x}, {unit.y}")
        if unit.morale == "steady" and unit.hits > BONUS[unit.profile.experience]:
            found.append(f"{name} is steady with {unit.hits} hits")
        if unit.morale == "broken" and unit.formed:
            found.append(f"{name} is broken and formed")
    if unit.hits < 0 or unit.reforming < 0:
        found.append(f"{name} has {unit.hits} hits and {unit.reforming} thirds to reform")
    gone = sum(unit.removed.values())
    if unit.elements + gone != unit.profile.elements:
        found.append(f"{name}: {unit.elements} left and {gone} gone of {unit.profile.elements}")
    if unit.where == LOST and unit.elements:
        found.append(f"{name} is lost with {unit.elements} elements")
    return found


def _officer_faults(battle: Battle) -> list[str]:
    found: list[str] = []
    led: dict[int, str] = {}
    for officer in battle.officers:
        if officer.leading == NOBODY:
            continue
        unit = battle.units[officer.leading]
        if officer.fate != ALIVE:
            found.append(f"{officer.name} is {officer.fate} and leads")
        if unit.where != ON_TABLE or unit.side != officer.side:
            found.append(f"{officer.name} leads {unit.profile.name}, who cannot be led")
        if unit.id in led:
            found.append(f"{unit.profile.name} is led by {officer.name} and {led[unit.id]}")
        led[unit.id] = officer.name
    return found


def _contact_faults(battle: Battle) -> list[str]:
    found: list[str] = []
    standing = {u.id for u in on_table(battle)}
    seen: set[frozenset[int]] = set()
    for fight in battle.fights:
        pair = frozenset((fight.mover, fight.other))
        one, two = battle.units[fight.mover], battle.units[fight.other]
        names = f"{one.profile.name} and {two.profile.name}"
        if one.side == two.side:
            found.append(f"{names} fight and are friends")
        if fight.mover not in standing or fight.other not in standing:
            found.append(f"{names} fight and are not both there")
        if pair in seen:
            found.append(f"{names} are in contact twice over")
        seen.add(pair)
    return found
