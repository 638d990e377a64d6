"""Moves, tests and blows of whole units and of allies, where a clause names more than one case."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from banneret.core.errors import IllegalAnswer
from banneret.core.play.events import Chose, Rolled
from banneret.rulesets.one_page_skirmish.basics.options import Options
from banneret.rulesets.one_page_skirmish.basics.state import footprint, is_straggler, remount
from banneret.rulesets.one_page_skirmish.ground.lay import (
    cover_against,
    going,
    in_cover,
    on_road,
    sees,
)
from banneret.rulesets.one_page_skirmish.melee.charge import charging
from banneret.rulesets.one_page_skirmish.morale import retreat
from banneret.rulesets.one_page_skirmish.movement import mounts
from banneret.rulesets.one_page_skirmish.screen.events import Hurt, Moved
from banneret.rulesets.one_page_skirmish.screen.events import Tested as TakenTest
from banneret.rulesets.one_page_skirmish.shooting import archery
from banneret.rulesets.one_page_skirmish.shooting.dice import ShotFacts, shot_odds
from banneret.rulesets.one_page_skirmish.turn import leaders, man_by_man
from banneret.tabletop.moving.walking import cost_of
from rulesets.one_page_skirmish.adjudged import adjudge
from rulesets.one_page_skirmish.arms import act, face_off, fight, lines, ours, shoot
from rulesets.one_page_skirmish.charges import SURE, rush
from rulesets.one_page_skirmish.field import field, man, play, unit
from rulesets.one_page_skirmish.moves import clause_of, go, shift, to
from rulesets.one_page_skirmish.nerves import FOE, HURT, target
from rulesets.one_page_skirmish.turns import END, run
from rulesets.scripting import events_of, first

ROAD = "road: 10,0 10,36 width 2"


def dice_in(table: Any) -> list[int]:
    """How many dice each throw had."""
    return [len(rolled.faces) for rolled in events_of(table, Rolled)]


def test_op_terr_10_hills_block_sight_and_do_nothing_else() -> None:
    """No cover, no modifier for who stands on one, but no sight through one."""
    battle = field("a bow: longbow 10,10 | b foe: x1 10,30", "hill: 5,15..15,20")
    assert not sees(battle, man(battle, "bow").base, man(battle, "foe").base)
    battle = field("a bow: longbow 10,10 | b foe: x1 10,30", "hill: 5,5..15,15 | hill: 5,28..15,35")
    bow, foe = man(battle, "bow"), man(battle, "foe")
    assert sees(battle, bow.base, foe.base)
    assert not in_cover(battle, foe.base)
    assert cover_against(battle, bow.base, foe.base) == "none"
    assert lines(shoot(battle, bow, foe, 1), 0) == {}


MIXED = "a men: mounted x3 10,10 12,10 14,10 {} | b foe: x3 10,26 40,30 42,30"


def on_foot(words: str = "", **rest: Any) -> Any:
    """Two riders and a man on foot."""
    battle = field(MIXED.format(words), **rest)
    remount(battle, man(battle, "men", 2), mounted=False)
    return battle


def test_op_group_08_in_a_charge_and_a_rout_too() -> None:
    """One man on foot and all charge and run with foot dice, and reach no further than foot."""
    battle = on_foot(SURE)
    group, leader = unit(battle, "men"), man(battle, "men")
    assert charging.reach(battle, group, leader) == 18
    assert charging.reach(field(MIXED.format(SURE)), group, leader) == 24
    assert dice_in(rush(battle, [5, 1, 1, 1])) == [1, 3]
    battle = on_foot("routing")
    threat = man(battle, "foe")
    answers = [first, first]
    table = play(battle, retreat.rout, unit(battle, "men"), threat, dice=[1, 1], answers=answers)
    assert dice_in(table) == [2]


def test_op_group_08_only_those_who_are_going_to_move() -> None:
    """A man who lies stunned does not slow the riders; a Knight on foot who goes along does."""
    battle = on_foot("2.stun=1")
    assert dice_in(go(battle, "men", [1, 1, 1], to((10, 12)), first)) == [3]
    battle = field("a men: mounted x2 10,10 12,10 | a sir: knight 8,10")
    table = go(battle, "men", [1, 1], "go", to((10, 11)), first)
    assert dice_in(table) == [2]


def test_op_move_06_the_whole_way_on_roads_and_bridges() -> None:
    """Neither leaving it nor cutting a corner; a bridge is as good; claimed before the dice."""
    for way in (to((13, 12)), to((13, 12), (10, 14))):
        assert clause_of(field("a men: x1 10,10", ROAD), "men", [6, 6, 6], "road", way) == (
            "OP-MOVE-06"
        )
    battle = field("a men: x1 10,10", "road: 10,0 10,12 width 2 | bridge: 10,12 10,20 width 2")
    table = go(battle, "men", [6, 1, 1], "road", to((10, 16)))
    order = [type(t.event) for t in table.events if isinstance(t.event, Chose | Rolled)]
    assert order == [Chose, Rolled, Chose]
    assert on_road(battle, (10, 16))
    again = go(battle, "men", [1, 1, 1], "road", to((10, 17)))
    assert dice_in(again) == [3]


def test_op_move_07_op_charge_11_only_a_charge_that_keeps_to_the_road() -> None:
    """One that leaves it for the enemy has no extra die."""
    battle = field(f"a men: x1 10,10 {SURE} | b foe: x3 14,18 30,30 32,30", ROAD)
    assert dice_in(rush(battle, [5, 1, 1, 1], first)) == [1, 3]


def test_op_morale_24_as_far_as_the_largest_roll() -> None:
    """A road that ends beyond twelve inches is long enough; without dice he runs those twelve."""
    units = "a men: x1 10,30 routing | b foe: x1 10,35"
    battle = field(units, "road: 10,15 10,36 width 2")
    table = play(battle, retreat.rout, unit(battle, "men"), man(battle, "foe"), dice=[1, 2, 3])
    assert dice_in(table) == [3]
    battle = field(units, max_retreat="dice_maximum")
    play(battle, retreat.rout, unit(battle, "men"), man(battle, "foe"))
    assert man(battle, "men").base.y == 18


def test_op_charge_12_three_counting_all_units() -> None:
    """Neither the leader nor a follower is put against a man whom others have filled up."""
    crowd = "a others: x3 9,18 11,18 10,19"
    battle = field(f"a men: x1 10,10 {SURE} | {crowd} | b foe: x1 10,18")
    assert charging.target_refusal(battle, unit(battle, "men"), unit(battle, "foe").id) is not None
    battle = field(f"a men: x2 14,10 12,10 {SURE} | {crowd} | b foe: x2 10,18 14,18")
    with pytest.raises(IllegalAnswer) as no:
        rush(battle, [5, 6, 6, 6], ["charge", [[14, 17]], 0], shift(f1=(10, 17)))
    assert no.value.clause == "OP-CHARGE-12"


def test_op_terr_01_a_bridge_counts_before_the_water() -> None:
    """One crosses deep water on it, at an inch for an inch, horse and foot."""
    battle = field("a men: 1,1", "bridge: 14,8 14,20 width 2 | deep_water: 8,8..20,20")
    for mounted in (False, True):
        price = going(mounted, battle.options)
        assert cost_of(battle.ground, price, ((14, 7), (14, 21))) == 14
    wade = {"allowance": 9, "path": [{"terrain": "deep_water", "length": 2}]}
    assert adjudge("path", wade)["stopped_by"] == "impassable"


def test_op_stun_04_with_his_owners_card_and_no_other() -> None:
    """Not in an ally's turn; with unit cards only when his own unit's card comes up."""
    units = "a1 men: x2 10,10 12,10 1.stun=1 | a2 mates: x2 20,10 | a1 more: x2 30,10 | b foe: 9,30"
    battle = field(units, phase="start", active="a2")
    run(battle, "morale")
    assert man(battle, "men", 1).stun == 1
    for taking, stun in (("more", 1), ("men", 0)):
        battle = field(units, phase="start", turn_cards="group")
        battle.taking_part = (unit(battle, taking).id,)
        run(battle, "morale")
        assert man(battle, "men", 1).stun == stun


def test_op_stun_04_not_at_the_start_of_a_released_units_turn() -> None:
    """The counter of a man who lies stays as it is."""
    battle = field(
        "a men: x3 20,15 holding 1.stun=1 | b foe: 20,32", phase="gap", drawn=("a",), active="b"
    )
    run(battle, "morale", answers={"release": [0]})
    assert man(battle, "men", 1).stun == 1


def test_op_stun_01_common_men_too() -> None:
    """Whom a hit would kill may be stunned instead."""
    battle = face_off()
    fight(battle, 9, 5, answers=[("melee.stun", "stun"), "stay"])
    assert (man(battle, "theirs", 1).fate, man(battle, "theirs", 1).stun) == ("table", 1)


def test_op_act_09_op_act_10_loading_and_shooting_are_the_action() -> None:
    """He is done for this turn either way."""
    battle = field("a bow: crossbow sword x3 10,10 12,10 14,10 0.load=0 | b foe: x1 10,20")
    act(battle, "bow", answers=[0, "load"])
    act(battle, "bow", 1, answers=[1, "fire"])
    assert man_by_man.able(battle, unit(battle, "bow")) == [man(battle, "bow", 2)]


def test_op_lead_02_neither_in_nor_out_of_the_saddle() -> None:
    """Leaderless men do not mount or dismount, and the empty crossbow may be loaded."""
    battle = field("a men: leaderless crossbow dismounted x2 10,10 20,10 0.load=0 | b foe: 10,20")
    mounts.turn_loose(battle, man(battle, "men"), footprint(True, 9, 10, 0))
    assert man_by_man.allowed_kinds(battle, man(battle, "men")) == ["load", "turn", "nothing"]
    battle = field("a men: leaderless mounted x2 10,10 20,10 | b foe: 10,20")
    assert man_by_man.allowed_kinds(battle, man(battle, "men")) == ["turn", "nothing"]


def test_op_melee_18_an_unhorsed_attacker_is_unhurt() -> None:
    """Beaten out of the saddle by nine he has no hit."""
    battle = face_off("mounted", "", at="10,9.5")
    table = fight(battle, 1, 10, answers=[first, "stay"])
    assert not ours(battle).mounted
    assert (events_of(table, Hurt), ours(battle).hits) == ([], 0)


def test_op_move_14_hedges_gates_and_houses_on_the_table() -> None:
    """A hedge bars horses and costs 3, an open gate nobody anything, a house 3 in and 3 out."""
    hedge, gate = field("", "hedge: 0,10 20,10"), field("", "gate_open g: 0,10 20,10")
    house = field("", "building: 0,10..20,14")
    foot, horse = (going(mounted, hedge.options) for mounted in (False, True))
    way = ((5.0, 9.0), (5.0, 11.0))
    assert cost_of(hedge.ground, foot, way) == 5
    assert cost_of(hedge.ground, horse, way) == float("inf")
    assert cost_of(gate.ground, foot, way) == cost_of(gate.ground, horse, way) == 2
    assert cost_of(house.ground, foot, ((5.0, 9.0), (5.0, 15.0))) == 12


def test_op_group_05_the_next_move_brings_him_back() -> None:
    """As far as the leader's path and six inches let him."""
    battle = field("a men: x2 10,10 30,10")
    assert is_straggler(battle, man(battle, "men", 1))
    go(battle, "men", [3, 4], to((17, 10)), first)
    assert man(battle, "men", 1).base.x < 24.1
    assert not is_straggler(battle, man(battle, "men", 1))
    battle = field("a men: x2 10,10 45,10")
    go(battle, "men", [3, 4], to((17, 10)), first)
    assert 31.9 < man(battle, "men", 1).base.x < 40


