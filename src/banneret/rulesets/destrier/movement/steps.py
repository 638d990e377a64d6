"""MOVE cards: one inch with a little turn, or a turn of any size; and following an enemy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Move, Pick, Way
from banneret.tabletop.shapes.bases import ahead, angle_off, bearing
from banneret.tabletop.shapes.segments import distance

from ..basics.who import enemies, on_feet
from ..ground.stands import gap, nearest_first, settle, stand
from ..screen.events import Moved, Turned
from .driven.forced import after, tell_follow, turned_by
from .driven.roaming import astray
from .held import breaks_contact
from .meeting import FREE_TURN, SLACK, note_meetings, reoriented
from .sliding import lies_free, obstacles, run

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.stands import Stand

    from ..basics.state import Battle, Figure

STEP: Final = "step"
TURN: Final = "turn"
STAY: Final = "stay"
ONE_INCH: Final = 1.0


@clause("DE-CARD-13", "DE-MELEE-05", "DE-MELEE-09")
def move_card(table: Table[Battle], figure: Figure) -> None:
    """Ask where a MOVE card takes a figure, and go there."""
    battle = table.state
    way = table.ask(
        Move(
            figure.side,
            "move_card",
            f"MOVE of {figure.name}: an inch, or a turn",
            figure.id,
            [STEP, TURN, STAY],
            allows=lambda way: _refused(card_way(battle, figure, way)),
            some=lambda: card_ways(battle, figure),
            allowance=ONE_INCH,
            about=(figure.id,),
        )
    )
    there = card_way(battle, figure, way)
    assert not isinstance(there, Refusal)
    take(table, figure, there, "MOVE")


def _refused(found: Stand | Refusal) -> Refusal | None:
    return found if isinstance(found, Refusal) else None


def take(table: Table[Battle], figure: Figure, there: Stand, how: str) -> None:
    """Set a figure down at the end of a small move, and tell of it."""
    battle = table.state
    start = (figure.x, figure.y)
    settle(battle, figure, there)
    met = note_meetings(battle, figure)
    inches = distance(start, (figure.x, figure.y))
    if inches < 0.05 and not met:
        table.tell(Turned(figure=figure.id, facing=figure.facing, place=(figure.x, figure.y)))
        return
    table.tell(
        Moved(
            figure=figure.id,
            path=(start, (figure.x, figure.y)),
            facing=figure.facing,
            inches=round(inches, 2),
            how=how,
            met=tuple(met),
        )
    )


@clause("DE-MELEE-06", "DE-MELEE-08", "DE-MELEE-09", "DE-CARD-15")
def card_way(battle: Battle, figure: Figure, way: Way) -> Stand | Refusal:
    """Where a MOVE card ends: one inch with up to 45 degrees, or a turn on the spot.

    It may not break contact with an enemy's front unless the figure disengages at will.
    """
    if way.gait == STAY:
        return stand(figure)
    if way.gait == TURN or not way.points:
        turned = reoriented(battle, figure, way.facing % 360.0)
        return turned or Refusal("there is no room to turn so", "DE-CON-09")
    found = _step(battle, figure, way)
    if isinstance(found, Refusal):
        return found
    return breaks_contact(battle, figure, found) or astray(battle, figure, found) or found


def _step(battle: Battle, figure: Figure, way: Way) -> Stand | Refusal:
    own = stand(figure)
    point = way.points[-1]
    inches, direction = distance(own.centre, point), bearing(own.centre, point)
    if inches > ONE_INCH + 0.005:
        return Refusal("one MOVE card is one inch", "DE-MELEE-09")
    if angle_off(own.facing, way.facing) > FREE_TURN + SLACK:
        return Refusal("with an inch of movement it turns 45 degrees at most", "DE-MELEE-09")
    if angle_off(own.facing, direction) > FREE_TURN + SLACK:
        return Refusal("it moves where it faces, turning 45 degrees at most", "DE-MOVE-01")
    among = obstacles(battle, figure)
    gone = run(own, direction, inches, among).stand
    turned = gone.turned(way.facing % 360.0)
    there = turned if lies_free(turned, among) else gone  # a turn that has no room is left out
    if not lies_free(there.snapped(), among):
        return Refusal("there is no room", "DE-OBS-01")
    return there.snapped()


def card_ways(battle: Battle, figure: Figure) -> list[Way]:
    """A few lawful ways to use a MOVE card: toward enemies, straight on, turns, or none."""
    own = stand(figure)
    foes = nearest_first(figure, [foe for foe in enemies(battle, figure) if on_feet(foe)])[:2]
    ways = [Way(STEP, (ahead(own.centre, own.facing, ONE_INCH),), own.facing)]
    for foe in foes:
        towards = bearing(own.centre, (foe.x, foe.y))
        facing = turned_by(own.facing, towards, FREE_TURN)
        ways.append(Way(STEP, (ahead(own.centre, facing, ONE_INCH),), facing))
        ways += [Way(TURN, (), (towards + turn) % 360.0) for turn in (0.0, 45.0, -45.0)]
    lawful = [way for way in ways if _refused(card_way(battle, figure, way)) is None]
    return [*lawful, Way(STAY, (), own.facing)]


@clause("DE-CARD-15", "DE-CARD-21", "DE-MELEE-07")
def follow(
    table: Table[Battle], follower: Figure, mover: Figure, why_not: Refusal | None = None
) -> bool:
    """Offer a figure to go after an enemy that moved; tell whether it did.

    One inch toward it with up to 45 degrees of turn, or a turn of any size. Another enemy whose
    front it touches holds it there.
    """
    battle = table.state
    there = after(battle, follower, mover, ONE_INCH)
    if there is not None and breaks_contact(battle, follower, there) is not None:
        there = None
    towards = bearing((follower.x, follower.y), (mover.x, mover.y))
    turned = reoriented(battle, follower, towards)
    ways = {"step": there, "turn": turned}
    offered = ["stay", *[key for key, one in ways.items() if one is not None]]
    if len(offered) == 1:
        return False
    chosen = table.ask(
        Pick(
            follower.side,
            "follow",
            f"{mover.name} moves: does {follower.name} follow for a blow?",
            offered,
            why_not=lambda key: None if key == "stay" else why_not,
            label=lambda key: _FOLLOW[key],
            usual=offered[1] if why_not is None and _worth_following(follower, mover) else "stay",
            about=(follower.id, mover.id),
        )
    )
    end = ways.get(chosen)
    if end is None:
        return False
    settle(battle, follower, end)
    note_meetings(battle, follower)
    tell_follow(table, follower, mover, paid=True)
    return True


def _worth_following(follower: Figure, mover: Figure) -> bool:
    """Whether an inch brings him back into contact, with a blow left to strike there."""
    return follower.blows_left > 1 and gap(follower, mover) <= ONE_INCH


_FOLLOW = {"stay": "Stay", "step": "Follow an inch", "turn": "Turn after him"}
