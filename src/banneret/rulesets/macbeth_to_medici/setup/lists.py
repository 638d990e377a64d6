"""Army lists: the book's own, people's own; what they cost and what makes them legal."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from importlib.resources import files

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.errors import IllegalForce, find
from banneret.core.files import decode_toml, load_toml

from ..basics.state import Profile
from ..basics.tables import ARMS, ARMY_LIMITS, POINTS
from .entries import Army, ArmyFile, OfficerEntry, UnitEntry, WardEntry

_ROWS = ("experience", "order", "mobility", "armour", "impact", "melee", "missile", "die", "origin")
_FLAGS = tuple(POINTS["flags"])


# -- what a unit is


@clause("MM-UNIT-06", "MM-UNIT-21", "MM-SETUP-20", "MM-UNIT-33", "MM-UNIT-12")
def profile_of(entry: UnitEntry, nation: str) -> Profile:
    """Fill in what an entry leaves out: the arms of its type, its die, the army's nation."""
    arms = ARMS[entry.type]
    die = entry.die or default_die(entry.origin, entry.class_)
    orders = (entry.order, entry.second_order) if entry.second_order else (entry.order,)
    return Profile(
        key=entry.id,
        name=entry.name,
        nation=entry.nation or nation,
        mercenary=entry.mercenary,
        type=entry.type,
        second_type=entry.second_type or "",
        origin=entry.origin,
        class_=entry.class_,
        experience=entry.experience,
        orders=orders,
        mobility=entry.mobility or arms.mobility,
        armour=entry.armour,
        mail=entry.mail,
        shield=arms.shield if entry.shield is None else entry.shield,
        horse_armour=entry.horse_armour,
        pavise=entry.pavise,
        stakes=entry.stakes,
        palisade=entry.palisade,
        light=entry.light,
        missile=entry.missile or arms.missile,
        impact=entry.impact or arms.impact,
        melee=entry.melee or arms.melee,
        dual_armed=entry.dual_armed,
        mixed_weapons=entry.mixed_weapons or bool(entry.second_type),
        heavy_arrows=entry.heavy_arrows,
        feign=entry.feign,
        die=die,
        start=entry.start,
        elements=entry.elements,
        points=unit_points(entry),
    )


@clause("MM-UNIT-06")
def default_die(origin: str, class_: str) -> str:
    """The average die for Regulars of class A or B, else the normal one."""
    return "d5" if origin == "regular" and class_ in "AB" else "d6"


# -- what it costs


@clause("MM-SETUP-03")
def element_points(entry: UnitEntry) -> int:
    """The sum of the fitting rows, at least 1."""
    arms = ARMS[entry.type]
    has = {
        "experience": entry.experience,
        "order": entry.order,
        "mobility": entry.mobility or arms.mobility,
        "armour": entry.armour,
        "impact": entry.impact or arms.impact,
        "melee": entry.melee or arms.melee,
        "missile": entry.missile or arms.missile,
        "die": entry.die or default_die(entry.origin, entry.class_),
        "origin": entry.origin,
    }
    shield = arms.shield if entry.shield is None else entry.shield
    flags = {
        "shield": shield,
        "second_type": entry.second_type is not None,
        "starts_erratic": entry.start == "erratic",
    }
    rows = sum([POINTS[row].get(has[row], 0) for row in _ROWS])
    extra = sum([POINTS["flags"][one] for one in _FLAGS if flags.get(one, _flag(entry, one))])
    return max(int(POINTS["minimum"]), int(rows + extra))


def _flag(entry: UnitEntry, name: str) -> bool:
    return bool(getattr(entry, name, False))


@clause("MM-SETUP-03")
def unit_points(entry: UnitEntry) -> int:
    """Elements and field defences; a bombard has one price."""
    if is_bombard(entry):
        return int(POINTS["bombard_flat"])
    price = POINTS["defences_per_segment"]
    defences = int(price["stakes"]) * entry.stakes + int(price["palisade"]) * entry.palisade
    return entry.elements * element_points(entry) + defences


def is_bombard(entry: UnitEntry) -> bool:
    """Whether it is a bombard or light gun."""
    return (entry.missile or ARMS[entry.type].missile) == "bombard"


@clause("MM-SETUP-03")
def officer_points(entry: OfficerEntry) -> int:
    """5 for each point of rating, 35 when rolled, 10 more for the C-in-C."""
    if entry.leadership is None or entry.command is None:
        cost = int(POINTS["officer_rolled"])
    else:
        cost = int(POINTS["officer_per_rating"]) * (entry.leadership + entry.command)
    return cost + (int(POINTS["c_in_c_extra"]) if entry.c_in_c else 0)


def army_points(army: Army) -> int:
    """Units and officers together."""
    return units_points(army) + sum([officer_points(ward.officer) for ward in army.battle])


def units_points(army: Army) -> int:
    """Units alone: what MM-END-01 reckons with."""
    return sum([unit_points(unit) for unit in units_of(army)])


