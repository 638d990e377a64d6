"""Measure the server under load: `python -m bench.server_load [--quick] [--battles 500]`.

One process serves on one core, the seats sit on another. A decision counts from the moment it is
sent until both seats have the new table; it is on disk then (SQLite, WAL, synchronous=FULL).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import msgspec
import uvloop
from bench.figures import Figure
from bench.load_client import Pair
from bench.measure import Row, spread

ROOT = Path(__file__).parents[1]
HOST = "127.0.0.1"
GOAL = 0.6
PACED_MS = 10.0
BESIDE_MS = 25.0
LINE_BYTES = 400  # of a decision, on disk


class Figures(msgspec.Struct):
    """What was measured."""

    paced_battles: int = 0
    paced_p50_ms: float = 0
    paced_p99_ms: float = 0
    commit_p50_ms: float = 0  # of SQLite alone, at the same pace
    commit_p99_ms: float = 0
    kilobytes_per_battle: float = 0
    saturated_per_second: float = 0
    echo_per_second: float = 0
    saturated_ratio: float = 0
    cpu_us: float = 0  # of the server, for one decision when saturated
    echo_cpu_us: float = 0
    cpu_ratio: float = 0  # what the first ratio is on an idle machine
    table_bytes: int = 0
    beside_bots_p50_ms: float = 0
    beside_bots_p99_ms: float = 0
    load_before: float = 0
    own: list[float] = []  # decisions in a second of processor time, for each repetition
    echo: list[float] = []


class Process:
    """A server of its own, on the first core."""

    def __init__(self, *call: str, port: int, **more: str) -> None:
        self.port = port
        self.home = Path(tempfile.mkdtemp(prefix="banneret-load-"))
        pinned = ["taskset", "-c", "0"] if shutil.which("taskset") else []
        environment = {
            **os.environ,
            "PYTHONPATH": f"{ROOT}:{ROOT / 'src'}",
            "BANNERET_HOME": str(self.home),
            "BANNERET_BOOKS": "bench.drill:BOOKS",
            "BANNERET_RATE": "1000000",
            "BANNERET_BURST": "1000000",
            "BANNERET_WORKERS": "1",
            **more,
        }
        self._process = subprocess.Popen([*pinned, sys.executable, *call], env=environment)  # noqa: S603
        self._wait()

    def _wait(self) -> None:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"http://{HOST}:{self.port}/api/health", timeout=1)
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise SystemExit("the server does not answer")

    def cpu_seconds(self) -> float:
        """Processor time it has used, all threads."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Resident bytes."""
        pages = Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def stop(self) -> None:
        """End it and clean up."""
        self._process.terminate()
        self._process.wait(20)
        shutil.rmtree(self.home, ignore_errors=True)


def table_server(port: int) -> Process:
    """Our own server."""
    code = "from banneret.cli.main import run; run()"
    return Process("-c", code, "serve", "--port", str(port), port=port)


