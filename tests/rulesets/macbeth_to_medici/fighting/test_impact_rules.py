"""Impact as a number (MM-IMPACT)."""

from fractions import Fraction
from typing import Any

from banneret.rulesets.macbeth_to_medici.fighting import shock
from banneret.rulesets.macbeth_to_medici.fighting.sides import ImpactSide
from rulesets.macbeth_to_medici.mm_fields import odds, rule

FOOT = {"order": "loose", "experience": "seasoned"}
HORSE = {**FOOT, "mounted": True, "horse_armour": True}


def impact(a: dict[str, Any], b: dict[str, Any], *dice: int) -> dict[str, Any]:
    found: dict[str, Any] = rule("impact", {"a": a, "b": b}, *dice)
    return found


def dice_of(a: dict[str, Any], b: dict[str, Any]) -> list[int]:
    """How many plus and minus dice a has."""
    found = rule("impact", {"a": a, "b": b}, *_enough(a, b))
    return list(found["dice_a"])


def _enough(a: dict[str, Any], b: dict[str, Any]) -> list[int]:
    one, two = ImpactSide(**a), ImpactSide(**b)
    first, second = shock.factor_of(one, two), shock.factor_of(two, one)
    return [3] * (first.plus + first.minus + second.plus + second.minus)


def test_mm_impact_05_mm_impact_06_base_and_factor() -> None:
    light = {**HORSE, "impact_weapon": "light_lance", "charging": True}
    assert impact(light, {**HORSE}, 5, 2, 3, 3)["score_a"] == 6
    for order, base in (("open", 2), ("loose", 3), ("close", 4)):
        assert impact({**FOOT, "order": order}, FOOT, 3, 3, 3, 3)["score_a"] == base


def test_mm_impact_07_steady_pike_facing_mounted() -> None:
    pike = {**FOOT, "order": "close", "pike": True}
    assert dice_of(pike, HORSE) == [2, 1]
    assert dice_of(pike, {**HORSE, "morale": "impetuous"}) == [3, 1]
    assert dice_of({**pike, "morale": "erratic"}, HORSE) == [1, 1]


def test_mm_impact_08_supporting_fire() -> None:
    assert dice_of(FOOT, {**FOOT, "supporting_fire": True}) == [1, 2]


def test_mm_impact_09_charging_pike() -> None:
    pike = {**FOOT, "pike": True}
    charge = {**HORSE, "charging": True, "impact_weapon": "heavy_lance"}
    assert dice_of(charge, pike) == [1, 2]
    assert dice_of({**charge, "morale": "impetuous"}, pike) == [1, 1]


def test_mm_impact_10_lighter_armour() -> None:
    heavy = {**FOOT, "armour": "heavy"}
    assert dice_of(FOOT, heavy) == [1, 2]
    assert dice_of(heavy, heavy) == [1, 1]
    assert dice_of({**FOOT, "armour": "unarmoured"}, {**FOOT, "armour": "full"}) == [1, 2]


def test_mm_impact_11_mm_unit_37_mm_unit_39_armour_hand_to_hand() -> None:
    mail = {**HORSE, "horse_armour": False, "armour": "full", "mail": True}
    assert dice_of(mail, {**FOOT, "armour": "heavy"}) == [1, 2]
    foot_mail = {**FOOT, "armour": "full", "mail": True}
    assert dice_of(foot_mail, {**FOOT, "armour": "heavy"}) == [1, 1]
    assert dice_of(foot_mail, {**FOOT, "armour": "full"}) == [1, 2]
    assert dice_of({**FOOT, "armour": "heavy"}, {**FOOT, "palisade": True}) == [1, 2]


def test_mm_impact_12_unformed_and_fired() -> None:
    both = {**FOOT, "unformed": True, "fired_without_initiative": True}
    assert dice_of(both, FOOT) == [1, 3]


def test_mm_impact_13_pike_counts_only_in_front() -> None:
    pike = {**FOOT, "pike": True, "contacted": "flank"}
    assert dice_of(pike, HORSE) == [1, 1]
    assert dice_of({**HORSE, "charging": True}, pike) == [1, 1]


def test_mm_impact_14_mm_impact_15_lance_caps_need_a_charge() -> None:
    def score(**keys: Any) -> int:
        return int(impact({**HORSE, **keys}, HORSE, 6, 2, 3, 3)["score_a"])

    assert score(impact_weapon="heavy_lance", charging=True) == 7
    assert score(impact_weapon="light_lance", charging=True) == 6
    assert score(charging=True) == 4
    assert score(impact_weapon="heavy_lance") == 4
    assert rule("impact_cap", side={"impact_weapon": "heavy_lance", "charging": True})["value"] == 1


def test_mm_impact_16_mm_impact_17_mm_move_15_terrain_after_the_cap() -> None:
    assert impact({**FOOT, "terrain": 3}, FOOT, 6, 1, 3, 3)["score_a"] == 1


