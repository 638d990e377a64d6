"""What a body does on command: advance, wheel, turn, change its front, step back and reform."""

from __future__ import annotations

from math import radians
from typing import Literal

import msgspec

from banneret.tabletop.bodies.body import Body, by_rect, moved, ranks_of
from banneret.tabletop.shapes.bases import Rect, heading
from banneret.tabletop.shapes.segments import Point
from banneret.tabletop.shapes.wheeling import turned, turned_about

Hand = Literal["left", "right"]
Keep = Literal["left", "centre", "right"]


def advanced(body: Body, inches: float, off: float = 0.0) -> Body:
    """Move straight ahead, or so many degrees off that without changing facing."""
    ux, uy = heading(body.facing + off)
    return moved(body, ux * inches, uy * inches)


def stepped_back(body: Body, inches: float) -> Body:
    """Move straight back, still facing ahead."""
    return advanced(body, -inches)


def corner(body: Body, hand: Hand) -> Point:
    """Give the front corner on one hand."""
    ux, uy = heading(body.facing)
    half = body.width * (0.5 if hand == "right" else -0.5)
    return (body.x + uy * half, body.y - ux * half)


def about(body: Body, pivot: Point, degrees: float) -> Body:
    """Turn the whole body clockwise about any point."""
    return by_rect(body, turned_about(body.rect, pivot, degrees))


def wheeled(body: Body, hand: Hand, degrees: float) -> Body:
    """Wheel towards one hand about the front corner on that hand."""
    turn = degrees if hand == "right" else -degrees
    return about(body, corner(body, hand), turn)


def wheel_price(body: Body, degrees: float) -> float:
    """Measure the arc that the outer front corner describes in a wheel."""
    return body.width * radians(abs(degrees))


def wheel_for(body: Body, inches: float) -> float:
    """Give the degrees that so many inches of the outer corner wheel."""
    return inches / body.width / radians(1.0)


def faced(body: Body, facing: float) -> Body:
    """Turn the whole body on the middle of its front to a facing."""
    return msgspec.structs.replace(body, facing=facing % 360.0)


def about_faced(body: Body) -> Body:
    """Turn everybody about on the spot: the rear becomes the front, the middle stays."""
    rect = body.rect
    return by_rect(body, turned(rect, rect.facing + 180.0))


def turned_to_flank(body: Body, hand: Hand) -> Body:
    """Turn every element a quarter on the spot: ranks become files, the middle stays."""
    rect = body.rect
    files = min(body.ranks, body.elements)
    turn = rect.facing + (90.0 if hand == "right" else -90.0)
    wide = files * body.wide + (files - 1) * body.apart
    ranks = ranks_of(body.elements, files)
    deep = ranks * body.deep + (ranks - 1) * body.behind
    return by_rect(body, Rect(rect.x, rect.y, turn % 360.0, wide, deep), files)


def refronted(body: Body, files: int, keep: Keep = "centre") -> Body:
    """Widen or narrow the front to so many files, keeping its middle or one of its corners."""
    files = max(1, min(files, body.elements))
    after = msgspec.structs.replace(body, files=files)
    if keep == "centre":
        return after
    old, new = corner(body, keep), corner(after, keep)
    return moved(after, old[0] - new[0], old[1] - new[1])


def reformed(body: Body, files: int, facing: float) -> Body:
    """Fall in again round the middle of the front, in any files and facing."""
    return msgspec.structs.replace(
        body, files=max(1, min(files, body.elements)), facing=facing % 360.0
    )
