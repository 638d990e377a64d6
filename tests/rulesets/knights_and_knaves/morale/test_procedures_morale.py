"""The numbers of morale, rally and yielding."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.core.book.adjudicate import bare_table
from banneret.core.chance.dice import ScriptedDice
from banneret.rulesets.knights_and_knaves.melee.harm.condition import (
    half_or_less,
    stamina_tier,
    wounded,
)
from banneret.rulesets.knights_and_knaves.morale.dice import (
    MoraleFacts,
    check_morale,
    check_nerve,
    leader_bonus,
    morale_tally,
    passes,
    passing_faces,
)
from banneret.rulesets.knights_and_knaves.morale.yielding import accept_yield
from rulesets.knights_and_knaves.adjudged import adjudge, odds, refusal, result, ruling

SEVEN: dict[str, Any] = {"morale": 7}
SERGEANT = {"morale": 8, "bonus": 1, "role": "unit"}
LORD = {"morale": 10, "bonus": 3, "role": "lord"}


def modified(**situation: Any) -> int:
    return int(adjudge("morale_check", {**SEVEN, **situation}, 5)["modified"])


def modifiers(**situation: Any) -> dict[str, int]:
    return dict(adjudge("morale_check", {**SEVEN, **situation}, 5)["modifiers"])


@pytest.mark.parametrize(
    ("own", "leader", "bonus", "lent"),
    [(9, 9, 3, 0), (8, 9, 3, 1), (7, 9, 3, 2), (6, 9, 3, 3), (6, 8, 1, 1), (10, 8, 2, 0)],
)
def test_kk_morale_15_a_leader_lifts_nobody_above_himself(
    own: int, leader: int, bonus: int, lent: int
) -> None:
    situation = {"own_morale": own, "leader_morale": leader, "bonus": bonus}
    assert result("leader_bonus", situation) == lent


@given(st.integers(1, 10), st.integers(1, 10), st.integers(0, 3))
def test_kk_morale_15_between_nothing_and_the_class_bonus(
    own: int, leader: int, bonus: int
) -> None:
    lent = leader_bonus(own, leader, bonus)
    assert 0 <= lent <= bonus
    assert lent == 0 or own + lent <= leader


def test_kk_morale_16_a_sergeant_and_a_lord_lend_their_bonus() -> None:
    assert modifiers(leaders=[SERGEANT]) == {"leader_bonus": 1}
    assert modifiers(leaders=[LORD]) == {"leader_bonus": 3}


def test_kk_morale_17_bonuses_do_not_add() -> None:
    """Of two leaders the larger bonus counts."""
    assert modifiers(leaders=[SERGEANT, LORD]) == {"leader_bonus": 3}
    assert modifiers(leaders=[SERGEANT, {"morale": 9, "bonus": 2}]) == {"leader_bonus": 2}


def test_kk_morale_18_enemy_lord_disabled() -> None:
    assert modified(enemy_lord_disabled=True) == 9


def test_kk_morale_19_riders_frighten_only_common_men() -> None:
    for name, lost in (("soldier", 3), ("yeoman", 3), ("peasant", 3), ("sergeant", 0)):
        assert modified(figure_class=name, mounted_attackers=3) == 7 - lost
    assert modifiers(mounted_attackers=2) == {"attacked_by_cavalry": -2}


def test_kk_morale_20_own_lord_disabled() -> None:
    assert modified(own_lord_disabled=True) == 4
    assert modified(own_lord_disabled=True, military_order=True) == 7


def test_kk_morale_21_neighbours_lost_count_but_not_in_a_rally() -> None:
    assert modifiers(adjacent_losses=2) == {"adjacent_losses": -2}
    assert modifiers(adjacent_losses=2, kind="rally") == {}


def test_kk_morale_22_leader_bonus_is_added() -> None:
    assert [modified(leaders=one) for one in ([SERGEANT], [LORD], [])] == [8, 10, 7]


TIERS = [(6, 0), (5, 1), (4, 1), (3, 2), (2, 2), (1, 3), (8, 0), (7, 0), (0, 3)]


@pytest.mark.parametrize(("left", "tier"), TIERS)
def test_kk_morale_23_stamina_thresholds_are_strict(left: int, tier: int) -> None:
    """Of eight: exactly three quarters, half and a quarter are still the better band."""
    assert stamina_tier(left, 8) == tier
    assert modified(stamina=left, original_stamina=8) == 7 - 2 * tier


def test_kk_morale_24_only_the_worst_tier_counts() -> None:
    """One of five: -6 in morale, 3 down in shooting, -3 in melee."""
    assert modifiers(stamina=1, original_stamina=5) == {"stamina": -6}
    shot = {"skill": 8, "distance": 4, "weapon": "longbow", "target_armor": 3}
    hurt = {"shooter_stamina": 1, "shooter_original_stamina": 5}
    assert adjudge("shoot", {**shot, **hurt}, 1)["down"] == {"stamina": 3}
    fighter = {"skill": 7, "stamina": 1, "original_stamina": 5}
    fought = adjudge("melee_contest", {"a": fighter, "b": {"skill": 7}}, 5, 5)
    assert fought["a_factor"]["modifiers"] == {"stamina": -3}


@given(st.integers(1, 24), st.integers(0, 24))
def test_stamina_tiers_by_fractions(original: int, left: int) -> None:
    """The three thresholds in another arithmetic, and no tier without wounds."""
    left = min(left, original)
    share = left / original
    assert stamina_tier(left, original) == (share < 0.75) + (share < 0.5) + (share < 0.25)
    assert half_or_less(left, original) == (share <= 0.5)
    assert wounded(left, original) == (left != original)
    assert stamina_tier(None, original) == stamina_tier(left, None) == 0


def test_kk_def_16_wounded_means_stamina_lost() -> None:
    assert not wounded(8, 8)
    assert wounded(7, 8)


@pytest.mark.parametrize(("left", "checks"), [(3, True), (4, False), (6, False), (0, True)])
def test_kk_morale_09_half_or_less(left: int, checks: bool) -> None:
    assert half_or_less(left, 6) is checks


def test_kk_morale_25_permanent_fatigue() -> None:
    assert modifiers(permanent_fatigue=2) == {"fatigue": -4}
    assert "unknown key 'temporary_fatigue'" in refusal(
        "morale_check", {**SEVEN, "temporary_fatigue": 3}, 5
    )


def test_kk_morale_26_hatred_or_zeal() -> None:
    assert modifiers(hatred=True) == {"hatred": 2}


def test_kk_morale_27_cover() -> None:
    assert modifiers(cover=True) == {"cover": 4}


@pytest.mark.parametrize(("strength", "bonus"), [(0, 0), (4, 0), (5, 2), (10, 2), (11, 4), (30, 4)])
def test_kk_morale_28_strength_of_the_unit(strength: int, bonus: int) -> None:
    assert modified(unit_strength=strength) == 7 + bonus


def test_kk_morale_32_lower_than_the_value_passes() -> None:
    """Against 6 the faces 1 to 5 hold."""
    held = [die for die in range(1, 11) if result("morale_check", {"morale": 6}, die) == "steady"]
    assert held == [1, 2, 3, 4, 5]


def test_kk_morale_33_one_passes_and_ten_fails() -> None:
    broken = {"morale": 1, "own_lord_disabled": True, "permanent_fatigue": 1}
    assert adjudge("morale_check", broken, 1) == {
        "result": "steady",
        "modified": -4,
        "modifiers": {"own_lord_disabled": -3, "fatigue": -2},
        "die": 1,
    }
    assert result("morale_check", broken, 2) == "rout"
    assert result("morale_check", {"morale": 10, "cover": True, "unit_strength": 11}, 10) == "rout"


@given(st.integers(-20, 30))
def test_passing_faces_are_counted_right(value: int) -> None:
    assert passing_faces(value) == sum(passes(die, value) for die in range(1, 11))
    assert 1 <= passing_faces(value) <= 9
    assert passing_faces(value) <= passing_faces(value + 1)


def test_kk_morale_39_riders_count_in_rally_too() -> None:
    assert modifiers(kind="rally", mounted_attackers=1) == {"attacked_by_cavalry": -1}


def test_kk_fat_10_which_fatigue_counts_where() -> None:
    """Morale permanent; action, movement, melee and its damage both; falls temporary."""
    assert modifiers(permanent_fatigue=1) == {"fatigue": -2}
    both = {"temporary_fatigue": 1, "permanent_fatigue": 2}
    assert adjudge("action_roll", {"row": "others", **both}, 9)["modified"] == 6
    assert result("move_allowance", {"armor": 5, **both}) == 7
    fought = adjudge("melee_contest", {"a": {"skill": 7, **both}, "b": {"skill": 7}}, 5, 5)
    assert fought["a_factor"]["modifiers"] == {"fatigue": -3}
    assert adjudge("melee_damage", both, 9)["raw"] == 6
    fall = {"gait": "walk", "melee_skill": 7, "temporary_fatigue": 2}
    assert adjudge("fall_check", fall, 9)["total"] == 7
    assert "unknown key" in refusal("fall_check", {**fall, "permanent_fatigue": 1}, 9)


# -- rally


def test_kk_rally_01_a_router_rolls_once() -> None:
    assert result("morale_check", {**SEVEN, "kind": "rally"}, 6) == "rallied"
    assert result("morale_check", {**SEVEN, "kind": "rally"}, 7) == "routing"


def test_kk_rally_02_neighbours_do_not_matter() -> None:
    assert modified(kind="rally", adjacent_losses=3) == 7


def test_kk_rally_03_only_a_lord_helps_a_router() -> None:
    """Neither the unit's leader nor its strength; everything else goes on."""
    assert modified(kind="rally", leaders=[SERGEANT], unit_strength=12) == 7
    assert modified(kind="rally", leaders=[LORD, SERGEANT]) == 10
    kept = modifiers(
        kind="rally",
        cover=True,
        hatred=True,
        mounted_attackers=1,
        enemy_lord_disabled=True,
        own_lord_disabled=True,
        permanent_fatigue=1,
        stamina=3,
        original_stamina=8,
    )
    assert kept == {
        "enemy_lord_disabled": 2,
        "attacked_by_cavalry": -1,
        "own_lord_disabled": -3,
        "stamina": -4,
        "fatigue": -2,
        "hatred": 2,
        "cover": 4,
    }


