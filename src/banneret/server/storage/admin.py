"""What whoever runs a table may do with its battles, also while it stands."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select, update
from sqlalchemy.exc import SQLAlchemyError

from banneret.core.errors import BadData
from banneret.server.storage import tables as t
from banneret.server.storage.database import Database, make_home
from banneret.server.storage.ledger import as_file
from banneret.server.storage.store import Setup, Store, delete_battles, expire

if TYPE_CHECKING:
    from banneret.server.settings import Settings

# what a row says that is no battle: of the database, of JSON, of types, of a time beyond all clocks
UNREADABLE = (SQLAlchemyError, ValueError, TypeError, OverflowError, OSError)
# not its secret: what cannot be read is quoted
_SHOWN = select(t.battles.c.created, t.battles.c.setup, t.battles.c.status, t.battles.c.round)


class Kept(msgspec.Struct, frozen=True):
    """A battle as it is listed; of one that cannot be read, why."""

    id: str
    book: str = ""
    scenario: str = ""
    status: str = ""
    round: int = 0
    created: str = ""
    bytes: int = 0
    fault: str = ""


class Admin:
    """The battles of a table, by its settings."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._database = Database(settings.url, alone=False)
        self._engine = self._database.engine
        self._store = Store(self._engine)

    def close_database(self) -> None:
        """Let go of it."""
        self._database.close()

    def battles(self) -> list[Kept]:
        """List the battles, the newest first; those that cannot be read stand at the end."""
        with self._engine.connect() as connection:
            keys = connection.execute(select(t.battles.c.id)).scalars().all()
        found = [self._kept(key) for key in keys]
        return [kept for _, kept in sorted(found, key=itemgetter(0), reverse=True)]

    def _kept(self, key: str) -> tuple[float, Kept]:
        """Read a battle by itself, so that one that is scribbled hides no other."""
        try:
            with self._engine.connect() as connection:
                row = connection.execute(_SHOWN.where(t.battles.c.id == key)).one()
            setup = msgspec.json.decode(row.setup, type=Setup)
            when = time.strftime("%Y-%m-%d %H:%M", time.localtime(row.created))
            size = sum(len(line) + 1 for line in self._store.lines(key))
            kept = Kept(key, setup.book, setup.scenario, row.status, row.round, when, size)
            return row.created, msgspec.convert(msgspec.structs.asdict(kept), Kept)
        except UNREADABLE as no:
            said = str(getattr(no, "orig", None) or no).splitlines()[0]
            return 0.0, Kept(str(key), fault=f"cannot be read: {said}")

    def close(self, key: str) -> None:
        """Close a battle, so that it can be watched and saved and nobody plays on."""
        self._find(key)
        with self._engine.begin() as connection:
            connection.execute(update(t.battles).where(t.battles.c.id == key).values(status="over"))

    def delete(self, key: str) -> None:
        """Delete a battle and all that belongs to it."""
        self._find(key)
        delete_battles(self._engine, [key])

    def export(self, key: str, path: Path) -> None:
        """Write a battle as a save file."""
        lines = self._store.lines(key)
        if not lines:  # what is asked first may be what is damaged
            self._find(key)
        _write_new(path, as_file(lines))

    def expire(self, days: int | None) -> int:
        """Delete old battles by the rule of the settings, or by other days."""
        return expire(self._engine, self._settings.keep_days if days is None else days)

    def back_up(self, path: Path) -> None:
        """Copy the database while it is in use."""
        source = self._file()
        _write_new(path, b"")
        try:
            _copy(source, path)
        except sqlite3.Error as no:
            path.unlink()  # half a backup is none
            raise BadData(f"{path} cannot be written: {no}") from no

    def check(self) -> list[str]:
        """List what is wrong with the database; nothing if all is well."""
        if self._database.shared:
            return self._scribbled()
        with closing(sqlite3.connect(self._file())) as one:
            try:
                found = [str(row[0]) for row in one.execute("PRAGMA integrity_check(20)")]
            except sqlite3.DatabaseError as no:
                return [str(no)]
        return self._scribbled() if found == ["ok"] else found

    def _scribbled(self) -> list[str]:
        return [f"{one.id}  {one.fault}" for one in self.battles() if one.fault]

    def _find(self, key: str) -> None:
        if self._store.closed([key]).get(key) == "gone":  # one that cannot be read is there too
            raise BadData(f"there is no battle {key!r}: `banneret admin list` names them")

    def _file(self) -> Path:
        if self._database.shared:
            raise BadData("PostgreSQL is backed up by its own tools: pg_dump and pg_restore")
        return Path(str(self._database.url.database))


def restore(settings: Settings, backup: Path) -> Path:
    """Put a backup in the place of the database; what was there is kept beside it."""
    if settings.url.startswith("postgresql"):
        raise BadData("PostgreSQL is restored by its own tools: pg_restore")
    if not backup.is_file():
        raise BadData(f"{backup} cannot be read: it is not a file")
    place = Path(settings.url.removeprefix("sqlite:///"))
    if place.exists() and place.samefile(backup):
        raise BadData(f"{backup} is the database itself: name a backup of it")
    if not _holds_battles(backup):
        raise BadData(f"{backup} is no sound backup of a table")
    make_home(place.parent)
    _refuse_served(place)
    aside = place.with_name(f"{place.name}.{time.strftime('%Y%m%d-%H%M%S')}")
    if aside.exists():
        raise BadData(f"{aside} is there already: wait a second")
    for end in ("", "-wal", "-shm"):
        old = place.with_name(place.name + end)
        if old.exists():
            old.rename(aside.with_name(aside.name + end))
    _write_new(place, b"")
    _copy(backup, place)
    return aside


def _holds_battles(backup: Path) -> bool:
    """Whether a file is a whole database of a table, not an empty one or another program's."""
    try:
        with closing(sqlite3.connect(backup)) as one:
            one.execute("SELECT * FROM battles, lines LIMIT 1")
            return bool(one.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok")
    except sqlite3.DatabaseError:
        return False


def _copy(source: Path, place: Path) -> None:
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(place)) as new:
        old.backup(new)


def _refuse_served(place: Path) -> None:
    lock = Database.lock_of(place)
    if lock is not None:
        lock.close()


def _write_new(path: Path, content: bytes) -> None:
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
    except FileExistsError as no:
        raise BadData(f"{path} is there already: name a new file") from no
    except OSError as no:
        raise BadData(f"{path} cannot be written: {no.strerror}") from no
