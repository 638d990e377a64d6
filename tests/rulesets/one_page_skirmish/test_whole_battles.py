"""Whole battles between players who do anything lawful: they end, and never break a rule."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.digest import digest
from banneret.core.play.game import Game
from banneret.players.chance import ChancePlayer
from banneret.rulesets.one_page_skirmish import RULESET
from banneret.rulesets.one_page_skirmish.basics.state import Battle

DECKS = ("player", "group", "colour")


def battle_of(scenario: str, seed: int, **options: Any) -> Game[Battle]:
    battle = RULESET.begin(scenario, options, {})
    players = {side: ChancePlayer(f"{side}{seed}") for side in RULESET.sides(battle)}
    return Game(RULESET, battle, dice=RandomDice(seed), players=players)


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("scenario", list(RULESET.scenarios))
def test_op_end_01_every_battle_ends_without_a_fault(scenario: str, deck: str) -> None:
    """After every step all is in order, and after the last round there is a result."""
    game = battle_of(scenario, 7, turn_cards=deck)
    assert game.advance() is None
    assert game.result is not None
    assert game.result.rounds <= game.state.scenario.rounds
    for step in game.steps:
        assert RULESET.faults(step.before) == [], step.name


@pytest.mark.parametrize("scenario", list(RULESET.scenarios))
def test_op_info_02_a_battle_replays_to_the_same_end(scenario: str) -> None:
    """State and record give the same battle again, event for event."""
    game = battle_of(scenario, 11)
    game.advance()
    again = Game(RULESET, RULESET.begin(scenario, {}, {}), dice=RandomDice(0))
    again.replay([entry for step in game.steps for entry in step.tape])
    again.advance()
    assert digest(again.state) == digest(game.state)
    assert again.events(everything=True) == game.events(everything=True)


def test_op_setup_03_two_players_a_side() -> None:
    """Allies fight a battle to its end, each with his own card and his own units."""
    forces = {
        "a1": "yorkist_1461",
        "a2": "scottish_1314",
        "b1": "swiss_1386",
        "b2": "scottish_1314",
    }
    battle = RULESET.begin("crossroads", {}, forces)
    players = {side: ChancePlayer(side) for side in RULESET.sides(battle)}
    game = Game(RULESET, battle, dice=RandomDice(3), players=players)
    assert game.advance() is None
    assert game.result is not None
    assert RULESET.faults(game.state) == []
