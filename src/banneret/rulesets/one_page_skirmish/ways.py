"""The measured figure's way: what it costs, and whether it is lawful (OP-MOVE)."""

from __future__ import annotations

from itertools import pairwise
from math import cos, inf, radians, sin, sqrt
from typing import TYPE_CHECKING, Final

import msgspec

from banneret.core.clauses import Refusal, clause
from banneret.core.geometry import (
    TOLERANCE,
    Point,
    Rect,
    along,
    bearing,
    distance,
    first_contact,
    snap,
    snap_point,
)
from banneret.core.nets import nearest_goal
from banneret.core.paths import Route, cheapest
from banneret.core.terrain import Going, Ground, leg_cost, price, walk
from banneret.rulesets.one_page_skirmish.clearance import foes, too_near, too_near_on_leg
from banneret.rulesets.one_page_skirmish.ground import (
    CLIMB,
    FOOT_WHOLE,
    HORSE_WHOLE,
    KEEP_OFF,
    OVER,
    SLOW,
    can_stand,
    free_spot,
    going,
    is_slowed,
    stays_on_road,
)
from banneret.rulesets.one_page_skirmish.state import footprint

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.core.pieces import Area, Line
    from banneret.rulesets.one_page_skirmish.state import Battle, Figure

_BACK_OFF: Final = (0.0, 0.75, 1.5, 2.5)


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
    battle: Battle, figure: Figure, points: tuple[Point, ...], facing: float, allowance: float
) -> Trip | None:
    """The way with its price, or None if the roll is not enough for it."""
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
    if cost * scale > allowance + TOLERANCE:
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
        return Refusal(f"the way costs {cost:.1f} inches of {allowance:g}", clauses)
    barred = price(ground, points, going_).blocked_by
    kind = barred.kind if barred is not None else "something"
    name = kind.replace("_", " ")
    if kind in ("deep_water", "impassable", "impassable_tall"):
        return Refusal(f"nobody enters {name}", "OP-TERR-09")
    if kind == "building":
        return Refusal("a horse does not go into a building", "OP-MOVE-25")
    return Refusal(f"a horse cannot cross a {name}", "OP-MOVE-12")


# -- straight ahead


def straight(
    battle: Battle, figure: Figure, towards: Point, allowance: float
) -> tuple[Point, float] | None:
    """The furthest stop towards a point within the roll, likely to be lawful, and its facing.

    Nobody is overtaken at less than 1 inch; friends may be passed but not stood on.
    """
    base = figure.base
    p = (base.x, base.y)
    dx, dy = towards[0] - p[0], towards[1] - p[1]
    long = sqrt(dx * dx + dy * dy)
    far = min(long, allowance)
    if far < 0.05:
        return None
    ux, uy = dx / long, dy / long
    facing = snap(bearing(p, towards)) % 360.0
    ahead = Rect(p[0], p[1], facing, base.width, base.depth)
    far = min(far, to_edge(battle.ground, ahead, ux, uy, far))
    far = _on_the_ground(battle, figure, (ux, uy), far, allowance)
    far = _short_of_foes(battle, figure, ahead, (ux, uy), far)
    for less in _BACK_OFF:
        if far - less < 0.05:
            return None
        end = snap_point((p[0] + ux * (far - less), p[1] + uy * (far - less)))
        there = Rect(end[0], end[1], facing, base.width, base.depth)
        if free_spot(battle, there, (figure.id,), figure.side):
            return end, facing
    return None


def carried(battle: Battle, figure: Figure, facing: float, allowance: float) -> Point:
    """How far ground, table and enemies let a figure go one way, whoever of its side is there."""
    base = figure.base
    ux, uy = sin(radians(facing)), cos(radians(facing))
    ahead = Rect(base.x, base.y, snap(facing) % 360.0, base.width, base.depth)
    far = min(allowance, to_edge(battle.ground, ahead, ux, uy, allowance))
    far = _on_the_ground(battle, figure, (ux, uy), far, allowance)
    far = _short_of_foes(battle, figure, ahead, (ux, uy), far)
    return snap_point((base.x + ux * far, base.y + uy * far))


def to_edge(ground: Ground, base: Rect, ux: float, uy: float, inches: float) -> float:
    """How far a base can slide and still lie wholly on the table."""
    far = inches
    if ux > 1e-9:
        far = min(far, (ground.width - base.x1) / ux)
    elif ux < -1e-9:
        far = min(far, -base.x0 / ux)
    if uy > 1e-9:
        far = min(far, (ground.height - base.y1) / uy)
    elif uy < -1e-9:
        far = min(far, -base.y0 / uy)
    return max(far, 0.0)


