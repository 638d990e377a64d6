"""Who hears his lord this turn (KK-CMD-01 to 05, 15, 16, 19 to 24)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.measuring import within

from ..basics.state import (
    COMMAND_RANGE,
    DEAD,
    DISABLED,
    GONE,
    NOBODY,
    POSTED,
    STEADY,
    WITHDRAWING,
    changed,
)
from ..basics.who import leader_of, men_of, retinue_of
from ..ground import contact, sight
from . import recovery

if TYPE_CHECKING:
    from ..basics.state import Battle, Man, Retinue, Unit

_BEFORE = frozenset(("turn", "rally", "succession", "signals", "reform", "measure"))


# -- who commands, and whom


@clause("KK-CMD-15", "KK-CMD-16", "KK-CMD-23", "KK-DIS-02")
def commander(battle: Battle, player: str) -> Man | None:
    """The player's own figure if it can give orders: on its feet, or lying but conscious."""
    lord = battle.men[retinue_of(battle, player).lord]
    if lord.stun:
        return None
    if lord.status in POSTED or (lord.status == DISABLED and lord.conscious > 0):
        return lord
    return None


@clause("KK-DEF-01", "KK-CMD-02", "KK-CMD-03", "KK-CMD-04", "KK-CMD-05", "KK-CMD-23")
def hears(battle: Battle, lord: Man, man: Man) -> bool:
    """Whether he is in command range: himself, or with a steady leader who is."""
    reach = COMMAND_RANGE * battle.options.scale
    if man.id == lord.id or within(man.base, lord.base, reach):
        return True
    if man.unit == NOBODY:
        return False
    leader = leader_in_range(battle, lord, battle.units[man.unit])
    if leader is None or not contact.is_linked(battle, leader, man):
        return False
    return not battle.options.relay_limit or within(man.base, leader.base, reach)


@clause("KK-CMD-02", "KK-CMD-23")
def leader_in_range(battle: Battle, lord: Man, unit: Unit) -> Man | None:
    """The unit's leader if he is steady, awake and within 5 inches of the lord."""
    leader = leader_of(battle, unit)
    if leader is None or leader.stun:
        return None
    reach = COMMAND_RANGE * battle.options.scale
    return leader if within(leader.base, lord.base, reach) else None


# -- measuring


@clause("KK-CMD-24", "KK-CMD-26", "KK-FINIS-04")
def measure(battle: Battle) -> None:
    """Fix for the turn who is in command and who moves freely; withdrawals stop and resume."""
    for retinue in battle.retinues:
        _judge_freedom(battle, retinue)
        lord = commander(battle, retinue.player)
        for man in men_of(battle, retinue.player):
            man.in_command = (
                lord is not None
                and man.status in POSTED
                and not man.stun
                and not man.free
                and hears(battle, lord, man)
            )
    _stop_or_resume(battle)
    recovery.name_recoverers(battle)


def is_measured(battle: Battle) -> bool:
    """Whether it is known this turn who hears his lord."""
    return battle.turn > 0 and battle.phase not in _BEFORE


def out_of_earshot(battle: Battle, player: str) -> tuple[int, ...]:
    """Who of a player's men must roll this turn what he does."""
    return tuple(
        [
            man.id
            for man in men_of(battle, player)
            if man.status == STEADY and not (man.in_command or man.free or man.stun)
        ]
    )


@clause("KK-CMD-19", "KK-CMD-21")
def _judge_freedom(battle: Battle, retinue: Retinue) -> None:
    """No enemy in sight and nobody shot at: free; a detached body may lose that alone."""
    men = men_of(battle, retinue.player)
    alarmed = (
        retinue.shot_at
        or _masterless(battle, retinue)
        or any(_sees(battle, man) for man in men if not man.detached)
    )
    retinue.free, retinue.shot_at = not alarmed, False
    if alarmed:
        for man in men:
            man.free = man.detached = False
        return
    seers = {man.id for man in men if man.detached and _sees(battle, man)}
    bodies = {battle.men[key].unit for key in seers} - {NOBODY}
    for man in men:
        warned = man.id in seers or (man.detached and man.unit in bodies)
        man.free = not warned and man.status in POSTED and not man.stun


@clause("KK-CMD-15")
def _masterless(battle: Battle, retinue: Retinue) -> bool:
    """Whether their lord is out of it for good: then they roll, enemy in sight or not."""
    lord = battle.men[retinue.lord]
    return lord.status in {DEAD, GONE} or (lord.status == DISABLED and lord.conscious <= 0)


def _sees(battle: Battle, man: Man) -> bool:
    return sight.sees_foe(battle, man)


@clause("KK-FINIS-04", "KK-FINIS-05")
def _stop_or_resume(battle: Battle) -> None:
    """A withdrawing unit halts while its lord has it in range, and goes on when he has not.

    Its stragglers too: they go back to it. Also where no enemy is in sight and nobody needs
    commands (KK-CMD-26).
    """
    for unit in battle.units:
        if not unit.withdrawing:
            continue
        lord = commander(battle, unit.player)
        own = battle.men[retinue_of(battle, unit.player).lord]  # who does as he likes (KK-DEF-24)
        stopped = lord is not None and _has_in_range(battle, lord, unit)
        for key in unit.members:
            man = battle.men[key]
            if man.unit == unit.id and man.status in {STEADY, WITHDRAWING} and man is not own:
                hailed = lord is not None and not man.stun and hears(battle, lord, man)
                status = STEADY if stopped or hailed else WITHDRAWING
                if status != man.status:
                    man.status = status
                    changed(battle)


def _has_in_range(battle: Battle, lord: Man, unit: Unit) -> bool:
    """Whether its leader is within 5 inches of the lord, be he stunned (KK-DEF-01)."""
    leader = leader_of(battle, unit)
    reach = COMMAND_RANGE * battle.options.scale
    return leader is not None and within(leader.base, lord.base, reach)
