"""A captor whose horse runs away with him leaves his captive (KK-YIELD-09, KK-PANIC-04)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.rulesets.knights_and_knaves.basics.state import NOBODY, Battle
from banneret.rulesets.knights_and_knaves.morale import failing
from banneret.rulesets.knights_and_knaves.movement.march.marching import movement
from banneret.rulesets.knights_and_knaves.screen.deeds import Freed, Moved
from banneret.rulesets.knights_and_knaves.shooting import phase as shooting
from rulesets.knights_and_knaves.field import declare, field, man
from rulesets.knights_and_knaves.scripts import play, run
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
    play(battle, failing.free_captives)
    assert man(battle, "Hal").status == "gone"
    assert man(battle, "Odo").status == "steady"


def test_kk_panic_04_a_horse_that_will_not_move_keeps_him() -> None:
    """Neither goes anywhere, and the captive stays one."""
    battle = captor("refuse")
    play(battle, movement)
    assert man(battle, "Odo").status == "captive"


def ridden_on(words: str, **rest: Any) -> dict[str, Any]:
    """Guy has ridden through Odo and comes upon Tom: what both are asked, by name."""
    battle = field(
        "a Guy: knight sword mounted destrier at 20,10 horse.gait=gallop charge_rest=8.0 | "
        f"b Odo: at 20,11.5 | b Tom: mounted {words} at 20,15",
        phase="gallop",
        gallopers=(0,),
        **rest,
    )
    table = run(battle, "fights", answers={"meet": "nothing"}, exact=False)
    return {battle.men[one.about[0]].profile.name: one for one in table.by.was_asked("meet")}


@pytest.mark.parametrize(("panic", "shoots"), [("", True), ("bolt", False), ("refuse", True)])
def test_kk_panic_04_he_shoots_from_a_horse_that_stands_not_from_one_that_bolts(
    panic: str, shoots: bool
) -> None:
    """If his chit allows it."""
    battle = field(
        f"a Guy: mounted composite_bow ready=true chit=shoot panic={panic} at 30,30 | "
        "b foe: at 30,40"
    )
    guy = man(battle, "Guy")
    assert shooting.may_shoot(guy) is shoots
    guy.chit = "stay"
    assert not shooting.may_shoot(guy)


@pytest.mark.parametrize(("panic", "off"), [("", True), ("refuse", True), ("bolt", False)])
def test_kk_panic_04_he_gets_off_a_horse_that_will_not_move(panic: str, off: bool) -> None:
    """If he was told to dismount; off one that bolts he does not."""
    battle = field(
        f"a Guy: mounted horse.stamina=5 panic={panic} at 30,30 | b foe: at 30,40", phase="move"
    )
    declare(man(battle, "Guy"), "dismount")
    play(battle, movement)
    assert (man(battle, "Guy").horse == NOBODY) is off


@pytest.mark.usefixtures("idle")
def test_kk_panic_04_a_destrier_that_charges_is_a_charge_at_the_gallop() -> None:
    """For all rules: the lance has a die more and is lost, and he rides on through."""
    battle = field(
        "a Guy: knight lance sword mounted destrier horse.stamina=5 panic=charge chit=stay "
        "armor=12 at 20,10 | b Odo: armor=12 at 20,14",
        phase="move",
    )
    said = {"fight": "nothing", "fight Guy": f"strike:{man(battle, 'Odo').id}"}
    table = run(battle, "fatigue", dice=[9, 1, 1, 1], answers=said, exact=False)
    guy = man(battle, "Guy")
    assert guy.lance_lost
    assert [one.how for one in events_of(table, Moved)] == ["charge", "ride_on"]
    assert guy.base.y > 16.0


@pytest.mark.parametrize(("panic", "no"), [("bolt", "KK-PANIC-04"), ("refuse", "")])
def test_kk_panic_04_on_a_bolting_horse_he_only_parries_a_rider_who_rides_on(
    panic: str, no: str
) -> None:
    """Also whom a charger meets behind the first; on one that stands he may strike."""
    found = ridden_on(f"panic={panic}")["Tom"].refusal("strike")
    assert (found.clause if found is not None else "") == no


@pytest.mark.parametrize(("struck", "no"), [((), ""), ((2,), "KK-MELEE-01")])
def test_kk_melee_01_whom_he_meets_does_not_strike_again(struck: tuple[int, ...], no: str) -> None:
    """Tom may have struck at another charger before this one came through."""
    found = ridden_on("", struck=struck)["Tom"].refusal("strike")
    assert (found.clause if found is not None else "") == no
