"""The book's numbers, read once from data/tables.toml."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from banneret.core.errors import BadData

if TYPE_CHECKING:  # the battle carries these words as plain text ...
    Class: TypeAlias = str
    Rank: TypeAlias = str
    Armour: TypeAlias = str
    Weapon: TypeAlias = str
    Missile: TypeAlias = str
    Cover: TypeAlias = str
    Status: TypeAlias = str
    Fate: TypeAlias = str
    Combat: TypeAlias = str
else:  # ... and msgspec holds them to the book's lists wherever data comes in
    Class = Literal["peasant", "man_at_arms", "veteran", "elite"]  # OP-FIG-02
    Rank = Literal["common", "sergeant", "knight"]  # OP-FIG-01
    Armour = Literal["helmet_gambeson", "shield", "mail", "plate"]  # OP-ARM-01 to 04
    Weapon = Literal["hand_weapon", "improvised", "polearm", "lance", "longbow", "crossbow"]
    Missile = Literal["longbow", "crossbow"]
    Cover = Literal["none", "part", "whole"]
    Status = Literal["steady", "shaken", "routing"]
    Fate = Literal["killed", "captured", "fled"]
    Combat = Literal["first", "won", "lost", "tied"]

Count = Annotated[int, Meta(ge=0, le=99)]
Modifier = Annotated[int, Meta(ge=-9, le=9)]
Inches = Annotated[float, Meta(ge=0, le=999)]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a table; a number it does not know is an error."""


class Book(Row, frozen=True):
    """What the book is called."""

    slug: str
    prefix: str
    title: str


class Sequence(Row, frozen=True):
    """The phases of a turn and the actions on the sheet (OP-TURN-01, OP-ACT-01)."""

    phases: tuple[str, ...]
    actions: tuple[str, ...]


class ActionKinds(Row, frozen=True):
    """Who takes which action, and what is left to whom (OP-ACT-02 to 05, 12)."""

    whole_unit: tuple[str, ...]
    per_figure: tuple[str, ...]
    allowed_when_restricted: tuple[str, ...]
    allowed_when_routing: tuple[str, ...]


class MoraleModifiers(Row, frozen=True):
    """What is added to base morale."""

    per_figure_lost: Modifier
    sergeant_killed: Modifier
    knight_killed: Modifier
    in_cover: Modifier
    knight_rallying: Modifier
    leader_wounded: Modifier


class MoraleBand(Row, frozen=True):
    """An outcome and by how much a test fails for it."""

    name: str
    failed_by_min: int
    failed_by_max: int
    effect: str


class Leader(Row, frozen=True):
    """Distances and numbers of leaders and groups."""

    appoint_within_inches: Inches
    rally_within_inches: Inches
    group_within_inches: Inches
    rallies_per_knight_per_round: Count
    group_min_figures: Count
    group_max_figures: Count


class MoveDice(Row, frozen=True):
    """How many d6 are thrown, and how many of the highest count."""

    dice: Annotated[int, Meta(ge=1, le=9)]
    keep: Annotated[int, Meta(ge=1, le=9)]


class Terrain(Row, frozen=True):
    """One kind of ground or line."""

    name: str
    shape: Literal["area", "line"]
    cover: Cover
    blocks_sight: bool
    cost: Annotated[int, Meta(ge=0, le=9)] = 1
    horse: bool = True
    passable: bool = True
    outline_cost: Count = 0
    sight_inches: Inches = 0.0
    conceals: bool = False
    extra_die_drop_lowest: bool = False
    blocks_only_when_wholly_between: bool = False


class Reach(Row, frozen=True):
    """The highest charge roll."""

    foot: Count
    horse: Count


class Geometry(Row, frozen=True):
    """Bases and distances."""

    foot_base: tuple[Inches, Inches]
    mounted_base: tuple[Inches, Inches]
    tolerance: Annotated[float, Meta(gt=0, lt=0.1)]
    keep_off_enemy_inches: Inches
    linear_cover_within_inches: Inches
    shield_front_half_angle_degrees: Annotated[int, Meta(ge=0, le=180)]
    push_back_inches: Inches
    follow_up_inches: Inches
    discovery_inches: Inches
    follower_extra_over_leader_path: Inches
    charge_reach_max: Reach
    table_default: tuple[Inches, Inches]
    deployment_depth_default: Inches


class ArmourPiece(Row, frozen=True):
    """What a piece is worth."""

    points: Annotated[int, Meta(ge=0, le=4)]
    note: str = ""


