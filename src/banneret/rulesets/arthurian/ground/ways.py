"""Moves: what a way may pass, where it stops, what it costs, and who ends in contact."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from banneret.core.book.clauses import Refusal, clause
from banneret.tabletop.shapes.discs import Round, Route, Walker, circle_chord, straight_end

from ..basics.state import TABLE
from ..basics.who import CONTACT, enemies
from ..setup.lists import patches, solids
from .allowance import Allowance, allowance
from .sight import cover_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..basics.state import Battle, Model

Point = tuple[float, float]
FLUSH = 0.02  # inches: where a move into contact is set down
TIE = 0.005  # inches of allowance that rounding may take
SHORT_OF = 0.1  # AR-EVENT-13
OVERLAP = 0.01


class Trip(NamedTuple):
    """A move that is allowed: its way, its price, whom it touches, whether it leaves the table."""

    points: tuple[Point, ...]
    price: float
    touches: tuple[int, ...] = ()
    straight: float = 0.0
    leaves: str = ""  # by which edge

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.points[-1]


class Terms(NamedTuple):
    """What a move must keep besides: no contact at its end (by which clause), or cover there."""

    no_contact: str = ""
    into_cover: bool = False
    must_leave: bool = False  # AR-BREAK-05: contact with all enemies


FREELY = Terms()


def rounded(p: Point) -> Point:
    """A place as it is stored: to a thousandth of an inch."""
    return round(p[0], 3) + 0.0, round(p[1], 3) + 0.0


@clause("AR-MOVE-01", "AR-MOVE-06", "AR-POISON-13", "AR-WOUND-15")
def allowance_of(model: Model, band: str = "") -> Allowance:
    """One move action of a model: the mounted band, or on foot its own; poison lowers either."""
    profile = model.profile
    if not band:
        band = profile.move
        if profile.mounted and not model.mounted:
            band = profile.move_on_foot or profile.move
    return allowance(band, model.poison.move, model.base)


def walker(battle: Battle, model: Model) -> Walker:
    """A model's base among what it may not pass: impassable ground and enemies (AR-MOVE-05)."""
    key, scenario = battle.scenario.id, battle.scenario
    foes = [Round(one.x, one.y, one.radius) for one in enemies(battle, model.side)]
    return Walker(model.radius, [*solids(key), *foes], patches(key), scenario.width, scenario.depth)


@clause("AR-MOVE-07", "AR-SCEN-02")
def exits(battle: Battle, model: Model) -> tuple[str, ...]:
    """The edges a model may leave by: its own; the lady in the wood may leave by any."""
    own = "south" if model.side == "a" else "north"
    if battle.scenario.id == "ambush_in_the_wood" and model.is_a("lady"):
        return ("north", "south", "west", "east")
    return (own,)


def edge_crossed(battle: Battle, p: Point) -> str:
    """Over which edge a point lies, or nothing."""
    if p[1] < 0:
        return "south"
    if p[1] > battle.scenario.depth:
        return "north"
    if p[0] < 0:
        return "west"
    return "east" if p[0] > battle.scenario.width else ""


def _onto_edge(battle: Battle, p: Point, q: Point) -> Point:
    """Where a leg crosses the edge of the table."""
    wide, deep = battle.scenario.width, battle.scenario.depth
    parts = []
    for start, end, low, high in ((p[0], q[0], 0.0, wide), (p[1], q[1], 0.0, deep)):
        if end < low and start > end:
            parts.append((start - low) / (start - end))
        elif end > high and end > start:
            parts.append((high - start) / (end - start))
    t = max(0.0, min(parts, default=1.0))
    return p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t


def _met(model: Model, p: Point, q: Point, apart: Sequence[Model]) -> tuple[float, Model] | None:
    """Where a leg first comes into contact with an enemy it did not touch before."""
    found: tuple[float, Model] | None = None
    for one in apart:
        chord = circle_chord(p, q, one.x, one.y, one.radius + model.radius + FLUSH)
        if chord is not None and (found is None or chord[0] < found[0]):
            found = chord[0], one
    return found


