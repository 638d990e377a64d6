"""How a server is set up: where it listens, where it keeps battles, what it lets in."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.book import saga
from banneret.core.errors import BadData

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.core.book.ruleset import Ruleset

BOOKS = "banneret.rulesets:RULESETS"
MOST_MESSAGE_BYTES = 64 * 1024
MOST_FILE_BYTES = 8 * 1024 * 1024
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


_LIMITS = (
    ("battles_a_minute", int), ("uploads_a_minute", int), ("most_battles", int),
    ("most_megabytes", int), ("keep_days", int),
)  # fmt: skip


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything an operator may choose; the defaults serve one machine."""

    host: str = "127.0.0.1"
    port: int = 8765
    database_url: str = ""  # nothing: SQLite in the user's data folder
    origins: tuple[str, ...] = ()  # besides the server's own
    hosts: tuple[str, ...] = ()  # names the server answers to; none: any
    passphrase: str = ""
    workers: int = 0  # processes that think; 0: one less than there are cores
    rate: float = 40.0  # messages a second and socket
    burst: int = 120
    sit_seconds: float = 10.0
    lease_seconds: float = 6.0
    idle_seconds: float = 600.0
    sweep_seconds: float = 30.0  # from one look at what nobody needs or may play to the next
    open_to_all: bool = False  # whether strangers may come without a pass-phrase
    battles_a_minute: int = 30  # new ones, from one address
    uploads_a_minute: int = 60
    most_battles: int = 20_000
    most_megabytes: int = 0  # of the SQLite file; 0: as many as the disk has
    keep_days: int = 400  # a battle is kept; one that never began, a week
    books: str = BOOKS  # module:name of the shelf

    @property
    def url(self) -> str:
        """Where battles are kept, as SQLAlchemy wants it said."""
        given = self.database_url or f"sqlite:///{home() / 'banneret.db'}"
        for short in ("postgresql://", "postgres://"):
            if given.startswith(short):
                return "postgresql+psycopg://" + given.removeprefix(short)
        return given

    @property
    def thinkers(self) -> int:
        """How many processes think."""
        return self.workers or max(1, (os.cpu_count() or 2) - 1)


def from_environment(**given: Any) -> Settings:
    """Read the settings from BANNERET_... variables; what is given goes before."""
    env = os.environ
    found: dict[str, Any] = {
        "database_url": env.get("BANNERET_DATABASE_URL", ""),
        "passphrase": env.get("BANNERET_PASSPHRASE", ""),
        "origins": _list(env.get("BANNERET_ORIGINS", "")),
        "hosts": _list(env.get("BANNERET_HOSTS", "")),
        "books": env.get("BANNERET_BOOKS", BOOKS),
    }
    for key, kind in (
        ("workers", int),
        ("rate", float),
        ("burst", int),
        ("lease_seconds", float),
        ("sweep_seconds", float),
        *_LIMITS,
    ):
        if text := env.get(f"BANNERET_{key.upper()}"):
            found[key] = _number(key, text, kind)
    found |= {key: value for key, value in given.items() if value is not None}
    settings = Settings(**found)
    if not settings.hosts and settings.host in LOOPBACK:
        settings = msgspec.structs.replace(settings, hosts=LOOPBACK)
    return settings


def addresses() -> list[str]:
    """Give the addresses of this machine that others in its network can use."""
    found: dict[str, None] = {}
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with socket.socket(family, socket.SOCK_DGRAM) as one, suppress(OSError):
            one.connect((far, 9))  # sends nothing: it only finds the way out
            found[one.getsockname()[0]] = None
    with suppress(OSError):
        for *_, place in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            found[str(place[0])] = None
    return [one for one in found if not one.startswith(("127.", "::1", "fe80"))]


def refuse_unguarded(settings: Settings) -> None:
    """Refuse to stand open to a network without a pass-phrase, unless that is wanted."""
    if settings.host in (*LOOPBACK, "::1") or settings.passphrase or settings.open_to_all:
        return
    raise BadData(
        f"{settings.host} can be reached from the network, and no pass-phrase guards the table: "
        "set BANNERET_PASSPHRASE, or say --open-to-all if everybody may come in"
    )


def _list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _number(key: str, text: str, kind: type[float]) -> float:
    try:
        return kind(text)
    except ValueError as no:
        raise BadData(f"BANNERET_{key.upper()} is {text!r}: expected a number") from no


def home() -> Path:
    """Give the folder where battles are kept: BANNERET_HOME, or the user's data folder."""
    if given := os.environ.get("BANNERET_HOME"):
        return Path(given)
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(data) / "banneret"


def shelf(books: str) -> Mapping[str, Ruleset[Any]]:
    """Give the books that are served, by their keys."""
    module, _, name = books.partition(":")
    found: Mapping[str, Ruleset[Any]] = getattr(import_module(module), name)
    return found


def find_book(books: str, key: str) -> Ruleset[Any]:
    """Find a book by its key."""
    return saga.find_book(key, shelf(books))
