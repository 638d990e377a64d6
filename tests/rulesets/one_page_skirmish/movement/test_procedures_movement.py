"""Movement: the dice and what they give (section MOVE)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.core.chance.dice import ScriptedDice
from banneret.core.play.table import Table
from banneret.rulesets.one_page_skirmish.basics.options import DEFAULTS, Options
from banneret.rulesets.one_page_skirmish.movement.dice import (
    highest_roll,
    movement_dice,
    movement_weights,
    roll_movement,
    ways_to_reach,
)
from rulesets.one_page_skirmish.adjudged import adjudge, refusal, ruling

HORSE_ONLY = {"charge_die": "horse_only"}


def test_op_move_01_one_set_of_dice_for_the_unit() -> None:
    """A move is one throw, however many figures follow."""
    assert [die.purpose for die in ruling("move", {}, 3, 4).dice] == ["move", "move"]


def test_op_move_02_foot_rolls_two() -> None:
    assert adjudge("move", {}, 3, 4)["allowance"] == 7


def test_op_move_03_horse_rolls_three() -> None:
    assert adjudge("move", {"mounted": True}, 1, 1, 1)["allowance"] == 3


def test_op_move_04_a_charge_adds_a_die() -> None:
    """Three on foot, four on horse."""
    assert adjudge("move", {"charging": True}, 1, 2, 3)["allowance"] == 6
    assert adjudge("move", {"charging": True, "mounted": True}, 1, 2, 3, 4)["allowance"] == 10


def test_op_opt_03_the_charge_die_for_horse_only() -> None:
    """Foot charges with two dice (three on a road), horse still with four."""
    assert adjudge("move", {"charging": True, "options": HORSE_ONLY}, 6, 6)["allowance"] == 12
    road = {"charging": True, "road": True, "options": HORSE_ONLY}
    assert adjudge("move", road, 6, 6, 1) == {
        "allowance": 12,
        "kept": [6, 6],
        "breakdown": [["dice kept", 12]],
    }
    horse = {"charging": True, "mounted": True, "options": HORSE_ONLY}
    assert adjudge("move", horse, 6, 6, 6, 6)["allowance"] == 24


def test_op_move_05_road_drops_the_lowest() -> None:
    """Foot on a road with 1, 5, 6 moves 11."""
    assert adjudge("move", {"road": True}, 1, 5, 6)["allowance"] == 11


def test_op_move_07_road_and_charge() -> None:
    """2, 2, 6, 6 on a foot road charge give 14; five dice keep four on horse."""
    assert adjudge("move", {"road": True, "charging": True}, 2, 2, 6, 6)["allowance"] == 14
    horse = {"road": True, "charging": True, "mounted": True}
    assert adjudge("move", horse, 1, 6, 1, 6, 1)["kept"] == [6, 6, 1, 1]


def test_op_move_23_wounded_leader_loses_an_inch() -> None:
    """Dice 1 and 1 with a wounded Sergeant: 1 inch."""
    result = adjudge("move", {"leader_wounded": True}, 1, 1)
    assert result["allowance"] == 1
    assert result["breakdown"] == [["dice kept", 2], ["leader wounded", -1]]


def test_op_opt_16_a_wound_in_combat_only_spares_the_pace() -> None:
    combat = {"leader_wounded": True, "options": {"wound_scope": "combat"}}
    assert adjudge("move", combat, 1, 1)["allowance"] == 2


def test_op_scale_06_movement_uses_d6_alone() -> None:
    """Every movement die has six sides."""
    for mounted in (False, True):
        for charging in (False, True):
            for road in (False, True):
                facts = {"mounted": mounted, "charging": charging, "road": road}
                dice, keep = movement_dice(mounted, charging, road, DEFAULTS)
                thrown = ruling("move", facts, *[6] * dice)
                assert {die.sides for die in thrown.dice} == {6}
                assert thrown.result["allowance"] == 6 * keep
                assert keep == 2 + mounted + charging
                assert dice == keep + road
    assert "a d6 shows 1 to 6" in refusal("move", {}, 7, 1)


@pytest.mark.parametrize("mounted", [False, True])
@pytest.mark.parametrize("wounded", [False, True])
def test_highest_roll_is_what_sixes_give(mounted: bool, wounded: bool) -> None:
    """The reach of a charge is the allowance of all sixes, on a road or off it."""
    for options in (DEFAULTS, Options(charge_die="horse_only"), Options(wound_scope="combat")):
        for charging in (False, True):
            highest = highest_roll(
                options, mounted=mounted, charging=charging, leader_wounded=wounded
            )
            dice, _ = movement_dice(mounted, charging, True, options)
            facts = {
                "mounted": mounted,
                "charging": charging,
                "road": True,
                "leader_wounded": wounded,
                "options": {
                    "charge_die": options.charge_die,
                    "wound_scope": options.wound_scope,
                },
            }
            assert adjudge("move", facts, *[6] * dice)["allowance"] == highest


def test_a_plain_walk_is_the_rule() -> None:
    """Unless said otherwise nobody charges, claims a road or is wounded."""
    table: Table[None] = Table(None, ScriptedDice(3, 4), {})
    assert roll_movement(table, DEFAULTS, mounted=False).allowance == 7
    assert highest_roll(DEFAULTS, mounted=False) == 12
    assert sum(movement_weights(DEFAULTS, mounted=False).values()) == 36
    assert ways_to_reach(7, DEFAULTS, mounted=False) == (21, 36)
    assert ways_to_reach(7.0005, DEFAULTS, mounted=False) == (21, 36)
    assert ways_to_reach(7.01, DEFAULTS, mounted=False) == (15, 36)


@given(st.lists(st.integers(1, 6), min_size=5, max_size=5))
def test_kept_dice_are_the_highest_in_order(faces: list[int]) -> None:
    result = adjudge("move", {"mounted": True, "charging": True, "road": True}, *faces)
    assert result["kept"] == sorted(faces, reverse=True)[:4]
    assert result["allowance"] == sum(faces) - min(faces)
