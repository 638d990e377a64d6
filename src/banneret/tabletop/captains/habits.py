"""A computer player who has a habit for each kind of question.

HABITS = {"action.kind": acting.kind, "shot": shooting.mark}     # view, choice -> answer
SQUIRE = {**HABITS, "action.kind": squire.kind}

def captain(side: str, level: str = "captain") -> Habitual[Battle]:
    return Habitual(side, {"captain": HABITS, "squire": SQUIRE}[level], settled={"renew": "end"})
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from banneret.core.errors import unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from banneret.core.play.seat import Player, Seat
    from banneret.core.questions.choices import Choice
    from banneret.tabletop.shapes.bases import Rect

S = TypeVar("S")
K = TypeVar("K")


class Habitual(Generic[S]):
    """He answers by habit from what he sees; else as is settled, if he may; else the first idea."""

    foresees = False

    def __init__(
        self,
        side: str,
        habits: Mapping[str, Callable[[S, Any], Any]],
        settled: Mapping[str, Any] | None = None,
    ) -> None:
        self.side = side
        self.habits = habits
        self.settled = settled or {}
        self.whim = 0  # by which he chooses where nothing tells better from worse

    def decide(self, seat: Seat[S], choice: Choice[Any]) -> Any:
        """Answer from what the seat may know."""
        habit = self.habits.get(choice.key)
        if habit is not None:
            return habit(seat.view, choice)
        return self.by_custom(choice)

    def by_custom(self, choice: Choice[Any]) -> Any:
        """Answer without looking: as is settled, or the first idea."""
        settled = self.settled.get(choice.key)
        if settled is not None and settled in choice.ideas():
            return settled
        return choice.first()


def called(package: str, levels: tuple[str, ...]) -> Callable[[str, str], Player]:
    """A book's own captain of some level; his chapters are read when he is first called."""

    def captain(side: str, level: str) -> Player:
        if level not in levels:
            raise unknown("level", level, levels)
        found: Player = import_module(package).captain(side, level)
        return found

    return captain


def nearest(base: Rect, others: Iterable[tuple[K, Rect]]) -> K | None:
    """The nearest of some, from middle to middle; the first of equals, None of nobody."""
    found, best = None, float("inf")
    for key, other in others:
        far = (other.x - base.x) ** 2 + (other.y - base.y) ** 2
        if far < best:
            found, best = key, far
    return found
