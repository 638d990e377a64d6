"""The squire: does what lies before him; strikes where he stands and shoots at the nearest."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any

from banneret.rulesets.knights_and_knaves import choices
from banneret.rulesets.knights_and_knaves.captain import plan

if TYPE_CHECKING:
    from banneret.core.choices import Pick
    from banneret.rulesets.knights_and_knaves.state import Battle, Man


class Plan(plan.Plan):
    """He never waits, and goes at the nearest whoever that is."""

    def _waits(self) -> bool:
        return False

    def _promise(self, man: Man, foe: Man, far: float) -> float:
        del man, foe
        return 1.0 - far * 0.02


def fight(battle: Battle, choice: Pick[str]) -> str:
    """Strike the first one he may; else parry."""
    del battle
    allowed = choice.allowed()
    strikes = [key for key in allowed if key.startswith(choices.STRIKE)]
    parries = [key for key in allowed if key.startswith(choices.PARRY)]
    return (strikes or parries or allowed)[0]


def shot(battle: Battle, choice: Pick[Any]) -> str | int:
    """The nearest man he may shoot at."""
    man = battle.men[choice.about[0]]
    allowed = [key for key in choice.allowed() if isinstance(key, int)]

    def far(key: int) -> float:
        foe = battle.men[key]
        return hypot(foe.base.x - man.base.x, foe.base.y - man.base.y)

    return min(allowed, key=far) if allowed else "none"
