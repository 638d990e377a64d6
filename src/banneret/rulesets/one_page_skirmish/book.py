"""The book as the rest of the house sees it."""

from __future__ import annotations

from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from banneret.core.errors import unknown
from banneret.core.ruleset import ForceInfo, Ruleset, ScenarioInfo
from banneret.rulesets.one_page_skirmish import lists, score
from banneret.rulesets.one_page_skirmish.checks import faults
from banneret.rulesets.one_page_skirmish.options import SETTINGS
from banneret.rulesets.one_page_skirmish.overlays import look
from banneret.rulesets.one_page_skirmish.pointing import pieces, subjects
from banneret.rulesets.one_page_skirmish.procedures import PROCEDURES
from banneret.rulesets.one_page_skirmish.reference import QUICK_REFERENCE
from banneret.rulesets.one_page_skirmish.scenery import PHASES, figures, scene
from banneret.rulesets.one_page_skirmish.sequence import SEQUENCE
from banneret.rulesets.one_page_skirmish.setup import DEFAULT_FORCES, begin
from banneret.rulesets.one_page_skirmish.sightlines import between
from banneret.rulesets.one_page_skirmish.state import Battle, clone
from banneret.rulesets.one_page_skirmish.tables import TABLES
from banneret.rulesets.one_page_skirmish.view import imagine, vary_hidden, view
from banneret.rulesets.one_page_skirmish.wording import sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.core.game import Player

LEVELS = ("captain", "squire")


def _sides(battle: Battle) -> tuple[str, ...]:
    """The seats: players, of whom several may be on one side."""
    return tuple(seat.key for seat in battle.seats)


def _forces_for(scenario: lists.Scenario, side: str) -> tuple[str, ...]:
    """The scenario's own force, or any with the usual one first."""
    force = scenario.sides[side].force
    if force != lists.FREE:
        return (force,)
    first = DEFAULT_FORCES[side]
    return (first, *(key for key in lists.forces() if key != first))


def _scenario_info(scenario: lists.Scenario) -> ScenarioInfo:
    allowed = {side: _forces_for(scenario, side) for side in lists.SIDES}
    return ScenarioInfo(scenario.id, scenario.name, scenario.briefing, lists.SIDES, allowed)


def _force_info(force: lists.Force, _options: Mapping[str, Any]) -> ForceInfo:
    figures = sum(unit.count for unit in force.unit)
    return ForceInfo(force.id, force.name, lists.force_points(force), figures)


def _captain(side: str, level: str) -> Player:
    """The book's own computer player."""
    if level not in LEVELS:
        raise unknown("level", level, LEVELS)
    make = getattr(import_module(f"{__package__}.captain"), "captain", None)
    if make is None:
        raise unknown("level", level, ())
    found: Player = make(side, level)
    return found


RULESET: Ruleset[Battle] = Ruleset(
    key=TABLES.meta.slug,
    title=TABLES.meta.title,
    prefix=TABLES.meta.prefix,
    state_type=Battle,
    settings=SETTINGS,
    scenarios={key: _scenario_info(one) for key, one in lists.scenarios().items()},
    forces={key: _force_info(force, {}) for key, force in lists.forces().items()},
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
    captain=_captain,
    procedures=PROCEDURES,
    faults=faults,
    blurb="Cards decide whose turn it is; leaders keep their men within six inches.",
    quick_reference=QUICK_REFERENCE,
    levels=LEVELS,
    read_forces=lambda content, name, _options: lists.read_forces(content, name),
    force_info=_force_info,
    extras={
        "vary_hidden": vary_hidden,
        "read_scenarios": lists.read_scenarios,
    },
)
