"""Yielding: whether the captor takes the sword or kills."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import clause
from banneret.core.chance.draws import D10
from banneret.tabletop.asking import procedure

from ..basics.situation import Result, Situation, ruled
from ..basics.tables import TABLES

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruled
    from banneret.core.play.table import Table

FORCED_KILL = frozenset(TABLES.yielding.forced_kill_on)
VOLUNTARY_KILL = frozenset(TABLES.yielding.voluntary_kill_on)
GREED = D10("greed or anger")


class Yielded(Result, frozen=True):
    """What became of a man who yielded; die 0: none was rolled."""

    accepted: bool
    reason: str
    die: int = 0


KILLED_NO_QUARTER = Yielded(accepted=False, reason="no_quarter")
KILLED_BERSERK = Yielded(accepted=False, reason="berserk")
TAKEN_BY_KNIGHT = Yielded(accepted=True, reason="knight")


@clause("KK-YIELD-04", "KK-YIELD-03", "KK-YIELD-05", "KK-YIELD-06", "KK-YIELD-08", "KK-PROF-08")
def accept_yield(  # noqa: PLR0917 - called by position for every figure
    table: Table[Any],
    voluntary: bool,
    captive_is_lord: bool,
    no_quarter: bool,
    captor_knight: bool,
    captor_berserk: bool,
    side: str | None = None,
) -> Yielded:
    """No quarter (lords apart), then the berserk, then the knight's duty, then the die."""
    if no_quarter and not captive_is_lord:
        return KILLED_NO_QUARTER
    if captor_berserk:
        return KILLED_BERSERK
    if captor_knight:
        return TAKEN_BY_KNIGHT
    die = table.roll(GREED, None, side)
    return Yielded(die not in (VOLUNTARY_KILL if voluntary else FORCED_KILL), "die", die)


class YieldSituation(Situation, frozen=True, kw_only=True):
    """A man who yields and the one he yields to."""

    voluntary: bool = False
    captive_is_lord: bool = False
    captive_no_quarter: bool = False
    captor_knight: bool = False
    captor_berserk: bool = False


@procedure(
    "yield_acceptance",
    YieldSituation,
    "Whether a captor takes a yielding man prisoner or kills him.",
)
@clause("KK-YIELD-04")
def yield_acceptance(table: Table[None], situation: YieldSituation) -> Ruled:
    """Settle whether a yield is accepted."""
    settled = accept_yield(
        table,
        situation.voluntary,
        situation.captive_is_lord,
        situation.captive_no_quarter,
        situation.captor_knight,
        situation.captor_berserk,
    )
    result = "accepted" if settled.accepted else "killed"
    return ruled({"result": result, "reason": settled.reason, "die": settled.die or None})
