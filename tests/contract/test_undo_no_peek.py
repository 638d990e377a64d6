"""Undo is no peek: whoever has seen enemies appear asks before he takes his answer back."""

from typing import Any

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.errors import NeedsConsent
from banneret.core.play.game import Game
from banneret.core.play.rewind import Past
from banneret.rulesets import RULESETS
from contract.hidden import free_undo_keeps_nothing
from contract.play import Case, Chooser, choose, give


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


@pytest.mark.parametrize(
    ("book", "scenario", "seed"),
    [
        ("one_page_skirmish", "greenwood", 2),
        ("knights_and_knaves", "market_road", 0),
        ("macbeth_to_medici", "dunsinane_1054", 2),
        ("destrier", "brawl_at_the_boar", 0),
    ],
)
def test_an_undo_that_is_made_too_free_is_found_out(
    monkeypatch: pytest.MonkeyPatch, book: str, scenario: str, seed: int
) -> None:
    """The check of every book looks where something is to be seen: there it fails if undo is free.

    Arthurian Combat hides nothing.
    """
    case = Case(RULESETS[book], scenario, most=70)
    free_undo_keeps_nothing(case, [], seed)
    monkeypatch.setattr(f"{Game.__module__}.keeps_knowledge", lambda *_: False)
    monkeypatch.setattr(Past, "informed_since", lambda *_: False)
    with pytest.raises(AssertionError, match="keeps what it saw"):
        free_undo_keeps_nothing(case, [], seed)