def test_op_move_26_followers_too() -> None:
    """A follower who begins 0.6 from an enemy may stay or draw off, but not come nearer."""
    units = "a men: x2 10,10 14,10 | b foe: x3 14,11.6 30,20 32,20"
    go(field(units), "men", [1, 1], to((10, 11)), shift(f1=(14, 10)))
    go(field(units), "men", [1, 1], to((10, 11)), shift(f1=(14, 9)))
    for place in ((14, 10.1), (14.5, 10.3)):
        no = clause_of(field(units), "men", [1, 1], to((10, 11)), shift(f1=place))
        assert no == "OP-MOVE-21"


def test_op_morale_32_the_charger_throws_no_second_die() -> None:
    """Not after its Morale phase, nor after its own charge; being charged is another thing."""
    battle = field(f"a men: x1 10,10 {HURT} | b foe: x1 10,18", phase="morale")
    run(battle, "action", dice=[1])
    table = rush(battle, [5, 1, 1, 1], first)
    assert [e.cause for e in events_of(table, TakenTest)] == ["charged"]
    battle = field("a men: x1 10,10 | b foe: x1 10,18")
    rush(battle, [1, 5, 1, 1, 1], first)
    assert unit(battle, "men").passed_this_turn
    assert not unit(battle, "foe").passed_this_turn


