"""Measuring as a book does: how much is let pass, in one place, and setting flush what ends so.

A book names its tolerance once (`TAPE = Tape(0.05)`) and measures with it everywhere; what passes
for contact is then moved into contact, so that nothing hangs on the last hundredth.
"""

from __future__ import annotations

from math import hypot
from typing import NamedTuple, TypeVar

from banneret.tabletop.shapes.bases import Disc, Rect
from banneret.tabletop.shapes.measuring import gap, nearest_points
from banneret.tabletop.shapes.measuring import within as exactly_within
from banneret.tabletop.shapes.segments import snap

B = TypeVar("B", Rect, Disc)


class Tape(NamedTuple):
    """A book's measuring tape; `slack` inches are let pass in favour of the claim."""

    slack: float

    def within(self, a: Rect | Disc, b: Rect | Disc, inches: float) -> bool:
        """Tell whether two bases are no further apart than so many inches, and the slack."""
        return exactly_within(a, b, inches + self.slack)

    def touch(self, a: Rect | Disc, b: Rect | Disc) -> bool:
        """Tell whether two bases count as in contact."""
        return exactly_within(a, b, self.slack)

    def flush(self, base: B, other: Rect | Disc) -> B:
        """Set a base flush against another if it counts as touching it; else leave it."""
        apart = gap(base, other)
        if apart <= 0.0 or apart > self.slack:
            return base
        (ax, ay), (bx, by) = nearest_points(base, other)
        far = hypot(bx - ax, by - ay)
        if far <= 0.0:
            return base
        part = apart / far
        return _moved(base, (bx - ax) * part, (by - ay) * part)


def _moved(base: B, dx: float, dy: float) -> B:
    x, y = snap(base.x + dx), snap(base.y + dy)
    if isinstance(base, Disc):
        return Disc(x, y, base.radius)
    return Rect(x, y, base.facing, base.width, base.depth)
