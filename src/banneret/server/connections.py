"""Somebody at the other end: a socket here, or one at another process."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

MOST_WAITING = 256  # messages to somebody who does not read
TOO_SLOW = 1013


class Connection:
    """Who is there, which seat he has, and what he knows already."""

    def __init__(self, key: str = "") -> None:
        self.id = key or secrets.token_hex(8)
        self.side: str | None = None
        self.known = 0  # events
        self.last: Any = None
        self.asking = False  # for a hint

    def send(self, text: str) -> None:
        """Say something to him."""
        raise NotImplementedError

    def close(self, code: int) -> None:
        """Send him away."""
        raise NotImplementedError


class SocketConnection(Connection):
    """A socket of this process, with what is still to be sent to it."""

    def __init__(self, send: Callable[[str], Awaitable[None]]) -> None:
        super().__init__()
        self.closing: int | None = None
        self._send = send
        self._outbox: deque[str] = deque()
        self._news = asyncio.Event()

    def send(self, text: str) -> None:
        """Queue something; who reads too slowly is sent away and may come back."""
        if self.closing is not None:
            return
        if len(self._outbox) >= MOST_WAITING:
            self.close(TOO_SLOW)
            return
        self._outbox.append(text)
        self._news.set()

    def close(self, code: int) -> None:
        """Send him away when everything before is said."""
        if self.closing is None:
            self.closing = code
            self._news.set()

    async def deliver(self) -> int:
        """Send what is queued until he is sent away; give the code for that."""
        outbox = self._outbox
        while True:
            while outbox:
                await self._send(outbox.popleft())
            if self.closing is not None:
                return self.closing
            self._news.clear()
            await self._news.wait()
