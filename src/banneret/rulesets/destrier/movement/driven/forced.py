"""Moves that nobody chose: driven back, dodging aside, going along with a dodger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.bases import angle_off, bearing
from banneret.tabletop.shapes.stands import between, touching

from ...ground.stands import settle, stand
from ...screen.events import Dodged, Followed, Staggered
from ..meeting import FREE_TURN, note_meetings
from ..sliding import lies_free, obstacles, run

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.segments import Point
    from banneret.tabletop.shapes.stands import Stand

    from ...basics.state import Battle, Figure

DODGE: Final = 0.5  # inches
ENOUGH: Final = 0.01


@clause("DE-HOST-21", "DE-GEN-10")
def stagger(table: Table[Battle], figure: Figure, away_from: Point, inches: float) -> bool:
    """Drive a figure directly away from a point; tell False if something blocks it."""
    battle = table.state
    own = stand(figure)
    direction = bearing(away_from, own.centre)
    gone = run(own, direction, inches, obstacles(battle, figure))
    if gone.inches < inches - ENOUGH:
        return False
    settle(battle, figure, gone.stand)
    note_meetings(battle, figure)
    table.tell(Staggered(figure=figure.id, place=(figure.x, figure.y), inches=inches))
    return True


@clause("DE-DODGE-02")
def dodge_direction(figure: Figure, direction: str) -> float:
    """Which way a dodge goes: out of the shield side, out of the sword side, or straight back.

    Horses dodge square to their long sides.
    """
    aside = 45.0 if stand(figure).pattern.corner else 90.0
    turn = {"left": -aside, "right": aside, "back": 180.0}[direction]
    return (figure.facing + turn) % 360.0


@clause("DE-DODGE-01")
def room_to_dodge(battle: Battle, figure: Figure, direction: str) -> bool:
    """Whether half an inch is free in the direction of a dodge."""
    gone = run(stand(figure), dodge_direction(figure, direction), DODGE, obstacles(battle, figure))
    return gone.inches >= DODGE - ENOUGH


@clause("DE-DODGE-08", "DE-DODGE-16")
def dodge(table: Table[Battle], figure: Figure, direction: str) -> bool:
    """Move a dodger half an inch; if the way has been closed he stays where he is."""
    battle = table.state
    facing = dodge_direction(figure, direction)
    gone = run(stand(figure), facing, DODGE, obstacles(battle, figure))
    room = gone.inches >= DODGE - ENOUGH
    if room:
        settle(battle, figure, gone.stand)
        note_meetings(battle, figure)
    table.tell(Dodged(figure=figure.id, direction=direction, place=(figure.x, figure.y), room=room))
    return room


@clause("DE-DODGE-09")
def beside(table: Table[Battle], follower: Figure, dodger: Figure) -> bool:
    """Have a figure go along with a dodger: free, half an inch, with up to 45 degrees of turn."""
    there = after(table.state, follower, dodger, DODGE)
    if there is None:
        return False
    settle(table.state, follower, there)
    note_meetings(table.state, follower)
    _tell(table, follower, dodger, paid=False)
    return touching(stand(follower), stand(dodger))


def _tell(table: Table[Battle], follower: Figure, other: Figure, *, paid: bool) -> None:
    place = (follower.x, follower.y)
    table.tell(
        Followed(figure=follower.id, other=other.id, place=place, facing=follower.facing, paid=paid)
    )


def after(battle: Battle, follower: Figure, other: Figure, inches: float) -> Stand | None:
    """Where a figure comes that goes so far toward another, turning 45 degrees at most.

    None if it would come no nearer.
    """
    own, his = stand(follower), stand(other)
    among = obstacles(battle, follower)
    towards = bearing(own.centre, his.centre)
    turned = own.turned(_turned_by(own.facing, towards, FREE_TURN))
    if not lies_free(turned, among):
        turned = own
    gone = run(turned, towards, inches, among).stand.snapped()
    return gone if between(gone, his) < between(own, his) - 1e-3 else None


def _turned_by(facing: float, towards: float, most: float) -> float:
    """A facing turned towards a direction by so many degrees at most."""
    off = angle_off(facing, towards)
    if off <= most:
        return towards
    right = (towards - facing) % 360.0 <= 180.0
    return (facing + (most if right else -most)) % 360.0


tell_follow = _tell
turned_by = _turned_by
