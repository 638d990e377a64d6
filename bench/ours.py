"""Our worker, run in the project's environment: `python -m bench.ours`.

To plug a workload in: write its function, add it to WORKLOADS, strike it from AWAITED. It takes the
seconds to run and a seed, and counts the units that `bench/comparisons.py` asks for. What is not
the thing itself (loading data, beginning the battle to be copied) happens before the watch starts;
what a player would wait for (beginning a battle that is then fought) happens while it runs.
Whole battles only: start the next one while the watch runs, and finish it.
"""

from __future__ import annotations

import random
from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING, Any

import msgspec
from bench.protocol import Measured, Stopwatch, Workload, calls, serve

from banneret.core.dice import RandomDice
from banneret.core.game import Game
from banneret.players.chance import ChancePlayer
from banneret.rulesets import RULESETS

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.game import Player
    from banneret.core.ruleset import Procedure

BOOK = RULESETS["one_page_skirmish"]
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


# ---- battles: whole ones, all five scenarios in turn; the laboratory's way (no history, no log)


def chance_vs_chance(seconds: float, seed: int) -> Measured:
    """Random lawful answers on both sides, each question working out only what it must."""
    return _battles(seconds, seed, lambda side, number: ChancePlayer(f"{side}{number}"))


def captain_vs_captain(seconds: float, seed: int) -> Measured:
    """The book's own captain on both sides."""
    return _battles(seconds, seed, lambda side, _: BOOK.captain(side, BOOK.levels[0]))


def _battles(seconds: float, seed: int, player: Callable[[str, int], Player]) -> Measured:
    decisions = battles = 0
    watch = Stopwatch(seconds)
    while watch.running():
        for scenario in BOOK.scenarios:
            number = seed * 1_000_000 + battles
            battle = BOOK.begin(scenario, {}, {})
            players = {side: player(side, number) for side in BOOK.sides(battle)}
            game = Game(BOOK, battle, dice=RandomDice(number), players=players, history=False)
            game.advance()
            decisions += game.decisions
            battles += 1
    return Measured(watch, {"decisions": decisions, "battles": battles})


# ---- copies: forty figures in the middle of a battle between four players


def state_copy(seconds: float, seed: int) -> Measured:
    """The state alone."""
    state, clone = half_way(seed).now, BOOK.clone
    return calls(partial(clone, state), seconds, "copies")


def fork_40(seconds: float, seed: int) -> Measured:
    """A whole game that goes on by itself: state, answers of the step under way, dice."""
    return calls(half_way(seed).fork, seconds, "forks")


FORTY_FIGURES = {
    "a1": "english_1346",
    "a2": "scottish_1314",
    "b1": "french_1346",
    "b2": "swiss_1386",
}


def half_way(seed: int) -> Game[Any]:
    """A battle of forty that stands at a question half-way through its rounds."""
    battle = BOOK.begin("crossroads", {}, FORTY_FIGURES)
    assert len(battle.figures) == 40
    game = Game(BOOK, battle, dice=RandomDice(seed))
    chance = RandomDice(f"people {seed}")
    while (asked := game.advance()) is not None and game.now.round <= battle.scenario.rounds // 2:
        game.answer(asked.choice.any(chance))
    return game


# ---- exact odds: each worked out from the rules again, nothing remembered


def shot_odds(seconds: float, seed: int) -> Measured:  # noqa: ARG001  there is no chance in it
    """The shot of bench/README.md by the procedure of the book, as fractions."""
    procedure = BOOK.procedures["shot_distribution"]
    target = {"rank": "knight", "class": "elite", "armour": PLATE, "mounted": True}
    facts = {"weapon": "longbow", "range": 12, "target": target}
    return _odds(procedure, msgspec.convert(facts, procedure.situation), seconds)


def melee_odds(seconds: float, seed: int) -> Measured:  # noqa: ARG001  there is no chance in it
    """Three men-at-arms on a Knight on foot by the procedure of the book, as fractions."""
    procedure = BOOK.procedures["melee_distribution"]
    facts = {
        "attackers": [{"armour": PLATE[:2]}] * 3,
        "defender": {"rank": "knight", "armour": PLATE},
    }
    return _odds(procedure, msgspec.convert(facts, procedure.situation), seconds)


PLATE = ("helmet_gambeson", "shield", "mail", "plate")


def _odds(procedure: Procedure, situation: msgspec.Struct, seconds: float) -> Measured:
    distribution = procedure.distribution
    assert distribution is not None
    measured = calls(partial(distribution, situation), seconds, "odds")
    measured.odds = {end: str(chance) for end, chance in distribution(situation).items()}
    return measured


WORKLOADS: dict[str, Workload] = {
    work.__name__: work
    for work in (
        randint,
        die,
        chance_vs_chance,
        captain_vs_captain,
        state_copy,
        fork_40,
        shot_odds,
        melee_odds,
    )
}

AWAITED: dict[str, str] = {}

if __name__ == "__main__":
    serve(WORKLOADS, AWAITED)
