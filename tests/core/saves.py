"""Fights of a toy that are kept in files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.record import save
from banneret.core.record.journal import Header, Journal, Seeded, seal
from banneret.players import player
from cli.toy import TOY, Duel

if TYPE_CHECKING:
    from banneret.core.play.game import Game, Player
    from banneret.core.record.journal import DiceSource

SECRET = bytes(range(32))


def header(dice: DiceSource | None = None, **seats: str) -> Header:
    return save.header_for(TOY, "field", dice=dice or Seeded(5), seats=seats)


def players(**seats: str) -> dict[str, Player]:
    return {side: player(TOY, side, name, 1) for side, name in seats.items() if name != "person"}


def fought(path: Path, dice: DiceSource | None = None) -> Game[Duel]:
    """A whole fight between computers, kept in a file."""
    seats = {"a": "chance", "b": "captain"}
    game = save.begin(
        TOY, header(dice, **seats), players=players(**seats), path=path, durable=False
    )
    game.advance()
    close(game)
    return game


def begun(path: Path, dice: DiceSource | None = None) -> Game[Duel]:
    """A battle of a person (a) against the captain, at its first question."""
    seats = {"a": "person", "b": "captain"}
    game = save.begin(TOY, header(dice, **seats), players=players(b="captain"), path=path)
    OPEN.append(game)
    game.advance()
    return game


def resumed(path: Path) -> save.Restored[Duel]:
    game = save.resume(path, TOY, players(b="captain"))
    OPEN.append(game)
    return game


OPEN: list[Game[Duel]] = []


def close(game: Game[Duel]) -> None:
    assert isinstance(game.journal, Journal)
    game.journal.close()


def answer(game: Game[Duel], times: int = 1) -> None:
    """Answer a few questions with the first thing that is lawful."""
    for _ in range(times):
        question = game.advance()
        if question is None:
            return
        if question.together:
            for index, choice in question.for_side("a"):
                game.draft(index, choice.ideas()[0], "a")
            game.commit("a")
        else:
            game.answer(question.choice.ideas()[0])
    game.advance()


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]


def resealed(path: Path, lines: list[dict[str, Any]]) -> None:
    """Write lines with right checksums, as a careful forger would."""
    before, out = "", b""
    for line in lines:
        body = {key: value for key, value in line.items() if key != "sum"}
        sealed, before = seal(msgspec.json.encode(body), before)
        out += sealed + b"\n"
    path.write_bytes(out)
