"""Captains at a table of tests, and what they mean to do."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from banneret.core.chance.dice import ScriptedDice
from banneret.core.play.table import Table
from banneret.core.questions.choices import Choice
from banneret.rulesets.one_page_skirmish import RULESET
from banneret.rulesets.one_page_skirmish.basics.state import Battle
from banneret.rulesets.one_page_skirmish.captain import captain
from banneret.rulesets.one_page_skirmish.captain.acting import intent
from rulesets.one_page_skirmish.field import unit


class Led:
    """A captain at a table of tests; remembers what he was asked and said."""

    def __init__(self, battle: Battle, side: str, level: str = "captain") -> None:
        self.battle = battle
        self.captain = captain(side, level)
        self.said: list[tuple[str, Any]] = []

    def decide(self, table: Any, choice: Choice[Any]) -> Any:
        """Answer from the view of his side."""
        del table
        seat: Any = SimpleNamespace(view=RULESET.view(self.battle, choice.side))
        answer = self.captain.decide(seat, choice)
        self.said.append((choice.key, answer))
        return answer


def led(battle: Battle, rule: Any, *args: Any, dice: tuple[int, ...] = ()) -> Led:
    """Play a rule with captains on both sides."""
    player = Led(battle, "a")
    table: Table[Battle] = Table(battle, ScriptedDice(*dice), {"a": player, "b": player})
    rule(table, *args)
    return player


def question(candidates: tuple[Any, ...], *about: Any, side: str = "a") -> Any:
    """A bare question about some figures or units."""
    return SimpleNamespace(
        candidates=candidates, about=about, side=side, allowed=lambda: list(candidates)
    )


def meant(battle: Battle, key: str) -> str:
    """What the captain means a unit to do."""
    return intent(battle, unit(battle, key)).kind
