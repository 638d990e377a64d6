"""A seat for a captain who is asked one thing in a position."""

from __future__ import annotations

from typing import Any

import msgspec

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game, Seat
from banneret.core.play.table import Table
from banneret.core.questions.asking import Choice
from banneret.rulesets.knights_and_knaves import RULESET
from banneret.rulesets.knights_and_knaves.basics.state import Battle
from banneret.rulesets.knights_and_knaves.captain import captain
from banneret.rulesets.knights_and_knaves.setup.entries import Aim


def answer(battle: Battle, choice: Choice[Any], level: str = "captain") -> Any:
    """What he says from his seat, which must be allowed."""
    game = Game(RULESET, battle, dice=RandomDice(0))
    seat = Seat(game, choice.side)
    seat.sit(Table(battle, game.dice, {}))
    return choice.check(captain(choice.side, level).decide(seat, choice))


def with_aims(battle: Battle, *aims: Aim, turns: int = 20) -> Battle:
    """The same battle fought for something."""
    battle.scenario = msgspec.structs.replace(battle.scenario, aim=aims, turns=turns)
    return battle
