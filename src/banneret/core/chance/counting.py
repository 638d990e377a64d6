"""How many throws of the dice come to the same result, counted once for each shape of draw."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, factorial, prod
from typing import TYPE_CHECKING, TypeVar

from banneret.core.chance import kinds
from banneret.core.errors import BanneretError

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
Faces = tuple[int, ...]
Outcomes = tuple[tuple[Faces, int], ...]

MOST_SHUFFLED = 8  # 40,320 orders
remembered = lru_cache(maxsize=512)


@remembered
def each_throw(dice: Faces) -> Outcomes:
    """List every throw once, none being like another."""
    return tuple(kinds.throws(dice))


@remembered
def high_or_low(sides: int, needed: int) -> Outcomes:
    """Weigh the needed number or more against less; leave out what cannot happen."""
    high, low, good, bad = _split(sides, needed)
    return tuple((faces, ways) for faces, ways in (((high,), good), ((low,), bad)) if ways)


def _split(sides: int, needed: int) -> tuple[int, int, int, int]:
    """Give the highest and the lowest face, and the ways to show the needed number, and less."""
    faces = kinds.shows(sides)
    good = kinds.ways_of_at_least(sides, needed)
    return faces[-1][0], faces[0][0], good, kinds.side_count(sides) - good


@remembered
def sums(count: int, sides: int) -> Outcomes:
    """Convolve equal dice; ways[k] throws sum to count + k."""
    if sides < 0:
        return merged((sides,) * count, sum)
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
    if sides < 0:
        return merged((sides, sides), lambda faces: faces[0] - faces[1])
    spread = range(1 - sides, sides)
    return tuple(((1 + max(by, 0), 1 + max(-by, 0)), sides - abs(by)) for by in spread)


@remembered
def kept(count: int, sides: int, keep: int) -> Outcomes:
    """Weigh every hand of the highest dice; those dropped may show anything not higher."""
    if sides < 0:
        return merged((sides,) * count, lambda faces: tuple(sorted(faces, reverse=True)[:keep]))
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
    high, low, good, bad = _split(sides, needed)
    listed = []
    for hits in range(count + 1):
        ways = comb(count, hits) * good**hits * bad ** (count - hits)
        if ways:
            listed.append(((high,) * hits + (low,) * (count - hits), ways))
    return tuple(listed)


@remembered
def highest(sides: int, count: int) -> Outcomes:
    """Weigh every set of places that may share the highest face; leave out what cannot happen."""
    if sides < 0:
        return merged((sides,) * count, _places_of_highest)
    listed = []
    for winners in range(1, count + 1):
        ways = sum((face - 1) ** (count - winners) for face in range(1, sides + 1))
        for places in combinations(range(count), winners) if ways else ():
            faces = tuple(sides if place in places else 1 for place in range(count))
            listed.append((faces, ways))
    return tuple(listed)


def _places_of_highest(faces: Faces) -> Faces:
    return tuple([place for place, face in enumerate(faces) if face == max(faces)])


def merged(dice: Faces, read: Callable[[Faces], object]) -> Outcomes:
    """Weigh every result that reading a throw of these dice gives, one throw for each."""
    found: dict[object, tuple[Faces, int]] = {}
    for faces, ways in kinds.throws(dice):
        result = read(faces)
        first, before = found.get(result, (faces, 0))
        found[result] = (first, before + ways)
    return tuple(found.values())


@remembered
def utmost(count: int, sides: int, lowest: bool) -> Outcomes:
    """Weigh every number that may be the highest, or the lowest, of equal dice."""
    faces = kinds.shows(sides)
    inner, outer = (faces[-1][0], faces[::-1]) if lowest else (faces[0][0], faces)
    listed = []
    below = 0
    for face, ways in outer:
        listed.append(((face,) + (inner,) * (count - 1), (below + ways) ** count - below**count))
        below += ways
    return tuple(listed)


@remembered
def factors(plus: int, minus: int, sides: int, led: bool) -> Outcomes:
    """Weigh highest plus less highest minus; led, every hand of the two highest of each sign."""
    if led:
        hands = [kept(many, sides, min(many, 2)) for many in (plus, minus)]
    else:
        hands = [utmost(many, sides, False) for many in (plus, minus)]
    found: dict[object, tuple[Faces, int]] = {}
    for (high, ways), (low, against) in product(*hands):
        faces = high + low
        result: object = faces if led else high[0] - low[0]
        first, before = found.get(result, (faces, 0))
        found[result] = (first, before + ways * against)
    return tuple(found.values())


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
