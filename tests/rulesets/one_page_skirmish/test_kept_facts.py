"""What a battle keeps of who is who is what a look round would find, step after step."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.play.table import Unrecorded
from banneret.players.chance import ChancePlayer
from banneret.rulesets import RULESETS
from banneret.rulesets.one_page_skirmish.basics.state import (
    Battle,
    Figure,
    Memo,
    Unit,
    awake,
    clone,
    close_enemies,
    enemies,
    hidden_units,
    in_combat,
    leaderless,
    on_table,
    seen_enemies,
    standing,
    stunned,
)
from banneret.rulesets.one_page_skirmish.turn.deck import units_of
from banneret.rulesets.one_page_skirmish.turn.ending.score import losses
from banneret.rulesets.one_page_skirmish.turn.hidden import secrecy
from banneret.rulesets.one_page_skirmish.turn.man_by_man import kinds

BOOK = RULESETS["one_page_skirmish"]
FINDERS: tuple[Callable[[Battle], Sequence[Figure | Unit]], ...] = (
    on_table,
    stunned,
    hidden_units,
    leaderless,
    in_combat,
)


@pytest.mark.parametrize("cards", ["player", "group", "colour"])
@pytest.mark.parametrize("scenario", sorted(BOOK.scenarios))
def test_facts_that_are_kept_are_those_of_the_state(scenario: str, cards: str) -> None:
    """A battle at random on one state, as the laboratory plays it, looked at after every step."""
    battle = BOOK.begin(scenario, {"turn_cards": cards}, {})
    deciders = dict.fromkeys(BOOK.sides(battle), ChancePlayer(scenario))
    table = Unrecorded(battle, RandomDice(scenario), deciders)
    while BOOK.over(battle) is None:
        BOOK.play_step(table)
        compare(battle)


def compare(battle: Battle) -> None:
    """Hold what is kept against a battle that has kept nothing."""
    fresh = clone(battle)
    fresh.memo = Memo()
    for find in FINDERS:
        assert numbers(find(battle)) == numbers(find(fresh)), find
    for side in ("a", "b"):
        assert numbers(enemies(battle, side)) == numbers(enemies(fresh, side))
        assert numbers(seen_enemies(battle, side)) == numbers(seen_enemies(fresh, side))
        assert secrecy(battle, side) == secrecy(fresh, side)
    for unit, same in zip(battle.units, fresh.units, strict=True):
        assert numbers(standing(battle, unit)) == numbers(standing(fresh, same))
        assert numbers(awake(battle, unit)) == numbers(awake(fresh, same))
    for player in BOOK.sides(battle):
        assert numbers(units_of(battle, player)) == numbers(units_of(fresh, player))
    for figure in on_table(battle):
        assert kinds(battle, figure) == kinds(fresh, figure)
    assert losses(battle) == losses(fresh)
    assert dict(close_enemies(battle)) == dict(close_enemies(fresh))


def numbers(found: Sequence[Figure | Unit]) -> list[int]:
    return [one.id for one in found]
