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
from bench import knights, later_books
from bench.protocol import Measured, Stopwatch, Workload, calls, serve

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.players.chance import ChancePlayer
from banneret.rulesets import RULESETS
from banneret.rulesets.one_page_skirmish.melee.alone import MeleeSituation, melee_distribution
from banneret.rulesets.one_page_skirmish.shooting.dice import (
    ShotSituation,
    Target,
    shot_distribution,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from banneret.core.play.game import Player
    from banneret.rulesets.one_page_skirmish.basics.tables import Armour

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
    game = half_way(seed)  # kept, as in play: without it the allocator gives memory back each time
    return calls(partial(BOOK.clone, game.now), seconds, "copies")


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
    """The shot of bench/README.md by the book's own procedure, checked and as fractions."""
    target = Target(rank="knight", class_="elite", armour=PLATE, mounted=True)
    situation = ShotSituation(weapon="longbow", range=12.0, target=target)
    return _odds(partial(shot_distribution, situation), seconds)


def melee_odds(seconds: float, seed: int) -> Measured:  # noqa: ARG001  there is no chance in it
    """Three common men on a Knight on foot by the book's own procedure, as fractions."""
    three = [{"armour": PLATE[:2]}] * 3
    facts = {"attackers": three, "defender": {"rank": "knight", "armour": PLATE}}
    return _odds(partial(melee_distribution, msgspec.convert(facts, MeleeSituation)), seconds)


PLATE: tuple[Armour, ...] = ("helmet_gambeson", "shield", "mail", "plate")


def _odds(distribution: Callable[[], dict[str, Fraction]], seconds: float) -> Measured:
    measured = calls(distribution, seconds, "odds")
    measured.odds = {end: str(chance) for end, chance in distribution().items()}
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
        *knights.WORKLOADS,
        *later_books.WORKLOADS,
    )
}

AWAITED: dict[str, str] = {}

if __name__ == "__main__":
    serve(WORKLOADS, AWAITED)
