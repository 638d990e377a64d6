"""One fight: dice, modifiers, hits, pushes and stuns (sections MELEE, STUN, WPN, ARM)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.dice import ScriptedDice
from banneret.core.table import Table
from banneret.rulesets.one_page_skirmish.options import DEFAULTS, Options
from banneret.rulesets.one_page_skirmish.procedures.melee import Fighter, fight
from rulesets.one_page_skirmish.adjudged import adjudge, lines, refusal, ruling

SWORD: dict[str, Any] = {"weapon": "hand_weapon"}
KNIGHT: dict[str, Any] = {"weapon": "hand_weapon", "rank": "knight"}
RIDER: dict[str, Any] = {"weapon": "hand_weapon", "mounted": True}
ALL = ["helmet_gambeson", "shield", "mail", "plate"]
PAIRS = {"multi_attack": "pairs"}
BEST = {"multi_attack": "best"}
CHOICE = {"unhorse": "winner_choice"}


def several(
    *faces: int, attackers: list[dict[str, Any]], defender: dict[str, Any], **facts: Any
) -> dict[str, Any]:
    return adjudge("melee", {"attackers": attackers, "defender": defender, **facts}, *faces)


def duel(
    *faces: int,
    attacker: dict[str, Any] = SWORD,
    defender: dict[str, Any] = SWORD,
    **facts: Any,
) -> dict[str, Any]:
    """Two swordsmen on foot unless said otherwise."""
    return several(*faces, attackers=[attacker], defender=defender, **facts)


def attack(attacker: dict[str, Any], **facts: Any) -> int:
    """What an attacker adds to his die."""
    total: int = duel(5, 5, attacker=attacker, **facts)["attack_totals"][0] - 5
    return total


def defence(defender: dict[str, Any], count: int = 1, **facts: Any) -> int:
    """What a defender adds to his die against so many attackers."""
    faces = [5] * (count + 1)
    result = several(*faces, attackers=[SWORD] * count, defender=defender, **facts)
    total: int = result["defend_totals"][0] - 5
    return total


# -- dice and modifiers


def test_op_melee_01_a_duel_rolls_two_dice() -> None:
    situation = {"attackers": [SWORD], "defender": SWORD}
    dice = ruling("melee", situation, 3, 4).dice
    assert [(die.purpose, die.sides) for die in dice] == [("attacker 1", 10), ("defender", 10)]


def test_op_melee_02_roles_swap_with_the_turn() -> None:
    """The same two figures: whoever attacks can hit, whoever defends cannot."""
    assert duel(9, 2)["hits"] == 1
    assert duel(2, 9)["hits"] == 0


def test_op_melee_03_charging_with_a_lance() -> None:
    """+1 for the attacker's qualified run, no line without one, nothing for a defender."""
    lance = {"weapon": "lance", "mounted": True}
    assert attack({**lance, "lance_charge": True}) == 2
    assert attack(lance) == 1
    assert defence({**lance, "lance_charge": True}) == 1
    assert "lance_charge" in refusal(
        "melee", {"attackers": [{**RIDER, "lance_charge": True}], "defender": SWORD}, 5, 5
    )


def test_op_melee_04_mounted() -> None:
    """Two riders: both +1."""
    result = duel(5, 5, attacker=RIDER, defender=RIDER)
    assert (result["attack_totals"], result["defend_totals"]) == ([6], [6])


def test_op_melee_05_knight() -> None:
    """Mounted Knight defends at +2, on foot at +1, attacking or defending."""
    assert defence({**KNIGHT, "mounted": True}) == 2
    assert defence(KNIGHT) == attack(KNIGHT) == 1


def test_op_melee_06_improvised_weapon() -> None:
    """Peasant with pitchfork: -1."""
    assert attack({"weapon": "improvised"}) == defence({"weapon": "improvised"}) == -1


@pytest.mark.parametrize(
    ("combat", "value"), [("first", 1), ("won", 1), ("lost", -1), ("tied", -1)]
)
def test_op_melee_07_polearm(combat: str, value: int) -> None:
    """States first, won: +1; lost, tied: -1."""
    polearm = {"weapon": "polearm", "combat": combat}
    assert attack(polearm) == defence(polearm) == value