@clause("AR-MOVE-05", "AR-MOVE-03", "AR-SCALE-06")
def check_move(
    battle: Battle,
    model: Model,
    points: Sequence[Point],
    inches: float,
    terms: Terms = FREELY,
    *,
    legs: Walker | None = None,
) -> Trip | Refusal:
    """Follow a way: it stops where it touches an enemy, and must be paid for."""
    if not points:
        return Refusal("a move goes somewhere", "AR-MOVE-05")
    legs = legs or walker(battle, model)
    apart = [one for one in enemies(battle, model.side) if _gap_at(model.at, model, one) > CONTACT]
    went, price, leaves = [model.at], 0.0, ""
    for at in range(len(points)):
        leg = _leg(battle, model, apart, went[-1], points[at:])
        if isinstance(leg, Refusal):
            return leg
        there, leaves, stops = leg
        no = _barred(legs, went[-1], there)
        if no is not None:
            return no
        price += legs.cost(went[-1], there)
        went.append(there)
        if stops:
            break
    if price > inches + TIE:
        return Refusal(f"that is {price:.1f} inches, he has {inches:.1f}", "AR-MOVE-03")
    return _arrived(battle, model, went, (price, leaves), terms)


@clause("AR-MOVE-05", "AR-MOVE-07")
def _leg(
    battle: Battle, model: Model, apart: Sequence[Model], here: Point, rest: Sequence[Point]
) -> tuple[Point, str, bool] | Refusal:
    """Where a leg ends, over which edge, and whether the move stops there."""
    there, leaves = rest[0], edge_crossed(battle, rest[0])
    if leaves:
        if leaves not in exits(battle, model) or len(rest) > 1:
            return Refusal("he may leave the table by his own edge only", "AR-MOVE-07")
        there = _onto_edge(battle, here, there)
    met = _met(model, here, there, apart)
    if met is None:
        return there, leaves, bool(leaves)
    t, foe = met
    stop = (here[0] + (there[0] - here[0]) * t, here[1] + (there[1] - here[1]) * t)
    if _beyond(stop, [there, *rest[1:]]) > foe.base + model.base:
        return Refusal(f"the way runs through {foe.name}", "AR-MOVE-05")
    return stop, "", True


def _beyond(p: Point, points: Sequence[Point]) -> float:
    """How far a way goes on from a point."""
    far = 0.0
    for q in points:
        far += hypot(q[0] - p[0], q[1] - p[1])
        p = q
    return far


def _barred(legs: Walker, p: Point, q: Point) -> Refusal | None:
    stopped = legs.stopped(p, q)
    if stopped is None:
        return None
    what = "somebody" if isinstance(stopped[1], Round) else "impassable ground"
    return Refusal(f"{what} is in the way", "AR-MOVE-05")


def _arrived(
    battle: Battle,
    model: Model,
    went: Sequence[Point],
    paid: tuple[float, str],
    terms: Terms,
) -> Trip | Refusal:
    """Judge where a way ends; what was paid, and the edge it crossed."""
    price, leaves = paid
    end = rounded(went[-1])
    points = (*[rounded(one) for one in went[1:-1]], end)
    if leaves:
        if terms.into_cover:
            return Refusal("the move must end in cover", "AR-EVENT-11")
        return Trip(points, price, leaves=leaves)
    no = no_room(battle, model, end)
    if no is not None:
        return no
    met = tuple(
        one.id for one in enemies(battle, model.side) if _gap_at(end, model, one) <= CONTACT
    )
    if met and (terms.no_contact or terms.must_leave):
        rule = terms.no_contact or "AR-BREAK-05"
        return Refusal(f"it may not end in contact with {battle[met[0]].name}", rule)
    if terms.into_cover and not cover_at(battle, end, model.radius):
        return Refusal("the move must end in cover", "AR-EVENT-11")
    straight = straight_end([model.at, *points]) if met else 0.0
    return Trip(points, price, met, round(straight, 3))


def _gap_at(p: Point, model: Model, other: Model) -> float:
    return hypot(other.x - p[0], other.y - p[1]) - other.radius - model.radius


