"""The captain: mixtures that cannot be learnt, and battles he wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.players import player
from banneret.rulesets.destrier import RULESET
from banneret.rulesets.destrier.captain import LEVELS, field
from banneret.rulesets.destrier.captain.cards import hand
from banneret.rulesets.destrier.captain.games import drawn, lot, mixture
from banneret.rulesets.destrier.melee.cards.choosing import question
from banneret.rulesets.destrier.melee.cards.hands import Hand
from banneret.rulesets.destrier.screen import foresight
from rulesets.destrier.fights import foes

if TYPE_CHECKING:
    from banneret.rulesets.destrier.basics.state import Battle


def test_a_fair_game_is_played_evenly() -> None:
    stone = [[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]]
    assert mixture(stone, 400) == pytest.approx([1 / 3] * 3, abs=0.08)


def test_a_better_row_is_played_alone() -> None:
    assert mixture([[1.0, 2.0], [0.0, 1.0]])[0] > 0.9


def test_lots_fall_by_their_shares() -> None:
    places = [drawn([0.2, 0.5, 0.3], "lot", number) for number in range(2000)]
    assert [places.count(place) / 2000 for place in range(3)] == pytest.approx(
        [0.2, 0.5, 0.3], abs=0.05
    )
    assert 0.0 <= lot("a") < 1.0


def test_he_does_not_always_do_the_same() -> None:
    seen = set()
    for turn in range(30):
        battle, knight, _ = foes(card_round=1)
        battle.turn = turn
        seen.add(hand(battle, question(battle, knight, Hand(battle, knight))))
    assert len(seen) > 1


def test_his_joust_follows_the_table() -> None:
    battle, *_ = foes()
    aims, guards = field.joust_mixtures(battle.tables)
    assert sum(aims) == pytest.approx(1.0)
    assert sum(guards) == pytest.approx(1.0)


def fight(scenario: str, names: dict[str, str], seed: int) -> Battle:
    people = {side: player(RULESET, side, name, seed) for side, name in names.items()}
    battle = RULESET.begin(scenario, {}, {})
    game = Game(RULESET, battle, dice=RandomDice(seed), players=people, history=False)
    game.advance()
    return game.state


def test_he_beats_chance() -> None:
    won = 0
    for seed in range(12):
        mine, other = ("a", "b") if seed % 2 else ("b", "a")
        state = fight("duel_at_the_mill", {mine: "captain", other: "chance"}, seed)
        won += RULESET.over(state).winner == mine  # type: ignore[union-attr]
    assert won >= 8


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_fights_a_battle_to_its_end(level: str) -> None:
    state = fight("brawl_at_the_boar", {"a": level, "b": level}, 3)
    assert RULESET.over(state) is not None
    assert RULESET.faults(state) == []


def test_the_odds_of_a_card_stand_against_each_card_of_the_other() -> None:
    battle, knight, _ = foes()
    found = foresight.odds(battle, knight, "DELIVER_BLOW@1")
    assert found["against STAND GROUND"].endswith("%")
    assert found["hit"] == found["against STAND GROUND"]
    rush = foresight.odds(battle, knight, "CHARGE")
    assert int(rush["against CLOSE"].split()[0]) != int(found["against CLOSE"].split()[0])
