"""Knights & Knaves: a skirmish of single men, each under his lord's voice or on his own.

Read `sequence.py` first: the order of play. Each chapter of the book has its folder.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

from banneret.core.book.ruleset import ForceInfo, Ruleset, ScenarioInfo
from banneret.core.errors import IllegalForce
from banneret.tabletop.captains.habits import called

from .basics.checks import faults
from .basics.options import SETTINGS, Options
from .basics.procedures import PROCEDURES
from .basics.state import Battle, clone
from .command.action.presets import presets
from .morale import victory
from .screen.between import between
from .screen.hidden.varying import vary_hidden
from .screen.hidden.view import imagine, side_of, view
from .screen.looks import look
from .screen.pointing import pieces, subjects
from .screen.reference import QUICK_REFERENCE
from .screen.scene import PHASES, figures, scene
from .screen.sentences import sentence
from .screen.sheets import sheets
from .sequence import SEQUENCE
from .setup import beginning
from .setup.briefs import brief
from .setup.forces.companies import force_points
from .setup.forces.levy import MUSTER
from .setup.forces.on_file import forces, read_forces
from .setup.forces.organisations import ORGANISATIONS
from .setup.forces.raising import raise_force
from .setup.scenarios import KINDS, read_scenarios, scenario_named, scenarios

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .setup.entries import Muster, Scenario
    from .setup.forces.companies import Force

LEVELS = ("captain", "squire")
MOST_BROUGHT = 2 * beginning.MOST_LED  # figures of a force that somebody brings


def begin(
    scenario: str | Scenario, options: Mapping[str, Any], chosen: Mapping[str, str | Force]
) -> Battle:
    """A battle of a scenario about to be set up."""
    return beginning.begin(scenario_named(scenario), options, chosen)


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
    return ScenarioInfo(scenario.id, scenario.name, told, players, allowed, kind, brief(scenario))


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
    lists = {key: raise_force(key, beginning.USUAL_FIGURES, key) for key in ORGANISATIONS}
    return {key: _force_info(force, {}) for key, force in (lists | dict(forces())).items()}


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
    presets=presets,
    captain=called(f"{__package__}.captain", LEVELS),
    procedures=PROCEDURES,
    faults=faults,
    muster=MUSTER,
    read_forces=_read_forces,
    force_info=_force_info,
    blurb="You are the lord: command whom you can reach, the rest follow their own minds.",
    quick_reference=QUICK_REFERENCE,
    levels=LEVELS,
    hesitates={"green": 50, "squire": 20},
    extras={
        "vary_hidden": vary_hidden,
        "read_scenarios": read_scenarios,
    },
)
