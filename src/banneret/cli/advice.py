"""What the book's captain would do in a person's place."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from banneret.core.choices import Choice
    from banneret.core.game import Game, Player, Question, Seat


class _Advised(Exception):
    """All that was asked of the adviser is answered."""


class _Adviser:
    """Answers as the captain would, and stops the game when it has said enough."""

    foresees = False

    def __init__(self, captain: Player, wanted: int) -> None:
        self._captain = captain
        self._wanted = wanted
        self.answers: list[Any] = []

    def decide(self, seat: Seat[Any], choice: Choice[Any]) -> Any:
        """Note the captain's answer."""
        answer = self._captain.decide(seat, choice)
        self.answers.append(answer)
        if len(self.answers) == self._wanted:
            raise _Advised
        return answer


class _Anyone:
    """Stands in for the other side, whose secret answers do not matter here."""

    foresees = False

    def decide(self, seat: Seat[Any], choice: Choice[Any]) -> Any:  # noqa: ARG002  # looks at nothing
        """Give the first lawful answer."""
        return choice.ideas()[0]


def advice(game: Game[Any], question: Question, side: str, captain: Player) -> list[Any]:
    """Ask the captain, on a fork, what he would answer to each question put to a side."""
    adviser = _Adviser(captain, len(question.for_side(side)))
    others = {choice.side for choice in question.choices} - {side}
    seats: dict[str, Player] = {side: adviser, **{other: _Anyone() for other in others}}
    with suppress(_Advised):
        game.fork(players=seats).advance()
    return adviser.answers
