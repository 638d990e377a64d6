"""Where men go whom nobody commands: at the enemy, where their order leads, back (KK-ACT, ORDER).

Those without an order are bounded in limits.py.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.tabletop.shapes.measuring import gap

from ...basics.state import LYING, NOBODY
from ...basics.who import leader_of, lord_of, men_of
from ...ground import contact, features, knowledge, sight
from ...movement import allowances, ways
from .. import hearing, orders
from . import chits, limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...basics.state import Battle, Declared, Man, Order

    Point = tuple[float, float]

_FROM_POST = Refusal("He was told to defend his post and stays near it.", "KK-ORDER-10")
_FROM_GOAL = Refusal("Nobody commands him: he goes toward the enemy or his goal.", "KK-ACT-19")


@clause("KK-ACT-22", "KK-ACT-19", "KK-ACT-29", "KK-ORDER-07")
def compelled(battle: Battle, man: Man) -> Man | None:
    """Whom a melee result drives him at: the nearest enemy he sees, or whom his order names.

    In melee already, he stays at it.
    """
    if not man.rolled or man.chit not in chits.FIGHTS:
        return None
    if contact.touching(battle, man):
        return sight.nearest_foe(battle, man)
    foe = _named_foe(battle, man) or sight.nearest_foe(battle, man)
    if foe is None or not _keeps_post(battle, man, foe):
        return None
    return foe


def _keeps_post(battle: Battle, man: Man, foe: Man) -> bool:
    """Whether a charge would not take him from a post he was told to defend."""
    if limits.post_of(battle, man) is None:
        return True
    return _within_post(battle, man, _brought_to(battle, man, foe))


def _brought_to(battle: Battle, man: Man, foe: Man) -> Point:
    """Where a charge would leave him: in contact, or as far on the way there as he gets."""
    x, y = man.base.x, man.base.y
    far = hypot(foe.base.x - x, foe.base.y - y)
    part = min(gap(man.base, foe.base), allowances.allowance(battle, man, None)) / far
    return (x + (foe.base.x - x) * part, y + (foe.base.y - y) * part)


@clause("KK-ORDER-10")
def _named_foe(battle: Battle, man: Man) -> Man | None:
    """The enemy his order to attack names, the nearest of them he sees."""
    order = limits.order_heeded(battle, man)
    if order is None or order.verb != "attack" or order.part == 2:
        return None
    wanted = order.target.removeprefix("enemy:")
    if not order.target.startswith("enemy:"):
        return None
    if wanted == "lord":
        fits = orders.objects(battle, man.player, order)
        keys = [order.chosen] if order.chosen in fits else fits
        named = [battle.men[int(key[4:])] for key in keys]
    else:
        named = list(men_of(battle, wanted))
    seen = [foe for foe in named if sight.visible(battle, man, foe)]
    return min(seen, key=lambda foe: gap(man.base, foe.base)) if seen else None


@clause("KK-ACT-19", "KK-ACT-28", "KK-ORDER-10", "KK-ORDER-23", "KK-DEF-27")
def goal(battle: Battle, man: Man) -> Point | None:
    """The place he must go toward if he goes; None: wherever his owner likes."""
    order = limits.order_heeded(battle, man)
    if order is not None and order.part == 2 and order.then != orders.NEAREST:
        return second_goal(battle, man, order)
    if order is not None and order.verb in {"defend", "harass"} and order.part == 1:
        return None  # a defender within 6 inches of his post, see _within_post
    if order is not None and order.verb == "attack" and order.target.startswith("feature:"):
        fits = orders.objects(battle, man.player, order)
        keys = [order.chosen] if order.chosen in fits else fits
        if keys:
            return features.place_of(battle, keys[0])
    foe = _named_foe(battle, man) or sight.nearest_foe(battle, man)
    if foe is not None:
        return (foe.base.x, foe.base.y)
    return knowledge.known_place(battle, man)


@clause("KK-ORDER-07", "KK-ORDER-08", "KK-ORDER-23")
def second_goal(battle: Battle, man: Man, order: Order) -> Point | None:
    """Where a second part leads: the named place, the lord, his body, or the own edge."""
    if order.then == orders.LORD:
        lord = lord_of(battle, man)
        if lord.status in LYING or hearing.commander(battle, man.player) is not None:
            return (lord.base.x, lord.base.y)
        return ways.own_edge(battle, man)  # he is gone, runs, lies stunned or is a captive
    fits = orders.objects(battle, man.player, order)
    keys = [order.chosen] if order.chosen in fits else fits
    return features.place_of(battle, keys[0]) if keys else None


@clause("KK-ORDER-10")
def _within_post(battle: Battle, man: Man, to: Point) -> bool:
    """Whether a place is near enough to the post of one who defends it."""
    post = limits.post_of(battle, man)
    if post is None:
        return True
    here = hypot(man.base.x - post[0], man.base.y - post[1])
    there = hypot(to[0] - post[0], to[1] - post[1])
    return there <= limits.POST_INCHES * battle.options.scale or there < here


@clause("KK-ACT-19", "KK-ACT-20", "KK-ACT-22", "KK-ACT-25", "KK-ORDER-10")
def way_refusal(battle: Battle, man: Man, declared: Declared) -> Refusal | None:
    """Why one under a standing order whom nobody commands may not go that way.

    Those without an order are bounded in limits.py.
    """
    order = limits.order_heeded(battle, man)
    if not man.rolled or order is None:
        return None
    touching = contact.touching(battle, man)
    charged = battle.men[declared.target] if declared.target != NOBODY else None
    if charged is not None and not touching and not _keeps_post(battle, man, charged):
        return _FROM_POST
    if not declared.path:
        return None
    end = declared.path[-1]
    if not _within_post(battle, man, end):
        return _FROM_POST
    if touching:
        return _leaving_refusal(battle, man, end, touching, order)
    to = goal(battle, man)
    if to is not None and not _closer(man, end, to):
        return _FROM_GOAL
    return None


def _closer(man: Man, end: Point, to: Point) -> bool:
    here = hypot(man.base.x - to[0], man.base.y - to[1])
    return hypot(end[0] - to[0], end[1] - to[1]) < here - 1e-6


@clause("KK-ACT-25", "KK-ACT-24", "KK-ORDER-07", "KK-ORDER-10")
def _leaving_refusal(
    battle: Battle, man: Man, end: Point, touching: Sequence[Man], order: Order
) -> Refusal | None:
    if order.verb == "attack" and order.part == 1:
        return Refusal("He was told to attack and stays in melee.", "KK-ORDER-07")
    if limits.held_by_noble(battle, man) is not None:
        return Refusal("He will not leave a noble opponent.", "KK-ACT-24")
    if any(_closer(man, end, (foe.base.x, foe.base.y)) for foe in touching):
        return Refusal("He may only step away from those he touches.", "KK-ACT-25")
    to = goal(battle, man) if order.part == 2 and order.then != orders.NEAREST else None
    if to is not None and not _closer(man, end, to):
        return _FROM_GOAL
    return None


@clause("KK-ACT-17", "KK-ACT-18")
def way_back(battle: Battle, man: Man) -> Point | None:
    """Where a straggler goes: the nearest of those who are with his unit."""
    unit = battle.units[man.unit]
    others = [one for one in contact.chained(battle, unit) if one.id != man.id]
    if not others:
        leader = leader_of(battle, unit)
        return None if leader is None else (leader.base.x, leader.base.y)
    near = min(others, key=lambda one: (gap(man.base, one.base), one.id))
    return (near.base.x, near.base.y)
