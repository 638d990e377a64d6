"""Playing on from the middle of a battle that is over, or of a save file one holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

if TYPE_CHECKING:
    from server.running import Server

PEOPLE = {"a": {"kind": "person"}, "b": {"kind": "open"}}
ALONE = {"a": {"kind": "person"}, "b": {"kind": "computer"}}


@pytest.fixture(scope="module")
def done(server: Server) -> dict[str, Any]:
    """A battle that is over."""
    made = server.battle("toy", "field", {"a": "person", "b": "captain"})
    server.browser(made["id"], made["seats"]["a"], seed=4, contribution="c0ffee").play()
    return made


def frames(server: Server, battle: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = server.get(f"/api/battles/{battle}/replay?viewpoint=all").json()[
        "frames"
    ]
    return found


def kinds(content: bytes) -> list[str]:
    return [msgspec.json.decode(line)["is"] for line in content.splitlines()]


def test_a_battle_begins_where_another_stood_and_is_played_to_its_end(
    server: Server, done: dict[str, Any]
) -> None:
    """New seats, new dice, the same table; the old battle stays as it was."""
    old = server.get(f"/api/battles/{done['id']}/save").content
    step = len(frames(server, done["id"])) // 2
    reply = server.post(f"/api/battles/{done['id']}/onward", {"step": step, "seats": ALONE})
    assert reply.status_code == 201
    made = reply.json()
    assert made["id"] != done["id"]
    assert list(made["seats"]) == ["a"]
    assert made["seats"]["a"] != done["seats"]["a"]
    a = server.browser(made["id"], made["seats"]["a"], seed=8, contribution="beef")
    table = a.until("table")
    there = frames(server, done["id"])[: step + 1]
    told = [event["event"] for frame in there for event in frame["events"] if not event["private"]]
    seen = [event["event"] for event in table["events"] if not event["private"]]
    assert seen[: len(told)] == told
    assert not table["can_undo"]
    a.play()
    assert a.over
    new = server.get(f"/api/battles/{made['id']}/save").content
    assert new.splitlines()[0] != old.splitlines()[0]
    assert kinds(new).count("inherited") == 1
    verdict = server.get(f"/api/battles/{made['id']}/verify").json()
    assert verdict["honest"], verdict
    assert f"{step} steps" in verdict["reason"]
    assert frames(server, made["id"])[:step] == frames(server, done["id"])[:step]
    assert server.get(f"/api/battles/{done['id']}/save").content == old


def test_from_a_file_with_a_friend_each_in_his_own_eyes(
    server: Server, done: dict[str, Any]
) -> None:
    """An open seat is sat in by its link, and hears of the past what its side may know."""
    text = server.get(f"/api/battles/{done['id']}/save").content.decode()
    wish = {"file": text, "step": 2, "seats": PEOPLE, "dice": "hand"}
    made = server.post("/api/replays/onward", wish).json()
    sitting = [server.browser(made["id"], made["seats"][side]) for side in "ab"]
    for one, side in zip(sitting, "ab", strict=True):
        one.until("table")
        sworn = [e["event"] for e in one.events if e["event"].get("key", "").startswith("oath")]
        assert [event["side"] for event in sworn] == [side, side]
        one.close()


def test_refusals(server: Server, done: dict[str, Any]) -> None:
    """Only what is over, only steps that are there and not the last, only known seats."""
    going = server.battle("toy", "field", {"a": "person", "b": "captain"})
    one = server.browser(going["id"], going["seats"]["a"])
    one.until_asked()
    one.close()
    path = f"/api/battles/{done['id']}/onward"
    last = len(frames(server, done["id"])) - 1
    for address, wish, status, code in (
        (f"/api/battles/{going['id']}/onward", {"step": 1, "seats": ALONE}, 409, "not_yet"),
        ("/api/battles/nowhere/onward", {"step": 1, "seats": ALONE}, 404, "unknown"),
        (path, {"step": last, "seats": ALONE}, 400, "malformed"),
        (path, {"step": last + 1, "seats": ALONE}, 400, "malformed"),
        (path, {"step": 1, "seats": {"a": {"kind": "person"}}}, 400, "malformed"),
        (path, {"step": 1, "seats": {**ALONE, "c": {"kind": "person"}}}, 400, "unknown"),
        ("/api/replays/onward", {"file": "no", "step": 1, "seats": ALONE}, 400, "malformed"),
    ):
        reply = server.post(address, wish)
        assert (reply.status_code, reply.json()["error"]["code"]) == (status, code), wish
