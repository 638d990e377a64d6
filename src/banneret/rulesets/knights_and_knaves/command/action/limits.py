"""Where uncontrolled men may go: towards the enemy, back to their unit (KK-ACT-17 to 25)."""

from __future__ import annotations

from math import inf, sqrt
from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import Refusal, clause
from banneret.tabletop.shapes.measuring import gap

from ...basics.state import NOBODY, footprint
from ...basics.who import has, order_of
from ...ground.contact import chained, touching
from ...ground.knowledge import known_place
from ...ground.sight import nearest_foe
from ...movement.allowances import MELEE, TOWARD_ENEMY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.tabletop.shapes.segments import Point

    from ...basics.state import Battle, Declared, Man, Order

REJOIN: Final = "rejoin"
EITHER: Final = "move_full_melee_or_shoot"
SLACK: Final = 0.01
POST_INCHES: Final = 6.0  # KK-ORDER-10


@clause("KK-ACT-17", "KK-ACT-18")
def order_heeded(battle: Battle, man: Man) -> Order | None:
    """The standing order that says where he goes; a straggler bound for the enemy heeds none."""
    return None if man.rolled == TOWARD_ENEMY else order_of(battle, man)


@clause("KK-ORDER-10")
def post_of(battle: Battle, man: Man) -> Point | None:
    """The post he was told to defend, if he was and acts by himself."""
    order = order_heeded(battle, man)
    if not man.rolled or order is None or order.verb != "defend" or order.part == 2:
        return None
    if order.post is not None or man.unit == NOBODY:
        return order.post
    return battle.units[man.unit].post


@clause("KK-ORDER-10")
def leash(battle: Battle, man: Man, to: Point) -> float:
    """How far he may follow whom he charges before he is more than 6 inches from his post."""
    post = post_of(battle, man)
    far = _far((man.base.x, man.base.y), to)
    if post is None or far < SLACK:
        return inf
    ux, uy = (to[0] - man.base.x) / far, (to[1] - man.base.y) / far
    x, y = man.base.x - post[0], man.base.y - post[1]
    along, outside = x * ux + y * uy, x * x + y * y - (POST_INCHES * battle.options.scale) ** 2
    return inf if outside > 0.0 else sqrt(along * along - outside) - along


@clause("KK-ACT-24", "KK-ACT-25", "KK-ACT-29", "KK-DEF-20")
def held_by_noble(battle: Battle, man: Man) -> Man | None:
    """The noble opponent an uncontrolled man in melee never leaves.

    Commanded men do as they are told, and the household sees to its lord first (KK-CMD-25).
    """
    if man.in_command or man.free or man.recovering or not man.rolled:
        return None
    return next((foe for foe in touching(battle, man) if has(foe, "gentle")), None)


@clause("KK-ACT-19", "KK-DEF-27", "KK-ACT-28")
def goal_of(battle: Battle, man: Man) -> Point | None:
    """Where the enemy is for him: the nearest in sight, else the nearest known or suspected."""
    foe = nearest_foe(battle, man)
    if foe is not None:
        return (foe.base.x, foe.base.y)
    return known_place(battle, man)


def _far(p: Point, q: Point) -> float:
    return sqrt((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2)


@clause("KK-ACT-19", "KK-ACT-20", "KK-ACT-22", "KK-ACT-25", "KK-ACT-17")
def direction_refusal(battle: Battle, man: Man, declared: Declared) -> Refusal | None:
    """Why a man who rolled for himself may not go so."""
    path = declared.path
    if not man.rolled or man.recovering:
        return None
    if order_heeded(battle, man) is not None:
        return None  # a standing order bounds him instead (KK-ORDER-10, uncommanded.py)
    noble = held_by_noble(battle, man)
    if noble is not None and (path or _aims_elsewhere(battle, man, declared)):
        return Refusal(f"he stays in melee with {noble.profile.name}, who is noble", "KK-ACT-24")
    if man.rolled == REJOIN:
        return _rejoin_refusal(battle, man, declared)
    if touching(battle, man):
        return _leave_refusal(battle, man, declared)
    if man.chit in MELEE:
        return _melee_refusal(battle, man, declared)
    return _approach_refusal(battle, man, path) if path else None


@clause("KK-ACT-19", "KK-ACT-20")
def _approach_refusal(battle: Battle, man: Man, path: Sequence[Point]) -> Refusal | None:
    """Towards the enemy if he knows of any; a skirmisher anywhere, thither if he might fight."""
    goal = goal_of(battle, man)
    if goal is None:
        return None
    here = (man.base.x, man.base.y)
    closer = _far(path[-1], goal) < _far(here, goal) - SLACK
    if has(man, "skirmisher") and man.rolled != TOWARD_ENEMY:
        if closer and man.rolled != EITHER:
            return Refusal("a skirmisher goes nearer only if he may enter melee", "KK-ACT-20")
        return None
    if not closer:
        return Refusal("he rolled for himself: he goes towards the enemy", "KK-ACT-19")
    return None


def _aims_elsewhere(battle: Battle, man: Man, declared: Declared) -> bool:
    return declared.target != NOBODY and battle.men[declared.target] not in touching(battle, man)


@clause("KK-ACT-17", "KK-ACT-18")
def _rejoin_refusal(battle: Battle, man: Man, declared: Declared) -> Refusal | None:
    mates = [one for one in chained(battle, battle.units[man.unit]) if one is not man]
    if not declared.path or not mates:
        return None
    end = footprint(battle, man.horse >= 0, *declared.path[-1], man.base.facing)
    now = min(gap(man.base, one.base) for one in mates)
    if min(gap(end, one.base) for one in mates) >= now:
        return Refusal("a straggler goes back to his unit", "KK-ACT-17")
    return None


@clause("KK-ACT-25", "KK-MOVE-31")
def _leave_refusal(battle: Battle, man: Man, declared: Declared) -> Refusal | None:
    """In contact he stays, or leaves away from every enemy he touches."""
    if declared.target != NOBODY and man.chit not in MELEE:
        return Refusal("his action does not let him enter melee", "KK-ACT-25")
    if not declared.path:
        return None
    here, end = (man.base.x, man.base.y), declared.path[-1]
    for foe in touching(battle, man):
        there = (foe.base.x, foe.base.y)
        if _far(end, there) <= _far(here, there):
            return Refusal("who leaves a fight goes away from every enemy he touches", "KK-ACT-25")
    return None


@clause("KK-ACT-22")
def _melee_refusal(battle: Battle, man: Man, declared: Declared) -> Refusal | None:
    """A melee result drives him at the nearest enemy he sees, and into contact if he reaches."""
    foe = nearest_foe(battle, man)
    if foe is not None:
        if declared.target != foe.id and _nearest_gap(battle, man, declared) > gap(
            man.base, foe.base
        ):
            return Refusal(f"he must go at {foe.profile.name}, the nearest enemy", "KK-ACT-22")
        return None
    goal = known_place(battle, man)
    if goal is None or not declared.path:
        return None
    here = (man.base.x, man.base.y)
    if _far(declared.path[-1], goal) >= _far(here, goal):
        return Refusal("he goes where he knows the enemy to be", "KK-ACT-19")
    return None


def _nearest_gap(battle: Battle, man: Man, declared: Declared) -> float:
    """How far the enemy he was sent at is; equally near ones are as good."""
    if declared.target == NOBODY:
        return 1e9
    return gap(man.base, battle.men[declared.target].base)
