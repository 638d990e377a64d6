"""Rooms without sockets: messages in, what each viewpoint sees out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.chance import fairness
from banneret.server.battles.room import Room, load
from banneret.server.door.connections import Connection
from banneret.server.seen.eyes import Eyes
from banneret.server.storage.store import BattleRow, Memo, SeatRow, Setup, hashed
from server.books import BOOKS

if TYPE_CHECKING:
    from random import Random

    from banneret.server.seen.drawing import Drawn

SHELF = "server.books:BOOKS"
SECRET = bytes(range(32))


def row(
    book: str, scenario: str, kinds: dict[str, str], *, dice: str = "server", key: str = "battle"
) -> BattleRow:
    """A battle about to begin; kinds are "person" or the level of a computer."""
    ruleset = BOOKS[book]
    info = ruleset.scenarios[scenario]
    forces = {side: keys[0] for side, keys in info.forces.items() if keys}
    seats = tuple(
        SeatRow(side, "person", "", side, hashed(f"secret {side}"))
        if kind == "person"
        else SeatRow(side, "computer", kind, kind, "")
        for side, kind in kinds.items()
    )
    setup = Setup(book, scenario, forces, ruleset.chosen({}), dice)
    commitment = fairness.commit(SECRET)
    return BattleRow(
        key, setup, SECRET.hex(), commitment, "new", 0, None, Memo(), None, seats
    )  # fmt: skip


def room_of(battle: BattleRow, lines: list[bytes] | None = None) -> Room:
    return load(battle, BOOKS[battle.setup.book], SHELF, lines or [])


def begun(battle: BattleRow) -> Room:
    room = room_of(battle)
    room.begin(battle, {seat.side: "00" for seat in battle.seats})
    return room


def seen(room: Room, side: str | None) -> bytes:
    """Everything a viewpoint is shown, as bytes."""
    eyes = Eyes(room)
    sight, _, _ = eyes.look(side)
    return msgspec.json.encode([sight, eyes.chronicle(side).since(0)])


def written(scene: Drawn) -> bytes:
    """A scene as it stands in a table message."""
    return scene.before + b",".join(scene.pieces) + scene.behind


def question(room: Room, side: str) -> dict[str, Any] | None:
    sight, _, _ = Eyes(room).look(side)
    found: dict[str, Any] | None = msgspec.json.decode(bytes(sight.question))
    return found


def any_value(choice: dict[str, Any], chance: Random) -> Any:
    """Choose a lawful answer from what a browser is shown."""
    match choice["kind"]:
        case "place" | "move":
            return chance.choice(choice["ideas"])
        case "dice":
            return []
        case "write":
            return {one["name"]: next(iter(one["words"]), "") for one in choice["fields"]}
    keys = [option["key"] for option in choice["options"] if "because" not in option]
    if choice["least"] == choice["most"] == 1:
        return chance.choice(keys)
    return chance.sample(keys, min(choice["least"], len(keys)))


class Ear(Connection):
    """Somebody who only notes what he is told."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []
        self.code: int | None = None

    def send(self, text: bytes) -> None:
        self.heard.append(text.decode())

    def close(self, code: int) -> None:
        self.code = code
