"""Raising armies from the lists, scaling them, writing them down and reading them (MM-SETUP-20)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.book.muster import Muster, Mustered, Remark
from banneret.core.book.ruleset import ForceInfo
from banneret.core.errors import BadData
from banneret.core.show.sheet import Sheet

from ..basics.tables import ARMY_LIMITS, POINTS
from .entries import Army, ArmyFile, UnitEntry
from .lists import (
    armies,
    army_named,
    army_points,
    checked,
    is_bombard,
    read_armies,
    scaled,
    unit_points,
    units_of,
    units_points,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

COLUMNS = ("unit", "elements", "type", "class", "experience", "order", "armour", "arms", "points")
_LIMITS = ARMY_LIMITS["elements_per_unit"]


def elements_of(army: Army) -> int:
    """All elements of an army."""
    return sum([unit.elements for unit in units_of(army)])


@clause("MM-SETUP-20", "MM-SETUP-04")
def levied(list_key: str, elements: int, key: str, name: str) -> Army:
    """A list brought to about so many elements, every unit within what a unit may have."""
    army = army_named(list_key)
    share = elements / elements_of(army)
    if not 0.4 <= share <= 2.5:
        low, high = round(0.4 * elements_of(army)) + 1, round(2.5 * elements_of(army)) - 1
        raise BadData(f"{elements} elements of {list_key!r}: expected {low} to {high}")
    changes = {unit.id: _resized(unit, share) for unit in units_of(army) if not is_gun(unit)}
    grown = scaled(army, changes)
    found = msgspec.structs.replace(
        grown,
        id=key,
        name=name or army.name,
        list=list_key,
        unit_points=None,
        officer_points=None,
        points=None,
    )
    return checked(found, listed=True)


def is_gun(unit: UnitEntry) -> bool:
    """Guns are not scaled."""
    return is_bombard(unit) or unit.type == "gunnes"


def _resized(unit: UnitEntry, share: float) -> tuple[int, int]:
    many = min(max(round(unit.elements * share), _LIMITS["min"]), _LIMITS["max"])
    ranks = -(-unit.elements // (unit.files or unit.elements))
    return many, max(1, -(-many // ranks))


@clause("MM-SETUP-02", "MM-SETUP-03")
def mustered(army: Army) -> Mustered:
    """Everything an organiser wants to know about an army."""
    rows = tuple(
        (
            unit.name,
            unit.elements,
            unit.type.replace("_", " "),
            unit.class_,
            unit.experience,
            unit.order,
            unit.armour,
            _arms(unit),
            unit_points(unit),
        )
        for unit in units_of(army)
    )
    notes = tuple(f"{ward.name}: {ward.officer.name}, order {ward.order}" for ward in army.battle)
    return Mustered(
        key=army.id,
        name=army.name,
        of=army.list or (army.id if army.id in armies() else ""),
        figures=elements_of(army),
        points=army_points(army),
        sheet=Sheet(army.name, COLUMNS, rows, notes, "MM-SETUP-20"),
        remarks=tuple(_remarks(army)),
        file=written(army),
    )


def _arms(unit: UnitEntry) -> str:
    parts = [unit.melee or "", unit.missile or "", "shield" if unit.shield else ""]
    return ", ".join(part.replace("_", " ") for part in parts if part and part != "none")


@clause("MM-SETUP-02")
def _remarks(army: Army) -> list[Remark]:
    """The usual sizes are 350, 600 and 1000 points; others may be played, with a word."""
    total = army_points(army)
    sizes = sorted(POINTS["battle_sizes"].values())
    near = min(sizes, key=lambda size: abs(size - total))
    if abs(near - total) > near * 0.15:
        said = f"{total} points (units {units_points(army)}): the usual sizes are 350, 600, 1000"
        return [Remark(said, "MM-SETUP-03")]
    return []


def written(army: Army) -> str:
    """Write an army down so that reading it gives the same army."""
    plain = msgspec.structs.replace(army, unit_points=None, officer_points=None, points=None)
    return msgspec.toml.encode(ArmyFile(army=(_without_prices(plain),))).decode()


def _without_prices(army: Army) -> Army:
    def unit(one: UnitEntry) -> UnitEntry:
        return msgspec.structs.replace(one, per_element=None, points=None)

    wards = tuple(
        msgspec.structs.replace(ward, units=tuple(map(unit, ward.units))) for ward in army.battle
    )
    return msgspec.structs.replace(army, battle=wards)


def read_forces(content: bytes, name: str, options: Mapping[str, Any]) -> tuple[Army, ...]:
    """Read people's own armies."""
    del options
    return read_armies(content, name)


def force_info(army: Army, options: Mapping[str, Any]) -> ForceInfo:
    """What an army is called and worth."""
    del options
    return ForceInfo(army.id, army.name, army_points(army), elements_of(army))


MUSTER = Muster(
    lists={key: one.name for key, one in armies().items()},
    levy=lambda of, size, key, name, _options: mustered(levied(of, size, key, name)),
    read=lambda content, name, options: tuple(
        mustered(one) for one in read_forces(content, name, options)
    ),
)
