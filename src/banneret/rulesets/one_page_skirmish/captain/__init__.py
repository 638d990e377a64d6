"""The captain: a computer player for One-Page Skirmish who decides on what his side may see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.tabletop.captains.habits import Habitual

from . import acting, charging, fighting, man_by_man, marching, plan, squire

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.play.seat import Seat

    from ..basics.state import Battle

HABITS: dict[str, Callable[[Battle, Any], Any]] = {
    "deploy.hide": plan.hide,
    "hold": plan.holds,
    "release": plan.releases,
    "action.unit": acting.next_unit,
    "colour.unit": acting.next_unit,
    "action.kind": acting.kind,
    "go_along": acting.goes_along,
    "action.target": acting.target,
    "charge.way": charging.way,
    "move.road": marching.road,
    "move.way": marching.way,
    "arrive.way": marching.arrival,
    "followers.place": marching.followers,
    "retreat.place": marching.followers,
    "figure.order": man_by_man.next_man,
    "figure.action": man_by_man.action,
    "figure.target": man_by_man.mark,
    "figure.declare": man_by_man.part,
    "figure.weapon": man_by_man.weapon,
    "melee.enemy": fighting.enemy,
    "melee.attackers": fighting.attackers,
    "melee.stun": fighting.stuns,
    "melee.stunned": fighting.mercy,
    "follow_up": fighting.follows,
    "rally": fighting.rallies,
    "appoint.figure": fighting.appoints,
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


class Captain(Habitual["Battle"]):
    """He has a habit for each kind of question, and sets up by a whim among equals."""

    def decide(self, seat: Seat[Battle], choice: Any) -> Any:
        """Answer from what the seat may know."""
        if choice.key == "deploy.place":
            return plan.set_up(seat.view, choice, self.whim)
        return super().decide(seat, choice)


def captain(side: str, level: str = "captain") -> Captain:
    """A computer player for a side: a captain, or a squire who plans less."""
    return Captain(side, BY_LEVEL[level], SETTLED)
