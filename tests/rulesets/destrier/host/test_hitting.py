"""Chances to hit and what makes them up."""

from __future__ import annotations

import pytest

from banneret.core.errors import BanneretError
from rulesets.destrier.adjudged import odds, ruled


def chance(**situation: object) -> int:
    return int(ruled("attack_chance", **{"row": "LH", "ac": 4, **situation})["chance"])


def test_de_att_10_every_term_is_listed_and_sums_to_the_chance() -> None:
    found = ruled(
        "attack_chance", row="LH", ac=4, hit_bonus=20, matrix=5, situation=["target_kneeling"]
    )
    assert found["terms"] == {
        "to hit": 35,
        "hit bonus": 20,
        "tactical matrix": 5,
        "target kneeling": 10,
    }
    assert found["raw"] == found["chance"] == sum(found["terms"].values())


def test_de_host_02_a_chance_stays_between_2_and_98() -> None:
    assert chance(other=-47) == 2
    assert chance(other=96) == 98
    assert ruled("pull_rider_chance", heavy_bonus=-60)["chance"] == 0


def test_de_host_05_base_chances_by_row_and_armour() -> None:
    assert chance(ac=3) == 28
    assert chance(row="H", ac=0) == 18
    assert chance(row="natural", ac=9) == 54


def test_de_host_06_hit_bonus_of_training_level_and_attributes() -> None:
    def bonus(row: str, **more: int | str) -> int:
        base = {"training": "chivalry", "level": 5, "strength": 15, "dexterity": 12}
        return int(ruled("hit_bonus", row=row, **{**base, **more})["bonus"])

    assert bonus("LH") == 15 + 10 + 3
    assert bonus("L") == 10 + 10 + 2
    assert bonus("H") == 15 + 10 + 5
    assert bonus("lance") == bonus("LH")
    assert bonus("natural") == bonus("unarmed") == bonus("L")
    assert bonus("arrow") == 0 + 10 + 2
    assert bonus("H", strength=28) == 15 + 10 + 10
    assert bonus("L", dexterity=1) == 10 + 10 - 5


def test_de_host_07_parry_bonus_of_a_knight() -> None:
    assert ruled("parry_bonus", training="chivalry", weapon="broadsword", level=5)["bonus"] == 30


def test_de_host_08_dodge_bonus() -> None:
    assert ruled("dodge_bonus", dexterity=16, level=1, ac=9)["bonus"] == 23
    assert ruled("dodge_bonus", dexterity=3, level=0, ac=9)["bonus"] == 0


def test_de_dodge_03_armour_and_load_hamper_a_dodge() -> None:
    plain = ruled("dodge_bonus", dexterity=16, level=1, ac=2)["bonus"]
    worse = ruled("dodge_bonus", dexterity=16, level=1, ac=1, encumbrance="partial")["bonus"]
    full = ruled("dodge_bonus", dexterity=16, level=1, ac=2, encumbrance="encumbered")["bonus"]
    assert (plain, worse, full) == (23, 3, 0)


def test_de_dodge_04_never_below_nought() -> None:
    found = ruled("dodge_bonus", dexterity=11, level=0, ac=1, encumbrance="encumbered")
    assert found["bonus"] == 0


def test_de_dodge_12_de_host_01_both_halvings_drop_fractions() -> None:
    given = {"dexterity": 16, "level": 0, "ac": 9}
    assert ruled("dodge_bonus", **given, rear=True)["bonus"] == 11
    assert ruled("dodge_bonus", **given, rear=True, guessed=True)["bonus"] == 5


def test_de_host_09_shield_bonus_active_and_passive() -> None:
    found = ruled("shield_bonus", shield="large", level=5)
    assert (found["active"], found["passive"], found["may_bash"]) == (35, 10, True)
    assert ruled("shield_bonus", shield="small", level=0)["active"] == 20


def test_de_host_10_things_used_as_shields() -> None:
    found = ruled("shield_bonus", shield="table", level=5)
    assert (found["active"], found["passive"], found["may_bash"]) == (12, 10, False)
    with pytest.raises(BanneretError, match="door"):
        ruled("shield_bonus", shield="door", level=1)


