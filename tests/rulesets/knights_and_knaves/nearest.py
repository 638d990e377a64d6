"""A plain opponent to measure captains by: everybody charges or shoots the nearest enemy."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any

from banneret.rulesets.knights_and_knaves.basics.state import NOBODY

if TYPE_CHECKING:
    from banneret.core.play.seat import Seat
    from banneret.core.questions.choices import Way
    from banneret.rulesets.knights_and_knaves.basics.state import Battle

SETTLED = {
    "declare": None,
    "renew": "end",
    "command": "done",
    "signal": "none",
    "reorganise": "keep",
    "yield": "fight_on",
    "step_up": "step_up",
}


class Nearest:
    """No plan, no formation, no parry."""

    foresees = False

    def __init__(self, side: str) -> None:
        self.side = side

    def decide(self, seat: Seat[Battle], choice: Any) -> Any:
        """Answer the plain way."""
        key = choice.key
        settled = SETTLED.get(key)
        if settled is not None:
            return settled
        if key == "chit":
            return self._chit(seat, choice)
        if key in {"target", "shot"}:
            return self._nearest(seat, choice)
        if key == "fight":
            return _first(choice, "strike", "parry")
        if key == "meet":
            return _first(choice, "strike", "parry")
        if key == "way":
            return self._way(choice)
        return choice.ideas()[0]

    def _chit(self, seat: Seat[Battle], choice: Any) -> str:
        man = seat.view.men[choice.about[0]]
        if man.profile.missile and choice.why_not("shoot") is None and self._range(seat, man):
            return "shoot"
        for chit in ("move_full_melee", "move_full"):
            if choice.why_not(chit) is None:
                return chit
        return "stay"

    def _range(self, seat: Seat[Battle], man: Any) -> bool:
        return any(_far(man, foe) <= 20.0 for foe in seat.view.men if foe.side != man.side)

    def _nearest(self, seat: Seat[Battle], choice: Any) -> Any:
        view = seat.view
        man = view.men[choice.about[0]]
        able = [key for key in choice.allowed() if isinstance(key, int) and key != NOBODY]
        if not able:
            return choice.allowed()[0]
        return min(able, key=lambda foe: _far(man, view.men[foe]))

    def _way(self, choice: Any) -> Way:
        """The first way the table proposes, round walls and friends, but he does not hurry."""
        ideas: list[Way] = choice.ideas()
        return next((way for way in ideas if way.gait in {"walk", "canter"}), ideas[0])


def _far(man: Any, foe: Any) -> float:
    return hypot(man.base.x - foe.base.x, man.base.y - foe.base.y)


def _first(choice: Any, *kinds: str) -> str:
    allowed: list[str] = choice.allowed()
    for kind in kinds:
        for key in allowed:
            if key.startswith(kind):
                return key
    return allowed[0]
