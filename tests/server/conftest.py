from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from server.running import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from server.running import Browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server on SQLite, with the toys and the first book on its shelf."""
    with Server(tmp_path_factory.mktemp("server")) as one:
        yield one
        said = one.said()
    assert "Traceback" not in said, said[-4000:]


@pytest.fixture
def two(server: Server) -> Iterator[tuple[Browser, Browser]]:
    """Two people at the toy duel, both asked for their oaths."""
    made = server.battle("toy", "field", {"a": "person", "b": "open"})
    a = server.browser(made["id"], made["seats"]["a"])
    a.until("table")
    b = server.browser(made["id"], made["seats"]["b"], name="Bertrand")
    b.until("table")
    a.until("table")
    yield a, b
    a.close()
    b.close()
