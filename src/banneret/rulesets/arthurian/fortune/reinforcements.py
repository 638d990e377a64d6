"""Reinforcements: a spot on the own edge, the support table, and who finds room there."""

from __future__ import annotations

from math import hypot, sqrt
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Place, Place1

from ..basics import who
from ..basics.asking import ask
from ..basics.state import GONE, TABLE
from ..basics.tables import TABLES
from ..ground.ways import no_room, rounded
from ..screen import events as e
from ..setup.enlist import recruit_one
from ..setup.points import far_enough
from ..turn.after.fate_dice import throw_support

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Model

Point = tuple[float, float]
SPOT = 3000  # the number of the piece that is set down for those who come
EDGE = 1.0  # so near the edge a spot is meant to lie on it
STRIDE = 3.0  # between spots that are proposed


@clause("AR-EVENT-08", "AR-EVENT-25", "AR-SUPPORT-01")
def arrive(table: Table[Battle], side: str, _by_player: bool) -> None:
    """A spot is picked, then the support die rolled; newcomers act from the next round."""
    battle = table.state
    spots = _proposed(battle, side)
    if not spots:
        table.tell(e.EventTook("reinforcements"))
        return
    edge = who.own_edge(battle, side)
    question = Place(
        side,
        "spot",
        "Reinforcements: where on your edge?",
        (SPOT,),
        lambda places: why_not_place(battle, side, places[SPOT]),
        lambda: [{SPOT: Place1(x, edge, 0.0)} for x in spots],
        lambda: {"boxes": [_strip(battle, edge, *one) for one in stretches(battle, side)]},
        about=("reinforcements",),
    )
    x = round(ask(table, question)[SPOT].x, 3)
    for profile in throw_support(table, battle.support[side], side):
        _bring(table, side, profile, x)


def _proposed(battle: Battle, side: str) -> list[float]:
    """Some lawful spots: the middle of each stretch first, then others along it."""
    found: dict[float, None] = {}
    for first, last in stretches(battle, side):
        steps = int((last - first) / STRIDE)
        found |= dict.fromkeys(
            round(x, 2) for x in ((first + last) / 2, *[first + STRIDE * i for i in range(steps)])
        )
    return [x for x in found if why_not_spot(battle, side, x) is None]


def stretches(battle: Battle, side: str) -> list[tuple[float, float]]:
    """The parts of the own edge that lie more than 8 inches from every enemy."""
    edge, free = who.own_edge(battle, side), [(0.0, float(battle.scenario.width))]
    for foe in who.enemies(battle, side):
        away = TABLES.table.reinforcement_clearance + foe.radius
        if abs(foe.y - edge) > away:
            continue
        half = sqrt(away**2 - (foe.y - edge) ** 2) + 0.001
        parts = [
            part
            for first, last in free
            for part in ((first, min(last, foe.x - half)), (max(first, foe.x + half), last))
        ]
        free = [(first, last) for first, last in parts if first < last]
    return free


def _strip(battle: Battle, edge: float, first: float, last: float) -> list[float]:
    inner = EDGE if edge == 0 else battle.scenario.depth - EDGE
    return [first, min(edge, inner), last, max(edge, inner)]


@clause("AR-EVENT-08")
def why_not_place(battle: Battle, side: str, place: Place1) -> Refusal | None:
    """Reinforcements come on at the own edge, wherever no enemy is near."""
    if abs(place.y - who.own_edge(battle, side)) > EDGE:
        return Refusal("reinforcements come on at your own edge", "AR-EVENT-08")
    return why_not_spot(battle, side, place.x)


@clause("AR-EVENT-08")
def why_not_spot(battle: Battle, side: str, x: float) -> Refusal | None:
    """A spot of the edge must be more than 8 inches from every enemy."""
    if not 0 <= x <= battle.scenario.width:
        return Refusal("that is not on the table", "AR-EVENT-08")
    if far_enough(_to_enemy(battle, side, (x, who.own_edge(battle, side)), 0.0)):
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
