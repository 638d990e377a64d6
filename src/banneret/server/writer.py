"""One thread that writes: everything queued goes into one transaction (group commit)."""

from __future__ import annotations

import asyncio
import logging
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, insert, select

from banneret.server.tables import letters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection, Engine, Executable

    LineRow = tuple[str, int, bytes]
    Statement = tuple[Executable, dict[str, Any]]

log = logging.getLogger(__name__)

MOST_TOGETHER = 500
_INSERT_LINES = "INSERT INTO lines (battle, n, line) VALUES ({0}, {0}, {0})"
_INSERT_LETTERS = insert(letters)


class Job:
    """What one caller wants on disk: lines of a battle, other statements, letters to processes."""

    __slots__ = ("done", "letters", "lines", "others")

    def __init__(
        self,
        done: asyncio.Future[None],
        new_lines: Sequence[LineRow],
        others: Sequence[Statement],
        new_letters: Sequence[dict[str, Any]],
    ) -> None:
        self.done = done
        self.lines = new_lines
        self.others = others
        self.letters = new_letters


class Writer:
    """Writes for everybody; a future is done when its job is on disk."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        mark = "?" if engine.dialect.name == "sqlite" else "%s"
        self._insert_lines = _INSERT_LINES.format(mark)  # the one statement that must be quick
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()
        self.commits = 0

    def write(
        self,
        new_lines: Sequence[LineRow] = (),
        others: Sequence[Statement] = (),
        new_letters: Sequence[dict[str, Any]] = (),
    ) -> asyncio.Future[None]:
        """Queue a job; the future fails with what the database said if it could not be done."""
        done: asyncio.Future[None] = self._loop.create_future()
        self._queue.put(Job(done, new_lines, others, new_letters))
        return done

    async def close(self) -> None:
        """Write what is queued and end."""
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    # -- in the thread

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            jobs = [first]
            while len(jobs) < MOST_TOGETHER and not self._queue.empty():
                job = self._queue.get()
                if job is None:
                    self._queue.put(None)
                    break
                jobs.append(job)
            self._write_all(jobs)

    def _write_all(self, jobs: list[Job]) -> None:
        try:
            self._commit(jobs)
        except Exception as no:  # noqa: BLE001  # told to the caller
            if len(jobs) == 1:
                self._tell([(jobs[0], no)])
                return
            for job in jobs:  # one of them is bad: the others shall not suffer
                self._write_all([job])
        else:
            self._tell([(job, None) for job in jobs])

    def _commit(self, jobs: list[Job]) -> None:
        with self._engine.begin() as connection:
            for job in jobs:
                for statement, given in job.others:
                    connection.execute(statement, given)
            new_lines = [line for job in jobs for line in job.lines]
            if new_lines:
                connection.exec_driver_sql(self._insert_lines, new_lines)
            self._post(connection, [letter for job in jobs for letter in job.letters])
        self.commits += 1

    def _post(self, connection: Connection, new_letters: list[dict[str, Any]]) -> None:
        if new_letters:
            connection.execute(_INSERT_LETTERS, new_letters)
            for to in sorted({str(letter["to"]) for letter in new_letters}):
                connection.execute(select(func.pg_notify(channel(to), "")))

    def _tell(self, outcomes: list[tuple[Job, Exception | None]]) -> None:
        try:
            self._loop.call_soon_threadsafe(_resolve, outcomes)
        except RuntimeError:  # the loop is gone: nobody listens any more
            log.debug("the loop ended before %d writes were told", len(outcomes))


def channel(process: str) -> str:
    """Name what a process listens on."""
    return f"banneret_{process}"


def _resolve(outcomes: list[tuple[Job, Exception | None]]) -> None:
    for job, no in outcomes:
        if job.done.done():
            continue
        if no is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(no)
