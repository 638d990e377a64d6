"""What damage does to men and horses, all together (KK-DIS, KK-DMG-06, KK-SHOOT-27, 28)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ...basics.state import DISABLED, NOBODY, UP, changed
from ...basics.tables import TABLES
from ...basics.who import is_lord
from ...ground.lay import drop_feet
from ...screen.deeds import Conscious, HorseDown
from . import falls
from .disabling import disable
from .falling import stay_conscious

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.core.play.table import Table

    from ...basics.state import Battle, Man

SHOT, LANCED, SPEARED, STRUCK = "shot", "gallop_lance", "foot_spear", "struck"


class Toll:
    """What one figure suffered from several blows: loss, how it was struck, by whom last."""

    __slots__ = ("before", "by", "came_off", "how", "loss")

    def __init__(self, before: int) -> None:
        self.before = before
        self.loss = 0
        self.how: set[str] = set()
        self.by = NOBODY
        self.came_off = False  # his horse went down: that was his check

    @property
    def lanced(self) -> bool:
        """Whether a lance at the gallop was among them."""
        return LANCED in self.how

    @property
    def speared(self) -> bool:
        """Whether a spear on foot was among them."""
        return SPEARED in self.how


Tolls = dict[int, Toll]


def note(battle: Battle, man: Man, points: int, how: str, by: Man, *, at_horse: bool) -> None:
    """Remember a blow until the blows of the phase are applied, also one without damage."""
    horse = man.horse if at_horse else NOBODY
    battle.hurt = (*battle.hurt, (man.id, horse, points, how, by.id))


def settle(table: Table[Battle]) -> None:
    """Apply what was noted, all together, then everything that follows from it, in order."""
    tolls: Tolls = {}
    wound(table, tolls)
    follow(table, tolls)


@clause("KK-DIS-05", "KK-SHOOT-01", "KK-SHOOT-28", "KK-DMG-06", "KK-TURN-05")
def wound(table: Table[Battle], tolls: Tolls) -> None:
    """Apply what was noted, all together: wounds, men and horses disabled."""
    battle = table.state
    _apply(battle, tolls)
    fellers = {horse: by for _, horse, _, _, by in battle.hurt if horse != NOBODY}
    battle.hurt = ()
    for key in tolls:
        man = battle.men[key]
        if man.stamina <= 0 and man.status in UP:
            feet = drop_feet(battle, man)
            disable(table, man, dead=feet > TABLES.falls.dead_above_feet)  # KK-FALL-05
    for key in _horses_down(table, fellers):
        tolls.setdefault(key, Toll(battle.men[key].stamina)).came_off = True


@clause("KK-DIS-05", "KK-FALL-05")
def follow(table: Table[Battle], tolls: Tolls) -> None:
    """Falls, one check for all blows of the phase, and how long fallen lords stay conscious."""
    battle = table.state
    for key, toll in tolls.items():
        if not toll.came_off:
            falls.after_blows(table, battle.men[key], toll)
    _lords_conscious(table)


def _apply(battle: Battle, tolls: Tolls) -> None:
    """Take the points off, each blow reduced by armour already; stamina stops at nought."""
    for key, horse_key, points, how, by in battle.hurt:
        man = battle.men[key]
        if horse_key != NOBODY:
            horse = battle.horses[horse_key]
            lost = min(points, horse.stamina)
            horse.stamina -= lost
            horse.lost_in_phase += lost
            continue
        toll = tolls.get(key)
        if toll is None:
            toll = tolls[key] = Toll(man.stamina + man.lost_in_phase)  # KK-FALL-05
        lost = min(points, man.stamina)
        man.stamina -= lost
        man.lost_in_phase += lost
        toll.loss += lost
        toll.how.add(how)
        toll.by = by


@clause("KK-FALL-16", "KK-FALL-18", "KK-DIS-05")
def _horses_down(table: Table[Battle], fellers: Mapping[int, int]) -> set[int]:
    """Riders of disabled horses come off, away from who struck these; gives who they were."""
    battle = table.state
    riders: set[int] = set()
    for horse in battle.horses:
        if horse.stamina > 0 or horse.gone:
            continue
        horse.gone = True
        table.tell(HorseDown(horse.id, horse.rider))
        if horse.rider != NOBODY:
            riders.add(horse.rider)
            by = fellers.get(horse.id, horse.rider)
            falls.horse_down(table, battle.men[horse.rider], battle.men[by].base)
        changed(battle)
    return riders


@clause("KK-DIS-02", "KK-CMD-16")
def _lords_conscious(table: Table[Battle]) -> None:
    """A disabled lord rolls for how long he can still give orders."""
    battle = table.state
    for key in battle.fallen:
        man = battle.men[key]
        if man.status == DISABLED and man.conscious < 0 and is_lord(battle, man):
            with table.privately((man.player,)):
                man.conscious = stay_conscious(table, man.player)
                table.tell(Conscious(man.id, man.conscious))
