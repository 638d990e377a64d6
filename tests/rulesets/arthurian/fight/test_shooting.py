"""Shots and ranged events: AR-SHOOT, AR-RANGEV."""

from typing import Any

import pytest

from banneret.rulesets.arthurian.fight import shooting
from banneret.rulesets.arthurian.turn import deeds
from rulesets.arthurian.field import acting, field, go, judged, made, step
from rulesets.scripting import rolls

BOW = {"rng": 3, "weapon_str": 3}


def shot(
    dice: list[int], distance: float = 5.0, shooter: Any = BOW, target: Any = None, **more: object
) -> Any:
    given = {"shooter": shooter, "target": target or {}, "distance": distance, **more}
    return judged("ranged_attack", given, dice)


def range_(distance: float, **more: object) -> Any:
    return judged("range_band", {"distance": distance, **more})["value"]


def bowman(*others: Any, **changes: Any) -> Any:
    return acting(
        field(made("archer", "a", 10, 10, **changes), *others, made("brigand", "b", 10, 17))
    )


def test_ar_shoot_01_one_die_to_hit() -> None:
    battle = bowman()
    table = step(battle, [1], ["shoot:1", "still"])
    assert rolls(table, "to hit") == [(1,)]


def test_ar_shoot_02_ranged_is_added() -> None:
    assert shot([4, 1, 2])["total"] == 7


def test_ar_shoot_03_target_numbers_must_be_met() -> None:
    assert shot([2, 1, 2])["outcome"] == "hit"
    assert shot([1])["outcome"] == "miss"
    assert [shot([1], d)["target_number"] for d in (5, 12, 20)] == [5, 7, 9]


def test_ar_shoot_04_bands() -> None:
    assert (range_(24.0), range_(24.1), range_(10, max_band="short")) == ("long", None, None)
    assert shot([], 24.1)["outcome"] == "no_shot"


def test_ar_shoot_05_an_edge_belongs_to_the_nearer_band() -> None:
    assert (range_(8.0), range_(16.0), range_(8.01)) == ("short", "medium", "medium")


def test_ar_shoot_06_a_hit_is_one_wound_roll_without_defence() -> None:
    found = shot([4, 5, 2], target={"tough": 1})
    assert (found["strength"], found["damage"], found["severity"]) == (3, 7, "serious")


def test_ar_shoot_07_doubling_the_target_number_doubles_the_strength() -> None:
    strong = {"rng": 6, "weapon_str": 3}
    assert shot([4, 1, 2], shooter=strong)["strength"] == 6
    assert shot([3, 1, 2], shooter=strong)["strength"] == 3
    assert shot([6, 1, 2], 12, {"rng": 8, "weapon_str": 2})["strength"] == 4
    assert shot([6, 1, 2], 20, {"rng": 11, "weapon_str": 2})["strength"] == 2


def test_ar_shoot_08_wounds_lower_the_roll() -> None:
    assert shot([3], 12, {**BOW, "wound": "serious"})["total"] == 4


def test_ar_shoot_09_moving_before_or_after_costs_1_once() -> None:
    assert shot([3], 12, {**BOW, "moved": True})["total"] == 5
    battle = bowman()
    step(battle, (), ["move", go((12, 10))])
    table = step(battle, [1], ["shoot:1"])
    assert table.state is battle


def test_ar_shoot_10_an_obscured_target_costs_1_more() -> None:
    assert shot([3], 12, {**BOW, "moved": True}, {"obscured": True})["total"] == 4


def test_ar_shoot_11_who_declared_to_stand_still_may_not_move() -> None:
    battle = bowman()
    step(battle, [1], ["shoot:1", "still"])
    no = deeds.offered(battle, battle[0])["move"]
    assert no is not None
    assert no.clause == "AR-SHOOT-11"
    battle = bowman()
    step(battle, [1], ["shoot:1", "moving"])
    assert deeds.offered(battle, battle[0])["move"] is None


def test_ar_shoot_12_an_engaged_helpless_or_hidden_enemy_is_no_target() -> None:
    battle = bowman(made("squire", "a", 10, 16))
    assert shooting.targets(battle, battle[0]) == []
    battle = bowman()
    for state in ("pinned", "surrendered", "hidden"):
        setattr(battle[1], state, True)
        assert shooting.targets(battle, battle[0]) == []
        setattr(battle[1], state, False)
    assert shooting.targets(battle, battle[0]) == [battle[1]]


def test_ar_shoot_13_only_the_total_counts() -> None:
    assert shot([1, 1, 2], shooter={"rng": 4, "weapon_str": 3})["outcome"] == "hit"
    assert shot([6], 20, {"rng": 2, "weapon_str": 3})["outcome"] == "miss"


def test_ar_shoot_14_one_action_is_one_shot() -> None:
    battle = bowman()
    step(battle, [1], ["shoot:1", "moving"])
    no = deeds.offered(battle, battle[0])["shoot:1"]
    assert no is not None
    assert no.clause == "AR-SHOOT-14"


def test_ar_shoot_15_doubling_goes_by_the_printed_number() -> None:
    found = shot([6, 1, 2], shooter={"rng": 4, "weapon_str": 3, "moved": True})
    assert (found["total"], found["outcome"]) == (9, "hit")


def test_ar_rangev_01_only_a_natural_1_rolls_for_an_event() -> None:
    assert shot([1, 6], events=True)["weapon"] == "ok"
    assert shot([2, 1, 2], events=True)["weapon"] == "ok"


@pytest.mark.parametrize(("die", "weapon"), [(1, "broken"), (2, "out_of_ammunition"), (3, "ok")])
def test_ar_rangev_02_broken_out_or_nothing(die: int, weapon: str) -> None:
    assert shot([1, die], events=True)["weapon"] == weapon


def test_ar_rangev_03_a_break_spoils_the_shot_and_the_last_arrow_flies() -> None:
    sharp = {"rng": 4, "weapon_str": 3}
    assert shot([1, 1], shooter=sharp, events=True)["outcome"] == "miss"
    assert shot([1, 2, 2, 5], shooter=sharp, events=True)["outcome"] == "hit"
    battle = acting(
        field(made("archer", "a", 10, 10), made("brigand", "b", 10, 17), ranged_events=True)
    )
    step(battle, [1, 2], ["shoot:1", "still"])
    assert battle[0].missile_state == "out"


def test_ar_rangev_04_of_javelins_there_are_no_more_either_way() -> None:
    thrown = {"rng": 1, "weapon_str": 3, "thrown": True}
    for die in (1, 2):
        assert shot([1, die], shooter=thrown, events=True)["weapon"] == "out_of_ammunition"
    battle = acting(
        field(made("saxon_warrior", "a", 10, 10), made("wolf", "b", 10, 16), ranged_events=True)
    )
    step(battle, [1, 1], ["shoot:1", "still"])
    assert battle[0].missile_state == "out"
