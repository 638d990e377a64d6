"""Turning on the spot: free, for everybody who takes or declines an action (OP-FIG-05)."""

from __future__ import annotations

from banneret.rulesets.one_page_skirmish.screen.events import Shot, Turned
from banneret.rulesets.one_page_skirmish.turn import man_by_man
from rulesets.one_page_skirmish.arms import act, shoot
from rulesets.one_page_skirmish.field import field, man
from rulesets.scripting import events_of


def test_op_fig_05_turning_takes_no_action() -> None:
    """Having turned he shoots in the same turn, and so he faces his mark."""
    battle = field("a bow: longbow at 10,10 | b foe: x1 at 10,30")
    table = act(battle, "bow", 1, answers=["turn", {0: [10.0, 10.0, 90.0]}, "fire"])
    assert [e.facing for e in events_of(table, Turned)] == [90.0]
    assert len(events_of(table, Shot)) == 1
    assert man(battle, "bow").base.facing == 0.0


def test_op_fig_05_who_shoots_or_aims_turns_to_his_mark() -> None:
    """Both are actions, and both turn him."""
    battle = field("a bow: longbow at 10,10 west | b foe: x1 at 30,10")
    shoot(battle, man(battle, "bow"), man(battle, "foe"), 1)
    assert man(battle, "bow").base.facing == 90.0
    battle = field("a bow: longbow at 10,10 west | b foe: x1 at 30,10")
    act(battle, "bow", answers=["aim"])
    assert man(battle, "bow").base.facing == 90.0


def test_op_fig_05_the_shaken_and_the_leaderless_turn_too() -> None:
    """They decline an action as well as anybody."""
    for state in ("shaken", "leaderless"):
        battle = field(f"a men: x2 at 10,10 {state} | b foe: x1 at 10,30")
        assert "turn" in man_by_man.allowed_kinds(battle, man(battle, "men", 1))
