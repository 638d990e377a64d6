"""The server is killed without warning, again and again: nothing acknowledged is lost."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from typing import TYPE_CHECKING

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from server.running import Browser, Server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


pytestmark = pytest.mark.slow

DEATHS = 5


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    one = Server(tmp_path, fresh=True)
    one.start()
    yield one
    one.stop()


def answers_on_disk(home: Path, side: str) -> int:
    with closing(sqlite3.connect(home / "banneret.db")) as connection:
        lines = [row[0] for row in connection.execute("SELECT line FROM lines ORDER BY id")]
    read = [msgspec.json.decode(line) for row in lines for line in row.split(b"\n")]
    said = [line for line in read if line["is"] in {"answer", "answers"}]
    return len([line for line in said if side in line.get("sides", [line.get("side")])])


def test_secret_drafts_and_commitments_outlive_the_server(mortal: Server) -> None:
    made = mortal.battle("toy", "field", {"a": "person", "b": "person"})
    a = mortal.browser(made["id"], made["seats"]["a"])
    b = mortal.browser(made["id"], made["seats"]["b"])
    a.until_asked()
    b.until_asked()
    assert a.question is not None
    a.say("draft", number=a.question["number"], index=1, value="honour")
    a.until("ack")
    b.answer("gold")
    a.say("call", what="concede")
    while not a.table["calls"]:
        a.until("table")
    mortal.kill()
    mortal.start()
    a.return_to()
    b.return_to()
    assert a.question is not None
    assert "draft" not in a.question["choices"][0]
    assert a.question["choices"][1]["draft"] == "honour"
    assert a.table["calls"] == ["concede"]
    assert b.question is None
    assert b.table["waiting"] == ["a"]
    a.answer("fear")
    assert a.until_asked() is not None


def test_every_seat_adds_to_the_dice_over_the_server_s_death(mortal: Server) -> None:
    """Each contributes when it first sits; coming back with another changes nothing."""
    made = mortal.battle("toy", "bridge", {"a": "person", "b": "open"})
    a = mortal.browser(made["id"], made["seats"]["a"], seed=2, contribution="a0a0")
    a.until_asked()
    mortal.kill()
    mortal.start()
    a.return_to()
    b = mortal.browser(made["id"], made["seats"]["b"], seed=3, contribution="b0b0")
    b.until_asked()
    mortal.kill()
    mortal.start()
    for one in (a, b):
        one._sit["contribution"] = "ffff"
        one.return_to()
    for _ in range(60):
        for one in (a, b):
            if _asked(one):
                one.answer()
        if a.over:
            break
    save = mortal.get(f"/api/battles/{made['id']}/save").content
    assert b'"contributions":["a0a0",""]' in save
    assert save.count(b'{"is":"contribution","side":"b","contribution":"b0b0"') == 1
    assert b"ffff" not in save
    assert mortal.get(f"/api/battles/{made['id']}/verify").json()["honest"]


def test_two_people_fight_to_the_end_over_many_deaths(mortal: Server) -> None:
    """Killed after every second round of answers; everybody comes back and goes on."""
    made = mortal.battle("toy", "bridge", {"a": "person", "b": "person"}, options={"long": True})
    both = [
        mortal.browser(made["id"], made["seats"][side], seed=seed)
        for side, seed in (("a", 2), ("b", 3))
    ]
    acknowledged = {"a": 0, "b": 0}
    for turn in range(60):
        if all(one.over for one in both):
            break
        for one, side in zip(both, "ab", strict=True):
            if _asked(one):
                keep_peace(one)
                acknowledged[side] += 1
        if turn % 2 and turn < 2 * DEATHS:
            mortal.kill()
            for side, count in acknowledged.items():
                assert answers_on_disk(mortal.home, side) >= count
            mortal.start()
            for one in both:
                one.return_to()
    assert all(one.over for one in both)
    for one in both:
        assert [event["n"] for event in one.events] == list(range(len(one.events)))


def _asked(one: Browser) -> bool:
    while one.question is None and not one.over:
        try:
            one.next(0.4)
        except TimeoutError:
            return False
    return one.question is not None


def keep_peace(one: Browser) -> None:
    """Answer anyhow, but do not give up."""
    assert one.question is not None
    choice = one.question["choices"][0]
    value = ... if one.question["together"] else one.any(choice)
    assert one.answer("wait" if value == "concede" else value)["type"] == "ack"


def test_killed_in_the_middle_of_a_storm_of_answers(mortal: Server) -> None:
    """Answers are sent until the server dies under them; each acknowledged one is on disk."""
    battles = []
    for _ in range(6):
        made = mortal.battle("toy", "bridge", {"a": "person", "b": "captain"})
        one = mortal.browser(made["id"], made["seats"]["a"])
        one.until_asked()
        battles.append((made, one))
    acknowledged = 0
    for made, one in battles:
        assert one.answer("gold")["type"] == "ack", made
        acknowledged += 1
    for _, one in battles:  # as many as it takes before the blow
        one.until_asked()
        assert one.question is not None
        one.say(
            "answer",
            number=one.question["number"],
            value=one.any(one.question["choices"][0]),
        )
    mortal.kill()
    for _, one in battles:
        try:
            while True:
                acknowledged += one.next(1)["type"] == "ack"
        except (ConnectionClosed, TimeoutError):
            pass
    assert answers_on_disk(mortal.home, "a") >= acknowledged
    mortal.start()
    for _, one in battles:
        one.return_to()
        assert one.until_asked() is not None or one.over


def test_no_worker_outlives_a_killed_server(mortal: Server) -> None:
    import os  # noqa: PLC0415
    from pathlib import Path  # noqa: PLC0415

    made = mortal.battle("toy", "field", {"a": "person", "b": "captain"})
    a = mortal.browser(made["id"], made["seats"]["a"])
    a.until_asked()
    a.answer("gold")
    a.until_asked()
    tasks = Path(f"/proc/{mortal.pid}/task").glob("*/children")
    children = [int(pid) for task in tasks for pid in task.read_text().split()]
    assert children
    mortal.kill()
    until = time.monotonic() + 60
    while time.monotonic() < until and any(_alive(pid) for pid in children):
        time.sleep(0.2)
    assert not [pid for pid in children if _alive(pid)]
    assert os.getpid() not in children
    mortal.start()


def _alive(pid: int) -> bool:
    from pathlib import Path  # noqa: PLC0415

    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rsplit(")", 1)[1].split()[0] not in {"Z", "X"}
