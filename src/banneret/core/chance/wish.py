"""What a side hopes its dice will show: so that luck can be told from the faces."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Wish(NamedTuple):
    """`high`, `low` or, if nobody hopes for anything, nothing; and the face each die needs.

    With a needed face luck is counted in successes, else in how high or low the dice fell.
    What is needed is told in words where dice count together, or where nobody hopes for it.
    """

    want: str
    needed: int | str | None = None


HIGH, LOW, NO_WISH = Wish("high"), Wish("low"), Wish("")


@lru_cache(maxsize=128)
def at_least(needed: int) -> Wish:
    """Hope for that face or more on each die."""
    return Wish("high", needed)


@lru_cache(maxsize=128)
def at_most(needed: int) -> Wish:
    """Hope for that face or less on each die."""
    return Wish("low", needed)


def span(numbers: Sequence[int]) -> str:
    """Name numbers in a row by their ends."""
    low, high = numbers[0], numbers[-1]
    return f"{low} to {high}" if low < high else str(low)


@lru_cache(maxsize=512)
def in_words(needed: str, want: str = "") -> Wish:
    """Tell by which numbers what is rolled for comes about; as a rule nobody hopes for it."""
    return Wish(want, needed)
