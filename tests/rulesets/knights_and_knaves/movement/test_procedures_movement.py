"""The numbers of movement: allowances, panic, doors."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.rulesets.knights_and_knaves.basics.options import DEFAULTS
from banneret.rulesets.knights_and_knaves.movement.dice import (
    foot_allowance,
    horse_allowance,
    panic_of,
    top_gait,
)
from rulesets.knights_and_knaves.adjudged import adjudge, odds, refusal, result


def foot(**situation: Any) -> Any:
    return result("move_allowance", situation)


def horse(**situation: Any) -> Any:
    return result("move_allowance", {"mounted": True, **situation})


@pytest.mark.parametrize(
    ("ratings", "walk", "run"),
    [((0, 3, 4, 5), 10, 20), ((6, 7), 8, 16), ((8, 9), 6, 12), ((10, 11, 12), 4, 8)],
)
def test_kk_move_01_foot_by_armour(ratings: tuple[int, ...], walk: int, run: int) -> None:
    for rating in ratings:
        assert (foot(armor=rating), foot(armor=rating, run=True)) == (walk, run)


def test_kk_move_02_gaits_whatever_the_rider_wears() -> None:
    for armor in (5, 11):
        paces = [
            horse(gait=gait, armor=armor, horse_kind="destrier")
            for gait in ("walk", "trot", "canter", "gallop")
        ]
        assert paces == [8, 12, 16, 24]
    assert "gait = 'trot' on foot" in refusal("move_allowance", {"gait": "trot"})


def test_kk_move_03_only_warhorses_gallop() -> None:
    assert horse(gait="gallop", horse_kind="destrier") == 24
    for kind in ("horse", "nag"):
        assert "only a destrier gallops" in refusal(
            "move_allowance", {"mounted": True, "gait": "gallop", "horse_kind": kind}
        )


def test_kk_move_04_running_doubles() -> None:
    assert foot(armor=8, run=True) == 2 * foot(armor=8)
    assert "a horse has gaits instead" in refusal("move_allowance", {"mounted": True, "run": True})


def test_kk_move_11_half_stamina_halves() -> None:
    """Four of eight does, five of eight does not, man or horse."""
    assert foot(armor=8, stamina=4, original_stamina=8) == 3
    assert foot(armor=8, stamina=5, original_stamina=8) == 6
    assert horse(gait="canter", stamina=5, original_stamina=10) == 8
    assert horse(gait="canter", stamina=6, original_stamina=10) == 16


def test_kk_move_12_routers_run_and_two_inches_more() -> None:
    assert foot(armor=6, routing=True) == 18


def test_kk_move_13_slopes() -> None:
    assert foot(armor=5, gentle_slope=True) == 8
    assert foot(armor=5, steep_slope=True) == 7
    assert foot(armor=5, gentle_slope=True, steep_slope=True) == 5


def test_kk_move_14_fatigue_takes_an_inch_a_level() -> None:
    assert foot(armor=5, temporary_fatigue=2, permanent_fatigue=1) == 7


def test_kk_move_15_order_of_modifiers() -> None:
    """Halve first, then inches, never below nothing; a half move halves the rest."""
    hurt = {"armor": 6, "stamina": 3, "original_stamina": 6, "gentle_slope": True}
    assert foot(**hurt, routing=True, temporary_fatigue=2) == 6
    assert foot(armor=10, steep_slope=True, temporary_fatigue=3) == 0
    assert foot(armor=5, temporary_fatigue=1, half_move=True) == 4.5


def test_kk_move_16_a_rider_moves_by_his_horse() -> None:
    """The situation of a rider has the horse's stamina and fatigue."""
    assert horse(gait="canter", temporary_fatigue=3) == 13
    assert horse(gait="canter", stamina=10, original_stamina=10) == 16


def test_kk_move_32_half_a_move() -> None:
    """On foot half of what is left; in the saddle a walk."""
    assert foot(armor=5, temporary_fatigue=1, half_move=True) == 4.5
    assert foot(armor=5, run=True, half_move=True) == 10
    assert horse(gait="canter", half_move=True) == 8
    assert horse(gait="canter", half_move=True, temporary_fatigue=1) == 7


