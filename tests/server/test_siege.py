"""What a stranger with a script tries: fill the door, guess, send too much, come back to ruins."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from banneret.core.chance.dice import RandomDice
from banneret.core.errors import BanneretError
from banneret.server.app import _dear
from banneret.server.door import wire
from banneret.server.door.doorkeeper import MOST_FROM_ONE_ADDRESS, Doorkeeper
from banneret.server.door.problems import Not
from banneret.server.door.sockets import MOST_WAITING, Talk
from banneret.server.door.wire import Refused
from banneret.server.opponents import thinking
from banneret.server.opponents.pool import FROM, MOST_WISHES, FairPool
from banneret.server.rest.clerks import TooLong, in_time
from banneret.server.settings import MOST_MESSAGE_BYTES, Settings
from banneret.server.storage.admin import Admin
from loops import run
from server.questing import Quest
from server.running import Server
from server.sitting import Ear, any_value, begun, question, row

if TYPE_CHECKING:
    from pathlib import Path

    from banneret.server.battles.room import Room

STRANGER = {"client": ("192.0.2.7", 4000)}
FRIEND = {"client": ("192.0.2.8", 4000)}


def doorkeeper(**minute: int) -> Doorkeeper:
    return Doorkeeper({"new battles": 1, "uploads": 1, "replays": 1, **minute})


# -- the door


def test_sockets_that_are_gone_are_not_counted(server: Server) -> None:
    made = server.battle("toy", "field", {"a": "person", "b": "chance"})
    address = f"{server.url.replace('http', 'ws')}/api/battles/{made['id']}/socket"
    for _ in range(MOST_FROM_ONE_ADDRESS + 5):
        with connect(address, ping_interval=None):
            pass
    assert server.get("/api/health").status_code == 200


def test_one_address_holds_only_so_many_sockets() -> None:
    keeper = doorkeeper()
    assert all(keeper.open_socket(STRANGER) for _ in range(MOST_FROM_ONE_ADDRESS))
    assert not keeper.open_socket(STRANGER)
    assert keeper.open_socket(FRIEND)
    keeper.close_socket(STRANGER)
    assert keeper.open_socket(STRANGER)


def test_the_pass_phrase_is_guessed_no_faster_by_a_header() -> None:
    keeper, settings = doorkeeper(), Settings(passphrase="mead")  # noqa: S106  # a toy
    wrong, right = {"authorization": "Bearer ale"}, {"authorization": "Bearer mead"}
    assert not any(keeper.knows(settings, STRANGER, wrong) for _ in range(3))
    with pytest.raises(Not, match="try again in"):
        keeper.knows(settings, STRANGER, right)
    assert not keeper.knows_quietly(settings, STRANGER, right)
    assert keeper.knows(settings, FRIEND, right)
    assert not keeper.knows(settings, FRIEND, {})
    for _ in range(9):  # what a proxy asks for besides is no guess
        assert not keeper.knows(settings, FRIEND, {"authorization": "Basic YWxlOm1lYWQ="})
    assert keeper.knows(settings, FRIEND, right)


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("POST", "/api/battles", "new battles"),
        ("POST", "/api/battles/x/again", "new battles"),
        ("POST", "/api/sagas/x/on", "new battles"),
        ("POST", "/api/battles/x/mend", "uploads"),
        ("PUT", "/api/sagas/x", "uploads"),
        ("GET", "/api/battles/x/replay", "replays"),
        ("GET", "/api/battles/x", ""),
    ],
)
def test_whatever_is_dear_is_counted(method: str, path: str, kind: str) -> None:
    assert _dear(method, path) == kind


def test_what_waits_of_one_socket_is_bounded() -> None:
    async def flood() -> Ear:
        settings = Settings(burst=10_000)
        hall: Any = type("Hall", (), {"settings": settings})()
        ear = Ear()
        talk = Talk(hall, "b", ear)
        talk._seated = talk._working = True  # the rules are busy with one before
        for size in (MOST_MESSAGE_BYTES + 1, *[2] * (MOST_WAITING + 1)):
            talk.hear(b"x" * size)
        assert len(talk._inbox) == MOST_WAITING
        talk.end()
        return ear

    first, last = run(flood()).heard
    assert '"too_large"' in first
    assert '"too_often"' in last


# -- workers


class Readers(FairPool):
    """Workers that read until they are told to stop."""

    def __init__(self) -> None:
        super().__init__(2)
        self.reading: list[asyncio.Future[Any]] = []

    def _hand(self, *_: Any) -> asyncio.Future[Any]:
        self.reading.append(asyncio.get_running_loop().create_future())
        return self.reading[-1]


def test_one_address_never_has_all_who_read() -> None:
    async def send() -> None:
        pool, tasks = Readers(), []
        for who in ("stranger",) * MOST_WISHES + ("friend",):
            FROM.set(who)
            tasks.append(asyncio.create_task(pool.run(print)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert len(pool.reading) == 2
        FROM.set("stranger")
        with pytest.raises(Refused, match="wait until"):
            await pool.run(print)
        while not all(task.done() for task in tasks):
            for one in pool.reading:
                if not one.done():
                    one.set_result(None)
            await asyncio.sleep(0)
        assert len(pool.reading) == len(tasks)

    run(send())


def test_time_is_up_even_if_a_rule_takes_it_for_a_refusal() -> None:
    def stubborn() -> None:
        with in_time(0.02):
            with suppress(BanneretError):
                while True:
                    pass
            while True:
                pass

    with pytest.raises(TooLong):
        stubborn()


# -- what a keeper closes


def test_a_closed_battle_stays_closed_and_who_sat_there_is_told(tmp_path: Path) -> None:
    with Server(tmp_path, BANNERET_SWEEP_SECONDS="0.2") as one:
        admin = Admin(Settings(database_url=f"sqlite:///{tmp_path / 'banneret.db'}"))
        made = one.battle("toy", "field", {"a": "person", "b": "chance"})
        assert one.post(f"/api/battles/{made['id']}/again").status_code == 409
        browser = one.browser(made["id"], made["seats"]["a"])
        browser.until_asked()
        number = browser.table["question"]["number"]
        admin.close(made["id"])
        with pytest.raises(ConnectionClosed):
            browser.until("nothing", patience=30)
        browser.return_to()
        assert browser.question is None
        browser.say("answer", number=number, value=None)
        assert browser.until("refused")["code"] == "over"
        assert [kept.status for kept in admin.battles()] == ["over"]
        assert one.post(f"/api/battles/{made['id']}/again").status_code == 201

        quest = Quest(one)
        seat = quest.on().json()
        renewed = one.post(f"/api/battles/{seat['battle']}/renew", {"seat": seat["seat"]})
        assert (renewed.status_code, "quest" in renewed.text) == (400, True)
        admin.close(seat["battle"])
        assert quest.look()["under_way"] is None
        assert quest.on().json()["battle"] != seat["battle"]

        admin.delete(made["id"])
        with pytest.raises(ConnectionClosed):
            browser.until("nothing", patience=30)
        admin.close_database()


# -- advice


def test_a_hint_says_nothing_of_what_its_side_cannot_know() -> None:
    """Who draws up second would hear from his captain who waits for him in the wood."""
    room = begun(row("knights_and_knaves", "market_road", {"a": "person", "b": "person"}))
    chance, last, side = Random(3), "", ""
    while last != "deploy.all":
        side = next(side for side in ("a", "b") if question(room, side))
        asked = question(room, side)
        assert asked is not None
        last = asked["choices"][0]["key"]
        answer = any_value(asked["choices"][0], chance)
        room.answer(side, wire.Answer(asked["number"], answer))
    other = "b" if side == "a" else "a"
    said, view = advised(room, other), room.ruleset.view(room.game.state, other)
    room.game.state = room.ruleset.imagine(view, other, RandomDice(1))
    assert advised(room, other) == said


def advised(room: Room, side: str) -> Any:
    return thinking.advise(room.advice_errand(side), side, 1)