def test_op_melee_08_extra_attackers() -> None:
    """Three attackers: the defender is at -2, attackers at 0."""
    assert [defence(SWORD, count) for count in (1, 2, 3)] == [0, -1, -2]
    result = several(5, 5, 5, 5, attackers=[SWORD] * 3, defender=SWORD)
    assert result["attack_totals"] == [5, 5, 5]


def test_op_melee_09_three_to_one_at_most() -> None:
    """A fourth attacker is refused, and so is nobody."""
    four = {"attackers": [SWORD] * 4, "defender": SWORD}
    assert "attackers is" in refusal("melee", four, 5, 5, 5, 5, 5)
    assert "attackers is []" in refusal("melee", {"attackers": [], "defender": SWORD}, 5)


def test_op_wpn_01_the_weapons_named() -> None:
    """The sheet's five and the hand weapon, no others."""
    for weapon in ("crossbow", "longbow", "polearm", "improvised", "hand_weapon"):
        assert duel(5, 5, attacker={"weapon": weapon})["pairs"]
    assert duel(5, 5, attacker={"weapon": "lance", "mounted": True})["pairs"]
    assert "expected one of crossbow, hand_weapon, improvised, lance, longbow, polearm" in refusal(
        "melee", {"attackers": [{"weapon": "sword"}], "defender": SWORD}, 5, 5
    )


def test_op_wpn_02_hand_weapon_has_no_line() -> None:
    assert lines("melee", {"attackers": [SWORD], "defender": SWORD}, 5, 5) == {}


@pytest.mark.parametrize("bow", ["longbow", "crossbow"])
def test_op_wpn_04_a_bow_in_hand_is_improvised(bow: str) -> None:
    """Attacking or defending at -1."""
    assert attack({"weapon": bow}) == defence({"weapon": bow}) == -1


def test_op_charge_20_caught_bowmen() -> None:
    """Archers with bows in hand receive at -1."""
    result = duel(5, 5, attacker=RIDER, defender={"weapon": "longbow"})
    assert result["defend_totals"] == [4]


def test_op_wpn_05_a_lance_without_a_charge_is_a_hand_weapon() -> None:
    """And nobody on foot holds one."""
    assert attack({"weapon": "lance", "mounted": True}) == attack(RIDER)
    situation = {"attackers": [{"weapon": "lance"}], "defender": SWORD}
    assert "only a mounted figure can hold a lance" in refusal("melee", situation, 5, 5)


def test_op_wpn_06_no_polearm_in_the_saddle() -> None:
    """Choosing a polearm in hand for a mounted figure is rejected."""
    rider = {"weapon": "polearm", "mounted": True}
    assert "cannot hold a polearm" in refusal("melee", {"attackers": [SWORD], "defender": rider})


def test_op_wpn_07_bare_hands_are_improvised() -> None:
    """A figure with no weapon fights at -1."""
    assert attack({}) == defence({}) == -1


def test_op_melee_25_wounded_figures() -> None:
    """Wounded Knight on foot: +1 -1 = 0; a flesh wound costs nothing; so under either reading."""
    assert attack({**KNIGHT, "hits": 2}) == 0
    assert attack({**KNIGHT, "hits": 1}) == 1
    assert defence({"weapon": "hand_weapon", "rank": "sergeant", "hits": 1}) == -1
    assert attack({**KNIGHT, "hits": 2}, options={"wound_scope": "combat"}) == 0


def test_op_melee_26_a_surrounded_figure_strikes_back_at_full_value() -> None:
    """Attacking one of many it is not at a disadvantage: only attackers listed count."""
    assert attack(KNIGHT) == 1


def test_op_melee_27_modifiers_add_without_limit() -> None:
    """Die 1 with -4 gives -3; totals pass 10 too."""
    worst = {"weapon": "polearm", "combat": "lost", "rank": "sergeant", "hits": 1}
    result = several(1, 1, 1, 1, attackers=[SWORD] * 3, defender=worst)
    assert result["defend_totals"] == [-3, -3, -3]
    lord = {
        "rank": "knight",
        "mounted": True,
        "weapon": "lance",
        "lance_charge": True,
    }
    assert duel(10, 1, attacker=lord)["attack_totals"] == [13]


