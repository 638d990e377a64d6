"""Computer players as the event loop sees them: they say what worker processes thought of."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.errors import Diverged
from banneret.core.play.table import Pending

if TYPE_CHECKING:
    from collections.abc import Iterable

    from banneret.core.play.seat import Seat
    from banneret.core.questions.asking import Choice


class Decision(msgspec.Struct, frozen=True, array_like=True):
    """What a computer player decided, and to which question."""

    side: str
    key: str
    answer: Any


class Script:
    """Decisions still to be said, in order, by all puppets of a battle."""

    def __init__(self) -> None:
        self._left: deque[Decision] = deque()

    def put(self, decisions: Iterable[Decision]) -> None:
        """Forget what was left and take new decisions."""
        self._left.clear()
        self._left.extend(decisions)

    def say(self, choice: Choice[Any]) -> Any:
        """Give the next decision; with none left the table waits."""
        if not self._left:
            raise Pending((choice,), together=False)
        said = self._left.popleft()
        if (said.side, said.key) != (choice.side, choice.key):
            raise Diverged(
                f"{said.side} thought about {said.key}, but {choice.side} is asked {choice.key}"
            )
        return said.answer


class Puppet:
    """A computer's seat in the server's own process."""

    foresees = False

    def __init__(self, script: Script) -> None:
        self._script = script

    def decide(self, seat: Seat[Any], choice: Choice[Any]) -> Any:  # noqa: ARG002  # thinks nothing
        """Say what was thought of elsewhere."""
        return self._script.say(choice)

    def copy(self) -> Puppet:
        """There is one script."""
        return self
