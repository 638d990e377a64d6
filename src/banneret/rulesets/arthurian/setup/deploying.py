"""The strategic roll, deployment by turns or side by side, and surprise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick, Place1
from banneret.core.questions.lazy import LazyPlace
from banneret.tabletop.shapes.discs import Box, Round

from ..basics import who
from ..basics.asking import ask
from ..basics.state import TABLE, WAITING, enemy_of
from ..basics.tables import SIDES, TABLES
from ..ground.ways import no_room, rounded
from ..screen import events as e
from ..turn.initiative import (
    Staff,
    placing_order,
    throw_strategic,
    throw_surprise,
)

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.discs import Shape

    from ..basics.state import Battle, Model

Point = tuple[float, float]
FIRST, SECOND = "first", "second"
SELF, PROGRAM = "self", "book"
INSIDE = 0.005


def waiting(battle: Battle, side: str) -> list[Model]:
    """Models of a side still to be placed, by id."""
    return [one for one in battle.models if one.side == side and one.where == WAITING]


# -- the strategic roll


@clause("AR-DEPLOY-01", "AR-DEPLOY-02", "AR-PROFILE-04")
def staff_of(battle: Battle, side: str) -> Staff:
    """A side's Disciplines, and whether anybody has Leadership."""
    own = waiting(battle, side)
    return Staff(
        dis=tuple(one.profile.dis for one in own),
        leader=any(one.profile.lead is not None for one in own),
    )


@clause("AR-DEPLOY-01")
def strategic(table: Table[Battle]) -> None:
    """The roll; its winner says who goes first, unless the side is alone or initiative decides."""
    battle = table.state
    roll = throw_strategic(table, *[staff_of(battle, side) for side in SIDES])
    battle.winner_of_roll = battle.first = roll.winner
    table.tell(e.Strategy(roll.a_total, roll.b_total, roll.winner))
    if battle.options.solo:
        _who_places(table)
    elif _is_chosen(battle):
        _choose_order(table)
    battle.phase = "deploy"


@clause("AR-DEPLOY-05", "AR-INIT-14")
def _is_chosen(battle: Battle) -> bool:
    """Whether the strategic roll settles round 1, neither cards nor a roll for initiative."""
    return battle.options.initiative != 3 and battle.options.round_one == "choice"


@clause("AR-DEPLOY-04", "AR-DEPLOY-05")
def _choose_order(table: Table[Battle]) -> None:
    """The winner goes first or second in round 1; later rounds roll for initiative."""
    battle = table.state
    side = battle.winner_of_roll
    labels = {FIRST: "Go first in round 1", SECOND: "Go second in round 1"}
    choice = Pick(
        side, "first", "You won the strategic roll", (FIRST, SECOND), label=labels.__getitem__
    )
    battle.first = side if ask(table, choice) == FIRST else enemy_of(side)
    table.tell(e.Goes(side, battle.first))


@clause("AR-DEPLOY-08", "AR-DEPLOY-09", "AR-DEPLOY-10")
def _who_places(table: Table[Battle]) -> None:
    """Alone: a player who won may place the adversaries himself; else the book places them."""
    battle = table.state
    if _is_chosen(battle):
        table.tell(e.Goes(battle.winner_of_roll, battle.first))
    if battle.winner_of_roll != "a":
        return
    labels = {PROGRAM: "Let the book place them (AR-SOLO-04)", SELF: "Place them yourself"}
    choice = Pick(
        "a", "placer", "Who places the adversaries?", (PROGRAM, SELF), label=labels.__getitem__
    )
    battle.placed_by_player = ask(table, choice) == SELF


# -- placing


@clause("AR-DEPLOY-06", "AR-DEPLOY-07", "AR-DEPLOY-08", "AR-DEPLOY-09")
def next_to_place(battle: Battle) -> str:
    """Whose model comes next: by turns from the loser on; alone one side wholly, then the other."""
    winner = battle.winner_of_roll
    loser = enemy_of(winner)
    if battle.options.solo:
        return loser if waiting(battle, loser) else winner
    placed = [len([m for m in battle.models if m.side == s and m.where == TABLE]) for s in SIDES]
    sides = {s: placed[at] + len(waiting(battle, s)) for at, s in enumerate(SIDES)}
    order = placing_order(sides[loser], sides[winner])
    return loser if order[sum(placed)] == "L" else winner


@clause("AR-DEPLOY-06")
def deploy(table: Table[Battle]) -> None:
    """Which model is placed next."""
    battle = table.state
    side = next_to_place(battle)
    asked = "a" if battle.by_the_book(side) and battle.placed_by_player else side
    battle.placing = _pick(table, asked, waiting(battle, side)).id
    battle.phase = "place"


