"""Missiles: shots, ranges, chances and what a shot does."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Reason
from banneret.core.play.table import Table

from ..basics.columns.others import Missile
from ..basics.columns.words import Motion
from ..basics.procedures import ArmourClass, Half, Inches, Score, of, percent, procedure, within
from ..basics.tables import Tables
from .striking import roll_critical, roll_damage

BANDS = ("short", "medium", "long", "extreme")
Band = Literal["short", "medium", "long", "extreme", "out"]
Size = Literal["small", "man", "horse", "large"]
Cover = Literal["none", "soft", "hard"]


def row_of(tables: Tables, weapon: str) -> Missile:
    """The row of a missile weapon."""
    found: Missile = of(tables.host.missiles, "missile weapon", weapon)
    return found


@procedure("How many shots a half-turn allows.", gives="shots")
@clause("DE-MISS-01", "DE-MISS-02")
def shots(
    tables: Tables,  # noqa: ARG001  # the form of all procedures
    *,
    rate: Score,
    half: Half,
    used_first: Score = 0,
    carry_unused: bool = False,
) -> int:
    """Half the rate, rounded up and then down; or all that is left."""
    if half == 1:
        return (rate + 1) // 2
    return max(0, rate - used_first) if carry_unused else rate // 2


class RangeBand(NamedTuple):
    """A band of range and its modifier."""

    band: Band
    modifier: int


@procedure("Which band of range a distance is in.")
@clause("DE-HOST-39")
def missile_band(tables: Tables, *, weapon: str, distance: Inches) -> RangeBand:
    """A range exactly on a limit is in the nearer band."""
    for place, most in enumerate(row_of(tables, weapon).bands):
        if distance <= most:
            found: Any = BANDS[place]
            return RangeBand(found, tables.host.missile_modifier.band[place])
    return RangeBand("out", 0)


class MissileChance(NamedTuple):
    """A shot's chance and every part of it."""

    chance: int
    raw: int
    band: Band
    tally: tuple[Reason, ...]


@procedure("The chance of a shot to hit.")
@clause("DE-HOST-41", "DE-HOST-42", "DE-MISS-04")
def missile_chance(
    tables: Tables,
    *,
    weapon: str,
    distance: Inches,
    ac: ArmourClass,
    hit_bonus: int,
    motion: Motion = "still",
    size: Size = "man",
    cover: Cover = "none",
    will_move: bool = False,
    mounted_moving: bool = False,
    in_melee: bool = False,
    shield: int = 0,
    dodge: int = 0,
    desperate: bool = False,
    ward: bool = False,
) -> MissileChance:
    """Row, bonus, band, movement of both, size, cover, a melee, and the target's defences."""
    host, by = tables.host, tables.host.missile_modifier
    row = row_of(tables, weapon)
    band = missile_band(tables, weapon=weapon, distance=distance)
    desperation = tables.seed.percent.desperate_defense if desperate else 0
    covered = {"none": 0, "soft": by.soft_cover, "hard": by.hard_cover}[cover]
    parts = [
        Reason("to hit", getattr(host.to_hit, row.row)[ac], "DE-HOST-05"),
        Reason("hit bonus", hit_bonus, "DE-HOST-06"),
        Reason(f"{band.band} range", band.modifier, "DE-HOST-41"),
        Reason(f"target {motion}", by.target_motion.of(motion), "DE-HOST-41"),
        Reason(f"{size} target", getattr(by.target_size, size), "DE-HOST-41"),
        Reason(f"{cover} cover", covered, "DE-HOST-41"),
        Reason("will move", by.firer_will_move if will_move else 0, "DE-MISS-04"),
        Reason("moving steed", by.firer_mounted_moving if mounted_moving else 0, "DE-HOST-41"),
        Reason("into a melee", by.target_in_melee if in_melee else 0, "DE-HOST-43"),
        Reason("shield", -shield, "DE-HOST-42"),
        Reason("dodge", -dodge, "DE-HOST-42"),
        Reason("desperate defence", desperation, "DE-DEF-06"),
        Reason("ward", -15 if ward else 0, "DE-HOST-52"),
    ]
    told = tuple([one for one in parts if one.value])
    raw = sum([one.value for one in told])
    chance = 0 if band.band == "out" else within(raw, host.chance_floor, host.chance_ceiling)
    return MissileChance(chance, raw, band.band, told)


class Shot(NamedTuple):
    """What one shot did."""

    hit: bool
    critical: str = ""
    damage: int = 0
    friend_hit: bool = False


@procedure("One shot; a miss into a melee may find a friend.")
@clause("DE-CARD-01", "DE-HOST-43")
def missile(
    table: Table[Any],
    tables: Tables,
    *,
    chance: int,
    weapon: str,
    strength_bonus: int = 0,
    ac: ArmourClass = 9,
    in_melee: bool = False,
    friend_chance: int = 0,
) -> Shot:
    """Hit, critical and damage; or the friend who stands beside the target."""
    if percent(table, "hit", chance):
        critical, damage = wound(table, tables, weapon, ac, strength_bonus)
        return Shot(True, critical, damage)
    by = tables.host.missile_modifier
    if not in_melee or not percent(table, "friend endangered", by.friend_hit_percent):
        return Shot(False)
    return Shot(False, friend_hit=percent(table, "friend", friend_chance))


def wound(
    table: Table[Any], tables: Tables, weapon: str, ac: int, strength_bonus: int = 0
) -> tuple[str, int]:
    """Roll the critical and the damage of a shot that hit."""
    row = row_of(tables, weapon)
    chance = within(row.crit + tables.host.armour.critical_add[ac], 0, 95)
    critical = roll_critical(table, tables, chance)
    return critical, roll_damage(table, tables, row.dice, row.add + strength_bonus, critical)
