"""Groups led by a Knight, who may ride off, fall or be replaced (OP-GROUP-09, OP-LEAD-11)."""

from __future__ import annotations

import pytest

from banneret.core.errors import BadPlayer
from banneret.core.questions.choices import Pick
from banneret.rulesets.one_page_skirmish.basics.state import is_free, is_led, put
from banneret.rulesets.one_page_skirmish.melee import injuries
from banneret.rulesets.one_page_skirmish.screen.events import Detached
from banneret.rulesets.one_page_skirmish.turn import acting, leaders, man_by_man, rounds
from rulesets.one_page_skirmish.field import field, man, play, unit
from rulesets.one_page_skirmish.following import FOE, LOST, refused, target
from rulesets.one_page_skirmish.turns import END, run
from rulesets.scripting import events_of

SPEARS = "a spears: knight group x4 longbow sword at 20,10 | b foe: x3 at 20,22"


def test_op_lead_11_a_group_that_lost_its_knight() -> None:
    """Elite, lost only its Knight: 7; another Knight names a Sergeant or takes it over."""
    text = f"a spears: elite knight group x5 at 5,5 | a lord: knight at 5,10 | {FOE}"
    battle = field(text, phase="start")
    play(battle, injuries.lose, man(battle, "spears"), "killed")
    assert target(battle, "spears") == 7
    lord = man(battle, "lord")
    table = run(battle, "morale", answers={"appoint.figure": [lord.id]})
    offered = table.by.asked[0]
    assert isinstance(offered, Pick)
    assert lord.id in offered.candidates
    spears = unit(battle, "spears")
    assert spears.leader == lord.id
    assert lord.unit == spears.id
    assert is_free(battle, spears)
    assert target(battle, "spears") == 7


def test_op_lead_11_a_sergeants_group_is_not_taken_over() -> None:
    """Where a Sergeant fell, or left the table, one of the men is named."""
    for lost in (LOST, "leaderless x4"):
        battle = field(f"a bows: {lost} at 5,5 | a lord: knight at 5,9 | {FOE}", phase="start")
        offered = run(battle, "morale").by.asked[0]
        assert isinstance(offered, Pick)
        assert man(battle, "lord").id not in offered.candidates


def test_op_lead_11_nor_one_whose_knights_sergeant_fell_nor_by_a_leader_of_others() -> None:
    """Once a Sergeant had the post it takes a Sergeant; who has a group of his own takes none."""
    text = f"a spears: elite knight group x5 at 5,5 | a lord: knight at 5,10 | {FOE}"
    battle = field(text, phase="start")
    for lost in (0, 1):
        play(battle, injuries.lose, man(battle, "spears", lost), "killed")
        if lost == 0:
            play(battle, leaders.appoint_after, man(battle, "lord"), answers=[1])
    with pytest.raises(BadPlayer):
        play(battle, leaders.appoint_after, man(battle, "lord"), answers=[man(battle, "lord").id])
    battle = field(text.replace("lord: knight", "bills: knight group x3"))
    play(battle, injuries.lose, man(battle, "spears"), "killed")
    play(battle, leaders.detach, unit(battle, "bills"))
    away = man(battle, "bills")
    with pytest.raises(BadPlayer):
        play(battle, leaders.appoint_after, away, answers=[away.id])
    play(battle, leaders.appoint_after, away, answers=[1])


def test_op_lead_11_a_knight_who_took_over_may_ride_alone_again() -> None:
    """His place as a unit of his own is kept for him."""
    battle = field(
        f"a spears: elite knight group x5 at 5,5 | a lord: knight at 5,10 | {FOE}", phase="start"
    )
    play(battle, injuries.lose, man(battle, "spears"), "killed")
    lord = man(battle, "lord")
    run(battle, "action", dice=[1], answers={"appoint.figure": [lord.id]})
    run(battle, 1, answers={"action.unit": [0], "detach": ["alone"]})
    assert lord.unit == unit(battle, "lord").id
    assert unit(battle, "lord").members == (lord.id,)


def test_op_group_09_the_knight_rides_off() -> None:
    """Away more than 6 inches, his group may only load, fire or fall back to cover."""
    battle = field(SPEARS)
    spears = unit(battle, "spears")
    table = run(battle, 1, answers={"action.unit": [0], "detach": ["alone"]})
    knight = man(battle, "spears")
    alone = battle.units[knight.unit]
    assert alone.id != spears.id
    assert alone.id in battle.taking_part
    assert events_of(table, Detached) == [Detached(knight.id, spears.id, alone=True)]
    put(battle, knight, 6.0, 10.0, 0.0)
    assert refused(battle, "spears") == {"move", "charge", "press"}
    assert acting.kind_refusal(battle, spears, acting.TO_COVER) is None
    assert man_by_man.allowed_kinds(battle, man(battle, "spears", 1)) == ["fire", "turn", "nothing"]
    assert target(battle, "spears") == 8


