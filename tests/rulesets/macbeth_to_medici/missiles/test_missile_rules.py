"""Guns, archery and skirmish fire as numbers (MM-GUN, MM-ARCH, MM-SKIRM, MM-UNIT-33 to 45)."""

import pytest

from banneret.core.errors import WrongDice
from rulesets.macbeth_to_medici.mm_fields import odds, rule

A = {
    "order": "close",
    "experience": "seasoned",
    "firing": 8,
    "target_experience": "green",
    "target_elements": 6,
    "action": "falling_back",
}  # defence 4


def volley(*dice: int, **keys: object) -> dict[str, object]:
    found: dict[str, object] = rule("archery", {**A, **keys}, *dice)
    return found


# -- bombards


def test_mm_gun_08_plus_less_minus() -> None:
    assert rule("bombard_shot", None, 5, 2, experience="seasoned")["value"] == 3


def test_mm_gun_09_always_two_normal_dice() -> None:
    assert rule("bombard_shot", None, 6, 1, experience="veteran")["value"] == 5
    with pytest.raises(WrongDice):
        rule("bombard_shot", None, 6, experience="veteran")


def test_mm_gun_10_mm_gun_11_a_double_hits_without_a_test() -> None:
    shot = rule("bombard_shot", None, 4, 4, experience="seasoned")
    assert (shot["outcome"], shot["hits"], shot["test"]) == ("hit", 1, False)
    at = rule("bombard_at_target", None, 2, 2, gun="seasoned", experience="seasoned", hits=3)
    assert (at["hits"], at["morale"], at["result"]) == (4, "erratic", None)


def test_mm_gun_12_positive_values_are_phantom_hits() -> None:
    given = {"gun": "seasoned", "experience": "seasoned"}
    three = rule("bombard_at_target", given, 5, 2, 6, 6)
    assert (three["morale"], three["hits"]) == ("steady", 0)
    four = rule("bombard_at_target", given, 6, 2, 6, 6)
    assert (four["morale"], four["hits"]) == ("impetuous", 0)


def test_mm_gun_13_mm_gun_14_misses_and_explosions() -> None:
    assert rule("bombard_shot", None, 1, 4, experience="seasoned")["outcome"] == "miss"
    green = rule("bombard_shot", None, 1, 4, 4, experience="green")
    assert (green["outcome"], green["radius"]) == ("explosion", 4)
    assert rule("bombard_shot", None, 2, 4, experience="green")["outcome"] == "miss"
    assert rule("bombard_shot", None, 1, 6, 1, experience="veteran")["outcome"] == "explosion"


def test_mm_gun_18_a_miss_marks_the_target_an_explosion_does_not() -> None:
    assert rule("bombard_shot", None, 3, 4, experience="green")["marks_target"]
    assert not rule("bombard_shot", None, 1, 6, 2, experience="green")["marks_target"]


# -- archery


def test_mm_arch_03_bow_ranges() -> None:
    assert rule("bow_range", bow="longbow")["value"] == 18
    assert rule("bow_range", bow="longbow", heavy_arrows=True)["value"] == 12
    assert rule("bow_range", bow="composite_bow")["value"] == 12
    assert rule("bow_range", bow="composite_bow", mounted=True)["value"] == 6


def test_mm_arch_05_mm_arch_29_base_by_the_shooters_order_alone() -> None:
    values = [volley(3, 3, order=order)["value"] for order in ("open", "loose", "close")]
    assert values == [4, 6, 8]


def test_mm_arch_06_mm_arch_12_the_factor_and_its_cap_by_initiative() -> None:
    for initiative, value in (("with", 12), ("drawn", 11), ("without", 9)):
        assert volley(6, 2, initiative=initiative)["value"] == value
        low = volley(2, 6, initiative=initiative)["value"]
        assert low == 16 - value


def test_mm_arch_07_green_and_veteran_dice() -> None:
    assert volley(4, 2, 5, experience="green")["factor"] == -1
    assert volley(2, 6, 3, experience="veteran")["factor"] == 3


def test_mm_arch_08_mm_unit_35_an_armoured_target_adds_a_minus_die() -> None:
    for experience, plus, minus in (("seasoned", 1, 2), ("green", 1, 3), ("veteran", 1, 1)):
        found = odds("archery", **{**A, "experience": experience, "protection": "heavy"})
        assert found["plus_dice"] == {str(plus): "1"}
        assert found["minus_dice"] == {str(minus): "1"}


