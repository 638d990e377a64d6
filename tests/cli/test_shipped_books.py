"""The command line with the books as they are shipped."""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING, Any

import pytest

from banneret.cli.books import PACKAGE
from banneret.rulesets import RULESETS

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Call

pytestmark = pytest.mark.usefixtures("real_shelf")

BOOKS = sorted(RULESETS)
FEW = 8  # answers after which even a duel is not over
MOST_BATTLES = 4  # of a book; the soak fights every scenario
BATTLES = [
    pytest.param(book, scenario, marks=[pytest.mark.slow] if at else [])
    for book in BOOKS
    for at, scenario in enumerate([*RULESETS[book].scenarios][:MOST_BATTLES])
]


def test_every_book_is_listed(call: Call) -> None:
    """Each book has scenarios, forces and options to show."""
    listed = json.loads(call("games", "--json").out)["books"]
    assert [book["key"] for book in listed] == list(RULESETS)
    for book in listed:
        assert all(scenario["title"] for scenario in book["scenarios"])
        assert book["options"]


@pytest.mark.slow
@pytest.mark.parametrize(("book", "scenario"), BATTLES)
def test_a_fight_is_kept_and_played_again(
    call: Call, tmp_path: Path, book: str, scenario: str
) -> None:
    """Fight, keep, replay, verify: the same digest and the promised dice."""
    file = str(tmp_path / "x.banneret")
    fight = ["fight", book, scenario, "--seed", "11", "--players", "chance"]
    summary = json.loads(call(*fight, "--json").out)
    told = call(*fight, "--save", file)
    assert summary["digest"] in told.out
    replayed = json.loads(call("replay", file, "--verify", "--json").out)
    assert replayed["digest"] == summary["digest"]
    assert replayed["winner"] == summary["winner"]
    assert call("verify", file).code == 0
    if scenario == next(iter(RULESETS[book].scenarios)):  # every step is drawn
        assert call("watch", file).code == 0


def written_both_ways(example: dict[str, Any]) -> tuple[list[Any], list[int]]:
    """The dice of an example with what each is for, and as bare faces; a book has either."""
    dice = example.get("dice", [])
    if dice and isinstance(dice[0], int):
        purposes = example.get("dice_for")
        if purposes is None:
            return dice, dice
        named = [{"for": what, "face": face} for what, face in zip(purposes, dice, strict=True)]
        return named, dice
    return dice, [die["face"] for die in dice]


def steps_of(book: str) -> list[dict[str, Any]]:
    """The worked examples of a book, those of several steps one by one."""
    data = PACKAGE / "rulesets" / book / "data" / "examples.toml"
    examples = tomllib.loads(data.read_text(encoding="utf-8"))["example"]
    return [step for example in examples for step in example.get("steps", [example])]


def reached(outcome: Any, dotted: str) -> Any:
    """Reach inside an outcome by a dotted name."""
    for step in dotted.split("."):
        outcome = outcome[int(step)] if isinstance(outcome, list) else outcome[step]
    return outcome


@pytest.mark.parametrize("book", BOOKS)
def test_the_worked_examples_in_one_batch(call: Call, tmp_path: Path, book: str) -> None:
    """Every example of the book gives what it expects, dice written either way."""
    examples = steps_of(book)
    requests = [
        {
            "procedure": example["procedure"],
            "situation": example.get("situation", {}),
            "dice": dice,
        }
        for example in examples
        for dice in written_both_ways(example)
    ]
    (tmp_path / "b.jsonl").write_text("\n".join(json.dumps(one) for one in requests))
    said = call("adjudicate", book, "--batch", "b.jsonl")
    answers = [json.loads(line) for line in said.out.splitlines()]
    assert len(answers) == len(requests)
    for at, example in enumerate(examples):
        assert answers[2 * at] == answers[2 * at + 1]
        result = answers[2 * at]["result"]
        found = {key: reached(result, key) for key in example["expected"]}
        assert found == example["expected"], example


@pytest.mark.parametrize("book", BOOKS)
def test_every_procedure_has_a_schema_and_a_summary(call: Call, book: str) -> None:
    """What can be asked is described."""
    for name, procedure in RULESETS[book].procedures.items():
        assert procedure.summary
        assert json.loads(call("adjudicate", book, name, "--schema").out)["title"] == name


@pytest.mark.parametrize(("book", "scenario"), BATTLES)
def test_a_person_plays_quits_and_goes_on(
    call: Call, tmp_path: Path, book: str, scenario: str
) -> None:
    """The first option over and over plays; after a break the battle is where it was."""
    start = ["play", book, scenario, "--against", "chance", "--seed", "5"]
    side = RULESETS[book].scenarios[scenario].sides[0]
    file = tmp_path / "home" / "battle.banneret"
    first = call(*start, "--side", side, typed="1\n" * FEW + "log\nwhy\n")
    assert first.code == 0
    kept = file.read_bytes()
    second = call("play", typed="")
    assert second.code == 0
    assert "goes on" in second.out
    assert file.read_bytes() == kept
    # Enter takes a form's suggestion, rest and done answer questions put together.
    assert call("play", typed="1\n\nrest\ndone\n" * 8).code == 0
    assert len(file.read_bytes()) > len(kept)
