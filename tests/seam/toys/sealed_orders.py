"""Macbeth to Medici: drills written in secret ride to their bodies, and are read on arrival."""

from copy import deepcopy

from banneret.core.book.clauses import clause
from banneret.core.play.table import Table
from banneret.core.questions.choices import Drill, Grip, Leg, Legs, Pick
from seam.fielding import BODIES, Field, draw_riders
from seam.toy import NOBODY, SIDES, toy
from seam.toys.drill import drilled

GRIPS = (Grip("advance", "Advance", "inches", 0, 6), Grip("about", "About face"))
DRILLS = (("advance", 3.0), ("about", 0.0))
ADVANCE, ABOUT = (Legs("normal", (Leg(kind, much, ""),)) for kind, much in DRILLS)
HIDDEN = Legs("normal", ())


class Riders(Field, kw_only=True):
    orders: dict[str, Legs]  # by side; what the enemy's say is not known
    ridden: int = 0


def question(battle: Riders, side: str) -> Drill:
    """What a side may order its body to do."""
    body = battle.bodies[side]
    drill = Drill(
        side, "order", "Write an order", [SIDES.index(side)], ["normal"],
        follow=lambda legs: drilled(body, legs)[1], grips=lambda: GRIPS,
    )  # fmt: skip
    drill.some = lambda: [one for one in (ADVANCE, ABOUT, HIDDEN) if drill.refusal(one) is None]
    return drill


@clause("MM-TURN-04")
def write(table: Table[Riders]) -> None:
    """Both sides write at the same time, and their riders set out."""
    drills = [question(table.state, side) for side in SIDES]
    for drill, legs in zip(drills, table.ask_all(drills), strict=True):
        table.state.orders[drill.side] = legs
    table.state.phase, table.state.ridden = "ride", 0


def ride(table: Table[Riders]) -> None:
    """Everybody sees the riders come nearer; arrived, they are obeyed."""
    battle = table.state
    battle.ridden += table.ask(Pick(SIDES[battle.ridden % 2], "pace", "How fast?", (1, 2)))
    if battle.ridden < 3:
        return
    for side in SIDES:
        battle.bodies[side], _ = drilled(battle.bodies[side], battle.orders[side])
    battle.orders, battle.phase, battle.round = {}, "write", battle.round + 1
    battle.winner = NOBODY if battle.round > 3 else ""


def with_orders(battle: Riders, side: str | None, order: Legs) -> Riders:
    """The same battle, another order with each of the enemy's riders."""
    other = deepcopy(battle)
    other.orders = {one: own if one == side else order for one, own in battle.orders.items()}
    return other


SEALED_ORDERS = toy(
    "Sealed orders",
    lambda: Riders(phase="write", bodies=dict(BODIES), orders={}),
    (write, ride),
    view=lambda battle, side: with_orders(battle, side, HIDDEN),
    imagine=lambda view, side, dice: with_orders(view, side, (ADVANCE, ABOUT)[dice.die(2) - 1]),
    draw=draw_riders,
    extras={"vary_hidden": lambda battle, side, _dice: with_orders(battle, side, ABOUT)},
)
