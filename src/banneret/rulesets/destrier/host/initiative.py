"""The die of initiative."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from banneret.core.book.clauses import clause
from banneret.core.chance.draws import D6
from banneret.core.play.table import Table

from ..basics.procedures import procedure
from ..basics.tables import Tables


class Won(NamedTuple):
    """Who won, and everything that was rolled."""

    winner: Literal["A", "B"]
    rolls: list[int]


@procedure("Initiative: a d6 a side, ties again.")
@clause("DE-INIT-01")
def initiative(table: Table[Any], tables: Tables) -> Won:  # noqa: ARG001  # the form of all
    """Roll a d6 for each side until one is higher."""
    rolls: list[int] = []
    while True:
        again = bool(rolls)
        die = D6("initiative")
        one = table.roll(die.again(2) if again else die, None, "a")
        two = table.roll(die, None, "b")
        rolls += [one, two]
        if one != two:
            return Won("A" if one > two else "B", rolls)
