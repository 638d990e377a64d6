"""What a side hopes its dice will show: so that luck can be told from the faces."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple


class Wish(NamedTuple):
    """`high`, `low` or, if nobody hopes for anything, nothing; and the face each die needs.

    With a needed face luck is counted in successes, else in how high or low the dice fell.
    """

    want: str
    needed: int | None = None


HIGH, LOW, NO_WISH = Wish("high"), Wish("low"), Wish("")


@lru_cache(maxsize=128)
def at_least(needed: int) -> Wish:
    """Hope for that face or more on each die."""
    return Wish("high", needed)


@lru_cache(maxsize=128)
def at_most(needed: int) -> Wish:
    """Hope for that face or less on each die."""
    return Wish("low", needed)
