"""Sliding a stand across the table: what it meets, and how far it comes."""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import TYPE_CHECKING, Final, NamedTuple

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.bases import Rect, heading
from banneret.tabletop.shapes.polygons import way_out
from banneret.tabletop.shapes.stands import Stand, far_apart, overlapping, slide

from ..basics.state import NOBODY
from ..basics.who import on_table
from ..ground.stands import stand, stand_at
from ..ground.things import bars_way, walls_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from banneret.tabletop.shapes.stands import Footprint

    from ..basics.state import Battle, Figure
    from ..ground.things import Corners

WALL: Final = 2.0  # how thick the edge of the table is
EDGE: Final = 0.02  # inches over it that do not count
FLUSH: Final = 0.02  # inches that stands set flush may sink into each other by rounding
NEAR: Final = 0.1  # inches about a stand that are looked at
DOORWAY: Final = "door"
ALONG: Final = [(sign * step / 10, 0.0) for step in range(1, 60) for sign in (1.0, -1.0)]
BESIDE: Final = sorted(
    ((on / 4, aside / 4) for on in range(-24, 25) for aside in range(-40, 41) if aside),
    key=lambda spot: hypot(*spot),
)


Box = tuple[float, float, float, float]


class Hit(NamedTuple):
    """What a slide met: a figure, a piece of terrain, a loose steed, or the edge of the table."""

    kind: str  # figure, thing, steed, edge
    key: int = NOBODY
    name: str = ""


class Slide(NamedTuple):
    """Where a slide ended, how many inches it was, and what stopped it."""

    stand: Stand
    inches: float
    hit: Hit | None


class Obstacles:
    """Everything a sliding stand may meet, and what each is."""

    __slots__ = ("boxes", "hits", "shapes")

    def __init__(self, shapes: Sequence[Footprint] = (), hits: Sequence[Hit] = ()) -> None:
        self.shapes: list[Footprint] = []
        self.hits: list[Hit] = []
        self.boxes: list[Box] = []
        for shape, hit in zip(shapes, hits, strict=True):
            self.add(shape, hit)

    def add(self, shape: Footprint, hit: Hit) -> None:
        """Put one more in the way."""
        self.shapes.append(shape)
        self.hits.append(hit)
        self.boxes.append(box_of(shape))

    def join(self, others: Obstacles) -> None:
        """Put all these in the way too."""
        self.shapes += others.shapes
        self.hits += others.hits
        self.boxes += others.boxes

    def only(self, kept: Sequence[int]) -> Obstacles:
        """Some of them."""
        found = Obstacles()
        found.shapes = [self.shapes[i] for i in kept]
        found.hits = [self.hits[i] for i in kept]
        found.boxes = [self.boxes[i] for i in kept]
        return found

    def about(self, box: Box) -> Obstacles:
        """Those of them that lie at all near a box, for many questions about one place."""
        return self.only(self.near(box))

    def near(self, box: Box) -> list[int]:
        """Which of them lie at all near a box, told without measuring."""
        x0, y0, x1, y1 = box
        return [
            i
            for i, (a0, b0, a1, b1) in enumerate(self.boxes)
            if a0 <= x1 and x0 <= a1 and b0 <= y1 and y0 <= b1
        ]


def box_of(shape: Footprint, dx: float = 0.0, dy: float = 0.0) -> Box:
    """The upright box about a shape and its way."""
    if isinstance(shape, Stand) and shape.base is not None:
        radius = shape.base.radius
        x0, y0, x1, y1 = shape.x - radius, shape.y - radius, shape.x + radius, shape.y + radius
    else:
        xs = [x for x, _ in shape.corners]
        ys = [y for _, y in shape.corners]
        x0, y0, x1, y1 = min(xs), min(ys), max(xs), max(ys)
    return (
        (x0 + dx if dx < 0.0 else x0) - NEAR,
        (y0 + dy if dy < 0.0 else y0) - NEAR,
        (x1 + dx if dx > 0.0 else x1) + NEAR,
        (y1 + dy if dy > 0.0 else y1) + NEAR,
    )


def obstacles(
    battle: Battle, figure: Figure | None, but: Iterable[int] = (), *, may_leave: bool = False
) -> Obstacles:
    """What stands in a figure's way: other stands, loose steeds, barriers, and the table's edge.

    `but` leaves some figures out; who may leave the table is not stopped at his own edge.
    """
    known = battle.memo.known
    key = ("obstacles", NOBODY if figure is None else figure.id, tuple(but), may_leave)
    found: Obstacles | None = known.get(key)
    if found is None:
        found = known[key] = _obstacles(battle, figure, set(but), may_leave=may_leave)
    return found


