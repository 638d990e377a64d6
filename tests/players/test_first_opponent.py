"""The first opponent is beaten by whoever advances together and shoots, in half of the tries."""

from __future__ import annotations

import pytest

from banneret.players import GREEN
from ladder import duel

pytestmark = pytest.mark.slow

TRIES = 100
FIRST_BATTLES = [
    ("one_page_skirmish", "crossroads"),
    ("knights_and_knaves", "market_road"),
    ("arthurian", "ambush_in_the_wood"),
    ("destrier", "duel_at_the_mill"),
]


@pytest.mark.parametrize(("key", "scenario"), FIRST_BATTLES)
def test_a_newcomer_wins_half_of_his_first_battles(key: str, scenario: str) -> None:
    half = TRIES / 2
    assert duel(key, scenario, ("newcomer", GREEN), TRIES, seed=1, enough=half)["won"] >= half
