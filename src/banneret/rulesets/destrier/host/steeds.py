"""Steeds: speed, their cards, stumbling, falls, wheeling, hamstrings and trampling."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.chance.draws import Total
from banneret.core.play.table import Table

from ..basics.columns.steeds import Horse
from ..basics.columns.words import SPEEDS, Speed, WeaponClass
from ..basics.procedures import (
    ArmourClass,
    Banded,
    Half,
    Score,
    Weight,
    of,
    percent,
    plain,
    procedure,
    sixes,
    within,
)
from ..basics.tables import Tables


def horse(tables: Tables, steed: str) -> Horse:
    """The row of a kind of steed."""
    found: Horse = of(tables.host.horses, "steed", steed)
    return found


def slower(speed: Speed, by: int = 1) -> Speed:
    """A speed some categories lower."""
    return SPEEDS[max(0, SPEEDS.index(speed) - by)]


class HorseTac(NamedTuple):
    """The TAC cards of a steed, and the one it plays unless told."""

    cards: list[str]
    default: str


@procedure("The TAC cards a steed may play at a speed.")
@clause("DE-HTAC-01", "DE-HTAC-02", "DE-HTAC-03")
def horse_tac(tables: Tables, *, speed: Speed, fixed: bool = False) -> HorseTac:
    """By speed; with fixed cards only the one of that speed."""
    row = tables.seed.horse_tac[speed]
    return HorseTac([row.default] if fixed else sorted(row.playable), row.default)


@procedure("How far a steed's MOVE card goes.", gives="inches")
@clause("DE-HTAC-06", "DE-HORSE-06", "DE-HOST-33")
def horse_move_card(tables: Tables, *, steed: str, speed: Speed) -> float:
    """The class's MOVE and the addition for speed."""
    return float(horse(tables, steed).move + tables.seed.horse_move_card_addition.of(speed))


@procedure("How many categories a steed may speed up or slow down.", gives="categories")
@clause("DE-MOVE-08", "DE-CHG-03", "DE-HOST-32")
def accelerate(tables: Tables, *, steed: str, half: Half, charging: bool = False) -> int:
    """All of them into a charge; else half, rounded up and then down."""
    most = horse(tables, steed).accelerate
    if charging:
        return most
    return (most + 1) // 2 if half == 1 else most // 2


@procedure("The chance of a rider to keep the saddle.", gives="chance")
@clause("DE-HOST-35")
def seat_chance(tables: Tables, *, dexterity: Score, level: Score, chivalry: bool) -> int:
    """Forty, two a point of Dexterity, three a level, fifteen for chivalry."""
    row = tables.host.seat
    chance = row.base + row.per_dexterity * dexterity + row.per_level * level
    return within(chance + (row.chivalry if chivalry else 0), row.floor, row.ceiling)


@procedure("The chance of a steed to stumble.", gives="chance")
@clause("DE-HOST-34")
def stumble_chance(
    tables: Tables,
    *,
    steed: str,
    speed: Speed,
    crossing_horse: bool = False,
    bashed: bool = False,
) -> int:
    """By speed, crossing a horse's stand, a bash, and the class's footing."""
    horse(tables, steed)
    row = tables.host.stumble
    chance = row.by_speed.of(speed) + row.light_footed.get(steed, 0)
    chance += row.crossing_horse_stand if crossing_horse else row.crossing_man_stand
    return plain(chance + (row.bashed if bashed else 0))


class Stumbled(NamedTuple):
    """What became of a steed and its rider."""

    chance: int
    stumbles: bool
    result: Literal["", "loses_one_speed", "to_its_knees", "falls"] = ""
    thrown: bool = False
    damage: int = 0
    pinned: bool = False


@procedure("Whether a steed stumbles, and what becomes of it and its rider.")
@clause("DE-HOST-34")
def stumble(
    table: Table[Any],
    tables: Tables,
    *,
    steed: str,
    speed: Speed,
    dexterity: Score,
    level: Score,
    chivalry: bool,
    crossing_horse: bool = False,
    bashed: bool = False,
) -> Stumbled:
    """Roll the stumble, its result, the seat, the fall and the pin."""
    chance = stumble_chance(
        tables, steed=steed, speed=speed, crossing_horse=crossing_horse, bashed=bashed
    )
    if not percent(table, "stumble", chance):
        return Stumbled(chance, False)
    return stumbling(
        table, tables, chance=chance, dexterity=dexterity, level=level, chivalry=chivalry
    )


@clause("DE-HOST-34", "DE-HOST-35", "DE-HOST-66")
def stumbling(
    table: Table[Any],
    tables: Tables,
    *,
    dexterity: int,
    level: int,
    chivalry: bool,
    chance: int = 100,
) -> Stumbled:
    """A steed has stumbled: loses a speed, goes to its knees, or falls."""
    row = tables.host.stumble
    result: Any = table.roll(Banded("stumble result", 10, row.result_bands, row.results))
    if result == "falls":
        fell = fall(table, tables, steed_fell=True)
        return Stumbled(chance, True, result, True, fell.damage, fell.pinned)
    if result != "to_its_knees":
        return Stumbled(chance, True, result)
    keeps = seat_chance(tables, dexterity=dexterity, level=level, chivalry=chivalry)
    if percent(table, "seat", keeps):
        return Stumbled(chance, True, result)
    return Stumbled(chance, True, result, True, fall(table, tables).damage)


