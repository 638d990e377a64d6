"""Our worker, run in the project's environment: `python -m bench.ours`.

To plug a workload in: write its function, add it to WORKLOADS, strike it from AWAITED. It takes the
seconds to run and a seed, and counts the units that `bench/comparisons.py` asks for. What is not
the thing itself (loading data, beginning the battle to be copied) happens before the watch starts;
what a player would wait for (beginning a battle that is then fought) happens while it runs.
Whole battles only: start the next one while the watch runs, and finish it.
"""

import random
from itertools import repeat

from bench.protocol import Measured, Stopwatch, Workload, serve

from banneret.core.dice import RandomDice

DICE_BATCH = 10_000

# ---- dice: one bound method, one loop, the loop's own cost left in on both sides


def randint(seconds: float, seed: int) -> Measured:
    """A d10 from the standard library, the peer of `die`; it runs here because it needs no peer."""
    roll = random.Random(seed).randint  # noqa: S311  a die in a benchmark keeps no secret
    dice = 0
    watch = Stopwatch(seconds)
    while watch.running():
        for _ in repeat(None, DICE_BATCH):
            roll(1, 10)
        dice += DICE_BATCH
    return Measured(watch, {"dice": dice})


def die(seconds: float, seed: int) -> Measured:
    """A d10 from the verifiable stream."""
    roll = RandomDice(seed).die
    dice = 0
    watch = Stopwatch(seconds)
    while watch.running():
        for _ in repeat(None, DICE_BATCH):
            roll(10)
        dice += DICE_BATCH
    return Measured(watch, {"dice": dice})


# ---- battles: chance_vs_chance, captain_vs_captain

# ---- copies: state_copy, fork_40

# ---- exact odds: shot_odds (give `odds` too: they must equal the peer's), melee_odds


WORKLOADS: dict[str, Workload] = {work.__name__: work for work in (randint, die)}

AWAITED: dict[str, str] = {
    "chance_vs_chance": "decisions and battles of one_page_skirmish, random legal answers"
    " on both sides, through Game with options, validation and events",
    "captain_vs_captain": "decisions and battles of one_page_skirmish, its captain on both sides",
    "state_copy": "copies of the state alone, in the middle of a battle",
    "fork_40": "forks by Game.fork of a 40-figure battle with its dice, in the middle of it",
    "shot_odds": "odds by the procedure shot_distribution of the shot in bench/README.md,"
    " nothing remembered from one to the next",
    "melee_odds": "odds by the procedure melee_distribution of three attackers on one defender,"
    " nothing remembered from one to the next",
}

if __name__ == "__main__":
    serve(WORKLOADS, AWAITED)