def test_mm_impact_18_the_loser_takes_a_hit_and_tests() -> None:
    found = impact(FOOT, {**FOOT, "ranks": 3}, 4, 3, 3, 3)
    assert (found["winner"], found["hits_b"], found["test"]) == ("a", 1, "b")


def test_mm_impact_19_mm_impact_20_a_draw_hurts_both_and_nobody_tests() -> None:
    veteran = {**FOOT, "experience": "veteran"}
    green = {**FOOT, "experience": "green", "gunnes": True}
    found = impact(veteran, green, 3, 2, 3, 3, 2, 3)
    assert (found["winner"], found["hits_a"], found["hits_b"]) == ("draw", 2, 4)
    assert (found["melee"], found["test"], found["destroyed"]) == ("compulsory", None, None)


def test_mm_impact_21_mm_impact_22_cavalry_among_foot() -> None:
    lance = {**HORSE, "impact_weapon": "heavy_lance", "charging": True}
    two = impact(lance, {**FOOT, "ranks": 4}, 5, 3, 3, 3)
    assert (two["penetrated"], two["hits_b"], two["unformed_b"], two["through"]) == (
        2,
        3,
        True,
        False,
    )
    assert two["melee"] == "compulsory"
    thin = impact(lance, {**FOOT, "ranks": 2}, 6, 2, 3, 3)
    assert (thin["penetrated"], thin["hits_b"], thin["through"]) == (2, 3, True)


def test_mm_impact_23_through_and_out() -> None:
    lance = {**HORSE, "impact_weapon": "heavy_lance", "charging": True}
    assert impact(lance, {**FOOT, "ranks": 2}, 5, 3, 3, 3)["melee"] == "choice"
    mad = {**lance, "morale": "impetuous"}
    assert impact(mad, {**FOOT, "ranks": 2}, 5, 3, 3, 3)["melee"] == "go on or turn"


def test_mm_impact_25_mm_impact_26_foot_beat_cavalry() -> None:
    close = {**FOOT, "order": "close"}
    found = impact({**HORSE, "charging": True, "order": "open"}, close, 3, 3, 4, 3)
    assert (found["winner"], found["recoil"], found["unformed_a"], found["hits_a"]) == (
        "b",
        6,
        True,
        1,
    )
    assert (found["follow_up"], found["melee"]) == (None, "none")
    mad = impact({**HORSE, "order": "open"}, {**close, "morale": "impetuous"}, 3, 3, 4, 3)
    assert mad["follow_up"] == "b"


def test_mm_impact_27_mm_impact_28_foot_beat_foot() -> None:
    close = {**FOOT, "order": "close", "charging": True}
    three = impact(close, {**FOOT, "order": "open", "ranks": 3}, 4, 3, 3, 3)
    assert (three["recoil"], three["hits_b"], three["unformed_b"]) == (3, 1, False)
    four = impact(close, {**FOOT, "order": "open", "ranks": 3}, 4, 3, 2, 3)
    assert (four["recoil"], four["hits_b"], four["unformed_b"]) == (4, 2, True)
    assert (four["follow_up"], four["melee"]) == ("a", "optional")
    stood = impact({**close, "charging": False}, FOOT, 4, 3, 2, 3)
    assert (stood["follow_up"], stood["melee"]) == (None, "none")


def test_mm_impact_29_cavalry_beat_cavalry() -> None:
    lance = {**HORSE, "impact_weapon": "heavy_lance", "charging": True}
    four = impact(lance, {**HORSE, "ranks": 2}, 6, 2, 3, 3)
    assert (four["recoil"], four["hits_b"], four["unformed_b"]) == (8, 3, True)
    three = impact(lance, {**HORSE, "ranks": 2}, 6, 3, 3, 3)
    assert (three["recoil"], three["hits_b"], three["unformed_b"]) == (6, 2, False)


def test_mm_impact_30_gunnes_that_lose_are_destroyed() -> None:
    found = impact(FOOT, {**FOOT, "order": "open", "gunnes": True}, 3, 3, 3, 3)
    assert (found["destroyed"], found["test"]) == ("b", None)


def test_mm_impact_31_terrain_under_recoil_and_follow_up() -> None:
    a = {**FOOT, "order": "close", "charging": True, "follow_terrain": 1}
    b = {**FOOT, "ranks": 3, "recoil_terrain": 4}
    found = impact(a, b, 3, 3, 3, 3)
    assert (found["hits_a"], found["hits_b"]) == (1, 5)
    stood = impact({**a, "charging": False}, b, 3, 3, 3, 3)
    assert stood["hits_a"] == 0


def test_mm_impact_36_dismounted_are_foot() -> None:
    lance = {**HORSE, "impact_weapon": "heavy_lance", "charging": True}
    assert impact(lance, {**FOOT, "ranks": 3}, 5, 3, 3, 3)["penetrated"] == 2


def test_odds_of_an_impact_sum_to_one() -> None:
    found = odds("impact", a={**HORSE, "leadership": 4}, b={**FOOT, "leadership": 5})
    assert sum(Fraction(p) for p in found["winner"].values()) == 1
