"""Frames on the wire: read the same however they are cut up, refused when they break the rules."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from typing import TYPE_CHECKING, Any, cast

import pytest
import uvicorn
from uvicorn.server import ServerState

from banneret.server.battles.turns import Turns
from banneret.server.door.frames import MOST_UNREAD_BYTES, PLUG, QuickSocket, frame_head
from loops import run
from server.running import free_port

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

TEXT, FIRST, LAST, BINARY, CLOSE, PING = 0x81, 0x01, 0x80, 0x82, 0x88, 0x89
MOST = 1000


def frame(kind: int, payload: bytes, *, masked: bool = True) -> bytes:
    """One frame as a browser sends it."""
    mask = b"\x37\xfa\x21\x3d" if masked else b""
    bit = 0x80 if masked else 0
    size = len(payload)
    if size < 126:
        head = bytes((kind, bit | size))
    elif size < 65536:
        head = bytes((kind, bit | 126)) + struct.pack("!H", size)
    else:
        head = bytes((kind, bit | 127)) + struct.pack("!Q", size)
    body = bytes(b ^ mask[i % 4] for i, b in enumerate(payload)) if masked else payload
    return head + mask + body


class Wire:
    """A bare connection to a server that says everything back, and what it heard."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.heard: list[str] = []

    async def send(self, *parts: bytes) -> None:
        for part in parts:
            self.writer.write(part)
            await self.writer.drain()
            await asyncio.sleep(0.002)

    async def next(self) -> tuple[int, bytes]:
        """Read one frame of the server."""
        async with asyncio.timeout(10):
            kind, size = await self.reader.readexactly(2)
            if size == 126:
                (size,) = struct.unpack("!H", await self.reader.readexactly(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", await self.reader.readexactly(8))
            return kind, await self.reader.readexactly(size)

    async def code(self) -> int:
        """Read until the server closes, and give its reason."""
        while True:
            kind, body = await self.next()
            if kind == CLOSE:
                return int.from_bytes(body[:2], "big")


def echo(wires: list[Wire], answer: asyncio.Event) -> Any:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await answer.wait()
        await send({"type": "websocket.accept"})
        plug = scope["extensions"][PLUG]

        def hear(text: bytes) -> None:
            wires[-1].heard.append(text.decode())
            if text == b"go":
                plug.part(1012)
            plug.put(frame_head(len(text)) + text)

        plug.on_text = hear
        while (message := await receive())["type"] != "websocket.disconnect":
            hear((message.get("text") or "binary").encode())

    return app


def talk(play: Callable[[Wire], Awaitable[None]], *, early: bytes = b"") -> Wire:
    """Have a browser play its part against a server of its own."""

    async def whole() -> Wire:
        wires: list[Wire] = []
        answer = asyncio.Event()
        port = free_port()
        config = uvicorn.Config(
            echo(wires, answer),
            port=port,
            ws=QuickSocket,
            ws_max_size=MOST,
            ws_per_message_deflate=False,
            log_level="critical",
            lifespan="off",
        )
        server = uvicorn.Server(config)
        serving = asyncio.ensure_future(server.serve())
        while not server.started:  # noqa: ASYNC110  # it has no event to wait for
            await asyncio.sleep(0.01)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        wires.append(Wire(reader, writer))
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        if early:
            await asyncio.sleep(0.1)  # so that it comes as a part of its own
            await wires[0].send(early)
            await asyncio.sleep(0.1)
        answer.set()
        async with asyncio.timeout(10):
            assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        await play(wires[0])
        writer.close()
        server.should_exit = True
        await serving
        return wires[0]

    return run(whole())


def test_texts_come_whole_however_they_are_cut_up() -> None:
    texts = ["one", "", "é" * 90, "x" * 500, "last"]

    async def play(wire: Wire) -> None:
        raw = b"".join(frame(TEXT, text.encode()) for text in texts)
        await wire.send(raw)  # all at once
        await wire.send(*[raw[i : i + 7] for i in range(0, len(raw), 7)])
        await wire.send(*[raw[i : i + 1] for i in range(12)], raw[12:])
        for _ in range(3 * len(texts)):
            await wire.next()

    assert talk(play).heard == texts * 3


def test_fragments_pings_and_bytes_take_the_long_way_and_turns() -> None:
    async def play(wire: Wire) -> None:
        await wire.send(frame(TEXT, b"before") + frame(FIRST, b"in two ") + frame(LAST, b"parts"))
        await wire.send(frame(PING, b"here?") + frame(TEXT, b"between") + frame(BINARY, b"\0"))
        got = [await wire.next() for _ in range(5)]
        assert (0x8A, b"here?") in got
        await wire.send(frame(TEXT, b"after"))
        assert (await wire.next())[1] == b"after"

    assert sorted(talk(play).heard) == ["after", "before", "between", "binary", "in two parts"]


def test_what_comes_before_the_opening_is_answered_is_not_lost() -> None:
    async def play(wire: Wire) -> None:
        await wire.send(frame(TEXT, b"second"))
        for _ in range(2):
            await wire.next()

    assert talk(play, early=frame(TEXT, b"first")).heard == ["first", "second"]


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (frame(TEXT, b"x" * (MOST + 1)), 1009),
        (bytes((TEXT, 0xFF)) + struct.pack("!Q", 2**62) + b"mask", 1009),
        (frame(TEXT, b"plain", masked=False), 1002),
        (frame(0x83, b"no such kind"), 1002),
        (frame(CLOSE, struct.pack("!H", 1000)), 1000),
        (frame(TEXT, b"go"), 1012),
    ],
)
def test_what_breaks_the_rules_or_says_goodbye_ends_it(raw: bytes, code: int) -> None:
    async def play(wire: Wire) -> None:
        await wire.send(frame(TEXT, b"well"), raw)
        assert await wire.code() == code

    assert talk(play).heard[0] == "well"


