"""Moving on the table: dice, the leader's way, others in it, pressing (section MOVE)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.errors import IllegalAnswer
from banneret.core.play.events import Rolled
from banneret.rulesets.one_page_skirmish.basics.state import Mount, changed, footprint, is_engaged
from banneret.rulesets.one_page_skirmish.melee.charge import charging
from banneret.rulesets.one_page_skirmish.morale import retreat
from banneret.rulesets.one_page_skirmish.movement import moving
from banneret.rulesets.one_page_skirmish.screen.events import Moved, Revealed
from banneret.rulesets.one_page_skirmish.turn import acting
from banneret.tabletop.shapes.measuring import gap, overlaps, touches
from rulesets.one_page_skirmish.charges import SURE, result, rush
from rulesets.one_page_skirmish.field import field, man, men, play, questions_of, unit
from rulesets.one_page_skirmish.moves import clause_of, go, shift, to
from rulesets.one_page_skirmish.nerves import target
from rulesets.scripting import events_of, first

# -- dice


def test_op_move_01_one_roll_for_the_group() -> None:
    """A group of six rolls one set of dice."""
    battle = field("a men: x6 10,10")
    table = go(battle, "men", [3, 4], to((10, 17)), first)
    assert len(events_of(table, Rolled)) == 1
    assert man(battle, "men").base.y == 17


def test_op_move_02_foot_two_dice_03_horse_three() -> None:
    """Foot throw 2d6, horse 3d6."""
    foot = go(field("a men: x3 10,10"), "men", [3, 4], to(), first)
    assert events_of(foot, Moved)[0].allowance == 7
    horse = go(field("a men: x3 mounted 10,10"), "men", [1, 1, 1], to(), first)
    assert events_of(horse, Moved)[0].allowance == 3


def test_op_move_05_06_road_claimed_before_the_dice() -> None:
    """On a road one more die, the lowest left out; leaving it afterwards is refused."""
    terrain = "road: 10,0 10,36 width 2"
    battle = field("a men: x3 10,10", terrain)
    table = go(battle, "men", [1, 5, 6], "road", to((10, 21)), first)
    assert events_of(table, Moved)[0].allowance == 11
    assert questions_of(table)[0] == "move.road"
    battle = field("a men: x3 10,10", terrain)
    assert clause_of(battle, "men", [1, 5, 6], "road", to((12, 15))) == "OP-MOVE-06"


def test_op_move_06_no_road_no_question() -> None:
    """Off the road nobody is asked, and he may stop short on it."""
    battle = field("a men: x3 12,10", "road: 10,0 10,36 width 2")
    assert "move.road" not in questions_of(go(battle, "men", [1, 5], to(), first))
    on_it = field("a men: x3 10,10", "road: 10,0 10,36 width 2")
    go(on_it, "men", [1, 5, 6], "road", to((10, 12)), first)
    assert man(on_it, "men").base.y == 12


def test_op_move_08_any_part_of_the_roll() -> None:
    """A roll of 9 may be moved as 4, but not as 9.1."""
    battle = field("a men: x3 10,10")
    go(battle, "men", [4, 5], to((10, 14)), first)
    assert man(battle, "men").base.y == 14
    assert clause_of(battle, "men", [4, 5], to((10, 23.1))) == "OP-MOVE-08"


def test_op_move_09_into_the_wood() -> None:
    """4 inches open, then woods, on a roll of 10: 3 inches into the wood."""
    battle = field("a men: x3 10,6", "woods: 2,10..30,30")
    assert clause_of(battle, "men", [5, 5], to((10, 13.1))) == "OP-MOVE-08"
    go(battle, "men", [5, 5], to((10, 13)), first)
    assert man(battle, "men").base.y == 13
    for kind in ("woods", "water"):  # for riders too
        rider = field("a sir: knight mounted 10,6", f"{kind}: 2,10..30,30")
        assert clause_of(rider, "sir", [4, 4, 4], to((10, 14.1))) == "OP-MOVE-08"
        go(rider, "sir", [4, 4, 4], to((10, 14)))


def test_op_move_11_one_fence() -> None:
    """A roll of 8 with one fence on the path: 5 inches of ground."""
    battle = field("a men: x3 10,6", "fence: 2,8 30,8")
    assert clause_of(battle, "men", [4, 4], to((10, 11.1))) == "OP-MOVE-13"
    go(battle, "men", [4, 4], to((10, 11)), first)
    assert man(battle, "men").base.y == 11


@pytest.mark.parametrize("kind", ["fence", "hedge", "wall", "gate_shut"])
def test_op_move_12_horse_cannot_cross(kind: str) -> None:
    """A mounted leader's path across a fence or a wall is refused."""
    battle = field("a men: x3 mounted 10,6", f"{kind}: 2,8 30,8")
    assert clause_of(battle, "men", [4, 4, 4], to((10, 11))) == "OP-MOVE-12"


