"""Morale: who must test, the Knight who may rally, and what a failure does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick

from ..basics.state import (
    KNIGHT,
    NOBODY,
    ON_TABLE,
    ROUTING,
    SHAKEN,
    STEADY,
    awake,
    is_engaged,
    is_led,
    near_unit,
    standing,
)
from ..ground.lay import in_cover
from ..melee.wounds import is_wounded
from ..screen.events import Rallied, StatusChanged, Tested
from ..turn.hidden import audience_of, reveal, secrecy
from .dice import MoraleFacts, morale_target, take_test

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Figure, Unit
    from .dice import MoraleResult

RALLY_INCHES = 6.0
CANNOT_FAIL = 10  # with this target no d10 fails, and nobody need be asked to rally


@clause("OP-TURN-01", "OP-TURN-02", "OP-TURN-04")
def phase(table: Table[Battle]) -> None:
    """The player tests one of his units that must, in the order he likes, or goes on to Action."""
    battle = table.state
    units = battle.units
    due: list[int] = []
    for unit_id in battle.taking_part:
        if must_test(battle, units[unit_id]):
            due.append(unit_id)  # noqa: PERF401  # mostly nobody must: no list is made for it
    if not due:
        battle.phase = "action"
        return
    chosen = table.ask(
        Pick(
            battle.active,
            "morale.order",
            "Which unit tests its morale first?",
            due,
            label=lambda unit_id: units[unit_id].name,
            usual=due[0],
        ),
        secrecy(battle, units[due[0]].side),
    )
    unit = battle.units[chosen]
    unit.tested = True
    with table.privately(audience_of(battle, unit)):
        test(table, unit, "rout" if unit.status == ROUTING else "casualties")


@clause("OP-MORALE-01", "OP-MORALE-05", "OP-MORALE-23", "OP-MORALE-31", "OP-MORALE-35")
def must_test(battle: Battle, unit: Unit) -> bool:
    """Own casualties since the last test, or rout; not while all its figures lie stunned."""
    return (
        (unit.casualties_since_test or unit.status == ROUTING)
        and not unit.tested
        and unit.arrival_round == 0
        and bool(awake(battle, unit))
    )


@clause("OP-MORALE-03")
def test(
    table: Table[Battle],
    unit: Unit,
    cause: str,
    charging: Sequence[Figure] = (),
) -> MoraleResult:
    """The unit takes a morale test; it is moved, if it must run, by whoever asked for the test.

    `charging` are the leader and the Knights whose action hangs on it.
    """
    battle = table.state
    facts = facts_of(battle, unit)
    can_fail = morale_target(facts, battle.options).total < CANNOT_FAIL
    if can_fail and rally(table, unit, charging):
        facts = facts_of(battle, unit, rallying=True)
    result = take_test(table, facts, battle.options, side=unit.player)
    table.tell(Tested(unit.id, cause, result.target, result.roll, result.outcome, result.failed_by))
    unit.casualties_since_test = False
    unit.lost_since_test = 0
    if result.outcome == "success":
        _pass(table, unit, cause)
    else:
        _fail(table, unit, SHAKEN if result.outcome == "shaken" else ROUTING)
    return result


@clause("OP-MORALE-19", "OP-MORALE-32", "OP-CHARGE-08")
def _pass(table: Table[Battle], unit: Unit, cause: str) -> None:
    """A success ends any shaking or rout and is remembered for this turn."""
    if cause == "charged":
        unit.stood_this_turn = True  # OP-OPT-09
    else:
        unit.passed_this_turn = True
    set_status(table, unit, STEADY)


@clause("OP-MORALE-20", "OP-MORALE-22", "OP-MORALE-29")
def _fail(table: Table[Battle], unit: Unit, status: str) -> None:
    """A failure shakes or routs the unit and spoils every aim in it."""
    for figure in standing(table.state, unit):
        figure.aim = NOBODY
    set_status(table, unit, status)


def set_status(table: Table[Battle], unit: Unit, status: str) -> None:
    """Make the unit steady, shaken or routing."""
    if unit.status != status:
        unit.status = status
        table.tell(StatusChanged(unit.id, status))


@clause(
    "OP-MORALE-07", "OP-MORALE-09", "OP-MORALE-10", "OP-MORALE-11", "OP-MORALE-18", "OP-MORALE-30"
)
def facts_of(battle: Battle, unit: Unit, *, rallying: bool = False) -> MoraleFacts:
    """Gather what bears on the unit's morale now."""
    figures = standing(battle, unit)
    return MoraleFacts(
        class_=unit.class_,
        figures_lost=unit.figures_lost if unit.kind == "group" else 0,
        lost_since_test=unit.lost_since_test if unit.kind == "group" else 0,
        sergeant_killed=unit.sergeant_vacant,
        sergeants_killed=unit.sergeants_killed,
        knight_killed=unit.lord_killed,
        in_cover=is_in_cover(battle, unit, figures),
        knight_rallying=rallying,
        leader_wounded=has_wounded_leader(battle, unit),
        status=unit.status,
    )


