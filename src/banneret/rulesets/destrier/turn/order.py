"""The order of a turn: two phases, then the melee (DE-SEQ-01, 02)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

if TYPE_CHECKING:
    from ..basics.state import Battle

CHARGES = ("charge_orders", "charges")
SEGMENTS = (
    "spells_winner",
    "spells_loser",
    "missiles_winner",
    "missiles_loser",
    "acts_winner",
    "acts_loser",
)
MOVES = ("moves_winner", "moves_loser")


@clause("DE-SEQ-01", "DE-SEQ-02", "DE-SEQ-07", "DE-SEQ-08")
def half_turn(battle: Battle) -> tuple[str, ...]:
    """The steps of one phase: charges before everything, or after fire."""
    if battle.options.charges_after_fire:
        return ("initiative", *SEGMENTS, *CHARGES, *MOVES)
    return ("initiative", *CHARGES, *SEGMENTS, *MOVES)


@clause("DE-SEQ-01", "DE-SEQ-06")
def next_phase(battle: Battle) -> None:
    """Go on to the next step of the phase, to the second phase, or to the melee."""
    steps = half_turn(battle)
    place = steps.index(battle.phase) + 1
    if place < len(steps):
        battle.phase = steps[place]
    elif battle.half == 1:
        battle.half = 2
        battle.phase = "initiative"
    else:
        battle.phase = "melee"
