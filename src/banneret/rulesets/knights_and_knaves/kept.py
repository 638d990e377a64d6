"""Answers between two bases that depend on the ground alone, kept for the next asking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from banneret.core.bases import Rect

T = TypeVar("T")

MOST_KEPT: Final = 50_000


def keep_answer(known: dict[tuple[float, ...], T], key: tuple[float, ...], answer: T) -> T:
    """Keep what was found between two bases; now and then all of it is forgotten."""
    if len(known) >= MOST_KEPT:
        known.clear()
    known[key] = answer
    return answer


def both_places(a: Rect, b: Rect) -> tuple[float, ...]:
    """The key of an answer between two bases: where and how they stand, on foot or mounted."""
    return (a.x, a.y, a.facing, a.hd, b.x, b.y, b.facing, b.hd)
