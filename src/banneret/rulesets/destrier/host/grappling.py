"""Grapples: holding, tossing, breaking free, pulling riders down, getting up, kicks."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.chance.draws import AtMost
from banneret.core.play.table import Table

from ..basics.columns.words import Speed
from ..basics.procedures import Score, Weight, halved, percent, plain, procedure, sixes, steps
from ..basics.tables import Tables

SUPERHUMAN = 21  # DE-GRAP-14


class Restrained(NamedTuple):
    """Whether there was an opportunity, and whether it was taken."""

    opportunity: bool
    chance: int
    restrained: bool


@procedure("The opportunity to restrain an enemy, and whether it succeeds.")
@clause("DE-GRAP-06", "DE-GRAP-07")
def restraint(
    table: Table[Any],
    tables: Tables,
    *,
    strength: Score,
    target_strength: Score,
    opportunity_known: bool = False,
) -> Restrained:
    """One in four for the opportunity; then even chances, three a point of Strength."""
    chance = restraint_chance(tables, strength, target_strength)
    if not opportunity_known and not opportunity(table, tables):
        return Restrained(False, chance, False)
    return Restrained(True, chance, percent(table, "restraint", chance))


@clause("DE-GRAP-06", "DE-GRAP-16")
def opportunity(table: Table[Any], tables: Tables) -> bool:
    """Roll for an opportunity to restrain."""
    return percent(table, "opportunity", tables.seed.percent.restraint_opportunity)


def restraint_chance(tables: Tables, strength: int, target_strength: int) -> int:
    """The chance to hold somebody fast (DE-GRAP-07)."""
    seed = tables.seed.percent
    return plain(
        seed.restraint_success + seed.restraint_per_strength * (strength - target_strength)
    )


class Tossed(NamedTuple):
    """What a toss did to both."""

    tossed: bool
    flat_chance: int
    target: Literal["", "flat", "knees"] = ""
    tosser_down: bool = False


@procedure("A toss: the body bash, flat or to the knees, and whether the tosser falls.")
@clause("DE-GRAP-09", "DE-GRAP-10")
def toss(
    table: Table[Any], tables: Tables, *, bash_chance: int, weight: Weight, target_weight: Weight
) -> Tossed:
    """A body bash without the result table."""
    seed = tables.seed.percent
    flat = plain(seed.toss_flat_base + seed.toss_per_100_dr * steps(weight - target_weight, 100))
    if not percent(table, "body bash", bash_chance):
        return Tossed(False, flat)
    fell: Literal["flat", "knees"] = "flat" if percent(table, "flat", flat) else "knees"
    return Tossed(True, flat, fell, percent(table, "tosser falls", seed.toss_tosser_falls))


class Holder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody, or something, that holds a figure fast."""

    weight: Weight
    strength: Score


class Freed(NamedTuple):
    """Which holders were shaken off."""

    each: list[bool]
    free: bool


@procedure("Breaking free of each holder.")
@clause("DE-GRAP-12")
def break_free(
    table: Table[Any],
    tables: Tables,
    *,
    weight: Weight,
    strength: Score,
    holders: tuple[Holder, ...],
) -> Freed:
    """Each restrainer is rolled for separately."""
    each = [
        percent(
            table,
            "break free",
            break_free_chance(
                tables,
                weight=weight,
                holder_weight=one.weight,
                strength=strength,
                holder_strength=one.strength,
            ),
        )
        for one in holders
    ]
    return Freed(each, all(each))


@procedure("The chance to break free of one holder.", gives="chance")
@clause("DE-GRAP-12", "DE-GRAP-13", "DE-GRAP-14", "DE-GRAP-15")
def break_free_chance(
    tables: Tables,
    *,
    weight: Weight,
    holder_weight: Weight,
    strength: Score,
    holder_strength: Score,
) -> int:
    """A quarter, one for ten Dr of weight, and Strength where either is superhuman."""
    seed = tables.seed.percent
    chance = seed.break_free_base
    chance += seed.break_free_per_10_dr * steps(weight - holder_weight, 10)
    if max(strength, holder_strength) >= SUPERHUMAN:
        chance += seed.break_free_per_superhuman_strength * (strength - holder_strength)
    return plain(chance)


