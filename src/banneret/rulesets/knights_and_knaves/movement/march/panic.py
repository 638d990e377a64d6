"""Horse panic, before anybody declares (KK-PANIC)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ...basics import phases
from ...basics.state import NOBODY, ROUTING, UP
from ...ground import sight
from ...melee.harm.condition import wounded
from ...screen.events import Panicked
from ..dice import panic as roll_panic

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ...basics.state import Battle, Horse

BOLT, REFUSE, CHARGE, NO_EFFECT = "bolt", "refuse", "charge", "no_effect"


@clause("KK-PANIC-01", "KK-PANIC-05")
def panic(table: Table[Battle]) -> None:
    """Every wounded horse still up is rolled for, in seating order, then as they are listed."""
    battle = table.state
    phases.open_phase(battle)
    for retinue in battle.retinues:
        for horse in battle.horses:
            if horse.player == retinue.player and _may_panic(battle, horse):
                _roll(table, horse)
    battle.phase = "roll_declaration"


def _may_panic(battle: Battle, horse: Horse) -> bool:
    if horse.gone or horse.stamina <= 0 or not wounded(horse.stamina, horse.profile.stamina):
        return False
    return horse.rider == NOBODY or battle.men[horse.rider].status in UP


@clause("KK-PANIC-02", "KK-PANIC-03", "KK-PANIC-04", "KK-PANIC-05")
def _roll(table: Table[Battle], horse: Horse) -> None:
    """What it does instead of what its rider wants; without one it bolts or stands."""
    battle = table.state
    roll = roll_panic(table, horse.stamina, horse.profile.stamina, horse.profile.kind, horse.player)
    if horse.rider == NOBODY:
        horse.panic = BOLT if roll.result in {BOLT, REFUSE} else ""
        table.tell(Panicked(horse.id, NOBODY, horse.panic or NO_EFFECT))
        return
    table.tell(Panicked(horse.id, horse.rider, roll.result))
    man = battle.men[horse.rider]
    if roll.result not in {BOLT, REFUSE, CHARGE} or man.stun:
        return
    if man.status == ROUTING and roll.result != BOLT:
        return
    if roll.result == CHARGE and not sight.sees_foe(battle, man):
        return
    man.panic = roll.result
