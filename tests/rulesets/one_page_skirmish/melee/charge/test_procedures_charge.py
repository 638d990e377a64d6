"""Charges: nerve, retreat, reach (section CHARGE and its options)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.one_page_skirmish.adjudged import adjudge, lines, refusal, ruling

FOOT = {"class": "man_at_arms"}
HORSE = {"class": "man_at_arms", "mounted": True}
BROKEN = {"class": "peasant", "figures_lost": 9}  # target -2: any die routs them
SHAKEN = {"class": "peasant", "figures_lost": 6}  # target 1: 2 or 3 shakes them


def charge(*faces: int, distance: float = 10, **facts: Any) -> dict[str, Any]:
    """A foot charge at Men at Arms on foot, ten inches off, unless said otherwise."""
    situation = {"distance": distance, "attacker": FOOT, "defender": FOOT, **facts}
    return adjudge("charge", situation, *faces)


def test_op_charge_02_reach_is_the_highest_charge_roll() -> None:
    """Foot at 18.0 may declare, at 18.1 may not; horse at 24; the wound's -1 is deducted."""
    assert charge(1, 1, 6, 6, 6, distance=18)["result"] == "contact"
    assert charge(distance=18.1)["result"] == "out_of_reach"
    assert charge(1, 1, 6, 6, 6, 6, distance=24, attacker=HORSE)["result"] == "contact"
    assert charge(distance=24.1, attacker=HORSE)["result"] == "out_of_reach"
    wounded = {**FOOT, "leader_wounded": True}
    assert charge(distance=17.5, attacker=wounded)["result"] == "out_of_reach"
    assert charge(1, 1, 6, 6, 6, distance=17, attacker=wounded)["charge_move"] == 17
    road = {**FOOT, "road": True}
    assert charge(distance=18.1, attacker=road)["result"] == "out_of_reach"


def test_op_opt_03_foot_reach_twelve_without_the_charge_die() -> None:
    horse_only = {"charge_die": "horse_only"}
    assert charge(distance=12.1, options=horse_only)["result"] == "out_of_reach"
    assert charge(1, 1, 6, 6, distance=12, options=horse_only)["charge_move"] == 12


def test_op_charge_02_out_of_reach_rolls_nothing() -> None:
    """Nobody tests and nobody rolls."""
    assert charge(distance=19) == {
        "attacker_test": "none",
        "attacker_target": None,
        "defender_test": "none",
        "defender_target": None,
        "retreat": 0.0,
        "needed": 19.0,
        "charge_move": 0,
        "result": "out_of_reach",
    }


@pytest.mark.parametrize("status", ["shaken", "routing"])
def test_op_charge_02_a_restricted_unit_cannot_declare(status: str) -> None:
    situation = {"distance": 5, "attacker": {**FOOT, "status": status}, "defender": FOOT}
    assert f"attacker.status = '{status}'" in refusal("charge", situation)


def test_op_charge_03_the_attacker_tests_first() -> None:
    """The first die of the charge is the attacker's d10."""
    situation = {"distance": 10, "attacker": FOOT, "defender": FOOT}
    first = ruling("charge", situation, 8, 1, 6, 6, 6).dice[0]
    assert (first.purpose, first.sides) == ("attacker morale", 10)


def test_op_charge_04_a_success_this_turn_exempts() -> None:
    """Passed in the Morale phase: the first die rolled is the defender's."""
    situation = {"distance": 10, "attacker": FOOT, "defender": FOOT, "attacker_passed": True}
    ruled = ruling("charge", situation, 1, 6, 6, 6)
    assert ruled.dice[0].purpose == "defender morale"
    assert ruled.result["attacker_test"] == "exempt"
    assert ruled.result["attacker_target"] is None


def test_op_morale_32_one_success_covers_the_turn() -> None:
    """Passed casualty test, then charges: no attacker die."""
    result = charge(1, 4, 4, 4, attacker_passed=True)
    assert (result["attacker_test"], result["result"]) == ("exempt", "contact")


def test_op_charge_05_attacker_fails() -> None:
    """By 1-2 shaken, by 3 rout; the defender is not tested and nobody charges."""
    assert charge(9)["attacker_test"] == "shaken"
    failed = charge(10, attacker={"class": "peasant"})
    assert failed["attacker_test"] == "rout"
    assert (failed["defender_test"], failed["result"]) == ("none", "no_charge")


def test_op_charge_06_the_defender_tests_second() -> None:
    """Second die is the defender's d10."""
    situation = {"distance": 10, "attacker": FOOT, "defender": FOOT}
    assert ruling("charge", situation, 8, 8, 6, 6, 6).dice[1].purpose == "defender morale"


