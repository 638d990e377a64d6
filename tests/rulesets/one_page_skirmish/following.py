"""Groups with and without a leader, for the tests of those."""

from __future__ import annotations

from banneret.rulesets.one_page_skirmish.basics.state import Battle
from banneret.rulesets.one_page_skirmish.morale import checking
from banneret.rulesets.one_page_skirmish.morale.dice import morale_target
from banneret.rulesets.one_page_skirmish.turn import acting
from rulesets.one_page_skirmish.field import unit

FOE = "b foe: x3 at 40,34"
LOST = "leaderless x4 sergeant_vacant=true figures_lost=1"


def target(battle: Battle, key: str) -> int:
    return morale_target(checking.facts_of(battle, unit(battle, key)), battle.options).total


def refused(battle: Battle, key: str) -> set[str]:
    """The kinds of action the unit may not take as a whole."""
    one = unit(battle, key)
    return {kind for kind in acting.KINDS if acting.kind_refusal(battle, one, kind) is not None}