@clause("OP-MORALE-18", "OP-LEAD-09")
def has_wounded_leader(battle: Battle, unit: Unit) -> bool:
    """Whether its leader is wounded, stunned or not; one who is away does not tell."""
    if unit.leader == NOBODY:
        return False
    leader = battle.figures[unit.leader]
    present = leader.fate == ON_TABLE and (leader.unit == unit.id or is_led(battle, unit))
    return present and is_wounded(leader.rank, leader.hits)


@clause("OP-MORALE-12", "OP-MORALE-13")
def is_in_cover(battle: Battle, unit: Unit, figures: list[Figure] | None = None) -> bool:
    """At least half of its figures on the table stand in or behind cover of any kind."""
    figures = standing(battle, unit) if figures is None else figures
    covered = sum(in_cover(battle, figure.base) for figure in figures)
    return bool(figures) and 2 * covered >= len(figures)


@clause("OP-MORALE-15", "OP-MORALE-16", "OP-MORALE-17")
def rally(table: Table[Battle], unit: Unit, charging: Sequence[Figure] = ()) -> bool:
    """A Knight in reach may lend +2 to the test, declared before the die, once a round."""
    battle = table.state
    for seat in battle.seats:
        if seat.side != unit.side:
            continue
        knights = [
            figure.id
            for figure in battle.figures
            if figure.player == seat.key
            and figure.rank == KNIGHT
            and rally_refusal(battle, figure, unit, charging) is None
        ]
        if not knights:
            continue
        with table.privately(secrecy(battle, unit.side)):
            chosen = table.ask(
                Pick(
                    seat.key,
                    "rally",
                    f"Shall a Knight rally {unit.name}?",
                    [NOBODY, *knights],
                    label=lambda key: "no" if key == NOBODY else battle.figures[key].profile.name,
                    about=(unit.id,),
                    usual=NOBODY if battle.options.rally_cost == "action" else knights[0],
                )
            )
        if chosen != NOBODY:
            _lend_his_voice(table, battle.figures[chosen], unit)
            return True
    return False


@clause("OP-MORALE-14", "OP-OPT-08")
def _lend_his_voice(table: Table[Battle], knight: Figure, unit: Unit) -> None:
    """The Knight rallies the unit: he is revealed, and has done so for this round."""
    battle = table.state
    reveal(table, battle.units[knight.unit], "rallies")
    knight.rallied = True
    if battle.options.rally_cost == "action":
        knight.owes_action = True
    table.tell(Rallied(knight.id, unit.id))


@clause("OP-MORALE-16", "OP-MORALE-17", "OP-SCEN-07")
def rally_refusal(
    battle: Battle, knight: Figure, unit: Unit, charging: Sequence[Figure] = ()
) -> Refusal | None:
    """Say why a Knight cannot rally the unit; a hidden one may, by showing himself."""
    name = knight.profile.name
    own = battle.units[knight.unit]
    if knight.fate != ON_TABLE or knight.stun >= 0:
        return Refusal(f"{name} is stunned or not on the table", "OP-MORALE-16")
    if knight.rallied or knight.owes_action:
        return Refusal(f"{name} has rallied already this round", "OP-MORALE-15")
    if own.id == unit.id and unit.kind == "knight":
        return Refusal(f"{name} cannot rally himself", "OP-MORALE-17")
    if battle.options.rally_cost == "action" and (
        knight in charging or _has_spent_his_action(battle, knight)
    ):
        return Refusal(f"{name} has no action left to pay with", "OP-OPT-08")
    if own.status != STEADY:
        return Refusal(f"{name} is {own.status}", "OP-MORALE-16")
    if is_engaged(battle, knight):
        return Refusal(f"{name} is engaged", "OP-MORALE-16")
    if not near_unit(battle, knight, unit, RALLY_INCHES):
        return Refusal(f"{name} is more than 6 inches from {unit.name}", "OP-MORALE-16")
    return None


def _has_spent_his_action(battle: Battle, knight: Figure) -> bool:
    return knight.unit in battle.taking_part and (knight.acted or battle.units[knight.unit].acted)
