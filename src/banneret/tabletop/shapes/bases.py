"""The footprints pieces stand on, and which of their sides a point lies on."""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from math import atan2, cos, degrees, radians, sin, sqrt, tan
from typing import Final, Literal

from banneret.tabletop.shapes.segments import TOLERANCE, Point

Side = Literal["front", "right", "rear", "left"]
HorseSide = Literal["front", "sword", "rear", "shield"]
CornerSide = Literal["shield", "sword", "rear_left", "rear_right"]

_QUARTERS: Final = {
    0.0: (0.0, 1.0),
    90.0: (1.0, 0.0),
    180.0: (0.0, -1.0),
    270.0: (-1.0, 0.0),
}


def heading(facing: float) -> Point:
    """Give the unit step in the direction of a facing."""
    square = _QUARTERS.get(facing % 360.0)
    if square is not None:
        return square
    turn = radians(facing)
    return (sin(turn), cos(turn))


@lru_cache(maxsize=512)
def _turned(
    facing: float, width: float, depth: float
) -> tuple[float, float, float, float, float, float, bool, float, float]:
    """What bases of one size and facing have in common, wherever they stand.

    Men of a unit mostly face alike: two bases in three turn as one shortly before did.
    """
    hw = width * 0.5
    hd = depth * 0.5
    ux, uy = heading(facing)
    if ux == 0.0:
        half_x, half_y, upright = hw, hd, True
    elif uy == 0.0:
        half_x, half_y, upright = hd, hw, True
    else:
        half_x = abs(ux * hd) + abs(uy * hw)
        half_y = abs(uy * hd) + abs(ux * hw)
        upright = False
    inner, radius = min(hw, hd), sqrt(hw * hw + hd * hd)
    return hw, hd, inner, radius, ux, uy, upright, half_x, half_y


