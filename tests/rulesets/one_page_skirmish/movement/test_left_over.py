"""What a leader has left of his roll, which pays for his followers' obstacles (OP-MOVE-19)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.errors import IllegalAnswer
from banneret.core.questions.choices import Choice
from banneret.rulesets.one_page_skirmish.basics.state import is_engaged
from banneret.rulesets.one_page_skirmish.melee.charge import charging
from banneret.rulesets.one_page_skirmish.morale import retreat
from banneret.rulesets.one_page_skirmish.movement import moving
from rulesets.one_page_skirmish.field import field, man, play, unit
from rulesets.scripting import first


def with_one_at(key: int, x: float, y: float) -> Any:
    """The first idea, one man elsewhere."""

    def answer(choice: Choice[Any]) -> Any:
        return {**choice.ideas()[0], key: (x, y, 0.0)}

    return answer


def test_op_move_19_a_leader_stopped_by_an_ambush_has_what_he_has_not_spent() -> None:
    """Stopped after 5 inches of 6 (OP-HIDE-05) he pays for nobody's fence; of 8 he does."""
    for dice, allowed in (([3, 3], False), ([4, 4], True)):
        battle = field(
            "a men: x3 10,10 11.5,10 8.5,10 | b foe: x3 hidden 10,17 30,30 31.5,30",
            "fence: 12.5,0 12.5,30",
        )
        over = with_one_at(man(battle, "men", 1).id, 13.5, 13)
        answers = [["move", [[10, 16]], 0], over]
        men = unit(battle, "men")
        if allowed:
            play(battle, moving.move, men, dice=dice, answers=answers)
            assert man(battle, "men", 1).base.x == 13.5
            continue
        with pytest.raises(IllegalAnswer, match="OP-MOVE-19"):
            play(battle, moving.move, men, dice=dice, answers=answers)


def test_op_opt_04_half_a_charge_roll_is_left_of_half() -> None:
    """Of 16 halved to 8 a charge of 6.5 leaves 1.5 inches: no fence for the followers."""
    battle = field(
        "a men: x3 10,10 11.5,10 8.5,10 passed_this_turn=true | b foe: x3 10,17.5 8,17.5 30,30",
        "woods: 9,12..11,13 | fence: 12.5,0 12.5,30",
        terrain_halving="whole_move",
    )
    over = with_one_at(man(battle, "men", 1).id, 13.5, 16)
    foe, dice = unit(battle, "foe"), [1, 6, 6, 4]
    with pytest.raises(IllegalAnswer, match="OP-MOVE-19"):
        play(battle, charging.charge, unit(battle, "men"), foe, dice=dice, answers=[first, over])


def test_op_opt_04_the_way_set_out_on_halves_what_is_left_too() -> None:
    """A rout of 7 towards woods goes 3.5 inches and has nothing left, far from them as it ends."""
    battle = field(
        "a men: x3 10,20 11.5,20 8.5,20 routing | b foe: x3 10,30 11.5,30 13,30",
        "woods: 0,0..48,6 | fence: 12.5,0 12.5,30",
        terrain_halving="whole_move",
    )
    over = with_one_at(man(battle, "men", 1).id, 13.5, 16)
    threat = man(battle, "foe")
    with pytest.raises(IllegalAnswer, match="OP-MOVE-19"):
        play(battle, retreat.rout, unit(battle, "men"), threat, dice=[3, 4], answers=[over])


def test_op_opt_04_half_a_press_is_left_of_half() -> None:
    """Of 12 halved to 6 a leader who closes in 4.5 has 1.5 inches left: no fence for the others."""
    battle = field(
        "a men: x3 10,10 14,14.5 8.5,10 | b foe: x3 10,15.5 14,15.5 30,30",
        "woods: 9,12..11,13 | fence: 5,0 5,30",
        terrain_halving="whole_move",
    )
    over = with_one_at(man(battle, "men", 2).id, 4, 14)
    men, answers = unit(battle, "men"), ["go", ["move", [[10, 14.5]], 0], over]
    with pytest.raises(IllegalAnswer, match="OP-MOVE-19"):
        play(battle, moving.press, men, dice=[6, 6], answers=answers)


def test_op_move_06_a_press_keeps_to_the_road_it_claimed() -> None:
    """Nor may the leader leave it to close with the enemy."""
    battle = field(
        "a men: x3 10,10 14,10 12,6 | b foe: x3 14,11 12,14 40,30", "road: 10,0 10,36 width 2"
    )
    men, way = unit(battle, "men"), ["move", [[12, 13]], 0]
    with pytest.raises(IllegalAnswer, match="OP-MOVE-06"):
        play(battle, moving.press, men, dice=[6, 6, 1], answers=["go", "road", way])
    play(battle, moving.press, men, dice=[6, 6], answers=["go", "open", way, first])
    assert is_engaged(battle, man(battle, "men"))
