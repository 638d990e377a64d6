"""The edges of the table: coming on by a road or past enemies, leaving from a fight or a rout."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.book.clauses import Refusal
from banneret.core.errors import IllegalAnswer
from banneret.core.play.events import Rolled
from banneret.core.questions.choices import Choice, Way
from banneret.rulesets.one_page_skirmish.basics.state import (
    COMING,
    EXITED,
    FLED,
    ON_TABLE,
    Battle,
    remount,
    take_off,
)
from banneret.rulesets.one_page_skirmish.melee.charge import charging
from banneret.rulesets.one_page_skirmish.morale import retreat
from banneret.rulesets.one_page_skirmish.movement import moving
from banneret.rulesets.one_page_skirmish.screen.events import Arrived, Left, Revealed
from banneret.rulesets.one_page_skirmish.setup import arrivals
from banneret.rulesets.one_page_skirmish.setup.entries import Exit
from banneret.rulesets.one_page_skirmish.turn import acting
from rulesets.one_page_skirmish.field import field, man, men, play, questions_of, unit
from rulesets.scripting import events_of, first

LATE = "a men: x3 off arrival_round=2 arrival_edge=west"
EAST: dict[str, Any] = {"objective": (Exit(edge="east", for_="a", vp_per_figure=2),)}


def test_op_scen_07_comes_on_by_a_road() -> None:
    """A road at the edge may be claimed before the dice: one die more, the lowest dropped."""
    battle = field(f"{LATE} | b foe: x3 40,30", "road: 0,10 48,10 width 2", round=3)
    way = ["arrive", [[0, 10], [7, 10]], 90]
    answers = ["road", way, first]
    table = play(battle, arrivals.arrive, unit(battle, "men"), dice=[3, 4, 2], answers=answers)
    assert questions_of(table)[0] == "move.road"
    assert len(events_of(table, Rolled)[0].faces) == 3
    assert man(battle, "men").base.x == 7
    by_land = field(f"{LATE} | b foe: x3 40,30", "road: 0,10 48,10 width 2", round=3)
    answers = ["open", ["arrive", [[0, 20], [7, 20]], 90], first]
    table = play(by_land, arrivals.arrive, unit(by_land, "men"), dice=[3, 4], answers=answers)
    assert len(events_of(table, Rolled)[0].faces) == 2


def test_op_scen_07_a_road_barred_at_the_edge_is_not_claimed() -> None:
    """Enemies within an inch of where the road comes in leave nothing but the open edge."""
    battle = field(
        f"{LATE} | b foe: x3 at 1.2,9 1.2,10 1.2,11", "road: 0,10 48,10 width 2", round=3
    )
    answers = [["arrive", [[0, 20], [7, 20]], 90], first]
    table = play(battle, arrivals.arrive, unit(battle, "men"), dice=[3, 4], answers=answers)
    assert "move.road" not in questions_of(table)


def test_op_scen_07_an_edge_full_of_enemies_is_barred() -> None:
    """With an enemy within an inch of every place on the edge the unit waits for another turn."""
    spots = " ".join(f"1.2,{y}" for y in range(1, 36, 2))
    battle = field(f"{LATE} | b foe: x18 at {spots}", round=3)
    no = arrivals.refusal(battle, unit(battle, "men"))
    assert isinstance(no, Refusal)
    assert no.clause == "OP-SCEN-07"
    assert acting.kind_refusal(battle, unit(battle, "men"), acting.ARRIVE) == no
    table = play(battle, acting.act, unit(battle, "men"), answers=[acting.WAIT])
    assert events_of(table, Arrived) == []
    assert unit(battle, "men").acted


def test_op_scen_07_a_late_comer_does_not_come_on_into_a_fight() -> None:
    """Who found no room before is set down with a charge, but nobody charges on arrival."""
    battle = field("a men: x3 10,10 12,10 8,10 passed_this_turn=true | b foe: x3 10,17 12,17 30,30")
    late = man(battle, "men", 2)
    take_off(battle, late, COMING)

    def against_them(choice: Choice[Any]) -> Any:
        return {**choice.ideas()[0], late.id: (12.0, 16.0, 0.0)}

    foe, answers = unit(battle, "foe"), [first, against_them]
    with pytest.raises(IllegalAnswer, match="OP-MOVE-21"):
        play(battle, charging.charge, unit(battle, "men"), foe, dice=[1, 6, 6, 6], answers=answers)


def test_op_move_24_nobody_comes_on_by_way_of_nowhere() -> None:
    """The way on stays on the table."""
    battle = field(f"{LATE} | b foe: x3 40,30", round=3)
    way = Way("arrive", ((0.0, 2.0), (3.0, -1.0), (5.0, 2.0)), 90.0)
    no = arrivals.way_refusal(battle, man(battle, "men"), "west", way, 20.0, road=False)
    assert isinstance(no, Refusal)
    assert no.clause == "OP-MOVE-24"


def test_op_move_24_a_knight_who_goes_along_leaves_too() -> None:
    """He leaves the table with the unit he rides beside."""
    battle = field("a men: x3 44,10 42,10 40,10 | a sir: knight 45,12 | b foe: x3 3,30", **EAST)
    way = ["exit", [[47.5, 10]], 90]
    play(battle, moving.move, unit(battle, "men"), dice=[3, 4], answers=["go", way])
    assert [one.fate for one in battle.figures if one.side == "a"] == [EXITED] * 4


def test_op_group_08_nobody_leaves_with_men_who_were_to_stay() -> None:
    """All leave together, so riders who roll horse dice without their men on foot cannot."""
    units = "a men: x3 mounted 44,10 42,10 40,10 east | b foe: x3 3,30"
    way = ["exit", [[47, 10]], 90]
    for who, dice in (("riders", [1, 1, 1]), ("all", [1, 2])):
        battle = field(units, **EAST)
        remount(battle, man(battle, "men", 2), mounted=False)
        if who == "riders":
            with pytest.raises(IllegalAnswer, match="OP-GROUP-08"):
                play(battle, moving.move, unit(battle, "men"), dice=dice, answers=[who, way])
        else:
            play(battle, moving.move, unit(battle, "men"), dice=dice, answers=[who, way])
            assert men(battle, "men") == []


def test_op_move_24_no_charge_leads_off_the_table() -> None:
    """A way to contact stays on the table like any other."""
    battle = field("a men: x3 1,10 3,10 5,10 passed_this_turn=true | b foe: x3 1,15 3,15 5,15")
    answers = [("charge.way", ["charge", [[-3, 12], [1, 14]], 0])]
    foe = unit(battle, "foe")
    with pytest.raises(IllegalAnswer, match="OP-MOVE-24"):
        play(battle, charging.charge, unit(battle, "men"), foe, dice=[1], answers=answers)


def test_op_act_12_op_move_24_the_free_leave_a_fight() -> None:
    """A leader who is not in the fight leads the free off the table; who fights stays."""
    battle = field("a men: x3 44,10 42,10 30,10 | b foe: x3 30,11 3,30 5,30", **EAST)
    answers = ["go", ["exit", [[47.5, 10]], 90]]
    table = play(battle, moving.press, unit(battle, "men"), dice=[3, 4], answers=answers)
    assert events_of(table, Left)[0].fate == EXITED
    assert [one.fate for one in battle.figures[:3]] == [EXITED, EXITED, ON_TABLE]


def test_op_morale_25_at_his_own_edge_he_is_gone_at_once() -> None:
    """Who routs with his base on the home edge leaves without a roll."""
    battle = field("a men: x3 10,0.5 routing | b foe: x3 10,20")
    table = play(battle, retreat.rout, unit(battle, "men"), None)
    assert events_of(table, Rolled) == []
    assert events_of(table, Left)[0].fate == FLED
    assert men(battle, "men") == []


def test_op_hide_08_nobody_fights_unseen() -> None:
    """A hidden unit in contact shows itself when its side goes on to Melee."""
    battle = touching()
    table = play(battle, acting._go_to_melee)
    assert events_of(table, Revealed)[0].unit == unit(battle, "ambush").id
    assert not unit(battle, "ambush").hidden
    assert battle.phase == "melee"


def touching() -> Battle:
    battle = field("a ambush: x2 hidden 10,10 12,10 | b foe: x2 10,11 30,30")
    battle.taking_part = (unit(battle, "ambush").id,)
    return battle


def test_op_morale_25_home_by_the_nearest_of_several_edges() -> None:
    """An outlaw near the south runs south, though the north is his side's first edge."""
    battle = field("a men: x1 50,6 routing | b foe: x1 50,15", scenario="greenwood")
    group = unit(battle, "men")
    play(battle, retreat.rout, group, man(battle, "foe"), dice=[4, 4])
    assert man(battle, "men").fate == "fled"
