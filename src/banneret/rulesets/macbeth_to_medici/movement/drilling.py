"""Asking for a drill and carrying it out with its dice (MM-MOVE-09 to 27)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Drill, Footprint, Grip, Leg, Legs, Preview
from banneret.core.questions.lazy import LazyDrill
from banneret.tabletop.bodies.brigade import line_corner, line_wheel_price
from banneret.tabletop.bodies.drill import Hand
from banneret.tabletop.shapes.bases import angle_off, bearing, heading

from ..basics.state import DOUBLE, LEFT, MARCH, NORMAL, changed
from ..basics.who import base_of, distance, eb, enemies_of, put, rides
from ..command.obedience import driven, nears, why_not_go, why_not_idle
from ..command.states import unform, unled
from ..ground.features import is_exempt
from ..screen.events import LeftTable, TerrainMet, move_of
from .courses import (
    BEARINGS,
    STEP_BACK,
    Course,
    doubles,
    exits,
    follow,
    inches_to,
    longest,
    one_leg,
    why_not_flank,
    why_not_leave,
    why_not_refront,
)
from .dice import roll_about_face, roll_deduction, roll_turn, tolls
from .passing import friends_on_way, pass_through
from .rates import gaits, rate, why_not_as_one
from .riders import go_along, take_in
from .ways import features_on_slide, features_on_turn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Unit
    from ..ground.features import Feature

    Met = tuple[float, Feature, Unit]  # after how many inches whoever meets what

_EPS = 0.002
_FIRST_INCH = 1.0
_SLIDES = ("advance", "back")


# -- how far


@clause("MM-MOVE-09", "MM-INIT-06", "MM-INIT-07", "MM-SKIRM-19", "MM-MOVE-19")
def left_for(units: Sequence[Unit], gait: str, step: int, part: float | None) -> float:
    """Inches left at a gait: of the slowest, less what was used, slowed or is not yet his."""
    left = min(rate(one, gait) - one.deeds.used for one in units)
    if step == 9:
        left -= max(one.deeds.slowed for one in units)
    if part is not None:
        left = min(left, part - max(one.deeds.moved_first for one in units))
    elif gait == NORMAL and len(units) > 1:
        left += min(one.deeds.extra for one in units)
    return max(0.0, round(left, 3))


# -- the question


def grips(battle: Battle, units: Sequence[Unit], left: float) -> list[Grip]:
    """What the units may do, and why they may not do the rest."""
    unit = units[0]
    alone = Refusal("a brigade only advances and wheels", "MM-MOVE-21") if len(units) > 1 else None
    ways = tuple(BEARINGS) if all(one.order == "open" for one in units) else ("ahead", "")
    no_horse = (
        None
        if unit.profile.mobility == "dismounted"
        else Refusal("it has no horses to leave", "MM-MOVE-08")
    )
    other = [one for one in unit.profile.orders if one != unit.order]
    fixed = (
        None if battle.options.dual_order and other else Refusal("its order is fixed", "MM-UNIT-03")
    )
    return [
        Grip("advance", "Advance", "inches", 0.0, left, (*ways, "") if ways[-1] else ways),
        Grip("wheel", "Wheel", "degrees", 0.0, 180.0, ("left", "right")),
        Grip("back", "Step back", "inches", 0.0, min(STEP_BACK, left / 2), because=alone),
        Grip("about", "About face", because=alone),
        Grip(
            "flank", "Turn to flank", hands=("left", "right"), because=alone or why_not_flank(unit)
        ),
        Grip(
            "frontage",
            "Frontage",
            "files",
            -float(eb(unit)),
            float(eb(unit)),
            ("centre", "left", "right", ""),
            because=alone or why_not_refront(unit),
        ),
        Grip("formation", "Reform in files", "files", 1.0, float(unit.elements), because=alone),
        Grip("mount", "Mount or dismount", because=alone or no_horse),
        Grip("order", "Change order", because=alone or fixed),
        Grip("leave", "Leave the field", because=alone or why_not_leave(battle, unit)),
    ]


def _why_not_there(battle: Battle, course: Course) -> Refusal | None:
    """Say who of those that move may not be where the course puts it."""
    for one, body in zip(course.units, course.bodies, strict=True):
        no = why_not_go(battle, one, (body.x, body.y))
        if no is not None:
            return no
    return None


@clause("MM-OFFICER-23", "MM-OFFICER-43")
def _why_not_so(
    battle: Battle, units: Sequence[Unit], legs: Legs, course: Course
) -> Refusal | None:
    """Say why those whom rage or fear drives may not move so, or not at all.

    Who has the enemy, or his own edge, before him goes on as far as an inch is free, the Shaken at
    the double; who must turn first does something.
    """
    unit, way = units[0], driven(battle, units[0])
    if not way or course.leaves or why_not_as_one(units, legs.gait) is not None:
        return None  # who has no gait left for the turn stays, whatever drives it
    able = why_not_as_one(units, DOUBLE) is None
    gait = DOUBLE if way == "home" and able else legs.gait
    gain = _gain_ahead(battle, units, gait)
    toward = 1.0 if way == "forward" else -1.0
    if toward * gain > _FIRST_INCH / 2:
        body = course.bodies[0]
        goes = legs.gait == gait and toward * nears(battle, unit, (body.x, body.y)) > _EPS
        return None if goes else why_not_idle(battle, unit)
    return None if legs.legs or course.left < _FIRST_INCH else _turned(battle, units)


def _gain_ahead(battle: Battle, units: Sequence[Unit], gait: str) -> float:
    """How much nearer the enemy a move straight ahead would bring them; 0 if it is not lawful."""
    left = left_for(units, gait, 9, None)
    course = Course(battle, units, gait, left)
    far = reachable(battle, units, gait, left)
    if far < _FIRST_INCH or not one_leg(course, Leg("advance", far)).legal:
        return 0.0
    if _why_not_there(battle, course) is not None:
        return 0.0
    body = course.bodies[0]
    gain = nears(battle, units[0], (body.x, body.y))
    return gain if abs(gain) > far / 2 else 0.0


def _turned(battle: Battle, units: Sequence[Unit]) -> Refusal | None:
    """Say why one that looks the wrong way may not stay as it is: it can turn about."""
    if len(units) > 1 or _looks_on(battle, units[0]):
        return None
    course = Course(battle, units, NORMAL, _FIRST_INCH)
    free = one_leg(course, Leg("about")).legal and _why_not_there(battle, course) is None
    return why_not_idle(battle, units[0]) if free else None


def _looks_on(battle: Battle, unit: Unit) -> bool:
    """Whether a driven unit looks the way it is driven, though something stops it."""
    ux, uy = heading(unit.heading)
    ahead = nears(battle, unit, (unit.x + ux, unit.y + uy))
    return ahead > 0.0 if driven(battle, unit) == "forward" else ahead < 0.0


def question(battle: Battle, units: Sequence[Unit], step: int, part: float | None = None) -> Drill:
    """Ask how a unit, or a brigade as one, moves now."""
    unit = units[0]
    some = gaits(units) or [NORMAL]
    most = max(left_for(units, gait, step, part) for gait in some)
    offered = grips(battle, units, most)

    known: dict[Legs, tuple[list[Footprint], Course]] = {}

    def followed(legs: Legs) -> tuple[list[Footprint], Course]:
        found = known.get(legs)
        if found is None:
            left = left_for(units, legs.gait, step, part)
            found = known[legs] = follow(battle, units, legs, left)
        return found

    def judged(legs: Legs) -> Refusal | None:
        no = _why_not_so(battle, units, legs, followed(legs)[1]) if step == 9 else None
        return no or (_why_not_there(battle, followed(legs)[1]) if legs.legs else None)

    name = unit.profile.name if len(units) == 1 else f"{unit.profile.name} and the brigade"
    return LazyDrill(
        unit.side,
        "drill",
        f"How do {name} move?",
        [one.id for one in units],
        some,
        follow=lambda legs: followed(legs)[0],
        grips=lambda: offered,
        judge=judged,
        foresee=lambda legs: Preview(legal=True, notes=dice_ahead(battle, units, legs)),
        allowance=most,
        about=tuple([one.id for one in units]),
        makers=makers(battle, units, some, step, part),
    )


def makers(
    battle: Battle, units: Sequence[Unit], some: Sequence[str], step: int, part: float | None
) -> list[Callable[[], Legs | None]]:
    """A few sensible drills, each made when it is asked for: stay, on, at the enemy, back."""
    unit = units[0]
    lefts = {gait: left_for(units, gait, step, part) for gait in some}
    found: list[Callable[[], Legs | None]] = [lambda: Legs(some[0], ())]
    for gait in some:
        left = lefts[gait]
        if left > 0.05:
            found.append(partial(_on, battle, units, gait, left))
            found.append(partial(_on, battle, units, gait, left / 2))
            at: list[Legs] = []
            found.append(partial(_at_nearest, battle, units, (gait, left), at))
            found.append(partial(_half_of, at))
    left = lefts[some[0]]
    if len(units) == 1 and left >= 1.0:
        back = round(min(STEP_BACK, left / 2), 2)
        found.append(lambda: Legs(some[0], (Leg("back", back),)))
        found.append(lambda: Legs(some[0], (Leg("about"),)))
        near = [e for e in exits(battle, unit) if inches_to(battle, unit, e) <= max(lefts.values())]
        if near:
            fastest = max(some, key=lambda gait: lefts[gait])
            found.append(lambda: Legs(fastest, (Leg("leave"),)))
    return found


def _on(battle: Battle, units: Sequence[Unit], gait: str, wish: float) -> Legs | None:
    far = reachable(battle, units, gait, wish)
    return Legs(gait, (Leg("advance", far),)) if far > 0.05 else None


def _at_nearest(
    battle: Battle, units: Sequence[Unit], pace: tuple[str, float], at: list[Legs]
) -> Legs | None:
    """Wheel at the nearest enemy and go on; what was found is left in `at`."""
    unit = units[0]
    foes = enemies_of(battle, unit)
    if not foes:
        return None
    near = base_of(battle, min(foes, key=lambda one: distance(battle, unit, one)))
    at[:] = towards(battle, units, (near.x, near.y), *pace)
    return at[0] if at else None


def _half_of(at: list[Legs]) -> Legs | None:
    """The wheel alone of a wheel and an advance that was found before."""
    return at[-1] if at else None


@clause("MM-MOVE-12", "MM-MOVE-16")
def dice_ahead(battle: Battle, units: Sequence[Unit], legs: Legs) -> tuple[str, ...]:
    """Say which features a drill will have to throw for."""
    found: list[str] = []
    course = Course(battle, units, legs.gait, 1e3)
    for leg in legs.legs:
        met = _met_on(course, leg)
        if len(units) > 1:
            met = _worst_for_all(met)
        found += [_toll(one, units) for _, one, unit in met if not _paid(unit, one)]
        one_leg(course, leg)
    return tuple(dict.fromkeys(found))


def _met_on(course: Course, leg: Leg) -> list[Met]:
    if leg.kind == "wheel":
        return _met_turning(course, leg.amount, "left" if leg.hand == "left" else "right")
    return _met_ahead(course, _way(course, leg), leg.amount) if leg.kind in _SLIDES else []


def _way(course: Course, leg: Leg) -> float:
    """The bearing of a leg straight on or back."""
    off = 180.0 if leg.kind == "back" else BEARINGS[leg.hand or "ahead"]
    return course.bodies[0].facing + off


def _paid(unit: Unit, feature: Feature) -> bool:
    return feature.name in dict(unit.deeds.crossed)


@clause("MM-MOVE-12", "MM-MOVE-17")
def _toll(feature: Feature, units: Sequence[Unit]) -> str:
    """What a feature still to be thrown for may take off a move, with the chances."""
    twice = 2 if any(rides(one) for one in units) else 1
    shares = [f"{twice * off}″ {share:.0%}" for off, share in tolls(feature.cls)]
    return f"{feature.name}, class {feature.cls}, still to be thrown for: {', '.join(shares)} off"


def reachable(battle: Battle, units: Sequence[Unit], gait: str, wish: float) -> float:
    """How far straight ahead a unit or brigade may lawfully go, dice of terrain aside."""
    course = Course(battle, units, gait, wish)
    _, far = longest(course, course.bodies[0].facing, wish)
    return max(0.0, int(far * 100) / 100)


def towards(battle: Battle, units: Sequence[Unit], at: Point, gait: str, left: float) -> list[Legs]:
    """A drill that wheels towards a point and goes on, if it must wheel and can."""
    course = Course(battle, units, gait, left)
    body = course.bodies[0]
    to = bearing((body.x, body.y), at)
    off = angle_off(body.facing, to)
    if off < 3.0:
        return []
    hand: Hand = "right" if (to - body.facing) % 360.0 <= 180.0 else "left"
    march = min(rate(one, MARCH) for one in units) - max(one.deeds.used for one in units)
    room = min(left, max(march, 0.0))
    each = line_wheel_price(course.bodies, hand, 1.0)
    turn = min(off, room / each if each else 0.0, 90.0)
    turn = int(turn * 10) / 10
    if turn < 1.0:
        return []
    wheel = Leg("wheel", turn, hand)
    if not one_leg(course, wheel).legal:
        return []
    found = [Legs(gait, (wheel,))]
    rest = min(room - course.spent, left - course.spent)
    if rest > 0.1:
        _, far = longest(course, course.bodies[0].facing, rest)
        far = int(far * 100) / 100
        if far > 0.1:
            found.insert(0, Legs(gait, (wheel, Leg("advance", far))))
    return found


# -- carrying it out


@clause("MM-MOVE-04", "MM-MOVE-11", "MM-MOVE-25", "MM-MOVE-27", "MM-TURN-12")
def carry_out(
    table: Table[Battle], units: Sequence[Unit], legs: Legs, step: int, part: float | None = None
) -> None:
    """Make the legs in order; dice of terrain and turning may cut them short."""
    if not legs.legs:
        return
    battle = table.state
    left = left_for(units, legs.gait, step, part)
    gaps = {(u.id, e.id): distance(battle, u, e) for u in units for e in enemies_of(battle, u)}
    for unit in units:
        unit.deeds.rate = legs.gait
    course = Course(battle, units, legs.gait, left)
    for leg in legs.legs:
        _make(table, course, leg)
        if course.left <= 0.0 or any(one.where == LEFT for one in units):
            break
    _settle(table, course, step)
    for unit in units:
        _note_nearer(battle, unit, gaps, step)
        table.tell(move_of(unit, legs.gait, course.went, at_once=len(units) > 1))


def _make(table: Table[Battle], course: Course, leg: Leg) -> None:
    """Make one leg as far as the dice let it go."""
    if leg.kind in _SLIDES:
        _go(table, course, leg)
    elif leg.kind == "wheel":
        _turn(table, course, leg)
    else:
        step = one_leg(course, leg)
        if step.legal:
            _pay_for(table, course, leg, step.price)
            _place(table, course)


def _pay_for(table: Table[Battle], course: Course, leg: Leg, price: float) -> None:
    """Throw the die of a turn; a cost above what is left leaves nothing (MM-MOVE-25)."""
    unit = course.lead
    if leg.kind == "about":
        cost = roll_about_face(table, unit)
    elif leg.kind == "flank":
        cost = roll_turn(table, unit)
    else:
        return
    more = min(float(cost) - price, course.left)
    course.left -= more
    course.spent += more


def _go(table: Table[Battle], course: Course, leg: Leg) -> None:
    """Slide: terrain takes its dice when it is met, friends are passed with theirs."""
    battle = table.state
    each = 2.0 if leg.kind == "back" else 1.0
    way = _way(course, leg)
    inches = min(leg.amount, course.left / each)
    meetings = _met_ahead(course, way, inches)
    inches = _through_terrain(table, course, meetings, inches, each)
    _, far = longest(course, way, inches)
    _note_reached(course, [one for one in meetings if one[0] <= far + _EPS])
    if far <= _EPS:
        return
    others = course.ids()
    for unit, body in zip(course.units, course.bodies, strict=True):
        _, passed = friends_on_way(battle, unit, body.rect, way, far, but=others)
        for friend in passed:
            pass_through(table, unit, friend, _speed(unit, course.gait))
    made = one_leg(course, Leg(leg.kind, round(far, 3), leg.hand))
    if made.legal:
        _place(table, course)


@clause("MM-MOVE-04", "MM-MOVE-30")
def _speed(unit: Unit, gait: str) -> str:
    """How fast it passes friends: who only goes along with a march makes a normal move."""
    if gait == DOUBLE:
        return "faster"
    return "march" if gait == MARCH and unit.order == "close" else "normal"


def _met_ahead(course: Course, way: float, inches: float) -> list[Met]:
    """What each of them meets straight on, the first first."""
    meetings = [
        (one.inches, one.feature, unit)
        for unit, body in zip(course.units, course.bodies, strict=True)
        if not is_exempt(unit)
        for one in features_on_slide(course.battle, body.rect, way, inches)
    ]
    return sorted(meetings, key=lambda one: one[0])


@clause("MM-MOVE-12", "MM-MOVE-13", "MM-MOVE-16", "MM-MOVE-17", "MM-MOVE-19", "MM-INIT-06")
def _through_terrain(
    table: Table[Battle], course: Course, meetings: list[Met], inches: float, each: float
) -> float:
    """Roll for every feature the units meet, each once a turn; give the inches that are left."""
    if len(course.units) > 1:
        meetings = _worst_for_all(meetings)
    for far, feature, _ in meetings:
        if far > inches + _EPS:
            break
        price = _deduction(table, course, feature)
        if price is None:
            continue
        course.left -= price
        course.spent += price
        moved = max(one.deeds.moved_first + one.deeds.moved_later for one in course.units)
        least = max(0.0, _FIRST_INCH - moved - course.went)
        rest = max(far + max(0.0, course.left - far * each) / each, least)
        inches = min(inches, rest)
        course.left = max(course.left, inches * each)
    return inches


@clause("MM-MOVE-19")
def _worst_for_all(meetings: list[Met]) -> list[Met]:
    """A brigade rolls once on its way, where it first meets anything, for the worst it meets."""
    new = [one for one in meetings if not _paid(one[2], one[1])]
    if not new:
        return []
    _, worst, whose = max(new, key=lambda one: one[1].cls)
    return [(new[0][0], worst, whose)]


@clause("MM-MOVE-19", "MM-FATIGUE-09")
def _note_reached(course: Course, meetings: list[Met]) -> None:
    """What a brigade reached tires all of it, besides the worst it rolled for."""
    for _, feature, _ in meetings:
        for unit in course.units:
            if not is_exempt(unit):
                crossed(unit, feature)


def _deduction(table: Table[Battle], course: Course, feature: Feature) -> float | None:
    """Inches off for a feature, by the worst of the units; None if it was paid this turn."""
    payers = [one for one in course.units if not is_exempt(one) and not _paid(one, feature)]
    if not payers:
        return None
    for one in course.units:
        if not is_exempt(one):
            crossed(one, feature)
    mounted = any(rides(one) for one in payers)
    inches = float(roll_deduction(table, course.lead.side, feature.cls, mounted=mounted))
    table.tell(TerrainMet(course.lead.id, feature.name, inches))
    return inches


@clause("MM-FATIGUE-09", "MM-FATIGUE-10")
def crossed(unit: Unit, feature: Feature) -> bool:
    """Write down a feature that a unit met this turn; tell whether it is new."""
    if _paid(unit, feature):
        return False
    unit.deeds.crossed = (*unit.deeds.crossed, (feature.name, feature.cls))
    return True


@clause("MM-MOVE-16", "MM-MOVE-19", "MM-MOVE-25")
def _turn(table: Table[Battle], course: Course, leg: Leg) -> None:
    """Wheel as far as what is left after terrain allows; a brigade rolls once for its worst."""
    hand: Hand = "left" if leg.hand == "left" else "right"
    meetings = _met_turning(course, leg.amount, hand)
    if len(course.units) > 1:
        meetings = _worst_for_all(meetings)
    for _, feature, _ in meetings:
        price = _deduction(table, course, feature)
        if price is not None:
            course.left = max(0.0, course.left - price)
            course.spent += price
    price = line_wheel_price(course.bodies, hand, leg.amount)
    share = min(1.0, course.left / price) if price else 1.0
    degrees = int(leg.amount * share * 100) / 100
    _note_reached(course, _met_turning(course, degrees, hand))
    if degrees > 0.0 and one_leg(course, Leg("wheel", degrees, hand)).legal:
        _place(table, course)


def _met_turning(course: Course, degrees: float, hand: Hand) -> list[Met]:
    """What each of them meets in a wheel."""
    pivot = line_corner(course.bodies, hand)
    turn = degrees if hand == "right" else -degrees
    return [
        (0.0, feature, unit)
        for unit, body in zip(course.units, course.bodies, strict=True)
        if not is_exempt(unit)
        for feature in features_on_turn(course.battle, body.rect, pivot, turn)
    ]


def _place(table: Table[Battle], course: Course) -> None:
    """Put the units where the course has brought them."""
    battle = table.state
    for unit, body in zip(course.units, course.bodies, strict=True):
        unit.files = body.files
        put(battle, unit, body.x, body.y, body.facing)
    for unit in course.units:
        go_along(battle, unit)
        take_in(table, unit)
    if course.leaves:
        leave_table(table, course.lead, course.leaves)


@clause("MM-UNIT-48", "MM-OFFICER-15")
def leave_table(table: Table[Battle], unit: Unit, edge: str) -> None:
    """A unit leaves in good order."""
    battle = table.state
    unit.where = LEFT
    unit.cause = "left in good order"
    battle.off_edge[edge] = (*battle.off_edge.get(edge, ()), unit.id)
    changed(battle)
    table.tell(LeftTable(unit.id, edge))
    unled(table, unit)


def _settle(table: Table[Battle], course: Course, step: int) -> None:
    """Write down what the drill used, and what it did to the formation."""
    mixes = course.mixes()
    for unit in course.units:
        deeds = unit.deeds
        deeds.wheeled = deeds.wheeled or course.wheels
        if mixes:
            unform(table, unit)
        deeds.used = round(deeds.used + course.spent, 3)
        if step == 5:
            deeds.moved_first = round(deeds.moved_first + course.spent, 3)
        else:
            deeds.moved_later = round(deeds.moved_later + course.spent, 3)
        deeds.widened += course.widened
        deeds.doubled = deeds.doubled or doubles(unit, course.gait)
    unit = course.lead
    if course.order:
        unit.order = course.order
    if course.remount:
        unit.riding = not unit.riding
        unit.deeds.remounted = True
    if course.loose_end:
        unform(table, unit)


@clause("MM-ARCH-16")
def _note_nearer(battle: Battle, unit: Unit, gaps: dict[tuple[int, int], float], step: int) -> None:
    """Remember in step 5 to which enemies a unit drew nearer, and from which away."""
    if step != 5 or unit.where == LEFT:
        return
    nearer, further = [], []
    for foe in enemies_of(battle, unit):
        before = gaps.get((unit.id, foe.id))
        now = distance(battle, unit, foe)
        if before is not None and now < before - _EPS:
            nearer.append(foe.id)
        elif before is not None and now > before + _EPS:
            further.append(foe.id)
    unit.deeds.nearer, unit.deeds.further = tuple(nearer), tuple(further)
