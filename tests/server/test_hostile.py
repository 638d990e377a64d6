"""One request never holds up a battle: what is deep, long or endless is refused at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from server.questing import Quest

if TYPE_CHECKING:
    from server.running import Server

SEATS = {"a": {"kind": "person"}, "b": {"kind": "person"}}


ENDLESS = [
    "a." * 30_000 + "a = 1",
    "a = " + "[" * 5_000,
    "a = " + "9" * 5_000,
    "a = 0x" + "f" * 9_000,
]


@pytest.mark.parametrize("text", ENDLESS)
def test_a_force_file_that_nests_without_end_is_refused(server: Server, text: str) -> None:
    book = {"book": "one_page_skirmish", "scenario": "crossroads", "seats": SEATS}
    refused = server.post("/api/battles", {**book, "rolls": {"a": text}})
    assert refused.status_code == 400
    said = refused.json()["error"]["text"]
    assert "the roll of a" in said
    assert server.get("/api/health").status_code == 200


@pytest.mark.parametrize("text", ENDLESS)
def test_tables_and_sheets_that_nest_without_end_are_refused(server: Server, text: str) -> None:
    """A file in place of a book's tables, and a knight's sheet."""
    book = {"book": "destrier", "scenario": "duel_at_the_mill", "seats": SEATS}
    assert server.post("/api/battles", {**book, "tables": text}).status_code == 400
    assert server.post("/api/books/destrier/tables", {"text": text}).status_code == 400
    quest = Quest(server)
    before = quest.look()
    assert quest.edit(text).status_code == 400
    assert quest.look() == before


def test_deep_json_is_malformed_and_not_our_fault(server: Server) -> None:
    deep = b'{"book": ' + b"[" * 50_000 + b"]" * 50_000 + b"}"
    refused = httpx.post(
        f"{server.url}/api/battles", content=deep, headers={"content-type": "application/json"}
    )
    assert refused.status_code == 400


def test_what_is_no_text_is_malformed_and_not_our_fault(server: Server) -> None:
    kind = {"content-type": "application/json"}
    refused = httpx.post(f"{server.url}/api/battles", content=b'{"book": "\xff"}', headers=kind)
    assert refused.status_code == 400


def test_an_upload_that_is_too_long_gets_its_413(server: Server) -> None:
    refused = httpx.post(f"{server.url}/api/replays", content=b"x" * 9_000_000)
    assert refused.status_code == 413