def test_de_host_11_situations_add_up() -> None:
    plain = chance()
    assert chance(side="rear", situation=["target_prone"]) == plain + 45
    assert chance(situation=["attacker_rocked", "crippled_weapon_arm"]) == plain - 25
    with pytest.raises(BanneretError, match="target_asleep"):
        chance(situation=["target_asleep"])


def test_de_att_08_defences_by_side() -> None:
    plain = chance(side="sword")
    assert chance(side="sword", passive=10) == plain
    assert chance(side="shield", passive=10) == plain - 10
    assert chance(side="sword", active=20) == plain - 20
    rear = chance(side="rear")
    assert chance(side="rear", active=30, passive=10, parry=30, desperate="shield") == rear
    assert chance(side="rear", dodge=22) == rear - 11


def test_de_melee_04_a_shield_counts_once_and_the_rest_adds() -> None:
    plain = chance(side="shield", hit_bonus=60)
    both = chance(side="shield", hit_bonus=60, active=30, passive=10)
    assert both == plain - 30
    assert chance(side="shield", hit_bonus=60, active=30, parry=20) == plain - 50


def test_de_def_06_desperate_defence_on_top_of_shield_or_parry() -> None:
    plain = chance(hit_bonus=60)
    assert chance(hit_bonus=60, desperate="shield", active=35) == plain - 60
    assert chance(hit_bonus=60, desperate="parry", parry=17) == plain - 42


def test_de_def_01_no_parry_against_missiles_or_from_behind() -> None:
    assert chance(parry=20, missile=True) == chance(missile=True)
    assert chance(parry=20, side="rear") == chance(side="rear")
    assert chance(parry=20) == chance() - 20


def test_de_def_12_passive_parry_guards_the_shield_side_alone() -> None:
    assert chance(side="shield", passive=10) == chance(side="shield") - 10
    assert chance(side="sword", passive=10) == chance(side="sword")


def test_de_host_52_a_ward_takes_fifteen_once() -> None:
    assert chance(ward=True) == chance() - 15


def test_de_card_09_de_bers_04_great_blow_and_rage() -> None:
    assert chance(great_blow=True) == chance() + 10
    assert chance(berserk=True) == chance() + 25
    assert chance(target_berserk=True) == chance() + 10
    found = ruled("critical_chance", weapon_crit=6, ac=3, great_blow=True, berserk=True)
    assert found["chance"] == 29
    bash = ruled(
        "weapon_bash_chance",
        weapon_bash=0,
        strength=10,
        target_strength=10,
        weight=200,
        target_weight=200,
        great_blow=True,
        berserk=True,
    )
    assert bash["chance"] == 20


def test_de_host_22_criticals_by_weapon_and_armour_number() -> None:
    assert ruled("critical_chance", weapon_crit=6, ac=3, great_blow=True)["chance"] == 19
    assert ruled("critical_chance", weapon_crit=99, ac=3)["chance"] == 95


def test_de_chg_21_de_chg_22_speed_takes_from_a_riders_blow() -> None:
    def off(weapon: str, speed: str) -> int:
        return int(ruled("rider_speed", weapon=weapon, speed=speed)["modifier"])

    assert [off("broadsword", speed) for speed in ("trot", "canter", "gallop", "charge")] == [
        0,
        -10,
        -20,
        -35,
    ]
    assert off("flail", "charge") == off("great_sword", "charge") == off("lance", "charge") == 0
    assert chance(rider_weapon="broadsword", speed="gallop") == chance() - 20


def test_de_att_07_over_the_horses_head() -> None:
    assert chance(forward=True) == chance() - 20


def test_de_host_03_de_host_04_armour_by_class() -> None:
    assert chance(row="L", ac=0) < chance(row="L", ac=5) < chance(row="L", ac=9)
    hampered = ruled("dodge_bonus", dexterity=16, level=1, ac=0)["bonus"]
    assert hampered == ruled("dodge_bonus", dexterity=16, level=1, ac=5)["bonus"] - 10


def test_de_gen_02_a_chance_of_n_succeeds_on_n_or_less() -> None:
    found = odds("shock", constitution=14)
    assert found["shock"] == {"false": "14/25", "true": "11/25"}
    assert ruled("shock", [56], constitution=14)["shock"] is False
    assert ruled("shock", [57], constitution=14)["shock"] is True
