"""What a turn leaves behind is cleared away; what can never be true is noticed (KK-TURN)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from banneret.rulesets.knights_and_knaves.basics.checks import faults
from banneret.rulesets.knights_and_knaves.basics.state import NOBODY, Battle, Declared, changed, put
from banneret.rulesets.knights_and_knaves.melee import arms
from rulesets.knights_and_knaves.field import field, man
from rulesets.knights_and_knaves.scripts import run

FOE = "b foe: at 60,40"


def test_kk_finis_08_the_rest_clears_the_last_turn_away() -> None:
    """No chit, panic or choice of it is left, and who was caught may draw a weapon again."""
    battle = field(
        f"a Hal: longbow sword chit=stay rolled=stay in_command at 30,4 | {FOE}",
        phase="end", turn=40, turns=40,
    )  # fmt: skip
    hal = man(battle, "Hal")
    hal.declared = hal.planned = Declared()
    battle.declared, battle.caught, battle.charges = (hal.id,), (hal.id,), ((hal.id, 1, 4.0, 2.0),)
    run(battle, "setup", answers={"renew": "renew"})
    assert not any((hal.chit, hal.rolled, hal.declared, hal.planned, hal.in_command))
    assert not any((battle.declared, battle.charges))
    assert arms.may_draw(battle, hal)
    assert faults(battle) == []


def test_kk_finis_08_after_the_rest_they_begin_afresh() -> None:
    """The stunned are up, withdrawn units stay, nobody knows where the enemy is or has met him.

    And the horses have stood.
    """
    battle = field(
        "a men: x5 withdrawing unit.withdrawing=true at 30,4 | a Hal: stun=3 at 10,4 | "
        f"a Guy: mounted horse.gait=gallop horse.last_gait=gallop at 20,4 | {FOE}",
        phase="end", turn=40, turns=40,
    )  # fmt: skip
    hal, own = man(battle, "Hal"), battle.retinues[0]
    hal.touched = hal.lost_reach = (man(battle, "foe").id,)
    hal.resupply, hal.searches, hal.stopped_at, hal.scaling = 1, "carts", "hedge", "hedge"
    own.ends, own.shot_at, own.known, own.suspected = True, True, ((1, 1.0, 1.0),), ("barn:1",)
    run(battle, "setup", answers={"renew": "renew"})
    assert not battle.units[0].withdrawing
    assert not any((hal.touched, hal.lost_reach))
    assert not any((hal.stun, hal.resupply, hal.searches, hal.stopped_at, hal.scaling))
    assert not any((own.ends, own.shot_at, own.known, own.suspected))
    assert (battle.horses[0].gait, battle.horses[0].last_gait) == ("standing", "standing")


# -- every fault is noticed


def _captive_in_the_mere(battle: Battle) -> None:
    hal = man(battle, "Hal")
    hal.status, hal.held = "captive", man(battle, "foe").id
    put(battle, hal, 44.0, 10.0, 0.0)


def _body_off_the_table(battle: Battle) -> None:
    man(battle, "Hal").status = "disabled"
    put(battle, man(battle, "Hal"), -3.0, 10.0, 0.0)


def _under_a_loose_horse(battle: Battle) -> None:
    guy = man(battle, "Guy")
    battle.horses[0].rider, guy.horse = NOBODY, NOBODY
    put(battle, guy, 10.0, 40.0, 0.0)
    put(battle, man(battle, "Hal"), 20.3, 20.0, 0.0)


def _apart_from_his_horse(battle: Battle) -> None:
    guy = man(battle, "Guy")
    guy.base = battle.horses[0].base = man(battle, "Hal").base


def _dead_in_the_saddle(battle: Battle) -> None:
    man(battle, "Guy").status = "dead"


def _rode_off_alone(battle: Battle) -> None:
    battle.horses[0].gone = True


def _threw_what_he_holds(battle: Battle) -> None:
    man(battle, "Hal").thrown = ("sword",)


def _somebody_elses_mate(battle: Battle) -> None:
    man(battle, "Hal").partner = man(battle, "Ned").id


def _carries_the_living(battle: Battle) -> None:
    man(battle, "Hal").carried = man(battle, "Ned").id


def _runs_with_a_chit(battle: Battle) -> None:
    man(battle, "Hal").status, man(battle, "Hal").chit = "routing", "stay"


def _stunned_with_a_chit(battle: Battle) -> None:
    man(battle, "Hal").stun, man(battle, "Hal").chit = 2, "stay"


def _chit_of_last_turn(battle: Battle) -> None:
    man(battle, "Hal").chit, battle.phase = "stay", "rally"


def _blows_never_dealt(battle: Battle) -> None:
    battle.hurt = ((0, NOBODY, 2, "struck", 1),)


def _gallops_twice(battle: Battle) -> None:
    battle.gallopers = (1, 1)


def _charges_on_for_ever(battle: Battle) -> None:
    man(battle, "Guy").charge_rest = 3.0


def _another_mans_lord(battle: Battle) -> None:
    battle.retinues[0].lord = man(battle, "foe").id


@pytest.mark.parametrize(("wrong", "told"), [
    (_captive_in_the_mere, "in the water at 44, 10"),
    (_body_off_the_table, "off the table at -3, 10"),
    (_under_a_loose_horse, "Hal stands on"),
    (_apart_from_his_horse, "a base of 1 by 1, mounted"),
    (_dead_in_the_saddle, "dead in the saddle"),
    (_rode_off_alone, "steady on a horse that is gone"),
    (_threw_what_he_holds, "holds 'sword', which is gone"),
    (_somebody_elses_mate, "is another's"),
    (_carries_the_living, "who is steady"),
    (_runs_with_a_chit, "routing, stunned for 0, with chit 'stay'"),
    (_stunned_with_a_chit, "steady, stunned for 2, with chit 'stay'"),
    (_chit_of_last_turn, "a chit before the turn: 'stay'"),
    (_blows_never_dealt, "hurt left over"),
    (_gallops_twice, "gallopers names somebody twice"),
    (_charges_on_for_ever, "3 inches left of no charge"),
    (_another_mans_lord, "serves another"),
])  # fmt: skip
def test_what_can_never_be_true_is_noticed(wrong: Callable[[Battle], None], told: str) -> None:
    """A battle in order has no fault; spoilt in one way it tells that one."""
    battle = field(
        f"a Hal: at 30,10 | a Guy: mounted at 20,20 | a Ned: at 50,30 | {FOE}",
        terrain="water mere: 40,5..48,15", phase="targets",
    )  # fmt: skip
    assert faults(battle) == []
    wrong(battle)
    changed(battle)
    assert any(told in one for one in faults(battle)), faults(battle)
