"""The order of play: read this first.

Strategic roll, deployment, surprise; then rounds. With options 1 and 2 a side takes its whole turn
(event check, then each of its models), then the other does; with cards every card drawn is an
activation. An activation is a row of deeds. When the fighting is over six steps follow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .setup import deploying
from .turn import activation, cards, rounds
from .turn.after.aftermath import AFTER

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.play.table import Table

    from .basics.state import Battle

SEQUENCE: dict[str, Callable[[Table[Battle]], None]] = {
    "strategic": deploying.strategic,
    "deploy": deploying.deploy,
    "place": deploying.place,
    "surprise": deploying.surprise,
    "round": rounds.begin_round,
    "turn": rounds.begin_turn,
    "choose": rounds.choose,
    "checks": cards.checks,
    "card": cards.draw,
    "activate": activation.activate,
    "deed": activation.deed,
    "go": activation.go,
    "round_end": rounds.end_round,
    **AFTER,
}
