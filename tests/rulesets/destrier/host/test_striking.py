"""One blow, what it does to bodies, and bashes."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.book.adjudicate import chances, odds_of, read_request
from banneret.core.chance.odds import weigh
from banneret.core.play.table import Table
from banneret.rulesets.destrier.host import PROCEDURES
from rulesets.destrier.adjudged import odds, ruled

AXE: dict[str, Any] = {
    "chance": 60,
    "weapon_class": "H",
    "damage_dice": 2,
    "damage_add": 4,
    "strength_bonus": 2,
    "crit_chance": 17,
    "bash_chance": 25,
}


def test_de_att_11_the_dice_of_a_parried_hit_in_order() -> None:
    dice = [60, 11, 11, 16, 17, 1, 6, 6, 6, 25, 60]
    found = ruled("blow", dice, **AXE, parry_class="L", asp_shield="small")
    assert found["hit"]
    assert not found["broken"]
    assert not found["disarmed"]
    assert not found["shattered"]
    assert found["critical"] == "gash"
    assert found["damage"] == 18 + 6
    assert found["bash"] == "staggered_5_feet"


def test_de_def_04_a_light_weapon_may_break_under_a_heavy_one() -> None:
    assert ruled("blow", [60, 10, 18, 1, 1, 26], **AXE, parry_class="L")["broken"]
    assert not ruled("blow", [60, 11, 18, 1, 1, 26], **AXE, parry_class="LH")["broken"]


def test_de_def_05_disarmed_instead_of_hurt() -> None:
    found = ruled("blow", [60, 10], **AXE, parry_class="LH")
    assert found["disarmed"]
    assert found["damage"] == 0


def test_de_def_10_shields_shatter_by_size_and_weapon() -> None:
    small = ruled("blow", [60, 15, 18, 1, 1, 26], **AXE, asp_shield="small")
    large = ruled("blow", [60, 6, 18, 1, 1, 26], **AXE, asp_shield="large")
    light = ruled("blow", [60, 18, 1, 1, 26], **{**AXE, "weapon_class": "L"}, asp_shield="small")
    assert (small["shattered"], large["shattered"], light["shattered"]) == (True, False, False)


def test_de_card_10_great_blow_dice_by_class() -> None:
    heavy = ruled("blow", [60, 18, 1, 1, 1, 1, 1, 26], **AXE, great_blow=True)
    light = ruled("blow", [60, 18, 1, 1, 1, 26], **{**AXE, "weapon_class": "L"}, great_blow=True)
    assert heavy["damage"] == 5 + 6
    assert light["damage"] == 3 + 6


def test_de_card_10_natural_weapons_gain_no_dice_from_a_great_blow() -> None:
    bitten = AXE | {"weapon_class": "natural", "crit_chance": 0, "bash_chance": 0}
    assert ruled("blow", [1, 1, 1], **bitten, great_blow=True)["damage"] == 8


@pytest.mark.parametrize(
    ("roll", "effect", "damage"),
    [
        (40, "gash", 11),
        (41, "weapon_arm", 8),
        (61, "shield_arm", 8),
        (76, "leg", 8),
        (89, "head", 16),
        (97, "mortal", 24),
    ],
)
def test_de_host_23_critical_effects(roll: int, effect: str, damage: int) -> None:
    extra = [3] if effect == "gash" else []
    found = ruled("blow", [1, 1, roll, 1, 1, *extra, 26], **AXE)
    assert found["critical"] == effect
    assert found["damage"] == damage
    assert found["to_body"]


@pytest.mark.parametrize(("chance", "dice"), [(0, []), (1, [2])])
def test_de_host_23_where_no_critical_can_come_no_die_is_rolled(
    chance: int, dice: list[int]
) -> None:
    never = AXE | {"crit_chance": chance, "bash_chance": 0}
    assert ruled("blow", [1, *dice, 1, 1], **never)["critical"] == ""


@pytest.mark.parametrize(
    ("weapon", "parry", "rolled"),
    [("H", "L", True), ("LH", "L", False), ("H", "LH", False), ("L", "L", False)],
)
def test_de_def_04_only_a_light_weapon_under_a_heavy_one_may_break(
    weapon: str, parry: str, rolled: bool
) -> None:
    struck = AXE | {"weapon_class": weapon, "crit_chance": 0, "bash_chance": 0}
    found = ruled("blow", [1, *[99] * rolled, 99, 1, 1], **struck, parry_class=parry)
    assert found["broken"] is False


def test_de_host_24_the_dead_keep_what_fatigue_a_critical_left_them() -> None:
    given = {"body": 5, "body_max": 20, "constitution": 14, "fatigue": 4}
    plain = ruled("apply_damage", damage=30, **given)
    critical = ruled("apply_damage", damage=30, critical=True, **given)
    assert (plain["state"], plain["fatigue"]) == ("dead", 0)
    assert (critical["state"], critical["fatigue"]) == ("dead", 4)


def test_de_host_24_shock_comes_as_the_body_falls_below_half() -> None:
    given = {"body_max": 20, "constitution": 14, "fatigue": 0}
    shocks = {
        (body, damage): ruled("apply_damage", body=body, damage=damage, **given)["shock_roll"]
        for body, damage in ((11, 1), (11, 2), (10, 1), (9, 1))
    }
    assert shocks == {(11, 1): False, (11, 2): True, (10, 1): True, (9, 1): False}


def test_de_host_24_fatigue_then_body_down_and_dead() -> None:
    def harmed(**more: Any) -> dict[str, Any]:
        return ruled("apply_damage", **{"body_max": 20, "constitution": 14, **more})

    found = harmed(fatigue=4, body=20, damage=9)
    assert (found["fatigue"], found["body"], found["state"]) == (0, 15, "active")
    assert harmed(fatigue=0, body=5, damage=5)["state"] == "down"
    assert harmed(fatigue=0, body=5, damage=12)["state"] == "dead"
    assert harmed(fatigue=9, body=5, damage=4, critical=True)["body"] == 1
    assert harmed(fatigue=0, body=10, damage=1)["shock_roll"] is True
    assert harmed(fatigue=0, body=9, damage=1)["shock_roll"] is False


def test_de_bers_09_a_berserker_fights_until_the_death_threshold() -> None:
    given = {"fatigue": 0, "body": 2, "body_max": 26, "constitution": 15, "berserk": True}
    assert ruled("apply_damage", **given, damage=5)["state"] == "fights_on"
    assert ruled("apply_damage", **given, damage=9)["state"] == "dead"


def test_de_def_02_counterblows_after_a_parry_and_a_dodge() -> None:
    assert ruled("counterblow", [50], cause="weapon_parry")["counterblow"]
    assert not ruled("counterblow", [51], cause="weapon_parry")["counterblow"]
    assert ruled("counterblow", [25], cause="dodge")["counterblow"]
    assert not ruled("counterblow", [26], cause="dodge")["counterblow"]


# -- bashes


def bodies(**more: Any) -> dict[str, Any]:
    base = {"weight": 200, "target_weight": 150, "strength": 14, "target_strength": 12}
    return {**base, **more}


def test_de_host_17_body_bash() -> None:
    assert ruled("body_bash_chance", **bodies(charging=True))["chance"] == 57
    assert ruled("body_bash_chance", **bodies(target_kneeling=True))["chance"] == 67
    assert ruled("body_bash_chance", **bodies(speed="gallop"))["chance"] == 67
    assert ruled("body_bash_chance", **bodies(weight=4000))["chance"] == 95


def test_de_host_18_shield_bash() -> None:
    assert ruled("shield_bash_chance", **bodies())["chance"] == 39


def test_de_host_19_weapon_bash() -> None:
    mace = bodies(weapon_bash=15, strength=15, weight=190)
    assert ruled("weapon_bash_chance", **mace)["chance"] == 20
    assert ruled("weapon_bash_chance", **bodies(weapon_bash=0))["chance"] == 0


@pytest.mark.parametrize(
    ("roll", "result"),
    [
        (25, "rocked"),
        (26, "staggered_5_feet"),
        (60, "staggered_5_feet"),
        (61, "staggered_10_feet"),
        (76, "knees"),
        (91, "flat"),
        (99, "flat_stunned"),
    ],
)
def test_de_host_21_bash_results_on_foot(roll: int, result: str) -> None:
    assert ruled("bash", [50, roll], chance=50)["result"] == result
    assert ruled("bash", [51], chance=50) == {"bashed": False, "result": "", "retreat": 0.0}


def test_de_host_20_riders_and_steeds_have_their_columns() -> None:
    assert ruled("bash", [50, 91], chance=50, column="rider")["result"] == "unhorsed"
    assert ruled("bash", [50, 91], chance=50, column="steed")["result"] == "falls"
    assert ruled("bash", [50, 71], chance=50, speed="gallop")["result"] == "flat"


def test_de_gen_10_five_feet_are_half_an_inch() -> None:
    assert ruled("bash", [50, 26], chance=50)["retreat"] == 0.5
    assert ruled("bash", [50, 61], chance=50)["retreat"] == 1.0


def test_exact_odds_of_a_blow_agree_with_its_chance() -> None:
    found = odds("blow", **AXE)
    assert found["hit"] == {"false": "2/5", "true": "3/5"}
    assert sum(_share(one) for one in found["damage"].values()) == pytest.approx(1.0)


def _share(text: str) -> float:
    top, _, under = text.partition("/")
    return int(top) / int(under or 1)


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"parry_class": "L"},
        {"asp_shield": "small", "chance": 0},
        {"bash_chance": 0, "chance": 100},
    ],
)
def test_the_product_of_its_parts_gives_what_every_die_gives(more: dict[str, Any]) -> None:
    procedure = PROCEDURES["blow"]
    given = {**AXE, "damage_dice": 1, **more}
    situation = read_request(procedure, {"situation": given}).situation
    followed = weigh(lambda dice: procedure.rule(Table(None, dice, {}, log=False), situation))
    assert procedure.shares is not None
    assert odds_of(procedure, situation) == chances(followed)
