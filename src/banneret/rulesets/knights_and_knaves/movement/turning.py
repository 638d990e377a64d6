"""How horses turn: free at the start after a quiet turn, once at half-way (KK-MOVE-08 to 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.tabletop.shapes.bases import ahead, angle_off, bearing, heading
from banneret.tabletop.shapes.measuring import gap
from banneret.tabletop.shapes.segments import distance

from ..basics.state import NOBODY, footprint
from ..basics.tables import TABLES
from .allowances import QUIET

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Man

SLACK_DEGREES = 0.5
SLACK_INCHES = 0.1


@clause("KK-MOVE-09", "KK-MOVE-34")
def turns_freely(battle: Battle, man: Man) -> bool:
    """Whether his horse stood or walked last turn and may begin in any direction."""
    return battle.horses[man.horse].last_gait in QUIET


@clause("KK-MOVE-10")
def may_face_about(battle: Battle, man: Man) -> bool:
    """Whether he may face any way at the end of his move: on foot, or his horse stood or walked."""
    return man.horse == NOBODY or battle.horses[man.horse].gait in QUIET


@clause("KK-MOVE-08", "KK-MOVE-09", "KK-MOVE-10")
def turn_refusal(battle: Battle, man: Man, points: Sequence[Point]) -> Refusal | None:
    """Why a horse cannot go so: it begins straight ahead, turns once, at half-way, 45 degrees."""
    if len(points) < 2:
        return None
    legs = [
        (bearing(points[i - 1], points[i]), distance(points[i - 1], points[i]))
        for i in range(1, len(points))
    ]
    if not turns_freely(battle, man) and angle_off(man.base.facing, legs[0][0]) > SLACK_DEGREES:
        return Refusal(
            "a horse that trotted or faster last turn begins straight ahead", "KK-MOVE-09"
        )
    turns = [i for i in range(1, len(legs)) if angle_off(legs[i - 1][0], legs[i][0]) > 0.01]
    if not turns:
        return None
    if len(turns) > 1:
        return Refusal("a horse turns once in its move", "KK-MOVE-08")
    at = turns[0]
    most = TABLES.gaits.max_turn_degrees
    off = angle_off(legs[at - 1][0], legs[at][0])
    if off > most + SLACK_DEGREES:
        return Refusal(f"a horse turns {most} degrees at most, not {off:.0f}", "KK-MOVE-08")
    before = sum(far for _, far in legs[:at])
    after = sum(far for _, far in legs[at:])
    if abs(before - after) > SLACK_INCHES * 2.0:
        return Refusal(
            f"a horse turns at half-way, here after {(before + after) / 2:.1f} inches", "KK-MOVE-08"
        )
    return None


@clause("KK-MOVE-08", "KK-MOVE-09", "KK-ACT-22", "KK-DEF-27")
def comes_nearer(battle: Battle, man: Man, target: Man, most: float) -> bool:
    """Whether a ride at somebody leads towards him at all, where it must begin straight ahead."""
    if man.horse == NOBODY or turns_freely(battle, man):
        return True
    base, there = man.base, (target.base.x, target.base.y)
    ride = min(most, gap(base, target.base))
    turn = ahead((base.x, base.y), base.facing, ride * 0.5)
    ux, uy = heading(base.facing + _turn_towards(base.facing, bearing(turn, there)))
    on = (there[0] - turn[0]) * ux + (there[1] - turn[1]) * uy
    on = max(0.0, min(on, most - ride * 0.5))
    end = (turn[0] + ux * on, turn[1] + uy * on)
    return distance(end, there) < distance((base.x, base.y), there) - SLACK_INCHES


@clause("KK-MOVE-08", "KK-MOVE-09")
def reined(battle: Battle, man: Man, goal: Point, inches: float) -> tuple[Point, ...]:
    """A horse goes straight to a place, or by its one turn towards it; not if that leads away."""
    here, facing = (man.base.x, man.base.y), man.base.facing
    if turns_freely(battle, man):
        return (goal,)
    if angle_off(facing, bearing(here, goal)) <= SLACK_DEGREES:
        return (ahead(here, facing, min(inches, distance(here, goal))),)
    turn = ahead(here, facing, inches * 0.5)
    end = ahead(turn, facing + _turn_towards(facing, bearing(turn, goal)), inches * 0.5)
    return (turn, end) if distance(end, goal) < distance(here, goal) - SLACK_INCHES else ()


def _turn_towards(facing: float, wanted: float) -> float:
    """The turn, of 45 degrees at most, that leads nearest to a direction."""
    widest = float(TABLES.gaits.max_turn_degrees)
    return max(-widest, min(widest, (wanted - facing + 180.0) % 360.0 - 180.0))


@clause("KK-MOVE-08", "KK-MOVE-10", "KK-MOVE-19")
def charge_turn_refusal(
    battle: Battle, points: Sequence[Point], target: Man, gallop_inches: float
) -> Refusal | None:
    """Why a horse cannot ride to a point and there turn at whom it charges: that is its one turn.

    Half-way is half the whole ride at the gallop, else half the way to the target.
    """
    come = bearing(points[-2], points[-1])
    if any(
        angle_off(bearing(points[i - 1], points[i]), come) > SLACK_DEGREES
        for i in range(1, len(points) - 1)
    ):
        return Refusal("a horse turns once in its move: at whom it charges", "KK-MOVE-08")
    on = bearing(points[-1], (target.base.x, target.base.y))
    off = angle_off(come, on)
    if off <= SLACK_DEGREES:
        return None
    most = TABLES.gaits.max_turn_degrees
    if off > most + SLACK_DEGREES:
        return Refusal(f"a horse turns {most} degrees at most, not {off:.0f}", "KK-MOVE-08")
    before = sum(distance(points[i - 1], points[i]) for i in range(1, len(points)))
    there = footprint(battle, True, *points[-1], on)
    after = gallop_inches - before if gallop_inches else gap(there, target.base)
    if abs(before - after) > SLACK_INCHES * 2.0:
        return Refusal(
            f"a horse turns at half-way, here after {(before + after) / 2:.1f} inches", "KK-MOVE-08"
        )
    return None
