"""Step 4, tests: responses first, then charges (MM-CHARGE-03 to 10, 34, MM-TURN-06)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ...basics.state import (
    BROKEN,
    COUNTER,
    EVADE,
    FEIGN,
    IMPETUOUS,
    NOBODY,
    ON_TABLE,
    STAND,
)
from ...basics.who import by_rank, distance, is_mounted, leader_of, on_table
from ...command.states import behaviour, test
from ...ground.sight import zone
from ...screen.events import ChargeEnded
from .declaring import (
    answers_nothing,
    can_face,
    chargers_of,
    is_ambushed,
    needs_test,
    why_not_evade,
)

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ...basics.state import Battle, Unit


# -- 4c


@clause("MM-CHARGE-12", "MM-TURN-06")
def next_response(table: Table[Battle]) -> None:
    """Test the next response that needs it; when all are done, go on to the charges."""
    battle = table.state
    if not battle.queue:
        battle.stage = "charge_tests"
        battle.queue = tuple([one.id for one in by_rank(battle, _chargers(battle))])
        return
    unit = battle.units[battle.queue[0]]
    battle.queue = battle.queue[1:]
    if unit.where != ON_TABLE or answers_nothing(battle, unit):
        return
    what = unit.deeds.response
    if what == FEIGN:
        _feign(table, unit)
    elif needs_test(battle, unit, what):
        _test_response(table, unit, what)


@clause("MM-CHARGE-06", "MM-CHARGE-07", "MM-CHARGE-08", "MM-CHARGE-09", "MM-SETUP-15")
def _test_response(table: Table[Battle], unit: Unit, what: str) -> None:
    """Test to stand, evade or (before an ambush) counter-charge."""
    battle = table.state
    foes = [battle.units[one] for one in chargers_of(battle, unit)]
    kind = {STAND: "stand", EVADE: "evade"}.get(what, "charge")
    phantom = 1 if is_ambushed(battle, unit) else 0
    may_evade = bool(foes) and why_not_evade(battle, unit, foes) is None
    _, found = test(table, unit, kind, phantom=phantom, may_evade=may_evade)
    if unit.where != ON_TABLE:
        return
    if unit.morale == BROKEN:
        unit.deeds.response = "rout"
        unit.deeds.charge = NOBODY
    elif unit.morale == IMPETUOUS:
        goaded_response(battle, unit)
    elif kind == "charge":
        if found.action != "charge":
            unit.deeds.response, unit.deeds.charge = STAND, NOBODY
    else:
        unit.deeds.response = EVADE if found.action == "evade" else STAND


@clause("MM-CHARGE-34", "MM-CONTROL-20")
def goaded_response(battle: Battle, unit: Unit) -> None:
    """One that turned Impetuous by its response test counter-charges, if it may."""
    foes = [battle.units[one] for one in chargers_of(battle, unit)]
    unit.deeds.response = STAND
    unit.deeds.charge = NOBODY
    unit.deeds.planted = True
    if not foes:
        return
    foe = min(foes, key=lambda one: (distance(battle, unit, one), one.number))
    leader = leader_of(battle, unit)
    enraged = leader is not None and leader.temper == "enraged"
    if is_mounted(foe) and not is_mounted(unit) and not enraged:
        return
    if zone(battle, unit, foe.deeds.start) != "front" and not can_face(unit):
        return
    unit.deeds.response = COUNTER
    unit.deeds.planted = False
    unit.deeds.charge = foe.id
    unit.deeds.start = (unit.x, unit.y)
    unit.deeds.gap = round(distance(battle, unit, foe), 3)


@clause("MM-CHARGE-10", "MM-CHARGE-19", "MM-CONTROL-18")
def _feign(table: Table[Battle], unit: Unit) -> None:
    """Pass and act as Broken this turn; up breaks in earnest, down disperses."""
    result, _ = test(table, unit, "feign")
    if result == "pass":
        unit.feigning = True
        unit.deeds.response = FEIGN
        if unit.profile.mobility == "dismounted":
            unit.riding = True
    elif unit.where == ON_TABLE:
        unit.deeds.response = "rout"


# -- 4d


def _chargers(battle: Battle) -> list[Unit]:
    """Units whose charge, not counter-charge, is still going."""
    return [
        u
        for u in on_table(battle)
        if u.deeds.charge != NOBODY and not u.deeds.stopped and u.deeds.response != COUNTER
    ]


@clause("MM-CHARGE-05", "MM-TURN-06")
def next_charge(table: Table[Battle]) -> None:
    """Test the next charge that needs it; when all are done, step 5 follows."""
    battle = table.state
    if not battle.queue:
        battle.phase = "initiative_moves"
        battle.stage = ""
        return
    unit = battle.units[battle.queue[0]]
    battle.queue = battle.queue[1:]
    if unit.where != ON_TABLE or unit.morale == BROKEN or unit.deeds.charge == NOBODY:
        return
    target = battle.units[unit.deeds.charge]
    if target.where != ON_TABLE:
        give_up(table, unit, "its target is gone")
    elif unit.morale == IMPETUOUS:
        unit.deeds.pressing = flees(target)
    elif why_tested(battle, unit, target):
        _test_charge(table, unit, target)


def flees(target: Unit) -> bool:
    """Whether a target breaks or seems to in answer to the charge."""
    return target.morale == BROKEN or target.feigning


@clause("MM-CHARGE-02", "MM-CHARGE-03", "MM-CHARGE-05", "MM-CHARGE-19")
def why_tested(battle: Battle, unit: Unit, target: Unit) -> str:
    """Why a charge is tested: the table, an Enraged leader, a target that breaks; "" if not."""
    leader = leader_of(battle, unit)
    if leader is not None and leader.temper == "enraged":
        return "enraged"
    if flees(target):
        return "broken"
    return "table" if behaviour(unit, "charge") == "test" else ""


@clause("MM-CHARGE-04", "MM-CHARGE-05", "MM-CHARGE-20")
def _test_charge(table: Table[Battle], unit: Unit, target: Unit) -> None:
    """Pass: charge, or press on or stay if the target broke; up: unformed; down: stand unformed."""
    result, found = test(table, unit, "charge")
    if unit.where != ON_TABLE:
        return
    if unit.morale == BROKEN:
        unit.deeds.charge = NOBODY
        unit.deeds.response = "rout"
        return
    if found.action != "charge":
        give_up(table, unit, "fails its test")
        return
    if not flees(target):
        return
    unit.deeds.pressing = True
    if result == "pass" and unit.morale != IMPETUOUS:
        answer = table.ask(
            Pick(
                unit.side,
                "press",
                f"{target.profile.name} flee: do {unit.profile.name} press on?",
                ("press", "stay"),
                label={"press": "Press on", "stay": "Stay formed where it is"}.__getitem__,
                about=(unit.id,),
            )
        )
        if answer == "stay":
            give_up(table, unit, "stays where it is")


def give_up(table: Table[Battle], unit: Unit, why: str) -> None:
    """End a charge before it reached anybody."""
    unit.deeds.stopped = True
    unit.deeds.pressing = False
    table.tell(ChargeEnded(unit.id, why))