def test_op_stun_05_who_may_strike_him_and_how_he_lies() -> None:
    """Not the shaken nor the leaderless; and a Sergeant struck once lies on, wounded."""
    for state in ("shaken", "leaderless"):
        battle = field(f"a men: {state} x1 10,10 | b foe: x1 10,11 0.stun=1", phase="melee")
        fight(battle)
        assert battle.phase == "turn_end"
    battle = field("a men: x1 10,10 | b foe: x1 10,11 0.stun=1", phase="melee")
    fight(battle, answers=["hit"])
    assert (man(battle, "foe").hits, man(battle, "foe").stun) == (1, 1)


def test_op_morale_12_those_on_the_table_stunned_or_not() -> None:
    """A stunned man in the wood counts, a dead one does not."""
    wood = "woods: 0,0..10,10"
    battle = field(f"a men: x4 5,5 7,5 15,5 17,5 1.stun=1 | {FOE}", wood)
    assert target(battle, "men") == 9
    battle = field(f"a men: x5 5,5 7,5 15,5 17,5 19,5 4.fate=killed | {FOE}", wood)
    assert target(battle, "men") == 9
    battle = field(f"a men: x5 5,5 7,5 9,5 15,5 17,5 2.fate=killed | {FOE}", wood)
    assert target(battle, "men") == 9
    battle = field(f"a men: x5 5,5 7,5 15,5 17,5 19,5 1.fate=killed | {FOE}", wood)
    assert target(battle, "men") == 8


