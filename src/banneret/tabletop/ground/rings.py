"""Closed rings of walls and outlines, which nobody passes without paying for it."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from banneret.tabletop.shapes.segments import Point, distance_to_outline, encloses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.tabletop.ground.going import Going
    from banneret.tabletop.ground.ground import Ground
    from banneret.tabletop.ground.pieces import Area, Line

_MOST: Final = 4  # rings looked at, as each doubles the list of tolls
_HAIR: Final = 1e-9  # by which a toll is less than what is paid, however that is rounded


class Ring:
    """A closed outline and the least price of crossing it."""

    __slots__ = ("price", "ring", "x0", "x1", "y0", "y1")

    def __init__(self, ring: Sequence[Point], price: float) -> None:
        self.ring = tuple(ring)
        self.price = price
        self.x0 = min([x for x, _ in ring])
        self.x1 = max([x for x, _ in ring])
        self.y0 = min([y for _, y in ring])
        self.y1 = max([y for _, y in ring])

    def holds(self, p: Point) -> bool:
        """Tell whether p lies inside; its outline belongs to one side only, as for ways."""
        x, y = p
        if not (self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1):
            return False
        return encloses(self.ring, x, y)

    def is_off(self, p: Point, inches: float) -> bool:
        """Tell whether the outline runs nowhere so near to p; mostly the box round it tells."""
        x, y = p
        return (
            x < self.x0 - inches
            or x > self.x1 + inches
            or y < self.y0 - inches
            or y > self.y1 + inches
            or distance_to_outline(p, self.ring) > inches
        )


def rings_of(ground: Ground, going: Going) -> tuple[Ring, ...]:
    """List the rings that cost something: walls that close with their gates, and outlines."""
    found = [*_walls(ground.lines, going), *_outlines(ground, going)]
    found.sort(key=_size, reverse=True)
    return tuple(found[:_MOST])


def _size(ring: Ring) -> float:
    return (ring.x1 - ring.x0) * (ring.y1 - ring.y0)


def tolls_of(rings: Sequence[Ring]) -> tuple[float, ...]:
    """Give what a way pays at least, by the bits of the rings of which it leaves one side."""
    tolls = [0.0]
    for ring in rings:
        tolls += [toll + ring.price - _HAIR for toll in tolls]
    return tuple(tolls)


def _walls(lines: Sequence[Line], going: Going) -> list[Ring]:
    """List the rings that linear pieces make end to end."""
    left = [(line.points, _fee(line, going)) for line in lines]
    found: list[Ring] = []
    while left:
        points, price = left.pop()
        while points[0] != points[-1]:
            for n, (more, fee) in enumerate(left):
                if points[-1] in (more[0], more[-1]):
                    points += more[1:] if points[-1] == more[0] else more[-2::-1]
                    price = min(price, fee)
                    del left[n]
                    break
            else:
                break
        if points[0] == points[-1] and len(points) > 3 and price > 0.0:
            found.append(Ring(points, price))
    return found


def _fee(line: Line, going: Going) -> float:
    return inf if line.kind in going.barred_lines else going.crossing.get(line.kind, 0.0)


def _outlines(ground: Ground, going: Going) -> list[Ring]:
    """List the outlines that cost something, none of them lying under a winning area."""
    found: list[Ring] = []
    over = [area for area in ground.areas if area.kind in ground.over]
    for area in ground.areas:
        if area.kind in going.edges and not any(_meet(area, other) for other in over):
            barred = area.kind in going.barred_outlines
            found.append(Ring(area.ring, inf if barred else going.outlines[area.kind]))
    return found


def _meet(one: Area, other: Area) -> bool:
    return one.near((other.x0, other.y0), (other.x1, other.y1))