def make_battle(port: int, body: dict[str, Any]) -> dict[str, Any]:
    """Set a battle up."""
    request = urllib.request.Request(
        f"http://{HOST}:{port}/api/battles",
        msgspec.json.encode(body),
        {"content-type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
        made: dict[str, Any] = msgspec.json.decode(answer.read())
    return made


async def seat_pairs(port: int, count: int) -> list[Pair]:
    """Sit two people down at each of so many drills."""
    person = {"kind": "person"}
    body = {"book": "drill", "scenario": "yard", "seats": {"a": person, "b": person}}
    pairs = []
    for _ in range(count):
        made = await asyncio.to_thread(make_battle, port, body)
        sits = [
            b'{"type":"sit","seat":"%s","since":0}' % token.encode()
            for token in made["seats"].values()
        ]
        pair = Pair()
        await pair.open(HOST, port, f"/api/battles/{made['id']}/socket", sits)
        pairs.append(pair)
    await asyncio.sleep(1)
    return pairs


async def paced(pairs: list[Pair], every: float, seconds: float) -> list[float]:
    """One decision of each battle in every so many seconds, evenly spread."""
    for pair in pairs:
        pair.times.clear()
        pair.saturated = False
    start, sent = time.perf_counter(), 0
    gap = every / len(pairs)
    while (now := time.perf_counter() - start) < seconds:
        while sent * gap <= now:
            pairs[sent % len(pairs)].decide()
            sent += 1
        await asyncio.sleep(max(0.0, sent * gap - (time.perf_counter() - start)))
    await asyncio.sleep(1)
    return [one for pair in pairs for one in pair.times]


def bare_commits(seconds: float, every: float) -> list[float]:
    """Commit one line of a decision at a time at the same pace: what disk and machine allow."""
    times: list[float] = []
    with tempfile.TemporaryDirectory(prefix="banneret-load-") as home:
        own = sqlite3.connect(Path(home) / "bare.db", isolation_level=None)
        own.execute("PRAGMA journal_mode=WAL")
        own.execute("PRAGMA synchronous=FULL")
        own.execute("CREATE TABLE lines (n INTEGER PRIMARY KEY, line BLOB)")
        end = time.perf_counter() + seconds
        while (start := time.perf_counter()) < end:
            own.execute("INSERT INTO lines (line) VALUES (?)", (b"x" * LINE_BYTES,))
            times.append(time.perf_counter() - start)
            time.sleep(max(0.0, every - times[-1]))
        own.close()
    return times


class Rush(msgspec.Struct):
    """What came of a saturated while."""

    per_second: float
    table_bytes: int
    cpu_us: float


async def saturated(server: Process, pairs: list[Pair], seconds: float) -> Rush:
    """Each battle always has one decision under way."""
    for pair in pairs:
        pair.times.clear()
        pair.bytes = 0
        pair.saturated = True
    start, used = time.perf_counter(), server.cpu_seconds()
    for pair in pairs:
        pair.decide()
    await asyncio.sleep(seconds)
    count = max(1, sum(len(pair.times) for pair in pairs))
    used = server.cpu_seconds() - used
    spent = time.perf_counter() - start
    size = sum(pair.bytes for pair in pairs) // (2 * count)
    for pair in pairs:
        pair.saturated = False
    await asyncio.sleep(0.5)
    return Rush(count / spent, size, used / count * 1e6)


def milliseconds(times: list[float]) -> tuple[float, float]:
    """Median and 99th percentile."""
    return round(median(times) * 1000, 2), round(quantiles(times, n=100)[98] * 1000, 2)


async def measure(call: argparse.Namespace) -> Figures:
    """Measure everything in turn."""
    found = Figures(load_before=os.getloadavg()[0], paced_battles=call.battles)
    ours = table_server(call.port)
    try:
        empty = ours.memory()
        pairs = await seat_pairs(call.port, call.battles)
        times = await paced(pairs, 1.0, call.seconds)
        found.paced_p50_ms, found.paced_p99_ms = milliseconds(times)
        commits = bare_commits(call.seconds / 2, 1.0 / call.battles)
        found.commit_p50_ms, found.commit_p99_ms = milliseconds(commits)
        grown = ours.memory() - empty
        found.kilobytes_per_battle = round(grown / 1024 / call.battles, 1)
        await against_echo(call, ours, pairs[: call.crowd], found)
        await beside_bots(call, pairs[:50], found)
    finally:
        ours.stop()
    return found


async def against_echo(
    call: argparse.Namespace, ours: Process, pairs: list[Pair], found: Figures
) -> None:
    """Saturate ours and a bare echo of the same size in turn; the ratio is the median of pairs."""
    size = (await saturated(ours, pairs, 1)).table_bytes
    echo = Process(
        str(ROOT / "bench" / "echo.py"), str(call.port + 1), str(size), port=call.port + 1
    )
    rates = []
    try:
        echoes = [Pair() for _ in pairs]
        for n, pair in enumerate(echoes):
            await pair.open(HOST, call.port + 1, f"/room/{n}", [b"", b""])
        for _ in range(call.repetitions):
            bare = await saturated(echo, echoes, call.seconds / 2)
            rates.append((await saturated(ours, pairs, call.seconds / 2), bare))
    finally:
        echo.stop()
    found.table_bytes = size
    found.saturated_per_second = round(median(own.per_second for own, _ in rates))
    found.echo_per_second = round(median(bare.per_second for _, bare in rates))
    found.saturated_ratio = round(median(o.per_second / e.per_second for o, e in rates), 2)
    found.cpu_us = round(median(own.cpu_us for own, _ in rates))
    found.echo_cpu_us = round(median(bare.cpu_us for _, bare in rates))
    found.cpu_ratio = round(median(e.cpu_us / o.cpu_us for o, e in rates), 2)
    found.own = [1e6 / own.cpu_us for own, _ in rates]
    found.echo = [1e6 / bare.cpu_us for _, bare in rates]


async def beside_bots(call: argparse.Namespace, pairs: list[Pair], found: Figures) -> None:
    """People at four decisions a second and battle, while computers fight each other."""
    computer = {"kind": "computer"}
    body = {
        "book": "one_page_skirmish",
        "scenario": "crossroads",
        "seats": {"a": computer, "b": computer},
    }
    for _ in range(call.bots):
        await asyncio.to_thread(make_battle, call.port, body)
    times = await paced(pairs, 0.25, call.seconds)
    found.beside_bots_p50_ms, found.beside_bots_p99_ms = milliseconds(times)


def row(found: Figures) -> Row:
    """Give the comparison with the echo, by processor time, for the table of all comparisons."""
    ratio = [own / echo for own, echo in zip(found.own, found.echo, strict=True)]
    return Row(
        title="server: decisions, a bare ASGI echo of the same size",
        cost=False,
        ours_name="server",
        peer_name="echo",
        ours=spread(found.own),
        peer=spread(found.echo),
        ratio=spread(ratio),
        goal=GOAL,
        reached=median(ratio) >= GOAL,
    )


def figures(found: Figures) -> list[Figure]:
    """Give what has no peer."""
    paced = f"server: {found.paced_battles} battles x 1/s, answer to both seats, on disk"
    beside = "server: the same beside thinking computers"
    return [
        Figure(f"{paced}: p50", found.paced_p50_ms, "ms"),
        Figure(f"{paced}: p99", found.paced_p99_ms, "ms", PACED_MS),
        Figure("server: a commit of SQLite alone at that pace: p50", found.commit_p50_ms, "ms"),
        Figure("server: a commit of SQLite alone at that pace: p99", found.commit_p99_ms, "ms"),
        Figure(f"{beside}: p50", found.beside_bots_p50_ms, "ms"),
        Figure(f"{beside}: p99", found.beside_bots_p99_ms, "ms", BESIDE_MS),
        Figure("server: memory of a battle", found.kilobytes_per_battle, "kB"),
        Figure(
            "server: saturated decisions a second, by the clock", found.saturated_per_second, ""
        ),
    ]


def load(*, quick: bool, seconds: float = 10.0, repetitions: int = 5) -> Figures:
    """Measure with the usual settings, on loopback alone; less often when there is little time."""
    call = argparse.Namespace(
        battles=500,
        crowd=200,
        bots=6,
        seconds=4.0 if quick else seconds,
        repetitions=2 if quick else repetitions,
        port=8931,
    )
    return measured(call)


def measured(call: argparse.Namespace) -> Figures:
    """Measure from the second core, if there is one; the server has the first."""
    if not hasattr(os, "sched_setaffinity") or (os.cpu_count() or 1) < 2:
        return uvloop.run(measure(call))
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {1})
    try:
        return uvloop.run(measure(call))
    finally:
        os.sched_setaffinity(0, before)


def main() -> int:
    """Measure, print, and say whether the goals are reached."""
    parser = argparse.ArgumentParser(prog="python -m bench.server_load", description=__doc__)
    parser.add_argument("--battles", type=int, default=500)
    parser.add_argument("--crowd", type=int, default=200, help="battles when saturated")
    parser.add_argument("--bots", type=int, default=6, help="battles of computers")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--port", type=int, default=8931)
    parser.add_argument("--quick", action="store_true")
    call = parser.parse_args()
    if call.quick:
        call.seconds, call.repetitions = 4.0, 2
    found = measured(call)
    for name, value in msgspec.to_builtins(found).items():
        print(f"{name:24} {value}")
    out = ROOT / "bench" / "results" / "server.json"
    out.parent.mkdir(exist_ok=True)
    out.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2))
    return 0 if found.cpu_ratio >= GOAL else 1  # the clock flatters when the echo is not busy


if __name__ == "__main__":
    sys.exit(main())
