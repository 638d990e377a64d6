"""How strong the captain is and how even the scenarios are: the figures in docs/captains.md.

`PYTHONPATH=src:tests python -m rulesets.arthurian.duels nearest 100 50000 [scenario ...]`; the
other is chance, nearest, squire or captain; `alone` lets the captain play side A against the book.
"""

from __future__ import annotations

import sys
from typing import Any

from banneret.core.book.ruleset import Result
from banneret.players import player
from banneret.rulesets.arthurian import RULESET
from banneret.rulesets.arthurian.basics.tables import SIDES
from rulesets.arthurian.captain.test_captain import Nearest
from rulesets.arthurian.field import fought


def _seated(name: str, side: str, seed: int) -> Any:
    return Nearest() if name == "nearest" else player(RULESET, side, name, seed)


def fight(scenario: str, players: dict[str, str], seed: int) -> Result:
    """One battle; without a player for side B the book runs it."""
    seats = {side: _seated(name, side, seed) for side, name in players.items()}
    game = fought(scenario, seed, seats, solo="b" not in players)
    assert game.result is not None
    return game.result


def duel(scenario: str, other: str, battles: int, seed: int) -> str:
    """The captain's wins on each side in turn with equal dice; against himself, each side's."""
    won, drawn = dict.fromkeys(SIDES, 0), 0
    swapped = other not in {"captain", "alone"}
    for at in range(battles):
        seat = SIDES[at % 2] if swapped else "a"
        foes = {} if other == "alone" else {one: other for one in SIDES if one != seat}
        result = fight(scenario, {seat: "captain"} | foes, seed + (at // 2 if swapped else at))
        drawn += result.winner is None
        if result.winner is not None and (not swapped or result.winner == seat):
            won[result.winner] += 1
    each = ", ".join(f"{side} {count}" for side, count in won.items())
    return f"{scenario} {other}: {sum(won.values())} of {battles}, {each}, drawn {drawn}"


def main() -> None:
    """Fight as the command line says."""
    other, battles, seed, *scenarios = sys.argv[1:]
    for scenario in scenarios or list(RULESET.scenarios):
        sys.stdout.write(duel(scenario, other, int(battles), int(seed)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