def test_op_melee_28_no_cover_in_a_melee() -> None:
    """No key and no line for obstacles between the figures."""
    situation = {"attackers": [SWORD], "defender": {**SWORD, "cover": "whole"}}
    assert "unknown key 'cover' in defender" in refusal("melee", situation, 5, 5)


def test_op_fig_02_class_has_no_effect_in_melee() -> None:
    results = [
        duel(7, 5, attacker={**SWORD, "class": one}, defender={**SWORD, "class": other})
        for one in ("peasant", "elite")
        for other in ("man_at_arms", "veteran")
    ]
    assert all(result == results[0] for result in results)


def test_the_breakdown_names_every_figure() -> None:
    """Attackers are numbered as they are listed."""
    situation = {"attackers": [SWORD, RIDER], "defender": {**KNIGHT, "hits": 2}}
    assert lines("melee", situation, 5, 5, 5) == {
        "attacker 2: mounted": 1,
        "defender: Knight": 1,
        "defender: wounded": -1,
        "defender: extra attackers": -1,
    }


# -- comparing


def test_op_melee_10_one_defending_die_against_all() -> None:
    """Totals 9, 6, 4 against 6: win, tie, loss in one fight."""
    result = several(9, 6, 4, 8, attackers=[SWORD] * 3, defender=SWORD)
    assert result["defend_totals"] == [6, 6, 6]
    assert result["pairs"] == ["attacker_wins", "tie", "defender_wins"]


def test_op_opt_14_pairs_rolls_a_fresh_die_each() -> None:
    """Attacker, defender, attacker, defender; the -1s still apply."""
    situation = {"attackers": [SWORD] * 2, "defender": SWORD, "options": PAIRS}
    ruled = ruling("melee", situation, 9, 2, 3, 10)
    assert [die.purpose for die in ruled.dice] == [
        "attacker 1",
        "defender",
        "attacker 2",
        "defender",
    ]
    assert ruled.result["defend_totals"] == [1, 9]
    assert ruled.result["pairs"] == ["attacker_wins", "defender_wins"]
    assert ruled.result["attackers"] == ["stays", "pushed"]


def test_op_opt_14_best_counts_the_highest_alone() -> None:
    """Totals 9, 6, 4 against 6: defender beaten by 3 once, nobody pushed back."""
    armoured = {**KNIGHT, "armour": ["mail", "plate", "shield"]}
    result = several(9, 6, 4, 7, attackers=[SWORD] * 3, defender=armoured, options=BEST)
    assert result["pairs"] == ["attacker_wins", "no_effect", "no_effect"]
    assert (result["hits"], result["effects"]) == (1, ["flesh_wound"])
    assert result["attackers"] == ["stays", "stays", "stays"]
    assert result["attackers_combat"] == ["won", "tied", "tied"]


def test_op_opt_14_best_of_equals_is_the_first_and_a_win_beats_all() -> None:
    """One hit though two are best; a tie ties the best alone; a defender's win beats everybody."""
    equals = several(3, 9, 9, 4, attackers=[SWORD] * 3, defender=KNIGHT, options=BEST)
    assert equals["pairs"] == ["no_effect", "attacker_wins", "no_effect"]
    assert equals["hits"] == 1
    tied = several(3, 5, 5, 6, attackers=[SWORD] * 3, defender=KNIGHT, options=BEST)
    assert tied["pairs"] == ["no_effect", "tie", "no_effect"]
    assert tied["defender_combat"] == "tied"
    won = several(3, 5, 5, 9, attackers=[SWORD, RIDER, SWORD], defender=KNIGHT, options=BEST)
    assert won["pairs"] == ["defender_wins"] * 3
    assert won["attackers"] == ["pushed", "unhorsed", "pushed"]
    assert won["defender_combat"] == "won"


def test_op_melee_13_higher_wins() -> None:
    """7 against 6: win by 1."""
    assert duel(7, 6)["pairs"] == ["attacker_wins"]
    assert duel(6, 7)["pairs"] == ["defender_wins"]


def test_op_melee_14_tie() -> None:
    """No push, no hit, still engaged."""
    result = duel(6, 6)
    assert (result["pairs"], result["hits"]) == (["tie"], 0)
    assert (result["defender"], result["attackers"]) == ("stays", ["stays"])


# -- beaten and hit