def test_op_morale_02_both_halves_of_a_charge_test() -> None:
    """Declaring a charge asks for the attacker's test and then the defender's."""
    situation = {"distance": 10, "attacker": FOOT, "defender": FOOT}
    purposes = [die.purpose for die in ruling("charge", situation, 8, 8, 6, 6, 6).dice]
    assert purposes == ["attacker morale", "defender morale", "charge", "charge", "charge"]


def test_op_charge_07_every_charge_is_tested() -> None:
    """A defender who passed against an earlier charge tests again."""
    assert charge(1, 8, 4, 4, 4, defender_passed=True)["defender_test"] == "success"


def test_op_opt_09_a_second_charge_needs_no_second_test() -> None:
    once = {"defender_retest": "once_per_turn"}
    second = charge(1, 4, 4, 4, defender_passed=True, options=once)
    assert second["defender_test"] == "exempt"
    assert charge(1, 8, 4, 4, 4, options=once)["defender_test"] == "success"


def test_op_charge_08_a_defender_who_succeeds_stands() -> None:
    """Routing unit passes when charged: stands, so the needed distance is the distance."""
    result = charge(1, 8, 4, 4, 4, defender={**FOOT, "status": "routing"})
    assert (result["defender_test"], result["retreat"], result["needed"]) == ("success", 0.0, 10.0)


def test_op_charge_09_shaken_falls_back_to_cover() -> None:
    """In the open, cover 4 inches behind: moves up to 4 back; in cover: stays and rolls nothing."""
    far = charge(1, 2, 6, 6, 6, 6, 6, defender=SHAKEN, cover_distance=4)
    assert (far["defender_test"], far["retreat"], far["needed"]) == ("shaken", 4.0, 14.0)
    near = charge(1, 2, 1, 2, 6, 6, 6, defender=SHAKEN, cover_distance=4)
    assert near["retreat"] == 3.0
    covered = charge(1, 2, 6, 6, 6, defender=SHAKEN, cover_distance=0)
    assert covered["retreat"] == 0.0


def test_op_morale_26_no_cover_anywhere() -> None:
    """He goes straight away from the threat by the whole roll."""
    result = charge(1, 2, 4, 5, 6, 6, 6, defender=SHAKEN)
    assert result["retreat"] == 9.0


def test_op_charge_10_rout_at_once() -> None:
    """The defender's retreat dice come before the charge dice; cover does not stop him."""
    situation = {"distance": 3, "attacker": FOOT, "defender": BROKEN, "cover_distance": 1}
    ruled = ruling("charge", situation, 1, 1, 2, 3, 4, 4, 4)
    purposes = [die.purpose for die in ruled.dice]
    assert purposes[2:] == ["retreat", "retreat", "charge", "charge", "charge"]
    assert (ruled.result["defender_test"], ruled.result["retreat"]) == ("rout", 5.0)


def test_op_morale_24_a_rout_uses_the_whole_normal_roll() -> None:
    """Foot 4 and 3 retreat 7; horse roll three; a road adds a die; a wounded leader loses 1."""
    assert charge(1, 1, 4, 3, 6, 6, 6, defender=BROKEN)["retreat"] == 7.0
    horse = {**BROKEN, "mounted": True}
    assert charge(1, 1, 4, 3, 2, 6, 6, 6, defender=horse)["retreat"] == 9.0
    road = {**BROKEN, "road": True}
    assert charge(1, 1, 4, 3, 2, 6, 6, 6, defender=road)["retreat"] == 7.0
    wounded = {**BROKEN, "leader_wounded": True}
    assert charge(1, 1, 4, 3, 6, 6, 6, defender=wounded)["retreat"] == 6.0


def test_op_opt_11_a_rout_of_the_highest_dice() -> None:
    """12 inches on foot, 18 mounted, no retreat dice, no wound deducted."""
    most = {"max_retreat": "dice_maximum"}
    wounded = {**BROKEN, "leader_wounded": True}
    result = charge(1, 1, 6, 6, 6, defender=wounded, options=most)
    assert (result["retreat"], result["needed"], result["result"]) == (12.0, 22.0, "short")
    horse = {**BROKEN, "mounted": True}
    assert charge(1, 1, 6, 6, 6, defender=horse, options=most)["retreat"] == 18.0
    shaken = charge(1, 2, 1, 1, 6, 6, 6, defender=SHAKEN, options=most)
    assert shaken["retreat"] == 2.0  # a retreat to cover is no rout


