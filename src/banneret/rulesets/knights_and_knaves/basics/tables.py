"""The book's numbers, read once from data/tables.toml."""

from __future__ import annotations

from importlib.resources import files
from typing import Literal

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.files import decode_toml

from .columns.fights import (
    AfterBattle,
    Ammunition,
    Disabled,
    Down,
    FallBand,
    FallModifier,
    Falls,
    Fatigue,
    Finis,
    MeleeDamage,
    MeleeModifiers,
    MissileRow,
    Organisation,
    Right,
    RosterRow,
    ShootingDamage,
    WeaponRow,
)
from .columns.men import (
    ActionModifiers,
    ActionTable,
    Armor,
    ClassProfile,
    Doors,
    FootMove,
    Gaits,
    HorsePanic,
    MoraleModifiers,
    MoveModifiers,
    Part,
    Points,
    Readiness,
    Scales,
    Turn,
    Visibility,
    Yielding,
)
from .columns.words import Count, Missile, Weapon


class Tables(Part, frozen=True):
    """Every table of the book."""

    scales: Scales
    visibility: Visibility
    armor: Armor
    class_profile: tuple[ClassProfile, ...]
    points: Points
    turn: Turn
    morale_modifiers: MoraleModifiers
    yielding: Yielding = msgspec.field(name="yield")
    readiness: Readiness
    action_table: ActionTable
    action_modifiers: ActionModifiers
    horse_panic: HorsePanic
    foot_move: tuple[FootMove, ...]
    gaits: Gaits
    move_modifiers: MoveModifiers
    doors: Doors
    shooting_table: dict[str, tuple[Count, ...]]
    shooting_down: Down
    shooting_right: Right
    shooting_damage: ShootingDamage
    missile: dict[Missile, MissileRow]
    weapon: dict[Weapon, WeaponRow]
    combat_factor: dict[str, tuple[Count, ...]]
    melee_modifiers: MeleeModifiers
    melee_damage: MeleeDamage
    falls: Falls
    fall_effect: tuple[FallBand, ...]
    fall_effect_modifier: FallModifier
    fatigue: Fatigue
    fatigue_use: dict[str, Literal["permanent", "temporary", "both"]]
    ammunition: Ammunition
    finis: Finis
    after_battle: AfterBattle
    disabled: Disabled
    options: dict[str, bool | int | str]
    sample_roster: tuple[RosterRow, ...]
    organisation: dict[str, Organisation]


def data_text(name: str) -> bytes:
    """Read a file of the book's data folder."""
    return files(__package__).joinpath("..", "data", name).read_bytes()


def load(text: bytes, name: str = "tables.toml") -> Tables:
    """Decode the tables; a wrong cell is named with its place."""
    return decode_toml(text, Tables, name)


TABLES = load(data_text("tables.toml"))

PHASES = TABLES.turn.phases

# KK-SHOOT-03: rows from -7 (place 0) to 10 (place 17), 15 columns each; nought is a dash.
LOWEST_ROW, HIGHEST_ROW = -7, 10
COLUMNS: tuple[int, ...] = TABLES.shooting_table["columns"]


@clause("KK-SHOOT-03")
def _shooting_rows(cells: dict[str, tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Take the shooting table by its rows, the lowest first."""
    rows = range(LOWEST_ROW, HIGHEST_ROW + 1)
    return tuple(cells[f"row_{row}" if row >= 0 else f"row_minus_{-row}"] for row in rows)


SHOOTING_ROWS = _shooting_rows(TABLES.shooting_table)

# Both titles of a class share its row (KK-DEF-23).
PROFILES: dict[str, ClassProfile] = {
    name: row for row in TABLES.class_profile for name in (row.class_, row.also) if name
} | {"peasant": TABLES.class_profile[-1]}
CLASSES: tuple[str, ...] = tuple(PROFILES)
