"""Where the lord goes: near enough to be heard, and clear of men whose flight would shake him."""

from __future__ import annotations

from math import cos, dist, hypot, pi, sin
from typing import TYPE_CHECKING, Final

from ..basics.state import COMMAND_RANGE, NOBODY
from ..ground.contact import ADJACENT_GAP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Man
    from .plan import Plan

HEARD: Final = COMMAND_RANGE + 1.0  # from middle to middle
BESIDE: Final = ADJACENT_GAP + 0.1  # between bases: nearer ones are his neighbours (KK-DEF-15)
LENGTH: Final = {False: 0.5, True: 1.0}  # of half a base, on foot and in the saddle
SHAKEN: Final = 1.5  # men out of earshot rather than one beside him
DETOUR: Final = 0.15  # men out of earshot rather than an inch away from where he should be
AHEAD: Final = 0.5  # the same for an inch before the middle of his men
EXPOSED: Final = {False: 1.0, True: 3.0}  # the same for an enemy near him; more if he is hunted
FOE_INCHES: Final = {False: 6.0, True: 9.0}
HAIR: Final = 1e-6  # for the rounding of bounds
RINGS: Final = tuple(
    (ring * cos(step * pi / 4), ring * sin(step * pi / 4))
    for ring in (1.6, 3.2, 4.8)
    for step in range(8)
)


def place_for(plan: Plan, lord: Man, wish: Point, company: Sequence[Man]) -> Point:
    """The place near the one wished for where most will hear him and nobody stands beside him."""
    scale = plan.scale
    heard = _hearers(plan, lord, company)
    here = (lord.base.x, lord.base.y)
    places = [wish, here, *[(wish[0] + dx * scale, wish[1] + dy * scale) for dx, dy in RINGS]]
    near = FOE_INCHES[plan.hunted] * scale
    exposed = EXPOSED[plan.hunted]
    around = max(dist(wish, place) for place in (here, places[-1])) + near + HAIR
    foes = [
        (foe.base.x, foe.base.y)
        for foe in plan.threats
        if hypot(foe.base.x - wish[0], foe.base.y - wish[1]) <= around
    ]

    hx, hy = plan.heading
    fronts = sorted([end[0] * hx + end[1] * hy for end, _, _ in heard])
    line = fronts[len(fronts) // 2] if fronts else 0.0  # half of them are before it

    voice = (HEARD * scale) ** 2

    def merit(place: Point) -> float:
        x, y = place
        score = -DETOUR * hypot(x - wish[0], y - wish[1]) / scale
        for (ex, ey), weight, room in heard:
            square = (ex - x) * (ex - x) + (ey - y) * (ey - y)
            if square <= voice:
                score += weight
                if square <= room:
                    score -= SHAKEN
        score -= AHEAD * max(x * hx + y * hy - line, 0.0) / scale
        for fx, fy in foes:
            if (fx - x) * (fx - x) + (fy - y) * (fy - y) <= near * near:
                score -= exposed
        return score

    return max(places, key=merit)


def _hearers(plan: Plan, lord: Man, company: Sequence[Man]) -> list[tuple[Point, float, float]]:
    """Where each will stand, what he counts, and how near (squared) he is beside the lord."""
    clear = BESIDE + LENGTH[lord.horse != NOBODY]
    return [
        (
            plan.ends[man.id],
            _weight(plan, man),
            ((clear + LENGTH[man.horse != NOBODY]) * plan.scale) ** 2,
        )
        for man in company
    ]


def _weight(plan: Plan, man: Man) -> float:
    """How many hear the lord through this man: a leader's unit does with him (KK-CMD-02)."""
    if man.unit == NOBODY:
        return 1.0
    unit = plan.battle.units[man.unit]
    return float(len(unit.members)) if unit.leader == man.id else 0.1
