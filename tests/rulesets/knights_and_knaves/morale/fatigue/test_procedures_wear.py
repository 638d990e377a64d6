"""The numbers of falls, fatigue, ammunition, withdrawal and survival."""

from __future__ import annotations

from math import ceil
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.core.book.adjudicate import bare_table
from banneret.core.chance.dice import ScriptedDice
from banneret.rulesets.knights_and_knaves.basics.options import Options
from banneret.rulesets.knights_and_knaves.basics.tables import TABLES
from banneret.rulesets.knights_and_knaves.melee.harm.falling import (
    band_of,
    fall,
    must_check_fall,
    stay_conscious,
)
from rulesets.knights_and_knaves.adjudged import adjudge, odds, refusal, result

RIDER: dict[str, Any] = {"mounted": True, "stamina_at_phase_start": 8}
RIDE: dict[str, Any] = {"gait": "gallop", "melee_skill": 7}


def faces(procedure: str, wanted: str, situation: dict[str, Any]) -> list[int]:
    return [die for die in range(1, 11) if result(procedure, situation, die) == wanted]


# -- who checks


def test_kk_fall_01_a_lance_at_the_gallop() -> None:
    assert result("fall_trigger", {**RIDER, "struck_by_gallop_lance": True}) is True
    assert result("fall_trigger", {"mounted": False, "struck_by_gallop_lance": True}) is False


@pytest.mark.parametrize(
    ("stamina", "loss", "checks"),
    [(8, 2, True), (8, 1, False), (7, 2, True), (7, 1, False), (10, 3, True), (10, 2, False)],
)
def test_kk_fall_02_a_quarter_of_what_he_had(stamina: int, loss: int, checks: bool) -> None:
    situation = {"mounted": True, "stamina_at_phase_start": stamina, "loss": loss}
    assert result("fall_trigger", situation) is checks
    assert result("fall_trigger", {**situation, "mounted": False}) is False


def test_kk_fall_03_foot_spears_and_halberds() -> None:
    assert result("fall_trigger", {**RIDER, "struck_by_foot_spear_or_polearm": True}) is True
    assert result("fall_trigger", RIDER) is False


def test_kk_fall_04_anybody_wounded_on_a_height() -> None:
    assert result("fall_trigger", {"mounted": False, "on_height": True, "loss": 1}) is True
    assert result("fall_trigger", {"mounted": False, "on_height": True}) is False


def test_kk_fall_05_who_is_disabled_does_not_check() -> None:
    assert must_check_fall(True, 5, 5, True, True, True) is False
    assert must_check_fall(True, 5, 4, False, False, False) is True
    assert "loss = 2 without stamina_at_phase_start" in refusal(
        "fall_trigger", {"mounted": True, "loss": 2}
    )


# -- who falls


@pytest.mark.parametrize(
    ("gait", "number"),
    [("foot", 1), ("standing", 1), ("walk", 1), ("trot", 2), ("canter", 3), ("gallop", 4)],
)
def test_kk_fall_06_at_or_below_the_number_of_the_gait(gait: str, number: int) -> None:
    situation = {"gait": gait, "melee_skill": 7}
    assert faces("fall_check", "falls", situation) == list(range(1, number + 1))
    assert adjudge("fall_check", situation, 5)["number"] == number


def test_kk_fall_07_modifiers() -> None:
    assert adjudge("fall_check", {**RIDE, "melee_skill": 8}, 5)["total"] == 6
    assert adjudge("fall_check", {**RIDE, "temporary_fatigue": 2}, 5)["total"] == 3
    assert adjudge("fall_check", {**RIDE, "stamina_lost": 3}, 5)["total"] == 2
    hurt = {"gait": "gallop", "melee_skill": 9, "stamina_lost": 4}
    assert [result("fall_check", hurt, die) for die in (7, 8)] == ["falls", "keeps"]


def test_kk_fall_08_points_lost_and_no_natural_rule() -> None:
    assert result("fall_check", {**RIDE, "stamina_lost": 6}, 10) == "falls"
    assert result("fall_check", {"gait": "walk", "melee_skill": 8}, 1) == "keeps"


# -- what it does


