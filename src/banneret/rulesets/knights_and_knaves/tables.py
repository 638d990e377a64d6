"""The book's numbers, read once from data/tables.toml."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from banneret.core.clauses import clause
from banneret.core.files import decode_toml

if TYPE_CHECKING:  # the battle carries these words as plain text ...
    Class: TypeAlias = str
    Weapon: TypeAlias = str
    Missile: TypeAlias = str
    Shield: TypeAlias = str
    Cover: TypeAlias = str
    HorseKind: TypeAlias = str
    Gait: TypeAlias = str
    Row: TypeAlias = str
    Result: TypeAlias = str
    Trait: TypeAlias = str
else:  # ... and msgspec holds them to the book's lists wherever data comes in
    Class = Literal[
        "lord",
        "chief",
        "knight",
        "bodyguard",
        "squire",
        "man_at_arms",
        "sergeant",
        "valet",
        "soldier",
        "yeoman",
        "peasant",
    ]  # KK-DEF-23, highest first
    Weapon = Literal[
        "sword",
        "mace",
        "ax",
        "two_handed_sword",
        "two_handed_ax",
        "pole_arm",
        "short_spear",
        "javelin",
        "lance",
        "long_spear",
        "short_sword",
        "dagger",
        "farm_implement",
        "other",
        "none",
    ]  # KK-MELEE-04
    Missile = Literal[
        "short_bow",
        "longbow",
        "composite_bow",
        "sling",
        "light_crossbow",
        "medium_crossbow",
        "heavy_crossbow",
        "handgun",
        "javelin_thong",
        "javelin",
        "thrown_spear",
        "thrown_axe",
        "thrown_knife",
    ]  # KK-SHOOT-16
    Shield = Literal["none", "small", "large", "pavise"]
    Cover = Literal["none", "waist_wall", "chest_wall", "window"]
    HorseKind = Literal["horse", "destrier", "nag"]  # KK-PROF-06
    Gait = Literal["walk", "trot", "canter", "gallop"]
    Row = Literal["archers", "crossbows", "handgunners", "others"]
    Result = Literal[
        "stay",
        "shoot",
        "move_half",
        "move_full",
        "move_half_shoot",
        "move_full_shoot",
        "move_half_melee",
        "move_full_melee",
        "move_full_melee_or_shoot",
    ]
    Trait = Literal[
        "always_run",
        "berserk",
        "champion",
        "gentle",
        "household",
        "military_order",
        "skirmisher",
        "unpaid",
        "unreliable",
    ]  # KK-PROF-07; outlaws and hatred are relations between forces

Count = Annotated[int, Meta(ge=0, le=999)]
Modifier = Annotated[int, Meta(ge=-9, le=9)]
Inches = Annotated[float, Meta(ge=0, le=999)]
Face = Annotated[int, Meta(ge=1, le=10)]
Skill = Annotated[int, Meta(ge=1, le=10)]
Percent = Annotated[int, Meta(ge=0, le=100)]
Rating = Annotated[int, Meta(ge=0, le=12)]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Part of a table; a number it does not know is an error."""


class Scales(_Part, frozen=True):
    """Figures, inches, turns and bases (KK-SCALE-01 to 08)."""

    men_per_figure: Count
    feet_per_inch: Count
    turn_seconds: tuple[Count, Count]
    foot_base: tuple[Inches, Inches]
    mounted_base: tuple[Inches, Inches]
    command_range: Inches
    unit_min_figures: Count
    unit_gap: Inches
    die_faces: Count
    half_scale_factor: Annotated[float, Meta(gt=0, lt=1)]
    default_table: tuple[Inches, Inches]
    default_deployment_depth: Inches


class Visibility(_Part, frozen=True):
    """How deep one sees into woods (KK-DEF-11, 12)."""

    light_woods: Inches
    heavy_woods: Inches
    looking_out_factor: Count


class Piece(_Part, frozen=True):
    """A piece of armour (KK-ARMOR-02)."""

    type: Annotated[str, Meta(pattern="^[A-K]$")]
    name: str
    value: Count
    wearer: Literal["man", "horse", "both"] = msgspec.field(name="for")
    requires: tuple[str, ...]


class Armor(_Part, frozen=True):
    """Armour ratings (KK-ARMOR-01 to 05)."""

    base: Count
    horse_stamina_factor: Count
    piece: tuple[Piece, ...]


class ClassProfile(_Part, frozen=True):
    """What a class is worth; the defaults are those of KK-PROF-05."""

    class_: Class = msgspec.field(name="class")
    also: str
    melee: tuple[Skill, ...]
    shooting: tuple[Skill, ...]
    morale: tuple[Skill, ...]
    morale_bonus: Annotated[int, Meta(ge=0, le=3)]
    default_melee: Skill
    default_shooting: Skill
    default_morale: Skill


class Points(_Part, frozen=True):
    """What a man counts (KK-POINTS-01 to 03)."""

    terms: tuple[str, ...]
    peasant_factor: float
    fortification_factor: Count


class Turn(_Part, frozen=True):
    """The phases in order (KK-TURN-01)."""

    phases: tuple[str, ...]


