"""Stuns instead of hits, and what is done to stunned men (section STUN)."""

from __future__ import annotations

import pytest

from banneret.core.chance.dice import ScriptedDice
from banneret.core.play.table import Table
from banneret.rulesets.one_page_skirmish.basics.options import DEFAULTS
from banneret.rulesets.one_page_skirmish.melee.alone import Fighter, fight
from rulesets.one_page_skirmish.adjudged import refusal
from rulesets.one_page_skirmish.duels import ALL, KNIGHT, SWORD, duel, several


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
