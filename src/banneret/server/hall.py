"""All battles of this process, and the doors to those of others."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from banneret.server.battles.hosting import GONE_ELSEWHERE, Host
from banneret.server.battles.quiet import Quiet
from banneret.server.door import wire
from banneret.server.door.connections import Connection
from banneret.server.door.doorkeeper import Doorkeeper
from banneret.server.door.wire import Refused
from banneret.server.opponents import thinking
from banneret.server.opponents.pool import FairPool, Pool
from banneret.server.settings import find_book
from banneret.server.storage import cluster as c
from banneret.server.storage.cluster import Fellowship, Solo
from banneret.server.storage.database import Database
from banneret.server.storage.store import Store, delete_battles, expire
from banneret.server.storage.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.book.ruleset import Ruleset
    from banneret.server.battles.holding import Holding
    from banneret.server.battles.hosting import Done
    from banneret.server.settings import Settings

log = logging.getLogger(__name__)

EXPIRE_SECONDS = 24 * 3600.0
MOST_PREVIEWS = 300
CLERK_SECONDS = 15.0  # no battle is over sooner


class Shelf(dict[Any, bytes]):
    """What was drawn or worked out before; the oldest goes when there are too many."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: Any, value: bytes) -> None:
        """Keep one more."""
        super().__setitem__(key, value)
        if len(self) > self._most:
            del self[next(iter(self))]


