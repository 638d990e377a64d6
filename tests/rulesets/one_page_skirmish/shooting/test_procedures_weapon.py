"""Weapon in hand: loading, aiming and firing, turn by turn (sections LOAD, SHOOT, ACT)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.one_page_skirmish.adjudged import adjudge, refusal

ONE_LOAD = {"reload_reading": "one_load"}


def turns(*actions: str, weapon: str = "crossbow", **facts: Any) -> dict[str, Any]:
    """What a shooter's turns come to; a loaded crossbow on foot unless said otherwise."""
    return adjudge("weapon", {"weapon": weapon, "actions": list(actions), **facts})


def legal(*actions: str, **facts: Any) -> bool:
    result = turns(*actions, **facts)
    assert (result["illegal_at"] == -1) == (result["reason"] == "none")
    return bool(result["illegal_at"] == -1)


def stop(*actions: str, **facts: Any) -> tuple[int, str]:
    result = turns(*actions, **facts)
    return result["illegal_at"], result["reason"]


def test_op_load_01_longbow_shoots_every_turn() -> None:
    """Fire, fire, fire is legal and there is nothing to load."""
    assert legal("fire", "fire", "fire", weapon="longbow")
    assert stop("load", weapon="longbow") == (0, "nothing_to_load")
    assert turns("fire", weapon="longbow", loaded=False)["illegal_at"] == -1


def test_op_load_02_crossbow_does_not() -> None:
    """Fire, then fire is illegal."""
    assert stop("fire", "fire") == (1, "not_loaded")


def test_op_load_03_two_load_actions() -> None:
    """Fire, load, load, fire legal; fire, load, fire illegal by default, legal with the option."""
    assert legal("fire", "load", "load", "fire")
    assert stop("fire", "load", "fire") == (2, "not_loaded")
    assert legal("fire", "load", "fire", options=ONE_LOAD)


def test_op_opt_12_one_load_action() -> None:
    """Fire, load, fire legal; loaded means one point."""
    assert turns("fire", "load", options=ONE_LOAD)["load"] == 1
    assert turns(options=ONE_LOAD)["load"] == 1
    assert stop("fire", "load", "load", options=ONE_LOAD) == (2, "already_loaded")


def test_op_load_04_loaded_at_the_start() -> None:
    """First action may be fire, unless it is said not to be loaded."""
    assert legal("fire")
    assert turns()["load"] == 2
    assert stop("fire", loaded=False) == (0, "not_loaded")
    assert legal("load", "fire", loaded=False, load_points=1)


def test_op_load_05_interrupted_loading() -> None:
    """Load, move, load, fire legal; load, melee, load, fire illegal; so with a change of weapon."""
    assert legal("fire", "load", "move", "load", "fire")
    assert legal("fire", "load", "nothing", "load", "fire")
    assert stop("fire", "load", "melee", "load", "fire") == (4, "not_loaded")
    twice = ("change_weapon", "change_weapon")
    assert stop("fire", "load", *twice, "load", "fire") == (5, "not_loaded")
    assert turns("fire", "load", "mount")["load"] == 1


def test_op_load_06_no_loading_on_horseback() -> None:
    assert stop("fire", "load", mounted=True) == (1, "cannot_load_mounted")
    assert legal("fire", "dismount", "load", "load", "fire", mounted=True)


def test_op_load_07_a_loaded_crossbow_stays_loaded() -> None:
    """Loaded, change weapon twice, fire: legal; so after moves and melees."""
    assert legal("change_weapon", "change_weapon", "fire")
    assert legal("move", "melee", "mount", "dismount", "fire")


def test_op_load_08_only_in_hand_and_not_full() -> None:
    """Load with full load points is refused, and so with the weapon put away."""
    assert stop("load") == (0, "already_loaded")
    assert stop("load", in_hand=False, loaded=False) == (0, "not_in_hand")


def test_op_shoot_06_more_aim_gives_nothing() -> None:
    """Two turns of aim: still +1."""
    assert turns("aim", "aim", "fire")["aim_bonus_on_shots"] == [1]


def test_op_shoot_07_the_aim_is_lost_by_anything_else() -> None:
    """Aim, then nothing, then fire: no bonus; the same with a melee or any other action."""
    assert turns("aim", "fire")["aim_bonus_on_shots"] == [1]
    for other in ("nothing", "move", "melee", "mount"):
        assert turns("aim", other, "fire")["aim_bonus_on_shots"] == [0]
    assert turns("aim")["aimed"] is True
    assert turns("aim", "nothing")["aimed"] is False
    assert stop("fire", "aim") == (1, "not_loaded")
    assert stop("aim", in_hand=False) == (0, "not_in_hand")
    assert turns("aim", "fire", "fire", weapon="longbow")["aim_bonus_on_shots"] == [1, 0]