def test_op_melee_15_a_beaten_man_on_foot_is_pushed() -> None:
    assert duel(7, 6, defender={**SWORD, "armour": ["mail", "plate"]})["defender"] == "pushed"
    assert duel(6, 7)["attackers"] == ["pushed"]


def test_op_melee_16_a_beaten_rider_is_unhorsed() -> None:
    """Attacker or defender."""
    assert duel(5, 7, attacker=RIDER)["attackers"] == ["unhorsed"]
    assert duel(8, 6, defender={**RIDER, "armour": ALL})["defender"] == "unhorsed"


def test_op_opt_15_the_winner_chooses() -> None:
    """A pushed rider stays mounted; unless he says so the winner unhorses; by default always."""
    rider = {**RIDER, "armour": ALL}
    push = duel(8, 6, defender=rider, unhorse_choice="push", options=CHOICE)
    assert push["defender"] == "pushed"
    throw = duel(8, 6, defender=rider, unhorse_choice="unhorse", options=CHOICE)
    assert throw["defender"] == duel(8, 6, defender=rider, options=CHOICE)["defender"] == "unhorsed"
    assert duel(8, 6, defender=rider, unhorse_choice="push")["defender"] == "unhorsed"
    lost = duel(5, 9, attacker=RIDER, unhorse_choice="push", options=CHOICE)
    assert lost["attackers"] == ["pushed"]


def test_op_melee_17_wounding_needs_the_armour_rating() -> None:
    """Margin 2 against AR 2: hit; margin 1: pushed only."""
    two = {**SWORD, "armour": ["helmet_gambeson", "mail"]}
    assert duel(8, 6, defender=two)["hits"] == 1
    one = duel(7, 6, defender=two)
    assert (one["hits"], one["effects"], one["defender"]) == (0, [], "pushed")


def test_op_melee_18_the_defender_cannot_wound() -> None:
    """Defender wins by 9: attacker pushed, no hit."""
    result = duel(1, 10)
    assert (result["hits"], result["effects"], result["attackers"]) == (0, [], ["pushed"])


def test_op_melee_19_hit_and_push_together() -> None:
    """Knight with flesh wound is unhorsed too; a killed figure is removed."""
    knight = duel(9, 3, defender={**KNIGHT, "mounted": True})
    assert (knight["effects"], knight["defender"]) == (["flesh_wound"], "unhorsed")
    assert duel(9, 3)["defender"] == "removed"


def test_op_arm_02_a_shield_counts_in_melee() -> None:
    assert duel(7, 6, defender={**SWORD, "armour": ["shield", "mail"]})["armour"] == 2


def test_op_arm_06_full_armour_from_every_side_in_melee() -> None:
    """There is no bearing in a melee."""
    situation = {"attackers": [SWORD], "defender": {**SWORD, "bearing": 180}}
    assert "unknown key 'bearing'" in refusal("melee", situation, 5, 5)
    assert duel(8, 6, defender={**SWORD, "armour": ALL})["armour"] == 4


def test_op_arm_07_armour_does_not_depend_on_the_weapon() -> None:
    """A figure with shield and polearm keeps AR 1 in melee."""
    for weapon in ("polearm", "longbow", "crossbow", "hand_weapon"):
        assert duel(5, 5, defender={"weapon": weapon, "armour": ["shield"]})["armour"] == 1


def test_op_arm_09_armour_none_and_one_fare_alike() -> None:
    """Attacker wins by 1 against AR 0: hit; tie: no hit."""
    assert duel(7, 6)["hits"] == 1
    assert duel(6, 6)["hits"] == 0
    assert duel(7, 6, defender={**SWORD, "armour": ["mail"]})["hits"] == 1


def test_op_melee_23_results_of_a_combat() -> None:
    """Attacker by his own pair; defender lost if anybody beat him, else won, else tied."""
    mixed = several(9, 6, 4, 8, attackers=[SWORD] * 3, defender=KNIGHT)
    assert mixed["attackers_combat"] == ["won", "lost", "lost"]
    assert mixed["defender_combat"] == "lost"
    assert several(2, 6, 7, attackers=[SWORD] * 2, defender=SWORD)["defender_combat"] == "won"
    assert several(6, 6, 7, attackers=[SWORD] * 2, defender=SWORD)["defender_combat"] == "tied"