@clause("AR-DEPLOY-06", "AR-DEPLOY-10")
def place(table: Table[Battle]) -> None:
    """Set the chosen model down."""
    battle = table.state
    model = battle[battle.placing]
    asked = "a" if battle.by_the_book(model.side) and battle.placed_by_player else model.side
    spot = ask(table, place_question(battle, model, asked))[model.id]
    model.x, model.y = rounded((spot.x, spot.y))
    model.where = TABLE
    table.tell(e.Placed(model.id, model.at))
    battle.phase = "deploy"
    if not any(waiting(battle, one) for one in SIDES):
        battle.leaders = {one: who.leader_of(battle, one) for one in SIDES}
        battle.phase = "surprise" if battle.scenario.surprise is not None else "round"


def _pick(table: Table[Battle], side: str, models: list[Model]) -> Model:
    """Which model is placed next; equal ones need no question."""
    battle = table.state
    kinds: dict[str, int] = {}
    for one in models:
        kinds.setdefault(one.profile.id if not one.pc else one.name, one.id)
    choice = Pick(
        side,
        "deploy",
        "Place which model?",
        tuple(kinds.values()),
        label=lambda key: battle[key].name,
        usual=models[0].id,
    )
    return battle[ask(table, choice)]


@clause("AR-DEPLOY-07", "AR-SCEN-07")
def zone_of(battle: Battle, model: Model) -> tuple[Shape, ...]:
    """Where a model may be placed: the side's zone, or the part of it meant for its kind."""
    plan = battle.scenario.plan(model.side)
    shapes = plan.zone.shapes
    own = plan.zone_of.get(model.profile.id)
    return shapes if own is None else (shapes[own],)


@clause("AR-DEPLOY-07")
def why_not_place(battle: Battle, model: Model, p: Point) -> Refusal | None:
    """The base must lie wholly inside the zone, on nobody and on no impassable ground."""
    if not any(_holds(shape, p, model.radius) for shape in zone_of(battle, model)):
        return Refusal("the base must lie wholly in the zone", "AR-DEPLOY-07")
    return no_room(battle, model, p)


def _holds(shape: Shape, p: Point, radius: float) -> bool:
    """Whether a base lies wholly inside a part of the zone."""
    if isinstance(shape, Round):
        return shape.gap(p) <= INSIDE - radius
    return (
        shape.x0 + radius - INSIDE <= p[0] <= shape.x1 - radius + INSIDE
        and shape.y0 + radius - INSIDE <= p[1] <= shape.y1 - radius + INSIDE
    )


def spots(battle: Battle, model: Model) -> list[Point]:
    """Places to try, an inch and a half apart, all over the zone; its middle front first."""
    found = []
    for shape in zone_of(battle, model):
        box = shape if isinstance(shape, Box) else _around(shape)
        r = model.radius
        across = int((box.x1 - box.x0 - 2 * r) / 1.5) + 1
        deep = int((box.y1 - box.y0 - 2 * r) / 1.5) + 1
        found += [
            (round(box.x0 + r + 1.5 * i, 3), round(box.y0 + r + 1.5 * j, 3))
            for j in range(max(1, deep))
            for i in range(max(1, across))
        ]
    ahead = 1 if model.side == "a" else -1
    middle = sum([p[0] for p in found]) / len(found)
    return sorted(found, key=lambda p: (-ahead * p[1], abs(p[0] - middle), p[0]))


def _around(shape: Round) -> Box:
    x, y, r = shape
    return Box(x - r, y - r, x + r, y + r)


def place_question(battle: Battle, model: Model, side: str) -> LazyPlace:
    """Where to set a model down."""

    def allowed(places: dict[int, Place1]) -> Refusal | None:
        place = places[model.id]
        return why_not_place(battle, model, rounded((place.x, place.y)))

    def made(spot: Point) -> dict[int, Place1] | None:
        if why_not_place(battle, model, spot) is not None:
            return None
        return {model.id: Place1(spot[0], spot[1], 0.0)}

    return LazyPlace(
        side,
        "place",
        f"Place {model.name}",
        (model.id,),
        allowed,
        region=lambda: {"boxes": [_box(one) for one in zone_of(battle, model)]},
        about=(model.id,),
        makers=spots(battle, model),
        draw=made,
    )


def _box(shape: Shape) -> list[float]:
    box = shape if isinstance(shape, Box) else _around(shape)
    return list(box)


# -- surprise


@clause("AR-SURPRISE-01", "AR-SURPRISE-02", "AR-SURPRISE-03")
def surprise(table: Table[Battle]) -> None:
    """Once, after deployment, where the scenario calls for it; who lies in ambush adds 2."""
    battle = table.state
    plan = battle.scenario.surprise
    assert plan is not None
    bonus = {side: TABLES.tests.ambusher_bonus if side == plan.ambusher else 0 for side in SIDES}
    found = throw_surprise(table, bonus["a"], bonus["b"])
    battle.surprised = found.surprised
    table.tell(e.Surprised(found.surprised, found.difference))
    battle.phase = "round"
