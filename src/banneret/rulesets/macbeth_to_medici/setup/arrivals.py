"""Who comes later: reinforcements, late battles, outflankers (MM-SETUP-16, 17, 22)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.answers import Place1
from banneret.core.questions.choices import Pick, Place
from banneret.tabletop.shapes.bases import Rect
from banneret.tabletop.shapes.measuring import gap, overlaps

from ..basics.state import ALIVE, AWAY, NOBODY, OFF_TABLE, ON_TABLE, Detachment, changed
from ..basics.tables import KEEP_OFF, RATES
from ..basics.who import base_of, enemies_of, footprint, rides
from ..command.rating import rating
from ..ground.features import blocked_by_ground, is_on_table
from ..screen.deeds import Arrived
from .beginning import take_post
from .deploying import facing_of, put_centre, rect_at, replaced
from .dice import MeetSituation, roll_late, roll_meeting, roll_outflank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Officer, Unit, Ward

ENEMY_EDGE_OFF = 12
BACK_AFTER = 2


# -- the start of step 1


@clause("MM-SETUP-22", "MM-SETUP-16", "MM-TURN-03")
def look_for(table: Table[Battle]) -> None:
    """See who comes this turn: certain battles, late ones by a die, outflankers by a die."""
    battle = table.state
    for ward in battle.wards:
        if ward.arrives and not ward.coming and battle.turn >= ward.arrives:
            ward.attempts += 1
            ward.coming = not ward.late or roll_late(table, ward.attempts, ward.side)
    for one in battle.detachments:
        if one.kind == "outflank" and not one.done and not one.back and battle.turn >= one.turn:
            _try_outflank(table, one)


def _try_outflank(table: Table[Battle], one: Detachment) -> None:
    battle = table.state
    attempt = one.attempts + 1
    with table.privately((one.side,)):
        arrives = roll_outflank(table, attempt, one.side)
    if not arrives:
        replaced(battle, one, attempts=attempt)
        return
    other = next((d for d in battle.detachments if _same_edge(one, d)), None)
    if other is None:
        replaced(battle, one, attempts=attempt, back=battle.turn)
    else:
        _meet(table, one, other)


def _same_edge(one: Detachment, other: Detachment) -> bool:
    """Left of one side is right of the other."""
    return (
        other.kind == "outflank"
        and other.side != one.side
        and other.edge != one.edge
        and not other.done
        and not other.back
    )


@clause("MM-SETUP-17")
def _meet(table: Table[Battle], one: Detachment, other: Detachment) -> None:
    """Two forces at one edge: the higher of die and initiative arrives, the lower turns back."""
    battle = table.state
    table.openly()
    first, second = (one, other) if one.side == "a" else (other, one)
    best = [max((battle.units[u] for u in d.units), key=_rated) for d in (first, second)]
    found = roll_meeting(
        table,
        MeetSituation(
            initiative_1=_rated(best[0]),
            initiative_2=_rated(best[1]),
            die_1=best[0].profile.die,
            die_2=best[1].profile.die,
        ),
    )
    for force, wins in ((first, found == "first"), (second, found == "second")):
        if wins:
            replaced(battle, force, back=battle.turn)
        else:
            replaced(battle, force, back=battle.turn + BACK_AFTER, edge="")


def _rated(unit: Unit) -> int:
    return rating(unit.profile.experience, unit.order, unit.profile.mobility)


# -- step 9


@clause("MM-SETUP-16", "MM-SETUP-22")
def enter(table: Table[Battle]) -> None:
    """Whoever comes this turn enters at a normal move, without charging."""
    battle = table.state
    for ward in battle.wards:
        if ward.coming:
            _enter_ward(table, ward)
    for one in battle.detachments:
        if one.kind == "outflank" and 0 < one.back <= battle.turn and not one.done:
            units = [battle.units[key] for key in one.units]
            there = _enter_all(table, units, one.edge)
            if one.officer != NOBODY:
                _bring_officer(battle.officers[one.officer], units)
            replaced(battle, one, done=there)  # what did not fit enters next turn


def _enter_ward(table: Table[Battle], ward: Ward) -> None:
    battle = table.state
    away = {u for d in battle.detachments for u in d.units}
    mine = [u for u in battle.units if u.ward == ward.id and u.id not in away]
    if _enter_all(table, mine, ward.edge):
        ward.coming, ward.arrives = False, 0
    if all(one.officer != ward.officer for one in battle.detachments):
        _bring_officer(battle.officers[ward.officer], mine)


def _enter_all(table: Table[Battle], units: Sequence[Unit], edge: str) -> bool:
    """Those still off the table come on; tell whether all are there."""
    for unit in units:
        if unit.where == OFF_TABLE:
            _enter(table, unit, edge)
    return all(unit.where != OFF_TABLE for unit in units)


@clause("MM-SETUP-14")
def _bring_officer(officer: Officer, units: Sequence[Unit]) -> None:
    """He comes with the first of these units."""
    here = [unit for unit in units if unit.where == ON_TABLE]
    if officer.fate == AWAY and here:
        take_post(officer, here[0])
        officer.fate = ALIVE


def _enter(table: Table[Battle], unit: Unit, edge: str) -> None:
    battle = table.state
    _ask_files(table, unit, edge)
    spots = entries(battle, unit, edge)
    if not spots:
        return
    place = table.ask(
        Place(
            unit.side,
            "enter",
            f"{unit.profile.name} come onto the field",
            (unit.id,),
            lambda places: entry_refusal(battle, unit, edge, places[unit.id]),
            lambda: [{unit.id: spot} for spot in spots],
        )
    )
    put_centre(battle, unit, place[unit.id])
    unit.where = ON_TABLE
    unit.arrived = battle.turn
    unit.deeds.rate = "normal"
    unit.deeds.used = float(RATES["normal"].mounted if rides(unit) else RATES["normal"].foot)
    unit.deeds.moved_later = unit.deeds.used
    ward = battle.wards[unit.ward]
    ward.first_came = ward.first_came or battle.turn
    changed(battle)
    table.tell(Arrived(unit.id, (unit.x, unit.y), unit.heading))


@clause("MM-SETUP-16", "MM-SETUP-22")
def _ask_files(table: Table[Battle], unit: Unit, edge: str) -> None:
    """A unit comes on in files of its owner's choice, if there is room for them."""
    battle, own = table.state, unit.files

    def fits(files: int) -> bool:
        unit.files = files
        return bool(entries(battle, unit, edge))

    lawful = [files for files in range(1, unit.elements + 1) if fits(files)]
    unit.files = own
    if not lawful:
        return
    unit.files = table.ask(
        Pick(
            unit.side,
            "enter_files",
            f"In how many files do {unit.profile.name} come on?",
            lawful,
            about=(unit.id,),
            usual=own if own in lawful else lawful[-1],
        )
    )


