"""Measure the page in a real Chromium: `python -m bench.page`.

`first_paint()` is the time from the address to a table that is painted; `frames()` moves a crowd and
pans over it. The crowd is made up here: Playwright plays the server's part on the socket.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, CDPSession, Page, WebSocketRoute

ROOT = Path(__file__).parents[1]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
CROWD = 48
GLIDE = 24  # inches up the table
PANS = 60

# the table counts as painted two frames after its figures or its ground are in the page
WATCH = """
const seen = (name, what) => {
  const look = () => document.querySelector(what)
    ? requestAnimationFrame(() => requestAnimationFrame(() => (window[name] = performance.now())))
    : requestAnimationFrame(look);
  look();
};
seen("paintedTable", ".stage .ground");
seen("paintedHome", "[data-fight]");
"""
FRAMES = """
window.frames_ = []; window.counting = true;
requestAnimationFrame(function tick(now) { window.frames_.push(now); if (window.counting) requestAnimationFrame(tick); });
"""


class Smoothness(msgspec.Struct):
    """How a crowd moves."""

    frames_per_second: float
    slow_frame_ms: float  # nineteen of twenty frames come sooner
    work_ms: float  # of the main thread, for one frame


class PageFigures(msgspec.Struct):
    """What was measured."""

    first_paint_ms: float
    home_paint_ms: float
    gliding: Smoothness
    panning: Smoothness


@contextmanager
def serving() -> Iterator[str]:
    """A server of its own; gives its address."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    home = tempfile.mkdtemp(prefix="banneret-page-")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "BANNERET_HOME": home}
    environment["BANNERET_WORKERS"] = "1"
    code = "from banneret.cli.main import run; run()"
    call = [sys.executable, "-c", code, "serve", "--port", str(port)]
    process = subprocess.Popen(call, env=environment, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        _until_up(address)
        yield address
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(home, ignore_errors=True)


def _until_up(address: str) -> None:
    for _ in range(600):
        try:
            with urllib.request.urlopen(f"{address}/api/health", timeout=1):
                return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("the server does not answer")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium with an empty memory."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # only where it is measured

    path = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, headless=True, args=FLAGS)
        yield browser
        browser.close()


def _quick(address: str) -> str:
    request = urllib.request.Request(f"{address}/api/battles/quick", b"{}", method="POST")
    request.add_header("content-type", "application/json")
    with urllib.request.urlopen(request, timeout=20) as reply:
        made = msgspec.json.decode(reply.read())
    return f"{address}/battle/{made['id']}#{next(iter(made['seats'].values()))}"


def _painted(browser: Browser, address: str, name: str) -> float:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(address)
    while (found := page.evaluate(f"window.{name}")) is None:  # the page's policy allows no eval
        page.wait_for_timeout(50)
    context.close()
    return float(found)


def first_paint(repetitions: int = 5) -> float:
    """Milliseconds from a battle's address to its painted table, with an empty cache; the median."""
    with serving() as address, chromium() as browser:
        links = [_quick(address) for _ in range(repetitions)]
        return median(_painted(browser, link, "paintedTable") for link in links)


def home_paint(repetitions: int = 5) -> float:
    """Milliseconds to the painted home screen; the median."""
    with serving() as address, chromium() as browser:
        return median(_painted(browser, address, "paintedHome") for _ in range(repetitions))


# -- a crowd


def _piece(key: int, y: float) -> dict[str, Any]:
    side, place = ("a", key) if key < CROWD // 2 else ("b", key - CROWD // 2)
    return {
        "id": key, "side": side, "name": f"Man {key}", "x": 3 + place % 24 * 1.8, "y": y,
        "facing": 0 if side == "a" else 180, "width": 1, "depth": 2 if key % 6 == 0 else 1,
        "group": f"Band {key // 6}", "rank": "sergeant" if key % 6 == 1 else "common",
        "arms": ("sword", "longbow", "spear")[key % 3], "mounted": key % 6 == 0,
        "marks": ["shaken"] if key % 5 == 0 else [], "profile": {"armour": "mail, shield"},
    }  # fmt: skip


def _wood(key: str, x: float, y: float) -> dict[str, Any]:
    points = [[x, y], [x + 9, y], [x + 9, y + 7], [x, y + 7]]
    return {"kind": "light_wood", "points": points, "closed": True, "id": key}


