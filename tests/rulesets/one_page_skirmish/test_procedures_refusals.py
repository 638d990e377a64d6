"""Whatever is asked, the answer is a result or one clear sentence, never a fault of the program."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banneret.core.book.adjudicate import adjudicate, situation_schema
from banneret.core.chance.dice import RandomDice
from banneret.core.errors import BadData, BanneretError, WrongDice
from banneret.rulesets.one_page_skirmish.basics.procedures import PROCEDURES
from banneret.rulesets.one_page_skirmish.basics.tables import data_text
from rulesets.one_page_skirmish.adjudged import refusal, ruling

EXAMPLES: list[dict[str, Any]] = tomllib.loads(data_text("examples.toml").decode())["example"]
SITUATIONS: dict[str, dict[str, Any]] = {
    "morale_distribution": {"class": "elite"},
    "move_distribution": {},
    "reach_distribution": {"path": [{"terrain": "open", "length": 4}]},
    "charge_distribution": {
        "distance": 9,
        "attacker": {"class": "elite"},
        "defender": {"class": "elite"},
    },
    "shot_distribution": {"weapon": "longbow", "range": 9, "target": {"mounted": True}},
    "melee_distribution": {"attackers": [{}], "defender": {"rank": "knight"}},
    "turn_order_distribution": {"deck": ["a", "b"]},
    "lance": {"final_straight": 9},
    "wounds": {"rank": "knight"},
    "actions": {"status": "shaken"},
    "rally": {"distance": 6},
    **{example["procedure"]: example["situation"] for example in EXAMPLES},
}

NAMES = {
    "morale",
    "move",
    "path",
    "placement",
    "charge",
    "lance",
    "shot",
    "weapon",
    "melee",
    "wounds",
    "turn_order",
    "deployment",
    "actions",
    "leader",
    "rally",
    "points",
    "victory",
    "morale_distribution",
    "move_distribution",
    "reach_distribution",
    "charge_distribution",
    "shot_distribution",
    "melee_distribution",
    "melee_summary",
    "turn_order_distribution",
}
REQUIRED = {
    "morale": ["class"],
    "path": ["allowance", "path"],
    "placement": ["gap", "displacement", "leader_path"],
    "charge": ["distance", "attacker", "defender"],
    "lance": ["final_straight"],
    "shot": ["weapon", "range"],
    "weapon": ["weapon", "actions"],
    "melee": ["attackers", "defender"],
    "wounds": ["rank"],
    "turn_order": ["deck"],
    "deployment": ["sides"],
    "leader": ["distance"],
    "rally": ["distance"],
    "points": ["class"],
    "victory": ["round", "round_limit", "sides"],
    "reach_distribution": ["path"],
}


def answer(procedure: str, situation: Any, dice: Any = None) -> None:
    """Ask; a refusal is an answer, any other exception is not."""
    request = {"situation": situation} if dice is None else {"situation": situation, "dice": dice}
    said = ""
    try:
        adjudicate(PROCEDURES[procedure], request, lambda: RandomDice(3))
    except BanneretError as refused:
        said = str(refused)
    assert "\n" not in said


def test_every_procedure_of_the_book_is_there() -> None:
    assert set(PROCEDURES) == NAMES
    assert set(SITUATIONS) == NAMES
    assert all(procedure.summary for procedure in PROCEDURES.values())
    assert all(name == procedure.name for name, procedure in PROCEDURES.items())


@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_key_nobody_knows_is_refused(name: str) -> None:
    """At the top and among the options."""
    situation = {**SITUATIONS[name], "colour": "red"}
    assert "unknown key 'colour'" in refusal(name, situation)
    situation = {**SITUATIONS[name], "options": {"colour": "red"}}
    assert "unknown key 'colour' in options" in refusal(name, situation)
    situation = {**SITUATIONS[name], "options": {"unhorse": "never"}}
    assert "options.unhorse is 'never': expected one of always, winner_choice" in refusal(
        name, situation
    )


@pytest.mark.parametrize("name", sorted(NAMES))
def test_what_is_required_is_asked_for(name: str) -> None:
    """The keys the book prints in bold, and no others."""
    fields = msgspec.structs.fields(PROCEDURES[name].situation)
    required = [field.encode_name for field in fields if field.required]
    wanted = REQUIRED.get(name) or REQUIRED.get(name.removesuffix("_distribution"), [])
    if name == "melee_summary":
        wanted = REQUIRED["melee"]
    assert sorted(required) == sorted(wanted)
    for key in required:
        situation = {k: v for k, v in SITUATIONS[name].items() if k != key}
        assert f"key '{key}' is missing" in refusal(name, situation)


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_situation_has_a_schema(name: str) -> None:
    """What can be asked is published, options and enumerations included."""
    schema = situation_schema(PROCEDURES[name])
    assert "Options" in schema["$defs"]
    assert schema["$defs"]["Options"]["properties"]["multi_attack"]["enum"] == [
        "best",
        "each",
        "pairs",
    ]


@pytest.mark.parametrize("name", sorted(NAMES))
@pytest.mark.parametrize("situation", [None, 3, "x", [], [1], {"class": {}}, {1: 2}])
def test_a_situation_is_a_table_of_keys(name: str, situation: Any) -> None:
    answer(name, situation)


@pytest.mark.parametrize(
    ("dice", "sentence"),
    [
        ([], "too few"),
        ([5, 5], "too many"),
        ([0], "1 to 10"),
        ([11], "1 to 10"),
        ([-1], "1 to 10"),
        ([1.5], "whole number"),
        ([True], "whole number"),
        (["5"], "whole number"),
        ("5", "list of faces"),
    ],
)
def test_wrong_dice_are_refused(dice: Any, sentence: str) -> None:
    request = {"situation": {"class": "elite"}, "dice": dice}
    with pytest.raises(WrongDice, match=sentence):
        adjudicate(PROCEDURES["morale"], request, lambda: RandomDice(1))


def test_a_distribution_throws_no_dice() -> None:
    with pytest.raises(WrongDice, match="too many"):
        ruling("morale_distribution", {"class": "elite"}, 5)


def test_numbers_are_numbers() -> None:
    """No text, no truth values, no half men, nothing infinite."""
    for wrong in (True, "2", 1.5, None, -1, 10**30, [1]):
        with pytest.raises(BadData, match="figures_lost is"):
            ruling("morale", {"class": "elite", "figures_lost": wrong}, 1)
    for wrong in (True, "2", None, -0.1, float("nan"), float("inf"), 10**30):
        with pytest.raises(BadData, match="range is"):
            ruling("shot", {"weapon": "longbow", "range": wrong}, 1)


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["knight", "common", "elite", "mail", "lance", "routing", "rider", "a", "b"]),
    st.lists(st.integers(-1, 3), max_size=3),
    st.lists(st.sampled_from(["mail", "fence", "hit", "a"]), max_size=5),
    st.dictionaries(st.sampled_from(["class", "rank", "hits"]), st.integers(0, 3), max_size=2),
)


def _places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in nested data."""
    inside: list[tuple[Any, ...]] = [way] if way else []
    items: list[tuple[Any, Any]] = list(value.items()) if isinstance(value, dict) else []
    for key, part in list(enumerate(value)) if isinstance(value, list) else items:
        inside += _places(part, (*way, key))
    return inside


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(st.data())
def test_spoiled_situations_are_answered_or_refused(data: st.DataObject) -> None:
    """One junk value anywhere in a good situation never breaks the program."""
    name = data.draw(st.sampled_from(sorted(NAMES)))
    situation = deepcopy(SITUATIONS[name])
    keys = [f.encode_name for f in msgspec.structs.fields(PROCEDURES[name].situation)]
    for key in data.draw(st.lists(st.sampled_from(keys), max_size=3)):
        situation[key] = data.draw(JUNK)
    places = _places(situation)
    if places:
        *way, last = data.draw(st.sampled_from(places))
        spoiled: Any = situation
        for step in way:
            spoiled = spoiled[step]
        spoiled[last] = data.draw(JUNK)
    answer(name, situation, data.draw(st.none() | st.lists(st.integers(0, 11), max_size=8)))