class Pulled(NamedTuple):
    """Whether a rider came down, and what it cost."""

    pulled: bool
    chance: int
    damage: int = 0
    bash: bool = False


@procedure("Pulling a rider from the saddle.")
@clause("DE-GRAP-03", "DE-GRAP-05", "DE-HOST-36")
def pull_rider(
    table: Table[Any],
    tables: Tables,
    *,
    heavy_bonus: int,
    cat: bool = False,
    speed: Speed = "stand",
    wheel: bool = False,
    rider_defence: int = 0,
) -> Pulled:
    """The pull; then the rider's fall, or perhaps a bash by horse and rider."""
    chance = pull_rider_chance(
        tables,
        heavy_bonus=heavy_bonus,
        cat=cat,
        speed=speed,
        wheel=wheel,
        rider_defence=rider_defence,
    )
    rows = tables.host.pull_rider
    if percent(table, "pull", chance):
        return Pulled(True, chance, sixes(table, "fall", rows.fall_damage_dice))
    return Pulled(False, chance, 0, percent(table, "bash follows", rows.bash_chance_on_failure))


@procedure("The chance to pull a rider down.", gives="chance")
@clause("DE-GRAP-03", "DE-GRAP-04", "DE-HOST-36")
def pull_rider_chance(
    tables: Tables,
    *,
    heavy_bonus: int,
    cat: bool = False,
    speed: Speed = "stand",
    wheel: bool = False,
    rider_defence: int = 0,
) -> int:
    """Twenty, the heavy bonus, ten for a cat, the horse's speed or wheel, half the defence."""
    seed, rows = tables.seed.percent, tables.host.pull_rider
    chance = seed.pull_rider_base + heavy_bonus + (seed.pull_rider_cat if cat else 0)
    chance += rows.wheel if wheel else rows.speed.of(speed)
    return plain(chance - halved(rider_defence))


class Risen(NamedTuple):
    """Whether a figure is on its feet, and the blows it spent."""

    up: bool
    blows: int


@procedure("Getting up from flat or knees.")
@clause("DE-GRAP-11")
def stand_up(
    table: Table[Any],
    tables: Tables,  # noqa: ARG001  # the form of all procedures
    *,
    state: Literal["flat", "knees"],
) -> Risen:
    """One blow; from flat also 1 to 4 on a d6."""
    if state == "knees":
        return Risen(True, 1)
    return Risen(table.roll(AtMost("stand", 6, 4)).passed, 1)


class KickFall(NamedTuple):
    """Whether a rider who missed his kick falls."""

    chance: int
    falls: bool


@procedure("Whether a rider falls who kicked and missed.")
@clause("DE-HTH-05")
def kick_fall(table: Table[Any], tables: Tables, *, dexterity: Score) -> KickFall:
    """Ten, less one for two points of Dexterity."""
    chance = plain(tables.seed.percent.kick_miss_unseats_base - dexterity // 2)
    return KickFall(chance, chance > 0 and percent(table, "falls from the saddle", chance))


class KickStruck(NamedTuple):
    """Whether somebody struck while kicking is bashed."""

    chance: int
    bash: bool


@procedure("Whether a man struck in the round he kicks is bashed.")
@clause("DE-HTH-07")
def kick_struck(table: Table[Any], tables: Tables, *, dexterity: Score) -> KickStruck:
    """Twenty, less Dexterity of ten or more."""
    base = tables.seed.percent.kick_struck_bash_base
    chance = plain(base - (dexterity if dexterity >= 10 else 0))
    return KickStruck(chance, chance > 0 and percent(table, "bashed while kicking", chance))
