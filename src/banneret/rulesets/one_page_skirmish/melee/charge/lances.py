"""Whose lance counts after a charge (OP-CHARGE-14, 15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.measuring import Point, Rect, along, distance, straight_run

from ...basics.state import touching_enemies
from ...ground.lay import OBSTACLES, SLOW
from ...movement.dice import lance_bonus

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.tabletop.ground.terrain import Ground

    from ...basics.state import Battle, Figure, Unit
    from ...movement.ways import Trip


@clause("OP-CHARGE-14", "OP-CHARGE-15")
def mark_runs(
    battle: Battle, leader: Figure, trip: Trip, before: Mapping[int, Rect], target: Unit
) -> None:
    """Mark every charger in contact whose straight run was long and clean enough."""
    for key, old in before.items():
        figure = battle.figures[key]
        if not figure.mounted or figure.in_hand != "lance":
            continue
        if not any(enemy.unit == target.id for enemy in touching_enemies(battle, figure)):
            continue
        end = (figure.base.x, figure.base.y)
        start = _last_bend(trip.points) if figure is leader else (old.x, old.y)
        bonus, _ = lance_bonus(
            distance(start, end),
            crosses_slow_or_obstacle=breaks_run(battle.ground, start, end),
        )
        figure.lance_charge = bonus > 0


def _last_bend(points: tuple[Point, ...]) -> Point:
    """Where the last straight stretch of a way begins."""
    run = straight_run(points)
    far = distance(points[-2], points[-1])
    return along(points[-1], points[-2], run / far) if far > 0.0 else points[-1]


def breaks_run(ground: Ground, p: Point, q: Point) -> bool:
    """Whether a straight run passes through woods or water or over an obstacle."""
    if any(kind in SLOW and t1 > t0 for kind, t0, t1 in ground.stretches(p, q)):
        return True
    if any(line.kind in OBSTACLES for _, line in ground.crossings(p, q)):
        return True
    return bool(ground.outline_crossings(p, q, ("building",)))
