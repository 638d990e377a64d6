"""Sagas as they are kept: a text, who may read it, and the battle that is under way."""

from __future__ import annotations

import hmac
import time
from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import func, insert, select, update

from banneret.server.storage.store import hashed
from banneret.server.storage.tables import sagas as t

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from banneret.server.storage.writer import Statement


class SagaRow(msgspec.Struct, frozen=True):
    """A saga; `token` is a hash of its owner's secret."""

    id: str
    book: str
    token: str
    text: bytes
    battle: str | None

    def opens_for(self, secret: str) -> bool:
        """Whether this secret is the owner's."""
        return hmac.compare_digest(self.token, hashed(secret))


def find(engine: Engine, key: str) -> SagaRow | None:
    """Find a saga."""
    wanted = select(t.c.id, t.c.book, t.c.token, t.c.text, t.c.battle).where(t.c.id == key)
    with engine.connect() as connection:
        row = connection.execute(wanted).first()
    return (
        None if row is None else SagaRow(row.id, row.book, row.token, bytes(row.text), row.battle)
    )


def holding(engine: Engine, battle: str) -> bool:
    """Whether a battle is under way in a saga."""
    with engine.connect() as connection:
        return connection.execute(select(t.c.id).where(t.c.battle == battle)).first() is not None


def count(engine: Engine) -> int:
    """Count the sagas that are kept."""
    with engine.connect() as connection:
        return connection.execute(select(func.count()).select_from(t)).scalar_one()


def new(row: SagaRow) -> Statement:
    """Keep a saga that begins."""
    given = msgspec.structs.asdict(row)
    return insert(t).values(created=time.time(), **given), {}


def edited(row: SagaRow, text: bytes) -> Statement:
    """Keep another text, if it is still the one that was read."""
    return update(t).where(t.c.id == row.id, t.c.text == row.text).values(text=text), {}


def settled(row: SagaRow, text: bytes) -> Statement:
    """Keep the text after a battle, which is over; only if that one is still under way."""
    ours = (t.c.id == row.id) & (t.c.battle == row.battle)
    return update(t).where(ours).values(text=text, battle=None), {}


def under_way(row: SagaRow, battle: str) -> Statement:
    """Keep which battle is under way, if none is."""
    free = (t.c.id == row.id) & (t.c.battle.is_(None))
    return update(t).where(free).values(battle=battle), {}


def seat_secret(secret: str, battle: str) -> str:
    """Give the secret of the owner's seat at a battle: whoever has the saga can sit down again."""
    raw = secret.encode(errors="replace")[:64]
    return blake2b(battle.encode(), key=raw, digest_size=24, person=b"banneret saga").hexdigest()