def test_kk_rally_04_one_rallies_and_ten_never() -> None:
    low = {"morale": 1, "kind": "rally", "permanent_fatigue": 3}
    high = {"morale": 10, "kind": "rally", "cover": True, "hatred": True, "leaders": [LORD]}
    assert adjudge("morale_check", low, 1)["modified"] == -5
    assert result("morale_check", low, 1) == "rallied"
    assert result("morale_check", high, 10) == "routing"


def test_kk_rally_06_who_failed_for_his_lord_never_rallies() -> None:
    """No die; military orders roll all the same."""
    lost = {**SEVEN, "kind": "rally", "failed_lord_check": True, "own_lord_disabled": True}
    assert adjudge("morale_check", lost) == {"result": "cannot_rally"}
    assert result("morale_check", {**lost, "military_order": True}, 6) == "rallied"


# -- the charged shooter's nerve


def test_kk_shoot_18_nerve_is_an_ordinary_check_without_a_rout() -> None:
    table = bare_table(ScriptedDice(7))
    roll = check_nerve(table, MoraleFacts(7))
    assert (roll.passed, roll.modified, roll.die) == (False, 7, 7)


def test_the_dice_carry_their_reasons() -> None:
    """The tally begins with the value and names each modifier and its clause."""
    ruled = ruling("morale_check", {**SEVEN, "cover": True, "hatred": True}, 3)
    assert [(one["label"], one["value"], one["clause"]) for one in ruled.tally] == [
        ("morale", 7, "KK-PROF-03"),
        ("hatred or zeal", 2, "KK-MORALE-26"),
        ("cover", 4, "KK-MORALE-27"),
    ]
    table = bare_table(ScriptedDice(3))
    check_morale(table, MoraleFacts(7, cover=True), "a")
    told = table.events[0]
    assert told.clause == "KK-MORALE-32"


