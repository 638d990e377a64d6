"""The squire: plays a side as the book would run it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..solo.decisions import by_the_book

if TYPE_CHECKING:
    from banneret.core.play.seat import Seat
    from banneret.core.questions.choices import Choice


class Squire:
    """Answers by the solo rules."""

    foresees = False

    def __init__(self, side: str) -> None:
        self.side = side

    def decide(self, seat: Seat[Any], choice: Choice[Any]) -> Any:
        """Answer a question."""
        return by_the_book(seat.view, choice).answer
