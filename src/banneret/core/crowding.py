"""Who stands on whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.geometry import overlaps

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from banneret.core.bases import Base


def overlapping(bases: Sequence[Base]) -> Iterator[tuple[int, int]]:
    """The pairs of bases that lie on one another, by their places in the list."""
    for at, base in enumerate(bases):
        for later, there in enumerate(bases[at + 1 :], at + 1):
            if (
                base.x0 < there.x1
                and there.x0 < base.x1
                and base.y0 < there.y1
                and there.y0 < base.y1
                and overlaps(base, there)
            ):
                yield at, later