def test_op_move_13_three_left_crosses() -> None:
    """With exactly 3 left he crosses and stands beyond; with less he stops in front."""
    battle = field("a men: x3 10,6", "wall: 2,10 30,10")
    assert clause_of(battle, "men", [4, 2], to((10, 10.01))) == "OP-MOVE-13"
    slow = field("a men: x3 10,5.9", "wall: 2,10 30,10")  # 2.9 of 7 would be left
    assert clause_of(slow, "men", [4, 3], to((10, 10.001))) == "OP-MOVE-13"
    go(battle, "men", [4, 3], to((10, 10.001)), first)
    assert man(battle, "men").base.y > 10


def test_op_move_15_terrain_under_followers_is_free() -> None:
    """Terrain under the followers does not change the distance."""
    battle = field("a men: x3 10,6 11.5,6 13,6", "woods: 11,2..30,30")
    go(battle, "men", [4, 4], to((10, 14)), first)
    assert man(battle, "men", 2).base.y == 14


def test_op_move_16_keep_off_the_enemy() -> None:
    """A plain move ends 1.0 from an enemy, not 0.5; it passes through friends, not on them."""
    units = "a men: x3 10,10 | b foe: x3 10,15 12,15 14,15"
    assert clause_of(field(units), "men", [6, 6], to((10, 13.5))) == "OP-MOVE-16"
    battle = field(units)
    go(battle, "men", [6, 6], to((10, 13)), first)
    assert gap(man(battle, "men").base, man(battle, "foe").base) == 1.0
    friends = "a men: x3 10,10 | a others: x3 10,13 12,13 14,13"
    assert clause_of(field(friends), "men", [6, 6], to((10, 12.5))) == "OP-MOVE-16"
    go(field(friends), "men", [6, 6], to((10, 15)), first)
    rider = "a sir: knight mounted 10,10 | b foe: x1 12,14"  # an inch off, until he turns his horse
    assert clause_of(field(rider), "sir", [6, 6, 6], to((10, 14), facing=90)) == "OP-MOVE-16"
    go(field(rider), "sir", [6, 6, 6], to((10, 14)))


def test_op_move_16_not_past_an_enemy() -> None:
    """The path itself keeps 1 inch off; a stunned enemy does not count."""
    battle = field("a men: x3 10,10 | b foe: x3 11,13 30,13 32,13")
    assert clause_of(battle, "men", [6, 6], to((10, 17))) == "OP-MOVE-16"
    man(battle, "foe").stun = 1
    changed(battle)
    go(battle, "men", [6, 6], to((10, 17)), first)
    assert man(battle, "men").base.y == 17


def test_op_move_23_wounded_leader() -> None:
    """Dice 1 and 1 with a wounded Sergeant: 1 inch; a flesh wound costs a Knight nothing."""
    battle = field("a men: x3 10,10 0.hits=1")
    assert clause_of(battle, "men", [1, 1], to((10, 11.1))) == "OP-MOVE-08"
    go(battle, "men", [1, 1], to((10, 11)), first)
    go(field("a sir: knight 10,10 0.hits=1"), "sir", [1, 1], to((10, 12)))


def test_op_move_23_wounded_leader_charging_and_running() -> None:
    """A wounded leader's charge and his rout are an inch shorter, too."""
    units = f"a men: x3 10,10 11.5,10 13,10 0.hits=1 {SURE} | b foe: x3 10,18 11.5,18 13,18"
    assert result(rush(field(units), [5, 2, 2, 3])) == "short"
    assert result(rush(field(units), [5, 2, 3, 3])) == "contact"
    battle = field("a men: x3 10,20 11.5,20 13,20 0.hits=1 routing | b foe: x1 10,30")
    table = play(
        battle, retreat.rout, unit(battle, "men"), man(battle, "foe"), dice=[4, 3], answers=[first]
    )
    assert events_of(table, Moved)[0].spent == 6.0


