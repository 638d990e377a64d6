"""The worked examples of the contract, put through adjudicate; and the names of the interface."""

import tomllib
from fractions import Fraction
from importlib.resources import files
from typing import Any

import pytest

from banneret.core.book.adjudicate import adjudicate
from banneret.core.chance.dice import RandomDice
from banneret.rulesets.arthurian import RULESET
from rulesets.arthurian.field import judged

DATA = files("banneret.rulesets.arthurian").joinpath("data", "examples.toml")
EXAMPLES = tomllib.loads(DATA.read_text(encoding="utf-8"))["example"]

NAMES = [
    "strategic_roll",
    "initiative",
    "surprise_roll",
    "combat_event",
    "random_figure",
    "random_direction",
    "wound_roll",
    "stun_roll",
    "melee_attack",
    "free_attack",
    "break_combat",
    "ranged_attack",
    "fall_wound",
    "melee_event",
    "poisoned_wound",
    "vl_check",
    "luck_test",
    "discipline_test",
    "heal",
    "lance_break",
    "pinned_escape",
    "knights_fate",
    "refuse_fate",
    "hero_survival",
    "treasure",
    "support",
    "wild_card",
    "random_knight",
    "ransom",
    "wound_penalty",
    "apply_wound",
    "stack_wounds",
    "range_band",
    "move_allowance",
    "virtue_level",
    "points",
    "card_order",
    "deployment_order",
    "reinforcement_spot_ok",
    "half_strength",
    "forces_even",
    "lance_charge",
    "path_cost",
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one["id"])
def test_example(example: dict[str, Any]) -> None:
    """Each example, step by step, gives what it says."""
    for one in example.get("steps", [example]):
        found = judged(one["procedure"], one.get("situation"), one.get("dice", ()))
        for key, value in one["expected"].items():
            assert found[key] == value, (example["id"], key)


def test_every_procedure_of_the_interface_is_offered() -> None:
    """The names of the README, and no others."""
    assert sorted(RULESET.procedures) == sorted(NAMES)


def test_there_are_twenty_examples() -> None:
    """Three of the seed, seventeen of ours."""
    assert len(EXAMPLES) == 20


def odds_of(name: str, situation: dict[str, Any]) -> Any:
    request = {"situation": situation, "odds": True}
    return adjudicate(RULESET.procedures[name], request, lambda: RandomDice(1)).odds


def test_ar_after_06_the_exact_chance_that_a_ransom_is_paid() -> None:
    """Three ones come to 3; 1, 1, x, 1 with x from 2 to 6 in any order of the first three."""
    assert odds_of("ransom", {"demand": 2}) == {"paid": {"true": "1"}}
    assert odds_of("ransom", {"demand": 3})["paid"]["false"] == "1/216"
    assert odds_of("ransom", {"demand": 5})["paid"]["false"] == str(
        Fraction(1, 216) + Fraction(3, 1296)
    )
    found = odds_of("ransom", {"demand": 60})["paid"]
    assert sum(map(Fraction, found.values())) == 1


def test_ar_support_01_odds_tell_who_comes_and_what_an_event_does() -> None:
    found = odds_of("support", {"side": "outlaws"})["models"]
    assert found["brigand, brigand"] == "1/6"
    effects = odds_of("melee_event", {"pc": {}, "opponent": {}})["effects"]
    assert effects["knight_joins_rt_peerless"] == "1/216"
    assert sum(map(Fraction, effects.values())) == 1
