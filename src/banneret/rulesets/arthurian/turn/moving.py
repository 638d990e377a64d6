"""A move action: the question, the way, and setting the model down at its end."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Preview, Way
from banneret.core.questions.lazy import LazyMove

from ..basics import who
from ..basics.asking import ask
from ..basics.state import LEFT, NOBODY
from ..fight import harm
from ..ground import ways
from ..ground.ways import FREELY, Terms, Trip
from ..screen import events as e
from .after import ending

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Model

STAY = "stay"
GO = "move"


@clause("AR-MOVE-05")
def way_question(
    battle: Battle, model: Model, prompt: str, terms: Terms = FREELY, *, may_stay: bool = True
) -> LazyMove:
    """Where a model goes with one move action; the gait `stay` leaves it where it is."""
    inches = ways.allowance_of(model).inches

    def trip(way: Way) -> Trip | Refusal | None:
        if way.gait == STAY:
            return None
        return ways.check_move(battle, model, way.points, inches, terms)

    def allows(way: Way) -> Refusal | None:
        if way.gait == STAY and way.points:
            return Refusal("who stays goes nowhere", "AR-MOVE-05")
        found = trip(way)
        return found if isinstance(found, Refusal) else None

    def foresee(way: Way) -> Preview:
        found = trip(way)
        if not isinstance(found, Trip):
            return Preview(legal=True, notes=("stays where he is",))
        return Preview(legal=True, price=round(found.price, 1), notes=_notes(battle, found))

    def drawn(sketch: Any) -> Way | None:
        return _drawn(battle, model, sketch, inches, terms)

    return LazyMove(
        model.side,
        "way",
        prompt,
        model.id,
        (GO, STAY) if may_stay else (GO,),
        allows,
        allowance=inches,
        about=(model.id,),
        foresee=foresee,
        sketches=lambda: _sketches(battle, model, terms, may_stay),
        draw=drawn,
        slow=lambda: _anywhere(battle, model, inches, terms) if not may_stay else (),
    )


def _notes(battle: Battle, trip: Trip) -> tuple[str, ...]:
    if trip.leaves:
        return ("leaves the table",)
    if not trip.touches:
        return ()
    names = ", ".join([battle[one].name for one in trip.touches])
    return (f"in contact with {names}", f"{trip.straight:.1f} inches straight")


def _sketches(battle: Battle, model: Model, terms: Terms, may_stay: bool) -> list[Any]:
    """Ideas of ways: at each enemy, in twelve directions, home, to tokens, and staying."""
    found: list[Any] = []
    if not terms.no_contact and not terms.must_leave and not terms.into_cover:
        found += [("charge", one.id) for one in who.enemies(battle, model.side)]
    found += [("go", k, part) for part in (1.0, 0.5, 0.2) for k in range(12)]
    if terms.into_cover:
        found = [("cover", at) for at, _ in enumerate(battle.scenario.terrain)]
    found += [("token", one.id) for one in battle.tokens if not one.taken]
    found.append(("home",))
    if may_stay:
        found.append((STAY,))
    return found


def _drawn(battle: Battle, model: Model, sketch: Any, inches: float, terms: Terms) -> Way | None:
    """Make a lawful way of a sketch, if there is one."""
    kind = sketch[0]
    if kind == STAY:
        return Way(STAY, (), 0.0)
    trip: Trip | None
    if kind == "charge":
        trip = ways.charge_way(battle, model, battle[sketch[1]], inches)
    elif kind == "go":
        angle = pi / 6 * sketch[1]
        far = inches * sketch[2]
        end = (model.x + far * sin(angle), model.y + far * cos(angle))
        found = ways.check_move(battle, model, (end,), inches, terms)
        trip = found if isinstance(found, Trip) else None
    elif kind == "cover":
        goal = cover_goal(battle, model, sketch[1])
        trip = ways.approach_way(battle, model, goal, inches, terms)
    elif kind == "token":
        token = battle.tokens[sketch[1]]
        trip = ways.approach_way(battle, model, (token.x, token.y), inches, terms)
    else:
        edge = who.own_edge(battle, model.side)
        trip = ways.approach_way(battle, model, (model.x, edge), inches, terms)
    return None if trip is None or trip.leaves else Way(GO, trip.points, 0.0)


def cover_goal(battle: Battle, model: Model, at: int) -> ways.Point:
    """A place in the cover of a feature, toward the model: just inside, or just beside it."""
    one = battle.scenario.terrain[at]
    x, y = one.shape.centre
    gap = max(0.0, one.shape.gap(model.at))
    dx, dy = x - model.x, y - model.y
    far = (dx * dx + dy * dy) ** 0.5 or 1.0
    into = 0.3 if one.class_ == "rough" else -model.radius - 0.02
    reach = min(far, gap * far / max(gap, 1e-9) if gap else 0.0)
    along = _edge_part(one, model.at, (x, y))
    del reach
    inches = along * far + into
    return model.x + dx / far * inches, model.y + dy / far * inches


def _edge_part(one: Any, p: ways.Point, q: ways.Point) -> float:
    chord = one.shape.chord(p, q)
    return chord[0] if chord is not None else 1.0


def _anywhere(battle: Battle, model: Model, inches: float, terms: Terms) -> Sequence[Way]:
    """Somewhere at all, for who must go: many directions, ever shorter."""
    for part in (1.0, 0.6, 0.35, 0.2, 0.1):
        for k in range(36):
            angle = pi / 18 * k
            far = inches * part
            end = (model.x + far * sin(angle), model.y + far * cos(angle))
            if isinstance(ways.check_move(battle, model, (end,), inches, terms), Trip):
                return [Way(GO, (end,), 0.0)]
    return []


@clause("AR-MOVE-05", "AR-MOVE-07")
def move_action(
    table: Table[Battle],
    model: Model,
    prompt: str,
    terms: Terms = FREELY,
    *,
    how: str = "moved",
    may_stay: bool = True,
) -> Trip | None:
    """Ask for a way and follow it; None if he stays."""
    battle = table.state
    question = way_question(battle, model, prompt, terms, may_stay=may_stay)
    way = ask(table, question)
    if way.gait == STAY:
        return None
    inches = ways.allowance_of(model).inches
    trip = ways.check_move(battle, model, way.points, inches, terms)
    assert isinstance(trip, Trip)
    follow(table, model, trip, how)
    return trip


@clause("AR-MOVE-07", "AR-MORALE-03")
def follow(table: Table[Battle], model: Model, trip: Trip, how: str = "moved") -> None:
    """Set a model down at the end of its way, or off the table."""
    model.x, model.y = trip.end
    verb = "charged" if trip.touches and how == "moved" else how
    table.tell(
        e.Moved(model.id, trip.points, round(trip.price, 1), verb, trip.touches, trip.straight)
    )
    if trip.leaves:
        leave(table, model, trip.leaves)


@clause("AR-MOVE-07", "AR-EVENT-21")
def leave(table: Table[Battle], model: Model, edge: str) -> None:
    """Off the table: out of play, no casualty, and he does not return."""
    own = "south" if model.side == "a" else "north"
    harm.remove(table, model, LEFT, NOBODY, by_own_edge=edge == own)
    ending.left_by(table, model, edge)


@clause("AR-MORALE-03")
def flee(table: Table[Battle], model: Model, moves: Sequence[str] = ("fled", "ran on")) -> None:
    """Move and run toward the own edge, leaving the table if it is reached."""
    battle = table.state
    for how in moves:
        if not model.in_play or who.engaged(battle, model):
            return
        trip = homeward(battle, model)
        if trip is None:
            return
        follow(table, model, trip, how)


def homeward(battle: Battle, model: Model) -> Trip | None:
    """One move toward the nearest point of the own edge, and over it if it goes so far."""
    inches = ways.allowance_of(model).inches
    edge = who.own_edge(battle, model.side)
    beyond = -0.5 if model.side == "a" else edge + 0.5
    out = ways.check_move(battle, model, ((model.x, beyond),), inches)
    if isinstance(out, Trip):
        return out
    inside = model.radius if model.side == "a" else edge - model.radius
    if abs(model.y - inside) < 0.05:
        return None
    terms = Terms(no_contact="AR-MORALE-03")
    return ways.approach_way(battle, model, (model.x, inside), inches, terms)
