"""How strong the captain is and how even the scenarios are: the figures in docs/captain.md.

`PYTHONPATH=src:tests python -m rulesets.knights_and_knaves.duels nearest 100 50000 [scenario ...]`
"""

from __future__ import annotations

import sys

from banneret.rulesets.knights_and_knaves import RULESET
from rulesets.knights_and_knaves.captain.test_captain_battles import fought, sides_of


def duel(scenario: str, other: str, battles: int, seed: int) -> str:
    """The captain's wins on each side in turn with equal dice; against himself, each side's."""
    sides = sides_of(scenario)
    won = dict.fromkeys(sides, 0)
    for at in range(battles):
        seat = sides[at % len(sides)]
        against_himself = other == "captain"
        number = seed + (at if against_himself else at // len(sides))
        winner = fought(scenario, {seat: "captain"}, other, number).winner
        if winner is not None and (against_himself or winner == seat):
            won[winner] += 1
    each = ", ".join(f"as {side} {count}" for side, count in won.items())
    return f"{scenario}: {sum(won.values())} of {battles}, {each}"


def main() -> None:
    """Fight as the command line says."""
    other, battles, seed, *scenarios = sys.argv[1:]
    for scenario in scenarios or list(RULESET.scenarios):
        sys.stdout.write(duel(scenario, other, int(battles), int(seed)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