def test_kk_fall_09_more_than_four_and_twenty_feet_kill() -> None:
    height = {"stamina": 7, "original_stamina": 7}
    dead = adjudge("fall_effect", {**height, "height_feet": 25})
    assert (dead["result"], dead["disabled"], dead["stamina_left"]) == ("dead", True, 0)
    assert result("fall_effect", {**height, "height_feet": 24}, 1, 1) == "unhurt"


@pytest.mark.parametrize(
    ("dice", "band", "loss", "stun"),
    [
        ((2, 2), "unhurt", 0, 0),
        ((2, 3), "stunned", 0, 3),
        ((4, 4), "stunned", 0, 4),
        ((4, 5), "hurt_quarter", 2, 5),
        ((5, 6), "hurt_quarter", 2, 5),
        ((6, 6), "hurt_half", 4, 6),
        ((7, 8), "hurt_half", 4, 6),
        ((8, 8), "hurt_three_quarters", 6, 8),
        ((9, 9), "hurt_three_quarters", 6, 8),
        ((9, 10), "disabled", 7, 0),
        ((10, 10), "disabled", 7, 0),
    ],
)
def test_kk_fall_10_bands(dice: tuple[int, int], band: str, loss: int, stun: int) -> None:
    """With seven left: what each band takes and for how long he lies."""
    found = adjudge("fall_effect", {"stamina": 7, "original_stamina": 7}, *dice)
    assert (found["result"], found["loss"], found["stun"]) == (band, loss, stun)
    assert found["stamina_left"] == 7 - loss
    assert found["disabled"] is (loss == 7)


def test_kk_fall_11_three_and_four_are_unhurt_and_losses_round_up() -> None:
    assert [band_of(total).result for total in (2, 3, 4, 5)] == ["unhurt"] * 3 + ["stunned"]
    found = adjudge("fall_effect", {"stamina": 5, "original_stamina": 5}, 8, 9)
    assert found["loss"] == 4


def test_kk_fall_12_worse_with_less_than_half() -> None:
    below = adjudge("fall_effect", {"stamina": 3, "original_stamina": 8}, 2, 2)
    assert (below["shown"], below["total"], below["result"]) == (4, 6, "stunned")
    assert adjudge("fall_effect", {"stamina": 4, "original_stamina": 8}, 2, 2)["total"] == 4


def test_kk_fall_13_totals_above_twenty_and_the_length_of_a_stun() -> None:
    hurt = {"stamina": 3, "original_stamina": 8}
    assert adjudge("fall_effect", hurt, 10, 9)["result"] == "disabled"
    assert adjudge("fall_effect", hurt, 10, 10)["total"] == 22
    assert adjudge("fall_effect", hurt, 2, 3)["stun"] == 3
    modified = {**hurt, "options": {"stun_uses_modified_total": True}}
    assert adjudge("fall_effect", modified, 2, 3)["stun"] == 4


def test_kk_fall_21_nought_is_disabled_whatever_the_row() -> None:
    """A quarter of the last point, rounded up, is all of it."""
    found = adjudge("fall_effect", {"stamina": 1, "original_stamina": 3}, 4, 4)
    assert (found["result"], found["stamina_left"], found["disabled"]) == ("hurt_quarter", 0, True)


@given(st.integers(1, 12), st.integers(1, 12), st.integers(1, 10), st.integers(1, 10))
def test_a_fall_by_the_book(stamina: int, original: int, one: int, two: int) -> None:
    """The table in other words, over every throw."""
    stamina = min(stamina, original)
    found = fall(bare_table(ScriptedDice(one, two)), stamina, original)
    total = one + two + 2 * (stamina < original / 2)
    row = next(band for band in TABLES.fall_effect if band.total[0] <= total <= band.total[1])
    assert (found.result, found.total) == (row.result, total)
    assert found.loss == ceil(row.loss * stamina)
    assert found.stun == (ceil((one + two) / 2) if row.result == "stunned" else row.stun)


SHOT: dict[str, Any] = {"skill": 7, "distance": 9, "weapon": "longbow", "target_armor": 3}


