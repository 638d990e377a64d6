"""A volley of arrows: firing value against defence value (MM-ARCH)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.book.tally import Tally
from banneret.core.play.table import Table
from banneret.tabletop.asking import procedure

from ..basics.tables import (
    ARCHERY_BASE,
    ARCHERY_CAP,
    BOW_RANGE,
    DEFENCE_ACTION,
    DEFENCE_EXPERIENCE,
    Armour,
    Die,
    Experience,
    Order,
)
from ..command.dice import Led, Situation, least_of, value
from ..fighting.factor import Factor, Read, dice_for, read_as, readings, spread

Action = Literal["standing", "falling_back", "advancing"]
Some = Annotated[int, Meta(ge=1, le=99)]


class Volley(Led, frozen=True, kw_only=True):
    """Who shoots how at whom."""

    order: Order
    experience: Experience
    firing: Some
    target_experience: Experience
    target_elements: Some
    action: Action = "standing"
    initiative: Literal["with", "drawn", "without"] = "with"
    die: Die = "d6"
    protection: Armour = "light"
    heavy_arrows: bool = False


class Harm(msgspec.Struct, frozen=True, gc=False):
    """What a volley does."""

    value: int
    defence: int
    hits: int
    removed: int
    test: bool


@clause("MM-ARCH-24", "MM-UNIT-34", "MM-UNIT-35", "MM-UNIT-36")
def is_proof(given: Volley) -> bool:
    """Full armour is proof against all but heavy arrows."""
    return given.protection == "full" and not given.heavy_arrows


@clause("MM-ARCH-05", "MM-ARCH-06", "MM-ARCH-08", "MM-ARCH-12", "MM-ARCH-29")
def factor_of(given: Volley) -> Factor:
    """The random factor: an extra minus die at armour, a cap by initiative."""
    armoured = given.protection in ("heavy", "full")
    plus, minus = dice_for(given.experience, 0, int(armoured))
    cap = ARCHERY_CAP[given.initiative]
    return Factor("archery", plus, minus, given.die, cap, given.leadership)


@clause("MM-ARCH-15")
def defence_of(experience: str, action: str) -> int:
    """Experience and what the target is doing."""
    return DEFENCE_EXPERIENCE[experience] + DEFENCE_ACTION[action]


@clause("MM-ARCH-17", "MM-ARCH-18", "MM-ARCH-19", "MM-ARCH-20", "MM-ARCH-21")
def harm(given: Volley, factor: int) -> Harm:
    """Hits by multiples of the defence value; elements by numbers, even without a hit."""
    shot = ARCHERY_BASE[given.order] + factor
    defence = defence_of(given.target_experience, given.action)
    hits = max(0, (shot - 1) // defence)
    there = given.target_elements
    gone = given.firing * hits // there if hits else given.firing // (2 * there)
    gone = least_of(there, gone)
    return Harm(shot, defence, hits, gone, hits > 0 and gone < there)


def volley_odds(given: Volley) -> list[tuple[Ruled, int]]:
    """Every way a volley can come out."""
    if is_proof(given):
        return [(_proof(given), 1)]
    factor = factor_of(given)
    read = readings(factor, given.lead_use)
    return [(_ruled(given, factor, one), weight) for one, weight in read]


@procedure("archery", Volley, "A volley of arrows.", volley_odds)
@clause("MM-ARCH-06")
def archery(table: Table[Any], given: Volley) -> Ruled:
    """Roll unless the target is proof."""
    if is_proof(given):
        return _proof(given)
    factor = factor_of(given)
    read = read_as(table.roll(factor.draw), given.leadership, given.lead_use)
    return _ruled(given, factor, read)


def _proof(given: Volley) -> Ruled:
    plain = dict.fromkeys(("value", "factor", "raw", "use", "plus_dice", "minus_dice"))
    return Ruled(
        {
            "proof": True,
            **plain,
            "defence": defence_of(given.target_experience, given.action),
            "hits": 0,
            "removed": 0,
            "test": False,
            "steps": ["the target is proof against these arrows"],
        }
    )


def score_of(given: Volley, factor: int) -> Tally:
    """Base by order and the random factor."""
    return Tally(ARCHERY_BASE[given.order], f"{given.order} order", "MM-ARCH-05").when(
        factor, factor, "random factor", "MM-ARCH-06"
    )


def _ruled(given: Volley, factor: Factor, read: Read) -> Ruled:
    found = harm(given, read.value)
    return Ruled(
        {
            "proof": False,
            "value": found.value,
            "defence": found.defence,
            "factor": read.value,
            "raw": read.raw,
            "use": read.use,
            "plus_dice": factor.plus,
            "minus_dice": factor.minus,
            "hits": found.hits,
            "removed": found.removed,
            "test": found.test,
            "steps": [f"firing value {found.value} against defence value {found.defence}"],
        },
        score_of(given, read.value).reasons,
    )


def expected(given: Volley) -> tuple[float, float]:
    """The mean of hits and of elements removed, for those who weigh a shot."""
    if is_proof(given):
        return 0.0, 0.0
    hits = removed = total = 0
    for factor, weight in spread(factor_of(given)):
        found = harm(given, factor)
        hits += weight * found.hits
        removed += weight * found.removed
        total += weight
    return hits / total, removed / total


class DefenceSituation(Situation, frozen=True, kw_only=True):
    """A target of arrows."""

    experience: Experience
    action: Action = "standing"


@procedure("defence_value", DefenceSituation, "How hard a target is to hurt with arrows.")
def defence_value(table: Table[Any], given: DefenceSituation) -> Ruled:
    """Experience and action."""
    del table
    return value(defence_of(given.experience, given.action))


class RangeSituation(Situation, frozen=True, kw_only=True):
    """A bow."""

    bow: Literal["longbow", "bow", "composite_bow"]
    mounted: bool = False
    heavy_arrows: bool = False


@clause("MM-ARCH-03", "MM-ARCH-04")
def range_of(bow: str, *, mounted: bool = False, heavy: bool = False) -> int:
    """Inches a bow carries."""
    if mounted:
        return BOW_RANGE["mounted_bow"]
    if bow == "longbow":
        return BOW_RANGE["longbow_heavy_arrows" if heavy else "longbow"]
    return BOW_RANGE["other_foot_bow"]


@procedure("bow_range", RangeSituation, "How far a bow carries.")
def bow_range(table: Table[Any], given: RangeSituation) -> Ruled:
    """18, 12 or 6 inches."""
    del table
    return value(range_of(given.bow, mounted=given.mounted, heavy=given.heavy_arrows))
