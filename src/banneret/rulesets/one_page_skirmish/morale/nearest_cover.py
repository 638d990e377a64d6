"""The nearest place where a figure would be covered (OP-MORALE-26)."""

from __future__ import annotations

from collections import deque
from functools import partial
from heapq import merge
from itertools import islice
from math import cos, inf, pi, sin
from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.measuring import (
    TOLERANCE,
    Point,
    Rect,
    along,
    bearing,
    distance,
    gap,
    nearest_on_segment,
)

from ..basics.state import FOOT_BASE, MOUNTED_BASE, footprint
from ..ground.clearance import too_near
from ..ground.lay import COVER_INCHES, COVERING_AREAS, COVERING_LINES, covered_at
from ..movement.routes import nearest_straight, route, straight_route
from ..movement.ways import cannot_end

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from banneret.tabletop.ground.search import Route
    from banneret.tabletop.ground.terrain import Ground

    from ..basics.state import Battle, Figure

_INSIDE: Final = 0.02
_SAMPLE_INCHES: Final = 1.5
_MOST_GOALS: Final = 12
_LATER: Final = 1000  # numbers of places looked at after those nearest of each piece
_SHIFT: Final = 0.4  # by which a place is shifted to find one that is nearer still
_ROUND: Final = tuple((cos(n * pi / 4), sin(n * pi / 4)) for n in range(8))


@clause("OP-MORALE-26")
def nearest_cover(
    battle: Battle,
    figure: Figure,
    threat: tuple[Rect, float] | None,
    *,
    clear: Callable[[Point, Point], bool] | None = None,
    limit: float = inf,
) -> tuple[Point, ...] | None:
    """The cheapest way to a covered place no nearer to the threat, its start included."""
    here = (figure.base.x, figure.base.y)
    will_do = partial(_will_do, battle, figure, here, threat)
    ahead = list(_nearest_points(battle.ground, figure))
    near = sorted([(distance(here, p), n, p) for n, p in enumerate(ahead) if will_do(p)])
    best = nearest_straight(battle, figure, near, clear, limit)
    nearest = min([distance(here, p) for p in ahead], default=inf)
    if best is not None and best.cost <= nearest + 2.0 * _INSIDE:
        return best.points
    within = limit if best is None else best.cost
    others = iter(_further_places(battle.ground, figure, threat, within))
    goals = [p for _, _, p in near]

    def some() -> Iterator[tuple[float, int, Point]]:
        for far, n, p in islice((one for one in others if will_do(one[2])), _MOST_GOALS):
            goals.append(p)
            yield far, n, p

    places = some()
    found = nearest_straight(battle, figure, merge(near, places), clear, within)
    if found is None:
        deque(places, maxlen=0)  # all of them are goals now
        found = route(battle, figure, goals, clear=clear, limit=within) if goals else None
        most = within if found is None else found.cost
        # those near at hand may lie beyond an enemy, and one further off plainly ahead
        plain = nearest_straight(battle, figure, others, clear, most, will_do=will_do)
        found = plain or found
    best = found or best
    if best is not None and len(best.points) <= 2:
        best = _nearer_still(battle, figure, best, threat, clear)
    return None if best is None else best.points


def _further_places(
    ground: Ground, figure: Figure, threat: tuple[Rect, float] | None, within: float
) -> list[tuple[float, int, Point]]:
    """Places in cover all over the table, within a distance and not towards the threat."""
    here = (figure.base.x, figure.base.y)
    found = sorted(
        [
            (far, p)
            for p in _samples(ground, mounted=figure.mounted)
            if (far := distance(here, p)) < within and not _towards(figure, p, threat)
        ]
    )
    return [(far, _LATER + n, p) for n, (far, p) in enumerate(found)]


def _nearer_still(
    battle: Battle,
    figure: Figure,
    best: Route,
    threat: tuple[Rect, float] | None,
    clear: Callable[[Point, Point], bool] | None,
) -> Route:
    """Shift the end of a straight way about as long as that makes it cheaper."""
    here = (figure.base.x, figure.base.y)
    shorter: Route | None = best
    while shorter is not None:
        best = shorter
        x, y = best.points[-1]
        about = [(x + ux * _SHIFT, y + uy * _SHIFT) for ux, uy in _ROUND]
        good = [
            p
            for p in about
            if distance(here, p) < best.cost and _will_do(battle, figure, here, threat, p)
        ]
        shorter = straight_route(battle, figure, good, clear, best.cost - _INSIDE)
    return best


