"""The measured figure's way: what it costs, and whether it is lawful (OP-MOVE)."""

from __future__ import annotations

from itertools import pairwise
from math import inf, sqrt
from typing import TYPE_CHECKING

import msgspec

from banneret.core.clauses import Refusal, clause
from banneret.core.geometry import (
    TOLERANCE,
    Point,
    Rect,
    along,
    distance,
)
from banneret.core.terrain import Going, Ground, leg_cost, price, walk
from banneret.rulesets.one_page_skirmish.clearance import too_near, too_near_on_leg
from banneret.rulesets.one_page_skirmish.ground import (
    CLIMB,
    OVER,
    can_stand,
    free_spot,
    going,
    is_slowed,
    stays_on_road,
)
from banneret.rulesets.one_page_skirmish.state import footprint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.pieces import Area, Line
    from banneret.rulesets.one_page_skirmish.state import Battle, Figure


class Trip(msgspec.Struct, frozen=True):
    """A way gone: its points with the start, its price, its length, what is left of the roll."""

    points: tuple[Point, ...]
    base: Rect
    cost: float
    length: float
    left: float
    climbed: bool


# -- what a way costs


def rough(ground: Ground, going_: Going) -> tuple[tuple[float, float, float, float], ...]:
    """The boxes of the pieces that make a leg dearer than its length, listed once for a ground."""
    known = ground.nets.get(("rough", going_.number))
    if isinstance(known, tuple):
        return known
    areas = [
        area
        for area in ground.areas
        if area.kind not in OVER
        and (
            going_.costs.get(area.kind, 1.0) != 1.0
            or area.kind in going_.barred_kinds
            or area.kind in going_.edges
        )
    ]
    lines = [
        line
        for line in ground.lines
        if line.kind in going_.barred_lines or going_.crossing.get(line.kind, 0.0) > 0.0
    ]
    pieces: tuple[Area | Line, ...] = (*areas, *lines)
    made = tuple([(one.x0, one.y0, one.x1, one.y1) for one in pieces])
    ground.nets["rough", going_.number] = made
    return made


def is_open(ground: Ground, going_: Going, p: Point, q: Point) -> bool:
    """Whether no rough piece is near a leg, so that it costs its length."""
    x0, x1 = (p[0], q[0]) if p[0] < q[0] else (q[0], p[0])
    y0, y1 = (p[1], q[1]) if p[1] < q[1] else (q[1], p[1])
    for west, south, east, north in rough(ground, going_):
        if west <= x1 and east >= x0 and south <= y1 and north >= y0:
            return False
    return True


def cost_of(ground: Ground, going_: Going, points: Sequence[Point]) -> float:
    """Price a way, without end if something bars it."""
    total = 0.0
    for i in range(1, len(points)):
        p, q = points[i - 1], points[i]
        total += distance(p, q) if is_open(ground, going_, p, q) else leg_cost(ground, p, q, going_)
    return total


def price_of(battle: Battle, figure: Figure, points: Sequence[Point]) -> float:
    """Price a figure's way as `priced` does, without end if something bars it."""
    going_ = going(figure.mounted, battle.options)
    return cost_of(battle.ground, going_, points) * scale_of(battle, points)


@clause("OP-OPT-04")
def scale_of(battle: Battle, points: Sequence[Point]) -> float:
    """2 where a single inch of woods or water on the way halves the whole roll, else 1."""
    if battle.options.terrain_halving == "whole_move" and is_slowed(battle.ground, tuple(points)):
        return 2.0
    return 1.0


@clause("OP-MOVE-11", "OP-MOVE-13", "OP-SCALE-07")
def follow(
    battle: Battle, figure: Figure, points: Sequence[Point], allowance: float
) -> tuple[tuple[Point, ...], float]:
    """Walk along a way as far as the roll allows: the points passed, and the movement spent."""
    ground, going_ = battle.ground, going(figure.mounted, battle.options)
    scale = scale_of(battle, points)
    if cost_of(ground, going_, points) * scale <= allowance + TOLERANCE:
        return tuple(points), cost_of(ground, going_, points) * scale
    walked = walk(ground, points, going_, allowance / scale)
    return walked.path, walked.spent * scale


def first_inches(points: tuple[Point, ...], most: float) -> tuple[Point, ...]:
    """The beginning of a way, so many inches of it."""
    kept = [points[0]]
    for i in range(1, len(points)):
        far = distance(points[i - 1], points[i])
        if far >= most and far > 0.0:
            return (*kept, along(points[i - 1], points[i], most / far))
        kept.append(points[i])
        most -= far
    return tuple(kept)


