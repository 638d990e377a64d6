"""Charges of a line of men on another, for the tests of charging."""

from __future__ import annotations

from typing import Any

from banneret.core.play.events import Rolled
from banneret.core.questions.choices import Choice
from banneret.rulesets.one_page_skirmish.basics.state import Battle
from banneret.rulesets.one_page_skirmish.melee.charge import charging
from banneret.rulesets.one_page_skirmish.screen.events import ChargeEnded
from rulesets.one_page_skirmish.field import Played, play, unit
from rulesets.scripting import events_of, first

SURE = "passed_this_turn=true"


def rush(
    battle: Battle, dice: list[int], *answers: Any, key: str = "men", target: str = "foe"
) -> Played:
    given = [] if answers == ((),) else list(answers) or [first, first]
    return play(
        battle, charging.charge, unit(battle, key), unit(battle, target), dice=dice, answers=given
    )


def result(table: Played) -> str:
    return events_of(table, ChargeEnded)[-1].result


def purposes(table: Played) -> list[str]:
    return [rolled.purpose for rolled in events_of(table, Rolled)]


def shift(**places: tuple[float, float]) -> Any:
    """The last idea, with some figures elsewhere: f3=(x, y)."""

    def answer(choice: Choice[Any]) -> Any:
        found = dict(choice.ideas()[-1])
        for key, (x, y) in places.items():
            found[int(key[1:])] = (x, y, 0.0)
        return found

    return answer


LINE = f"a men: x3 10,10 11.5,10 13,10 {SURE} | b foe: x3 10,18 11.5,18 13,18"
