"""Finished steps, and where they are written down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.book.ruleset import Result
    from banneret.core.play.events import Told
    from banneret.core.play.tape import Entry

S = TypeVar("S")


class Journal(Protocol):
    """Where a game is written down as it is played; each call returns when it is safe."""

    def entry(self, entry: Entry) -> None:
        """Note an answer or a throw."""
        ...

    def draft(self, index: int, answer: Any) -> None:
        """Note a secret answer that may still be changed."""
        ...

    def commit(self, side: str, *, back: bool = False) -> None:
        """Note that a side's secret answers are final, or (`back`) may be changed again."""
        ...

    def step(self, name: str, state_digest: str, events: Sequence[Told]) -> None:
        """Note that a step is complete."""
        ...

    def undo(self, step: int, entries: int) -> None:
        """Note that play goes on from the given step with that many of its entries kept."""
        ...

    def end(self, result: Result, state_digest: str) -> None:
        """Note the end."""
        ...


class Step(Generic[S]):
    """A finished step: where it began and what came from outside."""

    __slots__ = ("before", "events", "name", "tape")

    def __init__(self, name: str, before: S, tape: list[Entry], events: list[Told]) -> None:
        self.name = name
        self.before = before
        self.tape = tape
        self.events = events
