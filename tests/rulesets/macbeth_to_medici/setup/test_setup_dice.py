"""Dice before the battle (MM-SETUP-05, 06, 16, 17, 22, 23, MM-TURN-14)."""

import pytest

from banneret.core.errors import WrongDice
from rulesets.macbeth_to_medici.mm_fields import odds, rule


def test_mm_setup_05_attacker_and_defender() -> None:
    assert rule("attacker_bonus", command=3, temper="bold")["value"] == 3
    assert rule("attacker_bonus", command=5, temper="cautious")["value"] == 3
    assert rule("attacker_bonus", command=4, temper="enraged")["value"] == 6
    assert rule("attacker_roll", None, 4, 4, 2, 3, bonus_1=3, bonus_2=3)["attacker"] == 2


def test_mm_turn_14_three_ties_are_side_ones() -> None:
    assert rule("attacker_roll", None, 2, 2, 3, 3, 4, 4)["attacker"] == 1
    with pytest.raises(WrongDice):
        rule("attacker_roll", None, 2, 2, 3, 3, 4, 4, 5, 1)


def test_mm_setup_06_sectors() -> None:
    marsh = rule("terrain_sector", None, 6, 3, 1)
    assert (marsh["terrain"], marsh["feature"], marsh["size"]) == ("class_3", "marsh", 5)
    assert rule("terrain_sector", None, 2)["terrain"] == "open"
    assert odds("terrain_sector")["terrain"]["open"] == "1/2"


def test_mm_setup_16_outflankers() -> None:
    assert rule("outflank_roll", None, 3, attempt=3)["arrives"]
    assert not rule("outflank_roll", None, 4, attempt=1)["arrives"]
    assert odds("outflank_roll", attempt=7)["arrives"]["true"] == "5/6"


def test_mm_setup_17_outflankers_meet() -> None:
    tie = rule("outflankers_meet", None, 2, 5, initiative_1=11, initiative_2=8)
    assert tie["result"] == "both turned back"
    assert (
        rule("outflankers_meet", None, 3, 5, initiative_1=11, initiative_2=8)["result"] == "first"
    )


def test_mm_setup_22_late_battles() -> None:
    assert not rule("late_battle", None, 3, attempt=1)["arrives"]
    assert rule("late_battle", None, 4, attempt=2)["arrives"]
    assert rule("late_battle", attempt=3)["arrives"]


def test_mm_setup_23_doubtful_loyalty() -> None:
    assert rule("doubtful_loyalty", None, 3)["withdraws"]
    assert not rule("doubtful_loyalty", None, 4)["withdraws"]


def test_mm_move_12_terrain_dice() -> None:
    inches = [rule("terrain_deduction", None, 2, 5, terrain_class=c)["inches"] for c in (1, 2, 3)]
    assert inches == [3, 2, 5]
    doubled = [
        rule("terrain_deduction", None, 2, 5, terrain_class=c, mounted=True)["inches"]
        for c in (1, 2, 3)
    ]
    assert doubled == [6, 4, 10]


def test_mm_move_30_mm_move_31_dice_cancel_until_one_is_left() -> None:
    four = rule(
        "interpenetration",
        None,
        3,
        3,
        3,
        fast={"experience": "green", "mounted": True},
        slow={"experience": "green", "speed": "normal"},
    )
    assert (four["dice_fast"], four["dice_slow"]) == (2, 1)
    equal = rule(
        "interpenetration",
        None,
        3,
        3,
        fast={"experience": "green"},
        slow={"experience": "green", "speed": "normal"},
    )
    assert (equal["dice_fast"], equal["dice_slow"], equal["clean"]) == (1, 1, True)


def test_mm_move_32_hits_by_difference() -> None:
    def hits(experience: str, high: int, low: int) -> int:
        found = rule(
            "interpenetration",
            None,
            high,
            1,
            1,
            low,
            fast={"experience": experience},
            slow={"experience": "seasoned"},
        )
        return int(found["hits_fast"])

    assert [hits(e, 5, 1) for e in ("green", "seasoned", "veteran")] == [1, 1, 0]
    assert [hits(e, 6, 1) for e in ("green", "seasoned", "veteran")] == [2, 1, 1]


def test_mm_move_23_mm_move_24_mm_move_28_turning_and_reforming() -> None:
    assert rule("turn_to_flank", None, 4)["inches"] == 4
    assert rule("about_face", None, 3, ranks=2)["inches"] == 6
    assert rule("reform_thirds", elements=10, experience="seasoned")["value"] == 4


def test_mm_move_34_mm_charge_29_trampled_and_ridden_down() -> None:
    assert rule("refused_router", None, 3, elements=5)["elements"] == 2
    found = rule("ridden_down", None, 3, 4, elements=6, pursuer_mounted=True)
    assert (found["elements"], found["lost"]) == (0, 6)
    with pytest.raises(WrongDice):
        rule("ridden_down", None, 3, 4, elements=6, pursuer_mounted=True, prey_mounted=True)
