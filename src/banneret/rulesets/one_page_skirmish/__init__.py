"""One-Page Skirmish: a man-to-man medieval battle from a single sheet of rules.

Read `sequence.py` first: the order of play. Each chapter of the book has its folder.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

from banneret.core.book.ruleset import ForceInfo, Ruleset, ScenarioInfo
from banneret.tabletop.captains.habits import called

from .basics.checks import faults
from .basics.options import SETTINGS
from .basics.procedures import PROCEDURES
from .basics.state import Battle, clone
from .basics.tables import TABLES
from .screen.between import between
from .screen.looks import look
from .screen.pointing import pieces, subjects
from .screen.reference import QUICK_REFERENCE
from .screen.scene import PHASES, figures, scene
from .screen.sentences import sentence
from .screen.view import imagine, vary_hidden, view
from .sequence import SEQUENCE
from .setup import on_file
from .setup.beginning import begin, usual_force
from .setup.briefs import brief
from .turn.ending import score

if TYPE_CHECKING:
    from collections.abc import Mapping


LEVELS = ("captain", "squire")


def _sides(battle: Battle) -> tuple[str, ...]:
    """The seats: players, of whom several may be on one side."""
    return tuple(seat.key for seat in battle.seats)


def _forces_for(scenario: on_file.Scenario, side: str) -> tuple[str, ...]:
    """The scenario's own force, or any with the usual one first."""
    force = scenario.sides[side].force
    if force != on_file.FREE:
        return (force,)
    first = usual_force(scenario, side)
    return (first, *(key for key in on_file.forces() if key != first))


def _scenario_info(scenario: on_file.Scenario) -> ScenarioInfo:
    allowed = {side: _forces_for(scenario, side) for side in on_file.SIDES}
    told = scenario.briefing
    return ScenarioInfo(
        scenario.id, scenario.name, told, on_file.SIDES, allowed, brief=brief(scenario)
    )


def _force_info(force: on_file.Force, _options: Mapping[str, Any]) -> ForceInfo:
    figures = sum(unit.count for unit in force.unit)
    return ForceInfo(force.id, force.name, on_file.force_points(force), figures)


RULESET: Ruleset[Battle] = Ruleset(
    key=TABLES.meta.slug,
    title=TABLES.meta.title,
    prefix=TABLES.meta.prefix,
    state_type=Battle,
    settings=SETTINGS,
    scenarios={key: _scenario_info(one) for key, one in on_file.scenarios().items()},
    forces={key: _force_info(force, {}) for key, force in on_file.forces().items()},
    begin=begin,
    sequence=SEQUENCE,
    over=score.over,
    ended=attrgetter("over"),
    sides=_sides,
    clone=clone,
    view=view,
    imagine=imagine,
    draw=scene,
    phases=PHASES,
    pieces=pieces,
    subjects=subjects,
    look=look,
    between=between,
    figures=figures,
    sentence=sentence,
    captain=called(f"{__package__}.captain", LEVELS),
    procedures=PROCEDURES,
    faults=faults,
    blurb="Cards decide whose turn it is; leaders keep their men within six inches.",
    quick_reference=QUICK_REFERENCE,
    levels=LEVELS,
    hesitates={"green": 25, "squire": 9},
    read_forces=lambda content, name, _options: on_file.read_forces(content, name),
    force_info=_force_info,
    extras={
        "vary_hidden": vary_hidden,
        "read_scenarios": on_file.read_scenarios,
    },
)
