"""The numbers of shooting: rows, columns, damage, strays, the charged man's shot."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.core.book.adjudicate import bare_table
from banneret.core.chance.dice import ScriptedDice
from banneret.rulesets.knights_and_knaves.basics.options import DEFAULTS, Options
from banneret.rulesets.knights_and_knaves.basics.tables import COLUMNS, data_text
from banneret.rulesets.knights_and_knaves.shooting.aiming import (
    MISSILES,
    ShotFacts,
    aim,
    column_place,
    hit_number,
)
from banneret.rulesets.knights_and_knaves.shooting.dice import (
    damage_bonus,
    damage_dice,
    shoot,
    shoot_with_strays,
)
from rulesets.knights_and_knaves.adjudged import adjudge, refusal, result

RAW: dict[str, Any] = tomllib.loads(data_text("tables.toml").decode())
SHOT: dict[str, Any] = {"skill": 10, "distance": 4, "weapon": "longbow", "target_armor": 3}


def aimed(**situation: Any) -> dict[str, Any]:
    """The outcome of a shot with a die that misses where one can."""
    return adjudge("shoot", {**SHOT, **situation}, 1)


def down(**situation: Any) -> dict[str, int]:
    return dict(aimed(**situation)["down"])


def test_kk_shoot_02_equal_or_higher_hits() -> None:
    """Skill 4 at 28 inches needs 5."""
    situation = {**SHOT, "skill": 4, "distance": 28}
    assert aimed(skill=4, distance=28)["number"] == 5
    assert result("shoot", situation, 4) == "miss"
    assert adjudge("shoot", situation, 5, 9)["damage"] == 8


CELLS = (  # the rows from 10 down to -7; A is 10, a dash no chance
    "22222222223457A",
    "22222222234568-",
    "22222222345679-",
    "2222222345678A-",
    "2222223456789--",
    "222223456789A--",
    "22223456789A---",
    "2223456789A----",
    "223456789A-----",
    "23456789A------",
    "3456789A-------",
    "456789A--------",
    "56789A---------",
    "6789A----------",
    "789A-----------",
    "89A------------",
    "9A-------------",
    "A--------------",
)


def test_kk_shoot_03_every_cell_of_the_table() -> None:
    """Eighteen rows by fifteen columns, copied here cell by cell."""
    assert COLUMNS == (4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 60, 72)
    faces = {"-": 0, "A": 10} | {str(face): face for face in range(2, 10)}
    for row, cells in zip(range(10, -8, -1), CELLS, strict=True):
        assert [hit_number(row, place) for place in range(15)] == [faces[one] for one in cells]


@pytest.mark.parametrize(
    ("distance", "column"),
    [(0, 4), (4.0, 4), (4.1, 8), (20, 20), (52.5, 60), (72, 72), (72.1, 0)],
)
def test_kk_shoot_04_the_first_column_that_is_enough(distance: float, column: int) -> None:
    situation = {**SHOT, "distance": distance}
    found = adjudge("shoot", situation, *([1] if column else []))
    assert found["column"] == column


def test_kk_shoot_05_off_the_table() -> None:
    """A row above ten reads as ten, below -7 nothing; nor past the last column."""
    assert hit_number(11, 14) == hit_number(10, 14) == 10
    assert hit_number(-8, 0) == 0
    assert hit_number(10, 15) == 0
    far = adjudge("shoot", {**SHOT, "distance": 60, "target_moved": True})
    assert (far["result"], far["column"], far["number"]) == ("no_chance", 0, 0)


def test_kk_shoot_06_obstruction() -> None:
    assert down(obstructed=True) == {"obstructed": 1}


def test_kk_shoot_07_shields() -> None:
    found = [down(shield=name).get("shield", 0) for name in ("none", "small", "large", "pavise")]
    assert found == [0, 2, 4, 6]


def test_kk_shoot_08_walls_and_windows() -> None:
    found = [down(cover=name)["cover"] for name in ("waist_wall", "chest_wall", "window")]
    assert found == [3, 6, 8]


def test_kk_shoot_09_mounted_target() -> None:
    assert down(target_mounted=True) == {"mounted": 1}
    assert down(shooter_mounted=True) == {}


def test_kk_shoot_10_mounted_shooter_by_option() -> None:
    options = {"options": {"mounted_modifier_applies_to": "shooter"}}
    assert down(shooter_mounted=True, **options) == {"mounted": 1}
    assert down(target_mounted=True, **options) == {}
    assert down(shooter_mounted=True) == {}  # else it is the target's
    assert down(target_mounted=True) == {"mounted": 1}


@pytest.mark.parametrize(("skill", "rows"), [(7, 3), (6, 3), (1, 0), (10, 5)])
def test_kk_shoot_11_half_the_skill_of_who_moved(skill: int, rows: int) -> None:
    assert down(skill=skill, shooter_moved=True).get("moved", 0) == rows


def test_kk_shoot_12_rounding() -> None:
    """Skill 7 behind a large shield at column 28: row 0 needs 9, rounded up row -1 needs 10."""
    shot = {"skill": 7, "distance": 28, "shield": "large", "shooter_moved": True}
    assert (aimed(**shot)["row"], aimed(**shot)["number"]) == (0, 9)
    up = aimed(**shot, options={"moved_shooter_rounding": "up"})
    assert (up["row"], up["number"]) == (-1, 10)
    even = aimed(skill=6, shooter_moved=True, options={"moved_shooter_rounding": "up"})
    assert even["down"] == {"moved": 3}


def test_kk_shoot_13_permanent_fatigue_two_rows_each() -> None:
    assert down(shooter_permanent_fatigue=2, shooter_temporary_fatigue=3) == {"fatigue": 4}


@pytest.mark.parametrize(("left", "rows"), [(6, 0), (5, 1), (4, 1), (3, 2), (2, 2), (1, 3)])
def test_kk_shoot_14_stamina_of_the_shooter(left: int, rows: int) -> None:
    found = down(shooter_stamina=left, shooter_original_stamina=8)
    assert found.get("stamina", 0) == rows


def test_kk_shoot_15_target_modifiers_add() -> None:
    found = aimed(shield="large", cover="waist_wall", obstructed=True, target_mounted=True)
    assert found["down"] == {"obstructed": 1, "shield": 4, "cover": 3, "mounted": 1}
    assert found["row"] == 1


def test_kk_shoot_16_columns_to_the_right() -> None:
    columns = {name: aimed(weapon=name)["column"] for name in MISSILES}
    assert columns == {
        "short_bow": 12,
        "longbow": 4,
        "composite_bow": 4,
        "sling": 4,
        "light_crossbow": 8,
        "medium_crossbow": 8,
        "heavy_crossbow": 4,
        "handgun": 20,
        "javelin_thong": 24,
        "javelin": 24,
        "thrown_spear": 24,
        "thrown_axe": 24,
        "thrown_knife": 24,
    }
    assert aimed(target_moved=True)["column"] == 20
    gun = aimed(weapon="handgun", target_moved=True)
    assert (gun["column"], gun["right"]) == (36, {"weapon": 4, "target_moved": 4})


def test_kk_shoot_22_without_a_number_nothing_is_rolled() -> None:
    wall = {**SHOT, "skill": 1, "distance": 20, "cover": "window"}
    assert result("shoot", wall) == "no_chance"
    stray = {**SHOT, "distance": 4}
    flown = adjudge("shoot_with_strays", {"primary": wall, "strays": [stray]})
    assert flown["result"] == "no_chance"


@pytest.mark.parametrize(
    ("distance", "dice"), [(0, 3), (5.9, 3), (6.0, 2), (20.0, 2), (20.1, 1), (70, 1)]
)
def test_kk_shoot_23_damage_dice_by_distance(distance: float, dice: int) -> None:
    assert damage_dice("longbow", distance, DEFAULTS) == dice


def test_kk_shoot_24_the_true_distance_not_the_column() -> None:
    found = adjudge("shoot", {**SHOT, "distance": 12, "target_moved": True}, 10, 1, 1)
    assert (found["column"], found["damage_dice"]) == (28, 2)


def test_kk_shoot_25_points_of_strong_weapons() -> None:
    strong = [name for name in MISSILES if damage_bonus(name, DEFAULTS)]
    assert strong == ["longbow", "composite_bow", "medium_crossbow", "heavy_crossbow", "handgun"]
    assert {damage_bonus(name, DEFAULTS) for name in strong} == {2}


def test_kk_shoot_26_composite_bows_by_option() -> None:
    assert damage_bonus("composite_bow", Options(composite_bow_bonus=False)) == 0
    assert damage_bonus("longbow", Options(composite_bow_bonus=False)) == 2


def test_kk_shoot_27_armour_is_taken_off() -> None:
    """Nine against six: three lost. Six against six: none. At nought he is disabled."""
    far = {**SHOT, "distance": 24, "weapon": "sling", "target_armor": 6, "target_stamina": 6}
    hurt = adjudge("shoot", far, 10, 9)
    assert (hurt["result"], hurt["damage"], hurt["stamina_left"]) == ("wounded", 3, 3)
    assert adjudge("shoot", far, 10, 6)["result"] == "no_damage"
    assert adjudge("shoot", {**far, "target_stamina": 3}, 10, 9)["result"] == "disabled"
    nobody = {key: value for key, value in far.items() if key != "target_stamina"}
    assert adjudge("shoot", nobody, 10, 10)["result"] == "wounded"


def test_kk_shoot_28_stamina_stops_at_nought() -> None:
    found = adjudge("shoot", {**SHOT, "target_stamina": 2}, 10, 10, 10, 10)
    assert (found["damage"], found["stamina_left"]) == (29, 0)


def test_kk_shoot_30_thrown_weapons_use_the_melee_list() -> None:
    """An ax at three inches two dice, a thonged javelin three."""
    assert damage_dice("thrown_axe", 3, DEFAULTS) == 2
    assert damage_dice("javelin_thong", 3, DEFAULTS) == 3
    assert damage_dice("javelin_thong", 30, DEFAULTS) == 1


def test_kk_shoot_31_a_tired_arm_throws_weakly() -> None:
    tired = {"shooter_permanent_fatigue": 1, "shooter_temporary_fatigue": 2}
    dice = {"javelin": 1, "thrown_spear": 1, "thrown_axe": 2, "thrown_knife": 1}
    for weapon, count in dice.items():
        found = adjudge("shoot", {**SHOT, "weapon": weapon, **tired}, 10, *[9] * count)
        assert (found["damage_dice"], found["fatigue"], found["raw"]) == (count, 3, 9 * count - 3)
    thong = adjudge("shoot", {**SHOT, "weapon": "javelin_thong", **tired}, 10, 5, 5, 5)
    assert (thong["fatigue"], thong["raw"]) == (0, 15)


def test_kk_shoot_34_dice_and_bonus_less_armour() -> None:
    shot = {"skill": 7, "distance": 12, "weapon": "longbow", "target_armor": 8}
    assert adjudge("shoot", shot, 10, 4, 6)["damage"] == 4


# -- strays


def test_kk_shoot_20_a_miss_may_strike_a_bystander() -> None:
    far = {**SHOT, "skill": 4, "distance": 28}
    both = {"primary": far, "strays": [far, far]}
    assert result("shoot_with_strays", both, 5, 9) == "primary"
    assert result("shoot_with_strays", both, 4, 5, 9) == "stray:0"
    assert result("shoot_with_strays", both, 4, 4, 5, 9) == "stray:1"
    missed = adjudge("shoot_with_strays", both, 4, 4, 4)
    assert (missed["result"], len(missed["shots"]), missed["damage"]) == ("none", 3, 0)
    assert "strays is" in refusal("shoot_with_strays", {"primary": far, "strays": [far] * 3}, 1)


def test_kk_shoot_21_a_stray_without_a_number_takes_no_die() -> None:
    far = {**SHOT, "skill": 4, "distance": 28}
    walled = {**far, "cover": "window"}
    flown = adjudge("shoot_with_strays", {"primary": far, "strays": [walled, far]}, 4, 5, 9)
    assert flown["result"] == "stray:1"
    assert [shot["result"] for shot in flown["shots"]] == ["miss", "no_chance", "wounded"]
    volley = shoot_with_strays(
        bare_table(ScriptedDice(4, 4)),
        ShotFacts(4, "longbow", 3, distance=28),
        [ShotFacts(4, "sling", 3, distance=28)],
    )
    assert (volley.hit, len(volley.shots)) == (-1, 2)


# -- the charged man


def charged(*dice: int, **situation: Any) -> dict[str, Any]:
    base = {
        "morale": {"morale": 7},
        "start_distance": 16,
        "closest_distance": 2,
        "shot": {"skill": 5, "weapon": "longbow", "target_armor": 3},
    }
    return adjudge("charged_shot", {**base, **situation}, *dice)


def test_kk_shoot_17_nerve_decides_the_range() -> None:
    held = charged(6, 2, 1, 1, 1)
    assert (held["steady"], held["distance"], held["nerve_die"]) == (True, 2, 6)
    assert held["shot"]["damage_dice"] == 3
    broke = charged(7, 2, 1, 1)
    assert (broke["steady"], broke["distance"], broke["modified"]) == (False, 16, 7)
    assert broke["shot"]["damage_dice"] == 2
    assert broke["result"] == broke["shot"]["result"] == "wounded"


def test_kk_shoot_19_point_blank_at_contact() -> None:
    contact = charged(1, 2, 1, 1, 1, closest_distance=0)
    assert (contact["shot"]["column"], contact["shot"]["damage_dice"]) == (4, 3)


def test_charged_shots_that_cannot_be() -> None:
    base: dict[str, Any] = {
        "morale": {"morale": 7},
        "start_distance": 4,
        "closest_distance": 2,
        "shot": {"skill": 5, "weapon": "longbow", "target_armor": 3},
    }
    for wrong, sentence in (
        ({"closest_distance": 5}, "closest_distance = 5: more than start_distance = 4"),
        ({"morale": {"morale": 7, "kind": "rally"}}, "a router does not shoot"),
        ({"shot": {**base["shot"], "distance": 3}}, "unknown key 'distance' in shot"),
        ({"morale": {"morale": 7, "stamina": 9, "original_stamina": 8}}, "morale.stamina = 9"),
        (
            {"shot": {**base["shot"], "shooter_stamina": 9, "shooter_original_stamina": 8}},
            "shot.shooter_stamina = 9",
        ),
        (
            {
                "options": {"composite_bow_bonus": False},
                "shot": {**base["shot"], "options": {"rob_dead_turns": 1}},
            },
            "shot.options differ",
        ),
    ):
        assert sentence in refusal("charged_shot", {**base, **wrong}, 5, 5, 5)


def test_shots_that_cannot_be() -> None:
    for wrong, sentence in (
        ({"skill": 0}, "skill is 0"),
        ({"skill": 11}, "skill is 11"),
        ({"distance": -1}, "distance is -1"),
        ({"weapon": "sword"}, "weapon is 'sword': expected one of"),
        ({"target_armor": 13}, "target_armor is 13"),
        ({"target_armor": 2}, "target_armor is 2"),
        ({"target_stamina": 0}, "target_stamina is 0"),
        ({"shield": "huge"}, "shield is 'huge'"),
        ({"cover": "tree"}, "cover is 'tree'"),
        ({"shooter_stamina": 9, "shooter_original_stamina": 8}, "shooter_stamina = 9"),
    ):
        assert sentence in refusal("shoot", {**SHOT, **wrong}, 5)


# -- properties


shots = st.builds(
    ShotFacts,
    skill=st.integers(1, 10),
    distance=st.floats(0, 80),
    weapon=st.sampled_from(sorted(MISSILES)),
    target_armor=st.integers(3, 12),
    target_stamina=st.one_of(st.none(), st.integers(1, 12)),
    shooter_moved=st.booleans(),
    target_moved=st.booleans(),
    target_mounted=st.booleans(),
    shield=st.sampled_from(["none", "small", "large", "pavise"]),
    cover=st.sampled_from(["none", "waist_wall", "chest_wall", "window"]),
    obstructed=st.booleans(),
)


@given(shots)
def test_a_number_is_two_to_ten_or_none(facts: ShotFacts) -> None:
    found = aim(facts, DEFAULTS)
    assert found.number == 0 or 2 <= found.number <= 10
    assert found.row <= facts.skill


@given(shots, st.integers(1, 10), st.integers(1, 10))
def test_a_shot_is_what_its_dice_say(facts: ShotFacts, die: int, face: int) -> None:
    number = aim(facts, DEFAULTS).number
    dice = [die, *([face] * damage_dice(facts.weapon, facts.distance, DEFAULTS))]
    script = ScriptedDice(*(dice if number and die >= number else dice[: bool(number)]))
    fired = shoot(bare_table(script), facts, DEFAULTS)
    script.finish()
    assert fired.hit == (0 < number <= die)
    assert fired.damage == max(fired.raw - facts.target_armor, 0) if fired.hit else True


def test_the_table_gets_harder_downwards_and_outwards() -> None:
    """No column to the right and no row below is ever easier."""

    def ease(row: int, place: int) -> int:
        number = hit_number(row, place)
        return 11 - number if number else 0

    for row in range(-8, 12):
        line = [ease(row, place) for place in range(16)]
        assert all(left >= right for left, right in pairwise(line))
        assert all(ease(row, place) >= ease(row - 1, place) for place in range(16))


@given(st.floats(0, 100), st.floats(0, 100))
def test_columns_never_come_nearer(one: float, other: float) -> None:
    near, far = sorted((one, other))
    assert column_place(near, DEFAULTS) <= column_place(far, DEFAULTS) <= 15