def test_op_move_22_knight_rides_alone() -> None:
    """A Knight goes where he likes by himself: no followers, no penalty."""
    battle = field("a sir: knight mounted 10,10 | a men: x3 12,10")
    go(battle, "sir", [6, 5, 6], to((10, 22)))
    assert man(battle, "sir").base.y == 22
    assert man(battle, "men").base.y == 10
    assert acting.kind_refusal(battle, unit(battle, "sir"), acting.MOVE) is None
    assert target(battle, "sir") == 10


def test_op_move_26_starting_too_near() -> None:
    """Pushed within 1 inch he may walk off, not nearer; stopping 1.0 off is legal, 0.99 is not."""
    near = "a men: x3 10,10 20,5 22,5 | b foe: x3 10,11.6 30,20 32,20"
    battle = field(near)
    assert clause_of(battle, "men", [6, 6], to((10, 10.2))) == "OP-MOVE-16"
    go(battle, "men", [6, 6], to((10, 6)), first)
    assert man(battle, "men").base.y == 6
    far = "a men: x3 10,5 20,5 22,5 | b foe: x3 10,11 30,20 32,20"
    assert clause_of(field(far), "men", [6, 6], to((10, 9.01))) == "OP-MOVE-16"
    go(field(far), "men", [6, 6], to((10, 9)), first)


def test_op_move_26_who_has_walked_off_does_not_come_back() -> None:
    """Once he is further off he gets no nearer again, though no nearer than he began."""
    near = "a men: x3 10,10 20,5 22,5 | b foe: x3 10,11.5 30,20 32,20"
    assert clause_of(field(near), "men", [6, 6], to((10, 9.6), (10, 9.9))) == "OP-MOVE-16"
    assert clause_of(field(near), "men", [6, 6], to((10, 8), (10, 9.8))) == "OP-MOVE-16"
    assert clause_of(field(near), "men", [6, 6], to((12, 10), (11.8, 11.5))) == "OP-MOVE-16"
    go(field(near), "men", [6, 6], to((10, 8), (10, 9.5)), first)
    go(field(near), "men", [6, 6], to((12.1, 10), (12.1, 11.5)), first)


def test_op_charge_16_no_plain_move_ends_against_a_man_over_the_wall() -> None:
    """No nearer than he was to the man beyond, but up to the wall between them: that is contact."""
    near = "a men: x3 20,13.3 20,5 22,5 | b foe: x3 21.2,14.5 30,20 32,20"
    wall = "wall: 10,14 30,14"
    assert clause_of(field(near, wall), "men", [6, 6], to((19.8, 13.5))) == "OP-MOVE-16"
    go(field(near, wall), "men", [6, 6], to((19.8, 13.4)), first)


# -- others at the table


def test_op_mount_01_loose_horse_steps_aside() -> None:
    """A base that comes to stand on a loose mount shifts it, the leader's or a follower's."""
    battle = field("a men: x3 10,10 11.5,10 13,10")
    horse = footprint(mounted=True, x=10, y=14, facing=0)
    battle.mounts.append(Mount(0, "a", "a", 0, horse))
    battle.mounts.append(Mount(1, "a", "a", 0, footprint(mounted=True, x=13, y=14, facing=0)))
    go(battle, "men", [2, 2], to((10, 14)), first)
    assert man(battle, "men", 2).base.x == 13
    for mount in battle.mounts:
        assert not any(overlaps(mount.base, one.base) for one in battle.figures)


def test_op_hide_05_a_move_stops_short_of_an_ambush() -> None:
    """A leader who would come within 1 inch of a hidden figure stops 1 inch short; it is found."""
    battle = field("a men: x3 10,10 11.5,10 13,10 | b ambush: x3 hidden 10,16 12,16 14,16")
    table = go(battle, "men", [6, 6], to((10, 20)), first)
    assert events_of(table, Revealed)[0].unit == unit(battle, "ambush").id
    assert 13.99 < man(battle, "men").base.y <= 14.0


