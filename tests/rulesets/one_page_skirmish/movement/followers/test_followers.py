"""Followers set down round their leader, or leaving with him (section MOVE)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.errors import BadPlayer, IllegalAnswer
from banneret.core.play.events import Rolled
from banneret.rulesets.one_page_skirmish.basics.state import EXITED, NOBODY, footprint, is_straggler
from banneret.rulesets.one_page_skirmish.movement import moving
from banneret.rulesets.one_page_skirmish.screen.events import Left, Moved
from banneret.rulesets.one_page_skirmish.setup.entries import Exit
from banneret.tabletop.shapes.measuring import within
from rulesets.one_page_skirmish.field import field, man, men, play, unit
from rulesets.one_page_skirmish.moves import clause_of, go, shift, to
from rulesets.scripting import events_of, first, idea


def test_op_group_02_followers_within_six() -> None:
    """After any group move each unengaged follower is within 6.0 of the leader."""
    battle = field("a men: x8 10,10 | a hurt: x3 40,10 0.hits=1")  # whose wound is not theirs
    go(battle, "men", [6, 6], to((10, 22)), first)
    leader = man(battle, "men").base
    assert all(within(leader, follower.base, 6.0) for follower in men(battle, "men"))


def test_op_group_02_op_group_04_op_move_17_six_inches_exactly() -> None:
    """A follower is with its leader at a gap of 6.0, not at 6.01."""
    battle = field("a men: x3 10,10 11.5,10 13,10")
    go(battle, "men", [4, 3], to((10, 15)), shift(f1=(17, 15)))
    assert not is_straggler(battle, man(battle, "men", 1))
    battle = field("a men: x3 10,10 11.5,10 13,10")
    assert clause_of(battle, "men", [4, 3], to((10, 15)), shift(f1=(17.011, 15))) == "OP-MOVE-18"


def test_op_move_17_the_reason_names_the_man() -> None:
    """A refused place says whose it is and why."""
    battle = field("a men: x3 10,10 11.5,10 13,10 | b foe: x3 16,15 30,30 32,30")
    with pytest.raises(IllegalAnswer, match="within 1 inch of an enemy"):
        go(battle, "men", [4, 3], to((10, 15)), shift(f1=(14.1, 15)))


def test_op_move_18_leader_path_and_six() -> None:
    """Leader moved 4: a follower may be shifted at most 10."""
    units = "a men: x3 10,10 6,6 13,10"
    go(field(units), "men", [4, 3], to((10, 14)), shift(f1=(14, 12)))
    further = shift(f1=(14.5, 13))
    assert clause_of(field(units), "men", [4, 3], to((10, 14)), further) == "OP-MOVE-18"
    wood = field(units, "woods: 2,2..30,30")  # 3 inches of path, though they cost 6
    assert clause_of(wood, "men", [4, 3], to((10, 13)), shift(f1=(13, 13))) == "OP-MOVE-18"


def test_op_move_18_straggler_comes_nearer() -> None:
    """Who cannot reach the leader is moved as near as he legally can, or stays."""
    units = "a men: x3 10,10 30,10 13,10"
    battle = field(units)
    go(battle, "men", [1, 1], to((10, 12)), first)
    assert 21.9 < man(battle, "men", 1).base.x < 22.1
    assert is_straggler(battle, man(battle, "men", 1))
    battle = field(units)
    go(battle, "men", [1, 1], to((10, 12)), shift(f1=(30, 10)))
    assert man(battle, "men", 1).base.x == 30
    lazy = field("a men: x3 10,10 11.5,10 13,10")  # he could come along, so he must
    assert clause_of(lazy, "men", [4, 4], to((10, 18)), shift(f1=(11.5, 10))) == "OP-MOVE-18"


def test_op_move_19_fence_between() -> None:
    """Over a fence only with 3 inches left, on foot; not at all mounted; or if he was beyond."""
    fence, units = "fence: 2,12 30,12", "a men: x3 10,10 11.5,10 13,10"
    over = shift(f1=(11.5, 12.6))
    assert clause_of(field(units, fence), "men", [1, 1], to((10, 11)), over) == "OP-MOVE-19"
    go(field(units, fence), "men", [3, 1], to((10, 11)), over)
    riders = "a men: x3 mounted 10,10 11.5,10 13,10"
    beyond = shift(f1=(11.5, 13.1))
    assert clause_of(field(riders, fence), "men", [3, 1, 1], to((10, 11)), beyond) == "OP-MOVE-19"
    there = "a men: x3 mounted 10,10 11.5,14 13,10"
    go(field(there, fence), "men", [1, 1, 1], to((10, 11)), beyond)


def test_op_move_19_enemy_water_or_house_between() -> None:
    """No enemy base, deep water or whole building may lie between leader and follower."""
    units = "a men: x3 10,10 11.5,10 13,10"
    foe = units + " | b foe: 13,14 x1"
    assert clause_of(field(foe), "men", [2, 2], to((10, 14)), shift(f1=(16, 14))) == "OP-MOVE-19"
    for kind in ("deep_water", "impassable", "building"):
        battle = field(units, f"{kind}: 12,13..14,15")
        place = shift(f1=(15.5, 14))
        assert clause_of(battle, "men", [2, 2], to((10, 14)), place) == "OP-MOVE-19"


def test_op_move_19_into_a_house() -> None:
    """One outline between costs 3 inches like a fence; a rider is set down in no house."""
    units, house = "a men: x3 10,10 11.5,9 13,9", "building: 12,11..20,20"
    inside = shift(f1=(13, 14))
    assert clause_of(field(units, house), "men", [2, 2], to((10, 14)), inside) == "OP-MOVE-19"
    go(field(units, house), "men", [4, 3], to((10, 14)), inside)
    battle = field("a men: x3 mounted 10,10 13,10 16,10 0.mounted=false", "building: 8,12..20,20")
    leader = man(battle, "men")
    leader.base = footprint(mounted=False, x=10, y=10, facing=0.0)
    assert clause_of(battle, "men", [4, 3], to((10, 14)), shift(f1=(13, 15))) == "OP-MOVE-25"


def test_op_move_19_rider_stays_on_the_near_side() -> None:
    """A mounted follower whose leader on foot climbed an obstacle stays on the near side."""
    fence = "fence: 2,12 30,12"
    battle = field("a men: x3 mounted 10,10 11.5,10 13,10 0.mounted=false", fence)
    leader = man(battle, "men")
    leader.base = footprint(mounted=False, x=10, y=10, facing=0.0)
    go(battle, "men", [4, 3], to((10, 13)), first)
    assert leader.base.y == 13
    assert all(rider.base.y < 12 for rider in men(battle, "men")[1:])


def test_op_move_20_engaged_keep_their_place() -> None:
    """A locked follower keeps its place (in a press, since the unit is engaged)."""
    battle = field("a men: x3 10,10 10,14 12,10 | b foe: x3 10,15 30,30 32,30")
    play(battle, moving.press, unit(battle, "men"), answers=["stand", idea(1)])
    assert (man(battle, "men", 1).base.x, man(battle, "men", 1).base.y) == (10, 14)


def test_op_move_21_follower_keeps_off() -> None:
    """A follower at 0.9 from an enemy after a plain move is refused; at 1.0 he may stand."""
    units = "a men: x3 10,10 11.5,10 13,10 | b foe: x3 15,14 30,30 32,30"
    nearer = shift(f1=(13.1, 14))
    assert clause_of(field(units), "men", [2, 2], to((10, 14)), nearer) == "OP-MOVE-21"
    go(field(units), "men", [2, 2], to((10, 14)), shift(f1=(13, 14), f2=(11.5, 14)))


def test_op_move_24_off_the_far_edge() -> None:
    """By a permitted edge the unengaged leave with the leader, as exited and no loss."""
    objective = (Exit(edge="east", for_="a", vp_per_figure=2),)
    battle = field("a men: x4 44,10 42,10 40,10 38,10 3.stun=1", objective=objective)
    table = go(battle, "men", [3, 4], to((47.5, 10), facing=90, gait="exit"))
    assert events_of(table, Left)[0].fate == EXITED
    assert [f.fate for f in battle.figures] == [EXITED, EXITED, EXITED, "table"]
    assert unit(battle, "men").leader == NOBODY
    assert unit(battle, "men").figures_lost == 0


def test_op_move_24_only_where_allowed() -> None:
    """Without a permitted edge nobody can ask to leave; short of it he stays on."""
    objective = (Exit(edge="east", for_="a", vp_per_figure=2),)
    battle = field("a men: x3 40,10", objective=objective)
    answer = to((44, 10), facing=90, gait="exit")
    assert clause_of(battle, "men", [3, 4], answer) == "OP-MOVE-24"
    theirs = (Exit(edge="east", for_="b", vp_per_figure=2),)
    away = to((47.5, 10), facing=90, gait="exit")
    with pytest.raises(BadPlayer):
        go(field("a men: x3 44,10 42,10 40,10", objective=theirs), "men", [3, 4], away)


def test_op_move_25_no_horse_in_a_house() -> None:
    """A mounted leader's path into a building is refused, and so is a mounted follower's place."""
    house = "building: 8,14..20,20"
    battle = field("a men: x3 mounted 10,10 11.5,10 13,10", house)
    assert clause_of(battle, "men", [5, 5, 5], to((10, 16))) == "OP-MOVE-25"
    assert clause_of(battle, "men", [5, 5, 5], to((10, 12)), shift(f1=(11, 15))) in {
        "OP-MOVE-19",
        "OP-MOVE-25",
    }


def test_op_group_08_one_man_on_foot() -> None:
    """4 riders and 1 man on foot roll 2d6; riders alone roll 3d6 but stay near him."""
    units = "a men: x5 mounted 10,10"
    battle = field(units)
    walker = man(battle, "men", 4)
    walker.mounted = False
    table = go(battle, "men", [3, 4], "all", to(), first)
    assert len(events_of(table, Rolled)[0].faces) == 2
    battle = field(units)
    walker = man(battle, "men", 4)
    walker.mounted = False
    assert clause_of(battle, "men", [3, 4, 5], "riders", to((10, 22))) == "OP-GROUP-08"
    table = go(battle, "men", [3, 4, 5], "riders", to((12, 14)), first)
    assert len(events_of(table, Rolled)[0].faces) == 3
    assert walker.base.y == 10


def test_op_group_08_op_act_05_riders_may_stand_though_a_man_on_foot_has_strayed() -> None:
    """Where no way leads within 6 inches of him, to stay is lawful; riding off is not."""
    units = "a men: x4 mounted 10,10 11.5,10 13,10 10,30 3.mounted=false"
    assert clause_of(field(units), "men", [1, 1, 1], "riders", to((10, 12))) == "OP-GROUP-08"
    battle = field(units)
    table = go(battle, "men", [1, 1, 1], "riders", first, first)
    assert events_of(table, Moved)[0].path == ((10, 10),)
    assert man(battle, "men", 3).base.y == 30


def test_op_opt_05_followers_measured() -> None:
    """Roll 7: a follower shifted 7.5 is refused, 7.0 allowed."""
    options: dict[str, Any] = {"follower_placement": "measured"}
    units = "a men: x3 10,10 11.5,10 13,10"
    battle = field(units, **options)
    assert clause_of(battle, "men", [3, 4], to((10, 16)), shift(f1=(11.5, 17.5))) == "OP-OPT-05"
    go(field(units, **options), "men", [3, 4], to((10, 16)), shift(f1=(11.5, 17)))
