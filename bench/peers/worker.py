"""The peers' worker, run in the peers' own environment: `python -m bench.peers.worker`.

Every library is driven the fastest plain way we found, and imported when first asked for,
so that one that is missing is missed alone.
"""

import importlib
import random
from collections.abc import Callable
from typing import Any

from bench.protocol import Measured, Stopwatch, Workload, calls, serve


def catanatron_random_x4(seconds: float, seed: int) -> Measured:
    """Whole games of four random players; a decision is an action applied, a choice one of several."""
    new_game, over = _catanatron()
    decisions = choices = games = 0
    watch = Stopwatch(seconds)
    while watch.running():
        game = new_game(seed * 1_000_000 + games)
        while not over(game):
            choices += len(game.state.playable_actions) > 1
            game.play_tick()
            decisions += 1
        games += 1
    return Measured(watch, {"decisions": decisions, "choices": choices, "games": games})


def catanatron_victory_points_x4(seconds: float, seed: int) -> Measured:
    """Whole games of four players who look one action ahead and count victory points."""
    new_game, over = _catanatron("catanatron.players.search", "VictoryPointPlayer")
    random.seed(seed)
    games = 0
    watch = Stopwatch(seconds)
    while watch.running():
        game = new_game(seed * 1_000_000 + games)
        while not over(game):
            game.play_tick()
        games += 1
    return Measured(watch, {"games": games})


def catanatron_copy(seconds: float, seed: int) -> Measured:
    """`Game.copy()` half-way through a random game."""
    new_game, over = _catanatron()
    whole = new_game(seed)
    ticks = 0
    while not over(whole):
        whole.play_tick()
        ticks += 1
    game = new_game(seed)
    for _ in range(ticks // 2):
        game.play_tick()
    return calls(game.copy, seconds, "copies")


def _catanatron(
    module: str = "catanatron.models.player", name: str = "RandomPlayer"
) -> tuple[Callable[[int], Any], Callable[[Any], bool]]:
    """Return how to begin a game of four such players, and whether one is over (as `play` asks)."""
    game = importlib.import_module("catanatron.game")
    colours = importlib.import_module("catanatron.models.player").Color
    player = getattr(importlib.import_module(module), name)

    def new_game(seed: int) -> Any:
        return game.Game([player(colour) for colour in colours], seed=seed)

    def over(running: Any) -> bool:
        return running.winning_color() is not None or running.state.num_turns >= game.TURNS_LIMIT

    return new_game, over


def pokerkit_holdem_x6(seconds: float, seed: int) -> Measured:
    """Hands of no-limit hold'em, six players, each decision a random legal one."""
    pokerkit = importlib.import_module("pokerkit")
    random.seed(seed)
    decisions = hands = 0
    watch = Stopwatch(seconds)
    while watch.running():
        state = pokerkit.NoLimitTexasHoldem.create_state(
            automations=tuple(pokerkit.Automation),
            ante_trimming_status=True,
            raw_antes=0,
            raw_blinds_or_straddles=(1, 2),
            min_bet=2,
            raw_starting_stacks=200,
            player_count=6,
        )
        while state.actor_index is not None:
            _poker_decision(state)
            decisions += 1
        hands += 1
    return Measured(watch, {"decisions": decisions, "hands": hands})


def _poker_decision(state: Any) -> None:
    """Fold, check or call, or raise to any amount allowed: each kind that is legal is as likely."""
    kinds = ["check_or_call"]
    if state.can_fold():
        kinds.append("fold")
    if state.can_complete_bet_or_raise_to():
        kinds.append("raise")
    kind = random.choice(kinds)
    if kind == "raise":
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        state.complete_bet_or_raise_to(random.randint(least, most))
    elif kind == "fold":
        state.fold()
    else:
        state.check_or_call()


def icepool_shot(seconds: float, seed: int) -> Measured:
    """The exact odds of the shot in README.md, as maps over d10s, inner ones built once.

    `star=False` spares Icepool its look at the function's signature: a quarter of the time.
    """
    d10 = importlib.import_module("icepool").d10

    def shot() -> Any:
        save = d10.map(lambda die: "saved" if die <= 4 else "flesh_wound", star=False)
        part = d10.map(lambda die: "mount_killed" if die <= 7 else save, star=False)
        return d10.map(lambda die: part if die + 1 >= 9 else "miss", star=False)

    return _odds(shot, seconds)


def icepool_shot_weighted(seconds: float, seed: int) -> Measured:
    """The same shot with every chance already worked out by hand: Icepool's floor, not the question."""
    die = importlib.import_module("icepool").Die

    def shot() -> Any:
        save = die({"saved": 4, "flesh_wound": 6})
        part = die({"mount_killed": 7, save: 3})
        return die({"miss": 7, part: 3})

    return _odds(shot, seconds)


def _odds(shot: Callable[[], Any], seconds: float) -> Measured:
    """Time the die alone; its fractions are read off once, outside the watch."""
    measured = calls(shot, seconds, "odds")
    die = shot()
    chances = zip(die.outcomes(), die.probabilities(), strict=True)
    measured.odds = {outcome: str(chance) for outcome, chance in chances}
    return measured


WORKLOADS: dict[str, Workload] = {
    workload.__name__: workload
    for workload in (
        catanatron_random_x4,
        catanatron_victory_points_x4,
        catanatron_copy,
        pokerkit_holdem_x6,
        icepool_shot,
        icepool_shot_weighted,
    )
}

if __name__ == "__main__":
    serve(WORKLOADS, awaited={})
