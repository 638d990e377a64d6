"""Melee as a number (MM-MELEE)."""

from typing import Any

import pytest

from banneret.rulesets.macbeth_to_medici.fighting import blows
from banneret.rulesets.macbeth_to_medici.fighting.sides import MeleeSide
from rulesets.macbeth_to_medici.mm_fields import rule

MEN = {"order": "open", "experience": "seasoned", "elements": 8, "shield": True}


def melee(a: dict[str, Any], b: dict[str, Any], *dice: int) -> dict[str, Any]:
    found: dict[str, Any] = rule("melee", {"a": a, "b": b}, *dice)
    return found


def dice_of(a: dict[str, Any], b: dict[str, Any]) -> tuple[int, int]:
    factor = blows.factor_of(MeleeSide(**a), MeleeSide(**b))
    return factor.plus, factor.minus


def test_mm_melee_03_score_of_close_spearmen() -> None:
    spears = {**MEN, "order": "close", "melee_weapon": "spear"}
    assert melee(spears, MEN, 6, 1, 3, 3)["score_a"] == 5


@pytest.mark.parametrize(
    ("mine", "theirs", "plus"),
    [
        ({"charging": True}, {}, 2),
        ({"morale": "impetuous", "charging": True}, {}, 3),
        ({"mounted": True}, {"mounted": False}, 2),
        ({"mounted": True, "horse_armour": True}, {"mounted": True, "horse_armour": True}, 1),
        ({}, {"unformed": True}, 2),
        ({}, {"shield": False}, 2),
        ({"strikes": "flank"}, {}, 2),
        ({"strikes": "rear"}, {}, 2),
        ({"strikes": "front"}, {}, 1),
    ],
)
def test_mm_melee_04_mm_melee_05_mm_melee_06_mm_melee_07_mm_melee_08_mm_melee_10_plus_dice(
    mine: dict[str, Any], theirs: dict[str, Any], plus: int
) -> None:
    a = {**MEN, "armour": "heavy", **mine}
    assert dice_of(a, {**MEN, **theirs})[0] == plus


def test_mm_melee_09_shields_in_melee() -> None:
    bare = {**MEN, "shield": False}
    assert dice_of(bare, bare)[0] == 2
    assert dice_of(MEN, {**MEN, "gunnes": True})[0] == 2


def test_mm_melee_11_mm_melee_12_attacked_in_flank_or_rear() -> None:
    assert dice_of({**MEN, "attacked_flank": True}, MEN)[1] == 2
    assert dice_of(MEN, {**MEN, "strikes": "rear"})[1] == 2
    assert dice_of({**MEN, "attacked_flank": True}, {**MEN, "strikes": "flank"})[1] == 2


def test_mm_melee_13_five_minus_dice() -> None:
    worst = {
        **MEN,
        "unformed": True,
        "fired_without_initiative": True,
        "under_artillery": True,
    }
    best = {**MEN, "armour": "heavy", "supporting_fire": True}
    assert dice_of(worst, best) == (1, 6)
    for one in ("unformed", "fired_without_initiative", "under_artillery"):
        assert dice_of({**MEN, one: True}, MEN) == (1, 2)


def test_mm_melee_14_mm_melee_15_mm_melee_16_caps_of_weapons_in_orders() -> None:
    natural = {
        "pike": 1,
        "mounted_sword": 1,
        "improvised": 1,
        "sword": 3,
        "spear": 3,
        "light_lance": 3,
        "swordsman": 5,
        "halberd": 5,
    }
    for order, most in (("open", 5), ("loose", 3), ("close", 1)):
        for weapon, cap in natural.items():
            side = {"order": order, "melee_weapon": weapon}
            assert rule("melee_cap", side=side)["value"] == min(cap, most)


def test_mm_melee_17_mm_melee_20_a_draw_is_lost_by_both() -> None:
    found = melee(MEN, MEN, 3, 3, 4, 4)
    assert (found["winner"], found["tests"]) == ("draw", ["a", "b"])
    assert (found["hits_a"], found["hits_b"], found["lost_a"], found["lost_b"]) == (0, 0, 4, 4)


