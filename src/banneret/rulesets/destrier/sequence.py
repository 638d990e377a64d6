"""The order of play: read this first.

A turn (DE-SEQ-01) has two phases of initiative, charges, spells, missiles, other acts and
half-moves (`turn/order.py`), and one melee: the TAC phase, then card rounds until no blows are
left. A card round goes from `choose` to `round_end`; the TAC phase is the first of them, with the
TAC cards of the attacking side faced and moved before the other side's (DE-TACP-02).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .horses.charges import resolving, writing
from .melee import blows, round_end, stepping
from .melee.cards import choosing, facing
from .melee.replies import dodging
from .movement import half_moves
from .setup import deploying
from .turn import acts, beginning, ending, magick, missiles

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.play.table import Table

    from .basics.state import Battle

SEQUENCE: dict[str, Callable[[Table[Battle]], None]] = {
    "setup": deploying.setup,
    "deploy": deploying.deploy,
    "turn": beginning.begin_turn,
    "initiative": beginning.initiative,
    "charge_orders": writing.write_orders,
    "charges": resolving.resolve,
    "spells_winner": magick.spells_winner,
    "spells_loser": magick.spells_loser,
    "missiles_winner": missiles.missiles_winner,
    "missiles_loser": missiles.missiles_loser,
    "acts_winner": acts.acts_winner,
    "acts_loser": acts.acts_loser,
    "moves_winner": half_moves.moves_winner,
    "moves_loser": half_moves.moves_loser,
    "melee": choosing.begin_melee,
    "choose": choosing.choose,
    "declare": choosing.declare,
    "tac_first": facing.tac_first,
    "tac_second": facing.tac_second,
    "face": facing.face,
    "cast": stepping.cast,
    "move_first": stepping.move_first,
    "move_second": stepping.move_second,
    "guess": dodging.guess,
    "blows": blows.blows,
    "dodges": dodging.dodges,
    "withheld": stepping.withheld,
    "round_end": round_end.round_end,
    "turn_end": ending.end_turn,
}
