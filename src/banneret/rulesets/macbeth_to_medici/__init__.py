"""From Macbeth to Medici: feudal battles of units, officers and tempers, 1000 to 1500.

Read `sequence.py` first: the order of play. Each chapter of the book has its folder.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from banneret.core.book.ruleset import Ruleset, ScenarioInfo
from banneret.tabletop.captains.habits import called

from .basics.checks import faults
from .basics.options import SETTINGS
from .basics.procedures import PROCEDURES
from .basics.state import SIDES, Battle, clone
from .ending.victory import over
from .screen.briefing import brief
from .screen.looks import between, look
from .screen.reference import QUICK_REFERENCE
from .screen.scene import figures, pieces, scene, subjects
from .screen.view import imagine, vary_hidden, view
from .screen.wording import sentence
from .sequence import PHASES, SEQUENCE
from .setup.beginning import begin
from .setup.lists import armies
from .setup.muster import MUSTER, force_info, read_forces
from .setup.scenarios import scenarios

if TYPE_CHECKING:
    from .setup.entries import Scenario

LEVELS = ("captain", "squire")


def _scenario_info(scenario: Scenario) -> ScenarioInfo:
    every = tuple(armies())
    allowed = {
        side: (entry.army, *(key for key in every if key != entry.army))
        for side, entry in zip(SIDES, scenario.sides(), strict=True)
    }
    told = f"{scenario.blurb} {scenario.odds}".strip()
    kind = "free battle" if scenario.free else "historical battle"
    return ScenarioInfo(
        scenario.id, scenario.name, told, SIDES, allowed, kind, brief=brief(scenario)
    )


RULESET: Ruleset[Battle] = Ruleset(
    key="macbeth_to_medici",
    title="From Macbeth to Medici",
    prefix="MM",
    state_type=Battle,
    settings=SETTINGS,
    scenarios={key: _scenario_info(one) for key, one in scenarios().items()},
    forces={key: force_info(one, {}) for key, one in armies().items()},
    begin=begin,
    sequence=SEQUENCE,
    over=over,
    ended=attrgetter("over"),
    sides=lambda _battle: SIDES,
    clone=clone,
    round=attrgetter("turn"),
    counted="turn",
    phases=PHASES,
    view=view,
    imagine=imagine,
    draw=scene,
    sentence=sentence,
    pieces=pieces,
    subjects=subjects,
    look=look,
    between=between,
    figures=figures,
    quick_reference=QUICK_REFERENCE,
    extras={"vary_hidden": vary_hidden},
    captain=called(f"{__package__}.captain", LEVELS),
    procedures=PROCEDURES,
    faults=faults,
    muster=MUSTER,
    read_forces=read_forces,
    force_info=force_info,
    blurb="Units, officers and tempers: every order is a gamble whether men keep their heads.",
    levels=LEVELS,
    hesitates={"green": 60, "squire": 5},
)
