"""The captain: a computer player for One-Page Skirmish who decides on what his side may see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.rulesets.one_page_skirmish.captain import fighting, marching, plan

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
    "rally": fighting.rallies,
    "appoint.figure": fighting.appoints,
    "action.unit": marching.next_unit,
    "colour.unit": marching.next_unit,
    "action.kind": marching.kind,
    "action.target": marching.target,
    "charge.way": marching.charge_way,
    "move.road": marching.road,
    "move.way": marching.way,
    "arrive.way": marching.way,
    "go_along": marching.goes_along,
    "figure.order": fighting.next_man,
    "figure.action": fighting.action,
    "figure.target": fighting.mark,
    "figure.declare": fighting.part,
    "figure.weapon": fighting.weapon,
    "melee.enemy": fighting.enemy,
    "melee.attackers": fighting.attackers,
    "melee.stun": fighting.stuns,
    "melee.stunned": fighting.mercy,
    "follow_up": fighting.follows,
}
SETTLED: dict[str, Any] = {
    "detach": "stay",
    "move.riders": "all",
    "press.leader": "go",
    "melee.unhorse": "unhorse",
    "react": "stand",
    "decline": "test",
}


class Captain:
    """He has a habit for each kind of question, and takes the first idea for the rest."""

    foresees = False

    def __init__(self, side: str, level: str = "captain") -> None:
        self.side = side
        self.level = level

    def decide(self, seat: Seat[Battle], choice: Choice[Any]) -> Any:
        """Answer from what the seat may know."""
        habit = HABITS.get(choice.key)
        if habit is not None:
            return habit(seat.view, choice)
        settled = SETTLED.get(choice.key)
        ideas = choice.ideas()
        return settled if settled in ideas else ideas[0]


def captain(side: str, level: str = "captain") -> Captain:
    """A captain for a side."""
    return Captain(side, level)
