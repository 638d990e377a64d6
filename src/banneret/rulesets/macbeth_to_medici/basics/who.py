"""Who is who: questions about units, officers and wards that every chapter asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import clause
from banneret.tabletop.bodies.meeting import in_contact
from banneret.tabletop.shapes.bases import Rect
from banneret.tabletop.shapes.measuring import gap
from banneret.tabletop.shapes.wheeling import from_front

from .state import (
    ALIVE,
    BROKEN,
    NOBODY,
    ON_TABLE,
    SIDES,
    Battle,
    Officer,
    Unit,
    Ward,
    changed,
)
from .tables import BONUS, CLASS_NAMES, ELEMENT_DEPTH, ELEMENT_WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_CLASSES = "ABCD"
NEAR = 0.1  # inches: further apart nothing touches


# -- sides


def enemy(side: str) -> str:
    """Name the other side."""
    return "b" if side == "a" else "a"


def number_of(side: str) -> int:
    """Give the number of a side as scenarios write it (MM-TURN-14)."""
    return 1 + SIDES.index(side)


# -- units


def eb(unit: Unit) -> int:
    """Give the Experience Bonus (MM-UNIT-11)."""
    return BONUS[unit.profile.experience]


def on_table(battle: Battle) -> list[Unit]:
    """List the units that stand on the table, in order of their ids."""
    return _kept(battle, "on_table", lambda: [u for u in battle.units if u.where == ON_TABLE])


def units_of(battle: Battle, side: str) -> list[Unit]:
    """List a side's units on the table."""
    return _kept(battle, ("of", side), lambda: [u for u in on_table(battle) if u.side == side])


def enemies_of(battle: Battle, unit: Unit) -> list[Unit]:
    """List the enemy's units on the table."""
    return units_of(battle, enemy(unit.side))


def unbroken(units: Iterable[Unit]) -> list[Unit]:
    """Keep those that are not Broken."""
    return [one for one in units if one.morale != BROKEN]


def is_mounted(unit: Unit) -> bool:
    """Whether it fights as cavalry: mobility Mounted (MM-IMPACT-36)."""
    return unit.profile.mobility == "mounted"


def rides(unit: Unit) -> bool:
    """Whether the mounted column of the movement table is in use (MM-MOVE-08)."""
    return is_mounted(unit) or unit.riding


def is_type(unit: Unit, kind: str) -> bool:
    """Whether it is of that type, as its first or second."""
    return kind in (unit.profile.type, unit.profile.second_type)


def is_bombard(unit: Unit) -> bool:
    """Whether it is a bombard or a light gun, which fires on its own (MM-GUN-04)."""
    return unit.profile.missile == "bombard"


def is_gunne(unit: Unit) -> bool:
    """Whether it is a gun of any kind."""
    return unit.profile.type == "gunnes"


def is_skirmisher(unit: Unit) -> bool:
    """Whether it is exempt from terrain: type Skirmishers in Open order (MM-MOVE-17)."""
    return unit.profile.type == "skirmishers" and unit.order == "open"


@clause("MM-UNIT-07")
def class_name(unit: Unit) -> str:
    """Name its class as its origin does: class A Feudal are Knights."""
    return CLASS_NAMES[unit.profile.class_][unit.profile.origin]


# -- footprints


@clause("MM-MOVE-38", "MM-MOVE-39", "MM-UNIT-02")
def footprint(x: float, y: float, heading: float, files: int, ranks: int) -> Rect:
    """The rectangle of so many files and ranks behind the middle of a front edge."""
    return from_front((x, y), heading, ELEMENT_WIDTH * files, ELEMENT_DEPTH * ranks)


def base_of(battle: Battle, unit: Unit) -> Rect:
    """The rectangle a unit covers where it stands."""
    stands = (unit.x, unit.y, unit.heading, unit.files, unit.elements)
    kept = battle.memo.bases.get(unit.id)
    if kept is not None and kept[0] == stands:
        rect: Rect = kept[1]
        return rect
    rect = footprint(unit.x, unit.y, unit.heading, unit.files, unit.ranks)
    battle.memo.bases[unit.id] = (stands, rect)
    return rect


