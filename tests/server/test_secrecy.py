"""Hidden things never reach the wrong socket: two battles that differ only in what is hidden."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from banneret.core.dice import RandomDice
from banneret.server import beginning, wire
from banneret.server.eyes import Eyes
from banneret.server.hall import Hall
from banneret.server.hosting import Host
from banneret.server.settings import Settings
from banneret.server.store import new_battle
from banneret.server.wire import Refused
from loops import run
from server.books import BOOKS
from server.sitting import SHELF, Ear, any_value, begun, question, row

if TYPE_CHECKING:
    from pathlib import Path

    from banneret.core.game import Game
    from banneret.server.room import Room

BOOK = "one_page_skirmish"


def looks(room: Room, game: Game[Any], side: str | None) -> list[bytes]:
    """Everything a viewpoint is shown of a game and told when it asks."""
    real, version = room.game, room.version
    room.game = game
    room.version += 1
    try:
        eyes = Eyes(room)
        sight, _ = eyes.look(side)
        shown = [msgspec.json.encode(sight), bytes(eyes.chronicle(side).since(0))]
        if side is not None:
            shown += replies(room, side, sight.question)
        shown += glances(room, side, sight.scene)
    finally:
        room.game, room.version = real, version + 1
    return shown


def glances(room: Room, side: str | None, scene: bytes) -> list[bytes]:
    """What a viewpoint is told when it looks at pieces, on the table, hidden or nowhere."""
    seen = [piece["id"] for piece in msgspec.json.decode(bytes(scene))["pieces"]]
    asked = [wire.LookAt(1, piece) for piece in (*seen[::5], *range(0, 60, 7), 999, -1)]
    asked += [wire.LookAt(1, one, other) for one in seen[:1] for other in (*seen[-2:], 30, 31)]
    said = []
    for look in asked:
        try:
            said.append(msgspec.json.encode(room.look(side, look)))
        except Refused as no:
            said.append(wire.refusal(no, "look"))
    return said


def replies(room: Room, side: str, asked: bytes) -> list[bytes]:
    """What a seat is told when it tries answers, right and wrong."""
    found = msgspec.json.decode(asked)
    number = room.ledger.number(side) if found is None else found["number"]
    tries: list[Any] = ["nonsense", 0, -1, [], {"1": [10, 10, 0]}, ["move", [[20, 20]], 0]]
    if found is not None:
        tries.append(any_value(found["choices"][0], Random(3)))  # noqa: S311
    said = []
    for value in tries:
        try:
            said.append(msgspec.json.encode(room.preview(side, wire.Try(1, number, value))))
        except Refused as no:
            said.append(wire.refusal(no, "preview"))
    return said


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in (2, 3))])
@pytest.mark.parametrize("scenario", ["greenwood"])
def test_at_every_decision_other_secrets_look_the_same(scenario: str, seed: int) -> None:
    """Move and rearm what is hidden: no viewpoint that may not know it is shown another byte."""
    ruleset = BOOKS[BOOK]
    room = begun(row(BOOK, scenario, {"a": "person", "b": "person"}))
    chance = Random(seed)  # noqa: S311
    varied = 0
    for turn in range(200):
        game = room.game
        if game.result is not None:
            break
        for viewer in ("a", "b", None):
            other = ruleset.extras["vary_hidden"](game.state, viewer, RandomDice(turn))
            if game.tape:
                continue  # what was answered in this step was answered to the real battle
            twin = game.branch(other, [], game.dice.copy(), {}, history=True)
            fork = game.branch(ruleset.clone(game.state), [], game.dice.copy(), {}, history=True)
            twin.advance()
            fork.advance()
            varied += twin.digest() != fork.digest()
            assert looks(room, twin, viewer) == looks(room, fork, viewer), (turn, viewer)
        side = next(side for side in ("a", "b") if question(room, side) is not None)
        asked = question(room, side)
        assert asked is not None
        value = any_value(asked["choices"][0], chance)
        room.answer(side, wire.Answer(asked["number"], value))
    assert varied > 5


# -- every byte sent to a seat in two whole battles

HIDER, SEEKER = "a", "b"  # of greenwood
MOST_DECISIONS = 600


class Run:
    """What everybody heard in one battle, and how often somebody was hidden on purpose."""

    def __init__(self) -> None:
        self.ears = {"a": Ear(), "b": Ear(), None: Ear()}
        for name, ear in self.ears.items():
            ear.id = f"ear of {name}"  # chance is tied down below
        self.ambushes = 0
        self.over = False


async def fight(folder: Path, where: int, seed: int) -> Run:
    """Play a whole battle over its host; the hider takes its idea number `where` to hide."""
    hall = Hall(Settings(database_url=f"sqlite:///{folder / 'x.db'}", books=SHELF))
    await hall.open()
    battle = row(BOOK, "greenwood", {"a": "person", "b": "person"})
    await hall.writer.write(others=new_battle(battle))
    host = await hall.host(battle.id)
    assert isinstance(host, Host)
    run = Run()
    for side, ear in run.ears.items():
        await host.sit(ear, wire.Sit(None if side is None else f"secret {side}", contribution="00"))
    assert len(host.connections) == 3
    chances = {side: Random(f"{seed} {side}") for side in ("a", "b")}  # noqa: S311
    for _ in range(MOST_DECISIONS):
        room = host._room
        assert room is not None
        if room.game.result is not None:
            run.over = True
            break
        side = next(side for side in ("a", "b") if question(room, side) is not None)
        asked = question(room, side)
        assert asked is not None
        value = decide(run, side, asked["choices"][0], where, chances[side])
        await host.hear(run.ears[side], wire.Answer(asked["number"], value))
    await hall.close()
    return run


def decide(run: Run, side: str, choice: dict[str, Any], where: int, chance: Random) -> Any:
    """The seeker does anything; the hider hides, then always does the first thing on its list."""
    if side == SEEKER:
        return any_value(choice, chance)
    if choice["kind"] in {"place", "move"}:
        hides = choice["prompt"].endswith("hide?")
        run.ambushes += hides
        return choice["ideas"][where if hides else 0]
    keys = [option["key"] for option in choice["options"] if "because" not in option]
    return keys[0] if choice["least"] == choice["most"] == 1 else keys[: choice["least"]]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_every_byte_sent_is_the_same_wherever_the_ambush_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """The same battle with an ambush in two places: equal to the byte until it comes to light."""
    monkeypatch.setattr(f"{beginning.__name__}.secrets.token_hex", lambda size: "11" * size)
    runs = []
    for where in (0, -1):
        folder = tmp_path / str(where)
        folder.mkdir()
        runs.append(run(fight(folder, where, seed)))
    one, two = runs
    assert one.ambushes > 0
    assert two.ambushes > 0
    assert one.ears[HIDER].heard != two.ears[HIDER].heard  # else nothing is tested
    for viewer in (SEEKER, None):
        same = compared(one.ears[viewer].heard, two.ears[viewer].heard)
        assert same >= 10, viewer


def compared(one: list[str], other: list[str]) -> int:
    """Compare until the ambush comes to light; give how many messages were equal."""
    for count, (text, twin) in enumerate(zip(one, other, strict=False)):
        if '"event":"revealed"' in text or '"event":"revealed"' in twin:
            return count
        assert text == twin, count
    assert len(one) == len(other)
    return len(one)
