"""Advantage of ground, defences and cover (MM-UNIT-30, 44, 45, MM-SETUP-18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.bodies.sweeping import stands_wholly_in
from banneret.tabletop.shapes.bases import heading
from banneret.tabletop.shapes.segments import crossing_parameters

from ..basics.tables import ELEMENT_WIDTH
from ..basics.who import base_of
from .features import Feature, height_at, land
from .sight import zone_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Unit


def file_fronts(unit: Unit) -> list[Point]:
    """The middle of the front edge of each file."""
    ux, uy = heading(unit.heading)
    half = (unit.files - 1) * 0.5
    return [
        (
            unit.x + uy * (i - half) * ELEMENT_WIDTH,
            unit.y - ux * (i - half) * ELEMENT_WIDTH,
        )
        for i in range(unit.files)
    ]


def crosses(p: Point, q: Point, ring: Sequence[Point]) -> bool:
    """Whether a line meets a polyline, an end on it included."""
    return any(
        crossing_parameters(p, q, ring[i - 1], ring[i]) is not None for i in range(1, len(ring))
    )


def _half_behind(unit: Unit, enemy: Unit, features: Sequence[Feature]) -> bool:
    """Whether at least half of its files have one of the features before them."""
    eye = (enemy.x, enemy.y)
    fronts = file_fronts(unit)
    behind = 0
    for p in fronts:
        ux, uy = heading(unit.heading)
        stand = (p[0] - ux * 0.01, p[1] - uy * 0.01)
        if any(crosses(eye, stand, one.ring) for one in features):
            behind += 1
    return behind * 2 >= len(fronts)


@clause("MM-UNIT-30")
def has_advantage(battle: Battle, unit: Unit, enemy: Unit) -> bool:
    """Whether it is behind an obstacle the enemy must cross, uphill, or wholly in bad going."""
    if height_at(battle, (unit.x, unit.y)) > height_at(battle, (enemy.x, enemy.y)):
        return True
    ground = land(battle)
    obstacles = [f for f in (*ground.lines, *ground.areas) if not f.closed or f.hides]
    if obstacles and _half_behind(unit, enemy, obstacles):
        return True
    if unit.profile.pavise and at_halt(unit) and zone_from(battle, unit, enemy) == "front":
        return True
    rect = base_of(battle, unit)
    return any(f.cls == 3 and stands_wholly_in(rect, f.points) for f in ground.areas)


@clause("MM-UNIT-28", "MM-GUN-19")
def behind_defences(battle: Battle, unit: Unit, enemy: Unit) -> bool:
    """Whether stakes or a palisade lie before at least half of its front."""
    defences = [f for f in land(battle).lines if f.kind in ("stakes", "palisade")]
    if unit.profile.pavise and at_halt(unit) and zone_from(battle, unit, enemy) == "front":
        return True
    return bool(defences) and _half_behind(unit, enemy, defences)


@clause("MM-UNIT-43")
def at_halt(unit: Unit) -> bool:
    """Whether it is not moving: no initiative move, no charge, counter-charge or evade declared."""
    deeds = unit.deeds
    return (
        deeds.moved_first <= 0.0
        and deeds.charge < 0
        and deeds.response not in ("evade", "counter_charge", "feign")
    )


@clause("MM-UNIT-44", "MM-UNIT-45", "MM-SETUP-18")
def cover_from(battle: Battle, target: Unit, shooter: Unit) -> bool:
    """Whether palisade, plashing or pavise covers it from this fire."""
    if target.profile.pavise and at_halt(target) and zone_from(battle, target, shooter) == "front":
        return True
    walls = [
        f
        for f in land(battle).lines
        if f.kind == "palisade" or any(w in f.name.lower() for w in ("palisade", "plash"))
    ]
    return bool(walls) and _half_behind(target, shooter, walls)


@clause("MM-IMPACT-11")
def behind_palisade(battle: Battle, unit: Unit, enemy: Unit) -> bool:
    """Whether the enemy must cross a palisade or plashing to reach it."""
    walls = [
        f
        for f in land(battle).lines
        if f.kind == "palisade" or any(w in f.name.lower() for w in ("palisade", "plash"))
    ]
    return bool(walls) and _half_behind(unit, enemy, walls)
