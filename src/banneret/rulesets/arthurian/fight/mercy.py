"""The helpless: yielding, and what an enemy who stands over somebody may do with him."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause

from ..basics import who
from ..basics.state import CAPTURED, SLAIN
from ..fortune import virtue
from ..fortune.checks import throw_virtue
from ..screen import events as e
from . import harm
from .morale import run_tests

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Model

SLAY, TAKE, HELP = "slay", "take", "help"
DEEDS = (TAKE, HELP, SLAY)


@clause("AR-STATE-05")
def at_mercy(battle: Battle, model: Model) -> list[Model]:
    """Helpless enemies in contact."""
    return [one for one in who.touching(battle, model) if one.helpless]


@clause("AR-SCEN-06")
def why_not_deal(battle: Battle, deed: str) -> Refusal | None:
    """Nobody dies by blunted arms."""
    if deed == SLAY and battle.scenario.blunted:
        return Refusal("arms are blunted and nobody dies", "AR-SCEN-06")
    return None


@clause("AR-STATE-05", "AR-STATE-04")
def deal(table: Table[Battle], model: Model, helpless: Model, deed: str) -> None:
    """Slay him, take his surrender, or help him up: an action without dice."""
    table.tell(e.Mercy(model.id, helpless.id, deed))
    virtue.for_mercy(table, model, helpless, deed)
    if deed == HELP:
        helpless.pinned = helpless.surrendered = helpless.prone = False
    else:
        helpless.beaten_by = model.id
        harm.remove(table, helpless, SLAIN if deed == SLAY else CAPTURED, model.id)
    run_tests(table)


@clause("AR-STATE-07")
def why_not_yield(battle: Battle, model: Model) -> Refusal | None:
    """Only a Hero, only to an enemy in contact who could take it."""
    if not model.hero:
        return Refusal("only a Hero yields", "AR-STATE-07")
    if not receivers(battle, model):
        return Refusal("there is no enemy in contact to yield to", "AR-STATE-07")
    return None


def receivers(battle: Battle, model: Model) -> list[Model]:
    """Enemies in contact who could take a surrender."""
    return [one for one in who.touching(battle, model) if who.engages(one)]


@clause("AR-STATE-07", "AR-EVENT-21")
def surrender(table: Table[Battle], model: Model, enemy: Model) -> None:
    """He lays down his arms: no activation, engages nobody, no target, drops what he carries."""
    battle = table.state
    model.surrendered = True
    harm.drop(battle, model)
    harm.end_fights(battle, model.id)
    table.tell(e.Yielded(model.id, enemy.id))


@clause("AR-STATE-07", "AR-VIRTUE-02")
def yields_of_himself(table: Table[Battle], model: Model) -> bool:
    """A non-player knight with a Critical wound beside an enemy knight, who fails his check.

    One without a Virtue Level never yields.
    """
    battle = table.state
    if model.pc or not model.is_a("knight") or model.wound != "critical":
        return False
    knights = [one for one in receivers(battle, model) if one.is_a("knight")]
    level = who.virtue_of(model)
    if not knights or level is None or throw_virtue(table, level, model.side, model.name):
        return False
    surrender(table, model, knights[0])
    return True
