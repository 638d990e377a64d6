"""What people are asked: one question, or several at once in secret."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.questions.asking import Choice


class Question:
    """What people must answer now: one question, or several at once in secret."""

    __slots__ = ("choices", "number", "together")

    def __init__(self, number: int, choices: Sequence[Choice[Any]], *, together: bool) -> None:
        self.number = number
        self.choices = choices
        self.together = together

    @property
    def choice(self) -> Choice[Any]:
        """The question, if it is a single one."""
        return self.choices[0]

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that are asked, each once; dice that anybody may throw are asked of ""."""
        return tuple(dict.fromkeys(choice.side for choice in self.choices))

    def for_side(self, side: str) -> list[tuple[int, Choice[Any]]]:
        """List the questions to one side, or to anybody, with their places in the set."""
        return [(i, choice) for i, choice in enumerate(self.choices) if choice.side in {side, ""}]

    def __repr__(self) -> str:
        return f"Question({self.number}, {list(self.choices)})"
