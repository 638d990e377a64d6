"""Named pieces of the table that orders speak of, and who stands in them (KK-ORDER-05, 24)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.tabletop.memo import kept
from banneret.tabletop.shapes.measuring import gap_to_point, gap_to_polyline

from ..basics.state import UNIT_GAP
from ..basics.who import standing
from . import sight
from .lay import area_gap, area_meets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.tabletop.ground.pieces import Area
    from banneret.tabletop.shapes.bases import Rect

    from ..basics.state import Battle, Man
    from ..setup.entries import AreaEntry, LineEntry, SpotEntry

    Entry = AreaEntry | LineEntry | SpotEntry


def _entries(battle: Battle) -> dict[str, Entry]:
    nets = battle.ground.nets  # as lasting as the ground
    known: dict[str, Entry] | None = nets.get("features")
    if known is None:
        plan = battle.scenario
        every: tuple[Entry, ...] = (*plan.area, *plan.line, *plan.spot)
        known = nets["features"] = {one.id: one for one in every if one.id}
    return known


def names(battle: Battle) -> list[str]:
    """What orders may name: each name once, several pieces may share it."""
    found = [name_of(one) for one in _entries(battle).values()]
    return list(dict.fromkeys(found))


def name_of(entry: Entry) -> str:
    """What a piece is called."""
    return entry.name or entry.id


def called_as(battle: Battle, key: str) -> str:
    """The name of a piece."""
    return name_of(_entries(battle)[key])


def called(battle: Battle, name: str) -> list[str]:
    """The pieces a name fits, by id."""
    return [key for key, one in _entries(battle).items() if name in {name_of(one), key}]


def _areas(battle: Battle, key: str) -> Sequence[Area]:
    return [area for area in battle.ground.areas if area.id == key]


def gap_to(battle: Battle, base: Rect, key: str) -> float:
    """How far a base is from a named piece; nothing if it stands in it."""
    entry = _entries(battle)[key]
    areas = _areas(battle, key)
    if areas:
        return min([0.0 if area_meets(area, base) else area_gap(area, base) for area in areas])
    line = getattr(entry, "line", None)
    if line is not None:
        return gap_to_polyline(base, line)
    at, radius = entry.at, entry.radius  # type: ignore[union-attr]  # what is left is a spot
    return max(gap_to_point(base, at) - radius, 0.0)


def place_of(battle: Battle, key: str) -> tuple[float, float]:
    """A point to go to or look at."""
    entry = _entries(battle)[key]
    at: tuple[float, float] | None = getattr(entry, "at", None)
    if at is not None:
        return at
    points = getattr(entry, "polygon", None) or entry.line  # type: ignore[union-attr]
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def holds(battle: Battle, key: str, man: Man) -> bool:
    """Whether a figure occupies a piece: in an area, else within 2 inches of it."""
    areas = _areas(battle, key)
    if areas:
        return any(area.holds((man.base.x, man.base.y)) for area in areas)
    return gap_to(battle, man.base, key) <= UNIT_GAP * battle.options.scale


@kept("places")
def occupiers(battle: Battle, key: str) -> list[Man]:
    """Who stands in a piece; the list is shared."""
    areas = _areas(battle, key)
    x0, y0 = min([one.x0 for one in areas] or [-1e9]), min([one.y0 for one in areas] or [-1e9])
    x1, y1 = max([one.x1 for one in areas] or [1e9]), max([one.y1 for one in areas] or [1e9])
    return [
        man
        for man in standing(battle)
        if x0 <= man.base.x <= x1 and y0 <= man.base.y <= y1 and holds(battle, key, man)
    ]


def sides_in(battle: Battle, key: str) -> tuple[str, ...]:
    """Which sides stand in a piece."""
    return tuple(sorted({man.side for man in occupiers(battle, key)}))


def seen_by(battle: Battle, man: Man, key: str) -> bool:
    """Whether he sees the piece or somebody in it."""
    x, y = place_of(battle, key)
    if sight.sees_place(battle, man, x, y):
        return True
    return any(one.id != man.id and sight.visible(battle, man, one)
               for one in occupiers(battle, key))  # fmt: skip
