"""A real server in a process of its own, and browsers made of sockets."""

from __future__ import annotations

import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Self

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from server.nursery import Born

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

TESTS = Path(__file__).parents[1]
PATIENCE = 90.0  # seconds; the machine may be busy
# httpx reads every certificate of the machine for each call, unless it is given what it needs
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
    return port


class Server:
    """`banneret serve` in a process of its own; a fresh one is started as a person starts it."""

    def __init__(
        self,
        home: Path,
        *,
        port: int = 0,
        entry: str = "banneret.cli.main",
        fresh: bool = False,
        **more: str,
    ) -> None:
        self.home = home
        self._entry = entry
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._more = more
        self._fresh = fresh or not hasattr(os, "fork")
        self._process: subprocess.Popen[bytes] | Born | None = None
        self.log = home / f"server-{self.port}.log"

    def start(self) -> Self:
        self.home.mkdir(parents=True, exist_ok=True)
        arguments = ["serve", "--port", str(self.port)]
        environment = {
            **os.environ,
            "BANNERET_HOME": str(self.home),
            "BANNERET_BOOKS": "server.books:BOOKS",
            "PYTHONPATH": os.pathsep.join([str(TESTS.parent / "src"), str(TESTS)]),
            "BANNERET_WORKERS": "1",
            **self._more,
        }
        if self._fresh:
            self._process = self._begun(arguments, environment)
        else:
            self._process = Born(
                {
                    "entry": self._entry,
                    "arguments": arguments,
                    "environment": environment,
                    "log": str(self.log),
                }
            )
        self._wait()
        return self

    def _begun(self, arguments: list[str], environment: dict[str, str]) -> subprocess.Popen[bytes]:
        code = f"from {self._entry} import run; run()"
        with self.log.open("ab") as log:
            return subprocess.Popen(  # noqa: S603
                [sys.executable, "-c", code, *arguments],
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _wait(self) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            assert self._process is not None
            if self._process.poll() is not None:
                raise AssertionError(f"the server ended: {self.said()}")
            try:
                httpx.get(f"{self.url}/api/health", timeout=5, verify=PLAIN).raise_for_status()
            except httpx.HTTPError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError(f"the server does not answer: {self.said()}")

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def said(self) -> str:
        return self.log.read_text(errors="replace")

    def kill(self) -> None:
        """As if the power failed."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()

    def interrupt(self) -> int:
        """Press Ctrl-C in its terminal: all its processes hear it."""
        assert self._process is not None
        os.killpg(self.pid, signal.SIGINT)
        return self._process.wait(PATIENCE)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    # -- REST

    def get(self, path: str, **more: Any) -> httpx.Response:
        return httpx.get(self.url + path, timeout=60, verify=PLAIN, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        return httpx.post(self.url + path, json=body, timeout=60, verify=PLAIN, **more)

    def battle(
        self, book: str, scenario: str, kinds: dict[str, str], **more: Any
    ) -> dict[str, Any]:
        """Set a battle up; kinds are "person", "open" or the level of a computer."""
        seats = {
            side: {"kind": kind}
            if kind in {"person", "open"}
            else {"kind": "computer", "level": kind}
            for side, kind in kinds.items()
        }
        answer = self.post(
            "/api/battles", {"book": book, "scenario": scenario, "seats": seats, **more}
        )
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def browser(self, battle: str, seat: str | None, **more: Any) -> Browser:
        return Browser(self.url, battle, seat, **more)


class Browser:
    """One socket at a table: what it was told, and how it answers."""

    def __init__(
        self, url: str, battle: str, seat: str | None, *, seed: int = 1, **sit: Any
    ) -> None:
        self.address = f"{url.replace('http', 'ws')}/api/battles/{battle}/socket"
        self.seat = seat
        self.chance = Random(seed)
        self.table: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.heard: list[str] = []
        self._sit = sit
        self._socket: ClientConnection = self._connect()

    def _connect(self) -> ClientConnection:
        self._stack = ExitStack()
        one = self._stack.enter_context(
            connect(
                self.address,
                max_size=None,
                open_timeout=PATIENCE,
                # Pings draw from the random numbers Hypothesis watches in this same process.
                ping_interval=None,
            )
        )
        sit = {"type": "sit", "seat": self.seat, "since": len(self.events), **self._sit}
        one.send(msgspec.json.encode(sit).decode())
        return one

    def return_to(self, url: str = "") -> None:
        """Come back after the connection was lost."""
        if url:
            self.address = url.replace("http", "ws") + self.address[self.address.index("/api/") :]
        self.close()
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self._socket = self._connect()
                self.until("table")
            except (OSError, ConnectionClosed):
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)
            else:
                return

    def close(self) -> None:
        self._stack.close()

    def say(self, kind: str, **more: Any) -> None:
        self._socket.send(msgspec.json.encode({"type": kind, **more}).decode())

    def send_raw(self, raw: str | bytes) -> None:
        self._socket.send(raw)

    def next(self, patience: float = PATIENCE) -> dict[str, Any]:
        text = self._socket.recv(timeout=patience)
        assert isinstance(text, str)
        self.heard.append(text)
        message: dict[str, Any] = msgspec.json.decode(text)
        if message["type"] == "table":
            self.table = message
            del self.events[message["events_from"] :]
            self.events += message["events"]
            assert [event["n"] for event in self.events] == list(range(len(self.events)))
        return message

    def until(self, *kinds: str, patience: float = PATIENCE) -> dict[str, Any]:
        """Listen until something of these kinds is said."""
        end = time.monotonic() + patience
        while (message := self.next(max(0.01, end - time.monotonic())))["type"] not in kinds:
            pass
        return message

    def silent(self, seconds: float = 0.3) -> bool:
        """Whether nothing is said for a while."""
        try:
            self.next(seconds)
        except TimeoutError:
            return True
        return False

    @property
    def question(self) -> dict[str, Any] | None:
        found: dict[str, Any] | None = self.table.get("question")
        return found

    @property
    def over(self) -> bool:
        return self.table.get("result") is not None

    def until_asked(self, patience: float = PATIENCE) -> dict[str, Any] | None:
        """Listen until there is a question, or the end."""
        while self.question is None and not self.over:
            self.until("table", patience=patience)
        return self.question

    def answer(self, value: Any = ...) -> dict[str, Any]:
        """Answer what is asked, anyhow if nothing is given; the ack or refusal comes back."""
        question = self.question
        assert question is not None
        number = question["number"]
        if question["together"]:
            for choice in question["choices"]:
                given = self.any(choice) if value is ... else value
                self.say("draft", number=number, index=choice["index"], value=given)
                assert self.until("ack", "refused")["type"] == "ack"
            self.say("commit", number=number)
        else:
            given = self.any(question["choices"][0]) if value is ... else value
            self.say("answer", number=number, value=given)
        said = self.until("ack", "refused")
        if said["type"] == "ack":
            self.table["question"] = None
        return said

    def any(self, choice: dict[str, Any]) -> Any:
        """Choose a lawful answer."""
        chance = self.chance
        match choice["kind"]:
            case "place" | "move":
                return chance.choice(choice["ideas"])
            case "dice":
                return []
            case "write":
                return {
                    f["name"]: f["words"][0] if f["words"] else f["least"] for f in choice["fields"]
                }
        keys = [option["key"] for option in choice["options"] if "because" not in option]
        if choice["least"] == choice["most"] == 1:
            return chance.choice(keys)
        return chance.sample(keys, min(choice["least"], len(keys)))

    def play(self, decisions: int = 10_000) -> None:
        """Answer anyhow until the battle is over, or so many times."""
        for _ in range(decisions):
            if self.until_asked() is None:
                return
            said = self.answer()
            assert said["type"] == "ack", said
