"""A way for a figure that can also be led to a place somebody has in mind."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from banneret.core.questions.lazy import LazyMove

if TYPE_CHECKING:
    from banneret.core.questions.choices import Way
    from banneret.tabletop.shapes.segments import Point


class LedMove(LazyMove, kw_only=True, eq=False):
    """A way for one figure.

    `lead` draws one to a place at a gait, with True beyond the edge if it lies there. How far he
    could go is worked out for screens alone.
    """

    lead: Callable[[str, Point, bool], Way | None]
    furthest: Callable[[], float]

    def describe(self) -> dict[str, Any]:
        """Say which figure goes, how, and how far it could."""
        return {**super().describe(), "allowance": self.furthest()}
