"""What a fight is likely to come to, by exact odds: worth above nought favours the first unit."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from banneret.tabletop.shapes.bases import bearing
from banneret.tabletop.shapes.segments import crossing_parameters

from ..basics.tables import BONUS
from ..basics.who import base_of, distance
from ..fighting import blows, shock
from ..fighting.factor import spread
from ..fighting.forecast import impact_side, melee_side, shocks
from ..ground.features import bad_going, is_exempt, land
from ..movement.ways import features_on_slide

if TYPE_CHECKING:
    from ..basics.state import Battle, Unit
    from ..fighting.sides import ImpactSide, MeleeSide


def is_barred(battle: Battle, unit: Unit, foe: Unit) -> bool:
    """Whether banks nobody crosses lie between the fronts of two units."""
    there = base_of(battle, foe)
    way = ((unit.x, unit.y), (there.x, there.y))
    return any(crossing_parameters(*way, *bank) is not None for bank in land(battle).walls)


class Exchange(NamedTuple):
    """What the foe should lose, and what we should."""

    gain: float
    loss: float


def clash(
    unit: Unit,
    foe: Unit,
    edge: str = "front",
    *,
    stands: bool = True,
    ground: tuple[int, int] = (0, 0),
) -> float:
    """The worth of charging a foe: hits and elements it should lose, less those we should."""
    found = exchange(unit, foe, edge, stands=stands, ground=ground)
    return found.gain - found.loss


def exchange(
    unit: Unit,
    foe: Unit,
    edge: str = "front",
    *,
    stands: bool = True,
    ground: tuple[int, int] = (0, 0),
) -> Exchange:
    """What a charge should cost the foe and us.

    `ground` is what terrain takes off our score and off theirs.
    """
    counters = not stands
    one = melee_side(unit, edge, charging=True, terrain=ground[0])
    two = melee_side(foe, "front", charging=counters, terrain=ground[1])
    found = _melee(one, two)
    if not shocks(unit, foe):
        return found
    mine = impact_side(unit, "front", charging=True, terrain=ground[0])
    theirs = impact_side(foe, edge, charging=counters, terrain=ground[1])
    more = _impact(mine, theirs)
    return Exchange(found.gain + more.gain, found.loss + more.loss)


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


@lru_cache(maxsize=4096)
def _impact(a: ImpactSide, b: ImpactSide) -> Exchange:
    """Mean hits and lost order of b, and of a."""
    gain = loss = total = 0.0
    for mine, weight in spread(shock.factor_of(a, b)):
        for theirs, against in spread(shock.factor_of(b, a)):
            found = shock.settle(a, b, mine, theirs)
            share = weight * against
            gain += share * (found.hits_b + found.unformed_b + (found.winner == "a"))
            loss += share * (found.hits_a + found.unformed_a + (found.winner == "b"))
            total += share
    return Exchange(gain / total, loss / total)


@lru_cache(maxsize=4096)
def _melee(a: MeleeSide, b: MeleeSide) -> Exchange:
    """Mean hits and elements of b, and of a, hits in proportion to what each can bear."""
    gain = loss = total = 0.0
    bear_a, bear_b = BONUS[a.experience], BONUS[b.experience]
    for mine, weight in spread(blows.factor_of(a, b)):
        for theirs, against in spread(blows.factor_of(b, a)):
            found = blows.settle(a, b, mine, theirs)
            share = weight * against
            won = 0.5 if found.winner == "a" else 0.0
            lost = 0.5 if found.winner == "b" else 0.0
            gain += share * (3.0 * found.hits_b / bear_b + 4.0 * found.lost_b / b.elements + won)
            loss += share * (3.0 * found.hits_a / bear_a + 4.0 * found.lost_a / a.elements + lost)
            total += share
    return Exchange(gain / total, loss / total)