def units_of(army: Army) -> list[UnitEntry]:
    """All units, battle by battle: their order gives their numbers (MM-TURN-14)."""
    return [unit for ward in army.battle for unit in ward.units]


# -- whether it is legal


@clause("MM-SETUP-04", "MM-OFFICER-01")
def checked(army: Army, *, listed: bool, name: str = "army") -> Army:
    """Refuse an army that the book does not allow, naming the field that is wrong."""
    where = f"{name}: army {army.id!r}"
    _between(where, "battle", len(army.battle), ARMY_LIMITS["battles"])
    chiefs = sum([ward.officer.c_in_c for ward in army.battle])
    if chiefs != 1:
        raise _illegal(where, "c_in_c", f"{chiefs} officers are C-in-C: expected exactly one")
    for ward in army.battle:
        _between(f"{where}, battle {ward.id!r}", "units", len(ward.units), _UNITS)
        for unit in ward.units:
            granted = listed or _grants(army.list, unit)
            _check_unit(f"{where}, unit {unit.id!r}", unit, listed=granted)
    _check_shares(where, army)
    return army


_UNITS = ARMY_LIMITS["units_per_battle"]


@clause("MM-SETUP-04", "MM-GUN-06")
def _check_unit(where: str, unit: UnitEntry, *, listed: bool) -> None:
    arms = unit.missile or ARMS[unit.type].missile
    if arms == "bombard":
        _between(where, "elements", unit.elements, {"min": 1, "max": 1})
    elif arms == "battery_gun":
        _between(where, "elements", unit.elements, ARMY_LIMITS["battery_elements"])
    else:
        _between(where, "elements", unit.elements, ARMY_LIMITS["elements_per_unit"])
    if unit.files > unit.elements:
        raise _illegal(where, "files", f"{unit.files} files of {unit.elements} elements")
    if not listed:
        for flag in ("feign", "dual_armed", "heavy_arrows"):
            if getattr(unit, flag):
                raise _illegal(where, flag, "only the book's army lists grant it")


@clause("MM-SETUP-04", "MM-SETUP-20")
def _grants(list_key: str, unit: UnitEntry) -> bool:
    """Whether the list an army was raised from has this unit with what it claims."""
    if not list_key:
        return False
    same = next((one for one in units_of(army_named(list_key)) if one.id == unit.id), None)
    flags = ("feign", "dual_armed", "heavy_arrows")
    return same is not None and all(getattr(same, f) or not getattr(unit, f) for f in flags)


@clause("MM-SETUP-04")
def _check_shares(where: str, army: Army) -> None:
    scum = sum([unit_points(one) for one in units_of(army) if one.class_ == "D"])
    if scum > Fraction(ARMY_LIMITS["class_d_share"]) * army_points(army):
        raise _illegal(where, "class", f"{scum} points of class D: at most a quarter")
    guns = sum([one.type == "gunnes" for one in units_of(army)])
    if guns > ARMY_LIMITS["gunnes_units"]:
        raise _illegal(where, "type", f"{guns} units of gunnes: at most 3")
    keys = [one.id for one in units_of(army)]
    if len(set(keys)) != len(keys):
        raise _illegal(where, "id", "two units have the same id")


def _between(where: str, field: str, found: int, limits: dict[str, int]) -> None:
    low, high = limits["min"], limits["max"]
    if not low <= found <= high:
        raise _illegal(where, field, f"{found}: expected {low} to {high}")


def _illegal(where: str, field: str, why: str) -> IllegalForce:
    return IllegalForce(f"{where}: {field}: {why} [MM-SETUP-04]")


# -- where they are found


@cache
def armies() -> dict[str, Army]:
    """The book's twelve lists and those of its added scenarios, by key."""
    found = load_toml(files(__package__).joinpath("../data/armies.toml"), ArmyFile, "armies.toml")
    more = load_toml(
        files(__package__).joinpath("../data/armies_added.toml"), ArmyFile, "armies_added.toml"
    )
    return {one.id: checked(one, listed=True) for one in (*found.army, *more.army)}


def army_named(key: str) -> Army:
    """Find a list by its key."""
    return find("army", key, armies())


def read_armies(content: bytes, name: str) -> tuple[Army, ...]:
    """Read people's own armies; they may not feign, nor have what only lists grant."""
    found = decode_toml(content, ArmyFile, name)
    return tuple(checked(one, listed=False, name=name) for one in found.army)


@clause("MM-SETUP-20")
def scaled(army: Army, elements: dict[str, tuple[int, int]]) -> Army:
    """The same list with other numbers of elements and files in some units."""

    def unit(one: UnitEntry) -> UnitEntry:
        if one.id not in elements:
            return one
        many, wide = elements[one.id]
        return msgspec.structs.replace(one, elements=many, files=wide, points=None)

    def ward(one: WardEntry) -> WardEntry:
        return msgspec.structs.replace(one, units=tuple(map(unit, one.units)))

    return msgspec.structs.replace(army, battle=tuple(map(ward, army.battle)))
