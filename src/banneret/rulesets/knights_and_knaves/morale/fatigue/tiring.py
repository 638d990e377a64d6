"""The Fatigue phase: tiring, rest, wear, and the counters of the stunned (KK-FAT, KK-TURN-04)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ...basics import phases
from ...basics.state import CAPTIVE, DISABLED, GONE, NOBODY, POSTED, UP, changed
from ...basics.tables import TABLES
from ...command import orders
from ...melee.harm.condition import wounded
from ...screen.events import Awake, Breathless, Rested, Tired, Unconscious, Unwearied, Worn
from .wearing import recover, recover_horse, tire

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ...basics.state import Battle, Horse, Man

EVERY = TABLES.fatigue.permanent_every_turns


# -- tiring and resting


@clause("KK-FAT-04", "KK-FAT-11", "KK-TURN-04")
def tiring(table: Table[Battle]) -> None:
    """Whoever was in melee this turn may have tired himself."""
    battle = table.state
    phases.open_phase(battle)
    orders.void_harassment(table)
    for man in battle.men:
        if was_in_melee(man):
            roll = tire(table, wounded(man.stamina, man.profile.stamina), man.player)
            if roll.tired:
                man.temporary += 1
                table.tell(Tired(man.id, man.temporary))
            else:
                table.tell(Unwearied(man.id))
    battle.phase = "recover"


@clause("KK-FAT-11")
def was_in_melee(man: Man) -> bool:
    """He touched an able enemy when the Melee phase began, or struck or parried in it.

    Not if he has run, lies stunned or disabled or was taken since.
    """
    return (man.in_melee or man.fought) and man.status in POSTED and not man.stun


@clause("KK-FAT-05", "KK-FAT-06", "KK-FAT-09", "KK-FALL-21")
def recovering(table: Table[Battle]) -> None:
    """Tired figures that were not in melee may get their breath back, idle ones the sooner."""
    battle = table.state
    for man in battle.men:
        if man.temporary and not man.stun and (man.status in UP or man.status == CAPTIVE):
            idle = not (man.moved or man.shot or man.fought)
            roll = recover(table, man.temporary, was_in_melee(man), idle, man.player)
            if roll.result == "recovers":
                man.temporary -= 1
                table.tell(Rested(man.id, man.temporary))
            elif roll.die:
                table.tell(Breathless(man.id))
    for horse in battle.horses:
        if horse.temporary and not horse.gone and horse.stamina > 0:
            _rest_horse(table, horse)
    battle.phase = "ammunition"


@clause("KK-FAT-07", "KK-FAT-08")
def _rest_horse(table: Table[Battle], horse: Horse) -> None:
    """A horse that stood or walked, its rider in no melee."""
    battle = table.state
    fighting = horse.rider != NOBODY and was_in_melee(battle.men[horse.rider])
    roll = recover_horse(table, horse.temporary, fighting, horse.gait, battle.options, horse.player)
    if roll.result == "recovers":
        horse.temporary -= 1
        table.tell(Rested(NOBODY, horse.temporary, horse.id))
    elif roll.die:
        table.tell(Breathless(NOBODY, horse.id))


# -- at the end of the turn


@clause("KK-FAT-02", "KK-FAT-01", "KK-FAT-03", "KK-TURN-04")
def wear(table: Table[Battle]) -> None:
    """At the end of every tenth turn everybody has one permanent level more, horses too."""
    battle = table.state
    if battle.turn % EVERY:
        return
    for man in battle.men:
        if man.status != GONE:
            man.permanent += 1
    if battle.options.horses_permanent_fatigue:
        for horse in battle.horses:
            if not horse.gone:
                horse.permanent += 1
    table.tell(Worn(battle.turn // EVERY))


@clause("KK-FALL-15", "KK-CMD-16", "KK-DIS-02")
def count_down(table: Table[Battle]) -> None:
    """Those stunned before this turn have lain one turn more; so with lords still conscious."""
    battle = table.state
    for man in battle.men:
        if man.stun and man.stun == man.stun_before:
            man.stun -= 1
            changed(battle)
            if not man.stun and man.status in UP:
                table.tell(Awake(man.id))
    _lose_consciousness(table)


@clause("KK-DIS-02", "KK-CMD-16")
def _lose_consciousness(table: Table[Battle]) -> None:
    """A fallen lord gives orders for as many turns as he rolled."""
    battle = table.state
    for retinue in battle.retinues:
        lord = battle.men[retinue.lord]
        if lord.status == DISABLED and lord.conscious > 0 and retinue.fell < battle.turn:
            lord.conscious -= 1
            if not lord.conscious:
                table.tell(Unconscious(lord.id), (lord.player,))
