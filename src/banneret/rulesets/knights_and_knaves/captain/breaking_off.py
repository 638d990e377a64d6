"""Out of a fight that goes badly: nobody strikes at who leaves, though some may follow."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final

from ..basics.state import NOBODY
from ..basics.who import able
from ..melee.harm.condition import half_or_less
from . import worth as values
from .intent import Intent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Man
    from .plan import Plan

CLEAR: Final = 12.0  # inches from the fight
HOME: Final = 0.7  # how much he makes for his own lines rather than straight away


def breaks_off(plan: Plan, man: Man, touching: Sequence[Man]) -> Intent | None:
    """A lord or rider hard pressed leaves: in contact a gentle man who fails a check is taken."""
    against = [foe for foe in touching if able(foe)]
    if not against or not _is_pressed(plan, man, against):
        return None
    gait = "canter" if man.horse != NOBODY else "run"
    return Intent("move_full", NOBODY, _away(plan, man, against), gait)


def _is_pressed(plan: Plan, man: Man, against: Sequence[Man]) -> bool:
    hurt = half_or_less(man.stamina, man.profile.stamina)
    if man.id == plan.lord.id:
        return hurt or len(against) > 1 or values.exchange(plan.battle, man, against[0]) < 0.0
    return hurt and man.horse != NOBODY


def _away(plan: Plan, man: Man, against: Sequence[Man]) -> Point:
    """Away from those he touches, and back the way the retinue came."""
    x, y = man.base.x, man.base.y
    hx, hy = plan.heading
    dx, dy = -hx * HOME, -hy * HOME
    for foe in against:
        far = hypot(x - foe.base.x, y - foe.base.y) or 1.0
        dx += (x - foe.base.x) / far
        dy += (y - foe.base.y) / far
    far = hypot(dx, dy) or 1.0
    step = CLEAR * plan.scale
    return x + dx / far * step, y + dy / far * step
