"""Small games in secret: mixed strategies of payoff tables, and choosing by them."""

from __future__ import annotations

from hashlib import blake2b
from operator import mul
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

ROUNDS = 60


def mixture(payoffs: Sequence[Sequence[float]], rounds: int = ROUNDS) -> list[float]:
    """Give how often to play each row against an opponent who plays as well as he can.

    Both sides match their regrets; the average of what the rows did is the strategy.
    """
    rows = len(payoffs)
    if rows == 1:
        return [1.0]
    columns = [*zip(*payoffs, strict=True)]
    row_regret, column_regret = [0.0] * rows, [0.0] * len(columns)
    total = [0.0] * rows
    for turn in range(1, rounds + 1):
        mine, theirs = _matched(row_regret), _matched(column_regret)
        gains = [sum(map(mul, row, theirs)) for row in payoffs]
        value = sum(map(mul, mine, gains))
        losses = [sum(map(mul, mine, column)) for column in columns]
        row_regret = [
            max(0.0, old + gain - value) for old, gain in zip(row_regret, gains, strict=True)
        ]
        column_regret = [
            max(0.0, old + value - loss) for old, loss in zip(column_regret, losses, strict=True)
        ]
        total = [old + turn * share for old, share in zip(total, mine, strict=True)]
    whole = sum(total)
    return [share / whole for share in total]


def _matched(regret: list[float]) -> list[float]:
    whole = sum(regret)
    if whole <= 0.0:
        return [1.0 / len(regret)] * len(regret)
    return [one / whole for one in regret]


def drawn(shares: Sequence[float], *about: object) -> int:
    """Choose a place by its share; what it is about decides, so that equal moments fall alike."""
    spot = lot(*about)
    for place, share in enumerate(shares):
        spot -= share
        if spot <= 0.0:
            return place
    return max(range(len(shares)), key=lambda place: shares[place])


def lot(*about: object) -> float:
    """A number from 0 to 1 that nobody foresees without knowing all it is about."""
    text = "|".join([str(one) for one in about]).encode()
    return int.from_bytes(blake2b(text, digest_size=6).digest(), "big") / float(1 << 48)
