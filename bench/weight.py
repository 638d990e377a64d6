"""How heavy the page is: bytes of a first load as they travel, compressed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.figures import Figure
from bench.page import WATCH, chromium, first_paint, serving
from bench.page import _quick as quick_battle

if TYPE_CHECKING:
    from playwright.sync_api import Request

MOST_KILOBYTES = 250.0


def weight() -> float:
    """Load a battle with an empty memory; give the kilobytes of everything but the battle itself.

    Whatever comes from elsewhere than the server is an error: the page asks nobody else.
    """
    with serving() as address, chromium() as browser:
        page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        loaded: list[Request] = []
        page.on("requestfinished", loaded.append)
        page.add_init_script(WATCH)
        page.goto(quick_battle(address))
        while page.evaluate("window.paintedTable") is None:
            page.wait_for_timeout(50)
        strange = [one.url for one in loaded if not one.url.startswith((address, "data:", "blob:"))]
        if strange:
            raise RuntimeError(f"the page asks others: {strange}")
        own = [one for one in loaded if one.url.startswith(address)]
        return sum(one.sizes()["responseBodySize"] for one in own) / 1000


def figures(repetitions: int) -> list[Figure]:
    """Weigh the page, and time its first table."""
    return [
        Figure("page: first load, compressed", weight(), "kB", MOST_KILOBYTES),
        Figure("page: to the first painted table", first_paint(repetitions), "ms"),
    ]