class Fell(NamedTuple):
    """What a fall from the saddle does."""

    damage: int
    pinned: bool


@procedure("A fall from the saddle.")
@clause("DE-HOST-35", "DE-HOST-66")
def fall(table: Table[Any], tables: Tables, *, steed_fell: bool = False) -> Fell:
    """Two dice; only under a fallen steed may one be pinned."""
    row = tables.host.seat
    damage = sixes(table, "fall", row.fall_damage_dice)
    return Fell(damage, steed_fell and percent(table, "pinned", row.pinned_percent))


# -- wheel, hamstring, trample


class Victim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody in contact with a wheeling horse."""

    man_sized: bool
    weight: Weight = 0


class WheelChance(NamedTuple):
    """The chance of a wheel against somebody, and what it does."""

    chance: int
    effect: Literal["flat_stunned", "stumble", "none"]


@procedure("The chance of a wheeling horse against one in contact.")
@clause("DE-HORSE-07", "DE-HORSE-08", "DE-HORSE-09")
def wheel_chance(
    tables: Tables, *, man_sized: bool, weight: Weight = 0, horse_weight: Weight = 1
) -> WheelChance:
    """Men go down; beasts stumble unless they are heavier by more than half."""
    seed = tables.seed.percent
    if man_sized:
        return WheelChance(seed.wheel_man_down, "flat_stunned")
    if weight < horse_weight:
        return WheelChance(seed.wheel_stumble_lighter, "stumble")
    if 2 * weight <= 3 * horse_weight:
        return WheelChance(seed.wheel_stumble_equal_or_to_1_5, "stumble")
    return WheelChance(0, "none")


@procedure("A wheeling horse and everybody in contact.", gives="effects")
@clause("DE-HORSE-07")
def wheel(
    table: Table[Any], tables: Tables, *, horse_weight: Weight, victims: tuple[Victim, ...]
) -> list[str]:
    """Roll for each that can be moved."""
    effects: list[str] = []
    for one in victims:
        found = wheel_chance(
            tables, man_sized=one.man_sized, weight=one.weight, horse_weight=horse_weight
        )
        came = found.chance > 0 and percent(table, "wheel", found.chance)
        effects.append(found.effect if came else "none")
    return effects


class Hamstrung(NamedTuple):
    """What a cut at a horse's legs did."""

    chance: int
    horse_falls: bool
    rider_thrown: bool = False
    pinned: bool = False
    damage: int = 0
    prone: bool = True


@procedure("Cutting a horse's hamstrings.")
@clause("DE-HOST-37", "DE-HORSE-13", "DE-HORSE-14")
def hamstring(
    table: Table[Any],
    tables: Tables,
    *,
    weapon_class: WeaponClass,
    horse_ac: ArmourClass,
    hit_bonus: int,
    dexterity: Score,
    level: Score,
    chivalry: bool,
    passing: bool = False,
) -> Hamstrung:
    """The cut, the rider's seat, and whether the horse falls on him who made it."""
    chance = hamstring_chance(tables, weapon_class, horse_ac, hit_bonus, passing)
    if not percent(table, "cut", chance):
        return Hamstrung(chance, False)
    keeps = seat_chance(tables, dexterity=dexterity, level=level, chivalry=chivalry)
    thrown = not percent(table, "seat", keeps)
    row = tables.host.hamstring
    if not percent(table, "pinned", row.pinned_percent):
        return Hamstrung(chance, True, thrown)
    return Hamstrung(chance, True, thrown, True, sixes(table, "pin", row.pinned_damage_dice))


def hamstring_chance(
    tables: Tables, weapon_class: str, horse_ac: int, hit_bonus: int, passing: bool
) -> int:
    """The chance of the cut (DE-HOST-37, DE-HORSE-14)."""
    host = tables.host
    chance = getattr(host.to_hit, weapon_class)[horse_ac] + hit_bonus + host.hamstring.modifier
    return within(chance - (20 if passing else 0), host.chance_floor, host.chance_ceiling)


class Trampled(NamedTuple):
    """What a trampling horse did."""

    chance: int
    hit: bool
    damage: int = 0


@procedure("A horse tramples somebody prone.")
@clause("DE-HOST-38", "DE-HORSE-10")
def trample(table: Table[Any], tables: Tables, *, ac: ArmourClass, hit_bonus: int = 0) -> Trampled:
    """The natural row and twenty; two dice and four."""
    host = tables.host
    chance = host.to_hit.natural[ac] + host.trample.modifier + hit_bonus
    chance = within(chance, host.chance_floor, host.chance_ceiling)
    if not percent(table, "trample", chance):
        return Trampled(chance, False)
    row = host.trample
    return Trampled(chance, True, table.roll(Total("trample damage", row.dice, 6, row.add)))
