"""The shape of the tables of shooting, melee, falls, fatigue, the end and the lists."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from .men import Part
from .words import Class, Count, Face, HorseKind, Modifier, Percent, Rating, Row, Skill, Trait


class TargetDown(Part, frozen=True):
    """Rows down for the target (KK-SHOOT-06 to 10)."""

    obstructed: Count
    small_shield: Count
    large_shield: Count
    pavise: Count
    waist_wall: Count
    chest_wall: Count
    window: Count
    mounted: Count


class ShooterDown(Part, frozen=True):
    """Rows down for the shooter (KK-SHOOT-11 to 14)."""

    moved: str
    per_permanent_fatigue: Count
    stamina_below_75: Count
    stamina_below_50: Count
    stamina_below_25: Count


class Down(Part, frozen=True):
    """Everything that lowers the row."""

    target: TargetDown
    shooter: ShooterDown


class Right(Part, frozen=True):
    """Columns to the right (KK-SHOOT-16)."""

    target_moved: Count
    light_crossbow: Count
    medium_crossbow: Count
    short_bow: Count
    handgun: Count
    thrown: Count


class ShootingDamage(Part, frozen=True):
    """Dice by distance (KK-SHOOT-23)."""

    under_6: Count
    from_6_to_20: Count
    over_20: Count


class MissileRow(Part, frozen=True):
    """A missile weapon (KK-SHOOT-16, 25, 26, 30, 31)."""

    shift: Count
    bonus: Count
    readiness: Literal["bow", "sling", "crossbow", "handgun", "none"]
    row: Row
    melee_dice: Count = 0  # 0: by the distance


class WeaponRow(Part, frozen=True):
    """A melee weapon (KK-MELEE-04, KK-DMG-01)."""

    class_: Annotated[int, Meta(ge=1, le=7)] = msgspec.field(name="class")
    values: tuple[Modifier, Modifier]
    dice: Count
    two_handed: bool
    spear: bool


class MeleeModifiers(Part, frozen=True):
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


class MeleeDamage(Part, frozen=True):
    """KK-DMG-03, 05."""

    gallop_bonus_dice: Count
    per_fatigue_level: Modifier


class Falls(Part, frozen=True):
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


class FallBand(Part, frozen=True):
    """A band of the fall table (KK-FALL-10); a stun in words is read off the dice."""

    total: tuple[Count, Count]
    result: str
    loss: Annotated[float, Meta(ge=0, le=1)]
    stun: Count | str


class FallModifier(Part, frozen=True):
    """KK-FALL-12."""

    below_half_stamina: Modifier


class Fatigue(Part, frozen=True):
    """KK-FAT-02 to 08."""

    permanent_every_turns: Count
    melee_gain_max: Face
    melee_gain_max_wounded: Face
    recover_max: Face
    recover_max_idle: Face
    per_run: Count
    per_gallop: Count


class Ammunition(Part, frozen=True):
    """KK-AMMO-01 to 07."""

    from_permanent_level: Count
    must_exceed_per_level: Count
    baggage_turns: Count
    dead_turns: Count
    dead_success_max: Face


class Finis(Part, frozen=True):
    """KK-FINIS-02 to 07."""

    withdrawal_from_permanent_level: Count
    withdrawal_dice: Count
    leader_lost_factor: Count
    battle_ends_at_permanent_level: Count
    rest_turns: Count


class AfterBattle(Part, frozen=True):
    """KK-AFTER-01 to 03."""

    rolls_at_or_below: float
    disabled_modifier: Modifier
    natural_always_dies: Face


class Disabled(Part, frozen=True):
    """KK-DIS-02."""

    conscious_turns_dice: Count


class RosterRow(Part, frozen=True, kw_only=True):
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


class ListRow(Part, frozen=True):
    """A row of an organisation (KK-ORG-05 to 17)."""

    name: str
    classes: tuple[Class, ...]
    armor: tuple[Rating, Rating]
    weapons: tuple[str, ...]
    horse: str
    traits: tuple[Trait, ...]
    percent: tuple[Percent, Percent] | None = None
    count: Count = 0


class Organisation(Part, frozen=True):
    """A sample organisation."""

    title: str
    row: tuple[ListRow, ...]
