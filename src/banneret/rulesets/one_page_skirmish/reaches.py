"""Where a leader can go straight ahead, drawn for screens that ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.clauses import clause
from banneret.core.overlay import Overlay, Zone
from banneret.rulesets.one_page_skirmish.names import inches
from banneret.rulesets.one_page_skirmish.ways import carried

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
    turns = [360.0 * step / _DIRECTIONS for step in range(_DIRECTIONS)]
    points = tuple(carried(battle, leader, turn, float(allowance)) for turn in turns)
    return Zone(layer="reach", points=points, label=label, clause=rule, tone=tone)
