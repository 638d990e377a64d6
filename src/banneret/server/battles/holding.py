"""A room in step with the disk: built when it is needed, forgotten when the two could differ."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from banneret.core.errors import BanneretError
from banneret.server.battles.beginning import beginning_again, stranding
from banneret.server.battles.pace import Pace
from banneret.server.battles.room import load
from banneret.server.battles.turns import Turns
from banneret.server.door.refusing import as_refused, is_full
from banneret.server.door.wire import Refused
from banneret.server.seen.audience import Audience
from banneret.server.storage.keeping import kept_of, to_keep
from banneret.server.storage.store import kept_aside, new_facts, new_lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.book.ruleset import Ruleset
    from banneret.server.battles.room import Room
    from banneret.server.hall import Hall
    from banneret.server.storage.keeping import Kept
    from banneret.server.storage.store import BattleRow

log = logging.getLogger(__name__)
T = TypeVar("T")


class Holding:
    """One battle held in memory, and everybody who sees it; whoever has the turn may change it."""

    def __init__(self, hall: Hall, battle: BattleRow, ruleset: Ruleset[Any]) -> None:
        self.hall = hall
        self.battle = battle
        self.audience = Audience(battle, ruleset)
        self.room: Room | None = None
        self.turns = Turns()
        self.pace = Pace()
        self.kept: Kept = ()  # as it is on disk
        self._ruleset = ruleset
        self._asides: set[asyncio.Task[None]] = set()

    @property
    def watched(self) -> bool:
        """Whether somebody sits here, so that he need not wait for battles of computers."""
        return any(one.side is not None for one in self.audience.everybody.values())

    @property
    def closes(self) -> bool:
        """Whether the room knows that the battle is over, or there is none to know it."""
        room = self.room
        return room is None or room.closed or room.game.result is not None

    async def ready(self) -> Room:
        """Give the room, built from what is on disk if need be."""
        if self.room is None:
            hall, key = self.hall, self.battle.id
            books = hall.settings.books
            found = await asyncio.to_thread(hall.store.battle, key)
            if found is None:
                raise Refused("unknown", "there is no such battle")
            self.battle = found
            lines = await asyncio.to_thread(hall.store.lines, key)
            try:
                room = await asyncio.to_thread(load, found, self._ruleset, books, lines)
            except BanneretError as no:
                why = await asyncio.to_thread(stranding, key, lines, self._ruleset)
                raise _stranded(found, why if lines and why else str(no)) from no
            self.room = room
            self.audience.open_eyes(found, room)
            self.kept = kept_of(found)
            await self.keep(room)
        return self.room

    async def guarded(self, act: Callable[[], T], *, slow: bool = False) -> T:
        """Act by the rules; if they break, go back to what is on disk."""
        try:
            return await (asyncio.to_thread(act) if slow else self.pace.run(act))
        except Refused:
            raise
        except Exception as no:
            raise self.broken(no) from no

    def broken(self, no: Exception) -> Refused:
        """Forget the room, since the rules have left it halfway; say what the seat is told."""
        log.error("the rules broke in battle %s", self.battle.id, exc_info=no)
        self._forget()
        return Refused("busy", "the rules could not follow that; nothing was changed")

    async def keep(self, room: Room) -> None:
        """Take everything new to disk; if that fails, go back to what is there."""
        lines, others, kept = to_keep(room, self.kept)
        if lines or others:
            try:
                await self.hall.writer.write(lines, others)
            except SQLAlchemyError as no:
                raise self.unkept(no) from no
        self.kept = kept

    def unkept(self, no: Exception) -> Refused:
        """Let the battle go, since it cannot be written here; say what the seat is told."""
        log.error("battle %s cannot be kept here: %s", self.battle.id, no)
        self._forget()
        if is_full(no):
            return as_refused(no)
        self.hall.let_go(self)
        return Refused("busy", "it could not be kept; nothing was changed")

    async def mend(self) -> None:
        """Let a battle that cannot be followed to its end go on from where it can."""
        hall, key = self.hall, self.battle.id
        lines = await asyncio.to_thread(hall.store.lines, key)
        if not await asyncio.to_thread(stranding, key, lines, self._ruleset):
            raise Refused("illegal", "nothing is wrong with this battle")
        sound = await asyncio.to_thread(beginning_again, key, lines, self._ruleset)
        await hall.writer.write(new_lines(key, 0, sound), [kept_aside(key)])
        self._forget()

    async def close_stranded(self) -> None:
        """End a battle that cannot be followed to its end: it can be saved and watched."""
        hall, key = self.hall, self.battle.id
        lines = await asyncio.to_thread(hall.store.lines, key)
        if not await asyncio.to_thread(stranding, key, lines, self._ruleset):
            raise Refused("illegal", "nothing is wrong with this battle")
        await hall.writer.write(others=[new_facts(key, "over", self.battle.round, None)])
        self._forget()

    def aside(self, work: Any) -> None:
        """Do something that nobody waits for."""
        task = asyncio.get_running_loop().create_task(work)
        self._asides.add(task)
        task.add_done_callback(self._asides.discard)

    def _forget(self) -> None:
        self.room = None
        self.audience.close_eyes()


def _stranded(battle: BattleRow, why: str) -> Refused:
    """Refuse a seat of a battle that cannot be followed to its end; say what can be done."""
    said = why.rstrip(".")
    if battle.status == "over":
        return Refused("over", f"{said}. It is over: it can be watched that far, and saved.")
    return Refused(
        "stranded", f"{said}. It can go on from there, or be closed to be watched and saved."
    )
