"""REST about what lasts between battles: begin it, look at it, edit its file, go on with it."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from litestar import get, post, put
from litestar.datastructures import State
from litestar.params import HeaderParameter

from banneret.core.book.saga import Paragraph, saga_of
from banneret.core.chance import fairness
from banneret.core.chance.dice import RandomDice
from banneret.core.errors import BadData
from banneret.core.record.lasting import next_turn
from banneret.core.show.scene import Scene
from banneret.core.show.sheet import Sheet
from banneret.players import names
from banneret.server.door.problems import Not, documented
from banneret.server.door.shapes import BattleIn, Chosen, Key, Name, Roll, SeatIn
from banneret.server.rest import clerks
from banneret.server.rest.battles import BATTLE
from banneret.server.rest.books import book_of
from banneret.server.rest.founding import set_up
from banneret.server.storage import sagas
from banneret.server.storage.ledger import as_file
from banneret.server.storage.sagas import SagaRow, seat_secret
from banneret.server.storage.store import hashed

if TYPE_CHECKING:
    from banneret.core.book.saga import Kept, Saga
    from banneret.server.hall import Hall

Secret = Annotated[str, HeaderParameter(name="x-saga-key", max_length=80)]


class SagaIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A saga to begin."""

    book: Key
    name: Name = ""
    options: Chosen = {}


class SagaMade(msgspec.Struct, frozen=True):
    """A saga that has begun, and its owner's secret, told here and never again."""

    id: str
    secret: str


class SagaText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file, edited."""

    text: Roll


class SeatOut(msgspec.Struct, frozen=True):
    """A battle to sit down at."""

    battle: str
    side: str
    seat: str


class SagaOut(msgspec.Struct, frozen=True):
    """A saga as its owner sees it; `over` says why it is over, `under_way` what is being played."""

    id: str
    book: str
    title: str
    stage: str
    over: str
    turns: int
    text: str
    sheets: list[Sheet]
    story: list[Paragraph]
    under_way: SeatOut | None
    scene: Scene  # where it stands, drawn; without width there is nothing to see


@post("/api/sagas", responses=documented(400, 404))
async def begin_saga(state: State, data: SagaIn) -> SagaMade:
    """Begin what lasts from battle to battle; it is on disk when this is answered."""
    hall: Hall = state.hall
    ruleset = book_of(hall, data.book)
    saga = _saga(ruleset)
    if await asyncio.to_thread(sagas.count, hall.database.engine) >= hall.settings.most_battles:
        raise Not(503, "busy", "this table keeps as many quests as it has room for")
    kept = saga.new(ruleset.key, data.name, data.options, RandomDice(fairness.fresh_seed()))
    secret = secrets.token_urlsafe(24)
    row = SagaRow(secrets.token_urlsafe(9), ruleset.key, hashed(secret), saga.write(kept), None)
    await hall.writer.write((), [sagas.new(row)])
    return SagaMade(row.id, secret)


@get("/api/sagas/{saga:str}", responses=documented(400, 404))
async def saga_facts(state: State, saga: str, secret: Secret = "") -> SagaOut:
    """Show a saga; a battle that has ended meanwhile goes into it first."""
    hall: Hall = state.hall
    return await _shown(hall, await _row(hall, saga, secret), secret)


@put("/api/sagas/{saga:str}", responses=documented(400, 404))
async def edit_saga(state: State, saga: str, data: SagaText, secret: Secret = "") -> SagaOut:
    """Take an edited file; a wrong field is refused by its name and nothing is changed."""
    hall: Hall = state.hall
    row = await _row(hall, saga, secret)
    try:
        text = await hall.clerks.run(clerks.edit, hall.settings.books, row.book, data.text)
    except BadData as no:
        raise Not(400, "malformed", str(no), "text") from no
    await hall.writer.write((), [sagas.edited(row, text)])
    return await _shown(hall, await _row(hall, saga, secret), secret)


@post("/api/sagas/{saga:str}/on", responses=documented(400, 404, 409))
async def saga_on(state: State, saga: str, secret: Secret = "") -> SeatOut:
    """Go on: the seat at the battle under way, or at the next one, or at what lies between."""
    hall: Hall = state.hall
    row = await _row(hall, saga, secret)
    if row.battle is not None:
        return await _seat(hall, row.battle, secret)
    ruleset = book_of(hall, row.book)
    kept = _kept(_saga(ruleset), row)
    turn = next_turn(ruleset, _saga(ruleset), kept)
    if turn is None:
        raise Not(409, "over", _saga(ruleset).over(kept.record))
    played, side, given = turn
    level = names(played)[0]
    seats = {
        one: SeatIn("person") if one == side else SeatIn("computer", level)
        for one in played.scenarios[given["scenario"]].sides
    }
    wanted = BattleIn(played.key, given.pop("scenario"), seats, **given)
    made = await set_up(hall, wanted, own=lambda battle: seat_secret(secret, battle))
    await hall.writer.write((), [sagas.under_way(row, made.id)])
    again = await _row(hall, saga, secret)
    return await _seat(hall, again.battle or made.id, secret)


def _saga(ruleset: Any) -> Saga[Any]:
    try:
        return saga_of(ruleset)
    except BadData as no:
        raise Not(404, "unknown", str(no), "book") from no


def _kept(saga: Saga[Any], row: SagaRow) -> Kept[Any]:
    return saga.read(row.text, "the file")


async def _row(hall: Hall, key: str, secret: str) -> SagaRow:
    """Find a saga for its owner, with every battle that is over in it."""
    engine = hall.database.engine
    row = await asyncio.to_thread(sagas.find, engine, key) if BATTLE.match(key) else None
    if row is None or not row.opens_for(secret):
        raise Not(404, "unknown", "there is no such saga, or this is not its key")
    if row.battle is None:
        return row
    battle = await asyncio.to_thread(hall.store.battle, row.battle)
    if battle is not None and battle.status != "over":
        return row
    text = row.text  # a battle that was deleted, or closed before its end, is fought again
    if battle is not None and battle.result is not None:
        lines = as_file(await asyncio.to_thread(hall.store.lines, row.battle))
        books = hall.settings.books
        text = await hall.clerks.run(clerks.settle, books, row.book, row.battle, lines, row.text)
    await hall.writer.write((), [sagas.settled(row, text)])
    found = await asyncio.to_thread(sagas.find, engine, key)
    assert found is not None
    return found


async def _seat(hall: Hall, battle: str, secret: str) -> SeatOut:
    found = await asyncio.to_thread(hall.store.battle, battle)
    if found is None:
        raise Not(404, "unknown", "the battle under way is gone")
    own = seat_secret(secret, battle)
    seat = found.seat(own)
    if seat is None:
        raise Not(404, "unknown", "the battle under way has no seat for this key")
    return SeatOut(battle, seat.side, own)


async def _shown(hall: Hall, row: SagaRow, secret: str) -> SagaOut:
    saga = _saga(book_of(hall, row.book))
    kept = _kept(saga, row)
    record = kept.record
    return SagaOut(
        row.id,
        row.book,
        saga.titled(record),
        saga.stage(record),
        saga.over(record),
        kept.turns,
        row.text.decode(),
        list(saga.sheets(record)),
        list(saga.story(record)),
        None if row.battle is None else await _seat(hall, row.battle, secret),
        saga.draw(record),
    )


HANDLERS = (begin_saga, saga_facts, edit_saga, saga_on)
