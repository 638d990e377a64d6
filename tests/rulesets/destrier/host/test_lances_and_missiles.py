"""Lances, jousts, missiles and spells as dice."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from banneret.core.errors import BanneretError
from banneret.rulesets.destrier.basics.tables import default
from banneret.rulesets.destrier.host.lances import always_shatters
from rulesets.destrier.adjudged import ruled


def lance(**more: Any) -> int:
    base: dict[str, Any] = {"ac": 2, "hit_bonus": 20, "speed": "charge", "side": "left"}
    return int(ruled("lance_chance", **{**base, **more})["raw"])


def test_de_host_26_de_chg_09_the_chance_of_a_lance() -> None:
    assert lance() == 41 + 20 + 15
    assert lance(speed="trot") == 41 + 20
    assert lance(side="centre") == lance() - 5
    assert lance(defence=33) == lance() - 33


def test_de_horse_03_lances_strike_to_the_left() -> None:
    assert lance(side="right") == lance() - 20


def test_de_chg_23_a_standing_lance_is_a_spear() -> None:
    assert lance(speed="walk") == 22 + 20 - 10


def test_de_chg_19_charged_from_behind() -> None:
    assert lance(rear=True) == lance() + 25


def test_de_host_27_damage_and_bash_by_speed() -> None:
    given: dict[str, Any] = {"ac": 9, "hit_bonus": 0, "speed": "gallop", "side": "left"}
    found = ruled("lance_charge", [1, 100, 1, 1, 1, 1, 40, 1, 11], **given)
    assert found["damage"] == 4 + 4
    assert found["bash"] == "rocked"
    assert ruled("lance_charge", [1, 100, 1, 1, 1, 1, 41, 11], **given)["bash"] == ""


def test_de_chg_11_lances_shatter() -> None:
    given: dict[str, Any] = {"hit_bonus": 0, "speed": "trot", "side": "left", "bash_chance": 0}
    sure = ruled("lance_charge", [1, 1, 50, 1, 1], ac=3, **given)
    rolled = ruled("lance_charge", [1, 1, 50, 1, 1, 11], ac=5, **given)
    missed = ruled("lance_charge", [99, 10], ac=3, **given)
    assert not missed["hit"]
    turned = ruled("lance_charge", [1, 1, 50, 1, 1, 11], ac=3, **given, ac_plus_numeric=True)
    assert sure["lance_broken"]
    assert not rolled["lance_broken"]
    assert missed["lance_broken"]
    assert not turned["lance_broken"]


@pytest.mark.parametrize(("ac", "shatters"), [(1, False), (2, False), (3, True), (4, True)])
def test_de_chg_11_by_number_heavy_armour_begins_with_the_class_of_the_table(
    ac: int, shatters: bool
) -> None:
    least = default().seed.charge_movement.lance_always_breaks_on_critical_vs_ac
    assert always_shatters(default(), least - 3 + ac, numeric=True) is shatters


def order(charger: str, target: str, **more: Any) -> str:
    return str(ruled("charge_order", charger_weapon=charger, target_weapon=target, **more)["first"])


def test_de_chg_08_better_mounts_strike_first() -> None:
    mounts = ["great_horse", "griffin", "hippogrif", "light_horse"]
    for better, worse in pairwise(mounts):
        one = order("lance", "lance", charger_mount=better, target_mount=worse)
        two = order("lance", "lance", charger_mount=worse, target_mount=better)
        assert (one, two) == ("charger", "target")
    equal = order("lance", "lance", charger_mount="mule", target_mount="light_horse")
    assert equal == "simultaneous"
    with pytest.raises(BanneretError, match="expected one of"):
        order("lance", "lance", charger_mount="donkey", target_mount="mule")


def test_de_chg_16_de_chg_17_de_chg_18_reach_decides() -> None:
    assert order("lance", "pike") == "simultaneous"
    assert order("lance", "broadsword") == "charger"
    assert order("broadsword", "pole_arm") == "target"
    assert order("broadsword", "broadsword") == "charger"
    assert order("broadsword", "broadsword", target_tall=True) == "target"
    assert order("broadsword", "pike", target_can_reply=False) == "charger_only"
    assert order("mace", "mace", charger_mount="mule", target_mount="mule") == "simultaneous"


def test_de_chg_30_spears_and_pole_arms_on_either_side() -> None:
    assert order("pole_arm", "mace") == "charger"
    assert order("mace", "spear") == "target"
    assert order("spear", "pole_arm") == "simultaneous"


def test_de_chg_24_space_between_targets() -> None:
    assert not ruled("charge_spacing", distance=2.9, same_side=True)["legal"]
    assert ruled("charge_spacing", distance=3.0, same_side=True)["legal"]
    assert not ruled("charge_spacing", distance=5.9, same_side=False)["legal"]


def test_de_chg_26_the_straight_run() -> None:
    def legal(before: float, after: float, left: float) -> bool:
        found = ruled(
            "charge_path", straight_before=before, straight_after=after, movement_left_after=left
        )
        return bool(found["legal"])

    assert not legal(1.9, 5, 5)
    assert legal(2, 1, 5)
    assert not legal(2, 0.5, 5)
    assert legal(2, 0.5, 0.5)


@pytest.mark.parametrize(
    ("roll", "code"), [(65, "M"), (80, "G"), (90, "B"), (95, "0"), (96, "U"), (99, "t")]
)
def test_de_host_29_de_chg_10_the_jousting_table(roll: int, code: str) -> None:
    found = ruled("joust", [roll], aim="HELM", guard="DUCK", bonus_difference=0)
    assert found["code"] == code
    assert found["injury"] == (code in "0t")
    assert found["unhorsed"] == (code in "Ut")
    assert found["lance_broken"] == (code in "B0Ut")


def test_de_host_29_bonuses_are_capped() -> None:
    assert ruled("joust", [50], aim="BODY", guard="DUCK", bonus_difference=40)["value"] == 65
    assert ruled("joust", [5], aim="BODY", guard="DUCK", bonus_difference=-40)["value"] == 1


# -- missiles


def test_de_miss_01_shots_in_each_half_turn() -> None:
    assert [ruled("shots", rate=3, half=half)["shots"] for half in (1, 2)] == [2, 1]
    assert [ruled("shots", rate=1, half=half)["shots"] for half in (1, 2)] == [1, 0]


def test_de_miss_02_unused_shots_are_carried_only_by_option() -> None:
    assert ruled("shots", rate=4, half=2, used_first=0)["shots"] == 2
    assert ruled("shots", rate=4, half=2, used_first=0, carry_unused=True)["shots"] == 4


def test_de_host_39_bands_of_the_long_bow() -> None:
    bands = [
        ruled("missile_band", weapon="long_bow", distance=inches)["band"]
        for inches in (8, 8.1, 18, 30, 45, 45.1)
    ]
    assert bands == ["short", "medium", "medium", "long", "extreme", "out"]
    beyond = ruled("missile_band", weapon="long_bow", distance=45.1)
    assert beyond == {"band": "out", "modifier": 0}


def bow(**more: Any) -> int:
    base: dict[str, Any] = {"weapon": "long_bow", "distance": 18, "ac": 8, "hit_bonus": 20}
    return int(ruled("missile_chance", **{**base, **more})["raw"])


def test_de_host_41_beyond_the_last_band_nobody_is_hit() -> None:
    far = ruled("missile_chance", weapon="long_bow", distance=45.1, ac=9, hit_bonus=40)
    assert (far["chance"], far["band"]) == (0, "out")


def test_de_host_41_missile_modifiers() -> None:
    assert bow(distance=20, cover="soft", will_move=True) == bow() - 40
    assert bow(motion="gallop", size="horse") == bow() - 10
    assert bow(mounted_moving=True, cover="hard") == bow() - 45


def test_de_host_42_shield_and_dodge_against_missiles() -> None:
    assert bow(shield=10) == bow() - 10
    assert bow(dodge=12, ward=True) == bow() - 27


def test_de_host_43_shooting_into_a_melee() -> None:
    assert bow(in_melee=True) == bow() - 10
    given: dict[str, Any] = {"chance": 30, "weapon": "long_bow", "in_melee": True}
    assert ruled("missile", [31, 50, 40], **given, friend_chance=40)["friend_hit"]
    assert not ruled("missile", [31, 51], **given, friend_chance=40)["friend_hit"]
    alone = ruled("missile", [31], chance=30, weapon="long_bow", friend_chance=40)
    assert (alone["hit"], alone["friend_hit"]) == (False, False)


def test_de_card_01_a_shot_by_the_missile_matrix() -> None:
    found = ruled("missile", [30, 20, 6, 5], chance=30, weapon="heavy_crossbow", ac=4)
    assert (found["hit"], found["damage"]) == (True, 14)


# -- spells


def test_de_host_48_spell_targeting() -> None:
    def chance(**more: Any) -> int:
        base: dict[str, Any] = {"spell": "flame_dart", "mkl": 6, "distance": 5}
        return int(ruled("spell_chance", **{**base, **more})["chance"])

    assert chance() == 75
    assert (chance(distance=6), chance(distance=6.1)) == (75, 65)
    assert chance(will_move=True, motion="ran") == 50
    assert chance(spell="fire_burst", mkl=1) == 48


def test_de_host_58_resistance() -> None:
    assert ruled("resist_chance", attribute=14, level=5)["chance"] == 52
    assert ruled("resist_chance", attribute=40, level=9)["chance"] == 95


def cast(name: str, dice: list[int], **more: Any) -> dict[str, Any]:
    base: dict[str, Any] = {"mkl": 6, "distance": 0.4, "resist_attribute": 10, "resist_level": 1}
    return ruled("spell", dice, name=name, **{**base, **more})


def test_de_host_49_flame_dart() -> None:
    assert cast("flame_dart", [75, 6, 6])["amount"] == 12
    assert cast("flame_dart", [76]) == {"landed": False, "resisted": False, "amount": 0}


def test_de_host_50_de_host_51_de_host_54_de_host_56_spells_that_are_resisted() -> None:
    for name in ("gust", "dazzle", "entangle", "slumber"):
        assert cast(name, [50, 33])["resisted"] is False
        assert cast(name, [50, 32])["resisted"] is True


def test_de_host_53_mend() -> None:
    assert cast("mend", [4]) == {"landed": True, "resisted": False, "amount": 6}


def test_de_host_55_quicken_needs_no_dice() -> None:
    assert cast("quicken", [])["landed"]


def test_de_host_57_fire_burst_is_halved_by_the_quick() -> None:
    assert cast("fire_burst", [50, 6, 6, 5, 32])["amount"] == 8
    assert cast("fire_burst", [50, 6, 6, 5, 33])["amount"] == 17


def test_de_mag_07_de_mag_08_how_many_spells_and_their_blows() -> None:
    def allowed(levels: list[int], blows: int = 5) -> tuple[bool, int]:
        found = ruled("spells_allowed", levels=levels, mkl=6, blows=blows)
        return found["legal"], found["blows"]

    assert allowed([4, 2]) == (True, 3)
    assert allowed([4, 3])[0] is False
    assert allowed([7])[0] is True
    assert allowed([2, 2, 2]) == (True, 5)
    assert allowed([2, 2, 2], blows=4)[0] is False
    assert allowed([3], blows=0)[0] is True


def test_de_miss_02_what_was_not_shot_at_first_is_left_for_the_second_half() -> None:
    def left(used: int, *, carried: bool) -> int:
        given = {"rate": 3, "half": 2, "used_first": used, "carry_unused": carried}
        return int(ruled("shots", **given)["shots"])

    assert [left(used, carried=True) for used in (0, 1, 3, 4)] == [3, 2, 0, 0]
    assert left(1, carried=False) == 1
