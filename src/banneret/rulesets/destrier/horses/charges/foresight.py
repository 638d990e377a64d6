"""What an order would mean, as things stand: the path through its targets, and the chances."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from banneret.core.questions.choices import Preview

from ...basics.columns.words import speed_named
from ...basics.state import clone
from ...basics.who import weapon_of
from ...ground.stands import settle
from ...melee import chances
from ...melee.defences import by_cards
from .lines import Course, Line, follow_on, lines
from .orders import NONE, Order, read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.tabletop.shapes.segments import Point
    from banneret.tabletop.shapes.stands import Stand

    from ...basics.state import Battle, Figure, Part


class Leg(NamedTuple):
    """The run at one target: where the exchange is, on which side, and whether it is reached."""

    target: int
    line: Line
    there: Stand
    left: float  # inches after it


def legs(battle: Battle, figure: Figure, order: Order) -> list[Leg]:
    """The runs of an order one after the other, on the line that leaves most for the next."""
    found: list[Leg] = []
    course: Course | None = Course.begin(battle, figure, order.speed)
    for key in order.targets:
        if course is None:
            break
        target = battle.figures[key]
        choices = lines(battle, figure, course, target)
        if not choices:
            break
        line = min(choices, key=lambda one: (not one.reaches, one.side != "left", one.inches))
        there = course.stand.turned(line.facing).ahead(line.inches)
        course = follow_on(battle, figure, course, target)
        found.append(Leg(key, line, there, 0.0 if course is None else max(course.inches, 0.0)))
    return found


def chance(battle: Battle, figure: Figure, order: Order, leg: Leg) -> int | None:
    """The chance of the charger's blow at one target, before its defence."""
    weapon = weapon_of(battle, figure)
    if not weapon or not leg.line.reaches:
        return None
    twin = clone(battle)
    own = twin.figures[figure.id]
    assert own.steed is not None
    own.steed.speed = speed_named(order.speed)
    settle(twin, own, leg.there)
    target = twin.figures[leg.target]
    attack = chances.Attack(own.id, "man", target.id, "man", "DELIVER_BLOW", weapon)
    return chances.chance(twin, attack, by_cards(twin, target, ())).chance


def foresee(battle: Battle, figure: Figure, key: str) -> Preview:
    """The path of an order and what happens on it."""
    order = read(figure.id, key)
    if not order.targets:
        return Preview(legal=True, notes=("writes none",))
    path: list[Point] = [(figure.x, figure.y)]
    notes = []
    for leg in legs(battle, figure, order):
        path.append(leg.there.centre)
        notes.append(_said(battle, figure, order, leg))
    shares = dict(odds(battle, figure, key))
    return Preview(legal=True, notes=tuple(notes), leads=tuple(path), odds=shares or None)


def exchange(
    battle: Battle, one: Figure, two: Figure, part: Part = "man", guard: str = ""
) -> Mapping[str, str]:
    """The chance that the first strikes the second behind this guard; a dodge by the guess."""
    weapon = weapon_of(battle, one)
    if not weapon:
        return {}
    attack = chances.Attack(one.id, "man", two.id, part, "DELIVER_BLOW", weapon)
    defence = by_cards(battle, two, (guard,) if part == "man" and guard else ())
    plain = f"{chances.chance(battle, attack, defence).chance} %"
    if not guard.startswith("DODGE"):
        return {"struck" if guard else "hit": plain}
    guessed = chances.chance(battle, attack, defence, chances.Moment(guessed=True)).chance
    return {"struck": plain, "if guessed": f"{guessed} %"}


def least(shares: Mapping[str, Mapping[str, str]]) -> str:
    """The answer that lets the fewest blows through."""
    return min(shares, key=lambda key: int(shares[key].get("struck", "0 %").removesuffix(" %")))


def _said(battle: Battle, figure: Figure, order: Order, leg: Leg) -> str:
    name = battle.figures[leg.target].name
    if not leg.line.reaches:
        return f"{name}: out of reach, ends short"
    share = chance(battle, figure, order, leg)
    side = "dead ahead" if leg.line.side == "centre" else f"on the {leg.line.side}"
    much = f", {share} %" if share is not None else ""
    return f"{name} {side}{much}; {leg.left:.1f} inches left after it"


def odds(battle: Battle, figure: Figure, key: str) -> Mapping[str, str]:
    """The chances of an order at each target that it reaches."""
    if key == NONE:
        return {}
    order = read(figure.id, key)
    found = {}
    for leg in legs(battle, figure, order):
        share = chance(battle, figure, order, leg)
        if share is not None:
            found[battle.figures[leg.target].name] = f"{share} %"
    return found
