"""Battles as they are kept: set up, seated, and written down line by line."""

from __future__ import annotations

import hmac
import time
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import bindparam, delete, false, func, insert, select, update

from banneret.core.book.ruleset import Result
from banneret.server.battles.livery import Livery, dress
from banneret.server.storage import tables as t

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Engine, Row

    from banneret.server.storage.writer import LineRow, Statement

CHATS_SHOWN = 50
DAY, WEEK = 24 * 3600.0, 7 * 24 * 3600.0


class Setup(msgspec.Struct, frozen=True):
    """What a battle begins from."""

    book: str
    scenario: str
    forces: dict[str, str]
    options: dict[str, bool | int | str]
    dice: str  # "server" or "hand"
    liveries: dict[str, Livery] = {}
    rolls: dict[str, str] = {}
    tables: str = ""


class SeatRow(msgspec.Struct, frozen=True):
    """One seat; `token` is a hash of its secret, empty for a computer's."""

    side: str
    kind: str
    level: str
    name: str
    token: str

    def opens_for(self, secret: str) -> bool:
        """Whether this secret is the seat's."""
        return bool(self.token) and hmac.compare_digest(self.token, hashed(secret))


class Memo(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is settled but not on record: calls and autos."""

    calls: tuple[tuple[str, str], ...] = ()
    autos: dict[str, str] = {}


class BattleRow(msgspec.Struct, frozen=True):
    """A battle, its seats and what is written down of it."""

    id: str
    setup: Setup
    secret: str
    commitment: str
    status: str
    round: int
    result: Result | None
    memo: Memo
    owner: str | None
    seats: tuple[SeatRow, ...]

    def liveries(self) -> dict[str, Livery]:
        """What the sides wear; battles from before there was a choice wear what comes first."""
        return self.setup.liveries or dress([seat.side for seat in self.seats], {})

    def seat(self, secret: str) -> SeatRow | None:
        """Find the seat this secret opens."""
        return next((seat for seat in self.seats if seat.opens_for(secret)), None)


class ChatRow(msgspec.Struct, frozen=True):
    """Something that was said."""

    side: str
    name: str
    text: str
    at: float


def hashed(secret: str) -> str:
    """Hash a seat's secret; it is long and random, so no salt is needed."""
    raw = secret.encode(errors="replace")
    return blake2b(raw, digest_size=32, person=b"banneret seat").hexdigest()


# -- reading, in a thread


class Store:
    """Reads what the writer has written."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def battle(self, key: str) -> BattleRow | None:
        """Find a battle and its seats."""
        with self.engine.connect() as connection:
            row = connection.execute(select(t.battles).where(t.battles.c.id == key)).first()
            if row is None:
                return None
            where = t.seats.c.battle == key
            seats = connection.execute(select(t.seats).where(where).order_by(t.seats.c.place))
            return _battle(row, [_seat(seat) for seat in seats])

    def closed(self, keys: Sequence[str]) -> dict[str, str]:
        """Say which of these battles are over or gone, and which of the two."""
        ids = t.battles.c.id
        found: dict[str, str] = {}
        with self.engine.connect() as connection:
            for start in range(0, len(keys), 500):
                query = select(ids, t.battles.c.status).where(ids.in_(keys[start : start + 500]))
                found |= {row.id: row.status for row in connection.execute(query)}
        return {
            key: found.get(key, "gone")
            for key in keys
            if found.get(key, "gone") in {"over", "gone"}
        }

    def lines(self, key: str) -> list[bytes]:
        """Give the lines of a battle in order."""
        query = select(t.lines.c.line).where(t.lines.c.battle == key).order_by(t.lines.c.n)
        with self.engine.connect() as connection:
            rows = [bytes(row[0]) for row in connection.execute(query)]
        return [line for row in rows for line in row.split(b"\n")]

    def chats(self, key: str) -> list[ChatRow]:
        """Give the last things said, the oldest first."""
        c = t.chats.c
        query = select(c.side, c.name, c.text, c.at).where(c.battle == key)
        with self.engine.connect() as connection:
            rows = connection.execute(query.order_by(c.id.desc()).limit(CHATS_SHOWN)).all()
        return [ChatRow(*row) for row in reversed(rows)]

    def alive(self) -> None:
        """See that the database answers."""
        with self.engine.connect() as connection:
            connection.execute(select(1))


def _seat(row: Row[Any]) -> SeatRow:
    return SeatRow(row.side, row.kind, row.level, row.name, row.token)


def _battle(row: Row[Any], seats: list[SeatRow]) -> BattleRow:
    return BattleRow(
        row.id,
        msgspec.json.decode(row.setup, type=Setup),
        row.secret,
        row.commitment,
        row.status,
        row.round,
        msgspec.json.decode(row.result, type=Result) if row.result else None,
        msgspec.json.decode(row.memo, type=Memo) if row.memo else Memo(),
        row.owner,
        tuple(seats),
    )


def count(engine: Engine) -> int:
    """Count the battles that are kept."""
    with engine.connect() as connection:
        return connection.execute(select(func.count()).select_from(t.battles)).scalar_one()


def delete_battles(engine: Engine, keys: Sequence[str]) -> int:
    """Delete battles with all that belongs to them."""
    with engine.begin() as connection:
        for key in keys:
            for table in (t.lines, t.chats, t.seats):
                column = table.c.battle
                old = column.like(f"{key}~%") if table is t.lines else false()
                connection.execute(delete(table).where((column == key) | old))
            connection.execute(delete(t.battles).where(t.battles.c.id == key))
    return len(keys)


def expire(engine: Engine, days: int) -> int:
    """Delete battles set up so many days ago, and those a week old that never began.

    Sagas go after as many days; until then they keep the battle that is under way in them.
    """
    if days <= 0:
        return 0
    now, c = time.time(), t.battles.c
    old = c.created < now - days * DAY
    unused = (c.status == "new") & (c.created < now - WEEK)
    in_saga = select(t.sagas.c.battle).where(t.sagas.c.battle.is_not(None))
    with engine.begin() as connection:
        connection.execute(delete(t.sagas).where(t.sagas.c.created < now - days * DAY))
        wanted = select(c.id).where((old | unused) & c.id.not_in(in_saga))
        keys = [row[0] for row in connection.execute(wanted)]
    return delete_battles(engine, keys)


# -- writing: statements for the writer, made once, with what goes into them

_one = t.battles.c.id == bindparam("key")
_FACTS = (
    update(t.battles)
    .where(_one)
    .values(status=bindparam("status"), round=bindparam("round"), result=bindparam("result"))
)
_CHAT = insert(t.chats)
_MEMO = update(t.battles).where(_one).values(memo=bindparam("memo"))


def new_battle(battle: BattleRow) -> list[Statement]:
    """Keep a battle that has not begun, and its seats."""
    made = insert(t.battles).values(
        id=battle.id,
        created=time.time(),
        setup=msgspec.json.encode(battle.setup),
        secret=battle.secret,
        commitment=battle.commitment,
        status=battle.status,
        round=0,
    )
    seated = [
        insert(t.seats).values(
            battle=battle.id,
            side=seat.side,
            place=place,
            kind=seat.kind,
            level=seat.level,
            name=seat.name,
            token=seat.token,
        )
        for place, seat in enumerate(battle.seats)
    ]
    return [(one, {}) for one in (made, *seated)]


def new_lines(key: str, first: int, added: Sequence[bytes]) -> list[LineRow]:
    """Give the row for more lines of a battle, the first with number `first`.

    What is kept together is one row. Two processes that both believe to have the battle know the
    same lines, so they write the same number next, and only one of them can.
    """
    return [(key, first, b"\n".join(added))] if added else []


def kept_aside(key: str) -> Statement:
    """Keep the lines of a battle under another name, since it goes on with fewer."""
    aside = f"{key}~{time.time_ns() // 1_000_000 % 10**8}"
    return update(t.lines).where(t.lines.c.battle == key).values(battle=aside), {}


def new_facts(key: str, status: str, round_: int, result: Result | None) -> Statement:
    """Keep what everybody may know of a battle."""
    raw = None if result is None else msgspec.json.encode(result)
    return _FACTS, {"key": key, "status": status, "round": round_, "result": raw}


def new_memo(key: str, memo: Memo) -> Statement:
    """Keep what is settled but not on record."""
    return _MEMO, {"key": key, "memo": msgspec.json.encode(memo)}


def claimed(key: str, side: str, name: str) -> Statement:
    """Keep that an open seat is taken."""
    where = (t.seats.c.battle == key) & (t.seats.c.side == side)
    return update(t.seats).where(where).values(kind="person", name=name), {}


def new_token(key: str, side: str, secret: str) -> Statement:
    """Keep that another link opens a seat."""
    where = (t.seats.c.battle == key) & (t.seats.c.side == side)
    return update(t.seats).where(where).values(token=hashed(secret)), {}


def new_chat(key: str, chat: ChatRow) -> Statement:
    """Keep something that was said."""
    return _CHAT, {"battle": key, **msgspec.structs.asdict(chat)}
