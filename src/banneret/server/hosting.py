"""A room with sockets: takes messages in turn, lines to disk, and the table to every seat."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from banneret.core.errors import BanneretError
from banneret.core.forms import EnterDice
from banneret.server import render, store, thinking, wire
from banneret.server.audience import Audience
from banneret.server.keeping import kept_of, to_keep
from banneret.server.pace import Pace
from banneret.server.room import Room, load
from banneret.server.turns import Turns
from banneret.server.wire import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.ruleset import Ruleset
    from banneret.server.audience import Sights
    from banneret.server.connections import Connection
    from banneret.server.hall import Hall
    from banneret.server.keeping import Kept
    from banneret.server.puppets import Decision
    from banneret.server.store import BattleRow, SeatRow

log = logging.getLogger(__name__)
T = TypeVar("T")
Done = Callable[[Exception | None], None]
News = Callable[[], None]  # tells everybody what there is to tell

MOST_ON_A_SEAT = 8
MOST_SPECTATORS = 200
GONE_ELSEWHERE = 1012
FAILURES_BEFORE_CHANCE = 2  # of a computer, then chance helps it out
MOST_FAILURES = 5
QUICK = frozenset((wire.Answer, wire.Draft, wire.Commit))


class Host:
    """One battle: its room, built when it is needed, and everybody who is connected to it."""

    def __init__(self, hall: Hall, battle: BattleRow, ruleset: Ruleset[Any]) -> None:
        self.hall = hall
        self.battle = battle
        self._audience = Audience(battle, ruleset)
        self.connections = self._audience.everybody
        self.used = time.monotonic()
        self._ruleset = ruleset
        self._room: Room | None = None
        self._turns = Turns()
        self._pace = Pace()
        self._kept: Kept = ()
        self._thought: asyncio.Task[None] | None = None
        self._asides: set[asyncio.Task[None]] = set()

    @property
    def busy(self) -> bool:
        """Whether somebody is here or thinking."""
        return bool(self.connections) or not self._turns.free or self._thought is not None

    # -- coming and going

    async def sit(self, connection: Connection, said: wire.Sit) -> None:
        """Let somebody take a seat, or look on."""
        seat = self._seat_for(connection, said)
        async with self._turns:
            room = await self._ready()
            if seat is not None:
                await self._claim(seat, said.name)
                if not room.begun:
                    await self._begin(room, {seat.side: said.contribution})
                elif room.contribute(seat.side, said.contribution):
                    await self._keep(room)
            self._audience.join(connection, None if seat is None else seat.side)
            sights = await self._pace.run(self._audience.look)
            known = said.since if said.era == room.ledger.era or not room.ledger.era else 0
            connection.known = max(0, min(known, self._audience.events(connection.side)))
            for chat in await asyncio.to_thread(self.hall.store.chats, self.battle.id):
                connection.send(_chat(chat))
            self._audience.show(sights)
        self._wake()

    def _seat_for(self, connection: Connection, said: wire.Sit) -> SeatRow | None:
        seat = None if said.seat is None else self.battle.seat(said.seat)
        if said.seat is not None and seat is None:
            raise Refused("unknown", "this link opens no seat of this battle")
        side = None if seat is None else seat.side
        others = [c for c in self.connections.values() if c.side == side and c is not connection]
        if len(others) >= (MOST_SPECTATORS if seat is None else MOST_ON_A_SEAT):
            raise Refused("busy", "too many look on from here already")
        return seat

    async def start(self) -> None:
        """Begin a battle in which nobody sits."""
        async with self._turns:
            room = await self._ready()
            if not room.begun:
                await self._begin(room, {})
        self._wake()

    def leave(self, connection: Connection) -> None:
        """Let somebody go."""
        if not self._audience.leave(connection):
            return
        self.used = time.monotonic()
        if connection.side is not None and self._room is not None:
            self._aside(self._tell_all())

    def send_away(self, code: int) -> None:
        """Send everybody away."""
        for one in list(self.connections.values()):
            self._audience.leave(one)
            one.close(code)

    async def _tell_all(self) -> None:
        async with self._turns:
            if self._room is not None and self.connections:
                self._audience.show(await self._pace.run(self._audience.look))

    async def _claim(self, seat: SeatRow, name: str) -> None:
        if seat.kind != "open":
            return
        name = name.strip() or seat.name
        await self.hall.writer.write(others=[store.claimed(self.battle.id, seat.side, name)])
        taken = msgspec.structs.replace(seat, kind="person", name=name)
        seats = tuple(taken if one.side == seat.side else one for one in self.battle.seats)
        self.battle = msgspec.structs.replace(self.battle, seats=seats)
        self._audience.rename(self.battle)

    async def _begin(self, room: Room, contributions: dict[str, str]) -> None:
        await self._pace.run(lambda: room.begin(self.battle, contributions))
        await self._keep(room)

    # -- messages

    def take(self, connection: Connection, said: wire.Message, done: Done) -> bool:
        """Carry out an answer by plain calls if nobody is before it and the rules are quick.

        False when it must be heard in turn. `done` is told once it is on disk; Refused is raised
        if it changes nothing.
        """
        room, side = self._room, connection.side
        quick = self._turns.free and self._pace.quick and type(said) in QUICK
        if not quick or room is None or side is None:
            return False
        self._turns.take()
        try:
            news = self._pace.timed(lambda: self._do(room, side, said))
            job, kept = to_keep(room, self._kept)
        except Refused:
            self._turns.give_up()
            raise
        except Exception as no:
            self._turns.give_up()
            raise self._broken(no) from no
        number: int = said.number  # type: ignore[union-attr]  # all that is quick has one

        def follow(no: Exception | None) -> None:
            try:
                self._follow(connection, number, news, kept, no)
            except Refused as why:
                done(why)
            else:
                done(None)

        if job is None:
            follow(None)
        else:
            job.done = follow
            self.hall.writer.put(job)
        return True

    def _follow(
        self,
        connection: Connection,
        number: int,
        news: News,
        kept: Kept,
        no: Exception | None,
    ) -> None:
        """An answer is on disk, or cannot be: tell everybody, and let the next one speak."""
        try:
            if no is not None:
                raise self._unkept(no) from no
            self._kept = kept
            connection.send_first(wire.acknowledged(number))
            news()
        finally:
            connection.flush()
            self._turns.give_up()
        self._wake()

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
            await self._hint(connection, side, said.number)
        else:
            await self._act(connection, side, said)

    async def _show(self, connection: Connection, said: wire.LookAt) -> None:
        """Answer a look, which changes nothing even if the book cannot tell."""
        async with self._turns:
            room = await self._ready()
            try:
                found = await self._pace.run(lambda: room.look(connection.side, said))
            except Refused:
                raise
            except Exception as no:
                log.exception("nothing can be shown in battle %s", self.battle.id)
                raise Refused("busy", "that cannot be shown now") from no
        connection.send(wire.write(wire.LookOut(said.id, found.overlays, found.notes)))

    async def _hand(self, connection: Connection, side: str, said: wire.Papers) -> None:
        """Hand a side its own sheets."""
        async with self._turns:
            room = await self._ready()
            found = await self._pace.run(lambda: room.sheets(side))
        connection.send(wire.write(wire.SheetsOut(said.id, found)))

    async def _act(self, connection: Connection, side: str, said: wire.Message) -> None:
        async with self._turns:
            room = await self._ready()
            if isinstance(said, wire.Try):
                found = await self._guarded(lambda: room.preview(side, said))
                connection.send(
                    wire.write(wire.PreviewOut(said.id, *msgspec.structs.astuple(found)))
                )
                return
            news = await self._guarded(lambda: self._do(room, side, said))
            await self._keep(room)
            if isinstance(said, wire.Answer | wire.Draft | wire.Commit):
                connection.send(wire.acknowledged(said.number))
            if isinstance(said, wire.Consent) and not said.agree:
                no = Refused("needs_consent", f"{side} does not agree to take it back")
                self._audience.refuse_others(side, wire.refusal(no, "undo"))
            news()
        self._wake()

    def _do(self, room: Room, side: str, said: wire.Message) -> News:
        """Act, and give what tells of it; a draft concerns nobody but its own seat."""
        room.act(side, said)
        if type(said) is wire.Draft:
            text = wire.write(wire.DraftsOut(said.number, room.drafts(side)))
            return partial(self._audience.tell_side, side, text)
        return partial(self._audience.show, self._audience.look())

    async def _chat(self, side: str, text: str) -> None:
        name = next(seat.name for seat in self.battle.seats if seat.side == side)
        chat = store.ChatRow(side, name, text, round(time.time(), 3))
        await self.hall.writer.write(others=[store.new_chat(self.battle.id, chat)])
        self._audience.say(_chat(chat))

    async def _hint(self, connection: Connection, side: str, number: int) -> None:
        async with self._turns:
            room = await self._ready()
            asked = room.asked_of(side)
            if not asked or number != room.ledger.number(side):
                raise Refused("stale", "that question is past")
            if any(isinstance(choice, EnterDice) for _, choice in asked):
                raise Refused("illegal", "the dice decide here")
            if connection.asking:
                raise Refused("busy", "the captain is still thinking")
            connection.asking = True
            errand = await self._pace.run(lambda: room.advice_errand(side))
        choices = [choice for _, choice in asked]
        self._aside(self._advise(connection, side, number, choices, errand))

    async def _advise(
        self, connection: Connection, side: str, number: int, choices: Sequence[Any], errand: bytes
    ) -> None:
        try:
            found = await self.hall.thinkers.run(thinking.advise, errand, side, len(choices))
            for index, (choice, answer) in enumerate(zip(choices, found, strict=True)):
                text = f"The captain would say: {render.spoken(choice, answer)}"
                connection.send(wire.write(wire.HintOut(number, index, answer, text)))
        except Exception:
            log.exception("no advice in battle %s", self.battle.id)
            no = Refused("busy", "the captain has no advice now")
            connection.send(wire.refusal(no, "hint"))
        finally:
            connection.asking = False

    # -- computers

    def _wake(self) -> None:
        """See that somebody thinks if a computer is to decide."""
        self.used = time.monotonic()
        room = self._room
        if room is None or not room.game.players:
            return
        if self._thought is None and room.computer_to_move():
            self._thought = asyncio.get_running_loop().create_task(self._think())

    async def _think(self) -> None:
        failures = 0
        try:
            while failures < MOST_FAILURES:
                try:
                    if not await self._think_once(by_chance=failures >= FAILURES_BEFORE_CHANCE):
                        return
                    failures = 0
                except Exception:
                    failures += 1
                    log.exception("a computer could not play on in battle %s", self.battle.id)
                    await asyncio.sleep(0.1 * failures)
        finally:
            self._thought = None

    async def _think_once(self, *, by_chance: bool) -> bool:
        """Have computers think and say it; False when none is to decide."""
        async with self._turns:
            room = await self._ready()
            if not room.computer_to_move():
                return False
            version = room.version
            errand = await self._pace.run(lambda: room.errand(by_chance=by_chance))
        decisions = await self.hall.thinkers.run(thinking.think, errand)
        async with self._turns:
            if room is not self._room or room.version != version:
                return True
            if not decisions:
                raise BanneretError("the thought came to nothing")
            sights = await self._guarded(lambda: self._decide(room, decisions), slow=True)
            await self._keep(room)
            self._audience.show(sights)
        return True

    def _decide(self, room: Room, decisions: Sequence[Decision]) -> Sights:
        room.decide(decisions)
        return self._audience.look()

    # -- the room

    async def _ready(self) -> Room:
        if self._room is None:
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
                raise Refused("unknown", str(no)) from no
            self._room = room
            self._audience.open_eyes(found, room)
            self._kept = kept_of(found)
            await self._keep(room)
        return self._room

    async def _guarded(self, act: Callable[[], T], *, slow: bool = False) -> T:
        """Act by the rules; if they break, go back to what is on disk."""
        try:
            return await (asyncio.to_thread(act) if slow else self._pace.run(act))
        except Refused:
            raise
        except Exception as no:
            raise self._broken(no) from no

    def _broken(self, no: Exception) -> Refused:
        log.error("the rules broke in battle %s", self.battle.id, exc_info=no)
        self._forget()
        return Refused("busy", "the rules could not follow that; nothing was changed")

    async def _keep(self, room: Room) -> None:
        """Take everything new to disk; if that fails, go back to what is there."""
        job, kept = to_keep(room, self._kept)
        if job is None:
            return
        try:
            await self.hall.writer.write(job.lines, job.others)
        except SQLAlchemyError as no:
            raise self._unkept(no) from no
        self._kept = kept

    def _unkept(self, no: Exception) -> Refused:
        log.error("battle %s cannot be kept here: %s", self.battle.id, no)
        self._forget()
        self.hall.let_go(self)
        return Refused("busy", "it could not be kept; nothing was changed")

    def _forget(self) -> None:
        self._room = None
        self._audience.close_eyes()

    # -- inside

    def _aside(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._asides.add(task)
        task.add_done_callback(self._asides.discard)


def _chat(chat: store.ChatRow) -> bytes:
    return wire.write(wire.ChatOut(chat.name, chat.side, chat.text, chat.at))
