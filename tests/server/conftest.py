from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from server.running import Server

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server on SQLite, with the toys and the first book on its shelf."""
    with Server(tmp_path_factory.mktemp("server")) as one:
        yield one
        said = one.said()
    assert "Traceback" not in said, said[-4000:]
