"""The ground of a battle (KK-DEF-09 to 13, 26, KK-MOVE-21 to 27, 34)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.terrain import Area, Ground, Line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.rulesets.knights_and_knaves.entries import Scenario
    from banneret.rulesets.knights_and_knaves.options import Options
    from banneret.rulesets.knights_and_knaves.state import Battle, Door, Man


def ground_for(scenario: Scenario, options: Options, doors: Sequence[Door] = ()) -> Ground:
    """The scenario's ground with its doors as they stand."""
    del options, doors
    return Ground(
        [Area(one.kind, one.polygon, one.id) for one in scenario.area],
        [Line(one.kind, one.line, one.id) for one in scenario.line],
        scenario.table[0],
        scenario.table[1],
        over=("bridge", "road"),
    )


def restricted(battle: Battle, man: Man) -> bool:
    """Whether he stands in a place too narrow to fight freely (KK-DEF-26)."""
    raise NotImplementedError


def height_of(battle: Battle, man: Man) -> int:
    """How many feet above the ground he stands (KK-MOVE-34)."""
    raise NotImplementedError


def room_of(battle: Battle, man: Man) -> str:
    """The building or wall walk he is in, if any."""
    raise NotImplementedError
