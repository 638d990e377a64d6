"""The ground of a battle: walls and what pierces them, woods, heights, narrow places.

A figure is where the centre of its base is: on which side of a wall, in which wood, on which floor.
So a base may stand in a doorway narrower than itself, as a model's does on a real table.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from banneret.core.book.clauses import clause
from banneret.tabletop.ground.pieces import Area
from banneret.tabletop.ground.terrain import Ground
from banneret.tabletop.shapes.bases import Base, Disc, Rect
from banneret.tabletop.shapes.measuring import gap_to_point, gap_to_segment, segment_hits_base
from banneret.tabletop.shapes.segments import TOLERANCE, Point

from ..basics.tables import TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..basics.state import Battle, Man
    from ..setup.entries import Scenario, SpotEntry

OVER: Final = ("bridge", "road")
BARRED: Final = frozenset(("water", "rock"))
WOODS: Final = frozenset(("light_wood", "heavy_wood"))
ROOMS: Final = frozenset(("building", "wall_walk"))
STEPS: Final = frozenset(("stairs", "ladder"))
HIGH: Final = ROOMS | STEPS
OPEN_HEIGHTS: Final = STEPS | {"wall_walk"}
DOOR, LOCKED, EDGE = "door", "door_locked", "edge"
OPAQUE: Final = frozenset(("high_wall", "house_wall", LOCKED))  # nobody sees past these
LOW: Final = frozenset(("hedge", "fence", "waist_wall"))  # KK-GEO-05: one fights across them
SCALED_BY: Final = {  # KK-MOVE-22
    "hedge": "both",
    "fence": "both",
    "waist_wall": "both",
    "chest_wall": "foot",
}
TOGETHER: Final = 1.0  # inches between pieces that count as one clump
DOOR_VALUES: Final = {"light": (0, 1), "heavy": (3, 3), "gate": (5, 5), "open": (0, 0)}


class Wall:
    """One straight stretch of a linear piece; `id` is the whole piece's."""

    __slots__ = ("a", "b", "id", "kind", "x0", "x1", "y0", "y1")

    def __init__(self, kind: str, a: Point, b: Point, id: str) -> None:  # noqa: A002  the piece's own name for it
        self.kind = kind
        self.a = a
        self.b = b
        self.id = id
        self.x0, self.x1 = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
        self.y0, self.y1 = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])


Piece = TypeVar("Piece", bound=Wall | Area | Disc)


class Clump(Generic[Piece]):
    """Pieces that stand together, as the walls of a house, and the box round them all."""

    __slots__ = ("pieces", "x0", "x1", "y0", "y1")

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces = tuple(pieces)
        self.x0, self.x1 = min(one.x0 for one in pieces), max(one.x1 for one in pieces)
        self.y0, self.y1 = min(one.y0 for one in pieces), max(one.y1 for one in pieces)

    def is_by(self, piece: Piece) -> bool:
        """Whether a piece stands so near that it may as well be one of them."""
        return (
            piece.x0 <= self.x1 + TOGETHER
            and piece.x1 >= self.x0 - TOGETHER
            and piece.y0 <= self.y1 + TOGETHER
            and piece.y1 >= self.y0 - TOGETHER
        )


def clumps_of(pieces: Sequence[Piece]) -> tuple[Clump[Piece], ...]:
    """Pieces in the order they have, those together that follow one another and stand together."""
    found: list[Clump[Piece]] = []
    for piece in pieces:
        if found and found[-1].is_by(piece):
            found[-1] = Clump((*found[-1].pieces, piece))
        else:
            found.append(Clump((piece,)))
    return tuple(found)


class Spot:
    """A small piece: a tree, a wagon, baggage."""

    __slots__ = ("base", "entry", "id", "kind")

    def __init__(self, entry: SpotEntry, at: int) -> None:
        self.kind = entry.kind
        self.entry = entry
        self.id = entry.id or f"{entry.kind}_{at}"
        self.base = Disc(entry.at[0], entry.at[1], entry.radius)


