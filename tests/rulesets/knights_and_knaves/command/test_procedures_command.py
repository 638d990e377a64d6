"""The numbers of command: range, readiness, receipt, ambiguity, the action table."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.core.book.adjudicate import bare_table
from banneret.core.chance.dice import RandomDice, ScriptedDice
from banneret.core.chance.odds import distribution
from banneret.rulesets.knights_and_knaves.basics.options import DEFAULTS, Options
from banneret.rulesets.knights_and_knaves.basics.tables import TABLES, data_text
from banneret.rulesets.knights_and_knaves.command.action.by_die import (
    choose_at_random,
    declare_first,
    settle_ambiguity,
)
from banneret.rulesets.knights_and_knaves.command.dice import (
    ActionFacts,
    action_of,
    action_row,
    roll_action,
)
from rulesets.knights_and_knaves.adjudged import adjudge, odds, refusal, result, ruling

RAW: dict[str, Any] = tomllib.loads(data_text("tables.toml").decode())
ROWS = ("archers", "crossbows", "handgunners", "others")
NATURAL = st.integers(1, 10)


def act(die: int, **situation: Any) -> dict[str, Any]:
    return adjudge("action_roll", {"row": "others", **situation}, die)


# -- command range


@pytest.mark.parametrize(("inches", "heard"), [(0, True), (5.0, True), (5.01, False), (9, False)])
def test_kk_def_01_a_voice_carries_five_inches(inches: float, heard: bool) -> None:
    assert result("in_command", {"own_distance": inches}) is heard


def test_kk_cmd_01_a_man_alone_is_heard_by_himself() -> None:
    assert result("in_command", {"own_distance": 6}) is False


def test_kk_cmd_02_a_unit_is_heard_through_its_leader() -> None:
    far = {"own_distance": 9}
    assert result("in_command", {**far, "leader_distance": 5}) is True
    assert result("in_command", {**far, "leader_distance": 5.1}) is False
    assert result("in_command", {**far, "leader_distance": 5, "chained": False}) is False


def test_kk_cmd_05_members_far_from_their_leader() -> None:
    """The whole chained unit hears; under the option only who is within five inches of him."""
    member = {"own_distance": 11, "leader_distance": 4, "member_to_leader": 7}
    assert result("in_command", member) is True
    limit = {"options": {"relay_limit": True}}
    assert result("in_command", {**member, **limit}) is False
    assert result("in_command", {**member, "member_to_leader": 5, **limit}) is True
    assert result("in_command", {**member, "own_distance": 5, **limit}) is True


# -- readiness


def ready_on(weapon: str, **situation: Any) -> list[int]:
    given = {"weapon": weapon, **situation}
    return [d for d in range(1, 11) if result("shoot_readiness", given, d) == "can_shoot"]


@pytest.mark.parametrize("weapon", ["short_bow", "longbow", "composite_bow", "sling"])
def test_kk_cmd_07_archers_and_slingers(weapon: str) -> None:
    assert ready_on(weapon) == [3, 4, 5, 6, 7, 8, 9, 10]


@pytest.mark.parametrize("weapon", ["light_crossbow", "medium_crossbow", "heavy_crossbow"])
def test_kk_cmd_08_crossbowmen(weapon: str) -> None:
    assert ready_on(weapon) == [6, 7, 8, 9, 10]


def test_kk_cmd_09_handgunners_need_nine_and_then_the_second_die() -> None:
    assert adjudge("shoot_readiness", {"weapon": "handgun"}, 8) == {
        "result": "prevented",
        "needed": 9,
        "die": 8,
    }
    assert adjudge("shoot_readiness", {"weapon": "handgun"}, 9, 10) == {
        "result": "can_shoot",
        "needed": 9,
        "die": 9,
        "second_needed": 4,
        "second_die": 10,
    }


def test_kk_cmd_10_misfire() -> None:
    gun: dict[str, Any] = {"weapon": "handgun"}
    assert [result("shoot_readiness", gun, 9, die) for die in (3, 4)] == ["misfire", "can_shoot"]
    text = {**gun, "options": {"handgun_second_roll": 9}}
    assert [result("shoot_readiness", text, 9, die) for die in (8, 9)] == ["misfire", "can_shoot"]


def test_kk_cmd_11_a_team_shoots_like_archers() -> None:
    assert ready_on("heavy_crossbow", team=True) == [3, 4, 5, 6, 7, 8, 9, 10]
    off = {"crossbow_teams": False}
    assert ready_on("heavy_crossbow", team=True, options=off) == [6, 7, 8, 9, 10]
    assert "only crossbowmen work in teams" in refusal(
        "shoot_readiness", {"weapon": "longbow", "team": True}, 5
    )
    assert action_row("heavy_crossbow", True, False) == "archers"
    assert action_row("heavy_crossbow", True, False, Options(crossbow_teams=False)) == "crossbows"


@pytest.mark.parametrize(
    "weapon", ["javelin", "javelin_thong", "thrown_spear", "thrown_axe", "thrown_knife"]
)
def test_kk_cmd_14_thrown_weapons_need_no_die(weapon: str) -> None:
    assert adjudge("shoot_readiness", {"weapon": weapon}) == {"result": "can_shoot"}


# -- orders


def test_kk_order_14_received_at_or_below_skill() -> None:
    heard = [
        d for d in range(1, 11) if result("order_receipt", {"melee_skill": 7}, d) == "received"
    ]
    assert heard == [1, 2, 3, 4, 5, 6, 7]
    assert odds("order_receipt", {"melee_skill": 10})["result"] == {"received": "1"}


def test_kk_order_11_ambiguity() -> None:
    assert adjudge("order_ambiguity", {"melee_skill": 8}, 8) == {"result": "preferred", "die": 8}
    assert result("order_ambiguity", {"melee_skill": 8}, 9) == "other:0"
    assert result("order_ambiguity", {"melee_skill": 8, "others": 2}, 9, 5) == "other:0"
    settled = settle_ambiguity(bare_table(ScriptedDice(9, 6)), 8, 2)
    assert (settled.other, settled.die) == (1, 9)


def test_kk_order_12_bands_of_equal_faces() -> None:
    """Of three: 1-3, 4-6, 7-9, and ten again."""
    chosen = [result("random_choice", {"n": 3}, die) for die in range(1, 10)]
    assert chosen == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert result("random_choice", {"n": 3}, 10, 10, 9) == 2
    assert result("random_choice", {"n": 1}) == 0
    assert result("random_choice", {"n": 4}, 9, 8) == 3
    for n in (0, 11):
        assert f"n is {n}" in refusal("random_choice", {"n": n}, 1)


@given(st.integers(1, 10), st.integers(0, 1000))
def test_kk_order_12_every_choice_is_one_of_them(n: int, seed: int) -> None:
    assert 0 <= choose_at_random(bare_table(RandomDice(seed)), n) < n


@pytest.mark.parametrize("n", range(1, 11))
def test_kk_order_12_every_choice_is_as_likely(n: int) -> None:
    share = "1" if n == 1 else f"1/{n}"
    assert odds("random_choice", {"n": n})["result"] == {str(i): share for i in range(n)}


def test_kk_order_11_odds() -> None:
    """Skill 8 of ten for the preferred; the rest evenly over three others."""
    found = odds("order_ambiguity", {"melee_skill": 7, "others": 3})["result"]
    assert found == {"preferred": "7/10", "other:0": "1/10", "other:1": "1/10", "other:2": "1/10"}


# -- declaration


def test_kk_decl_01_the_highest_die_wins() -> None:
    assert result("declaration_roll", {"players": 2}, 3, 8) == 1
    assert result("declaration_roll", {"players": 4}, 9, 8, 1, 2) == 0
    for players in (1, 9):
        assert f"players is {players}" in refusal("declaration_roll", {"players": players}, 1)


def test_kk_decl_06_the_tied_throw_again_among_themselves() -> None:
    assert result("declaration_roll", {"players": 2}, 5, 5, 5, 5, 2, 3) == 1
    assert declare_first(bare_table(ScriptedDice(7, 7, 1, 7, 4, 6, 6, 9, 2)), 4) == 1


@pytest.mark.parametrize("players", [2, 3])
def test_kk_decl_06_every_player_wins_as_often(players: int) -> None:
    """By symmetry, and by following every die."""
    assert odds("declaration_roll", {"players": players})["result"] == {
        str(i): f"1/{players}" for i in range(players)
    }
    played = distribution(lambda dice: declare_first(bare_table(dice), players))
    assert played == {i: Fraction(1, players) for i in range(players)}


# -- the action table


@pytest.mark.parametrize("row", ROWS)
def test_every_cell_of_the_action_table(row: str) -> None:
    for die in range(1, 11):
        assert result("action_roll", {"row": row}, die) == RAW["action_table"][row][(die - 1) // 2]


def results(row: str) -> list[str]:
    return [action_of(row, die) for die in (1, 3, 5, 7, 9)]


def test_kk_act_04_archers() -> None:
    assert results("archers") == [
        "stay",
        "shoot",
        "move_half_shoot",
        "move_full_shoot",
        "move_full_melee_or_shoot",
    ]


def test_kk_act_05_crossbows() -> None:
    assert results("crossbows") == [
        "stay",
        "stay",
        "shoot",
        "move_half",
        "move_full_melee_or_shoot",
    ]


def test_kk_act_06_handgunners() -> None:
    assert results("handgunners") == ["stay", "stay", "move_half", "shoot", "move_full_melee"]


def test_kk_act_07_others() -> None:
    assert results("others") == [
        "stay",
        "move_half",
        "move_full",
        "move_half_melee",
        "move_full_melee",
    ]


def test_kk_act_08_totals_off_the_table_read_its_ends() -> None:
    assert act(9, knight_or_berserk=True)["modified"] == 11
    assert act(9, knight_or_berserk=True)["result"] == "move_full_melee"
    assert action_of("others", -6) == "stay"


def test_kk_act_09_the_leader_draws_his_men_along() -> None:
    assert act(5, leader_result="move_half")["modifiers"] == {"leader": 2}
    assert act(5, leader_result="shoot", row="archers")["modifiers"] == {"leader": 2}
    assert act(5, leader_result="stay")["modifiers"] == {"leader": -2}


def test_kk_act_10_no_leader_no_modifier_nor_for_stragglers() -> None:
    assert act(5)["modifiers"] == {}
    assert act(5, leader_result="move_full", straggler=True)["modifiers"] == {}


def test_kk_act_11_knights_and_berserks() -> None:
    assert act(5, knight_or_berserk=True)["modified"] == 7


def test_kk_act_12_unreliable_troops() -> None:
    assert act(5, unreliable=True)["modifiers"] == {"unreliable": -2}


def test_kk_act_13_every_level_of_fatigue() -> None:
    assert act(9, temporary_fatigue=1, permanent_fatigue=1)["modifiers"] == {"fatigue": -2}


def test_kk_act_14_the_first_part_of_an_order() -> None:
    totals = [act(4, order=verb)["modified"] for verb in ("attack", "defend", "harass")]
    assert totals == [9, -1, 4]


def test_kk_act_15_the_turn_of_activation() -> None:
    now = {"order_part": 2, "activated_this_turn": True}
    totals = [act(6, order=verb, **now)["modified"] for verb in ("attack", "defend", "harass")]
    assert totals == [1, 11, 6]


def test_kk_act_16_the_second_part_tells_for_one_turn() -> None:
    later = {"order": "attack", "order_part": 2}
    assert act(6, **later)["modifiers"] == {}
    persists = {"options": {"second_part_modifier_persists": True}}
    assert act(6, **later, **persists)["modifiers"] == {"order": -5}
    assert act(6, order="defend", order_part=2, **persists)["modifiers"] == {"order": 5}


@pytest.mark.parametrize(
    ("activated", "reason"),
    [
        (True, ("attack until, activated", -5, "KK-ACT-15")),
        (False, ("attack until, second part", -5, "KK-ACT-16")),
    ],
)
def test_kk_act_16_a_modifier_that_lasts_is_not_told_as_an_activation(
    activated: bool, reason: tuple[str, int, str]
) -> None:
    situation = {
        "row": "others",
        "order": "attack",
        "order_part": 2,
        "activated_this_turn": activated,
        "options": {"second_part_modifier_persists": True},
    }
    told = ruling("action_roll", situation, 6).tally[-1]
    assert (told["label"], told["value"], told["clause"]) == reason


def test_kk_act_17_stragglers_rejoin_but_on_a_ten() -> None:
    assert [act(die, straggler=True)["result"] for die in (1, 9, 10)] == [
        "rejoin",
        "rejoin",
        "toward_enemy",
    ]


def test_kk_act_18_the_ten_is_natural_and_the_table_says_what_he_may_do() -> None:
    rolled = act(10, straggler=True, unreliable=True)
    assert (rolled["result"], rolled["modified"]) == ("toward_enemy", 8)
    assert rolled["table_result"] == "move_half_melee"
    assert act(9, straggler=True, knight_or_berserk=True)["result"] == "rejoin"


@pytest.mark.parametrize(
    ("missile", "row"),
    [
        ("", "others"),
        ("longbow", "archers"),
        ("sling", "archers"),
        ("light_crossbow", "archers"),
        ("medium_crossbow", "crossbows"),
        ("heavy_crossbow", "crossbows"),
        ("handgun", "handgunners"),
        ("javelin", "archers"),
        ("thrown_axe", "others"),
    ],
)
def test_kk_act_26_rows_by_weapon(missile: str, row: str) -> None:
    assert action_row(missile, False, False) == row
    assert action_row(missile, False, True) == "others"


def test_the_action_roll_refuses_what_cannot_be() -> None:
    for wrong, sentence in (
        ({}, "key 'row' is missing"),
        ({"row": "cooks"}, "row is 'cooks': expected one of"),
        ({"row": "others", "order_part": 2}, "order_part = 2 without an order"),
        ({"row": "others", "activated_this_turn": True}, "activated_this_turn = true"),
        ({"row": "others", "order": "attack", "activated_this_turn": True}, "order_part = 2"),
        ({"row": "others", "leader_result": "sleep"}, "leader_result is 'sleep'"),
    ):
        assert sentence in refusal("action_roll", wrong, 5)


@given(
    NATURAL,
    st.sampled_from(ROWS),
    st.tuples(st.booleans(), st.booleans()),
    st.integers(0, 5),
    st.sampled_from([None, "attack", "defend", "harass"]),
)
def test_the_action_roll_adds_up(
    die: int, row: str, kind: tuple[bool, bool], tired: int, order: str | None
) -> None:
    knight, unreliable = kind
    facts = ActionFacts(row, None, knight, unreliable, tired, 0, order)
    roll = roll_action(bare_table(ScriptedDice(die)), facts, DEFAULTS)
    bonus = {"attack": 5, "defend": -5}.get(order or "", 0)
    assert roll.modified == die + 2 * knight - 2 * unreliable - tired + bonus
    assert roll.result in getattr(TABLES.action_table, row)


# -- sight


@pytest.mark.parametrize(
    ("wood", "seen"),
    [
        ({"light": 6.0}, True),
        ({"light": 6.1}, False),
        ({"heavy": 3.0}, True),
        ({"heavy": 3.1}, False),
    ],
)
def test_kk_def_11_depth_of_sight_into_woods(wood: dict[str, float], seen: bool) -> None:
    assert result("wood_visible", wood) is seen
    assert result("wood_visible", {**wood, "observer_in_wood": True}) is seen


@pytest.mark.parametrize(
    ("wood", "seen"),
    [
        ({"light": 12.0}, True),
        ({"light": 12.1}, False),
        ({"heavy": 6.0}, True),
        ({"heavy": 6.1}, False),
    ],
)
def test_kk_def_12_looking_out_of_woods(wood: dict[str, float], seen: bool) -> None:
    out = {"observer_in_wood": True, "target_in_wood": False}
    assert result("wood_visible", {**wood, **out}) is seen


def test_kk_def_13_mixed_woods() -> None:
    """Three inches of light and one and a half of heavy are just enough to see through."""
    assert result("wood_visible", {"light": 3, "heavy": 1.5}) is True
    assert result("wood_visible", {"light": 3.1, "heavy": 1.5}) is False
    across = {"light": 7, "observer_in_wood": False, "target_in_wood": False}
    assert result("wood_visible", across) is False