def _towards(figure: Figure, p: Point, threat: tuple[Rect, float] | None) -> bool:
    """Whether a place is nearer to the threat however the base lies."""
    if threat is None:
        return False
    other, apart = threat
    return distance(p, (other.x, other.y)) - figure.base.inner - other.inner < apart - TOLERANCE


def _will_do(
    battle: Battle, figure: Figure, here: Point, threat: tuple[Rect, float] | None, p: Point
) -> bool:
    """Whether a figure that comes straight there is covered, clear, and no nearer to the threat."""
    if _towards(figure, p, threat):
        return False
    base = footprint(figure.mounted, p[0], p[1], bearing(here, p))
    return (
        (threat is None or _keeps_off(base, *threat))
        and too_near(battle, figure, base) is None
        and cannot_end(battle, figure, base) is None
        and covered_at(battle.ground, base)
    )


def _keeps_off(base: Rect, threat: Rect, inches: float) -> bool:
    """Whether a base is no nearer to the threat than that; mostly the circles round both tell."""
    dx, dy = base.x - threat.x, base.y - threat.y
    reach = inches + base.radius + threat.radius
    return dx * dx + dy * dy >= reach * reach or gap(base, threat) >= inches - TOLERANCE


def _nearest_points(ground: Ground, figure: Figure) -> Iterator[Point]:
    """Of each covering piece the place that is nearest in a straight line."""
    base = figure.base
    here = (base.x, base.y)
    for area in ground.areas:
        if area.kind in COVERING_AREAS and not (figure.mounted and area.kind == "building"):
            on_edge = _nearest_on(here, area.ring)
            far = distance(here, on_edge)
            if far > TOLERANCE:
                yield along(here, on_edge, 1.0 + _INSIDE / far)
    for line in ground.lines:
        if line.kind in COVERING_LINES:
            on_line = _nearest_on(here, line.points)
            far = distance(here, on_line)
            for half in (base.hd, base.hw):
                stop = COVER_INCHES + half - 2.0 * TOLERANCE
                if far > stop:
                    yield along(here, on_line, 1.0 - stop / far)


def _nearest_on(p: Point, points: Sequence[Point]) -> Point:
    best, found = inf, points[0]
    for i in range(1, len(points)):
        q = nearest_on_segment(p, points[i - 1], points[i])
        far = distance(p, q)
        if far < best:
            best, found = far, q
    return found


def _samples(ground: Ground, *, mounted: bool) -> tuple[Point, ...]:
    """Places in cover all over the table, found once for each ground."""
    known = ground.nets.get(("cover", mounted))
    if isinstance(known, tuple):
        return known
    found: list[Point] = []
    half = (MOUNTED_BASE if mounted else FOOT_BASE)[0] * 0.5
    for area in ground.areas:
        if area.kind in COVERING_AREAS and not (mounted and area.kind == "building"):
            count = len(area.polygon)
            middle = (
                sum(p[0] for p in area.polygon) / count,
                sum(p[1] for p in area.polygon) / count,
            )
            for p in [*area.polygon, *[p for p, _ in _spaced(area.ring)]]:
                found.append(along(p, middle, min(0.05 / max(distance(p, middle), 0.1), 0.5)))
                found.append(along(p, middle, 0.5))
            found.append(middle)
    for line in ground.lines:
        if line.kind in COVERING_LINES:
            off = COVER_INCHES + half - 0.05
            for p, (nx, ny) in _spaced(line.points):
                found.append((p[0] + nx * off, p[1] + ny * off))
                found.append((p[0] - nx * off, p[1] - ny * off))
            for p in line.points:
                found += [(p[0] + ux * off, p[1] + uy * off) for ux, uy in _ROUND]
    made = tuple([(round(x, 3), round(y, 3)) for x, y in found])
    ground.nets["cover", mounted] = made
    return made


def _spaced(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Points along a polyline, with the step square to it."""
    for i in range(1, len(points)):
        a, b = points[i - 1], points[i]
        long = distance(a, b)
        count = max(int(long / _SAMPLE_INCHES), 1)
        for n in range(count):
            yield along(a, b, (n + 0.5) / count), (-(b[1] - a[1]) / long, (b[0] - a[0]) / long)
