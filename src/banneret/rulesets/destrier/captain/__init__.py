"""The captain: a computer player for Destrier who bluffs by the odds; and a squire who does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from banneret.tabletop.captains.habits import Habitual

from . import cards, field, squire, steeds

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.play.seat import Seat
    from banneret.core.questions.choices import Choice, Pick

    from ..basics.state import Battle

HABITS: dict[str, Callable[[Battle, Any], Any]] = {
    "cards": cards.hand,
    "steed_cards": steeds.hand,
    "mover": field.mover,
    "half_move": field.half_move,
    "move_card": field.small_move,
    "charge": field.charge,
    "charge_defence": field.charge_defence,
    "charge_reply": field.charge_reply,
    "shot": field.shot,
    "spell": field.spell,
    "act": field.act,
    "guess": field.guess,
    "answer": field.answer,
    "follow": field.follow,
    "keep_distance": field.keep_distance,
    "realign": field.realign,
}
SETTLED: dict[str, Any] = {
    "will_move": "stays",
    "end_melee": "end",
    "shield_bash": "bash",
    "body_bash": "bash",
    "tac_on_contact": "none",
    "tac_when_met": "STAND_GROUND",
    "retreat_facing": "front",
}
TILT = ("joust_aim", "joust_guard")
COURSE = ("charge", "cards")  # who let these pass would sit and wait, or draw and drop his lance
SQUIRE: dict[str, Callable[[Battle, Any], Any]] = {
    **HABITS,
    "cards": squire.hand,
    "charge": squire.charge,
}
BY_LEVEL = {"captain": HABITS, "squire": SQUIRE}
LEVELS = tuple(BY_LEVEL)


class Knight(Habitual["Battle"]):
    """Plays by habit, and rides his course in a joust however green he is."""

    def decide(self, seat: Seat[Battle], choice: Choice[Any]) -> Any:
        """Answer from what the seat may know; lance and guard of a joust by his whim too."""
        if choice.key in TILT:
            return field.tilt(seat.view, cast("Pick[str]", choice), self.whim)
        return super().decide(seat, choice)

    def steady(self, seat: Seat[Battle], choice: Choice[Any]) -> bool:
        """Along the tilt nobody lets his course pass, nor his cards."""
        return choice.key in COURSE and seat.view.scenario.courses > 0


def captain(side: str, level: str = "captain") -> Habitual[Battle]:
    """A computer player for a side: a captain, or a squire who always does the same."""
    return Knight(side, BY_LEVEL[level], SETTLED)
