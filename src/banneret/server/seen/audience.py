"""Everybody who is connected to a battle, and the table as it is sent to each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from banneret.server.door import wire
from banneret.server.seen.eyes import Eyes, Sight

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruleset
    from banneret.server.battles.room import Room
    from banneret.server.door.connections import Connection
    from banneret.server.storage.store import BattleRow

Seen = tuple[bytes, Sight]  # how the table begins, and what follows
News = list[tuple["Connection", Seen, bytes, int]]  # for whom, what, new events, how many then
_encode = msgspec.json.Encoder().encode
_QUESTION, _EVENTS = b',"question":', b',"events":'


class Audience:
    """Sockets by what they see. A table is written once for all who see it and know as much."""

    def __init__(self, battle: BattleRow, ruleset: Ruleset[Any]) -> None:
        self.everybody: dict[str, Connection] = {}
        self._battle = battle
        self._ruleset = ruleset
        self._eyes: Eyes | None = None
        self._groups: dict[str | None, list[Connection]] = {}
        self._heads: dict[str | None, tuple[int, Any, bytes]] = {}  # of a round and a result

    # -- who is there

    def open_eyes(self, battle: BattleRow, room: Room) -> None:
        """Look at a room that was just built; nobody knows anything of it for sure."""
        self._battle = battle
        self._eyes = Eyes(room)
        self._heads.clear()
        for one in self.everybody.values():
            one.last = None

    def close_eyes(self) -> None:
        """Forget the room."""
        self._eyes = None

    def join(self, one: Connection, side: str | None) -> None:
        """Somebody sits down, or looks on."""
        one.side, one.last = side, None
        self.everybody[one.id] = one
        self._regroup()

    def leave(self, one: Connection) -> bool:
        """Somebody goes; False if he was not here."""
        if self.everybody.pop(one.id, None) is None:
            return False
        self._regroup()
        return True

    def send_away(self, code: int) -> None:
        """Send everybody away."""
        for one in list(self.everybody.values()):
            self.leave(one)
            one.close(code)

    def rename(self, battle: BattleRow) -> None:
        """Somebody took an open seat."""
        self._battle = battle
        self._heads.clear()

    def _regroup(self) -> None:
        self._heads.clear()
        self._groups = {}
        for one in self.everybody.values():
            self._groups.setdefault(one.side, []).append(one)

    # -- what they see

    def events(self, side: str | None) -> int:
        """Count what this viewpoint has been told."""
        assert self._eyes is not None
        return self._eyes.chronicle(side).count

    def look(self) -> News:
        """See what everybody sees, and for whom something of it is new."""
        eyes = self._eyes
        assert eyes is not None
        news: News = []
        for view, group in self._groups.items():
            sight, told, stable = eyes.look(view)
            seen, count = (self._head(view, sight), sight), told.count
            for one in group:
                known = one.known
                if known > stable:
                    known = one.known = stable
                elif known == count and one.last == seen:
                    continue
                news.append((one, seen, told.since(known), count))
        return news

    def show(self, news: News) -> None:
        """Send everybody the table with the events he did not know.

        It is put together only now: what waits for the disk shall not be more than it must.
        """
        text, shown, told = b"", None, None
        for one, seen, events, count in news:
            if seen is not shown or events is not told:
                shown, told = seen, events
                text = _table(seen[0], seen[1], events)
            one.known, one.last = count, seen
            one.send(text)

    def say(self, text: bytes) -> None:
        """Say the same to everybody."""
        for one in list(self.everybody.values()):
            one.send(text)

    def tell_side(self, side: str, text: bytes) -> None:
        """Say something to all sockets of one side's seat."""
        for one in self._groups.get(side, ()):
            one.send(text)

    def refuse_others(self, side: str, text: bytes) -> None:
        """Say something to the seats of the other sides."""
        for one in self.everybody.values():
            if one.side not in {side, None}:
                one.send(text)

    def _head(self, view: str | None, sight: Sight) -> bytes:
        """How a table begins: which battle, whose seat, and who is there."""
        known = self._heads.get(view)
        if known is None or known[0] != sight.round or known[1] is not sight.result:
            parts = (
                _encode(facts(self._battle, self._ruleset, sight)),
                _encode(view),
                _encode(sides(self._battle, set(self._groups))),
            )
            text = b'{"type":"table","battle":%b,"you":%b,"sides":%b,"scene":' % parts
            known = self._heads[view] = (sight.round, sight.result, text)
        return known[2]


def _table(head: bytes, sight: Sight, events: bytes) -> bytes:
    scene = sight.scene
    return b"".join(
        (
            head,
            scene.before,
            b",".join(scene.pieces),
            scene.behind,
            _QUESTION,
            sight.question,
            _EVENTS,
            events,
            sight.standing,
        )
    )


def facts(battle: BattleRow, ruleset: Ruleset[Any], sight: Sight) -> wire.BattleOut:
    """Say which battle it is and how far it has come."""
    setup = battle.setup
    return wire.BattleOut(
        battle.id,
        setup.book,
        ruleset.title,
        setup.scenario,
        ruleset.scenarios[setup.scenario].title,
        sight.round,
        "on" if sight.result is None else "over",
        battle.commitment,
    )


def sides(battle: BattleRow, here: set[str | None]) -> tuple[wire.SideOut, ...]:
    """Say who plays, and who is there."""
    worn = battle.liveries()
    return tuple(
        wire.SideOut(
            seat.side,
            seat.name,
            seat.kind,
            *worn[seat.side],
            seat.kind == "computer" or seat.side in here,
            seat.level or None,
        )
        for seat in battle.seats
    )
