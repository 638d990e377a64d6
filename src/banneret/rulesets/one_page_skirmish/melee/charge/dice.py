"""Charge: nerve on both sides, the retreat, and whether the chargers get there."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Reason
from banneret.core.errors import BadData
from banneret.tabletop.asking import chances, headed, procedure

from ...basics.situation import Inches, Situation, ruled
from ...basics.tables import TOLERANCE
from ...morale.dice import (
    ROUT,
    SHAKEN,
    SUCCESS,
    MoraleFacts,
    check_morale,
    morale_target,
    morale_weights,
    take_test,
)
from ...movement.dice import highest_roll, movement_weights, roll_movement, ways_to_reach

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.core.book.ruleset import Ruled
    from banneret.core.play.table import Table

EXEMPT, DECLINED, NOT_TESTED = "exempt", "declined", "none"


class Party(MoraleFacts, frozen=True, kw_only=True):
    """One side of a charge."""

    mounted: bool = False
    road: bool = False


class ChargeSituation(Situation, frozen=True, kw_only=True):
    """A charge about to be declared."""

    distance: Inches  # cost of the path to contact
    attacker: Party
    defender: Party
    attacker_passed: bool = False
    defender_passed: bool = False
    defender_declines: bool = False
    cover_distance: Inches | None = None  # 0: in cover; none: no cover on the table
    stands_anyway: bool = False


class Retreat(NamedTuple):
    """How a unit falls back: without dice by so much, or by a roll, at most so far."""

    rolls: bool
    inches: float = 0.0
    at_most: float | None = None


class Charge(msgspec.Struct, kw_only=True):
    """How a charge went."""

    attacker_test: str = NOT_TESTED
    attacker_target: int | None = None
    defender_test: str = NOT_TESTED
    defender_target: int | None = None
    retreat: float = 0.0
    needed: float
    charge_move: int = 0
    result: str = ""


# -- the parts of a charge


@clause("OP-CHARGE-02")
def out_of_reach(situation: ChargeSituation) -> bool:
    """Whether even the highest charge roll would not bring the leader to contact."""
    attacker = situation.attacker
    reach = highest_roll(
        situation.options,
        mounted=attacker.mounted,
        charging=True,
        leader_wounded=attacker.leader_wounded,
    )
    return situation.distance > reach + TOLERANCE


@clause("OP-CHARGE-22", "OP-OPT-17")
def declines(situation: ChargeSituation) -> bool:
    """Whether the defender falls back untested: if the option lets him, and he is steady."""
    allowed = situation.options.receive_charge == "may_decline"
    return situation.defender_declines and allowed and situation.defender.status == "steady"


@clause("OP-CHARGE-07", "OP-OPT-09")
def stood_before(situation: ChargeSituation) -> bool:
    """Whether an earlier success this turn spares the defender his test."""
    return situation.defender_passed and situation.options.defender_retest == "once_per_turn"


@clause("OP-CHARGE-08", "OP-CHARGE-09", "OP-CHARGE-10", "OP-MORALE-24", "OP-MORALE-26")
def retreat_of(situation: ChargeSituation, defender_test: str) -> Retreat:
    """What the defender's test makes him do before the chargers move."""
    options, cover = situation.options, situation.cover_distance
    if defender_test in {SUCCESS, EXEMPT}:
        return Retreat(rolls=False)
    if defender_test == ROUT:
        if options.max_retreat == "dice_maximum":  # OP-OPT-11: a wound does not shorten it
            furthest = highest_roll(options, mounted=situation.defender.mounted)
            return Retreat(rolls=False, inches=float(furthest))
        return Retreat(rolls=True)
    stands = situation.stands_anyway and options.shaken_reaction == "choose"  # OP-OPT-10
    if stands or (cover is not None and cover <= TOLERANCE):
        return Retreat(rolls=False)
    return Retreat(rolls=True, at_most=cover)


def retreated(retreat: Retreat, roll: int) -> float:
    """How far a retreat roll carries: to the cover and no further."""
    return float(roll) if retreat.at_most is None else min(float(roll), retreat.at_most)


# -- with dice


@procedure(
    "charge", ChargeSituation, "A charge: both tests, the defender's retreat, the charge roll."
)
@clause("OP-CHARGE-11", "OP-CHARGE-12", "OP-CHARGE-13", "OP-CHARGE-19")
def charge(table: Table[None], situation: ChargeSituation) -> Ruled:
    """Test the attacker, test the defender, let him fall back, roll the charge."""
    check_charge(situation)
    run = Charge(needed=situation.distance)
    if out_of_reach(situation):
        run.result = "out_of_reach"
    elif not _attacker_tests(table, situation, run):
        run.result = "no_charge"
    else:
        _defender_tests(table, situation, run)
        _defender_falls_back(table, situation, run)
        _charge_home(table, situation, run)
    return ruled(msgspec.structs.asdict(run), *_reckoning(situation, run))


@clause("OP-CHARGE-03", "OP-CHARGE-04", "OP-CHARGE-05", "OP-MORALE-32", "OP-MORALE-02")
def _attacker_tests(table: Table[None], situation: ChargeSituation, run: Charge) -> bool:
    """The chargers need a success, now or earlier this turn."""
    if situation.attacker_passed:
        run.attacker_test = EXEMPT
        return True
    tested = take_test(
        table,
        situation.attacker,
        situation.options,
        purpose="attacker morale",
        only_outcome=True,
    )
    run.attacker_test, run.attacker_target = tested.outcome, tested.target
    return tested.outcome == SUCCESS


