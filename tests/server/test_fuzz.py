"""Garbage over the socket: no crash, no change of state, always a typed refusal."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from server.running import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from server.running import Browser

CODES = {
    "malformed", "too_large", "too_often", "not_seated", "wrong_side", "stale", "unreadable",
    "illegal", "needs_consent", "nothing_to_undo", "unknown", "over", "busy",
}  # fmt: skip
QUIET = {"pong", "preview", "look", "chat"}  # replies that change nothing
TYPES = (
    "sit", "answer", "draft", "commit", "preview", "look", "consent", "hint", "auto", "call",
    "chat", "ping", "table", "", "answer ", "ANSWER",
)  # fmt: skip
FIELDS = (
    "number",
    "index",
    "value",
    "id",
    "agree",
    "scope",
    "what",
    "off",
    "text",
    "seat",
    "since",
)
BATCH = 50


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lets everything in."""
    more: dict[str, Any] = {"BANNERET_RATE": "1000000", "BANNERET_BURST": "1000000"}
    with Server(tmp_path_factory.mktemp("fuzz"), **more) as one:
        yield one
        said = one.said()
    assert "Traceback" not in said, said[-4000:]


def junk(chance: Random, depth: int = 0) -> Any:
    """Any JSON value, the strange ones more often."""
    kind = chance.randrange(9 if depth < 3 else 6)
    match kind:
        case 0:
            return chance.choice([None, True, False])
        case 1:
            return chance.choice([0, 1, -1, 2, 7, 2**31, 2**63, -(2**63), 10**30])
        case 2:
            return chance.choice([0.5, -0.0, 1e308, -1e-308, 3.25])
        case 3:
            return chance.choice(["", "gold", "a", "b", "\x00", "\u202e", "é" * 50, "__proto__"])
        case 4 | 5:
            return chance.randrange(-3, 20)
        case 6:
            return [junk(chance, depth + 1) for _ in range(chance.randrange(5))]
    return {str(junk(chance, 3)): junk(chance, depth + 1) for _ in range(chance.randrange(5))}


def nearly(one: Browser, chance: Random) -> dict[str, Any]:
    """A message that is right but for one thing."""
    question = one.question or {"number": 0}
    number = question["number"]
    wrong = [number + 1, number - 1, -1, 10**6]
    value = junk(chance)
    return chance.choice([
        {"type": "answer", "number": chance.choice(wrong), "value": value},
        {"type": "draft", "number": chance.choice(wrong), "index": 0, "value": value},
        {"type": "draft", "number": number, "index": chance.randrange(2, 2000), "value": value},
        {"type": "draft", "number": number, "index": 0, "value": [value]},
        {"type": "answer", "number": number, "value": {"x": value}},
        {"type": "preview", "id": 1, "number": number, "index": chance.randrange(4), "value": 1},
        {"type": "look", "id": 1, "piece": chance.choice(wrong), "other": chance.choice(wrong)},
        {"type": "preview", "id": 1, "number": chance.choice(wrong), "index": 0, "value": value},
        {"type": "consent", "agree": chance.choice([True, False])},
        {"type": "commit", "number": number},
        {"type": "call", "what": value},
        {"type": "auto", "scope": value},
    ])  # fmt: skip


def message(one: Browser, chance: Random) -> str | bytes:
    """One message of a fuzzer."""
    kind = chance.randrange(10)
    if kind == 0:
        return chance.randbytes(chance.randrange(60))
    if kind == 1:
        return "".join(chr(chance.randrange(32, 0x2FF)) for _ in range(chance.randrange(80)))
    if kind < 5:
        body = {"type": chance.choice(TYPES)}
        body |= {name: junk(chance) for name in chance.sample(FIELDS, chance.randrange(4))}
        if body["type"] in {"answer", "draft", "commit", "auto", "call", "chat", "hint"}:
            body["number"] = body["scope"] = body["what"] = body["text"] = []  # type: ignore[assignment]
        return msgspec.json.encode(body).decode()
    text = msgspec.json.encode(nearly(one, chance)).decode()
    if kind == 9 and len(text) > 4:
        cut = chance.randrange(len(text))
        return text[:cut] + chance.choice(["", "}", '"', "[[[[", "\\ud800"]) + text[cut + 1 :]
    return text


def storm(server: Server, count: int, seed: int, *, sworn: bool) -> None:
    chance = Random(seed)
    made = server.battle("toy", "field", {"a": "person", "b": "person"})
    a = server.browser(made["id"], made["seats"]["a"])
    b = server.browser(made["id"], made["seats"]["b"])
    a.until_asked()
    b.until_asked()
    if sworn:
        a.answer("gold")
        b.answer("fear")
        a.until_asked()
    settle(a)
    settle(b)
    before = server.browser(made["id"], made["seats"]["a"]).until("table")
    replies = 0
    sent = 0
    while sent < count:
        batch = [message(a, chance) for _ in range(min(BATCH, count - sent))]
        for one in batch:
            a.send_raw(one)
        try:
            replies += listen(a, len(batch))
        except ConnectionClosed:  # too many refusals in a row
            a.return_to()
        sent += len(batch)
    assert replies > count / 2
    assert b.silent(0.2) or b.table["question"] is not None
    after = server.browser(made["id"], made["seats"]["a"]).until("table")
    for table in (before, after):
        del table["sides"]  # who is present
    assert after == before
    assert server.get("/api/health").status_code == 200


def settle(one: Browser) -> None:
    while not one.silent(0.2):
        pass


def listen(one: Browser, count: int) -> int:
    """Hear exactly one reply for each message: a typed refusal, or something harmless."""
    for _ in range(count):
        said = one.next()
        assert said["type"] in QUIET | {"refused"}, said
        assert said.get("code", "stale") in CODES, said
    return count


@pytest.mark.slow
def test_two_thousand_strange_messages(patient: Server) -> None:
    storm(patient, 1000, 1, sworn=False)
    storm(patient, 1000, 2, sworn=True)


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_a_hundred_thousand_strange_messages(patient: Server) -> None:
    for seed in range(10):
        storm(patient, 10_000, 10 + seed, sworn=bool(seed % 2))
