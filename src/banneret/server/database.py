"""The database: SQLite by default, PostgreSQL by URL, made and migrated when it is opened."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from banneret.core.errors import BadData

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

try:
    import fcntl
except ImportError:  # pragma: no cover  # no such lock on Windows
    fcntl = None  # type: ignore[assignment]

MIGRATIONS = Path(__file__).parent / "migrations"
_MIGRATION_LOCK = 0x62616E6E  # any number that other programs do not use
_PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "busy_timeout=5000",
    "foreign_keys=ON",
    "temp_store=MEMORY",
)


class Database:
    """An open, migrated database."""

    def __init__(self, url: str) -> None:
        try:
            self.url = make_url(url)
        except ArgumentError as no:
            raise BadData(f"the database {url!r} cannot be read as a URL") from no
        if self.url.get_backend_name() not in {"sqlite", "postgresql"}:
            raise BadData(f"the database {url!r} is neither sqlite:///FILE nor postgresql://...")
        self.shared = self.url.get_backend_name() == "postgresql"
        self._lock = None if self.shared else _hold(self.url.database)
        try:
            self.engine = _open(self.url.render_as_string(hide_password=False), self.shared)
            migrate(self.engine)
        except (SQLAlchemyError, ImportError) as no:
            self.close()
            said = str(getattr(no, "orig", None) or no).strip().splitlines()[0]
            raise BadData(f"the database {self.url!r} cannot be used: {said}") from no

    def close(self) -> None:
        """Let go of it."""
        if hasattr(self, "engine"):
            self.engine.dispose()
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def migrate(engine: Engine) -> None:
    """Bring the tables to their newest form; several processes take turns."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": _MIGRATION_LOCK})
            connection.commit()
        try:
            _upgrade(connection)
        finally:
            if engine.dialect.name == "postgresql":
                connection.rollback()
                connection.execute(
                    text("SELECT pg_advisory_unlock(:key)"), {"key": _MIGRATION_LOCK}
                )
                connection.commit()


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    connection.commit()


def _open(url: str, shared: bool) -> Engine:
    if shared:
        return create_engine(url, pool_size=4, max_overflow=8, pool_pre_ping=True)
    engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": 10})
    event.listen(engine, "connect", _set_pragmas)
    return engine


def _set_pragmas(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _hold(database: str | None) -> BinaryIO | None:
    """Keep a second server from the same SQLite file: only PostgreSQL serves several."""
    if not database or database == ":memory:":
        raise BadData("battles must outlive the server: name a file or a PostgreSQL database")
    path = Path(database)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = path.with_name(path.name + ".lock").open("ab")
    except OSError as no:
        raise BadData(f"{path} cannot be written: {no.strerror}") from no
    if fcntl is not None:
        try:
            fcntl.flock(lock.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as no:
            lock.close()
            raise BadData(f"{path} is being served already: stop that server first") from no
    return lock