def test_op_melee_30_all_results_are_simultaneous() -> None:
    """Margins 4, 4, 5 against a Knight of AR 4: three hits, dead; the beaten are pushed too."""
    knight = {**KNIGHT, "armour": ALL}
    dead = several(9, 9, 10, 6, attackers=[SWORD] * 3, defender=knight)
    assert (dead["hits"], dead["defender"]) == (3, "removed")
    assert dead["effects"] == ["flesh_wound", "wound", "killed"]
    both = several(9, 2, 5, attackers=[SWORD, RIDER], defender=SWORD)
    assert (both["defender"], both["attackers"]) == ("removed", ["stays", "unhorsed"])


def test_op_melee_30_hits_beyond_death_are_void() -> None:
    """Three margins reach a common man; he dies once."""
    result = several(9, 9, 9, 3, attackers=[SWORD] * 3, defender=SWORD)
    assert (result["hits"], result["effects"], result["defender_hits"]) == (3, ["killed"], 1)


def test_op_melee_32_order_inside_one_fight() -> None:
    """Stuns are asked in listed order and only while he lives; beaten attackers come before him."""
    asked: list[Any] = []

    def stun(attacker: int) -> bool:
        asked.append(("stun", attacker))
        return attacker == 0

    def unhorse(beaten: int | None) -> str:
        asked.append(("unhorse", beaten))
        return "push"

    rider = Fighter(weapon="hand_weapon", mounted=True)
    sergeant = Fighter(weapon="hand_weapon", mounted=True, rank="sergeant")
    fought = fight(
        Table(None, ScriptedDice(9, 9, 2, 5), {}),
        [rider, rider, rider],
        sergeant,
        Options(unhorse="winner_choice"),
        stun=stun,
        unhorse=unhorse,
    )
    assert asked == [("stun", 0), ("stun", 1), ("unhorse", 2), ("unhorse", None)]
    assert (fought.hitters, fought.effects) == ((0, 1), ("stunned", "wound"))
    assert (fought.effects_by, fought.margins) == ((0, 1), (6, 6, -1))
    assert (fought.attackers, fought.defender) == (("stays", "stays", "pushed"), "pushed")


# -- stun


def test_op_stun_01_stun_instead_of_a_wound() -> None:
    """A hit may be turned into a stun; what is not a hit may not."""
    result = duel(9, 3, stun=[True])
    assert (result["effects"], result["defender_stunned"]) == (["stunned"], True)
    assert (result["defender"], result["defender_hits"]) == ("pushed", 0)
    held = duel(7, 6, defender={**SWORD, "armour": ALL}, stun=[True])
    assert (held["effects"], held["defender_stunned"]) == ([], False)


def test_op_stun_02_the_ladder_is_not_climbed() -> None:
    """Hit on a Knight with 2 hits turned to stun: still alive with 2 hits."""
    result = duel(9, 3, defender={**KNIGHT, "hits": 2}, stun=[True])
    assert (result["defender_hits"], result["defender"]) == (2, "pushed")


def test_op_stun_08_each_hit_by_itself() -> None:
    """Hits: stun, wound on a Sergeant: wounded and stunned; if killed the stun is void."""
    sergeant = {**SWORD, "rank": "sergeant"}
    both = several(9, 9, 3, attackers=[SWORD] * 2, defender=sergeant, stun=[True, False])
    assert (both["effects"], both["defender_stunned"]) == (["stunned", "wound"], True)
    after = several(9, 9, 3, attackers=[SWORD] * 2, defender=sergeant, stun=[False, True])
    assert (after["effects"], after["defender_stunned"]) == (["wound", "stunned"], True)
    dead = several(9, 9, 3, attackers=[SWORD] * 2, defender=SWORD, stun=[True, False])
    assert (dead["effects"], dead["defender_stunned"]) == (["stunned", "killed"], False)
    void = several(9, 9, 3, attackers=[SWORD] * 2, defender=SWORD, stun=[False, True])
    assert (void["effects"], void["defender_stunned"]) == (["killed"], False)


