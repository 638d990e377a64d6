"""A quest on the command line: its file, its battles, what lies between them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from banneret.core.book.saga import interlude
from banneret.core.chance.dice import RandomDice
from banneret.core.errors import BadData
from banneret.core.record import lasting
from contract.contract import Case, covers
from seam.toys.quest import QUEST, SAGA

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Call


@pytest.fixture(autouse=True)
def shelf(toy_shelf: None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001  # goes first
    """One book with a quest."""
    monkeypatch.setattr("banneret.rulesets.RULESETS", {"joust": QUEST})


def kept(path: Path) -> bytes:
    return SAGA.write(lasting.read(SAGA, path))


def test_the_file_is_readable_and_gives_the_same_bytes(call: Call, tmp_path: Path) -> None:
    """Write, read, write."""
    path = tmp_path / "emeric.toml"
    assert call("quest", "new", "joust", "Emeric", "--file", str(path)).code == 0
    assert 'name = "Emeric"' in path.read_text()
    assert kept(path) == path.read_bytes()
    assert call("quest", "new", "joust", "--file", str(path)).code == 2


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("gold = ", "gold = 9", "record.gold is"),
        ("gold = ", "glod = ", "unknown key 'glod' in record: expected one of name, gold"),
        ("ready = false", 'ready = "no"', "record.ready is 'no'"),
        ("arms = []", 'arms = ["horse", "horse", "horse"]', "record.arms: he has three horses"),
        ('saga = "quest"', 'saga = "war"', "saga is 'war': expected quest"),
    ],
)
def test_a_wrong_field_is_refused_by_its_name(
    call: Call, tmp_path: Path, old: str, new: str, said: str
) -> None:
    """Whatever was edited."""
    path = tmp_path / "emeric.toml"
    call("quest", "new", "joust", "Emeric", "--file", str(path))
    path.write_text(path.read_text().replace(old, new + ("99" if new.endswith("9") else "")))
    for command in (("go", "on"), ("show",)):
        refused = call("quest", *command, "--file", str(path))
        assert refused.code == 2
        assert said in refused.err


def test_a_whole_quest(call: Call, tmp_path: Path) -> None:
    """Buy, ride, buy, ride; the person may leave in between and comes back to where he was."""
    path = tmp_path / "emeric.toml"
    call("quest", "new", "joust", "Emeric", "--file", str(path))
    left = call("quest", "go", "on", "--file", str(path), typed="quit\n")
    assert "What does he buy?" in left.out
    assert "The quest is kept in" in left.out
    left = call("quest", "go", "on", "--file", str(path), typed="2\nquit\n")
    assert "Ride?" in left.out
    assert lasting.read(SAGA, path).record.arms == ["lance"]
    done = call("quest", "go", "on", "--file", str(path), typed="1\n" * 9)
    assert "The quest of Emeric: the quest is done" in done.out
    record = lasting.read(SAGA, path)
    assert (record.turns, len(record.record.deeds)) == (6, 3)
    battles = sorted(tmp_path.glob("emeric-*.banneret"))
    assert len(battles) == 6
    assert call("replay", str(battles[0]), "--verify").code == 0
    shown = call("quest", "show", "--file", str(path))
    assert "Joust 2" in shown.out
    assert '"stage": "3 of 3 done"' in call("quest", "show", "--file", str(path), "--json").out


def test_a_turn_is_taken_in_once(call: Call, tmp_path: Path) -> None:
    """A crash after the record was written and before the battle was put away."""
    path = tmp_path / "emeric.toml"
    call("quest", "new", "joust", "Emeric", "--file", str(path))
    call("quest", "go", "on", "--file", str(path), typed="2\nquit\n")
    before = path.read_bytes()
    battle = next(tmp_path.glob("emeric-1.banneret"))
    (tmp_path / "emeric.banneret").unlink()
    battle.rename(tmp_path / "emeric.banneret")
    call("quest", "go", "on", "--file", str(path), typed="quit\n")
    assert path.read_bytes() == before


def test_its_file_is_taken_as_it_is_typed(call: Call, tmp_path: Path) -> None:
    """With --file or without, but one."""
    path = str(tmp_path / "emeric.toml")
    call("quest", "new", "joust", "Emeric", "--file", path)
    assert call("quest", "show", path).out == call("quest", "show", "--file", path).out
    assert "What does he buy?" in call("quest", "go", "on", path, typed="quit\n").out
    twice = call("quest", "show", path, "--file", path)
    assert (twice.code, "expected one file" in twice.err) == (2, True)
    assert "expected `quest go on [FILE]`" in call("quest", "go", path).err


def test_books_without_one_say_so(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """And so does a home without one."""
    assert "there is no quest yet" in call("quest", "show").err
    monkeypatch.setattr("banneret.rulesets.RULESETS", {"joust": _without()})
    assert "nothing that lasts" in call("quest", "new", "joust").err


def _without() -> object:
    return replace(QUEST, saga=None)


def test_between_needs_its_record() -> None:
    """It cannot be begun as a battle."""
    with pytest.raises(BadData, match="expected its file"):
        interlude(SAGA, "joust").begin("between", {}, {})


KEPT = SAGA.new("joust", "Emeric", {}, RandomDice(1))


def _covered() -> Case:
    begun = replace(
        interlude(SAGA, "joust"), begin=lambda *_: SAGA.read(SAGA.write(KEPT), "x").record
    )
    return Case(begun, "between", most=6)


test_between_keeps_the_contract = covers([_covered()], share=0.1)
