"""Where a charger may come to stand against an enemy, and from where he steps up to it."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import Refusal, clause
from banneret.tabletop.crowd import meets
from banneret.tabletop.ground.paths import round_base
from banneret.tabletop.shapes.measuring import (
    Point,
    Rect,
    bearing,
    distance,
    first_contact,
    snap,
    snap_point,
    touches,
)

from ...basics.state import (
    FOOT_BASE,
    MOST_RADIUS,
    MOUNTED_BASE,
    footprint,
    on_table,
    touching_enemies,
)
from ...ground.clearance import foes
from ...ground.lay import KEEP_OFF, across_obstacle, can_stand
from ...movement.followers.lawful_places import MOST_AGAINST_ONE, is_taken
from ...movement.ways import cannot_end

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from ...basics.state import Battle, Figure

SHARED: Final = (0.0, 0.5, -0.5)  # aside of the middle of a side, so that two can share it
_ASIDE: Final = 0.9  # as far aside as anybody is looked for room
_ASIDES: Final = (*SHARED, _ASIDE, -_ASIDE)
_STEP: Final = 0.05  # by which a base that turns as it likes clears the enemy it steps up to
_SIDES_ENOUGH: Final = 2  # with room, before corners are looked at


@clause("OP-CHARGE-12", "OP-CHARGE-21")
def contact_refusal(
    battle: Battle, figure: Figure, base: Rect, units: frozenset[int]
) -> Refusal | None:
    """Say why standing there is no contact with the enemies named, or not an allowed one."""
    return _touch_refusal(battle, figure, base, units) or cannot_end(battle, figure, base)


def _touch_refusal(
    battle: Battle, figure: Figure, base: Rect, units: frozenset[int]
) -> Refusal | None:
    """Say why a base touches none of the enemies named, or one who has three against him."""
    reached = False
    x, y, reach = base.x, base.y, base.radius + KEEP_OFF + MOST_RADIUS
    for foe in foes(battle, figure.side):
        there = foe.base
        if not (-reach < there.x - x < reach and -reach < there.y - y < reach):
            continue
        if not _in_contact(battle, figure, base, there):
            continue
        if _is_beset(battle, figure, foe):
            return Refusal(f"three figures are against {foe.profile.name} already", "OP-CHARGE-12")
        if foe.unit in units:
            reached = True
    if not reached:
        return Refusal("the way does not end in contact with the target", "OP-CHARGE-12")
    return None


def _in_contact(battle: Battle, figure: Figure, base: Rect, there: Rect) -> bool:
    return touches(base, there) or across_obstacle(battle, base, there, (figure.id,))


def _is_beset(battle: Battle, figure: Figure, foe: Figure) -> bool:
    """Whether three others are against an enemy already."""
    against = [f for f in touching_enemies(battle, foe) if f is not figure]
    return len(against) >= MOST_AGAINST_ONE


def flush_against(
    enemy: Rect,
    *,
    mounted: bool,
    asides: Sequence[float] = SHARED,
    among: Sequence[Point] = (),
    taken: Collection[float] = (),
) -> Iterator[Rect]:
    """The places against an enemy's front, right, left and rear, facing him.

    Left out are places surely on somebody of those `among` whom they lie, and those of the
    facings `taken` by then.
    """
    hd = (MOUNTED_BASE if mounted else FOOT_BASE)[1] * 0.5
    ux, uy = enemy.ux, enemy.uy
    sides = [
        (vx, vy, half + hd, enemy.facing + turn, snap((enemy.facing + turn) % 360.0))
        for vx, vy, half, turn in (
            (ux, uy, enemy.hd, 180.0),
            (uy, -ux, enemy.hw, 270.0),
            (-uy, ux, enemy.hw, 90.0),
            (-ux, -uy, enemy.hd, 0.0),
        )
    ]
    for aside in asides:
        for vx, vy, off, facing, stored in sides:
            if stored not in taken:
                x = enemy.x + vx * off - vy * aside
                y = enemy.y + vy * off + vx * aside
                if not is_taken(x, y, among):
                    yield footprint(mounted, x, y, facing)


def stage_reach(figure: Figure, foe: Figure) -> float:
    """How far from an enemy any place to step up to him may be."""
    off = figure.base.radius + _STEP
    beside = max(foe.base.hw, foe.base.hd) + off
    return max(sqrt(beside * beside + _ASIDE * _ASIDE), foe.base.radius + 1.09 * off) + 0.01


def stages(
    battle: Battle, figure: Figure, foe: Figure, limit: float
) -> dict[Point, tuple[Figure, Rect]]:
    """From where he can step up to an enemy, and where he may then stand against him.

    One place on each side of an enemy is enough, the middle if it is free; where few sides
    have room, a corner may.
    """
    here = (figure.base.x, figure.base.y)
    near = _near(battle, figure, foe)
    others = [other.base for other in near]
    beset = [
        other.base
        for other in near
        if other.side != figure.side and other.stun < 0 and _is_beset(battle, figure, other)
    ]
    centres = [(other.x, other.y) for other in others]
    found: dict[Point, tuple[Figure, Rect]] = {}

    def has_room(stage: Point, place: Rect) -> bool:
        if (
            distance(here, stage) <= limit
            and not meets(place, others)
            and not any(_in_contact(battle, figure, place, there) for there in beset)
            and can_stand(battle, place, figure.mounted) is None
        ):
            found[stage] = foe, place
            return True
        return False

    taken: list[float] = []
    for stage, place in _sides(figure, foe, centres, taken):
        if has_room(stage, place):
            taken.append(place.facing)
    if len(taken) < _SIDES_ENOUGH:
        for stage, place in _corners(figure, foe.base, centres):
            has_room(stage, place)
    return found


def _sides(
    figure: Figure, foe: Figure, among: Sequence[Point], taken: Collection[float]
) -> Iterator[tuple[Point, Rect]]:
    """Places flush against an enemy, each with the place to step up from."""
    base = figure.base
    back = base.radius + _STEP - base.hd
    for place in flush_against(
        foe.base, mounted=figure.mounted, asides=_ASIDES, among=among, taken=taken
    ):
        yield snap_point((place.x - place.ux * back, place.y - place.uy * back)), place


def _corners(figure: Figure, there: Rect, among: Sequence[Point]) -> Iterator[tuple[Point, Rect]]:
    """Places against an enemy's corners that nobody is surely on: straight at his middle."""
    stages = round_base(there, figure.base.radius + _STEP)
    ux, uy = there.ux, there.uy
    for p, (right, ahead) in zip(
        stages, _spots(figure.mounted, there.width, there.depth), strict=True
    ):
        x, y = there.x + right * uy + ahead * ux, there.y - right * ux + ahead * uy
        if not is_taken(x, y, among):
            stage = snap_point(p)
            place = _straight_at(figure.mounted, stage, there)
            if place is not None:
                yield stage, place


