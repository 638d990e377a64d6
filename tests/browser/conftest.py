from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import pytest

from browser.playing import Person
from server.running import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
STATIC = "src/banneret/server/static"


def started(one: Server) -> Server:
    """Start a server; a busy machine may take its time."""
    try:
        return one.start()
    except AssertionError as no:
        if "does not answer" not in str(no):
            raise
        one._wait()
        return one


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A real Chromium with an empty memory; without it the tests fail, they are never skipped."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.fail("Chromium is missing: run `sh scripts/install-components.sh chromium`")
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415  # said when missing
    except ImportError:
        pytest.fail("Playwright is missing: install the project with its dev extras")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, headless=True, args=FLAGS)
        yield browser
        browser.close()


def serving(home: Path, books: str = "server.books:BOOKS") -> Iterator[Server]:
    """A real server as long as it is needed; it must end without having stumbled."""
    one = started(Server(home, entry="browser.steady", fresh=True, BANNERET_BOOKS=books))
    yield one
    one.stop()
    said = one.said()
    assert "Traceback" not in said, said[-4000:]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server with the toys and the first book on its shelf."""
    for one in serving(tmp_path_factory.mktemp("browser")):
        assert b'id="app"' in one.get("/").content, f"the page is not built: {STATIC}"
        yield one


@pytest.fixture(scope="session")
def first_book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server with the books a player finds, and nothing else."""
    home = tmp_path_factory.mktemp("books")
    yield from serving(home, "banneret.rulesets:RULESETS")


@pytest.fixture
def person(chromium: Any) -> Iterator[Callable[..., Person]]:
    """Bring people to a server; each must leave without a complaint in his console."""
    here: list[Person] = []

    def come(server: Server, **more: Any) -> Person:
        one = Person(chromium, server.url, **more)
        here.append(one)
        return one

    yield come
    for one in here:
        one.close()
