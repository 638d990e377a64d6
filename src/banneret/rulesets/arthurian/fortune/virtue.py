"""Virtue won and lost, and the choice of chivalry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..basics import who
from ..basics.state import Ledger
from ..basics.tables import TABLES
from ..screen import events as e
from .checks import level_of

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Model

AWARDS = TABLES.virtue


@clause("AR-VIRTUE-03", "AR-VIRTUE-04", "AR-VIRTUE-06")
def change(table: Table[Battle], model: Model, points: int, why: str, rule: str) -> None:
    """Virtue points change at once, and the level with them; only PCs keep any."""
    if not model.pc or not points:
        return
    model.vp += points
    battle = table.state
    battle.virtue = (*battle.virtue, Ledger(model.id, points, why, rule))
    table.tell(e.VirtueChanged(model.id, points, level_of(model.vp), why))


@clause("AR-BREAK-10", "AR-VIRTUE-04")
def for_flight(table: Table[Battle], model: Model, opponents: list[Model]) -> None:
    """A PC who gets away from a single knightly opponent loses virtue."""
    if deserts(opponents):
        points = AWARDS.breaks_from_single_knight
        change(table, model, points, "by breaking from a single knight", "AR-BREAK-10")


def deserts(opponents: list[Model]) -> bool:
    """Whether a PC who leaves these opponents leaves a single knightly one."""
    return len(opponents) == 1 and opponents[0].is_a("knightly")


@clause("AR-VIRTUE-05")
def for_mercy(table: Table[Battle], model: Model, helpless: Model, deed: str) -> None:
    """Helping a knight up wins 3; slaying him costs 12; anybody else is nobody's concern.

    Taking his surrender wins its 3 when a fate other than slaying is imposed after the battle.
    """
    if not helpless.is_a("knight"):
        return
    if deed == "slay":
        points = AWARDS.slays_helpless_knight
        change(table, model, points, "by slaying a helpless knight", "AR-VIRTUE-05")
    elif deed == "help":
        model.spared += 1
        points = AWARDS.spares_helpless_enemy
        change(table, model, points, "by sparing a helpless knight", "AR-VIRTUE-05")


@clause("AR-SCEN-01", "AR-VIRTUE-04")
def for_meddling(table: Table[Battle], meddler: Model, target: Model) -> None:
    """At the ford: whoever else attacks a knight while both stand costs his own knight 3."""
    for pc in dishonoured(table.state, meddler, target):
        points = AWARDS.interferes_in_duel
        change(table, pc, points, "because another meddled in the duel", "AR-SCEN-01")


def dishonoured(battle: Battle, meddler: Model, target: Model) -> list[Model]:
    """Whose duel it is that an attack would meddle in."""
    if battle.scenario.id != "the_ford" or meddler.is_a("knight") or not target.is_a("knight"):
        return []
    knights = [one for one in who.in_play(battle) if one.is_a("knight") and not one.helpless]
    if len({one.side for one in knights}) < 2:
        return []
    return [one for one in who.pcs(battle, meddler.side) if one.in_play and one.is_a("knight")]


@clause("AR-MEVENT-30", "AR-VIRTUE-04")
def goes_back(table: Table[Battle], model: Model, what: str) -> None:
    """A PC who retakes an advantage he gave up in the same fight loses 6."""
    battle = table.state
    broken = [f for f in battle.fights if f.pc == model.id and f.what == what and f.chivalrous]
    if not broken:
        return
    battle.fights = tuple(one for one in battle.fights if one not in broken)
    points = AWARDS.goes_back_on_choice
    change(table, model, points, "by going back on his choice", "AR-MEVENT-30")
