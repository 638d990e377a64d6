"""When nobody would notice if the server took a moment for itself."""

from __future__ import annotations

MOST_LOOKS = 60  # without a quiet one, then it is high time


class Quiet:
    """Told now and then how much was written so far, says whether to use the moment.

    It is used once: while nothing is written, nothing is left lying about either.
    """

    __slots__ = ("_looks", "_seen", "_used")

    def __init__(self) -> None:
        self._seen = 0
        self._used = 0  # how much was written when a moment was used last
        self._looks = 0

    def now(self, written: int) -> bool:
        """Whether nothing was written since the last look, but something since the last use."""
        still, self._seen = written == self._seen, written
        self._looks += 1
        if written == self._used or not (still or self._looks > MOST_LOOKS):
            return False
        self._used, self._looks = written, 0
        return True
