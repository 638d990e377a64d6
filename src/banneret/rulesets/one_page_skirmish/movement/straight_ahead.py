"""Straight ahead: how far ground, table, friends and enemies let a figure go (OP-MOVE-16)."""

from __future__ import annotations

from math import cos, radians, sin, sqrt
from typing import TYPE_CHECKING, Final

from banneret.tabletop.ground.terrain import walk
from banneret.tabletop.moving.sliding import to_edge
from banneret.tabletop.moving.walking import is_open
from banneret.tabletop.shapes.measuring import (
    TOLERANCE,
    Point,
    Rect,
    bearing,
    first_contact,
    snap,
    snap_point,
)

from ..basics.state import MOST_RADIUS
from ..ground.clearance import foes, in_box
from ..ground.lay import KEEP_OFF, free_spot, going
from .ways import scale_of

if TYPE_CHECKING:
    from ..basics.state import Battle, Figure

_BACK_OFF: Final = (0.0, 0.75, 1.5, 2.5)


def straight(
    battle: Battle, figure: Figure, towards: Point, allowance: float
) -> tuple[Point, float] | None:
    """The furthest stop towards a point within the roll, likely to be lawful, and its facing.

    Nobody is overtaken at less than 1 inch; friends may be passed but not stood on.
    """
    base = figure.base
    p = (base.x, base.y)
    dx, dy = towards[0] - p[0], towards[1] - p[1]
    long = sqrt(dx * dx + dy * dy)
    far = min(long, allowance)
    if far < 0.05:
        return None
    ux, uy = dx / long, dy / long
    facing = snap(bearing(p, towards)) % 360.0
    ahead = Rect(p[0], p[1], facing, base.width, base.depth)
    far = min(far, to_edge(battle.ground, ahead, (ux, uy), far))
    far = _on_the_ground(battle, figure, (ux, uy), far, allowance)
    far = _short_of_foes(battle, figure, ahead, (ux, uy), far)
    for less in _BACK_OFF:
        if far - less < 0.05:
            return None
        end = snap_point((p[0] + ux * (far - less), p[1] + uy * (far - less)))
        there = Rect(end[0], end[1], facing, base.width, base.depth)
        if free_spot(battle, there, (figure.id,), figure.side):
            return end, facing
    return None


def carried(battle: Battle, figure: Figure, facing: float, allowance: float) -> Point:
    """How far ground, table and enemies let a figure go one way, whoever of its side is there."""
    base = figure.base
    ux, uy = sin(radians(facing)), cos(radians(facing))
    ahead = Rect(base.x, base.y, snap(facing) % 360.0, base.width, base.depth)
    far = min(allowance, to_edge(battle.ground, ahead, (ux, uy), allowance))
    far = _on_the_ground(battle, figure, (ux, uy), far, allowance)
    far = _short_of_foes(battle, figure, ahead, (ux, uy), far)
    return snap_point((base.x + ux * far, base.y + uy * far))


def _on_the_ground(battle: Battle, figure: Figure, u: Point, far: float, allowance: float) -> float:
    """How far the ground lets a figure go straight ahead."""
    p = (figure.base.x, figure.base.y)
    q = (p[0] + u[0] * far, p[1] + u[1] * far)
    ground, going_ = battle.ground, going(figure.mounted, battle.options)
    scale = scale_of(battle, (p, q))
    if scale == 1.0 and is_open(ground, going_, p, q):
        return far
    return max(walk(ground, (p, q), going_, allowance / scale).length - TOLERANCE, 0.0)


def _short_of_foes(battle: Battle, figure: Figure, ahead: Rect, u: Point, far: float) -> float:
    """How far it is before the first enemy comes within 1 inch."""
    ux, uy = u
    grown: list[Rect] = []
    around = far * 0.5 + ahead.radius + KEEP_OFF
    mx, my = ahead.x + ux * far * 0.5, ahead.y + uy * far * 0.5
    end = (ahead.x + ux * far, ahead.y + uy * far)
    wide = 1.5 * (ahead.radius + KEEP_OFF + MOST_RADIUS)  # aside of the end as well as beyond it
    for foe in in_box(foes(battle, figure.side), (ahead.x, ahead.y), end, wide):
        there = foe.base
        ox, oy = there.x - mx, there.y - my
        reach = around + there.radius
        if ox * ox + oy * oy >= reach * reach:
            continue
        across = ox * uy - oy * ux
        if abs(across) < ahead.hw + KEEP_OFF + there.radius:
            twice = 2.0 * KEEP_OFF
            grown.append(
                Rect(there.x, there.y, there.facing, there.width + twice, there.depth + twice)
            )
    if not grown:
        return far
    part, hit = first_contact(ahead, ux * far, uy * far, grown)
    return far if hit is None else max(far * part - 2.0 * TOLERANCE, 0.0)
