"""Past one's own men and walls: who finds them in his way steps aside first (KK-GEO-04)."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final

from banneret.tabletop.shapes.bases import Rect, bearing, heading
from banneret.tabletop.shapes.measuring import first_contact, gap

from ..basics.state import NOBODY, footprint
from ..basics.who import loose_horses
from ..ground import contact
from .allowances import moves
from .obstacles.barriers import first_barrier, way_to

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Man

    Stays = Callable[[Man], bool]

LOOK: Final = {False: 3.0, True: 6.0}  # inches ahead that must be clear, on foot and in the saddle
SPARE: Final = 0.1
STEP: Final = 2.0  # that a man on foot goes aside before he goes on
ASIDE: Final = (25.0, -25.0, 50.0, -50.0, 75.0, -75.0, 100.0, -100.0)
WHEEL: Final = (12.0, -12.0, 22.0, -22.0)  # and back by twice as much at half-way (KK-MOVE-08)
TRIES: Final = 6  # until both halves of a ride are equal


def detours(
    battle: Battle, man: Man, stays: Stays, *, target: int, goal: Point | None, reach: float
) -> Iterator[tuple[Point, ...]]:
    """Ways round friends who stand before him, if any do: at whom he charges, or to his goal."""
    if target != NOBODY:
        foe = battle.men[target]
        if man.horse != NOBODY:
            at = wheel(battle, man, foe, stays)
            if at is not None:
                yield (at,)
        else:
            for first in steps_aside(battle, man, (foe.base.x, foe.base.y), stays):
                yield (first,)
        return
    assert goal is not None
    for first in steps_aside(battle, man, goal, stays):
        if man.horse == NOBODY:
            yield first, _on(first, goal, reach - (STEP + SPARE) * battle.options.scale)
        yield (first,)


def way_at(battle: Battle, man: Man, foe: Man) -> tuple[Point, ...]:
    """Way points past walls and friends, from the last of which he goes straight at an enemy."""
    there = (foe.base.x, foe.base.y)
    if man.horse == NOBODY:
        return way_past(battle, man, there)[:-1]
    at = _past_corners(battle, man, foe)
    return () if at is None else (at,)


def way_past(battle: Battle, man: Man, goal: Point) -> tuple[Point, ...]:
    """Way points to a place, round what cannot be crossed and round friends who stand there."""
    way = way_to(battle, man, goal)
    here = (man.base.x, man.base.y)
    for aside in steps_aside(battle, man, way[0], lambda one: stands(battle, one)):
        if first_barrier(battle, here, aside, frozenset()) is None:
            if man.horse != NOBODY:
                return (aside,)
            return (aside, *way)
    return way


def stands(battle: Battle, man: Man) -> bool:
    """Whether he stays where he is this turn, as far as his own side can tell."""
    if man.stun or not moves(man) or contact.touching(battle, man):
        return True
    said = man.declared
    return said is not None and not said.path and said.target == NOBODY


def _past_corners(battle: Battle, man: Man, foe: Man) -> Point | None:
    """Where a rider turns at whom he charges, if walls or friends bar the straight way."""
    here, there = (man.base.x, man.base.y), (foe.base.x, foe.base.y)
    others = standing_near(battle, man, lambda one: stands(battle, one))
    look = min(LOOK[True] * battle.options.scale, gap(man.base, foe.base))
    straight = bearing(here, there)
    for off in (0.0, *WHEEL):
        at = half_way(battle, man, foe, off) if off else there
        legs = ((here, at), (at, there))
        if is_clear(man, others, straight + off, look) and all(
            first_barrier(battle, *leg, frozenset()) is None for leg in legs
        ):
            return at if off else None
    return None


def _on(here: Point, goal: Point, inches: float) -> Point:
    """The point so far on towards the goal."""
    far = hypot(goal[0] - here[0], goal[1] - here[1])
    if far <= max(inches, 0.0):
        return goal
    part = max(inches, 0.0) / far
    return here[0] + (goal[0] - here[0]) * part, here[1] + (goal[1] - here[1]) * part


def standing_near(battle: Battle, man: Man, stays: Stays) -> list[Rect]:
    """The bases of friends who stay where they are, and of strange horses, near enough to matter.

    Loose horses of the own side let one pass (KK-FALL-17).
    """
    reach = LOOK[man.horse != NOBODY] * battle.options.scale
    near = [
        one.base
        for one in contact.around(battle, man.base, reach)
        if one is not man and one.side == man.side and stays(one)
    ]
    near += [horse.base for horse in loose_horses(battle) if horse.side != man.side]
    return near


def is_clear(man: Man, others: Sequence[Rect], facing: float, inches: float) -> bool:
    """Whether he meets nobody of these before he has gone so far."""
    base = man.base
    ahead = Rect(base.x, base.y, facing, base.width, base.depth)
    ux, uy = heading(facing)
    return first_contact(ahead, ux * inches, uy * inches, others)[1] is None


def steps_aside(battle: Battle, man: Man, goal: Point, stays: Stays) -> Iterator[Point]:
    """Where he could go first because friends stand right before him, the least detour first."""
    others = standing_near(battle, man, stays)
    if not others:
        return
    mounted = man.horse != NOBODY
    here = (man.base.x, man.base.y)
    straight = bearing(here, goal)
    scale = battle.options.scale
    far = hypot(goal[0] - here[0], goal[1] - here[1])
    if is_clear(man, others, straight, min(LOOK[mounted] * scale, far)):
        return
    first = far if mounted else STEP * scale
    for off in ASIDE:
        if is_clear(man, others, straight + off, min(LOOK[mounted] * scale, first)):
            yield step(man, goal, off, first)


def step(man: Man, goal: Point, off: float, inches: float) -> Point:
    """The point so far from him, so many degrees off the straight way."""
    here = (man.base.x, man.base.y)
    ux, uy = heading(bearing(here, goal) + off)
    return here[0] + ux * inches, here[1] + uy * inches


def wheel(battle: Battle, man: Man, foe: Man, stays: Stays) -> Point | None:
    """Where a rider turns at whom he charges, if his friends stand right before him."""
    off = _wheel_by(battle, man, foe, stays)
    return half_way(battle, man, foe, off) if off else None


def rides_free(battle: Battle, man: Man, foe: Man, stays: Stays) -> bool:
    """Whether a rider gets at him, straight or with a wheel."""
    return _wheel_by(battle, man, foe, stays) is not None


def _wheel_by(battle: Battle, man: Man, foe: Man, stays: Stays) -> float | None:
    """How far off the straight way he must set out: 0 if he need not, None if he can not."""
    others = standing_near(battle, man, stays)
    straight = bearing((man.base.x, man.base.y), (foe.base.x, foe.base.y))
    look = LOOK[True] * battle.options.scale
    far = gap(man.base, foe.base)
    if not others or is_clear(man, others, straight, min(look, far)):
        return 0.0
    if far < look:
        return None  # no room to wheel
    return next((off for off in WHEEL if is_clear(man, others, straight + off, look)), None)


def half_way(battle: Battle, man: Man, foe: Man, off: float) -> Point:
    """As far on as it is from there to the enemy's base."""
    goal = (foe.base.x, foe.base.y)
    first = gap(man.base, foe.base) / 2
    at = step(man, goal, off, first)
    for _ in range(TRIES):
        left = gap(footprint(battle, True, *at, bearing(at, goal)), foe.base)
        if abs(left - first) < 0.05:
            break
        first = (first + left) / 2
        at = step(man, goal, off, first)
    return at
