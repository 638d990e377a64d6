"""The dice of a combat event: the check before a turn, and the d100 table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.chance.draws import D6, D100, Draw
from banneret.core.chance.wish import NO_WISH, in_words

from ..basics.procedures import Situation, procedure
from ..basics.tables import TABLES
from ..fight.fighters import Count

if TYPE_CHECKING:
    from banneret.core.play.table import Table

Fortune = Literal["pattern", "printed"]
SPOOKED = "spooked_horses"
EVENT_ON = 1
_EVENT = in_words(f"{EVENT_ON} brings an event")


class Fell(NamedTuple):
    """What the check and the d100 brought."""

    triggered: bool
    event: str | None = None
    roll: int | None = None


class _CombatEvent(Situation, frozen=True):
    mounted_figures: Count = 1
    fortune: Fortune = "pattern"
    trigger: bool = True


@clause("AR-EVENT-03", "AR-EVENT-18")
def event_of(roll: int, fortune: str) -> str:
    """Read the d100 table; as printed, Cold Feet goes to 100 and Fortune's Favor never comes."""
    if fortune == "printed":
        for row in TABLES.combat_event:
            if row.printed_max >= 0 and row.min <= roll <= row.printed_max:
                return row.event
    return next(row.event for row in TABLES.combat_event if row.min <= roll <= row.max)


@clause("AR-EVENT-01")
def throw_check(table: Table[Any], side: str | None = None) -> bool:
    """Before the player acts: a 1 on a d6 brings an event."""
    return table.roll(D6("event check"), None, side, _EVENT) == EVENT_ON


@clause("AR-EVENT-03", "AR-EVENT-12")
def throw_event(table: Table[Any], mounted: int, fortune: str, side: str | None = None) -> Fell:
    """The d100, rolled over while Spooked Horses finds nobody mounted."""
    draw: Draw[int] = D100("combat event")
    roll = table.roll(draw, None, side, NO_WISH)
    while event_of(roll, fortune) == SPOOKED and not mounted:
        roll = table.roll(draw.again(), None, side, NO_WISH)
    return Fell(True, event_of(roll, fortune), roll)


@procedure(_CombatEvent, "The event check and, on a 1, the d100 of combat events.")
@clause("AR-EVENT-01")
def combat_event(table: Table[Any], given: _CombatEvent) -> Ruled:
    """A trigger d6 unless left out, then the d100."""
    if given.trigger and not throw_check(table):
        return Ruled(Fell(False)._asdict())
    return Ruled(throw_event(table, given.mounted_figures, given.fortune)._asdict())