@clause("AR-SCALE-06", "AR-SCALE-08")
def no_room(battle: Battle, model: Model, p: Point, radius: float = 0.0) -> Refusal | None:
    """Why a base cannot stand there: off the table, on somebody, on impassable ground."""
    own = radius or model.radius
    if not (own - TIE <= p[0] <= battle.scenario.width - own + TIE) or not (
        own - TIE <= p[1] <= battle.scenario.depth - own + TIE
    ):
        return Refusal("the base must be on the table", "AR-SCALE-04")
    for one in battle.models:
        if one.where != TABLE or one.id == model.id:
            continue
        if hypot(one.x - p[0], one.y - p[1]) < one.radius + own - OVERLAP:
            return Refusal(f"{one.name} stands there", "AR-SCALE-06")
    for shape in solids(battle.scenario.id):
        if shape.gap(p) < own - OVERLAP:
            return Refusal("that ground is impassable", "AR-SCALE-08")
    return None


# -- ways somewhere


def contact_points(model: Model, target: Model, start: Point) -> list[Point]:
    """Places in contact with a target, the one straight ahead first."""
    far = model.radius + target.radius + FLUSH / 2
    dx, dy = start[0] - target.x, start[1] - target.y
    size = hypot(dx, dy) or 1.0
    ux, uy = dx / size, dy / size
    turns = (0, 0.35, -0.35, 0.8, -0.8, 1.3, -1.3, 1.9, -1.9, 2.5, -2.5, pi)
    return [
        (
            target.x + far * (ux * cos(a) - uy * sin(a)),
            target.y + far * (ux * sin(a) + uy * cos(a)),
        )
        for a in turns
    ]


@clause("AR-SOLO-05", "AR-EQUIP-05")
def charge_way(battle: Battle, model: Model, target: Model, inches: float) -> Trip | None:
    """A way of one move into contact with a target: straight if it can be, else the first found."""
    if hypot(model.x - target.x, model.y - target.y) - model.radius - target.radius > inches:
        return None
    legs = None
    for at, spot in enumerate(contact_points(model, target, model.at)):
        if at == 0:
            trip = check_move(battle, model, (spot,), inches)
            if isinstance(trip, Trip) and target.id in trip.touches:
                return trip
        if no_room(battle, model, rounded(spot)) is not None:
            continue
        legs = legs or walker(battle, model)
        route = legs.route(model.at, spot, inches)
        if route is None:
            continue
        trip = check_move(battle, model, route.points, inches, FREELY, legs=legs)
        if isinstance(trip, Trip) and target.id in trip.touches:
            return trip
    return None


def approach_way(
    battle: Battle, model: Model, goal: Point, inches: float, terms: Terms = FREELY
) -> Trip | None:
    """As far toward a place as a move goes, ending where there is room."""
    legs = walker(battle, model)
    return next(approach_ways(battle, model, goal, (inches,), terms, legs=legs), None)


def approach_ways(
    battle: Battle,
    model: Model,
    goal: Point,
    moves: Sequence[float],
    terms: Terms,
    *,
    legs: Walker,
) -> Iterator[Trip]:
    """The same for moves of several lengths along one route; those that find no room are left."""
    route = legs.route(model.at, goal)
    if route is None:
        route = _nearest_route(legs, model.at, goal)
    if route is None:
        return
    for inches in moves:
        went = legs.part(model.at, route.points, inches - TIE)
        trip = _shortened(battle, model, went, inches, terms, legs=legs)
        if trip is not None:
            yield trip


def _nearest_route(legs: Walker, start: Point, goal: Point) -> Route | None:
    """A route to some free place near a goal that cannot be stood on."""
    for ring in (0.6, 1.2, 2.0, 3.0):
        for k in range(8):
            spot = (goal[0] + ring * cos(pi / 4 * k), goal[1] + ring * sin(pi / 4 * k))
            if legs.is_on(spot) and all(one.gap(spot) >= legs.radius for one in legs.solids):
                route = legs.route(start, spot)
                if route is not None:
                    return route
    return None


