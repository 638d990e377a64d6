"""Turning chits over: whom to charge, which way and how fast; and at whom to shoot."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any, Final

from banneret.core.choices import Way
from banneret.rulesets.knights_and_knaves.captain import worth as values
from banneret.rulesets.knights_and_knaves.captain.plan import marks
from banneret.rulesets.knights_and_knaves.state import NOBODY, foes

if TYPE_CHECKING:
    from banneret.core.choices import Pick
    from banneret.rulesets.knights_and_knaves.captain.intent import Intent
    from banneret.rulesets.knights_and_knaves.lazy import LazyMove
    from banneret.rulesets.knights_and_knaves.state import Battle

NO_SHOT: Final = "none"


def target(battle: Battle, choice: Pick[int]) -> int:
    """The nearest of those he may charge, if he was meant to charge somebody who is gone."""
    man = battle.men[choice.about[0]]
    if not man.rolled:
        return NOBODY
    allowed = [key for key in choice.allowed() if key != NOBODY]
    if not allowed:
        return NOBODY

    def far(key: int) -> float:
        foe = battle.men[key]
        return hypot(foe.base.x - man.base.x, foe.base.y - man.base.y)

    return min(allowed, key=far)


def way(choice: LazyMove, intent: Intent) -> Way:
    """As meant, at the pace meant; the question's own ideas where that is not allowed."""
    gaits = choice.gaits
    gait = intent.gait if intent.gait in gaits else gaits[-1] if len(gaits) < 3 else "canter"
    if gait not in gaits:
        gait = gaits[0]
    wish = None
    if intent.target != NOBODY:
        wish = Way(gait, (), -1.0)
    elif intent.goal is not None:
        wish = choice.lead(gait, intent.goal, intent.off)
    taken = None if wish is None else choice.lawful(wish)
    return choice.first() if taken is None else taken


def shot(battle: Battle, choice: Pick[Any]) -> str | int:
    """The target, man or horse, where the missile does most."""
    man = battle.men[choice.about[0]]
    best = 0.0
    found: str | int = NO_SHOT
    for foe in marks(battle, man, foes(battle, man.side)):
        for at_horse in (False, True) if foe.horse != NOBODY else (False,):
            value = values.shot(battle, man, foe, at_horse=at_horse, above=best)
            if value > best:
                best, found = value, f"h{foe.id}" if at_horse else foe.id
    if found != NO_SHOT and choice.lawful(found) is not None:
        return found
    allowed = choice.allowed()
    return next((key for key in allowed if key != NO_SHOT), NO_SHOT)


def either(battle: Battle, choice: Pick[str]) -> str:
    """Forward to shoot, unless he is a better fighter than a shot; arrows are always wanted."""
    man = battle.men[choice.about[0]]
    plain, shoots = choice.candidates
    return shoots if shoots == "resupply" or man.profile.shooting >= 4 else plain