def test_op_melee_20_the_active_player_says_from_whom() -> None:
    """Not the man who is driven."""
    battle = field("a men: x3 3,3 10,10 9,11 | b foe: ar4 x2 3,33 10,11", phase="melee")
    answers = {"a": [(1, 2), ("melee.push_from", 2), ("follow_up", "stay")]}
    fight(battle, 7, 7, 5, answers=answers)
    assert man(battle, "foe", 1).base.x == 11


def test_op_setup_03_allies_are_friends_for_every_rule() -> None:
    """An ally's Knight names leaders, his horse may be ridden, and nobody shoots at him."""
    battle = field(
        "a1 men: leaderless dismounted x3 10,10 | a2 sir: knight mounted 10,13 "
        "| a2 bow: longbow 20,10 | b foe: x1 40,30"
    )
    sir, men = man(battle, "sir"), unit(battle, "men")
    assert leaders.appoint_refusal(battle, sir, men) is None
    mounts.turn_loose(battle, sir, footprint(True, 9, 10, 0))
    assert mounts.mounting_refusal(battle, man(battle, "men")) is None
    no = archery.target_refusal(battle, man(battle, "bow"), man(battle, "men", 2))
    assert (None if no is None else no.clause) == "OP-SHOOT-02"


def test_op_opt_13_only_in_range() -> None:
    """Luck does not carry an arrow further."""
    facts = ShotFacts(weapon="longbow", range=20, cover="whole")
    assert shot_odds(facts, Options(lucky_shot=True))["miss"] == Fraction(9, 10)
    battle = field("a bow: longbow 10,2 | b foe: x1 10,32", lucky_shot=True)
    assert archery.target_refusal(battle, man(battle, "bow"), man(battle, "foe")) is not None


