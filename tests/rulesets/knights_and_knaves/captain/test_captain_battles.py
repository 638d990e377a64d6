"""Captains in whole battles: never unlawful, and better than those who do not think."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from banneret.core.book.ruleset import Result
from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.players import player
from banneret.rulesets.knights_and_knaves import RULESET
from banneret.rulesets.knights_and_knaves.morale.victory import sides
from rulesets.knights_and_knaves.nearest import Nearest

BATTLES = 12  # of each pair, seats swapped


def seated(side: str, name: str, seed: int) -> Any:
    """A player by name."""
    return Nearest(side) if name == "nearest" else player(RULESET, side, name, seed)


def sides_of(scenario: str) -> list[str]:
    """The sides of a scenario, two or more."""
    return sides(RULESET.begin(scenario, {}, {}))


def fought(scenario: str, some: Mapping[str, str], others: str, seed: int) -> Result:
    """A whole battle of some sides' players and others; a wrong answer would end it."""
    battle = RULESET.begin(scenario, {}, {})
    players = {
        each.player: seated(each.player, some.get(each.side, others), seed)
        for each in battle.retinues
    }
    game = Game(RULESET, battle, dice=RandomDice(seed), players=players, history=False)
    game.advance()
    assert game.result is not None
    return game.result


def wins(scenario: str, one: str, two: str) -> int:
    """How often the first player wins, from every seat."""
    seats = sides_of(scenario)
    found = 0
    for at in range(BATTLES):
        seat = seats[at % len(seats)]
        found += fought(scenario, {seat: one}, two, seed=at // len(seats)).winner == seat
    return found


def test_kk_comp_02_a_battle_of_captains_comes_to_its_end() -> None:
    """Every answer is lawful."""
    assert fought("market_road", {"a": "captain"}, "squire", 1).rounds > 0


class Looker:
    """Notes which view he was shown for each question."""

    foresees = False

    def __init__(self) -> None:
        self.seen: list[tuple[str, Any]] = []
        self._inner = player(RULESET, "a", "chance", 1)

    def decide(self, seat: Any, choice: Any) -> Any:
        """Look, then answer anyhow."""
        self.seen.append((choice.key, seat.view))
        return self._inner.decide(seat, choice)


def test_questions_put_together_are_answered_from_one_view_and_later_ones_from_another() -> None:
    """Nothing changes between secret answers; everything may between steps."""
    battle = RULESET.begin("market_road", {}, {})
    looker = Looker()
    players = {"a": looker, "b": player(RULESET, "b", "chance", 2)}
    Game(RULESET, battle, dice=RandomDice(1), players=players, history=False).advance()
    batches: list[tuple[str, list[Any]]] = []
    for key, shown in looker.seen:
        if batches and batches[-1][0] == key and shown is batches[-1][1][-1]:
            batches[-1][1].append(shown)
        else:
            batches.append((key, [shown]))
    assert any(key == "chit" and len(shown) > 1 for key, shown in batches)
    views = [shown[0] for _, shown in batches]
    assert len({id(one) for one in views}) == len(views)
    turns = [(one.renewals, one.turn) for one in views]
    assert turns == sorted(turns)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", sorted(RULESET.scenarios))
def test_kk_comp_02_captains_are_lawful_everywhere(scenario: str) -> None:
    """On every ground, for every aim, against those who do anything."""
    for seed, other in enumerate(("captain", "squire", "chance")):
        first = sides_of(scenario)[0]
        assert fought(scenario, {first: "captain"}, other, seed).rounds > 0


@pytest.mark.slow
@pytest.mark.parametrize(("other", "least"), [("chance", 9), ("squire", 5), ("nearest", 6)])
def test_he_beats_those_who_think_less(other: str, least: int) -> None:
    """A small sample; the table in docs/testing.md has the large one."""
    assert wins("market_road", "captain", other) >= least


@pytest.mark.slow
def test_kk_setup_02_three_sides_fight_one_another() -> None:
    """Each lord against both others: he who thinks beats two who do not, and any may win."""
    assert wins("three_lords", "captain", "chance") >= 10
    won = {fought("three_lords", {}, "captain", seed).winner for seed in range(9)}
    assert won >= {"a", "b", "c"}
