"""Placement: where a follower may be set down after the leader's move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from banneret.core.book.clauses import clause
from banneret.core.errors import BadData
from banneret.tabletop.asking import procedure

from ...basics.options import Options
from ...basics.situation import Inches, Situation, ruled
from ...basics.tables import TABLES, TOLERANCE
from ..paths import BARRIER_COST, BARRIERS

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruled
    from banneret.core.play.table import Table

    Crossed = str
else:
    Crossed = Literal[
        "fence",
        "hedge",
        "wall",
        "gate_shut",
        "outline",
        "enemy",
        "building",
        "deep_water",
        "impassable",
    ]

WITH_LEADER = TABLES.leader.group_within_inches + TOLERANCE
BEYOND_LEADER = TABLES.geometry.follower_extra_over_leader_path + TOLERANCE
BLOCKS = ("enemy", "building", "deep_water", "impassable")


class PlacementSituation(Situation, frozen=True, kw_only=True):
    """A follower about to be set down, and how the leader came to his place."""

    gap: Inches  # to the leader
    displacement: Inches  # from the follower's old place, straight
    leader_path: Inches
    allowance: Inches | None = None  # the roll
    allowance_left: Inches = 0.0
    crosses: tuple[Crossed, ...] = ()  # by the straight line from the leader
    was_beyond: bool = False  # the follower stood on that side before the move
    mounted: bool = False
    leader_climbed: bool = False
    enemy_contact: bool = False  # the target unit; pressing: a unit already touched
    other_unit_contact: bool = False
    charging: bool = False
    pressing: bool = False


def placement_reason(facts: PlacementSituation, options: Options) -> str:
    """The first reason why the follower may not stand there, or ok."""
    if facts.gap > WITH_LEADER:  # OP-GROUP-02, OP-GROUP-04, OP-MOVE-17
        return "more_than_6_inches_from_leader"
    return too_far(facts, options) or line_refusal(facts) or contact_refusal(facts) or "ok"


@clause("OP-MOVE-18", "OP-OPT-05")
def too_far(facts: PlacementSituation, options: Options) -> str:
    """No leapfrogging: the leader's path and 6 inches, or the roll if followers are measured."""
    if options.follower_placement == "measured":
        roll = facts.allowance
        if roll is None:
            raise BadData(
                "key 'allowance' is missing: follower_placement = measured needs the roll"
            )
        return "further_than_the_roll" if facts.displacement > roll + TOLERANCE else ""
    furthest = facts.leader_path + BEYOND_LEADER
    return "further_than_leader_move_plus_6" if facts.displacement > furthest else ""


@clause("OP-MOVE-19", "OP-TERR-07", "OP-MOVE-25")
def line_refusal(facts: PlacementSituation) -> str:
    """What stands between leader and follower: things nobody passes, then obstacles to climb."""
    crosses = facts.crosses
    if any(thing in BLOCKS for thing in crosses) or crosses.count("outline") > 1:
        return "blocked_line"
    barriers = sum([thing in BARRIERS for thing in crosses])
    if facts.was_beyond:
        return ""
    if facts.mounted and (barriers or facts.leader_climbed):
        return "horse_cannot_jump"
    unpaid = barriers * BARRIER_COST > facts.allowance_left + TOLERANCE
    return "obstacle_not_paid" if unpaid else ""


@clause("OP-CHARGE-01", "OP-CHARGE-17", "OP-CHARGE-21", "OP-ACT-12", "OP-MOVE-21")
def contact_refusal(facts: PlacementSituation) -> str:
    """Enemies are touched in a charge or press alone, a neighbour only besides the target."""
    if not (facts.enemy_contact or facts.other_unit_contact):
        return ""
    if not (facts.charging or facts.pressing):
        return "contact_needs_charge"
    return "" if facts.enemy_contact else "not_the_target"


def check_placement(facts: PlacementSituation) -> None:
    """Refuse what contradicts itself."""
    if facts.charging and facts.pressing:
        raise BadData("charging = true and pressing = true: a unit does one or the other")
    roll = facts.allowance
    if roll is not None and facts.leader_path + facts.allowance_left > roll + TOLERANCE:
        raise BadData(
            f"allowance = {roll:g}: leader_path = {facts.leader_path:g} and "
            f"allowance_left = {facts.allowance_left:g} are more than that"
        )


@procedure(
    "placement",
    PlacementSituation,
    "Whether a follower may be set down somewhere after his leader's move.",
)
@clause("OP-MOVE-17")
def placement(_table: Table[None], situation: PlacementSituation) -> Ruled:
    """See whether a follower may be set down somewhere."""
    check_placement(situation)
    reason = placement_reason(situation, situation.options)
    return ruled({"legal": reason == "ok", "reason": reason})
