"""Seats that cost almost nothing: a WebSocket client that reads just enough to answer."""

from __future__ import annotations

import asyncio
import base64
import os
import time
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Callable

_QUESTION = b'"question":{"number":'
_PING = b"\0ping"
_TABLE = b'{"type":"table"'


class SeatClient(asyncio.Protocol):
    """One socket: counts tables, and knows the number of the question it is asked."""

    def __init__(self, path: str, host: str, on_table: Callable[[SeatClient, int], None]) -> None:
        self.number = -1  # of the question that is asked; -1: none
        self.tables = 0
        self.ready = asyncio.Event()
        self._host = host
        self._path = path
        self._on_table = on_table
        self._buffer = bytearray()
        self._open = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a socket."""
        self._transport = out = cast("asyncio.Transport", transport)  # uvloop's own kind
        key = base64.b64encode(os.urandom(16)).decode()
        out.write(
            f"GET {self._path} HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def say(self, text: bytes) -> None:
        """Send a short message; a mask of noughts leaves it as it is."""
        assert self._transport is not None
        size = len(text)
        head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + text)

    def _pong(self, payload: bytes) -> None:
        assert self._transport is not None
        self._transport.write(bytes((0x8A, 0x80 | len(payload))) + b"\0\0\0\0" + payload)

    def answer(self) -> None:
        """Answer what is asked."""
        number, self.number = self.number, -1
        self.say(b'{"type":"answer","number":%d,"value":"left"}' % number)

    def data_received(self, data: bytes) -> None:
        """Read whole frames."""
        buffer = self._buffer
        buffer += data
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert b" 101 " in buffer[:end], bytes(buffer[:200])
            del buffer[: end + 4]
            self._open = True
            self.ready.set()
        while (frame := _frame(buffer)) is not None:
            self._take(frame)

    def _take(self, frame: bytes) -> None:
        if frame.startswith(_PING):
            self._pong(frame[len(_PING) :])
        if not frame.startswith(_TABLE):
            return
        at = frame.find(_QUESTION)
        if at >= 0:
            start = at + len(_QUESTION)
            self.number = int(
                frame[start : min(frame.find(b",", start) % 2**62, start + 9)].rstrip(b"}")
            )
        self.tables += 1
        self._on_table(self, len(frame))


def _frame(buffer: bytearray) -> bytes | None:
    """Take one whole frame off the buffer."""
    if len(buffer) < 2:
        return None
    size, start = buffer[1] & 0x7F, 2
    if size == 126:
        size, start = int.from_bytes(buffer[2:4], "big"), 4
    elif size == 127:
        size, start = int.from_bytes(buffer[2:10], "big"), 10
    if len(buffer) < start + size:
        return None
    ping = buffer[0] & 0x0F == 9
    frame = (
        _PING + bytes(buffer[start : start + size]) if ping else bytes(buffer[start : start + size])
    )
    del buffer[: start + size]
    return frame


class Pair:
    """Two seats of one battle; a decision is over when both have seen it."""

    def __init__(self) -> None:
        self.seats: list[SeatClient] = []
        self.times: list[float] = []
        self.bytes = 0
        self.saturated = False
        self._sent = 0.0
        self._missing = 0

    async def open(self, host: str, port: int, path: str, sits: list[bytes]) -> None:
        """Connect both seats and sit down."""
        loop = asyncio.get_running_loop()
        for sit in sits:
            seat = SeatClient(path, f"{host}:{port}", self._on_table)
            await loop.create_connection(lambda seat=seat: seat, host, port)  # type: ignore[misc]
            await seat.ready.wait()
            if sit:
                seat.say(sit)
            else:
                seat.number = 0
            self.seats.append(seat)

    def decide(self) -> None:
        """Have the seat that is asked answer."""
        if self._missing:
            return
        seat = next((one for one in self.seats if one.number >= 0), None)
        if seat is None:
            return
        self._missing = 2
        self._sent = time.perf_counter()
        seat.answer()

    def _on_table(self, _seat: SeatClient, size: int) -> None:
        if not self._missing:
            return
        self._missing -= 1
        self.bytes += size
        if self._missing == 0:
            self.times.append(time.perf_counter() - self._sent)
            if self.saturated:
                self.decide()
