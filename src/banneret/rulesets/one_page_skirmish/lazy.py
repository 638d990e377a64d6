"""Ways whose ideas are worked out one at a time, so that a random player pays for one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from banneret.core.choices import Chance, Move, Preview, Way
from banneret.core.lazy import no_ideas

if TYPE_CHECKING:
    from banneret.core.clauses import Refusal
    from banneret.core.overlay import Overlay

WayMaker = Callable[[], Way | None]


class OneByOne(Sequence[WayMaker]):
    """Many makers of ways, each made when it is looked at."""

    __slots__ = ("_count", "_make")

    def __init__(self, count: int, make: Callable[[int], WayMaker]) -> None:
        self._count = count
        self._make = make

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, at: int) -> WayMaker:  # type: ignore[override]  # nobody slices makers
        if not 0 <= at < self._count:
            raise IndexError(at)
        return self._make(at)


class LazyMove(Move):
    """A way for one figure; a maker gives an idea, or None where there is none of its sort."""

    __slots__ = ("quick", "slow")

    def __init__(
        self,
        side: str,
        key: str,
        prompt: str,
        piece: int,
        *,
        gaits: Sequence[str],
        allows: Callable[[Way], Refusal | None],
        quick: Sequence[WayMaker],
        slow: Callable[[], Sequence[Way]] = lambda: (),
        allowance: float | None = None,
        about: Sequence[Any] = (),
        foresee: Callable[[Way], Preview] | None = None,
        reach: Callable[[], Sequence[Overlay]] | None = None,
    ) -> None:
        super().__init__(
            side,
            key,
            prompt,
            piece,
            gaits=gaits,
            allows=allows,
            ideas=no_ideas,
            allowance=allowance,
            about=about,
            foresee=foresee,
            reach=reach,
        )
        self.quick = quick
        self.slow = slow

    def ideas(self) -> list[Way]:
        """Make every idea and keep what is lawful, each once."""
        found: dict[Way, None] = {}
        for make in self.quick:
            way = make()
            if way is not None and way not in found and self.allows(way) is None:
                found[way] = None
        for way in self.slow():
            if way not in found and self.allows(way) is None:
                found[way] = None
        return list(found)

    def any(self, chance: Chance) -> Way:
        """Make ideas from a random one on until one is lawful."""
        quick = self.quick
        count = len(quick)
        at = chance.die(count) - 1
        for step in range(count):
            way = quick[(at + step) % count]()
            if way is not None and self.allows(way) is None:
                self.found = way
                return way
        return self.ideas()[0]
