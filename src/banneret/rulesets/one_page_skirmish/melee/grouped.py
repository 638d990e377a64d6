"""A draw of which only part is told apart, so that exact odds have fewer branches to follow."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from msgspec import UnsetType

from banneret.core.chance.draws import Draw, Faces, Outcomes

T = TypeVar("T")


class Grouped(Draw[T], frozen=True):
    """The same dice, read the same way; results with the same `key` stand for one another."""

    draw: Draw[T]
    key: Callable[[T], Hashable]

    @property
    def dice(self) -> Faces:
        """Give the same dice."""
        return self.draw.dice

    def read(self, faces: Faces) -> T:
        """Read the faces the same way."""
        return self.draw.read(faces)

    def total(self, faces: Faces) -> int | UnsetType:
        """Add them up the same way."""
        return self.draw.total(faces)

    def outcomes(self, fine: bool = False) -> Outcomes:
        """List one throw for each key."""
        groups: dict[Hashable, tuple[Faces, int]] = {}
        for faces, ways in self.draw.outcomes(fine):
            key = self.key(self.draw.read(faces))
            first, before = groups.get(key, (faces, 0))
            groups[key] = (first, before + ways)
        return tuple(groups.values())


def grouped(draw: Draw[T], key: Callable[[T], Hashable]) -> Grouped[T]:
    """Tell apart only what the key tells apart."""
    return Grouped(draw.purpose, draw, key)