facts = st.builds(
    MoraleFacts,
    morale=st.integers(1, 10),
    figure_class=st.sampled_from(["soldier", "peasant", "knight"]),
    leader_bonus=st.integers(0, 3),
    mounted_attackers=st.integers(0, 5),
    adjacent_losses=st.integers(0, 5),
    unit_strength=st.integers(0, 20),
    permanent_fatigue=st.integers(0, 4),
    enemy_lord_disabled=st.booleans(),
    own_lord_disabled=st.booleans(),
    military_order=st.booleans(),
    hatred=st.booleans(),
    cover=st.booleans(),
)


@given(facts)
def test_morale_adds_up(one: MoraleFacts) -> None:
    """The sum by hand, and a rally never better than a check without losses."""
    common = one.figure_class in {"soldier", "peasant"}
    expected = (
        one.morale
        + 2 * one.enemy_lord_disabled
        - common * one.mounted_attackers
        - 3 * (one.own_lord_disabled and not one.military_order)
        - one.adjacent_losses
        + one.leader_bonus
        - 2 * one.permanent_fatigue
        + 2 * one.hatred
        + 4 * one.cover
        + 2 * (one.unit_strength >= 5)
        + 2 * (one.unit_strength >= 11)
    )
    assert morale_tally(one).total == expected
    assert morale_tally(one, rally=True).total <= expected + one.adjacent_losses