def _obstacles(
    battle: Battle, figure: Figure | None, but: set[int], *, may_leave: bool
) -> Obstacles:
    """Gather them; they are kept until somebody or something moves."""
    found = Obstacles()
    own = NOBODY if figure is None else figure.id
    for one in battle.figures:
        if one.id != own and one.id not in but and on_table(one):
            found.add(stand(one), Hit("figure", one.id, one.name))
    for loose in battle.loose:
        if loose.steed.posture == "standing":
            found.add(stand_at("horse", loose.x, loose.y, loose.facing), Hit("steed", loose.id))
    scenario = battle.scenario
    edge = scenario.edge(figure.side) if may_leave and figure is not None else ""
    barriers = tuple([(one.id, one.name, one.corners) for one in battle.things if bars_way(one)])
    found.join(_ground(barriers, scenario.width, scenario.depth, edge))
    return found


def ground_only(among: Obstacles) -> Obstacles:
    """Terrain and the table's edge, without figures and loose steeds."""
    kept = [i for i, hit in enumerate(among.hits) if hit.kind in ("thing", "edge")]
    return among.only(kept)


@lru_cache(maxsize=256)
def _ground(
    barriers: tuple[tuple[int, str, Corners], ...], width: float, depth: float, own: str
) -> Obstacles:
    """What of the ground is in the way: it changes with a door or a table, if at all."""
    found = Obstacles()
    for key, name, corners in barriers:
        for rect in walls_of(corners):
            found.add(rect, Hit("thing", key, name))
    for name, rect in edges(width, depth).items():
        open_door = own == DOORWAY and name == "south"
        if name != own and not open_door:
            found.add(rect, Hit("edge", NOBODY, name))
    return found


def edges(width: float, depth: float) -> dict[str, Rect]:
    """The four edges of the table as walls around it."""
    half = WALL / 2 + 0.01  # a stand may lie on the very edge
    return {
        "south": Rect(width / 2, -half, 0.0, width + 2 * WALL, WALL),
        "north": Rect(width / 2, depth + half, 0.0, width + 2 * WALL, WALL),
        "west": Rect(-half, depth / 2, 0.0, WALL, depth),
        "east": Rect(width + half, depth / 2, 0.0, WALL, depth),
    }


def run(own: Stand, facing: float, inches: float, among: Obstacles) -> Slide:
    """Slide a stand straight in a direction without turning it, until something stops it."""
    if inches <= 0.0:
        return Slide(own, 0.0, None)
    ux, uy = heading(facing)
    dx, dy = ux * inches, uy * inches
    near = among.near(box_of(own, dx, dy))
    part, hit = slide(own, dx, dy, [among.shapes[i] for i in near])
    there = own.moved(dx * part, dy * part)
    return Slide(there, inches * part, None if hit is None else among.hits[near[hit]])


def lies_free(own: Stand, among: Obstacles) -> bool:
    """Whether a stand lies on nothing and nobody."""
    shapes = among.shapes
    for i in among.near(box_of(own)):
        if overlapping(own, shapes[i]):
            return False
    return True


@clause("DE-CHG-27")
def free_spot(battle: Battle, own: Stand, among: Obstacles) -> Stand:
    """Where a steed comes to rest: the nearest free spot of its line, else beside the line."""
    if lies_free(own.snapped(), among):
        return own.snapped()
    for ahead, aside in (*ALONG, *BESIDE):
        there = own.at(*own.spot((aside, ahead))).snapped()
        if lies_free(there, among) and not half_off(battle, there):
            return there
    return own.snapped()


def lies_under(own: Stand, among: Obstacles) -> bool:
    """Whether a stand lies beneath another by more than rounding sinks those set flush."""
    for shape in among.shapes:
        if not far_apart(own, shape, 0.0) and overlapping(own, shape):
            out = way_out(own.corners, shape.corners)
            if out is not None and hypot(*out) > FLUSH:
                return True
    return False


def who_is_under(own: Stand, among: Obstacles) -> Hit | None:
    """The first thing or figure that a stand lies on."""
    for shape, hit in zip(among.shapes, among.hits, strict=True):
        if overlapping(own, shape):
            return hit
    return None


def off_edge(battle: Battle, own: Stand) -> bool:
    """Whether the middle of a stand is off the table."""
    scenario = battle.scenario
    return not (0.0 <= own.x <= scenario.width and 0.0 <= own.y <= scenario.depth)


def half_off(battle: Battle, own: Stand) -> bool:
    """Whether a part of a stand is off the table."""
    width, depth = battle.scenario.width, battle.scenario.depth
    return any(
        not (-EDGE <= x <= width + EDGE and -EDGE <= y <= depth + EDGE) for x, y in own.corners
    )
