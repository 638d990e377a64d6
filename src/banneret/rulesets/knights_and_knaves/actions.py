"""What men do whom nobody commands: the action roll, and the limits it sets (KK-ACT)."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from banneret.core.choices import Pick
from banneret.core.clauses import Refusal, clause
from banneret.core.geometry import gap
from banneret.rulesets.knights_and_knaves import (
    allowances,
    chits,
    command,
    contact,
    features,
    knowledge,
    limits,
    orders,
    sight,
    supplies,
    ways,
)
from banneret.rulesets.knights_and_knaves.events import Acts
from banneret.rulesets.knights_and_knaves.orders_in_play import is_team
from banneret.rulesets.knights_and_knaves.procedures.command import (
    ActionFacts,
    action_row,
    roll_action,
)
from banneret.rulesets.knights_and_knaves.state import (
    CONTACT_GAP,
    LYING,
    NOBODY,
    UP,
    has,
    leader_of,
    lord_of,
    men_of,
    order_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.table import Table
    from banneret.rulesets.knights_and_knaves.state import Battle, Declared, Man, Order

    Point = tuple[float, float]

EITHER = "move_full_melee_or_shoot"
REJOIN, TOWARD_ENEMY = "rejoin", "toward_enemy"
WITHOUT_MELEE = {
    "move_half_melee": "move_half",
    "move_full_melee": "move_full",
    EITHER: "move_full_shoot",
}
POST_INCHES = 6.0  # KK-ORDER-10
_FROM_POST = Refusal("He was told to defend his post and stays near it.", "KK-ORDER-10")
_FROM_GOAL = Refusal("Nobody commands him: he goes toward the enemy or his goal.", "KK-ACT-19")


# -- the step


@clause("KK-ACT-02", "KK-ACT-03", "KK-CMD-13")
def act(table: Table[Battle]) -> None:
    """Every figure nobody commands rolls, leaders before their men; two-way results are asked."""
    battle = table.state
    if battle.commanding:  # one player a step: what the others roll is none of his business
        roll_for(table, in_order(battle, rolling(battle, battle.commanding[0])))
    battle.commanding = battle.commanding[1:]
    if not battle.commanding:
        battle.phase = "panic"


def rolling(battle: Battle, player: str) -> list[Man]:
    """Those of his men who must roll."""
    return [
        man
        for man in chits.needing_chits(battle)
        if man.player == player and not man.in_command and not man.free
    ]


@clause("KK-ACT-03")
def in_order(battle: Battle, men: Sequence[Man]) -> list[Man]:
    """Leaders first."""
    leaders = [man for man in men if _leads(battle, man)]
    return leaders + [man for man in men if not _leads(battle, man)]


def _leads(battle: Battle, man: Man) -> bool:
    return man.unit != NOBODY and battle.units[man.unit].leader == man.id


@clause("KK-ACT-02", "KK-ACT-30", "KK-TURN-06")
def roll_for(table: Table[Battle], men: Sequence[Man]) -> None:
    """Roll for these men in secret and mark them; who may fight or shoot is then asked which."""
    battle = table.state
    with_group = [man for man in men if not contact.is_straggler(battle, man)]
    for group in dict.fromkeys([orders.group_of(man) for man in with_group]):
        orders.settle(table, group, _owner(battle, group))
    either: list[Man] = []
    for man in men:
        with table.privately((man.player,)):
            _roll(table, man)
        if man.chit == EITHER or may_search(battle, man):
            either.append(man)
    answers = table.ask_all([_which(battle, man) for man in either])
    for man, answer in zip(either, answers, strict=True):
        man.chit = answer
    for man in men:
        man.ready = man.chit in chits.SHOOTS and chits.refusal(battle, man, man.chit) is None
    for man in men:
        _load(battle, man)


@clause("KK-CMD-11")
def _load(battle: Battle, man: Man) -> None:
    """Of a team only one shoots; if both could, the first of the roster or who was told to."""
    if man.ready and is_team(battle, man):
        mate = battle.men[man.partner]
        if mate.ready and (mate.id < man.id or not mate.rolled):
            man.ready, man.loader = False, True


def _owner(battle: Battle, group: str) -> str:
    kind, _, number = group.partition(":")
    return battle.units[int(number)].player if kind == "unit" else battle.men[int(number)].player


def _which(battle: Battle, man: Man) -> Pick[str]:
    if may_search(battle, man):
        plain = "move_full_melee" if man.chit == EITHER else man.chit
        key, prompt, found = "search", "looks for ammunition?", ("resupply", plain)
    else:
        key, prompt = "either", "goes forward: to fight or to shoot?"
        found = ("move_full_melee", "move_full_shoot")
    return Pick(
        man.player,
        key,
        f"{man.profile.name} {prompt}",
        found,
        label=chits.CHITS.__getitem__,
        about=(man.id,),
    )


@clause("KK-ACT-25")
def may_search(battle: Battle, man: Man) -> bool:
    """Whether one out of ammunition, beside baggage or the dead, has a result to shoot."""
    return (
        man.out_of_ammo
        and (man.chit in chits.SHOOTS or man.chit == EITHER)
        and man.rolled not in {REJOIN, TOWARD_ENEMY}
        and not contact.touching(battle, man)
        and bool(supplies_beside(battle, man))
    )


@clause("KK-ACT-02", "KK-ACT-30", "KK-ORDER-10", "KK-ORDER-21")
def _roll(table: Table[Battle], man: Man) -> None:
    """One man's die and the chit of his result."""
    battle = table.state
    order = order_of(battle, man)
    if order is not None and _may_wait(battle, man, order):
        man.rolled = man.chit = "stay"
        _note_leader(battle, man, "stay")
        return
    roll = roll_action(table, facts_of(battle, man), battle.options, man.player)
    table.tell(Acts(man.id, roll.result))
    man.rolled = roll.result
    man.chit = chit_of(battle, man, roll.result, roll.table_result, order)
    _note_leader(battle, man, roll.result)