# -- yielding


def test_kk_yield_03_a_knight_accepts() -> None:
    assert adjudge("yield_acceptance", {"captor_knight": True}) == {
        "result": "accepted",
        "reason": "knight",
    }
    assert result("yield_acceptance", {"captor_knight": True, "voluntary": True}) == "accepted"


def kills(**situation: Any) -> list[int]:
    return [die for die in range(1, 11) if result("yield_acceptance", situation, die) == "killed"]


def test_kk_yield_04_others_kill_on_nine_and_ten() -> None:
    assert kills() == [9, 10]
    assert adjudge("yield_acceptance", {}, 3) == {"result": "accepted", "reason": "die", "die": 3}


def test_kk_yield_05_a_voluntary_yield_dies_on_ten() -> None:
    assert kills(voluntary=True, captive_is_lord=True) == [10]


def test_kk_yield_06_no_quarter_but_for_lords() -> None:
    assert adjudge("yield_acceptance", {"captive_no_quarter": True, "captor_knight": True}) == {
        "result": "killed",
        "reason": "no_quarter",
    }
    assert kills(captive_no_quarter=True, captive_is_lord=True) == [9, 10]


def test_kk_yield_08_precedence() -> None:
    """No quarter before the berserk, the berserk before the knight, the knight before the die."""
    every = {"captive_no_quarter": True, "captor_berserk": True, "captor_knight": True}
    assert adjudge("yield_acceptance", every)["reason"] == "no_quarter"
    lord = {**every, "captive_is_lord": True}
    assert adjudge("yield_acceptance", lord)["reason"] == "berserk"
    yielded = accept_yield(bare_table(ScriptedDice()), False, True, True, True, False)
    assert (yielded.accepted, yielded.reason, yielded.die) == (True, "knight", 0)


# -- refusals and odds


def test_morale_refuses_what_cannot_be() -> None:
    for wrong, sentence in (
        ({}, "key 'morale' is missing"),
        ({"morale": 11}, "morale is 11"),
        ({"morale": 0}, "morale is 0"),
        ({**SEVEN, "stamina": 6, "original_stamina": 5}, "more than original_stamina = 5"),
        ({**SEVEN, "original_stamina": 0}, "original_stamina = 0: expected 1 or more"),
        ({**SEVEN, "figure_class": "bishop"}, "expected one of"),
        ({**SEVEN, "permanent_fatigue": 5}, "permanent_fatigue is 5"),
        ({**SEVEN, "leaders": [{"morale": 8}]}, "key 'leaders[0].bonus' is missing"),
        ({**SEVEN, "leaders": [{"morale": 8, "bonus": 4}]}, "leaders[0].bonus is 4"),
        ({**SEVEN, "kind": "charge"}, "kind is 'charge': expected one of check, rally"),
        ({**SEVEN, "hat": True}, "unknown key 'hat'"),
    ):
        assert sentence in refusal("morale_check", wrong, 5)


def test_odds_of_a_check_and_a_yield() -> None:
    assert odds("morale_check", {"morale": 7})["result"] == {"steady": "3/5", "rout": "2/5"}
    assert odds("yield_acceptance", {})["result"] == {"accepted": "4/5", "killed": "1/5"}
    assert odds("yield_acceptance", {"captor_knight": True})["result"] == {"accepted": "1"}
