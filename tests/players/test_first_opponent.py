"""The first opponent is beaten by whoever advances together and shoots, in half of the tries."""

from __future__ import annotations

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.players import GREEN, player
from banneret.rulesets import RULESETS
from newcomers import Newcomer

pytestmark = pytest.mark.slow

TRIES = 100
FIRST_BATTLES = [("one_page_skirmish", "crossroads"), ("knights_and_knaves", "market_road")]


@pytest.mark.parametrize(("key", "scenario"), FIRST_BATTLES)
def test_a_newcomer_wins_half_of_his_first_battles(key: str, scenario: str) -> None:
    book = RULESETS[key]
    info = book.scenarios[scenario]
    me, foe = info.sides
    won = 0
    for n in range(TRIES):
        state = book.begin(scenario, {}, {side: keys[0] for side, keys in info.forces.items()})
        players = {me: Newcomer(book, me), foe: player(book, foe, GREEN, n)}
        game = Game(book, state, dice=RandomDice(f"n{n}"), players=players, history=False)
        game.advance()
        assert game.result is not None
        won += game.result.winner == me
    assert won >= TRIES / 2
