"""The chronicle of what the book decides: each line under the clause it was decided by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.play.events import Event
    from banneret.core.play.table import Table

    from ..basics.state import Battle


@clause("AR-SOLO-01")
def _any(table: Table[Battle], event: Event) -> None:
    table.tell(event)


@clause("AR-SOLO-02")
def _behaviour(table: Table[Battle], event: Event) -> None:
    table.tell(event)


@clause("AR-SOLO-03")
def _procedure(table: Table[Battle], event: Event) -> None:
    table.tell(event)


@clause("AR-SOLO-04")
def _deployment(table: Table[Battle], event: Event) -> None:
    table.tell(event)


@clause("AR-SOLO-05")
def _words(table: Table[Battle], event: Event) -> None:
    table.tell(event)


@clause("AR-SCEN-04")
def _raid(table: Table[Battle], event: Event) -> None:
    table.tell(event)


TELL: dict[str, Callable[[Table[Battle], Event], None]] = {
    "AR-SOLO-01": _any,
    "AR-SOLO-02": _behaviour,
    "AR-SOLO-03": _procedure,
    "AR-SOLO-04": _deployment,
    "AR-SOLO-05": _words,
    "AR-SCEN-04": _raid,
}
