"""The book as the rest of the house sees it."""

from __future__ import annotations

from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from banneret.core.errors import IllegalForce, unknown
from banneret.core.ruleset import ForceInfo, Ruleset, ScenarioInfo
from banneret.rulesets.knights_and_knaves import setup, victory
from banneret.rulesets.knights_and_knaves.checks import faults
from banneret.rulesets.knights_and_knaves.companies import force_points
from banneret.rulesets.knights_and_knaves.forces import forces, read_forces
from banneret.rulesets.knights_and_knaves.levy import MUSTER
from banneret.rulesets.knights_and_knaves.lists import ORGANISATIONS
from banneret.rulesets.knights_and_knaves.muster import raise_force
from banneret.rulesets.knights_and_knaves.options import SETTINGS, Options
from banneret.rulesets.knights_and_knaves.overlays import look
from banneret.rulesets.knights_and_knaves.pointing import pieces, subjects
from banneret.rulesets.knights_and_knaves.procedures import PROCEDURES
from banneret.rulesets.knights_and_knaves.reference import QUICK_REFERENCE
from banneret.rulesets.knights_and_knaves.scenarios import (
    KINDS,
    read_scenarios,
    scenario_named,
    scenarios,
)
from banneret.rulesets.knights_and_knaves.scenery import PHASES, figures, scene
from banneret.rulesets.knights_and_knaves.sequence import SEQUENCE
from banneret.rulesets.knights_and_knaves.sheets import sheets
from banneret.rulesets.knights_and_knaves.sightlines import between
from banneret.rulesets.knights_and_knaves.state import Battle, clone
from banneret.rulesets.knights_and_knaves.varying import vary_hidden
from banneret.rulesets.knights_and_knaves.view import imagine, side_of, view
from banneret.rulesets.knights_and_knaves.wording import sentence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.core.seat import Player
    from banneret.rulesets.knights_and_knaves.companies import Force
    from banneret.rulesets.knights_and_knaves.entries import Muster, Scenario

LEVELS = ("captain", "squire")
MOST_BROUGHT = 2 * setup.MOST_LED  # figures of a force that somebody brings


def begin(
    scenario: str | Scenario, options: Mapping[str, Any], chosen: Mapping[str, str | Force]
) -> Battle:
    """A battle of a scenario about to be set up."""
    return setup.begin(scenario_named(scenario), options, chosen)


def _players(battle: Battle) -> tuple[str, ...]:
    """The seats: players, of whom several may be on one side."""
    return tuple(one.player for one in battle.retinues)


def _forces_for(retinue: Muster) -> tuple[str, ...]:
    """The scenario's own force first, then every other that a player might bring."""
    every = (*ORGANISATIONS, *(key for key in forces() if key not in ORGANISATIONS))
    if retinue.force == "free":
        return every
    return (retinue.force, *(key for key in every if key != retinue.force))


def _scenario_info(scenario: Scenario) -> ScenarioInfo:
    players = tuple(one.player for one in scenario.retinue)
    allowed = {one.player: _forces_for(one) for one in scenario.retinue}
    kind = KINDS[scenario.kind]
    told = f"{kind}. {scenario.briefing}"
    return ScenarioInfo(scenario.id, scenario.name, told, players, allowed, kind)


def _read_forces(content: bytes, name: str, options: Mapping[str, Any]) -> tuple[Force, ...]:
    """Read people's own forces; how small a unit may be is an option."""
    found = read_forces(content, name, Options.read(options))
    for force in found:
        if force.figures > MOST_BROUGHT:
            raise IllegalForce(
                f"{name}: force {force.id!r} has {force.figures} figures: expected "
                f"{MOST_BROUGHT} or fewer in a battle [KK-SETUP-06]"
            )
    return found


def _force_info(force: Force, options: Mapping[str, Any]) -> ForceInfo:
    """What a force is worth by the options of a battle, halves too (KK-POINTS-04)."""
    points = force_points(force, Options.read(options))
    return ForceInfo(force.id, force.name, points, force.figures)


def _force_infos() -> dict[str, ForceInfo]:
    """The ready forces, and every list raised to the size a scenario asks for."""
    lists = {key: raise_force(key, setup.USUAL_FIGURES, key) for key in ORGANISATIONS}
    return {key: _force_info(force, {}) for key, force in (lists | dict(forces())).items()}


def _captain(side: str, level: str) -> Player:
    """The book's own computer player."""
    if level not in LEVELS:
        raise unknown("level", level, LEVELS)
    make = import_module(f"{__package__}.captain").captain
    found: Player = make(side, level)
    return found


RULESET: Ruleset[Battle] = Ruleset(
    key="knights_and_knaves",
    title="Knights & Knaves",
    prefix="KK",
    state_type=Battle,
    settings=SETTINGS,
    scenarios={key: _scenario_info(one) for key, one in scenarios().items()},
    forces=_force_infos(),
    begin=begin,
    sequence=SEQUENCE,
    over=victory.over,
    ended=attrgetter("over"),
    sides=_players,
    clone=clone,
    view=view,
    party=side_of,
    imagine=imagine,
    round=attrgetter("turn"),
    counted="turn",
    draw=scene,
    phases=PHASES,
    pieces=pieces,
    subjects=subjects,
    look=look,
    between=between,
    figures=figures,
    sheets=sheets,
    sentence=sentence,
    captain=_captain,
    procedures=PROCEDURES,
    faults=faults,
    muster=MUSTER,
    read_forces=_read_forces,
    force_info=_force_info,
    blurb="You are the lord: command whom you can reach, the rest follow their own minds.",
    quick_reference=QUICK_REFERENCE,
    levels=LEVELS,
    extras={
        "vary_hidden": vary_hidden,
        "read_scenarios": read_scenarios,
    },
)