class Lay:
    """What the book asks of a ground, listed once: `walls` stop, `opaque` hide, `floors` lie high.

    `feet` is the height of an area or line by its id, `scalers` who may scale a line; `seen`,
    `covered` and `apart` are answers that depend on the ground and two places alone.
    """

    __slots__ = (
        "apart", "barred", "barriers", "blind_clumps", "blinds", "climbs", "covered", "doors",
        "feet", "floors", "gates", "names", "narrow", "opaque", "precipices", "scalers", "seen",
        "shelter_clumps", "shelters", "slopes", "spots", "trees", "wall_clumps", "walls",
        "windows", "woods",
    )  # fmt: skip

    def __init__(self, scenario: Scenario, ground: Ground) -> None:
        self.walls = tuple(
            Wall(line.kind, line.points[i - 1], line.points[i], line.id)
            for line in ground.lines
            for i in range(1, len(line.points))
        )
        self.opaque = tuple(wall for wall in self.walls if wall.kind in OPAQUE)
        self.windows = tuple(wall for wall in self.walls if wall.kind in {"window", DOOR})
        self.doors = tuple(wall for wall in self.walls if wall.kind == DOOR)
        self.precipices = tuple(wall for wall in self.walls if wall.kind == "precipice")
        self.woods = tuple(area for area in ground.areas if area.kind in WOODS)
        self.barred = tuple(area for area in ground.areas if area.kind in BARRED)
        self.barriers: tuple[Wall | Area, ...] = (*self.walls, *self.barred)
        self.blinds: tuple[Wall | Area, ...] = (*self.opaque, *self.woods, *self.barred)
        self.blind_clumps = clumps_of(self.blinds)
        self.wall_clumps = clumps_of(self.walls)
        self.slopes = tuple(a for a in ground.areas if a.kind in {"gentle_slope", "steep_slope"})
        self.floors = tuple(area for area in ground.areas if area.kind in HIGH)
        self.climbs = tuple(a for a in ground.areas if a in self.slopes or a.kind in STEPS)
        self.narrow = tuple(
            a for a in ground.areas if a.kind in {"narrow", "heavy_wood", "stairs", "ladder"}
        )
        self.spots = tuple(Spot(entry, at) for at, entry in enumerate(scenario.spot))
        self.shelters: tuple[Wall | Area | Disc, ...] = (
            *self.walls,
            *self.woods,
            *[spot.base for spot in self.spots],
        )
        self.shelter_clumps = clumps_of(self.shelters)
        self.trees = tuple(spot for spot in self.spots if spot.kind == "tree")
        self._read(scenario)
        self.seen: dict[tuple[float, ...], bool] = {}
        self.apart: dict[tuple[float, ...], float] = {}
        self.covered: dict[tuple[float, ...], tuple[str, bool]] = {}

    def _read(self, scenario: Scenario) -> None:
        """Heights, names and what climbs a wall, by the ids that ground gives its parts."""
        self.feet = {area_id(e.kind, e.id, n): e.height for n, e in enumerate(scenario.area)}
        self.feet |= {line_id(e.kind, e.id, n): e.height for n, e in enumerate(scenario.line)}
        self.scalers = {
            line_id(e.kind, e.id, n): e.scaled_by or SCALED_BY.get(e.kind, "none")
            for n, e in enumerate(scenario.line)
        }
        self.gates = frozenset(e.id for e in scenario.door if e.kind in {"gate", "open"})
        self.names = {
            **{area_id(e.kind, e.id, n): e.name or e.kind for n, e in enumerate(scenario.area)},
            **{line_id(e.kind, e.id, n): e.name or e.kind for n, e in enumerate(scenario.line)},
            **{e.id: "door" if e.kind != "gate" else "gate" for e in scenario.door},
            **{spot.id: spot.entry.name or spot.kind for spot in self.spots},
        }


def lay_of(battle: Battle) -> Lay:
    """What the book asks of the battle's ground."""
    nets = battle.ground.nets
    if "lay" not in nets:
        nets["lay"] = Lay(battle.scenario, battle.ground)
    known: Lay = nets["lay"]
    return known


def area_id(kind: str, own: str, at: int) -> str:
    """How an area is called: by its own id, else by its kind and number."""
    return own or f"{kind}_{at}"


def line_id(kind: str, own: str, at: int) -> str:
    """How a linear piece is called: by its own id, else by its kind and number."""
    return own or f"{kind}_line_{at}"