def _on_the_ground(battle: Battle, figure: Figure, u: Point, far: float, allowance: float) -> float:
    """How far the ground lets a figure go straight ahead."""
    p = (figure.base.x, figure.base.y)
    q = (p[0] + u[0] * far, p[1] + u[1] * far)
    ground, going_ = battle.ground, going(figure.mounted, battle.options)
    scale = scale_of(battle, (p, q))
    if scale == 1.0 and is_open(ground, going_, p, q):
        return far
    return max(walk(ground, (p, q), going_, allowance / scale).length - TOLERANCE, 0.0)


def _short_of_foes(battle: Battle, figure: Figure, ahead: Rect, u: Point, far: float) -> float:
    """How far it is before the first enemy comes within 1 inch."""
    ux, uy = u
    grown: list[Rect] = []
    around = far * 0.5 + ahead.radius + KEEP_OFF
    mx, my = ahead.x + ux * far * 0.5, ahead.y + uy * far * 0.5
    for foe in foes(battle, figure.side):
        there = foe.base
        ox, oy = there.x - mx, there.y - my
        reach = around + there.radius
        if ox * ox + oy * oy >= reach * reach:
            continue
        across = ox * uy - oy * ux
        if abs(across) < ahead.hw + KEEP_OFF + there.radius:
            twice = 2.0 * KEEP_OFF
            grown.append(
                Rect(there.x, there.y, there.facing, there.width + twice, there.depth + twice)
            )
    if not grown:
        return far
    part, hit = first_contact(ahead, ux * far, uy * far, grown)
    return far if hit is None else max(far * part - 2.0 * TOLERANCE, 0.0)


# -- round about


def route(
    battle: Battle,
    figure: Figure,
    goals: Sequence[Point],
    *,
    clear: Callable[[Point, Point], bool] | None = None,
    limit: float = inf,
    detours: Callable[[], Sequence[Point]] = tuple,
) -> Route | None:
    """The cheapest way from a figure to one of some points, straight if it can be."""
    ground, going_ = battle.ground, going(figure.mounted, battle.options)
    here = (figure.base.x, figure.base.y)
    if battle.options.terrain_halving == "whole_move":
        return _route_halved(battle, figure, goals, clear=clear, limit=limit, detours=detours)
    which, far = nearest_goal(here, goals)
    goal = goals[which]
    if is_open(ground, going_, here, goal) and (clear is None or clear(here, goal)):
        return Route((here, goal), far, which) if far <= limit + TOLERANCE else None
    return cheapest(ground, going_, here, goals, detours=detours(), clear=clear, limit=limit)


def straight_route(
    battle: Battle,
    figure: Figure,
    goals: Sequence[Point],
    clear: Callable[[Point, Point], bool] | None = None,
    limit: float = inf,
) -> Route | None:
    """The cheapest of the straight ways to some points."""
    ground, going_ = battle.ground, going(figure.mounted, battle.options)
    here = (figure.base.x, figure.base.y)
    ranked = sorted((distance(here, p), n) for n, p in enumerate(goals))
    best: Route | None = None
    for far, n in ranked:
        if far > limit or (best is not None and far >= best.cost):
            break
        way = (here, goals[n])
        cost = cost_of(ground, going_, way) * scale_of(battle, way)
        if cost < min(limit + TOLERANCE, inf if best is None else best.cost) and (
            clear is None or clear(*way)
        ):
            best = Route(way, cost, n)
    return best


@clause("OP-OPT-04")
def _route_halved(
    battle: Battle,
    figure: Figure,
    goals: Sequence[Point],
    *,
    clear: Callable[[Point, Point], bool] | None,
    limit: float,
    detours: Callable[[], Sequence[Point]],
) -> Route | None:
    """The cheaper of a way that keeps out of woods and water and of one that pays double."""
    ground, here = battle.ground, (figure.base.x, figure.base.y)
    around = detours()
    dry = cheapest(
        ground, DRY[figure.mounted], here, goals, detours=around, clear=clear, limit=limit
    )
    most = dry.cost if dry is not None else limit
    going_ = going(figure.mounted, battle.options)
    wet = cheapest(ground, going_, here, goals, detours=around, clear=clear, limit=most)
    if wet is None:
        return dry
    cost = wet.cost * scale_of(battle, wet.points)
    if dry is not None and dry.cost <= cost:
        return dry
    return Route(wet.points, cost, wet.goal) if cost <= limit + TOLERANCE else None


def _dry(price_list: Going) -> Going:
    return Going(
        price_list.costs,
        price_list.crossing,
        (*price_list.barred_kinds, *SLOW),
        price_list.barred_lines,
        outlines=price_list.outlines,
        barred_outlines=price_list.barred_outlines,
    )


DRY: Final = {False: _dry(FOOT_WHOLE), True: _dry(HORSE_WHOLE)}
