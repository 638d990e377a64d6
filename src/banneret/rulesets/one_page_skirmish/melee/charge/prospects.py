"""What can be said of a charge before its dice: that they dare, and that the dice reach.

What the enemy does in between, and any rallying, is nobody's to know before.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Preview
from banneret.tabletop.ground.pricing import dear_stretches

from ...ground.lay import on_road, stays_on_road
from ...ground.prices import going
from ...morale import checking
from ...morale.dice import morale_target, morale_weights
from ...movement.dice import ways_to_reach
from ...movement.measured import horse_dice
from ...movement.ways import Trip
from ..wounds import is_wounded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.book.clauses import Refusal

    from ...basics.state import Battle, Figure, Unit


@clause("OP-CHARGE-03", "OP-CHARGE-04")
def of_charge(battle: Battle, unit: Unit, leader: Figure, trip: Trip | None) -> dict[str, str]:
    """The chance of contact with an enemy who stands: that they dare, and that the dice reach."""
    reaches = Fraction(0) if trip is None else _reaching(battle, unit, leader, trip)
    if unit.passed_this_turn:
        return {"contact": str(reaches)}
    target = morale_target(checking.facts_of(battle, unit), battle.options).total
    dares = Fraction(morale_weights(target, unit.status)["success"], 10)
    return {"contact": str(dares * reaches), "dares": str(dares), "reaches": str(reaches)}


def of_way(
    battle: Battle,
    unit: Unit,
    leader: Figure,
    trip: Trip | Refusal,
    along: Sequence[Figure] = (),
) -> Preview:
    """The price of a way to contact and the chance that the dice cover it."""
    assert isinstance(trip, Trip), "only a lawful way is foreseen"
    chance = _reaching(battle, unit, leader, trip, along)
    odds = {"reaches": str(chance), "short": str(1 - chance)}
    shown = {name: part for name, part in odds.items() if part != "0"}
    dear = dear_stretches(battle.ground, trip.points, going(leader.mounted, battle.options))
    return Preview(legal=True, price=trip.cost, odds=shown, stretches=dear)


@clause("OP-CHARGE-11", "OP-MOVE-04")
def _reaching(
    battle: Battle, unit: Unit, leader: Figure, trip: Trip, along: Sequence[Figure] = ()
) -> Fraction:
    good, whole = ways_to_reach(
        trip.cost,
        battle.options,
        mounted=horse_dice(battle, unit, leader, along),
        charging=True,
        road=on_road(battle, trip.points[0]) and stays_on_road(battle.ground, trip.points),
        leader_wounded=is_wounded(leader.rank, leader.hits),
    )
    return Fraction(good, whole)
