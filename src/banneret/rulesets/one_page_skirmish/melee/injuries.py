"""Hits, stuns and losses: the one place where they are written down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..basics.state import (
    CAPTURED,
    KILLED,
    NOBODY,
    SERGEANT,
    Battle,
    Figure,
    Unit,
    changed,
    remount,
    take_off,
)
from ..movement import mounts
from ..screen.events import Hurt, Left, Unhorsed
from ..setup.enlisting import full_load
from ..turn.ending.score import note_loss
from .giving_ground import throw_down
from .wounds import STUNNED, effect_of_hit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table


@clause("OP-WOUND-01", "OP-WOUND-02", "OP-WOUND-03", "OP-WOUND-04", "OP-WOUND-07", "OP-WOUND-08")
def strike(table: Table[Battle], figure: Figure, by: Figure | None) -> str:
    """A hit takes the figure one rung up the ladder of its rank; the last rung kills."""
    effect = effect_of_hit(figure.rank, figure.hits)
    figure.hits += 1
    table.tell(Hurt(figure.id, effect, None if by is None else by.id))
    if effect == KILLED:
        lose(table, figure, KILLED)
    return effect


@clause("OP-STUN-06")
def capture(table: Table[Battle], figure: Figure, by: Figure) -> None:
    """A stunned figure is taken prisoner: removed, lost, and worth a ransom."""
    table.tell(Hurt(figure.id, CAPTURED, by.id))
    lose(table, figure, CAPTURED)


@clause("OP-STUN-03", "OP-STUN-04", "OP-STUN-07")
def stun(table: Table[Battle], figure: Figure, by: Figure | None) -> None:
    """He lies for his owner's next turn and loses his aim and an unfinished load."""
    figure.stun = 1
    break_off(table.state, figure)
    changed(table.state)
    table.tell(Hurt(figure.id, STUNNED, None if by is None else by.id))


@clause("OP-LOAD-05", "OP-SHOOT-07")
def break_off(battle: Battle, figure: Figure) -> None:
    """A melee or a stun takes his aim and a load not yet complete."""
    figure.aim = NOBODY
    figure.aimed_before = False
    if figure.load < full_load(battle):
        figure.load = 0


# -- losses


@clause("OP-MORALE-09", "OP-MORALE-11", "OP-GROUP-10")
def lose(table: Table[Battle], figure: Figure, fate: str) -> None:
    """A killed or captured figure leaves the table and is a loss of its unit."""
    battle = table.state
    if figure.mounted:
        mounts.turn_loose(battle, figure, figure.base)
        figure.mounted = False
    take_off(battle, figure, fate)
    _count_loss(battle, figure)
    for unit in battle.units:
        if unit.lord == figure.id:
            unit.lord_killed = True
    _nobody_aims_at(battle, figure)
    note_loss(table, figure, fate)


def _nobody_aims_at(battle: Battle, figure: Figure) -> None:
    for other in battle.figures:
        if other.aim == figure.id:
            other.aim = NOBODY
            other.aimed_before = False


def _count_loss(battle: Battle, figure: Figure) -> None:
    """His group is a man short; of a Knight riding alone it is the group he leads, if any."""
    group = battle.units[figure.unit]
    if group.kind == "knight":
        if group.home == NOBODY:
            return
        group = battle.units[group.home]
    group.figures_lost += 1
    group.lost_since_test += 1
    group.casualties_since_test = True
    if group.leader == figure.id:
        group.leader = NOBODY
        if figure.rank == SERGEANT:
            group.sergeant_vacant = True
            group.sergeants_killed += 1


@clause("OP-MOVE-24", "OP-MORALE-25", "OP-MORALE-34")
def leave(table: Table[Battle], unit: Unit, figures: Sequence[Figure], fate: str) -> None:
    """Figures leave the table in rout or under orders; nobody is a casualty by it."""
    battle = table.state
    table.tell(Left(unit.id, tuple(figure.id for figure in figures), fate))
    for figure in figures:
        take_off(battle, figure, fate)
        _nobody_aims_at(battle, figure)
        for group in battle.units:
            if group.leader == figure.id:
                group.leader = NOBODY
        note_loss(table, figure, fate)


# -- out of the saddle


@clause("OP-SHOOT-16", "OP-MOUNT-03")
def lose_mount(table: Table[Battle], figure: Figure) -> None:
    """His mount is killed under him: he stands on foot in its place, unhurt and no casualty."""
    _on_foot(table.state, figure)
    base = figure.base
    table.tell(Unhorsed(figure.id, (base.x, base.y, base.facing), None, "mount_killed"))


def _on_foot(battle: Battle, figure: Figure) -> None:
    remount(battle, figure, mounted=False)
    figure.mount_armour = 0
    mounts.drop_lance(figure)


@clause("OP-MELEE-16", "OP-MELEE-22")
def unhorse(table: Table[Battle], figure: Figure, winner: Figure) -> None:
    """A beaten rider stands on foot an inch clear of the winner, his mount riderless beside him."""
    battle = table.state
    barding, facing = figure.mount_armour, figure.base.facing
    _on_foot(battle, figure)
    throw_down(table, figure, winner)
    figure.mount_armour = barding
    mount = mounts.place_mount(table, figure, facing)
    figure.mount_armour = 0
    base = figure.base
    stands = None if mount is None else (mount.base.x, mount.base.y, mount.base.facing)
    table.tell(Unhorsed(figure.id, (base.x, base.y, base.facing), stands))
