"""Points and victory (sections POINTS, END, SCORE)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.rulesets.one_page_skirmish.setup.points import are_even, figure_points
from banneret.rulesets.one_page_skirmish.turn.ending.victory import figure_value
from rulesets.one_page_skirmish.adjudged import adjudge, refusal

ALL = ["helmet_gambeson", "shield", "mail", "plate"]


def cost(class_: str = "peasant", **facts: Any) -> int:
    found: int = adjudge("points", {"class": class_, **facts})["points"]
    return found


# -- points


def test_op_points_01_the_sum_of_the_parts() -> None:
    """Class, rank, armour, weapons, mount; totals 100 and 90 are even, 100 and 89 are not."""
    lord = adjudge(
        "points",
        {
            "class": "elite",
            "rank": "knight",
            "armour": ALL,
            "weapons": ["lance", "hand_weapon"],
            "mounted": True,
            "mount_armour": 1,
        },
    )
    parts = {"class": 8, "rank": 8, "armour": 4, "weapons": 2, "mount": 4}
    assert (lord["points"], lord["parts"]) == (26, parts)
    assert lord["breakdown"] == [list(part) for part in parts.items()]
    assert are_even(100, 90)
    assert are_even(90, 100)
    assert not are_even(100, 89)


@pytest.mark.parametrize(
    ("class_", "price"), [("peasant", 3), ("man_at_arms", 4), ("veteran", 6), ("elite", 8)]
)
def test_op_points_02_class(class_: str, price: int) -> None:
    """A bare figure with an improvised weapon costs 3, 4, 6 or 8."""
    assert cost(class_, weapons=["improvised"]) == cost(class_) == price
    assert figure_points(class_).total == price


def test_op_points_03_rank() -> None:
    """The same figure as common and as Knight differs by 8, as Sergeant by 3."""
    assert cost(rank="knight") - cost() == 8
    assert cost(rank="sergeant") - cost() == 3


def test_op_points_04_armour() -> None:
    assert cost(armour=ALL) - cost() == 4


def test_op_points_05_weapons() -> None:
    """Longbow and hand weapon: 6; every weapon carried is paid."""
    assert cost(weapons=["longbow", "hand_weapon"]) - cost() == 6
    prices = {w: cost(weapons=[w]) - cost() for w in ("lance", "polearm", "crossbow")}
    assert prices == {"lance": 1, "polearm": 2, "crossbow": 3}


def test_op_points_06_mount() -> None:
    """A mount 3, barded (1) 4, barded (2) 5; barding needs a mount."""
    assert [cost(mounted=True, mount_armour=b) - cost() for b in range(3)] == [3, 4, 5]
    assert "owns no mount" in refusal("points", {"class": "elite", "mount_armour": 1})
    over = {"class": "elite", "mounted": True, "mount_armour": 3}
    assert "mount_armour is 3" in refusal("points", over)


def test_a_set_has_each_thing_once() -> None:
    assert "armour[1] = 'mail'" in refusal("points", {"class": "elite", "armour": ["mail"] * 2})
    assert "weapons[1]" in refusal("points", {"class": "elite", "weapons": ["lance"] * 2})


# -- victory


def loss(class_: str = "man_at_arms", fate: str = "killed", **facts: Any) -> dict[str, Any]:
    return {"class": class_, "fate": fate, **facts}


def end(
    a: dict[str, Any] | None = None, b: dict[str, Any] | None = None, **facts: Any
) -> dict[str, Any]:
    """The end of round 5 of 12 between two sides of twelve."""
    sides = {"a": {"started": 12, **(a or {})}, "b": {"started": 12, **(b or {})}}
    return adjudge("victory", {"round": 5, "round_limit": 12, "sides": sides, **facts})


def lost(count: int, **facts: Any) -> dict[str, Any]:
    return {"losses": [loss(count=count, **facts)]}


def test_op_end_01_the_last_round() -> None:
    """No 13th round is dealt: over after 12, not after 11."""
    assert end(round=11)["over"] is False
    assert end(round=12)["over"] is True
    assert "round = 13" in refusal(
        "victory",
        {"round": 13, "round_limit": 12, "sides": {"a": {"started": 1}, "b": {"started": 1}}},
    )


def test_op_end_02_more_than_half_is_broken() -> None:
    """6 of 12 lost: goes on; 7 of 12: broken. Fled and captured count."""
    assert end(lost(6))["broken"] == []
    assert end(lost(7))["broken"] == ["a"]
    mixed = {"losses": [loss(count=3), loss(fate="fled", count=2), loss(fate="captured", count=2)]}
    assert end(b=mixed)["broken"] == ["b"]


def test_op_end_03_a_single_broken_side_loses() -> None:
    """Broken side with more points loses, whatever OP-END-06 says."""
    result = end({**lost(7), "objective_vp": 99})
    assert (result["over"], result["winner"]) == (True, "b")
    gone = end({**lost(7), "objective_vp": 99}, {"nobody_left": True})
    assert gone["winner"] == "b"


def test_op_end_04_otherwise_by_points() -> None:
    """14 to 14 is a draw; both broken: points; while it goes on nobody has won."""
    assert end({"objective_vp": 14}, {"objective_vp": 14}, round=12)["winner"] == "draw"
    assert end({"objective_vp": 15}, {"objective_vp": 14}, round=12)["winner"] == "a"
    both = end(lost(7), lost(8))
    assert (both["broken"], both["winner"]) == (["a", "b"], "a")
    assert end({"objective_vp": 15})["winner"] == "none"


def test_op_end_06_nobody_left() -> None:
    """The empty side loses, unless leaving was an objective; both empty: points."""
    away = {"nobody_left": True, "objective_vp": 30}
    assert end(away)["winner"] == "b"
    assert end(away, exit_objective=True)["winner"] == "a"
    assert end(away, {"nobody_left": True})["winner"] == "a"
    assert end(away, lost(7))["winner"] == "a"  # only the other side is broken
    both_broken = end({**lost(7), **away}, lost(8))
    assert both_broken["winner"] == "b"
    assert end({**lost(7), **away}, lost(8), exit_objective=True)["winner"] == "a"


def test_a_side_that_lost_everybody_has_nobody_left() -> None:
    """All lost on one side and most on the other: the empty side loses, whatever the points."""
    result = end({**lost(12), "objective_vp": 99}, lost(7))
    assert (result["broken"], result["winner"]) == (["a", "b"], "b")


def test_op_score_01_only_losses_and_objectives() -> None:
    """Score of an untouched enemy is the objectives only."""
    assert end({"objective_vp": 6}, {"objective_vp": 2})["vp"] == {"a": 6, "b": 2}
    side = {"started": 3, "wounds": 2}
    assert "unknown key 'wounds'" in refusal(
        "victory", {"round": 1, "round_limit": 2, "sides": {"a": side, "b": {"started": 3}}}
    )


def test_op_score_02_killed() -> None:
    """Killed Elite Knight 9, Veteran Sergeant 5, Peasant 1."""
    assert figure_value("elite", "knight", "killed") == 9
    assert figure_value("veteran", "sergeant", "killed") == 5
    assert figure_value("peasant", "common", "killed") == 1
    dead = {"losses": [loss("elite", rank="knight"), loss("peasant", count=3)]}
    assert end(b=dead)["vp"] == {"a": 12, "b": 0}


def test_op_score_03_captured_is_double() -> None:
    """Captured Elite Knight 18."""
    assert figure_value("elite", "knight", "captured") == 18


def test_op_score_04_fled_scores_class_alone() -> None:
    """Knight fled: 4."""
    assert figure_value("elite", "knight", "fled") == 4


def test_op_score_05_objectives_come_on_top() -> None:
    assert end({"objective_vp": 10}, lost(2))["vp"]["a"] == 14


@pytest.mark.parametrize(
    ("sides", "sentence"),
    [
        ({"a": {"started": 3}}, "sides is"),
        ({n: {"started": 3} for n in "abc"}, "sides is"),
        ({"a": {"started": 0}, "b": {"started": 3}}, "sides"),
        ({"a": {"started": 3, **lost(4)}, "b": {"started": 3}}, "4 figures are lost"),
        ({"draw": {"started": 3}, "b": {"started": 3}}, "'draw' cannot be the name"),
        ({"a": {"started": 3, **lost(1, fate="eaten")}, "b": {"started": 3}}, "losses[0].fate is"),
        ({"a": {"started": 3, "objective_vp": -1}, "b": {"started": 3}}, "objective_vp is"),
    ],
)
def test_sides_that_cannot_be_are_refused(sides: dict[str, Any], sentence: str) -> None:
    assert sentence in refusal("victory", {"round": 1, "round_limit": 9, "sides": sides})


SIDES = st.fixed_dictionaries(
    {
        "started": st.just(12),
        "losses": st.lists(
            st.fixed_dictionaries(
                {
                    "class": st.sampled_from(["peasant", "man_at_arms", "veteran", "elite"]),
                    "rank": st.sampled_from(["common", "sergeant", "knight"]),
                    "fate": st.sampled_from(["killed", "captured", "fled"]),
                    "count": st.integers(1, 4),
                }
            ),
            max_size=3,
        ),
        "objective_vp": st.integers(0, 20),
        "nobody_left": st.booleans(),
    }
)


@given(SIDES, SIDES, st.integers(1, 12), st.booleans())
def test_victory_does_not_care_who_is_named_first(
    one: dict[str, Any], other: dict[str, Any], round_: int, exits: bool
) -> None:
    """Swapping the sides swaps the winner, and somebody wins or draws exactly when it is over."""
    facts = {"round": round_, "round_limit": 12, "exit_objective": exits}
    here = adjudge("victory", {**facts, "sides": {"x": one, "y": other}})
    there = adjudge("victory", {**facts, "sides": {"y": other, "x": one}})
    assert here == there
    assert here["over"] == (here["winner"] != "none")
    if len(here["broken"]) == 1:
        assert here["winner"] not in here["broken"]


def test_op_end_03_two_broken_sides_are_judged_by_points() -> None:
    """Only a single broken side loses as such."""
    lost = [{"class": "peasant", "fate": "killed", "count": 3}]
    more = [{"class": "elite", "fate": "killed", "count": 3}]
    sides = {"a": {"started": 4, "losses": lost}, "b": {"started": 4, "losses": more}}
    judged = adjudge("victory", {"round": 2, "round_limit": 12, "sides": sides})
    assert (judged["broken"], judged["winner"]) == (["a", "b"], "a")
