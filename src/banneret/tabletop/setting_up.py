"""Before the battle: strips along edges, blocks of men in ranks, and the first place that fits.

zone = strip((48.0, 36.0), "south", 6.0)
for x, y in points_of(zone, "south", 1.0): ...          # from the front and the middle on
places = in_ranks((x, y), INWARD["south"], count, files=5, wide=1.25, deep=1.25)
x, y, facing = places[0]                                # the leader's, in the middle in front
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from banneret.core.questions.answers import Place1
from banneret.tabletop.shapes.bases import heading

if TYPE_CHECKING:
    from banneret.tabletop.shapes.segments import Point

    Box = tuple[float, float, float, float]

INWARD: Final = {"south": 0.0, "west": 90.0, "north": 180.0, "east": 270.0}  # facing from an edge
INTO: Final = {  # the step from an edge into the table
    "south": (0.0, 1.0),
    "west": (1.0, 0.0),
    "north": (0.0, -1.0),
    "east": (-1.0, 0.0),
}


def strip(size: tuple[float, float], edge: str, deep: float) -> Box:
    """So many inches along an edge of a table of that size."""
    width, height = size
    return {
        "south": (0.0, 0.0, width, deep),
        "north": (0.0, height - deep, width, height),
        "west": (0.0, 0.0, deep, height),
        "east": (width - deep, 0.0, width, height),
    }[edge]


def widened(box: Box, inches: float, size: tuple[float, float]) -> Box:
    """A zone with so many inches more all round, as far as the table goes."""
    x0, y0, x1, y1 = box
    return (
        max(x0 - inches, 0.0),
        max(y0 - inches, 0.0),
        min(x1 + inches, size[0]),
        min(y1 + inches, size[1]),
    )


@lru_cache(maxsize=64)
def points_of(zone: Box, edge: str, step: float) -> tuple[Point, ...]:
    """Points of a zone: the rows from the front, in each from the middle outwards.

    The last of a row may lie less than a step beyond its end.
    """
    x0, y0, x1, y1 = zone
    across = edge in {"south", "north"}
    low, high = (x0, x1) if across else (y0, y1)
    back, front = (y0, y1) if across else (x0, x1)
    if edge in {"north", "east"}:
        back, front = front, back
    rows = int(abs(front - back) / step)
    files = int((high - low) / step)
    middle = (low + high) / 2
    found: list[Point] = []
    for row in range(1, rows + 1):
        deep = front + (back - front) * row / max(rows, 1)
        for file in range(files + 1):
            side = middle + step * ((file + 1) // 2) * (1 if file % 2 else -1)
            found.append((side, deep) if across else (deep, side))
    return tuple(found)


def in_front(zone: Box, edge: str, deep: float, aside: float) -> Point:
    """The point of a zone so far behind its front and so far to the right of its middle."""
    x0, y0, x1, y1 = zone
    ux, uy = heading(INWARD[edge])
    front_x = (x1 if ux > 0.5 else x0) if abs(ux) > 0.5 else (x0 + x1) / 2
    front_y = (y1 if uy > 0.5 else y0) if abs(uy) > 0.5 else (y0 + y1) / 2
    return front_x - ux * deep + uy * aside, front_y - uy * deep - ux * aside


def drawn_up(
    middle: Point, facing: float, steps: list[tuple[float, float]] | tuple[tuple[float, float], ...]
) -> list[Place1]:
    """Places by steps to the right and back from a middle, facing one way, on the stored grid."""
    x, y = middle
    ux, uy = heading(facing)
    return [
        Place1(round(x + uy * right - ux * back, 3), round(y - ux * right - uy * back, 3), facing)
        for right, back in steps
    ]


def in_ranks(
    middle: Point, facing: float, count: int, *, files: int, wide: float, deep: float
) -> list[Place1]:
    """Ranks behind a middle man in front; in each the next stand to the right and left by turns."""
    steps = []
    for at in range(count):
        rank, file = divmod(at, files)
        steps.append((((file + 1) // 2) * (1 if file % 2 else -1) * wide, rank * deep))
    return drawn_up(middle, facing, steps)
