"""Actions: what a unit in this condition may do, and whether it attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.asking import procedure

from ..basics.situation import Situation, ruled
from ..basics.tables import TABLES, Status

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruled
    from banneret.core.play.table import Table

KINDS = TABLES.action_kinds
ON_SOME_TABLES = ("open_gate", "seize")  # what only a gate or an objective offers
PER_FIGURE = tuple(action for action in KINDS.per_figure if action not in ON_SOME_TABLES)
RESTRICTED = tuple(sorted(KINDS.allowed_when_restricted))
ROUTING = tuple(sorted(KINDS.allowed_when_routing))
FREE = tuple(sorted(("move", "charge", *PER_FIGURE)))
PRESSING = tuple(sorted(("press", *PER_FIGURE)))


@clause("OP-LEAD-14", "OP-LEAD-13")
def is_free(status: str, has_leader: bool) -> bool:
    """Steady and led."""
    return status == "steady" and has_leader


@clause("OP-ACT-01", "OP-ACT-03", "OP-ACT-04", "OP-ACT-05", "OP-ACT-12", "OP-ACT-13")
def allowed_actions(status: str, *, has_leader: bool, any_engaged: bool) -> tuple[str, ...]:
    """The actions of a unit and its unengaged figures."""
    if status == "routing":  # OP-MORALE-22
        return ROUTING
    if not is_free(status, has_leader):  # OP-MORALE-20, OP-MORALE-27, OP-LEAD-02, OP-LEAD-09
        return RESTRICTED
    return PRESSING if any_engaged else FREE


@clause("OP-MELEE-24", "OP-MELEE-29", "OP-LEAD-12")
def may_attack(status: str, *, has_leader: bool) -> bool:
    """Whether its engaged figures attack in their own Melee phase."""
    return is_free(status, has_leader)


class ActionsSituation(Situation, frozen=True, kw_only=True):
    """A unit's condition."""

    status: Status = "steady"
    has_leader: bool = True  # one able to lead
    any_engaged: bool = False


@procedure("actions", ActionsSituation, "What a unit in this condition may do.")
@clause("OP-ACT-01")
def actions(_table: Table[None], situation: ActionsSituation) -> Ruled:
    """List what a unit may do."""
    status, led = situation.status, situation.has_leader
    allowed = allowed_actions(status, has_leader=led, any_engaged=situation.any_engaged)
    return ruled({"allowed": list(allowed), "may_attack": may_attack(status, has_leader=led)})
