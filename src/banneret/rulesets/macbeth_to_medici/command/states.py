"""What becomes of a unit: hits, elements, states of morale, and control tests in battle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.chance.hands import Hand
from banneret.core.questions.choices import Pick

from ..basics.state import (
    ALIVE,
    BROKEN,
    ERRATIC,
    IMPETUOUS,
    LOST,
    NOBODY,
    STEADY,
    TAKEN,
    Fight,
    Loss,
    changed,
)
from ..basics.tables import BEHAVIOUR, PASS
from ..basics.who import eb, is_mounted, leadership_of, shrink, ward_of
from ..ground.sight import officer_sees, point_seen
from ..movement.riders import to_nearest
from ..screen.events import (
    CameApart,
    ElementsLost,
    HitsTaken,
    OfficerLost,
    StateEntered,
    UnitLost,
)
from ..screen.events import (
    Tested as TestTold,
)
from .control import PASS_FIRST, ControlSituation, Outcome, judge, roll_test, tests_as
from .dice import Tested, chosen, one_die, passes_on, readings, sides_of
from .tempers import Nothing, officer_fate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Officer, Unit

_USES = {"none": "as they lie", "first": "for the first die", "second": "for the second die"}


# -- hits, elements, formation


@clause("MM-CONTROL-06", "MM-UNIT-13")
def add_hits(table: Table[Battle], unit: Unit, hits: int, cause: str) -> None:
    """Add true hits; a Steady unit over its limit is Erratic at once. Who is lost takes none."""
    if hits <= 0 or unit.where == LOST:
        return
    unit.hits += hits
    table.tell(HitsTaken(unit.id, hits, cause))
    settle(table, unit)


@clause("MM-CONTROL-06")
def settle(table: Table[Battle], unit: Unit) -> None:
    """Make a Steady unit with more hits than its Experience Bonus Erratic."""
    if unit.morale == STEADY and unit.hits > eb(unit):
        unit.morale = ERRATIC
        unit.entered = table.state.turn
        table.tell(StateEntered(unit.id, ERRATIC))


@clause("MM-UNIT-46")
def unform(table: Table[Battle], unit: Unit) -> None:
    """Take a unit's formation; it stays unformed until it has reformed."""
    if unit.formed:
        unit.formed = False
        table.tell(CameApart(unit.id))


@clause("MM-UNIT-47", "MM-MELEE-27")
def lose_elements(table: Table[Battle], unit: Unit, elements: int, cause: str) -> int:
    """Remove elements; a unit emptied so is lost. Tell how many went."""
    gone = shrink(table.state, unit, elements, cause)
    if gone:
        table.tell(ElementsLost(unit.id, gone, cause, unit.elements))
    if unit.elements <= 0:
        lose(table, unit, cause)
    return gone


@clause("MM-UNIT-47", "MM-OFFICER-24")
def lose(table: Table[Battle], unit: Unit, cause: str, kind: str = "destroyed") -> None:
    """Remove a unit for good: it counts as lost."""
    battle = table.state
    if unit.where == LOST:
        return
    if unit.elements > 0:
        unit.removed[cause] = unit.removed.get(cause, 0) + unit.elements
    note_loss(battle, unit, kind)
    unit.where = LOST
    unit.cause = cause
    unit.reforming = 0
    unit.elements = 0
    part(battle, unit)
    changed(battle)
    table.tell(UnitLost(unit.id, cause))
    unled(table, unit)


@clause("MM-OFFICER-15")
def unled(table: Table[Battle], unit: Unit) -> None:
    """See to the officer who led a unit that was destroyed or left the table."""
    battle = table.state
    for officer in battle.officers:
        if officer.leading != unit.id or officer.fate != ALIVE:
            continue
        officer.leading = NOBODY
        fate = officer_fate(table, Nothing()).result["fate"]
        if fate == "lost" or not to_nearest(battle, officer, army=False):
            officer.fate = TAKEN
            officer.cause = "lost with his men"
            note_officer(battle, officer)
            table.tell(OfficerLost(officer.id, officer.cause))


def note_officer(battle: Battle, officer: Officer) -> None:
    """Write down the loss of an officer and who of his side saw it."""
    here = (officer.x, officer.y)
    seen = tuple(
        [
            o.id
            for o in battle.officers
            if o.side == officer.side and o.fate == ALIVE and point_seen(battle, (o.x, o.y), here)
        ]
    )
    if officer.chief:
        battle.losses = (
            *battle.losses,
            Loss(battle.turn, officer.side, NOBODY, officer.id, "officer", seen),
        )


@clause("MM-OFFICER-24", "MM-OFFICER-39")
def note_loss(battle: Battle, unit: Unit, kind: str) -> None:
    """Write down a rout or a loss and who of its own side saw it."""
    ward = ward_of(battle, unit)
    if kind != "dispersed":
        ward.routed = True
        ward.routed_turn = ward.routed_turn or battle.turn
        if battle.officers[ward.officer].temper == "shaken":
            battle.officers[ward.officer].fleeing = True  # MM-OFFICER-22: he abandons the rest
    seen = tuple(
        [
            o.id
            for o in battle.officers
            if o.side == unit.side and o.fate == "alive" and officer_sees(battle, o, unit)
        ]
    )
    battle.losses = (
        *battle.losses,
        Loss(battle.turn, unit.side, unit.id, NOBODY, kind, seen),
    )


def part(battle: Battle, unit: Unit, other: Unit | None = None) -> None:
    """End the fights of a unit, or its fight with one other."""
    battle.fights = tuple(
        [f for f in battle.fights if not _is(f, unit.id, NOBODY if other is None else other.id)]
    )
    changed(battle)


def _is(fight: Fight, one: int, other: int) -> bool:
    pair = (fight.mover, fight.other)
    return one in pair and (other == NOBODY or other in pair)


