"""The map of roads: home, the places already seen, and where the roads lead from here."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

from banneret.core.show.forms import Emblem, Round
from banneret.core.show.scene import Ground1, Marker, Piece, Scene, SideInfo

from ..setup.lists import scenario_of
from .chronicle import over, worth, worth_words
from .roads import roads
from .sheet import KINDS, OUTLAWS

if TYPE_CHECKING:
    from .sheet import Adventure, Knight

Point = tuple[float, float]
WIDE, HIGH = 60.0, 19.0
HOME: Point = (5.0, 9.5)
BREADTH = 0.9  # of a road
_RISE = (0.0, 1.5, -2.0, 1.8, -1.5, 2.0, 0.0)  # how the way winds, an adventure after the other
_FORK = (5.0, -1.5, -6.0)  # roads from one place lead apart: the better one upwards
_LAND = {
    "the_ford": "ford",
    "ambush_in_the_wood": "wood",
    "giant_on_the_hill": "hill",
    "robbers_tower": "tower",
    "perilous_chapel": "chapel",
}
_WOODS = (
    (12.0, 2.6, 2.2),
    (31.0, 2.2, 1.9),
    (45.0, 16.6, 2.0),
    (24.0, 16.8, 1.8),
    (57.0, 2.6, 1.8),
)


def place_of(kind: str) -> int:
    """The number of the piece that stands at the end of a road; the knight is 0."""
    return 1 + KINDS.index(kind)


def draw(knight: Knight) -> Scene:
    """The country he rides through."""
    seen = _seen(knight)
    here = seen[-1]
    ahead = _ahead(knight, here)
    return Scene(
        width=WIDE,
        height=HIGH,
        ground=tuple(_ground(knight, seen, ahead)),
        pieces=(_rider(knight, here), *_signs(knight, ahead)),
        markers=tuple(_markers(knight, seen, ahead)),
        sides=(_side(knight),),
        sequence=_sequence(knight),
        now=_sequence(knight)[min(len(knight.chain), knight.adventures - 1)],
    )


def _step(knight: Knight) -> float:
    return (WIDE - 10.0) / knight.adventures


def _seen(knight: Knight) -> list[Point]:
    """Home, and each place of the chain."""
    step = _step(knight)
    return [HOME] + [
        (HOME[0] + step * (at + 1), HOME[1] + _RISE[(at + 1) % len(_RISE)])
        for at in range(len(knight.chain))
    ]


def _ahead(knight: Knight, here: Point) -> dict[str, Point]:
    """Where the roads lead; none before the first adventure and after the last."""
    if over(knight):
        return {}
    step = _step(knight)
    if knight.road:
        return {knight.kind: (here[0] + step, here[1])}
    ways = roads(knight)
    return {
        one.kind: (here[0] + step, min(HIGH - 3.0, max(3.0, HOME[1] + rise)))
        for one, rise in zip(ways, _FORK, strict=False)
    }


# -- the country


def _ground(knight: Knight, seen: list[Point], ahead: dict[str, Point]) -> list[Ground1]:
    found = [Ground1("light_wood", _ring((x, y), r), True, f"wood {x:g}") for x, y, r in _WOODS]
    found.append(Ground1("building", _box(HOME, 1.6), True, "home", "Camelot"))
    for at, (p, q) in enumerate(pairwise(seen)):
        found.append(Ground1("road", _way(p, q), True, f"way {at}"))
    for one, p in zip(knight.chain, seen[1:], strict=True):
        found += _place(one.scenario, p)
    targets = {one.kind: one for one in roads(knight)} if not knight.road else {}
    for kind, p in ahead.items():
        road = targets.get(kind)
        found.append(Ground1("road", _way(seen[-1], p), True, f"way {kind}"))
        found += _place(road.scenario if road else knight.road, p)
        if road is not None and road.because is not None:
            found.append(Ground1("fence", _across(seen[-1], p), False, "closed"))
    return found


def _place(scenario: str, p: Point) -> list[Ground1]:
    """What a place looks like from afar."""
    x, y = p
    land = _LAND.get(scenario, "")
    key = f"{land} {x:.0f} {y:.0f}"
    if land == "hill":
        return [Ground1("steep_hill", _ring(p, 2.6), True, key)]
    if land == "wood":
        spots = ((x - 2.4, y + 1.9), (x + 2.2, y + 2.0), (x + 2.4, y - 2.0))
        return [Ground1("wood", _ring(s, 1.4), True, f"{key} {n}") for n, s in enumerate(spots)]
    if land == "ford":
        banks = ((x - 0.9, y + 4.0), (x + 0.9, y + 4.0), (x + 0.9, y - 4.0), (x - 0.9, y - 4.0))
        return [Ground1("river", banks, True, key)]
    if land in {"tower", "chapel"}:
        return [Ground1("building", _box((x, y + 2.2), 0.9), True, key)]
    return []


def _ring(p: Point, r: float) -> tuple[Point, ...]:
    turns = [(2 * pi * k / 14, r * (1.12 if k % 3 else 0.86)) for k in range(14)]
    return tuple([(round(p[0] + s * cos(a), 2), round(p[1] + s * sin(a), 2)) for a, s in turns])


def _box(p: Point, half: float) -> tuple[Point, ...]:
    x, y = p
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


def _bend(p: Point, q: Point, t: float) -> Point:
    """A point of a road: it leaves and arrives level."""
    ease = t * t * (3 - 2 * t)
    return p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * ease


def _way(p: Point, q: Point) -> tuple[Point, ...]:
    """A road from one place to the next, as broad as it is drawn."""
    steps = 12
    left, right = [], []
    for k in range(steps + 1):
        a, b = _bend(p, q, max(0, k - 0.5) / steps), _bend(p, q, min(steps, k + 0.5) / steps)
        at = _bend(p, q, k / steps)
        far = hypot(b[0] - a[0], b[1] - a[1])
        nx, ny = -(b[1] - a[1]) / far * BREADTH / 2, (b[0] - a[0]) / far * BREADTH / 2
        left.append((round(at[0] + nx, 3), round(at[1] + ny, 3)))
        right.append((round(at[0] - nx, 3), round(at[1] - ny, 3)))
    return (*left, *reversed(right))


def _across(p: Point, q: Point) -> tuple[Point, ...]:
    """A bar across a road that is closed."""
    x, y = _bend(p, q, 0.6)
    return ((round(x - 0.4, 2), round(y - 1.3, 2)), (round(x + 0.4, 2), round(y + 1.3, 2)))


# -- who and what stands there


def _rider(knight: Knight, p: Point) -> Piece:
    arms = "lance" if "lance" in knight.weapons else "sword"
    body = {"virtue": f"{knight.vp}, level {knight.level}", "gold": str(knight.gold)}
    return Piece(
        0,
        "player",
        knight.name,
        *p,
        0.0,
        2.4,
        2.4,
        rank="knight",
        arms=arms,
        mounted=knight.horse,
        profile=body,
        form=Round(),
    )


def _signs(knight: Knight, ahead: dict[str, Point]) -> list[Piece]:
    """A signpost at the end of each road."""
    found = []
    for kind, p in ahead.items():
        road = next((one for one in roads(knight) if one.kind == kind), None)
        scenario = road.scenario if road and not knight.road else knight.road
        name = "Knights of the King" if kind == OUTLAWS else scenario_of(scenario).name
        shut = road is not None and road.because is not None and not knight.road
        emblem = Emblem("banner", "closed" if shut else "")
        said = f"{name}, closed" if shut else name
        found.append(Piece(place_of(kind), "", said, *p, 0.0, 2.0, 2.0, form=emblem))
    return found


def _markers(knight: Knight, seen: list[Point], ahead: dict[str, Point]) -> list[Marker]:
    found = [
        Marker("place", x, y - 1.4, 0.0, _told(one))
        for one, (x, y) in zip(knight.chain, seen[1:], strict=True)
    ]
    found += [Marker("place", one.x, one.y - 1.2, 0.0, one.name) for one in _signs(knight, ahead)]
    if not over(knight) and len(knight.chain) < knight.adventures - 1:
        x = HOME[0] + _step(knight) * knight.adventures
        found.append(Marker("place", x, HOME[1], 0.0, "the last"))
    return found


def _told(one: Adventure) -> str:
    return f"{one.title}: {one.outcome}" if one.scenario else one.outcome


def _side(knight: Knight) -> SideInfo:
    points = worth(knight)
    lines = (
        ("Virtue", f"{knight.vp}, level {knight.level}"),
        ("Gold", str(knight.gold)),
        ("Worth so far", f"{points}, {worth_words(points)}"),
    )
    return SideInfo("player", knight.name, lines)


def _sequence(knight: Knight) -> tuple[str, ...]:
    """The adventures in order; of those to come only the number is known."""
    done = [f"{at + 1}. {one.title}" for at, one in enumerate(knight.chain)]
    coming = [f"Adventure {at + 1}" for at in range(len(knight.chain), knight.adventures)]
    return tuple([*done, *coming][: max(knight.adventures, len(done))])
