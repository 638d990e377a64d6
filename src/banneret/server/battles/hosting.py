"""A room with sockets: takes messages in turn, lines to disk, and the table to every seat."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from banneret.server.battles.holding import Holding
from banneret.server.battles.room import Room
from banneret.server.door import wire
from banneret.server.door.wire import Refused
from banneret.server.opponents.computers import Computers
from banneret.server.storage import store
from banneret.server.storage.keeping import to_keep
from banneret.server.storage.writer import Job

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruleset
    from banneret.server.door.connections import Connection
    from banneret.server.hall import Hall
    from banneret.server.seen.audience import News
    from banneret.server.storage.keeping import Kept
    from banneret.server.storage.store import BattleRow, SeatRow

log = logging.getLogger(__name__)
T = TypeVar("T")
Done = Callable[[Exception | None], None]

MOST_ON_A_SEAT = 8
MOST_SPECTATORS = 200
GONE_ELSEWHERE = 1012
RENEWED = 1008
FAILURES_BEFORE_CHANCE = 2  # of a computer, then chance helps it out
MOST_FAILURES = 5
QUICK = (wire.Answer, wire.Draft, wire.Commit)


class Host(Holding):
    """One battle: its room, and everybody who is connected to it."""

    def __init__(self, hall: Hall, battle: BattleRow, ruleset: Ruleset[Any]) -> None:
        super().__init__(hall, battle, ruleset)
        self.connections = self.audience.everybody
        self.used = time.monotonic()
        self._computers = Computers(self)

    @property
    def busy(self) -> bool:
        """Whether somebody is here or thinking."""
        return bool(self.connections) or not self.turns.free or self._computers.thinking

    # -- coming and going

    async def sit(self, connection: Connection, said: wire.Sit) -> None:
        """Let somebody take a seat, or look on."""
        seat = self._seat_for(connection, said)
        async with self.turns:
            room = await self.ready()
            if seat is not None:
                await self._claim(seat, said.name)
                if room.closed:
                    self._tell_closed(connection, seat)
                elif not room.begun:
                    await self._begin(room, {seat.side: said.contribution})
                elif room.contribute(seat.side, said.contribution):
                    await self.keep(room)
            if seat is not None:
                self._announce(seat)
            self.audience.join(connection, None if seat is None else seat.side)
            await self.pace.run(self.audience.look)
            known = said.since if said.era == room.ledger.era or not room.ledger.era else 0
            connection.known = max(0, min(known, self.audience.events(connection.side)))
            for chat in await asyncio.to_thread(self.hall.store.chats, self.battle.id):
                connection.send(_chat(chat))
            self.audience.show(await self.pace.run(self.audience.look))
        self.go_on()

    def _seat_for(self, connection: Connection, said: wire.Sit) -> SeatRow | None:
        seat = None if said.seat is None else self.battle.seat(said.seat)
        if said.seat is not None and seat is None:
            raise Refused("unknown", "this link opens no seat of this battle")
        side = None if seat is None else seat.side
        others = [c for c in self.connections.values() if c.side == side and c is not connection]
        if len(others) >= (MOST_SPECTATORS if seat is None else MOST_ON_A_SEAT):
            raise Refused("busy", "too many look on from here already")
        return seat

    def _tell_closed(self, connection: Connection, seat: SeatRow) -> None:
        text = "This battle was closed by whoever keeps this table. It can be watched and saved."
        connection.send(_chat(store.ChatRow(seat.side, "Banneret", text, round(time.time(), 3))))

    def _announce(self, seat: SeatRow) -> None:
        """Tell who sits there that his link was used once more; it may have been somebody else."""
        text = "Your link was opened a second time. If that was not you, renew it."
        note = _chat(store.ChatRow(seat.side, "Banneret", text, round(time.time(), 3)))
        for one in self.connections.values():
            if one.side == seat.side:
                one.send(note)

    async def renew(self, side: str) -> None:
        """Send away who sits there by the old link, and know the new one."""
        async with self.turns:
            found = await asyncio.to_thread(self.hall.store.battle, self.battle.id)
            if found is not None:
                self.battle = found
            for one in [one for one in self.connections.values() if one.side == side]:
                one.close(RENEWED)

    async def start(self) -> None:
        """Begin a battle in which nobody sits."""
        async with self.turns:
            room = await self.ready()
            if not room.begun and not room.closed:
                await self._begin(room, {})
        self.go_on()

    def leave(self, connection: Connection) -> None:
        """Let somebody go."""
        if not self.audience.leave(connection):
            return
        self.used = time.monotonic()
        if connection.side is not None and self.room is not None:
            self.aside(self._tell_all())

    async def _tell_all(self) -> None:
        async with self.turns:
            if self.room is not None and self.connections:
                self.audience.show(await self.pace.run(self.audience.look))

    async def _claim(self, seat: SeatRow, name: str) -> None:
        if seat.kind != "open":
            return
        name = name.strip() or seat.name
        await self.hall.writer.write(others=[store.claimed(self.battle.id, seat.side, name)])
        taken = msgspec.structs.replace(seat, kind="person", name=name)
        seats = tuple(taken if one.side == seat.side else one for one in self.battle.seats)
        self.battle = msgspec.structs.replace(self.battle, seats=seats)
        self.audience.rename(self.battle)

    async def _begin(self, room: Room, contributions: dict[str, str]) -> None:
        await asyncio.to_thread(room.begin, self.battle, contributions)  # force files are read
        await self.keep(room)

    # -- messages

    def take(self, connection: Connection, said: wire.Message, done: Done) -> bool:
        """Carry out an answer by plain calls if nobody is before it and the rules are quick.

        False when it must be heard in turn. `done` is told once it is on disk; Refused is raised
        if it changes nothing.
        """
        room, side = self.room, connection.side
        if room is None or side is None or not isinstance(said, QUICK):
            return False
        if not self.turns.free or not self.pace.quick:
            return False
        self.turns.take()
        try:
            news = self.pace.timed(self._do, room, side, said)
            lines, others, kept = to_keep(room, self.kept)
        except Refused:
            self.turns.give_up()
            raise
        except Exception as no:
            self.turns.give_up()
            raise self.broken(no) from no
        deed = _Deed(lines, others)
        deed.host, deed.by, deed.after = self, connection, done
        deed.number = said.number
        deed.news, deed.kept = news, kept
        if lines or others:
            self.hall.writer.put(deed)
        else:
            deed.done(None)
        return True

    async def hear(self, connection: Connection, said: wire.Message) -> None:
        """Carry out one message of somebody who sits here; Refused if it changes nothing."""
        if isinstance(said, wire.Ping):
            connection.send(wire.write(wire.Pong()))
            return
        if isinstance(said, wire.Sit):
            raise Refused("malformed", "you sit already: connect again for another seat")
        side = connection.side
        if isinstance(said, wire.LookAt):
            await self._show(connection, said)
            return
        if side is None:
            raise Refused("not_seated", "spectators look on")
        if isinstance(said, wire.Papers):
            await self._hand(connection, side, said)
        elif isinstance(said, wire.Chat):
            await self._chat(side, said.text)
        elif isinstance(said, wire.Hint):
            await self._computers.hint(connection, side, said.number)
        else:
            await self._act(connection, side, said)

    async def _show(self, connection: Connection, said: wire.LookAt) -> None:
        """Answer a look, which changes nothing even if the book cannot tell."""
        async with self.turns:
            room = await self.ready()
            try:
                found = await asyncio.to_thread(room.look, connection.side, said)
            except Refused:
                raise
            except Exception as no:
                log.exception("nothing can be shown in battle %s", self.battle.id)
                raise Refused("busy", "that cannot be shown now") from no
        connection.send(wire.write(wire.LookOut(said.id, found.overlays, found.notes)))

    async def _hand(self, connection: Connection, side: str, said: wire.Papers) -> None:
        """Hand a side its own sheets."""
        async with self.turns:
            room = await self.ready()
            found = await asyncio.to_thread(room.sheets, side)
        connection.send(wire.write(wire.SheetsOut(said.id, found)))

    async def _act(self, connection: Connection, side: str, said: wire.Message) -> None:
        async with self.turns:
            room = await self.ready()
            if isinstance(said, wire.Touch):
                chain = await self.guarded(lambda: room.touch(side, said), slow=True)
                connection.send(wire.write(wire.ChainOut(said.id, said.number, chain)))
                return
            if isinstance(said, wire.Try):
                found = await self.guarded(lambda: room.preview(side, said), slow=True)
                connection.send(
                    wire.write(wire.PreviewOut(said.id, *msgspec.structs.astuple(found)))
                )
                return
            slow = isinstance(said, wire.Carry | wire.Undo | wire.Consent)  # long, and rarely said
            news = await self.guarded(lambda: self._do(room, side, said), slow=slow)
            await self.keep(room)
            if isinstance(said, wire.Answer | wire.Draft | wire.Commit | wire.Carry):
                connection.send(wire.acknowledged(said.number))
            if isinstance(said, wire.Consent) and not said.agree:
                no = Refused("needs_consent", f"{side} does not agree to take it back")
                self.audience.refuse_others(side, wire.refusal(no, "undo"))
            self.tell(side, news)
        self.go_on()

    def _do(self, room: Room, side: str, said: wire.Message) -> News | bytes:
        """Act, and give what is new to whom; a draft concerns nobody but its own seat."""
        room.act(side, said)
        if type(said) is wire.Draft:
            return wire.write(wire.DraftsOut(said.number, room.drafts(side)))
        return self.audience.look()

    def tell(self, side: str | None, news: News | bytes) -> None:
        """Tell what is new."""
        if isinstance(news, list):
            self.audience.show(news)
        elif side is not None:
            self.audience.tell_side(side, news)

    async def _chat(self, side: str, text: str) -> None:
        name = next(seat.name for seat in self.battle.seats if seat.side == side) or side
        chat = store.ChatRow(side, name, text, round(time.time(), 3))
        await self.hall.writer.write(others=[store.new_chat(self.battle.id, chat)])
        self.audience.say(_chat(chat))

    def go_on(self) -> None:
        """Something was done: let computers go on with it."""
        self.used = time.monotonic()
        room = self.room
        if room is not None and room.game.players:
            self._computers.wake(room)


class _Deed(Job):
    """An answer on its way to disk, and what is to be told of it then."""

    __slots__ = ("after", "by", "host", "kept", "news", "number")

    host: Host
    by: Connection
    number: int  # of the question
    news: News | bytes
    kept: Kept
    after: Done

    def done(self, no: Exception | None) -> None:
        """It is on disk, or cannot be: tell everybody, and let the next one speak."""
        host, why = self.host, None
        try:
            if no is None:
                host.kept = self.kept
                self.by.send_first(wire.acknowledged(self.number))
                host.tell(self.by.side, self.news)
            else:
                why = host.unkept(no)
        finally:
            self.by.flush()
            host.turns.give_up()
        if why is None:
            host.go_on()
        self.after(why)


def _chat(chat: store.ChatRow) -> bytes:
    return wire.write(wire.ChatOut(chat.name, chat.side, chat.text, chat.at))
