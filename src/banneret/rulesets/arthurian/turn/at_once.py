"""An extra action or shot of a model whose activation is over: used at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..basics import who
from ..basics.asking import ask
from ..basics.state import Act
from . import deeds

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Model


@clause("AR-TURN-04", "AR-EVENT-25")
def act(table: Table[Battle], model: Model, *, actions: int = 0, shots: int = 0) -> None:
    """One deed with what the event granted, outside the model's activation."""
    battle = table.state
    if not who.is_able(model):
        return
    before = battle.act
    own = battle.act = Act(model.id, moves=0, actions=actions, shots=shots)
    found = deeds.offered(battle, model)
    if any(one != deeds.DONE and why is None for one, why in found.items()):
        key = ask(table, deeds.question(battle, model, found))
        if key != deeds.DONE:
            phase = battle.phase
            deeds.carry_out(table, model, key)
            if own.going:
                deeds.go(table, model)
                battle.phase = phase if not battle.decided else battle.phase
    battle.act = before
