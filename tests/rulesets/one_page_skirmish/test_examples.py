"""The book's worked examples: exactly these dice, exactly these results."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from banneret.core.book.adjudicate import adjudicate
from banneret.core.chance.dice import RandomDice
from banneret.core.errors import WrongDice
from banneret.rulesets.one_page_skirmish.basics.procedures import PROCEDURES
from banneret.rulesets.one_page_skirmish.basics.tables import data_text
from rulesets.one_page_skirmish.adjudged import ruling

EXAMPLES: list[dict[str, Any]] = tomllib.loads(data_text("examples.toml").decode())["example"]
DICED = [example for example in EXAMPLES if example.get("dice")]


def faces_of(example: dict[str, Any]) -> list[int]:
    return [die["face"] for die in example.get("dice", [])]


def name_of(example: dict[str, Any]) -> str:
    return str(example["id"])


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_example(example: dict[str, Any]) -> None:
    """Every part the example names comes out as it says."""
    ruled = ruling(example["procedure"], example["situation"], *faces_of(example))
    assert {key: ruled.result[key] for key in example["expected"]} == example["expected"]


@pytest.mark.parametrize("example", DICED, ids=name_of)
def test_example_asks_for_its_dice(example: dict[str, Any]) -> None:
    """Each die is asked for in the order and for the purpose of the example."""
    ruled = ruling(example["procedure"], example["situation"], *faces_of(example))
    assert [die.purpose for die in ruled.dice] == [die["for"] for die in example["dice"]]


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_example_with_one_die_too_many(example: dict[str, Any]) -> None:
    """A die nobody asks for is refused."""
    with pytest.raises(WrongDice, match="too many"):
        ruling(example["procedure"], example["situation"], *faces_of(example), 1)


@pytest.mark.parametrize("example", DICED, ids=name_of)
def test_example_with_one_die_too_few(example: dict[str, Any]) -> None:
    """A missing die is asked for by name."""
    *faces, _ = faces_of(example)
    with pytest.raises(WrongDice, match="too few"):
        ruling(example["procedure"], example["situation"], *faces)


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_example_rolled_and_weighed(example: dict[str, Any]) -> None:
    """Without dice the situation is rolled; the same situation has exact odds."""
    procedure = PROCEDURES[example["procedure"]]
    request = {"situation": example["situation"]}
    rolled = adjudicate(procedure, request, lambda: RandomDice(7))
    again = adjudicate(procedure, request, lambda: RandomDice(7))
    assert rolled == again
    weighed = adjudicate(procedure, {**request, "odds": True}, lambda: RandomDice(7))
    assert weighed.odds is not None
    for key, odds in weighed.odds.items():
        if key in example["expected"] and not isinstance(example["expected"][key], list):
            assert odds
