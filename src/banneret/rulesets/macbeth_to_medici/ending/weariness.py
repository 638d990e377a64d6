"""Fatigue as a number: what a turn costs in breath (MM-FATIGUE)."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.book.tally import Tally
from banneret.core.play.table import Table
from banneret.tabletop.asking import procedure

from ..basics.tables import (
    FATIGUE_ARMOUR,
    FATIGUE_BASE,
    FATIGUE_LEVEL,
    Armour,
    Mobility,
    Order,
)
from ..command.dice import Situation

Count = Annotated[int, Meta(ge=0, le=99)]


class FatigueSituation(Situation, frozen=True, kw_only=True):
    """What a unit did this turn."""

    order: Order
    mobility: Mobility
    exerted: bool = False
    fired: bool = False
    impacts: Count = 0
    melees: Count = 0
    armour: Armour = "light"
    terrain: Count = 0
    fatigue_exceeds: bool = False


@clause(
    "MM-FATIGUE-03",
    "MM-FATIGUE-04",
    "MM-FATIGUE-06",
    "MM-FATIGUE-07",
    "MM-FATIGUE-08",
    "MM-FATIGUE-09",
)
def weariness(given: FatigueSituation) -> Tally:
    """Horses, haste, shooting, fighting, armour and ground."""
    return (
        Tally(FATIGUE_BASE[given.mobility], given.mobility, "MM-FATIGUE-03")
        .when(given.exerted, 1, "charged, doubled, evaded or fled", "MM-FATIGUE-04")
        .when(given.fired, 1, "fired", "MM-FATIGUE-06")
        .when(given.impacts, given.impacts, "impacts", "MM-FATIGUE-06")
        .when(given.melees, given.melees, "melees", "MM-FATIGUE-06")
        .when(True, FATIGUE_ARMOUR[given.armour], f"{given.armour} armour", "MM-FATIGUE-07")
        .when(given.terrain, given.terrain, "terrain", "MM-FATIGUE-09")
    )


@clause("MM-FATIGUE-11", "MM-FATIGUE-12", "MM-FATIGUE-15")
def tired(score: int, order: str, *, exceeds: bool) -> int:
    """1 hit above the level, one more for each further multiple reached."""
    level = FATIGUE_LEVEL[order]
    if score <= level:
        return 0
    return (score - 1) // level if exceeds else max(1, score // level)


@procedure("fatigue", FatigueSituation, "What a turn costs in breath.")
def fatigue(table: Table[Any], given: FatigueSituation) -> Ruled:
    """Score, level and hits."""
    del table
    tally = weariness(given)
    hits = tired(tally.total, given.order, exceeds=given.fatigue_exceeds)
    return Ruled(
        {
            "score": tally.total,
            "level": FATIGUE_LEVEL[given.order],
            "hits": hits,
            "steps": [f"{reason.value:+d} {reason.label}" for reason in tally.reasons],
        },
        tally.reasons,
    )
