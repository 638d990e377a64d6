"""Reinforcements: a spot on the own edge, the support table, and who finds room there."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick

from ..basics import who
from ..basics.asking import ask
from ..basics.state import GONE, TABLE
from ..ground.ways import no_room, rounded
from ..screen import events as e
from ..setup.enlist import recruit_one
from ..setup.points import far_enough
from ..turn.after.fate_dice import throw_support

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Model

Point = tuple[float, float]
STEP = 2  # spots to the inch


@clause("AR-EVENT-08", "AR-EVENT-25", "AR-SUPPORT-01")
def arrive(table: Table[Battle], side: str, _by_player: bool) -> None:
    """A spot is picked, then the support die rolled; newcomers act from the next round."""
    battle = table.state
    spots = [one for one in _spots(battle) if why_not_spot(battle, side, one) is None]
    if not spots:
        table.tell(e.EventTook("reinforcements"))
        return
    question = Pick(
        side,
        "spot",
        "Reinforcements: where on your edge?",
        tuple(str(one) for one in spots),
        label=lambda key: f"{int(key) / STEP:g} inches along",
        about=("reinforcements",),
    )
    x = int(ask(table, question)) / STEP
    for profile in throw_support(table, battle.support[side], side):
        _bring(table, side, profile, x)


def _spots(battle: Battle) -> range:
    return range(STEP, int(battle.scenario.width * STEP) - STEP + 1)


@clause("AR-EVENT-08")
def why_not_spot(battle: Battle, side: str, key: int) -> Refusal | None:
    """A spot must be more than 8 inches from every enemy."""
    edge = (key / STEP, who.own_edge(battle, side))
    if far_enough(_to_enemy(battle, side, edge, 0.0)):
        return None
    return Refusal("an enemy is within 8 inches", "AR-EVENT-08")


def _to_enemy(battle: Battle, side: str, p: Point, radius: float) -> float:
    foes = who.enemies(battle, side)
    gaps = [hypot(one.x - p[0], one.y - p[1]) - one.radius - radius for one in foes]
    return round(min(gaps, default=1e6), 6)


def _bring(table: Table[Battle], side: str, profile: str, x: float) -> None:
    """Set a newcomer down at the spot or against the others; who finds no room does not come."""
    battle = table.state
    model = recruit_one(battle, profile, side)
    model.from_round = battle.round + 1
    spot = _room(battle, model, x)
    if spot is None:
        model.where, model.removed_how = GONE, "left"
        return
    model.x, model.y = spot
    model.where = TABLE
    table.tell(e.Arrived(model.id, spot))


def _room(battle: Battle, model: Model, x: float) -> Point | None:
    """The nearest place along the edge with room and no enemy within 8 inches."""
    edge = who.own_edge(battle, model.side)
    y = edge + model.radius if model.side == "a" else edge - model.radius
    for step in range(40):
        for way in (1, -1) if step else (1,):
            spot = rounded((x + way * step * 0.25, y))
            clear = far_enough(_to_enemy(battle, model.side, spot, model.radius))
            if clear and no_room(battle, model, spot) is None:
                return spot
    return None
