"""The order of play: read this first.

A battle is set up, then goes round by round. In a round every player's card comes up once;
each card is a turn of Morale, Action and Melee (OP-TURN-01), and after each turn comes a gap in
which units that held may be released.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .melee import phase as melee
from .morale import checking
from .setup import beginning
from .turn import acting, man_by_man, rounds

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.play.table import Table

    from .basics.state import Battle

SEQUENCE: dict[str, Callable[[Table[Battle]], None]] = {
    "setup": beginning.first_deployer,
    "hide": beginning.hide,
    "deploy": beginning.deploy,
    "round": rounds.begin_round,
    "draw": rounds.draw_card,
    "start": rounds.begin_turn,
    "morale": checking.phase,
    "action": acting.phase,
    "figures": man_by_man.act,
    "melee": melee.melee,
    "turn_end": rounds.end_turn,
    "gap": rounds.gap,
    "round_end": rounds.end_round,
}
