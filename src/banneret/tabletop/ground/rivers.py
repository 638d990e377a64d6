"""Ground right across the table that is passed only here and there: a river by bridge and ford."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.tabletop.ground.going import Going
    from banneret.tabletop.ground.ground import Ground
    from banneret.tabletop.ground.pieces import Area
    from banneret.tabletop.shapes.segments import Point

Box = tuple[float, float, float, float]

_HAIR: Final = 0.02  # inches by which the bound is less than any way
_MOST: Final = 2  # straits looked at


class Strait:
    """A strip of barred ground from edge to edge, and where its middle can be crossed at what fee.

    Each passage is the box round a stretch of the middle line.
    """

    __slots__ = ("_by", "high", "low", "passages")

    def __init__(
        self, by: int, low: float, high: float, passages: Sequence[tuple[Box, float]]
    ) -> None:
        self._by = by  # which coordinate tells the side: 1 of a strip from west to east
        self.low = low
        self.high = high
        self.passages = passages

    def side(self, p: Point, reach: float = 0.0) -> int:
        """Tell on which side everything within reach of p lies: -1, 1, or 0 if that is not sure."""
        at = p[self._by]
        return -1 if at + reach <= self.low else 1 if at - reach >= self.high else 0

    def tails(self, p: Point) -> list[float]:
        """Give for each passage the least way from it to p, its fee included."""
        return [to_box(p, box) + fee for box, fee in self.passages]

    def least(self, p: Point, tails: Sequence[float]) -> float:
        """Give an inch count below which no way leads from p through a passage to its tail."""
        ways = [to_box(p, box) + tail for (box, _), tail in zip(self.passages, tails, strict=True)]
        return max(min(ways) - _HAIR, 0.0)


def to_box(p: Point, box: Box) -> float:
    """Measure from p to a box, nothing from inside."""
    x, y = p
    x0, y0, x1, y1 = box
    dx = x0 - x if x < x0 else x - x1 if x > x1 else 0.0
    dy = y0 - y if y < y0 else y - y1 if y > y1 else 0.0
    return sqrt(dx * dx + dy * dy)


def straits_of(ground: Ground, going: Going) -> tuple[Strait, ...]:
    """List the strips from edge to edge of which the smaller part is open."""
    found: list[Strait] = []
    for by in (1, 0):
        along = 1 - by
        whole = ground.width if by else ground.height
        barred = [
            (box[by], box[by + 2], box[along], box[along + 2])
            for box in map(_box, _barred(ground, going))
        ]
        for low, high in dict.fromkeys([(low, high) for low, high, _, _ in barred]):
            middle = (low + high) * 0.5
            spans = [(a, b) for south, north, a, b in barred if south <= low and north >= high]
            gaps = [_laid(by, low, high, *gap) for gap in _gaps(spans, whole)]
            bridges = [box for box in map(_box, _over(ground)) if box[by] <= middle <= box[by + 2]]
            passages = [(box, _fee(ground, going, box, high - low)) for box in gaps]
            passages += [(box, 0.0) for box in bridges]
            spanned = sum(box[along + 2] - box[along] for box, _ in passages)
            if passages and spanned < 0.5 * whole:
                crossed = [
                    (_laid(by, middle, middle, box[along], box[along + 2]), fee)
                    for box, fee in passages
                ]
                found.append(Strait(by, low, high, crossed))
    return tuple(found[:_MOST])


def _box(area: Area) -> Box:
    return (area.x0, area.y0, area.x1, area.y1)


def _laid(by: int, low: float, high: float, start: float, end: float) -> Box:
    """Give the box of a gap in a strip."""
    return (start, low, end, high) if by else (low, start, high, end)


def _barred(ground: Ground, going: Going) -> list[Area]:
    """List the upright boxes of barred ground."""
    return [area for area in ground.areas if area.kind in going.barred_kinds and _is_upright(area)]


def _over(ground: Ground) -> list[Area]:
    return [area for area in ground.areas if area.kind in ground.over]


def _is_upright(area: Area) -> bool:
    """Tell whether an area fills the box around it."""
    corners = {(x, y) for x in (area.x0, area.x1) for y in (area.y0, area.y1)}
    return len(area.polygon) == len(corners) and set(area.polygon) == corners


def _gaps(spans: Sequence[tuple[float, float]], whole: float) -> list[tuple[float, float]]:
    """List what spans leave open between nought and the whole."""
    found: list[tuple[float, float]] = []
    reached = 0.0
    for start, end in sorted(spans):
        if start > reached:
            found.append((reached, start))
        reached = max(reached, end)
    if reached < whole:
        found.append((reached, whole))
    return found


def _fee(ground: Ground, going: Going, gap: Box, wide: float) -> float:
    """Give what it costs more to pass a gap that slow ground alone fills, from side to side."""
    inside = [
        area
        for area in ground.areas
        if area.kind not in going.barred_kinds and _meet(_box(area), gap)
    ]
    if len(inside) != 1 or not _is_upright(inside[0]) or not _holds(_box(inside[0]), gap):
        return 0.0
    return max(going.costs.get(inside[0].kind, 1.0) - going.lowest, 0.0) * wide


def _meet(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and one[2] >= other[0] and one[1] <= other[3] and one[3] >= other[1]


def _holds(outer: Box, inner: Box) -> bool:
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and outer[2] >= inner[2]
        and outer[3] >= inner[3]
    )
