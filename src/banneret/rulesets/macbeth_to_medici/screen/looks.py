"""What a screen may show of a unit or an officer, from a side's view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.show.overlay import NOTHING_TO_SEE, Look, Note
from banneret.tabletop.screen.drawing import band, chance, verdict
from banneret.tabletop.screen.words import agree

from ..basics.state import ALIVE, BROKEN, ON_TABLE
from ..basics.tables import BOMBARD_RANGE, KEEP_OFF, PASS
from ..basics.who import (
    base_of,
    distance,
    eb,
    enemies_of,
    is_bombard,
    leadership_of,
    rides,
    units_of,
)
from ..command.control import bands
from ..command.rating import head_start
from ..command.states import behaviour
from ..command.tempers import radius
from ..fighting.charge.aiming import aim_at, why_not_charge
from ..fighting.charge.declaring import odds_of_test
from ..fighting.forecast import forecast
from ..ground.advantage import cover_from, has_advantage
from ..ground.features import bad_going
from ..ground.sight import zone_from
from ..missiles.archery import range_of
from ..movement.rates import charge_reach, rate
from ..movement.riders import distance_to, stand_of
from .events import OFFICERS
from .scene import RIDERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.core.show.overlay import Overlay

    from ..basics.state import Battle, Officer, Unit


_NEAR = 18.0  # inches: who stands further off reacts to somebody else


@clause("MM-MOVE-44")
def look(battle: Battle, side: str | None, piece: int) -> Look:
    """Everything to show of one piece."""
    if piece >= RIDERS:
        return NOTHING_TO_SEE
    if piece >= OFFICERS:
        officer = battle.officers[piece - OFFICERS]
        return Look(tuple(_command(battle, officer)), tuple(_about_officer(officer)))
    unit = battle.units[piece]
    if unit.where != ON_TABLE:
        return NOTHING_TO_SEE
    veiled = unit.veiled and unit.side != side
    overlays = tuple(_overlays(battle, unit))
    return Look(overlays, () if veiled else tuple(_about_unit(battle, unit)))


def _overlays(battle: Battle, unit: Unit) -> Iterator[Overlay]:
    rect = base_of(battle, unit)
    if unit.morale != BROKEN:
        far = charge_reach(battle, unit)
        yield band("reach", rect, rate(unit, "normal"), "normal move", "MM-MOVE-02")
        yield band("reach", rect, far, "charge", "MM-MOVE-05", dear=True)
    yield from _initiative(battle, unit)
    reach = shooting_range(unit)
    if reach:
        yield band("range", rect, reach, f"{unit.profile.missile.replace('_', ' ')}", "MM-ARCH-03")
    for foe in enemies_of(battle, unit):
        no = why_not_charge(battle, unit, foe)
        if no is None and foe.morale != BROKEN:
            yield chance(
                "targets", foe.id, "may be charged", "MM-CHARGE-11", odds_of_test(battle, unit)
            )
    yield band("arcs", rect, KEEP_OFF, "enemies keep off", "MM-MOVE-11", dear=True)


@clause("MM-INIT-05", "MM-INIT-08")
def _initiative(battle: Battle, unit: Unit) -> Iterator[Overlay]:
    """Over whom it has the initiative, and who has it over him, of those who matter now."""
    mine = unit.deeds.initiative
    for foe in enemies_of(battle, unit):
        theirs = foe.deeds.initiative
        if not (mine and theirs) or distance(battle, unit, foe) > _NEAR:
            continue
        first = head_start(mine, theirs, mounted=rides(unit))
        later = head_start(theirs, mine, mounted=rides(foe))
        if first:
            word = f"{mine} against {theirs}: {_inches(first)} before them"
        elif later:
            word = f"{mine} against {theirs}: they have {_inches(later)} first"
        else:
            word = f"{mine} against {theirs}: neither is first"
        yield verdict("reach", foe.id, word, "MM-INIT-05", holds=first > 0)


def _inches(count: int) -> str:
    return f"{count} {agree(count, 'inch', 'inches')}"


def shooting_range(unit: Unit) -> float:
    """How far a unit shoots at most; 0 if it does not."""
    if is_bombard(unit):
        return float(BOMBARD_RANGE)
    missile = unit.profile.missile
    if missile in ("longbow", "bow", "composite_bow"):
        return float(range_of(missile, mounted=rides(unit)))
    return 0.0


@clause("MM-CONTROL-01", "MM-CONTROL-02")
def _odds(battle: Battle, unit: Unit) -> dict[str, str]:
    """The three bands of a unit's control test."""
    found = bands(unit.profile.experience, unit.profile.die, leadership_of(battle, unit))
    return {name: f"{share:.0%}" for name, share in found.items()}


