"""Computer players by name, and the one who plays by chance."""

from __future__ import annotations

import pytest

from banneret.core.errors import Unknown
from banneret.core.play.game import Game
from banneret.core.questions.choices import Pick
from banneret.players import ChancePlayer, names, player
from cli.toy import TOY, Captain, begin


def test_players_are_found_by_name() -> None:
    """Chance and the book's own levels; others are refused with the list."""
    assert names(TOY) == ("captain", "green", "chance")
    assert isinstance(player(TOY, "a", "chance", 1), ChancePlayer)
    assert isinstance(player(TOY, "a", "captain", 1), Captain)
    with pytest.raises(Unknown, match="unknown player 'god': expected one of captain, green"):
        player(TOY, "a", "god", 1)


def test_chance_answers_lawfully_and_by_its_seed() -> None:
    """Equal seeds give equal answers, another side others; only lawful ones."""
    from banneret.core.chance.dice import RandomDice  # noqa: PLC0415
    from banneret.core.play.seat import Seat  # noqa: PLC0415

    state = begin("field", TOY.chosen({}), {})
    seat = Seat(Game(TOY, state, dice=RandomDice(1)), "a")
    choice = Pick("a", "k", "Which?", list(range(100)))

    def answers(one: ChancePlayer) -> list[int]:
        return [one.decide(seat, choice) for _ in range(20)]

    first = ChancePlayer("7 a")
    assert answers(first.copy()) == answers(ChancePlayer("7 a"))
    assert answers(first) != answers(ChancePlayer("7 b"))
