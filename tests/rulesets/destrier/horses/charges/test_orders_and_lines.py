"""Charge orders and the lines of a charge (CHG-01 to 05, 16, 24 to 31)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from banneret.core.errors import BadPlayer
from banneret.core.show.overlay import Line
from banneret.rulesets.destrier.basics.state import Battle
from banneret.rulesets.destrier.ground.stands import stand, stand_at
from banneret.rulesets.destrier.horses.charges.foresight import odds
from banneret.rulesets.destrier.horses.charges.lines import (
    Course,
    follow_on,
    lines,
    side_of,
    spaced,
    strike_range,
)
from banneret.rulesets.destrier.horses.charges.meeting import mutual_pair
from banneret.rulesets.destrier.horses.charges.orders import (
    Order,
    charge_speeds,
    course_order,
    face_orders,
    may_charge,
    paces,
    proposals,
    read,
    said,
)
from banneret.rulesets.destrier.horses.charges.resolving import resolve
from banneret.rulesets.destrier.horses.charges.running import next_order
from banneret.rulesets.destrier.horses.charges.writing import ask_order, write_orders
from banneret.rulesets.destrier.movement.half_moves import finish
from banneret.rulesets.destrier.screen.events import Orders
from banneret.tabletop.shapes.segments import distance
from rulesets.destrier.arena import arena, man, play, thing
from rulesets.scripting import events_of, heard


def riders(**options: Any) -> Battle:
    """A knight at a trot, 12 inches before a sergeant on foot."""
    return arena(
        man("knight", "a", 20, 5, steed="great_horse", speed="trot", hand=("lance",)),
        man("sergeant", "b", 20, 17, 180),
        phase="charge_orders",
        **options,
    )


def test_de_chg_01_de_chg_31_who_may_charge() -> None:
    """Riders of war horses; not men on foot, not mules."""
    battle = arena(
        man("knight", "a", 10, 5, steed="great_horse", speed="trot"),
        man("knight", "a", 14, 5),
        man("peasant", "a", 18, 5, steed="mule", speed="trot"),
        man("sergeant", "b", 10, 17, 180),
    )
    found = [may_charge(battle, one) for one in battle.figures[:3]]
    assert found[0] is None
    assert [one.clause for one in found[1:] if one is not None] == ["DE-CHG-31", "DE-CHG-01"]


def test_de_grap_08_who_holds_somebody_charges_nobody() -> None:
    battle = arena(
        man("knight", "a", 10, 5, steed="great_horse", speed="trot"),
        man("sergeant", "b", 10, 17, 180),
    )
    assert clause_of(battle) == ""
    battle.figures[0].restraining = 1
    assert clause_of(battle) == "DE-GRAP-08"


def clause_of(battle: Battle, who: int = 0) -> str:
    """The clause that forbids a charge; "" if none does."""
    found = may_charge(battle, battle.figures[who])
    return "" if found is None else found.clause


def test_de_miss_04_who_shot_and_stays_does_not_charge_after_fire() -> None:
    """With charges after fire a rider whose horse stood has said whether he moves."""
    battle = arena(
        man("archer", "a", 10, 5, steed="light_horse", acted=True),
        man("sergeant", "b", 10, 17, 180),
        charges_after_fire=True,
    )
    assert clause_of(battle) == "DE-MISS-04"
    battle.figures[0].will_move = True
    assert not clause_of(battle)


def test_de_chg_35_de_act_09_an_act_before_a_charge_takes_of_its_inches() -> None:
    """Mounting costs a quarter of the half-move, be it a charge."""
    battle = riders(charges_after_fire=True)
    battle.figures[0].activity_cost = 0.25
    assert Course.begin(battle, battle.figures[0], "gallop").inches == 0.75 * 13


def test_de_con_05_who_is_free_by_weight_alone_charges_a_quarter() -> None:
    """A great horse breaks away from a light one that won the initiative: 13 inches are 3.25."""
    battle = arena(
        man("knight", "a", 10, 10, steed="great_horse", speed="trot"),
        man("archer", "b", 10, 12, 180, steed="light_horse"),
        winner="b",
    )
    assert not clause_of(battle)
    assert Course.begin(battle, battle.figures[0], "gallop").inches == 3.25


def test_de_host_51_a_dazzled_rider_loses_the_half_move_after_his_charge() -> None:
    """He has charged in this phase already: what he loses is the next, its charge included."""
    battle = riders()
    knight, sergeant = battle.figures
    assert knight.steed is not None
    knight.steed.charged = knight.moved = knight.dazed = sergeant.dazed = True
    battle.phase = "moves_winner"
    play(battle, lambda table: finish(table, "a"))
    play(battle, lambda table: finish(table, "b"))
    assert knight.dazed
    assert not sergeant.dazed
    assert clause_of(battle) == "DE-HOST-51"


def test_de_chg_02_orders_are_secret_until_all_are_faced() -> None:
    """Each writes unseen by the other; "none" is a lawful order."""
    battle = arena(
        man("knight", "a", 20, 5, steed="great_horse", speed="trot"),
        man("knight", "b", 20, 30, 180, steed="great_horse", speed="trot"),
        phase="charge_orders",
    )
    table = play(battle, write_orders, answers={"a": ["trot:1"], "b": ["none"]})
    assert battle.charges == [Order(0, "trot", (1,)), Order(1)]
    assert not any("trot:1" in str(event) for event in heard(table, "b"))
    assert battle.phase == "charges"
    table = play(battle, face_orders)
    assert [one.orders for one in events_of(table, Orders)] == [
        ((0, "trot", (1,)),),
        ((1, "none", ()),),
    ]
    assert said(battle, "trot:1") == "Trot at Knight 2"


def test_de_chg_03_the_full_acceleration_at_once() -> None:
    """Two categories, three for light horses."""
    battle = arena(
        man("squire", "a", 10, 5, steed="medium_horse", speed="walk"),
        man("squire", "a", 20, 5, steed="light_horse", speed="walk"),
    )
    medium, light = battle.figures
    assert charge_speeds(battle, medium) == ["trot", "canter"]
    assert charge_speeds(battle, light) == ["trot", "canter", "gallop"]


def test_de_chg_04_no_charge_at_a_walk() -> None:
    """An order at a walk cannot be written."""
    battle = riders()
    assert all(not key.startswith("walk") for key in proposals(battle, battle.figures[0]))
    with pytest.raises(BadPlayer):
        play(battle, write_orders, answers=["walk:1"])


def test_de_chg_05_who_named_each_other_come_first() -> None:
    """A mutual pair is found before any other order, whoever stands first."""
    battle = arena(
        man("knight", "a", 10, 5, steed="great_horse", speed="trot"),
        man("knight", "a", 20, 5, steed="great_horse", speed="trot"),
        man("knight", "b", 20, 30, 180, steed="great_horse", speed="trot"),
    )
    orders = [Order(0, "trot", (2,)), Order(1, "trot", (2,)), Order(2, "trot", (1,))]
    battle.charges = orders
    assert mutual_pair(battle) == (orders[1], orders[2])
    battle.charges = orders[:1]
    assert mutual_pair(battle) is None


def test_de_chg_15_the_winners_charges_before_the_losers() -> None:
    """Of charges that are not mutual the winner's come first."""
    battle = arena(
        man("knight", "a", 10, 5, steed="great_horse", speed="trot"),
        man("knight", "b", 20, 30, 180, steed="great_horse", speed="trot"),
        winner="b",
    )
    battle.charges = [Order(0, "trot", (1,)), Order(1, "trot", (0,))]
    found = play(battle, next_order).result
    assert found is not None
    assert found.figure == 1


