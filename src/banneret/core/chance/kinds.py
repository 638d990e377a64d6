"""Kinds of dice: a number is a die of so many sides, one below nought a die with faces of its own.

A die is thrown, typed, recorded and replayed by what it shows, never by which of its sides is up.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

AVERAGE = -6  # the average die: six sides, no extremes
MARKED = {AVERAGE: (2, 3, 3, 4, 4, 5)}
NAMES = {AVERAGE: "dAv"}


@lru_cache(maxsize=256)
def shows(kind: int) -> tuple[tuple[int, int], ...]:
    """List each number a die can show, lowest first, and how many of its sides show it."""
    marked = MARKED.get(kind)
    if marked is None:
        return tuple((face, 1) for face in range(1, kind + 1))
    return tuple((face, marked.count(face)) for face in sorted(set(marked)))


def side_count(kind: int) -> int:
    """Count the sides of a die."""
    return abs(kind)


def can_show(kind: int, face: object) -> bool:
    """Tell whether a die can show this number."""
    if not isinstance(face, int) or isinstance(face, bool):
        return False
    return 1 <= face <= kind if kind > 0 else face in MARKED.get(kind, ())


def ways_of_at_least(kind: int, needed: int) -> int:
    """Count the sides that show the needed number or more."""
    return sum(ways for face, ways in shows(kind) if face >= needed)


def name(kind: int) -> str:
    """Name a die as it is written: d6, d10, dAv for an average die."""
    return NAMES.get(kind) or f"d{kind}"


def range_text(kind: int) -> str:
    """Say what a die shows: a d6 shows 1 to 6, a dAv 2 to 5."""
    faces = shows(kind)
    return f"a {name(kind)} shows {faces[0][0]} to {faces[-1][0]}"


def throws(dice: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Give every throw of several dice and how many ways the sides have to show it."""
    for shown in product(*(shows(kind) for kind in dice)):
        weight = 1
        for _, ways in shown:
            weight *= ways
        yield tuple([face for face, _ in shown]), weight
