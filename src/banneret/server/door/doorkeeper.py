"""How often one address may ask for what is dear, and how many may stand half inside the door."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from banneret.server.door import guards
from banneret.server.door.guards import Bucket
from banneret.server.door.problems import Not

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Mapping

    from litestar import Request

    from banneret.server.settings import Settings

FORGET_SECONDS = 3600.0
MOST_REMEMBERED = 10_000
REQUEST_SECONDS = 20.0  # from the first byte of a request to its last
MOST_FROM_ONE_ADDRESS = 200  # connections, and as many sockets
LOOPBACK_ADDRESSES = ("127.0.0.1", "::1")  # ourselves, or a proxy that stands for everybody
FREE_TRIES = 3  # anybody mistypes
FIRST_DELAY, LONGEST_DELAY = 1.0, 60.0  # after a wrong pass-phrase, doubled with each


class Doorkeeper:
    """Counts by address: `minute` says how often a kind of request may come in one."""

    def __init__(self, minute: Mapping[str, int]) -> None:
        self._minute = dict(minute)
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._wrong: dict[str, tuple[int, float]] = {}  # how often, and when the last was
        self._sockets: dict[str, int] = {}  # by address, as a proxy tells it

    def pass_through(self, request: Request[Any, Any, Any], kind: str) -> None:
        """Let a dear request in, or say that this address asks too often."""
        key = (address(request.scope), kind)
        if key not in self._buckets:
            if len(self._buckets) >= MOST_REMEMBERED:
                self._buckets.clear()
            often = self._minute[kind]
            self._buckets[key] = Bucket(often / 60, often)
        if not self._buckets[key].take():
            raise Not(429, "too_often", f"too many from this address: {self._words(kind)}")

    def _words(self, kind: str) -> str:
        return f"{self._minute[kind]} a minute are let in ({kind})"

    def open_socket(self, scope: Any) -> bool:
        """Let one more socket in, unless its address has as many as it may."""
        held = self._sockets.get(address(scope), 0)
        if held >= MOST_FROM_ONE_ADDRESS and address(scope) not in LOOPBACK_ADDRESSES:
            return False
        self._sockets[address(scope)] = held + 1
        return True

    def close_socket(self, scope: Any) -> None:
        """Count one less."""
        _less(self._sockets, address(scope))

    def knows(self, settings: Settings, scope: Any, headers: Mapping[str, str]) -> bool:
        """Whether the pass-phrase is known; whoever guesses it anywhere waits as at the login."""
        guesses = settings.passphrase and headers.get("authorization", "").startswith("Bearer ")
        if guesses:
            self.wait_for_login(scope)
        if guards.knows_passphrase(settings, headers):
            return True
        if guesses:
            self.wrong_login(scope)
        return False

    def knows_quietly(self, settings: Settings, scope: Any, headers: Mapping[str, str]) -> bool:
        """As `knows`, where nobody is refused: who must wait does not know it."""
        try:
            return self.knows(settings, scope, headers)
        except Not:
            return False

    def wait_for_login(self, scope: Any) -> None:
        """Refuse a guess that comes too soon after wrong ones."""
        often, last = self._wrong.get(address(scope), (0, 0.0))
        if time.monotonic() - last > FORGET_SECONDS:
            return
        if often < FREE_TRIES:
            return
        delay = min(LONGEST_DELAY, FIRST_DELAY * 2 ** (often - FREE_TRIES))
        left = last + delay - time.monotonic()
        if left > 0:
            text = f"wrong pass-phrases came from here: try again in {left:.0f} seconds"
            raise Not(429, "too_often", text, "passphrase")

    def wrong_login(self, scope: Any) -> None:
        """Remember a wrong pass-phrase."""
        if len(self._wrong) >= MOST_REMEMBERED:
            self._wrong.clear()
        often, _ = self._wrong.get(address(scope), (0, 0.0))
        self._wrong[address(scope)] = (often + 1, time.monotonic())

    def right_login(self, scope: Any) -> None:
        """Forget the wrong ones."""
        self._wrong.pop(address(scope), None)


def address(scope: Any) -> str:
    """From where a request comes."""
    client = scope.get("client")
    return client[0] if client else ""


def _less(counted: dict[str, int], key: str) -> None:
    left = counted.get(key, 1) - 1
    if left > 0:
        counted[key] = left
    else:
        counted.pop(key, None)


class Door(HttpToolsProtocol):
    """A connection that is closed when a request does not come to its end in time."""

    _open: dict[str, int] = {}  # noqa: RUF012  # connections by address, of the whole process

    def connection_made(self, transport: Any) -> None:
        """Let a connection in, unless too many come from its address."""
        super().connection_made(transport)
        self._from = (self.client or ("", 0))[0]
        self._timer: asyncio.TimerHandle | None = None
        held = self._open.get(self._from, 0) + 1
        self._open[self._from] = held
        if held > MOST_FROM_ONE_ADDRESS and self._from not in LOOPBACK_ADDRESSES:
            transport.abort()
        else:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._calm()
        _less(self._open, self._from)
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Begin to wait for the end of a request."""
        super().on_message_begin()
        self._wait()

    def on_message_complete(self) -> None:
        """Have the whole request."""
        self._calm()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand a connection over that has become a socket, which is counted by `open_socket`."""
        self._calm()
        _less(self._open, self._from)
        super().handle_websocket_upgrade()

    def _wait(self) -> None:
        self._calm()
        self._timer = self.loop.call_later(REQUEST_SECONDS, self._give_up)

    def _calm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