def test_de_seq_09_the_owner_orders_his_charges() -> None:
    """Of two riders of one side the owner says who charges first; of one he is not asked."""
    battle = arena(
        man("knight", "a", 10, 5, steed="great_horse", speed="trot"),
        man("knight", "a", 20, 5, steed="great_horse", speed="trot"),
        man("sergeant", "b", 20, 30, 180),
    )
    battle.charges = [Order(0, "trot", (2,)), Order(1, "trot", (2,))]
    assert play(battle, next_order, answers=[("charger", 1)]).result.figure == 1
    battle.charges = battle.charges[:1]
    assert play(battle, next_order).result.figure == 0


def test_de_seq_07_without_charges_play_goes_on() -> None:
    """Nobody rides: no question, and the next step."""
    battle = arena(man("sergeant", "a", 10, 5), phase="charge_orders")
    play(battle, write_orders)
    assert battle.phase == "charges"
    play(battle, resolve)
    assert battle.phase == "spells_winner"


def test_de_chg_16_de_chg_30_striking_ranges() -> None:
    """A lance at an inch, a spear at half of it, a sword at contact; the target's reach counts."""
    battle = riders()
    knight, foe = battle.figures
    assert strike_range(battle, knight, foe) == 1.0
    knight.in_hand = ("spear",)
    assert strike_range(battle, knight, foe) == 0.5
    knight.in_hand = ("pole_arm",)
    assert strike_range(battle, knight, foe) == 0.5
    knight.in_hand = ("broadsword",)
    assert strike_range(battle, knight, foe) == 0.02
    foe.in_hand = ("pike",)
    assert strike_range(battle, knight, foe) == 1.0


