"""Battering doors (KK-MOVE-25 to 27)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ...basics.state import STEADY, changed
from ...basics.tables import TABLES
from ...basics.who import standing
from ...command.action.special import lockeds
from ...ground.lay import DOOR_VALUES
from ...ground.laying_out import ground_for
from ...screen.deeds import Battered
from ..dice import batter as batter_door

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ...basics.state import Battle, Door, Man

RAM = "ram"  # so a piece of the scenario is called that a side has brought along


@clause("KK-MOVE-25", "KK-MOVE-26")
def batter(table: Table[Battle]) -> None:
    """Step "batter": one attempt on each door; goes on with "movement_checks"."""
    battle = table.state
    for door in battle.doors:
        if door.locked and not door.broken:
            men = batterers(battle, door)
            if men:
                _attempt(table, door, men)
    battle.phase = "movement_checks"


@clause("KK-MOVE-26")
def batterers(battle: Battle, door: Door) -> list[Man]:
    """Those whose action it is and who touch the door, the best first, four at most."""
    men = [
        man
        for man in standing(battle)
        if man.chit == "batter"
        and man.declared is not None
        and man.declared.object == door.id
        and man.status == STEADY
        and not man.stun
        and door.id in lockeds(battle, man)
    ]
    side = men[0].side if men else ""
    men = [man for man in men if man.side == side]
    return sorted(men, key=lambda man: (-man.profile.melee, man.id))[: TABLES.doors.max_men]


@clause("KK-MOVE-25", "KK-MOVE-27")
def _attempt(table: Table[Battle], door: Door, men: list[Man]) -> None:
    """The best skill counts; a broken door opens the way for the next turn."""
    battle = table.state
    ram = len(men) >= TABLES.doors.ram_min_men and has_ram(battle, men[0].side)
    skills = [man.profile.melee for man in men]
    with table.privately((men[0].player,)):  # the reckoning tells his skill (KK-TURN-06)
        roll = batter_door(table, skills, toughness_of(battle, door), ram, men[0].player)
    if roll.broken:
        door.successes -= 1
        if door.successes <= 0:
            door.broken, door.locked = True, False
            battle.ground = ground_for(battle.scenario, battle.options, battle.doors)
            changed(battle)
    table.tell(Battered(door.id, tuple([man.id for man in men]), roll.broken, open=door.broken))


@clause("KK-MOVE-27")
def has_ram(battle: Battle, side: str) -> bool:
    """Whether a side has brought a ram."""
    return any(spot.id.startswith(RAM) and spot.side in {"", side} for spot in battle.scenario.spot)


@clause("KK-MOVE-27")
def toughness_of(battle: Battle, door: Door) -> int:
    """What a door adds to the die."""
    entry = next(one for one in battle.scenario.door if one.id == door.id)
    return DOOR_VALUES[entry.kind][0] if entry.toughness is None else entry.toughness
