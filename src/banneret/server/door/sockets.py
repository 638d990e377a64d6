"""The socket of a seat: in at the door, messages in turn, out again."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import deque
from typing import TYPE_CHECKING, Any

from banneret.server.door import wire
from banneret.server.door.connections import SocketConnection
from banneret.server.door.frames import PLUG
from banneret.server.door.guards import Bucket, host_allowed, origin_allowed
from banneret.server.door.refusing import as_refused
from banneret.server.door.wire import Refused
from banneret.server.settings import MOST_MESSAGE_BYTES

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from banneret.server.door.connections import Connection
    from banneret.server.hall import Hall

log = logging.getLogger(__name__)

NOT_WELCOME, NOT_SEATED, TOO_MANY_REFUSALS = 1008, 1008, 1008
MOST_REFUSALS = 200  # in a row
MOST_WAITING = 120  # messages of one socket while those before them are done
_ADDRESS = re.compile(r"/api/battles/([^/]+)/socket/?")


async def serve_socket(hall: Hall, scope: Any, receive: Any, send: Any) -> None:
    """Carry one seat's messages until the socket is gone."""
    await receive()
    where = _ADDRESS.fullmatch(scope["path"])
    if where is None or not _welcome(hall, scope) or not hall.doorkeeper.open_socket(scope):
        await send({"type": "websocket.close", "code": NOT_WELCOME, "reason": "not allowed"})
        return
    try:
        await send({"type": "websocket.accept"})
        await _talk(hall, where[1], scope["extensions"][PLUG], receive)
    finally:
        hall.doorkeeper.close_socket(scope)


async def _talk(hall: Hall, battle: str, plug: Any, receive: Any) -> None:
    connection = SocketConnection(plug)
    talk = Talk(hall, battle, connection)
    plug.on_text = talk.hear
    try:
        while (message := await receive())["type"] != "websocket.disconnect":
            talk.hear((message.get("text") or "").encode())  # what is not text is malformed
    finally:
        plug.on_text = None
        talk.end()
        hall.leave(battle, connection)


def _welcome(hall: Hall, scope: Any) -> bool:
    headers = {key.decode("latin-1").lower(): v.decode("latin-1") for key, v in scope["headers"]}
    host, origin = headers.get("host", ""), headers.get("origin", "")
    if not (host_allowed(hall.settings, host) and origin_allowed(hall.settings, origin, host)):
        return False
    return hall.doorkeeper.knows_quietly(hall.settings, scope, headers)


class Talk:
    """What one socket says, message by message.

    Most is done at once, by plain calls. What must wait is done by a task, and what comes
    meanwhile waits in turn.
    """

    def __init__(self, hall: Hall, battle: str, connection: Connection) -> None:
        self._hall = hall
        self._battle = battle
        self._connection = connection
        self._bucket = Bucket(hall.settings.rate, hall.settings.burst)
        self._refusals = 0
        self._seated = False
        self._over = False
        self._working = False
        self._text = b""  # what is being done
        self._inbox: deque[bytes] = deque()
        self._task: asyncio.Task[None] | None = None
        self._loop = asyncio.get_running_loop()
        self._patience = self._loop.call_later(hall.settings.sit_seconds, self._too_late)

    def hear(self, text: bytes) -> None:
        """Take a message now, or when those before it are done."""
        if self._over:
            return
        if len(text) > MOST_MESSAGE_BYTES:  # before it waits with others
            self._refuse(_too_large(), text)
        elif not self._bucket.take() or len(self._inbox) >= MOST_WAITING:
            self._refuse(Refused("too_often", "more slowly, please"), text)
        elif self._working or self._inbox:
            self._inbox.append(text)
        else:
            self._take(text)

    def end(self) -> None:
        """Hear nothing more."""
        self._over = True
        self._patience.cancel()
        if self._task is not None:
            self._task.cancel()

    def _take(self, text: bytes) -> None:
        self._working, self._text = True, text
        try:
            said = wire.read(text)
            if not self._seated:
                self._later(self._sit(said))
            elif not self._hall.take(self._battle, self._connection, said, self._done):
                self._later(self._hall.hear(self._battle, self._connection, text, said))
        except Exception as no:  # noqa: BLE001  # told and logged there
            self._done(no)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        self._task = self._loop.create_task(self._finish(work))

    async def _finish(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as no:  # noqa: BLE001  # told and logged there
            self._done(no)
        else:
            self._done(None)
        finally:
            self._task = None

    async def _sit(self, said: wire.Message) -> None:
        if not isinstance(said, wire.Sit):
            raise Refused("not_seated", "sit first")
        await self._hall.sit(self._battle, self._connection, self._text, said)
        self._seated = True
        self._patience.cancel()

    def _done(self, no: Exception | None) -> None:
        """One message is done, or refused; go on with the next."""
        self._working = False
        if no is None:
            self._refusals = 0
        else:
            if not isinstance(no, Refused):
                log.error("a message of battle %s could not be taken", self._battle, exc_info=no)
            self._refuse(as_refused(no), self._text)
        if self._inbox and not self._over:
            self._loop.call_soon(self._next)

    def _next(self) -> None:
        if self._inbox and not (self._working or self._over):
            self._take(self._inbox.popleft())

    def _refuse(self, no: Refused, text: bytes) -> None:
        self._refusals += 1
        to = "" if no.code == "too_large" else wire.type_of(text)
        self._connection.send(wire.refusal(no, to))
        if not self._seated or self._refusals >= MOST_REFUSALS:
            self._over = True
            self._connection.close(TOO_MANY_REFUSALS if self._seated else NOT_SEATED)

    def _too_late(self) -> None:
        if not (self._seated or self._over or self._working):
            self._refuse(Refused("not_seated", "nobody sat down in time"), b'{"type":"sit"}')


def _too_large() -> Refused:
    return Refused("too_large", f"a message has at most {MOST_MESSAGE_BYTES} bytes")
