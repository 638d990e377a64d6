"""What is worked out and kept is the same as worked out anew: no kept answer is ever stale.

Battles are fought twice, once with memos that never answer; they must lead to the same end.
"""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.players.chance import ChancePlayer
from banneret.rulesets.knights_and_knaves import RULESET
from banneret.rulesets.knights_and_knaves.screen.hidden.view import SEEN_BY
from banneret.tabletop.memo import Memo

# whose view it is, and what a captain has made up his mind about: no answers but notes
NOTES = {SEEN_BY, "captain", "aimed at"}
SCENARIOS = sorted(set(RULESET.scenarios) - {"four_banners"})


class Forgetful(dict[Any, Any]):
    """Says that it has nothing, whatever was put in, apart from notes."""

    def __contains__(self, key: object) -> bool:
        """Only notes are known."""
        return _is_note(key) and super().__contains__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        """A note, or nothing."""
        return super().get(key, default) if _is_note(key) else default

    def setdefault(self, key: Any, default: Any = None) -> Any:
        """Forget what was there, unless it was noted."""
        if _is_note(key):
            return super().setdefault(key, default)
        self[key] = default
        return default


def _is_note(key: object) -> bool:
    return (key[0] if isinstance(key, tuple) else key) in NOTES


def _forgetful(memo: Memo) -> None:
    memo.places, memo.muster = Forgetful(), Forgetful()


def fought(scenario: str, seed: int, *, captains: bool) -> tuple[str, int]:
    """The end of a battle with options turned round as the seed says, and its decisions."""
    chance = RandomDice(f"kept {scenario} {seed}")
    options = {one.key: one.values[chance.die(len(one.values)) - 1] for one in RULESET.settings}
    battle = RULESET.begin(scenario, options, {})
    players = {
        side: RULESET.captain(side, RULESET.levels[0])
        if captains
        else ChancePlayer(f"{side}{seed}")
        for side in RULESET.sides(battle)
    }
    game = Game(RULESET, battle, dice=RandomDice(seed), players=players, history=False)
    game.advance()
    return game.digest(), game.decisions


def same_without_memory(monkeypatch: pytest.MonkeyPatch, scenario: str, *, captains: bool) -> None:
    usual = fought(scenario, 7, captains=captains)
    monkeypatch.setattr(Memo, "__init__", _forgetful)
    assert fought(scenario, 7, captains=captains) == usual


@pytest.mark.parametrize("scenario", SCENARIOS[::3])
def test_kept_answers_are_those_worked_out_anew(
    monkeypatch: pytest.MonkeyPatch, scenario: str
) -> None:
    """Chance asks for everything the rules can ask."""
    same_without_memory(monkeypatch, scenario, captains=False)


@pytest.mark.slow
@pytest.mark.parametrize("captains", [False, True])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_in_every_scenario(monkeypatch: pytest.MonkeyPatch, scenario: str, captains: bool) -> None:
    """Captains look at views, which keep answers of their own."""
    same_without_memory(monkeypatch, scenario, captains=captains)


def test_a_table_for_small_figures_remembers_nothing_of_one_for_tall_ones() -> None:
    """What is kept with the ground of a battle is never that of another scale."""
    tall, small = (
        RULESET.begin("village_raid", {"scale_15mm": small}, {}) for small in (False, True)
    )
    again = RULESET.begin("village_raid", {"scale_15mm": True}, {})
    assert small.ground is again.ground
    assert small.ground.nets is not tall.ground.nets
