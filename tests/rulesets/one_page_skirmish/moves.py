"""Moves of one unit, for the tests of moving."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.errors import IllegalAnswer
from banneret.core.questions.choices import Choice
from banneret.rulesets.one_page_skirmish.basics.state import Battle
from banneret.rulesets.one_page_skirmish.movement import moving
from rulesets.one_page_skirmish.field import play, unit


def to(*points: tuple[float, float], facing: float = 0.0, gait: str = "move") -> list[Any]:
    """A way as people write it."""
    return [gait, [list(p) for p in points], facing]


def shift(**places: tuple[float, float]) -> Any:
    """The first idea, with some figures elsewhere: f3=(x, y)."""

    def answer(choice: Choice[Any]) -> Any:
        found = dict(choice.ideas()[0])
        for key, (x, y) in places.items():
            found[int(key[1:])] = (x, y, 0.0)
        return found

    return answer


def go(battle: Battle, key: str, dice: list[int], *answers: Any) -> Any:
    return play(battle, moving.move, unit(battle, key), dice=dice, answers=list(answers))


def clause_of(battle: Battle, key: str, dice: list[int], *answers: Any) -> str:
    """The clause under which the last answer is refused."""
    with pytest.raises(IllegalAnswer) as no:
        go(battle, key, dice, *answers)
    return no.value.clause