def test_de_chg_24_the_next_target_is_far_enough_off() -> None:
    """Three inches on the same side of the steed, six on the other."""
    battle = arena(
        man("knight", "a", 20, 2, steed="great_horse", speed="gallop"),
        man("sergeant", "b", 20, 10, 180),
        man("sergeant", "b", 20, 14.42, 180),
    )
    _, near, far = battle.figures
    course = Course(stand(battle.figures[0]), 10.0, 40.0, near.id, "left")
    assert spaced(battle, course, far, "left")  # 3.006 inches between the stands
    assert not spaced(battle, course, far, "right")
    far.y = 14.3
    assert not spaced(battle, course, far, "left")


def test_de_chg_25_the_side_is_where_the_larger_part_lies() -> None:
    """Left, right, or exactly ahead."""
    horse = stand_at("horse", 10, 10, 0)
    found = [side_of(horse, stand_at("man", x, 13, 0)) for x in (9.7, 10.3, 10.0)]
    assert found == ["left", "right", "centre"]


def test_de_chg_26_two_inches_straight_before_contact() -> None:
    """A target nearer than 2 inches of straight run cannot be charged."""
    battle = riders()
    knight, foe = battle.figures
    knight.in_hand = ("broadsword",)
    foe.y = 5 + 1.0 + 0.7071 + 1.9
    course = Course.begin(battle, knight, "trot")
    assert lines(battle, knight, course, foe) == []
    foe.y += 0.2
    assert lines(battle, knight, course, foe)


def test_de_chg_26_a_lance_too_is_measured_to_the_contact() -> None:
    """It strikes after 1.1 inches of a run of 2.1: that is far enough."""
    battle = riders()
    knight, foe = battle.figures
    knight.in_hand = ("lance",)
    foe.y = 5 + 1.0 + 0.7071 + 2.1
    course = Course.begin(battle, knight, "trot")
    ahead = next(one for one in lines(battle, knight, course, foe) if one.name == "through")
    assert ahead.inches == pytest.approx(1.1, abs=0.05)


def test_de_chg_28_a_charger_turns_within_his_limit() -> None:
    """At a gallop 40 degrees for a great horse: a target at 60 is out of the question."""
    battle = riders()
    knight, foe = battle.figures
    foe.x, foe.y = 20 + 10.4, 5 + 6.0
    assert lines(battle, knight, Course.begin(battle, knight, "gallop"), foe) == []
    assert lines(battle, knight, Course.begin(battle, knight, "trot"), foe)


def test_de_move_02_every_line_is_straight() -> None:
    """Lines pass the target on the left, on the right, or through it; one direction each."""
    battle = riders()
    knight, foe = battle.figures
    found = {
        line.name: line
        for line in lines(battle, knight, Course.begin(battle, knight, "gallop"), foe)
    }
    assert {"left", "right", "through", "past, on the left"} <= set(found)
    assert found["left"].side == "left"
    assert found["past, on the right"].side == "right"
    assert all(line.reaches for line in found.values())


def test_orders_out_of_reach_may_be_written() -> None:
    """A rider may charge whom he cannot reach yet; he ends short (DE-CHG-35)."""
    battle = arena(
        man("knight", "a", 20, 2, steed="great_horse", speed="stand"),
        man("sergeant", "b", 20, 30, 180),
    )
    assert "trot:1" in proposals(battle, battle.figures[0])
    course = Course.begin(battle, battle.figures[0], "trot")
    assert follow_on(battle, battle.figures[0], course, battle.figures[1]) is None


