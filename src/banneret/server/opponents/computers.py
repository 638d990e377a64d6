"""Computers and captains at one table: what is thought of in other processes is said here."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.errors import BanneretError
from banneret.core.questions.forms import EnterDice
from banneret.server.door import wire
from banneret.server.door.wire import Refused
from banneret.server.opponents import thinking
from banneret.server.seen import render

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.server.battles.holding import Holding
    from banneret.server.battles.room import Room
    from banneret.server.door.connections import Connection
    from banneret.server.opponents.puppets import Decision
    from banneret.server.seen.audience import News

log = logging.getLogger(__name__)

FAILURES_BEFORE_CHANCE = 2  # of a computer, then chance helps it out
MOST_FAILURES = 5


class Computers:
    """Sees that somebody thinks when a computer is to decide, and asks for advice."""

    def __init__(self, table: Holding) -> None:
        self._table = table
        self._thought: asyncio.Task[None] | None = None

    @property
    def thinking(self) -> bool:
        """Whether a thought is under way."""
        return self._thought is not None

    def wake(self, room: Room) -> None:
        """See that somebody thinks if a computer is to decide."""
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
                    log.exception(
                        "a computer could not play on in battle %s", self._table.battle.id
                    )
                    await asyncio.sleep(0.1 * failures)
        finally:
            self._thought = None

    async def _think_once(self, *, by_chance: bool) -> bool:
        """Have computers think and say it; False when none is to decide."""
        table = self._table
        async with table.turns:
            room = await table.ready()
            if not room.computer_to_move():
                return False
            version = room.version
            errand = await table.pace.run(lambda: room.errand(by_chance=by_chance))
        if table.watched:
            decisions = await table.hall.thinkers.run(thinking.think, errand)
        else:
            async with table.hall.background:
                decisions = await table.hall.thinkers.run(thinking.think, errand)
        async with table.turns:
            if room is not table.room or room.version != version:
                return True
            if not decisions:
                raise BanneretError("the thought came to nothing")
            news = await table.guarded(lambda: self._decide(room, decisions), slow=True)
            await table.keep(room)
            table.audience.show(news)
        return True

    def _decide(self, room: Room, decisions: Sequence[Decision]) -> News:
        room.decide(decisions)
        return self._table.audience.look()

    # -- advice

    async def hint(self, connection: Connection, side: str, number: int) -> None:
        """Have a captain think about what a side is asked; his advice comes when it comes."""
        table = self._table
        async with table.turns:
            room = await table.ready()
            asked = room.asked_of(side)
            if not asked or number != room.ledger.number(side):
                raise Refused("stale", "that question is past")
            if any(isinstance(choice, EnterDice) for _, choice in asked):
                raise Refused("illegal", "the dice decide here")
            if connection.asking:
                raise Refused("busy", "the captain is still thinking")
            connection.asking = True
            errand = await table.pace.run(lambda: room.advice_errand(side))
        choices = [choice for _, choice in asked]
        table.aside(self._advise(connection, side, number, choices, errand))

    async def _advise(
        self, connection: Connection, side: str, number: int, choices: Sequence[Any], errand: bytes
    ) -> None:
        try:
            hall = self._table.hall
            found, why = await hall.thinkers.run(thinking.advise, errand, side, len(choices))
            for index, (choice, answer) in enumerate(zip(choices, found, strict=True)):
                text = f"The captain would say: {render.spoken(choice, answer)}"
                hint = wire.HintOut(number, index, answer, text)
                if why is not None:
                    more = {"reason": why.reason, "clauses": why.clauses, "chain": why.chain}
                    hint = msgspec.structs.replace(hint, **more)
                connection.send(wire.write(hint))
        except Exception:
            log.exception("no advice in battle %s", self._table.battle.id)
            no = Refused("busy", "the captain has no advice now")
            connection.send(wire.refusal(no, "hint"))
        finally:
            connection.asking = False