class MoraleModifiers(_Part, frozen=True):
    """KK-MORALE-18 to 28, 33, 17, KK-DEF-15, KK-YIELD-01."""

    enemy_lord_disabled: Modifier
    per_mounted_attacker: Modifier
    own_lord_disabled: Modifier
    per_adjacent_friend_lost: Modifier
    leader_bonus: tuple[Modifier, ...]
    stamina_below_75: Modifier
    stamina_below_50: Modifier
    stamina_below_25: Modifier
    per_permanent_fatigue: Modifier
    hatred_or_zeal: Modifier
    cover: Modifier
    unit_5_to_10: Modifier
    unit_11_or_more: Modifier
    natural_always_passes: Face
    natural_always_fails: Face
    leader_bonus_range: Inches
    adjacent_range: Inches
    surrounded_gap: Inches


class Yielding(_Part, frozen=True):
    """Faces on which a captor kills (KK-YIELD-04, 05)."""

    forced_kill_on: tuple[Face, ...]
    voluntary_kill_on: tuple[Face, ...]


class Prevented(_Part, frozen=True):
    """Faces that forbid the shot."""

    prevented_on: tuple[Face, ...]


class HandgunReadiness(_Part, frozen=True):
    """KK-CMD-09, 10."""

    first_needs_at_least: Face
    second_needs_at_least: Face


class Readiness(_Part, frozen=True):
    """Whether a controlled shooter is ready (KK-CMD-07 to 11)."""

    bow: Prevented
    sling: Prevented
    crossbow: Prevented
    crossbow_team: Prevented
    handgun: HandgunReadiness


class ActionTable(_Part, frozen=True):
    """KK-ACT-04 to 07."""

    columns: tuple[tuple[Face, Face], ...]
    archers: tuple[Result, ...]
    crossbows: tuple[Result, ...]
    handgunners: tuple[Result, ...]
    others: tuple[Result, ...]


class ActionModifiers(_Part, frozen=True):
    """KK-ACT-09 to 16."""

    leader_not_stay: Modifier
    leader_stay: Modifier
    knight_or_berserk: Modifier
    unreliable: Modifier
    per_fatigue_level: Modifier
    attack_until_first_part: Modifier
    defend_until_first_part: Modifier
    attack_until_activated: Modifier
    defend_until_activated: Modifier


class HorsePanic(_Part, frozen=True):
    """KK-PANIC-02, 03."""

    destrier: Modifier
    horse: Modifier
    nag: Modifier
    bolt_max: Count
    refuse_max: Count
    charge_max: Count


class FootMove(_Part, frozen=True):
    """Inches of a man on foot by armour (KK-MOVE-01)."""

    armor: tuple[Rating, Rating]
    walk: Count
    run: Count


class Gaits(_Part, frozen=True):
    """Inches of a horse (KK-MOVE-02), and its turn (KK-MOVE-08)."""

    walk: Count
    trot: Count
    canter: Count
    gallop: Count
    max_turn_degrees: Count


class MoveModifiers(_Part, frozen=True):
    """KK-MOVE-11 to 15."""

    half_or_less_stamina_factor: float
    routing: Modifier
    gentle_slope: Modifier
    steep_slope_ladder_stairs: Modifier
    per_fatigue_level: Modifier


class DoorRow(_Part, frozen=True):
    """How hard a door is to break (KK-MOVE-27)."""

    toughness: Count
    successes: Count


class Doors(_Part, frozen=True):
    """KK-MOVE-25 to 27."""

    light: DoorRow
    heavy: DoorRow
    gate: DoorRow
    per_extra_man: Modifier
    ram: Modifier
    ram_min_men: Count
    max_men: Count


class TargetDown(_Part, frozen=True):
    """Rows down for the target (KK-SHOOT-06 to 10)."""

    obstructed: Count
    small_shield: Count
    large_shield: Count
    pavise: Count
    waist_wall: Count
    chest_wall: Count
    window: Count
    mounted: Count


class ShooterDown(_Part, frozen=True):
    """Rows down for the shooter (KK-SHOOT-11 to 14)."""

    moved: str
    per_permanent_fatigue: Count
    stamina_below_75: Count
    stamina_below_50: Count
    stamina_below_25: Count


class Down(_Part, frozen=True):
    """Everything that lowers the row."""

    target: TargetDown
    shooter: ShooterDown


class Right(_Part, frozen=True):
    """Columns to the right (KK-SHOOT-16)."""

    target_moved: Count
    light_crossbow: Count
    medium_crossbow: Count
    short_bow: Count
    handgun: Count
    thrown: Count


class ShootingDamage(_Part, frozen=True):
    """Dice by distance (KK-SHOOT-23)."""

    under_6: Count
    from_6_to_20: Count
    over_20: Count


class MissileRow(_Part, frozen=True):
    """A missile weapon (KK-SHOOT-16, 25, 26, 30, 31)."""

    shift: Count
    bonus: Count
    readiness: Literal["bow", "sling", "crossbow", "handgun", "none"]
    row: Row
    melee_dice: Count = 0  # 0: by the distance


