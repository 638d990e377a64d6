"""Lance runs (OP-CHARGE-14, 15)."""

from __future__ import annotations

from typing import Any

from banneret.rulesets.one_page_skirmish.movement.dice import lance_bonus
from rulesets.one_page_skirmish.adjudged import adjudge, lines


def lance(final_straight: float = 12.0, **facts: Any) -> tuple[int, str]:
    result = adjudge("lance", {"final_straight": final_straight, **facts})
    return result["bonus"], result["reason"]


def test_op_charge_14_nine_inches_straight() -> None:
    """Run 9.0: +1; run 8.9: 0."""
    assert lance(9.0) == (1, "ok")
    assert lance(8.9) == (0, "run_too_short")


def test_a_rider_who_charged_with_his_lance_is_the_rule() -> None:
    """Unless said otherwise he is mounted, charged this turn and holds the lance."""
    assert lance_bonus(9.0) == (1, "ok")


def test_op_charge_15_what_spoils_the_run() -> None:
    """A follower shifted 9.5 inches qualifies, 8 does not; slow ground and obstacles spoil it."""
    assert lance(9.5) == (1, "ok")
    assert lance(8.0) == (0, "run_too_short")
    assert lance(crosses_slow_or_obstacle=True) == (0, "ground_breaks_the_run")
    assert lance(mounted=False) == (0, "on_foot")
    assert lance(lance_in_hand=False) == (0, "no_lance")


def test_op_melee_03_only_in_the_turn_of_the_charge() -> None:
    assert lance(charged_this_turn=False) == (0, "no_charge")
    assert lines("lance", {"final_straight": 9}) == {"charging with a lance": 1}
    assert lines("lance", {"final_straight": 9, "charged_this_turn": False}) == {}


def test_op_wpn_05_a_lance_needs_a_horse() -> None:
    assert lance(mounted=False) == (0, "on_foot")
    assert lance() == (1, "ok")
