"""A body: equal elements in ranks and files behind the middle of its front."""

from __future__ import annotations

import msgspec

from banneret.tabletop.shapes.bases import Rect, heading
from banneret.tabletop.shapes.segments import Point, snap
from banneret.tabletop.shapes.wheeling import from_front


class Body(msgspec.Struct, frozen=True):
    """A block of equal elements: the middle of its front, its facing, its files and its elements.

    An element is `wide` across the front and `deep`; `apart` is the gap between files, `behind`
    the gap between ranks. Elements fill rank after rank; the last rank may be short.
    """

    x: float
    y: float
    facing: float
    files: int
    elements: int
    wide: float = 1.5
    deep: float = 1.0
    apart: float = 0.0
    behind: float = 0.0

    @property
    def ranks(self) -> int:
        """How many ranks stand behind one another, a short one counted."""
        return ranks_of(self.elements, self.files)

    @property
    def width(self) -> float:
        """How wide the front is."""
        return self.files * self.wide + (self.files - 1) * self.apart

    @property
    def depth(self) -> float:
        """How deep the body is, a short rear rank not shrinking it."""
        ranks = self.ranks
        return ranks * self.deep + (ranks - 1) * self.behind

    @property
    def front(self) -> Point:
        """The middle of the front edge."""
        return (self.x, self.y)

    @property
    def rect(self) -> Rect:
        """The footprint."""
        return from_front((self.x, self.y), self.facing, self.width, self.depth)


def ranks_of(elements: int, files: int) -> int:
    """Count the ranks of so many elements in so many files."""
    return max(1, -(-elements // max(1, files)))


def by_rect(body: Body, rect: Rect, files: int | None = None) -> Body:
    """Give the body standing on another footprint, which must fit its files."""
    ux, uy = heading(rect.facing)
    return msgspec.structs.replace(
        body,
        x=rect.x + ux * rect.hd,
        y=rect.y + uy * rect.hd,
        facing=rect.facing % 360.0,
        files=body.files if files is None else files,
    )


def settled(body: Body) -> Body:
    """Round a body to thousandths of an inch and hundredths of a degree, as bodies are kept."""
    facing = round(body.facing, 2) % 360.0
    return msgspec.structs.replace(body, x=snap(body.x), y=snap(body.y), facing=facing)


def element_rects(body: Body) -> list[Rect]:
    """Give the footprint of each element, rank by rank from the left; a short one centred."""
    found: list[Rect] = []
    ux, uy = heading(body.facing)
    left = body.elements
    for rank in range(body.ranks):
        count = min(body.files, left)
        left -= count
        back = body.deep * 0.5 + rank * (body.deep + body.behind)
        step = body.wide + body.apart
        for file in range(count):
            aside = (file - (count - 1) * 0.5) * step
            x = body.x - ux * back + uy * aside
            y = body.y - uy * back - ux * aside
            found.append(Rect(x, y, body.facing, body.wide, body.deep))
    return found


def without(body: Body, lost: int) -> Body | None:
    """Take elements from the rear; files close up only when they must. None: nobody is left.

    The middle of the front never moves.
    """
    left = body.elements - lost
    if left <= 0:
        return None
    return msgspec.structs.replace(body, elements=left, files=min(body.files, left))


def moved(body: Body, dx: float, dy: float) -> Body:
    """Give the body after a slide."""
    return msgspec.structs.replace(body, x=body.x + dx, y=body.y + dy)
