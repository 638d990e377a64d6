"""Places whose ideas are worked out one at a time, so that a random player pays for one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from banneret.core.choices import Chance, Place, Place1

if TYPE_CHECKING:
    from banneret.core.clauses import Refusal

PlaceMaker = Callable[[], dict[int, Place1] | None]


def no_ideas() -> tuple[()]:
    """Stand in for a list of ideas where `ideas` itself makes them.

    A method of the question's own here would make a ring of references, which only the collector
    of cycles could free.
    """
    return ()


class LazyPlace(Place):
    """Places for several figures; each maker gives one lawful way to set them all down.

    One of them always has one.
    """

    __slots__ = ("makers",)

    def __init__(
        self,
        side: str,
        key: str,
        prompt: str,
        pieces: Sequence[int],
        *,
        allows: Callable[[dict[int, Place1]], Refusal | None],
        makers: Sequence[PlaceMaker],
        about: Sequence[Any] = (),
        region: Callable[[], dict[str, Any]] | None = None,
    ) -> None:
        super().__init__(
            side, key, prompt, pieces, allows=allows, ideas=no_ideas, about=about, region=region
        )
        self.makers = makers

    def ideas(self) -> list[dict[int, Place1]]:
        """Set them down in each of the ways, equal ones once."""
        found: list[dict[int, Place1]] = []
        for make in self.makers:
            places = make()
            if places is not None and places not in found:
                found.append(places)
        return found

    def any(self, chance: Chance) -> dict[int, Place1]:
        """Set them down in a random one of the ways, or the next that works."""
        count = len(self.makers)
        at = chance.die(count) - 1
        for step in range(count):
            places = self.makers[(at + step) % count]()
            if places is not None:
                if list(places) == list(self.pieces):  # as `read` would give it
                    self.found = places
                return places
        raise AssertionError(f"{self.prompt}: no way to set them down works")