# -- states


@clause("MM-CONTROL-11", "MM-CONTROL-12", "MM-CONTROL-13", "MM-CHARGE-25", "MM-CHARGE-27")
def become(table: Table[Battle], unit: Unit, state: str, cause: str) -> None:
    """Enter Impetuous or Broken: elements equal to the true hits go, the hits stay."""
    if unit.morale == state or unit.where == LOST:
        return
    unit.morale = state
    unit.entered = table.state.turn
    unit.known = True
    table.tell(StateEntered(unit.id, state))
    if state == BROKEN:
        unform(table, unit)
        unit.reforming = 0
        unit.feigning = False
        note_loss(table.state, unit, "routed")
    if state in (BROKEN, IMPETUOUS) and unit.hits:
        lose_elements(table, unit, unit.hits, cause)


# -- behaviour


@clause("MM-UNIT-26", "MM-UNIT-31", "MM-UNIT-32")
def behaviour(unit: Unit, action: str) -> str:
    """Yes, test or no; of a mixed formation the better entry."""
    kinds = [k for k in (unit.profile.type, unit.profile.second_type) if k]
    found = [str(getattr(BEHAVIOUR[k], action)) for k in kinds]
    return min(found, key=("yes", "test", "no").index)


@clause("MM-UNIT-27", "MM-CHARGE-07")
def may_ever_evade(unit: Unit) -> bool:
    """Whether its type and class let it evade at all."""
    if is_mounted(unit) and unit.profile.class_ == "A":
        return False
    return behaviour(unit, "evade") != "no"


# -- the test


def _wavering(unit: Unit) -> Pick[str]:
    return Pick(
        unit.side,
        "evade_or_stand",
        f"{unit.profile.name} wavers",
        ("evade", "stand"),
        label=lambda key: (
            "Evade" if key == "evade" else "Stand unformed and lose a die of elements"
        ),
        about=(unit.id,),
    )


@clause("MM-CONTROL-01", "MM-CONTROL-03", "MM-CONTROL-15")
def test(
    table: Table[Battle],
    unit: Unit,
    kind: str = "compulsory",
    *,
    phantom: int = 0,
    may_evade: bool = False,
    counts: bool = True,
    prefer: Sequence[str] = PASS_FIRST,
) -> tuple[str, Outcome]:
    """A unit of a battle tests control; the result and what it led to are already applied."""
    battle = table.state
    rolled = roll_for(table, unit, kind, prefer)
    unit.known = True
    if counts:
        unit.deeds.tests += 1
    morale = tests_as(unit.profile.experience, unit.morale, unit.hits)
    tested_as = tests_as(unit.profile.experience, unit.morale, unit.hits, phantom)
    table.tell(TestTold(unit.id, kind, rolled.total, rolled.result, rolled.use))
    choice = "evade"
    if kind == "stand" and rolled.result == "down" and may_evade and tested_as == STEADY:
        choice = table.ask(_wavering(unit))
    found = judge(
        kind,
        rolled.result,
        morale,
        tested_as,
        unit.hits,
        may_evade=may_evade,
        stand_choice=choice,
        steady_failure=battle.options.steady_failure,
    )
    apply(table, unit, found, kind)
    return rolled.result, found


def apply(table: Table[Battle], unit: Unit, found: Outcome, kind: str) -> None:
    """Carry out what a test came to: state, formation, elements."""
    if found.morale == "lost":
        lose(table, unit, "dispersed", "destroyed")
        return
    if found.unformed:
        unform(table, unit)
    if found.morale != unit.morale and found.morale in (IMPETUOUS, BROKEN):
        become(table, unit, found.morale, "panic" if found.morale == BROKEN else "rage")
    if found.die_of_elements and unit.where != LOST:
        loss = table.roll(one_die("die of elements", unit.profile.die), side=unit.side)
        lose_elements(table, unit, loss, kind)


def roll_for(
    table: Table[Battle], unit: Unit, kind: str, prefer: Sequence[str] = PASS_FIRST
) -> Tested:
    """Roll a unit's two dice; the owner of a led unit sees them, then chooses."""
    battle = table.state
    profile = unit.profile
    leadership = leadership_of(battle, unit)
    given = ControlSituation(
        experience=profile.experience,
        die=profile.die,
        leadership=leadership,
        leadership_before_roll=battle.options.leadership_before_roll,
        prefer=tuple(prefer),  # type: ignore[arg-type]
    )
    if leadership is None or battle.options.leadership_before_roll:
        return roll_test(table, given)
    draw = Hand(f"control of {profile.name}", 2, sides_of(profile.die))
    faces = table.roll(draw, side=unit.side, wish=passes_on(PASS[profile.experience]))
    return choose_reading(table, unit, tuple(faces), leadership, kind)


@clause("MM-OFFICER-10", "MM-CONTROL-04")
def choose_reading(
    table: Table[Battle], unit: Unit, faces: tuple[int, ...], leadership: int, kind: str
) -> Tested:
    """Ask whether Leadership replaces one of the dice that lie on the table."""
    found = readings(faces, PASS[unit.profile.experience], leadership)
    told = {one.use: f"{_USES[one.use]}: {one.total}, {one.result}" for one in found}
    say: Callable[[str], str] = told.__getitem__
    use = table.ask(
        Pick(
            unit.side,
            "leadership",
            f"{unit.profile.name}, {kind.replace('_', ' ')} test: {faces[0]} and {faces[1]}. "
            f"Leadership {leadership} in place of a die?",
            tuple(told),
            label=say,
            about=(unit.id,),
            usual=lambda: chosen(found, "best", PASS_FIRST).use,
        )
    )
    return chosen(found, use, PASS_FIRST)