def test_op_move_02_op_move_01_two_dice_on_the_table() -> None:
    """A group on foot throws two, once, and what they show is what it may go."""
    battle = field("a men: x5 10,10")
    table = go(battle, "men", [2, 3], to((10, 15)), first)
    assert (dice_in(table), events_of(table, Moved)[0].allowance) == ([2], 5)


def test_op_turn_06_only_when_all_turns_are_over() -> None:
    """A turn that ends with a side broken does not end the battle while cards are left."""
    battle = field("a men: x3 5,5 | b foe: x3 5,30", phase="turn_end", deck=("b",), drawn=("a",))
    for at in (0, 1):
        man(battle, "foe", at).fate = "killed"
    run(battle, "draw", answers={"action.unit": END})
    assert not battle.over


def test_op_move_26_nor_by_turning_on_the_spot() -> None:
    """A man 0.6 from an enemy does not end a move with the corner of his base nearer to him."""
    near = "a men: x1 10,10 | b foe: x3 10,11.6 30,20 32,20"
    assert clause_of(field(near), "men", [6, 6], to(facing=45.0)) == "OP-MOVE-16"


def test_op_stun_02_an_arrow_hurts() -> None:
    """A Knight who is hit has a flesh wound and stands."""
    battle = field("a bow: longbow 10,10 | b sir: knight 10,20")
    shoot(battle, man(battle, "bow"), man(battle, "sir"), 10)
    assert (man(battle, "sir").hits, man(battle, "sir").stun) == (1, -1)


def test_op_stun_05_not_by_one_who_is_engaged() -> None:
    """Who touches an unstunned enemy too strikes at that one."""
    battle = field("a men: x2 3,3 10,10 | b foe: ar4 x3 3,33 9.5,11 10.5,11 2.stun=1")
    battle.phase = "melee"
    table = fight(battle, 5, 5)
    assert dice_in(table) == [1, 1]
    fight(battle)
    assert man(battle, "foe", 2).fate == "table"
    assert battle.phase == "turn_end"


def test_op_hide_10_only_what_was_not_used() -> None:
    """Of two holds the released one does not lapse."""
    holds = [
        {"unit": "one", "player": "a", "gap": 1},
        {"unit": "two", "player": "a", "gap": -1},
    ]
    assert adjudge("turn_order", {"deck": ["a", "b"], "holds": holds})["lapsed"] == ["two"]


def test_op_shoot_07_the_aim_helps_in_the_next_own_turn() -> None:
    """Not before: a shot in between, such as at chargers, has no bonus."""
    battle = field("a bow: longbow 10,10 0.aim=1 | b foe: x1 10,20")
    bow, foe = man(battle, "bow"), man(battle, "foe")
    assert not archery.facts(battle, bow, foe, None).aimed
    bow.aimed_before = True
    assert archery.facts(battle, bow, foe, None).aimed


def test_op_stun_03_he_is_not_among_those_who_may_act() -> None:
    """Man by man he is passed over."""
    battle = field("a men: x3 10,10 12,10 14,10 1.stun=0 | b foe: 40,30")
    able = man_by_man.able(battle, unit(battle, "men"))
    assert able == [man(battle, "men"), man(battle, "men", 2)]


def test_op_opt_17_only_the_steady_and_at_the_price_of_their_aim() -> None:
    """Who is shaken already is not asked; who declines loses the mark he aimed at."""
    units = f"a men: x1 10,10 {SURE} | b foe: longbow x1 10,18 {{}} 0.aim=0"
    asked = [("decline", "decline"), first]
    steady = field(units.format(""), receive_charge="may_decline")
    rush(steady, [1, 1, 1, 1, 1], *asked)
    assert (unit(steady, "foe").status, man(steady, "foe").aim) == ("shaken", -1)
    shaken = field(units.format("shaken"), receive_charge="may_decline")
    table = rush(shaken, [1, 1, 1, 1], first)
    assert [e.cause for e in events_of(table, TakenTest)] == ["charged"]
