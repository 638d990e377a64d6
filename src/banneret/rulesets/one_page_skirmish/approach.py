"""Ways that end in contact: who can be reached, by which way, at what price (OP-CHARGE)."""

from __future__ import annotations

from math import inf, sqrt
from typing import TYPE_CHECKING, Final

from banneret.core.clauses import Refusal, clause
from banneret.core.geometry import (
    TOLERANCE,
    Point,
    Rect,
    bearing,
    distance,
    distance_point_segment,
    first_contact,
    gap,
    snap,
    snap_point,
)
from banneret.core.paths import round_base
from banneret.rulesets.one_page_skirmish.clearance import (
    foes,
    gap_at_start,
    touched_on_leg,
    touching_nobody,
)
from banneret.rulesets.one_page_skirmish.landing import contact_refusal, stages
from banneret.rulesets.one_page_skirmish.routes import route
from banneret.rulesets.one_page_skirmish.state import (
    standing,
)
from banneret.rulesets.one_page_skirmish.ways import Trip, priced, trip_within

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.rulesets.one_page_skirmish.state import Battle, Figure, Unit

_DETOURS: Final = 16  # enemies gone round
_BESIDE_INCHES: Final = 9.0
_CORNER: Final = 1.0  # inches by which a corner may be nearer than a place flush against it
_TRIES: Final = 3
_UNLIMITED: Final = 1e6


@clause("OP-CHARGE-11", "OP-CHARGE-17")
def contact_trip(
    battle: Battle,
    figure: Figure,
    points: tuple[Point, ...],
    facing: float,
    units: frozenset[int],
) -> Trip | Refusal:
    """Price a way to contact, its start included, or say why it is none."""
    if len(points) < 2:
        return Refusal("the way does not end in contact with the target", "OP-CHARGE-12")
    width, height = battle.ground.width, battle.ground.height
    if any(not (0.0 <= x <= width and 0.0 <= y <= height) for x, y in points):
        return Refusal("the way leaves the table", "OP-MOVE-24")
    trip = priced(battle, figure, points, facing, _UNLIMITED)
    if isinstance(trip, Refusal):
        return trip
    for i in range(1, len(points) - 1):
        foe = touched_on_leg(battle, figure, points[i - 1], points[i])
        if foe is not None:
            return Refusal(f"the way runs into {foe.profile.name}", "OP-CHARGE-17")
    foe = _in_the_way(battle, figure, points[-2], points[-1], facing)
    if foe is not None:
        return Refusal(f"the way runs into {foe.profile.name}", "OP-CHARGE-17")
    return contact_refusal(battle, figure, trip.base, units) or trip


def _in_the_way(battle: Battle, figure: Figure, p: Point, q: Point, facing: float) -> Figure | None:
    """The enemy the last leg runs into before its end, whichever of two ways the base faces.

    To graze one within the tolerance is to pass him: the base is tried a hair smaller all round.
    """
    dx, dy = q[0] - p[0], q[1] - p[1]
    long = sqrt(dx * dx + dy * dy)
    if long <= 2.0 * TOLERANCE:
        return None
    others = _near_lane(foes(battle, figure.side), p, q, long, figure.base.radius)
    bases = [foe.base for foe in others]
    hair = 2.0 * TOLERANCE
    found: Figure | None = None
    for turn in (bearing(p, q), facing):
        rect = Rect(p[0], p[1], turn, figure.base.width - hair, figure.base.depth - hair)
        part, hit = first_contact(rect, dx, dy, bases)
        if hit is None or part * long >= long - 3.0 * TOLERANCE:
            return None
        found = others[hit]
    return found


# -- finding a way


