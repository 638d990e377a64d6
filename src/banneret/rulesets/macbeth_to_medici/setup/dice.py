"""Dice before the battle and about the table's edge (MM-SETUP-05, 06, 16, 17, 22, 23)."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.chance.draws import D6, Opposed
from banneret.core.chance.wish import at_least, in_words, span
from banneret.core.play.table import Table
from banneret.tabletop.asking import procedure

from ..basics.tables import (
    ATTACKER_BONUS,
    DOUBTFUL,
    FEATURE_BASE,
    FEATURES,
    LATE_ALWAYS,
    LATE_NEEDS,
    OUTFLANK_TRIES,
    TERRAIN_SECTOR,
    Die,
    Temper,
)
from ..command.dice import Situation, one_die, value

Attempt = Annotated[int, Meta(ge=1, le=99)]
ROLLS = 3  # a tie is rolled again at most twice (MM-TURN-14)


class Nothing(Situation, frozen=True, kw_only=True):
    """Nothing to tell: the dice say all."""


# -- who attacks


class BonusSituation(Situation, frozen=True, kw_only=True):
    """A C-in-C."""

    command: Annotated[int, Meta(ge=1, le=6)]
    temper: Temper


@clause("MM-SETUP-05")
def bonus_of(command: int, temper: str) -> int:
    """Command, and 2 more or less by temper."""
    return command + ATTACKER_BONUS[temper]


@procedure("attacker_bonus", BonusSituation, "What a C-in-C adds to the attacker roll.")
def attacker_bonus(table: Table[Any], given: BonusSituation) -> Ruled:
    """Command and temper."""
    del table
    return value(bonus_of(given.command, given.temper))


class AttackerSituation(Situation, frozen=True, kw_only=True):
    """What each side adds; both 0 for a roll-off."""

    bonus_1: int = 0
    bonus_2: int = 0


@clause("MM-SETUP-05", "MM-TURN-14")
def roll_off(table: Table[Any], bonus_1: int = 0, bonus_2: int = 0) -> int:
    """The side with the higher score; a tie again at most twice, then side 1."""
    for _ in range(ROLLS):
        by = bonus_1 - bonus_2 + table.roll(Opposed("roll-off", 6))
        if by:
            return 1 if by > 0 else 2
    return 1


@procedure("attacker_roll", AttackerSituation, "Who is the attacker.")
def attacker_roll(table: Table[Any], given: AttackerSituation) -> Ruled:
    """The higher score attacks."""
    return Ruled({"attacker": roll_off(table, given.bonus_1, given.bonus_2), "steps": []})


# -- terrain


@procedure("terrain_sector", Nothing, "What stands in a sector of the table.")
@clause("MM-SETUP-06")
def terrain_sector(table: Table[Any], given: Nothing) -> Ruled:
    """Open on 1 to 3; else a feature of a class and its size."""
    del given
    terrain, feature, size = roll_sector(table)
    return Ruled({"terrain": terrain, "feature": feature, "size": size, "steps": []})


@clause("MM-SETUP-06")
def roll_sector(table: Table[Any]) -> tuple[str, str | None, int | None]:
    """Class, feature and inches across."""
    terrain = TERRAIN_SECTOR[table.roll(D6("sector"))]
    if terrain == "open":
        return terrain, None, None
    face = table.roll(D6("feature"))
    feature = next(row.name for row in FEATURES[terrain] if row.die[0] <= face <= row.die[1])
    return terrain, feature, FEATURE_BASE + table.roll(D6("size"))


# -- who comes late


class TrySituation(Situation, frozen=True, kw_only=True):
    """Which try it is."""

    attempt: Attempt


@clause("MM-SETUP-16")
def roll_outflank(table: Table[Any], attempt: int, side: str | None = None) -> bool:
    """5 in the first turn tried, 4, 3, then 2."""
    needs = OUTFLANK_TRIES[min(attempt, len(OUTFLANK_TRIES)) - 1]
    return table.roll(D6("outflankers arrive"), None, side, at_least(needs)) >= needs


@procedure("outflank_roll", TrySituation, "Whether an outflanking force arrives.")
def outflank_roll(table: Table[Any], given: TrySituation) -> Ruled:
    """By the number of turns tried."""
    return Ruled({"arrives": roll_outflank(table, given.attempt), "steps": []})


@clause("MM-SETUP-22")
def roll_late(table: Table[Any], attempt: int, side: str | None = None) -> bool:
    """4 or more; from the third try without a die."""
    if attempt >= LATE_ALWAYS:
        return True
    return table.roll(D6("late battle"), None, side, at_least(LATE_NEEDS)) >= LATE_NEEDS


@procedure("late_battle", TrySituation, "Whether a late battle arrives.")
def late_battle(table: Table[Any], given: TrySituation) -> Ruled:
    """By the number of turns tried."""
    return Ruled({"arrives": roll_late(table, given.attempt), "steps": []})


class MeetSituation(Situation, frozen=True, kw_only=True):
    """Two outflanking forces at one edge."""

    initiative_1: int
    initiative_2: int
    die_1: Die = "d6"
    die_2: Die = "d6"


@clause("MM-SETUP-17")
def roll_meeting(table: Table[Any], given: MeetSituation) -> str:
    """The higher of die and initiative arrives; equal, both are turned back."""
    one = given.initiative_1 + table.roll(one_die("outflankers of side 1", given.die_1))
    two = given.initiative_2 + table.roll(one_die("outflankers of side 2", given.die_2))
    if one == two:
        return "both turned back"
    return "first" if one > two else "second"


@procedure("outflankers_meet", MeetSituation, "Two outflanking forces meet at one edge.")
def outflankers_meet(table: Table[Any], given: MeetSituation) -> Ruled:
    """The higher arrives."""
    return Ruled({"result": roll_meeting(table, given), "steps": []})


@clause("MM-SETUP-23")
def roll_loyalty(table: Table[Any], side: str | None = None) -> bool:
    """Whether a doubtful battle goes home: 1 to 3."""
    leaves = in_words(f"{span(DOUBTFUL)}: it goes home")
    return table.roll(D6("doubtful loyalty"), None, side, leaves) in DOUBTFUL


@procedure("doubtful_loyalty", Nothing, "Whether a doubtful battle withdraws.")
def doubtful_loyalty(table: Table[Any], given: Nothing) -> Ruled:
    """1 to 3: it goes home."""
    del given
    return Ruled({"withdraws": roll_loyalty(table), "steps": []})