# -- whether it is lawful


@clause("OP-MOVE-08", "OP-MOVE-06", "OP-MOVE-16")
def examine(
    battle: Battle,
    figure: Figure,
    points: tuple[Point, ...],
    facing: float,
    allowance: float,
    *,
    road: bool = False,
) -> Trip | Refusal:
    """Check a plain way, its start included, against roll, ground and enemies."""
    trip = priced(battle, figure, points, facing, allowance)
    if isinstance(trip, Refusal):
        return trip
    if road and not stays_on_road(battle.ground, points):
        return Refusal("the road was claimed: the whole way must stay on it", "OP-MOVE-06")
    for i in range(1, len(points)):
        foe = too_near_on_leg(battle, figure, points[i - 1], points[i])
        if foe is not None:
            return Refusal(f"the way comes within 1 inch of {foe.profile.name}", "OP-MOVE-16")
    if trip.length == 0.0 and facing == figure.base.facing:
        return trip
    foe = too_near(battle, figure, trip.base)
    if foe is not None:
        return Refusal(f"nobody ends within 1 inch of {foe.profile.name}", "OP-MOVE-16")
    return cannot_end(battle, figure, trip.base) or trip


@clause("OP-MOVE-16", "OP-TERR-07", "OP-TERR-09")
def cannot_end(battle: Battle, figure: Figure, base: Rect) -> Refusal | None:
    """Say why a figure cannot come to stand there: ground that bears nobody, another base."""
    no = can_stand(battle, base, figure.mounted)
    if no is not None:
        return no
    if not free_spot(battle, base, (figure.id,), figure.side):
        return Refusal("nobody ends on another base", "OP-MOVE-16")
    return None


@clause("OP-MOVE-08", "OP-MOVE-12", "OP-MOVE-13", "OP-TERR-07")
def priced(
    battle: Battle, figure: Figure, points: tuple[Point, ...], facing: float, allowance: float
) -> Trip | Refusal:
    """Price a way and compare it with the roll."""
    trip = trip_within(battle, figure, points, facing, allowance)
    if trip is not None:
        return trip
    going_ = going(figure.mounted, battle.options)
    return _too_dear(battle.ground, going_, points, price_of(battle, figure, points), allowance)


def trip_within(
    battle: Battle,
    figure: Figure,
    points: tuple[Point, ...],
    facing: float,
    allowance: float,
    *,
    most: float = inf,
) -> Trip | None:
    """The way with its price, or None if the roll is not enough for it or it costs too much."""
    ground, going_ = battle.ground, going(figure.mounted, battle.options)
    length = cost = 0.0
    p = points[0]
    for q in points[1:]:
        dx, dy = q[0] - p[0], q[1] - p[1]
        far = sqrt(dx * dx + dy * dy)
        length += far
        cost += far if is_open(ground, going_, p, q) else leg_cost(ground, p, q, going_)
        p = q
    scale = scale_of(battle, points)
    if cost * scale > min(allowance, most) + TOLERANCE:
        return None
    climbed = cost > length + CLIMB - TOLERANCE and any_climb(ground, going_, points)
    left = max(allowance / scale - cost, 0.0)
    base = footprint(figure.mounted, p[0], p[1], facing)
    return Trip(points, base, cost * scale, length, left, climbed)


def any_climb(ground: Ground, going_: Going, points: Sequence[Point]) -> bool:
    """Whether a way crosses an obstacle or an outline at a price."""
    for p, q in pairwise(points):
        for _, line in ground.crossings(p, q):
            if going_.crossing.get(line.kind, 0.0) > 0.0:
                return True
        for _, area in ground.outline_crossings(p, q, going_.edges) if going_.edges else ():
            if going_.outlines.get(area.kind, 0.0) > 0.0:
                return True
    return False


def _too_dear(
    ground: Ground, going_: Going, points: Sequence[Point], cost: float, allowance: float
) -> Refusal:
    if cost < inf:
        clauses = "OP-MOVE-13" if any_climb(ground, going_, points) else "OP-MOVE-08"
        return Refusal(f"the way costs {cost:.1f} inches, {allowance:g} are allowed", clauses)
    barred = price(ground, points, going_).blocked_by
    kind = barred.kind if barred is not None else "something"
    name = kind.replace("_", " ")
    if kind in ("deep_water", "impassable", "impassable_tall"):
        return Refusal(f"nobody enters {name}", "OP-TERR-09")
    if kind == "building":
        return Refusal("a horse does not go into a building", "OP-MOVE-25")
    return Refusal(f"a horse cannot cross a {name}", "OP-MOVE-12")
