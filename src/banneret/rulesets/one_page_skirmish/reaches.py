"""Where a leader can go straight ahead, drawn for screens that ask."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

from banneret.core.clauses import clause
from banneret.core.overlay import Overlay, Zone
from banneret.rulesets.one_page_skirmish.names import inches
from banneret.rulesets.one_page_skirmish.ways import straight

if TYPE_CHECKING:
    from banneret.rulesets.one_page_skirmish.state import Battle, Figure

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
    base = leader.base
    points = []
    for step in range(_DIRECTIONS):
        turn = 2.0 * pi * step / _DIRECTIONS
        towards = (base.x + 100.0 * sin(turn), base.y + 100.0 * cos(turn))
        found = straight(battle, leader, towards, float(allowance))
        points.append((base.x, base.y) if found is None else found[0])
    return Zone(layer="reach", points=tuple(points), label=label, clause=rule, tone=tone)
