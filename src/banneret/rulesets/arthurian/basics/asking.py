"""Putting a question: to a player, or to the book where a side is run by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..screen.events import Decided
from ..solo.telling import TELL

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.core.questions.choices import Choice, Pick

T = TypeVar("T")


class Decision(NamedTuple):
    """What the book decides, and why."""

    answer: Any
    because: str
    clause: str
    halts: bool = False  # a lancer keeps his distance (AR-SOLO-05)


Reader = Callable[[Any, "Choice[Any]"], Decision]
_BOOK: list[Reader] = []  # `solo` puts its reader here; rules need not know it


def run_by(reader: Reader) -> Reader:
    """Let this reader of the solo rules answer for sides that are run by the book."""
    _BOOK[:] = [reader]
    return reader


def _tell(table: Table[Any], choice: Choice[Any], decided: Decision) -> None:
    """Let the chronicle know what the book decided, and by which clause."""
    about = next((one for one in choice.about if isinstance(one, int)), -1)
    if choice.key == "way":
        model = table.state[about]
        model.held_back = model.held_back + 1 if decided.halts else 0
    if not decided.because:
        return
    TELL[decided.clause](
        table, Decided(choice.side, choice.key, about, decided.because, decided.clause)
    )


def pick(table: Table[Any], choice: Pick[str]) -> str:
    """Ask for one of several named things."""
    return str(ask(table, choice))


def ask(table: Table[Any], choice: Choice[T]) -> T:
    """Ask the side's player; a side run by the book is never asked (AR-SOLO-01)."""
    battle = table.state
    if battle is None or not battle.by_the_book(choice.side):
        return table.ask(choice)
    only = choice.only()
    if only is not None:
        return only
    decided = _BOOK[0](battle, choice)
    answer = choice.check(decided.answer)
    _tell(table, choice, decided)
    return answer
