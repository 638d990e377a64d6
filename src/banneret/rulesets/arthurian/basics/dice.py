"""A die that is seen before anything follows from it: Merlin's token may throw it again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.chance.draws import D6, D
from banneret.core.questions.choices import Pick
from banneret.tabletop.screen.words import capital

from .asking import ask

if TYPE_CHECKING:
    from banneret.core.book.tally import Tally
    from banneret.core.chance.draws import Draw
    from banneret.core.chance.wish import Wish
    from banneret.core.play.table import Table

KEEP, AGAIN = "keep", "again"


def seen_die(
    table: Table[Any],
    purpose: str,
    tally: Tally | None = None,
    side: str | None = None,
    wish: Wish | None = None,
) -> int:
    """Throw a d6 for a model of a side; a holder of Merlin's token may throw it again, once.

    Attack, defence, to-hit and Discipline dice are thrown so (AR-WILD-01).
    """
    face = table.roll(D6(purpose), tally, side, wish)
    battle = table.state
    if battle is None or side is None or side not in battle.merlin:
        return face
    told = {KEEP: f"Keep the {face}", AGAIN: "Spend Merlin's token and roll again"}
    what = ask(
        table,
        Pick(
            side,
            "merlin",
            f"{capital(purpose)}: {face}. Roll it again?",
            (KEEP, AGAIN),
            label=told.__getitem__,
            about=(purpose, face),
            usual=KEEP,
        ),
    )
    if what == KEEP:
        return face
    battle.merlin = tuple(one for one in battle.merlin if one != side)
    return table.roll(D6(f"{purpose}, again"), tally, side, wish)


def d(sides: int, purpose: str) -> Draw[int]:
    """A die of that many sides (AR-SCALE-02); d2 and d3 are dice of their own (AR-SCALE-03)."""
    return D(purpose, sides)
