"""How long the rules of a battle take: quick ones run where they are, slow ones in a thread."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, TypeVar, TypeVarTuple, Unpack

if TYPE_CHECKING:
    from collections.abc import Callable

Ts = TypeVarTuple("Ts")
T = TypeVar("T")

SHORT_SECONDS = 0.005


class Pace:
    """Learns from every act how long the next may take.

    A long while by the clock may be others' doing. Only then the processor's own time is asked
    for, which is dear.
    """

    __slots__ = ("_doubtful", "_seconds", "quick")

    def __init__(self) -> None:
        self.quick = True  # whether the event loop need not fear the rules
        self._seconds = 0.0
        self._doubtful = True

    async def run(self, act: Callable[[], T]) -> T:
        """Act here if it is quick, else in a thread."""
        return self.timed(act) if self.quick else await asyncio.to_thread(self.timed, act)

    def timed(self, act: Callable[[Unpack[Ts]], T], *given: *Ts) -> T:
        """Act, and learn from it."""
        if not self._doubtful:
            start = time.perf_counter()
            found = act(*given)
            self._doubtful = time.perf_counter() - start > SHORT_SECONDS
            return found
        start = time.thread_time()
        try:
            return act(*given)
        finally:
            self._seconds += 0.5 * (time.thread_time() - start - self._seconds)
            self._doubtful = self._seconds > SHORT_SECONDS / 10
            self.quick = self._seconds < SHORT_SECONDS
