"""Turning chits over: whom to charge, which way and how fast; and at whom to shoot."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any, Final

from banneret.core.questions.choices import Way

from ..basics.state import NOBODY, ROUTING
from ..basics.who import foes
from ..command.action import bounds, chits, limits
from ..command.hearing import commander
from ..ground import contact, features
from ..shooting import phase as shooting
from ..shooting import strays
from ..shooting.cover import IN_THE_OPEN, cover_between
from . import worth as values
from .intent import STAY, Intent
from .outlook import Aims, beyond
from .plan import marks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.core.questions.choices import Pick

    from ..basics.state import Battle, Man
    from ..movement.led_move import LedMove

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


def instead(intent: Intent, foe: int) -> Intent:
    """The same at another enemy, by a way of its own."""
    return intent if foe == intent.target else intent._replace(target=foe, detours=())


def towards(intent: Intent, foe: Man) -> Intent:
    """Nearer to an enemy whom he cannot reach this turn, where he would else stand."""
    return intent._replace(target=NOBODY, goal=(foe.base.x, foe.base.y), detours=())


def way(choice: LedMove, intent: Intent) -> Way:
    """As meant, at the pace meant; the question's own ideas where that is not allowed."""
    gaits = choice.gaits
    gait = intent.gait if intent.gait in gaits else gaits[-1] if len(gaits) < 3 else "canter"
    if gait not in gaits:
        gait = gaits[0]
    for wish in _wishes(choice, intent, gait):
        taken = None if wish is None else choice.lawful(wish)
        if taken is not None:
            return taken
    return choice.first()


def _wishes(choice: LedMove, intent: Intent, gait: str) -> Iterator[Way | None]:
    """Round friends who stand in the way, else straight."""
    charges = intent.target != NOBODY
    for points in intent.detours:
        if charges:
            yield Way("canter" if gait == "gallop" else gait, points, -1.0)
        elif len(points) == 1:
            yield choice.lead(gait, points[0], False)
        else:
            yield Way(gait, points, -1.0)
    if charges:
        yield next((idea for idea in choice.ideas() if idea.gait == gait), None)
        yield Way(gait, (), -1.0)
    elif intent.goal is not None:
        yield choice.lead(gait, intent.goal, intent.off)


def at_large(battle: Battle, man: Man, aims: Aims) -> Intent:
    """Out of earshot, if his order leaves the way to him: off by the edge, or to the lord.

    A shooter with somebody to shoot at stays where he is. Near the end, or without a lord, he
    goes to the place that is to be held, and once there nobody need go on (KK-ACT-22).
    """
    if not man.rolled or man.chit in chits.FIGHTS:
        return STAY
    here = (man.base.x, man.base.y)
    lord = commander(battle, man.player)
    holds = aims.feature and (lord is None or battle.turn >= aims.sets_out)
    if holds and features.holds(battle, aims.feature, man):
        return Intent(man.chit, NOBODY, here)
    if _is_bound(battle, man):
        return STAY
    if aims.exit_edge and man.horse != NOBODY:
        return Intent(man.chit, NOBODY, beyond(battle, here, aims.exit_edge), off=True)
    if man.ready:
        return Intent(man.chit, NOBODY, here)
    if holds:
        return Intent(man.chit, NOBODY, features.place_of(battle, aims.feature))
    return STAY if lord is None else Intent(man.chit, NOBODY, (lord.base.x, lord.base.y))


def _is_bound(battle: Battle, man: Man) -> bool:
    """Whether his order leads somewhere, or keeps him at a post."""
    return bounds.goal(battle, man) is not None or limits.post_of(battle, man) is not None


def shot(battle: Battle, choice: Pick[Any], left: dict[int, float]) -> str | int:
    """The target, man or horse, where the missile does most after those named already.

    `left` says how much of each man those are likely to leave, and is brought up to date.

    What it would do to our own men beside the target is taken off (KK-SHOOT-20): it was the
    bowmen who felled their own lord, shooting at somebody who had come up to him.
    """
    man = battle.men[choice.about[0]]
    best, first = 0.0, 0
    found: str | int = NO_SHOT
    aimed: Man | None = None
    for most, at, foe, at_horse in _by_promise(battle, man, left):
        if -most < best:
            break
        value = -most
        if cover_between(battle, man.base, foe.base) != IN_THE_OPEN:
            value = left.get(foe.id, 1.0) * values.covered_shot(battle, man, foe, at_horse=at_horse)
        if value >= best:
            value -= values.astray(battle, man, foe, at_horse)
        if value > best or (value == best and at < first):  # of equals as `marks` has them
            best, first, aimed = value, at, foe
            found = f"h{foe.id}" if at_horse else foe.id
    if aimed is not None and choice.lawful(found) is not None:
        worth = values.HORSE if found != aimed.id else values.worth(battle, aimed)
        left[aimed.id] = left.get(aimed.id, 1.0) - best / worth
        return found
    return next((key for key in choice.allowed() if _is_fair(battle, man, key)), NO_SHOT)


def _by_promise(
    battle: Battle, man: Man, left: dict[int, float]
) -> list[tuple[float, int, Man, bool]]:
    """What he could shoot at: what that brings at most (below nought), its place among `marks`.

    The most promising come first: cover and friends nearby only take something off.
    """
    found: list[tuple[float, int, Man, bool]] = []
    for foe in marks(battle, man, foes(battle, man.side)):
        if runs_among(battle, foe, man.side):
            continue
        for at_horse in (False, True) if foe.horse != NOBODY else (False,):
            most = left.get(foe.id, 1.0) * values.bare_shot(battle, man, foe, at_horse=at_horse)
            if most > 0.0:
                found.append((-most, len(found), foe, at_horse))
    return sorted(found)


def runs_among(battle: Battle, foe: Man, side: str) -> bool:
    """Whether he runs past men of that side: who misses him may well hit one of them.

    A missile that misses goes on to whoever stands within two inches (KK-SHOOT-20).
    """
    return foe.status == ROUTING and any(
        one.side == side for one in contact.near(battle, foe, strays.REACH * battle.options.scale)
    )


def _is_fair(battle: Battle, man: Man, key: str | int) -> bool:
    """Whether nobody of ours stands where a miss would go on to."""
    if key == NO_SHOT:
        return False
    return not values.astray(battle, man, *shooting.named(battle, key))


def either(battle: Battle, choice: Pick[str]) -> str:
    """Forward to shoot, unless he is a better fighter than a shot; arrows are always wanted."""
    man = battle.men[choice.about[0]]
    plain, shoots = choice.candidates
    return shoots if shoots == "resupply" or man.profile.shooting >= 4 else plain
