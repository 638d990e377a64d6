"""The squire: does what lies before him; strikes where he stands and shoots at the nearest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.tabletop.captains.habits import nearest

from ..melee import strike_or_parry
from . import plan
from .intent import STAY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.questions.choices import Pick

    from ..basics.state import Battle, Man
    from .intent import Intent


class Plan(plan.Plan):
    """He never waits, goes at the nearest whoever that is, and fights it out."""

    def _waits(self) -> bool:
        return False

    def _engaged(self, man: Man, touching: Sequence[Man]) -> Intent:
        del man, touching
        return STAY

    def _promise(self, man: Man, foe: Man, far: float) -> float:
        del man, foe
        return 1.0 - far * 0.02


def fight(battle: Battle, choice: Pick[str]) -> str:
    """Strike the first one he may; else parry."""
    del battle
    allowed = choice.allowed()
    strikes = [key for key in allowed if key.startswith(strike_or_parry.STRIKE)]
    parries = [key for key in allowed if key.startswith(strike_or_parry.PARRY)]
    return (strikes or parries or allowed)[0]


def shot(battle: Battle, choice: Pick[Any]) -> str | int:
    """The nearest man he may shoot at."""
    man = battle.men[choice.about[0]]
    allowed = [(key, battle.men[key].base) for key in choice.allowed() if isinstance(key, int)]
    found = nearest(man.base, allowed)
    return "none" if found is None else found
