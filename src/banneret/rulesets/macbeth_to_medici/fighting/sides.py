"""A side of an impact or a melee, as the tables of both ask for it (README, SIDE keys)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from banneret.core.book.clauses import clause

from ..basics.tables import ARMOUR, Armour, Die, Experience, Impact, Melee, Morale, Order
from ..command.dice import Led
from .factor import Cause

Edge = Literal["front", "flank", "rear"]
Count = Annotated[int, Meta(ge=0, le=99)]
Some = Annotated[int, Meta(ge=1, le=99)]


class Fighter(Led, frozen=True, kw_only=True):
    """What counts in both impact and melee; type and class do not (MM-UNIT-07, MM-UNIT-20)."""

    order: Order
    experience: Experience
    die: Die = "d6"
    mounted: bool = False
    morale: Morale = "steady"
    unformed: bool = False
    armour: Armour = "light"
    mail: bool = False
    horse_armour: bool = False
    palisade: bool = False
    supporting_fire: bool = False
    fired_without_initiative: bool = False
    terrain: Count = 0


class ImpactSide(Fighter, frozen=True, kw_only=True):
    """A side of an impact."""

    impact_weapon: Impact = "other"
    pike: bool = False
    charging: bool = False
    ranks: Some = 1
    gunnes: bool = False
    contacted: Edge = "front"
    recoil_terrain: Count = 0
    follow_terrain: Count = 0


class MeleeSide(Fighter, frozen=True, kw_only=True):
    """A side of a melee."""

    elements: Some
    melee_weapon: Melee = "sword"
    shield: bool = False
    charging: bool = False
    strikes: Edge = "front"
    attacked_flank: bool = False
    under_artillery: bool = False
    gunnes: bool = False


@clause("MM-IMPACT-11", "MM-UNIT-37", "MM-UNIT-38", "MM-UNIT-39", "MM-UNIT-33")
def armour_level(side: Fighter) -> int:
    """Armour hand to hand: full mail is Heavy, a bare horse one lower, a palisade Full."""
    if side.palisade:
        return ARMOUR["full"]
    level = ARMOUR[side.armour]
    if side.mail:
        level = min(level, ARMOUR["heavy"])
    if side.mounted and not side.horse_armour:
        level -= 1
    return max(level, 0)


@clause(
    "MM-IMPACT-08",
    "MM-IMPACT-10",
    "MM-IMPACT-12",
    "MM-MELEE-13",
    "MM-UNIT-24",
    "MM-UNIT-46",
)
def common_minuses(side: Fighter, enemy: Fighter) -> list[Cause]:
    """The minus dice that impact and melee share."""
    found: list[tuple[object, Cause]] = [
        (enemy.supporting_fire, ("supporting fire of the enemy", "MM-IMPACT-08")),
        (armour_level(side) < armour_level(enemy), ("lighter armour", "MM-IMPACT-10")),
        (side.unformed, ("unformed", "MM-IMPACT-12")),
        (side.fired_without_initiative, ("fired without initiative", "MM-IMPACT-12")),
    ]
    return [cause for holds, cause in found if holds]


def names(causes: list[Cause]) -> str:
    """Causes in words."""
    return ", ".join(label for label, _ in causes) or "none"
