"""What a player would do in another's place."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from banneret.core.play.game import Game, Player, Seat
    from banneret.core.questions.choices import Choice


class _Advised(Exception):
    """All that was asked of the adviser is answered."""


class _Adviser:
    """Answers as the captain would, and stops the game when he has said enough."""

    def __init__(self, captain: Player, wanted: int) -> None:
        self.foresees = captain.foresees
        self._captain = captain
        self._wanted = wanted
        self.answers: list[Any] = []

    def decide(self, seat: Seat[Any], choice: Choice[Any]) -> Any:
        """Note the captain's answer."""
        answer = self._captain.decide(seat, choice)
        choice.check(answer)
        self.answers.append(answer)
        if len(self.answers) == self._wanted:
            raise _Advised
        return answer


class _Anyone:
    """Stands in for the other sides, whose secret answers do not matter here."""

    foresees = False

    def decide(self, seat: Seat[Any], choice: Choice[Any]) -> Any:  # noqa: ARG002  # looks at nothing
        """Give the first lawful answer."""
        return choice.ideas()[0]


def advice(game: Game[Any], side: str, captain: Player, wanted: int) -> list[Any]:
    """Ask a captain for his answers to the questions put to a side; the game is played on for it.

    Give it a fork, or a game that nobody needs any more.
    """
    adviser = _Adviser(captain, wanted)
    for one in game.ruleset.sides(game.state):
        game.seat(one, adviser if one == side else _Anyone())
    with suppress(_Advised):
        game.advance()
    return adviser.answers
