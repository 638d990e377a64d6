"""Who comes to a table and who does not: spectators, wrong links, strange origins, crowds."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from server.running import Server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from server.running import Browser


def test_a_spectator_sees_no_question_and_may_do_nothing(
    server: Server, two: tuple[Browser, Browser]
) -> None:
    a, _ = two
    one = server.browser(a.table["battle"]["id"], None)
    table = one.until("table")
    assert table["you"] is None
    assert table["question"] is None
    for kind, more in (
        ("undo", {}),
        ("answer", {"number": 0, "value": 1}),
        ("chat", {"text": "x"}),
    ):
        one.say(kind, **more)
        assert one.until("refused")["code"] == "not_seated"
    one.say("look", id=1, piece=1)
    assert one.until("look")["notes"] == []
    one.say("ping")
    one.until("pong")


def test_a_spectator_learns_everything_when_the_battle_is_over(server: Server) -> None:
    made = server.battle("toy", "bridge", {"a": "person", "b": "captain"})
    a = server.browser(made["id"], made["seats"]["a"])
    one = server.browser(made["id"], None)
    a.play()
    while not one.over:
        one.until("table")
    oaths = [e for e in one.events if e["event"].get("key", "").startswith("oath")]
    assert len(oaths) == 4
    assert a.table["question"] is None
    a.say("undo")
    assert a.until("refused")["code"] == "over"


def test_a_wrong_link_opens_nothing(server: Server, two: tuple[Browser, Browser]) -> None:
    a, _ = two
    stranger = server.browser(a.table["battle"]["id"], "not-a-secret")
    assert stranger.until("refused")["code"] == "unknown"
    with pytest.raises(ConnectionClosed):
        stranger.next()
    nowhere = server.browser("no-such-battle", None)
    assert nowhere.until("refused")["code"] == "unknown"


def test_who_does_not_sit_is_refused(server: Server) -> None:
    made = server.battle("toy", "field", {"a": "person", "b": "captain"})
    address = f"{server.url.replace('http', 'ws')}/api/battles/{made['id']}/socket"
    with connect(address) as one:
        one.send('{"type":"undo"}')
        assert '"not_seated"' in str(one.recv(timeout=60))
        with pytest.raises(ConnectionClosed):
            one.recv(timeout=60)


def test_strange_origins_are_turned_away_at_the_door(server: Server) -> None:
    made = server.battle("toy", "field", {"a": "person", "b": "captain"})
    address = f"{server.url.replace('http', 'ws')}/api/battles/{made['id']}/socket"
    with pytest.raises(InvalidStatus), connect(address, origin=Origin("https://evil.example")):
        pass
    with (
        pytest.raises(InvalidStatus),
        connect(address, additional_headers={"Host": "evil.example"}),
    ):
        pass
    with connect(address, origin=Origin(server.url)) as one:
        one.send('{"type":"sit"}')
        assert '"table"' in str(one.recv(timeout=60))


def test_returning_from_another_device_goes_on_where_one_was(
    server: Server, two: tuple[Browser, Browser]
) -> None:
    a, b = two
    for one in (a, b):
        one.until_asked()
        one.answer("gold")
    a.until_asked()
    a.answer()
    a.until_asked()
    other = server.browser(a.table["battle"]["id"], a.seat)
    other.until("table")
    assert other.table["question"] == a.table["question"]
    assert other.events == a.events
    a.return_to()
    assert a.table["events_from"] == len(other.events)


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lets few messages in, and few people."""
    home: Path = tmp_path_factory.mktemp("strict")
    more: dict[str, Any] = {
        "BANNERET_RATE": "2",
        "BANNERET_BURST": "5",
        "BANNERET_PASSPHRASE": "Montjoie",
    }
    with Server(home, **more) as one:
        yield one


def test_too_many_messages_are_refused(strict: Server) -> None:
    seats = {"a": {"kind": "person"}, "b": {"kind": "computer"}}
    body = {"book": "toy", "scenario": "field", "seats": seats}
    assert strict.post("/api/battles", body).status_code == 401
    assert strict.post("/api/login", {"passphrase": "Saint Denis"}).status_code == 401
    login = strict.post("/api/login", {"passphrase": "Montjoie"})
    assert login.status_code == 200
    assert "HttpOnly" in login.headers["set-cookie"]
    key = {"Authorization": "Bearer Montjoie"}
    made = strict.post("/api/battles", body, headers=key).json()
    address = f"{strict.url.replace('http', 'ws')}/api/battles/{made['id']}/socket"
    with pytest.raises(InvalidStatus), connect(address):
        pass
    cookie = login.headers["set-cookie"].split(";")[0]
    with connect(address, additional_headers={"Cookie": cookie}) as one:
        one.send('{"type":"sit"}')
        one.recv(timeout=60)
        for _ in range(40):  # more than are let in while a slow machine reads them
            one.send('{"type":"ping"}')
        said = [str(one.recv(timeout=60)) for _ in range(40)]
        assert sum("too_often" in text for text in said) >= 2
        time.sleep(1)
        one.send('{"type":"ping"}')
        assert "pong" in str(one.recv(timeout=60))
