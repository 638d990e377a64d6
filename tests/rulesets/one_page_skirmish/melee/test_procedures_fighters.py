"""What a figure adds to its die in a fight (sections MELEE, WPN)."""

from __future__ import annotations

import pytest

from rulesets.one_page_skirmish.adjudged import lines, refusal, ruling
from rulesets.one_page_skirmish.duels import KNIGHT, RIDER, SWORD, attack, defence, duel, several


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
