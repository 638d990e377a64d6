"""The turn as a whole: its dawn, and the heading of each step (MM-TURN)."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..basics.state import ALIVE, NOBODY, SIDES, Deeds, changed
from ..basics.tables import STEPS
from ..basics.who import standing_of
from ..screen.deeds import SideFirst, StepBegan
from ..setup.arrivals import look_for
from ..setup.dice import roll_off
from ..setup.hiding import look_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.play.table import Table

    from ..basics.state import Battle


def in_step(number: int, play: Callable[[Table[Battle]], None]) -> Callable[[Table[Battle]], None]:
    """Play a phase under the heading of its step, told once a turn."""

    @wraps(play)
    def played(table: Table[Battle]) -> None:
        enter_step(table, number)
        play(table)

    return played


@clause("MM-TURN-01")
def enter_step(table: Table[Battle], number: int) -> None:
    """Tell that one of the thirteen steps begins."""
    battle = table.state
    if battle.step != number:
        battle.step = number
        battle.stage = ""
        table.tell(StepBegan(battle.turn, number, STEPS[number - 1]))


@clause("MM-TURN-03", "MM-TURN-11")
def dawn(table: Table[Battle]) -> None:
    """A new turn: flags are cleared, arrivals are looked for, one side moves its officers first."""
    battle = table.state
    battle.turn += 1
    battle.step = 0
    for unit in battle.units:
        unit.deeds = Deeds()
    for officer in battle.officers:
        officer.brigade = ()
        if officer.leading != NOBODY:
            officer.led_last = officer.leading
    changed(battle)
    enter_step(table, 1)
    look_for(table)
    look_out(table)
    battle.first = first_side(table)
    table.tell(SideFirst(battle.first))
    battle.queue = tuple(
        o.id
        for o in sorted(battle.officers, key=lambda o: o.side != battle.first)
        if o.fate == ALIVE
    )
    battle.phase = "compulsory"


@clause("MM-TURN-03", "MM-TURN-14")
def first_side(table: Table[Battle]) -> str:
    """The side with the lower C-in-C moves first, so the better one sees it; ties roll off."""
    battle = table.state
    one, two = (standing_of(battle, side) for side in SIDES)
    if one == two:
        winner = SIDES[roll_off(table) - 1]
        return "b" if winner == "a" else "a"
    return "a" if one < two else "b"
