"""One thread that writes: everything queued goes into one transaction (group commit)."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, insert, select

from banneret.server.tables import letters

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection, Engine, Executable

    LineRow = tuple[str, int, bytes]
    Statement = tuple[Executable, dict[str, Any]]

log = logging.getLogger(__name__)

MOST_TOGETHER = 500
_INSERT_LINES = "INSERT INTO lines (battle, n, line) VALUES "
_INSERT_LETTERS = insert(letters)
_AT_ONCE = [  # rows of one statement
    (size, _INSERT_LINES + ", ".join(["(?, ?, ?)"] * size)) for size in (64, 16, 4, 1)
]


class Job:
    """What one caller wants on disk: lines of a battle, other statements, letters to processes.

    `done` is called in the event loop, with what the database said if it could not be done.
    """

    __slots__ = ("done", "letters", "lines", "others")

    def __init__(
        self,
        done: Callable[[Exception | None], None],
        new_lines: Sequence[LineRow] = (),
        others: Sequence[Statement] = (),
        new_letters: Sequence[dict[str, Any]] = (),
    ) -> None:
        self.done = done
        self.lines = new_lines
        self.others = others
        self.letters = new_letters


class Writer:
    """Writes for everybody; a job is done when it is on disk."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._own: Any = None  # SQLite's own connection, for lines alone
        mark = "?" if engine.dialect.name == "sqlite" else "%s"
        self._insert_line = f"{_INSERT_LINES}({mark}, {mark}, {mark})"
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()
        self.commits = 0

    def put(self, job: Job) -> None:
        """Queue a job."""
        self._queue.put(job)

    def write(
        self,
        new_lines: Sequence[LineRow] = (),
        others: Sequence[Statement] = (),
        new_letters: Sequence[dict[str, Any]] = (),
    ) -> asyncio.Future[None]:
        """Queue a job; the future fails with what the database said if it could not be done."""
        future: asyncio.Future[None] = self._loop.create_future()

        def done(no: Exception | None) -> None:
            if future.done():
                return
            if no is None:
                future.set_result(None)
            else:
                future.set_exception(no)

        self._queue.put(Job(done, new_lines, others, new_letters))
        return future

    async def close(self) -> None:
        """Write what is queued and end."""
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    # -- in the thread

    def _run(self) -> None:
        pooled = self._engine.raw_connection() if self._engine.dialect.name == "sqlite" else None
        if pooled is not None:
            self._own = pooled.driver_connection
            self._own.isolation_level = None  # transactions are begun and ended by name
        try:
            self._work()
        finally:
            if pooled is not None:
                pooled.detach()
                self._own.close()

    def _work(self) -> None:
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
                self._tell(jobs, no)
                return
            for job in jobs:  # one of them is bad: the others shall not suffer
                self._write_all([job])
        else:
            self._tell(jobs, None)

    def _commit(self, jobs: list[Job]) -> None:
        if self._own is not None and _insert_quickly(self._own, jobs):
            self.commits += 1
            return
        with self._engine.begin() as connection:
            for job in jobs:
                for statement, given in job.others:
                    connection.execute(statement, given)
            new_lines = [line for job in jobs for line in job.lines]
            if new_lines:
                connection.exec_driver_sql(self._insert_line, new_lines)
            self._post(connection, [letter for job in jobs for letter in job.letters])
        self.commits += 1

    def _post(self, connection: Connection, new_letters: list[dict[str, Any]]) -> None:
        if new_letters:
            connection.execute(_INSERT_LETTERS, new_letters)
            for to in sorted({str(letter["to"]) for letter in new_letters}):
                connection.execute(select(func.pg_notify(channel(to), "")))

    def _tell(self, jobs: list[Job], no: Exception | None) -> None:
        try:
            self._loop.call_soon_threadsafe(_resolve, jobs, no)
        except RuntimeError:  # the loop is gone: nobody listens any more
            log.debug("the loop ended before %d writes were told", len(jobs))


def _insert_quickly(own: Any, jobs: list[Job]) -> bool:
    """Insert lines by few statements: each has to wait for the interpreter, not each row.

    False if there is more to do than lines, or if it cannot be done; nothing is changed then, and
    the long way will say why.
    """
    if any(job.others or job.letters for job in jobs):
        return False
    rows = [line for job in jobs for line in job.lines]
    try:
        own.execute("BEGIN IMMEDIATE")
        at = 0
        for size, statement in _AT_ONCE:
            while len(rows) - at >= size:
                own.execute(statement, [field for row in rows[at : at + size] for field in row])
                at += size
        own.execute("COMMIT")
    except sqlite3.Error as no:
        log.debug("lines are written one by one: %s", no)
        with suppress(sqlite3.Error):
            own.execute("ROLLBACK")
        return False
    return True


def channel(process: str) -> str:
    """Name what a process listens on."""
    return f"banneret_{process}"


def _resolve(jobs: list[Job], no: Exception | None) -> None:
    for job in jobs:
        try:
            job.done(no)
        except Exception:
            log.exception("what was to follow a write could not be done")
