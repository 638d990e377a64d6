"""Bodies, discs, officers, measures and cards in the terminal."""

from __future__ import annotations

from io import StringIO
from typing import Any

from rich.console import Console

from banneret.cli import ask
from banneret.cli.draw import block_spots, draw
from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.core.show.forms import Block
from banneret.core.show.scene import Piece
from seam.toys.card_hands import CARD_HANDS
from seam.toys.odd_shapes import ODD_SHAPES


def drawn(ruleset: Any, state: Any, side: str | None) -> str:
    out = Console(width=140, record=True, file=StringIO())
    out.print(draw(ruleset.scene(ruleset.view(state, side), side), 140))
    return out.export_text()


def test_every_form_has_a_sign_and_words() -> None:
    """Elements are letters, a disc a ring, an officer a pennon; measures are told beside them."""
    state = ODD_SHAPES.begin("toy", {}, {})
    state.hits[1] = 1
    text = drawn(ODD_SHAPES, state, "red")
    assert "Fyrd: 9 elements, 4 by 3, loose order, unformed, hits 0 of 2, body 9 of 9" in text
    assert "Emeric: hits 1 of 2, body 8 of 9, light wound" in text
    assert "Siward: officer" in text
    assert "messenger" in text
    assert "table over" in text
    for sign in ("Ao", "A¶", "A»", "≡"):
        assert sign in text
    assert "order attack" in text
    assert "order attack" not in drawn(ODD_SHAPES, state, "blue")


def test_a_body_stands_in_ranks_and_files() -> None:
    """North is ahead: two in front, the odd one behind the middle; a turned body turns them."""
    block = Block(2, 3)
    body = Piece(1, "red", "", 10, 10, 0, 3, 2, form=block)
    assert block_spots(body, block) == [(9.25, 10.5), (10.75, 10.5), (10.0, 9.5)]
    east = Piece(1, "red", "", 10, 10, 90, 3, 2, form=block)
    assert [(round(x, 6), round(y, 6)) for x, y in block_spots(east, block)] == [
        (10.5, 10.75),
        (10.5, 9.25),
        (9.5, 10.0),
    ]


def test_cards_lie_before_their_owners() -> None:
    """One's own are named, the others' counted; the hand is shown with costs and what is left."""
    game = Game(CARD_HANDS, CARD_HANDS.begin("toy", {}, {}), dice=RandomDice(1))
    question = game.advance()
    assert question is not None
    scene = CARD_HANDS.scene(game.view("red"), "red")
    out = Console(width=140, record=True, file=StringIO())
    ask.show(out, question.choices[0], scene)
    said = out.export_text()
    assert "Guy · DELIVER BLOW [1] · attack · One normal blow." in said
    assert "Bayard: 4 blows left" in said
    game.draft(0, ["Guy:blow@2", "Bayard:move"], "red")
    game.commit("red")
    game.draft(1, ["Thorkel:parry", "Ulf:great@1"], "blue")
    game.commit("blue")
    state = CARD_HANDS.begin("toy", {}, {})
    state.down = {"Guy": ("Guy:parry",), "Thorkel": ("Thorkel:move", "Thorkel:parry")}
    text = drawn(CARD_HANDS, state, "red")
    assert "1 face down (WEAPON PARRY [1])" in text
    assert "2 face down" in text
    assert "2 face down (" not in text
