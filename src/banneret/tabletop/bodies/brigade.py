"""Several bodies that move as one."""

from __future__ import annotations

from math import hypot, radians
from typing import TYPE_CHECKING

from banneret.tabletop.bodies.drill import Hand, about, advanced, corner
from banneret.tabletop.shapes.bases import heading
from banneret.tabletop.shapes.measuring import within

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.tabletop.bodies.body import Body
    from banneret.tabletop.shapes.segments import Point


def all_advanced(bodies: Sequence[Body], inches: float) -> list[Body]:
    """Move every body straight along the facing of the first."""
    return [advanced(b, inches, bodies[0].facing - b.facing) for b in bodies]


def line_corner(bodies: Sequence[Body], hand: Hand) -> Point:
    """Give the outermost front corner of the whole line on one hand, as the first one faces."""
    ux, uy = heading(bodies[0].facing)
    sign = 1.0 if hand == "right" else -1.0
    corners = [corner(b, one) for b in bodies for one in ("left", "right")]
    return max(corners, key=lambda c: sign * (c[0] * uy - c[1] * ux))


def all_wheeled(bodies: Sequence[Body], hand: Hand, degrees: float) -> list[Body]:
    """Wheel the whole line about its outermost front corner on one hand."""
    pivot = line_corner(bodies, hand)
    turn = degrees if hand == "right" else -degrees
    return [about(b, pivot, turn) for b in bodies]


def line_wheel_price(bodies: Sequence[Body], hand: Hand, degrees: float) -> float:
    """Measure the arc that the outermost corner at the far end of the line describes."""
    px, py = line_corner(bodies, hand)
    far = max(
        hypot(c[0] - px, c[1] - py) for b in bodies for c in (corner(b, "left"), corner(b, "right"))
    )
    return far * radians(abs(degrees))


def hang_together(bodies: Sequence[Body], inches: float) -> bool:
    """Tell whether every body stands within so many inches of another one."""
    rects = [b.rect for b in bodies]
    return all(
        any(within(a, b, inches) for j, b in enumerate(rects) if j != i)
        for i, a in enumerate(rects)
    )