# -- what lies where


def on_the_way(
    clumps: Sequence[Clump[Piece]], p: Point, q: Point, room: float = 0.0
) -> list[Piece]:
    """The pieces whose boxes come so near a straight line: nothing else can lie across it."""
    (px, py), (qx, qy) = p, q
    x0, x1 = (px - room, qx + room) if px < qx else (qx - room, px + room)
    y0, y1 = (py - room, qy + room) if py < qy else (qy - room, py + room)
    found = [
        one
        for clump in clumps
        if clump.x0 <= x1 and clump.x1 >= x0 and clump.y0 <= y1 and clump.y1 >= y0
        for one in clump.pieces
        if one.x0 <= x1 and one.x1 >= x0 and one.y0 <= y1 and one.y1 >= y0
    ]
    if not found:
        return found
    dx, dy = qx - px, qy - py
    wide, tall = abs(dx) * 0.5, abs(dy) * 0.5
    off = (room + TOLERANCE) * hypot(dx, dy)
    return [
        one
        for one in found
        if abs(dx * ((one.y0 + one.y1) * 0.5 - py) - dy * ((one.x0 + one.x1) * 0.5 - px))
        <= off + wide * (one.y1 - one.y0) + tall * (one.x1 - one.x0)
    ]


def walls_near(battle: Battle, base: Rect, inches: float) -> list[Wall]:
    """The stretches of linear pieces no further from a base than so many inches."""
    x0, x1, y0, y1 = base.x0 - inches, base.x1 + inches, base.y0 - inches, base.y1 + inches
    return [
        wall
        for wall in lay_of(battle).walls
        if wall.x0 <= x1
        and wall.x1 >= x0
        and wall.y0 <= y1
        and wall.y1 >= y0
        and gap_to_segment(base, wall.a, wall.b) <= inches + TOLERANCE
    ]


def crosses(wall: Wall, px: float, py: float, qx: float, qy: float) -> float:
    """The fraction of a leg at which it crosses a wall, below nought if it does not."""
    ax, ay = wall.a
    dx, dy = qx - px, qy - py
    ex, ey = wall.b[0] - ax, wall.b[1] - ay
    turn = dx * ey - dy * ex
    if -1e-12 < turn < 1e-12:
        return -1.0
    ox, oy = ax - px, ay - py
    u = (ox * dy - oy * dx) / turn
    if u < -1e-9 or u > 1.0 + 1e-9:
        return -1.0
    t = (ox * ey - oy * ex) / turn
    return t if 0.0 <= t <= 1.0 else -1.0


def between(battle: Battle, one: Base, other: Base) -> list[Wall]:
    """The stretches of linear pieces that the line between two centres crosses."""
    return crossed(battle, (one.x, one.y), (other.x, other.y))


def crossed(battle: Battle, p: Point, q: Point) -> list[Wall]:
    """The stretches of linear pieces that a line crosses."""
    px, py, qx, qy = *p, *q
    x0, x1 = (px, qx) if px < qx else (qx, px)
    y0, y1 = (py, qy) if py < qy else (qy, py)
    return [
        wall
        for wall in lay_of(battle).walls
        if wall.x0 <= x1
        and wall.x1 >= x0
        and wall.y0 <= y1
        and wall.y1 >= y0
        and crosses(wall, px, py, qx, qy) >= 0.0
    ]


@clause("KK-SCALE-02")
def inches(feet: float) -> float:
    """How many inches of table so many feet are."""
    return feet / TABLES.scales.feet_per_inch


@clause("KK-MOVE-34", "KK-SCALE-02")
def height_at(battle: Battle, x: float, y: float) -> int:
    """How many feet above the ground one stands there."""
    lay = lay_of(battle)
    feet = 0
    for area in lay.floors:
        if area.x0 <= x <= area.x1 and area.y0 <= y <= area.y1 and area.holds((x, y)):
            feet = max(feet, lay.feet.get(area.id, 0))
    return feet


def height_of(battle: Battle, man: Man) -> int:
    """How many feet above the ground he stands (KK-MOVE-34)."""
    return height_at(battle, man.base.x, man.base.y) if lay_of(battle).floors else 0


