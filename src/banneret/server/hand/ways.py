"""A way to a place, as a hand means it: straight there, else round something, else part of it."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING, Final

from banneret.core.questions.answers import Way

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from banneret.core.questions.placing import Move

Point = tuple[float, float]

HALVINGS: Final = 7  # of a line, until it is as long as is lawful
_ASIDE: Final = (1.5, -1.5, 3.0, -3.0, 5.0, -5.0)


def fitted(
    choice: Move,
    start: Point,
    goal: Point,
    *,
    via: Sequence[Point] = (),
    wished: str = "",
    facing: float | None = None,
) -> Way | None:
    """Find a lawful way to a place, or as far towards it as it goes."""
    if wished in choice.gaits:
        return _fitted(choice, [wished], start, (*via, goal), facing)
    willing = [gait for gait in choice.gaits if gait not in choice.forced]
    found = _fitted(choice, willing, start, (*via, goal), facing)
    return found or _fitted(choice, choice.forced, start, (*via, goal), facing)


def _fitted(
    choice: Move,
    gaits: Sequence[str],
    start: Point,
    legs: Sequence[Point],
    facing: float | None,
) -> Way | None:
    """Find such a way at one of these gaits."""
    goal = legs[-1]
    for gait in gaits:
        for points in _routes(start, goal, legs[:-1]):
            way = _made(gait, start, points, facing)
            if choice.lawful(way) is not None:
                return way
    best: Way | None = None
    near = hypot(goal[0] - start[0], goal[1] - start[1])
    for way in [*_cut_short(choice, gaits, start, legs, facing), *choice.ideas()]:
        if way.gait not in gaits:
            continue
        end = way.points[-1] if way.points else start
        off = hypot(end[0] - goal[0], end[1] - goal[1])
        if off < near - 1e-6:
            best, near = way, off
    return best


def _routes(start: Point, goal: Point, via: Sequence[Point]) -> Iterator[tuple[Point, ...]]:
    """Straight there, else round something that may be in the way."""
    yield (*via, goal)
    if via:
        return
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    far = hypot(dx, dy)
    if far < 1.0:
        return
    for aside in _ASIDE:
        middle = (
            round(start[0] + dx / 2 - dy / far * aside, 3),
            round(start[1] + dy / 2 + dx / far * aside, 3),
        )
        yield (middle, goal)


def _made(gait: str, start: Point, points: Sequence[Point], facing: float | None) -> Way:
    before = points[-2] if len(points) > 1 else start
    end = points[-1]
    if facing is None:
        facing = round(degrees(atan2(end[0] - before[0], end[1] - before[1])) % 360, 3)
    return Way(gait, tuple((round(x, 3), round(y, 3)) for x, y in points), facing)


def _cut_short(
    choice: Move,
    gaits: Sequence[str],
    start: Point,
    points: Sequence[Point],
    facing: float | None,
) -> Iterator[Way]:
    """The same way as far as it is lawful, at each gait."""
    for gait in gaits:
        low, high, best = 0.0, 1.0, None
        for _ in range(HALVINGS):
            part = (low + high) / 2
            way = _made(gait, start, _part(start, points, part), facing)
            if choice.lawful(way) is not None:
                low, best = part, way
            else:
                high = part
        if best is not None:
            yield best


def _part(start: Point, points: Sequence[Point], part: float) -> tuple[Point, ...]:
    """The first part of a line."""
    line = [start, *points]
    pairs = list(pairwise(line))
    left = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairs) * part
    kept: list[Point] = []
    for a, b in pairs:
        far = hypot(b[0] - a[0], b[1] - a[1])
        if far >= left:
            by = left / far if far else 0.0
            kept.append((round(a[0] + (b[0] - a[0]) * by, 3), round(a[1] + (b[1] - a[1]) * by, 3)))
            return tuple(kept)
        kept.append(b)
        left -= far
    return tuple(kept)
