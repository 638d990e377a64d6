"""Lance run: whether a lance counts after a charge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Reason
from banneret.tabletop.asking import procedure

from ...basics.situation import Inches, Situation, ruled
from ...basics.tables import TABLES, TOLERANCE

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruled
    from banneret.core.play.table import Table

LANCE_RUN_INCHES = TABLES.melee.lance_min_straight_inches


@clause("OP-CHARGE-14", "OP-CHARGE-15", "OP-MELEE-03", "OP-WPN-05")
def lance_bonus(
    final_straight: float,
    *,
    mounted: bool = True,
    charged_this_turn: bool = True,
    lance_in_hand: bool = True,
    crosses_slow_or_obstacle: bool = False,
) -> tuple[int, str]:
    """Whether a lance counts after this run, and why not."""
    if not mounted:
        return 0, "on_foot"
    if not charged_this_turn:
        return 0, "no_charge"
    if not lance_in_hand:
        return 0, "no_lance"
    if crosses_slow_or_obstacle:
        return 0, "ground_breaks_the_run"
    if final_straight < LANCE_RUN_INCHES - TOLERANCE:
        return 0, "run_too_short"
    return TABLES.melee.charging_with_lance, "ok"


class LanceSituation(Situation, frozen=True, kw_only=True):
    """A rider who has come to contact."""

    final_straight: Inches
    mounted: bool = True
    charged_this_turn: bool = True
    lance_in_hand: bool = True
    crosses_slow_or_obstacle: bool = False


@procedure("lance", LanceSituation, "Whether a lance counts after a run of so many inches.")
@clause("OP-CHARGE-14")
def lance(_table: Table[None], situation: LanceSituation) -> Ruled:
    """See whether a lance run qualifies."""
    bonus, reason = lance_bonus(
        situation.final_straight,
        mounted=situation.mounted,
        charged_this_turn=situation.charged_this_turn,
        lance_in_hand=situation.lance_in_hand,
        crosses_slow_or_obstacle=situation.crosses_slow_or_obstacle,
    )
    reasons = (Reason("charging with a lance", bonus, "OP-MELEE-03"),) if bonus else ()
    return ruled({"bonus": bonus, "reason": reason}, *reasons)
