"""What must always be true of a battle; a list of faults that is empty if all is well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.crowding import overlapping
from banneret.rulesets.knights_and_knaves.chits import CHITS
from banneret.rulesets.knights_and_knaves.people import standing
from banneret.rulesets.knights_and_knaves.state import (
    CAPTIVE,
    COMING,
    DEAD,
    DISABLED,
    ESCORTING,
    GONE,
    NOBODY,
    ROUTING,
    STEADY,
    UP,
    WITHDRAWING,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.rulesets.knights_and_knaves.state import Battle, Horse, Man, Unit

STATUSES = frozenset(
    (STEADY, ROUTING, WITHDRAWING, ESCORTING, DISABLED, DEAD, CAPTIVE, GONE, COMING)
)
MOST_PERMANENT = 4


def faults(battle: Battle) -> list[str]:
    """Everything that is wrong with a battle between two steps."""
    found: list[str] = []
    for at, man in enumerate(battle.men):
        found += [f"man {at} ({man.profile.name}): {no}" for no in _of_man(battle, at, man)]
    for at, horse in enumerate(battle.horses):
        found += [f"horse {at} ({horse.profile.name}): {no}" for no in _of_horse(battle, at, horse)]
    for at, unit in enumerate(battle.units):
        found += [f"unit {at} ({unit.name}): {no}" for no in _of_unit(battle, at, unit)]
    return found + _overlapping(battle)


def _of_man(battle: Battle, at: int, man: Man) -> Iterator[str]:
    if man.id != at:
        yield f"his id is {man.id}"
    if man.status not in STATUSES:
        yield f"status {man.status!r}"
    if man.chit and man.chit not in CHITS and man.chit != "?":
        yield f"chit {man.chit!r}"
    if not 0 <= man.stamina <= man.profile.stamina:
        yield f"stamina {man.stamina} of {man.profile.stamina}"
    if man.stamina == 0 and man.status in UP:
        yield "stands with no stamina left"
    if not 0 <= man.permanent <= MOST_PERMANENT or man.temporary < 0 or man.stun < 0:
        yield f"fatigue {man.temporary} and {man.permanent}, stun {man.stun}"
    if (
        man.unit != NOBODY
        and battle.units[man.unit].members
        and (at not in battle.units[man.unit].members)
    ):
        yield f"not among the members of unit {man.unit}"
    if man.horse != NOBODY and battle.horses[man.horse].rider != at:
        yield "sits on a horse that has another rider"
    if man.status in UP and not battle.ground.on_table(man.base):
        yield f"off the table at {man.base.x:g}, {man.base.y:g}"
    yield from _of_bonds(battle, man)


def _of_bonds(battle: Battle, man: Man) -> Iterator[str]:
    """Captors and captives hold each other; who lost his captor is free when the phase ends."""
    if man.status not in {CAPTIVE, ESCORTING}:
        return
    other = battle.men[man.held] if man.held != NOBODY else None
    lost = other is not None and man.status == CAPTIVE and other.status != ESCORTING
    if not lost and (other is None or other.held != man.id):
        yield f"{man.status}, but nobody holds him or is held"


def _of_horse(battle: Battle, at: int, horse: Horse) -> Iterator[str]:
    if horse.id != at:
        yield f"its id is {horse.id}"
    if not 0 <= horse.stamina <= horse.profile.stamina:
        yield f"stamina {horse.stamina}"
    if horse.rider != NOBODY:
        rider = battle.men[horse.rider]
        if rider.horse != at:
            yield f"its rider {horse.rider} sits elsewhere"
        elif rider.base is not horse.base and rider.status in UP and rider.base != horse.base:
            yield "not where its rider is"


def _of_unit(battle: Battle, at: int, unit: Unit) -> Iterator[str]:
    if unit.id != at:
        yield f"its id is {unit.id}"
    if not unit.members:
        return
    if unit.leader != NOBODY and unit.leader not in unit.members:
        yield f"led by {unit.leader}, who is not of it"
    for key in unit.members:
        if battle.men[key].unit != at:
            yield f"{key} is a member but belongs to {battle.men[key].unit}"
        if battle.men[key].player != unit.player:
            yield f"{key} serves another"


def _overlapping(battle: Battle) -> list[str]:
    figures = standing(battle)
    return [
        f"{figures[one].profile.name} stands on {figures[other].profile.name}"
        for one, other in overlapping([figure.base for figure in figures])
    ]
