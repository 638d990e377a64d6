"""The dice after a battle: Knight's Fate, survival, treasure, support, ransom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.book.tally import Tally
from banneret.core.chance.draws import D6, Total
from banneret.core.chance.wish import HIGH, LOW, NO_WISH

from ...basics.dice import d
from ...basics.procedures import Nothing, Situation, procedure
from ...basics.tables import FATES, TABLES
from ...fortune.checks import Vl

if TYPE_CHECKING:
    from banneret.core.play.table import Table

HELD_FOR = ("imprisoned", "serves_victor", "bears_no_arms")  # d3 adventures
ONES = 3  # AR-AFTER-06


class Fate(NamedTuple):
    """What Knight's Fate came to."""

    fate: str
    total: int
    refusable: bool
    poison_wounds: int = 0
    adventures: int = 0


class _Fate(Situation, frozen=True):
    victor_vl: Vl


@clause("AR-FATE-02")
def fate_of(total: int) -> str:
    """The line of the table; below 1 counts as 1, above 12 as 12."""
    rows = TABLES.knights_fate
    return rows[max(1, min(len(rows), total)) - 1].fate


@clause("AR-FATE-02")
def throw_adventures(table: Table[Any], fate: str, side: str | None = None) -> int:
    """How many adventures a fate takes from the knight."""
    if fate == "sent_to_camelot":
        return 1
    return table.roll(d(3, "adventures"), None, side, LOW) if fate in HELD_FOR else 0


@clause("AR-FATE-02")
def throw_fate(table: Table[Any], victor_vl: int, side: str | None = None) -> Fate:
    """The loser rolls d6 and adds the victor's Virtue Level."""
    tally = Tally(victor_vl, "victor's Virtue Level", "AR-FATE-02")
    total = table.roll(D6("knight's fate"), tally, side, HIGH) + victor_vl
    fate = fate_of(total)
    poison = table.roll(d(4, "poisoned wounds"), None, side, LOW) if fate == _POISONED else 0
    return Fate(fate, total, FATES[fate].refusable, poison, throw_adventures(table, fate, side))


_POISONED = "poisoned_wounds"


@procedure(_Fate, "Knight's Fate: d6 and the victor's Virtue Level.")
@clause("AR-FATE-02")
def knights_fate(table: Table[Any], given: _Fate) -> Ruled:
    """One d6, and what the fate calls for."""
    return Ruled(throw_fate(table, given.victor_vl)._asdict())


class _Survival(Situation, frozen=True):
    victor: Literal["human", "beast"] = "human"


@clause("AR-AFTER-03")
def throw_survival(table: Table[Any], victor: str, side: str | None = None) -> str:
    """A Hero out of action on a lost field: slain, robbed, or left for dead."""
    return TABLES.hero_survival[victor][str(table.roll(D6("survival"), None, side, HIGH))]


@procedure(_Survival, "What becomes of a Hero out of action on a lost field.")
@clause("AR-AFTER-03")
def hero_survival(table: Table[Any], given: _Survival) -> Ruled:
    """One d6."""
    return Ruled({"result": throw_survival(table, given.victor)})


class Found(NamedTuple):
    """A treasure."""

    item: str
    gold: int | None = None


@clause("AR-TREASURE-01")
def throw_treasure(table: Table[Any], side: str | None = None) -> Found:
    """A d6 on the treasure table; a purse holds 2d6 gold."""
    item = TABLES.treasure[str(table.roll(D6("treasure"), None, side, HIGH))]
    gold = (
        table.roll(Total("gold in the purse", 2, 6), None, side, HIGH) if item == "purse" else None
    )
    return Found(item, gold)


@procedure(Nothing, "What a discovery is worth.")
@clause("AR-TREASURE-01")
def treasure(table: Table[Any], given: Nothing) -> Ruled:
    """One d6, and 2d6 for a purse."""
    del given
    return Ruled(throw_treasure(table)._asdict())


class _Support(Situation, frozen=True):
    side: Literal["camelot", "outlaws", "saxons", "wild"]


@clause("AR-SUPPORT-01")
def throw_support(table: Table[Any], column: str, side: str | None = None) -> tuple[str, ...]:
    """Who comes to help: a d6 on the side's column."""
    return TABLES.support[column][str(table.roll(D6("support"), None, side, HIGH))]


@procedure(_Support, "Which models come as reinforcements.", lists=True)
@clause("AR-SUPPORT-01")
def support(table: Table[Any], given: _Support) -> Ruled:
    """One d6."""
    return Ruled({"models": list(throw_support(table, given.side))})


class _Ransom(Situation, frozen=True):
    demand: Annotated[int, msgspec.Meta(ge=0, le=9999)]


@clause("AR-AFTER-06")
def throw_ransom(table: Table[Any], demand: int, side: str | None = None) -> tuple[int, bool]:
    """Add up d6 until the third 1, ones included; more than the sum named is paid."""
    total = ones = 0
    while ones < ONES:
        face = table.roll(D6("ransom"), None, side, NO_WISH)
        total += face
        ones += face == 1
    return total, total > demand


def _haggling(given: _Ransom) -> list[tuple[Ruled, int]]:
    """How likely the sum is paid: the total itself has no end.

    `ways[ones][total]` counts the throws that come to a total with so many ones, each times
    6 ** (total - dice): no total takes more dice than its own number.
    """
    sum_, faces = given.demand, range(2, 7)
    ways = [[0] * (sum_ + 1) for _ in range(ONES + 1)]
    ways[0][0] = 1
    for total in range(1, sum_ + 1):
        for ones in range(ONES + 1):
            by_one = ways[ones - 1][total - 1] if ones else 0
            more = [ways[ones][total - f] * 6 ** (f - 1) for f in faces if f <= total]
            ways[ones][total] = by_one + (sum(more) if ones < ONES else 0)
    kept = sum([ways[ONES][total] * 6 ** (sum_ - total) for total in range(sum_ + 1)])
    ends = ((Ruled({"paid": True}), 6**sum_ - kept), (Ruled({"paid": False}), kept))
    return [end for end in ends if end[1]]


def ransom_odds(demand: int) -> float:
    """How likely a sum is paid."""
    ends = {ruled.result["paid"]: ways for ruled, ways in _haggling(_Ransom(demand))}
    return ends.get(True, 0) / sum(ends.values())


@procedure(
    _Ransom,
    "Haggling for a captive: d6 until the third 1 against the sum named.",
    outcomes=_haggling,
)
@clause("AR-AFTER-06")
def ransom(table: Table[Any], given: _Ransom) -> Ruled:
    """As many d6 as it takes."""
    total, paid = throw_ransom(table, given.demand)
    return Ruled({"total": total, "paid": paid})