class MissileRow(Row, frozen=True):
    """Ranges and loading of a missile weapon."""

    reload_turns: Annotated[int, Meta(ge=0, le=9)]
    close: Annotated[int, Meta(gt=0, le=99)]
    long: Annotated[int, Meta(gt=0, le=99)]


class Archery(Row, frozen=True):
    """To hit, its modifiers, and the save."""

    hit_on: Annotated[int, Meta(ge=1, le=20)]
    close_range: Modifier
    long_range: Modifier
    aim: Modifier
    aim_turns_counted: Count
    cover_part: Modifier
    cover_whole: Modifier
    shooter_wounded: Modifier
    save: str


class HitLocation(Row, frozen=True):
    """Faces of the location die (OP-SHOOT-14)."""

    mount: tuple[Annotated[int, Meta(ge=1, le=10)], ...]
    rider: tuple[Annotated[int, Meta(ge=1, le=10)], ...]


class Melee(Row, frozen=True):
    """Modifiers of a fight."""

    charging_with_lance: Modifier
    mounted: Modifier
    knight: Modifier
    each_extra_attacker_over_one: Modifier
    improvised_weapon: Modifier
    polearm_first_or_won: Modifier
    polearm_otherwise: Modifier
    wounded: Modifier
    max_attackers_per_figure: Annotated[int, Meta(ge=1, le=9)]
    lance_min_straight_inches: Inches
    wound_margin: str
    defender_can_wound: bool


class Wounds(Row, frozen=True):
    """What each hit does, the first first (OP-WOUND-01 to 05)."""

    common: tuple[str, ...]
    sergeant: tuple[str, ...]
    knight: tuple[str, ...]
    wound_modifier: Modifier
    stun_own_turns_missed: Count


class WeaponRow(Row, frozen=True):
    """A weapon in a melee, and where it can be held."""

    melee: Modifier | Literal["polearm"]
    foot: bool
    mounted: bool
    charge: Modifier = 0
    missile: bool = False
    load_mounted: bool = True


class Fates(Row, frozen=True):
    """How a loss is scored, in words."""

    killed: str
    captured: str
    fled: str


class Victory(Row, frozen=True):
    """Length, breaking and the worth of a figure."""

    default_rounds: Annotated[int, Meta(ge=1, le=99)]
    broken_when_lost_more_than: Annotated[float, Meta(gt=0, lt=1)]
    class_: dict[Class, Count] = msgspec.field(name="class")
    rank: dict[Rank, Count]
    fate: Fates


class ArmourPrice(Row, frozen=True):
    """Price of armour."""

    per_ar_point: Count


class MountPrice(Row, frozen=True):
    """Price of a mount."""

    mount: Count
    per_barding_point: Count


class Balance(Row, frozen=True):
    """When two forces are even."""

    max_difference_of_larger: Annotated[float, Meta(gt=0, lt=1)]


class Points(Row, frozen=True):
    """Prices (section POINTS)."""

    class_: dict[Class, Count] = msgspec.field(name="class")
    rank: dict[Rank, Count]
    armour: ArmourPrice
    weapon: dict[Weapon, Count]
    mount: MountPrice
    balance: Balance


class Tables(Row, frozen=True):
    """Every table of the book."""

    meta: Book
    sequence: Sequence
    action_kinds: ActionKinds
    base_morale: dict[Class, Annotated[int, Meta(ge=1, le=10)]]
    morale_modifiers: MoraleModifiers
    morale_result: tuple[MoraleBand, ...]
    leader: Leader
    movement: dict[str, MoveDice]
    terrain: tuple[Terrain, ...]
    geometry: Geometry
    armour: dict[Armour, ArmourPiece]
    missiles: dict[Missile, MissileRow]
    archery: Archery
    hit_location: HitLocation
    melee: Melee
    wounds: Wounds
    weapons: dict[Weapon, WeaponRow]
    victory: Victory
    points: Points
    options: dict[str, tuple[str | bool, ...]]


def data_text(name: str) -> bytes:
    """Read a file of the book's data folder."""
    return files(__package__).joinpath("..", "data", name).read_bytes()


def load(text: bytes, name: str = "tables.toml") -> Tables:
    """Decode the tables; a wrong cell is named with its place."""
    try:
        return msgspec.toml.decode(text, type=Tables)
    except msgspec.MsgspecError as error:
        raise BadData(f"{name}: {error}") from error


TABLES = load(data_text("tables.toml"))

TOLERANCE = TABLES.geometry.tolerance  # OP-SCALE-04: in favour of the claim
TERRAIN = {kind.name: kind for kind in TABLES.terrain}
