"""The captain: a computer player for One-Page Skirmish who decides on what his side may see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.rulesets.one_page_skirmish.captain import (
    charging,
    choosing,
    deeds,
    marching,
    melee,
    plan,
    squire,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.choices import Choice
    from banneret.core.game import Seat
    from banneret.rulesets.one_page_skirmish.state import Battle

HABITS: dict[str, Callable[[Battle, Any], Any]] = {
    "deploy.hide": plan.hide,
    "deploy.place": plan.set_up,
    "hold": plan.holds,
    "release": plan.releases,
    "action.unit": choosing.next_unit,
    "colour.unit": choosing.next_unit,
    "action.kind": choosing.kind,
    "go_along": choosing.goes_along,
    "action.target": choosing.target,
    "charge.way": charging.way,
    "move.road": marching.road,
    "move.way": marching.way,
    "arrive.way": marching.arrival,
    "followers.place": marching.followers,
    "retreat.place": marching.followers,
    "figure.order": deeds.next_man,
    "figure.action": deeds.action,
    "figure.target": deeds.mark,
    "figure.declare": deeds.part,
    "figure.weapon": deeds.weapon,
    "melee.enemy": melee.enemy,
    "melee.attackers": melee.attackers,
    "melee.stun": melee.stuns,
    "melee.stunned": melee.mercy,
    "follow_up": melee.follows,
    "rally": melee.rallies,
    "appoint.figure": melee.appoints,
}
SETTLED: dict[str, Any] = {
    "detach": "stay",
    "move.riders": "all",
    "press.leader": "go",
    "melee.unhorse": "unhorse",
    "react": "shoot",
    "decline": "receive",
}
SQUIRE: dict[str, Callable[[Battle, Any], Any]] = {
    **HABITS,
    "hold": squire.acts,
    "action.unit": squire.next_unit,
    "colour.unit": squire.next_unit,
    "action.kind": squire.kind,
    "action.target": squire.target,
    "move.way": squire.way,
    "followers.place": squire.followers,
    "melee.stun": squire.hurts,
    "melee.enemy": squire.stays,
    "follow_up": squire.stays,
    "rally": squire.stays,
}
BY_LEVEL = {"captain": HABITS, "squire": SQUIRE}


class Captain:
    """He has a habit for each kind of question, and takes the first idea for the rest."""

    foresees = False

    def __init__(self, side: str, level: str = "captain") -> None:
        self.side = side
        self.level = level
        self.habits = BY_LEVEL[level]

    def decide(self, seat: Seat[Battle], choice: Choice[Any]) -> Any:
        """Answer from what the seat may know."""
        habit = self.habits.get(choice.key)
        if habit is not None:
            return habit(seat.view, choice)
        settled = SETTLED.get(choice.key)
        ideas = choice.ideas()
        return settled if settled in ideas else ideas[0]


def captain(side: str, level: str = "captain") -> Captain:
    """A computer player for a side: a captain, or a squire who plans less."""
    return Captain(side, level)
