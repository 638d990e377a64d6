"""What lasts between battles, on the server: kept, edited, gone on with, never lost."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

import pytest

from server.questing import Quest

if TYPE_CHECKING:
    from server.running import Server


@pytest.fixture
def quest(server: Server) -> Quest:
    return Quest(server)


def test_books_say_what_lasts(server: Server) -> None:
    """By its title."""
    books = {book["key"]: book for book in server.get("/api/books").json()["books"]}
    assert (books["joust"]["saga"], books["toy"]["saga"]) == ("A quest", "")


def test_a_quest_begins(quest: Quest) -> None:
    """Its file is TOML, its sheet and its stage are told."""
    seen = quest.look()
    assert (seen["title"], seen["stage"]) == ("The quest of Emeric", "0 of 3 done")
    assert tomllib.loads(seen["text"])["record"]["name"] == "Emeric"
    assert seen["under_way"] is None
    assert seen["sheets"][0]["title"] == "Emeric"


def test_it_goes_from_battle_to_battle(quest: Quest) -> None:
    """What lies between and the battles in turn; each goes into the record once."""
    seen: dict[str, Any] = {}
    for turn in range(1, 7):
        quest.play()
        seen = quest.look()
        assert seen["turns"] == turn
        assert quest.look() == seen
    assert seen["over"] == "the quest is done"
    assert len(seen["story"]) == 3
    assert quest.on().status_code == 409


def test_who_comes_back_finds_his_seat(quest: Quest) -> None:
    """The same battle and the same seat until it is over."""
    first = quest.on().json()
    assert quest.on().json() == first
    assert quest.look()["under_way"] == first


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("gold = 1", "gold = 99", "record.gold is 99"),
        ('name = "Emeric"', "name = 5", "record.name is 5"),
        ('book = "joust"', 'book = "toy"', "book is 'toy'"),
        ("won = 0", "won = 0\nluck = 3", "unknown key 'luck' in record"),
    ],
)
def test_a_wrong_field_is_refused(quest: Quest, old: str, new: str, said: str) -> None:
    """By its name, and nothing is changed."""
    before = quest.look()
    refused = quest.edit(before["text"].replace(old, new))
    assert refused.status_code == 400
    assert said in refused.json()["error"]["text"]
    assert quest.look() == before


def test_a_file_may_be_edited(quest: Quest) -> None:
    """What is lawful is taken."""
    text = quest.look()["text"].replace("arms = []", 'arms = ["lance"]')
    assert tomllib.loads(quest.edit(text).json()["text"])["record"]["arms"] == ["lance"]


def test_only_its_owner_sees_it(server: Server, quest: Quest) -> None:
    """Without the key it is as though it were not there."""
    assert server.get(f"/api/sagas/{quest.id}").status_code == 404
    wrong = {"x-saga-key": "guessed"}
    assert server.get(f"/api/sagas/{quest.id}", headers=wrong).status_code == 404
    assert server.post(f"/api/sagas/{quest.id}/on", headers=wrong).status_code == 404
    assert server.post("/api/sagas", {"book": "toy"}).status_code == 404
    assert server.post("/api/sagas", {"book": "none"}).status_code == 404
