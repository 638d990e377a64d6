"""A drill followed leg by leg on paper: where it leads, what it costs, why it may not be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Footprint, Leg, Legs
from banneret.tabletop.bodies.brigade import all_wheeled, line_corner, line_wheel_price
from banneret.tabletop.bodies.drill import (
    Hand,
    about_faced,
    advanced,
    reformed,
    refronted,
    turned_to_flank,
)

from ..basics.state import DOUBLE, MARCH, SIDES
from ..basics.who import base_of, eb
from ..ground.sight import body_of
from .passing import friends_on_way
from .rates import rate, why_not_as_one
from .ways import why_not_slide, why_not_stand, why_not_turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.show.overlay import Base
    from banneret.tabletop.bodies.body import Body

    from ..basics.state import Battle, Unit

STEP_BACK = 2.0
REMOUNT = 3.0
BEARINGS = {
    "ahead": 0.0,
    "ahead_right": 45.0,
    "right": 90.0,
    "back_right": 135.0,
    "back": 180.0,
    "back_left": 225.0,
    "left": 270.0,
    "ahead_left": 315.0,
}
_EPS = 0.002


class Course:
    """One or several units that move as one, followed along a drill."""

    def __init__(self, battle: Battle, units: Sequence[Unit], gait: str, left: float) -> None:
        self.battle = battle
        self.units = units
        self.bodies: list[Body] = [body_of(one) for one in units]
        self.gait = gait
        self.left = left
        self.spent = 0.0
        self.went = 0.0  # inches the front travelled
        self.wheels = False
        self.widened = 0
        self.loose_end = False  # comes out unformed
        self.order = ""
        self.remount = False
        self.leaves = ""

    @property
    def lead(self) -> Unit:
        """The unit whose moves the others follow."""
        return self.units[0]

    def bases(self) -> tuple[Base, ...]:
        """The footprints as screens draw them."""
        return bases_of(self.bodies)

    def ids(self) -> list[int]:
        """The numbers of the units."""
        return [one.id for one in self.units]

    def mixes(self) -> bool:
        """Whether a wheel is followed or preceded by a move beyond march (MM-MOVE-27)."""
        slowest = min(rate(one, MARCH) for one in self.units)
        used = max(one.deeds.used for one in self.units)
        wheels = self.wheels or any(one.deeds.wheeled for one in self.units)
        return wheels and used + self.spent > slowest + _EPS


def bases_of(bodies: Sequence[Body]) -> tuple[Base, ...]:
    """Footprints as screens draw them."""
    rects = [body.rect for body in bodies]
    return tuple(
        [(round(r.x, 3), round(r.y, 3), round(r.facing, 2), r.width, r.depth) for r in rects]
    )


def follow(
    battle: Battle, units: Sequence[Unit], legs: Legs, left: float
) -> tuple[list[Footprint], Course]:
    """Follow the legs until one is refused; nothing is changed and no dice are thrown."""
    course = Course(battle, units, legs.gait, left)
    steps: list[Footprint] = []
    no = why_not_as_one(units, legs.gait) if legs.legs else None
    if no is not None:
        return [_refused(course, legs.legs[0], no, 0.0, 0.0)], course
    for leg in legs.legs:
        step = one_leg(course, leg)
        steps.append(step)
        if not step.legal:
            break
    return steps, course


def one_leg(course: Course, leg: Leg) -> Footprint:
    """Follow one leg; a lawful one moves the course on."""
    return _LEGS[leg.kind](course, leg)


def _refused(
    course: Course,
    leg: Leg,
    no: Refusal,
    price: float,
    most: float,
    *,
    there: Sequence[Body] | None = None,
) -> Footprint:
    """A leg that may not be made, drawn where it would have led if that can be told."""
    return Footprint(
        leg.kind,
        bases_of(course.bodies if there is None else there),
        round(price, 3),
        round(course.left, 3),
        no.reason,
        no.clause,
        most=round(most, 3),
    )


def _made(course: Course, leg: Leg, price: float, *notes: str) -> Footprint:
    course.left -= price
    course.spent += price
    if course.mixes():
        notes = (*notes, "a wheel and more than a march: it comes out unformed (MM-MOVE-27)")
    return Footprint(
        leg.kind,
        course.bases(),
        round(price, 3),
        round(course.left, 3),
        clause=_PRICED_BY[leg.kind],
        notes=notes,
    )


_PRICED_BY = {
    "advance": "MM-MOVE-11",
    "back": "MM-MOVE-11",
    "wheel": "MM-MOVE-25",
    "about": "MM-MOVE-24",
    "flank": "MM-MOVE-23",
    "frontage": "MM-MOVE-22",
    "formation": "MM-MOVE-26",
    "order": "MM-UNIT-49",
    "mount": "MM-MOVE-08",
    "leave": "MM-UNIT-48",
}


def _dear(course: Course, price: float) -> Refusal:
    return Refusal(
        f"it costs {round(price, 2):g}″ and {round(course.left, 2):g}″ is left", "MM-MOVE-25"
    )


def longest(course: Course, bearing: float, inches: float) -> tuple[Refusal | None, float]:
    """How far all of them may go in a direction, and why not further."""
    places = tuple([(body.x, body.y, body.facing, body.files) for body in course.bodies])
    key = ("longest", *course.ids(), places, bearing, inches)
    known = course.battle.memo.known
    found: tuple[Refusal | None, float] | None = known.get(key)
    if found is None:
        found = known[key] = _longest(course, bearing, inches)
    return found


def _longest(course: Course, bearing: float, inches: float) -> tuple[Refusal | None, float]:
    why: Refusal | None = None
    far = inches
    for unit, body in zip(course.units, course.bodies, strict=True):
        no, most = why_not_slide(course.battle, unit, body.rect, bearing, far)
        if no is not None and most < far:
            why, far = no, most
        others = [one for one in course.ids() if one != unit.id]
        stop, _ = friends_on_way(course.battle, unit, body.rect, bearing, far, but=others)
        if stop < far - _EPS:
            why, far = Refusal("it would stand on friends", "MM-MOVE-37"), stop
    return why, far


@clause("MM-MOVE-11", "MM-MOVE-19")
def _advance(course: Course, leg: Leg) -> Footprint:
    """Straight ahead; Open order in any direction without changing facing."""
    off = BEARINGS[leg.hand or "ahead"]
    if off and any(one.order != "open" for one in course.units):
        no = Refusal("only Open order moves without facing the way it goes", "MM-MOVE-11")
        return _refused(course, leg, no, leg.amount, 0.0)
    return _slide(course, leg, off, leg.amount, leg.amount)


@clause("MM-MOVE-11")
def _back(course: Course, leg: Leg) -> Footprint:
    """A step back of up to two inches, keeping its facing, costs double and is at march rate."""
    if leg.amount > STEP_BACK + _EPS:
        no = Refusal("a step back is two inches at most", "MM-MOVE-11")
        return _refused(course, leg, no, 2 * leg.amount, min(STEP_BACK, course.left / 2))
    course.wheels = True  # like a wheel it binds the unit to the march
    return _slide(course, leg, 180.0, leg.amount, 2.0 * leg.amount)


def _slide(course: Course, leg: Leg, off: float, inches: float, price: float) -> Footprint:
    if inches < 0.0:
        return _refused(course, leg, Refusal("it cannot be less than nothing", "MM-MOVE-11"), 0, 0)
    each = price / inches if inches else 1.0
    bearing = course.bodies[0].facing + off
    there = [advanced(b, inches, bearing - b.facing) for b in course.bodies]
    if price > course.left + _EPS:
        most = max(0.0, course.left / each)
        return _refused(course, leg, _dear(course, price), price, most, there=there)
    why, far = longest(course, bearing, inches)
    if why is not None and far < inches - _EPS:
        return _refused(course, leg, why, price, far, there=there)
    course.bodies = there
    course.went += inches
    return _made(course, leg, price)


@clause("MM-MOVE-24", "MM-MOVE-25", "MM-MOVE-21")
def _wheel(course: Course, leg: Leg) -> Footprint:
    """About one front corner; it costs the arc of the outer corner."""
    hand: Hand = "left" if leg.hand == "left" else "right"
    price = line_wheel_price(course.bodies, hand, leg.amount)
    if leg.amount <= 0.0:
        return _refused(course, leg, Refusal("a wheel goes forward", "MM-MOVE-25"), 0.0, 0.0)
    there = all_wheeled(course.bodies, hand, leg.amount)
    if price > course.left + _EPS:
        most = leg.amount * max(0.0, course.left) / price
        no = _dear(course, price)
        return _refused(course, leg, no, price, int(most * 100) / 100, there=there)
    pivot = line_corner(course.bodies, hand)
    turn = leg.amount if hand == "right" else -leg.amount
    rects = [b.rect for b in course.bodies]
    why, share = why_not_turn(course.battle, course.units, rects, pivot, turn)
    if why is not None and share < 1.0 - 1e-6:
        most = int(leg.amount * share * 100) / 100
        return _refused(course, leg, why, price, most, there=there)
    course.bodies = there
    course.wheels = True
    course.went += price
    return _made(course, leg, price, "a wheel binds the whole turn to the march (MM-MOVE-25)")


def _alone(course: Course) -> Refusal | None:
    if len(course.units) > 1:
        return Refusal("a brigade only advances and wheels", "MM-MOVE-21")
    return None


def _on_the_spot(course: Course, leg: Leg, body: Body, price: float, *notes: str) -> Footprint:
    """Put a new shape in the place of the old, if there is room."""
    no = _alone(course) or why_not_stand(course.battle, course.lead, body.rect)
    if no is not None:
        return _refused(course, leg, no, price, 0.0)
    course.bodies = [body]
    return _made(course, leg, price, *notes)


@clause("MM-MOVE-24", "MM-MOVE-25")
def _about(course: Course, leg: Leg) -> Footprint:
    """Turn about on the spot: one die times the ranks; too little left makes it the last leg."""
    body = about_faced(course.bodies[0])
    ranks = body.ranks
    price = min(course.left, float(ranks))
    return _on_the_spot(course, leg, body, price, f"a die times {ranks} (MM-MOVE-24)")


@clause("MM-MOVE-23", "MM-MOVE-25", "MM-UNIT-46")
def _flank(course: Course, leg: Leg) -> Footprint:
    """Turn to flank by element: Regulars of class A and B, for a die of inches."""
    no = why_not_flank(course.lead)
    if no is not None:
        return _refused(course, leg, no, 0.0, 0.0)
    body = turned_to_flank(course.bodies[0], "left" if leg.hand == "left" else "right")
    return _on_the_spot(course, leg, body, min(course.left, 1.0), "a die of inches (MM-MOVE-23)")


@clause("MM-MOVE-23", "MM-UNIT-46")
def why_not_flank(unit: Unit) -> Refusal | None:
    """Why a unit may not turn to flank by element."""
    profile = unit.profile
    if profile.origin != "regular" or profile.class_ not in "AB":
        return Refusal("only Regulars of class A and B turn to flank", "MM-MOVE-23")
    if not unit.formed:
        return Refusal("an unformed unit may not turn to flank", "MM-UNIT-46")
    return None


@clause("MM-MOVE-22", "MM-UNIT-46")
def why_not_refront(unit: Unit) -> Refusal | None:
    """Why a unit may not widen or narrow its front."""
    profile = unit.profile
    drilled = profile.origin == "regular" or (
        profile.origin == "feudal" and profile.experience == "veteran"
    )
    if not drilled:
        return Refusal("only Regulars and Veteran Feudal units change their front", "MM-MOVE-22")
    if not unit.formed:
        return Refusal("an unformed unit may not change its front", "MM-UNIT-46")
    return None


@clause("MM-MOVE-22", "MM-MOVE-25")
def _frontage(course: Course, leg: Leg) -> Footprint:
    """Widen or narrow by up to EB elements a turn, an inch for each."""
    unit = course.lead
    no = why_not_refront(unit) or _alone(course)
    change = round(leg.amount)
    done = unit.deeds.widened + course.widened
    if no is None and abs(change) + done > eb(unit):
        no = Refusal(f"at most {eb(unit)} elements a turn", "MM-MOVE-22")
    files = course.bodies[0].files + change
    if no is None and not 1 <= files <= unit.elements:
        no = Refusal(f"it has {unit.elements} elements", "MM-MOVE-39")
    price = float(abs(change))
    if no is None and price > course.left + _EPS:
        no = _dear(course, price)
    if no is not None:
        most = max(0, min(eb(unit) - done, int(course.left + _EPS)))
        return _refused(course, leg, no, price, float(most))
    keep = leg.hand if leg.hand in ("left", "right") else "centre"
    body = refronted(course.bodies[0], files, keep)  # type: ignore[arg-type]
    step = _on_the_spot(course, leg, body, price)
    if step.legal:
        course.widened += abs(change)
    return step


@clause("MM-MOVE-26", "MM-MOVE-27")
def _formation(course: Course, leg: Leg) -> Footprint:
    """Any other change: run to so many files round the front centre, unformed."""
    unit = course.lead
    files = round(leg.amount)
    if not 1 <= files <= unit.elements:
        no = Refusal(f"it has {unit.elements} elements", "MM-MOVE-39")
        return _refused(course, leg, no, 0.0, float(unit.elements))
    body = reformed(course.bodies[0], files, course.bodies[0].facing)
    step = _on_the_spot(course, leg, body, 0.0, "it comes out unformed (MM-MOVE-26)")
    if step.legal:
        course.loose_end = True
    return step


@clause("MM-UNIT-49", "MM-UNIT-03")
def _reorder(course: Course, leg: Leg) -> Footprint:
    """Change to its other order, which is a change of formation."""
    unit = course.lead
    others = [one for one in unit.profile.orders if one != unit.order]
    no = _alone(course)
    if not course.battle.options.dual_order or not others:
        no = Refusal("its order is fixed", "MM-UNIT-03")
    if no is not None:
        return _refused(course, leg, no, 0.0, 0.0)
    course.order = others[0]
    course.loose_end = True
    return _made(course, leg, 0.0, f"{others[0]} order, unformed (MM-UNIT-49)")


@clause("MM-MOVE-08")
def _mount(course: Course, leg: Leg) -> Footprint:
    """Mount or dismount by choice: three inches, once a turn."""
    unit = course.lead
    no = _alone(course)
    if unit.profile.mobility != "dismounted":
        no = Refusal("it has no horses to leave", "MM-MOVE-08")
    elif unit.deeds.remounted or course.remount:
        no = Refusal("it mounts or dismounts once a turn", "MM-MOVE-08")
    elif course.left < REMOUNT - _EPS:
        no = _dear(course, REMOUNT)
    if no is not None:
        return _refused(course, leg, no, REMOUNT, 0.0)
    course.remount = True
    return _made(course, leg, REMOUNT)


@clause("MM-UNIT-48")
def _leave(course: Course, leg: Leg) -> Footprint:
    """Leave the table in good order by the nearest edge that is open to the unit."""
    unit = course.lead
    no = _alone(course) or why_not_leave(course.battle, unit)
    if no is not None:
        return _refused(course, leg, no, 0.0, 0.0)
    edge = min(exits(course.battle, unit), key=lambda one: inches_to(course.battle, unit, one))
    far = inches_to(course.battle, unit, edge)
    if far > course.left + _EPS:
        return _refused(course, leg, _dear(course, far), far, 0.0)
    course.leaves = edge
    return _made(course, leg, far)


@clause("MM-UNIT-48", "MM-OFFICER-43")
def exits(battle: Battle, unit: Unit) -> list[str]:
    """The edges a unit may leave by: its base edge on withdrawal, and those its scenario names."""
    side = 1 + SIDES.index(unit.side)
    found = [
        battle.base.get(SIDES[one.edge - 1], "south")
        for win in battle.scenario.win
        for one in (*win.all, *win.any)
        if one.kind == "units_off_or_at" and one.side == side and one.edge is not None
    ]
    if battle.wards[unit.ward].order == "withdraw":
        found.append(battle.base.get(unit.side, "south"))
    return list(dict.fromkeys(found))


@clause("MM-UNIT-48")
def why_not_leave(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a unit may not leave in good order."""
    if not exits(battle, unit):
        return Refusal("its battle has no orders to withdraw", "MM-UNIT-48")
    return None


def inches_to(battle: Battle, unit: Unit, edge: str) -> float:
    """Inches from a unit to the south or north edge."""
    rect = base_of(battle, unit)
    if edge == "south":
        return max(0.0, rect.y0)
    return max(0.0, battle.scenario.depth - rect.y1)


_LEGS = {
    "advance": _advance,
    "back": _back,
    "wheel": _wheel,
    "about": _about,
    "flank": _flank,
    "frontage": _frontage,
    "formation": _formation,
    "order": _reorder,
    "mount": _mount,
    "leave": _leave,
}


def doubles(unit: Unit, gait: str) -> bool:
    """Whether it has moved above the normal rate at the double (MM-TURN-12)."""
    return gait == DOUBLE and unit.deeds.used > rate(unit, "normal") + _EPS