def floor_of(battle: Battle, base: Base, kinds: frozenset[str]) -> str:
    """The id of the highest area of these kinds that he stands in."""
    lay = lay_of(battle)
    best, found = -1, ""
    x, y = base.x, base.y
    for area in lay.floors:
        if area.kind in kinds and area.holds((x, y)) and lay.feet.get(area.id, 0) > best:
            best, found = lay.feet.get(area.id, 0), area.id
    return found


def room_of(battle: Battle, man: Man) -> str:
    """The building or wall walk he is in, if any."""
    return floor_of(battle, man.base, ROOMS) if lay_of(battle).floors else ""


def on_steps(battle: Battle, base: Base) -> bool:
    """Whether he stands on stairs or a ladder."""
    return bool(lay_of(battle).floors) and bool(floor_of(battle, base, STEPS))


@clause("KK-FALL-04", "KK-FALL-20")
def drop_feet(battle: Battle, man: Man) -> int:
    """How deep he would fall: the height he stands on, or that of a precipice within an inch.

    Out of an upper room nobody falls.
    """
    lay = lay_of(battle)
    feet = lay.feet.get(floor_of(battle, man.base, OPEN_HEIGHTS), 0) if lay.floors else 0
    reach = battle.options.scale
    for wall in lay.precipices:
        if gap_to_segment(man.base, wall.a, wall.b) <= reach and _is_above(wall, man.base):
            feet = max(feet, lay.feet.get(wall.id, 0))
    return feet


def _is_above(wall: Wall, base: Rect) -> bool:
    """Whether a base is on the upper side of a precipice: the left, walking along it as drawn."""
    (ax, ay), (bx, by) = wall.a, wall.b
    return (bx - ax) * (base.y - ay) - (by - ay) * (base.x - ax) >= 0.0


@clause("KK-DEF-26", "KK-MELEE-10")
def restricted(battle: Battle, man: Man) -> bool:
    """Whether any part of his base is in heavy woods, on steps, in a doorway, or where marked."""
    lay, base = lay_of(battle), man.base
    for area in lay.narrow:
        if (
            area.x0 <= base.x1
            and area.x1 >= base.x0
            and area.y0 <= base.y1
            and area.y1 >= base.y0
            and area_meets(area, base)
        ):
            return True
    return any(
        wall.kind == DOOR and segment_hits_base(wall.a, wall.b, base)
        for wall in lay.windows
        if wall.x0 <= base.x1 and wall.x1 >= base.x0 and wall.y0 <= base.y1 and wall.y1 >= base.y0
    )


def area_meets(area: Area, base: Rect) -> bool:
    """Whether any part of a base is in an area."""
    if area.holds((base.x, base.y)) or any(area.holds(corner) for corner in base.corners):
        return True
    if any(gap_to_point(base, p) <= 0.0 for p in area.polygon):
        return True
    return any(
        segment_hits_base(area.ring[i - 1], area.ring[i], base) for i in range(1, len(area.ring))
    )


def area_gap(area: Area, base: Rect) -> float:
    """How far an area is from a base, nothing if they meet."""
    if area.holds((base.x, base.y)):
        return 0.0
    return min(
        gap_to_segment(base, area.ring[i - 1], area.ring[i]) for i in range(1, len(area.ring))
    )


@clause("KK-MELEE-08", "KK-MELEE-09")
def stands_higher(battle: Battle, man: Man, other: Man) -> bool:
    """Whether he stands on higher stairs or a higher floor, or on the higher slope of the two."""
    if height_of(battle, man) > height_of(battle, other):
        return True
    return _slope(battle, man) > _slope(battle, other)


def _slope(battle: Battle, man: Man) -> int:
    """How high on slopes he stands: not at all, on a gentle one, on a steep one."""
    base = man.base
    held = [area.kind for area in lay_of(battle).slopes if area.holds((base.x, base.y))]
    return 2 if "steep_slope" in held else 1 if held else 0


def in_wood(battle: Battle, x: float, y: float) -> bool:
    """Whether a point lies in a wood."""
    for area in lay_of(battle).woods:
        if area.x0 <= x <= area.x1 and area.y0 <= y <= area.y1 and area.holds((x, y)):
            return True
    return False