def _about_unit(battle: Battle, unit: Unit) -> Iterator[Note]:
    profile = unit.profile
    low, high = PASS[profile.experience]
    odds = _odds(battle, unit)
    title = "Control test"
    yield Note("pass", f"{low}-{high}: {odds['pass']}", "MM-CONTROL-01", title)
    yield Note("up, too bold", odds["up"], "MM-CONTROL-02", title)
    yield Note("down, too timid", odds["down"], "MM-CONTROL-02", title)
    yield Note("hits", f"{unit.hits} of {eb(unit)}", "MM-UNIT-13")
    title = "Expected behaviour"
    for action in ("charge", "counter_charge", "stand", "evade"):
        yield Note(action.replace("_", "-"), behaviour(unit, action), "MM-UNIT-26", title)
    if unit.deeds.initiative:
        yield Note("initiative", str(unit.deeds.initiative), "MM-INIT-01")
    going = bad_going(battle, unit)
    if going is not None:
        yield Note(f"in {going.name}", f"-{going.cls}", "MM-IMPACT-17")
    if unit.reforming:
        yield Note("reforming", f"{unit.reforming} thirds left", "MM-MOVE-28")


@clause("MM-OFFICER-11")
def _command(battle: Battle, officer: Officer) -> Iterator[Overlay]:
    """His Command Radius and who stands in it."""
    far = float(radius(officer.leadership, officer.command, regular=officer.origin == "regular"))
    yield band("command", stand_of(officer), far, "Command Radius", "MM-OFFICER-11")
    if officer.fate != ALIVE:
        return
    for unit in units_of(battle, officer.side):
        inside = distance_to(battle, officer, unit) <= far + 0.001
        word = "in command" if inside else "out of command"
        yield verdict("command", unit.id, word, "MM-OFFICER-11", holds=inside)


def _about_officer(officer: Officer) -> Iterator[Note]:
    yield Note("temper", officer.temper, "MM-OFFICER-03")
    yield Note("Leadership", str(officer.leadership), "MM-OFFICER-07")
    yield Note("Command", str(officer.command), "MM-OFFICER-07")
    over = "snaps at the next failed test" if officer.count > officer.command else ""
    yield Note("lost units counted", f"{officer.count} {over}".strip(), "MM-OFFICER-32")


def between(battle: Battle, side: str | None, one: int, other: int) -> Look:
    """What holds of a unit seen from another: distance, zone, initiative, ground."""
    if one >= OFFICERS or other >= OFFICERS:
        return NOTHING_TO_SEE
    unit, foe = battle.units[one], battle.units[other]
    if unit.where != ON_TABLE or foe.where != ON_TABLE:
        return NOTHING_TO_SEE
    notes = [Note("distance", f"{distance(battle, unit, foe):.1f} inches", "MM-MOVE-44")]
    if unit.side != foe.side:
        notes += _against(battle, unit, foe)
    del side
    return Look((), tuple(notes))


@clause("MM-INIT-05", "MM-MOVE-40", "MM-UNIT-30")
def _against(battle: Battle, unit: Unit, foe: Unit) -> list[Note]:
    notes = [Note("stands in their", f"{zone_from(battle, foe, unit)} zone", "MM-MOVE-40")]
    mine, theirs = unit.deeds.initiative, foe.deeds.initiative
    if mine and theirs:
        first = head_start(mine, theirs, mounted=rides(unit))
        word = f"{_inches(first)} before they react" if first else "none over them"
        notes.append(Note("initiative", f"{mine} to {theirs}: {word}", "MM-INIT-05"))
    if has_advantage(battle, foe, unit):
        notes.append(Note("they have the advantage of ground", "", "MM-UNIT-30"))
    if cover_from(battle, foe, unit):
        notes.append(Note("they are in cover", "", "MM-UNIT-44"))
    no = why_not_charge(battle, unit, foe)
    aim = aim_at(battle, unit, foe) if no is None else None
    if no is not None:
        notes.append(Note(f"no charge: {no.reason}", "", no.clause))
    elif aim is not None:
        word = "unformed, a sharp turn" if aim.mixes else f"{aim.inches:.1f} inches to go"
        notes.append(Note("may charge", word, "MM-CHARGE-11"))
        notes += _meeting(unit, foe)
    return notes


@clause("MM-IMPACT-06", "MM-MELEE-01")
def _meeting(unit: Unit, foe: Unit) -> list[Note]:
    """What a charge would bring if he stands and is struck in front."""
    title = "If they stand, met in front: win, draw, lose"
    clauses = {"impact": "MM-IMPACT-06", "melee": "MM-MELEE-01"}
    return [
        Note(
            what,
            " · ".join(f"{share:.0%}" for share in odds.values()),
            clauses[what],
            title,
        )
        for what, odds in forecast(unit, foe).items()
    ]
