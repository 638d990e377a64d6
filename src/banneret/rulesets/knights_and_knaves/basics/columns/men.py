"""The shape of the tables of men, morale, command and movement."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from .words import Class, Count, Face, Inches, Modifier, Rating, Result, Skill


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Part of a table; a number it does not know is an error."""


class Scales(Part, frozen=True):
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


class Visibility(Part, frozen=True):
    """How deep one sees into woods (KK-DEF-11, 12)."""

    light_woods: Inches
    heavy_woods: Inches
    looking_out_factor: Count


class Piece(Part, frozen=True):
    """A piece of armour (KK-ARMOR-02)."""

    type: Annotated[str, Meta(pattern="^[A-K]$")]
    name: str
    value: Count
    wearer: Literal["man", "horse", "both"] = msgspec.field(name="for")
    requires: tuple[str, ...]


class Armor(Part, frozen=True):
    """Armour ratings (KK-ARMOR-01 to 05)."""

    base: Count
    horse_stamina_factor: Count
    piece: tuple[Piece, ...]


class ClassProfile(Part, frozen=True):
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


class Points(Part, frozen=True):
    """What a man counts (KK-POINTS-01 to 03)."""

    terms: tuple[str, ...]
    peasant_factor: float
    fortification_factor: Count


class Turn(Part, frozen=True):
    """The phases in order (KK-TURN-01)."""

    phases: tuple[str, ...]


class MoraleModifiers(Part, frozen=True):
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


class Yielding(Part, frozen=True):
    """Faces on which a captor kills (KK-YIELD-04, 05)."""

    forced_kill_on: tuple[Face, ...]
    voluntary_kill_on: tuple[Face, ...]


class Prevented(Part, frozen=True):
    """Faces that forbid the shot."""

    prevented_on: tuple[Face, ...]


class HandgunReadiness(Part, frozen=True):
    """KK-CMD-09, 10."""

    first_needs_at_least: Face
    second_needs_at_least: Face


class Readiness(Part, frozen=True):
    """Whether a controlled shooter is ready (KK-CMD-07 to 11)."""

    bow: Prevented
    sling: Prevented
    crossbow: Prevented
    crossbow_team: Prevented
    handgun: HandgunReadiness


class ActionTable(Part, frozen=True):
    """KK-ACT-04 to 07."""

    columns: tuple[tuple[Face, Face], ...]
    archers: tuple[Result, ...]
    crossbows: tuple[Result, ...]
    handgunners: tuple[Result, ...]
    others: tuple[Result, ...]


class ActionModifiers(Part, frozen=True):
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


class HorsePanic(Part, frozen=True):
    """KK-PANIC-02, 03."""

    destrier: Modifier
    horse: Modifier
    nag: Modifier
    bolt_max: Count
    refuse_max: Count
    charge_max: Count


class FootMove(Part, frozen=True):
    """Inches of a man on foot by armour (KK-MOVE-01)."""

    armor: tuple[Rating, Rating]
    walk: Count
    run: Count


class Gaits(Part, frozen=True):
    """Inches of a horse (KK-MOVE-02), and its turn (KK-MOVE-08)."""

    walk: Count
    trot: Count
    canter: Count
    gallop: Count
    max_turn_degrees: Count


class MoveModifiers(Part, frozen=True):
    """KK-MOVE-11 to 15."""

    half_or_less_stamina_factor: float
    routing: Modifier
    gentle_slope: Modifier
    steep_slope_ladder_stairs: Modifier
    per_fatigue_level: Modifier


class DoorRow(Part, frozen=True):
    """How hard a door is to break (KK-MOVE-27)."""

    toughness: Count
    successes: Count


class Doors(Part, frozen=True):
    """KK-MOVE-25 to 27."""

    light: DoorRow
    heavy: DoorRow
    gate: DoorRow
    per_extra_man: Modifier
    ram: Modifier
    ram_min_men: Count
    max_men: Count
