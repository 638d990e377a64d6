"""An event loop of one's own, also where Playwright keeps one running in the same process."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Coroutine

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run it to its end in a thread, so that no loop of this thread is in the way."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, work).result()  # noqa: TID251  in a thread of its own
