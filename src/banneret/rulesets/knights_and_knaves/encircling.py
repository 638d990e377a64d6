"""Whether a man is surrounded, by enemies and by the ground (KK-GEO-03)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.bases import ahead, bearing
from banneret.core.clauses import clause
from banneret.core.geometry import gap, within
from banneret.rulesets.knights_and_knaves.barriers import gets_past
from banneret.rulesets.knights_and_knaves.contact import around
from banneret.rulesets.knights_and_knaves.ground import BARRED, crosses, lay_of
from banneret.rulesets.knights_and_knaves.sight import visible
from banneret.rulesets.knights_and_knaves.state import ESCORTING, NOBODY, able

if TYPE_CHECKING:
    from banneret.rulesets.knights_and_knaves.state import Battle, Man

RING_GAP = 4.0  # KK-GEO-03
RING_REACH = 12.0


@clause("KK-GEO-03", "KK-YIELD-01")
def surrounded(battle: Battle, man: Man) -> Man | None:
    """The enemy he yields to if he is surrounded, else nobody.

    Who could take him is able to fight and has no captive yet (KK-YIELD-10).
    """
    scale = battle.options.scale
    ring = [
        other
        for other in around(battle, man.base, RING_REACH * scale)
        if other.side != man.side
        and able(other)
        and within(man.base, other.base, RING_REACH * scale)
        and visible(battle, man, other)
    ]
    if not ring or not _closed(battle, man, ring):
        return None
    takers = [other for other in ring if other.status != ESCORTING and other.carried == NOBODY]
    return min(takers, key=lambda other: (gap(man.base, other.base), other.id), default=None)


def _closed(battle: Battle, man: Man, ring: list[Man]) -> bool:
    """Whether no pair of neighbours round the circle leaves a way out."""
    here = (man.base.x, man.base.y)
    placed = sorted((bearing(here, (one.base.x, one.base.y)), one.id, one) for one in ring)
    for i in range(len(placed)):
        towards, _, one = placed[i]
        after, _, other = placed[(i + 1) % len(placed)]
        angle = (after - towards) % 360.0 if len(placed) > 1 else 360.0
        if angle == 0.0:
            continue
        far = RING_GAP * battle.options.scale
        is_open = angle >= 180.0 - 1e-9 or not within(one.base, other.base, far)
        if is_open and not _shut_by_ground(battle, man, towards, angle):
            return False
    return True


def _shut_by_ground(battle: Battle, man: Man, towards: float, angle: float) -> bool:
    """Whether walls and impassable ground close the whole of a gap within reach."""
    lay = lay_of(battle)
    if not lay.walls and not lay.barred:
        return False
    steps = max(int(angle / 10.0), 1)
    reach = RING_REACH * battle.options.scale
    return all(
        _barred_towards(battle, man, towards + angle * (n + 0.5) / steps, reach)
        for n in range(steps)
    )


def _barred_towards(battle: Battle, man: Man, direction: float, reach: float) -> bool:
    """Whether something he cannot cross lies within reach in one direction."""
    x, y = man.base.x, man.base.y
    qx, qy = ahead((x, y), direction, reach)
    lay = lay_of(battle)
    for wall in lay.walls:
        if crosses(wall, x, y, qx, qy) >= 0.0 and not gets_past(battle, man, wall):
            return True
    return bool(lay.barred) and any(
        kind in BARRED for kind, _, _ in battle.ground.find_stretches((x, y), (qx, qy))
    )
