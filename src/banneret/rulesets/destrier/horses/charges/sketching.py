"""What an order looks like on the table: where it may turn, must run straight, and is in reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.show.overlay import Line, Tag, Zone
from banneret.tabletop.screen.words import inches

from ...basics.who import weapon_of
from ...host.lances import charge_range
from ...screen.parties import capital
from .paths import rest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from banneret.core.show.overlay import Overlay
    from banneret.tabletop.shapes.segments import Point
    from banneret.tabletop.shapes.stands import Stand

    from ...basics.state import Battle, Figure
    from .orders import Order
    from .paths import Leg

FAN = 4  # rays of a fan to either side
FARTHEST = 5.0  # inches of a fan that are drawn


def shapes(
    battle: Battle, figure: Figure, order: Order, ridden: list[Leg], said_of: Mapping[int, str]
) -> tuple[Overlay, ...]:
    """Everything that is drawn of an order, for the eyes of its owner; what is said of targets."""
    found = [one for leg in ridden for one in _leg(battle, figure, leg)]
    if battle.scenario.courses:  # along the tilt nobody turns
        found = [one for one in found if one.layer != "turn"]
    for count, leg in enumerate(ridden, 1):
        name = f"{count}. {capital(battle.figures[leg.target].name)}"
        words = said_of.get(leg.target, "")
        holds = leg.line.reaches
        label = f"{name} · {words}" if words else name
        found.append(Tag(layer="charge", piece=leg.target, holds=holds, label=label))
    last, end = ridden[-1].after.stand, rest(battle, figure, ridden)
    said = f"ends here, at a {order.speed}" if ridden[-1].line.reaches else "ends short"
    if battle.scenario.courses and not ridden[-1].line.reaches:
        said = f"rides on to here, at a {order.speed}"
    found.append(Line(layer="rest", points=(last.centre, end.centre), stop=1.0, label=said))
    return tuple(found)


def _leg(battle: Battle, figure: Figure, leg: Leg) -> Iterator[Overlay]:
    own = leg.course.stand
    yield _fan(leg)
    after = leg.after.stand
    yield _swept(own.turned(leg.line.facing), after)
    if not leg.line.reaches:
        return
    weapon = weapon_of(battle, figure)
    far = charge_range(battle.tables, weapon) if weapon else 0.0
    if far:
        said = f"{weapon.replace('_', ' ')}, {inches(far)}"
        block = _ahead(leg.there, far)
        yield Zone(layer="lance", tone="dear", points=block, label=said, clause="DE-CHG-16")
    yield _straight(battle, leg)


def _fan(leg: Leg) -> Zone:
    """Where the steed may turn before it runs: as far as it could go, and its target is."""
    own, most = leg.course.stand, max(leg.course.turning, 0.0)
    far = min(leg.course.inches, max(leg.line.inches, 1.0), FARTHEST)
    head = _head(own)
    points = [head]
    for k in range(-FAN, FAN + 1):
        at = own.turned(own.facing + min(most, 90.0) * k / FAN)
        points.append((head[0] + at.ux * far, head[1] + at.uy * far))
    turned = abs(leg.turned)
    way = "left" if leg.turned < 0.0 else "right"
    does = f"turn {way} {turned:.0f}°" if turned >= 1.0 else "turn 0°"
    said = f"{does} of {most:.0f}°, {inches(leg.course.inches)} to run"
    return Zone(layer="turn", tone="dear", points=tuple(points), label=said, clause="DE-CHG-28")


def _straight(battle: Battle, leg: Leg) -> Line:
    """The straight run that no charge is spared: before the contact and after it."""
    rules = battle.tables.seed.charge_movement
    own = leg.course.stand.turned(leg.line.facing)
    run = own.local(leg.after.stand.centre)[1]
    at = run - rules.straight_after_contact if leg.touch is None else leg.touch
    start = max(0.0, at - rules.straight_before_contact)
    end = max(run, at)
    points = (_head(own.ahead(start)), _head(own.ahead(end)))
    lost = rules.inches_lost_per_contact
    said = f"contact: {inches(lost)} off" if leg.touch is not None else "passes by"
    return Line(
        layer="straight",
        tone="dear",
        points=points,
        stop=(at - start) / (end - start) if end > start else 1.0,
        label=f"{said}, {inches(leg.left)} left",
        clause="DE-CHG-26",
    )


def _head(own: Stand) -> Point:
    """The middle of a steed's head end."""
    return own.spot((0.0, own.pattern.depth / 2))


def _ahead(own: Stand, far: float) -> tuple[Point, ...]:
    """The block before a steed that its rider's weapon reaches."""
    half, front = own.pattern.width / 2, own.pattern.depth / 2
    corners = ((-half, front), (half, front), (half, front + far), (-half, front + far))
    return tuple([own.spot(one) for one in corners])


def _swept(own: Stand, end: Stand) -> Zone:
    """The ground that the stand runs over."""
    half, back = own.pattern.width / 2, -own.pattern.depth / 2
    ahead = own.pattern.depth / 2
    points = (
        own.spot((-half, back)),
        end.spot((-half, ahead)),
        end.spot((half, ahead)),
        own.spot((half, back)),
    )
    return Zone(layer="swept", points=points)