def footprints(battle: Battle, side: str) -> list[tuple[Unit, Rect]]:
    """A side's units on the table, each with the rectangle it covers."""
    known = battle.memo.known
    found: list[tuple[Unit, Rect]] | None = known.get(("footprints", side))
    if found is None:
        found = [(one, base_of(battle, one)) for one in units_of(battle, side)]
        known["footprints", side] = found
    return found


def distance(battle: Battle, one: Unit, other: Unit) -> float:
    """Inches between the nearest points of two units (MM-MOVE-44)."""
    key = (one.id, other.id) if one.id < other.id else (other.id, one.id)
    found: float | None = battle.memo.known.get(key)
    if found is None:
        found = battle.memo.known[key] = _distance(battle, key)
    return found


def _distance(battle: Battle, key: tuple[int, int]) -> float:
    """The same from the bases, if neither has changed since it was measured last."""
    first, second = base_of(battle, battle.units[key[0]]), base_of(battle, battle.units[key[1]])
    kept = battle.memo.gaps.get(key)
    if kept is not None and kept[0] is first and kept[1] is second:
        return kept[2]
    found = gap(first, second)
    battle.memo.gaps[key] = (first, second, found)
    return found


def put(battle: Battle, unit: Unit, x: float, y: float, heading: float) -> None:
    """Set a unit down, to thousandths of an inch and hundredths of a degree (MM-MOVE-46)."""
    unit.x = round(x, 3)
    unit.y = round(y, 3)
    unit.heading = round(heading % 360.0, 2) % 360.0
    changed(battle)


@clause("MM-MOVE-39")
def shrink(battle: Battle, unit: Unit, elements: int, cause: str) -> int:
    """Remove elements, from the rear rank first; files shrink last. Tell how many went."""
    gone = min(elements, unit.elements)
    if gone <= 0:
        return 0
    unit.elements -= gone
    unit.files = max(1, min(unit.files, unit.elements))
    unit.removed[cause] = unit.removed.get(cause, 0) + gone
    changed(battle)
    return gone


# -- contact


def touching(battle: Battle, unit: Unit) -> list[Unit]:
    """List the enemy units in contact with a unit."""
    return _kept(battle, ("touching", unit.id), lambda: _touching(battle, unit))


def _touching(battle: Battle, unit: Unit) -> list[Unit]:
    if unit.where != ON_TABLE:
        return []
    own = base_of(battle, unit)
    fought = {
        f.other if f.mover == unit.id else f.mover
        for f in battle.fights
        if unit.id in (f.mover, f.other)
    }
    return [
        one
        for one in enemies_of(battle, unit)
        if one.id in fought
        or (distance(battle, unit, one) < NEAR and in_contact(own, base_of(battle, one)))
    ]


def is_engaged(battle: Battle, unit: Unit) -> bool:
    """Whether it is in contact with an enemy unit (MM-OFFICER-13)."""
    return bool(touching(battle, unit))


def part(battle: Battle, unit: Unit) -> None:
    """Forget every contact of a unit: it has gone."""
    battle.fights = tuple(f for f in battle.fights if unit.id not in (f.mover, f.other))
    changed(battle)


# -- officers


def officer_of(battle: Battle, unit: Unit) -> Officer:
    """The officer of its ward."""
    return battle.officers[battle.wards[unit.ward].officer]


def ward_of(battle: Battle, unit: Unit) -> Ward:
    """The ward it belongs to."""
    return battle.wards[unit.ward]


def is_present(officer: Officer) -> bool:
    """Whether he lives and is on the table."""
    return officer.fate == ALIVE


