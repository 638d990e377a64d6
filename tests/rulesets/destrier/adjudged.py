"""One procedure with written dice."""

from __future__ import annotations

from typing import Any

from banneret.core.book.adjudicate import adjudicate
from banneret.core.chance.dice import RandomDice
from banneret.rulesets.destrier.host import PROCEDURES


def ruled(name: str, dice: list[int] | None = None, /, **situation: Any) -> dict[str, Any]:
    """Adjudicate one procedure with these dice."""
    request = {"situation": situation, "dice": dice or []}
    return adjudicate(PROCEDURES[name], request, lambda: RandomDice(1)).result


def odds(name: str, /, **situation: Any) -> dict[str, Any]:
    """The exact odds of one procedure."""
    request = {"situation": situation, "odds": True}
    found = adjudicate(PROCEDURES[name], request, lambda: RandomDice(1)).odds
    assert found is not None
    return found