def test_long_texts_are_written_whole() -> None:
    async def play(wire: Wire) -> None:
        await wire.send(frame(TEXT, b"y" * 125), frame(TEXT, b"y" * 126), frame(TEXT, b"y" * MOST))
        assert [len((await wire.next())[1]) for _ in range(3)] == [125, 126, MOST]

    talk(play)


def test_turns_are_taken_in_order_and_who_gives_up_waiting_loses_none() -> None:
    async def whole() -> list[str]:
        turns, said = Turns(), []

        async def speak(name: str) -> None:
            async with turns:
                said.append(name)
                await asyncio.sleep(0)

        turns.take()
        tasks = [asyncio.ensure_future(speak(name)) for name in "abc"]
        await asyncio.sleep(0)
        tasks[0].cancel()
        turns.give_up()
        tasks[1].cancel()  # it may have the turn already
        await asyncio.gather(*tasks, return_exceptions=True)
        assert turns.free
        return said

    assert run(whole()) == ["c"]


def test_who_does_not_read_is_noticed_when_the_transport_says_so() -> None:
    """The size of what is unread is asked for only after writing was to pause."""

    class Transport:
        unread = 0

        def write(self, frames: bytes) -> None:
            self.unread += len(frames)

        def get_write_buffer_size(self) -> int:
            return self.unread

    async def main() -> None:
        config = uvicorn.Config(lambda: None, ws_per_message_deflate=False)
        config.load()
        plug, out = QuickSocket(config, ServerState(), {}), Transport()
        plug.transport = cast("asyncio.Transport", out)
        assert plug.put(b"x" * MOST_UNREAD_BYTES)
        plug.pause_writing()
        assert not plug.put(b"x")
        out.unread = 0
        assert plug.put(b"x"), "some was read since"
        plug.resume_writing()
        assert plug.put(b"x")

    run(main())
