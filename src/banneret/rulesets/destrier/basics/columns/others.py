"""The shape of the host's tables of missiles, feet, spells and profiles."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from .words import Attribute, ByLoad, ByMotion, Count, Inches, Kind, Percent, Row


class Missile(Row, frozen=True):
    """One missile weapon (DE-HOST-39 to 43)."""

    row: Literal["arrow", "bolt", "thrown"]
    rate: Count
    bands: Annotated[tuple[float, ...], Meta(min_length=4, max_length=4)]
    dice: Count
    add: int
    crit: Percent
    reload: Count
    hands: Annotated[int, Meta(ge=1, le=2)]


class TargetSize(Row, frozen=True):
    """What the size of a target does."""

    small: int
    man: int
    horse: int
    large: int


class MissileModifier(Row, frozen=True):
    """What is added to a shot (DE-HOST-41)."""

    band: Annotated[tuple[int, ...], Meta(min_length=4, max_length=4)]
    firer_will_move: int
    firer_mounted_moving: int
    target_motion: ByMotion
    soft_cover: int
    hard_cover: int
    target_in_melee: int
    target_size: TargetSize
    friend_hit_percent: Percent


class Foot(Row, frozen=True):
    """Movement on foot, and loads (DE-HOST-44 to 46)."""

    move: ByLoad
    charge_bonus: ByLoad
    load_unencumbered_per_strength: Count
    load_partial_per_strength: Count
    load_limit_per_strength: Count
    disengage_dexterity_margin: Count
    disengage_weight_ratio: float


class BeastMove(Row, frozen=True):
    """Wolves, dogs and cats (DE-HOST-47)."""

    agile_half_move: Inches
    agile_charge_bonus: Inches


class SpellTargeting(Row, frozen=True):
    """The chance of a spell to strike home (DE-HOST-48)."""

    base: int
    per_level_of_advantage: int
    beyond_half_range: int
    caster_will_move: int
    target_motion: ByMotion
    floor: int
    ceiling: int


class Spell(Row, frozen=True):
    """One spell (DE-HOST-49 to 57)."""

    level: Count
    basic: bool
    range: Inches
    targeted: bool
    resist: Attribute
    effect: str


class Resist(Row, frozen=True):
    """Resisting a spell (DE-HOST-58)."""

    per_attribute: int
    per_level: int


class ProfileEntry(Row, frozen=True, rename={"str_": "str"}):
    """A sample figure (DE-HOST-59, 60)."""

    cls: str
    str_: Count
    dex: Count
    con: Count
    iq: Count
    wis: Count
    level: Count
    weight: Count
    ac: Annotated[int, Meta(ge=0, le=9)]
    shield: str
    weapons: tuple[str, ...]
    stand: str
    kind: Kind
    points: Count
    mkl: Count = 0
    spells: tuple[str, ...] = ()
    needs_prepare: bool = True
    blows: Count = 0
    height_feet: Count = 6
    cat: bool = False
    trained_animal: bool = False


Forces = dict[str, tuple[tuple[str, int], ...]]