def is_lost(officer: Officer) -> bool:
    """Whether he is gone for good; one still off the table is not (MM-TURN-14)."""
    return officer.fate in ("slain", "taken", "fled")


def leader_of(battle: Battle, unit: Unit) -> Officer | None:
    """The officer who leads it in person, if any and if he is able (MM-OFFICER-13)."""
    for officer in battle.officers:
        if officer.leading == unit.id and officer.fate == ALIVE:
            return officer
    return None


def leadership_of(battle: Battle, unit: Unit) -> int | None:
    """The Leadership that may stand in for a die of this unit (MM-CONTROL-05)."""
    officer = leader_of(battle, unit)
    if officer is None or officer.disabled == battle.turn > 0:
        return None
    return officer.leadership


def is_led(battle: Battle, unit: Unit) -> bool:
    """Whether an officer leads it in person."""
    return leader_of(battle, unit) is not None


def chief_of(battle: Battle, side: str) -> Officer | None:
    """A side's Commander-in-chief, unless he is lost."""
    for officer in battle.officers:
        if officer.chief and officer.side == side and not is_lost(officer):
            return officer
    return None


def officers_of(battle: Battle, side: str) -> list[Officer]:
    """A side's officers on the table."""
    return [one for one in battle.officers if one.side == side and one.fate == ALIVE]


@clause("MM-TURN-14")
def standing_of(battle: Battle, side: str) -> int:
    """L + C of a side's C-in-C; 0 if he is lost or still off the table."""
    chief = chief_of(battle, side)
    return chief.leadership + chief.command if chief is not None and is_present(chief) else 0


# -- class in others' eyes


@clause("MM-UNIT-08", "MM-UNIT-09", "MM-UNIT-10")
def perceived_class(cls: str, *, foreign: bool, tribal_by_tribal: bool) -> str:
    """A class one lower for a foreigner, one lower for a tribe in a tribe's eyes, D at least."""
    return _CLASSES[min(_CLASSES.index(cls) + foreign + tribal_by_tribal, 3)]


@clause("MM-UNIT-08", "MM-UNIT-10")
def seen_by_officer(officer: Officer, unit: Unit) -> str:
    """The class of a unit in an officer's eyes."""
    profile = unit.profile
    own = unit.id in (officer.leading, officer.led_last)
    return perceived_class(
        profile.class_,
        foreign=is_foreign(officer.nation, profile.nation, profile.mercenary, officer.mercenary),
        tribal_by_tribal=officer.origin == profile.origin == "tribal" and not own,
    )


@clause("MM-UNIT-10")
def seen_by_unit(observer: Unit, unit: Unit) -> str:
    """The class of a unit in another unit's eyes; its own stays as printed."""
    mine, theirs = observer.profile, unit.profile
    if observer.id == unit.id:
        return theirs.class_
    return perceived_class(
        theirs.class_,
        foreign=is_foreign(mine.nation, theirs.nation, theirs.mercenary, mine.mercenary),
        tribal_by_tribal=mine.origin == theirs.origin == "tribal",
    )


def is_foreign(mine: str, theirs: str, mercenary: bool, observer_mercenary: bool) -> bool:
    """Whether a unit is a foreigner or a hireling; a hireling sees his own nation at full class."""
    return mine != theirs or (mercenary and not observer_mercenary)


# -- order


def by_rank(battle: Battle, units: Iterable[Unit]) -> list[Unit]:
    """Highest initiative first, ties by order of sides, then by number (MM-GUN-03)."""
    del battle
    return sorted(units, key=lambda u: (-u.deeds.initiative, u.side, u.number))


def by_id(battle: Battle, ids: Iterable[int]) -> list[Unit]:
    """Turn ids into units."""
    return [battle.units[one] for one in ids if one != NOBODY]


def _kept(battle: Battle, key: Any, work: Callable[[], list[Unit]]) -> list[Unit]:
    found = battle.memo.known.get(key)
    if found is None:
        found = battle.memo.known[key] = work()
    return found