def _straight_at(mounted: bool, stage: Point, there: Rect) -> Rect | None:
    """Where somebody comes to stand who goes straight at the middle of a base."""
    width, depth = MOUNTED_BASE if mounted else FOOT_BASE
    x, y = stage
    dx, dy = there.x - x, there.y - y
    facing = snap(bearing(stage, (there.x, there.y))) % 360.0
    part, hit = first_contact(Rect(x, y, facing, width, depth), dx, dy, (there,))
    return None if hit is None else footprint(mounted, x + dx * part, y + dy * part, facing)


@lru_cache(maxsize=8)
def _spots(mounted: bool, width: float, depth: float) -> tuple[Point, ...]:
    """Where, to the right and ahead of a base, those stand who came straight at its corners."""
    there = Rect(0.0, 0.0, 0.0, width, depth)
    own = footprint(mounted, 0.0, 0.0, 0.0)
    places = [_straight_at(mounted, p, there) for p in round_base(there, own.radius + _STEP)]
    return tuple([(place.x, place.y) for place in places if place is not None])


def _near(battle: Battle, figure: Figure, foe: Figure) -> list[Figure]:
    """Whoever might stand where somebody would be flush against an enemy, for all he knows."""
    x, y, reach = foe.base.x, foe.base.y, 5.0 * MOST_RADIUS
    return [
        other
        for other in on_table(battle)
        if -reach < other.base.x - x < reach
        and -reach < other.base.y - y < reach
        and other is not figure
        and not (other.side != figure.side and battle.units[other.unit].hidden)
    ]
