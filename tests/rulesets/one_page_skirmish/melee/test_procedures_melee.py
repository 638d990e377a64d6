"""One fight: comparing, hits and pushes, what is refused (sections MELEE, ARM)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.chance.dice import ScriptedDice
from banneret.core.play.table import Table
from banneret.rulesets.one_page_skirmish.basics.options import DEFAULTS, Options
from banneret.rulesets.one_page_skirmish.melee.alone import Fighter, fight
from rulesets.one_page_skirmish.adjudged import refusal, ruling
from rulesets.one_page_skirmish.duels import (
    ALL,
    BEST,
    CHOICE,
    KNIGHT,
    PAIRS,
    RIDER,
    SWORD,
    duel,
    several,
)

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
    two = {**SWORD, "armour": ["shield", "mail"]}
    assert duel(7, 6, defender=two)["armour"] == 2
    assert [duel(face, 6, defender=two)["hits"] for face in (7, 8)] == [0, 1]


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
