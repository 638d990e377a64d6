"""The shape of the host's tables of arms and blows: what hits, how hard, and what comes of it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from .words import (
    Bands,
    ByClass,
    Count,
    Inches,
    Percent,
    Row,
    TacCard,
    WeaponClass,
    WholeByLoad,
    WholeBySpeed,
)


class Armour(Row, frozen=True):
    """Armour classes 0 to 9, 0 the heaviest (DE-HOST-03, 04)."""

    name: Annotated[tuple[str, ...], Meta(min_length=10, max_length=10)]
    weight: Annotated[tuple[Count, ...], Meta(min_length=10, max_length=10)]
    dodge_penalty: ByClass
    shatters_lance: Annotated[tuple[bool, ...], Meta(min_length=10, max_length=10)]
    critical_add: ByClass


class ToHit(Row, frozen=True):
    """The base chance by row and armour class (DE-HOST-05)."""

    L: ByClass
    LH: ByClass
    H: ByClass
    lance: ByClass
    natural: ByClass
    unarmed: ByClass
    arrow: ByClass
    bolt: ByClass
    thrown: ByClass


class Training(Row, frozen=True):
    """What a training gives (DE-HOST-06, 07, 12)."""

    L: Percent
    LH: Percent
    H: Percent
    missile: Percent
    parry: Percent
    blows: Count
    hth_blows: Count
    trained: bool


class Skill(Row, frozen=True):
    """What levels and attributes add (DE-HOST-06 to 08)."""

    hit_per_level: int
    parry_per_level: int
    shield_per_level: int
    dodge_per_level: int
    attribute_hit_floor: int
    attribute_hit_ceiling: int


class BlowsByClass(Row, frozen=True):
    """Blows by the class of the weapon."""

    L: int
    LH: int
    H: int


class WoundBlows(Row, frozen=True):
    """Blows that wounds take."""

    below_half_body: int
    below_quarter_body: int


class Blows(Row, frozen=True):
    """How many blows a figure has (DE-HOST-12, 13)."""

    weapon: BlowsByClass
    encumbrance: WholeByLoad
    minimum: Count
    levels_per_bonus: Annotated[int, Meta(ge=1)]
    dexterity_bonus: tuple[tuple[int, int], ...]
    berserk_extra: Count
    wounds: WoundBlows
    fatigue_gone: int


class Dodge(Row, frozen=True):
    """The dodge bonus (DE-HOST-08)."""

    per_dexterity: int
    constant: int


class Shield(Row, frozen=True):
    """One size of shield (DE-HOST-09)."""

    active: Percent
    passive: Percent
    weight: Count
    bash: bool
    shatter: Percent


class Shields(Row, frozen=True):
    """The two sizes of shields."""

    small: Shield
    large: Shield


class Improvised(Row, frozen=True):
    """A thing used as a shield (DE-HOST-10)."""

    active: Percent
    passive: Percent


class Situation(Row, frozen=True):
    """What the situation adds to an attacker's chance (DE-HOST-11)."""

    rear_attack: int
    target_prone: int
    target_kneeling: int
    target_stunned: int
    target_restrained: int
    attacker_kneeling: int
    attacker_rocked: int
    mounted_vs_foot: int
    foot_vs_mounted: int
    attacker_below_half_body: int
    attacker_below_quarter_body: int
    crippled_weapon_arm: int


Cell = tuple[int, int, Literal["att", "def", "both", "none"], Literal["att", "def", "sim", "none"]]


class Matrix(Row, frozen=True):
    """The tactical manoeuvre matrix (DE-HOST-14)."""

    order: tuple[TacCard, ...]
    CHARGE: tuple[Cell, ...]
    FLECHE: tuple[Cell, ...]
    CLOSE: tuple[Cell, ...]
    STAND_GROUND: tuple[Cell, ...]
    KEEP_DISTANCE: tuple[Cell, ...]
    RETREAT: tuple[Cell, ...]
    RUN_AWAY: tuple[Cell, ...]

    def cell(self, attacker: str, defender: str) -> Cell:
        """The cell of an attacker's TAC card against a defender's."""
        row: tuple[Cell, ...] = getattr(self, attacker)
        return row[self.order.index(defender)]


class Bash(Row, frozen=True):
    """Chances of bashes (DE-HOST-17 to 20)."""

    body_base: int
    body_per_dr: Annotated[int, Meta(ge=1)]
    body_per_strength: int
    body_charging: int
    body_target_kneeling: int
    body_speed: WholeBySpeed
    shield_base: int
    shield_per_dr: Annotated[int, Meta(ge=1)]
    shield_per_strength: int
    weapon_per_strength: int
    weapon_per_dr: Annotated[int, Meta(ge=1)]
    floor: int
    ceiling: int
    weapon_floor: int
    result_speed_add: WholeBySpeed


class BashResult(Row, frozen=True):
    """What a bash does (DE-HOST-21)."""

    bands: Bands
    foot: tuple[str, ...]
    rider: tuple[str, ...]
    steed: tuple[str, ...]
    retreat_inches: dict[str, float]
    blows_lost: dict[str, int]


class Critical(Row, frozen=True):
    """What a critical does (DE-HOST-22, 23)."""

    bands: Bands
    effects: tuple[str, ...]
    multiplier: tuple[int, ...]
    extra_dice: tuple[int, ...]


class Damage(Row, frozen=True):
    """Damage, and what a body bears (DE-HOST-24)."""

    strength: tuple[tuple[int, int], ...]
    minimum: int
    body_formula: str
    fatigue_formula: str
    dead_at: str
    shock_per_constitution: int


class Weapon(Row, frozen=True):
    """One weapon (DE-HOST-25)."""

    cls: WeaponClass
    len: Count
    reach: Inches
    dice: Count
    add: int
    crit: Percent
    bash: Percent
    parry: Percent
    hands: Annotated[int, Meta(ge=0, le=2)]
    weight: Count
    kind: Literal["sword", "crush", "axe", "spear", "lance", "flail", "pole", "pike", "natural"]


class LanceSides(Row, frozen=True):
    """What the side does to a lance."""

    left: int
    centre: int
    right: int


class Lance(Row, frozen=True):
    """The lance by the steed's speed (DE-HOST-26, 27)."""

    hit: WholeBySpeed
    dice: WholeBySpeed
    add: WholeBySpeed
    bash: WholeBySpeed
    crit: WholeBySpeed
    side: LanceSides


class SideBonus(Row, frozen=True):
    """A rider's other weapons in a charge (DE-HOST-28)."""

    left: int
    right: int


class Guards(Row, frozen=True):
    """The bands of one aim against each guard."""

    DUCK: Bands
    STEADY: Bands
    RAISE: Bands


class Joust(Row, frozen=True):
    """The jousting table (DE-HOST-29)."""

    codes: tuple[str, ...]
    bonus_cap: Count
    HELM: Guards
    SHIELD: Guards
    BODY: Guards
