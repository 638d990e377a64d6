"""The book's words and the ranges of its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from msgspec import Meta

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
