"""One thread that writes: everything queued goes into one transaction (group commit)."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import suppress
from queue import SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, insert, select

from banneret.server.storage.tables import letters

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection, Engine, Executable

    LineRow = tuple[str, int, bytes]
    Statement = tuple[Executable, dict[str, Any]]

log = logging.getLogger(__name__)

MOST_TOGETHER = 500
MOST_ROWS = 100  # of one statement
MOST_LOG_PAGES = 16_000  # 64 MB
TIDY_SECONDS = 1.0
GATHER_SECONDS = 0.008  # how long a busy loop may hold back what is to be written
_INSERT_LINES = "INSERT INTO lines (battle, n, line) VALUES "
_INSERT_LETTERS = insert(letters)


class Job:
    """What one caller wants on disk: lines of a battle, other statements, letters to processes.

    A statement with parameters is one of the few that are made once; it is translated once.
    """

    __slots__ = ("letters", "lines", "others")

    def __init__(
        self,
        new_lines: Sequence[LineRow] = (),
        others: Sequence[Statement] = (),
        new_letters: Sequence[dict[str, Any]] = (),
    ) -> None:
        self.lines = new_lines
        self.others = others
        self.letters = new_letters

    def done(self, no: Exception | None) -> None:
        """Go on, in the event loop; with what the database said if it could not be done."""
        raise NotImplementedError


class _Awaited(Job):
    """A job somebody waits for."""

    __slots__ = ("future",)

    future: asyncio.Future[None]

    def done(self, no: Exception | None) -> None:
        """Wake him, if he still waits."""
        if self.future.done():
            return
        if no is None:
            self.future.set_result(None)
        else:
            self.future.set_exception(no)


class Writer:
    """Writes for everybody; a job is done when it is on disk.

    A commit costs the same however much is in it. So jobs are gathered while the event loop still
    finds something to hear, for a moment at most, and handed over together as soon as it does not.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._own: Own | None = None  # SQLite's quick way
        mark = "?" if engine.dialect.name == "sqlite" else "%s"
        self._insert_line = f"{_INSERT_LINES}({mark}, {mark}, {mark})"
        self._gathered: list[Job] = []
        self._counted = 0  # of the gathered, when last looked at
        self._since = 0.0
        self._queue: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._ended = Event()
        self.commits = 0
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def put(self, job: Job) -> None:
        """Queue a job; only in the event loop."""
        if not self._gathered:
            self._counted, self._since = 0, self._loop.time()
            self._loop.call_soon(self._gather)
        self._gathered.append(job)

    def _gather(self) -> None:
        """Wait for more while more comes, once through the loop each time."""
        count = len(self._gathered)
        if count == self._counted or self._loop.time() - self._since > GATHER_SECONDS:
            self._hand_over()
        else:
            self._counted = count
            self._loop.call_soon(self._gather)

    def _hand_over(self) -> None:
        if self._gathered:
            jobs, self._gathered = self._gathered, []
            self._queue.put(jobs)

    def write(
        self,
        new_lines: Sequence[LineRow] = (),
        others: Sequence[Statement] = (),
        new_letters: Sequence[dict[str, Any]] = (),
    ) -> asyncio.Future[None]:
        """Queue a job; the future fails with what the database said if it could not be done."""
        job = _Awaited(new_lines, others, new_letters)
        job.future = self._loop.create_future()
        self.put(job)
        return job.future

    async def close(self) -> None:
        """Write what is queued and end."""
        self._hand_over()
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    # -- in the thread

    def _run(self) -> None:
        if self._engine.dialect.name != "sqlite":
            self._work()
            return
        self._own = Own(self._engine)
        keeper = Thread(target=self._tidy, name="keeper", daemon=True)
        keeper.start()
        try:
            self._work()
        finally:
            self._ended.set()
            keeper.join()
            self._own.close()

    def _tidy(self) -> None:
        """Bring what is safe in SQLite's log into its tables, beside the writer."""
        own, seen = _own_connection(self._engine), 0
        while not self._ended.wait(TIDY_SECONDS):
            if self.commits != seen:
                seen = self.commits
                with suppress(sqlite3.Error):  # busy: another time
                    own.execute("PRAGMA wal_checkpoint(PASSIVE)")
        own.close()

    def _work(self) -> None:
        while (jobs := self._queue.get()) is not None:
            while len(jobs) < MOST_TOGETHER and not self._queue.empty():
                more = self._queue.get()
                if more is None:
                    self._queue.put(None)
                    break
                jobs += more
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
        if self._own is not None and self._own.write(jobs):
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


class Own:
    """SQLite's quick way: a connection of the writer's own, and as few calls of it as can be.

    Each call has to wait for the interpreter; rows of one call do not. A statement alone is a
    transaction by itself.
    """

    def __init__(self, engine: Engine) -> None:
        self._dialect = engine.dialect
        self._connection = _own_connection(engine)
        # who writes does not tidy up too, unless nobody else comes to it
        self._connection.execute(f"PRAGMA wal_autocheckpoint={MOST_LOG_PAGES}")
        self._known: dict[Executable, tuple[str, list[str]]] = {}
        self._inserts: dict[int, str] = {}  # by how many rows

    def write(self, jobs: list[Job]) -> bool:
        """Write jobs together; False if it cannot be done here.

        Nothing is changed then, and the long way will say why.
        """
        calls = self._calls(jobs)
        if calls is None:
            return False
        if len(calls) > 1:
            calls = [("BEGIN IMMEDIATE", ()), *calls, ("COMMIT", ())]
        execute = self._connection.execute
        try:
            for statement, given in calls:
                execute(statement, given)
        except sqlite3.Error as no:
            log.debug("what was queued is written one by one: %s", no)
            with suppress(sqlite3.Error):
                execute("ROLLBACK")
            return False
        return True

    def close(self) -> None:
        """Let go of the connection."""
        self._connection.close()

    def _calls(self, jobs: list[Job]) -> list[tuple[str, Sequence[Any]]] | None:
        calls: list[tuple[str, Sequence[Any]]] = []
        rows: list[LineRow] = []
        for job in jobs:
            rows += job.lines
            for statement, given in job.others:
                if not given:
                    return None
                text, names = self._translated(statement, given)
                calls.append((text, [given[name] for name in names]))
            if job.letters:
                return None
        for at in range(0, len(rows), MOST_ROWS):
            some = rows[at : at + MOST_ROWS]
            calls.append((self._insert(len(some)), [field for row in some for field in row]))
        return calls

    def _translated(self, statement: Any, given: Mapping[str, Any]) -> tuple[str, list[str]]:
        found = self._known.get(statement)
        if found is None:
            compiled = statement.compile(dialect=self._dialect, column_keys=list(given))
            found = self._known[statement] = (str(compiled), list(compiled.positiontup))
        return found

    def _insert(self, rows: int) -> str:
        found = self._inserts.get(rows)
        if found is None:
            found = self._inserts[rows] = _INSERT_LINES + ", ".join(["(?, ?, ?)"] * rows)
        return found


def _own_connection(engine: Engine) -> Any:
    """Open a connection outside the pool, whose transactions are begun and ended by name."""
    pooled = engine.raw_connection()
    own: Any = pooled.driver_connection
    pooled.detach()
    own.isolation_level = None
    return own


def channel(process: str) -> str:
    """Name what a process listens on."""
    return f"banneret_{process}"


def _resolve(jobs: list[Job], no: Exception | None) -> None:
    for job in jobs:
        try:
            job.done(no)
        except Exception:
            log.exception("what was to follow a write could not be done")