def test_op_stun_05_a_stunned_man_is_struck_without_dice() -> None:
    """Stunned Sergeant with 0 hits struck by two men: killed."""
    down = {"rank": "sergeant", "stunned": True}
    result = several(attackers=[SWORD] * 2, defender=down)
    assert result == {
        "pairs": ["automatic", "automatic"],
        "effects": ["wound", "killed"],
        "defender_hits": 2,
        "defender": "removed",
        "attackers": ["stays", "stays"],
    }
    one = several(attackers=[SWORD] * 2, defender=down, against_stunned=["leave", "hit"])
    assert (one["effects"], one["defender"]) == (["wound"], "stays")
    left = several(attackers=[SWORD], defender=down, against_stunned=["leave"])
    assert (left["effects"], left["defender"], left["defender_hits"]) == ([], "stays", 0)
    situation = {"attackers": [SWORD], "defender": down}
    assert "too many dice" in refusal("melee", situation, 5)


def test_op_stun_06_capture() -> None:
    """A captured figure is removed, with the hits it had; the next man finds nobody."""
    down = {"rank": "knight", "hits": 1, "stunned": True}
    taken = several(attackers=[SWORD] * 2, defender=down, against_stunned=["capture", "hit"])
    assert (taken["effects"], taken["defender"]) == (["captured"], "removed")
    assert taken["defender_hits"] == 1
    second = several(attackers=[SWORD] * 2, defender=down, against_stunned=["hit", "capture"])
    assert (second["effects"], second["defender_hits"]) == (["wound", "captured"], 2)


@pytest.mark.parametrize(("what", "stunned"), [("leave", True), ("hit", True), ("capture", False)])
def test_op_stun_05_he_stays_stunned_unless_he_is_gone(what: str, stunned: bool) -> None:
    """A blow does not wake a Knight."""
    down = Fighter(rank="knight", stunned=True)
    table: Table[None] = Table(None, ScriptedDice(), {})
    fought = fight(table, [Fighter()], down, DEFAULTS, against_stunned=lambda _: what)
    assert fought.defender_stunned == stunned
    assert fought.effects_by == (() if what == "leave" else (0,))


def test_op_stun_03_a_stunned_figure_does_not_attack() -> None:
    situation = {"attackers": [{**SWORD, "stunned": True}], "defender": SWORD}
    assert "a stunned figure does not attack" in refusal("melee", situation, 5, 5)


# -- refusals


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"defender": {**SWORD, "hits": 1}}, "defender.hits = 1"),
        ({"defender": {**KNIGHT, "hits": 3}}, "defender.hits is 3"),
        ({"attackers": [{**SWORD, "rank": "king"}]}, "attackers[0].rank is 'king'"),
        ({"attackers": [{**SWORD, "armour": ["mail", "mail"]}]}, "attackers[0].armour[1]"),
        ({"stun": [True, True]}, "stun has 2 entries"),
        ({"against_stunned": ["hit", "hit"]}, "against_stunned has 2 entries"),
        ({"against_stunned": ["kill"]}, "against_stunned[0] is 'kill'"),
        ({"unhorse_choice": "trample"}, "unhorse_choice is 'trample'"),
        ({"defender": {**SWORD, "combat": "drawn"}}, "defender.combat is 'drawn'"),
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, Any], sentence: str) -> None:
    assert sentence in refusal("melee", {"attackers": [SWORD], "defender": SWORD, **wrong}, 5, 5)


def test_the_battle_may_pass_a_run_whose_lance_has_fallen() -> None:
    """A rider who qualified and was then unhorsed has no lance and no bonus (OP-WPN-05)."""
    fallen = Fighter(weapon="hand_weapon", lance_charge=True)
    table: Table[None] = Table(None, ScriptedDice(5, 5), {})
    assert fight(table, [fallen], Fighter(weapon="hand_weapon"), DEFAULTS).attack_totals == (5,)


def test_unless_asked_a_winner_unhorses_and_hurts() -> None:
    """The battle need not say what its players choose."""
    rider = Fighter(weapon="hand_weapon", mounted=True, rank="knight")
    table: Table[None] = Table(None, ScriptedDice(9, 3), {})
    options = Options(unhorse="winner_choice")
    fought = fight(table, [Fighter(weapon="hand_weapon")], rider, options)
    assert (fought.defender, fought.effects) == ("unhorsed", ("flesh_wound",))
