"""Things on the table: discoveries, the relic, huts to be fired, the door of the tower."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause

from ...basics import who
from ...basics.state import HELD, NOBODY, TABLE
from ...ground.sight import touches
from ...ground.ways import nearest_free
from ...screen import events as e

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ...basics.state import Battle, Model, Token

DOOR_NEAR = 1.0  # AR-SCEN-08


def at_feet(model: Model, token: Token) -> bool:
    """Whether a token lies under or against a base."""
    far = hypot(model.x - token.x, model.y - token.y)
    return far <= model.radius + who.CONTACT + 0.25


@clause("AR-TURN-01", "AR-EVENT-21", "AR-SCEN-04", "AR-SCEN-08")
def offered(battle: Battle, model: Model) -> dict[str, Refusal | None]:
    """Objects a model could pick up, put down, fire or open."""
    found: dict[str, Refusal | None] = {}
    if model.carries != NOBODY:
        found["put"] = None
    elif not model.is_a("beast") and not model.is_a("monster"):
        for token in battle.tokens:
            if not token.taken and token.carrier == NOBODY and at_feet(model, token):
                found[f"pick:{token.id}"] = None
    if battle.scenario.id == "saxon_raid" and model.is_a("saxon"):
        for at, hut in enumerate(battle.scenario.terrain):
            if hut.name not in battle.fired and touches(model, hut):
                found[f"fire:{at}"] = None
    if why_not_open(battle, model) is None:
        found["open"] = None
    return found


def label(battle: Battle, key: str) -> str:
    """A deed with an object in words."""
    what, _, which = key.partition(":")
    if what == "pick":
        return f"Pick up the {battle.tokens[int(which)].name}"
    if what == "fire":
        return f"Fire {battle.scenario.terrain[int(which)].name}"
    return "Put down what he carries" if what == "put" else "Open the door and bring the lady out"


@clause("AR-EVENT-21")
def pick(table: Table[Battle], model: Model, which: str) -> None:
    """Pick a token up, and carry it."""
    token = table.state.tokens[int(which)]
    token.carrier, model.carries = model.id, token.id
    table.tell(e.Took(model.id, f"picked up the {token.name}"))


@clause("AR-TURN-01")
def put(table: Table[Battle], model: Model, _which: str) -> None:
    """Put down what is carried."""
    token = table.state.tokens[model.carries]
    token.carrier = model.carries = NOBODY
    token.x, token.y = model.x, model.y
    table.tell(e.Took(model.id, f"put down the {token.name}"))


@clause("AR-SCEN-04")
def fire(table: Table[Battle], model: Model, which: str) -> None:
    """A Saxon in contact with a hut fires it; it stays fired."""
    battle = table.state
    hut = battle.scenario.terrain[int(which)].name
    battle.fired = (*battle.fired, hut)
    table.tell(e.Took(model.id, f"fired {hut}"))


@clause("AR-SCEN-08")
def why_not_open(battle: Battle, model: Model) -> Refusal | None:
    """An A model within an inch of the door, unengaged, while the lady is inside."""
    if battle.scenario.id != "robbers_tower" or battle.lady_out or model.side != "a":
        return Refusal("there is no door to open", "AR-SCEN-08")
    x, y = battle.scenario.token("door")
    if hypot(model.x - x, model.y - y) - model.radius > DOOR_NEAR:
        return Refusal("the door is more than an inch away", "AR-SCEN-08")
    return Refusal("he is engaged", "AR-SCEN-08") if who.engaged(battle, model) else None


@clause("AR-SCEN-08")
def open_door(table: Table[Battle], model: Model, _which: str) -> None:
    """The lady is set down touching him; she is A's, and acts from the next round on."""
    battle = table.state
    lady = next(one for one in battle.models if one.where == HELD)
    near = model.radius + lady.radius
    edge = (model.x, model.y - near) if model.y > near + 1 else (model.x + near, model.y)
    spot = nearest_free(battle, lady, edge, lady.radius, 4.0)
    battle.lady_out = True
    if spot is None:
        spot = model.at
    lady.x, lady.y = spot
    lady.where = TABLE
    lady.from_round = battle.round + 1
    table.tell(e.Arrived(lady.id, spot, f"was brought out of the tower by {model.name}"))


Deed = Callable[["Table[Battle]", "Model", str], None]
DEEDS: dict[str, Deed] = {"pick": pick, "put": put, "fire": fire, "open": open_door}
