"""Shooting: the row, the column and the number to hit."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from typing import Annotated

from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Reason, Tally
from banneret.tabletop.asking import Facts

from ..basics.columns.words import Cover, Missile, Shield, Skill
from ..basics.options import Options
from ..basics.situation import (
    Distance,
    Level,
    Line,
    Permanent,
    Rating,
    Result,
    Stamina,
    line,
    lines_by_level,
)
from ..basics.tables import COLUMNS, HIGHEST_ROW, LOWEST_ROW, SHOOTING_ROWS, TABLES
from ..melee.harm.condition import stamina_tier

T, S = TABLES.shooting_down.target, TABLES.shooting_down.shooter
MISSILES = TABLES.missile
COLUMN_COUNT = len(COLUMNS)
MOVED_COLUMNS = TABLES.shooting_right.target_moved

# Rows down, as the outcome names them; the reasons of a tally have the opposite sign.
OBSTRUCTED = line("obstructed", T.obstructed, "obstructed view", "KK-SHOOT-06")
SHIELDS = {
    "small": line("shield", T.small_shield, "small shield", "KK-SHOOT-07"),
    "large": line("shield", T.large_shield, "large shield", "KK-SHOOT-07"),
    "pavise": line("shield", T.pavise, "pavise", "KK-SHOOT-07"),
}
COVERS = {
    "waist_wall": line("cover", T.waist_wall, "behind a waist-high wall", "KK-SHOOT-08"),
    "chest_wall": line("cover", T.chest_wall, "behind a chest-high wall", "KK-SHOOT-08"),
    "window": line("cover", T.window, "at a window", "KK-SHOOT-08"),
}
MOUNTED_TARGET = line("mounted", T.mounted, "target mounted", "KK-SHOOT-09")
MOUNTED_SHOOTER = line("mounted", T.mounted, "shooter mounted", "KK-SHOOT-10")
MOVED = lines_by_level("moved", 1, 10, "shooter moved", "KK-SHOOT-11")
FATIGUE = lines_by_level("fatigue", S.per_permanent_fatigue, 99, "permanent fatigue", "KK-SHOOT-13")
STAMINA = (
    line("stamina", 0, "unhurt", "KK-SHOOT-14"),
    line("stamina", S.stamina_below_75, "stamina below 75%", "KK-SHOOT-14"),
    line("stamina", S.stamina_below_50, "stamina below 50%", "KK-SHOOT-14"),
    line("stamina", S.stamina_below_25, "stamina below 25%", "KK-SHOOT-14"),
)
TARGET_MOVED = line("target_moved", MOVED_COLUMNS, "target moved", "KK-SHOOT-16")
SHIFTS = {
    name: line("weapon", row.shift, name.replace("_", " "), "KK-SHOOT-16")
    for name, row in MISSILES.items()
}


class AimedFacts(Facts, frozen=True):
    """All that bears on a shot but how far it is; a target without stamina is never disabled."""

    skill: Skill
    weapon: Missile
    target_armor: Rating
    target_stamina: Annotated[int, Meta(ge=1, le=99)] | None = None
    shooter_moved: bool = False
    shooter_mounted: bool = False
    shooter_permanent_fatigue: Permanent = 0
    shooter_temporary_fatigue: Level = 0
    shooter_stamina: Stamina | None = None
    shooter_original_stamina: Stamina | None = None
    target_moved: bool = False
    target_mounted: bool = False
    shield: Shield = "none"
    cover: Cover = "none"
    obstructed: bool = False


class ShotFacts(AimedFacts, frozen=True, kw_only=True):
    """All that bears on a shot."""

    distance: Distance


class Aim(Result, frozen=True):
    """Where a shot stands on the table: column 0 is off it, number 0 no chance."""

    row: int
    column: int
    number: int
    down: tuple[Line, ...]
    right: tuple[Line, ...]


@clause("KK-SHOOT-04", "KK-SCALE-07")
def column_place(distance: float, options: Options) -> int:
    """The place of the first column that is at least the distance; 15 is beyond the last."""
    return bisect_left(COLUMNS, distance / options.scale)


@clause("KK-SHOOT-03", "KK-SHOOT-05")
def hit_number(row: int, place: int) -> int:
    """The number to hit; rows above 10 read as 10, off the table there is no chance."""
    if row < LOWEST_ROW or place >= COLUMN_COUNT:
        return 0
    return SHOOTING_ROWS[min(row, HIGHEST_ROW) - LOWEST_ROW][place]


@lru_cache(maxsize=256)
def furthest(skill: int, weapon: str, options: Options) -> float:
    """From how far he could hit at all: rows only go down and columns only to the right."""
    right = SHIFTS[weapon].reason.value
    places = [at for at in range(COLUMN_COUNT - right) if hit_number(skill, at + right)]
    return COLUMNS[places[-1]] * options.scale if places else 0.0


def hit_faces(number: int) -> int:
    """How many of ten faces hit (KK-SHOOT-02)."""
    return 11 - number if number else 0


@clause("KK-SHOOT-11", "KK-SHOOT-12")
def rows_for_moving(skill: int, options: Options) -> int:
    """Half of the listed skill, rounded down (or up)."""
    return (skill + (options.moved_shooter_rounding == "up")) // 2


@clause("KK-SHOOT-09", "KK-SHOOT-10")
def mounted_line(facts: ShotFacts, options: Options) -> Line | None:
    """One row down for a mounted target, or under the option for a mounted shooter."""
    if options.mounted_modifier_applies_to == "target":
        return MOUNTED_TARGET if facts.target_mounted else None
    return MOUNTED_SHOOTER if facts.shooter_mounted else None


@clause(
    "KK-SHOOT-06",
    "KK-SHOOT-07",
    "KK-SHOOT-08",
    "KK-SHOOT-13",
    "KK-SHOOT-14",
    "KK-SHOOT-15",
    "KK-FAT-10",
)
def down_lines(facts: ShotFacts, options: Options) -> tuple[Line, ...]:
    """The rows a shot goes down; they all add."""
    lines: list[Line] = []
    if facts.obstructed:
        lines.append(OBSTRUCTED)
    if facts.shield != "none":
        lines.append(SHIELDS[facts.shield])
    if facts.cover != "none":
        lines.append(COVERS[facts.cover])
    mounted = mounted_line(facts, options)
    if mounted is not None:
        lines.append(mounted)
    if facts.shooter_moved:
        lines.append(MOVED[rows_for_moving(facts.skill, options)])
    if facts.shooter_permanent_fatigue:
        lines.append(FATIGUE[facts.shooter_permanent_fatigue])
    tier = stamina_tier(facts.shooter_stamina, facts.shooter_original_stamina)
    if tier:
        lines.append(STAMINA[tier])
    return tuple(lines)


@clause("KK-SHOOT-16")
def right_lines(facts: ShotFacts) -> tuple[Line, ...]:
    """The columns a shot goes to the right; they add."""
    shift = SHIFTS[facts.weapon]
    if facts.target_moved:
        return (shift, TARGET_MOVED) if shift.reason.value else (TARGET_MOVED,)
    return (shift,) if shift.reason.value else ()


@clause("KK-SHOOT-02")
def aim(facts: ShotFacts, options: Options) -> Aim:
    """Cross-index the modified skill and the modified range."""
    down, right = down_lines(facts, options), right_lines(facts)
    row = facts.skill - sum([one.reason.value for one in down])
    place = column_place(facts.distance, options) + sum([one.reason.value for one in right])
    off = place >= COLUMN_COUNT
    column = 0 if off else COLUMNS[place]
    if options.scale_15mm:
        column //= 2  # KK-SCALE-07; all columns are even
    return Aim(row, column, hit_number(row, place), down, right)


def aim_tally(facts: ShotFacts, aimed: Aim) -> Tally:
    """The row with its reasons; each is so many rows down."""
    tally = Tally(facts.skill, "shooting skill", "KK-SHOOT-02")
    tally.total = aimed.row
    down = [Reason(r.label, -r.value, r.clause) for r in (one.reason for one in aimed.down)]
    tally.reasons = (*tally.reasons, *down)
    return tally