def close_in(
    battle: Battle,
    figure: Figure,
    before: tuple[Point, ...],
    foe: Figure,
    units: frozenset[int],
    *,
    limit: float = _UNLIMITED,
) -> Trip | None:
    """From the last of some way-points straight at an enemy until the bases touch."""
    p = before[-1]
    there = foe.base
    dx, dy = there.x - p[0], there.y - p[1]
    long = sqrt(dx * dx + dy * dy)
    if long <= TOLERANCE:
        return None
    base = figure.base
    near = _near_lane(foes(battle, figure.side), p, (there.x, there.y), long, base.radius)
    others = [other.base for other in near]
    facing = snap(bearing(p, (there.x, there.y))) % 360.0
    ahead = Rect(p[0], p[1], facing, base.width, base.depth)
    if (
        len(before) == 1
        and gap_at_start(battle, figure)
        and any(gap(ahead, other) <= TOLERANCE for other in others)
    ):
        ahead, facing = base, base.facing
    part, hit = first_contact(ahead, dx, dy, others)
    if hit is None:
        return None
    points = (*before, snap_point((p[0] + dx * part, p[1] + dy * part)))
    trip = trip_within(battle, figure, points, facing, _UNLIMITED)
    if trip is None or trip.cost > limit + TOLERANCE:
        return None
    return trip if contact_refusal(battle, figure, trip.base, units) is None else None


def rush(battle: Battle, figure: Figure, foe: Figure, limit: float) -> Trip | None:
    """Straight at an enemy from where the figure stands, worked out once."""
    known = battle.memo.known
    key = ("rush", figure.id, foe.id, limit)
    if key not in known:
        here = (figure.base.x, figure.base.y)
        units = frozenset((foe.unit,))
        known[key] = close_in(battle, figure, (here,), foe, units, limit=limit)
    found: Trip | None = known[key]
    return found


def _near_lane(
    others: Sequence[Figure], p: Point, q: Point, long: float, radius: float
) -> list[Figure]:
    """Those whose bases a lane might touch."""
    ux, uy = (q[0] - p[0]) / long, (q[1] - p[1]) / long
    found: list[Figure] = []
    for other in others:
        there = other.base
        ox, oy = there.x - p[0], there.y - p[1]
        reach = radius + there.radius
        t = ox * ux + oy * uy
        if -reach <= t <= long + reach and abs(ox * uy - oy * ux) <= reach:
            found.append(other)
    return found


@clause("OP-CHARGE-02")
def way_to_contact(battle: Battle, figure: Figure, target: Unit, limit: float = inf) -> Trip | None:
    """The cheapest way found to contact with an unstunned figure of a unit, within a price."""
    known = battle.memo.known
    key = ("contact", figure.id, target.id, limit)
    if key in known:
        found: Trip | None = known[key]
        return found
    made = known[key] = _find_way(battle, figure, target, limit)
    return made


@clause("OP-CHARGE-02")
def can_contact(battle: Battle, figure: Figure, target: Unit, limit: float = inf) -> bool:
    """Whether there is a way to contact within a price; which is the cheapest is not looked for."""
    return (
        straight_to_contact(battle, figure, target, limit) is not None
        or way_to_contact(battle, figure, target, limit) is not None
    )


def straight_to_contact(battle: Battle, figure: Figure, target: Unit, limit: float) -> Trip | None:
    """A straight way within the price, not always the cheapest; much sooner known."""
    for _, _, foe in _by_distance(battle, figure, target, limit):
        trip = rush(battle, figure, foe, limit)
        if trip is not None:
            return trip
    return None


def _by_distance(
    battle: Battle, figure: Figure, target: Unit, limit: float
) -> list[tuple[float, int, Figure]]:
    """The target's unstunned figures that might be within a price, the nearest first."""
    base = figure.base
    here, radius = (base.x, base.y), base.radius
    near = [
        (far, foe.id, foe)
        for foe in standing(battle, target)
        if foe.stun < 0
        and (far := distance(here, (foe.base.x, foe.base.y)) - foe.base.radius - radius) <= limit
    ]
    near.sort()
    return near


