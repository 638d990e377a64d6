"""Founding a battle: wanted, checked against its book, given seats and secrets, and kept."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.chance import fairness
from banneret.core.record.inherit import sealed
from banneret.core.record.journal import BOOK
from banneret.players import ladder
from banneret.server.battles import beginning
from banneret.server.battles.hosting import Host
from banneret.server.battles.livery import Taken, dress
from banneret.server.door.problems import Not
from banneret.server.door.shapes import BattleIn, MadeOut, SeatIn
from banneret.server.rest import clerks
from banneret.server.rest.books import book_of
from banneret.server.storage.store import (
    BattleRow,
    Memo,
    SeatRow,
    Setup,
    count,
    hashed,
    new_battle,
    new_lines,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.core.book.ruleset import Ruleset
    from banneret.server.hall import Hall
    from banneret.server.rest.clerks import Prepared


async def set_up(
    hall: Hall,
    wanted: BattleIn,
    inherited: Sequence[bytes] = (),
    own: Callable[[str], str] | None = None,
) -> MadeOut:
    """Check a battle against its book and keep it.

    It begins when somebody sits down; one that inherits has begun already. `own` gives the secret
    of people's seats where it hangs on something else that lasts.
    """
    ruleset = book_of(hall, wanted.book)
    wanted = _alone(ruleset, wanted)
    await _room_for_one_more(hall)
    header = await hall.clerks.run(clerks.prepare, hall.settings.books, wanted)
    key = secrets.token_urlsafe(9)
    fresh = (lambda: secrets.token_urlsafe(24)) if own is None else (lambda: own(key))
    seats, tokens = _seats(ruleset, wanted, header, fresh)
    secret, status = fairness.fresh_seed(), "on" if inherited else "new"
    setup, commitment = _setup(ruleset, wanted, header), fairness.commit(secret)
    battle = BattleRow(key, setup, secret.hex(), commitment, status, 0, None, Memo(), None, seats)
    lines = sealed(beginning.header(battle, ruleset, {}), inherited) if inherited else []
    await hall.writer.write(new_lines(battle.id, 0, lines), new_battle(battle))
    if not tokens:
        host = await hall.host(battle.id)
        assert isinstance(host, Host)
        await host.start()
    return MadeOut(battle.id, tokens, battle.commitment)


def _alone(ruleset: Ruleset[Any], wanted: BattleIn) -> BattleIn:
    """A side given to the book means that the book's own game for one is played."""
    if ruleset.alone and any(seat.kind == BOOK for seat in wanted.seats.values()):
        options = wanted.options | {ruleset.alone: True}
        return msgspec.structs.replace(wanted, options=options)
    return wanted


async def _room_for_one_more(hall: Hall) -> None:
    most = hall.settings.most_battles
    if await asyncio.to_thread(count, hall.database.engine) >= most:
        raise Not(503, "busy", f"this table keeps {most} battles and has no room for another")


def _setup(ruleset: Ruleset[Any], wanted: BattleIn, header: Prepared) -> Setup:
    sides = ruleset.scenarios[wanted.scenario].sides
    wishes = {side: (seat.tincture, seat.pattern) for side, seat in wanted.seats.items()}
    try:
        liveries = dress(sides, wishes)
    except Taken as no:
        raise Not(400, "taken", str(no), f"seats.{no.side}.pattern") from no
    return Setup(
        wanted.book,
        wanted.scenario,
        header.forces,
        header.options,
        wanted.dice,
        liveries,
        header.rolls,
        header.tables,
    )


def _seats(
    ruleset: Ruleset[Any], wanted: BattleIn, header: Prepared, fresh: Callable[[], str]
) -> tuple[tuple[SeatRow, ...], dict[str, str]]:
    """Seat every side, with the secrets of those that people take."""
    tokens: dict[str, str] = {}
    run = ruleset.run_by_book(wanted.scenario, header.options)
    sides = ruleset.scenarios[wanted.scenario].sides
    unknown = set(wanted.seats) - set(sides)
    if unknown:
        raise Not(400, "unknown", f"there is no side {min(unknown)!r} to sit at", "seats")
    seats = tuple(
        SeatRow(side, "computer", BOOK, "The book", "")
        if side in run
        else _seat(ruleset, side, wanted.seats.get(side), tokens, fresh)
        for side in sides
    )
    return seats, tokens


def _seat(
    ruleset: Ruleset[Any],
    side: str,
    wanted: SeatIn | None,
    tokens: dict[str, str],
    fresh: Callable[[], str],
) -> SeatRow:
    if wanted is None:
        raise Not(400, "malformed", f"who plays {side}? expected a seat for it", f"seats.{side}")
    levels = tuple(ladder(ruleset))
    if wanted.kind == BOOK:
        text = f"{ruleset.title} does not run {side} in this scenario"
        raise Not(400, "unknown", text, f"seats.{side}.kind")
    if wanted.kind == "computer":
        level = wanted.level or levels[0]
        if level not in levels:
            text = f"unknown level {level!r}: expected one of {', '.join(levels)}"
            raise Not(400, "unknown", text, f"seats.{side}.level")
        return SeatRow(side, "computer", level, wanted.name or level.capitalize(), "")
    tokens[side] = fresh()
    name = (wanted.name or "").strip()
    return SeatRow(side, wanted.kind, "", name, hashed(tokens[side]))
