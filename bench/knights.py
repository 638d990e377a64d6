"""Knights & Knaves for the bench: twenty figures a side, and how a turn grows with their number."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from bench.protocol import Measured, Stopwatch

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.players.chance import ChancePlayer
from banneret.rulesets import RULESETS
from banneret.rulesets.knights_and_knaves.setup.scenarios import scenario_named

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.play.game import Player
    from banneret.core.questions.choices import Choice
    from banneret.rulesets.knights_and_knaves.setup.entries import Scenario

BOOK = RULESETS["knights_and_knaves"]
PLAIN = "market_road"
WIDTH_OF_A_FIGURE = 4.0  # inches of front for each, however many they are


@cache
def meadow(figures: int) -> Scenario:
    """The market road made as wide as so many figures a side need."""
    plan = scenario_named(PLAIN)
    width = max(plan.table[0], figures * WIDTH_OF_A_FIGURE)
    depth = plan.table[1]
    zones = ((2.0, 0.0, width - 2.0, 10.0), (2.0, depth - 10.0, width - 2.0, depth))
    retinues = tuple(
        msgspec.structs.replace(one, figures=figures, zone=zone)
        for one, zone in zip(plan.retinue, zones, strict=True)
    )
    return msgspec.structs.replace(plan, retinue=retinues, table=(width, depth))


class Counting(ChancePlayer):
    """A chance player who counts the questions he answers.

    Twenty chits asked for at once are one entry of the record and twenty decisions; the peers
    count every single one too.
    """

    answered = 0

    def decide(self, seat: object, choice: Choice[Any]) -> Any:
        """Answer at random."""
        self.answered += 1
        return super().decide(seat, choice)


def kk_chance(seconds: float, seed: int) -> Measured:
    """Random lawful answers, twenty figures a side; every question answered is a decision."""
    return _by_chance(seconds, seed, told=False)


def kk_chance_told(seconds: float, seed: int) -> Measured:
    """The same with events, tape and history, as people's battles are played."""
    return _by_chance(seconds, seed, told=True)


def kk_captains(seconds: float, seed: int) -> Measured:
    """The book's own captain on both sides, twenty figures each."""
    return _of_captains(seconds, seed, told=False)


def kk_captains_told(seconds: float, seed: int) -> Measured:
    """The same with events, tape and history."""
    return _of_captains(seconds, seed, told=True)


def _by_chance(seconds: float, seed: int, *, told: bool) -> Measured:
    decisions = battles = 0
    watch = Stopwatch(seconds)
    while watch.running():
        players: list[Counting] = []

        def player(side: str, number: int, players: list[Counting] = players) -> Player:
            players.append(Counting(f"{side}{number}"))
            return players[-1]

        _begun(20, seed * 1_000_000 + battles, player, told=told).advance()
        decisions += sum(one.answered for one in players)
        battles += 1
    return Measured(watch, {"decisions": decisions, "battles": battles})


def _of_captains(seconds: float, seed: int, *, told: bool) -> Measured:
    battles = 0
    watch = Stopwatch(seconds)
    while watch.running():
        number = seed * 1_000_000 + battles
        _begun(20, number, lambda side, _: BOOK.captain(side, BOOK.levels[0]), told=told).advance()
        battles += 1
    return Measured(watch, {"battles": battles})


def _begun(
    figures: int, number: int, player: Callable[[str, int], Player], *, told: bool = False
) -> Game[Any]:
    battle = BOOK.begin(meadow(figures), {}, {})  # type: ignore[arg-type]
    players = {side: player(side, number) for side in BOOK.sides(battle)}
    return Game(BOOK, battle, dice=RandomDice(number), players=players, history=told)


def _turns(figures: int) -> Callable[[float, int], Measured]:
    def work(seconds: float, seed: int) -> Measured:
        turns = battles = 0
        watch = Stopwatch(seconds)
        while watch.running():
            game = _begun(figures, seed + battles, lambda side, n: ChancePlayer(f"{side}{n}"))
            game.advance()
            turns += game.state.turn
            battles += 1
        return Measured(watch, {"turns": turns})

    work.__name__ = f"kk_turns_{figures}"
    work.__doc__ = f"Turns of battles with {figures} figures a side, setting up included."
    return work


CURVE = (20, 50, 100, 200)
WORKLOADS = (kk_chance, kk_chance_told, kk_captains, kk_captains_told, *map(_turns, CURVE))