def _find_way(battle: Battle, figure: Figure, target: Unit, limit: float) -> Trip | None:
    """Straight at each of them, the nearest first; round about only where no straight way will do.

    Over open ground the straight way is the cheapest; elsewhere it is the one to beat.
    """
    near = _by_distance(battle, figure, target, limit)
    units = frozenset((target.id,))
    best: Trip | None = None
    for far, _, foe in near:
        if best is not None and far >= best.cost:
            break
        trip = rush(battle, figure, foe, limit)
        if trip is not None and (best is None or trip.cost < best.cost):
            best = trip
    if best is not None:
        return best
    if not near:
        return None
    return _round_about(battle, figure, [foe for _, _, foe in near], units, limit)


def cheaper_way(battle: Battle, figure: Figure, target: Unit) -> Trip | None:
    """A way round about that costs less than the straight one, if there is one."""
    straight = way_to_contact(battle, figure, target)
    if straight is None or straight.cost <= straight.length + TOLERANCE:
        return None
    near = _by_distance(battle, figure, target, straight.cost)
    units = frozenset((target.id,))
    found = _round_about(battle, figure, [foe for _, _, foe in near], units, straight.cost)
    return found if found is not None and found.cost < straight.cost else None


def _round_about(
    battle: Battle,
    figure: Figure,
    enemies: Sequence[Figure],
    units: frozenset[int],
    limit: float,
) -> Trip | None:
    """A way round obstacles and other enemies to a place flush against one of some enemies."""
    starts = stages(battle, figure, enemies, units, limit + _CORNER)
    clear = touching_nobody(battle, figure)
    around = _round_foes(battle, figure, enemies[0])
    for _ in range(_TRIES):
        if not starts:
            return None
        found = route(
            battle, figure, [*starts], clear=clear, limit=limit + _CORNER, detours=lambda: around
        )
        if found is None:
            return None
        foe, place = starts.pop(found.points[-1])
        trip = _from_stage(battle, figure, found.points, foe, place, units=units, limit=limit)
        if trip is not None:
            return trip
    return None


def _from_stage(
    battle: Battle,
    figure: Figure,
    points: tuple[Point, ...],
    foe: Figure,
    place: Rect,
    *,
    units: frozenset[int],
    limit: float,
) -> Trip | None:
    """The last step: past the stage if that is lawful, from the stage, or at the foe's corner."""
    way = tuple([snap_point(p) for p in points])
    ends = [((*before, (place.x, place.y)), place.facing) for before in (way[:-1], way)]
    corner = close_in(battle, figure, way[:-1], foe, units, limit=limit) if len(way) > 1 else None
    if corner is not None:
        ends.append((corner.points, corner.base.facing))
    for named, facing in ends:
        trip = contact_trip(battle, figure, named, facing, units)
        if not isinstance(trip, Refusal) and trip.cost <= limit + TOLERANCE:
            return trip
    return None


def _round_foes(battle: Battle, figure: Figure, towards: Figure) -> list[Point]:
    """Way-points round the enemies that stand nearest to the straight way, on the stored grid."""
    here, there = (figure.base.x, figure.base.y), (towards.base.x, towards.base.y)
    beside = sorted(
        (distance_point_segment((foe.base.x, foe.base.y), here, there), foe.id, foe)
        for foe in foes(battle, figure.side)
    )
    width, height = battle.ground.width, battle.ground.height
    around = [
        snap_point((x, y))
        for far, _, foe in beside[:_DETOURS]
        if far < _BESIDE_INCHES
        for x, y in round_base(foe.base, figure.base.radius + 0.02)
        if 0.0 <= x <= width and 0.0 <= y <= height
    ]
    return _off_everybody(battle, figure, around) if around else around


def _off_everybody(battle: Battle, figure: Figure, points: list[Point]) -> list[Point]:
    """Those of some points where the base would lie on no enemy, whichever way it faces."""
    half = figure.base.hw
    marks = [
        (foe.base.x, foe.base.y, (half + foe.base.inner) ** 2) for foe in foes(battle, figure.side)
    ]
    kept: list[Point] = []
    for p in points:
        px, py = p
        for x, y, sure in marks:
            if (x - px) * (x - px) + (y - py) * (y - py) < sure:
                break
        else:
            kept.append(p)
    return kept
