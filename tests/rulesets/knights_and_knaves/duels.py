"""How strong the captain is and how even the scenarios are: the figures in docs/captain.md.

`PYTHONPATH=src:tests python -m rulesets.knights_and_knaves.duels nearest 100 50000 [scenario ...]`
"""

from __future__ import annotations

import sys

from banneret.rulesets.knights_and_knaves.book import RULESET
from rulesets.knights_and_knaves.test_captain_battles import fought


def duel(scenario: str, other: str, battles: int, seed: int) -> str:
    """The captain's wins in seat-swapped pairs with equal dice; against himself, each side's."""
    won = {"a": 0, "b": 0}
    for at in range(battles):
        if other == "captain":
            winner = fought(scenario, "captain", "captain", seed + at).winner
            if winner is not None:
                won[winner] += 1
            continue
        seat = "ab"[at % 2]
        pair = ("captain", other) if seat == "a" else (other, "captain")
        won[seat] += fought(scenario, *pair, seed + at // 2).winner == seat
    return f"{scenario}: {won['a'] + won['b']} of {battles}, as a {won['a']}, as b {won['b']}"


def main() -> None:
    """Fight as the command line says."""
    other, battles, seed, *scenarios = sys.argv[1:]
    for scenario in scenarios or list(RULESET.scenarios):
        sys.stdout.write(duel(scenario, other, int(battles), int(seed)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
