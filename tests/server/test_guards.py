"""Small parts: the door, the bucket, events and scenes for one pair of eyes, the page's files."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, cast

import msgspec
import pytest

from banneret.core.show.scene import Ground1, Piece, Scene
from banneret.server.door import guards, static, wire
from banneret.server.door.connections import SocketConnection
from banneret.server.door.wire import Refused
from banneret.server.seen import render
from banneret.server.seen.chronicle import Chronicle
from banneret.server.seen.drawing import Drawing
from banneret.server.settings import Settings
from server.sitting import any_value, begun, question, row, written

if TYPE_CHECKING:
    from banneret.server.door.frames import QuickSocket


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        ("", "x:1", True),
        ("http://x:1", "x:1", True),
        ("http://X:1", "x:1", True),
        ("http://y:1", "x:1", False),
        ("https://friend.example", "x:1", True),
        ("https://friend.example.evil", "x:1", False),
        ("null", "x:1", False),
        ("null", "", False),
    ],
)
def test_origins(origin: str, host: str, allowed: bool) -> None:
    settings = Settings(origins=("https://friend.example",))
    assert guards.origin_allowed(settings, origin, host) is allowed


def test_hosts() -> None:
    settings = Settings(hosts=("localhost", "[::1]"))
    for host, allowed in (("localhost:80", 1), ("[::1]:80", 1), ("[::1]", 1), ("evil", 0), ("", 0)):
        assert guards.host_allowed(settings, host) is bool(allowed)
    assert guards.host_allowed(Settings(), "anything")


def test_pass_phrases() -> None:
    settings = Settings(passphrase="Montjoie Saint Denis é")  # noqa: S106
    cookie = f"{guards.COOKIE}={guards.pass_cookie(settings)}"
    assert guards.knows_passphrase(settings, {"cookie": cookie})
    assert guards.knows_passphrase(
        settings, {"authorization": "Bearer Montjoie Saint Denis é"}
    )  # fmt: skip
    for headers in (
        {},
        {"cookie": "banneret=x"},
        {"cookie": "\x00=;"},
        {"authorization": "Bearer"},
    ):
        assert not guards.knows_passphrase(settings, headers)


def test_a_bucket_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(guards.time, "monotonic", lambda: now[0])  # type: ignore[attr-defined]
    bucket = guards.Bucket(rate=2, burst=3)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    with pytest.raises(Refused, match="slowly"):
        bucket.spend()
    now[0] = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] = 100.0
    assert sum(bucket.take() for _ in range(9)) == 3, "no more than a burst is ever saved up"


@pytest.mark.parametrize(("rate", "burst"), [(40.0, 120), (3.0, 7), (1e6, 1_000), (0.0, 5)])
def test_a_bucket_holds_its_burst_to_the_last(
    rate: float, burst: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guards.time, "monotonic", lambda: 123_456.789)  # type: ignore[attr-defined]
    bucket = guards.Bucket(rate=rate, burst=burst)
    assert sum(bucket.take() for _ in range(2 * burst)) == burst


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"type":"sit","seat":3}',
        '{"type":"answer"}',
        "[" * 100_000,
        "\ud800",
    ],
)
def test_malformed_messages(text: str) -> None:
    with pytest.raises(Refused) as no:
        wire.read(text)
    assert no.value.code == "malformed"
    assert wire.type_of(text) in {"", "sit", "answer"}


def test_who_does_not_read_is_sent_away() -> None:
    class Full:
        """A socket whose other end has stopped reading."""

        def __init__(self) -> None:
            self.code = 0

        def put(self, _frames: bytes) -> bool:
            return False

        def part(self, code: int) -> None:
            self.code = code

    full = Full()
    SocketConnection(cast("QuickSocket", full)).send(b"more")
    assert full.code == 1013


def test_a_chronicle_follows_undo_and_says_from_where() -> None:
    room = begun(row("toy", "field", {"a": "person", "b": "person"}))
    chance = Random(2)
    mine = Chronicle("a")
    mine.update(room.game, room.game.view("a"))
    for _ in range(8):
        for side in ("a", "b"):
            asked = question(room, side)
            if asked is None:
                continue
            for choice in asked["choices"]:
                value = any_value(choice, chance)
                value = "wait" if value == "concede" else value
                if asked["together"]:
                    room.draft(side, wire.Draft(asked["number"], choice["index"], value))
                else:
                    room.answer(side, wire.Answer(asked["number"], value))
            if asked["together"]:
                room.commit(side, wire.Commit(asked["number"]))
        known = len(mine)
        assert mine.update(room.game, room.game.view("a")) == known
        assert len(mine) == len(room.game.events("a"))
    before = len(mine)
    room.undo("a")
    room.consent("b", agree=True)
    stable = mine.update(room.game, room.game.view("a"))
    assert stable < before
    assert len(mine) == len(room.game.events("a"))


def test_everything_is_drawn_only_by_putting_together_what_each_side_sees() -> None:
    room = begun(row("toy", "field", {"a": "person", "b": "person"}))
    scene = render.whole_scene(room.ruleset, room.game.now)
    assert {piece.side for piece in scene.pieces} == {"a", "b"}


def test_places_inside_the_page_are_the_page() -> None:
    page = static.find("/battle/abc")
    assert page is not None
    assert page == static.find("/")
    assert static.find("/nothing.js") is None
    assert static.find("/../settings.py") is None


def test_what_is_said_first_is_written_with_the_next_or_alone() -> None:
    class Plug:
        """A socket that notes each write."""

        def __init__(self) -> None:
            self.written: list[bytes] = []

        def put(self, frames: bytes) -> bool:
            self.written.append(frames)
            return True

    plug = Plug()
    one = SocketConnection(cast("QuickSocket", plug))
    one.send_first(b"ack")
    one.send(b"table")
    one.flush()
    one.send_first(b"ack")
    one.flush()
    one.send(b"more")
    assert plug.written == [b"\x81\x03ack\x81\x05table", b"\x81\x03ack", b"\x81\x04more"]


def test_a_scene_is_written_as_if_whole_whatever_was_drawn_before() -> None:
    wood = Ground1("wood", ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0)), True, "1")
    wall = Ground1("wall", ((1.0, 1.5), (3.0, 1.5)), False, "2")
    men = tuple(Piece(n, "a", "Man", n + 0.5, 2.0, 0.0, 1.0, 1.0) for n in range(3))
    drawing = Drawing()
    for ground in ((), (wood,), (wood,), (wood, wall), (), (wood,)):
        for pieces in (men, men[1:], ()):
            scene = Scene(48.0, 36.0, ground, pieces, round=len(pieces), now="Action", step="x")
            assert written(drawing.write(scene)) == msgspec.json.encode(scene)


def test_a_scene_that_waits_to_be_sent_stays_as_it_was_drawn() -> None:
    men = [Piece(n, "a", "Man", n + 0.5, 2.0, 0.0, 1.0, 1.0) for n in range(4)]
    drawing = Drawing()
    drawn = []
    for at in range(4):
        men[at] = msgspec.structs.replace(men[at], x=9.5)
        scene = Scene(48.0, 36.0, pieces=tuple(men))
        drawn.append((scene, drawing.write(scene)))
    for scene, waiting in drawn:
        assert written(waiting) == msgspec.json.encode(scene)
    first, last = drawn[0][1].pieces, drawn[1][1].pieces
    assert [one is other for one, other in zip(first, last, strict=True)] == [
        True, False, True, True,
    ]  # fmt: skip  # who stands as he stood is not written again
