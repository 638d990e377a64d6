"""The empty seat of a side that the rules themselves decide for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.errors import BadPlayer
from banneret.core.play.seat import Blind

if TYPE_CHECKING:
    from banneret.core.questions.choices import Choice


class ByTheBook(Blind):
    """Nobody sits here: a question to this side is a fault of the rules."""

    def decide(self, seat: object, choice: Choice[Any]) -> Any:  # noqa: ARG002  # nobody looks
        """Refuse to be asked."""
        raise BadPlayer(f"{choice.side} is run by the book, but was asked '{choice.prompt}'")
