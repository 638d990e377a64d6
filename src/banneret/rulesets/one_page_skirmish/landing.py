"""Where a charger may come to stand against an enemy, and from where he steps up to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.clauses import Refusal, clause
from banneret.core.geometry import (
    Point,
    Rect,
    bearing,
    distance,
    first_contact,
    snap,
    snap_point,
    touches,
)
from banneret.core.paths import round_base
from banneret.rulesets.one_page_skirmish.clearance import foes
from banneret.rulesets.one_page_skirmish.ground import across_obstacle
from banneret.rulesets.one_page_skirmish.places import MOST_AGAINST_ONE, lies_on_none
from banneret.rulesets.one_page_skirmish.state import (
    FOOT_BASE,
    MOST_RADIUS,
    MOUNTED_BASE,
    footprint,
    on_table,
    touching_enemies,
)
from banneret.rulesets.one_page_skirmish.ways import cannot_end

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from banneret.rulesets.one_page_skirmish.state import Battle, Figure

SHARED: Final = (0.0, 0.5, -0.5)  # aside of the middle of a side, so that two can share it
_ASIDES: Final = (*SHARED, 0.9, -0.9)
_SIDES_ENOUGH: Final = 2  # with room, before corners are looked at


@clause("OP-CHARGE-12", "OP-CHARGE-21")
def contact_refusal(
    battle: Battle, figure: Figure, base: Rect, units: frozenset[int]
) -> Refusal | None:
    """Say why standing there is no contact with the enemies named, or not an allowed one."""
    reached = False
    for foe in foes(battle, figure.side):
        there = foe.base
        reach = base.radius + there.radius + 1.0
        dx, dy = there.x - base.x, there.y - base.y
        if dx * dx + dy * dy >= reach * reach:
            continue
        if not (touches(base, there) or across_obstacle(battle, base, there, (figure.id,))):
            continue
        against = [f for f in touching_enemies(battle, foe) if f is not figure]
        if len(against) >= MOST_AGAINST_ONE:
            return Refusal(f"three figures are against {foe.profile.name} already", "OP-CHARGE-12")
        if foe.unit in units:
            reached = True
    if not reached:
        return Refusal("the way does not end in contact with the target", "OP-CHARGE-12")
    return cannot_end(battle, figure, base)


def flush_against(enemy: Rect, *, mounted: bool, asides: Sequence[float] = SHARED) -> list[Rect]:
    """The places against an enemy's front, right, left and rear, facing him."""
    hd = (MOUNTED_BASE if mounted else FOOT_BASE)[1] * 0.5
    ux, uy = enemy.ux, enemy.uy
    found: list[Rect] = []
    for aside in asides:
        for vx, vy, half, turn in (
            (ux, uy, enemy.hd, 180.0),
            (uy, -ux, enemy.hw, 270.0),
            (-uy, ux, enemy.hw, 90.0),
            (-ux, -uy, enemy.hd, 0.0),
        ):
            off = half + hd
            x = enemy.x + vx * off - vy * aside
            y = enemy.y + vy * off + vx * aside
            found.append(footprint(mounted, x, y, enemy.facing + turn))
    return found


def stages(
    battle: Battle,
    figure: Figure,
    enemies: Sequence[Figure],
    units: frozenset[int],
    limit: float,
) -> dict[Point, tuple[Figure, Rect]]:
    """From where he can step up to one of them: whom, and where he may stand against him.

    One place on each side of an enemy is enough, the middle if it is free; where few sides
    have room, a corner may.
    """
    base = figure.base
    here = (base.x, base.y)
    found: dict[Point, tuple[Figure, Rect]] = {}
    for foe in enemies:
        others = [other.base for other in _near(battle, figure, foe)]
        taken: set[float] = set()
        for stage, place in _sides_then_corners(figure, foe, taken):
            if (
                place.facing not in taken
                and distance(here, stage) <= limit
                and lies_on_none(place, others)
                and contact_refusal(battle, figure, place, units) is None
            ):
                taken.add(place.facing)
                found[stage] = foe, place
    return found


def _sides_then_corners(
    figure: Figure, foe: Figure, taken: Collection[float]
) -> Iterator[tuple[Point, Rect]]:
    """His sides, then his corners if few sides have been taken by then."""
    yield from _sides(figure, foe)
    if len(taken) < _SIDES_ENOUGH:
        yield from _corners(figure, foe)


def _sides(figure: Figure, foe: Figure) -> Iterator[tuple[Point, Rect]]:
    """Places flush against an enemy, each with the place to step up from."""
    base = figure.base
    back = base.radius + 0.05 - base.hd
    for place in flush_against(foe.base, mounted=figure.mounted, asides=_ASIDES):
        yield snap_point((place.x - place.ux * back, place.y - place.uy * back)), place


def _corners(figure: Figure, foe: Figure) -> Iterator[tuple[Point, Rect]]:
    """Places against an enemy's corners: straight at his middle from round about him."""
    base, there = figure.base, foe.base
    for p in round_base(there, base.radius + 0.05):
        x, y = stage = snap_point(p)
        dx, dy = there.x - x, there.y - y
        facing = snap(bearing(stage, (there.x, there.y))) % 360.0
        part, hit = first_contact(Rect(x, y, facing, base.width, base.depth), dx, dy, (there,))
        if hit is not None:
            yield stage, footprint(figure.mounted, x + dx * part, y + dy * part, facing)


def _near(battle: Battle, figure: Figure, foe: Figure) -> list[Figure]:
    """Whoever might stand where somebody would be flush against an enemy, for all he knows."""
    x, y, reach = foe.base.x, foe.base.y, 5.0 * MOST_RADIUS
    return [
        other
        for other in on_table(battle)
        if abs(other.base.x - x) < reach
        and abs(other.base.y - y) < reach
        and other is not figure
        and not (other.side != figure.side and battle.units[other.unit].hidden)
    ]
