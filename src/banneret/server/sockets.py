"""The socket of a seat: in at the door, messages in turn, out again."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from litestar import WebSocket, websocket

from banneret.server import wire
from banneret.server.connections import SocketConnection
from banneret.server.guards import Bucket, host_allowed, knows_passphrase, origin_allowed
from banneret.server.settings import MOST_MESSAGE_BYTES
from banneret.server.wire import Refused

if TYPE_CHECKING:
    from banneret.server.hall import Hall

log = logging.getLogger(__name__)

NOT_WELCOME, NOT_SEATED, TOO_MANY_REFUSALS = 1008, 1008, 1008
MOST_REFUSALS = 200  # in a row


class Gone(Exception):
    """The other end is closed."""


@websocket("/api/battles/{battle:str}/socket")
async def socket_handler(socket: WebSocket[Any, Any, Any], battle: str) -> None:
    """Carry one seat's messages."""
    hall: Hall = socket.app.state.hall
    if not _welcome(hall, socket):
        await socket.close(NOT_WELCOME, "not allowed")
        return
    await socket.accept()

    async def send(text: str) -> None:
        await socket.send({"type": "websocket.send", "text": text, "bytes": None})

    connection = SocketConnection(send)
    talk = Talk(hall, battle, connection, socket)
    listening = asyncio.ensure_future(talk.listen())
    code = 1011
    try:
        code = await connection.deliver()
    except Exception as no:  # noqa: BLE001  # however a socket breaks, it is gone
        log.debug("a socket broke: %r", no)
    finally:
        listening.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await listening
        hall.leave(battle, connection)
        with suppress(Exception):
            await socket.close(code)


def _welcome(hall: Hall, socket: WebSocket[Any, Any, Any]) -> bool:
    headers = {key.lower(): value for key, value in socket.headers.items()}
    host, origin = headers.get("host", ""), headers.get("origin", "")
    return (
        host_allowed(hall.settings, host)
        and origin_allowed(hall.settings, origin, host)
        and knows_passphrase(hall.settings, headers)
    )


class Talk:
    """What one socket says, message by message."""

    def __init__(
        self,
        hall: Hall,
        battle: str,
        connection: SocketConnection,
        socket: WebSocket[Any, Any, Any],
    ) -> None:
        self._hall = hall
        self._battle = battle
        self._connection = connection
        self._socket = socket
        self._bucket = Bucket(hall.settings.rate, hall.settings.burst)
        self._refusals = 0

    async def listen(self) -> None:
        """Listen until the socket is gone."""
        code = 1011
        try:
            if await self._sit():
                while self._refusals < MOST_REFUSALS:
                    await self._take(await self._next())
            code = TOO_MANY_REFUSALS
        except Gone:
            code = 1000
        except Exception:
            log.exception("a socket of battle %s fell over", self._battle)
        finally:
            self._connection.close(code)

    async def _sit(self) -> bool:
        text = ""
        try:
            async with asyncio.timeout(self._hall.settings.sit_seconds):
                text = await self._next()
            await self._hall.sit(self._battle, self._connection, text, _sit(text))
        except TimeoutError:
            self._refuse(Refused("not_seated", "nobody sat down in time"), "sit")
            return False
        except Refused as no:
            self._refuse(no, wire.type_of(text))
            return False
        return True

    async def _take(self, text: str) -> None:
        try:
            self._bucket.spend()
            said = wire.read(_small(text))
            await self._hall.hear(self._battle, self._connection, text, said)
            self._refusals = 0
        except Refused as no:
            self._refuse(no, "" if no.code == "too_large" else wire.type_of(text))
        except Exception:
            log.exception("a message of battle %s could not be taken", self._battle)
            self._refuse(Refused("busy", "it could not be done; try again"), wire.type_of(text))

    def _refuse(self, no: Refused, to: str) -> None:
        self._refusals += 1
        self._connection.send(wire.refusal(no, to))

    async def _next(self) -> str:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise Gone
        text = message.get("text")
        return text if isinstance(text, str) else ""  # what is not text is malformed


def _sit(text: str) -> wire.Sit:
    said = wire.read(_small(text))
    if not isinstance(said, wire.Sit):
        raise Refused("not_seated", "sit first")
    return said


def _small(text: str) -> str:
    longest = 4 * len(text)  # in UTF-8
    if longest > MOST_MESSAGE_BYTES and len(text.encode(errors="replace")) > MOST_MESSAGE_BYTES:
        raise Refused("too_large", f"a message has at most {MOST_MESSAGE_BYTES} bytes")
    return text
