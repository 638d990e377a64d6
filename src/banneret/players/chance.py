"""A player who does anything lawful."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.chance.dice import RandomDice
from banneret.core.play.seat import Blind

if TYPE_CHECKING:
    from banneret.core.questions.choices import Choice


class ChancePlayer(Blind):
    """Answers every question at random, with dice of its own."""

    def __init__(self, seed: int | str) -> None:
        self.dice = RandomDice(seed)

    def copy(self) -> ChancePlayer:
        """Give a fork a player with the same future."""
        twin = ChancePlayer.__new__(ChancePlayer)
        twin.dice = self.dice.copy()
        return twin

    def decide(self, seat: object, choice: Choice[Any]) -> Any:  # noqa: ARG002  # looks at nothing
        """Give a lawful answer at random."""
        return choice.any(self.dice)
