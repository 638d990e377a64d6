"""Charges that do not go home: too short a roll, no way to contact, a target that is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Way
from banneret.tabletop.asking import ask_way
from banneret.tabletop.moving.walking import first_inches
from banneret.tabletop.shapes.measuring import (
    TOLERANCE,
    Point,
    along,
    distance_point_segment,
    gap,
    polyline_length,
    snap,
    snap_point,
)

from ...basics.names import do_they
from ...basics.state import awake
from ...ground.clearance import foes, gap_at_start, stop_short, too_near
from ...ground.lay import KEEP_OFF
from ...movement.ideas import facing_along
from ...movement.measured import nowhere
from ...movement.reaches import foresee
from ...movement.routes import route
from ...movement.ways import Trip, cannot_end, examine, follow, priced

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.play.table import Table

    from ...basics.state import Battle, Figure, Unit

_STEP_BACK: Final = 0.25
_ON_THE_WAY: Final = 0.05


@clause("OP-CHARGE-13")
def halt(battle: Battle, figure: Figure, points: tuple[Point, ...], allowance: float) -> Trip:
    """As far along a way as the roll allows, ending at least 1 inch from every enemy."""
    gone, _ = follow(battle, figure, points, allowance)
    gone = _before_enemies(battle, figure, gone)
    whole = polyline_length(gone)
    back = 0.0
    while whole - back > 0.01:
        part = first_inches(gone, whole - back)
        end = snap_point(part[-1])
        part = (*part[:-1], end)
        trip = priced(battle, figure, part, facing_along(part[-2], end), 1e6)
        if (
            isinstance(trip, Trip)
            and too_near(battle, figure, trip.base) is None
            and cannot_end(battle, figure, trip.base) is None
        ):
            return trip
        back += _STEP_BACK
    return nowhere(figure, allowance)


def _before_enemies(battle: Battle, figure: Figure, points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Cut a way where it first comes within 1 inch of an enemy."""
    near = gap_at_start(battle, figure)
    others = [foe for foe in foes(battle, figure.side) if foe.id not in near]
    for i in range(1, len(points)):
        short = stop_short(figure, points[i - 1], points[i], others, KEEP_OFF)
        if short is not None:
            return (*points[:i], along(points[i - 1], points[i], short[0]))
    return points


@clause("OP-CHARGE-18", "OP-CHARGE-23")
def towards(
    battle: Battle, leader: Figure, target: Unit, stood: Point, *, gone: bool
) -> tuple[Point, ...]:
    """The way to where the target stood, or to its nearest figure if there is none to contact."""
    here = (leader.base.x, leader.base.y)
    aim = stood
    if not gone:
        foe = min(awake(battle, target), key=lambda foe: (gap(leader.base, foe.base), foe.id))
        aim = (foe.base.x, foe.base.y)
    found = route(battle, leader, [aim])
    return (here, here) if found is None else found.points


def _part_of(
    battle: Battle, leader: Figure, whole: Trip, part: float, allowance: float
) -> Callable[[], Way | None]:
    def make() -> Way | None:
        trip = halt(battle, leader, first_inches(whole.points, whole.length * part), allowance)
        return Way("charge", trip.points[1:], trip.base.facing)

    return make


@clause("OP-CHARGE-18")
def after_them(
    table: Table[Battle],
    unit: Unit,
    leader: Figure,
    points: tuple[Point, ...],
    allowance: float,
) -> Trip:
    """The target is gone: the leader stops anywhere on the way to where it stood."""
    battle = table.state
    whole = halt(battle, leader, points, allowance)
    if whole.length < TOLERANCE:
        return whole
    here = (leader.base.x, leader.base.y)

    def check(way: Way) -> Trip | Refusal:
        gone = (here, *[snap_point(p) for p in way.points])
        if not all(_is_on(p, whole.points) for p in gone):
            return Refusal("the way leads to where the target stood", "OP-CHARGE-18")
        return examine(battle, leader, gone, snap(way.facing % 360.0), allowance)

    _, trip = ask_way(
        table,
        check,
        lambda trip: foresee(battle, unit, leader, trip),
        side=unit.player,
        key="charge.way",
        prompt=f"{unit.name}: how far {do_they(unit)} go after them?",
        piece=leader.id,
        gaits=("charge",),
        sketches=lambda: [
            _part_of(battle, leader, whole, 1.0, allowance),
            _part_of(battle, leader, whole, 0.5, allowance),
            lambda: Way("charge", (), leader.base.facing),
        ],
        allowance=allowance,
        about=(unit.id,),
        reach=lambda: (),
    )
    return trip


def _is_on(p: Point, points: tuple[Point, ...]) -> bool:
    return any(
        distance_point_segment(p, points[i - 1], points[i]) <= _ON_THE_WAY
        for i in range(1, len(points))
    )
