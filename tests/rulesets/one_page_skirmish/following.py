"""Groups with and without a leader, for the tests of those."""

from __future__ import annotations

from banneret.rulesets.one_page_skirmish import actions, morale
from banneret.rulesets.one_page_skirmish.procedures.morale import morale_target
from banneret.rulesets.one_page_skirmish.state import Battle
from rulesets.one_page_skirmish.field import unit

FOE = "b foe: x3 at 40,34"
LOST = "leaderless x4 sergeant_vacant=true figures_lost=1"


def target(battle: Battle, key: str) -> int:
    return morale_target(morale.facts_of(battle, unit(battle, key)), battle.options).total


def refused(battle: Battle, key: str) -> set[str]:
    """The kinds of action the unit may not take as a whole."""
    one = unit(battle, key)
    return {kind for kind in actions.KINDS if actions.kind_refusal(battle, one, kind) is not None}
