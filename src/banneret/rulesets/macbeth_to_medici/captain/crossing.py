"""Over a bridge or through a ford: a front narrow enough, straight through, and into line again."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from banneret.core.questions.choices import Footprint, Leg, Legs
from banneret.tabletop.bodies.brigade import all_wheeled, line_wheel_price
from banneret.tabletop.bodies.drill import advanced, corner, refronted
from banneret.tabletop.shapes.bases import angle_off, bearing
from banneret.tabletop.shapes.segments import crossing_parameters

from ..basics.state import BROKEN, MARCH
from ..basics.tables import ELEMENT_WIDTH
from ..basics.who import base_of, eb, enemies_of, is_engaged, is_mounted, on_table
from ..ground.features import land
from ..ground.sight import body_of
from ..movement.courses import STEP_BACK, Course, longest, one_leg, why_not_refront
from ..movement.passing import friends_on_way, passes_freely
from ..movement.rates import charge_reach, rate
from ..movement.ways import room_ahead

if TYPE_CHECKING:
    from banneret.tabletop.bodies.body import Body
    from banneret.tabletop.bodies.drill import Hand
    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Unit
    from ..ground.features import Feature

NARROWS = 12.0  # inches from the gate at which a front is narrowed
STEEP = 40.0  # degrees off the line of the gate at which one makes for its mouth first
MOUTH = 3.0  # inches before the bank
LOOSE = 1.0  # inches to spare for who does not stand straight before it
SOME = 5.0  # degrees of a wheel that are worth it


class Gate(NamedTuple):
    """A bridge or ford as one comes to it: its two mouths and how wide it is."""

    near: Point
    far: Point
    width: float

    @property
    def middle(self) -> Point:
        """Where it crosses the bank."""
        return ((self.near[0] + self.far[0]) / 2, (self.near[1] + self.far[1]) / 2)

    def before(self, inches: float) -> Point:
        """A point so far before its middle, on its line."""
        x, y = self.middle
        dx, dy = self.near[0] - x, self.near[1] - y
        long = hypot(dx, dy) or 1.0
        return (x + dx / long * inches, y + dy / long * inches)


def is_cut_off(battle: Battle, unit: Unit, goal: Point) -> bool:
    """Whether a bank nobody crosses lies before any of its full front on the way to a point."""
    banks = land(battle).walls
    body = refronted(body_of(unit), max(unit.files, full_front(unit)))
    starts = [(body.x, body.y), corner(body, "left"), corner(body, "right")]
    return any(crossing_parameters(p, goal, *bank) is not None for p in starts for bank in banks)


def gate_to(battle: Battle, unit: Unit, goal: Point) -> Gate | None:
    """The bridge or ford that leads to a point soonest; None if none is free, or it is in one."""
    here, crossings = (unit.x, unit.y), land(battle).crossings
    if any(one.under(base_of(battle, unit)) for one in crossings):
        return None
    found = [_gate(one, here) for one in crossings if not _is_fought_for(battle, unit, one)]
    free = [one for one in found if not _is_watched(battle, unit, one)]
    return min(free, key=lambda one: _way_round(here, one, goal), default=None)


def _is_fought_for(battle: Battle, unit: Unit, crossing: Feature) -> bool:
    """Whether an enemy stands in it, or a friend who fights."""
    return any(
        crossing.under(base_of(battle, one)) and (one.side != unit.side or is_engaged(battle, one))
        for one in on_table(battle)
    )


def _gate(feature: Feature, here: Point) -> Gate:
    """A crossing seen from where one stands."""
    half = len(feature.points) // 2
    pairs = (
        (feature.points[0], feature.points[-1]),
        (feature.points[half - 1], feature.points[half]),
    )
    mouths = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairs]
    near, far = sorted(mouths, key=lambda p: hypot(p[0] - here[0], p[1] - here[1]))
    (ax, ay), (bx, by) = pairs[0]
    return Gate(near, far, hypot(ax - bx, ay - by))


def _way_round(here: Point, gate: Gate, goal: Point) -> float:
    (x, y), (fx, fy) = gate.near, gate.far
    return hypot(here[0] - x, here[1] - y) + hypot(goal[0] - fx, goal[1] - fy)


def _is_watched(battle: Battle, unit: Unit, gate: Gate) -> bool:
    """Whether an enemy could charge men who come out of it in disorder: drilled men do not."""
    if why_not_refront(unit) is None:
        return False
    x, y = gate.far
    return any(
        foe.morale != BROKEN and hypot(foe.x - x, foe.y - y) < charge_reach(battle, foe) + MOUTH
        for foe in enemies_of(battle, unit)
    )


def across(battle: Battle, unit: Unit, gate: Gate, gait: str, left: float) -> Legs:
    """Narrow the front as it must be, turn to the gate, and go."""
    course = Course(battle, [unit], gait, left)
    made: list[Leg] = []
    if hypot(unit.x - gate.near[0], unit.y - gate.near[1]) <= NARROWS:
        _try(course, _narrower(battle, unit, gate, course), made)
    turn = _turn(battle, unit, gate, course)
    if turn is None:
        _try(course, _onward(battle, unit, gate, course), made)
    else:
        no = _try(course, turn, made)
        after = _onward(battle, unit, gate, course) if no is None else _less(unit, turn, no, course)
        _try(course, after, made)
    return Legs(gait, tuple(made))


def _try(course: Course, leg: Leg | None, made: list[Leg]) -> Footprint | None:
    """Add a leg if it is lawful; else give what is wrong with it."""
    if leg is None:
        return None
    step = one_leg(course, leg)
    if not step.legal:
        return step
    made.append(leg)
    return None


def _passes(battle: Battle, body: Body, gate: Gate) -> bool:
    """Whether a body goes through the gate straight on."""
    x, y = gate.far
    inches = hypot(x - body.x, y - body.y) + 1.0
    there = advanced(body, inches)
    ahead = ((body.x, body.y), (there.x, there.y))
    goes_over = crossing_parameters(*ahead, *_sill(gate)) is not None
    return goes_over and room_ahead(battle, body.rect, body.facing, inches) > inches - 0.01


def _sill(gate: Gate) -> tuple[Point, Point]:
    """The line across the middle of the gate."""
    x, y = gate.middle
    ux, uy = gate.before(1.0)[0] - x, gate.before(1.0)[1] - y
    half = gate.width / 2
    return (x - uy * half, y + ux * half), (x + uy * half, y - ux * half)


def _narrower(battle: Battle, unit: Unit, gate: Gate, course: Course) -> Leg | None:
    """As wide as goes straight through; else with inches to spare."""
    body = course.bodies[0]
    if _passes(battle, body, gate):
        return None
    widest = min(unit.files - 1, int(gate.width / ELEMENT_WIDTH + 0.01))
    straight = [n for n in range(widest, 0, -1) if _passes(battle, refronted(body, n), gate)]
    files = straight[0] if straight else max(1, int((gate.width - LOOSE) / ELEMENT_WIDTH))
    return _front(unit, files, course.left) if files < unit.files else None


def _front(unit: Unit, files: int, left: float) -> Leg:
    """Change the front as drilled men do, or run to the new one."""
    if why_not_refront(unit) is not None:
        return Leg("formation", float(files))
    most = min(eb(unit) - unit.deeds.widened, int(left))
    change = max(-most, min(most, files - unit.files))
    return Leg("frontage", float(change))


def _turn(battle: Battle, unit: Unit, gate: Gate, course: Course) -> Leg | None:
    """Wheel so that the way ahead leads to the middle of the gate, or first before its mouth."""
    body = course.bodies[0]
    if _passes(battle, body, gate):
        return None
    line = bearing(gate.near, gate.far)
    goal = gate.middle
    if angle_off(line, bearing((body.x, body.y), goal)) > STEEP:
        goal = gate.before(MOUTH)
    to = bearing((body.x, body.y), goal)
    hand: Hand = "right" if (to - body.facing) % 360.0 <= 180.0 else "left"
    turn = _aimed(body, hand, goal)
    most = _march_left(unit, course) / line_wheel_price([body], hand, 1.0)
    turn = int(min(turn, most) * 100) / 100
    return Leg("wheel", turn, hand) if turn > 0.1 else None


def _march_left(unit: Unit, course: Course) -> float:
    """Inches within the march, so that a wheel or a step back does not mix rates (MM-MOVE-27)."""
    return max(0.0, min(course.left, rate(unit, MARCH) - unit.deeds.used - course.spent))


def _less(unit: Unit, turn: Leg, no: Footprint, course: Course) -> Leg | None:
    """Where there is no room for a wheel: as much of it as there is, or a step back first."""
    if no.most is not None and no.most > SOME:
        return Leg("wheel", no.most, turn.hand)
    back = min(STEP_BACK, _march_left(unit, course) / 2)
    return Leg("back", back) if back > 0.1 else None


def _aimed(body: Body, hand: Hand, goal: Point) -> float:
    """The degrees after which a body looks straight at a point: its middle moves as it wheels."""
    sign = 1.0 if hand == "right" else -1.0
    turn = 0.0
    for _ in range(6):
        (there,) = all_wheeled([body], hand, turn)
        off = (bearing((there.x, there.y), goal) - there.facing + 180.0) % 360.0 - 180.0
        turn = min(max(turn + sign * off, 0.0), 120.0)
    return turn


def _onward(battle: Battle, unit: Unit, gate: Gate, course: Course) -> Leg | None:
    """Straight on: through it if the way leads so, else no nearer than before its mouth."""
    body = course.bodies[0]
    left = _march_left(unit, course) if course.wheels else course.left
    if not _passes(battle, body, gate):
        x, y = gate.middle
        if angle_off(body.facing, bearing((body.x, body.y), (x, y))) > STEEP:
            return None
        left = min(left, hypot(x - body.x, y - body.y) - MOUTH)
    left = min(left, _clear_of_friends(battle, unit, body, left))
    _, far = longest(course, body.facing, left) if left > 0.1 else (None, 0.0)
    far = int(far * 100) / 100
    return Leg("advance", far) if far > 0.1 else None


def _clear_of_friends(battle: Battle, unit: Unit, body: Body, inches: float) -> float:
    """How far it goes before it would push through friends."""
    _, passed = friends_on_way(battle, unit, body.rect, body.facing, inches)
    if all(passes_freely(unit, one) for one in passed):
        return inches
    near = min(
        hypot(one.x - body.x, one.y - body.y) - base_of(battle, one).radius for one in passed
    )
    return max(0.0, near)


def full_front(unit: Unit) -> int:
    """The files of a unit in line: horse and bows in one rank, others in two."""
    single = is_mounted(unit) or unit.profile.missile != "none"
    return unit.elements if single else (unit.elements + 1) // 2


def is_narrowed(battle: Battle, unit: Unit) -> bool:
    """Whether a unit still has the front with which it came through a gate."""
    return bool(land(battle).crossings) and unit.files < full_front(unit)


def into_line(unit: Unit, gait: str, left: float) -> list[Legs]:
    """Ways to widen a front again: on the spot, or once its rear is over, an inch further each."""
    files, found = full_front(unit), []
    for step in range(int(left)):
        on = (Leg("advance", float(step)),) if step else ()
        front = _front(unit, files, left - step)
        if front.amount:
            found.append(Legs(gait, (*on, front)))
    return found