@pytest.mark.parametrize(
    ("procedure", "situation"),
    [
        ("morale_check", {"morale": 7, "stamina": 0}),
        ("shoot", {**SHOT, "shooter_stamina": 0}),
        ("melee_contest", {"a": {"skill": 7, "stamina": 0}, "b": {"skill": 7}}),
        ("unopposed_strike", {"skill": 7, "stamina": 0}),
        ("move_allowance", {"stamina": 0}),
    ],
)
def test_kk_def_16_no_stamina_at_all_is_not_unhurt(
    procedure: str, situation: dict[str, Any]
) -> None:
    assert "stamina = 0 without original_stamina" in refusal(procedure, situation, 5, 5, 5)


def test_kk_dis_02_a_disabled_lord_stays_conscious() -> None:
    assert [result("consciousness", {}, die) for die in (1, 6, 10)] == [1, 6, 10]
    assert stay_conscious(bare_table(ScriptedDice(4))) == 4


# -- fatigue


def test_kk_fat_04_melee_tires() -> None:
    assert faces("melee_fatigue", "tired", {}) == [1, 2]
    assert faces("melee_fatigue", "tired", {"wounded": True}) == [1, 2, 3]


def test_kk_fat_05_recovery() -> None:
    assert faces("fatigue_recovery", "recovers", {}) == [1, 2, 3, 4, 5]
    assert faces("fatigue_recovery", "recovers", {"idle": True}) == [1, 2, 3, 4, 5, 6, 7]
    assert adjudge("fatigue_recovery", {"in_melee": True}) == {"result": "no_check"}
    assert adjudge("fatigue_recovery", {"temporary_fatigue": 0}) == {"result": "no_check"}


def test_kk_fat_06_doing_nothing_rests_better() -> None:
    assert result("fatigue_recovery", {"idle": True}, 7) == "recovers"
    assert result("fatigue_recovery", {}, 7) == "stays"


@pytest.mark.parametrize("gait", ["trot", "canter", "gallop"])
def test_kk_fat_07_a_horse_rests_standing_or_walking(gait: str) -> None:
    assert result("fatigue_recovery", {"horse": True, "gait": gait}) == "no_check"
    assert "gait = 'walk' of a man" in refusal("fatigue_recovery", {"gait": "walk"}, 5)


def test_kk_fat_08_how_horses_recover() -> None:
    standing, walking = ({"horse": True, "gait": gait} for gait in ("standing", "walk"))
    assert faces("fatigue_recovery", "recovers", standing) == [1, 2, 3, 4, 5, 6, 7]
    assert faces("fatigue_recovery", "recovers", walking) == [1, 2, 3, 4, 5]
    assert result("fatigue_recovery", {**walking, "in_melee": True}) == "no_check"
    automatic = {**walking, "options": {"horse_recovery_automatic": True}}
    assert adjudge("fatigue_recovery", automatic) == {"result": "recovers"}


def test_kk_fat_09_a_man_who_ran_may_recover() -> None:
    """Nothing of his run stands in the way: he simply was not idle."""
    assert result("fatigue_recovery", {"idle": False}, 5) == "recovers"
    assert result("fatigue_recovery", {"horse": True, "gait": "gallop"}) == "no_check"


# -- ammunition


def test_kk_ammo_01_more_than_twice_the_level() -> None:
    bow: dict[str, Any] = {"weapon": "longbow"}
    assert adjudge("ammunition_check", {**bow, "permanent_fatigue": 0}) == {"result": "no_check"}
    for level, out in ((1, [1, 2]), (2, [1, 2, 3, 4]), (3, [1, 2, 3, 4, 5, 6])):
        situation = {**bow, "permanent_fatigue": level}
        assert faces("ammunition_check", "out", situation) == out
        assert adjudge("ammunition_check", situation, 9)["must_exceed"] == 2 * level


def test_kk_ammo_02_who_checks() -> None:
    one = {"permanent_fatigue": 1}
    for weapon in ("handgun", "javelin", "javelin_thong", "sling", "heavy_crossbow"):
        assert result("ammunition_check", {"weapon": weapon, **one}, 3) == "supplied"
    for weapon in ("thrown_spear", "thrown_axe", "thrown_knife"):
        assert result("ammunition_check", {"weapon": weapon, **one}) == "no_check"
    off = {"options": {"handgun_ammo_check": False}}
    assert result("ammunition_check", {"weapon": "handgun", **one, **off}) == "no_check"
    assert result("ammunition_check", {"weapon": "longbow", **one, **off}, 3) == "supplied"


