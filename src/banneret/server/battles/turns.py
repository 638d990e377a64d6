"""Taking turns: a lock that can also be taken without waiting, by plain calls."""

from __future__ import annotations

import asyncio
from collections import deque


class Turns:
    """One at a time, in the order of coming; `take` is for who finds it free."""

    __slots__ = ("_waiting", "free")

    def __init__(self) -> None:
        self.free = True
        self._waiting: deque[asyncio.Future[None]] = deque()

    def take(self) -> None:
        """Have the turn at once; only when it is free."""
        assert self.free
        self.free = False

    def give_up(self) -> None:
        """Let the next one have it."""
        while self._waiting:
            one = self._waiting.popleft()
            if not one.done():
                one.set_result(None)
                return
        self.free = True

    async def __aenter__(self) -> None:
        if self.free:
            self.free = False
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self.give_up()  # it came too late
            raise

    async def __aexit__(self, *_: object) -> None:
        self.give_up()
