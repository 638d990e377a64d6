"""What a way across the ground costs, and how far an allowance reaches along it."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from banneret.tabletop.ground.ground import OPEN
from banneret.tabletop.shapes.segments import TOLERANCE, Point, along, distance, snap_point

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from banneret.tabletop.ground.ground import Ground

STANDOFF: Final = 0.002
"""How far in front of an obstacle a walk stops, so that rounding never puts it across."""

Stop = Literal["none", "allowance_spent", "not_enough_left_for_obstacle", "barred"]


_NUMBERS: Final[dict[object, int]] = {}


class Going:
    """One gait's price list.

    `number` is the same for equal lists, and sooner looked up than the list itself.
    `costs` is the price of an inch by kind of ground (1 unless listed), `crossing` the price
    of a linear piece (nothing unless listed), `outlines` that of entering or leaving an area.
    """

    __slots__ = (
        "_hash",
        "barred_kinds",
        "barred_lines",
        "barred_outlines",
        "costs",
        "crossing",
        "edges",
        "key",
        "lowest",
        "number",
        "outlines",
    )

    def __init__(
        self,
        costs: Mapping[str, float] | None = None,
        crossing: Mapping[str, float] | None = None,
        barred_kinds: Collection[str] = (),
        barred_lines: Collection[str] = (),
        *,
        outlines: Mapping[str, float] | None = None,
        barred_outlines: Collection[str] = (),
    ) -> None:
        self.costs = dict(costs or {})
        self.crossing = dict(crossing or {})
        self.outlines = dict(outlines or {})
        self.barred_kinds = frozenset(barred_kinds)
        self.barred_lines = frozenset(barred_lines)
        self.barred_outlines = frozenset(barred_outlines)
        self.edges = frozenset(self.outlines) | self.barred_outlines
        self.lowest = min(1.0, *self.costs.values()) if self.costs else 1.0
        self.key = (
            tuple(sorted(self.costs.items())),
            tuple(sorted(self.crossing.items())),
            tuple(sorted(self.outlines.items())),
            tuple(sorted(self.barred_kinds)),
            tuple(sorted(self.barred_lines)),
            tuple(sorted(self.barred_outlines)),
        )

        self._hash = hash(self.key)
        self.number = _NUMBERS.setdefault(self.key, len(_NUMBERS))

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Going) and self.key == other.key)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Callable[..., Going], tuple[object, ...]]:
        return (_rebuilt, self.key)


def _rebuilt(
    costs: tuple[tuple[str, float], ...],
    crossing: tuple[tuple[str, float], ...],
    outlines: tuple[tuple[str, float], ...],
    *barred: tuple[str, ...],
) -> Going:
    """Make a price list again after it was sent to another process."""
    kinds, lines, edges = barred
    return Going(
        dict(costs),
        dict(crossing),
        kinds,
        lines,
        outlines=dict(outlines),
        barred_outlines=edges,
    )


class Leg(NamedTuple):
    """A stretch of a way over one kind of ground."""

    kind: str
    length: float
    cost: float


class Crossed(NamedTuple):
    """An obstacle crossed: its kind, which piece it is, its price and where."""

    kind: str
    id: str
    cost: float
    point: Point


class Blocked(NamedTuple):
    """What bars a way, and where."""

    kind: str
    point: Point


class Priced(NamedTuple):
    """The price of a way, up to what bars it if anything does."""

    cost: float
    length: float
    legs: tuple[Leg, ...]
    crossings: tuple[Crossed, ...]
    blocked_by: Blocked | None


class Walked(NamedTuple):
    """How far a walk came."""

    point: Point
    spent: float
    length: float
    path: tuple[Point, ...]
    stopped_by: Stop
    crossed: tuple[Crossed, ...]


class Step(NamedTuple):
    """One thing met along a leg: a stretch of ground, or an obstacle where t0 equals t1."""

    t0: float
    t1: float
    kind: str
    id: str
    price: float
    barred: bool
    obstacle: bool


def steps(ground: Ground, p: Point, q: Point, going: Going) -> list[Step]:
    """List in order what a leg meets, obstacles before the ground that begins at them."""
    marks = _obstacles(ground, p, q, going)
    found: list[Step] = []
    i = 0
    for kind, t0, t1 in ground.stretches(p, q):
        rate = going.costs.get(kind, 1.0)
        barred = kind in going.barred_kinds
        start = t0
        while i < len(marks) and marks[i].t0 < t1:
            mark = marks[i]
            if mark.t0 > start:
                found.append(Step(start, mark.t0, kind, "", rate, barred, False))
                start = mark.t0
            found.append(mark)
            i += 1
        found.append(Step(start, t1, kind, "", rate, barred, False))
    found.extend(marks[i:])
    return found


def _obstacles(ground: Ground, p: Point, q: Point, going: Going) -> list[Step]:
    """List the linear pieces and the priced or barred outlines that a leg crosses, in order."""
    marks: list[Step] = []
    for t, line in ground.crossings(p, q):
        fee = going.crossing.get(line.kind, 0.0)
        barred = line.kind in going.barred_lines
        marks.append(Step(t, t, line.kind, line.id, fee, barred, True))
    if going.edges:
        for t, area in ground.outline_crossings(p, q, going.edges):
            fee = going.outlines.get(area.kind, 0.0)
            barred = area.kind in going.barred_outlines
            marks.append(Step(t, t, area.kind, area.id, fee, barred, True))
        marks.sort(key=_start)
    return marks


def _start(step: Step) -> float:
    return step.t0


def leg_cost(ground: Ground, p: Point, q: Point, going: Going) -> float:
    """Price one straight leg, without end if something bars it."""
    long = distance(p, q)
    areas, lines = ground.near(p, q)
    total = long * going.costs.get(OPEN, 1.0)
    if areas:
        total = 0.0
        for kind, t0, t1 in ground.find_stretches(p, q, areas):
            run = (t1 - t0) * long
            if kind in going.barred_kinds and run > TOLERANCE:
                return inf
            total += run * going.costs.get(kind, 1.0)
    if lines:
        for _, line in ground.find_crossings(p, q, lines):
            if line.kind in going.barred_lines:
                return inf
            total += going.crossing.get(line.kind, 0.0)
    if areas and going.edges:
        for _, area in ground.outline_crossings(p, q, going.edges, areas):
            if area.kind in going.barred_outlines:
                return inf
            total += going.outlines.get(area.kind, 0.0)
    return total


def price(ground: Ground, path: Sequence[Point], going: Going) -> Priced:
    """Price a way leg by leg."""
    cost = 0.0
    length = 0.0
    legs: list[Leg] = []
    crossings: list[Crossed] = []
    for i in range(1, len(path)):
        p = path[i - 1]
        q = path[i]
        long = distance(p, q)
        for step in steps(ground, p, q, going):
            run = (step.t1 - step.t0) * long
            if step.barred and (step.obstacle or run > TOLERANCE):
                block = Blocked(step.kind, along(p, q, step.t0))
                return Priced(cost, length, tuple(legs), tuple(crossings), block)
            if step.obstacle:
                cost += step.price
                crossings.append(Crossed(step.kind, step.id, step.price, along(p, q, step.t0)))
            else:
                cost += run * step.price
                length += run
                legs.append(Leg(step.kind, run, run * step.price))
    return Priced(cost, length, tuple(legs), tuple(crossings), None)


class _Walk:
    """A walk in progress."""

    __slots__ = ("allowance", "crossed", "path", "spent")

    def __init__(self, start: Point, allowance: float) -> None:
        self.allowance = allowance + 0.0
        self.spent = 0.0
        self.path: list[Point] = [start]
        self.crossed: list[Crossed] = []

    def take_back(self, count: int) -> int:
        """Leave so many obstacles uncrossed: at the same spot lies one that cannot be."""
        for _ in range(count):
            self.spent -= self.crossed.pop().cost
        return count

    def stop(self, point: Point, why: Stop) -> Walked:
        """End the walk at a point."""
        path = self.path
        if point != path[-1] or len(path) == 1:
            path.append(point)
        length = 0.0
        for i in range(1, len(path)):
            length += distance(path[i - 1], path[i])
        spent = min(self.spent, self.allowance)
        return Walked(point, spent, length, tuple(path), why, tuple(self.crossed))


def walk(ground: Ground, path: Sequence[Point], going: Going, allowance: float) -> Walked:
    """Follow a way until the allowance is spent or something is in the way.

    An obstacle is crossed only when its whole price is left; otherwise the walk ends just in
    front of it.
    """
    state = _Walk(path[0], allowance)
    for i in range(1, len(path)):
        ended = _walk_leg(ground, path[i - 1], path[i], going, state)
        if ended is not None:
            return ended
        state.path.append(path[i])
    return state.stop(path[-1], "none")


def _walk_leg(ground: Ground, p: Point, q: Point, going: Going, state: _Walk) -> Walked | None:
    """Walk one leg; give where the walk ends if it ends on this leg."""
    long = distance(p, q)
    todo = steps(ground, p, q, going)
    behind = -1.0
    met = together = 0
    standoff = STANDOFF / long if long > 0.0 else 0.0
    for n in range(len(todo)):
        step = todo[n]
        left = state.allowance - state.spent + TOLERANCE
        run = (step.t1 - step.t0) * long
        here = behind >= 0.0 and step.t0 - behind <= standoff
        if step.barred and (step.obstacle or run > TOLERANCE):
            met -= state.take_back(together if here else 0)
            end = _short_of(ground, (p, q), going, step.t0 - standoff, met)
            return state.stop(end, "barred")
        cost = step.price if step.obstacle else run * step.price
        if cost <= left:
            state.spent += cost
            if step.obstacle:
                behind = step.t0
                met += 1
                together = together + 1 if here else 1
                at = along(p, q, step.t0)
                state.crossed.append(Crossed(step.kind, step.id, cost, at))
        elif step.obstacle:
            met -= state.take_back(together if here else 0)
            spent_up = state.allowance - state.spent <= TOLERANCE
            why: Stop = "allowance_spent" if spent_up else "not_enough_left_for_obstacle"
            return state.stop(_short_of(ground, (p, q), going, step.t0 - standoff, met), why)
        else:
            t = step.t0 + max(left - TOLERANCE, 0.0) / (step.price * long)
            state.spent = state.allowance
            t = _clear_of_obstacles(todo, n, t, behind, standoff)
            ahead = n + 1 < len(todo) and todo[n + 1].obstacle
            end = _short_of(ground, (p, q), going, t, met) if ahead else snap_point(along(p, q, t))
            return state.stop(end, "allowance_spent")
    return None


def _short_of(ground: Ground, leg: tuple[Point, Point], going: Going, t: float, met: int) -> Point:
    """Give the point at t, further back where a leg grazes what rounding would put it across.

    `met` obstacles are behind it.
    """
    p, q = leg
    back, more = 0.0, STANDOFF / distance(p, q)
    while True:
        end = snap_point(along(p, q, max(t - back, 0.0)))
        if back >= t or len(_obstacles(ground, p, end, going)) <= met:
            return end
        back += more
        more *= 2.0


def _clear_of_obstacles(
    todo: Sequence[Step], n: int, t: float, behind: float, standoff: float
) -> float:
    """Move a stopping place off the obstacle just crossed or just ahead."""
    if n + 1 < len(todo) and (todo[n + 1].obstacle or todo[n + 1].barred):
        t = min(t, todo[n + 1].t0 - standoff)
    if behind >= 0.0:
        t = max(t, behind + standoff)
    return min(max(t, 0.0), 1.0)
