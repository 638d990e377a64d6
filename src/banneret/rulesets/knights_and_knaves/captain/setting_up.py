"""Before the battle: who stands where, and what each is told to do out of earshot."""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import TYPE_CHECKING, Any, Final

from banneret.core.answers import Place1
from banneret.core.geometry import within
from banneret.rulesets.knights_and_knaves import features, orders
from banneret.rulesets.knights_and_knaves.deploying import INWARD, refusal, zone_of
from banneret.rulesets.knights_and_knaves.state import (
    NOBODY,
    footprint,
    is_lord,
    men_of,
    retinue_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.bases import Rect
    from banneret.core.choices import Pick, Place, Write
    from banneret.core.segments import Point
    from banneret.rulesets.knights_and_knaves.state import Battle, Man

LOOSE: Final = 2.8  # from file to file: as far as a unit holds together, so that few see one run
MOST_FILES: Final = 6
BEHIND_FRONT: Final = 4.5  # of the zone, where the lord stands
NEIGHBOUR: Final = 2.05  # a little more than makes neighbours (KK-DEF-15)
SIDE: Final = 3.3
FOOT: Final = (
    (SIDE, 0.0), (SIDE, SIDE), (SIDE, -SIDE), (0.0, SIDE), (0.0, -SIDE), (-SIDE, SIDE),
    (-SIDE, -SIDE), (-SIDE, 0.0), (5.9, 0.0), (0.0, 5.9), (0.0, -5.9),
)  # fmt: skip
RIDERS: Final = (
    (0.0, SIDE), (0.0, -SIDE), (-4.3, 0.0), (-4.3, SIDE), (-4.3, -SIDE), (0.0, 5.9),
    (0.0, -5.9), (4.3, SIDE), (4.3, -SIDE),
)  # fmt: skip
UX = {"south": (0.0, 1.0), "north": (0.0, -1.0), "west": (1.0, 0.0), "east": (-1.0, 0.0)}


def next_group(battle: Battle, choice: Pick[str]) -> str:
    """The lord first: everybody else stands where he can hear him."""
    lord = f"man:{retinue_of(battle, choice.side).lord}"
    keys = choice.candidates
    return lord if lord in keys else keys[0]


def place(battle: Battle, choice: Place) -> dict[int, Place1]:
    """Shooters before the lord, foot beside him, horse on the wings; all in earshot."""
    men = [battle.men[key] for key in choice.pieces]
    player = men[0].player
    if men[0].unit != NOBODY:
        leader = battle.units[men[0].unit].leader
        men.sort(key=lambda man: (man.id != leader, man.id))
    edge = retinue_of(battle, player).edge
    middle = _middle(battle, player, edge)
    ux, uy = UX[edge]
    scale = battle.options.scale
    own = [one.base for one in men_of(battle, player)]
    stations = _stations(battle, men, player)
    for ahead, aside in stations:
        x = middle[0] + (ux * ahead + uy * aside) * scale
        y = middle[1] + (uy * ahead - ux * aside) * scale
        places = _block(battle, men, x, y, edge)
        if refusal(battle, men, places) is None and _apart(battle, men, places, own):
            return places
    ahead, aside = stations[0]
    x = middle[0] + (ux * ahead + uy * aside) * scale
    y = middle[1] + (uy * ahead - ux * aside) * scale
    for dx, dy in _spiral():
        places = _block(battle, men, x + dx, y + dy, edge)
        if refusal(battle, men, places) is None:
            return places
    return choice.ideas()[0]


@lru_cache(maxsize=1)
def _spiral() -> tuple[Point, ...]:
    reach = [step * 0.75 for step in range(-40, 41)]
    return tuple(sorted([(dx, dy) for dx in reach for dy in reach], key=lambda p: hypot(*p)))


def _middle(battle: Battle, player: str, edge: str) -> Point:
    """Where the lord stands: at the place to be held if it is ours, else near the front."""
    x0, y0, x1, y1 = zone_of(battle, player)
    side = retinue_of(battle, player).side
    for aim in battle.scenario.aim:
        if aim.kind == "hold" and aim.side == side:
            for key in features.called(battle, aim.feature):
                x, y = features.place_of(battle, key)
                if x0 < x < x1 and y0 < y < y1:
                    return x, y
        if aim.kind == "exit" and aim.side != side:
            return (x0 + x1) / 2, (y0 + y1) / 2
    ux, uy = UX[edge]
    back = BEHIND_FRONT * battle.options.scale
    front_x = (x1 if ux > 0 else x0) if ux else (x0 + x1) / 2
    front_y = (y1 if uy > 0 else y0) if uy else (y0 + y1) / 2
    return front_x - ux * back, front_y - uy * back


def _apart(battle: Battle, men: list[Man], places: dict[int, Place1], own: list[Rect]) -> bool:
    """Whether a single man stands so far from others that their flight does not shake him."""
    if len(men) > 1:
        return True
    there = footprint(battle, men[0].horse != NOBODY, *places[men[0].id])
    return not any(within(there, other, NEIGHBOUR * battle.options.scale) for other in own)


def _stations(battle: Battle, men: list[Man], player: str) -> Sequence[Point]:
    """How far ahead of the lord and to which side, the best first."""
    man = men[0]
    if is_lord(battle, man):
        return ((0.0, 0.0),)
    placed = len(men_of(battle, player))
    left = -1.0 if placed % 2 else 1.0
    if len(men) > 1:
        if man.profile.missile and man.profile.shooting:
            return ((4.0, left), (4.0, -left))
        if man.horse != NOBODY:
            return ((0.0, 5.0), (0.0, -5.0))
        return ((3.0, left * 4.5), (3.0, -left * 4.5))
    rows = RIDERS if man.horse != NOBODY else FOOT
    return [(ahead, aside * left) for ahead, aside in rows]


def _block(battle: Battle, men: list[Man], x: float, y: float, edge: str) -> dict[int, Place1]:
    facing = INWARD[edge]
    ux, uy = UX[edge]
    scale = battle.options.scale
    wide = LOOSE * scale
    deep = ((2.0 if any(man.horse != NOBODY for man in men) else 1.0) + 1.5) * scale
    files = len(men) if len(men) <= MOST_FILES else (len(men) + 1) // 2
    places = {}
    for at, man in enumerate(men):
        rank, file = divmod(at, files)
        right = ((file + 1) // 2) * (1 if file % 2 else -1) * wide
        back = rank * deep
        places[man.id] = Place1(
            round(x + uy * right - ux * back, 3), round(y - ux * right - uy * back, 3), facing
        )
    return places


# -- standing orders


def order(battle: Battle, choice: Write) -> dict[str, Any]:
    """Fighters attack, shooters harass; when called they come back to the lord."""
    player = choice.side
    men = [battle.men[key] for key in choice.about]
    trigger = trigger_of(battle, player)
    if not trigger or not men:
        return orders.entry(orders.NONE)
    shooters = [man for man in men if man.profile.missile]
    if len(shooters) * 2 > len(men):
        wanted = orders.entry("harass", trigger, orders.LORD)
    else:
        wanted = orders.entry("attack", trigger, orders.LORD)
    return wanted if choice.allows(wanted) is None else orders.entry(orders.NONE)


def trigger_of(battle: Battle, player: str) -> str:
    """A signal if somebody can give one, else the loss of the place furthest from us."""
    for signal in orders.SIGNALS:
        if orders.may_be_given(battle, player, signal):
            return f"signal:{signal}"
    lord = battle.men[retinue_of(battle, player).lord]
    named = features.names(battle)
    if not named:
        return ""

    def far(name: str) -> float:
        x, y = features.place_of(battle, features.called(battle, name)[0])
        return hypot(x - lord.base.x, y - lord.base.y)

    return f"abandoned:{max(named, key=far)}"


def successor(battle: Battle, choice: Pick[int]) -> int:
    """The best leader among those who could."""
    able = [key for key in choice.allowed() if key != NOBODY]

    def rank(key: int) -> tuple[int, int, int]:
        profile = battle.men[key].profile
        return profile.bonus, profile.morale, -key

    return max(able, key=rank) if able else NOBODY