@clause("KK-ACT-09", "KK-ACT-10", "KK-ACT-30")
def _note_leader(battle: Battle, man: Man, result: str) -> None:
    if _leads(battle, man):
        battle.units[man.unit].leader_result = result


@clause("KK-ORDER-21", "KK-ACT-17")
def _may_wait(battle: Battle, man: Man, order: Order) -> bool:
    """A defending group that sees no enemy does not roll; its stragglers come back to it."""
    if order.verb != "defend" or order.part == 2 or contact.is_straggler(battle, man):
        return False
    group = battle.units[man.unit].members if man.unit != NOBODY else (man.id,)
    return not any(
        battle.men[key].status in UP and sight.sees_foe(battle, battle.men[key]) for key in group
    )


@clause("KK-ACT-11", "KK-ACT-12", "KK-ACT-13", "KK-ACT-26", "KK-PROF-09")
def facts_of(battle: Battle, man: Man) -> ActionFacts:
    """What bears on what he does."""
    order = order_of(battle, man)
    straggler = man.unit != NOBODY and contact.is_straggler(battle, man)
    leader = ""
    if man.unit != NOBODY and not _leads(battle, man) and not straggler:
        leader = battle.units[man.unit].leader_result
    return ActionFacts(
        row_of(battle, man),
        (leader if leader in RESULTS else "move_full") if leader else None,
        man.profile.class_ == "knight" or has(man, "berserk"),
        has(man, "unreliable") or man.profile.class_ == "peasant",
        man.temporary,
        man.permanent,
        order.verb if order is not None else None,
        order.part if order is not None else 1,
        order is not None and order.part == 2 and order.activated == battle.turn,
        straggler,
    )


RESULTS = frozenset((*chits.CHITS, EITHER))


@clause("KK-ACT-26", "KK-CMD-11")
def row_of(battle: Battle, man: Man) -> str:
    """The row of his main weapon; out of ammunition, or with it thrown away, the others'.

    Beside baggage or the dead it is his own again, or no result to shoot could ever let him
    search them (KK-ACT-25).
    """
    missile = "" if man.profile.missile in man.thrown else man.profile.missile
    out = man.out_of_ammo and not supplies_beside(battle, man)
    return action_row(missile, is_team(battle, man), out, battle.options)


@clause("KK-ACT-18", "KK-ACT-30", "KK-ORDER-10", "KK-ACT-25", "KK-ACT-29")
def chit_of(battle: Battle, man: Man, result: str, table_result: str, order: Order | None) -> str:
    """The chit of a result, without melee where the order keeps him from it."""
    if result == REJOIN:
        return "move_full"
    if result == TOWARD_ENEMY:
        return table_result if _fights_or_shoots(table_result) else "move_full"
    if order is not None and not _may_close(order):
        result = WITHOUT_MELEE.get(result, result)
    if result == EITHER and chits.refusal(battle, man, "shoot") is not None:
        return EITHER if man.out_of_ammo and supplies_beside(battle, man) else "move_full_melee"
    return result


