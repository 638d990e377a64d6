"""Morale: the target, the test and its three outcomes."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Tally
from banneret.core.chance.draws import D10, Draw
from banneret.core.chance.wish import at_most
from banneret.core.errors import BadData
from banneret.tabletop.asking import Facts, chances, procedure

from ..basics.options import DEFAULTS, Options
from ..basics.situation import Number, ruled
from ..basics.tables import TABLES, Class, Status
from ..melee.grouped import grouped
from ..melee.wounds import wound_tells_everywhere

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruled
    from banneret.core.play.table import Table

SUCCESS, SHAKEN, ROUT = (band.name for band in TABLES.morale_result)
SHAKEN_BY_AT_MOST = TABLES.morale_result[1].failed_by_max
BASE_MORALE: dict[str, int] = dict(TABLES.base_morale)
BASE_LABEL = {name: f"base morale, {name.replace('_', ' ')}" for name in BASE_MORALE}
MODIFIERS = TABLES.morale_modifiers


class MoraleFacts(Facts, frozen=True, kw_only=True):
    """All that bears on a unit's morale."""

    class_: Class = msgspec.field(name="class")
    figures_lost: Number = 0
    lost_since_test: Number = 0
    sergeant_killed: bool = False  # his post is vacant
    sergeants_killed: Number = 0  # in the whole game
    knight_killed: bool = False
    in_cover: bool = False
    figures: Number = 0
    figures_in_cover: Number = 0
    knight_rallying: bool = False
    leader_wounded: bool = False
    status: Status = "steady"


class MoraleResult(msgspec.Struct, frozen=True, gc=False):
    """How a test came out."""

    target: int
    roll: int
    outcome: str
    failed_by: int


@clause("OP-MORALE-12", "OP-MORALE-13")
def unit_in_cover(facts: MoraleFacts) -> bool:
    """Whether at least half of its figures are covered, however well."""
    return facts.in_cover or (facts.figures > 0 and 2 * facts.figures_in_cover >= facts.figures)


@clause("OP-MORALE-08", "OP-OPT-06")
def losses_that_count(facts: MoraleFacts, options: Options) -> int:
    """The figures lost that lower morale: all of them, or those since the last test."""
    since = options.losses_counted == "since_last_test"
    return facts.lost_since_test if since else facts.figures_lost


@clause("OP-MORALE-10", "OP-OPT-07")
def sergeants_that_count(facts: MoraleFacts, options: Options) -> int:
    """The Sergeants missed: the one not replaced, or every one lost in the game."""
    vacant = int(facts.sergeant_killed)
    if options.sgt_killed_lasts == "whole_game":
        return max(facts.sergeants_killed, vacant)  # a vacant post is a Sergeant lost
    return vacant


@clause("OP-MORALE-03", "OP-MORALE-04", "OP-MORALE-06", "OP-MORALE-17", "OP-FIG-03")
def morale_target(facts: MoraleFacts, options: Options) -> Tally:
    """The number a unit must not exceed on a d10; it may leave the range of the die."""
    lost = losses_that_count(facts, options)
    sergeants = sergeants_that_count(facts, options)
    wounded = facts.leader_wounded and wound_tells_everywhere(options)
    m = MODIFIERS
    return (
        Tally(BASE_MORALE[facts.class_], BASE_LABEL[facts.class_], "OP-MORALE-06")
        .when(lost, lost * m.per_figure_lost, "figures lost", "OP-MORALE-07")
        .when(sergeants, sergeants * m.sergeant_killed, "Sergeant killed", "OP-MORALE-10")
        .when(facts.knight_killed, m.knight_killed, "Knight killed", "OP-MORALE-11")
        .when(unit_in_cover(facts), m.in_cover, "in cover", "OP-MORALE-12")
        .when(facts.knight_rallying, m.knight_rallying, "Knight rallying", "OP-MORALE-14")
        .when(wounded, m.leader_wounded, "leader wounded", "OP-MORALE-18")
    )


@clause("OP-MORALE-19", "OP-MORALE-20", "OP-MORALE-22", "OP-MORALE-23")
def outcome_of(roll: int, target: int, status: str) -> str:
    """Read the die: only a success ends a rout, so a routing unit has no milder failure."""
    if roll <= target:
        return SUCCESS
    return SHAKEN if status != "routing" and roll - target <= SHAKEN_BY_AT_MOST else ROUT


@clause("OP-MORALE-03")
def take_test(
    table: Table[Any],
    facts: MoraleFacts,
    options: Options,
    *,
    purpose: str = "morale",
    side: str | None = None,
    only_outcome: bool = False,
) -> MoraleResult:
    """Roll one d10 against the unit's modified morale.

    `only_outcome` spares exact odds the faces that come to the same.
    """
    tally = morale_target(facts, options)
    draw: Draw[int] = D10(purpose)
    if only_outcome:
        draw = grouped(draw, lambda face: outcome_of(face, tally.total, facts.status))
    roll = table.roll(draw, tally, side, at_most(tally.total))
    outcome = outcome_of(roll, tally.total, facts.status)
    return MoraleResult(tally.total, roll, outcome, max(roll - tally.total, 0))


def morale_weights(target: int, status: str) -> dict[str, int]:
    """How many faces of the d10 give each outcome."""
    passed = min(max(target, 0), 10)
    shaken = 0
    if status != "routing":
        shaken = min(max(target + SHAKEN_BY_AT_MOST, 0), 10) - passed
    return {SUCCESS: passed, SHAKEN: shaken, ROUT: 10 - passed - shaken}


def check_morale(facts: MoraleFacts, where: str = "") -> None:
    """Refuse numbers that contradict each other."""
    covered, figures = facts.figures_in_cover, facts.figures
    if covered > figures:
        raise BadData(f"{where}figures_in_cover = {covered}: more than figures = {figures}")
    if facts.in_cover and 0 < 2 * covered < figures:
        raise BadData(
            f"{where}in_cover = true: figures_in_cover = {covered} of figures = {figures} is "
            "less than half, so the unit is not in cover"
        )
    if 0 < facts.figures_lost < facts.lost_since_test:
        raise BadData(
            f"{where}lost_since_test = {facts.lost_since_test}: more than "
            f"figures_lost = {facts.figures_lost}"
        )
    if 0 < facts.figures_lost < facts.sergeants_killed:
        raise BadData(
            f"{where}sergeants_killed = {facts.sergeants_killed}: more than "
            f"figures_lost = {facts.figures_lost}"
        )


class MoraleSituation(MoraleFacts, frozen=True, kw_only=True):
    """A unit that tests its morale."""

    options: Options = DEFAULTS


@procedure(
    "morale", MoraleSituation, "A morale test: one d10 against the modified morale of a unit."
)
@clause("OP-MORALE-03")
def morale(table: Table[None], situation: MoraleSituation) -> Ruled:
    """Test a unit's morale."""
    check_morale(situation)
    result = take_test(table, situation, situation.options)
    return ruled(
        msgspec.structs.asdict(result), *morale_target(situation, situation.options).reasons
    )


@chances("morale_distribution", MoraleSituation, "Exact chances of a morale test by outcome.")
def morale_distribution(situation: MoraleSituation) -> dict[str, Fraction]:
    """The chance of each outcome of a test."""
    check_morale(situation)
    target = morale_target(situation, situation.options).total
    weights = morale_weights(target, situation.status)
    return {outcome: Fraction(faces, 10) for outcome, faces in weights.items() if faces}
