"""The path of a charge as it would be ridden: a leg at each target, and where it comes to rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from banneret.tabletop.shapes.stands import AGAINST, first_within

from ...ground.stands import stand
from ...movement.sliding import free_spot, ground_only, obstacles, run
from .lines import Course, Line, handiest, lines, past, taken

if TYPE_CHECKING:
    from banneret.tabletop.shapes.stands import Stand

    from ...basics.state import Battle, Figure
    from .orders import Order


class Leg(NamedTuple):
    """The run at one target: where the exchange is, on which side, and whether it is reached."""

    target: int
    line: Line
    course: Course  # before it
    there: Stand
    touch: float | None  # inches to contact; None if the steed passes by
    after: Course  # past it, or where the movement ends

    @property
    def turned(self) -> float:
        """The degrees it turns to the right before the run; less than nought to the left."""
        return (self.line.facing - self.course.stand.facing + 540.0) % 360.0 - 180.0

    @property
    def left(self) -> float:
        """The inches left after it."""
        return max(self.after.inches, 0.0)


def legs(battle: Battle, figure: Figure, order: Order) -> list[Leg]:
    """The runs of an order one after the other, on the line that leaves most for the next."""
    found: list[Leg] = []
    course = Course.begin(battle, figure, order.speed)
    for key in order.targets:
        target = battle.figures[key]
        line = _line(battle, figure, course, target, more=key != order.targets[-1])
        if line is None:
            break
        leg = _leg(battle, figure, course, target, line)
        found.append(leg)
        if not line.reaches or leg.after.inches < 0.0:
            break
        course = leg.after
    return found


def _line(
    battle: Battle, figure: Figure, course: Course, target: Figure, *, more: bool
) -> Line | None:
    best = taken(battle, figure, course, target) if more else None
    if best is not None:
        return best[0]
    choices = lines(battle, figure, course, target)
    if not choices:
        return None
    return min(choices, key=handiest)


def _leg(battle: Battle, figure: Figure, course: Course, target: Figure, line: Line) -> Leg:
    own = course.stand.turned(line.facing)
    there = own.ahead(line.inches)
    if not line.reaches:
        after = course._replace(stand=there, inches=0.0, last=target.id, side=line.side)
        return Leg(target.id, line, course, there, None, after)
    after = past(battle, figure, course, target, line)
    end = after.stand
    part = first_within(own, end.x - own.x, end.y - own.y, stand(target), AGAINST)
    far = own.local(end.centre)[1]
    return Leg(target.id, line, course, there, None if part is None else far * part, after)


def rest(battle: Battle, figure: Figure, ridden: list[Leg]) -> Stand:
    """Where a charge comes to rest: straight on to the end of its movement, on free ground."""
    course = ridden[-1].after
    among = obstacles(battle, figure)
    own, inches = course.stand, max(course.inches, 0.0)
    gone = run(own, own.facing, inches, ground_only(among))
    return free_spot(battle, gone.stand, among)
