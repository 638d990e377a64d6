"""Hidden things never reach the wrong socket: two battles that differ only in what is hidden."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from banneret.core.chance.dice import RandomDice
from banneret.server.battles.hosting import Host
from banneret.server.door import wire
from banneret.server.door.wire import Refused
from banneret.server.hall import Hall
from banneret.server.seen.eyes import Eyes
from banneret.server.settings import Settings
from banneret.server.storage.store import new_battle
from loops import run
from server.books import BOOKS
from server.sitting import SHELF, Ear, any_value, begun, question, row, written

if TYPE_CHECKING:
    from pathlib import Path

    from banneret.core.play.game import Game
    from banneret.server.battles.room import Room

BOOK = "one_page_skirmish"


def looks(room: Room, game: Game[Any], side: str | None) -> list[bytes]:
    """Everything a viewpoint is shown of a game and told when it asks."""
    real, version = room.game, room.version
    room.game = game
    room.version += 1
    try:
        eyes = Eyes(room)
        sight, _, _ = eyes.look(side)
        shown = [msgspec.json.encode(sight), bytes(eyes.chronicle(side).since(0))]
        if side is not None:
            shown += replies(room, side, sight.question)
        shown += glances(room, side, written(sight.scene))
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
        tries.append(anything(found["choices"][0], Random(3)))
    said = []
    for value in tries:
        try:
            said.append(msgspec.json.encode(room.preview(side, wire.Try(1, number, value))))
        except Refused as no:
            said.append(wire.refusal(no, "preview"))
    return said


@pytest.mark.slow
def test_at_every_decision_other_secrets_look_the_same() -> None:
    """Move and rearm what is hidden: no viewpoint that may not know it is shown another byte."""
    ruleset = BOOKS[BOOK]
    room = begun(row(BOOK, "greenwood", {"a": "person", "b": "person"}))
    chance = Random(1)
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
MOST_TRIES = 50


class Run:
    """What everybody heard in one battle, and how often somebody was hidden on purpose."""

    def __init__(self) -> None:
        self.ears = {"a": Ear(), "b": Ear(), None: Ear()}
        for name, ear in self.ears.items():
            ear.id = f"ear of {name}"  # dice come from a fixed secret
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
    chances = {side: Random(f"{seed} {side}") for side in ("a", "b")}
    for _ in range(MOST_DECISIONS):
        room = host.room
        assert room is not None
        if room.game.result is not None:
            run.over = True
            break
        side = next(side for side in ("a", "b") if question(room, side) is not None)
        asked = question(room, side)
        assert asked is not None
        value = decide(run, side, asked["choices"][0], where, chances[side])
        await insist(host, run.ears[side], asked, value, chances[side])
    await hall.close()
    return run


async def insist(host: Host, ear: Ear, asked: dict[str, Any], value: Any, chance: Random) -> None:
    """Answer; a set whose parts do not go together is refused aloud, and another one is named."""
    for _ in range(MOST_TRIES):
        try:
            await host.hear(ear, wire.Answer(asked["number"], value))
        except Refused as no:
            if no.code != "illegal":
                raise
            ear.send(wire.refusal(no, "answer"))
            value = any_value(asked["choices"][0], chance)
        else:
            return
    raise AssertionError(asked)


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
def test_every_byte_sent_is_the_same_wherever_the_ambush_lies(tmp_path: Path, seed: int) -> None:
    """The same battle with an ambush in two places: equal to the byte until it comes to light."""
    runs = []
    for where in (0, -1):
        folder = tmp_path / str(where)
        folder.mkdir()
        runs.append(run(fight(folder, where, seed)))
    one, two = runs
    assert one.over
    assert two.over
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


# -- a book in which nearly everything is secret: orders, units, chits, plans

KNIGHTS, ROAD = "knights_and_knaves", "market_road"
BOLD, SHY = 0, -1  # two ways of the hider to fill in every secret form
QUIET = {"stay", "move_half", "move_full", "parry", "draw_weapon"}  # chits that need no die


def test_other_orders_units_and_chits_look_the_same() -> None:
    """From deployment into the second turn no viewpoint is shown another byte of what is hidden."""
    ruleset = BOOKS[KNIGHTS]
    room = begun(row(KNIGHTS, ROAD, {"a": "person", "b": "person"}))
    chance = Random(4)
    varied = dict.fromkeys(("orders", "reform", "chits", "declare"), 0)
    for number in range(300):
        game = room.game
        if game.state.turn == 2:
            break
        phase = game.state.phase
        if not game.tape and varied.get(phase, 0) < 4:
            for viewer in ("a", "b", None):
                other = ruleset.extras["vary_hidden"](game.state, viewer, RandomDice(number))
                twin, fork = (
                    game.branch(state, [], game.dice.copy(), {}, history=True)
                    for state in (other, ruleset.clone(game.state))
                )
                twin.advance()
                fork.advance()
                if phase in varied:
                    varied[phase] += twin.digest() != fork.digest()
                assert looks(room, twin, viewer) == looks(room, fork, viewer), (phase, viewer)
        side = next(side for side in ("a", "b") if question(room, side) is not None)
        asked = question(room, side)
        assert asked is not None
        values = [anything(choice, chance) for choice in asked["choices"]]
        for said in sayings(asked, values):
            room.act(side, said)
    assert all(varied.values()), varied


def anything(choice: dict[str, Any], chance: Random) -> Any:
    """Any lawful answer; forms are filled in one way or the other."""
    if choice["kind"] == "write":
        return order(choice, chance.choice((BOLD, SHY)))
    return "done" if choice["key"] == "command" else any_value(choice, chance)


def order(choice: dict[str, Any], way: int) -> dict[str, str]:
    """To attack, until one thing or another; both leave equal dice to be thrown."""
    words = {field["name"]: field["words"] for field in choice["fields"]}
    event = ("occupied:", "abandoned:")[way]
    places = [one for one in words["trigger"] if one.startswith(event)]
    then, said = (("lord", "Back when they come."), (words["then"][-1], "On when they go."))[way]
    return {"verb": "attack", "target": "", "trigger": places[way], "then": then, "words": said}


def sayings(asked: dict[str, Any], values: list[Any]) -> list[Any]:
    """The messages that answer what is asked."""
    number = asked["number"]
    if not asked["together"]:
        return [wire.Answer(number, values[0])]
    drafts = [
        wire.Draft(number, choice["index"], value)
        for choice, value in zip(asked["choices"], values, strict=True)
    ]
    return [*drafts, wire.Commit(number)]


def fill_in(choice: dict[str, Any], way: int) -> Any:
    """The hider gives one order and chit or another, wherever he fills in what is secret."""
    if choice["kind"] in {"place", "move"}:
        return choice["ideas"][0]
    if choice["kind"] == "write":
        return order(choice, way)
    keys = [option["key"] for option in choice["options"] if "because" not in option]
    if choice["key"] == "chit":
        return [key for key in keys if key in QUIET][way]
    return keys[0]


async def until_a_chit_is_shown(folder: Path, way: int) -> Run:
    """Deploy, write orders, give chits: all that is done in secret before the first reveal."""
    hall = Hall(Settings(database_url=f"sqlite:///{folder / 'x.db'}", books=SHELF))
    await hall.open()
    battle = row(KNIGHTS, ROAD, {"a": "person", "b": "person"})
    await hall.writer.write(others=new_battle(battle))
    host = await hall.host(battle.id)
    assert isinstance(host, Host)
    run = Run()
    for side, ear in run.ears.items():
        await host.sit(ear, wire.Sit(None if side is None else f"secret {side}", contribution="00"))
    chance = Random(5)
    while not any('"event":"chit_shown"' in text for text in run.ears[SEEKER].heard):
        room = host.room
        assert room is not None
        side = next(side for side in ("a", "b") if question(room, side) is not None)
        asked = question(room, side)
        assert asked is not None
        values = [
            fill_in(one, way) if side == HIDER else anything(one, chance)
            for one in asked["choices"]
        ]
        for said in sayings(asked, values):
            await host.hear(run.ears[side], said)
    await hall.close()
    return run


def test_every_byte_sent_is_the_same_whatever_was_ordered(tmp_path: Path) -> None:
    """Other standing orders, other chits: the enemy's socket carries the same until a reveal."""
    runs = []
    for way in (BOLD, SHY):
        folder = tmp_path / str(way)
        folder.mkdir()
        runs.append(run(until_a_chit_is_shown(folder, way)))
    one, two = runs
    assert one.ears[HIDER].heard != two.ears[HIDER].heard
    for viewer in (SEEKER, None):
        heard = [before_the_reveal(each.ears[viewer].heard) for each in runs]
        assert len(heard[0]) > 20
        assert heard[0] == heard[1], viewer


def before_the_reveal(heard: list[str]) -> list[str]:
    """What was sent before the first chit was turned over."""
    shown = next((n for n, text in enumerate(heard) if '"event":"chit_shown"' in text), len(heard))
    return heard[:shown]
