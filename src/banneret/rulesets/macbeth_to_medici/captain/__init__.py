"""The computer's commander and his officers, each after his temper (MM-OFFICER-17 to 23).

`captain` weighs charges, shots and answers by their exact odds; `squire` presses on and charges
whatever it can reach.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import charging, moving, riding, settling, shooting

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.play.seat import Seat
    from banneret.core.questions.asking import Choice

    from ..basics.state import Battle


HABITS: dict[str, Callable[[Battle, Any, str], Any]] = {
    "deploy": settling.deploy,
    "ride": riding.ride,
    "lead": riding.lead,
    "brigade": riding.brigade,
    "message": riding.message,
    "charges": charging.charges,
    "response": charging.response,
    "evade_or_stand": charging.evade_or_stand,
    "pursue": charging.pursue,
    "press": charging.pursue,
    "movers": moving.movers,
    "drill": moving.drill,
    "archery": shooting.archery,
    "bombard": shooting.bombard,
    "rally": settling.rally,
    "beyond": settling.beyond,
}
SQUIRE: dict[str, Callable[[Battle, Any, str], Any]] = {
    **HABITS,
    "charges": charging.all_charges,
    "response": charging.first_response,
    "movers": moving.all_movers,
    "drill": moving.straight_on,
    "message": settling.nothing,
    "rally": settling.leave,
}
BY_LEVEL = {"captain": HABITS, "squire": SQUIRE}


class Captain:
    """He has a habit for each kind of question, and the usual answer for the rest."""

    foresees = False

    def __init__(self, side: str, level: str = "captain") -> None:
        self.side = side
        self.level = level
        self.habits = BY_LEVEL[level]

    def decide(self, seat: Seat[Battle], choice: Choice[Any]) -> Any:
        """Answer from what the seat may know."""
        habit = self.habits.get(choice.key)
        if habit is not None:
            found = habit(seat.view, choice, self.level)
            if found is not None:
                return found
        return settling.usual(choice)


def captain(side: str, level: str = "captain") -> Captain:
    """A computer player for a side."""
    return Captain(side, level)


__all__ = ["Captain", "captain"]