class Hall:
    """Everything the server holds while it runs.

    `when_quiet` is called now and then while nobody decides anything; it may take its time.
    """

    def __init__(
        self, settings: Settings, *, when_quiet: Callable[[], object] | None = None
    ) -> None:
        self.settings = settings
        self._when_quiet = when_quiet
        self.database = Database(settings.url, settings.most_megabytes)
        self.store = Store(self.database.engine)
        self.thinkers = Pool(settings.thinkers)
        self.clerks = FairPool(2)
        self.historians = FairPool(1)  # play on what is over: nobody else waits for that
        self.background = asyncio.Semaphore(1)  # computers whom nobody watches think one at a time
        self.doorkeeper = Doorkeeper(
            {
                "new battles": settings.battles_a_minute,
                "uploads": settings.uploads_a_minute,
                "replays": settings.uploads_a_minute,
            }
        )
        self.hosts: dict[str, Host] = {}
        self._mine: dict[str, tuple[str, Connection]] = {}  # sat elsewhere: owner, socket
        self._theirs: dict[str, _Guest] = {}
        self._queues: dict[str, asyncio.Queue[c.AnyLetter]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.previews = Shelf(MOST_PREVIEWS)
        self.writer: Writer
        self.cluster: Solo

    def book(self, key: str) -> Ruleset[Any]:
        """Find a book by its key."""
        return find_book(self.settings.books, key)

    async def open(self) -> None:
        """Begin to serve, with every book open: no request shall wait for one."""
        thinking.warm(self.settings.books)
        self.writer = Writer(self.database.engine)
        if self.database.shared:
            others = Fellowship(self.database.engine, self.writer, self.settings.lease_seconds)
            others.on_letter, others.on_alive = self._on_letter, self._on_alive
            others.on_lapse = self._drop_all
            self.cluster = others
        else:
            self.cluster = Solo()
        await self.cluster.start()
        self._aside(self._sweep())
        self._aside(self._warm())

    async def close(self) -> None:
        """Stop serving; everything is on disk already."""
        for task in list(self._tasks):
            task.cancel()
        self._drop_all()
        await self.cluster.stop()
        for pool in (self.thinkers, self.clerks, self.historians):
            await asyncio.to_thread(pool.close, wait=True)
        await self.writer.close()
        self.database.close()

    # -- battles

    async def host(self, battle: str) -> Host | str:
        """Give the host of a battle, or the name of the process that has it."""
        if battle in self.hosts:
            return self.hosts[battle]
        found = await asyncio.to_thread(self.store.battle, battle)
        if found is None:
            raise Refused("unknown", "there is no such battle")
        owner = await self.cluster.claim(battle)
        if owner != self.cluster.name:
            return owner
        if battle not in self.hosts:
            self.hosts[battle] = Host(self, found, self.book(found.setup.book))
        return self.hosts[battle]

    def let_go(self, lost: Holding) -> None:
        """Send everybody away from a battle that is lost to this process; they come back."""
        self.hosts.pop(lost.battle.id, None)
        lost.audience.send_away(GONE_ELSEWHERE)

    def _drop_all(self) -> None:
        for host in list(self.hosts.values()):
            self.let_go(host)
        for _, connection in self._mine.values():
            connection.close(GONE_ELSEWHERE)

    async def _warm(self) -> None:
        """Have a worker ready before the first computer must think, and later one for replays."""
        with suppress(Exception):
            await self.thinkers.run(thinking.warm, self.settings.books)
            await asyncio.sleep(CLERK_SECONDS)
            await self.clerks.run(thinking.warm, self.settings.books)

    async def _sweep(self) -> None:
        """Forget battles that nobody has looked at for a while, and delete the old ones."""
        quiet, expired = Quiet(), -EXPIRE_SECONDS
        while True:
            await asyncio.sleep(self.settings.sweep_seconds)
            with suppress(SQLAlchemyError):
                await self._part_from_closed()
            if time.monotonic() - expired > EXPIRE_SECONDS:
                expired = time.monotonic()
                with suppress(SQLAlchemyError):
                    await asyncio.to_thread(expire, self.database.engine, self.settings.keep_days)
            if self._when_quiet is not None and quiet.now(self.writer.commits):
                self._when_quiet()
            old = time.monotonic() - self.settings.idle_seconds
            for key, host in list(self.hosts.items()):
                if host.used < old and not host.busy:
                    del self.hosts[key]
                    self.cluster.release(key)

    async def _part_from_closed(self) -> None:
        """Send everybody away from battles that were closed or deleted by their keeper."""
        found = await asyncio.to_thread(self.store.closed, list(self.hosts))
        for key, status in found.items():
            host = self.hosts.get(key)
            if host is None or (status == "over" and host.closes):
                continue
            self.let_go(host)
            self.cluster.release(key)
            if status == "gone":  # with what was still written meanwhile
                await asyncio.to_thread(delete_battles, self.database.engine, [key])

    # -- somebody at the door

    async def sit(self, battle: str, connection: Connection, text: bytes, said: wire.Sit) -> None:
        """Seat a socket here, or at the process that has the battle."""
        host = await self.host(battle)
        if isinstance(host, Host):
            await host.sit(connection, said)
            return
        self._mine[connection.id] = (host, connection)
        letter = c.Opened(connection.id, battle, self.cluster.name, text.decode())
        self.cluster.post(host, letter)

    def take(self, battle: str, connection: Connection, said: wire.Message, done: Done) -> bool:
        """Do what can be done at once; False when it must be heard in turn."""
        host = self.hosts.get(battle)
        if host is None or connection.id not in host.connections:
            return False
        return host.take(connection, said, done)

    async def hear(
        self, battle: str, connection: Connection, text: bytes, said: wire.Message
    ) -> None:
        """Hand on what somebody who sits says; Refused if it changes nothing."""
        if connection.id in self._mine:
            owner, _ = self._mine[connection.id]
            self.cluster.post(owner, c.Spoke(connection.id, battle, text.decode()))
            return
        host = self.hosts.get(battle)
        if host is None or connection.id not in host.connections:
            connection.close(GONE_ELSEWHERE)
            return
        await host.hear(connection, said)

    def leave(self, battle: str, connection: Connection) -> None:
        """Somebody is gone."""
        if connection.id in self._mine:
            owner, _ = self._mine.pop(connection.id)
            self.cluster.post(owner, c.Went(connection.id, battle))
        elif battle in self.hosts:
            self.hosts[battle].leave(connection)

    # -- letters

    def _on_letter(self, letter: c.AnyLetter) -> None:
        match letter:
            case c.Tell() if letter.connection in self._mine:
                self._mine[letter.connection][1].send(letter.text.encode())
            case c.Shut() if letter.connection in self._mine:
                self._mine[letter.connection][1].close(letter.code)
            case c.Opened() | c.Spoke() | c.Went():
                self._queue(letter)

    def _queue(self, letter: c.AnyLetter) -> None:
        """Take each guest's letters in turn, different guests' at the same time."""
        queue = self._queues.get(letter.connection)
        if queue is None:
            queue = self._queues[letter.connection] = asyncio.Queue()
            self._aside(self._serve_guest(letter.connection, queue))
        queue.put_nowait(letter)

    async def _serve_guest(self, key: str, queue: asyncio.Queue[c.AnyLetter]) -> None:
        try:
            while not isinstance(letter := await queue.get(), c.Went):
                await self._take(letter)
        finally:
            del self._queues[key]
            guest = self._theirs.pop(key, None)
            if guest is not None and guest.battle in self.hosts:
                self.hosts[guest.battle].leave(guest)

    async def _take(self, letter: c.AnyLetter) -> None:
        if isinstance(letter, c.Opened):
            self._theirs[letter.connection] = _Guest(self.cluster, letter)
        guest = self._theirs.get(letter.connection)
        if guest is None or not isinstance(letter, c.Opened | c.Spoke):
            return
        try:
            said = wire.read(letter.text)
            if isinstance(letter, c.Spoke):
                await self.hear(letter.battle, guest, letter.text.encode(), said)
            elif isinstance(said, wire.Sit):
                await self._seat_guest(guest, said)
        except Refused as no:
            guest.send(wire.refusal(no, wire.type_of(letter.text)))
            if isinstance(letter, c.Opened):
                guest.close(1008)
        except Exception:
            log.exception("a letter about battle %s could not be taken", letter.battle)
            guest.close(GONE_ELSEWHERE)

    async def _seat_guest(self, guest: _Guest, said: wire.Sit) -> None:
        host = await self.host(guest.battle)
        if isinstance(host, Host):
            await host.sit(guest, said)
        else:
            guest.close(GONE_ELSEWHERE)

    def _on_alive(self, living: frozenset[str]) -> None:
        """Send away who sat at a dead process, and see off guests from dead ones."""
        for owner, connection in list(self._mine.values()):
            if owner not in living:
                connection.close(GONE_ELSEWHERE)
        for key, guest in list(self._theirs.items()):
            if guest.back_to not in living and key in self._queues:
                self._queues[key].put_nowait(c.Went(key, guest.battle))

    def _aside(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class _Guest(Connection):
    """Somebody who sits here but whose socket is at another process."""

    def __init__(self, cluster: Solo, letter: c.Opened) -> None:
        super().__init__(letter.connection)
        self.battle = letter.battle
        self.back_to = letter.back_to
        self._cluster = cluster

    def send(self, text: bytes) -> None:
        """Have the other process say it."""
        self._cluster.post(self.back_to, c.Tell(self.id, text.decode()))

    def close(self, code: int) -> None:
        """Have the other process send him away."""
        self._cluster.post(self.back_to, c.Shut(self.id, code))
