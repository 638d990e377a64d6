"""A room with sockets: takes messages in turn, lines to disk, and the table to every seat."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from banneret.core.errors import BanneretError
from banneret.core.forms import EnterDice
from banneret.server import render, showing, store, thinking, wire
from banneret.server.eyes import Eyes, Sight
from banneret.server.room import Room, load
from banneret.server.wire import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.core.ruleset import Ruleset
    from banneret.server.chronicle import Chronicle
    from banneret.server.connections import Connection
    from banneret.server.hall import Hall
    from banneret.server.puppets import Decision
    from banneret.server.store import BattleRow, SeatRow

log = logging.getLogger(__name__)
T = TypeVar("T")

SHORT_SECONDS = 0.005  # rules that take longer run in a thread
MOST_ON_A_SEAT = 8
MOST_SPECTATORS = 200
GONE_ELSEWHERE = 1012
FAILURES_BEFORE_CHANCE = 2  # of a computer, then chance helps it out
MOST_FAILURES = 5


class Host:
    """One battle: its room, built when it is needed, and everybody who is connected to it."""

    def __init__(self, hall: Hall, battle: BattleRow, ruleset: Ruleset[Any]) -> None:
        self.hall = hall
        self.battle = battle
        self.connections: dict[str, Connection] = {}
        self.used = time.monotonic()
        self._ruleset = ruleset
        self._room: Room | None = None
        self._eyes: Eyes | None = None
        self._lock = asyncio.Lock()
        self._pace = 0.0
        self._shown_sides: tuple[BattleRow, set[str | None], tuple[wire.SideOut, ...]] | None = None
        self._shown_facts: tuple[tuple[int, bool], wire.BattleOut] | None = None
        self._kept: tuple[Any, ...] = ()
        self._thought: asyncio.Task[None] | None = None
        self._asides: set[asyncio.Task[None]] = set()

    @property
    def busy(self) -> bool:
        """Whether somebody is here or thinking."""
        return bool(self.connections) or self._lock.locked() or self._thought is not None

    # -- coming and going

    async def sit(self, connection: Connection, said: wire.Sit) -> None:
        """Let somebody take a seat, or look on."""
        seat = self._seat_for(connection, said)
        async with self._lock:
            room = await self._ready()
            if seat is not None:
                await self._claim(seat, said.name)
                if not room.begun:
                    await self._begin(room, {seat.side: said.contribution})
            connection.side = None if seat is None else seat.side
            connection.last = None
            self.connections[connection.id] = connection
            sights = await self._run(self._look)
            known = said.since if said.era == room.ledger.era or not room.ledger.era else 0
            connection.known = max(0, min(known, len(self._told(connection.side))))
            for chat in await asyncio.to_thread(self.hall.store.chats, self.battle.id):
                connection.send(_chat(chat))
            self._broadcast(sights)
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
        async with self._lock:
            room = await self._ready()
            if not room.begun:
                await self._begin(room, {})
        self._wake()

    def leave(self, connection: Connection) -> None:
        """Let somebody go."""
        if self.connections.pop(connection.id, None) is None:
            return
        self.used = time.monotonic()
        if connection.side is not None and self._room is not None:
            self._aside(self._tell_all())

    async def _tell_all(self) -> None:
        async with self._lock:
            if self._room is not None and self.connections:
                self._broadcast(await self._run(self._look))

    async def _claim(self, seat: SeatRow, name: str) -> None:
        if seat.kind != "open":
            return
        name = name.strip() or seat.name
        await self.hall.writer.write(others=[store.claimed(self.battle.id, seat.side, name)])
        taken = msgspec.structs.replace(seat, kind="person", name=name)
        seats = tuple(taken if one.side == seat.side else one for one in self.battle.seats)
        self.battle = msgspec.structs.replace(self.battle, seats=seats)

    async def _begin(self, room: Room, contributions: dict[str, str]) -> None:
        await self._run(lambda: room.begin(self.battle, contributions))
        await self._keep(room)

    # -- messages

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
        if isinstance(said, wire.Chat):
            await self._chat(side, said.text)
        elif isinstance(said, wire.Hint):
            await self._hint(connection, side, said.number)
        else:
            await self._act(connection, side, said)

    async def _show(self, connection: Connection, said: wire.LookAt) -> None:
        """Answer a look, which changes nothing even if the book cannot tell."""
        async with self._lock:
            room = await self._ready()
            try:
                found = await self._run(lambda: room.look(connection.side, said))
            except Refused:
                raise
            except Exception as no:
                log.exception("nothing can be shown in battle %s", self.battle.id)
                raise Refused("busy", "that cannot be shown now") from no
        connection.send(wire.write(wire.LookOut(said.id, found.overlays, found.notes)))

    async def _act(self, connection: Connection, side: str, said: wire.Message) -> None:
        async with self._lock:
            room = await self._ready()
            if isinstance(said, wire.Try):
                found = await self._guarded(lambda: room.preview(side, said))
                connection.send(
                    wire.write(wire.PreviewOut(said.id, *msgspec.structs.astuple(found)))
                )
                return
            sights = await self._guarded(lambda: self._do(room, side, said))
            await self._keep(room)
            if isinstance(said, wire.Answer | wire.Draft | wire.Commit):
                connection.send(wire.write(wire.Ack(said.number)))
            if isinstance(said, wire.Consent) and not said.agree:
                self._refuse_undo(side)
            self._broadcast(sights)
        self._wake()

    def _do(self, room: Room, side: str, said: wire.Message) -> dict[str | None, Sight]:
        match said:
            case wire.Answer():
                room.answer(side, said)
            case wire.Draft():
                room.draft(side, said)
            case wire.Commit():
                room.commit(side, said)
            case wire.Undo():
                room.undo(side)
            case wire.Consent():
                room.consent(side, agree=said.agree)
            case wire.Auto():
                room.auto(side, on=said.scope == "phase")
            case wire.Call():
                room.call(side, said.what, off=said.off)
        return self._look()

    def _refuse_undo(self, by: str) -> None:
        no = Refused("needs_consent", f"{by} does not agree to take it back")
        for one in self.connections.values():
            if one.side not in {by, None}:
                one.send(wire.refusal(no, "undo"))

    async def _chat(self, side: str, text: str) -> None:
        name = next(seat.name for seat in self.battle.seats if seat.side == side)
        chat = store.ChatRow(side, name, text, round(time.time(), 3))
        await self.hall.writer.write(others=[store.new_chat(self.battle.id, chat)])
        for one in self.connections.values():
            one.send(_chat(chat))

    async def _hint(self, connection: Connection, side: str, number: int) -> None:
        async with self._lock:
            room = await self._ready()
            asked = room.asked_of(side)
            if not asked or number != room.ledger.number(side):
                raise Refused("stale", "that question is past")
            if any(isinstance(choice, EnterDice) for _, choice in asked):
                raise Refused("illegal", "the dice decide here")
            if connection.asking:
                raise Refused("busy", "the captain is still thinking")
            connection.asking = True
            errand = await self._run(lambda: room.advice_errand(side))
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
        if room is not None and room.computer_to_move() and self._thought is None:
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
        async with self._lock:
            room = await self._ready()
            if not room.computer_to_move():
                return False
            version = room.version
            errand = await self._run(lambda: room.errand(by_chance=by_chance))
        decisions = await self.hall.thinkers.run(thinking.think, errand)
        async with self._lock:
            if room is not self._room or room.version != version:
                return True
            if not decisions:
                raise BanneretError("the thought came to nothing")
            sights = await self._guarded(lambda: self._decide(room, decisions), slow=True)
            await self._keep(room)
            self._broadcast(sights)
        return True

    def _decide(self, room: Room, decisions: Sequence[Decision]) -> dict[str | None, Sight]:
        room.decide(decisions)
        return self._look()

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
            self._room, self._eyes = room, Eyes(room)
            self._kept = (found.memo, found.status, found.round)
            for one in self.connections.values():
                one.last = None
            await self._keep(room)
        return self._room

    async def _guarded(self, act: Callable[[], T], *, slow: bool = False) -> T:
        """Act by the rules; if they break, go back to what is on disk."""
        try:
            return await (asyncio.to_thread(act) if slow else self._run(act))
        except Refused:
            raise
        except Exception as no:
            log.exception("the rules broke in battle %s", self.battle.id)
            self._forget()
            raise Refused("busy", "the rules could not follow that; nothing was changed") from no

    async def _run(self, act: Callable[[], T]) -> T:
        def timed() -> T:
            start = time.thread_time()  # not what other processes took from us
            try:
                return act()
            finally:
                self._pace += 0.3 * (time.thread_time() - start - self._pace)

        return timed() if self._pace < SHORT_SECONDS else await asyncio.to_thread(timed)

    async def _keep(self, room: Room) -> None:
        """Take everything new to disk; if that fails, go back to what is there."""
        added = room.ledger.take()
        rows = store.new_lines(self.battle.id, room.ledger.length - len(added), added)
        memo, result = room.memo, room.game.result
        status = "over" if result is not None else "on" if room.begun else "new"
        kept = (memo, status, self._round(room))
        others = []
        if kept[0] != self._kept[0]:
            others.append(store.new_memo(self.battle.id, memo))
        if kept[1:] != self._kept[1:]:
            others.append(store.new_facts(self.battle.id, status, kept[2], result))
        if not rows and not others:
            return
        try:
            await self.hall.writer.write(rows, others)
        except SQLAlchemyError as no:
            log.error("battle %s cannot be kept here: %s", self.battle.id, no)  # noqa: TRY400
            self._forget()
            self.hall.let_go(self)
            raise Refused("busy", "it could not be kept; nothing was changed") from no
        self._kept = kept

    def _round(self, room: Room) -> int:
        found = getattr(room.game.now, "round", 0)
        return found if isinstance(found, int) else 0

    def _forget(self) -> None:
        self._room = self._eyes = None

    # -- showing

    def _look(self) -> dict[str | None, Sight]:
        """See what everybody sees, and what of it they know already."""
        assert self._eyes is not None
        sights = {}
        for view in {one.side for one in self.connections.values()}:
            sights[view], stable = self._eyes.look(view)
            for one in self.connections.values():
                if one.side == view:
                    one.known = min(one.known, stable)
        return sights

    def _told(self, side: str | None) -> Chronicle:
        assert self._eyes is not None
        return self._eyes.chronicle(side)

    def _broadcast(self, sights: dict[str | None, Sight]) -> None:
        sides = self._present()
        for one in self.connections.values():
            sight = sights.get(one.side)
            if sight is not None:
                facts = self._facts(sight)
                showing.show(one, sight, self._told(one.side), facts, sides)

    def _present(self) -> tuple[wire.SideOut, ...]:
        here = {one.side for one in self.connections.values()}
        known = self._shown_sides
        if known is None or known[0] is not self.battle or known[1] != here:
            known = self._shown_sides = (self.battle, here, showing.sides(self.battle, here))
        return known[2]

    def _facts(self, sight: Sight) -> wire.BattleOut:
        known = self._shown_facts
        if known is None or known[0] != (sight.round, sight.result is None):
            made = showing.facts(self.battle, self._ruleset, sight)
            known = self._shown_facts = ((sight.round, sight.result is None), made)
        return known[1]

    def _aside(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._asides.add(task)
        task.add_done_callback(self._asides.discard)


def _chat(chat: store.ChatRow) -> str:
    return wire.write(wire.ChatOut(chat.name, chat.side, chat.text, chat.at))
