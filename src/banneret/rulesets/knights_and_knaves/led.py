"""A way for a figure that can also be led to a place somebody has in mind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from banneret.core.lazy import LazyMove

if TYPE_CHECKING:
    from banneret.core.asking import Preview
    from banneret.core.choices import Way
    from banneret.core.clauses import Refusal
    from banneret.core.segments import Point


class LedMove(LazyMove):
    """A way for one figure.

    `lead` draws one to a place at a gait, with True beyond the edge if it lies there. How far he
    could go is worked out for screens alone.
    """

    __slots__ = ("_furthest", "lead")

    def __init__(
        self,
        side: str,
        prompt: str,
        piece: int,
        *,
        gaits: Sequence[str],
        allows: Callable[[Way], Refusal | None],
        sketches: Callable[[], Sequence[Any]],
        draw: Callable[[Any], Way | None],
        lead: Callable[[str, Point, bool], Way | None],
        furthest: Callable[[], float],
        foresee: Callable[[Way], Preview],
    ) -> None:
        super().__init__(
            side,
            "way",
            prompt,
            piece,
            gaits=gaits,
            allows=allows,
            sketches=sketches,
            draw=draw,
            about=(piece,),
            foresee=foresee,
        )
        self.lead = lead
        self._furthest = furthest

    def describe(self) -> dict[str, Any]:
        """Say which figure goes, how, and how far it could."""
        return {**super().describe(), "allowance": self._furthest()}