def test_op_group_09_near_by_he_is_not_away() -> None:
    """Acting alone within 6 inches he leaves the group led, though it does not move with him."""
    battle = field(SPEARS)
    run(battle, 1, answers={"action.unit": [0], "detach": ["alone"]})
    assert is_led(battle, unit(battle, "spears"))
    assert "change_weapon" in man_by_man.allowed_kinds(battle, man(battle, "spears", 1))
    assert {"move", "charge"} <= refused(battle, "spears")


def test_op_group_09_both_act_in_either_order_and_once() -> None:
    """Knight and group are offered after he has left, and the question is not put again."""
    battle = field(SPEARS)
    alone = battle.units[2].id
    table = run(
        battle,
        "melee",
        answers={
            "action.unit": [0, 0, alone],
            "detach": "alone",
            "action.kind": "stand",
        },
    )
    assert table.keys == [
        "action.unit", "detach", "action.unit", "action.kind", "action.unit", "action.kind",
    ]  # fmt: skip


def test_op_group_09_he_leads_again_when_near_at_the_start_of_its_action() -> None:
    """Next turn, within 6 inches when the group acts, he is its leader again."""
    battle = field(SPEARS, drawn=("a",))
    spears, knight = unit(battle, "spears"), man(battle, "spears")
    run(battle, "gap", answers={"action.unit": [0, END], "detach": ["alone"]})
    put(battle, knight, 12.0, 10.0, 0.0)
    battle.phase, battle.active = "start", "a"
    battle.taking_part = (0, knight.unit)
    run(battle, "action")
    assert not is_led(battle, spears)
    put(battle, knight, 15.0, 10.0, 0.0)
    table = run(
        battle, 1, answers={"action.unit": [0], "detach": ["stay"], "action.kind": ["stand"]}
    )
    assert knight.unit == spears.id
    assert Detached(knight.id, spears.id, alone=False) in events_of(table, Detached)


def test_op_group_09_having_acted_alone_he_does_not_lead_it_on() -> None:
    """He rides back first: the group is led, but he has had his action and cannot march."""
    battle = field(SPEARS)
    spears, knight = unit(battle, "spears"), man(battle, "spears")
    leaders.detach(play(battle, lambda _table: None), spears)
    battle.units[knight.unit].alone_this_turn = False
    knight.acted = battle.units[knight.unit].acted = True
    run(battle, 1, answers={"action.unit": [0], "action.kind": ["stand"]})
    assert knight.unit == spears.id
    assert refused(battle, "spears") >= {"move", "charge"}


def test_op_group_09_away_or_dead() -> None:
    """Killed while he is away he is lost to his group: -1 and -2, and it is leaderless."""
    battle = field(SPEARS)
    knight = man(battle, "spears")
    run(battle, 1, answers={"action.unit": [0], "detach": ["alone"]})
    play(battle, injuries.lose, knight, "killed")
    assert target(battle, "spears") == 5
    assert unit(battle, "spears").leader == -1


def test_op_group_09_leaving_again_in_the_turn_he_came_he_takes_part_once() -> None:
    """A Knight who began the turn alone, led again and left again has one place in the Melee."""
    battle = field(SPEARS)
    knight, spears = man(battle, "spears"), unit(battle, "spears")
    run(battle, "gap", answers={"action.unit": [0, END], "detach": ["alone"]})
    play(battle, rounds.begin_round)
    battle.phase, battle.active, battle.taking_part = "start", "a", (spears.id, knight.unit)
    run(battle, "action")
    table = run(battle, 1, answers={"action.unit": [spears.id], "detach": ["alone"]})
    assert len(events_of(table, Detached)) == 2
    assert sorted(battle.taking_part) == [spears.id, knight.unit]


def test_op_group_09_further_off_he_does_not_lead_again() -> None:
    """Seven inches from his men when they act he stays away, and nobody names them another."""
    battle = field(f"{SPEARS} | a other: knight at 20,14", drawn=("a",))
    spears, knight = unit(battle, "spears"), man(battle, "spears")
    run(battle, "gap", answers={"action.unit": [0, END], "detach": ["alone"]})
    put(battle, knight, 12.0, 10.0, 0.0)
    battle.phase, battle.active = "start", "a"
    battle.taking_part = (0, knight.unit, unit(battle, "other").id)
    table = run(battle, "action")
    assert "appoint.figure" not in table.keys
    run(battle, 1, answers={"action.unit": [0], "action.kind": ["stand"]})
    assert knight.unit != spears.id


@pytest.mark.parametrize("why", ["shaken", "b close: x1 at 20,11"])
def test_op_group_09_he_leaves_neither_a_fight_nor_a_shaken_group(why: str) -> None:
    """Then he is not asked whether he acts alone."""
    units = SPEARS.replace(" | b", " shaken | b") if why == "shaken" else f"{SPEARS} | {why}"
    table = run(field(units), 1, answers={"action.unit": [0], "action.kind": ["stand"]})
    assert "detach" not in table.keys