class WeaponRow(_Part, frozen=True):
    """A melee weapon (KK-MELEE-04, KK-DMG-01)."""

    class_: Annotated[int, Meta(ge=1, le=7)] = msgspec.field(name="class")
    values: tuple[Modifier, Modifier]
    dice: Count
    two_handed: bool
    spear: bool


class MeleeModifiers(_Part, frozen=True):
    """KK-MELEE-08 to 18, 20."""

    height: Modifier
    restricted: Modifier
    opponent_small_shield: Modifier
    opponent_large_shield: Modifier
    stamina_below_75: Modifier
    stamina_below_50: Modifier
    stamina_below_25: Modifier
    per_fatigue_level: Modifier
    short_classes: tuple[int, ...]
    long_classes: tuple[int, ...]
    unopposed_target: Count
    max_parried: Count


class MeleeDamage(_Part, frozen=True):
    """KK-DMG-03, 05."""

    gallop_bonus_dice: Count
    per_fatigue_level: Modifier


class Falls(_Part, frozen=True):
    """KK-FALL-02, 06, 07, 09."""

    foot: Count
    standing: Count
    walk: Count
    trot: Count
    canter: Count
    gallop: Count
    per_temporary_fatigue: Modifier
    per_stamina_point_lost: Modifier
    skill_8_or_more: Modifier
    dead_above_feet: Count
    heavy_loss_fraction: float


class FallBand(_Part, frozen=True):
    """A band of the fall table (KK-FALL-10); a stun in words is read off the dice."""

    total: tuple[Count, Count]
    result: str
    loss: Annotated[float, Meta(ge=0, le=1)]
    stun: Count | str


class FallModifier(_Part, frozen=True):
    """KK-FALL-12."""

    below_half_stamina: Modifier


class Fatigue(_Part, frozen=True):
    """KK-FAT-02 to 08."""

    permanent_every_turns: Count
    melee_gain_max: Face
    melee_gain_max_wounded: Face
    recover_max: Face
    recover_max_idle: Face
    per_run: Count
    per_gallop: Count


class Ammunition(_Part, frozen=True):
    """KK-AMMO-01 to 07."""

    from_permanent_level: Count
    must_exceed_per_level: Count
    baggage_turns: Count
    dead_turns: Count
    dead_success_max: Face


class Finis(_Part, frozen=True):
    """KK-FINIS-02 to 07."""

    withdrawal_from_permanent_level: Count
    withdrawal_dice: Count
    leader_lost_factor: Count
    battle_ends_at_permanent_level: Count
    rest_turns: Count


class AfterBattle(_Part, frozen=True):
    """KK-AFTER-01 to 03."""

    rolls_at_or_below: float
    disabled_modifier: Modifier
    natural_always_dies: Face


class Disabled(_Part, frozen=True):
    """KK-DIS-02."""

    conscious_turns_dice: Count


class RosterRow(_Part, frozen=True, kw_only=True):
    """A row of the sample organisational table (KK-ROSTER-01)."""

    name: str
    class_: Class | HorseKind = msgspec.field(name="class")
    kind: Literal["man", "horse"]
    armor: Rating
    stamina: Count
    morale: Skill | None = None
    morale_bonus: Count = 0
    melee: Skill | None = None
    shooting: Skill | None = None


class ListRow(_Part, frozen=True):
    """A row of an organisation (KK-ORG-05 to 17)."""

    name: str
    classes: tuple[Class, ...]
    armor: tuple[Rating, Rating]
    weapons: tuple[str, ...]
    horse: str
    traits: tuple[Trait, ...]
    percent: tuple[Percent, Percent] | None = None
    count: Count = 0


class Organisation(_Part, frozen=True):
    """A sample organisation."""

    title: str
    row: tuple[ListRow, ...]


class Tables(_Part, frozen=True):
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
    return files(__package__).joinpath("data", name).read_bytes()


def load(text: bytes, name: str = "tables.toml") -> Tables:
    """Decode the tables; a wrong cell is named with its place."""
    return decode_toml(text, Tables, name)


TABLES = load(data_text("tables.toml"))

PHASES = TABLES.turn.phases

# KK-SHOOT-03: rows from -7 (place 0) to 10 (place 17), 15 columns each; nought is a dash.
LOWEST_ROW, HIGHEST_ROW = -7, 10
COLUMNS: tuple[int, ...] = TABLES.shooting_table["columns"]


@clause("KK-SHOOT-03")
def _shooting_rows(table: dict[str, tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Take the shooting table by its rows, the lowest first."""
    rows = range(LOWEST_ROW, HIGHEST_ROW + 1)
    return tuple(table[f"row_{row}" if row >= 0 else f"row_minus_{-row}"] for row in rows)


SHOOTING_ROWS = _shooting_rows(TABLES.shooting_table)

# Both titles of a class share its row (KK-DEF-23).
PROFILES: dict[str, ClassProfile] = {
    name: row for row in TABLES.class_profile for name in (row.class_, row.also) if name
} | {"peasant": TABLES.class_profile[-1]}
CLASSES: tuple[str, ...] = tuple(PROFILES)
