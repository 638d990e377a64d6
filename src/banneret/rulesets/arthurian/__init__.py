"""Arthurian Combat: knights, adversaries and their fates, one figure a combatant.

Read `sequence.py` first: the order of play. Each chapter of the book has its folder.
"""

from __future__ import annotations

from operator import attrgetter

from banneret.core.book.ruleset import Brief, ForceInfo, Ruleset, ScenarioInfo

from .basics.checks import faults
from .basics.options import SETTINGS
from .basics.procedures import PROCEDURES
from .basics.state import Battle, clone
from .basics.tables import SIDES
from .captain import LEVELS, captain
from .quest import SAGA
from .screen.looks import between, look
from .screen.reference import BLURB, QUICK_REFERENCE
from .screen.scene import PHASES, figures, pieces, scene, subjects
from .screen.words import sentence
from .sequence import SEQUENCE
from .setup import lists
from .setup.enlist import begin
from .turn.after.ending import over

__all__ = ["RULESET"]


def _info(one: lists.Scenario) -> ScenarioInfo:
    free = tuple(lists.forces()) if one.free_forces else ()
    allowed = {}
    for side in SIDES:
        own = one.plan(side).force
        rest = tuple(key for key in free if key != own)
        allowed[side] = (own, *rest) if own else ()
    brief = Brief({"a": one.aim, "b": one.aim_b or one.aim}, one.end, {"a": one.stronger})
    run = {"b": "AR-SOLO-01"}
    return ScenarioInfo(one.id, one.name, one.briefing, SIDES, allowed, brief=brief, by_book=run)


def _force(force: lists.Force, _options: object) -> ForceInfo:
    return ForceInfo(force.id, force.name, lists.force_points(force), lists.count(force))


RULESET: Ruleset[Battle] = Ruleset(
    key="arthurian",
    title="Arthurian Combat",
    prefix="AR",
    state_type=Battle,
    settings=SETTINGS,
    scenarios={key: _info(one) for key, one in lists.scenarios().items()},
    forces={key: _force(one, {}) for key, one in lists.forces().items()},
    begin=begin,
    sequence=SEQUENCE,
    over=over,
    ended=attrgetter("over"),
    sides=lambda _: SIDES,
    clone=clone,
    draw=scene,
    phases=PHASES,
    pieces=pieces,
    subjects=subjects,
    look=look,
    between=between,
    figures=figures,
    sentence=sentence,
    procedures=PROCEDURES,
    faults=faults,
    captain=captain,
    levels=LEVELS,
    hesitates={"green": 80, "squire": 15},
    alone="solo",
    saga=SAGA,
    blurb=BLURB,
    quick_reference=QUICK_REFERENCE,
    read_forces=lambda content, name, _options: lists.read_forces(content, name),
    force_info=_force,
)
