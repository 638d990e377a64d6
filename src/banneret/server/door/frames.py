"""A WebSocket that costs little: whole text frames are read and written here.

The opening and closing, pings, fragments and everything odd are left to `websockets` by way of
uvicorn. Frames reach it whole, so the two may take turns reading.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.speedups import apply_mask

if TYPE_CHECKING:
    from collections.abc import Callable

    from uvicorn._types import ASGISendEvent
    from websockets.http11 import Request

PLUG = "banneret.plug"  # among the scope's extensions
MOST_UNREAD_BYTES = 4 * 1024 * 1024  # to somebody who does not read
_TEXT = 0x81  # a whole text
_MASKED = 0x80
_SHORT = _MASKED - 6  # a short frame's second byte is by this much more than its length
_HEADS = tuple(bytes((_TEXT, size)) for size in range(126))
_middling = Struct(">BBH").pack  # before a text of 126 to 65,535 bytes


class QuickSocket(WebSocketsSansIOProtocol):
    """One socket; what is said in a whole text frame goes straight to `on_text`."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.on_text: Callable[[bytes], None] | None = None
        self._quick = False
        self._early = False  # something came before the opening was answered
        self._rest = bytearray()
        self._needed = 2  # bytes before there is anything to read
        self._behind = False  # he does not read as fast as we write

    # -- opening

    def handle_connect(self, event: Request) -> None:
        """Let the application find this socket."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: Any = self.scope["extensions"]
            extensions[PLUG] = self

    async def send(self, message: ASGISendEvent) -> None:
        """Open or close."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            self._quick = not self._early and not self.conn.extensions

    # -- reading

    def data_received(self, data: bytes) -> None:
        """Read whole frames; the plain ones here, the others by the book."""
        if not self._quick:
            self._early = self._early or self.handshake_initiated
            super().data_received(data)
            return
        rest, size = self._rest, len(data)
        if size > 1 and size == data[1] - _SHORT and size < 132 and data[0] == _TEXT and not rest:
            hear = self.on_text
            if hear is not None and not self.close_sent:  # a short text alone, as most are
                hear(apply_mask(data[6:], data[2:6]))
                return
        if rest:
            rest += data
            if len(rest) < self._needed:
                return
            data = bytes(rest)
        at = self._read_frames(data)
        if self._quick:
            rest[:] = data[at:]
        else:
            super().data_received(data[at:])

    def _read_frames(self, raw: bytes) -> int:
        """Take whole frames; give where the rest begins. What breaks the rules ends the hurry."""
        at, end = 0, len(raw)
        while True:
            stop, start = _frame(raw, at, end)
            if stop - start > self.config.ws_max_size or (end > at + 1 and raw[at + 1] < _MASKED):
                self._quick = False
                return at
            if stop > end:
                self._needed = stop - at
                return at
            hear = self.on_text
            if raw[at] == _TEXT and hear is not None and not self.close_sent:
                hear(apply_mask(raw[start:stop], raw[start - 4 : start]))
            else:
                super().data_received(raw[at:stop])
            at = stop

    # -- writing

    def put(self, frames: bytes) -> bool:
        """Write whole frames; False when he has not read what was sent before."""
        if self.close_sent or self.disconnected:
            return True
        self.transport.write(frames)
        return not self._behind or self.transport.get_write_buffer_size() <= MOST_UNREAD_BYTES

    def pause_writing(self) -> None:
        """Much is unread."""
        super().pause_writing()
        self._behind = True

    def resume_writing(self) -> None:
        """He has caught up."""
        super().resume_writing()
        self._behind = False

    def part(self, code: int) -> None:
        """Send him away."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)


def frame_head(size: int) -> bytes:
    """Give what stands before a whole text of so many bytes."""
    if size < 126:
        return _HEADS[size]
    if size < 65536:
        return _middling(_TEXT, 126, size)
    return b"\x81\x7f" + size.to_bytes(8, "big")


def _frame(raw: bytes, at: int, end: int) -> tuple[int, int]:
    """Give where a frame from a browser ends and where its text begins, as far as is known."""
    if end < at + 2:
        return at + 2, at + 2
    size = raw[at + 1] & 0x7F
    if size < 126:
        return at + 6 + size, at + 6
    wide = 2 if size == 126 else 8
    if end < at + 2 + wide:
        return at + 2 + wide, at + 2 + wide
    size = int.from_bytes(raw[at + 2 : at + 2 + wide], "big")
    return at + 6 + wide + size, at + 6 + wide
