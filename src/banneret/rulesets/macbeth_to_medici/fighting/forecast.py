"""What a meeting of two units is likely to come to, by exact odds, before anybody has moved."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..basics.who import is_gunne, is_mounted
from . import blows, shock
from .factor import spread
from .sides import ImpactSide, MeleeSide

if TYPE_CHECKING:
    from ..basics.state import Unit

LANCES = ("heavy_lance", "light_lance")


def shocks(unit: Unit, foe: Unit) -> bool:
    """Whether their meeting is an impact: a lance, or close order."""
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


def impact_side(unit: Unit, edge: str, *, charging: bool, terrain: int = 0) -> ImpactSide:
    """A unit as it would be at an impact; what only the moment can tell is left out."""
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


def melee_side(unit: Unit, edge: str, *, charging: bool, terrain: int = 0) -> MeleeSide:
    """A unit as it would fight hand to hand."""
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


@clause("MM-IMPACT-06", "MM-MELEE-01")
def forecast(unit: Unit, foe: Unit) -> dict[str, dict[str, float]]:
    """The chances of a charge that strikes a front which stands: its impact, its first melee."""
    found: dict[str, dict[str, float]] = {}
    if shocks(unit, foe):
        one = impact_side(unit, "front", charging=True)
        found["impact"] = _of_impact(one, impact_side(foe, "front", charging=False))
    mine = melee_side(unit, "front", charging=True)
    found["melee"] = _of_melee(mine, melee_side(foe, "front", charging=False))
    return found


@lru_cache(maxsize=1024)
def _of_impact(a: ImpactSide, b: ImpactSide) -> dict[str, float]:
    ways: dict[str, float] = {"a": 0.0, "draw": 0.0, "b": 0.0}
    for mine, weight in spread(shock.factor_of(a, b)):
        for theirs, against in spread(shock.factor_of(b, a)):
            ways[shock.settle(a, b, mine, theirs).winner] += weight * against
    return _shares(ways)


@lru_cache(maxsize=1024)
def _of_melee(a: MeleeSide, b: MeleeSide) -> dict[str, float]:
    ways: dict[str, float] = {"a": 0.0, "draw": 0.0, "b": 0.0}
    for mine, weight in spread(blows.factor_of(a, b)):
        for theirs, against in spread(blows.factor_of(b, a)):
            ways[blows.settle(a, b, mine, theirs).winner] += weight * against
    return _shares(ways)


def _shares(ways: dict[str, float]) -> dict[str, float]:
    whole = sum(ways.values())
    return {"win": ways["a"] / whole, "draw": ways["draw"] / whole, "lose": ways["b"] / whole}
