"""Small games in secret: mixed strategies of payoff tables, and choosing by them."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

ROUNDS = 60


def mixture(payoffs: Sequence[Sequence[float]], rounds: int = ROUNDS) -> list[float]:
    """Give how often to play each row against an opponent who plays as well as he can.

    Both sides match their regrets; the average of what the rows did is the strategy.
    """
    rows, columns = len(payoffs), len(payoffs[0])
    if rows == 1:
        return [1.0]
    row_regret, column_regret = [0.0] * rows, [0.0] * columns
    total = [0.0] * rows
    for turn in range(1, rounds + 1):
        mine, theirs = _matched(row_regret), _matched(column_regret)
        gains = [sum([row[j] * theirs[j] for j in range(columns)]) for row in payoffs]
        value = sum([mine[i] * gains[i] for i in range(rows)])
        for i in range(rows):
            row_regret[i] = max(0.0, row_regret[i] + gains[i] - value)
            total[i] += turn * mine[i]
        for j in range(columns):
            loss = sum([mine[i] * payoffs[i][j] for i in range(rows)])
            column_regret[j] = max(0.0, column_regret[j] + value - loss)
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
