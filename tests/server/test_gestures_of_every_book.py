"""A gesture means something in every book, and never breaks one."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.errors import BanneretError
from banneret.core.play.game import Game
from banneret.core.questions.picks import Pick
from banneret.players import ChancePlayer
from banneret.rulesets import RULESETS
from banneret.server.door import wire
from banneret.server.hand.gestures import Gestures
from banneret.server.seen import render

QUESTIONS = 140
MOST_TOUCHED = 12


def touched(game: Game[Any], side: str, choice: Pick[Any]) -> list[int]:
    """One's own men whom the question points at or is about."""
    view = game.view(side)
    own = {one.id for one in game.ruleset.scene(view, side).pieces if one.side == side}
    found = [key for one in choice.candidates for key in game.ruleset.pieces(view, choice, one)]
    return [one for one in dict.fromkeys(found) if one in own]


@pytest.mark.parametrize("key", list(RULESETS))
def test_a_touch_of_any_man_is_answered(key: str) -> None:
    """Chance fights; whoever may be chosen is dragged to a place and onto an enemy meanwhile."""
    book = RULESETS[key]
    scenario = next(iter(book.scenarios.values()))
    side, *others = scenario.sides
    forces = {one: keys[0] for one, keys in scenario.forces.items() if keys}
    state = book.begin(scenario.key, book.chosen({}), forces)
    players = {one: ChancePlayer(f"{key} {one}") for one in others}
    game = Game(book, state, dice=RandomDice(key), players=players)
    chance, asked, meant = ChancePlayer("own").dice, 0, 0
    for _ in range(QUESTIONS):
        question = game.advance()
        if question is None or asked >= MOST_TOUCHED:
            break
        mine = render.mine(question, side)
        choice = mine[0][1]
        if isinstance(choice, Pick) and not question.together:
            men = touched(game, side, choice)
            if men:
                asked += 1
                meant += _tries(game, side, men[0])
        if question.together:
            for index, one in mine:
                game.draft(index, one.any(chance), side)
            game.commit(side)
        else:
            game.answer(choice.any(chance), side)
    assert meant or not asked


def _tries(game: Game[Any], side: str, man: int) -> int:
    try:
        hand = Gestures(game, side)
    except BanneretError:
        return 0
    piece = hand.pieces[man]
    foe = next((one for one in hand.pieces.values() if one.side != side), None)
    touches = [wire.Touch(1, 0, man, place=(piece.x, piece.y + 2.0))]
    touches += [] if foe is None else [wire.Touch(2, 0, man, target=foe.id)]
    found = [hand.propose(one) for one in touches]
    assert all(one.steps or one.because for one in found)
    return sum(bool(one.steps) for one in found)
