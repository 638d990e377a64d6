"""The worked examples of the contract, each step through `adjudicate`."""

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from banneret.core.book.adjudicate import adjudicate, situation_schema
from banneret.core.chance.dice import RandomDice
from banneret.core.errors import BanneretError
from banneret.rulesets.destrier.host import PROCEDURES

EXAMPLES: list[dict[str, Any]] = tomllib.loads(
    (files("banneret.rulesets.destrier") / "data" / "examples.toml").read_text()
)["example"]


def ruled(name: str, dice: list[int] | None = None, **situation: Any) -> dict[str, Any]:
    """Adjudicate one procedure with these dice."""
    request = {"situation": situation, "dice": dice or []}
    return adjudicate(PROCEDURES[name], request, lambda: RandomDice(1)).result


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one["id"])
def test_example(example: dict[str, Any]) -> None:
    for step in example["steps"]:
        request = {"situation": step["situation"], "dice": step["dice"]}
        ruling = adjudicate(PROCEDURES[step["procedure"]], request, lambda: RandomDice(1))
        found = {key: ruling.result.get(key) for key in step["expected"]}
        assert found == step["expected"], step
        purposes = [one.split(" (")[1].rstrip(")") for one in step.get("dice_for", ())]
        assert purposes == [f"d{die.sides}" for die in ruling.dice] or not purposes


@pytest.mark.parametrize("name", PROCEDURES)
def test_every_procedure_says_what_it_takes(name: str) -> None:
    schema = situation_schema(PROCEDURES[name])
    assert schema["description"]
    with pytest.raises(BanneretError, match=r"unknown key|missing"):
        ruled(name, wrong_key=1)


def test_dice_left_over_and_dice_missing_are_refused() -> None:
    with pytest.raises(BanneretError):
        ruled("shock", [10, 10], constitution=10)
    with pytest.raises(BanneretError):
        ruled("shock", [], constitution=10)
