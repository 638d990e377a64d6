"""The book's worked examples, put through `adjudicate`."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

import banneret.rulesets.macbeth_to_medici as book
from banneret.core.book.adjudicate import adjudicate
from banneret.core.chance.dice import RandomDice
from banneret.rulesets.macbeth_to_medici.basics.procedures import PROCEDURES

EXAMPLES = tomllib.loads(
    (Path(book.__file__).parent / "data" / "examples.toml").read_text(encoding="utf-8")
)["example"]


def steps() -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{one['id']}-{number}", step)
        for one in EXAMPLES
        for number, step in enumerate(one.get("steps") or [one])
    ]


@pytest.mark.parametrize(("key", "step"), steps())
def test_examples(key: str, step: dict[str, Any]) -> None:
    request = {"situation": step["situation"]}
    request["dice"] = step.get("dice", [])
    ruling = adjudicate(PROCEDURES[step["procedure"]], request, lambda: RandomDice(1))
    found = {name: ruling.result[name] for name in step["expected"]}
    assert found == step["expected"], key


@pytest.mark.parametrize(("key", "step"), steps())
def test_examples_have_exact_odds(key: str, step: dict[str, Any]) -> None:
    request = {"situation": step["situation"], "odds": True}
    ruling = adjudicate(PROCEDURES[step["procedure"]], request, lambda: RandomDice(1))
    assert ruling.odds, key
    for name, value in step["expected"].items():
        if isinstance(value, list):
            continue
        text = value if isinstance(value, str) else str(value).lower()
        assert text in ruling.odds[name], (key, name)