def test_mm_arch_09_extras_cancel_one_for_one() -> None:
    found = rule("random_factor", None, 3, 2, 4, experience="veteran", extra_plus=2, extra_minus=4)
    assert (found["plus_dice"], found["minus_dice"], found["raw"]) == (1, 2, -1)


def test_mm_arch_10_mm_arch_11_mm_melee_33_leadership_in_the_factor() -> None:
    found = rule("random_factor", None, 2, 4, experience="seasoned", leadership=5)
    assert (found["factor"], found["use"]) == (1, "plus")
    minus = {"experience": "green", "leadership": 2}
    assert rule("random_factor", minus, 4, 6, 3, lead_use="minus")["factor"] == 1
    assert rule("random_factor", minus, 4, 6, 3, lead_use="none")["factor"] == -2


def test_mm_arch_11_the_best_use_of_leadership_is_the_first_of_equals() -> None:
    """None before plus, plus before minus."""
    for plus, minus, leadership, use in ((4, 4, 4, "none"), (3, 4, 5, "plus"), (2, 5, 1, "minus")):
        found = rule(
            "random_factor", None, plus, minus, experience="seasoned", leadership=leadership
        )
        assert found["use"] == use
    even = rule("random_factor", None, 2, 3, experience="seasoned", leadership=3, cap=0)
    assert (even["factor"], even["use"]) == (0, "none")
    equal = rule("random_factor", None, 3, 4, experience="seasoned", leadership=3, cap=1)
    assert equal["use"] == "minus"  # +0 by a minus die beats -1


def test_mm_arch_15_defence_value() -> None:
    assert rule("defence_value", experience="green", action="falling_back")["value"] == 4
    assert rule("defence_value", experience="seasoned")["value"] == 6
    assert rule("defence_value", experience="veteran", action="advancing")["value"] == 8


def test_mm_arch_17_hits_by_multiples_that_must_be_exceeded() -> None:
    hits = {}
    for order, base in (("open", 4), ("close", 8)):
        for dice in ((1, 6), (2, 5), (3, 3), (4, 3), (6, 2), (6, 1)):
            value = base + max(-5, min(5, dice[0] - dice[1]))
            hits[value] = volley(*dice, order=order)["hits"]
    assert hits[4] == 0
    assert hits[5] == 1
    assert hits[8] == 1
    assert hits[9] == 2
    assert hits[12] == 2
    assert hits[13] == 3


def test_mm_arch_18_a_hit_calls_for_a_test() -> None:
    assert volley(4, 3, firing=5)["test"] is True
    found = volley(1, 6, order="open", firing=24)
    assert (found["removed"], found["test"]) == (2, False)


def test_mm_arch_19_mm_arch_20_mm_arch_21_casualties() -> None:
    assert volley(3, 4)["removed"] == 1  # 8 shooting, 1 hit, 6 targets
    assert volley(4, 3)["removed"] == 2  # 2 hits
    assert volley(3, 4, firing=5)["removed"] == 0
    assert volley(1, 6, order="open", firing=12)["removed"] == 1
    assert volley(1, 6, order="open", firing=11)["removed"] == 0
    assert volley(1, 6, order="open", firing=4, target_elements=1)["removed"] == 1


def test_mm_arch_24_mm_unit_36_full_armour_is_proof_but_to_heavy_arrows() -> None:
    proof = volley(protection="full")
    assert (proof["proof"], proof["hits"], proof["removed"], proof["test"]) == (True, 0, 0, False)
    heavy = volley(3, 2, 1, protection="full", heavy_arrows=True)
    assert (heavy["proof"], heavy["minus_dice"]) == (False, 2)


def test_mm_unit_34_light_armour_is_as_none() -> None:
    assert volley(4, 3, protection="unarmoured") == volley(4, 3, protection="light")


# -- protection


def level(**keys: object) -> tuple[str, bool]:
    armour, shielded = rule("fire_protection", keys)["value"]
    return armour, shielded


def test_mm_unit_33_mm_unit_38_levels_and_bare_horses() -> None:
    assert level(armour="full", mounted=True)[0] == "heavy"
    assert level(armour="full", mounted=True, horse_armour=True)[0] == "full"
    assert level(armour="unarmoured", mounted=True)[0] == "unarmoured"


