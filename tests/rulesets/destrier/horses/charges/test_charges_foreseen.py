"""What is drawn and told of a charge before it is ridden: the fan, the lance, blows and answers."""

from __future__ import annotations

from math import dist
from typing import Any

import pytest

from banneret.rulesets.destrier.basics.state import Battle, Steed
from banneret.rulesets.destrier.horses.charges.orders import Order
from banneret.rulesets.destrier.horses.charges.paths import Leg, legs
from banneret.rulesets.destrier.horses.charges.reckoning import (
    _answers,
    _defences,
    _leg,
    strikes_first,
)
from banneret.rulesets.destrier.horses.charges.sketching import _fan, _straight
from banneret.rulesets.destrier.horses.charges.sketching import _leg as drawn
from rulesets.destrier.horses.charges.test_answers_and_runs import charged


def leg_at(battle: Battle, speed: str = "trot") -> Leg:
    """The run of the knight at the figure before him."""
    return legs(battle, battle.figures[0], Order(0, speed, (1,)))[0]


@pytest.mark.parametrize(
    ("hand", "foe", "said"),
    [
        ("lance", "", "you strike first"),
        ("broadsword", "mule", "you strike first"),
        ("broadsword", "great_horse", "both strike at once"),
        ("lance", "great_horse", "you strike first"),
    ],
)
def test_de_chg_18_who_strikes_first_is_told_before(hand: str, foe: str, said: str) -> None:
    """The longer weapon, then the better mount; of a helpless target only the rider."""
    battle = charged(hand, y=20.0)
    knight, target = battle.figures
    if foe:
        target.steed = Steed(foe, 40, 40)
    assert strikes_first(battle, knight, target) == said
    if foe == "mule":
        assert strikes_first(battle, target, knight) == "he strikes first"
    target.stun = 1
    assert strikes_first(battle, knight, target) == "only you strike"


@pytest.mark.parametrize(
    ("state", "defences", "answers"),
    [
        ({}, ["shield", "weapon parry", "dodge, you guess wrong · right"], 3),
        ({"in_hand": ()}, ["shield", "dodge, you guess wrong · right"], 1),
        ({"shield": "none"}, ["weapon parry", "dodge, you guess wrong · right"], 3),
        ({"posture": "kneeling"}, ["shield", "weapon parry"], 1),
        ({"berserk": True}, [], 3),
        ({"stun": 2}, [], 0),
    ],
)
def test_de_chg_33_de_chg_17_what_he_may_pick_and_answer_is_told_before(
    state: dict[str, Any], defences: list[str], answers: int
) -> None:
    battle = charged("broadsword", y=20.0, **state)
    knight, target = battle.figures
    told = list(_defences(battle, knight, target, "left", "title"))
    assert [one.text for one in told] == defences
    assert len(list(_answers(battle, knight, target, "title"))) == answers
    knight.steed = None
    assert list(_answers(battle, knight, target, "title")) == []


@pytest.mark.parametrize(("side", "said"), [("centre", "dead ahead"), ("left", "on the left")])
def test_de_chg_09_each_target_is_told_with_its_side(side: str, said: str) -> None:
    battle = charged(y=20.0)
    leg = leg_at(battle, "gallop")
    leg = leg._replace(line=leg.line._replace(side=side))
    assert next(_leg(battle, 0, leg, 1)).title == f"1. Sergeant 2, {said}"


@pytest.mark.parametrize(
    ("y", "hand", "layers"),
    [
        (14.0, "lance", ["turn", "swept", "lance", "straight"]),
        (14.0, "broadsword", ["turn", "swept", "straight"]),
        (30.0, "lance", ["turn", "swept"]),
    ],
)
def test_de_chg_16_only_a_run_that_reaches_is_drawn_to_its_blow(
    y: float, hand: str, layers: list[str]
) -> None:
    """And only a weapon that reaches before the steed has ground before it."""
    battle = charged(hand, y=y)
    found = drawn(battle, battle.figures[0], leg_at(battle, "gallop"))
    assert [one.layer for one in found] == layers


def test_de_chg_28_the_fan_spans_the_turn_of_the_speed_as_far_as_the_target() -> None:
    battle = charged(y=11.0)
    leg = leg_at(battle, "gallop")
    zone = _fan(leg)
    head, *rim = zone.points
    assert head == (20.0, 6.0)
    far = min(leg.course.inches, max(leg.line.inches, 1.0))
    assert 1.0 < far < 5.0
    assert [dist(head, one) for one in rim] == pytest.approx([far] * len(rim))
    left, right = rim[0], rim[-1]
    assert left[0] < 20.0 < right[0]
    assert rim[len(rim) // 2] == pytest.approx((20.0, 6.0 + far))
    assert left[1] == pytest.approx(right[1])
    assert left[1] > 6.0


@pytest.mark.parametrize(
    ("by", "said"), [(-20.0, "turn left 20°"), (20.0, "turn right 20°"), (0.0, "turn 0°")]
)
def test_de_chg_28_the_turn_of_a_charge_is_told_with_its_limit(by: float, said: str) -> None:
    leg = leg_at(charged(y=14.0), "gallop")
    label = _fan(leg._replace(line=leg.line._replace(facing=by % 360.0))).label
    assert label.startswith(f"{said} of 40°, ")


def test_de_chg_26_the_straight_run_is_marked_at_the_contact() -> None:
    """Two inches before it of three: at two thirds; a run that ends there is marked at its end."""
    battle = charged(y=14.0)
    leg = leg_at(battle, "gallop")
    end = leg.course.stand.turned(leg.line.facing)
    mark = _straight(battle, leg._replace(touch=4.0, after=leg.after._replace(stand=end.ahead(5))))
    assert mark.stop == pytest.approx(2 / 3)
    done = _straight(battle, leg._replace(touch=0.0, after=leg.after._replace(stand=end)))
    assert done.stop == 1.0
