"""Deploying (DE-HOST-62): the loser of a d6 sets up first, all figures, any facing."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from banneret.core.book.clauses import Refusal, clause
from banneret.core.chance.draws import RollOff
from banneret.core.questions.choices import Place, Place1
from banneret.tabletop.shapes.stands import overlapping

from ..basics.state import SIDES, other
from ..ground.stands import cut, pattern, put, stand, stand_at
from ..ground.things import bars_way, lies_on
from ..screen.events import Deployed
from ..screen.told import OwnTables
from .beginning import off_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.stands import Stand

    from ..basics.state import Battle, Figure
    from .scenarios import Box

EDGE: Final = 0.001  # inches by which a rounded place may be over a line
ROOM: Final = 0.3  # inches left between figures by the ranks we propose


@clause("DE-HOST-62", "DE-HOST-64")
def setup(table: Table[Battle]) -> None:
    """Roll who deploys first; where everybody has his place nobody rolls."""
    battle = table.state
    if battle.tables.replaced:
        table.tell(OwnTables(battle.tables.replaced))
    waiting: list[str] = [side for side in SIDES if undeployed(battle, side)]
    if len(waiting) == len(SIDES):
        best = table.roll(RollOff("deployment", 6, 2, SIDES))
        while len(best) > 1:
            best = table.roll(RollOff("deployment", 6, 2, SIDES).again())
        loser = other(SIDES[best[0]])
        waiting = [loser, other(loser)]
    battle.deployers = tuple(waiting)
    battle.phase = "deploy" if waiting else "turn"


@clause("DE-HOST-62")
def deploy(table: Table[Battle]) -> None:
    """One side sets down all its figures."""
    battle = table.state
    side, *rest = battle.deployers
    figures = undeployed(battle, side)
    places = table.ask(
        Place(
            side,
            "deploy",
            "Deploy your figures",
            [one.id for one in figures],
            allows=lambda places: why_not(battle, side, places),
            some=lambda: list(arrays(battle, side)),
            region=lambda: {"boxes": [list(box) for box in zone(battle, side)]},
        )
    )
    for key, place in places.items():
        put(battle, battle.figures[key], place.x, place.y, place.facing)
    table.tell(Deployed(side=side, figures=tuple(places)))
    battle.deployers = tuple(rest)
    battle.phase = "deploy" if rest else "turn"


def undeployed(battle: Battle, side: str) -> list[Figure]:
    """The figures of a side that stand nowhere yet."""
    return [one for one in battle.figures if one.side == side and off_table(one)]


def zone(battle: Battle, side: str) -> tuple[Box, ...]:
    """The boxes in which a side deploys."""
    return battle.scenario.side(side).zone.rect  # type: ignore[no-any-return]  # a Scenario


@clause("DE-HOST-62", "DE-END-04")
def why_not(battle: Battle, side: str, places: Mapping[int, Place1]) -> Refusal | None:
    """Refuse stands outside the zone, on each other or on what nobody may enter."""
    laid: list[Stand] = [stand(one) for one in battle.figures if not off_table(one)]
    for key, place in places.items():
        figure = battle.figures[key]
        own = stand_at(cut(figure), *place)
        if not any(_inside(own, box) for box in zone(battle, side)):
            return Refusal(f"{figure.name} is not wholly in its zone", "DE-HOST-62")
        if _hindered(battle, own, laid):
            return Refusal(f"{figure.name} has no room there", "DE-HOST-62")
        laid.append(own)
    return None


def _inside(own: Stand, box: Box) -> bool:
    x0, y0, x1, y1 = box
    return all(x0 - EDGE <= x <= x1 + EDGE and y0 - EDGE <= y <= y1 + EDGE for x, y in own.corners)


def _hindered(battle: Battle, own: Stand, laid: Sequence[Stand]) -> bool:
    if any(overlapping(own, one) for one in laid):
        return True
    return any(bars_way(thing) and lies_on(own, thing) for thing in battle.things)


class Array(NamedTuple):
    """How ranks are drawn up: front or rear first, how far apart, from which part of the zone."""

    forwards: bool
    wide: float
    start: float


ARRAYS: Final = tuple(
    Array(forwards, wide, start)
    for forwards in (True, False)
    for wide in (1.0, 2.5, 5.0)
    for start in (0.5, 0.2, 0.8)
)


def arrays(battle: Battle, side: str) -> Iterator[dict[int, Place1]]:
    """A few lawful ways to draw up: ranks from the front or the rear, massed or spread."""
    for array in ARRAYS:
        places = _ranks(battle, side, array)
        if places is not None:
            yield places


def _ranks(battle: Battle, side: str, array: Array) -> dict[int, Place1] | None:
    """Set figure after figure on the free spot nearest to where the line should be."""
    facing = battle.scenario.side(side).facing
    boxes = zone(battle, side)
    laid = [stand(one) for one in battle.figures if not off_table(one)]
    places: dict[int, Place1] = {}
    for figure in undeployed(battle, side):
        size = max(stand_at(cut(figure), 0.0, 0.0, facing).corners)[0] * 2
        long = max(size, pattern(cut(figure)).depth)
        steps = [_spots(boxes, facing, one + ROOM, array) for one in (size, long)]
        for x, y in chain.from_iterable(steps):
            own = stand_at(cut(figure), x, y, facing)
            free = any(_inside(own, box) for box in boxes) and not _hindered(battle, own, laid)
            if free:
                laid.append(own)
                places[figure.id] = Place1(x, y, facing)
                break
        else:
            return None
    return places


def _spots(
    boxes: Sequence[Box], facing: float, step: float, array: Array
) -> Iterator[tuple[float, float]]:
    """Spots of the boxes row by row, the row nearest the enemy first, each from one point out."""
    deep = facing % 180.0 == 0.0
    front = (facing % 360.0 in {0.0, 90.0}) == array.forwards
    for x0, y0, x1, y1 in boxes:
        lows, highs = ((x0, y0), (x1, y1)) if deep else ((y0, x0), (y1, x1))
        across = _row(lows[0], highs[0], step * array.wide, array.start)
        rows = _row(lows[1], highs[1], step, 0.5)
        rows.sort(reverse=front)
        for row in rows:
            for place in (*across, *_row(lows[0], highs[0], step, array.start)):
                yield (place, row) if deep else (row, place)


def _row(low: float, high: float, step: float, start: float) -> list[float]:
    """Places along a row, nearest to the starting point first."""
    half = step / 2 if step < high - low else (high - low) / 2
    count = max(1, int((high - low) / step))
    pace = (high - low - 2 * half) / max(count - 1, 1)
    spots = [round(low + half + i * pace, 3) for i in range(count)]
    middle = low + (high - low) * start
    return sorted(spots, key=lambda one: abs(one - middle))
