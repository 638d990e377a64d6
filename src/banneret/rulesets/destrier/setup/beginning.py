"""The battle before the first step: who fights, on what ground, by which tables and switches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import clause
from banneret.core.errors import BadData, unknown

from ..basics.options import Options
from ..basics.state import SIDES, Battle
from ..basics.tables import Tables, default
from ..basics.who import load
from ..ground.stands import put
from ..ground.things import Thing
from ..host.moving import encumbrance
from .mustering import enlist, force, tell_loved
from .scenarios import scenario_named

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..basics.columns.words import Encumbrance
    from ..basics.state import Figure
    from .scenarios import Recruit, Scenario


@clause("DE-END-04", "DE-GEN-09", "DE-HOST-64")
def begin(scenario: str, options: Mapping[str, Any], forces: Mapping[str, Any]) -> Battle:
    """Set the table: terrain, sides, switches; `forces` may name a side's force and the tables."""
    own = scenario_named(scenario)
    given = forces.get("host")
    tables = given if isinstance(given, Tables) else default()
    levies: dict[str, tuple[Recruit, ...]] = {
        side: recruits(tables, own, side, forces) for side in SIDES
    }
    figures: list[Figure] = []
    for side in SIDES:
        figures += enlist(tables, levies[side], side, len(figures))
    for side in SIDES:
        tell_loved(figures, levies[side], side)
    battle = Battle(
        scenario=own,
        options=Options.read(dict(options), dict(own.switches)),
        tables=tables,
        tables_id=tables.id,
        figures=figures,
        things=[_thing(i, one) for i, one in enumerate(own.terrain)],
        lances_broken=dict.fromkeys(SIDES, 0),
    )
    _stand_fixed(battle, own, levies)
    for figure in figures:
        figure.encumbrance = burden(battle, figure)
    return battle


def recruits(
    tables: Tables, scenario: Scenario, side: str, forces: Mapping[str, Any]
) -> tuple[Recruit, ...]:
    """Whom a side leads: the scenario's figures, or the force chosen."""
    plan = scenario.side(side)
    if not plan.forces:
        return plan.figures
    chosen = forces.get(side, plan.forces[0])
    if isinstance(chosen, tuple):
        return chosen
    if chosen not in tables.host.forces:
        raise unknown("force", str(chosen), tables.host.forces)
    return force(tables, chosen)


def _thing(key: int, one: Any) -> Thing:
    return Thing(
        key,
        one.name,
        tuple((float(x), float(y)) for x, y in one.corners),
        one.blocks_move,
        one.blocks_sight,
        one.cover,
        one.furniture,
        one.door,
    )


def _stand_fixed(
    battle: Battle, scenario: Scenario, levies: Mapping[str, tuple[Recruit, ...]]
) -> None:
    """Set down whoever has a fixed place; the others stand nowhere yet."""
    numbered = iter(battle.figures)
    for side in SIDES:
        for recruit in levies[side]:
            for _ in range(recruit.count):
                figure = next(numbered)
                figure.facing = scenario.side(side).facing
                if recruit.at is not None:
                    put(battle, figure, *recruit.at, figure.facing)
                else:
                    figure.x = figure.y = -100.0 - 5.0 * figure.id


def off_table(figure: Figure) -> bool:
    """Whether a figure has not been deployed yet."""
    return figure.x < -50.0


@clause("DE-HOST-45")
def burden(battle: Battle, figure: Figure) -> Encumbrance:
    """How encumbered a figure is by its armour, shield and arms; beasts carry nothing."""
    strength, carried = figure.profile.strength, load(battle, figure)
    found = encumbrance(battle.tables, strength=strength, load=carried)
    if found == "impossible":
        raise BadData(f"{figure.name} cannot carry {carried} Dr")
    return found
