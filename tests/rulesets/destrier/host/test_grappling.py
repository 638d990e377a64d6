"""Grapples, kicks, rage and steeds as dice."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.errors import BanneretError
from rulesets.destrier.adjudged import ruled


def test_de_grap_06_one_chance_in_four_to_hold() -> None:
    assert ruled("restraint", [25, 1], strength=12, target_strength=12)["opportunity"]
    lost = ruled("restraint", [26], strength=12, target_strength=12)
    assert (lost["opportunity"], lost["restrained"]) == (False, False)


def test_de_grap_07_strength_decides_a_hold() -> None:
    strong = ruled("restraint", [60], strength=15, target_strength=12, opportunity_known=True)
    weak = ruled("restraint", [41], strength=12, target_strength=15, opportunity_known=True)
    assert (strong["chance"], strong["restrained"]) == (59, False)
    assert (weak["chance"], weak["restrained"]) == (41, True)


def test_de_grap_09_a_toss_throws_flat_or_to_the_knees() -> None:
    flat = ruled("toss", [50, 55, 21], bash_chance=50, weight=255, target_weight=150)
    knees = ruled("toss", [50, 56, 21], bash_chance=50, weight=255, target_weight=150)
    light = ruled("toss", [51], bash_chance=50, weight=150, target_weight=360)
    assert (flat["flat_chance"], flat["target"], knees["target"]) == (55, "flat", "knees")
    assert (light["tossed"], light["flat_chance"]) == (False, 40)


def test_de_grap_10_one_tosser_in_five_falls() -> None:
    given: dict[str, Any] = {"bash_chance": 50, "weight": 200, "target_weight": 200}
    assert ruled("toss", [1, 1, 20], **given)["tosser_down"]
    assert not ruled("toss", [1, 1, 21], **given)["tosser_down"]


def test_de_grap_11_getting_up() -> None:
    assert ruled("stand_up", [4], state="flat") == {"up": True, "blows": 1}
    assert ruled("stand_up", [5], state="flat") == {"up": False, "blows": 1}
    assert ruled("stand_up", [], state="knees") == {"up": True, "blows": 1}


def free(weight: int, strength: int, holder_weight: int, holder_strength: int) -> int:
    found = ruled(
        "break_free_chance",
        weight=weight,
        strength=strength,
        holder_weight=holder_weight,
        holder_strength=holder_strength,
    )
    return int(found["chance"])


def test_de_grap_12_weight_breaks_holds() -> None:
    assert free(200, 12, 150, 12) == 30


def test_de_grap_13_de_grap_14_superhuman_strength_counts() -> None:
    assert free(200, 23, 200, 17) == 37
    assert free(200, 18, 200, 15) == 25
    assert free(200, 20, 200, 15) == 25
    assert free(200, 21, 200, 20) == 27


def test_de_grap_15_whole_steps_toward_nought() -> None:
    assert free(299, 12, 200, 12) == 34
    assert free(200, 12, 299, 12) == 16
    toss = ruled("toss", [51], bash_chance=50, weight=299, target_weight=200)
    assert toss["flat_chance"] == 50


def test_de_grap_03_de_host_36_pulling_a_rider() -> None:
    given: dict[str, Any] = {"heavy_bonus": 24, "speed": "trot", "rider_defence": 35}
    assert ruled("pull_rider_chance", **given)["chance"] == 17
    assert ruled("pull_rider_chance", heavy_bonus=24, wheel=True)["chance"] == 19
    assert ruled("pull_rider_chance", heavy_bonus=24, cat=True)["chance"] == 54


def test_de_grap_04_half_the_riders_defence() -> None:
    assert ruled("pull_rider_chance", heavy_bonus=24, rider_defence=30)["chance"] == 29


def test_de_grap_05_a_failed_pull_may_bring_a_bash() -> None:
    assert ruled("pull_rider", [45, 50], heavy_bonus=24) == {
        "pulled": False,
        "chance": 44,
        "damage": 0,
        "bash": True,
    }
    assert not ruled("pull_rider", [45, 51], heavy_bonus=24)["bash"]


def test_de_hth_05_a_rider_who_misses_his_kick() -> None:
    assert ruled("kick_fall", [4], dexterity=13) == {"chance": 4, "falls": True}
    assert ruled("kick_fall", [], dexterity=20)["chance"] == 0


def test_de_hth_07_struck_while_kicking() -> None:
    assert ruled("kick_struck", [8], dexterity=12) == {"chance": 8, "bash": True}
    assert ruled("kick_struck", [21], dexterity=9) == {"chance": 20, "bash": False}


# -- rage


def test_de_bers_02_ferocity() -> None:
    assert ruled("ferocity", [25])["berserk"]
    assert not ruled("ferocity", [26])["berserk"]
    assert ruled("ferocity", [75], nordic_berserk=True)["berserk"]
    assert not ruled("ferocity", [76], nordic_berserk=True)["berserk"]


def test_de_bers_11_turning_on_a_friend_or_his_lady() -> None:
    turned = ruled("berserk_friend", [32], iq=9, wisdom=9)
    assert (turned["attack_friend"], turned["calmed"]) == (True, False)
    assert ruled("berserk_friend", [33, 99], iq=9, wisdom=9)["chance"] == 32
    assert ruled("berserk_friend", [13, 99], iq=9, wisdom=9, beloved=True)["chance"] == 12
    assert ruled("berserk_friend", [1, 99], iq=30, wisdom=30)["chance"] == 0


def test_de_bers_12_who_is_not_attacked_may_calm_him_at_once() -> None:
    found = ruled("berserk_friend", [33, 38], iq=9, wisdom=9)
    assert (found["attack_friend"], found["calmed"]) == (False, True)


def test_de_bers_14_calming_down() -> None:
    assert ruled("calm", [35], iq=8, wisdom=7) == {"calmed": True, "chance": 35}
    assert not ruled("calm", [36], iq=8, wisdom=7)["calmed"]


def test_de_bers_15_collapse_below_half_the_body() -> None:
    assert ruled("stupor", body=11, body_max=23, blows=7, move=3.0)["stupor"]
    assert not ruled("stupor", body=12, body_max=23, blows=7, move=3.0)["stupor"]


def test_de_bers_16_a_quarter_is_left() -> None:
    found = ruled("stupor", body=11, body_max=23, blows=7, move=3.0)
    assert (found["blows"], found["move"]) == (1, 0.75)
    assert ruled("stupor", body=1, body_max=23, blows=2, move=3.0)["blows"] == 1


# -- steeds


def test_de_host_34_stumbling() -> None:
    found = ruled("stumble_chance", steed="medium_horse", speed="gallop", crossing_horse=True)
    assert found["chance"] == 35
    assert ruled("stumble_chance", steed="mule", speed="stand")["chance"] == 0
    calm = ruled("stumble_chance", steed="medium_horse", speed="gallop")["chance"]
    bashed = ruled("stumble_chance", steed="medium_horse", speed="gallop", bashed=True)["chance"]
    assert bashed > calm
    with pytest.raises(BanneretError, match="expected one of"):
        ruled("stumble_chance", steed="donkey", speed="trot")
    rider: dict[str, Any] = {"dexterity": 12, "level": 5, "chivalry": True}
    given: dict[str, Any] = {"steed": "medium_horse", "speed": "gallop", **rider}
    assert ruled("stumble", [21], **given)["stumbles"] is False
    assert ruled("stumble", [20, 5], **given)["result"] == "loses_one_speed"
    knees = ruled("stumble", [20, 8, 95, 3, 4], **given)
    assert (knees["result"], knees["thrown"], knees["damage"]) == ("to_its_knees", True, 7)
    falls = ruled("stumble", [20, 9, 3, 4, 25], **given)
    assert (falls["result"], falls["thrown"], falls["pinned"]) == ("falls", True, True)


def test_de_host_35_keeping_the_saddle() -> None:
    assert ruled("seat_chance", dexterity=12, level=5, chivalry=True)["chance"] == 94
    assert ruled("seat_chance", dexterity=12, level=5, chivalry=False)["chance"] == 79
    assert ruled("seat_chance", dexterity=30, level=9, chivalry=True)["chance"] == 95


def test_de_host_66_only_a_fallen_steed_pins() -> None:
    assert ruled("fall", [3, 4], steed_fell=False) == {"damage": 7, "pinned": False}
    assert ruled("fall", [3, 4, 25], steed_fell=True) == {"damage": 7, "pinned": True}


def test_de_horse_08_wheels_and_weights() -> None:
    def effect(weight: int) -> tuple[int, str]:
        found = ruled("wheel_chance", man_sized=False, weight=weight, horse_weight=1000)
        return found["chance"], found["effect"]

    assert effect(1500) == (30, "stumble")
    assert effect(990) == (50, "stumble")
    assert effect(1510) == (0, "none")
    assert ruled("wheel_chance", man_sized=True)["chance"] == 50


def test_de_host_37_hamstrings() -> None:
    given: dict[str, Any] = {
        "weapon_class": "LH",
        "horse_ac": 8,
        "hit_bonus": 10,
        "dexterity": 13,
        "level": 2,
        "chivalry": False,
    }
    found = ruled("hamstring", [49], **given)
    assert (found["chance"], found["horse_falls"], found["prone"]) == (48, False, True)
    assert ruled("hamstring", [29], **given, passing=True)["chance"] == 28


def test_de_host_38_trampling() -> None:
    found = ruled("trample", [62, 3, 4], ac=6)
    assert (found["chance"], found["hit"], found["damage"]) == (62, True, 11)


@pytest.mark.parametrize(
    ("steed", "halves", "charging"),
    [("medium_horse", [1, 1], 2), ("light_horse", [2, 1], 3)],
)
def test_de_move_08_de_chg_03_de_host_32_speeding_up(
    steed: str, halves: list[int], charging: int
) -> None:
    found = [ruled("accelerate", steed=steed, half=half)["categories"] for half in (1, 2)]
    assert found == halves
    assert ruled("accelerate", steed=steed, half=1, charging=True)["categories"] == charging


def test_de_htac_01_de_htac_02_de_htac_03_tac_cards_by_speed() -> None:
    assert ruled("horse_tac", speed="canter")["cards"] == ["FLECHE", "RETREAT"]
    assert ruled("horse_tac", speed="trot") == {
        "cards": ["CLOSE", "RETREAT", "STAND_GROUND"],
        "default": "CLOSE",
    }
    assert ruled("horse_tac", speed="walk", fixed=True)["cards"] == ["STAND_GROUND"]


def test_de_htac_06_de_horse_06_de_host_33_move_cards() -> None:
    def inches(steed: str, speed: str) -> float:
        return float(ruled("horse_move_card", steed=steed, speed=speed)["inches"])

    assert inches("medium_horse", "gallop") == 3.0
    assert inches("great_horse", "stand") == 2.0
    assert inches("heavy_horse", "canter") == 1.5
