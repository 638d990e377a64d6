"""Morale checks: the queue that grows while it is worked off, and a man's reckoning (KK-MORALE).

Who must check is marked in causes.py; movement, shooting and melee mark through the same names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.bases import heading
from banneret.tabletop.shapes.measuring import within

from ..basics.state import COMMAND_RANGE, NOBODY, POSTED, STEADY, WITHDRAWING
from ..basics.who import foes, has, leader_of, lord_of, retinue_of
from ..ground import contact, sight
from ..screen.events import Checked
from . import failing
from .causes import (
    LORD,
    down,
    leader_falls,
    lord_falls,
    mounted_attackers,
    neighbours,
    notice_fresh_wounds,
    notice_lords,
    oblige,
)
from .dice import MoraleFacts, check_morale, leader_bonus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Man, Unit

__all__ = [
    "down",
    "facts_of",
    "leader_falls",
    "lord_falls",
    "neighbours",
    "oblige",
    "run_checks",
    "run_listed",
]

BEFORE_BLOWS = {"rally", "wounded", "charge_checks", "movement_checks"}
Place = tuple[int, int, int, int, float, int]


# -- the queue


@clause("KK-MORALE-12", "KK-MORALE-13", "KK-MORALE-14")
def run_checks(table: Table[Battle]) -> None:
    """At the end of a phase all who must check do, and those who must because of them."""
    battle = table.state
    notice_lords(battle)
    if battle.phase not in BEFORE_BLOWS:
        notice_fresh_wounds(battle)
    places: dict[int, Place] = {}
    while battle.queue:
        man = _next(battle, battle.queue, places)
        battle.queue = tuple([one for one in battle.queue if one != man.id])
        _check(table, man)
        notice_lords(battle)  # a lord may just have yielded
    failing.free_captives(table)


@clause("KK-MORALE-06", "KK-MORALE-40")
def run_listed(table: Table[Battle], listed: Sequence[int]) -> None:
    """These men check at once; whom they draw in waits for the end of the phase."""
    battle = table.state
    left = [one for one in listed if one in battle.queue]
    places: dict[int, Place] = {}
    while left:
        man = _next(battle, left, places)
        left.remove(man.id)
        battle.queue = tuple([one for one in battle.queue if one != man.id])
        _check(table, man)


def _next(battle: Battle, waiting: Sequence[int], places: dict[int, Place]) -> Man:
    for key in waiting:
        if key not in places:
            _rank(battle, battle.men[key], places)
    return battle.men[min(waiting, key=places.__getitem__)]


@clause("KK-MORALE-13", "KK-MORALE-14")
def _rank(battle: Battle, man: Man, places: dict[int, Place]) -> None:
    """Where he comes: his player, his unit or none, the leader first, then front to rear."""
    player = turn_order(battle).index(man.player)
    if man.unit == NOBODY:
        places[man.id] = (player, len(battle.units), 0, 0, 0.0, man.id)
        return
    unit = battle.units[man.unit]
    for key, rank, file in _ranks(battle, unit):
        places[key] = (player, unit.id, 0 if key == unit.leader else 1, rank, file, key)


def _ranks(battle: Battle, unit: Unit) -> list[tuple[int, int, float]]:
    """The members' ranks from the front, and in each how far to the right they stand."""
    members = [battle.men[key] for key in unit.members if battle.men[key].unit == unit.id]
    leader = leader_of(battle, unit) or members[0]
    ux, uy = heading(leader.base.facing)
    depth = sorted([(-(man.base.x * ux + man.base.y * uy), man.id) for man in members])
    step = battle.options.scale / 2
    ranks: list[tuple[int, int, float]] = []
    rank, start = 0, depth[0][0]
    for back, key in depth:
        if back - start > step:
            rank, start = rank + 1, back
        base = battle.men[key].base
        ranks.append((key, rank, base.x * uy - base.y * ux))
    return ranks


