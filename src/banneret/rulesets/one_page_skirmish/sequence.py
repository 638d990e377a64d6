"""The order of play: read this first.

A battle is set up, then goes round by round. In a round every player's card comes up once;
each card is a turn of Morale, Action and Melee (OP-TURN-01), and after each turn comes a gap in
which units that held may be released.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.rulesets.one_page_skirmish import actions, figures, melee, morale, setup, turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.table import Table
    from banneret.rulesets.one_page_skirmish.state import Battle

SEQUENCE: dict[str, Callable[[Table[Battle]], None]] = {
    "setup": setup.first_deployer,
    "hide": setup.hide,
    "deploy": setup.deploy,
    "round": turn.begin_round,
    "draw": turn.draw_card,
    "start": turn.begin_turn,
    "morale": morale.phase,
    "action": actions.phase,
    "figures": figures.act,
    "melee": melee.melee,
    "turn_end": turn.end_turn,
    "gap": turn.gap,
    "round_end": turn.end_round,
}
