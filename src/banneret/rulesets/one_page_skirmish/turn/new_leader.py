"""Leaders: when a Knight may name a new Sergeant, and when he may rally."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Reason
from banneret.tabletop.asking import procedure

from ..basics.situation import Inches, Number, Situation, ruled
from ..basics.tables import TABLES, TOLERANCE

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruled
    from banneret.core.play.table import Table

APPOINT_WITHIN = TABLES.leader.appoint_within_inches + TOLERANCE
RALLY_WITHIN = TABLES.leader.rally_within_inches + TOLERANCE
RALLY_BONUS = TABLES.morale_modifiers.knight_rallying


class LeaderSituation(Situation, frozen=True, kw_only=True):
    """A Knight and a group; the distance is to its nearest figure."""

    distance: Inches
    leaderless: bool = True
    same_side: bool = True
    own_turn: bool = True
    knight_stunned: bool = False
    knight_engaged: bool = False
    knight_shaken: bool = False
    knight_routing: bool = False
    candidates: Number = 1  # figures of the group that are not stunned


@clause("OP-LEAD-01", "OP-LEAD-03", "OP-LEAD-04", "OP-LEAD-05", "OP-LEAD-06", "OP-LEAD-08")
def appointment_reason(facts: LeaderSituation) -> str:
    """The first reason why this Knight may not name a leader, or ok."""
    refusals = (
        (not facts.leaderless, "group_has_leader"),
        (not facts.same_side, "enemy_knight"),
        (not facts.own_turn, "not_his_turn"),
        (facts.knight_stunned, "stunned"),
        (facts.knight_engaged, "engaged"),
        (facts.knight_shaken, "shaken"),
        (facts.knight_routing, "routing"),
        (facts.distance > APPOINT_WITHIN, "too_far"),
        (facts.candidates == 0, "nobody_left"),
    )
    return next((reason for refused, reason in refusals if refused), "ok")


@procedure("leader", LeaderSituation, "Whether a Knight may name a new Sergeant.")
@clause("OP-LEAD-01")
def leader(_table: Table[None], situation: LeaderSituation) -> Ruled:
    """See whether a Knight may name a new leader."""
    reason = appointment_reason(situation)
    return ruled({"allowed": reason == "ok", "reason": reason})


class RallySituation(Situation, frozen=True, kw_only=True):
    """A Knight and a unit about to test; the distance is to its nearest figure."""

    distance: Inches
    same_side: bool = True
    willing: bool = True
    stunned: bool = False
    engaged: bool = False
    unsteady: bool = False
    hidden: bool = False
    rallied_this_round: bool = False
    own_single_test: bool = False  # a lone Knight's own test


@clause("OP-MORALE-14", "OP-MORALE-15", "OP-MORALE-16", "OP-MORALE-17")
def rally_reason(facts: RallySituation) -> str:
    """The first reason why this Knight does not rally the unit, or ok."""
    refusals = (
        (not facts.same_side, "enemy_knight"),
        (not facts.willing, "unwilling"),
        (facts.stunned, "stunned"),
        (facts.engaged, "engaged"),
        (facts.unsteady, "unsteady"),
        (facts.hidden, "hidden"),
        (facts.rallied_this_round, "already_used"),
        (facts.own_single_test, "himself"),
        (facts.distance > RALLY_WITHIN, "too_far"),
    )
    return next((reason for refused, reason in refusals if refused), "ok")


@procedure("rally", RallySituation, "Whether a Knight lends his +2 to a test.")
@clause("OP-MORALE-14")
def rally(_table: Table[None], situation: RallySituation) -> Ruled:
    """See what a Knight lends to a test."""
    reason = rally_reason(situation)
    if reason != "ok":
        return ruled({"bonus": 0, "reason": reason})
    lent = Reason("Knight rallying", RALLY_BONUS, "OP-MORALE-14")
    return ruled({"bonus": RALLY_BONUS, "reason": reason}, lent)
