"""How many throws of the dice come to the same result, counted once for each shape of draw."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, factorial, prod
from typing import TypeVar

from banneret.core.errors import BanneretError

T = TypeVar("T")
Faces = tuple[int, ...]
Outcomes = tuple[tuple[Faces, int], ...]

MOST_SHUFFLED = 8  # 40,320 orders
remembered = lru_cache(maxsize=512)


@remembered
def each_throw(dice: Faces) -> Outcomes:
    """List every throw once, none being like another."""
    return tuple((faces, 1) for faces in product(*(range(1, sides + 1) for sides in dice)))


@remembered
def high_or_low(sides: int, needed: int) -> Outcomes:
    """Weigh the needed number or more against less; leave out what cannot happen."""
    high = _good_faces(sides, needed)
    return tuple((faces, ways) for faces, ways in (((sides,), high), ((1,), sides - high)) if ways)


def _good_faces(sides: int, needed: int) -> int:
    """Count the faces that show the needed number or more."""
    return min(max(sides - needed + 1, 0), sides)


@remembered
def sums(count: int, sides: int) -> Outcomes:
    """Convolve equal dice; ways[k] throws sum to count + k."""
    ways = [1]
    for _ in range(count):
        wider = [0] * (len(ways) + sides - 1)
        for low, many in enumerate(ways):
            for step in range(sides):
                wider[low + step] += many
        ways = wider
    return tuple((_spread(count, sides, extra), many) for extra, many in enumerate(ways))


def _spread(count: int, sides: int, extra: int) -> Faces:
    """Give dice that sum to count + extra, the first as high as they go."""
    faces = []
    for _ in range(count):
        step = min(extra, sides - 1)
        faces.append(1 + step)
        extra -= step
    return tuple(faces)


@remembered
def differences(sides: int) -> Outcomes:
    """Weigh first less second for two equal dice."""
    spread = range(1 - sides, sides)
    return tuple(((1 + max(by, 0), 1 + max(-by, 0)), sides - abs(by)) for by in spread)


@remembered
def kept(count: int, sides: int, keep: int) -> Outcomes:
    """Weigh every hand of the highest dice; those dropped may show anything not higher."""
    if keep == 0:
        return (((1,) * count, sides**count),)
    hands = combinations_with_replacement(range(sides, 0, -1), keep)
    return tuple((hand + (1,) * (count - keep), _ways_to_keep(hand, count)) for hand in hands)


def _ways_to_keep(hand: Faces, count: int) -> int:
    """Count the throws whose highest dice are this hand."""
    lowest = hand[-1]
    higher = Counter(hand)
    shared = higher.pop(lowest)
    rest = count - higher.total()
    ways = factorial(count) // factorial(rest) // prod(map(factorial, higher.values()))
    low = [comb(rest, n) * (lowest - 1) ** (rest - n) for n in range(shared, rest + 1)]
    total: int = ways * sum(low)
    return total


@remembered
def binomial(count: int, sides: int, needed: int) -> Outcomes:
    """Weigh every number of dice that show the needed number; leave out what cannot happen."""
    good = _good_faces(sides, needed)
    listed = []
    for hits in range(count + 1):
        ways = comb(count, hits) * good**hits * (sides - good) ** (count - hits)
        if ways:
            listed.append(((sides,) * hits + (1,) * (count - hits), ways))
    return tuple(listed)


@remembered
def highest(sides: int, count: int) -> Outcomes:
    """Weigh every set of places that may share the highest face; leave out what cannot happen."""
    listed = []
    for winners in range(1, count + 1):
        ways = sum((face - 1) ** (count - winners) for face in range(1, sides + 1))
        for places in combinations(range(count), winners) if ways else ():
            faces = tuple(sides if place in places else 1 for place in range(count))
            listed.append((faces, ways))
    return tuple(listed)


def pattern(items: tuple[object, ...]) -> Faces:
    """Name each thing by the first place of its equal."""
    return tuple(items.index(item) for item in items)


@remembered
def choices(named: Faces) -> Outcomes:
    """Weigh every different thing of a pattern."""
    if len(named) == 1:
        return (((), 1),)
    return tuple(((first + 1,), ways) for first, ways in Counter(named).items())


@remembered
def orders(named: Faces) -> Outcomes:
    """Weigh every different order of a pattern."""
    if len(named) > MOST_SHUFFLED:
        raise BanneretError(
            f"the orders of {len(named)} things are too many to list: {MOST_SHUFFLED} at most"
        )
    found: dict[Faces, tuple[Faces, int]] = {}
    for faces in product(*(range(1, sides + 1) for sides in range(len(named), 1, -1))):
        order = shuffled(named, faces)
        first, ways = found.get(order, (faces, 0))
        found[order] = (first, ways + 1)
    return tuple(found.values())


def shuffled(items: tuple[T, ...], faces: Faces) -> tuple[T, ...]:
    """Swap each place, from the last, with the one its die points at."""
    order = list(items)
    for last, face in zip(range(len(order) - 1, 0, -1), faces, strict=True):
        order[last], order[face - 1] = order[face - 1], order[last]
    return tuple(order)
