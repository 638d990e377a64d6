"""Where units go: every way is judged by where it ends, what threatens there and what beckons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from banneret.core.questions.choices import Way
from banneret.core.questions.lazy import LazyMove, LazyPlace
from banneret.tabletop.setting_up import INTO, INWARD
from banneret.tabletop.shapes.measuring import distance, first_contact, snap_point

from ..basics.state import any_engaged, footprint
from ..ground.lay import on_road
from ..movement.ideas import EXIT, WALK, facing_along
from ..shooting.archery import MISSILES
from .acting import is_barred, prey_for
from .charging import offered
from .man_by_man import is_fenced
from .outlook import Outlook
from .plan import goal_of, must_leave, to_exit

if TYPE_CHECKING:
    from banneret.core.questions.choices import Choice, Move, Place

    from ..basics.state import Battle, Figure

HURRY_INCHES: Final = 6.0  # so far from the goal the road is worth keeping to
BARRED_WAY: Final = 4.0  # what it costs to come on behind walls


def road(battle: Battle, choice: Choice[Any]) -> str:
    """Keep to the road to get off the table, or when the goal lies on it."""
    unit = battle.units[choice.about[0]]
    leader = battle.figures[choice.about[1]]
    if unit.arrival_round > 0 or any_engaged(battle, unit):
        return "open"
    here = (leader.base.x, leader.base.y)
    if must_leave(battle, unit.side):
        return "open" if is_barred(battle, unit, here) else "road"
    goal = goal_of(battle, unit, here)
    return "road" if distance(here, goal) > HURRY_INCHES and on_road(battle, goal) else "open"


def way(battle: Battle, choice: Move) -> Way:
    """Of the ways offered and those straight ahead, the one that ends in the best place."""
    leader = battle.figures[choice.piece]
    unit = battle.units[leader.unit]
    if any_engaged(battle, unit):
        return _press(leader, choice)
    prey = prey_for(battle, unit, leader)
    if prey is not None:
        onto = _up_to(leader, prey)
        if choice.allows(onto) is None:
            return onto
    look = Outlook(battle, unit, leader)
    ideas = list(offered(choice))
    allowance = choice.allowance or 0.0
    ahead = look.ahead(allowance)
    leaving = _off_the_table(look, choice, [*ideas, *ahead]) if look.leaves else None
    if leaving is not None:
        return leaving
    best = _best(look, choice, [*ahead, *ideas], set(ideas))
    if len(look.route) > 2 or _gets_on(look, best, allowance) or not isinstance(choice, LazyMove):
        return best
    round_about = [idea for idea in choice.slow() if choice.allows(idea) is None]
    return _best(look, choice, [best, *round_about], {best, *round_about})


def _up_to(leader: Figure, prey: Figure) -> Way:
    """Straight up to a man who lies stunned, until the bases touch."""
    here, there = (leader.base.x, leader.base.y), (prey.base.x, prey.base.y)
    facing = facing_along(here, there)
    ahead = footprint(leader.mounted, here[0], here[1], facing)
    dx, dy = there[0] - here[0], there[1] - here[1]
    part, _ = first_contact(ahead, dx, dy, [prey.base])
    return Way(WALK, (snap_point((here[0] + dx * part, here[1] + dy * part)),), facing)


def _off_the_table(look: Outlook, choice: Move, ideas: list[Way]) -> Way | None:
    """A way that ends at the edge, taken beyond it."""
    for idea in (Way(EXIT, (), look.leader.base.facing), *ideas):
        end = idea.points[-1] if idea.points else look.here
        if to_exit(look.battle, look.unit.side, end) <= look.leader.base.radius:
            off = Way(EXIT, idea.points, idea.facing)
            if choice.allows(off) is None:
                return off
    return None


def _best(look: Outlook, choice: Move, ideas: list[Way], lawful: set[Way]) -> Way:
    """The most meritorious way that is allowed."""
    ranked = sorted(
        [(-_merit(look, idea), n, idea) for n, idea in enumerate(ideas)], key=lambda one: one[:2]
    )
    for _, _, idea in ranked:
        if idea in lawful or choice.allows(idea) is None:
            return idea
    return choice.ideas()[0]


def _merit(look: Outlook, idea: Way) -> float:
    end = idea.points[-1] if idea.points else look.here
    return look.merit(end, idea.facing)


def _gets_on(look: Outlook, idea: Way, allowance: float) -> bool:
    """Whether a way leads on towards the goal as it should."""
    end = idea.points[-1] if idea.points else look.here
    if look.leaves:
        before, after = look.to_go(look.here), look.to_go(end)
    else:
        before, after = look.far(look.here), look.far(end)
    return before - after >= 0.5 * allowance or after < 3.0


def _press(leader: Figure, choice: Move) -> Way:
    """Into the fight, if he is a man for that; else stay with the bow."""
    if leader.in_hand in MISSILES:
        stay = Way(WALK, (), leader.base.facing)
        if choice.allows(stay) is None:
            return stay
    return next(iter(offered(choice)), None) or choice.ideas()[0]


def arrival(battle: Battle, choice: Move) -> Way:
    """Come on as far as the roll allows where that leads best."""
    unit, leader = battle.units[choice.about[0]], battle.figures[choice.piece]
    edge = choice.about[2]
    dx, dy = INTO[edge]
    far = max(choice.allowance or 0.0, leader.base.hd)
    width, height = battle.ground.width, battle.ground.height
    look = Outlook(battle, unit, leader)
    ways = []
    for at in range(int(width if dy else height)):
        x = at + 0.5 if dy else (0.0 if dx > 0 else width)
        y = at + 0.5 if dx else (0.0 if dy > 0 else height)
        for part in (far, far * 0.5, leader.base.hd):
            end = (round(x + dx * part, 3), round(y + dy * part, 3))
            ways.append(Way("arrive", ((x, y), end), INWARD[edge]))
    ranked = sorted([(_bar(look, idea) - _merit(look, idea), n) for n, idea in enumerate(ways)])
    for _, n in ranked:
        if choice.allows(ways[n]) is None:
            return ways[n]
    return choice.ideas()[0]


def _bar(look: Outlook, idea: Way) -> float:
    """Horse does not come on where walls would keep it from the enemy."""
    if not look.leader.mounted:
        return 0.0
    return BARRED_WAY if is_fenced(look.battle, idea.points[-1], look.goal) else 0.0


def followers(_battle: Battle, choice: Place) -> Any:
    """In contact if there is fighting, else in step: the first order that is offered."""
    if isinstance(choice, LazyPlace):
        places = choice.makers[0]()
        if places is not None:
            return places
    return choice.ideas()[0]