@clause("MM-SETUP-16", "MM-SETUP-22")
def entry_refusal(battle: Battle, unit: Unit, edge: str, place: Place1) -> Refusal | None:
    """Whole on the table, no further in than a normal move, clear of everybody."""
    rect = rect_at(unit, place)
    if not is_on_table(battle, rect) or blocked_by_ground(battle, rect):
        return Refusal("nobody can stand there", "MM-SETUP-22")
    inches = RATES["normal"].mounted if rides(unit) else RATES["normal"].foot
    if _inward(battle, unit, edge, rect) > max(inches, rect.depth) + 0.001:
        return Refusal("further in than a normal move", "MM-SETUP-22")
    if edge and _near_enemy_edge(battle, unit, rect):
        return Refusal("within 12 inches of the enemy's base edge", "MM-SETUP-16")
    friends = [u for u in battle.units if u.where == ON_TABLE and u.id != unit.id]
    if any(overlaps(rect, base_of(battle, one)) for one in friends):
        return Refusal("units may not overlap", "MM-SETUP-22")
    if any(gap(rect, base_of(battle, one)) < KEEP_OFF for one in enemies_of(battle, unit)):
        return Refusal("within 1 inch of an enemy", "MM-MOVE-11")
    return None


def _inward(battle: Battle, unit: Unit, edge: str, rect: Rect) -> float:
    """How far from its edge the foremost part of a unit is."""
    if edge:
        west = (edge == "left") == (battle.base[unit.side] == "south")
        return rect.x1 if west else battle.scenario.width - rect.x0
    return rect.y1 if battle.base[unit.side] == "south" else battle.scenario.depth - rect.y0


def _near_enemy_edge(battle: Battle, unit: Unit, rect: Rect) -> bool:
    if battle.base[unit.side] == "south":
        return battle.scenario.depth - rect.y1 < ENEMY_EDGE_OFF
    return rect.y0 < ENEMY_EDGE_OFF


def entries(battle: Battle, unit: Unit, edge: str) -> list[Place1]:
    """A few places where a unit may come on, from the middle outwards."""
    inches = RATES["normal"].mounted if rides(unit) else RATES["normal"].foot
    found: list[Place1] = []
    for aside in (0, 6, -6, 12, -12, 18, -18, 24, -24, 30, -30):
        for deep in (inches, inches / 2, 0):
            spot = _spot(battle, unit, edge, aside, deep)
            if entry_refusal(battle, unit, edge, spot) is None:
                found.append(spot)
                break
        if len(found) == 5:
            break
    return found


def _spot(battle: Battle, unit: Unit, edge: str, aside: float, deep: float) -> Place1:
    wide, depth = battle.scenario.width, battle.scenario.depth
    south = battle.base[unit.side] == "south"
    if not edge:
        facing = facing_of(battle, unit.side)
        base = footprint(0.0, 0.0, facing, unit.files, unit.ranks)
        far = max(deep, base.depth) - base.hd
        return Place1(round(wide / 2 + aside, 3), round(far if south else depth - far, 3), facing)
    west = (edge == "left") == south
    facing = 90.0 if west else 270.0
    base = footprint(0.0, 0.0, facing, unit.files, unit.ranks)
    far = max(deep, base.depth) - base.hd
    return Place1(round(far if west else wide - far, 3), round(depth / 2 + aside / 2, 3), facing)