def test_op_hide_05_a_follower_finds_an_ambush() -> None:
    """A follower about to be placed within 1 inch of one reveals it and is placed elsewhere."""
    battle = field("a men: x3 10,10 11.5,10 13,10 | b ambush: x1 hidden 15,13.5")
    table = go(battle, "men", [3, 1], to((10, 14)), shift(f1=(14, 12)), first)
    assert len(events_of(table, Revealed)) == 1
    foe = man(battle, "ambush").base
    assert all(gap(f.base, foe) >= 0.999 for f in men(battle, "men"))


def test_op_stun_05_beside_a_stunned_enemy() -> None:
    """A plain move may end in contact with a stunned figure, never on it."""
    units = "a men: x3 10,10 | b foe: x3 10,14 30,30 32,30 0.stun=1"
    battle = field(units)
    go(battle, "men", [3, 1], to((10, 13)), first)
    assert touches(man(battle, "men").base, man(battle, "foe").base)
    assert clause_of(field(units), "men", [3, 1], to((10, 13.5))) == "OP-MOVE-16"


# -- a Knight goes along, pressing


def test_op_act_14_knight_goes_at_the_pace_of_foot() -> None:
    """A mounted Knight with a foot group goes at 2d6 with it, and that is his action."""
    battle = field("a sir: knight mounted 8,10 | a men: x3 10,10 12,10 14,10")
    table = go(battle, "men", [3, 4], "go", to((10, 17)), first)
    assert len(events_of(table, Rolled)[0].faces) == 2
    assert unit(battle, "sir").acted
    assert man(battle, "sir").base.y > 14


def test_op_act_14_only_near_free_and_unacted() -> None:
    """A Knight further than 6 inches, engaged, unsteady or who has acted is not asked."""
    near = "a sir: knight 8,10 | a men: x3 10,10 12,10 14,10"
    for units in (
        near.replace("8,10 |", "2,10 |"),
        near.replace("8,10 |", "8,10 acted=true |"),
        near.replace("8,10 |", "8,10 shaken |"),
        near + " | b foe: x3 8,11 30,30 32,30",
    ):
        table = go(field(units), "men", [1, 1], to(), first)
        assert "go_along" not in questions_of(table)


def test_op_act_12_press() -> None:
    """The leader is engaged; free followers are set against the same group; no die is rolled."""
    battle = field("a men: x3 10,10 12,8 14,8 | b foe: x3 10,11 11,11 30,30")
    table = play(battle, moving.press, unit(battle, "men"), answers=[first])
    assert events_of(table, Rolled) == []
    assert man(battle, "men").base.y == 10
    assert all(is_engaged(battle, f) for f in men(battle, "men"))


def test_op_act_12_only_units_already_touched() -> None:
    """A press brings nobody into contact with another unit; three to one at most."""
    battle = field(
        "a men: x3 10,10 12,8 14,8 | b foe: x3 10,11 30,30 32,30 | b third: x3 14,11 16,11 18,11"
    )
    with pytest.raises(IllegalAnswer) as no:
        play(battle, moving.press, unit(battle, "men"), answers=[shift(f1=(14, 10))])
    assert no.value.clause == "OP-CHARGE-17"


def test_op_act_12_free_leader_joins_in() -> None:
    """A free leader rolls normal dice and may come into contact with the enemies touched."""
    battle = field("a men: x3 10,5 10,10 12,10 | b foe: x3 10,11 11,11 30,30")
    answers = ["go", to((9, 9), (9, 10.5))]
    play(battle, moving.press, unit(battle, "men"), dice=[3, 4], answers=answers)
    assert is_engaged(battle, man(battle, "men"))


def test_op_act_12_engaged_units_cannot_charge() -> None:
    """A unit with an engaged figure can neither charge nor make a plain move."""
    battle = field("a men: x3 10,5 10,10 12,10 | b foe: x3 10,11 11,11 30,30")
    no = charging.refusal(battle, unit(battle, "men"))
    assert no is not None
    assert no.clause == "OP-CHARGE-02"


# -- options


def test_op_opt_04_whole_move_halved() -> None:
    """Roll 9, 1 inch of woods: 4.5 inches in all."""
    woods = "woods: 2,12..30,30"
    options: dict[str, Any] = {"terrain_halving": "whole_move"}
    battle = field("a men: x3 10,8.5", woods, **options)
    assert clause_of(battle, "men", [4, 5], to((10, 13.1))) == "OP-MOVE-08"
    go(battle, "men", [4, 5], to((10, 13)), first)
    assert man(battle, "men").base.y == 13
