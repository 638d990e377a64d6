"""Parts of the table in which pieces may be placed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.tabletop.shapes.measuring import (
    TOLERANCE,
    Base,
    Disc,
    Point,
    Rect,
    distance,
    gap_to_point,
    point_in_polygon,
    segment_hits_base,
    within,
)
from banneret.tabletop.shapes.segments import distance_to_outline, encloses

if TYPE_CHECKING:
    from collections.abc import Sequence

Box = tuple[float, float, float, float]


class Region:
    """A part of the table."""

    __slots__ = ()

    def contains(self, base: Base) -> bool:
        """Tell whether a base placed here counts as inside."""
        raise NotImplementedError

    def contains_point(self, p: Point) -> bool:
        """Tell whether a point is inside, the edge included."""
        raise NotImplementedError

    def bounds(self) -> Box:
        """Give the upright box around the region: west, south, east, north."""
        raise NotImplementedError


class Zone(Region):
    """An upright rectangle, from its south-west to its north-east corner."""

    __slots__ = ("x0", "x1", "y0", "y1")

    def __init__(self, x0: float, y0: float, x1: float, y1: float) -> None:
        self.x0 = min(x0, x1)
        self.y0 = min(y0, y1)
        self.x1 = max(x0, x1)
        self.y1 = max(y0, y1)

    def contains(self, base: Base) -> bool:
        """Tell whether the whole base is inside."""
        return (
            base.x0 >= self.x0 - TOLERANCE
            and base.x1 <= self.x1 + TOLERANCE
            and base.y0 >= self.y0 - TOLERANCE
            and base.y1 <= self.y1 + TOLERANCE
        )

    def contains_point(self, p: Point) -> bool:
        """Tell whether a point is inside, the edge included."""
        return (
            self.x0 - TOLERANCE <= p[0] <= self.x1 + TOLERANCE
            and self.y0 - TOLERANCE <= p[1] <= self.y1 + TOLERANCE
        )

    def bounds(self) -> Box:
        """Give the zone's own box."""
        return (self.x0, self.y0, self.x1, self.y1)


class Polygon(Region):
    """A region with any straight-edged outline."""

    __slots__ = ("points",)

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = tuple(points)

    def contains(self, base: Base) -> bool:
        """Tell whether the whole base is inside."""
        if isinstance(base, Disc):
            middle = (base.x, base.y)
            return (
                encloses(self.points, base.x, base.y)
                and distance_to_outline(middle, self.points) >= base.radius - TOLERANCE
            )
        for corner in base.corners:
            if not point_in_polygon(corner, self.points):
                return False
        for i in range(len(self.points)):
            if segment_hits_base(self.points[i - 1], self.points[i], base):
                return False
        return True

    def contains_point(self, p: Point) -> bool:
        """Tell whether a point is inside, the edge included."""
        return point_in_polygon(p, self.points)

    def bounds(self) -> Box:
        """Give the upright box around the polygon."""
        xs = [p[0] for p in self.points]
        ys = [p[1] for p in self.points]
        return (min(xs), min(ys), max(xs), max(ys))


class Near(Region):
    """Within so many inches of a base, edge to edge; wholly within if so asked."""

    __slots__ = ("base", "inches", "wholly")

    def __init__(self, base: Base, inches: float, *, wholly: bool = False) -> None:
        self.base = base
        self.inches = inches
        self.wholly = wholly

    def contains(self, base: Base) -> bool:
        """Tell whether the base is near enough, with every part of it if wholly is asked."""
        if not self.wholly:
            return within(self.base, base, self.inches)
        if isinstance(base, Rect):
            for corner in base.corners:
                if gap_to_point(self.base, corner) > self.inches + TOLERANCE:
                    return False
            return True
        return self._holds_disc(base)

    def _holds_disc(self, disc: Disc) -> bool:
        """Tell whether the far side of a disc is near enough too."""
        middle = (disc.x, disc.y)
        if isinstance(self.base, Disc):
            far = distance((self.base.x, self.base.y), middle) - self.base.radius
            return far + disc.radius <= self.inches + TOLERANCE
        core = gap_to_point(self.base, middle)
        if core > 0.0:
            return core + disc.radius <= self.inches + TOLERANCE
        right = abs((disc.x - self.base.x) * self.base.uy - (disc.y - self.base.y) * self.base.ux)
        forward = abs((disc.x - self.base.x) * self.base.ux + (disc.y - self.base.y) * self.base.uy)
        beyond = max(right - self.base.hw, forward - self.base.hd) + disc.radius
        return beyond <= self.inches + TOLERANCE

    def contains_point(self, p: Point) -> bool:
        """Tell whether a point is near enough."""
        return gap_to_point(self.base, p) <= self.inches + TOLERANCE

    def bounds(self) -> Box:
        """Give the upright box around everything near enough."""
        base = self.base
        off = self.inches
        return (base.x0 - off, base.y0 - off, base.x1 + off, base.y1 + off)


class Clear(Region):
    """At least so many inches from every one of some bases."""

    __slots__ = ("bases", "inches")

    def __init__(self, bases: Sequence[Base], inches: float) -> None:
        self.bases = tuple(bases)
        self.inches = inches

    def contains(self, base: Base) -> bool:
        """Tell whether no base is nearer than that; exactly as far is clear."""
        return not any(within(other, base, self.inches - 2 * TOLERANCE) for other in self.bases)

    def contains_point(self, p: Point) -> bool:
        """Tell whether the point is clear of every base."""
        return all(gap_to_point(other, p) >= self.inches - TOLERANCE for other in self.bases)

    def bounds(self) -> Box:
        """Give a box without limits."""
        return (-1e9, -1e9, 1e9, 1e9)


class Union(Region):
    """Several regions; a base counts as inside when one of them holds it."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Region]) -> None:
        self.parts = tuple(parts)

    def contains(self, base: Base) -> bool:
        """Tell whether one of the parts holds the base."""
        return any(part.contains(base) for part in self.parts)

    def contains_point(self, p: Point) -> bool:
        """Tell whether one of the parts holds the point."""
        return any(part.contains_point(p) for part in self.parts)

    def bounds(self) -> Box:
        """Give the box around all parts."""
        boxes = [part.bounds() for part in self.parts]
        return (
            min(b[0] for b in boxes),
            min(b[1] for b in boxes),
            max(b[2] for b in boxes),
            max(b[3] for b in boxes),
        )


class Both(Region):
    """What several regions have in common."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Region]) -> None:
        self.parts = tuple(parts)

    def contains(self, base: Base) -> bool:
        """Tell whether every part holds the base."""
        return all(part.contains(base) for part in self.parts)

    def contains_point(self, p: Point) -> bool:
        """Tell whether every part holds the point."""
        return all(part.contains_point(p) for part in self.parts)

    def bounds(self) -> Box:
        """Give the box common to all parts."""
        boxes = [part.bounds() for part in self.parts]
        return (
            max(b[0] for b in boxes),
            max(b[1] for b in boxes),
            min(b[2] for b in boxes),
            min(b[3] for b in boxes),
        )