@clause("OP-CHARGE-06", "OP-MORALE-02")
def _defender_tests(table: Table[None], situation: ChargeSituation, run: Charge) -> None:
    """The unit charged tests, unless it need not or will not."""
    if declines(situation):
        run.defender_test = DECLINED
    elif stood_before(situation):
        run.defender_test = EXEMPT
    else:
        tested = take_test(
            table,
            situation.defender,
            situation.options,
            purpose="defender morale",
            only_outcome=True,
        )
        run.defender_test, run.defender_target = tested.outcome, tested.target


@clause("OP-CHARGE-09", "OP-CHARGE-10")
def _defender_falls_back(table: Table[None], situation: ChargeSituation, run: Charge) -> None:
    """A failure sends the defender back before the charge dice."""
    retreat = retreat_of(situation, run.defender_test)
    run.retreat = retreat.inches
    if retreat.rolls:
        defender = situation.defender
        rolled = roll_movement(
            table,
            situation.options,
            mounted=defender.mounted,
            road=defender.road,
            leader_wounded=defender.leader_wounded,
            purpose="retreat",
            only_total=True,
        )
        run.retreat = retreated(retreat, rolled.allowance)


@clause("OP-CHARGE-12", "OP-CHARGE-13")
def _charge_home(table: Table[None], situation: ChargeSituation, run: Charge) -> None:
    """The charge goes home if the roll covers the distance and the retreat."""
    attacker = situation.attacker
    run.needed = situation.distance + run.retreat
    rolled = roll_movement(
        table,
        situation.options,
        mounted=attacker.mounted,
        charging=True,
        road=attacker.road,
        leader_wounded=attacker.leader_wounded,
        purpose="charge",
        only_total=True,
    )
    run.charge_move = rolled.allowance
    run.result = "contact" if run.charge_move >= run.needed - TOLERANCE else "short"


def _reckoning(situation: ChargeSituation, run: Charge) -> tuple[Reason, ...]:
    """Both morale targets, as far as they were tested."""
    lines: tuple[Reason, ...] = ()
    if run.attacker_target is not None:
        target = morale_target(situation.attacker, situation.options)
        lines += headed("attacker", target.reasons)
    if run.defender_target is not None:
        target = morale_target(situation.defender, situation.options)
        lines += headed("defender", target.reasons)
    return lines


@clause("OP-CHARGE-02")
def check_charge(situation: ChargeSituation) -> None:
    """Refuse what contradicts itself, and a charge of men who cannot declare one."""
    check_morale(situation.attacker, "attacker.")
    check_morale(situation.defender, "defender.")
    status = situation.attacker.status
    if status != "steady":
        raise BadData(f"attacker.status = {status!r}: only a steady unit can declare a charge")


# -- exact chances


@chances(
    "charge_distribution", ChargeSituation, "Exact chances of a charge by the tests and contact."
)
def charge_distribution(situation: ChargeSituation) -> dict[str, Fraction]:
    """The chance that the attacker fails, and of contact after each answer of the defender."""
    check_charge(situation)
    if out_of_reach(situation):
        return {"out_of_reach": Fraction(1)}
    odds: dict[str, Fraction] = {}
    goes = Fraction(1)
    if not situation.attacker_passed:
        tests = _test_weights(situation.attacker, situation)
        goes = Fraction(tests[SUCCESS], 10)
        odds = {f"attacker_{test}": Fraction(tests[test], 10) for test in (SHAKEN, ROUT)}
    for test, tenths in _defender_answers(situation).items():
        share = goes * tenths / 10
        contact = _contact(situation, retreat_of(situation, test))
        odds[f"{test}/contact"] = share * contact
        odds[f"{test}/short"] = share * (1 - contact)
    return {name: chance for name, chance in odds.items() if chance}


def _test_weights(party: Party, situation: ChargeSituation) -> dict[str, int]:
    return morale_weights(morale_target(party, situation.options).total, party.status)


def _defender_answers(situation: ChargeSituation) -> dict[str, int]:
    """The defender's answers and their tenths."""
    if declines(situation):
        return {DECLINED: 10}
    if stood_before(situation):
        return {EXEMPT: 10}
    return _test_weights(situation.defender, situation)


def _contact(situation: ChargeSituation, retreat: Retreat) -> Fraction:
    """The chance that the charge dice cover the distance and whatever retreat there is."""
    attacker = situation.attacker
    good = total = 0
    for inches, weight in _retreats(situation, retreat):
        ways, throws = ways_to_reach(
            situation.distance + inches,
            situation.options,
            mounted=attacker.mounted,
            charging=True,
            road=attacker.road,
            leader_wounded=attacker.leader_wounded,
        )
        good += weight * ways
        total += weight * throws
    return Fraction(good, total)


def _retreats(situation: ChargeSituation, retreat: Retreat) -> Iterator[tuple[float, int]]:
    """Every retreat and its weight."""
    if not retreat.rolls:
        yield retreat.inches, 1
        return
    defender = situation.defender
    weights = movement_weights(
        situation.options,
        mounted=defender.mounted,
        road=defender.road,
        leader_wounded=defender.leader_wounded,
    )
    for roll, weight in weights.items():
        yield retreated(retreat, roll), weight
