"""Skirmish fire as a number: no dice, phantom hits, slowing (MM-SKIRM)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.book.tally import Tally
from banneret.core.play.table import Table
from banneret.tabletop.asking import procedure

from ..basics.tables import (
    OVERLAP_LIMIT,
    SKIRMISH_BASE,
    SKIRMISH_RANGE,
    SLOW_INCHES,
    Armour,
    Mobility,
    Morale,
    Order,
)
from ..command.dice import Situation, value
from .protection import PIERCING

Count = Annotated[int, Meta(ge=0, le=99)]


class Galling(Situation, frozen=True, kw_only=True):
    """Who skirmishes with whom."""

    order: Order
    morale: Morale = "steady"
    hits: Count = 0
    supporting_rank: bool = False
    overlap: Count = 0
    enemy_overlap: Count = 0
    weapon: Literal[
        "javelin",
        "sling",
        "bow",
        "longbow",
        "composite_bow",
        "crossbow",
        "heavy_crossbow",
        "handgun",
    ] = "javelin"
    target_armour: Armour = "light"
    target_shielded: bool = False
    target_mounted: bool = False
    skirmish_overlap_limit: bool = False


@clause("MM-SKIRM-16", "MM-UNIT-36")
def is_proof(given: Galling) -> bool:
    """Full armour or cover is proof against all but handguns and heavy crossbows."""
    return given.target_armour == "full" and given.weapon not in PIERCING


@clause(
    "MM-SKIRM-07",
    "MM-SKIRM-08",
    "MM-SKIRM-09",
    "MM-SKIRM-11",
    "MM-SKIRM-12",
    "MM-SKIRM-15",
    "MM-SKIRM-17",
    "MM-SKIRM-23",
)
def galling(given: Galling) -> Tally:
    """Base by order; steady, a supporting rank, overlap; armour, shields and own hits against."""
    pierces = given.weapon in PIERCING
    theirs = given.enemy_overlap
    if given.skirmish_overlap_limit:
        theirs = min(theirs, OVERLAP_LIMIT)
    armoured = given.target_armour == "heavy" and not pierces
    return (
        Tally(SKIRMISH_BASE[given.order], f"{given.order} order", "MM-SKIRM-07")
        .when(given.morale == "steady", 1, "steady", "MM-SKIRM-08")
        .when(given.supporting_rank, 1, "supporting rank", "MM-SKIRM-09")
        .when(given.overlap, min(given.overlap, OVERLAP_LIMIT), "overlap", "MM-SKIRM-11")
        .when(theirs, -theirs, "overlapped", "MM-SKIRM-12")
        .when(armoured, -1, "heavy armour", "MM-SKIRM-15")
        .when(given.target_shielded and not pierces, -1, "shields", "MM-SKIRM-15")
        .when(given.hits, -given.hits, "own hits", "MM-SKIRM-17")
    )


@clause("MM-SKIRM-18", "MM-SKIRM-19", "MM-SKIRM-20")
def effect_of(given: Galling) -> tuple[int, int]:
    """Phantom hits, and the inches they take off the target's reaction move."""
    net = 0 if is_proof(given) else max(0, galling(given).total)
    return net, net * SLOW_INCHES["mounted" if given.target_mounted else "foot"]


@procedure("skirmish", Galling, "Skirmish fire: a number without dice.")
def skirmish(table: Table[Any], given: Galling) -> Ruled:
    """The net figure, the phantom hits, the test and the slowing."""
    del table
    proof = is_proof(given)
    tally = galling(given)
    phantom, slow = effect_of(given)
    return Ruled(
        {
            "net": 0 if proof else tally.total,
            "phantom": phantom,
            "test": phantom > 0,
            "slow": slow,
            "proof": proof,
            "steps": [f"{reason.value:+d} {reason.label}" for reason in tally.reasons],
        },
        tally.reasons,
    )


class SkirmishRange(Situation, frozen=True, kw_only=True):
    """How the unit goes."""

    mobility: Mobility


@clause("MM-SKIRM-02", "MM-SKIRM-03")
def range_of(mobility: str) -> float:
    """Half a normal move: 3 inches, mounted 4.5."""
    return SKIRMISH_RANGE[mobility]


@procedure("skirmish_range", SkirmishRange, "How far skirmish fire carries.")
def skirmish_range(table: Table[Any], given: SkirmishRange) -> Ruled:
    """By mobility alone."""
    del table
    return value(range_of(given.mobility))