def test_mm_melee_17_mm_melee_24_in_a_draw_both_round_their_losses_up() -> None:
    found = melee({**MEN, "elements": 7}, {**MEN, "elements": 7}, 3, 3, 4, 4)
    assert (found["winner"], found["lost_a"], found["lost_b"]) == ("draw", 4, 4)


def test_mm_melee_26_mm_melee_30_only_a_gun_that_lost_is_gone_whole() -> None:
    gun = {**MEN, "elements": 4, "gunnes": True}
    assert melee(gun, MEN, 3, 3, 3, 6, 4)["left_a"] == 0
    won = melee(gun, MEN, 6, 1, 3, 3, 3)
    assert (won["winner"], won["left_a"], won["lost_b"]) == ("a", 3, 4)


def test_mm_melee_18_mm_melee_19_hits_of_loser_and_victor() -> None:
    a = {**MEN, "melee_weapon": "halberd"}
    found = melee(a, MEN, 6, 2, 3, 3)
    assert (found["hits_b"], found["hits_a"], found["tests"]) == (4, 1, ["b"])
    green = {**a, "experience": "green"}
    assert melee(green, MEN, 4, 3, 3, 3, 3)["hits_a"] == 0


def test_mm_melee_21_mm_melee_22_elements_engaged() -> None:
    def count(elements: int, enemy: int) -> int:
        found = rule("engaged", elements=elements, experience="seasoned", enemy_elements=enemy)
        return int(found["value"])

    assert (count(20, 5), count(20, 7), count(6, 6)) == (15, 20, 6)


def test_mm_melee_23_mm_melee_24_mm_melee_25_losses() -> None:
    a = {**MEN, "elements": 12, "order": "loose"}
    b = {**MEN, "elements": 8, "order": "loose"}
    found = melee(a, b, 6, 3, 4, 3)
    assert (found["score_a"], found["score_b"]) == (6, 4)
    assert (found["lost_a"], found["lost_b"]) == (1, 3)
    equal = melee({**MEN, "order": "loose", "elements": 6}, {**MEN, "elements": 6}, 6, 3, 3, 3)
    assert (equal["lost_a"], equal["lost_b"]) == (1, 3)


def test_mm_melee_26_mm_melee_27_scores_below_one_and_limits() -> None:
    weak = {**MEN, "elements": 6, "terrain": 4}
    found = melee({**MEN, "elements": 6}, weak, 3, 3, 3, 3)
    assert (found["score_b"], found["lost_b"], found["left_b"]) == (-2, 6, 0)
    assert found["tests"] == []
    both = melee(
        {**MEN, "elements": 4, "terrain": 2}, {**MEN, "elements": 4, "terrain": 5}, 3, 3, 3, 3
    )
    assert (both["lost_a"], both["left_a"]) == (4, 0)


def test_mm_melee_28_the_loser_is_erratic_before_it_tests() -> None:
    a = {**MEN, "melee_weapon": "halberd"}
    found = rule(
        "melee_round",
        {"a": {**a, "elements": 4}, "b": {**MEN, "elements": 12, "hits": 2}},
        5,
        3,
        3,
        3,
        4,
        5,
    )
    assert (found["total_hits_b"], found["result_b"], found["morale_b"]) == (4, "up", "impetuous")


def test_mm_melee_30_mm_gun_19_bombards_fight_as_rabble() -> None:
    gun = {**MEN, "gunnes": True, "elements": 1, "melee_weapon": "halberd"}
    assert (
        rule("melee_cap", side={"order": "open", "melee_weapon": "halberd", "gunnes": True})[
            "value"
        ]
        == 1
    )
    found = melee({**MEN, "elements": 3}, gun, 4, 4, 4, 3, 4)
    assert found["left_b"] == 0


def test_mm_unit_20_type_is_no_fighting_value() -> None:
    assert "type" not in MeleeSide.__struct_fields__
    assert "class_" not in MeleeSide.__struct_fields__
