"""Ways whose ideas are made one at a time, so that a random player pays for one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from banneret.core.choices import Chance, Move, Way
from banneret.core.lazy import no_ideas

if TYPE_CHECKING:
    from banneret.core.asking import Preview
    from banneret.core.clauses import Refusal
    from banneret.core.segments import Point


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
            ideas=no_ideas,
            about=about,
            foresee=foresee,
        )
        self._sketches = sketches
        self._draw = draw
        self.lead = lead
        self._furthest = furthest

    def ideas(self) -> list[Way]:
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
        return self.ideas()[0]

    def describe(self) -> dict[str, Any]:
        """Say which figure goes, how, and how far it could."""
        return {**super().describe(), "allowance": self._furthest()}