class Rect:
    """A rectangular base: its centre, its facing, its width across the front and its depth.

    `ux, uy` is one step ahead, so one step to the right is `uy, -ux`; `hw, hd` are half the
    width and depth; `inner` is the largest circle inside; `x0..y1` is the upright box around
    it and `upright` says that the box is the base itself.
    """

    __slots__ = (
        "_corners",
        "depth",
        "facing",
        "hd",
        "hw",
        "inner",
        "radius",
        "upright",
        "ux",
        "uy",
        "width",
        "x",
        "x0",
        "x1",
        "y",
        "y0",
        "y1",
    )

    def __init__(self, x: float, y: float, facing: float, width: float, depth: float) -> None:
        self.x = x
        self.y = y
        self.facing = facing
        self.width = width
        self.depth = depth
        (
            self.hw,
            self.hd,
            self.inner,
            self.radius,
            self.ux,
            self.uy,
            self.upright,
            half_x,
            half_y,
        ) = _turned(facing, width, depth)
        self.x0 = x - half_x
        self.x1 = x + half_x
        self.y0 = y - half_y
        self.y1 = y + half_y
        self._corners: tuple[Point, Point, Point, Point] | None = None

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The corners from the front left clockwise; most bases are judged without them."""
        found = self._corners
        if found is None:
            x, y = self.x, self.y
            ax, ay = self.ux * self.hd, self.uy * self.hd
            rx, ry = self.uy * self.hw, -self.ux * self.hw
            found = self._corners = (
                (x + ax - rx, y + ay - ry),
                (x + ax + rx, y + ay + ry),
                (x - ax + rx, y - ay + ry),
                (x - ax - rx, y - ay - ry),
            )
        return found

    def corners_towards(self, x: float, y: float) -> tuple[Point, ...]:
        """The corners that may be nearest to something round a point outside.

        From any other corner the way there leads through the base, so another part is nearer.
        """
        dx, dy = x - self.x, y - self.y
        aside, ahead = dx * self.uy - dy * self.ux, dx * self.ux + dy * self.uy
        left, right = aside <= -self.hw, aside >= self.hw
        front, rear = ahead >= self.hd, ahead <= -self.hd
        if not (left or right or front or rear):
            return self.corners
        faces = (front or left, front or right, rear or right, rear or left)
        return tuple(compress(self.corners, faces))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rect) and (
            (self.x, self.y, self.facing, self.width, self.depth)
            == (other.x, other.y, other.facing, other.width, other.depth)
        )

    def __hash__(self) -> int:
        return hash((self.x, self.y, self.facing, self.width, self.depth))

    def numbers(self) -> tuple[float, ...]:
        """Give what a digest is made of."""
        return self.x, self.y, self.facing, self.width, self.depth

    def __reduce__(self) -> tuple[type[Rect], tuple[float, ...]]:
        return (Rect, (self.x, self.y, self.facing, self.width, self.depth))

    def __repr__(self) -> str:
        return f"Rect({self.x}, {self.y}, {self.facing}, {self.width}, {self.depth})"


class Disc:
    """A round base: its centre and radius."""

    __slots__ = ("radius", "x", "x0", "x1", "y", "y0", "y1")

    def __init__(self, x: float, y: float, radius: float) -> None:
        self.x = x
        self.y = y
        self.radius = radius
        self.x0 = x - radius
        self.x1 = x + radius
        self.y0 = y - radius
        self.y1 = y + radius

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Disc) and (
            (self.x, self.y, self.radius) == (other.x, other.y, other.radius)
        )

    def __hash__(self) -> int:
        return hash((self.x, self.y, self.radius))

    def numbers(self) -> tuple[float, ...]:
        """Give what a digest is made of."""
        return self.x, self.y, self.radius

    def __reduce__(self) -> tuple[type[Disc], tuple[float, ...]]:
        return (Disc, (self.x, self.y, self.radius))

    def __repr__(self) -> str:
        return f"Disc({self.x}, {self.y}, {self.radius})"


Base = Rect | Disc


class CornerStand:
    """A square stand whose front is a corner; `base` is its footprint for measuring.

    `corners` are the front, right, rear and left ones, so the edges of `base` in their usual
    order are the sword side, the rear right, the rear left and the shield side.
    """

    __slots__ = ("base", "corners", "facing", "size", "x", "y")

    def __init__(self, x: float, y: float, facing: float, size: float) -> None:
        self.x = x
        self.y = y
        self.facing = facing
        self.size = size
        self.base = Rect(x, y, (facing + 45.0) % 360.0, size, size)
        self.corners = self.base.corners

    def numbers(self) -> tuple[float, ...]:
        """Give what a digest is made of."""
        return self.x, self.y, self.facing, self.size

    def __reduce__(self) -> tuple[type[CornerStand], tuple[float, ...]]:
        return (CornerStand, (self.x, self.y, self.facing, self.size))


def bearing(from_point: Point, to_point: Point) -> float:
    """Give the direction from one point to another in degrees clockwise from north, below 360."""
    turn = degrees(atan2(to_point[0] - from_point[0], to_point[1] - from_point[1]))
    if turn < 0.0:
        turn += 360.0
        if turn >= 360.0:
            return 0.0
    return turn + 0.0


def angle_off(facing: float, towards: float) -> float:
    """Give the angle between two directions, from 0 to 180 degrees."""
    return abs((towards - facing + 180.0) % 360.0 - 180.0)


def ahead(p: Point, facing: float, inches: float) -> Point:
    """Give the point so many inches from p in the direction of the facing."""
    ux, uy = heading(facing)
    return (p[0] + ux * inches, p[1] + uy * inches)


def centre(place: Base | CornerStand | Point) -> Point:
    """Give the middle of a base, or the point itself."""
    if isinstance(place, tuple):
        return place
    return (place.x, place.y)


def in_front(place: Base | CornerStand | Point, facing: float, p: Point) -> bool:
    """Tell whether p is within 90 degrees of the facing seen from the centre, exactly 90 too."""
    x, y = centre(place)
    ux, uy = heading(facing)
    return (p[0] - x) * ux + (p[1] - y) * uy >= -TOLERANCE


def behind(place: Base | CornerStand | Point, facing: float, p: Point) -> bool:
    """Tell whether p is more than 90 degrees off the facing seen from the centre."""
    return not in_front(place, facing, p)


def ahead_of_front_edge(rect: Rect, p: Point) -> bool:
    """Tell whether p is on or ahead of the line along the front edge."""
    return (p[0] - rect.x) * rect.ux + (p[1] - rect.y) * rect.uy >= rect.hd - TOLERANCE


def behind_rear_edge(rect: Rect, p: Point) -> bool:
    """Tell whether p is on or behind the line along the rear edge."""
    return (p[0] - rect.x) * rect.ux + (p[1] - rect.y) * rect.uy <= TOLERANCE - rect.hd


def in_arc(place: Rect | CornerStand, p: Point, half_angle: float) -> bool:
    """Tell whether p is within half_angle of straight ahead seen from the centre, inclusive."""
    dx = p[0] - place.x
    dy = p[1] - place.y
    far = sqrt(dx * dx + dy * dy)
    if far <= TOLERANCE:
        return True
    off = angle_off(place.facing, bearing((place.x, place.y), p))
    return off <= half_angle + degrees(TOLERANCE / far)


def in_corner_arc(rect: Rect, p: Point, angle: float) -> bool:
    """Tell whether p is ahead of the front edge, widened by this angle at both corners."""
    right, forward = local(rect, p)
    forward -= rect.hd
    if forward < -TOLERANCE:
        return False
    return abs(right) - rect.hw <= max(forward, 0.0) * tan(radians(angle)) + TOLERANCE


def local(base: Rect, p: Point) -> Point:
    """Give p as inches to the right and ahead of the centre of the base."""
    dx = p[0] - base.x
    dy = p[1] - base.y
    return (dx * base.uy - dy * base.ux, dx * base.ux + dy * base.uy)


def sides_of(rect: Rect, p: Point) -> tuple[Side, ...]:
    """List the sides p lies on, two on a line through a corner, front and rear first."""
    right, forward = local(rect, p)
    across = abs(right) * rect.hd
    lengthways = abs(forward) * rect.hw
    slack = TOLERANCE * rect.radius
    sides: list[Side] = []
    if lengthways >= across - slack:
        sides.append("front" if forward >= 0.0 else "rear")
    if across >= lengthways - slack:
        sides.append("right" if right >= 0.0 else "left")
    return tuple(sides)


def side_of(rect: Rect, p: Point) -> Side:
    """Name the quadrant through the corners that p lies in; on the line front or rear wins."""
    return sides_of(rect, p)[0]


_HORSE_SIDES: Final[dict[Side, HorseSide]] = {
    "front": "front",
    "right": "sword",
    "rear": "rear",
    "left": "shield",
}


def horse_side(rect: Rect, p: Point) -> HorseSide:
    """Name the side of a horse stand p lies on, the rider's shield on the left."""
    return _HORSE_SIDES[side_of(rect, p)]


def corner_sides(stand: CornerStand, p: Point) -> tuple[CornerSide, ...]:
    """List the sides of a corner-fronted stand p lies on, several on a line through a corner."""
    ux, uy = heading(stand.facing)
    dx = p[0] - stand.x
    dy = p[1] - stand.y
    right = dx * uy - dy * ux
    forward = dx * ux + dy * uy
    sides: list[CornerSide] = []
    if forward >= -TOLERANCE and right <= TOLERANCE:
        sides.append("shield")
    if forward >= -TOLERANCE and right >= -TOLERANCE:
        sides.append("sword")
    if forward <= TOLERANCE and right <= TOLERANCE:
        sides.append("rear_left")
    if forward <= TOLERANCE and right >= -TOLERANCE:
        sides.append("rear_right")
    return tuple(sides)


def corner_side(stand: CornerStand, p: Point) -> CornerSide:
    """Name the side of a corner-fronted stand; dead ahead is shield, level is a front side."""
    return corner_sides(stand, p)[0]
