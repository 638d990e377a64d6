"""The ladder of hits (section WOUND)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.rulesets.one_page_skirmish.melee.wounds import (
    LADDER,
    RANKS,
    effect_of_hit,
    hits_left,
    is_wounded,
)
from rulesets.one_page_skirmish.adjudged import adjudge, refusal


def hurt(rank: str, hits: int = 0, new_hits: int = 1) -> dict[str, Any]:
    return adjudge("wounds", {"rank": rank, "hits": hits, "new_hits": new_hits})


def test_op_fig_01_three_ranks() -> None:
    """Rank accepts exactly knight, sergeant, common."""
    assert sorted(RANKS) == ["common", "knight", "sergeant"]
    for rank in RANKS:
        assert hurt(rank)["hits"] == 1
    assert "expected one of common, knight, sergeant" in refusal("wounds", {"rank": "squire"})


def test_op_wound_01_common_figures_die_at_the_first_hit() -> None:
    assert hurt("common") == {
        "hits": 1,
        "effects": ["killed"],
        "killed": True,
        "wounded": False,
        "die_modifier": 0,
    }


def test_op_wound_02_a_knights_first_hit_is_a_flesh_wound() -> None:
    """Knight with one hit has no modifier."""
    first = hurt("knight")
    assert (first["effects"], first["wounded"], first["die_modifier"]) == (
        ["flesh_wound"],
        False,
        0,
    )


def test_op_wound_03_sergeants_first_hit_and_knights_second() -> None:
    """Sergeant 1 hit: wounded; Knight 2 hits: wounded."""
    assert hurt("sergeant")["wounded"]
    assert hurt("knight", hits=1)["wounded"]


def test_op_wound_04_the_next_hit_kills() -> None:
    """Sergeant 2: killed; Knight 3: killed."""
    assert hurt("sergeant", hits=1)["killed"]
    assert hurt("knight", hits=2)["killed"]


def test_op_wound_05_a_wound_is_minus_one() -> None:
    assert hurt("sergeant")["die_modifier"] == -1
    assert adjudge("wounds", {"rank": "knight", "hits": 2, "new_hits": 0})["die_modifier"] == -1


def test_op_wound_07_one_ladder_for_all_causes() -> None:
    """Flesh wound by arrow, then a melee hit: wounded."""
    target = {"rank": "knight"}
    arrow = adjudge("shot", {"weapon": "longbow", "range": 9, "target": target}, 9)
    assert arrow["result"] == "flesh_wound"
    knight = {"rank": "knight", "hits": 1, "weapon": "hand_weapon"}
    blow = adjudge("melee", {"attackers": [{"weapon": "hand_weapon"}], "defender": knight}, 9, 3)
    assert blow["effects"] == ["wound"]


def test_op_wound_09_several_hits_at_once() -> None:
    """Knight at 0 takes two hits: wounded; hits beyond death are void."""
    two = hurt("knight", new_hits=2)
    assert (two["effects"], two["hits"], two["wounded"]) == (["flesh_wound", "wound"], 2, True)
    many = hurt("sergeant", new_hits=9)
    assert (many["effects"], many["hits"], many["killed"]) == (["wound", "killed"], 2, True)
    assert hurt("knight", new_hits=0)["effects"] == []


@pytest.mark.parametrize(("rank", "hits"), [("common", 1), ("sergeant", 2), ("knight", 3)])
def test_the_dead_take_no_hits(rank: str, hits: int) -> None:
    assert "hits" in refusal("wounds", {"rank": rank, "hits": hits})


@pytest.mark.parametrize("rank", RANKS)
def test_the_ladder_ends_with_death_alone(rank: str) -> None:
    """Only the last rung kills, and a man is wounded on at most one."""
    effects = [effect_of_hit(rank, hits) for hits in range(hits_left(rank, 0))]
    assert effects == list(LADDER[rank])
    assert effects.index("killed") == len(effects) - 1
    assert sum(is_wounded(rank, hits) for hits in range(len(effects) + 1)) == ("wound" in effects)
