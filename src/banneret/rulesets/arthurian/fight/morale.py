"""Discipline: tests, broken models, rallying and flight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..basics import who
from ..basics.tables import SIDES
from ..fortune.checks import throw_discipline
from ..screen import events as e
from ..setup.points import at_half
from .harm import drop

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Model


@clause("AR-MORALE-01", "AR-TURN-08")
def run_tests(table: Table[Battle]) -> None:
    """Roll the tests that an attack caused: first for wounds, then for a lost leader, by id."""
    battle = table.state
    due, battle.to_test = battle.to_test, ()
    for why in ("wound", "leader", "half"):
        for key in sorted({one for one, cause in due if cause == why}):
            test(table, battle[key], why)


@clause("AR-MORALE-01", "AR-MORALE-02", "AR-STATE-03")
def test(table: Table[Battle], model: Model, why: str) -> None:
    """Failing breaks the model; PCs, the helpless and those already broken do not test."""
    if not model.in_play or model.pc or model.broken or model.helpless:
        return
    passed, total = throw_discipline(table, model.profile.dis, model.side, model.name)
    table.tell(e.Tested(model.id, why, total, passed))
    if not passed:
        model.broken = True
        drop(table.state, model)


@clause("AR-MORALE-01", "AR-TURN-05", "AR-MEVENT-20", "AR-EVENT-25")
def half_strength(table: Table[Battle]) -> None:
    """At a round's end, once a battle: a side at half of what it started with tests.

    Those who stopped by event 7 do not count as lost; newcomers do not raise the number.
    """
    battle = table.state
    if not battle.morale:
        return
    for side in SIDES:
        stopped = [m for m in battle.models if m.side == side and m.removed_how == "stopped"]
        left = len(who.in_play(battle, side)) + len(stopped)
        if side in battle.halved or not at_half(battle.started[side], left):
            continue
        battle.halved = (*battle.halved, side)
        for one in who.in_play(battle, side):
            test(table, one, "half")


@clause("AR-MORALE-03")
def rallies(table: Table[Battle], model: Model) -> bool:
    """A broken model begins its activation with a test to rally."""
    passed, total = throw_discipline(table, model.profile.dis, model.side, model.name)
    table.tell(e.Tested(model.id, "rally", total, passed))
    model.broken = not passed
    return passed
