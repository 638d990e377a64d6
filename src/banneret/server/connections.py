"""Somebody at the other end: a socket here, or one at another process."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from banneret.server.frames import QuickSocket

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

    def close(self, code: int) -> None:
        """Send him away."""
        raise NotImplementedError


class SocketConnection(Connection):
    """A socket of this process."""

    def __init__(self, plug: QuickSocket) -> None:
        super().__init__()
        self._plug = plug

    def send(self, text: bytes) -> None:
        """Say something; who reads too slowly is sent away and may come back."""
        if not self._plug.say(text):
            self._plug.part(TOO_SLOW)

    def close(self, code: int) -> None:
        """Send him away; what was said before reaches him first."""
        self._plug.part(code)
