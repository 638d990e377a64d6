"""The book's worked examples: exactly these dice, exactly these results."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from banneret.core.book.adjudicate import adjudicate
from banneret.core.chance.dice import RandomDice
from banneret.core.errors import WrongDice
from banneret.rulesets.knights_and_knaves.basics.procedures import PROCEDURES
from banneret.rulesets.knights_and_knaves.basics.tables import data_text
from rulesets.knights_and_knaves.adjudged import ruling

EXAMPLES: list[dict[str, Any]] = tomllib.loads(data_text("examples.toml").decode())["example"]
DICED = [example for example in EXAMPLES if example["dice"]]


def name_of(example: dict[str, Any]) -> str:
    return str(example["id"])


def reached(outcome: Any, dotted: str) -> Any:
    """Reach inside an outcome by a dotted name."""
    for step in dotted.split("."):
        outcome = outcome[int(step)] if isinstance(outcome, list) else outcome[step]
    return outcome


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_example(example: dict[str, Any]) -> None:
    """Every part the example names comes out as it says."""
    outcome = ruling(example["procedure"], example["situation"], *example["dice"]).result
    found = {key: reached(outcome, key) for key in example["expected"]}
    assert found == example["expected"]


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_example_with_one_die_too_many(example: dict[str, Any]) -> None:
    """A die nobody asks for is refused."""
    with pytest.raises(WrongDice, match="too many"):
        ruling(example["procedure"], example["situation"], *example["dice"], 1)


@pytest.mark.parametrize("example", DICED, ids=name_of)
def test_example_with_one_die_too_few(example: dict[str, Any]) -> None:
    """A missing die is asked for by name."""
    *faces, _ = example["dice"]
    with pytest.raises(WrongDice, match="too few"):
        ruling(example["procedure"], example["situation"], *faces)


@pytest.mark.parametrize("face", [0, 11])
@pytest.mark.parametrize("example", DICED, ids=name_of)
def test_kk_scale_09_every_die_is_a_d10(example: dict[str, Any], face: int) -> None:
    """No procedure takes a face that a ten-sided die does not have."""
    faces = [*example["dice"][:-1], face]
    with pytest.raises(WrongDice, match="a d10 shows 1 to 10"):
        ruling(example["procedure"], example["situation"], *faces)


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_example_rolled_and_weighed(example: dict[str, Any]) -> None:
    """Without dice the situation is rolled; the same situation has exact odds of its result."""
    procedure = PROCEDURES[example["procedure"]]
    request = {"situation": example["situation"]}
    rolled = adjudicate(procedure, request, lambda: RandomDice(7))
    assert rolled == adjudicate(procedure, request, lambda: RandomDice(7))
    weighed = adjudicate(procedure, {**request, "odds": True}, lambda: RandomDice(7))
    assert weighed.odds is not None
    assert weighed.odds["result"]


def test_every_procedure_has_an_example() -> None:
    """Nothing of the contract's table of procedures goes without one."""
    assert {example["procedure"] for example in EXAMPLES} == set(PROCEDURES)
