"""An earlier version: another number, and a duel in which who walks sings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from banneret.cli import main
from banneret.core.play.events import Event
from banneret.core.record import save
from cli.toy import TOY, walk
from server.books import BOOKS as TODAY


class Sang(Event, frozen=True, tag="sang"):
    """What the rules of today know nothing of."""


def sung_walk(table: Any) -> None:
    """Walk, and sing."""
    walk(table)
    table.tell(Sang())


WITHOUT_FIELD = {
    **TODAY,
    "toy": replace(TOY, scenarios={k: v for k, v in TOY.scenarios.items() if k != "field"}),
}
BOOKS = {**TODAY, "toy": replace(TOY, sequence={**TOY.sequence, "walk": sung_walk})}


def run() -> None:
    """Serve as that version did."""
    setattr(save, "__version__", "0.0.9")  # noqa: B010  # it only borrows the name
    main.run()
