"""Worker processes: they think, read files and draw replays, so that the event loop need not."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from contextvars import ContextVar
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, Any, TypeVar

from banneret.server.door.wire import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

log = logging.getLogger(__name__)
T = TypeVar("T")

NICENESS = 5  # thinking yields to the event loop
MOST_WISHES = 8  # of one address, read or waiting to be


FROM: ContextVar[str] = ContextVar("from", default="")  # whose request is being answered


class Pool:
    """Some spawned processes; one that dies is replaced and its work done again, once."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        """Have a function of a module called in a worker."""
        try:
            return await self._hand(work, *given)
        except BrokenProcessPool:
            log.warning("a worker process died; another takes its place")
            self.close()
            return await self._hand(work, *given)

    def _hand(self, work: Callable[..., T], *given: Any) -> asyncio.Future[T]:
        """Hand work over, which may start a worker: it is born deaf to interrupts."""
        loop = asyncio.get_running_loop()
        with _deaf():
            return loop.run_in_executor(self._ready(), work, *given)

    def close(self, *, wait: bool = False) -> None:
        """End the workers."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=wait, cancel_futures=True)

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._workers,
                multiprocessing.get_context("spawn"),
                initializer=_settle_in,
                initargs=(os.getpid(), list(sys.path)),
            )
        return self._pool


class FairPool(Pool):
    """Workers of whom one address has one at a time; a few more of its wishes wait for that one.

    So there is always one free for everybody else, however much somebody sends.
    """

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self._turns: dict[str, asyncio.Lock] = {}
        self._wishes: dict[str, int] = {}

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        """Have it done in this address's turn, or say that it has sent enough."""
        who = FROM.get()
        waiting = self._wishes.get(who, 0)
        if waiting >= MOST_WISHES:
            raise Refused("too_often", "wait until what came from here before has been read")
        self._wishes[who] = waiting + 1
        turn = self._turns.setdefault(who, asyncio.Lock())
        try:
            async with turn:
                return await super().run(work, *given)
        finally:
            self._wishes[who] -= 1
            if not self._wishes[who]:
                del self._wishes[who], self._turns[who]


@contextmanager
def _deaf() -> Iterator[None]:
    """Put interrupts off; a process that is started meanwhile never hears of them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which lets them through again when it is started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _settle_in(parent: int, path: list[str]) -> None:
    """Leave interrupts to the server, and do not outlive it."""
    sys.path[:] = path
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
