"""Units about to test their morale, for the tests of it."""

from __future__ import annotations

from banneret.rulesets.one_page_skirmish.basics.state import Battle
from banneret.rulesets.one_page_skirmish.melee import injuries
from banneret.rulesets.one_page_skirmish.morale import checking
from banneret.rulesets.one_page_skirmish.morale.dice import morale_target
from rulesets.one_page_skirmish.field import man, play, unit

HURT = "casualties_since_test=true figures_lost=1 lost_since_test=1"
FOE = "b foe: x3 at 40,34"


def target(battle: Battle, key: str, *, rallying: bool = False) -> int:
    facts = checking.facts_of(battle, unit(battle, key), rallying=rallying)
    return morale_target(facts, battle.options).total


def kill(battle: Battle, key: str, *which: int) -> None:
    for at in which:
        play(battle, injuries.lose, man(battle, key, at), "killed")
