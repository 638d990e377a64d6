"""The same server on PostgreSQL, and two processes on one database."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, LiteralString

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from server.postgres import Postgres
from server.questing import Quest
from server.running import Browser, Server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow

LEASE = 2.0


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    one = Postgres()
    try:
        yield one.start()
    finally:
        one.stop()


@pytest.fixture
def pair(postgres: Postgres, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two processes on one database."""
    more: dict[str, Any] = {
        "BANNERET_DATABASE_URL": postgres.url,
        "BANNERET_LEASE_SECONDS": str(LEASE),
    }
    one, two = (
        Server(tmp_path / "one", fresh=True, **more),
        Server(tmp_path / "two", fresh=True, **more),
    )
    try:
        yield one.start(), two.start()
    finally:
        for each in (one, two):
            each.stop()
    for each in (one, two):
        assert "Traceback" not in each.said(), each.said()[-4000:]


def rows(postgres: Postgres, query: LiteralString) -> list[Any]:
    with psycopg.connect(postgres.url) as connection:
        return connection.execute(query).fetchall()


def test_two_people_at_two_processes_fight_one_battle(
    postgres: Postgres, pair: tuple[Server, Server]
) -> None:
    """Either process serves either player; letters carry what the other says."""
    one, two = pair
    made = one.battle("toy", "bridge", {"a": "person", "b": "open"})
    a = one.browser(made["id"], made["seats"]["a"], seed=3)
    a.until("table")
    b = two.browser(made["id"], made["seats"]["b"], seed=4, name="Bertrand", contribution="b0b0")
    b.until("table")
    look = two.browser(made["id"], None)
    look.until("table")
    b.say("chat", text="hail")
    assert a.until("chat")["from"] == "Bertrand"
    b.say("answer", number=99, value=1)
    assert b.until("refused")["code"] == "stale"
    assert b.question is not None
    b.say("hint", number=b.question["number"])
    assert b.until("hint")["index"] == 0
    fight(a, b)
    while not look.over:
        look.until("table")
    assert a.table["result"] == b.table["result"] == look.table["result"]
    for each in pair:
        assert each.get(f"/api/battles/{made['id']}/verify").json()["honest"]
        assert b'"contribution":"b0b0"' in each.get(f"/api/battles/{made['id']}/save").content
    (owner,) = rows(postgres, "SELECT count(*) FROM battles WHERE owner IS NOT NULL")
    assert owner[0] >= 1
    assert rows(postgres, "SELECT count(*) FROM processes") == [(2,)]


def sent_away(one: Browser) -> bool:
    """Listen until the socket is closed."""
    try:
        while True:
            one.next(60)
    except ConnectionClosed:
        return True


def fight(a: Browser, b: Browser) -> None:
    """Play on until both have seen the end."""
    until = time.monotonic() + 200
    while not (a.over and b.over):
        assert time.monotonic() < until
        for one in (a, b):
            if one.question is None and not one.over:
                try:
                    one.next(0.2)
                except TimeoutError:
                    continue
            if one.question is not None:
                said = one.answer()
                assert said["type"] == "ack", said


def test_killing_one_process_moves_its_battles_to_the_other(
    pair: tuple[Server, Server],
) -> None:
    one, two = pair
    made = one.battle("toy", "bridge", {"a": "person", "b": "person"})
    a = one.browser(made["id"], made["seats"]["a"], seed=3)
    a.until_asked()
    b = two.browser(made["id"], made["seats"]["b"], seed=4)
    b.until_asked()
    a.answer("gold")
    b.answer("fear")
    a.until_asked()
    a.answer()
    a.until_asked()
    before = a.question
    one.kill()
    assert sent_away(b)  # his process tells b to come back
    b.return_to()
    a.return_to(two.url)
    assert a.question == before
    fight(a, b)
    one.start()
    late = one.browser(made["id"], None)
    assert late.until("table")["result"] == a.table["result"]


def test_the_guest_process_may_die_too(pair: tuple[Server, Server]) -> None:
    one, two = pair
    made = one.battle("toy", "bridge", {"a": "person", "b": "person"})
    a = one.browser(made["id"], made["seats"]["a"], seed=3)
    a.until_asked()
    b = two.browser(made["id"], made["seats"]["b"], seed=4)
    b.until_asked()
    while not a.table["sides"][1]["present"]:
        a.until("table")
    two.kill()
    while a.table["sides"][1]["present"]:
        a.until("table")
    b.return_to(one.url)
    fight(a, b)
    two.start()


def test_killed_and_started_again_on_postgresql(postgres: Postgres, tmp_path: Path) -> None:
    more: dict[str, Any] = {
        "BANNERET_DATABASE_URL": postgres.url,
        "BANNERET_LEASE_SECONDS": str(LEASE),
    }
    with Server(tmp_path, fresh=True, **more) as one:
        made = one.battle("toy", "field", {"a": "person", "b": "captain"})
        a = one.browser(made["id"], made["seats"]["a"], seed=3)
        a.until_asked()
        assert a.question is not None
        a.say("draft", number=a.question["number"], index=0, value="gold")
        a.until("ack")
        one.kill()
        one.start()
        time.sleep(LEASE)
        a.return_to()
        assert a.question is not None
        assert a.question["choices"][0]["draft"] == "gold"
        a.play()
        assert a.over


def test_a_quest_lasts_on_postgresql(pair: tuple[Server, Server], postgres: Postgres) -> None:
    """Begun at one process, edited and fought on at the other, and there after a kill."""
    one, two = pair
    quest = Quest(one, "arthurian")
    quest.server = two
    text = quest.look()["text"]
    assert quest.edit(text.replace('name = "Emeric"', 'name = "Emeric of Ware"')).status_code == 200
    begun = quest.on().json()
    one.kill()
    one.start()
    quest.server = one
    assert quest.on().json() == begun
    assert "Emeric of Ware" in quest.look()["text"]
    assert rows(postgres, "SELECT count(*) FROM sagas") == [(1,)]


def test_a_database_that_goes_away_lets_nobody_wait_for_ever(
    postgres: Postgres, tmp_path: Path
) -> None:
    """Whoever sits at another process than his battle is sent away, comes back and plays on."""
    more: dict[str, Any] = {
        "BANNERET_DATABASE_URL": postgres.url,
        "BANNERET_LEASE_SECONDS": "60",  # the lease outlasts it
    }
    with (
        Server(tmp_path / "one", fresh=True, **more) as one,
        Server(tmp_path / "two", fresh=True, **more) as two,
    ):
        made = one.battle("toy", "bridge", {"a": "person", "b": "person"})
        a = one.browser(made["id"], made["seats"]["a"], seed=3)
        a.until_asked()
        b = two.browser(made["id"], made["seats"]["b"], seed=4)
        b.until_asked()
        assert b.question is not None
        postgres.halt()
        try:
            b.say("draft", number=b.question["number"], index=0, value="gold")
            assert sent_away(b)
            refused = two.post("/api/battles/quick", {})
            assert (refused.status_code, "database" in refused.text) == (503, True)
        finally:
            postgres.run()
        a.return_to()
        b.return_to()
        fight(a, b)
