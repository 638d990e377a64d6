"""The measured figure's way: what it costs, and whether it is lawful (OP-MOVE)."""

from __future__ import annotations

from itertools import pairwise
from math import inf, sqrt
from typing import TYPE_CHECKING

import msgspec

from banneret.core.book.clauses import Refusal, clause
from banneret.tabletop.ground.terrain import Going, Ground, leg_cost, price
from banneret.tabletop.moving.walking import Walker, is_open
from banneret.tabletop.shapes.measuring import (
    TOLERANCE,
    Point,
    Rect,
)

from ..basics.state import footprint
from ..ground.clearance import too_near, too_near_on_leg
from ..ground.lay import CLIMB, can_stand, free_spot, going, is_slowed, stays_on_road

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..basics.state import Battle, Figure


class Trip(msgspec.Struct, frozen=True):
    """A way gone: its points with the start, its price, its length, what is left of the roll."""

    points: tuple[Point, ...]
    base: Rect
    cost: float
    length: float
    left: float
    climbed: bool


# -- what a way costs


def walker_of(battle: Battle, figure: Figure) -> Walker:
    """A figure on its way, on foot or in the saddle."""
    going_ = going(figure.mounted, battle.options)
    return Walker(battle.ground, going_, lambda points: scale_of(battle, points))


def price_of(battle: Battle, figure: Figure, points: Sequence[Point]) -> float:
    """Price a figure's way as `priced` does, without end if something bars it."""
    return walker_of(battle, figure).cost(points)


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
    return walker_of(battle, figure).follow(points, allowance)


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