def _fights_or_shoots(result: str) -> bool:
    return result in chits.SHOOTS or result in chits.FIGHTS or result == EITHER


@clause("KK-ORDER-09", "KK-ORDER-10")
def _may_close(order: Order) -> bool:
    """Harassers keep out of melee; so do second parts, unless they lead at the enemy."""
    if order.part == 2:
        return order.then == orders.NEAREST
    return order.verb != "harass"


def supplies_beside(battle: Battle, man: Man) -> list[str]:
    """Baggage and bodies he touches where he might find what he shoots with (KK-AMMO-08)."""
    reach = CONTACT_GAP * battle.options.scale
    return [key for key, inches in supplies.sources(battle, man) if inches <= reach]


# -- where he may go


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
    if foe is None or not _within_post(battle, man, _brought_to(battle, man, foe)):
        return None
    return foe


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
    if order is not None and order.verb == "harass" and order.part == 1:
        return None
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
        if lord.status in LYING or command.commander(battle, man.player) is not None:
            return (lord.base.x, lord.base.y)
        return ways.own_edge(battle, man)  # he is gone, runs, lies stunned or is a captive
    fits = orders.objects(battle, man.player, order)
    keys = [order.chosen] if order.chosen in fits else fits
    return features.place_of(battle, keys[0]) if keys else None


@clause("KK-ORDER-10")
def _within_post(battle: Battle, man: Man, to: Point) -> bool:
    """Whether a place is near enough to the post of one who defends it."""
    order = limits.order_heeded(battle, man)
    if order is None or order.verb != "defend" or order.part == 2:
        return True
    post = order.post
    if post is None and man.unit != NOBODY:
        post = battle.units[man.unit].post
    if post is None:
        return True
    reach = POST_INCHES * battle.options.scale
    here = hypot(man.base.x - post[0], man.base.y - post[1])
    there = hypot(to[0] - post[0], to[1] - post[1])
    return there <= reach or there < here


@clause("KK-ACT-24", "KK-ACT-25", "KK-DEF-20")
def held_by_noble(battle: Battle, man: Man) -> bool:
    """Whether he fights somebody noble, whom he will not leave; commanded men do as they are told.

    The household sees to its lord first (KK-CMD-25).
    """
    if man.in_command or man.free or man.recovering or not man.rolled:
        return False
    return any(has(foe, "gentle") for foe in contact.touching(battle, man))


@clause("KK-ACT-19", "KK-ACT-20", "KK-ACT-22", "KK-ACT-25", "KK-ORDER-10")
def way_refusal(battle: Battle, man: Man, declared: Declared) -> Refusal | None:
    """Why one under a standing order whom nobody commands may not go that way.

    Those without an order are bounded in limits.py.
    """
    order = limits.order_heeded(battle, man)
    if not man.rolled or order is None:
        return None
    touching = contact.touching(battle, man)
    if declared.target != NOBODY and not touching:
        there = _brought_to(battle, man, battle.men[declared.target])
        if not _within_post(battle, man, there):
            return _FROM_POST
    if not declared.path:
        return None
    end = declared.path[-1]
    if not _within_post(battle, man, end):
        return _FROM_POST
    if touching:
        return _leaving_refusal(battle, man, end, touching, order)
    if has(man, "skirmisher") and man.rolled not in {REJOIN, TOWARD_ENEMY}:
        return _skirmish_refusal(battle, man, end)
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
    if held_by_noble(battle, man):
        return Refusal("He will not leave a noble opponent.", "KK-ACT-24")
    if any(_closer(man, end, (foe.base.x, foe.base.y)) for foe in touching):
        return Refusal("He may only step away from those he touches.", "KK-ACT-25")
    to = goal(battle, man) if order.part == 2 and order.then != orders.NEAREST else None
    if to is not None and not _closer(man, end, to):
        return _FROM_GOAL
    return None


@clause("KK-ACT-20", "KK-ACT-28")
def _skirmish_refusal(battle: Battle, man: Man, end: Point) -> Refusal | None:
    """Skirmishers go where they like, but toward an enemy only to fight."""
    foe = sight.nearest_foe(battle, man)
    if foe is None or man.chit in chits.FIGHTS:
        return None
    if _closer(man, end, (foe.base.x, foe.base.y)):
        return Refusal("A skirmisher approaches only to fight.", "KK-ACT-20")
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
