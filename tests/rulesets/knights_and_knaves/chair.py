"""A seat for a captain who is asked one thing in a position."""

from __future__ import annotations

from typing import Any

import msgspec

from banneret.core.asking import Choice
from banneret.rulesets.knights_and_knaves.captain import captain
from banneret.rulesets.knights_and_knaves.entries import Aim
from banneret.rulesets.knights_and_knaves.state import Battle
from banneret.rulesets.knights_and_knaves.view import view


class Chair:
    """A seat with a view and nothing else."""

    def __init__(self, battle: Battle, side: str) -> None:
        self.view = view(battle, side)
        self.side = side


def answer(battle: Battle, choice: Choice[Any], level: str = "captain") -> Any:
    """What he says, which must be allowed."""
    said = captain(choice.side, level).decide(Chair(battle, choice.side), choice)  # type: ignore[arg-type]
    return choice.check(said)


def with_aims(battle: Battle, *aims: Aim, turns: int = 20) -> Battle:
    """The same battle fought for something."""
    battle.scenario = msgspec.structs.replace(battle.scenario, aim=aims, turns=turns)
    return battle
