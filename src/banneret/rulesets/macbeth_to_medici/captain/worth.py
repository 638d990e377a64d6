"""What a fight is likely to come to, by exact odds: worth above nought favours the first unit."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from banneret.tabletop.shapes.bases import bearing

from ..basics.tables import BONUS
from ..basics.who import base_of, distance, is_gunne, is_mounted
from ..fighting import blows, shock
from ..fighting.factor import spread
from ..fighting.sides import ImpactSide, MeleeSide
from ..ground.features import bad_going, is_exempt
from ..movement.ways import features_on_slide

if TYPE_CHECKING:
    from ..basics.state import Battle, Unit

LANCES = ("heavy_lance", "light_lance")


def clash(
    unit: Unit,
    foe: Unit,
    edge: str = "front",
    *,
    stands: bool = True,
    ground: tuple[int, int] = (0, 0),
) -> float:
    """The worth of charging a foe: hits and elements it should lose, less those we should.

    `ground` is what terrain takes off our score and off theirs.
    """
    counters = not stands
    one = _melee_side(unit, edge, charging=True, terrain=ground[0])
    two = _melee_side(foe, "front", charging=counters, terrain=ground[1])
    found = _melee(one, two)
    if not _shocks(unit, foe):
        return found
    mine = _impact_side(unit, "front", charging=True, terrain=ground[0])
    theirs = _impact_side(foe, edge, charging=counters, terrain=ground[1])
    return found + _impact(mine, theirs)


def hindrance(battle: Battle, unit: Unit, foe: Unit) -> tuple[int, int]:
    """Classes a charge would cross, and what the ground takes off the foe where it stands."""
    rect = base_of(battle, unit)
    way = bearing((unit.x, unit.y), (foe.x, foe.y))
    far = max(0.0, distance(battle, unit, foe) + 0.5)
    crossed = 0
    if not is_exempt(unit):
        met = features_on_slide(battle, rect, way, far)
        crossed = sum({one.feature.name: one.feature.cls for one in met}.values())
    return crossed, 3 if bad_going(battle, foe) is not None else 0


def in_melee(unit: Unit, foe: Unit) -> float:
    """The worth of fighting on without a charge."""
    one = _melee_side(unit, "front", charging=False)
    return _melee(one, _melee_side(foe, "front", charging=False))


def _shocks(unit: Unit, foe: Unit) -> bool:
    lance = unit.profile.impact in LANCES and is_mounted(unit)
    close = any(one.order == "close" and one.formed for one in (unit, foe))
    return lance or close


def _common(unit: Unit) -> dict[str, object]:
    profile = unit.profile
    return {
        "order": unit.order,
        "experience": profile.experience,
        "die": profile.die,
        "mounted": is_mounted(unit),
        "morale": unit.morale if unit.morale in ("steady", "impetuous") else "erratic",
        "unformed": not unit.formed,
        "armour": profile.armour,
        "mail": profile.mail,
        "horse_armour": profile.horse_armour,
        "supporting_fire": profile.mixed_weapons or profile.dual_armed,
    }


def _impact_side(unit: Unit, edge: str, *, charging: bool, terrain: int = 0) -> ImpactSide:
    return ImpactSide(
        **_common(unit),  # type: ignore[arg-type]
        impact_weapon=unit.profile.impact,
        pike=unit.profile.melee == "pike",
        charging=charging,
        ranks=max(1, unit.ranks),
        gunnes=is_gunne(unit),
        contacted=edge,  # type: ignore[arg-type]
        terrain=terrain,
    )


def _melee_side(unit: Unit, edge: str, *, charging: bool, terrain: int = 0) -> MeleeSide:
    return MeleeSide(
        **_common(unit),  # type: ignore[arg-type]
        elements=max(1, unit.elements),
        melee_weapon=unit.profile.melee,
        shield=unit.profile.shield,
        charging=charging,
        strikes=edge,  # type: ignore[arg-type]
        gunnes=is_gunne(unit),
        terrain=terrain,
    )


@lru_cache(maxsize=4096)
def _impact(a: ImpactSide, b: ImpactSide) -> float:
    """Mean hits and lost order of b less those of a."""
    worth = total = 0.0
    for mine, weight in spread(shock.factor_of(a, b)):
        for theirs, against in spread(shock.factor_of(b, a)):
            found = shock.settle(a, b, mine, theirs)
            value = float(found.hits_b - found.hits_a + found.unformed_b - found.unformed_a)
            value += {"a": 1.0, "b": -1.0}.get(found.winner, 0.0)
            worth += value * weight * against
            total += weight * against
    return worth / total


@lru_cache(maxsize=4096)
def _melee(a: MeleeSide, b: MeleeSide) -> float:
    """Mean hits and elements of b less those of a, hits in proportion to what each can bear."""
    worth = total = 0.0
    bear_a, bear_b = BONUS[a.experience], BONUS[b.experience]
    for mine, weight in spread(blows.factor_of(a, b)):
        for theirs, against in spread(blows.factor_of(b, a)):
            found = blows.settle(a, b, mine, theirs)
            value = 3.0 * found.hits_b / bear_b - 3.0 * found.hits_a / bear_a
            value += 4.0 * found.lost_b / b.elements - 4.0 * found.lost_a / a.elements
            value += {"a": 0.5, "b": -0.5}.get(found.winner, 0.0)
            worth += value * weight * against
            total += weight * against
    return worth / total
