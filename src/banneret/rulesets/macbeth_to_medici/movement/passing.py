"""Friends in the way: passing through them, with dice (MM-MOVE-30 to 37)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.bodies.sweeping import distance_ahead, distance_past
from banneret.tabletop.shapes.bases import heading

from ..basics.state import BROKEN
from ..basics.who import footprints, is_gunne, is_mounted, is_skirmisher
from ..command.states import add_hits, unform
from ..screen.events import PassedThrough
from .dice import roll_passing
from .rates import pace_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.bases import Rect

    from ..basics.state import Battle, Unit

_EPS = 0.005
_SPEEDS = ("standing", "march", "normal", "faster")
_NEVER = 1e9


def friends_on_way(
    battle: Battle, unit: Unit, rect: Rect, bearing: float, inches: float,
    *, charging: bool = False, but: Collection[int] = (),
) -> tuple[float, list[Unit]]:  # fmt: skip
    """How far a unit may go so that it ends clear of friends, and whom it passes on the way.

    It needs movement to clear those it passes, else it stops short (MM-MOVE-37).
    """
    spans: list[tuple[float, float, Unit]] = []
    ux, uy = heading(bearing)
    for friend, other in footprints(battle, unit.side):
        dx, dy = other.x - rect.x, other.y - rect.y
        reach = rect.radius + other.radius
        if abs(dx * uy - dy * ux) > reach or not -reach <= dx * ux + dy * uy <= inches + reach:
            continue
        if friend.id == unit.id or friend.id in but:
            continue
        first = distance_ahead(rect, other, bearing)
        if first is None or first >= inches - _EPS:
            continue
        past = distance_past(rect, other, bearing)
        if charging and is_mounted(unit) and is_gunne(friend):
            past = _NEVER  # a mounted charge stops at guns
        spans.append((first, past, friend))
    stop = inches
    while True:
        short = [first for first, past, _ in spans if first < stop - _EPS and past > stop + _EPS]
        if not short:
            break
        stop = min(short)
    passed = sorted([one for one in spans if one[1] <= stop + _EPS], key=lambda one: one[0])
    return stop, [friend for _, _, friend in passed]


@clause("MM-MOVE-37")
def passes_freely(mover: Unit, friend: Unit) -> bool:
    """Whether no dice are rolled: Open order Skirmishers, and guns passed on foot."""
    return is_skirmisher(mover) or is_skirmisher(friend) or is_gunne(friend)


@clause("MM-MOVE-30", "MM-MOVE-31", "MM-MOVE-32", "MM-MOVE-36", "MM-IMPACT-39")
def pass_through(table: Table[Battle], mover: Unit, friend: Unit, speed: str) -> None:
    """Roll for two friends; unless the scores are equal both are put out, and may take hits."""
    routing = mover.morale == BROKEN
    if passes_freely(mover, friend) or friend.morale == BROKEN:
        table.tell(PassedThrough(mover.id, friend.id, clean=True))
        return
    theirs = pace_of(friend)
    mine_first = routing or _SPEEDS.index(speed) >= _SPEEDS.index(theirs)
    fast, slow = (mover, friend) if mine_first else (friend, mover)
    speeds = (speed, theirs) if mine_first else (theirs, speed)
    passage = roll_passing(table, fast, slow, speeds)
    table.tell(PassedThrough(mover.id, friend.id, passage.clean))
    if passage.clean:
        return
    unform(table, fast)
    unform(table, slow)
    add_hits(table, fast, passage.hits_fast, "jostling")
    add_hits(table, slow, passage.hits_slow, "jostling")
