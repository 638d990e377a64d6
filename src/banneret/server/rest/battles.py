"""REST about battles: set one up, look at it, take it home, check its dice, watch it again."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import Parameter

from banneret import __version__
from banneret.core.record.journal import BOOK
from banneret.players import ladder
from banneret.server.battles.hosting import Host
from banneret.server.door.problems import Not, documented
from banneret.server.door.shapes import (
    BattleIn,
    FactsOut,
    FileOnwardIn,
    HealthOut,
    MadeOut,
    MendIn,
    OnwardIn,
    QuickIn,
    RenewIn,
    ReplayOut,
    SeatIn,
    SideFacts,
    TurnsOut,
    VerdictOut,
)
from banneret.server.rest import clerks, turning
from banneret.server.rest.books import book_of, raw_json
from banneret.server.rest.briefing import brief_of
from banneret.server.rest.founding import set_up
from banneret.server.settings import LOOPBACK, MOST_FILE_BYTES, addresses, shelf
from banneret.server.storage import sagas
from banneret.server.storage.ledger import as_file
from banneret.server.storage.store import (
    BattleRow,
    new_token,
)

if TYPE_CHECKING:
    from banneret.server.hall import Hall

BATTLE = re.compile(r"^[A-Za-z0-9_-]{1,24}$")


@get("/api/health", responses=documented())
async def health(request: Request[Any, Any, Any], state: State) -> HealthOut:
    """Say that the server is well; its addresses to those who are let in."""
    hall: Hall = state.hall
    settings = hall.settings
    near = settings.host in (*LOOPBACK, "::1")
    found: list[str] = []
    if not near and hall.doorkeeper.knows_quietly(settings, request.scope, request.headers):
        minute = int(time.monotonic() // 60)
        found = await asyncio.to_thread(_addresses, minute)
    written = [_written(one, settings.port) for one in found]
    return HealthOut("ok", __version__, len(hall.hosts), bool(settings.passphrase), near, written)


@lru_cache(maxsize=1)
def _addresses(_minute: int) -> list[str]:
    """Look up names once a minute: it can take long, and anybody may ask."""
    return addresses()


def _written(address: str, port: int) -> str:
    name = f"[{address}]" if ":" in address else address
    return f"http://{name}:{port}"


# -- setting up


@post("/api/battles", responses=documented(400, 404))
async def make_battle(state: State, data: BattleIn) -> MadeOut:
    """Set a battle up; the secrets of its seats are told here and never again."""
    return await set_up(state.hall, data)


@post("/api/battles/quick", responses=documented(400))
async def quick_battle(state: State, data: QuickIn | None = None) -> MadeOut:
    """Set up a good scenario of the first book against the computer."""
    hall: Hall = state.hall
    ruleset = next(iter(shelf(hall.settings.books).values()))
    scenario = next(iter(ruleset.scenarios.values()))
    name = data.name if data is not None else None
    first, *rest = scenario.sides
    computer = SeatIn("computer", level=next(iter(ladder(ruleset))))
    seats = {first: SeatIn("person", name=name), **dict.fromkeys(rest, computer)}
    return await set_up(hall, BattleIn(ruleset.key, scenario.key, seats))


# -- playing on from the middle of another


@post("/api/battles/{battle:str}/onward", responses=documented(400, 404, 409))
async def battle_onward(state: State, battle: str, data: OnwardIn) -> MadeOut:
    """Set up a battle that begins where one that is over stood after a step; that one stays."""
    hall: Hall = state.hall
    await battle_of(hall, battle, over=True)
    return await _onward(hall, f"battle {battle}", await _file(hall, battle), data)


@post(
    "/api/replays/onward",
    responses=documented(400, 413),
    request_max_body_size=2 * MOST_FILE_BYTES,
)
async def file_onward(state: State, data: FileOnwardIn) -> MadeOut:
    """Set up a battle that begins where that of a save file stood after a step."""
    content = data.file.encode(errors="replace")
    if len(content) > MOST_FILE_BYTES:
        raise Not(413, "too_large", f"a file has at most {MOST_FILE_BYTES} bytes")
    return await _onward(state.hall, "the file", content, data)


async def _onward(
    hall: Hall, name: str, content: bytes, wanted: OnwardIn | FileOnwardIn
) -> MadeOut:
    books = hall.settings.books
    raw = await hall.clerks.run(clerks.inherit, books, name, content, wanted.step)
    old = msgspec.msgpack.decode(raw, type=clerks.Inheritance)
    new = BattleIn(
        old.book,
        old.scenario,
        wanted.seats,
        old.forces,
        old.options,
        wanted.dice,
        old.rolls,
        old.tables,
    )
    return await set_up(hall, new, old.bodies)


# -- looking


async def battle_of(hall: Hall, key: str, *, over: bool = False) -> BattleRow:
    """Find a battle; if it must be over, see that it is."""
    found = await asyncio.to_thread(hall.store.battle, key) if BATTLE.match(key) else None
    if found is None:
        raise Not(404, "unknown", "there is no such battle")
    if over and found.status != "over":
        raise Not(409, "not_yet", "only when the battle is over")
    return found


@get("/api/battles/{battle:str}", responses=documented(404))
async def battle_facts(state: State, battle: str) -> FactsOut:
    """Say what everybody may know of a battle."""
    found = await battle_of(state.hall, battle)
    told = brief_of(book_of(state.hall, found.setup.book), found)
    return msgspec.structs.replace(_facts(found), brief=told)


def _facts(found: BattleRow) -> FactsOut:
    sides = [
        SideFacts(seat.side, seat.name, seat.kind, *found.liveries()[seat.side])
        for seat in found.seats
    ]
    setup = found.setup
    status: Literal["on", "over"] = "over" if found.status == "over" else "on"
    return FactsOut(
        found.id, setup.book, setup.scenario, status, found.round, sides, found.result
    )  # fmt: skip


@post("/api/battles/{battle:str}/mend", status_code=200, responses=documented(400, 404, 409))
async def mend_battle(state: State, battle: str, data: MendIn) -> FactsOut:
    """Let a battle go on from where it can still be followed, or close it to take it home.

    Whoever holds a seat of it may; nothing is lost, what it was is kept aside.
    """
    hall: Hall = state.hall
    found = await battle_of(hall, battle)
    if found.seat(data.seat) is None:
        raise Not(404, "unknown", "this link opens no seat of this battle", "seat")
    if found.status == "over":  # everything hidden in it may have been read since
        raise Not(409, "over", "the battle was closed: it can be watched and saved")
    host = await hall.host(battle)
    if not isinstance(host, Host):
        raise Not(503, "busy", "another process has this battle; try again")
    async with host.turns:
        if data.how == "on":
            await host.mend()
        else:
            await host.close_stranded()
    return _facts(await battle_of(hall, battle))


@post("/api/battles/{battle:str}/renew", status_code=200, responses=documented(400, 404))
async def renew_seat(state: State, battle: str, data: RenewIn) -> MadeOut:
    """Give a seat a new secret; the old link opens nothing any more."""
    hall: Hall = state.hall
    found = await battle_of(hall, battle)
    seat = found.seat(data.seat)
    if seat is None:
        raise Not(404, "unknown", "this link opens no seat of this battle", "seat")
    if await asyncio.to_thread(sagas.holding, hall.database.engine, battle):
        text = "this seat belongs to a quest: its link is made from the key of that"
        raise Not(400, "illegal", text, "seat")
    secret = secrets.token_urlsafe(24)
    await hall.writer.write(others=[new_token(battle, seat.side, secret)])
    host = await hall.host(battle)
    if isinstance(host, Host):
        await host.renew(seat.side)
    return MadeOut(battle, {seat.side: secret}, found.commitment)


async def _file(hall: Hall, key: str) -> bytes:
    return as_file(await asyncio.to_thread(hall.store.lines, key))


@get(
    "/api/battles/{battle:str}/save",
    media_type="application/x-ndjson",
    responses=documented(404, 409),
)
async def battle_save(state: State, battle: str) -> Response[bytes]:
    """Give the save file of a battle that is over."""
    await battle_of(state.hall, battle, over=True)
    name = f'attachment; filename="{battle}.banneret"'
    content = await _file(state.hall, battle)
    return Response(
        content, media_type="application/x-ndjson", headers={"content-disposition": name}
    )


@get("/api/battles/{battle:str}/verify", responses=documented(404, 409))
async def battle_verify(
    request: Request[Any, Any, Any], state: State, battle: str
) -> Response[VerdictOut]:
    """Derive every die of a battle that is over again."""
    hall: Hall = state.hall
    await battle_of(hall, battle, over=True)
    content = await _file(hall, battle)
    found = await hall.clerks.run(clerks.verify, hall.settings.books, battle, content)
    return await raw_json(request, found)


@get("/api/battles/{battle:str}/replay", responses=documented(400, 404, 409))
async def battle_replay(
    request: Request[Any, Any, Any],
    state: State,
    battle: str,
    viewpoint: Annotated[str, Parameter(max_length=40)] = "spectator",
) -> Response[ReplayOut]:
    """Draw a battle step by step; before its end only as a spectator sees it."""
    hall: Hall = state.hall
    await battle_of(hall, battle, over=viewpoint != clerks.SPECTATOR)
    content = await _file(hall, battle)
    if not content:
        raise Not(409, "not_yet", "the battle has not begun")
    run = hall.clerks.run
    found = await run(clerks.replay, hall.settings.books, battle, content, viewpoint)
    return await raw_json(request, found)


@get("/api/battles/{battle:str}/turned", responses=documented(404, 409))
async def battle_turned(
    request: Request[Any, Any, Any], state: State, battle: str
) -> Response[TurnsOut]:
    """Find where a battle that is over turned, by playing on from its moments.

    Who asks again before it is done lets it be played on from them more often.
    """
    hall: Hall = state.hall
    await battle_of(hall, battle, over=True)
    known = hall.previews.get(("turned", battle), b"")
    if not known or not msgspec.json.decode(known, type=TurnsOut).done:
        hall.doorkeeper.pass_through(request, "replays")
        content = await _file(hall, battle)
        work = turning.turned, hall.settings.books, battle, content, known
        try:
            known = await hall.historians.run(*work)
        except asyncio.CancelledError as no:  # the server is being closed while battles are played
            raise Not(503, "busy", "it could not be told in time; try again") from no
        hall.previews[("turned", battle)] = known
    return await raw_json(request, known)


@post("/api/battles/{battle:str}/again", responses=documented(400, 404, 409))
async def battle_again(state: State, battle: str) -> MadeOut:
    """Set a battle that is over up again: book, scenario, forces, optional rules and who plays."""
    hall: Hall = state.hall
    old = await battle_of(hall, battle, over=True)  # before, its forces are its players' own
    seats = {
        seat.side: SeatIn("computer", seat.level, None)
        if seat.kind == "computer" and seat.level != BOOK
        else SeatIn("person", name=seat.name)
        for seat in old.seats
        if seat.level != BOOK
    }
    setup = old.setup
    forces = {side: key for side, key in setup.forces.items() if side not in setup.rolls}
    dice: Literal["server", "hand"] = "hand" if setup.dice == "hand" else "server"
    wanted = BattleIn(
        setup.book, setup.scenario, seats, forces, setup.options, dice, setup.rolls, setup.tables
    )
    return await set_up(hall, wanted)


@post("/api/replays", status_code=200, responses=documented(400, 413))
async def file_replay(
    state: State,
    request: Request[Any, Any, Any],
    viewpoint: Annotated[str, Parameter(max_length=40)] = "all",
) -> Response[ReplayOut]:
    """Draw the battle of a save file step by step; the body is the file."""
    hall: Hall = state.hall
    content = await _body(request)
    run = hall.clerks.run
    found = await run(clerks.replay, hall.settings.books, "the file", content, viewpoint)
    return await raw_json(request, found)


@post("/api/replays/verify", status_code=200, responses=documented(400, 413))
async def file_verify(state: State, request: Request[Any, Any, Any]) -> Response[VerdictOut]:
    """Derive every die of a save file again, and every step; the body is the file."""
    hall: Hall = state.hall
    content = await _body(request)
    found = await hall.clerks.run(clerks.verify, hall.settings.books, "the file", content)
    return await raw_json(request, found)


async def _body(request: Request[Any, Any, Any]) -> bytes:
    content = await request.body()
    if len(content) > MOST_FILE_BYTES:
        raise Not(413, "too_large", f"a file has at most {MOST_FILE_BYTES} bytes")
    return content


HANDLERS = (
    health, make_battle, quick_battle, battle_onward, file_onward, battle_facts, battle_save,
    battle_verify, battle_replay, battle_turned, battle_again,
    mend_battle, renew_seat, file_replay, file_verify,
)  # fmt: skip
