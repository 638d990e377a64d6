"""A quiet moment is used once, and does not wait for ever."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from banneret.server.battles.quiet import MOST_LOOKS, Quiet
from banneret.server.hall import Hall
from banneret.server.settings import Settings
from loops import run

if TYPE_CHECKING:
    from pathlib import Path


def test_a_moment_is_quiet_when_nothing_was_written_since_the_last_look() -> None:
    quiet = Quiet()
    assert [quiet.now(n) for n in (0, 3, 5, 5)] == [False, False, False, True]


def test_a_quiet_moment_is_used_once() -> None:
    quiet = Quiet()
    assert [quiet.now(n) for n in (5, 5, 5, 5, 6, 6)] == [False, True, False, False, False, True]


def test_a_server_that_is_never_quiet_takes_a_moment_in_the_end() -> None:
    quiet = Quiet()
    used = [n for n in range(1, 3 * MOST_LOOKS) if quiet.now(n)]
    assert used == [MOST_LOOKS + 1, 2 * (MOST_LOOKS + 1)]


@pytest.mark.slow  # a worker is started and ended
def test_the_hall_uses_a_quiet_moment(tmp_path: Path) -> None:
    async def wait_for_quiet() -> None:
        used = asyncio.Event()
        settings = Settings(database_url=f"sqlite:///{tmp_path / 'x.db'}", sweep_seconds=0.01)
        hall = Hall(settings, when_quiet=used.set)
        await hall.open()
        try:
            await asyncio.sleep(0.1)
            assert not used.is_set(), "nothing was written yet"
            await hall.writer.write()
            await asyncio.wait_for(used.wait(), 30)
        finally:
            await hall.close()

    run(wait_for_quiet())
