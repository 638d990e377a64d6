"""Sentences for what happens: names first, past what it meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..parties import capital
from . import melee, moving

if TYPE_CHECKING:
    from banneret.core.play.events import Event

    from ...basics.state import Battle

_TELLERS = {**moving.TELLERS, **melee.TELLERS}


def sentence(battle: Battle, event: Event) -> str | None:
    """Say in a sentence what happened; None for what is not worth telling."""
    teller = _TELLERS.get(type(event))
    said = None if teller is None else teller(battle, event)
    return None if said is None else capital(said)
