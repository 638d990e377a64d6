"""Fighters: what a figure brings to its die in a fight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Reason, Tally
from banneret.tabletop.asking import Facts

from ..basics.situation import tally_of
from ..basics.tables import TABLES, Armour, Class, Combat, Rank, Weapon
from .wounds import is_wounded

if TYPE_CHECKING:
    from ..basics.options import Options

MELEE = TABLES.melee
MOST_ATTACKERS = MELEE.max_attackers_per_figure  # OP-MELEE-09

LANCE = Reason("charging with a lance", MELEE.charging_with_lance, "OP-MELEE-03")
MOUNTED = Reason("mounted", MELEE.mounted, "OP-MELEE-04")
KNIGHT = Reason("Knight", MELEE.knight, "OP-MELEE-05")
IMPROVISED = Reason("improvised weapon", MELEE.improvised_weapon, "OP-MELEE-06")
BOW_IN_HAND = Reason("bow or crossbow in hand", MELEE.improvised_weapon, "OP-WPN-04")
POLEARM_FRESH = Reason("polearm, first or won", MELEE.polearm_first_or_won, "OP-MELEE-07")
POLEARM_STALE = Reason("polearm, lost or tied", MELEE.polearm_otherwise, "OP-MELEE-07")
WOUNDED = Reason("wounded", MELEE.wounded, "OP-MELEE-25")


class Fighter(Facts, frozen=True, kw_only=True):
    """A figure in a fight."""

    class_: Class = msgspec.field(name="class", default="man_at_arms")  # OP-FIG-02: no effect
    rank: Rank = "common"
    hits: Annotated[int, Meta(ge=0, le=2)] = 0
    mounted: bool = False
    weapon: Weapon | None = None  # none: bare hands (OP-WPN-07)
    lance_charge: bool = False
    combat: Combat = "first"
    armour: tuple[Armour, ...] = ()
    stunned: bool = False


@clause("OP-WPN-02", "OP-WPN-04", "OP-WPN-05", "OP-WPN-07", "OP-MELEE-06", "OP-MELEE-07")
def weapon_modifier(fighter: Fighter) -> Reason | None:
    """What the weapon in hand adds or takes."""
    match fighter.weapon:
        case "polearm":
            return POLEARM_FRESH if fighter.combat in {"first", "won"} else POLEARM_STALE
        case "improvised" | None:
            return IMPROVISED
        case "longbow" | "crossbow":
            return BOW_IN_HAND
        case _:
            return None


@clause("OP-MELEE-04", "OP-MELEE-05", "OP-MELEE-25", "OP-MELEE-27", "OP-MELEE-28", "OP-FIG-02")
def own_modifiers(fighter: Fighter) -> list[Reason]:
    """What a figure brings to its die, attacking or defending; cover and class bring nothing."""
    lines = []
    if fighter.mounted:
        lines.append(MOUNTED)
    if fighter.rank == "knight":
        lines.append(KNIGHT)
    weapon = weapon_modifier(fighter)
    if weapon is not None:
        lines.append(weapon)
    if is_wounded(fighter.rank, fighter.hits):
        lines.append(WOUNDED)
    return lines


@clause("OP-MELEE-03", "OP-MELEE-26")
def attack_modifiers(fighter: Fighter) -> list[Reason]:
    """What an attacker adds; only he profits from a lance run, and only in the saddle."""
    lines = own_modifiers(fighter)
    if fighter.lance_charge and fighter.mounted and fighter.weapon == "lance":
        lines.insert(0, LANCE)
    return lines


@clause("OP-MELEE-08")
def defence_modifiers(fighter: Fighter, attackers_count: int) -> list[Reason]:
    """What a defender adds, less one for each attacker over one."""
    lines = own_modifiers(fighter)
    extra = (attackers_count - 1) * MELEE.each_extra_attacker_over_one
    if extra:
        lines.append(Reason("extra attackers", extra, "OP-MELEE-08"))
    return lines


def attack_tally(fighter: Fighter, options: Options) -> Tally:  # noqa: ARG001 - like every tally
    """What is added to an attacker's d10."""
    return tally_of(attack_modifiers(fighter), "no modifier", "OP-MELEE-01")


def defence_tally(fighter: Fighter, attackers_count: int, options: Options) -> Tally:  # noqa: ARG001
    """What is added to the defender's d10."""
    return tally_of(defence_modifiers(fighter, attackers_count), "no modifier", "OP-MELEE-01")
