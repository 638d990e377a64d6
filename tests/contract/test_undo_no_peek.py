"""Undo is no peek: whoever has seen enemies appear asks before he takes his answer back."""

from typing import Any

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.errors import NeedsConsent
from banneret.core.play.game import Game
from banneret.rulesets import RULESETS
from contract.play import Chooser, choose, give


def seen(game: Game[Any], side: str) -> set[int]:
    """The others' pieces that a side has on its table."""
    scene = game.ruleset.scene(game.view(side), side)
    return {piece.id for piece in scene.pieces if piece.side != side}


def test_enemies_drawn_up_in_secret_are_not_looked_at_for_free() -> None:
    """One side draws up, the other sets its groups down and sees them: no free way back."""
    book = RULESETS["knights_and_knaves"]
    game = Game(
        book, book.begin("market_road", book.chosen({}), {}), dice=RandomDice(3), players={}
    )
    chooser, appeared = Chooser([], 3), 0
    for _ in range(80):
        question = game.advance()
        assert question is not None
        side = question.choices[0].side
        before = seen(game, side)
        give(game, choose(question, chooser))
        game.advance()
        if question.together or not side or not seen(game, side) - before:
            continue
        appeared += 1
        with pytest.raises(NeedsConsent):
            game.undo(side)
    assert appeared
