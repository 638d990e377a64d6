"""One procedure alone: request in, ruling out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from banneret.core.book.adjudicate import Die, adjudicate, batch, procedure_of, situation_schema
from banneret.core.chance.dice import RandomDice
from banneret.core.errors import BanneretError
from cli.toy import TOY


def fresh() -> RandomDice:
    return RandomDice(1)


def rule(name: str, request: Any) -> dict[str, Any]:
    ruling = adjudicate(procedure_of(TOY, name), request, fresh)
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(ruling))
    return plain


def test_dice_give_result_tally_and_dice() -> None:
    """A request with dice is answered with the result, its reasons and the dice by purpose."""
    got = rule("blow", {"situation": {"skill": 5, "parry": True}, "dice": [4, 3, 6]})
    assert got["result"] == {"roll": 4, "hit": True, "hurt": 6}
    assert got["tally"] == [
        {"label": "skill", "value": 5, "clause": "TY-BLOW-01"},
        {"label": "parried", "value": -1, "clause": "TY-BLOW-03"},
    ]
    assert got["dice"] == [
        {"purpose": "blow", "sides": 10, "value": 4},
        {"purpose": "hurt", "sides": 6, "value": 3},
        {"purpose": "hurt", "sides": 6, "value": 6},
    ]
    assert "odds" not in got


def test_dice_may_be_written_as_in_the_examples() -> None:
    """Dice with their purpose and plain faces mean the same."""
    named = [{"for": "blow", "face": 4}, 3, {"face": 6}]
    plain = [4, 3, 6]
    situation = {"skill": 5}
    assert rule("blow", {"situation": situation, "dice": named}) == rule(
        "blow", {"situation": situation, "dice": plain}
    )


def test_odds_are_exact_for_each_scalar() -> None:
    """Odds give every value of each scalar part with its fraction; keys as JSON prints them."""
    got = rule("blow", {"situation": {"skill": 4}, "odds": True})
    assert got["result"] == {}
    assert got["dice"] == []
    assert got["tally"] == [{"label": "skill", "value": 4, "clause": "TY-BLOW-01"}]
    assert got["odds"]["hit"] == {"true": "2/5", "false": "3/5"}
    assert got["odds"]["roll"] == {str(face): "1/10" for face in range(1, 11)}
    assert got["odds"]["hurt"]["6"] == str(Fraction(4, 10) * Fraction(11, 36))
    assert got["odds"]["hurt"]["null"] == "3/5"
    assert set(got["odds"]) == {"hit", "roll", "hurt"}


def test_dice_and_odds_together() -> None:
    """Who gives dice and asks for odds gets both."""
    got = rule("blow", {"situation": {"skill": 4}, "dice": [9], "odds": True})
    assert got["result"]["hit"] is False
    assert got["odds"]["hit"]["true"] == "2/5"


def test_without_dice_the_program_rolls() -> None:
    """No dice and no odds: fresh dice are rolled and shown."""
    got = rule("blow", {"situation": {"skill": 0}})
    assert [die["sides"] for die in got["dice"]] == [10]
    assert got["result"]["roll"] == got["dice"][0]["value"]


@pytest.mark.parametrize("dice", [{}, {"dice": []}, {"dice": None}])
def test_a_procedure_without_dice_takes_none(dice: dict[str, Any]) -> None:
    """An empty list, or none at all, is right where no dice are rolled."""
    assert rule("flat", {"situation": {"skill": 3}, **dice})["result"] == {
        "skill": 3,
        "half": 1.5,
        "none": None,
    }


def test_certain_results_have_odds_of_one() -> None:
    """Where no dice are rolled the odds say 1, and the result is there."""
    got = rule("flat", {"odds": True})
    assert got["odds"] == {"skill": {"0": "1"}, "half": {"0.0": "1"}, "none": {"null": "1"}}
    assert got["result"]["half"] == 0.0


def test_a_distribution_is_its_own_result() -> None:
    """Procedures that give exact chances have the table as their result, and no dice."""
    assert rule("blow_distribution", {"situation": {"skill": 3}})["result"] == {"hit": "3/10"}
    assert rule("blow_distribution", {"situation": {"skill": 3}, "odds": True})["odds"] == {
        "hit": {"3/10": "1"}
    }


@pytest.mark.parametrize(
    ("name", "request_", "sentence"),
    [
        ("blow", {"situation": {"skill": 5}, "dice": []}, "too few dice"),
        ("blow", {"situation": {"skill": 5}, "dice": [3]}, "too few dice"),
        ("blow", {"situation": {"skill": 5}, "dice": [9, 1]}, "too many dice: 2 given, 1 used"),
        ("blow", {"situation": {"skill": 5}, "dice": [11]}, "a d10 shows 1 to 10"),
        ("blow", {"situation": {"skill": 5}, "dice": [0]}, "a d10 shows 1 to 10"),
        ("blow", {"situation": {"skill": 5}, "dice": [True]}, "dice[0] is true:"),
        ("blow", {"situation": {"skill": 5}, "dice": [None]}, "dice[0] is null:"),
        ("blow", {"situation": {"skill": 5}, "dice": [2.5]}, "dice[0] is 2.5"),
        ("blow", {"situation": {"skill": 5}, "dice": ["4"]}, "dice[0] is '4'"),
        ("blow", {"situation": {"skill": 5}, "dice": [{"for": "x"}]}, "dice[0] is {'for': 'x'}"),
        ("blow", {"situation": {"skill": 5}, "dice": [{"face": 1, "x": 1}]}, "dice[0] is"),
        ("blow", {"situation": {"skill": 5}, "dice": [{"for": 3, "face": 1}]}, "dice[0] is"),
        ("blow", {"situation": {"skill": 5}, "dice": 4}, "dice is 4: expected a list"),
        ("flat", {"dice": [1]}, "too many dice: 1 given, 0 used"),
        ("blow_distribution", {"situation": {"skill": 3}, "dice": [1]}, "too many dice"),
        ("blow", {}, "key 'skill' is missing: expected a whole number from 0 to 9"),
        ("blow", {"situation": {"skill": 10}}, "skill is 10: expected a whole number <= 9"),
        (
            "blow",
            {"situation": {"skill": "x"}},
            "skill is 'x': expected a whole number, got a text",
        ),
        ("blow", {"situation": {"skill": 1, "might": 2}}, "unknown key 'might': expected one of"),
        ("blow", {"situation": 3}, "the whole is 3"),
        ("blow", {"situation": {"skill": 1}, "die": [1]}, "unknown key of the request 'die'"),
        ("blow", {"situation": {"skill": 1}, "odds": 1}, "odds is 1: expected true or false"),
        ("blow", {"situation": {"skill": 1}, "odds": None}, "odds is null: expected true or"),
        ("blow", {"situation": {"skill": 1, "k" * 999: 2}}, "kkk...: expected one of skill"),
        ("blow", {"situation": {"skill": 1}, "k" * 999: 2}, "kkk...: expected one of situation"),
        ("blow", {"situation": {"skill": 1}, "dice": "d" * 999}, "ddd...: expected a list"),
        ("blow", [], "the request is []"),
        ("parry", {}, "unknown procedure of toy 'parry': expected one of blow, flat"),
    ],
)
def test_wrong_requests_are_refused(name: str, request_: Any, sentence: str) -> None:
    """Each refusal says what was given and what would be right."""
    with pytest.raises(BanneretError) as no:
        rule(name, request_)
    assert sentence in str(no.value)


def test_batch_answers_line_by_line() -> None:
    """One answer a line; what is wrong with a line is its answer, the others are not disturbed."""
    lines = [
        b'{"procedure": "blow", "situation": {"skill": 5}, "dice": [9]}',
        b"nonsense",
        b"",
        b"[]",
        b'{"situation": {}}',
        b'{"procedure": "broken"}',
        b'{"procedure": 7}',
        b'{"procedure": "flat", "odds": true}',
        b'{"procedure": "flat", "die": [1]}',
    ]
    answers = [msgspec.json.decode(one) for one in batch(TOY, lines, fresh)]
    assert [("error" in one) for one in answers] == [
        False,
        True,
        True,
        True,
        True,
        True,
        True,
        False,
        True,
    ]
    assert "expected one of procedure, situation, dice, odds" in answers[8]["error"]
    assert answers[4]["error"] == "line 5: key 'procedure' is missing"
    assert "fault of the program" in answers[5]["error"]


def test_batch_may_name_the_procedure_once() -> None:
    """A procedure named for the whole batch serves lines that name none."""
    (answer,) = batch(TOY, [b'{"situation": {"skill": 2}}'], fresh, "flat")
    assert msgspec.json.decode(answer)["result"]["skill"] == 2


def test_schema_describes_the_request() -> None:
    """The schema holds the situation's keys with their bounds."""
    schema = situation_schema(procedure_of(TOY, "blow"))
    blow = schema["$defs"]["Blow"]
    assert schema["properties"]["situation"] == {"$ref": "#/$defs/Blow"}
    assert blow["properties"]["skill"] == {"type": "integer", "minimum": 0, "maximum": 9}
    assert blow["required"] == ["skill"]


def test_a_die_is_a_record() -> None:
    """A thrown die has purpose, sides and value."""
    assert msgspec.json.encode(Die("x", 6, 2)) == b'{"purpose":"x","sides":6,"value":2}'
