"""How men start: weapons in hand, in the saddle or on foot, unhurt (OP-SETUP-05)."""

from __future__ import annotations

import msgspec

from banneret.rulesets.one_page_skirmish.basics.checks import faults
from banneret.rulesets.one_page_skirmish.basics.state import COMING
from banneret.rulesets.one_page_skirmish.melee import injuries
from banneret.rulesets.one_page_skirmish.setup import beginning
from banneret.rulesets.one_page_skirmish.setup.arming import start, way_label, ways_to_start
from banneret.rulesets.one_page_skirmish.setup.beginning import begin, deploy, first_deployer
from banneret.rulesets.one_page_skirmish.setup.enlisting import full_load
from banneret.rulesets.one_page_skirmish.setup.on_file import Force, Others, force_named
from rulesets.one_page_skirmish.field import field, man, play, questions_of, unit
from rulesets.one_page_skirmish.setting_up import scenario, set_up
from rulesets.scripting import first


def test_op_setup_05_crossbows_start_loaded() -> None:
    """Every crossbow has all its load points; nobody is hurt or shaken."""
    for options in ({}, {"reload_reading": "one_load"}):
        battle = begin("crossroads", options, {})
        crossbows = [f for f in battle.figures if "crossbow" in f.profile.weapons]
        assert crossbows
        assert all(f.load == full_load(battle) for f in crossbows)
        assert all(f.hits == 0 and f.stun == -1 for f in battle.figures)
        assert all(one.status == "steady" for one in battle.units)


def test_op_setup_05_a_rider_may_start_on_foot() -> None:
    """Chosen on foot, the Knight lays his lance by for good and his mount stands beside him."""
    battle = begin("crossroads", {}, {})
    play(battle, first_deployer, dice=[2, 9])
    table = play(battle, deploy, answers=[("deploy.weapon", "hand_weapon.foot"), first])
    knight = man(battle, "a.knight")
    assert not knight.mounted
    assert (knight.in_hand, knight.lance_dropped) == ("hand_weapon", True)
    assert [mount.side for mount in battle.mounts] == ["a"]
    assert questions_of(table) == ["deploy.weapon", "deploy.place"]
    assert faults(battle) == []


def test_op_setup_05_weapons_man_by_man() -> None:
    """The owner may choose for each man; the ways of the list come first."""
    battle = begin("crossroads", {}, {})
    play(battle, first_deployer, dice=[2, 9])
    play(battle, deploy, answers=[first, first])
    choices = ["longbow", "hand_weapon", "longbow", "longbow"]
    play(battle, deploy, answers=["each", *choices, first])
    held = [battle.figures[key].in_hand for key in unit(battle, "archers").members]
    assert held == choices
    assert ways_to_start(man(battle, "b.lances", 1)) == ["lance", "hand_weapon", "hand_weapon.foot"]


def test_op_setup_05_reinforcements_stay_off_the_table() -> None:
    """The lord and his retinue are still to come when the manor is set up."""
    battle = set_up(begin("manor", {}, {}))
    late = unit(battle, "lord")
    assert (late.arrival_round, late.arrival_edge) == (3, "north")
    assert man(battle, "lord").fate == COMING


def test_hurt_men_are_not_set_up_hurt() -> None:
    """OP-SCORE-06 and OP-SETUP-05: a force begins every battle whole."""
    battle = set_up(begin("crossroads", {}, {}))
    play(battle, injuries.strike, man(battle, "a.knight"), None)
    again = set_up(begin("crossroads", {}, {}))
    assert all(figure.hits == 0 for figure in again.figures)
    assert beginning.DEFAULT_FORCES["a"] == again.seats[0].force


def test_mixed_groups_start_as_listed_or_man_by_man() -> None:
    """OP-WPN-03: where men differ, the owner takes the list as it is or goes through them."""
    knight, archers, _ = force_named("english_1346").unit
    bills = Others(count=1, weapons=("polearm",), in_hand="polearm")
    mixed = Force(
        id="mixed",
        name="Mixed",
        unit=(knight, msgspec.structs.replace(archers, count=3, others=(bills,))),
    )
    battle = begin(scenario(first_deployer="a"), {}, {"a": mixed, "b": mixed})
    play(battle, first_deployer)
    play(battle, deploy, answers=[first, first])
    play(battle, deploy, answers=[("deploy.weapon", "as_listed"), first])
    assert man(battle, "a.archers", 3).in_hand == "polearm"
    assert faults(battle) == []


def test_a_man_who_can_hold_nothing_else_has_bare_hands() -> None:
    """OP-WPN-05: a rider with a lance alone who starts on foot fights with what he finds."""
    battle = field("a rider: knight lance mounted at 10,10")
    rider = man(battle, "rider")
    assert ways_to_start(rider) == ["lance", "improvised.foot"]
    start(battle, rider, "improvised.foot")
    assert (rider.in_hand, rider.mounted, rider.lance_dropped) == ("improvised", False, True)


def test_ways_to_start_are_named_for_people() -> None:
    """Keys become words."""
    ways = ("as_listed", "each", "hand_weapon", "hand_weapon.foot")
    assert [way_label(way) for way in ways] == [
        "as listed",
        "man by man",
        "hand weapon",
        "hand weapon, on foot",
    ]
