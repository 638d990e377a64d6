"""Count what a decision costs without sockets: `python -m bench.decisions [--echo] [--count]`.

Frames are handed to the very protocol that uvicorn would hand them to, and what it writes is
dropped; the rest is the real server with its writer and SQLite. So nothing of the kernel's work
for sockets is in it, and `--count` (valgrind) gives the same number of instructions on every run.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import shutil
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn
import uvloop
from bench import echo
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from banneret.server.door.frames import QuickSocket
from banneret.server.door.sockets import serve_socket
from banneret.server.hall import Hall
from banneret.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[1]
HELLO = (
    "GET %s HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TABLE, QUESTION = b'"type":"table"', b'"question":{"number":'


class Seat:
    """The far end of a socket that is not there: a transport that looks at what is written."""

    def __init__(self, heard: Callable[[], None]) -> None:
        self.number = 0  # of the question it is asked; -1: none
        self._heard = heard

    def write(self, data: bytes) -> None:
        """Look for a table and its question."""
        if TABLE in data:
            at = data.find(QUESTION) + len(QUESTION)
            found = re.match(rb"\d+", data[at : at + 9]) if at >= len(QUESTION) else None
            self.number = -1 if found is None else int(found[0])
            self._heard()

    def get_extra_info(self, _name: str, default: Any = None) -> Any:
        """Know nothing."""
        return default

    def get_write_buffer_size(self) -> int:
        """Read at once."""
        return 0

    def is_closing(self) -> bool:
        """Stay."""
        return False

    def pause_reading(self) -> None:
        """Go on."""

    def resume_reading(self) -> None:
        """Go on."""

    def close(self) -> None:
        """Go."""

    def abort(self) -> None:
        """Go."""


class Crowd:
    """Battles with two seats each; every one decides once in a round."""

    def __init__(self, kind: type[WebSocketsSansIOProtocol], app: Any) -> None:
        self._config = uvicorn.Config(
            app, ws=kind, ws_per_message_deflate=False, ws_ping_interval=None, log_level="warning"
        )
        self._config.load()
        self._config.loaded_app = app
        self._kind = kind
        self._state = ServerState()
        self.pairs: list[list[tuple[Any, Seat]]] = []
        self._missing = 0
        self._all = asyncio.Event()

    def _heard(self) -> None:
        self._missing -= 1
        if self._missing == 0:
            self._all.set()

    async def seat(self, path: str, sits: list[bytes]) -> None:
        """Open the sockets of one battle."""
        pair: list[tuple[Any, Seat]] = []
        for sit in sits:
            transport: Any = Seat(self._heard)
            socket: Any = self._kind(self._config, self._state, {}, asyncio.get_running_loop())
            socket.connection_made(transport)
            socket.data_received((HELLO % path).encode())
            while not socket.handshake_complete:  # noqa: ASYNC110  # nothing tells of it
                await asyncio.sleep(0)
            if sit:
                self._missing = len(pair) + 1  # who sits already sees him come
                self._all.clear()
                socket.data_received(frame(sit))
                await self._all.wait()
            pair.append((socket, transport))
        self.pairs.append(pair)

    async def round(self) -> None:
        """Let each battle decide once."""
        self._missing = 2 * len(self.pairs)
        self._all.clear()
        for pair in self.pairs:
            socket, seat = next(one for one in pair if one[1].number >= 0)
            said = b'{"type":"answer","number":%d,"value":"left"}' % seat.number
            socket.data_received(frame(said))
        await self._all.wait()

    async def go(self) -> None:
        """Let everybody go."""
        for pair in self.pairs:
            for socket, _ in pair:
                socket.connection_lost(None)
        await asyncio.gather(*self._state.tasks)


def frame(text: bytes) -> bytes:
    """Put a text into a frame; a mask of noughts leaves it as it is."""
    size = len(text)
    head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
    return head + b"\0\0\0\0" + text


async def ours(battles: int) -> tuple[Crowd, Hall]:
    """Sit down at our own server."""
    from banneret.server.door.shapes import BattleIn, SeatIn  # noqa: PLC0415
    from banneret.server.rest.founding import set_up  # noqa: PLC0415  # the echo need not load it
    from banneret.server.run import tune  # noqa: PLC0415

    home = Path(tempfile.mkdtemp(prefix="banneret-decisions-"))
    hall = Hall(
        Settings(
            database_url=f"sqlite:///{home / 'banneret.db'}",
            books="bench.drill:BOOKS",
            rate=1e6,
            burst=1_000_000,
            workers=1,
        )
    )
    hall._warm = lambda: asyncio.sleep(0)  # type: ignore[method-assign]  # noqa: SLF001  # no workers
    tune()
    await hall.open()
    crowd = Crowd(QuickSocket, partial(serve_socket, hall))
    seats = {side: SeatIn("person") for side in "ab"}
    for _ in range(battles):
        made = await set_up(hall, BattleIn("drill", "yard", seats))
        sits = [b'{"type":"sit","seat":"%b"}' % token.encode() for token in made.seats.values()]
        await crowd.seat(f"/api/battles/{made.id}/socket", sits)
    return crowd, hall


async def bare(battles: int) -> Crowd:
    """Sit down at the echo."""
    crowd = Crowd(WebSocketsSansIOProtocol, echo.app)
    for n in range(battles):
        await crowd.seat(f"/room/{n}", [b"", b""])
    return crowd


async def drive(call: argparse.Namespace) -> None:
    """Decide and decide, and say what processor time it took."""
    hall = None
    if call.echo:
        crowd = await bare(call.battles)
    else:
        crowd, hall = await ours(call.battles)
    await crowd.round()
    start = time.process_time()
    for _ in range(call.rounds):
        await crowd.round()
    spent = time.process_time() - start
    print(f"{spent / max(1, call.rounds * call.battles) * 1e6:.1f} us a decision")
    await crowd.go()
    if hall is not None:
        await hall.close()


def counted(call: argparse.Namespace, rounds: int, *, watched: bool = True) -> int:
    """Count the instructions of a run; unwatched it only leaves its compiled modules behind."""
    with tempfile.TemporaryDirectory(prefix="banneret-count-") as home:
        valgrind = (shutil.which("valgrind") or "valgrind", "--tool=cachegrind", "--cache-sim=no")
        said = subprocess.run(  # noqa: S603
            [
                *((*valgrind, f"--cachegrind-out-file={home}/out") if watched else ()),
                *(sys.executable, "-m", "bench.decisions", "--rounds", str(rounds)),
                *("--battles", str(call.battles)),
                *(["--echo"] if call.echo else []),
            ],
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
            env={"PYTHONHASHSEED": "0", "PYTHONPATH": f"{ROOT}:{ROOT / 'src'}", "PATH": "/usr/bin"},
        ).stderr
    found = re.search(r"I\s+refs:\s+([\d,]+)", said)
    return int(found[1].replace(",", "")) if found is not None else 0


def main() -> None:
    """Measure time, or count instructions."""
    parser = argparse.ArgumentParser(prog="python -m bench.decisions", description=__doc__)
    parser.add_argument("--battles", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--echo", action="store_true", help="the bare echo instead of ours")
    parser.add_argument("--count", action="store_true", help="instructions, not time")
    call = parser.parse_args()
    if not call.count:
        uvloop.run(drive(call))
        return
    counted(call, 1, watched=False)
    few, more = counted(call, 10), counted(call, 40)
    print(f"{(more - few) / (30 * call.battles):.0f} instructions a decision")


if __name__ == "__main__":
    main()
