from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.saves import OPEN, close

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _closed_files() -> Iterator[None]:
    """Close every file a test left open."""
    yield
    while OPEN:
        close(OPEN.pop())
