"""One procedure with scripted dice, as `banneret adjudicate` would answer."""

from __future__ import annotations

from typing import Any, NoReturn

import pytest

from banneret.core.book.adjudicate import Ruling, adjudicate
from banneret.core.errors import BanneretError
from banneret.rulesets.knights_and_knaves.basics.procedures import PROCEDURES


def no_dice() -> NoReturn:
    """Nothing is left to chance here."""
    raise AssertionError("the procedure was to be played with scripted dice")


def ruling(procedure: str, situation: dict[str, Any], *faces: int) -> Ruling:
    """Play a procedure with exactly these dice."""
    request = {"situation": situation, "dice": list(faces)}
    return adjudicate(PROCEDURES[procedure], request, no_dice)


def adjudge(procedure: str, situation: dict[str, Any], *faces: int) -> dict[str, Any]:
    """Give the outcome of a procedure with exactly these dice."""
    return ruling(procedure, situation, *faces).result


def result(procedure: str, situation: dict[str, Any], *faces: int) -> Any:
    """Give the result of a procedure with exactly these dice."""
    return adjudge(procedure, situation, *faces)["result"]


def odds(procedure: str, situation: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Give the exact odds of a situation."""
    weighed = adjudicate(PROCEDURES[procedure], {"situation": situation, "odds": True}, no_dice)
    assert weighed.odds is not None
    return weighed.odds


def refusal(procedure: str, situation: dict[str, Any], *faces: int) -> str:
    """Give the sentence with which a procedure refuses."""
    with pytest.raises(BanneretError) as refused:
        ruling(procedure, situation, *faces)
    return str(refused.value)
