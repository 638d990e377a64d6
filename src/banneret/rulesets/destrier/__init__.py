"""Destrier: man-to-man melee by TAC and MELEE cards, with cavalry. Read `sequence.py` first."""

from __future__ import annotations

from operator import attrgetter

from banneret.core.book.ruleset import ForceInfo, Ruleset, ScenarioInfo

from .basics.checks import faults
from .basics.options import SETTINGS
from .basics.state import SIDES, Battle, clone
from .basics.tables import default, replaceable_text, replaced
from .captain import LEVELS, captain
from .host import PROCEDURES
from .screen.looks import between, look
from .screen.papers import sheets
from .screen.parties import brief
from .screen.reference import BLURB, QUICK_REFERENCE
from .screen.scenery import PHASES, faced, figures, phase_name, pieces, scene
from .screen.view import imagine, vary_hidden, view
from .screen.wording import sentence
from .sequence import SEQUENCE
from .setup.beginning import begin
from .setup.mustering import force, spoken, worth
from .setup.scenarios import Scenario, scenarios
from .turn.ending import over

__all__ = ["RULESET"]


def _sides(_battle: Battle) -> tuple[str, ...]:
    return SIDES


def _info(one: Scenario) -> ScenarioInfo:
    allowed: dict[str, tuple[str, ...]] = {side: one.side(side).forces for side in SIDES}
    return ScenarioInfo(one.id, one.name, one.blurb, SIDES, allowed, brief=brief(one))


def _force(key: str) -> ForceInfo:
    levy = force(default(), key)
    figures = sum(one.count for one in levy)
    return ForceInfo(key, spoken(key), worth(default(), levy), figures)


RULESET: Ruleset[Battle] = Ruleset(
    key="destrier",
    title="Destrier",
    prefix="DE",
    state_type=Battle,
    settings=SETTINGS,
    forces={key: _force(key) for key in default().host.forces},
    scenarios={key: _info(one) for key, one in scenarios().items()},
    begin=begin,
    sequence=SEQUENCE,
    over=over,
    ended=attrgetter("result"),
    sides=_sides,
    clone=clone,
    round=attrgetter("turn"),
    counted="turn",
    sentence=sentence,
    faced=faced,
    procedures=PROCEDURES,
    faults=faults,
    read_tables=replaced,
    tables_text=replaceable_text,
    sheets=sheets,
    captain=captain,
    levels=LEVELS,
    hesitates={"green": 60, "squire": 10},
    view=view,
    imagine=imagine,
    draw=scene,
    look=look,
    between=between,
    pieces=pieces,
    figures=figures,
    phases=PHASES,
    stage=phase_name,
    blurb=BLURB,
    quick_reference=QUICK_REFERENCE,
    extras={"vary_hidden": vary_hidden},
)
