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

PAGE = 4096  # bytes
MIGRATIONS = Path(__file__).parent / "migrations"
BRING_BACK = "; `banneret admin restore` brings a backup back"
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

    def __init__(self, url: str, most_megabytes: int = 0, *, alone: bool = True) -> None:
        try:
            self.url = make_url(url)
        except ArgumentError as no:
            raise BadData(f"the database {url!r} cannot be read as a URL") from no
        if self.url.get_backend_name() not in {"sqlite", "postgresql"}:
            raise BadData(f"the database {url!r} is neither sqlite:///FILE nor postgresql://...")
        self.shared = self.url.get_backend_name() == "postgresql"
        most_pages = most_megabytes * 1024 * 1024 // PAGE
        if not self.shared:
            _refuse_empty(self.url.database)
        self._lock = None if self.shared or not alone else _hold(self.url.database)
        try:
            address = self.url.render_as_string(hide_password=False)
            self.engine = _open(address, self.shared, most_pages)
            if alone:  # its keeper may take out of it what can still be read
                self._refuse_damaged()
            migrate(self.engine)
        except (SQLAlchemyError, ImportError) as no:
            self.close()
            said = str(getattr(no, "orig", None) or no).strip().splitlines()[0]
            broken = "malformed" in said or "not a database" in said
            raise BadData(
                f"the database {self.url!r} cannot be used: {said}{BRING_BACK if broken else ''}"
            ) from no

    def _refuse_damaged(self) -> None:
        """Find a scribbled page before anybody plays on it; refuse what cannot hold every name."""
        with self.engine.connect() as connection:
            if self.shared:
                encoding = connection.execute(text("SHOW server_encoding")).scalar_one()
                if encoding != "UTF8":
                    self.close()
                    raise BadData(f"the database {self.url!r} is in {encoding}: expected UTF8")
                return
            rows = connection.execute(text("PRAGMA quick_check(3)")).scalars()
            found = [" ".join(one.split()) for one in rows]
        if found != ["ok"]:
            self.close()
            raise BadData(
                f"the database {self.url.database} is damaged: {'; '.join(found)}{BRING_BACK}"
            )

    @staticmethod
    def lock_of(path: Path) -> BinaryIO | None:
        """Take the lock of a database file, or say that it is being served."""
        return _lock(path)

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


def _open(url: str, shared: bool, most_pages: int) -> Engine:
    if shared:
        return create_engine(url, pool_size=4, max_overflow=8, pool_pre_ping=True)
    engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": 10})
    limit = (f"max_page_count={most_pages}",) if most_pages else ()

    def set_pragmas(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        for pragma in (*_PRAGMAS, *limit):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    event.listen(engine, "connect", set_pragmas)
    return engine


def _hold(database: str | None) -> BinaryIO | None:
    """Keep a second server from the same SQLite file: only PostgreSQL serves several."""
    if not database or database == ":memory:":
        raise BadData("battles must outlive the server: name a file or a PostgreSQL database")
    return _lock(Path(database))


def _refuse_empty(database: str | None) -> None:
    """Refuse a file that was emptied, the keeper's look at it too: that would make it new."""
    path = Path(database or ":memory:")
    if path.is_file() and path.stat().st_size == 0:
        raise BadData(
            f"{path} is empty: what was in it is lost. Restore a backup (`banneret admin "
            "restore`), or delete it to begin anew"
        )


def make_home(folder: Path) -> None:
    """Make the folder of a database: what lies behind the dice is nobody else's to read."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _lock(path: Path) -> BinaryIO | None:
    """Hold a database alone."""
    try:
        make_home(path.parent)
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
