"""How far a unit goes in a turn, and at which gait it may (MM-MOVE-02 to 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause

from ..basics.state import BROKEN, DOUBLE, IMPETUOUS, MARCH, NORMAL
from ..basics.tables import RATES, REACTION_BONUS
from ..basics.who import eb, is_bombard, is_engaged, is_gunne, rides

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..basics.state import Battle, Unit

GAITS = (MARCH, NORMAL, DOUBLE)


@clause("MM-MOVE-02", "MM-MOVE-08")
def rate(unit: Unit, gait: str) -> float:
    """Inches a turn at a gait, by the column in use."""
    row = RATES[gait]
    return float(row.mounted if rides(unit) else row.foot)


@clause("MM-MOVE-05", "MM-MOVE-08", "MM-MOVE-48")
def charge_rate(battle: Battle, unit: Unit) -> float:
    """The rate of a charge: the double rate; Dismounted go afoot unless they may ride in."""
    row = RATES["charge"]
    if unit.profile.mobility == "mounted":
        return float(row.mounted)
    if unit.riding and battle.options.dismounted_ride_in:
        return float(row.mounted)
    return float(row.foot)


@clause("MM-MOVE-06")
def charge_bonus(unit: Unit) -> float:
    """Inches added to the reaction part of a charge or counter-charge."""
    return float(eb(unit) * getattr(REACTION_BONUS["charge"], unit.profile.mobility))


@clause("MM-MOVE-05", "MM-MOVE-06")
def charge_reach(battle: Battle, unit: Unit) -> float:
    """How far a charge goes in all."""
    return charge_rate(battle, unit) + charge_bonus(unit)


@clause("MM-MOVE-02", "MM-MOVE-08")
def evade_rate(unit: Unit) -> float:
    """The evade rate; Dismounted take to their horses."""
    row = RATES["evade"]
    return float(row.foot if unit.profile.mobility == "foot" else row.mounted)


@clause("MM-MOVE-06")
def evade_bonus(unit: Unit) -> float:
    """Inches added to the reaction part of an evade."""
    return float(eb(unit) * getattr(REACTION_BONUS["evade"], unit.profile.mobility))


@clause("MM-MOVE-02", "MM-MOVE-08", "MM-CHARGE-31")
def rout_rate(unit: Unit) -> float:
    """The rout rate; Dismounted take to their horses."""
    row = RATES["rout"]
    return float(row.foot if unit.profile.mobility == "foot" else row.mounted)


@clause("MM-MOVE-10")
def is_immobile(unit: Unit) -> bool:
    """Whether it never moves once deployed: a bombard that is no light gun."""
    return is_bombard(unit) and not unit.profile.light


@clause("MM-MOVE-03", "MM-MOVE-04", "MM-MOVE-10", "MM-UNIT-46", "MM-TURN-12")
def why_not_gait(unit: Unit, gait: str, *, along: bool = False) -> Refusal | None:
    """Why a unit may not choose a gait; along: Close order of its brigade marches."""
    if unit.deeds.rate and gait != unit.deeds.rate:
        return Refusal(f"it moves at the {unit.deeds.rate} this turn", "MM-MOVE-04")
    if is_immobile(unit):
        return Refusal("a bombard never moves", "MM-MOVE-10")
    if gait == DOUBLE and is_gunne(unit):
        return Refusal("guns never double", "MM-MOVE-10")
    if gait == MARCH and not unit.formed:
        return Refusal("an unformed unit may not march", "MM-UNIT-46")
    if gait == MARCH and unit.order != "close" and not along and not unit.deeds.rate:
        return Refusal("only Close order marches", "MM-MOVE-04")
    return None


@clause("MM-MOVE-04", "MM-MOVE-19")
def why_not_as_one(units: Sequence[Unit], gait: str) -> Refusal | None:
    """Why units may not choose a gait together: others go along where Close order marches."""
    along = gait == MARCH and any(why_not_gait(one, gait) is None for one in units)
    found = [why_not_gait(one, gait, along=along) for one in units]
    return next((no for no in found if no is not None), None)


def gaits(units: Sequence[Unit]) -> list[str]:
    """The gaits a unit, or a brigade as one, may choose now."""
    return [gait for gait in GAITS if why_not_as_one(units, gait) is None]


@clause("MM-MOVE-28", "MM-MOVE-29", "MM-CHARGE-38", "MM-MOVE-10")
def why_not_move(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a unit may make no move of its own choice now."""
    if is_immobile(unit):
        return Refusal("a bombard never moves", "MM-MOVE-10")
    if unit.morale == BROKEN:
        return Refusal("a Broken unit takes no orders", "MM-CHARGE-31")
    if unit.morale == IMPETUOUS:
        return Refusal("an Impetuous unit takes no orders", "MM-CHARGE-26")
    if unit.reforming:
        return Refusal("it is reforming", "MM-MOVE-29")
    if unit.feigning:
        return Refusal("it feigns flight", "MM-CHARGE-19")
    if is_engaged(battle, unit):
        return Refusal("it is in contact with the enemy", "MM-INIT-13")
    return None


@clause("MM-MOVE-04", "MM-RALLY-03", "MM-RALLY-04")
def pace_of(unit: Unit) -> str:
    """How a unit has moved this turn, as rallying and passing through friends count it."""
    deeds = unit.deeds
    fast = (
        deeds.charged or deeds.countered or deeds.doubled or deeds.evaded or deeds.pursued
        or deeds.routed or deeds.followed or deeds.recoiled
    )  # fmt: skip
    if fast:
        return "faster"
    if deeds.moved_first + deeds.moved_later <= 0.0 and not deeds.rate:
        return "standing"
    if deeds.rate == MARCH and unit.order == "close":
        return "march"
    return "normal"