def test_op_shoot_11_longbow_on_foot_crossbow_from_the_saddle() -> None:
    """Mounted longbowman is refused, mounted crossbowman allowed."""
    assert stop("fire", weapon="longbow", mounted=True) == (0, "longbow_needs_foot")
    assert stop("aim", weapon="longbow", mounted=True) == (0, "longbow_needs_foot")
    assert legal("fire", mounted=True)
    assert legal("dismount", "fire", weapon="longbow", mounted=True)


def test_op_scale_09_loading_counts_own_turns() -> None:
    """Two own turns of loading, whatever melees others bring about in between, once it is done."""
    assert turns("fire", "load", "load")["load"] == 2
    assert legal("fire", "load", "load", "melee", "fire")


def test_op_act_02_one_action_a_turn() -> None:
    """Each entry is one own turn: to load and to fire are two of them."""
    assert turns("fire", "load", "load", "fire")["aim_bonus_on_shots"] == [0, 0]
    assert "actions[0]" in refusal("weapon", {"weapon": "crossbow", "actions": ["load and fire"]})


def test_op_act_04_aiming_takes_the_turn() -> None:
    """The shot comes in the turn after."""
    assert turns("aim")["aim_bonus_on_shots"] == []


def test_op_act_06_mounting_takes_the_action() -> None:
    """Mounted after one action; nobody mounts twice."""
    assert stop("mount", "load", loaded=False) == (1, "cannot_load_mounted")
    assert stop("mount", mounted=True) == (0, "already")


def test_op_act_07_dismounting_takes_the_action() -> None:
    assert legal("dismount", "load", mounted=True, loaded=False)
    assert stop("dismount") == (0, "already")


def test_op_act_08_changing_weapon() -> None:
    """The weapon leaves the hand and comes back to it."""
    assert turns("change_weapon")["in_hand"] is False
    assert turns("change_weapon", "change_weapon")["in_hand"] is True
    assert stop("change_weapon", "fire") == (1, "not_in_hand")


def test_op_act_09_loading_adds_a_point() -> None:
    assert [turns("fire", *["load"] * n)["load"] for n in range(3)] == [0, 1, 2]


def test_op_act_10_firing_empties_it() -> None:
    """One shot per own turn, and the crossbow is empty."""
    assert turns("fire")["load"] == 0


def test_the_first_illegal_step_stops_everything() -> None:
    """What comes after is not done, what came before is."""
    assert turns("fire", "load", "fire", "load", "load") == {
        "illegal_at": 2,
        "reason": "not_loaded",
        "load": 1,
        "aimed": False,
        "in_hand": True,
        "aim_bonus_on_shots": [0],
    }


def test_load_points_that_cannot_be_are_refused() -> None:
    base: dict[str, Any] = {"weapon": "crossbow", "actions": []}
    assert "load_points = 1: it is loaded" in refusal("weapon", {**base, "load_points": 1})
    empty = {**base, "loaded": False}
    assert "load_points = 2" in refusal("weapon", {**empty, "load_points": 2})
    assert "load_points = 1" in refusal("weapon", {**empty, "load_points": 1, "options": ONE_LOAD})
    assert "load_points is 3" in refusal("weapon", {**empty, "load_points": 3})
    bow = {**empty, "weapon": "longbow", "load_points": 1}
    assert "a longbow needs none" in refusal("weapon", bow)


DEEDS = ["fire", "load", "aim", "move", "change_weapon", "mount", "dismount", "nothing", "melee"]


@given(st.lists(st.sampled_from(DEEDS), max_size=12), st.sampled_from(["longbow", "crossbow"]))
def test_a_legal_story_has_as_many_shots_as_loads_allow(actions: list[str], weapon: str) -> None:
    """What was done before the stop is legal, and a crossbow never outruns its loads."""
    result = turns(*actions, weapon=weapon)
    done = actions if result["illegal_at"] == -1 else actions[: result["illegal_at"]]
    assert legal(*done, weapon=weapon)
    assert len(result["aim_bonus_on_shots"]) == done.count("fire")
    assert 0 <= result["load"] <= 2
    if weapon == "crossbow":
        assert done.count("fire") <= 1 + done.count("load") // 2


@pytest.mark.parametrize("weapon", ["sling", "polearm", "hand_weapon"])
def test_only_missile_weapons_are_loaded(weapon: str) -> None:
    assert "expected one of crossbow, longbow" in refusal(
        "weapon", {"weapon": weapon, "actions": []}
    )
