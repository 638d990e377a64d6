"""What protects a target from fire: armour, horses, shields, cover (MM-UNIT-33 to 45)."""

from __future__ import annotations

from typing import Any, Literal

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.play.table import Table
from banneret.tabletop.asking import procedure

from ..basics.tables import ARMOUR, ARMOUR_NAMES, Armour, Order
from ..command.dice import Situation, value

Zone = Literal["front", "left", "right", "rear"]
SHIELD_ZONES = ("front", "left")
PIERCING = ("handgun", "heavy_crossbow")  # treat Full as Heavy, MM-UNIT-36


class ProtectionSituation(Situation, frozen=True, kw_only=True):
    """A target and where it is shot from."""

    armour: Armour
    mounted: bool = False
    horse_armour: bool = False
    shield: bool = False
    zone: Zone = "front"
    moving: bool = False
    order: Order = "close"
    cover: bool = False
    shield_limit: Literal["full", "heavy"] = "full"
    against: Literal["archery", "skirmish"] = "archery"


@clause("MM-UNIT-41", "MM-UNIT-42")
def counts_as_shielded(*, shield: bool, zone: str, moving: bool, order: str) -> bool:
    """A real shield, from front or left, at the halt or in Close order."""
    return shield and zone in SHIELD_ZONES and (order == "close" or not moving)


@clause("MM-UNIT-38", "MM-UNIT-43", "MM-UNIT-44", "MM-UNIT-45", "MM-ARCH-25", "MM-ARCH-30")
def protection(given: ProtectionSituation) -> tuple[str, bool]:
    """The level against fire, and whether the target counts as shielded."""
    level = ARMOUR[given.armour] - (given.mounted and not given.horse_armour)
    level = max(level, 0)
    shielded = counts_as_shielded(
        shield=given.shield, zone=given.zone, moving=given.moving, order=given.order
    )
    if given.cover:
        return "full", shielded
    if shielded and given.against == "archery":
        most = max(ARMOUR[given.shield_limit], level)
        level = min(level + 1, most)
    return ARMOUR_NAMES[level], shielded


@procedure("fire_protection", ProtectionSituation, "What protects a target from fire.")
def fire_protection(table: Table[Any], given: ProtectionSituation) -> Ruled:
    """The level, and whether shielded."""
    del table
    level, shielded = protection(given)
    return value([level, shielded])
