"""Questions whose ideas are made one at a time, so that a random player pays for one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from banneret.core.choices import Chance, Move, Place, Place1, Way

if TYPE_CHECKING:
    from banneret.core.asking import Preview
    from banneret.core.clauses import Refusal
    from banneret.core.segments import Point

PlaceMaker = Callable[[], dict[int, Place1] | None]


class LazyMove(Move):
    """A way for one figure, drawn from a sketch; None where that sketch comes to nothing.

    `lead` draws one to a place at a gait, with True beyond the edge if it lies there. How far he
    could go is worked out for screens alone.
    """

    __slots__ = ("_draw", "_furthest", "_sketches", "lead")

    def __init__(
        self,
        side: str,
        key: str,
        prompt: str,
        piece: int,
        *,
        gaits: Sequence[str],
        allows: Callable[[Way], Refusal | None],
        sketches: Callable[[], Sequence[Any]],
        draw: Callable[[Any], Way | None],
        lead: Callable[[str, Point, bool], Way | None],
        furthest: Callable[[], float],
        about: Sequence[Any] = (),
        foresee: Callable[[Way], Preview] | None = None,
    ) -> None:
        super().__init__(
            side,
            key,
            prompt,
            piece,
            gaits=gaits,
            allows=allows,
            ideas=self._all,
            about=about,
            foresee=foresee,
        )
        self._sketches = sketches
        self._draw = draw
        self.lead = lead
        self._furthest = furthest

    def _all(self) -> list[Way]:
        """Draw every sketch and keep what is lawful, each once."""
        found: dict[Way, None] = {}
        for sketch in self._sketches():
            way = self._draw(sketch)
            if way is not None and way not in found and self.allows(way) is None:
                found[way] = None
        return list(found)

    def first(self) -> Way:
        """Draw sketches until one is lawful."""
        for sketch in self._sketches():
            way = self._draw(sketch)
            if way is not None and self.allows(way) is None:
                self.found = way
                return way
        raise AssertionError("he may always stay")

    def any(self, chance: Chance) -> Way:
        """Draw sketches from a random one on until one is lawful."""
        sketches = self._sketches()
        count = len(sketches)
        at = chance.die(count) - 1
        for step in range(count):
            way = self._draw(sketches[(at + step) % count])
            if way is not None and self.allows(way) is None:
                self.found = way
                return way
        return self._all()[0]

    def describe(self) -> dict[str, Any]:
        """Say which figure goes, how, and how far it could."""
        return {**super().describe(), "allowance": self._furthest()}


class LazyPlace(Place):
    """Places for several figures; each maker gives one lawful way to set them all down."""

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
    ) -> None:
        super().__init__(side, key, prompt, pieces, allows=allows, ideas=self._all, about=about)
        self.makers = makers

    def _all(self) -> list[dict[int, Place1]]:
        """Make every idea."""
        made = [make() for make in self.makers]
        return [places for places in made if places is not None]

    def any(self, chance: Chance) -> dict[int, Place1]:
        """Make ideas from a random one on until there is one."""
        count = len(self.makers)
        at = chance.die(count) - 1
        for step in range(count):
            places = self.makers[(at + step) % count]()
            if places is not None:
                if list(places) == list(self.pieces):  # as `read` would give it
                    self.found = places
                return places
        raise AssertionError("as they stand they may always stay")
