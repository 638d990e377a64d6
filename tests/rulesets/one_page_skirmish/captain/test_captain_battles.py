"""The captain in whole battles: he wins, plays by the rules, ends, and sees no more than he may."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.digest import encode
from banneret.core.play.game import Game
from banneret.players.chance import ChancePlayer
from banneret.rulesets.one_page_skirmish import RULESET
from banneret.rulesets.one_page_skirmish.basics.options import SETTINGS
from banneret.rulesets.one_page_skirmish.basics.state import Battle
from banneret.rulesets.one_page_skirmish.captain import HABITS, SETTLED, captain
from banneret.rulesets.one_page_skirmish.screen.events import ChargeDeclared, Shot
from banneret.rulesets.one_page_skirmish.screen.view import vary_hidden
from banneret.tabletop.captains.habits import Habitual

SCENARIOS = tuple(RULESET.scenarios)
PAIRS = (
    ("yorkist_1461", "swiss_1386"),
    ("swiss_1386", "outlaws"),
    ("sheriff", "yorkist_1461"),
    ("jacques_1358", "manor_1358"),
)


def wins(scenario: str, seeds: range) -> int:
    """How many seat-swapped battles the captain wins against chance."""
    won = 0
    for seed in seeds:
        side = "ab"[seed % 2]
        players: dict[str, Any] = {"a": ChancePlayer(seed), "b": ChancePlayer(seed)}
        players[side] = captain(side)
        battle = RULESET.begin(scenario, {}, {})
        game = Game(RULESET, battle, dice=RandomDice(seed), players=players, history=False)
        game.advance()
        assert game.result is not None
        won += game.result.winner == side
    return won


def fought(
    scenario: str, seed: int, levels: tuple[str, str] = ("captain", "captain"), **rest: Any
) -> Game[Battle]:
    """A battle between two captains."""
    forces = rest.pop("forces", {})
    battle = RULESET.begin(scenario, rest, forces)
    players = {side: captain(side, level) for side, level in zip("ab", levels, strict=True)}
    game = Game(RULESET, battle, dice=RandomDice(seed), players=players)
    assert game.advance() is None
    return game


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_he_beats_chance_in_19_of_20_battles(scenario: str) -> None:
    """Seat-swapped, with the book's own options."""
    assert wins(scenario, range(40)) >= 38


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_captains_fight_each_other_to_an_end_and_in_earnest(scenario: str) -> None:
    """Charges are declared, men fall, and nothing he answers breaks a rule."""
    game = fought(scenario, 5)
    assert game.result is not None
    assert sum(game.result.losses.values()) > 0
    told = [one.event for step in game.steps for one in step.events]
    assert any(isinstance(event, ChargeDeclared) for event in told)
    assert any(isinstance(event, Shot) for event in told) or scenario == "take_him_alive"
    assert RULESET.faults(game.state) == []


@pytest.mark.slow
@pytest.mark.parametrize("forces", PAIRS)
def test_captains_fight_with_any_forces(forces: tuple[str, str]) -> None:
    """Several pairs of forces, both ways round."""
    for seed, pair in enumerate((forces, forces[::-1])):
        game = fought("crossroads", seed, forces=dict(zip("ab", pair, strict=True)))
        assert game.result is not None
        assert sum(game.result.losses.values()) > 0


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_captain_and_squire_answer_lawfully_under_every_option(setting: Any) -> None:
    """Whatever the options ask, their answers are allowed: BadPlayer would end the battle."""
    for at, value in enumerate(setting.values):
        scenario = SCENARIOS[at % len(SCENARIOS)]
        for levels in (("captain", "squire"), ("squire", "captain")):
            game = fought(scenario, at, levels, **{setting.key: value})
            assert game.result is not None


def test_he_answers_the_same_whatever_is_hidden_from_him() -> None:
    """Battles that differ in hidden things alone get the same answer to the same question."""
    asked = 0

    class Doubting(Habitual[Battle]):
        """Asks himself again, looking at other secrets."""

        def decide(self, seat: Any, choice: Any) -> Any:
            nonlocal asked
            answer = super().decide(seat, choice)
            other = RULESET.view(vary_hidden(game.state, self.side, RandomDice(asked)), self.side)
            if encode(other) == encode(seat.view):
                twin: Any = type("Twin", (), {"view": other})()
                again = super().decide(twin, choice)
                assert again == answer, f"{choice.key}: {again} and {answer}"
                asked += 1
            return answer

    players: dict[str, Any] = {"a": ChancePlayer(3), "b": Doubting("b", HABITS, SETTLED)}
    battle = RULESET.begin("greenwood", {}, {})
    game = Game(RULESET, battle, dice=RandomDice(3), players=players)
    game.advance()
    assert asked > 20


def test_he_answers_the_same_twice() -> None:
    """No chance and no clock: equal battles are equal to the last point."""
    one, two = fought("ford", 9), fought("ford", 9)
    assert encode(one.state) == encode(two.state)


@pytest.mark.slow
def test_a_captain_is_better_than_a_squire() -> None:
    """Seat-swapped over all scenarios he wins clearly more than half."""
    won = 0.0
    for scenario in SCENARIOS:
        for seed in range(8):
            side = "ab"[seed % 2]
            levels = ("captain", "squire") if side == "a" else ("squire", "captain")
            game = fought(scenario, seed // 2, levels)
            assert game.result is not None
            won += game.result.winner == side
    assert won >= 0.58 * 8 * len(SCENARIOS)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_squire_plays_to_the_end(scenario: str) -> None:
    """Against a captain, on every scenario."""
    for levels in (("squire", "captain"), ("captain", "squire")):
        game = fought(scenario, 2, levels)
        assert RULESET.faults(game.state) == []
