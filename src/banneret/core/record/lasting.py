"""Records that outlive battles, in files: read, written whole or not at all."""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING, Any, TypeVar

from banneret.core.book.saga import BETWEEN, Kept, Saga, interlude
from banneret.core.errors import BadData
from banneret.core.files import read_bytes
from banneret.core.record import save
from banneret.core.record.journal import PERSON, Header

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from banneret.core.book.ruleset import Ruleset
    from banneret.core.record.journal import DiceSource

T = TypeVar("T")


def read(saga: Saga[T], path: Path) -> Kept[T]:
    """Read a record from its file."""
    return saga.read(read_bytes(path), str(path))


def write(saga: Saga[T], kept: Kept[T], path: Path) -> None:
    """Write a record: when this returns it is on disk, and the file was never half written."""
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            file.write(saga.write(kept))
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        _sync_folder(path.parent)
    except OSError as no:
        raise BadData(f"{path} cannot be written: {no.strerror or no}") from no
    finally:
        part.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # no such thing as an open folder on Windows
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def next_turn(
    ruleset: Ruleset[Any], saga: Saga[Any], kept: Kept[Any]
) -> tuple[Ruleset[Any], str, dict[str, Any]] | None:
    """Give what is played next: its book, the player's side, and what its header is made of.

    None when the saga is over.
    """
    if saga.over(kept.record):
        return None
    venture = saga.due(kept.record)
    if venture is None:
        between = interlude(saga, ruleset.key)
        rolls = {saga.side: saga.write(kept).decode()}
        return between, saga.side, {"scenario": BETWEEN, "rolls": rolls}
    known = {"scenario": venture.scenario, "options": venture.options}
    return ruleset, venture.side, known | {"forces": venture.forces, "rolls": venture.rolls}


def header_of(
    turn: tuple[Ruleset[Any], str, Mapping[str, Any]], dice: DiceSource, other: str
) -> Header:
    """Put together what a turn begins from; `other` plays the sides that are not the player's."""
    ruleset, side, given = turn
    more = dict(given)
    scenario = more.pop("scenario")
    info = ruleset.scenarios[scenario]
    seats = {one: PERSON if one == side else other for one in info.sides}
    return save.header_for(ruleset, scenario, dice=dice, seats=seats, **more)
