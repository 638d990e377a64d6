"""Giving ground: pushed back, thrown from the saddle, and following up."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from banneret.core.book.clauses import clause
from banneret.tabletop.moving import sliding
from banneret.tabletop.shapes.measuring import (
    TOLERANCE,
    Point,
    Rect,
    distance,
    gap,
    nearest_points,
    touches,
)

from ..basics.state import Battle, Figure, footprint, on_table, put
from ..basics.tables import TABLES
from ..ground.lay import free_spot
from ..movement import mounts
from ..screen.events import FollowedUp, Pushed
from ..turn.hidden import reveal

if TYPE_CHECKING:
    from banneret.core.play.table import Table

PUSH_INCHES = TABLES.geometry.push_back_inches
FOLLOW_INCHES = TABLES.geometry.follow_up_inches
# Lines and outlines that stop a base, from either side.
STOPS = frozenset(
    kind.name
    for kind in TABLES.terrain
    if (kind.shape == "line" and kind.cost > 0) or kind.outline_cost > 0 or not kind.passable
)
_HALVINGS = 24
_HAIRS = sorted(
    [(i * TOLERANCE, j * TOLERANCE) for i in range(-2, 3) for j in range(-2, 3)],
    key=lambda hair: (abs(hair[0]) + abs(hair[1]), hair),
)


class Slide(NamedTuple):
    """How far a base can slide one way before something stops it, and which figure did."""

    ux: float
    uy: float
    far: float
    hit: Figure | None = None


def slide(
    battle: Battle, figure: Figure, ux: float, uy: float, inches: float, *, known: bool = False
) -> Slide:
    """Slide a figure's base straight until the table edge, a base, a line or barred ground.

    With `known`, only as its side knows the table: hidden enemies do not count.
    """
    base = figure.base
    reach = inches + base.radius + 1.5
    near = [
        other
        for other in (_known_to(battle, figure) if known else on_table(battle))
        if other is not figure
        and abs(other.base.x - base.x) < reach
        and abs(other.base.y - base.y) < reach
    ]
    others = [other.base for other in near]
    slid = sliding.slide(battle.ground, base, (ux, uy), inches, others, stops=STOPS)
    return Slide(ux, uy, slid.far, None if slid.hit is None else near[slid.hit])


def _known_to(battle: Battle, figure: Figure) -> list[Figure]:
    units, side = battle.units, figure.side
    return [f for f in on_table(battle) if f.side == side or not units[f.unit].hidden]


def _away(winner: Figure, loser: Figure) -> Point:
    """The direction from the winner's centre to the loser's."""
    here, there = (winner.base.x, winner.base.y), (loser.base.x, loser.base.y)
    long = distance(here, there)
    return (there[0] - here[0]) / long, (there[1] - here[1]) / long


def _go(
    table: Table[Battle], figure: Figure, way: Slide, to: Figure | None = None
) -> tuple[float, float, float]:
    """Set the figure down at the end of its slide; whoever hid there is hidden no more."""
    battle = table.state
    put(battle, figure, *_clear_of_others(battle, figure, way, to))
    mounts.shift_aside(table, figure.base)
    if way.hit is not None:
        reveal(table, battle.units[way.hit.unit], "run into")
    return figure.base.x, figure.base.y, figure.base.facing


def _clear_of_others(
    battle: Battle, figure: Figure, way: Slide, to: Figure | None
) -> tuple[float, float, float]:
    """The end of a slide, a hair aside where the grid of stored places would put bases together.

    Of such places one in contact with the man he goes after, if there is one.
    """
    base = figure.base
    if to is None and way.far <= 2 * TOLERANCE:  # no room to give: he stays, and contact stays
        return base.x, base.y, base.facing
    x, y = base.x + way.ux * way.far, base.y + way.uy * way.far
    clear: Rect | None = None
    for dx, dy in _HAIRS:
        there = footprint(figure.mounted, x + dx, y + dy, base.facing)
        if free_spot(battle, there, (figure.id,)):
            clear = clear or there
            if to is None or touches(there, to.base):
                return there.x, there.y, there.facing
    return (x, y, base.facing) if clear is None else (clear.x, clear.y, clear.facing)


@clause("OP-MELEE-15", "OP-MELEE-20", "OP-MELEE-28")
def push(table: Table[Battle], loser: Figure, winner: Figure) -> None:
    """The loser gives an inch of ground straight away from the winner, or as much as there is."""
    ux, uy = _away(winner, loser)
    way = slide(table.state, loser, ux, uy, PUSH_INCHES)
    table.tell(Pushed(loser.id, _go(table, loser, way)))


@clause("OP-MELEE-22")
def throw_down(table: Table[Battle], rider: Figure, winner: Figure) -> None:
    """A rider already on foot goes on until his base is an inch clear of the winner's."""
    battle = table.state
    ux, uy = _away(winner, rider)
    _go(table, rider, slide(battle, rider, ux, uy, _until_clear(rider.base, winner.base, ux, uy)))


def _until_clear(man: Rect, winner: Rect, ux: float, uy: float) -> float:
    """How far a man must go until the gap to the winner is an inch; it only ever grows."""
    low, high = 0.0, PUSH_INCHES + man.radius + winner.radius
    for _ in range(_HALVINGS):
        middle = (low + high) * 0.5
        if gap(footprint_at(man, ux * middle, uy * middle), winner) < PUSH_INCHES:
            low = middle
        else:
            high = middle
    return high


def footprint_at(base: Rect, dx: float, dy: float) -> Rect:
    """The same base a little further on."""
    return Rect(base.x + dx, base.y + dy, base.facing, base.width, base.depth)


# -- following up


@clause("OP-MELEE-21")
def way_after(battle: Battle, figure: Figure, loser: Figure) -> Slide | None:
    """How a figure would follow up: straight, an inch at most, over no obstacle; or None."""
    base, there = figure.base, loser.base
    if touches(base, there) or _obstacle_between(battle, base, there):
        return None
    near = nearest_points(base, there)
    for start, end in (near, ((base.x, base.y), (there.x, there.y))):
        long = distance(start, end)
        ux, uy = (end[0] - start[0]) / long, (end[1] - start[1]) / long
        way = slide(battle, figure, ux, uy, FOLLOW_INCHES + 2 * TOLERANCE, known=True)
        if touches(_at_end(figure, way), there):
            return way
    return None


def _at_end(figure: Figure, way: Slide) -> Rect:
    base = figure.base
    x, y = base.x + way.ux * way.far, base.y + way.uy * way.far
    return footprint(figure.mounted, x, y, base.facing)


def _obstacle_between(battle: Battle, here: Rect, there: Rect) -> bool:
    p, q = (here.x, here.y), (there.x, there.y)
    if any(line.kind in STOPS for _, line in battle.ground.crossings(p, q)):
        return True
    return bool(battle.ground.outline_crossings(p, q, STOPS))


@clause("OP-MELEE-21")
def follow(table: Table[Battle], figure: Figure, way: Slide, loser: Figure) -> None:
    """The figure closes up with the man it faced; a hidden enemy in between stops it."""
    way = slide(table.state, figure, way.ux, way.uy, way.far)
    table.tell(FollowedUp(figure.id, _go(table, figure, way, loser)))
