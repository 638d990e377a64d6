"""Whether a shooter moves: it must be known before the die is thrown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ..basics.asking import ask

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Act, Battle, Model

STILL, MOVING = "still", "moving"


@clause("AR-SHOOT-09", "AR-SHOOT-11")
def declare(table: Table[Battle], model: Model, act: Act) -> bool:
    """Who has moved shoots at -1; who has not says now whether he will, and is held to it."""
    if act.moved or act.ran:
        return True
    if act.moves < 1 and act.actions < 2:
        return act.declared == MOVING
    if not act.declared:
        labels = {STILL: "Stand still", MOVING: "Move afterwards: -1"}
        act.declared = ask(
            table,
            Pick(
                model.side,
                "declare",
                f"Will {model.name} move after the shot?",
                (STILL, MOVING),
                label=labels.__getitem__,
                about=(model.id,),
                usual=STILL,
            ),
        )
    return act.declared == MOVING
