"""How strong the captain is and how even the scenarios are: the figures in docs/captains.md.

`PYTHONPATH=src:tests python -m rulesets.macbeth_to_medici.duels captain charge 10 1000 [SCENARIO]`:
one, other, battles of each scenario, first seed. A player is any level, chance, `charge` (advances
and charges whatever it can reach) or `newcomer`.
"""

from __future__ import annotations

import sys
from collections import Counter
from math import sqrt
from typing import Any

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.players import player
from banneret.rulesets.macbeth_to_medici import RULESET
from banneret.rulesets.macbeth_to_medici.basics.state import SIDES
from banneret.rulesets.macbeth_to_medici.captain import captain
from newcomers import Newcomer


def seated(name: str, side: str, seed: int) -> Any:
    """A player by name."""
    if name == "charge":
        return captain(side, "squire")
    if name == "newcomer":
        return Newcomer(RULESET, side)
    return player(RULESET, side, name, seed)


def fight(scenario: str, names: dict[str, str], seed: int) -> str:
    """One battle: who won it, or drawn."""
    seats = {side: seated(name, side, seed) for side, name in names.items()}
    state = RULESET.begin(scenario, {}, {})
    game = Game(RULESET, state, dice=RandomDice(f"{scenario} {seed}"), players=seats, history=False)
    game.advance()
    assert game.result is not None
    return game.result.winner or "drawn"


def duel(scenario: str, one: str, other: str, battles: int, seed: int) -> Counter[str]:
    """The seats are swapped with equal dice; a player against himself stays where he is."""
    found: Counter[str] = Counter()
    for at in range(battles):
        swapped = one != other and at % 2 == 1
        mine, theirs = reversed(SIDES) if swapped else SIDES
        winner = fight(
            scenario, {mine: one, theirs: other}, seed + (at // 2 if one != other else at)
        )
        found[{mine: "won", theirs: "lost"}.get(winner, "drawn")] += 1
        found[f"won as {mine}"] += winner == mine
    return found


def wilson(won: int, of: int) -> tuple[float, float]:
    """Between which hundredths the true share lies, 95 times in 100."""
    z, share = 1.96, won / of
    middle = share + z * z / (2 * of)
    half = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return 100 * (middle - half) / (1 + z * z / of), 100 * (middle + half) / (1 + z * z / of)


def _line(what: str, found: Counter[str], battles: int) -> str:
    low, high = wilson(found["won"], battles)
    each = ", ".join(f"{side} {found[f'won as {side}']}" for side in SIDES)
    return (
        f"{what}: {found['won']} of {battles} [{low:.0f}-{high:.0f}] "
        f"({each}), lost {found['lost']}, drawn {found['drawn']}\n"
    )


def main() -> None:
    """Fight as the command line says."""
    one, other, battles, seed, *scenarios = sys.argv[1:]
    every: Counter[str] = Counter()
    fought = 0
    for scenario in scenarios or list(RULESET.scenarios):
        found = duel(scenario, one, other, int(battles), int(seed))
        every += found
        fought += int(battles)
        sys.stdout.write(_line(f"{scenario} {one} v {other}", found, int(battles)))
        sys.stdout.flush()
    sys.stdout.write(_line(f"all {one} v {other}", every, fought))


if __name__ == "__main__":
    main()