def test_kk_ammo_03_whether_he_shot_or_not() -> None:
    bow = {"weapon": "longbow", "permanent_fatigue": 1}
    only = {"options": {"ammo_check_only_if_shot": True}}
    assert result("ammunition_check", bow, 2) == "out"
    assert result("ammunition_check", {**bow, **only}) == "no_check"
    assert result("ammunition_check", {**bow, **only, "shot_this_turn": True}, 2) == "out"


def test_kk_ammo_06_a_body_has_arrows_on_one_to_six() -> None:
    body = {"turns_in_contact": 2}
    assert faces("rob_dead", "resupplied", body) == [1, 2, 3, 4, 5, 6]
    assert faces("rob_dead", "empty", body) == [7, 8, 9, 10]


def test_kk_ammo_07_two_turns_or_one() -> None:
    assert adjudge("rob_dead", {"turns_in_contact": 1}) == {"result": "waiting"}
    quick = {"turns_in_contact": 1, "options": {"rob_dead_turns": 1}}
    assert result("rob_dead", quick, 6) == "resupplied"


# -- the end


def test_kk_finis_02_a_total_below_its_losses_sends_a_unit_home() -> None:
    unit = {"permanent_fatigue": 1, "losses": 5}
    assert [result("unit_withdrawal", unit, *dice) for dice in ((2, 2), (2, 3))] == [
        "withdraws",
        "stays",
    ]
    assert adjudge("unit_withdrawal", {**unit, "permanent_fatigue": 0}) == {"result": "no_check"}
    assert adjudge("unit_withdrawal", {**unit, "in_command": True}) == {"result": "no_check"}


def test_kk_finis_03_a_lost_leader_doubles_the_losses() -> None:
    unit = {"permanent_fatigue": 1, "losses": 4, "leader_lost": True}
    assert adjudge("unit_withdrawal", unit, 3, 4) == {
        "result": "withdraws",
        "total": 7,
        "losses": 8,
    }
    assert result("unit_withdrawal", unit, 4, 4) == "stays"


def test_kk_after_01_a_quarter_or_less_rolls_under_his_armour() -> None:
    man = {"original_stamina": 8, "armor": 6}
    assert adjudge("after_battle", {**man, "stamina": 3}) == {"result": "no_check"}
    assert [result("after_battle", {**man, "stamina": 2}, die) for die in (5, 6)] == [
        "recovers",
        "dies",
    ]


def test_kk_after_02_three_more_if_disabled() -> None:
    man = {"stamina": 0, "original_stamina": 8, "armor": 8, "disabled": True}
    assert [result("after_battle", man, die) for die in (4, 5)] == ["recovers", "dies"]
    assert adjudge("after_battle", {**man, "disabled": False}, 4)["total"] == 7


def test_kk_after_03_ten_is_death() -> None:
    man = {"stamina": 1, "original_stamina": 12, "armor": 12}
    assert [result("after_battle", man, die) for die in (9, 10)] == ["recovers", "dies"]


def test_kk_after_04_only_the_natural_ten() -> None:
    man = {"stamina": 0, "original_stamina": 11, "armor": 11, "disabled": True}
    assert adjudge("after_battle", man, 7) == {"result": "recovers", "total": 10, "die": 7}
    by_a_fall = {**man, "stamina": 9}
    assert result("after_battle", by_a_fall, 7) == "recovers"


# -- odds of these


def test_odds_of_the_end() -> None:
    assert odds("consciousness", {})["result"] == {str(n): "1/10" for n in range(1, 11)}
    unit = {"permanent_fatigue": 1, "losses": 4}
    assert odds("unit_withdrawal", unit)["result"] == {"withdraws": "3/100", "stays": "97/100"}
    effect = odds("fall_effect", {"stamina": 7, "original_stamina": 7})["result"]
    assert effect == {
        "unhurt": "3/50",
        "stunned": "11/50",
        "hurt_quarter": "27/100",
        "hurt_half": "3/10",
        "hurt_three_quarters": "3/25",
        "disabled": "3/100",
    }
    assert Options().rob_dead_turns == 2
