"""A combatant as the dice see him: values derived at the time of use, never stored."""

from __future__ import annotations

from typing import Annotated

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Tally

from ..basics.procedures import Situation, helper, value
from ..basics.tables import PENALTY, TABLES, WEAPONS, Helm, Level

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
LANCE_CHARGE = WEAPONS["lance"].charge_bonus
SHIELD = TABLES.shield.def_bonus
MOUNTED_ON_FOOT = 1  # AR-MELEE-14
PRONE = 2  # AR-STATE-02
UNARMED = 1  # AR-EQUIP-04


class Fighter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A model in a fight: the keys of MODEL in the book's interface."""

    att: Count = 0
    def_: Count = msgspec.field(name="def", default=0)
    str_: Count = msgspec.field(name="str", default=0)
    tough: Count = 0
    ini: Count = 0
    weapon_bonus: Count = 0
    armour: Count = 0
    shield: bool = False
    two_handed: bool = False
    ignores_shield: bool = False
    mounted: bool = False
    unarmed: bool = False
    lance_charge: bool = False
    wound: Level = "none"
    shock: bool = False
    stunned: bool = False
    prone: bool = False
    poison_melee: Count = 0
    poison_str: Count = 0
    poison_tough: Count = 0
    poison_ini: Count = 0
    helm: Helm = "none"
    penalty: Count | None = None


class _Wounded(Situation, frozen=True):
    wound: Level = "none"
    shock: bool = False


@clause("AR-WOUND-12", "AR-WOUND-23")
def penalty_of(wound: str, shock: bool) -> int:
    """What wounds and shock take from a value: shock 1, light 1, serious 2, critical 3."""
    return PENALTY[wound] + (PENALTY["shock"] if shock else 0)


@helper(_Wounded, "What a wound and shock take from Initiative, attack, defence and shooting.")
@clause("AR-WOUND-12")
def wound_penalty(given: _Wounded) -> dict[str, int]:
    """The penalty as a positive number."""
    return value(penalty_of(given.wound, given.shock))


@clause("AR-WOUND-14", "AR-WOUND-20")
def penalty(one: Fighter) -> int:
    """The penalty of this fighter; a number of his own replaces wound and shock."""
    return penalty_of(one.wound, one.shock) if one.penalty is None else one.penalty


def _floored(tally: Tally) -> Tally:
    """No value falls below 0 (AR-WOUND-16)."""
    return tally.when(tally.total < 0, -tally.total, "never below 0", "AR-WOUND-16")


@clause("AR-MELEE-12", "AR-MELEE-13", "AR-MELEE-14", "AR-MELEE-15", "AR-EQUIP-04")
def attack_value(one: Fighter, other: Fighter) -> Tally:
    """ATT with equipment, situation, wounds and poison."""
    tally = (
        Tally(one.att, "ATT", "AR-MELEE-01")
        .when(one.mounted and not other.mounted, MOUNTED_ON_FOOT, "mounted on foot", "AR-MELEE-14")
        .when(one.unarmed, -UNARMED, "unarmed", "AR-EQUIP-04")
        .when(penalty(one), -penalty(one), "wounds and shock", "AR-MELEE-13")
        .when(one.poison_melee, -one.poison_melee, "poison", "AR-POISON-06")
    )
    return _floored(tally)


@clause("AR-MELEE-16", "AR-EQUIP-07", "AR-EQUIP-09", "AR-STUN-05", "AR-STATE-02")
def defence_value(one: Fighter, attacker: Fighter) -> Tally:
    """DEF with shield, state, wounds and poison; a stunned model has none at all."""
    if one.stunned:
        return Tally(0, "stunned", "AR-STUN-05")
    shielded = one.shield and not one.two_handed and not attacker.ignores_shield
    tally = (
        Tally(one.def_, "DEF", "AR-MELEE-01")
        .when(shielded, SHIELD, "shield", "AR-EQUIP-09")
        .when(one.prone, -PRONE, "knocked down", "AR-STATE-02")
        .when(penalty(one), -penalty(one), "wounds and shock", "AR-MELEE-13")
        .when(one.poison_melee, -one.poison_melee, "poison", "AR-POISON-06")
    )
    return _floored(tally)


@clause("AR-EQUIP-02", "AR-EQUIP-04", "AR-EQUIP-05", "AR-MELEE-15")
def _weapon_bonus(one: Fighter, *, charging: bool) -> int:
    """What his weapon adds; the lance's charge counts in his own attack alone."""
    if one.unarmed:
        return 0
    return LANCE_CHARGE if one.lance_charge and charging else one.weapon_bonus


@clause("AR-WOUND-03", "AR-POISON-03", "AR-POISON-13")
def strength(one: Fighter, *, charging: bool = True) -> int:
    """The strength of his blow."""
    return max(0, one.str_ - one.poison_str) + _weapon_bonus(one, charging=charging)


@clause("AR-WOUND-03", "AR-EQUIP-08", "AR-POISON-04")
def toughness(one: Fighter) -> int:
    """What a blow must overcome."""
    return max(0, one.tough - one.poison_tough) + one.armour


@clause("AR-WOUND-14", "AR-WOUND-16", "AR-POISON-05")
def initiative_value(one: Fighter) -> int:
    """INI after wounds, shock and poison."""
    return max(0, one.ini - penalty(one) - one.poison_ini)