def test_op_charge_11_order_of_a_charge() -> None:
    """Attacker, defender, retreat, charge."""
    situation = {"distance": 3, "attacker": HORSE, "defender": SHAKEN, "cover_distance": 9}
    purposes = [die.purpose for die in ruling("charge", situation, 1, 2, 1, 1, 1, 1, 1, 1).dice]
    assert list(dict.fromkeys(purposes)) == [
        "attacker morale",
        "defender morale",
        "retreat",
        "charge",
    ]


def test_op_charge_12_contact_on_the_last_inch() -> None:
    """Distance 11 is reached on a roll of 11, not on 10."""
    assert charge(1, 1, 4, 4, 3, distance=11)["result"] == "contact"
    assert charge(1, 1, 4, 4, 2, distance=11)["result"] == "short"


def test_op_charge_13_falling_short() -> None:
    """Roll 10, distance 11: short, the whole roll is moved; distance 10 is reached."""
    assert charge(1, 1, 4, 4, 2, distance=10)["result"] == "contact"
    result = charge(1, 1, 4, 4, 2, distance=11)
    assert (result["charge_move"], result["result"]) == (10, "short")


def test_op_charge_19_caught_while_retreating() -> None:
    """A rout is caught if the roll covers distance and retreat."""
    result = charge(1, 1, 1, 1, 4, 4, 4, distance=10, defender=BROKEN)
    assert (result["needed"], result["result"]) == (12.0, "contact")


def test_op_charge_22_no_refusing_by_default() -> None:
    """The wish to decline changes nothing: the defender tests."""
    assert charge(1, 8, 4, 4, 4, defender_declines=True)["defender_test"] == "success"


def test_op_opt_17_a_steady_unit_may_decline() -> None:
    """Declining rolls retreat dice but no morale die; a shaken unit must test."""
    may = {"receive_charge": "may_decline"}
    declined = charge(1, 5, 6, 4, 4, 4, defender_declines=True, options=may)
    assert (declined["defender_test"], declined["retreat"]) == ("declined", 11.0)
    assert declined["defender_target"] is None
    covered = charge(1, 4, 4, 4, defender_declines=True, cover_distance=0, options=may)
    assert covered["retreat"] == 0.0
    shaken = {**FOOT, "status": "shaken"}
    tested = charge(1, 8, 4, 4, 4, defender=shaken, defender_declines=True, options=may)
    assert tested["defender_test"] == "success"
    assert charge(1, 8, 4, 4, 4, options=may)["defender_test"] == "success"


def test_op_opt_10_shaken_may_stand() -> None:
    """With the option a shaken defender stands if his owner likes; a routing one never."""
    choose = {"shaken_reaction": "choose"}
    stood = charge(1, 2, 4, 4, 4, defender=SHAKEN, stands_anyway=True, options=choose)
    assert (stood["defender_test"], stood["retreat"]) == ("shaken", 0.0)
    went = charge(1, 2, 1, 1, 4, 4, 4, defender=SHAKEN, options=choose)
    assert went["retreat"] == 2.0
    rout = charge(1, 1, 1, 1, 4, 4, 4, defender=BROKEN, stands_anyway=True, options=choose)
    assert rout["retreat"] == 2.0
    default = charge(1, 2, 1, 1, 4, 4, 4, defender=SHAKEN, stands_anyway=True)
    assert default["retreat"] == 2.0


def test_op_morale_23_a_routing_defender_has_no_milder_failure() -> None:
    """A test forced by a charge counts too: failed by 1, he runs on past any cover."""
    routing = {**SHAKEN, "status": "routing"}
    result = charge(1, 2, 3, 3, 6, 6, 6, defender=routing, cover_distance=1)
    assert (result["defender_test"], result["retreat"]) == ("rout", 6.0)


def test_a_charge_explains_both_targets() -> None:
    """The breakdown says whose modifier each is."""
    situation = {"distance": 10, "attacker": FOOT, "defender": SHAKEN, "cover_distance": 0}
    assert lines("charge", situation, 1, 2, 6, 6, 6) == {
        "attacker: base morale, man at arms": 8,
        "defender: base morale, peasant": 7,
        "defender: figures lost": -6,
    }


def test_both_parties_are_checked() -> None:
    wrong = {"class": "elite", "figures": 2, "figures_in_cover": 3}
    assert "attacker.figures_in_cover" in refusal(
        "charge", {"distance": 5, "attacker": wrong, "defender": FOOT}
    )
    assert "defender.figures_in_cover" in refusal(
        "charge", {"distance": 5, "attacker": FOOT, "defender": wrong}
    )
