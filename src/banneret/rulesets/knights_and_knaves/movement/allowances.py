"""How far a figure goes this turn (KK-MOVE-01 to 07, 11 to 17, 32, KK-ACT-21, 22)."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.segments import distance

from ..basics.state import NOBODY, WITHDRAWING
from ..basics.who import has
from ..ground.lay import lay_of
from .dice import M, foot_allowance, horse_allowance, top_gait

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.tabletop.ground.pieces import Area
    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Declared, Man

MOVES: Final = frozenset(
    (
        "move_half",
        "move_full",
        "move_half_shoot",
        "move_full_shoot",
        "move_half_melee",
        "move_full_melee",
        "escort",
        "carry",
        "resupply",
    )
)
MELEE: Final = frozenset(("move_half_melee", "move_full_melee"))
HALF: Final = frozenset(("move_half", "move_half_shoot", "move_half_melee"))
AT_A_WALK: Final = frozenset(("escort", "carry", "resupply"))
GAITS: Final = ("walk", "trot", "canter", "gallop")
QUIET: Final = frozenset(("standing", "walk"))
TOWARD_ENEMY: Final = "toward_enemy"  # a straggler's natural 10 (KK-ACT-18)


@clause("KK-ACT-18", "KK-ACT-30")
def moves(man: Man) -> bool:
    """Whether his action lets him move; a straggler bound for the enemy goes whatever his chit."""
    return man.chit in MOVES or man.rolled == TOWARD_ENEMY


@clause("KK-ACT-18", "KK-MOVE-32")
def halved(man: Man) -> bool:
    """Whether he makes but half a move."""
    return man.chit in HALF and man.rolled != TOWARD_ENEMY


@clause("KK-MOVE-05", "KK-MOVE-06", "KK-MOVE-04")
def runs(man: Man, declared: Declared | None) -> bool:
    """Whether a man on foot runs: told to, or one who always does unless told otherwise."""
    if man.horse != NOBODY or man.chit in AT_A_WALK or man.status == WITHDRAWING:
        return False
    told = declared is not None and declared.run
    return told or (has(man, "always_run") and not man.in_command and not man.free)


@clause("KK-MOVE-17", "KK-ACT-21", "KK-ACT-22", "KK-MOVE-32", "KK-PANIC-04")
def gait_of(battle: Battle, man: Man, declared: Declared | None) -> str:
    """The gait of a mount: as declared; walk for a half move, canter for a full one unasked."""
    if man.panic in {"bolt", "charge"}:
        return top_gait(battle.horses[man.horse].profile.kind)
    if halved(man) or man.chit in AT_A_WALK:
        return "walk"
    if declared is not None and declared.gait:
        return declared.gait
    return "canter"


@clause("KK-MOVE-13", "KK-MOVE-15")
def slopes_on(battle: Battle, points: Sequence[Point]) -> tuple[float, float]:
    """After how many inches of a way gentle slopes begin, and steep ones, stairs or ladders."""
    gentle = steep = inf
    for area in lay_of(battle).climbs:
        begins = _begins(area, points)
        if area.kind == "gentle_slope":
            gentle = min(gentle, begins)
        else:
            steep = min(steep, begins)
    return gentle, steep


def _begins(area: Area, points: Sequence[Point]) -> float:
    """After how many inches a way comes into an area."""
    gone = 0.0
    for p, q in pairwise(points):
        runs = area.runs(p, q) if area.near(p, q) else ()
        if runs:
            return gone + distance(p, q) * runs[0][0]
        gone += distance(p, q)
    return inf


@clause("KK-MOVE-13", "KK-MOVE-15")
def _furthest(
    battle: Battle, points: Sequence[Point], inches: Callable[[bool, bool], float]
) -> float:
    """How far one gets along a way: each kind of slope counts once, if he comes onto it at all.

    Who would not come over its edge, slowed by it, still comes up to it.
    """
    gentle, steep = slopes_on(battle, points)
    best = 0.0
    for on_gentle in (False,) if gentle == inf else (False, True):
        for on_steep in (False,) if steep == inf else (False, True):
            up_to = min(inf if on_gentle else gentle, inf if on_steep else steep)
            best = max(best, min(inches(on_gentle, on_steep), up_to))
    return best


@clause("KK-MOVE-13", "KK-MOVE-15")
def uphill(battle: Battle, most: float, points: Sequence[Point]) -> float:
    """What is left of an allowance worked out for level ground on a way over slopes and stairs."""
    scale = battle.options.scale
    return _furthest(
        battle,
        points,
        lambda gentle, steep: max(
            most + (gentle * M.gentle_slope + steep * M.steep_slope_ladder_stairs) * scale, 0.0
        ),
    )


@clause("KK-MOVE-15", "KK-MOVE-16", "KK-MOVE-11", "KK-MOVE-14")
def allowance(
    battle: Battle, man: Man, declared: Declared | None, points: Sequence[Point] = ()
) -> float:
    """How many inches a figure with this chit and these qualifiers may go, along such a way."""
    if len(points) < 2 or not lay_of(battle).climbs:
        return _inches(battle, man, declared, False, False)
    return _furthest(battle, points, partial(_inches, battle, man, declared))


def _inches(
    battle: Battle, man: Man, declared: Declared | None, gentle: bool, steep: bool
) -> float:
    """The same on these kinds of slopes."""
    if man.horse != NOBODY:
        horse = battle.horses[man.horse]
        return horse_allowance(
            gait_of(battle, man, declared),
            horse.profile.kind,
            horse.stamina,
            horse.profile.stamina,
            horse.temporary + horse.permanent,
            gentle,
            steep,
            options=battle.options,
        )
    return foot_allowance(
        man.profile.armor,
        runs(man, declared),
        man.stamina,
        man.profile.stamina,
        man.temporary + man.permanent,
        gentle,
        steep,
        half=halved(man),
        options=battle.options,
    )


@clause("KK-MORALE-34", "KK-MORALE-35", "KK-MOVE-12")
def rout_allowance(battle: Battle, man: Man) -> float:
    """How far he runs away on level ground: his top speed with every other modifier."""
    if man.horse != NOBODY:
        horse = battle.horses[man.horse]
        return horse_allowance(
            "canter",
            horse.profile.kind,
            horse.stamina,
            horse.profile.stamina,
            horse.temporary + horse.permanent,
            routing=True,
            options=battle.options,
        )
    return foot_allowance(
        man.profile.armor,
        True,
        man.stamina,
        man.profile.stamina,
        man.temporary + man.permanent,
        routing=True,
        options=battle.options,
    )


@clause("KK-MOVE-30", "KK-YIELD-09", "KK-DIS-04", "KK-CMD-18")
def walking(battle: Battle, man: Man) -> float:
    """His walk, for leading, carrying and changing places."""
    if man.horse != NOBODY:
        horse = battle.horses[man.horse]
        return horse_allowance(
            "walk",
            horse.profile.kind,
            horse.stamina,
            horse.profile.stamina,
            horse.temporary + horse.permanent,
            options=battle.options,
        )
    return foot_allowance(
        man.profile.armor,
        False,
        man.stamina,
        man.profile.stamina,
        man.temporary + man.permanent,
        options=battle.options,
    )
