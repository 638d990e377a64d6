"""How much a player has to do: at most 25 actions a turn with about a dozen units a side."""

from collections import Counter
from typing import Any

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.rulesets.macbeth_to_medici import RULESET

MOST = 25


class Counting:
    """A captain whose answers are counted by turn."""

    foresees = False

    def __init__(self, side: str) -> None:
        self.captain = RULESET.captain(side, "captain")
        self.turns: Counter[int] = Counter()

    def decide(self, seat: Any, choice: Any) -> Any:
        self.turns[seat.view.turn] += 1
        return self.captain.decide(seat, choice)


def test_a_turn_of_a_dozen_units_asks_for_few_actions() -> None:
    players = {side: Counting(side) for side in "ab"}
    battle = RULESET.begin("dunsinane_1054", {}, {})
    game = Game(RULESET, battle, dice=RandomDice(11), players=players, history=False)
    game.advance()
    counts = [n for one in players.values() for turn, n in one.turns.items() if turn]
    assert sum(counts) / len(counts) <= MOST
