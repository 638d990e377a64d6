"""Servers that are born of a process which has read their code: it is read once, not for each.

A server of its own costs a second of reading before it listens, and as much for a worker that is
made ready for a computer which most tests never ask. Here it is forked where all that is read, and
its worker comes when it is wanted. `Server(..., fresh=True)` begins as a person's does.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

READ_BEFORE = ("banneret.cli.main", "banneret.server.run", "server.books")
TESTS = Path(__file__).parents[1]


class Born:
    """A server in a process of the nursery's, handled like one of our own."""

    def __init__(self, wish: dict[str, Any]) -> None:
        self.pid: int = _asked({"begin": wish})

    def poll(self) -> int | None:
        found: int | None = _asked({"await": self.pid, "seconds": 0.0})
        return found

    def wait(self, timeout: float = 3600.0) -> int:
        code: int | None = _asked({"await": self.pid, "seconds": timeout})
        if code is None:
            raise subprocess.TimeoutExpired("server", timeout)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


# -- asking


_ONE = threading.Lock()
_OPEN: list[subprocess.Popen[bytes]] = []


def _asked(wish: dict[str, Any]) -> Any:
    with _ONE:
        if not _OPEN:
            _OPEN.append(_opened())
        nurse = _OPEN[0]
        assert nurse.stdin is not None
        assert nurse.stdout is not None
        nurse.stdin.write(json.dumps(wish).encode() + b"\n")
        nurse.stdin.flush()
        return json.loads(nurse.stdout.readline())


def _opened() -> subprocess.Popen[bytes]:
    nurse = subprocess.Popen(
        [sys.executable, "-c", "from server.nursery import run; run()"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS.parent / "src"), str(TESTS)])},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    atexit.register(_closed, nurse)
    return nurse


def _closed(nurse: subprocess.Popen[bytes]) -> None:
    nurse.communicate()


# -- in its own process


def run() -> None:
    """Bear servers until nobody is left to ask for one; in each of them, be that server."""
    for name in READ_BEFORE:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    ended: dict[int, int | None] = {}
    while line := sys.stdin.buffer.readline():
        wish = json.loads(line)
        if "begin" in wish:
            pid = os.fork()
            if pid == 0:
                return _serve(wish["begin"])
            ended[pid] = None
            said: int | None = pid
        else:
            said = _end_of(wish["await"], wish["seconds"], ended)
        sys.stdout.write(f"{json.dumps(said)}\n")
        sys.stdout.flush()
    for pid, code in ended.items():
        if code is None:
            os.kill(pid, signal.SIGKILL)
    return None


def _end_of(pid: int, seconds: float, ended: dict[int, int | None]) -> int | None:
    until = time.monotonic() + seconds
    while ended[pid] is None:
        found, status = os.waitpid(pid, os.WNOHANG)
        if found:
            ended[pid] = os.waitstatus_to_exitcode(status)
        elif time.monotonic() > until:
            break
        else:
            time.sleep(0.005)
    return ended[pid]


def _serve(wish: dict[str, Any]) -> None:
    os.setsid()
    log = os.open(wish["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for own, fd in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(own, fd)
    os.environ.clear()
    os.environ.update(wish["environment"])
    sys.argv = ["-c", *wish["arguments"]]
    from banneret.server.hall import Hall  # noqa: PLC0415  # those who ask know nothing of it

    async def not_yet(self: Hall) -> None:
        del self  # its worker comes when it is wanted

    Hall._warm = not_yet  # type: ignore[method-assign]
    importlib.import_module(wish["entry"]).run()
