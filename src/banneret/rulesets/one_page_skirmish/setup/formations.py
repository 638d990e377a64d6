"""Units drawn up in ranks: which formations a piece of ground has room for.

What the ground alone decides is worked out once for each ground and kind of unit, spot by spot as
it is asked for; who stands in the way is for the battle to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from banneret.core.questions.choices import Place1
from banneret.tabletop.ground.terrain import Ground
from banneret.tabletop.setting_up import drawn_up
from banneret.tabletop.shapes.measuring import Rect, heading

from ..basics.state import MOUNTED_BASE, footprint

Box = tuple[float, float, float, float]
Shape = tuple[tuple[float, float], ...]  # steps to the right and back from the leader's place
Sound = Callable[[Sequence[Rect]], bool]


class Formation(NamedTuple):
    """Where each man stands, the leader first."""

    places: tuple[Place1, ...]
    bases: tuple[Rect, ...]


class Order(NamedTuple):
    """How a unit is drawn up: who rides (the leader first), files and space, where and whither."""

    riders: tuple[bool, ...]
    files: int
    space: float
    box: Box
    facing: float
    start: float  # from left to right
    forward: bool  # bowmen in front


class Formations:
    """The formations of one order that the ground has room for, the likeliest first."""

    __slots__ = ("_facing", "_found", "_order", "_shape", "_spots")

    def __init__(self, order: Order) -> None:
        self._order = order
        self._facing = order.facing
        self._shape = in_ranks(order.riders, order.files, order.space)
        self._spots = _anchors(order, self._shape)
        self._found: list[Formation] = []

    def each(self, sound: Sound) -> Iterator[Formation]:
        """Go through them; `sound` judges a spot that nobody has tried yet by the ground alone."""
        at = 0
        while True:
            while at < len(self._found):
                yield self._found[at]
                at += 1
            spot = next(self._spots, None)
            if spot is None:
                return
            made = self._drawn_up(spot)
            if sound(made.bases):
                self._found.append(made)

    def _drawn_up(self, spot: tuple[float, float]) -> Formation:
        places = tuple(drawn_up(spot, self._facing, self._shape))
        riders = self._order.riders
        bases = tuple([footprint(rides, *p) for rides, p in zip(riders, places, strict=True)])
        return Formation(places, bases)


def formations_on(ground: Ground, about: tuple[object, ...], order: Order) -> Formations:
    """The formations of an order on a ground; `about` is whatever else bears on what is sound."""
    key = ("formations", about, order)
    found = ground.nets.get(key)
    if not isinstance(found, Formations):
        found = ground.nets[key] = Formations(order)
    return found


def in_ranks(riders: Sequence[bool], files: int, space: float) -> Shape:
    """Ranks one behind another, the leader in the middle of the first."""
    depth = (2.0 if any(riders) else 1.0) + space
    width = 1.0 + space
    count = len(riders)
    ranks = -(-count // files)
    front = -(-count // ranks)
    columns = sorted(range(front), key=lambda file: (abs(file - front // 2), file))
    return tuple(
        [((columns[at % front] - front // 2) * width, (at // front) * depth) for at in range(count)]
    )


def _anchors(order: Order, shape: Shape) -> Iterator[tuple[float, float]]:
    """Places for the leader, the nearest to the start first, bowmen in front, others behind."""
    x0, y0, x1, y1 = order.box
    ux, uy = heading(order.facing)
    half = MOUNTED_BASE[1] * 0.5 if any(order.riders) else 0.5
    wide, deep = (x1 - x0, y1 - y0) if uy else (y1 - y0, x1 - x0)
    left = 0.5 - min(right for right, _ in shape)
    right = wide - 0.5 - max(right for right, _ in shape)
    back = deep - half - max(behind for _, behind in shape)
    if right < left or back < half:
        return
    middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
    from_the_start = _spread(left, right, order.start)
    for behind in _spread(half, back, 0.0 if order.forward else 0.4):
        for across in from_the_start:
            aside, ahead = across - wide / 2, deep / 2 - behind
            yield middle_x + uy * aside + ux * ahead, middle_y - ux * aside + uy * ahead


def _spread(low: float, high: float, start: float) -> list[float]:
    """Values an inch apart from low to high, those nearest the start first."""
    first = low + (high - low) * start
    values = [low + i for i in range(int(high - low) + 1)]
    return [first, *sorted(values, key=lambda value: (abs(value - first), value))]
