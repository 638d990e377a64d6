"""Lines through a lane: one for every way of passing the corners that stand in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from banneret.tabletop.shapes.segments import Point

_SAME: Final = 1e-6  # parts of a chord that are no different


class Lane:
    """All straight lines from one chord to another: from `a0 a1` on one side to `b0 b1` beyond.

    `a0` and `b0` lie on the left of it, `a1` and `b1` on the right; a chord may be one point.
    """

    __slots__ = ("a0", "a1", "b0", "b1")

    def __init__(self, a0: Point, a1: Point, b0: Point, b1: Point) -> None:
        self.a0 = a0
        self.a1 = a1
        self.b0 = b0
        self.b1 = b1

    def holds(self, p: Point) -> bool:
        """Tell whether a point lies between the flanks of the lane, not on them."""
        a0, a1, b0, b1 = self.a0, self.a1, self.b0, self.b1
        return (
            _turn(a0, b0, p) < 0.0
            and _turn(a1, b1, p) > 0.0
            and _turn(a0, a1, p) >= 0.0
            and _turn(b0, b1, p) <= 0.0
        )

    def lines(self, corners: Iterable[Point]) -> Iterator[tuple[Point, Point]]:
        """Give a line for every way of passing the corners that stand in the lane; none, none.

        Lines that leave the same corners on the same hand are alike. Turned about, they change
        hands only where a line runs through two corners, the chords' ends among them: so between
        two such lines one of them stands for all.
        """
        inside = [p for p in dict.fromkeys(corners) if self.holds(p)]
        if not inside:
            return
        a0, a1, b0, b1 = self.a0, self.a1, self.b0, self.b1
        marks = [_met(a0, a1, p, end) for p in inside for end in (b0, b1)]
        marks += [_met(a0, a1, p, q) for i, p in enumerate(inside) for q in inside[:i]]
        for s in _middles(marks):
            eye = _along(a0, a1, s)
            for t in _middles([_met(b0, b1, eye, p) for p in inside]):
                yield eye, _along(b0, b1, t)


def _turn(p: Point, q: Point, r: Point) -> float:
    """Above nought if r lies to the left of the line from p to q."""
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def _along(p: Point, q: Point, part: float) -> Point:
    return (p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part)


def _met(p: Point, q: Point, a: Point, b: Point) -> float:
    """The part of a chord at which the endless line through a and b meets it; -1 if nowhere."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    across = (q[0] - p[0]) * dy - (q[1] - p[1]) * dx
    if -1e-12 < across < 1e-12:
        return -1.0
    return ((a[0] - p[0]) * dy - (a[1] - p[1]) * dx) / across


def _middles(marks: Sequence[float]) -> list[float]:
    """The middle of every part into which marks divide a chord."""
    inner = sorted([mark for mark in marks if 0.0 < mark < 1.0])
    found: list[float] = []
    before = 0.0
    for mark in (*inner, 1.0):
        if mark - before > _SAME:
            found.append((before + mark) * 0.5)
        before = mark
    return found
