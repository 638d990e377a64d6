"""The numbers of melee: weapons, factors, reach, contests, parries, damage."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.core.book.adjudicate import bare_table
from banneret.core.chance.dice import ScriptedDice
from banneret.rulesets.knights_and_knaves.basics.options import DEFAULTS, Options
from banneret.rulesets.knights_and_knaves.basics.tables import data_text
from banneret.rulesets.knights_and_knaves.melee.dice import (
    contest_chances,
    damage_dice,
    fight_contest,
    parry_two,
    roll_damage,
    strike_unopposed,
    unopposed_faces,
)
from banneret.rulesets.knights_and_knaves.melee.fighters import (
    WEAPONS,
    Fighter,
    combat_factor,
    modes,
    weapon_row,
)
from rulesets.knights_and_knaves.adjudged import adjudge, refusal, result

RAW: dict[str, Any] = tomllib.loads(data_text("tables.toml").decode())
SEVEN: dict[str, Any] = {"skill": 7}
LIKE_AN_AX = Options(two_handed_ax_class=2)


def contest(a: dict[str, Any], b: dict[str, Any], *dice: int, **situation: Any) -> dict[str, Any]:
    return adjudge(
        "melee_contest", {"a": {**SEVEN, **a}, "b": {**SEVEN, **b}, **situation}, *(dice or (5, 5))
    )


def modifiers(a: dict[str, Any], b: dict[str, Any] | None = None) -> dict[str, int]:
    return dict(contest(a, b or {})["a_factor"]["modifiers"])


# -- weapons


def test_kk_melee_04_classes_and_values() -> None:
    found = {name: (row.class_, *row.values) for name, row in WEAPONS.items()}
    assert found == {
        "sword": (1, 4, 4),
        "mace": (2, 3, 3),
        "ax": (2, 3, 3),
        "two_handed_sword": (3, 4, 3),
        "two_handed_ax": (3, 4, 3),
        "pole_arm": (4, 4, 2),
        "short_spear": (4, 4, 2),
        "javelin": (4, 4, 2),
        "lance": (5, 6, 0),
        "long_spear": (5, 6, 0),
        "short_sword": (6, 3, 3),
        "dagger": (6, 3, 3),
        "farm_implement": (7, 2, 2),
        "other": (7, 2, 2),
        "none": (7, 0, 0),
    }


def test_kk_melee_05_the_factor_is_skill_and_weapon_value() -> None:
    """Every cell of the printed table, and beyond it plain addition."""
    values = RAW["combat_factor"]["weapon_values"]
    weapons = {0: "none", 2: "other", 3: "mace", 4: "sword", 6: "lance"}
    for skill in range(3, 11):
        printed = RAW["combat_factor"][f"skill_{skill}"]
        for value, cell in zip(values, printed, strict=True):
            one = Fighter(skill, weapons[value])
            assert combat_factor(one, Fighter(5), DEFAULTS).factor == cell
    assert combat_factor(Fighter(1, "mace"), Fighter(5), DEFAULTS).factor == 4


@pytest.mark.parametrize("weapon", ["two_handed_sword", "pole_arm", "short_spear", "lance"])
def test_kk_melee_06_the_second_value_once_reach_is_lost(weapon: str) -> None:
    first, second = WEAPONS[weapon].values
    assert contest({"weapon": weapon}, {})["a_factor"]["weapon_value"] == first
    lost = contest({"weapon": weapon, "lost_reach": True}, {})
    assert lost["a_factor"]["weapon_value"] == second < first


def test_kk_melee_06_short_weapons_lose_nothing() -> None:
    assert contest({"lost_reach": True}, {})["a_factor"]["weapon_value"] == 4


def test_kk_melee_08_height() -> None:
    assert modifiers({"height": True}) == {"height": 1}
    assert modifiers({}, {"height": True}) == {}


def test_kk_melee_09_each_side_may_have_it() -> None:
    fought = contest({"height": True}, {"height": True})
    assert fought["a_factor"]["modifiers"] == fought["b_factor"]["modifiers"] == {"height": 1}


def test_kk_melee_10_restricted_ground_is_ones_own() -> None:
    fought = contest({"restricted": True}, {})
    assert fought["a_factor"]["modifiers"] == {"restricted": -1}
    assert fought["b_factor"]["modifiers"] == {}


def test_kk_melee_11_the_opponents_shield() -> None:
    assert modifiers({}, {"shield": "small"}) == {"shield": -1}
    assert modifiers({}, {"shield": "large"}) == {"shield": -2}
    assert modifiers({}, {"shield": "large", "weapon": "pole_arm"}) == {}
    assert modifiers({"shield": "large"}) == {}


def test_kk_melee_12_two_handed_weapons_and_pavises() -> None:
    """Spears and lances leave a hand for the shield; a pavise is none; drawing frees the shield."""
    both = [name for name, row in WEAPONS.items() if row.two_handed]
    assert both == ["two_handed_sword", "two_handed_ax", "pole_arm"]
    assert modifiers({}, {"shield": "large", "weapon": "long_spear"}) == {"shield": -2}
    assert modifiers({}, {"shield": "pavise"}) == {}
    drawing = {"shield": "small", "weapon": "pole_arm", "drawing": True}
    assert modifiers({}, drawing) == {"shield": -1}
    assert contest({}, {"weapon": "pole_arm"}, first_round=True)["a_mode"] == "parry"
    assert contest({}, drawing, first_round=True)["a_mode"] == "strike"


def test_kk_melee_13_drawing_means_parrying_without_a_value() -> None:
    fought = contest({"weapon": "sword", "drawing": True}, {}, 10, 1)
    assert fought["a_mode"] == "parry"
    assert fought["a_factor"]["weapon_value"] == 0
    assert (fought["a_total"], fought["b_total"], fought["result"]) == (17, 12, "none")


@pytest.mark.parametrize(("left", "worse"), [(6, 0), (5, 1), (4, 1), (3, 2), (2, 2), (1, 3)])
def test_kk_melee_14_stamina(left: int, worse: int) -> None:
    found = modifiers({"stamina": left, "original_stamina": 8})
    assert found.get("stamina", 0) == -worse


def test_kk_melee_15_fatigue_of_both_kinds() -> None:
    assert modifiers({"temporary_fatigue": 1, "permanent_fatigue": 2}) == {"fatigue": -3}


# -- strikes nobody opposes


def test_kk_melee_16_fifteen_hits() -> None:
    assert [result("unopposed_strike", {**SEVEN}, die) for die in (4, 3)] == ["hit", "miss"]
    weak = {
        **SEVEN,
        "height": True,
        "restricted": True,
        "stamina": 1,
        "original_stamina": 8,
        "temporary_fatigue": 1,
        "permanent_fatigue": 1,
        "shield": "large",
        "mode": "parry",
    }
    assert adjudge("unopposed_strike", weak, 4)["total"] == 15
    option = {**weak, "options": {"free_shot_modifiers": True}}
    assert adjudge("unopposed_strike", option, 4)["total"] == 15 + 1 - 1 - 3 - 2


def test_kk_rank_03_a_second_rank_strikes_with_its_first_value() -> None:
    spear = {"skill": 7, "weapon": "pole_arm", "second_rank": True, "lost_reach": True}
    assert [result("unopposed_strike", spear, die) for die in (4, 3)] == ["hit", "miss"]


def test_kk_rank_05_the_second_rank_keeps_the_higher_value() -> None:
    rear = {"weapon": "long_spear", "second_rank": True, "lost_reach": True}
    assert contest(rear, {})["a_factor"]["weapon_value"] == 6
    assert contest({**rear, "second_rank": False}, {})["a_factor"]["weapon_value"] == 0


def test_kk_rank_01_only_long_weapons_reach_from_behind() -> None:
    assert "only weapons of class 3, 4 or 5 reach" in refusal(
        "unopposed_strike", {**SEVEN, "second_rank": True}, 5
    )


def test_kk_rank_04_against_a_parry_the_second_rank_contests() -> None:
    parried = adjudge(
        "double_parry",
        {
            "parrier": {"skill": 9},
            "attackers": [{"skill": 7, "weapon": "pole_arm", "second_rank": True}],
        },
        4,
        6,
    )
    assert (parried["result"], parried["contests"][0]["b_total"]) == ([], 17)


def test_kk_rank_08_striking_a_horse() -> None:
    spear = {"skill": 6, "weapon": "short_spear"}
    assert [result("unopposed_strike", spear, die) for die in (5, 4)] == ["hit", "miss"]


def test_kk_melee_28_empty_hands_and_two_handed_axes() -> None:
    """Nothing in hand only parries; the ax is class 3, or 2 by the option; a javelin a spear."""
    bare = contest({"weapon": "none"}, {}, 10, 1)
    assert (bare["a_mode"], bare["a_factor"]["weapon_value"]) == ("parry", 0)
    for wrong in ({"weapon": "none"}, {"drawing": True}):
        assert "empty hands cannot strike" in refusal("unopposed_strike", {**SEVEN, **wrong}, 9)
    assert "empty hands cannot strike" in refusal("melee_damage", {"weapon": "none"})
    assert weapon_row("two_handed_ax", DEFAULTS).class_ == 3
    other = weapon_row("two_handed_ax", LIKE_AN_AX)
    assert (other.class_, other.values, other.dice, other.two_handed) == (2, (3, 3), 3, True)
    first = {"first_round": True, "options": {"two_handed_ax_class": 2}}
    assert contest({"weapon": "two_handed_ax"}, {}, **first)["b_mode"] == "strike"
    assert contest({"weapon": "two_handed_ax"}, {}, first_round=True)["b_mode"] == "parry"
    assert weapon_row("javelin", DEFAULTS) == weapon_row("short_spear", DEFAULTS)


# -- contests


@pytest.mark.parametrize(("a_die", "b_die", "winner"), [(6, 5, "a"), (5, 6, "b"), (5, 5, "none")])
def test_kk_melee_17_the_higher_strikes_home(a_die: int, b_die: int, winner: str) -> None:
    fought = contest({}, {}, a_die, b_die)
    assert (fought["result"], fought["dice"]) == (winner, [a_die, b_die])


def test_kk_melee_18_a_parrier_never_strikes() -> None:
    parry = {"mode": "parry"}
    assert [contest(parry, {}, *dice)["result"] for dice in ((9, 1), (5, 5), (1, 9))] == [
        "none",
        "none",
        "b",
    ]
    both = {"parrier": SEVEN, "attackers": [SEVEN, SEVEN]}
    assert result("double_parry", both, 9, 1, 1, 9) == [1]
    assert result("double_parry", both, 1, 9, 1, 9) == [0, 1]
    assert result("double_parry", both, 5, 5, 9, 1) == []
    for attackers in ([], [SEVEN] * 3):
        assert "attackers is" in refusal("double_parry", {**both, "attackers": attackers}, 1, 1)


def test_kk_melee_19_two_parriers_do_nothing() -> None:
    assert contest({"mode": "parry"}, {"mode": "parry"}, 10, 1)["result"] == "none"


SHORT = [name for name, row in WEAPONS.items() if row.class_ in {1, 2, 6, 7} and name != "none"]
LONG = [name for name, row in WEAPONS.items() if row.class_ in {3, 4, 5}]


def test_kk_melee_20_short_weapons_parry_long_ones_at_first() -> None:
    for short in SHORT:
        for long in LONG:
            first = modes(Fighter(7, short), Fighter(7, long), True, DEFAULTS)
            later = modes(Fighter(7, short), Fighter(7, long), False, DEFAULTS)
            assert (first, later) == (("parry", "strike"), ("strike", "strike"))


def test_kk_melee_21_long_against_long_and_the_second_rank() -> None:
    """Both long: both strike. A long weapon in the second rank holds nobody off."""
    assert modes(Fighter(7, "lance"), Fighter(7, "pole_arm"), True, DEFAULTS) == (
        "strike",
        "strike",
    )
    rear = Fighter(7, "pole_arm", second_rank=True)
    assert modes(Fighter(7), rear, True, DEFAULTS) == ("strike", "strike")
    drawing = Fighter(7, "pole_arm", drawing=True)
    assert modes(Fighter(7), drawing, True, DEFAULTS) == ("strike", "parry")
    assert modes(Fighter(7, "none"), Fighter(7, "lance"), True, DEFAULTS)[0] == "parry"


# -- damage


def test_kk_dmg_01_dice_by_weapon() -> None:
    dice = {name: damage_dice(name, False) for name in WEAPONS if name != "none"}
    assert {name for name, count in dice.items() if count == 2} == {
        "mace",
        "ax",
        "lance",
        "long_spear",
    }
    assert {name for name, count in dice.items() if count == 3} == {
        "pole_arm",
        "two_handed_sword",
        "two_handed_ax",
    }
    assert adjudge("melee_damage", {"weapon": "mace"}, 4, 5)["raw"] == 9


def test_kk_dmg_02_unlisted_weapons_one_die() -> None:
    for name in ("dagger", "short_sword", "farm_implement", "other", "sword", "short_spear"):
        assert damage_dice(name, False) == 1


def test_kk_dmg_03_the_gallop_adds_a_die_to_spears() -> None:
    """Charging or receiving, once; a sword gains nothing."""
    assert [damage_dice(name, True) for name in ("lance", "short_spear", "sword")] == [3, 2, 1]
    spear = {"skill": 7, "weapon": "long_spear", "armor": 5}
    lancer = {"skill": 9, "weapon": "lance", "armor": 8}
    met = {"a": lancer, "b": spear, "gallop": True}
    found = adjudge("melee_exchange", met, 1, 10, 4, 4, 4)
    assert (found["result"], found["damage"]["damage_dice"]) == (["b", 4], 3)


def test_kk_def_21_what_a_spear_is() -> None:
    assert {name for name, row in WEAPONS.items() if row.spear} == {
        "short_spear",
        "javelin",
        "lance",
        "long_spear",
    }


def test_kk_dmg_05_fatigue_takes_points() -> None:
    tired = {"temporary_fatigue": 1, "permanent_fatigue": 1}
    assert adjudge("melee_damage", {**tired, "target_armor": 4}, 9) == {
        "result": "wounded",
        "damage_dice": 1,
        "raw": 7,
        "damage": 3,
    }
    weary = {"skill": 9, "armor": 5, "temporary_fatigue": 2}
    exchange = {"a": weary, "b": {"skill": 5, "armor": 3}}
    assert result("melee_exchange", exchange, 10, 1, 9) == ["a", 4]


def test_kk_dmg_06_what_passes_the_armour() -> None:
    blow = {"target_armor": 6, "target_stamina": 4}
    found = [adjudge("melee_damage", blow, die) for die in (5, 6, 7, 10)]
    assert [one["damage"] for one in found] == [0, 0, 1, 4]
    assert [one["stamina_left"] for one in found] == [4, 4, 3, 0]
    assert [one["result"] for one in found] == ["no_damage", "no_damage", "wounded", "disabled"]


def test_an_exchange_with_nobody_home_has_no_damage() -> None:
    pair = {"a": {"skill": 7, "armor": 5}, "b": {"skill": 7, "armor": 5}}
    assert "damage" not in adjudge("melee_exchange", pair, 5, 5)
    assert "key 'a.armor' is missing" in refusal(
        "melee_exchange", {**pair, "a": {"skill": 7}}, 5, 5
    )


def test_fighters_that_cannot_be() -> None:
    for wrong, sentence in (
        ({"skill": 0}, "a.skill is 0"),
        ({"skill": 7, "weapon": "longbow"}, "a.weapon is 'longbow': expected one of"),
        ({"skill": 7, "stamina": 5, "original_stamina": 4}, "a.stamina = 5"),
        ({"skill": 7, "mode": "run"}, "a.mode is 'run'"),
        ({"skill": 7, "armor": 5}, "unknown key 'armor' in a"),
        ({"skill": 7, "weapon": "dagger", "second_rank": True}, "a.second_rank = true"),
    ):
        assert sentence in refusal("melee_contest", {"a": wrong, "b": SEVEN}, 5, 5)


# -- properties

fighters = st.builds(
    Fighter,
    skill=st.integers(1, 10),
    weapon=st.sampled_from(sorted(WEAPONS)),
    shield=st.sampled_from(["none", "small", "large", "pavise"]),
    mode=st.sampled_from(["strike", "parry"]),
    lost_reach=st.booleans(),
    drawing=st.booleans(),
    height=st.booleans(),
    restricted=st.booleans(),
    temporary_fatigue=st.integers(0, 5),
    permanent_fatigue=st.integers(0, 4),
)
DIE = st.integers(1, 10)


@given(fighters, fighters, DIE, DIE, st.booleans())
def test_a_contest_is_fair_to_both(a: Fighter, b: Fighter, one: int, two: int, first: bool) -> None:
    """Told from the other side it comes out the other way round."""
    here = fight_contest(bare_table(ScriptedDice(one, two)), a, b, first)
    there = fight_contest(bare_table(ScriptedDice(two, one)), b, a, first)
    assert (here.a_total, here.b_total) == (there.b_total, there.a_total)
    assert here.winner == {"a": "b", "b": "a", "none": "none"}[there.winner]


@given(fighters, fighters, st.lists(DIE, min_size=4, max_size=4))
def test_a_double_parry_is_two_contests(a: Fighter, b: Fighter, dice: list[int]) -> None:
    both = parry_two(bare_table(ScriptedDice(*dice)), a, [b, b], first_round=False)
    assert all(one.a_mode == "parry" and one.winner != "a" for one in both)
    assert [one.dice for one in both] == [tuple(dice[:2]), tuple(dice[2:])]


@given(st.integers(1, 20), st.integers(1, 20))
def test_chances_of_a_contest(a: int, b: int) -> None:
    higher, equal, lower = contest_chances(a, b)
    throws = [(a + x) - (b + y) for x in range(1, 11) for y in range(1, 11)]
    assert higher == sum(by > 0 for by in throws)
    assert lower == sum(by < 0 for by in throws)
    assert higher + equal + lower == 100


@given(fighters.filter(lambda one: one.weapon != "none"))
def test_chances_of_an_unopposed_strike(one: Fighter) -> None:
    strikes = [strike_unopposed(bare_table(ScriptedDice(die)), one) for die in range(1, 11)]
    factor = strikes[0].total - 1
    assert unopposed_faces(factor) == sum(strike.hit for strike in strikes)


@given(st.sampled_from(SHORT + LONG), st.booleans(), st.integers(0, 9), st.integers(3, 12))
def test_damage_is_never_less_than_nothing(
    weapon: str, gallop: bool, tired: int, armor: int
) -> None:
    dice = damage_dice(weapon, gallop)
    lowest = roll_damage(bare_table(ScriptedDice(*[1] * dice)), weapon, gallop, tired, armor)
    highest = roll_damage(bare_table(ScriptedDice(*[10] * dice)), weapon, gallop, tired, armor)
    assert 0 <= lowest.damage <= highest.damage == max(10 * dice - tired - armor, 0)