@clause("KK-MORALE-14", "KK-MORALE-43")
def turn_order(battle: Battle) -> list[str]:
    """The players: the winner of the last declaration roll, then the others in seating order."""
    players = [one.player for one in battle.retinues]
    if battle.options.simultaneous_declaration or battle.first not in players:
        return players
    at = players.index(battle.first)
    return players[at:] + players[:at]


# -- one check


@clause("KK-MORALE-32", "KK-MORALE-33", "KK-MORALE-11")
def _check(table: Table[Battle], man: Man) -> None:
    """One die under the modified value, or he routs or yields."""
    battle = table.state
    cause, man.cause = man.cause, ""
    threat, man.threat = man.threat, None
    if man.checked or man.stun or man.status not in POSTED:
        return
    man.checked = True
    with table.privately((man.player,)):  # the reckoning tells his morale value (KK-TURN-06)
        roll = check_morale(table, facts_of(battle, man), man.player)
    table.tell(Checked(man.id, cause, roll.passed))
    if LORD in cause.split():
        man.passed_lord_check, man.failed_lord_check = roll.passed, not roll.passed
    if not roll.passed:
        failing.fails(table, man, cause, threat)


@clause("KK-MORALE-16", "KK-MORALE-19", "KK-MORALE-20", "KK-MORALE-30", "KK-RALLY-03")
def facts_of(battle: Battle, man: Man, *, rally: bool = False) -> MoraleFacts:
    """What bears on his morale as things stand at this moment."""
    retinue = retinue_of(battle, man.player)
    return MoraleFacts(
        man.profile.morale,
        man.profile.class_,
        bonus_for(battle, man, rally=rally),
        mounted_attackers(battle, man),
        len(man.losses_near),
        0 if rally else strength(battle, man),
        man.stamina,
        man.profile.stamina,
        man.permanent,
        retinue.seen_enemy_lord_fall,
        man.seen_lord_fall,
        has(man, "military_order"),
        faces_hated(battle, man),
        sight.covered(battle, man),
    )


@clause("KK-MORALE-16", "KK-MORALE-17", "KK-RALLY-03")
def bonus_for(battle: Battle, man: Man, *, rally: bool = False) -> int:
    """The larger of what his unit's leader and his lord lend him from within 5 inches."""
    best = 0
    lord = lord_of(battle, man)
    if lord.id != man.id:
        best = _lent(battle, man, lord)
    if rally or man.unit == NOBODY:
        return best
    leader = leader_of(battle, battle.units[man.unit])
    if leader is not None and leader.id != man.id and not contact.is_straggler(battle, man):
        best = max(best, _lent(battle, man, leader))
    return best


def _lent(battle: Battle, man: Man, leader: Man) -> int:
    lends = leader_bonus(man.profile.morale, leader.profile.morale, leader.profile.bonus)
    if lends <= 0 or leader.stun or leader.status not in POSTED:
        return 0
    reach = COMMAND_RANGE * battle.options.scale
    return lends if within(man.base, leader.base, reach) else 0


@clause("KK-MORALE-29", "KK-DEF-05")
def strength(battle: Battle, man: Man) -> int:
    """How many are with his unit now, himself too; of a straggler none."""
    if man.unit == NOBODY or contact.is_straggler(battle, man):
        return 0
    with_them = contact.chained(battle, battle.units[man.unit])
    return len([one for one in with_them if one.status in {STEADY, WITHDRAWING}])


@clause("KK-MORALE-26", "KK-ORG-19")
def faces_hated(battle: Battle, man: Man) -> bool:
    """Whether the enemy he faces, the nearest he sees or any at all, is one his people hate."""
    hated = retinue_of(battle, man.player).hatred
    if not hated:
        return False
    foe = sight.nearest_foe(battle, man)
    if foe is not None:
        return foe.player in hated
    return any(one.player in hated for one in foes(battle, man.side))
