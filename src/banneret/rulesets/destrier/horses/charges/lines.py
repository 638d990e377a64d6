"""The lines of a charge: which way a steed runs at a target, and what is left for the next.

A steed turns within the limit of its speed, runs at least 2 inches straight before contact and
1 inch after it, and takes a next target 3 inches off on the same side or 6 on the other.
"""

from __future__ import annotations

from math import asin, degrees
from typing import TYPE_CHECKING, Final, NamedTuple

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.bases import angle_off, bearing, heading
from banneret.tabletop.shapes.polygons import extent
from banneret.tabletop.shapes.segments import distance
from banneret.tabletop.shapes.stands import AGAINST, Stand, between, first_within, share_beside

from ...basics.state import NOBODY
from ...basics.who import tall, weapon_of
from ...ground.stands import stand
from ...host.lances import charge_path, charge_range, charge_spacing, target_range
from ...movement.going import allowance, most_turning
from ...movement.sliding import ground_only, obstacles, run

if TYPE_CHECKING:
    from ...basics.state import Battle, Figure

GRAZE: Final = 0.65  # inches off the middle line: the larger part is past the flank (DE-ATT-07)
CLEAR: Final = 0.25  # inches of air when a lance passes by without contact
SIDE_REACH: Final = 0.5  # a lance beside the horse (DE-HORSE-15)
SLACK: Final = 0.6  # degrees
ENDS: Final = 0.01  # inches that do not count


class Course(NamedTuple):
    """A charge as far as it is thought out: where the steed is and what it has left."""

    stand: Stand
    inches: float
    turning: float
    last: int = NOBODY  # the target before
    side: str = ""

    @staticmethod
    @clause("DE-CHG-27", "DE-CHG-35", "DE-CON-05", "DE-ACT-09")
    def begin(battle: Battle, figure: Figure, speed: str) -> Course:
        """A charge at its beginning: it is the half-move, of which acts or an enemy may take."""
        turning = most_turning(battle, figure, speed)
        return Course(stand(figure), allowance(battle, figure, speed), turning)


class Line(NamedTuple):
    """One way to run at a target: the direction, the inches to the exchange, on which side."""

    name: str
    facing: float
    inches: float  # to the exchange, as far as the allowance goes if it is farther
    reaches: bool
    side: str


@clause("DE-CHG-16", "DE-CHG-17", "DE-CHG-30")
def strike_range(battle: Battle, charger: Figure, target: Figure) -> float:
    """From how far the exchange begins: the longer of both weapons' ranges."""
    mine = charge_range(battle.tables, weapon_of(battle, charger))
    theirs = target_range(battle.tables, weapon_of(battle, target), tall(target))
    return max(mine, theirs, AGAINST)


@clause("DE-CHG-25")
def side_of(own: Stand, target: Stand) -> str:
    """The side of the steed's middle line on which the larger part of a target lies."""
    left, right = share_beside(own, target)
    if abs(left - right) < 1e-3:
        return "centre"
    return "left" if left > right else "right"


@clause("DE-CHG-26", "DE-CHG-28", "DE-MOVE-02")
def handiest(line: Line) -> tuple[bool, bool, float]:
    """What makes a line the one to take: it reaches, with the target on the lance's own side."""
    return (not line.reaches, line.side != "left", line.inches)


def lines(battle: Battle, figure: Figure, course: Course, target: Figure) -> list[Line]:
    """The lines on which a charger may run at a target from where he is."""
    own, other = course.stand, stand(target)
    far = distance(own.centre, other.centre)
    towards = bearing(own.centre, other.centre)
    wide = extent(other.corners, _across(towards))
    half = (wide[1] - wide[0]) / 2 + own.pattern.width / 2
    offsets = {"left": GRAZE, "right": -GRAZE, "through": 0.0}
    if charge_range(battle.tables, weapon_of(battle, figure)) >= 1.0:
        offsets |= {"past, on the left": half + CLEAR, "past, on the right": -half - CLEAR}
    wanted = {"ahead": own.facing}
    for name, off in offsets.items():
        if abs(off) < far:
            wanted[name] = (towards + degrees(asin(off / far))) % 360.0
    found = []
    for name, facing in wanted.items():
        line = _line(battle, figure, course, target, (name, facing))
        if line is not None:
            found.append(line)
    if battle.scenario.courses and found and found[0].name == "ahead":
        return found[:1]  # along the tilt nobody leaves his lane (DE-END-04)
    return found


def _across(facing: float) -> tuple[float, float]:
    ux, uy = heading(facing)
    return (uy, -ux)


def _line(
    battle: Battle, figure: Figure, course: Course, target: Figure, named: tuple[str, float]
) -> Line | None:
    """A line in one direction, if the turn and the straight run before contact are lawful.

    Terrain before the exchange ends it there.
    """
    name, facing = named
    turn = angle_off(course.stand.facing, facing)
    if turn > course.turning + SLACK:
        return None
    own, other = course.stand.turned(facing), stand(target)
    far = distance(own.centre, other.centre) + 4.0
    ahead = own.ahead(far)
    dx, dy = ahead.x - own.x, ahead.y - own.y
    part = first_within(own, dx, dy, other, strike_range(battle, figure, target))
    if part is None:
        return None
    inches = far * part
    touch = first_within(own, dx, dy, other, AGAINST)
    straight = charge_path(
        battle.tables,
        straight_before=inches if touch is None else far * touch,
        straight_after=1.0,
        movement_left_after=0.0,
    )
    if not straight:
        return None
    ground = ground_only(obstacles(battle, figure))
    clear = run(own, facing, inches, ground).inches
    reaches = inches <= min(course.inches + 1e-6, clear + ENDS)
    there = own.ahead(inches)
    return Line(name, facing, min(inches, course.inches), reaches, side_of(there, other))


@clause("DE-CHG-24", "DE-CHG-26", "DE-CHG-20")
def follow_on(battle: Battle, figure: Figure, course: Course, target: Figure) -> Course | None:
    """A charge after taking one more target; None if it cannot be taken on any line.

    What contacts cost is reckoned as if each line touched.
    """
    found = taken(battle, figure, course, target)
    return found[1] if found is not None else None


def taken(
    battle: Battle, figure: Figure, course: Course, target: Figure
) -> tuple[Line, Course] | None:
    """The line on which a target is taken with most left for the next, and the charge after it."""
    best: tuple[Line, Course] | None = None
    for line in lines(battle, figure, course, target):
        if not line.reaches or not spaced(battle, course, target, line.side):
            continue
        after = past(battle, figure, course, target, line)
        if best is None or after.inches + after.turning > best[1].inches + best[1].turning:
            best = (line, after)
    return best


def past(battle: Battle, figure: Figure, course: Course, target: Figure, line: Line) -> Course:
    """A charge after it has run past a target on a line, an inch straight beyond it."""
    rules = battle.tables.seed.charge_movement
    run = line.inches + strike_range(battle, figure, target) + rules.straight_after_contact
    left = course.inches - run
    if not line.name.startswith("past"):
        left -= rules.inches_lost_per_contact
    turned = angle_off(course.stand.facing, line.facing)
    there = course.stand.turned(line.facing).ahead(run)
    return Course(there, left, course.turning - turned, target.id, line.side)


@clause("DE-CHG-24")
def spaced(battle: Battle, course: Course, target: Figure, side: str) -> bool:
    """Whether a target is far enough from the one before."""
    if course.last == NOBODY:
        return True
    apart = between(stand(battle.figures[course.last]), stand(target))
    same = side == course.side or "centre" in (side, course.side)
    return charge_spacing(battle.tables, distance=round(apart, 3), same_side=same)
