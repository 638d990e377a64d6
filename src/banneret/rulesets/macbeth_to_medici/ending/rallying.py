"""Step 12: rallying, reorganising, reforming, and at its end recovery (MM-RALLY, MM-UNIT-17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ..basics.state import BROKEN, ERRATIC, IMPETUOUS, ON_TABLE
from ..basics.tables import RECOVER_BEYOND
from ..basics.who import distance, enemies_of, is_engaged, is_led, on_table, unbroken
from ..command.states import become, lose_elements, roll_for
from ..movement.reforming import begin_reforming, tick, why_not_reform
from ..screen.deeds import Rallied as RallyTold
from ..screen.deeds import Recovered, Reorganised
from .recovery import (
    AllowanceSituation,
    RecoverSituation,
    allowance,
    most_traded,
    rallied,
    recovered,
    reorganised,
)

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Unit

DONE, TEST, REFORM = "done", "test", "reform"


@clause("MM-TURN-08", "MM-TURN-10", "MM-RALLY-01", "MM-RALLY-15", "MM-MOVE-29")
def rally_begin(table: Table[Battle]) -> None:
    """The last third of the turn ticks; then units rally, sides in order, in their own."""
    battle = table.state
    tick(table)
    battle.queue = tuple(u.id for u in sorted(on_table(battle), key=lambda u: (u.side, u.number)))
    battle.phase = "rally"


@clause("MM-RALLY-08", "MM-TURN-10")
def rally(table: Table[Battle]) -> None:
    """The next unit that has anything to gain is asked, again and again until it is done."""
    battle = table.state
    while battle.queue:
        unit = battle.units[battle.queue[0]]
        ways = ways_of(battle, unit)
        if len(ways) < 2:
            battle.queue = battle.queue[1:]
            continue
        way = table.ask(_question(battle, unit, ways))
        if way == DONE:
            battle.queue = battle.queue[1:]
        elif way == TEST:
            _test(table, unit)
        elif way == REFORM:
            begin_reforming(table, unit)
            battle.queue = battle.queue[1:]
        else:
            _reorganise(table, unit, int(way.partition(":")[2]))
        return
    battle.phase = "recover"


def ways_of(battle: Battle, unit: Unit) -> list[str]:
    """What a unit may do in this step."""
    if unit.where != ON_TABLE or unit.reforming:
        return [DONE]
    ways = []
    if tests_left(battle, unit):
        ways.append(TEST)
    ways += [f"trade:{n}" for n in range(1, most_to_trade(battle, unit) + 1)]
    if not unit.formed and why_not_reform(battle, unit) is None:
        ways.append(REFORM)
    return [*ways, DONE]


def _given_up(elements: int) -> str:
    if elements == 1:
        return "Give up an element and its hits"
    return f"Give up {elements} elements and their hits"


def _question(battle: Battle, unit: Unit, ways: list[str]) -> Pick[str]:
    words = {
        TEST: f"Rally ({unit.hits} hits, {tests_left(battle, unit)} tests left)",
        REFORM: "Begin to reform",
        DONE: "Leave it",
    }
    return Pick(
        unit.side,
        "rally",
        f"Do {unit.profile.name} rally?",
        ways,
        label=lambda key: words.get(key) or _given_up(int(key.partition(":")[2])),
        about=(unit.id,),
        usual=DONE,
    )


# -- how many tests


@clause("MM-RALLY-04", "MM-MOVE-04", "MM-TURN-12")
def movement_of(unit: Unit) -> str:
    """How it moved this turn, for rallying: standing, march, normal or faster."""
    deeds = unit.deeds
    hasty = (
        deeds.charged,
        deeds.countered,
        deeds.doubled,
        deeds.evaded,
        deeds.followed,
        deeds.pursued,
        deeds.recoiled,
        deeds.routed,
    )
    if any(hasty) or deeds.rate in ("double", "charge"):
        return "faster"
    if not deeds.rate or (deeds.used <= 0 and not deeds.wheeled):
        return "standing"
    return "march" if deeds.rate == "march" and unit.order == "close" else "normal"


@clause("MM-RALLY-03", "MM-RALLY-05", "MM-RALLY-06", "MM-RALLY-08", "MM-RALLY-11")
def tests_left(battle: Battle, unit: Unit) -> int:
    """Voluntary tests a unit still has; none without hits, none after reorganising."""
    if not unit.hits or unit.deeds.reorganised or unit.where != ON_TABLE:
        return 0
    if unit.entered == battle.turn and unit.morale in (IMPETUOUS, BROKEN) and unit.deeds.rallied:
        return 0
    given = AllowanceSituation(
        movement=movement_of(unit),  # type: ignore[arg-type]
        compulsory=unit.deeds.tests,
        in_contact=is_engaged(battle, unit),
        unformed=not unit.formed,
        led=is_led(battle, unit),
        reforming=bool(unit.reforming),
    )
    return max(0, allowance(given) - unit.deeds.rallied)


@clause("MM-RALLY-02", "MM-RALLY-07", "MM-RALLY-09", "MM-RALLY-12")
def _test(table: Table[Battle], unit: Unit) -> None:
    """One voluntary test; an Erratic unit that fails loses its head as well."""
    battle = table.state
    tested = roll_for(table, unit, "rally")
    unit.deeds.rallied += 1
    unit.known = True
    after = rallied(
        tested.result, unit.hits, unit.elements, unit.morale, gentle=battle.options.gentle_rally
    )
    unit.hits = after.hits
    table.tell(RallyTold(unit.id, tested.total, tested.result, unit.hits, unit.side))
    if tested.result != "pass":
        lose_elements(table, unit, 1, "rallying")
    if after.morale in (IMPETUOUS, BROKEN) and unit.morale == ERRATIC:
        become(table, unit, after.morale, "rallying")


# -- reorganising


@clause("MM-RALLY-13", "MM-RALLY-14")
def most_to_trade(battle: Battle, unit: Unit) -> int:
    """Elements it may give up: out of contact, formed or led, and not after a test."""
    if not unit.hits or unit.deeds.rallied or unit.deeds.reorganised:
        return 0
    if is_engaged(battle, unit) or not (unit.formed or is_led(battle, unit)):
        return 0
    if unit.morale in (IMPETUOUS, BROKEN) and movement_of(unit) == "faster":
        return 0
    return max(0, most_traded(unit.profile.experience, unit.hits, unit.elements))


def _reorganise(table: Table[Battle], unit: Unit, traded: int) -> None:
    hits, _ = reorganised(unit.profile.experience, unit.hits, unit.elements, traded)
    unit.hits = hits
    unit.deeds.reorganised = True
    lose_elements(table, unit, traded, "reorganising")
    table.tell(Reorganised(unit.id, traded, hits, unit.side))


# -- recovery


@clause("MM-UNIT-17", "MM-TURN-11", "MM-RALLY-10")
def recover(table: Table[Battle]) -> None:
    """At the end of the step states come back, once a turn, before fatigue."""
    battle = table.state
    for unit in on_table(battle):
        state = recovered(_recovering(battle, unit))
        if state != unit.morale:
            unit.morale = state
            unit.entered = battle.turn
            table.tell(Recovered(unit.id, state, unit.side))
    battle.phase = "fatigue"


def _recovering(battle: Battle, unit: Unit) -> RecoverSituation:
    deeds = unit.deeds
    near = any(
        distance(battle, unit, foe) <= RECOVER_BEYOND for foe in unbroken(enemies_of(battle, unit))
    )
    return RecoverSituation(
        morale=unit.morale,
        hits=unit.hits,
        experience=unit.profile.experience,
        in_contact=is_engaged(battle, unit),
        entered_this_turn=unit.entered == battle.turn,
        active=deeds.charged or deeds.countered or deeds.doubled or deeds.pursued or deeds.routed,
        enemy_near=near,
        starts_erratic=unit.profile.start == "erratic",
    )
