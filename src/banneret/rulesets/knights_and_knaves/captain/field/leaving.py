"""Off the table by the edge the aim names: who goes, by which lane, and the lord last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.tabletop.setting_up import INTO

from ...basics.state import NOBODY
from ..intent import STRIDE, Intent
from ..outlook import beyond

if TYPE_CHECKING:
    from banneret.tabletop.shapes.segments import Point

    from ...basics.state import Man
    from ..plan import Plan

LANE_INCHES: Final = {False: 12.0, True: 4.0}  # to either side of the way out
LANES: Final = {False: (0.0,), True: (0.0, 4.0, -4.0, 8.0, -8.0)}  # riders change over


def way_out(plan: Plan, man: Man) -> Intent | None:
    """Straight off where nobody stands in the way, or over to a lane that is clear."""
    if man.id == plan.lord.id and any(
        _on_table(plan, plan.ends[one.id]) for one in company(plan, man)
    ):
        return None  # without his voice they would not follow (KK-CMD-15)
    ix, iy = INTO[plan.exit_edge]
    ahead = STRIDE["canter"] * plan.scale
    for lane in LANES[man.horse != NOBODY]:
        aside = lane * plan.scale
        if not _is_clear(plan, man, aside):
            continue
        if not aside:
            return leave(plan, man)
        goal = (
            man.base.x - ix * ahead + iy * aside,
            man.base.y - iy * ahead + ix * aside,
        )
        if _on_table(plan, goal):
            return Intent("move_full", NOBODY, goal, "canter")
    return None


def leave(plan: Plan, man: Man) -> Intent:
    """By the edge, straight from where he is."""
    goal = beyond(plan.battle, (man.base.x, man.base.y), plan.exit_edge)
    gait = "canter" if man.horse != NOBODY else "run" if man.temporary < 2 else "walk"
    return Intent("move_full", NOBODY, goal, gait, off=True)


def company(plan: Plan, lord: Man) -> list[Man]:
    """With whom the lord goes: if riders enough for the aim are left, with them alone."""
    others = [one for one in plan.men if one.id != lord.id]
    riders = [one for one in others if one.horse != NOBODY]
    enough = plan.exit_edge and lord.horse != NOBODY and len(riders) + 1 >= plan.to_go
    return riders if enough and riders else others


def _on_table(plan: Plan, place: Point) -> bool:
    width, height = plan.battle.scenario.table
    return 1.0 < place[0] < width - 1.0 and 1.0 < place[1] < height - 1.0


def _is_clear(plan: Plan, man: Man, aside: float) -> bool:
    """Whether nobody stands between him and the edge he is to leave by, so far to the side."""
    ix, iy = INTO[plan.exit_edge]
    x, y = man.base.x + iy * aside, man.base.y + ix * aside
    width = LANE_INCHES[man.horse != NOBODY] * plan.scale
    for foe in plan.threats:
        dx, dy = foe.base.x - x, foe.base.y - y
        ahead = -(dx * ix + dy * iy)
        if ahead > -2.0 and abs(dx * iy - dy * ix) < width:
            return False
    return True
