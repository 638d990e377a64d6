"""Measure the page in a real Chromium: `python -m bench.page`.

`first_paint()` is the time from the address to a table that is painted; `frames()` moves a crowd
of 48 and pans over it; `reactions()` is the time from an answer to the painted bar that took it.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
from bench.crowd import Crowd

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, CDPSession, Page

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
requestAnimationFrame(function tick(now) {
  window.frames_.push(now);
  if (window.counting) requestAnimationFrame(tick);
});
"""
# two frames after the bar changed at an Enter, the change is painted; the server is not waited for
REACTION = """
window.reactions_ = [];
addEventListener("keydown", (event) => {
  const bar = document.querySelector("section.question");
  if (event.key !== "Enter" || !bar) return;
  const watch = new MutationObserver(() => {
    watch.disconnect();
    const painted = () => window.reactions_.push(performance.now() - event.timeStamp);
    requestAnimationFrame(() => requestAnimationFrame(painted));
  });
  watch.observe(bar, {subtree: true, childList: true, attributes: true, characterData: true});
}, true);
"""
READY = "[data-primary]:not([disabled])"
OPTION = "[data-option][aria-disabled=false], [data-suggest]"
ANSWERS = 20
SETTLED = 300  # milliseconds, for the next question


class Smoothness(msgspec.Struct):
    """How a crowd moves."""

    frames_per_second: float
    slow_frame_ms: float  # nineteen of twenty frames come sooner
    work_ms: float  # of the main thread, for one frame


class PageFigures(msgspec.Struct):
    """What was measured."""

    first_paint_ms: float
    home_paint_ms: float
    reaction_ms: float  # from an answer to the painted bar, the median
    slow_reaction_ms: float  # nineteen of twenty are sooner
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
    process = subprocess.Popen(  # noqa: S603
        call, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
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
            httpx.get(f"{address}/api/health", timeout=1).raise_for_status()
        except httpx.HTTPError:
            time.sleep(0.05)
        else:
            return
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
    made = httpx.post(f"{address}/api/battles/quick", json={}, timeout=20).json()
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
    """Milliseconds from a battle's address to its painted table, nothing cached; the median."""
    with serving() as address, chromium() as browser:
        links = [_quick(address) for _ in range(repetitions)]
        return median(_painted(browser, link, "paintedTable") for link in links)


def home_paint(repetitions: int = 5) -> float:
    """Milliseconds to the painted home screen; the median."""
    with serving() as address, chromium() as browser:
        return median(_painted(browser, address, "paintedHome") for _ in range(repetitions))


def reactions(wanted: int = ANSWERS) -> list[float]:
    """Milliseconds from each Enter that answers to the painted bar that says so."""
    with serving() as address, chromium() as browser:
        page = browser.new_page(viewport={"width": 1366, "height": 768})
        page.add_init_script(REACTION)
        kept = "{speed: 'skip', oneTap: false, coach: false}"
        page.add_init_script(f"localStorage.setItem('banneret.settings', JSON.stringify({kept}))")
        page.goto(_quick(address))
        for answered in range(wanted):
            page.locator("[data-primary]").first.wait_for()
            if page.locator("[data-primary][disabled]").count():
                page.locator(OPTION).first.click()
            page.locator(READY).first.wait_for()
            page.keyboard.press("Enter")
            page.wait_for_function("(many) => window.reactions_.length > many", arg=answered)
            page.wait_for_timeout(SETTLED)
        found: list[float] = page.evaluate("window.reactions_")
    return found


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
    stamps: list[float] = page.evaluate("() => { counting = false; return frames_; }")
    gaps = [b - a for a, b in pairwise(stamps)]
    slow = quantiles(gaps, n=20)[-1]
    return Smoothness(1000 * len(gaps) / sum(gaps), slow, work / len(gaps))


def main() -> int:
    """Measure everything and print it."""
    gliding, panning = frames()
    reacted = reactions()
    late = quantiles(reacted, n=20)[-1]
    figures = PageFigures(first_paint(), home_paint(), median(reacted), late, gliding, panning)
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(figures)) + b"\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