def test_de_chg_02_charges_that_end_short_stand_aside_after_those_in_reach() -> None:
    """Everybody may be named, in reach or not; screens fold the far ones away."""
    battle = arena(
        man("knight", "a", 20, 2, steed="great_horse", speed="stand"),
        man("sergeant", "b", 20, 30, 180),
        man("sergeant", "b", 20, 7, 180),
    )
    options = ask_order(battle, battle.figures[0]).describe()["options"]
    assert [(one["key"], one.get("aside", False)) for one in options] == [
        ("none", False),
        ("trot:2", False),
        ("trot:1", True),
    ]


def test_several_targets_are_proposed() -> None:
    """Two men in a row, far enough apart, may be written one after the other."""
    battle = arena(
        man("knight", "a", 20, 2, steed="great_horse", speed="canter", hand=("lance",)),
        man("sergeant", "b", 20, 8, 180),
        man("sergeant", "b", 20, 13.5, 180),
    )
    assert "gallop:1,2" in proposals(battle, battle.figures[0])
    asked = ask_order(battle, battle.figures[0])
    assert asked.candidates[0] == "none"
    assert read(0, "gallop:1,2").targets == (1, 2)


def test_a_barrier_does_not_hide_a_line() -> None:
    """Lines are laid by the turning limit alone; what is in the way is met when ridden."""
    battle = riders()
    battle.things.append(thing("hedge", (15, 10, 25, 10.5)))
    knight, foe = battle.figures
    assert lines(battle, knight, Course.begin(battle, knight, "trot"), foe)


def test_an_order_shows_its_path_and_its_chances() -> None:
    """The preview leads through the targets: 85 % for the lance at a gallop, on the left."""
    battle = riders()
    preview = ask_order(battle, battle.figures[0]).preview("gallop:1")
    assert preview.legal
    assert preview.odds == {"Sergeant 2": "85 %"}
    assert len(preview.leads) == 2
    assert "on the left, 85 %" in preview.notes[0]
    far = arena(
        man("knight", "a", 20, 2, steed="great_horse", speed="stand"),
        man("sergeant", "b", 20, 30, 180),
    )
    assert "ends short" in ask_order(far, far.figures[0]).preview("trot:1").notes[0]
    (note,) = ask_order(far, far.figures[0]).preview("none").notes
    assert note.startswith("he may ride")


def test_along_the_tilt_a_course_is_proposed_and_nothing_said_of_what_is_out_of_reach() -> None:
    """A jouster rides unless he says otherwise (DE-END-04); elsewhere a charge is a choice."""
    knights = [
        man("knight", "a", 3, 5.25, 90, steed="great_horse", hand=("lance",)),
        man("knight", "b", 57, 6.75, 270, steed="great_horse", hand=("lance",)),
    ]
    joust = arena(*knights, size=(60.0, 12.0), scenario="pas_darmes")
    field = arena(*knights, size=(60.0, 12.0))
    course = ask_order(joust, joust.figures[0]).usual
    assert isinstance(course, str)
    assert course != "none"
    assert odds(joust, joust.figures[0], course) == {}
    assert ask_order(field, field.figures[0]).usual == "none"
    assert not any(
        "aside" in one for one in ask_order(joust, joust.figures[0]).describe()["options"]
    )


def two_targets() -> Battle:
    """A knight at a trot with a lance, and two sergeants one after the other before him."""
    return arena(
        man("knight", "a", 20, 5, steed="great_horse", speed="trot", hand=("lance",)),
        man("sergeant", "b", 20.4, 10, 180),
        man("sergeant", "b", 20.4, 15.5, 180),
        phase="charge_orders",
    )


