"""Somebody at the other end: a socket here, or one at another process."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from banneret.server.door.frames import frame_head

if TYPE_CHECKING:
    from banneret.server.door.frames import QuickSocket

TOO_SLOW = 1013


class Connection:
    """Who is there, which seat he has, and what he knows already."""

    def __init__(self, key: str = "") -> None:
        self.id = key or secrets.token_hex(8)
        self.side: str | None = None
        self.known = 0  # events
        self.last: Any = None
        self.asking = False  # for a hint

    def send(self, text: bytes) -> None:
        """Say something to him."""
        raise NotImplementedError

    def send_first(self, text: bytes) -> None:
        """Say something together with what is said next; `flush` says that nothing will be."""
        self.send(text)

    def flush(self) -> None:
        """Say what was only to be said first."""

    def close(self, code: int) -> None:
        """Send him away."""
        raise NotImplementedError


class SocketConnection(Connection):
    """A socket of this process."""

    def __init__(self, plug: QuickSocket) -> None:
        super().__init__()
        self._plug = plug
        self._first = b""

    def send(self, text: bytes) -> None:
        """Say something; who reads too slowly is sent away and may come back."""
        first, self._first = self._first, b""
        if not self._plug.put(first + frame_head(len(text)) + text):
            self._plug.part(TOO_SLOW)

    def send_first(self, text: bytes) -> None:
        """Keep a short text back, to be written with the next: every write is dear."""
        self._first += frame_head(len(text)) + text

    def flush(self) -> None:
        """Write what was kept back, if nothing came after it."""
        if self._first:
            first, self._first = self._first, b""
            self._plug.put(first)

    def close(self, code: int) -> None:
        """Send him away; what was said before reaches him first."""
        self._plug.part(code)
