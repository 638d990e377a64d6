"""What lies written before everybody: whose tables the battle is fought by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.show.sheet import Sheet

from ..basics.tables import REPLACEABLE, default

if TYPE_CHECKING:
    from ..basics.state import Battle

COLUMNS = ("Table", "Other than in the book")


@clause("DE-HOST-64")
def sheets(battle: Battle, _side: str | None) -> tuple[Sheet, ...]:
    """The tables of people's own, and what in each is not as the book has it."""
    own = battle.tables.replaced
    if not own:
        return ()
    rows = tuple((_spoken(key), _changed(battle, key)) for key in own)
    left = len(REPLACEABLE) - len(own)
    notes = (f"The other {left} host tables are the book's.",) if left else ()
    return (Sheet("Tables of your own", COLUMNS, rows, notes, "DE-HOST-64"),)


def _changed(battle: Battle, key: str) -> str:
    ours = _rows(getattr(default().host, key))
    own = _rows(getattr(battle.tables.host, key))
    names = [name for name in {**ours, **own} if own.get(name) != ours.get(name)]
    return ", ".join(_spoken(name) for name in names) or "nothing"


def _rows(table: Any) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(table)
    return found


def _spoken(key: str) -> str:
    return key.replace("_", " ")
