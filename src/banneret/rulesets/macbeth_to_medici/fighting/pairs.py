"""Two units in contact, put in the words of the impact and melee tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..basics.state import BROKEN, ON_TABLE
from ..basics.who import is_gunne, is_mounted, leadership_of
from ..ground.advantage import behind_palisade
from ..ground.features import bad_going, is_exempt
from ..missiles.gunnes import battery_supports
from .charge.contact import is_flank
from .sides import ImpactSide, MeleeSide

if TYPE_CHECKING:
    from ..basics.state import Battle, Fight, Unit

BAD_GOING = 3


def units_in(battle: Battle, fight: Fight) -> tuple[Unit, Unit]:
    """Who moved into contact, and the other."""
    return battle.units[fight.mover], battle.units[fight.other]


def is_on(battle: Battle, fight: Fight) -> bool:
    """Whether both still stand there to fight (MM-MELEE-31)."""
    return all(u.where == ON_TABLE and u.morale != BROKEN for u in units_in(battle, fight))


@clause("MM-MOVE-42", "MM-MELEE-10")
def struck_edge(fight: Fight) -> str:
    """Front, flank or rear of the other, where a charge both began and struck there."""
    if not is_flank(fight):
        return "front"
    return "rear" if fight.edge == "rear" else "flank"


@clause("MM-MELEE-11", "MM-MELEE-12")
def is_flanked(battle: Battle, unit: Unit) -> bool:
    """Whether anybody in contact strikes it in flank or rear."""
    return any(
        fight.other == unit.id and struck_edge(fight) != "front" and is_on(battle, fight)
        for fight in battle.fights
    )


@clause("MM-CHARGE-24", "MM-IMPACT-15")
def charges_home(unit: Unit) -> bool:
    """Charged or counter-charged this turn, and did not fall short."""
    deeds = unit.deeds
    return (deeds.charged or deeds.countered) and not deeds.short


@clause("MM-MELEE-04", "MM-CHARGE-24", "MM-CHARGE-32")
def is_charging(unit: Unit) -> bool:
    """Charged, counter-charged or followed up this turn, or ran into its enemy in pursuit."""
    return charges_home(unit) or unit.deeds.followed or unit.pursuing


@clause("MM-IMPACT-16", "MM-IMPACT-17", "MM-MOVE-15", "MM-MOVE-50")
def terrain_of(battle: Battle, unit: Unit) -> int:
    """Classes crossed in its charge, and 3 for fighting in bad going not yet counted."""
    if is_exempt(unit):
        return 0
    rolled = battle.options.rolled_charge_terrain
    crossed = unit.deeds.dice_hindered if rolled else unit.deeds.hindered
    going = bad_going(battle, unit)
    if going is not None and going.name not in dict(unit.deeds.crossed):
        crossed += BAD_GOING
    return max(0, crossed)


@clause("MM-MELEE-32", "MM-UNIT-23", "MM-UNIT-24", "MM-ARCH-28", "MM-GUN-05")
def has_supporting_fire(battle: Battle, unit: Unit) -> bool:
    """Mixed weapons, dual-armed bows that were held, or battery guns beside it."""
    if unit.morale == BROKEN or _only_behind(battle, unit):
        return False
    profile = unit.profile
    if profile.mixed_weapons and not unit.deeds.fired:
        return True
    if profile.dual_armed and not unit.deeds.fired:
        return True
    return battery_supports(battle, unit)


def _only_behind(battle: Battle, unit: Unit) -> bool:
    """Whether all who touch it touch its rear."""
    edges = [
        f.edge if f.other == unit.id else "front"
        for f in battle.fights
        if unit.id in (f.mover, f.other)
    ]
    return bool(edges) and all(edge == "rear" for edge in edges)


def _common(battle: Battle, unit: Unit, enemy: Unit) -> dict[str, object]:
    profile = unit.profile
    return {
        "order": unit.order,
        "experience": profile.experience,
        "die": profile.die,
        "mounted": is_mounted(unit),
        "morale": unit.morale,
        "unformed": not unit.formed,
        "armour": profile.armour,
        "mail": profile.mail,
        "horse_armour": profile.horse_armour,
        "palisade": behind_palisade(battle, unit, enemy),
        "supporting_fire": has_supporting_fire(battle, unit),
        "fired_without_initiative": unit.deeds.fired == "without",
        "terrain": terrain_of(battle, unit),
        "leadership": leadership_of(battle, unit),
    }


@clause("MM-IMPACT-13", "MM-IMPACT-15", "MM-IMPACT-36", "MM-MOVE-08")
def impact_side(battle: Battle, unit: Unit, enemy: Unit, contacted: str) -> ImpactSide:
    """A unit in the words of the impact table."""
    return ImpactSide(
        **_common(battle, unit, enemy),  # type: ignore[arg-type]
        impact_weapon=unit.profile.impact,
        pike=unit.profile.melee == "pike",
        charging=charges_home(unit),
        ranks=max(1, unit.ranks),
        gunnes=is_gunne(unit),
        contacted=contacted,  # type: ignore[arg-type]
    )


@clause("MM-MELEE-09", "MM-MELEE-12", "MM-GUN-18", "MM-MELEE-30")
def melee_side(battle: Battle, unit: Unit, enemy: Unit, strikes: str) -> MeleeSide:
    """A unit in the words of the melee table."""
    return MeleeSide(
        **_common(battle, unit, enemy),  # type: ignore[arg-type]
        elements=max(1, unit.elements),
        melee_weapon=unit.profile.melee,
        shield=unit.profile.shield,
        charging=is_charging(unit),
        strikes=strikes,  # type: ignore[arg-type]
        attacked_flank=is_flanked(battle, unit),
        under_artillery=unit.deeds.under_artillery,
        gunnes=is_gunne(unit),
    )


def melee_sides(battle: Battle, fight: Fight) -> tuple[MeleeSide, MeleeSide]:
    """Both units of a melee; the one that was moved upon fights to its own front."""
    mover, other = units_in(battle, fight)
    return (
        melee_side(battle, mover, other, struck_edge(fight)),
        melee_side(battle, other, mover, "front"),
    )
