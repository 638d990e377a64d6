"""Where a leader can go, what his way costs and whom he leaves: for screens that ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import clause
from banneret.core.questions.asking import Preview
from banneret.core.show.overlay import Band, Overlay, Zone
from banneret.tabletop.ground.pricing import dear_stretches
from banneret.tabletop.screen.words import inches
from banneret.tabletop.shapes.measuring import gap, within

from ..basics.state import COHESION_INCHES, is_engaged, standing
from ..ground.prices import going
from .straight_ahead import carried
from .ways import Trip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.book.clauses import Refusal

    from ..basics.state import Battle, Figure, Unit

_DIRECTIONS: Final = 72


def reach_of(battle: Battle, leader: Figure, allowance: float) -> tuple[Overlay, ...]:
    """Where a leader can go straight ahead now that the dice have fallen."""
    label = f"{inches(allowance)} rolled"
    return (zone(battle, leader, allowance, label=label, rule="OP-MOVE-08", tone="cheap"),)


@clause("OP-MOVE-09", "OP-MOVE-11", "OP-MOVE-16")
def zone(
    battle: Battle, leader: Figure, allowance: float, *, label: str, rule: str, tone: str
) -> Zone:
    """As far as ground, table and enemies let him go in every direction."""
    turns = [360.0 * step / _DIRECTIONS for step in range(_DIRECTIONS)]
    points = tuple(carried(battle, leader, turn, float(allowance)) for turn in turns)
    return Zone(layer="reach", points=points, label=label, clause=rule, tone=tone)


@clause("OP-CHARGE-02")
def charge_reach(leader: Figure, most: int) -> tuple[Overlay, ...]:
    """How far a charge could go at most."""
    base = leader.base
    outline = (base.x, base.y, base.facing, base.width, base.depth)
    word = f"charge {most}″ at most"
    far = float(most)
    return (
        Band(
            layer="reach", base=outline, inches=far, label=word, clause="OP-CHARGE-02", tone="dear"
        ),
    )


@clause("OP-MOVE-08", "OP-MOVE-20")
def foresee(
    battle: Battle, unit: Unit, leader: Figure, trip: Trip | Refusal, staying: Sequence[Figure] = ()
) -> Preview:
    """The price of a way, where it is dear, and who would be left out of command."""
    if not isinstance(trip, Trip):
        return Preview(legal=True)
    dear = dear_stretches(battle.ground, trip.points, going(leader.mounted, battle.options))
    return Preview(
        legal=True,
        price=trip.cost,
        notes=_left_behind(battle, unit, leader, trip, staying),
        stretches=dear,
    )


def _left_behind(
    battle: Battle, unit: Unit, leader: Figure, trip: Trip, staying: Sequence[Figure]
) -> tuple[str, ...]:
    """Men who cannot come along and would be too far from him."""
    bound = [
        man
        for man in standing(battle, unit)
        if man is not leader and (man.stun >= 0 or man in staying or is_engaged(battle, man))
    ]
    return tuple(
        f"{man.profile.name} stays, {inches(gap(man.base, trip.base))} from his leader: "
        "a straggler (OP-GROUP-05)."
        for man in bound
        if not within(man.base, trip.base, COHESION_INCHES)
    )