def test_mm_unit_41_shields_from_front_and_left() -> None:
    for zone, found in (("front", "full"), ("left", "full"), ("right", "heavy"), ("rear", "heavy")):
        assert level(armour="heavy", shield=True, zone=zone)[0] == found


def test_mm_unit_42_only_close_order_is_shielded_on_the_move() -> None:
    assert level(armour="light", shield=True, order="loose", moving=True) == ("light", False)
    assert level(armour="light", shield=True, order="close", moving=True) == ("heavy", True)
    assert level(armour="light", shield=True, order="loose") == ("heavy", True)


def test_mm_unit_43_in_skirmish_the_shield_is_a_minus_not_a_level() -> None:
    assert level(armour="heavy", shield=True, against="skirmish") == ("heavy", True)
    net = rule("skirmish", order="open", target_armour="heavy", target_shielded=True)
    assert net["net"] == 1


def test_mm_unit_44_mm_unit_45_cover_counts_as_full_and_shields_do_not_add() -> None:
    assert level(armour="unarmoured", cover=True)[0] == "full"
    assert level(armour="unarmoured", cover=True, shield=True)[0] == "full"


def test_mm_arch_25_mm_arch_30_the_shield_limit() -> None:
    assert level(armour="heavy", shield=True, shield_limit="heavy")[0] == "heavy"
    assert level(armour="light", shield=True, shield_limit="heavy")[0] == "heavy"
    assert level(armour="full", shield_limit="heavy")[0] == "full"


def test_mm_unit_40_mm_gun_21_artillery_ignores_armour() -> None:
    assert "armour" not in odds("bombard_shot", experience="green")
    given = {"gun": "green", "experience": "green"}
    with pytest.raises(Exception, match="armour"):
        rule("bombard_at_target", given, 5, 2, armour="full")


# -- skirmish


def net(**keys: object) -> int:
    return int(rule("skirmish", {"order": "open", "morale": "erratic", **keys})["net"])


def test_mm_skirm_02_half_a_normal_move() -> None:
    assert [rule("skirmish_range", mobility=m)["value"] for m in ("foot", "dismounted")] == [3, 3]
    assert rule("skirmish_range", mobility="mounted")["value"] == 4.5


def test_mm_skirm_07_base_without_dice() -> None:
    assert [net(order=order) for order in ("open", "loose", "close")] == [2, 3, 4]


def test_mm_skirm_08_mm_skirm_09_steady_and_supported() -> None:
    assert net(morale="steady") == 3
    assert net(supporting_rank=True) == 3


def test_mm_skirm_11_mm_skirm_12_mm_skirm_23_overlap() -> None:
    assert net(overlap=3) == 4
    assert net(enemy_overlap=3) == -1
    assert net(enemy_overlap=6) == -4
    assert net(enemy_overlap=5, skirmish_overlap_limit=True) == 0
    assert net(overlap=1, enemy_overlap=1) == 2


def test_mm_skirm_15_armour_and_shields() -> None:
    both = {"target_armour": "heavy", "target_shielded": True, "order": "close"}
    assert net(**both) == 2
    assert net(**both, weapon="handgun") == 4
    assert net(**both, weapon="heavy_crossbow") == 4


def test_mm_skirm_16_full_is_proof_but_to_handguns() -> None:
    sling = rule("skirmish", order="close", weapon="sling", target_armour="full")
    assert (sling["proof"], sling["phantom"], sling["test"]) == (True, 0, False)
    gun = rule("skirmish", order="close", weapon="handgun", target_armour="full")
    assert (gun["proof"], gun["net"]) == (False, 5)


def test_mm_skirm_17_own_hits_count_against() -> None:
    assert net(morale="steady", hits=3) == 0


def test_mm_skirm_18_mm_skirm_20_net_is_phantom_hits_never_negative() -> None:
    found = rule("skirmish", order="open", hits=5)
    assert (found["net"], found["phantom"], found["test"], found["slow"]) == (-2, 0, False, 0)


def test_mm_skirm_19_slowing_is_doubled_for_mounted() -> None:
    found = rule("skirmish", order="open", target_mounted=True)
    assert (found["phantom"], found["slow"]) == (3, 6)
    assert rule("skirmish", order="open")["slow"] == 3