def test_de_chg_26_de_chg_28_an_order_is_drawn_leg_by_leg_for_its_owner() -> None:
    """At each target: where it may turn, the lance's reach, 2 inches straight before, 1 after."""
    battle = two_targets()
    seen = ask_order(battle, battle.figures[0]).preview("gallop:1,2")
    layers = [one.layer for one in seen.shapes]
    assert layers == [*["turn", "swept", "lance", "straight"] * 2, "charge", "charge", "rest"]
    straights = [one for one in seen.shapes if isinstance(one, Line) and one.tone == "dear"]
    for one in straights:
        assert distance(*one.points) == pytest.approx(3.0, abs=0.35)
        assert one.stop == pytest.approx(2.0 / distance(*one.points), abs=0.02)
    assert "contact: 2″ off" in straights[0].label
    fans = [one.label for one in seen.shapes if one.layer == "turn"]
    assert fans[0] == "turn 0° of 40°, 13″ to run"
    assert re.fullmatch(r"turn (left|right) \d+° of 40°, [0-9.]+″ to run", fans[1])
    first, second = [one.label.split()[-2] for one in straights]
    assert float(first.rstrip("″")) > float(second.rstrip("″"))  # what is left goes down
    assert seen.ends is not None
    assert seen.shapes[-1].points[1] == pytest.approx(seen.ends[:2], abs=0.002)  # type: ignore[attr-defined]  # a line
    assert seen.shapes[-1].label == "ends here, at a gallop"


def test_de_chg_33_de_chg_17_an_order_reckons_each_target_row_by_row() -> None:
    """The rows add up to the chance before his defence; what he may pick and answer stand below."""
    battle = two_targets()
    seen = ask_order(battle, battle.figures[0]).preview("gallop:1,2")
    assert seen.odds is not None
    titles = list(dict.fromkeys(one.title for one in seen.rows))
    assert len(titles) == 6
    own = [one for one in seen.rows if one.title == titles[0]]
    head, parts = own[0], own[1:]
    assert (head.text, head.value) == ("", seen.odds["Sergeant 2"])
    assert f"{sum(int(one.value) for one in parts)} %" == head.value
    assert parts[0].text.startswith("lance against AC")
    picks = {one.text: one.value for one in seen.rows if one.title == titles[1]}
    assert set(picks) == {"shield", "weapon parry", "dodge, you guess wrong · right"}
    assert int(picks["shield"].split()[0]) < int(head.value.split()[0])
    answers = {one.text for one in seen.rows if one.title == titles[2]}
    assert titles[2].endswith("you strike first")
    assert "pulls you down" in answers


def test_a_charge_that_ends_short_says_so_where_it_ends() -> None:
    """Out of reach there is no exchange to reckon."""
    battle = riders()
    seen = ask_order(battle, battle.figures[0]).preview("trot:1")
    assert not seen.rows
    assert seen.shapes[-1].label == "ends short"


def test_de_chg_03_the_speeds_of_a_charge_stand_in_a_row_with_why_the_others_cannot() -> None:
    """A great horse at a trot may go up two categories; each speed says how far it carries."""
    battle = riders()
    said = {one.key: one for one in paces(battle, battle.figures[0])}
    assert list(said) == ["trot", "canter", "gallop", "charge"]
    assert said["gallop"].label == "Gallop 13″"
    assert said["gallop"].because is None
    missed = [one.missed.reason for one in said.values() if one.missed is not None]
    assert len(missed) == 3
    assert all("at most, then 2″ straight" in one for one in missed)
    no = said["charge"].because
    assert no is not None
    assert (no.reason, no.clause) == ("3 steps up, 2 allowed", "DE-CHG-03")
    described = ask_order(battle, battle.figures[0]).describe()
    assert {one["pace"] for one in described["options"]} == {"", "trot", "canter", "gallop"}


@pytest.mark.parametrize(("apart", "order"), [(40.0, "canter"), (9.0, "gallop"), (60.0, "gallop")])
def test_de_end_04_a_course_is_proposed_at_a_speed_that_brings_it_about(
    apart: float, order: str
) -> None:
    """At a gallop forty inches would become a melee of cards; at a canter they meet next time."""
    there = 5.0 + 2.0 + apart
    battle = arena(
        man("knight", "a", 5.0, 5.25, 90, steed="great_horse", speed="trot", hand=("lance",)),
        man("knight", "b", there, 6.75, 270, steed="great_horse", speed="trot", hand=("lance",)),
        half=2,
    )
    keys = [f"{speed}:1" for speed in ("trot", "canter", "gallop")]
    assert course_order(battle, battle.figures[0], keys) == f"{order}:1"
