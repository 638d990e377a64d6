"""Who stands where, and is there room: answers about many bases at once.

crowd = Crowd(standing, widest=1.2)          # worked out once, kept until somebody moves
crowd.around(base, 2.0)       # who may be within two inches: a few cells of the table
crowd.near(base, 2.0)         # who is
meets(base, [one.base for one in others])    # does it lie on any of them
Footing(base, others).taken(x, y)            # surely on somebody there, without turning
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar

from banneret.tabletop.shapes.measuring import overlaps, within

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from banneret.tabletop.shapes.bases import Base, Rect

    Box = tuple[float, float, float, float]

CELL: Final = 4.0  # inches: wider than a man's base, so that neighbours are in the cells around
SURELY: Final = 0.003  # inches deep: over somebody, however places and facings are rounded
_LEVEL: Final = 1 << 12


class HasBase(Protocol):
    """Whatever stands somewhere."""

    @property
    def base(self) -> Rect:
        """What it covers."""
        ...


K = TypeVar("K", bound=HasBase)


class Crowd(Generic[K]):
    """Everybody by the cell of the table his middle is in; `widest` is the largest radius."""

    __slots__ = ("_cells", "_widest")

    def __init__(self, everybody: Iterable[K], widest: float) -> None:
        cells: dict[int, list[K]] = {}
        for one in everybody:
            base = one.base
            key = int(base.x // CELL) * _LEVEL + int(base.y // CELL)
            if key in cells:
                cells[key].append(one)
            else:
                cells[key] = [one]
        self._cells = cells
        self._widest = widest

    def around(self, base: Rect, inches: float) -> list[K]:
        """Those whose middles may be so near that bases are within so many inches."""
        cells = self._cells
        reach = inches + base.radius + self._widest
        x0, x1 = int((base.x - reach) // CELL), int((base.x + reach) // CELL)
        y0, y1 = int((base.y - reach) // CELL), int((base.y + reach) // CELL)
        if (x1 - x0 + 1) * (y1 - y0 + 1) >= len(cells):
            return [one for cell in cells.values() for one in cell]
        found: list[K] = []
        for column in range(x0, x1 + 1):
            for row in range(y0, y1 + 1):
                key = column * _LEVEL + row
                if key in cells:
                    found += cells[key]
        return found

    def near(self, base: Rect, inches: float) -> list[K]:
        """Those whose bases are within so many inches of this one."""
        return [one for one in self.around(base, inches) if within(base, one.base, inches)]

    def on(self, base: Rect) -> list[K]:
        """Those on whom a base lies."""
        return [one for one in self.around(base, 0.0) if overlaps(base, one.base)]


class Footing:
    """Those on whom a base could come to lie that looks for room without turning.

    It says no at once where the base would surely lie on one of them; the rest is to be looked at.
    """

    __slots__ = ("_others",)

    def __init__(self, base: Rect, others: Iterable[Rect]) -> None:
        self._others = [_thickness(base, other) for other in others]

    def taken(self, x: float, y: float) -> bool:
        """Whether the base would surely lie on somebody there."""
        for ox, oy, reach, axes in self._others:
            dx, dy = x - ox, y - oy
            if -reach < dx < reach and -reach < dy < reach:
                for ux, uy, thick in axes:
                    if not -thick < dx * ux + dy * uy < thick:
                        break
                else:
                    return True
        return False


def _thickness(
    base: Rect, other: Rect
) -> tuple[float, float, float, tuple[tuple[float, float, float], ...]]:
    """Where another base is, and how near the middles must be on each axis to lie over it."""
    c = abs(base.ux * other.ux + base.uy * other.uy)
    s = abs(base.ux * other.uy - base.uy * other.ux)
    return (
        other.x,
        other.y,
        base.radius + other.radius,
        (
            (base.ux, base.uy, base.hd + other.hw * s + other.hd * c - SURELY),
            (base.uy, -base.ux, base.hw + other.hw * c + other.hd * s - SURELY),
            (other.ux, other.uy, other.hd + base.hw * s + base.hd * c - SURELY),
            (other.uy, -other.ux, other.hw + base.hw * c + base.hd * s - SURELY),
        ),
    )


def may_meet(a: Base, b: Base) -> bool:
    """Whether the boxes round two bases do: most do not, which is quickly seen."""
    return a.x0 < b.x1 and b.x0 < a.x1 and a.y0 < b.y1 and b.y0 < a.y1


def first_met(base: Base, others: Iterable[Base]) -> int | None:
    """The place in the list of the first base this one lies on; None if it lies on none."""
    x0, x1, y0, y1 = base.x0, base.x1, base.y0, base.y1
    for at, other in enumerate(others):
        if x0 < other.x1 and other.x0 < x1 and y0 < other.y1 and other.y0 < y1:  # noqa: SIM102
            if overlaps(base, other):
                return at
    return None


def meets(base: Base, others: Iterable[Base]) -> bool:
    """Whether a base lies on any of the others."""
    return first_met(base, others) is not None


def overlapping(bases: Sequence[Base]) -> Iterator[tuple[int, int]]:
    """The pairs of bases that lie on one another, by their places in the list."""
    for at, base in enumerate(bases):
        for later, there in enumerate(bases[at + 1 :], at + 1):
            if may_meet(base, there) and overlaps(base, there):
                yield at, later


def together(bases: Sequence[Base], inches: float) -> bool:
    """Whether nobody is further than so many inches from the rest, from one to the next."""
    found, left = [bases[0]], list(bases[1:])
    for base in found:
        near = [other for other in left if within(base, other, inches)]
        found += near
        left = [other for other in left if other not in near]
    return not left


def box_around(bases: Iterable[Base], inches: float = 0.0) -> Box:
    """The upright box around some bases, so much wider all round."""
    every = list(bases)
    return (
        min([base.x0 for base in every]) - inches,
        min([base.y0 for base in every]) - inches,
        max([base.x1 for base in every]) + inches,
        max([base.y1 for base in every]) + inches,
    )


def reaches_into(base: Base, box: Box) -> bool:
    """Whether some of a base may be in an upright box."""
    x0, y0, x1, y1 = box
    return base.x0 < x1 and base.x1 > x0 and base.y0 < y1 and base.y1 > y0


def lies_in(base: Base, box: Box, slack: float = 1e-6) -> bool:
    """Whether all of a base is in an upright box."""
    x0, y0, x1, y1 = box
    return (
        base.x0 >= x0 - slack
        and base.y0 >= y0 - slack
        and base.x1 <= x1 + slack
        and base.y1 <= y1 + slack
    )
