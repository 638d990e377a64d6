"""A captor whose horse runs away with him leaves his captive (KK-YIELD-09, KK-PANIC-04)."""

from __future__ import annotations

import pytest

from banneret.rulesets.knights_and_knaves import yields
from banneret.rulesets.knights_and_knaves.deeds import Freed
from banneret.rulesets.knights_and_knaves.march import movement
from banneret.rulesets.knights_and_knaves.state import Battle
from rulesets.knights_and_knaves.field import field, man
from rulesets.knights_and_knaves.scripts import play
from rulesets.scripting import events_of


def captor(panic: str, y: float = 20.0) -> Battle:
    battle = field(
        f"a Hal: mounted horse.stamina=2 escorting chit=escort panic={panic} at 30,{y} | "
        f"b Odo: captive weapon=none at 31.1,{y} | b foe: at 30,{y + 14}",
        phase="move",
    )
    hal, odo = man(battle, "Hal"), man(battle, "Odo")
    hal.held, odo.held = odo.id, hal.id
    return battle


@pytest.mark.parametrize("panic", ["bolt", "charge"])
def test_kk_yield_09_a_runaway_horse_takes_no_captive_along(panic: str) -> None:
    """He stands where he was left, free and without a weapon; the captor is a man like others."""
    battle = captor(panic)
    table = play(battle, movement)
    hal, odo = man(battle, "Hal"), man(battle, "Odo")
    assert abs(hal.base.y - 20.0) > 5.0
    assert (odo.base.x, odo.base.y) == (31.1, 20.0)
    assert (odo.status, odo.weapon, hal.status) == ("steady", "none", "steady")
    assert [one.man for one in events_of(table, Freed)] == [odo.id]


def test_kk_yield_09_nor_off_the_table() -> None:
    """Bolted over the edge, he has lost him all the same."""
    battle = captor("bolt", 4.0)
    play(battle, movement)
    play(battle, yields.free_captives)
    assert man(battle, "Hal").status == "gone"
    assert man(battle, "Odo").status == "steady"


def test_kk_panic_04_a_horse_that_will_not_move_keeps_him() -> None:
    """Neither goes anywhere, and the captive stays one."""
    battle = captor("refuse")
    play(battle, movement)
    assert man(battle, "Odo").status == "captive"
