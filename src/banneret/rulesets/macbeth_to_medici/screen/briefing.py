"""Before a battle: what each side wants, and when it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.ruleset import Brief

from ..basics.state import SIDES
from ..setup.entries import SIDE_NUMBERS

if TYPE_CHECKING:
    from ..setup.entries import Scenario

BREAK = "Break the enemy's army: it breaks when half the points of its units are lost."


def brief(scenario: Scenario) -> Brief:
    """The three lines before a battle; who is stronger is told by the points."""
    end = f"When an army breaks, or after {scenario.turn_limit} turns."
    edge = dict.fromkeys(SIDES, scenario.odds) if scenario.odds else {}
    return Brief({side: _aim(scenario, side) for side in SIDES}, end, edge, "elements")


def _aim(scenario: Scenario, side: str) -> str:
    """Everybody may break the enemy; some have another way, in the scenario's words."""
    ways = [one.says for one in scenario.win if one.side == SIDE_NUMBERS[side] and one.says]
    return " ".join([BREAK, *(f"Or: {way}." for way in ways)]) if ways else BREAK
