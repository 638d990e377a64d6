"""A question for a way whose ideas are made one at a time: a random player pays for one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from banneret.core.choices import Chance, Move, Way

if TYPE_CHECKING:
    from banneret.core.asking import Preview
    from banneret.core.clauses import Refusal

Maker = Callable[[], Way | None]


class LazyMove(Move):
    """A way for one figure; a maker gives an idea, or None where there is none of its sort."""

    __slots__ = ("makers",)

    def __init__(
        self,
        side: str,
        key: str,
        prompt: str,
        piece: int,
        *,
        gaits: Sequence[str],
        allows: Callable[[Way], Refusal | None],
        makers: Sequence[Maker],
        allowance: float | None = None,
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
            allowance=allowance,
            about=about,
            foresee=foresee,
        )
        self.makers = makers

    def _all(self) -> list[Way]:
        """Make every idea and keep what is lawful, each once."""
        found: dict[Way, None] = {}
        for make in self.makers:
            way = make()
            if way is not None and way not in found and self.allows(way) is None:
                found[way] = None
        return list(found)

    def any(self, chance: Chance) -> Way:
        """Make ideas from a random one on until one is lawful."""
        makers = self.makers
        count = len(makers)
        at = chance.die(count) - 1
        for step in range(count):
            way = makers[(at + step) % count]()
            if way is not None and self.allows(way) is None:
                self.found = way
                return way
        return self._all()[0]