def test_kk_morale_35_how_far_riders_rout() -> None:
    """A destrier gallops, others canter; two inches more."""
    assert horse(routing=True, horse_kind="destrier") == 26
    assert horse(routing=True, horse_kind="nag") == 18
    assert [top_gait(kind) for kind in ("destrier", "horse", "nag")] == [
        "gallop",
        "canter",
        "canter",
    ]


@given(
    st.integers(3, 12),
    st.booleans(),
    st.integers(0, 12),
    st.integers(0, 12),
    st.tuples(st.booleans(), st.booleans()),
)
def test_nobody_moves_less_than_nothing_nor_more_for_being_tired(
    armor: int, run: bool, stamina: int, fatigue: int, slopes: tuple[bool, bool]
) -> None:
    gentle, steep = slopes

    def far(levels: int) -> float:
        return foot_allowance(armor, run, stamina, 12, levels, gentle, steep, options=DEFAULTS)

    assert 0 <= far(fatigue + 1) <= far(fatigue) <= 20
    assert far(fatigue) <= foot_allowance(armor, run, 12, 12, fatigue)
    assert foot_allowance(min(armor + 1, 12), run) <= foot_allowance(armor, run)


@given(st.sampled_from(["walk", "trot", "canter", "gallop"]), st.integers(0, 10))
def test_a_tired_horse_is_slower(gait: str, fatigue: int) -> None:
    fresh = horse_allowance(gait, "destrier")
    assert horse_allowance(gait, "destrier", fatigue=fatigue) == max(fresh - fatigue, 0)


# -- panic


def test_kk_panic_01_only_wounded_horses_still_up() -> None:
    for stamina in (10, 0):
        situation = {"stamina": stamina, "original_stamina": 10}
        assert adjudge("horse_panic", situation) == {"result": "no_check"}
    assert adjudge("horse_panic", {"stamina": 9, "original_stamina": 10}, 1)["total"] == 10


def test_kk_panic_02_die_stamina_and_temper() -> None:
    hurt = {"stamina": 6, "original_stamina": 10}
    totals = [
        adjudge("horse_panic", {**hurt, "kind": kind}, 4)["total"]
        for kind in ("destrier", "horse", "nag")
    ]
    assert totals == [13, 10, 7]


def test_kk_panic_03_results() -> None:
    found = [panic_of(total) for total in (-1, 4, 5, 9, 10, 13, 14, 30)]
    assert found == [
        "bolt",
        "bolt",
        "refuse",
        "refuse",
        "charge",
        "charge",
        "no_effect",
        "no_effect",
    ]


def test_odds_of_a_panic() -> None:
    """A nag with two left: 1-5 bolts, the rest stands."""
    found = odds("horse_panic", {"stamina": 2, "original_stamina": 6, "kind": "nag"})["result"]
    assert found == {"bolt": "1/2", "refuse": "1/2"}


# -- doors


def test_kk_move_25_lower_than_the_skill_breaks() -> None:
    assert [result("door_batter", {"skills": [7]}, die) for die in (6, 7)] == ["broken", "holds"]
    assert adjudge("door_batter", {"skills": [6, 6, 6]}, 7)["total"] == 5


def test_kk_move_26_the_best_skill_and_no_natural_ten() -> None:
    assert adjudge("door_batter", {"skills": [3, 9, 4]}, 10) == {
        "result": "broken",
        "total": 8,
        "skill": 9,
        "die": 10,
    }
    assert "skills is" in refusal("door_batter", {"skills": [5] * 5}, 3)
    assert "skills is" in refusal("door_batter", {"skills": []}, 3)


def test_kk_move_27_heavy_doors_and_rams() -> None:
    heavy = {"skills": [8], "toughness": 3}
    assert [result("door_batter", heavy, die) for die in (4, 5)] == ["broken", "holds"]
    assert adjudge("door_batter", {"skills": [6] * 4, "toughness": 5, "ram": True}, 6)["total"] == 5
    assert "a ram is carried by 4" in refusal("door_batter", {"skills": [6] * 3, "ram": True}, 3)
