"""REST about battles: set one up, look at it, take it home, check its dice, watch it again."""

from __future__ import annotations

import asyncio
import re
import secrets
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import Parameter

from banneret import __version__
from banneret.core import fairness, save
from banneret.core.inherit import sealed
from banneret.core.journal import ByHand
from banneret.players import CHANCE
from banneret.server import beginning, clerks
from banneret.server.hosting import Host
from banneret.server.ledger import as_file
from banneret.server.livery import Taken, dress
from banneret.server.problems import Not, documented
from banneret.server.rest_books import book_of, raw_json
from banneret.server.settings import MOST_FILE_BYTES, shelf
from banneret.server.shapes import (
    BattleIn,
    FactsOut,
    FileOnwardIn,
    HealthOut,
    MadeOut,
    OnwardIn,
    QuickIn,
    ReplayOut,
    SeatIn,
    SideFacts,
    VerdictOut,
)
from banneret.server.store import BattleRow, Memo, SeatRow, Setup, hashed, new_battle, new_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.ruleset import Ruleset
    from banneret.server.hall import Hall

BATTLE = re.compile(r"^[A-Za-z0-9_-]{1,24}$")


@get("/api/health", responses=documented())
async def health(state: State) -> HealthOut:
    """Say that the server is well."""
    hall: Hall = state.hall
    guarded = bool(hall.settings.passphrase)
    return HealthOut("ok", __version__, len(hall.hosts), guarded)


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
    computer = SeatIn("computer", level=ruleset.levels[0] if ruleset.levels else CHANCE)
    seats = {first: SeatIn("person", name=name), **dict.fromkeys(rest, computer)}
    return await set_up(hall, BattleIn(ruleset.key, scenario.key, seats))


async def set_up(hall: Hall, wanted: BattleIn, inherited: Sequence[bytes] = ()) -> MadeOut:
    """Check a battle against its book and keep it.

    It begins when somebody sits down; one that inherits has begun already.
    """
    ruleset = book_of(hall, wanted.book)
    header = save.header_for(
        ruleset,
        wanted.scenario,
        dice=ByHand(),
        seats={},
        forces=wanted.forces,
        options=wanted.options,
        rolls=wanted.rolls,
    )
    sides = ruleset.scenarios[wanted.scenario].sides
    wishes = {side: (seat.tincture, seat.pattern) for side, seat in wanted.seats.items()}
    try:
        liveries = dress(sides, wishes)
    except Taken as no:
        raise Not(400, "taken", str(no), f"seats.{no.side}.pattern") from no
    setup = Setup(
        wanted.book,
        wanted.scenario,
        header.forces,
        header.options,
        wanted.dice,
        liveries,
        header.rolls,
    )
    await asyncio.to_thread(save.begin, ruleset, header)
    tokens: dict[str, str] = {}
    seats = tuple(_seat(ruleset, side, wanted.seats.get(side), tokens) for side in sides)
    unknown = set(wanted.seats) - {seat.side for seat in seats}
    if unknown:
        raise Not(400, "unknown", f"there is no side {min(unknown)!r} to sit at", "seats")
    secret = beginning.fresh_seed()
    battle = BattleRow(
        secrets.token_urlsafe(9),
        setup,
        secret.hex(),
        fairness.commit(secret),
        "on" if inherited else "new",
        0,
        None,
        Memo(),
        None,
        seats,
    )
    lines = sealed(beginning.header(battle, ruleset, {}), inherited) if inherited else []
    await hall.writer.write(new_lines(battle.id, 0, lines), new_battle(battle))
    if not tokens:
        host = await hall.host(battle.id)
        assert isinstance(host, Host)
        await host.start()
    return MadeOut(battle.id, tokens, battle.commitment)


def _seat(
    ruleset: Ruleset[Any], side: str, wanted: SeatIn | None, tokens: dict[str, str]
) -> SeatRow:
    if wanted is None:
        raise Not(400, "malformed", f"who plays {side}? expected a seat for it", f"seats.{side}")
    levels = (*ruleset.levels, CHANCE)
    if wanted.kind == "computer":
        level = wanted.level or levels[0]
        if level not in levels:
            text = f"unknown level {level!r}: expected one of {', '.join(levels)}"
            raise Not(400, "unknown", text, f"seats.{side}.level")
        return SeatRow(side, "computer", level, wanted.name or level.capitalize(), "")
    tokens[side] = secrets.token_urlsafe(24)
    name = (wanted.name or "").strip() or f"Player {side}"
    return SeatRow(side, wanted.kind, "", name, hashed(tokens[side]))


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
        old.book, old.scenario, wanted.seats, old.forces, old.options, wanted.dice, old.rolls
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
    sides = [
        SideFacts(seat.side, seat.name, seat.kind, *found.liveries()[seat.side])
        for seat in found.seats
    ]
    setup = found.setup
    status: Literal["on", "over"] = "over" if found.status == "over" else "on"
    return FactsOut(
        found.id, setup.book, setup.scenario, status, found.round, sides, found.result
    )  # fmt: skip


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
    battle_verify, battle_replay, file_replay, file_verify,
)  # fmt: skip
