"""Ways that end in contact: who can be reached, by which way, at what price (OP-CHARGE)."""

from __future__ import annotations

from itertools import islice
from math import dist, inf, sqrt
from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import Refusal, clause
from banneret.tabletop.ground.nets import net_of
from banneret.tabletop.ground.paths import round_base
from banneret.tabletop.ground.search import Whereabouts
from banneret.tabletop.shapes.measuring import (
    TOLERANCE,
    Point,
    Rect,
    bearing,
    distance,
    distance_point_segment,
    first_contact,
    snap,
    snap_point,
    touches,
)

from ...basics.state import MOST_RADIUS, standing
from ...ground.clearance import Lanes, foes, gap_at_start, in_box, touched_on_leg
from ...ground.lay import KEEP_OFF, going
from ...movement.routes import ways_about
from ...movement.ways import Trip, priced, trip_within
from .landing import contact_refusal, stage_reach, stages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ...basics.state import Battle, Figure, Unit

_DETOURS: Final = 16  # enemies gone round
_BESIDE_INCHES: Final = 9.0
_CORNER: Final = 1.0  # inches by which a corner may be nearer than a place flush against it
_TRIES: Final = 3
_CLEARANCE: Final = 0.02  # by which a base that turns as it likes clears the enemy it goes round
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
    others = [there, *[other.base for other in near if other is not foe]]
    facing = snap(bearing(p, (there.x, there.y))) % 360.0
    ahead = Rect(p[0], p[1], facing, base.width, base.depth)
    if (
        len(before) == 1
        and gap_at_start(battle, figure)
        and any(touches(ahead, other) for other in others)
    ):
        ahead, facing = base, base.facing
    part, hit = first_contact(ahead, dx, dy, others)
    if hit is None:
        return None
    points = (*before, snap_point((p[0] + dx * part, p[1] + dy * part)))
    trip = trip_within(battle, figure, points, facing, _UNLIMITED, most=limit)
    if trip is None:
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
    for other in in_box(others, p, q, radius + MOST_RADIUS):
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
    return near if _may_pay(battle, figure, near, limit) else []


def _may_pay(
    battle: Battle, figure: Figure, near: Sequence[tuple[float, int, Figure]], limit: float
) -> bool:
    """Whether walls and rivers leave any way to touch one of them within a price."""
    net = net_of(battle.ground, going(figure.mounted, battle.options))
    here = (figure.base.x, figure.base.y)
    own = net.inside(here)
    for far, _, foe in near:
        there = (foe.base.x, foe.base.y)
        touching = figure.base.radius + foe.base.radius + KEEP_OFF + TOLERANCE
        between = own ^ net.inside(there)
        if between:  # unless he can be touched from this side of them
            between &= net.far_from(there, touching)
        least = max(far - KEEP_OFF, net.round_about(here, there, touching))
        if least + net.tolls[between] <= limit + TOLERANCE:
            return True
    return False


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
    most = limit + _CORNER
    landings: dict[Point, tuple[Figure, Rect]] = {}

    def look_at(foe: Figure) -> Callable[[], Iterable[Point]]:
        def look() -> Iterable[Point]:
            found = stages(battle, figure, foe, most)
            landings.update(found)
            return found

        return look

    about = [
        Whereabouts(foe.base.x, foe.base.y, stage_reach(figure, foe), look_at(foe))
        for foe in enemies
    ]
    others = _in_reach(battle, figure, about, most)
    ways = ways_about(
        battle,
        figure,
        about,
        clear=Lanes(figure.base, [foe for foe in others if foe is not None], 0.0).is_clear,
        limit=most,
        detours=lambda: _round_foes(battle, figure, others, enemies[0].base),
    )
    for way in islice(ways, _TRIES):
        foe, place = landings[way.points[-1]]
        trip = _from_stage(battle, figure, way.points, foe, place, units=units, limit=limit)
        if trip is not None:
            return trip
    return None


def _in_reach(
    battle: Battle, figure: Figure, towards: Sequence[Whereabouts], most: float
) -> list[Rect | None]:
    """Every enemy's base, None for those with whom no way within the price has to do."""
    here, radius = (figure.base.x, figure.base.y), figure.base.radius
    aims = [((one.x, one.y), one.reach) for one in towards]
    found: list[Rect | None] = []
    for foe in foes(battle, figure.side):
        base = foe.base
        there = (base.x, base.y)
        off = base.radius + 1.09 * (radius + _CLEARANCE) + 0.01
        rest = min([dist(there, aim) - reach for aim, reach in aims])
        found.append(base if dist(here, there) + rest - 2.0 * off <= most else None)
    return found


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
    for before in (way[:-1], way):
        named = (*before, (place.x, place.y))
        trip = contact_trip(battle, figure, named, place.facing, units)
        if not isinstance(trip, Refusal) and trip.cost <= limit + TOLERANCE:
            return trip
    corner = close_in(battle, figure, way[:-1], foe, units, limit=limit)
    if corner is None:
        return None
    trip = contact_trip(battle, figure, corner.points, corner.base.facing, units)
    return None if isinstance(trip, Refusal) else trip


def _round_foes(
    battle: Battle, figure: Figure, others: Sequence[Rect | None], aim: Rect
) -> list[Point]:
    """Way-points round the enemies that stand nearest to the straight way, on the stored grid.

    Left out are those where the base would lie on an enemy whichever way it faces.
    """
    base = figure.base
    here, there = (base.x, base.y), (aim.x, aim.y)
    beside = sorted(
        [
            (distance_point_segment((foe.base.x, foe.base.y), here, there), n)
            for n, foe in enumerate(foes(battle, figure.side))
        ]
    )
    width, height = battle.ground.width, battle.ground.height
    margin = base.radius + _CLEARANCE
    marks = _cores(figure, [other for other in others if other is not None])
    found: list[Point] = []
    for far, n in beside[:_DETOURS]:
        foe = others[n]
        if far >= _BESIDE_INCHES:
            break
        if foe is not None:
            x, y, span = foe.x, foe.y, margin + 3.0 * MOST_RADIUS
            near = [
                mark for mark in marks if -span < mark[0] - x < span and -span < mark[1] - y < span
            ]
            found += [
                snap_point(p)
                for p in round_base(foe, margin)
                if 0.0 <= p[0] <= width and 0.0 <= p[1] <= height and not _is_on(p, near)
            ]
    return found


def _cores(figure: Figure, others: Sequence[Rect]) -> list[tuple[float, float, float]]:
    """Where the figure would lie on somebody whichever way it faces: middles, squared radii."""
    half = figure.base.hw
    return [(other.x, other.y, (half + other.inner) ** 2) for other in others]


def _is_on(p: Point, marks: Sequence[tuple[float, float, float]]) -> bool:
    """Whether a point is so near to one of some enemies that the base would lie on him."""
    px, py = p
    for x, y, sure in marks:
        if (x - px) * (x - px) + (y - py) * (y - py) < sure:
            return True
    return False