def _scene(y: dict[int, float]) -> dict[str, Any]:
    return {
        "width": 48, "height": 36, "round": 1, "now": "Action", "sequence": ["Morale", "Action"],
        "ground": [_wood("w1", 4, 20), _wood("w2", 30, 6), _wood("w3", 22, 24)],
        "pieces": [_piece(key, y[key]) for key in range(CROWD)], "markers": [],
        "sides": [{"key": key, "name": f"Side {key}", "lines": []} for key in "ab"],
    }  # fmt: skip


def _table(scene: dict[str, Any], events: list[dict[str, Any]], known: int) -> str:
    sides = [
        {"key": key, "name": key, "kind": "person", "tincture": tincture, "present": True}
        for key, tincture in (("a", "azure"), ("b", "gules"))
    ]
    said = {
        "type": "table", "you": "a", "sides": sides, "scene": scene, "question": None,
        "battle": {"id": "crowd", "book": "none", "book_title": "Crowd", "scenario": "crowd",
                   "scenario_title": "Crowd", "round": 1, "status": "on"},
        "waiting": ["b"], "events": events, "events_from": known, "result": None, "undo": None,
        "can_undo": False, "auto": False, "calls": [], "era": 0,
    }  # fmt: skip
    return msgspec.json.encode(said).decode()


class Crowd:
    """The server's part: two lines of men who walk up the table together when they are told."""

    def __init__(self) -> None:
        self.y = {key: 4.0 if key < CROWD // 2 else 8.0 for key in range(CROWD)}
        self.told = 0
        self.line: WebSocketRoute | None = None

    def sit(self, line: WebSocketRoute) -> None:
        """Show the table to whoever sits down."""
        self.line = line
        line.on_message(lambda text: self._heard(str(text)))

    def _heard(self, text: str) -> None:
        if '"sit"' in text and self.line is not None:
            self.line.send(_table(_scene(self.y), [], 0))

    def walk(self, inches: float) -> None:
        """Let everybody walk at once."""
        assert self.line is not None
        self.y = {key: y + inches for key, y in self.y.items()}
        pieces = [_piece(key, y) for key, y in self.y.items()]
        places = {str(p["id"]): [p["x"], p["y"], p["facing"]] for p in pieces}
        event = {"event": "moved", "places": places}
        told = {"n": self.told, "clause": "", "text": "They walk.", "private": False, "event": event}
        self.line.send(_table(_scene(self.y), [told], self.told))
        self.told += 1


def frames() -> tuple[Smoothness, Smoothness]:
    """A crowd glides; then the table is panned under it."""
    crowd = Crowd()
    with serving() as address, chromium() as browser:
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.route_web_socket("**/socket", crowd.sit)
        page.add_init_script(
            "localStorage.setItem('banneret.settings', JSON.stringify({speed: 'slow'}))"
        )
        page.goto(f"{address}/battle/crowd#seat")
        page.wait_for_selector("[data-piece]")
        page.wait_for_timeout(500)
        probe = context.new_cdp_session(page)
        probe.send("Performance.enable")

        def glide() -> None:
            for inches in (GLIDE / 2, GLIDE / 2):
                crowd.walk(inches)
                page.wait_for_timeout(900)

        gliding = _smoothness(page, probe, glide)
        page.keyboard.press("+")
        page.keyboard.press("+")
        page.wait_for_timeout(400)
        panning = _smoothness(page, probe, lambda: _pan(page))
        context.close()
    return gliding, panning


def _pan(page: Page) -> None:
    page.mouse.move(500, 300)
    page.mouse.down()
    for step in range(PANS):
        page.mouse.move(500 + step * 4, 300 + step * 3)
    page.mouse.up()


def _work(probe: CDPSession) -> float:
    metrics = probe.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration") * 1000


def _smoothness(page: Page, probe: CDPSession, act: Any) -> Smoothness:
    page.evaluate(FRAMES)
    before = _work(probe)
    act()
    work = _work(probe) - before
    stamps: list[float] = page.evaluate("() => { window.counting = false; return window.frames_; }")
    gaps = [b - a for a, b in zip(stamps, stamps[1:], strict=False)]
    slow = quantiles(gaps, n=20)[-1]
    return Smoothness(1000 * len(gaps) / sum(gaps), slow, work / len(gaps))


def main() -> int:
    """Measure everything and print it."""
    gliding, panning = frames()
    figures = PageFigures(first_paint(), home_paint(), gliding, panning)
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(figures)) + b"\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
