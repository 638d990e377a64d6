"""How the levels of a book compare: the figures in docs/captain.md.

`PYTHONPATH=src:tests python -m ladder BOOK SCENARIO ONE OTHER BATTLES SEED`; a player is any level,
chance, or `newcomer`. Seats are swapped with equal dice.
"""

from __future__ import annotations

import sys
from collections import Counter
from math import inf
from typing import TYPE_CHECKING, Any

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.players import player
from banneret.rulesets import RULESETS
from newcomers import Newcomer
from rulesets.destrier.duels import wilson

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Result, Ruleset


def seated(book: Ruleset[Any], name: str, side: str, seed: int) -> Any:
    """A player by name."""
    return Newcomer(book, side) if name == "newcomer" else player(book, side, name, seed)


def fight(book: Ruleset[Any], scenario: str, names: dict[str, str], seed: int) -> Result:
    """One battle with the usual forces."""
    forces = {side: keys[0] for side, keys in book.scenarios[scenario].forces.items() if keys}
    state = book.begin(scenario, {}, forces)
    people = {side: seated(book, name, side, seed) for side, name in names.items()}
    dice = RandomDice(f"ladder {seed}")
    game = Game(book, state, dice=dice, players=people, history=False)
    game.advance()
    assert game.result is not None
    return game.result


def duel(
    key: str,
    scenario: str,
    pair: tuple[str, str],
    battles: int,
    seed: int,
    *,
    enough: float = inf,
) -> Counter[str]:
    """How often the first wins, loses and draws, and is ahead or behind in points.

    Whoever only asks whether he wins `enough` of them sees no more than that takes.
    """
    book, found = RULESETS[key], Counter[str]()
    sides = book.scenarios[scenario].sides
    for at in range(battles):
        if found["won"] >= enough:
            break
        mine, theirs = sides if at % 2 == 0 else reversed(sides)
        names = dict(zip((mine, theirs), pair, strict=True))
        result = fight(book, scenario, names, seed + at // 2)
        found[{mine: "won", theirs: "lost"}.get(result.winner or "", "drawn")] += 1
        lead = result.score.get(mine, 0) - result.score.get(theirs, 0)
        found["ahead" if lead > 0 else "behind" if lead < 0 else "level"] += 1
    return found


def main() -> None:
    """Fight as the command line says."""
    key, scenario, one, other, battles, seed = sys.argv[1:]
    found = duel(key, scenario, (one, other), int(battles), int(seed))
    sys.stdout.write(
        f"{scenario} {one} v {other}: {wilson(found['won'], int(battles))}, lost {found['lost']}, "
        f"drawn {found['drawn']}; in points {found['ahead']} : {found['behind']}\n"
    )


if __name__ == "__main__":
    main()