def _shortened(
    battle: Battle,
    model: Model,
    went: list[Point],
    inches: float,
    terms: Terms,
    *,
    legs: Walker,
) -> Trip | None:
    """The way, or a shorter part of it that ends where there is room."""
    while went:
        before = went[-2] if len(went) > 1 else model.at
        last = went[-1]
        for part in (1.0, 0.9, 0.75, 0.55, 0.3, 0.12):
            spot = (
                before[0] + (last[0] - before[0]) * part,
                before[1] + (last[1] - before[1]) * part,
            )
            if hypot(spot[0] - model.x, spot[1] - model.y) < 0.05 and len(went) == 1:
                break
            trip = check_move(battle, model, (*went[:-1], spot), inches, terms, legs=legs)
            if isinstance(trip, Trip):
                return trip
        went.pop()
    return None


# -- moved by something else than his will


@clause("AR-EVENT-13", "AR-EVENT-20")
def slide(
    battle: Battle, model: Model, heading: Point, inches: float, *, may_leave: bool = False
) -> tuple[Point, bool]:
    """Straight on until the allowance, impassable ground, a model or the edge stops it."""
    far = hypot(battle.scenario.width, battle.scenario.depth)
    start = model.at
    goal = (start[0] + heading[0] * far, start[1] + heading[1] * far)
    legs = walker(battle, model)
    goal, over = _within(battle, model, start, goal, may_leave)
    part = min(legs.along(start, goal, inches), _blocked_at(battle, model, start, goal))
    whole = part >= 1.0 - 1e-9
    end = (start[0] + (goal[0] - start[0]) * part, start[1] + (goal[1] - start[1]) * part)
    return rounded(end), over and whole


def _within(
    battle: Battle, model: Model, start: Point, goal: Point, may_leave: bool
) -> tuple[Point, bool]:
    """Cut a line at the edge of the table: the base stays on it, unless he may leave."""
    margin = 0.0 if may_leave else model.radius
    wide, deep = battle.scenario.width, battle.scenario.depth
    t = 1.0
    for p, q, low, high in (
        (start[0], goal[0], margin, wide - margin),
        (start[1], goal[1], margin, deep - margin),
    ):
        if q < low:
            t = min(t, max(0.0, (p - low) / (p - q)))
        elif q > high:
            t = min(t, max(0.0, (high - p) / (q - p)))
    end = (start[0] + (goal[0] - start[0]) * t, start[1] + (goal[1] - start[1]) * t)
    return end, may_leave and t < 1.0


def _blocked_at(battle: Battle, model: Model, p: Point, q: Point) -> float:
    """Which part of a line is free: short of models, up to impassable ground."""
    part = 1.0
    for shape in solids(battle.scenario.id):
        chord = shape.chord(p, q, model.radius - OVERLAP / 2)
        if chord is not None and (chord[0] > 0 or shape.gap(q) < shape.gap(p)):
            part = min(part, chord[0])
    for one in battle.models:
        if one.where != TABLE or one.id == model.id:
            continue
        near = one.radius + model.radius + SHORT_OF
        chord = circle_chord(p, q, one.x, one.y, near)
        if chord is None or (chord[0] <= 0 and _goes_off(one, p, q)):
            continue
        part = min(part, chord[0])
    return part


def _goes_off(one: Model, p: Point, q: Point) -> bool:
    """Whether a line leads away from somebody from the first."""
    return (q[0] - p[0]) * (p[0] - one.x) + (q[1] - p[1]) * (p[1] - one.y) >= 0


def nearest_free(
    battle: Battle, model: Model, p: Point, radius: float, most: float
) -> Point | None:
    """The nearest place to a point where a base has room, within some inches."""
    if no_room(battle, model, rounded(p), radius) is None:
        return rounded(p)
    step = 0.1 if most <= 1.0 else 0.25
    for ring in range(1, int(most / step) + 1):
        far = ring * step
        many = max(8, int(2 * pi * far / step))
        for k in range(many):
            a = 2 * pi * k / many
            spot = rounded((p[0] + far * sin(a), p[1] + far * cos(a)))
            if no_room(battle, model, spot, radius) is None:
                return spot
    return None
