"""Turning chits over: whom to charge, which way and how fast; and at whom to shoot."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any, Final

from banneret.core.choices import Way
from banneret.rulesets.knights_and_knaves import allowances, ways
from banneret.rulesets.knights_and_knaves.captain import worth as values
from banneret.rulesets.knights_and_knaves.captain.plan import Plan
from banneret.rulesets.knights_and_knaves.state import NOBODY, Declared

if TYPE_CHECKING:
    from banneret.core.choices import Pick
    from banneret.core.seat import Seat
    from banneret.rulesets.knights_and_knaves.captain.intent import Intent
    from banneret.rulesets.knights_and_knaves.state import Battle, Man

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


def way(seat: Seat[Battle], choice: Any, intent: Intent) -> Way:
    """As meant, at the pace meant; the question's own ideas where that is not allowed."""
    gaits = choice.gaits
    gait = intent.gait if intent.gait in gaits else gaits[-1] if len(gaits) < 3 else "canter"
    if gait not in gaits:
        gait = gaits[0]
    if intent.target != NOBODY:
        straight: Way | None = choice.lawful(Way(gait, (), -1.0))
        if straight is not None:
            return straight
    if intent.goal is not None:
        battle = seat.view
        man = battle.men[choice.about[0]]
        if not man.rolled:
            made = _towards(battle, man, intent, gait)
            taken: Way | None = None if made is None else choice.lawful(made)
            if taken is not None:
                return taken
    first: Way = choice.first()
    return first


def _towards(battle: Battle, man: Man, intent: Intent, gait: str) -> Way | None:
    mounted = man.horse != NOBODY
    pace = Declared(run=gait == "run" and not mounted, gait=gait if mounted else "")
    goal = intent.goal
    assert goal is not None
    here = (man.base.x, man.base.y)
    far = hypot(goal[0] - here[0], goal[1] - here[1])
    if far < 0.3:
        return Way(gait, (), -1.0)
    most = allowances.allowance(battle, man, pace)
    if intent.off and far < most:
        return Way(gait, (goal,), -1.0)
    share = min(1.0, far / most) if most > 0.0 else 1.0
    found = ways.towards(battle, man, goal, share, pace)
    return None if found is None else Way(gait, found.path, -1.0)


def shot(battle: Battle, choice: Pick[Any]) -> str | int:
    """The target, man or horse, where the missile does most."""
    man = battle.men[choice.about[0]]
    known = battle.memo.muster
    plan = known.get("captain.shots")
    if plan is None:
        plan = known["captain.shots"] = Plan(battle, man.player)
    best = 0.0
    found: str | int = NO_SHOT
    for foe in plan.marks(man):
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
