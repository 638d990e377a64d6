"""Several processes on one PostgreSQL: who plays which battle, and letters between them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, extract, func, insert, select, update

from banneret.server.storage import tables as t
from banneret.server.storage.writer import channel

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Engine
    from sqlalchemy.engine import URL

    from banneret.server.storage.writer import Writer

log = logging.getLogger(__name__)

_NOW = extract("epoch", func.clock_timestamp())


class Letter(msgspec.Struct, frozen=True, tag_field="is"):
    """Something one process tells another about a socket."""

    connection: str


class Opened(Letter, frozen=True, tag="opened"):
    """Somebody at my door wants to sit at your battle."""

    battle: str
    back_to: str
    text: str


class Spoke(Letter, frozen=True, tag="spoke"):
    """He says this."""

    battle: str
    text: str


class Went(Letter, frozen=True, tag="went"):
    """He is gone."""

    battle: str


class Tell(Letter, frozen=True, tag="tell"):
    """Tell him this."""

    text: str


class Shut(Letter, frozen=True, tag="shut"):
    """Send him away."""

    code: int


AnyLetter = Opened | Spoke | Went | Tell | Shut
_decoder: msgspec.json.Decoder[AnyLetter] = msgspec.json.Decoder(AnyLetter)


class Solo:
    """One process alone: every battle is its own."""

    name = ""

    async def start(self) -> None:
        """Nothing to do."""

    async def claim(self, battle: str) -> str:  # noqa: ARG002  # all are mine
        """Say who plays a battle: this process."""
        return self.name

    def release(self, battle: str) -> None:
        """Nobody waits for it."""

    def post(self, to: str, letter: AnyLetter) -> None:
        """There is nobody to write to."""

    async def stop(self) -> None:
        """Nothing to do."""


class Fellowship(Solo):
    """This process among others."""

    def __init__(self, engine: Engine, writer: Writer, lease_seconds: float) -> None:
        self.name = secrets.token_hex(8)
        self.on_letter: Callable[[AnyLetter], None] = lambda _: None
        self.on_alive: Callable[[frozenset[str]], None] = lambda _: None
        self.on_lapse: Callable[[], None] = lambda: None
        self._engine = engine
        self._writer = writer
        self._lease = lease_seconds
        self._mail = asyncio.Event()
        self._stopped = threading.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._listener: threading.Thread | None = None

    async def start(self) -> None:
        """Be known to the others, and listen."""
        await asyncio.to_thread(self._beat)
        loop = asyncio.get_running_loop()
        self._listener = threading.Thread(target=self._listen, args=(loop,), daemon=True)
        self._listener.start()
        self._tasks = [loop.create_task(self._keep_alive()), loop.create_task(self._read_mail())]

    async def claim(self, battle: str) -> str:
        """Take a battle that nobody living plays; say who plays it."""
        return await asyncio.to_thread(self._claim, battle)

    def release(self, battle: str) -> None:
        """Leave a battle to whoever wants it next."""
        c = t.battles.c
        mine = (c.id == battle) & (c.owner == self.name)
        left = update(t.battles).where(mine).values(owner=None)
        _ignored(self._writer.write(others=[(left, {})]))

    def post(self, to: str, letter: AnyLetter) -> None:
        """Write to another process; letters of one writer arrive in order."""
        body = msgspec.json.encode(letter)
        posted = self._writer.write(new_letters=[{"to": to, "body": body}])
        posted.add_done_callback(self._posted)

    def _posted(self, done: asyncio.Future[None]) -> None:
        """Who waits for a letter that is lost would wait for ever: let everybody come anew."""
        if not done.cancelled() and done.exception() is not None:
            self.on_lapse()

    async def stop(self) -> None:
        """Leave everything to the others at once."""
        self._stopped.set()
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        with suppress(Exception):
            await asyncio.to_thread(self._leave)

    # -- in threads

    def _claim(self, battle: str) -> str:
        b, p = t.battles.c, t.processes.c
        living = select(p.name).where((p.name == b.owner) & (p.until > _NOW)).exists()
        free = b.owner.is_(None) | (b.owner == self.name) | ~living
        with self._engine.begin() as connection:
            taken = connection.execute(
                update(t.battles)
                .where((b.id == battle) & free)
                .values(owner=self.name)
                .returning(b.owner)
            ).scalar()
            owner = taken or connection.execute(select(b.owner).where(b.id == battle)).scalar()
        return str(owner)

    def _beat(self) -> bool:
        """Renew the lease; False if it had run out, so that others may have taken battles."""
        p = t.processes.c
        until = _NOW + self._lease
        with self._engine.begin() as connection:
            alive = update(t.processes).where((p.name == self.name) & (p.until > _NOW))
            if connection.execute(alive.values(until=until).returning(p.name)).scalar():
                return True
            connection.execute(delete(t.processes).where(p.name == self.name))
            connection.execute(insert(t.processes).values(name=self.name, until=until))
        return False

    def _living(self) -> frozenset[str]:
        p, letters = t.processes.c, t.letters.c
        with self._engine.begin() as connection:
            connection.execute(delete(t.processes).where(p.until < _NOW - 60))
            known = select(p.name)
            connection.execute(delete(t.letters).where(letters.to.not_in(known)))
            return frozenset(connection.execute(known.where(p.until > _NOW)).scalars())

    def _leave(self) -> None:
        with self._engine.begin() as connection:
            mine = t.battles.c.owner == self.name
            connection.execute(update(t.battles).where(mine).values(owner=None))
            connection.execute(delete(t.processes).where(t.processes.c.name == self.name))
            connection.execute(delete(t.letters).where(t.letters.c.to == self.name))

    def _collect(self) -> list[bytes]:
        taken = delete(t.letters).where(t.letters.c.to == self.name)
        with self._engine.begin() as connection:
            rows = connection.execute(taken.returning(t.letters.c.id, t.letters.c.body)).all()
        return [bytes(body) for _, body in sorted(rows)]

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Wait for the bell; the letters themselves are in the table."""
        while not self._stopped.is_set():
            try:
                self._hear_bell(_plain_url(self._engine.url), loop)
            except RuntimeError:
                return  # the loop is gone
            except Exception as no:  # noqa: BLE001  # the database may come back
                log.warning("the listener lost its connection: %s", no)
                self._stopped.wait(1)

    def _hear_bell(self, url: str, loop: asyncio.AbstractEventLoop) -> None:
        import psycopg  # noqa: PLC0415  # only with PostgreSQL
        from psycopg import sql  # noqa: PLC0415

        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel(self.name))))
            while not self._stopped.is_set():
                for _ in connection.notifies(timeout=1.0, stop_after=1):
                    loop.call_soon_threadsafe(self._mail.set)

    # -- in the loop

    async def _keep_alive(self) -> None:
        while True:
            await asyncio.sleep(self._lease / 3)
            try:
                if not await asyncio.to_thread(self._beat):
                    self.on_lapse()
                self.on_alive(await asyncio.to_thread(self._living))
            except Exception as no:  # noqa: BLE001  # the database may come back
                log.warning("the lease could not be renewed: %s", no)
                self.on_lapse()  # what others write to us cannot be read either

    async def _read_mail(self) -> None:
        while True:
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._mail.wait(), 1.0)
            self._mail.clear()
            try:
                found = await asyncio.to_thread(self._collect)
            except Exception as no:  # noqa: BLE001  # the database may come back
                log.warning("letters could not be read: %s", no)
                continue
            for body in found:
                self.on_letter(_decoder.decode(body))


def _plain_url(url: URL) -> str:
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


def _ignored(done: asyncio.Future[Any]) -> None:
    """Let a failure be: leases and reconnecting sockets put it right."""
    done.add_done_callback(lambda future: future.cancelled() or future.exception())
