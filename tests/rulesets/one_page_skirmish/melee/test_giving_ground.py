"""Push backs, falls from the saddle and follow-ups (OP-MELEE-20 to 22, 31; OP-OPT-14, 15)."""

from __future__ import annotations

from math import hypot

import pytest

from banneret.core.errors import BadPlayer
from banneret.rulesets.one_page_skirmish.basics.state import Battle, footprint, is_engaged, put
from banneret.rulesets.one_page_skirmish.movement import mounts
from banneret.rulesets.one_page_skirmish.screen.events import (
    FollowedUp,
    Fought,
    Pushed,
    Revealed,
    Unhorsed,
)
from banneret.tabletop.shapes.measuring import gap, overlaps, touches
from rulesets.one_page_skirmish.arms import apart, face_off, fight, ours, places, theirs
from rulesets.one_page_skirmish.field import field, man, questions_of
from rulesets.scripting import events_of, first


def _beat(battle: Battle, *answers: object) -> None:
    """Our man wins by two against armour of four: a push or a fall, no blood."""
    fight(battle, 7, 5, answers=list(answers))


def test_op_melee_20_pushed_towards_a_friend_he_stops_at_him() -> None:
    """A friend 0.4 behind stops him after 0.4."""
    battle = field(
        "a ours: x2 at 3,3 10,10 | b theirs: ar4 x3 at 3,33 10,11 10,12.4", phase="melee"
    )
    _beat(battle, "stay")
    assert places([theirs(battle)]) == [(10.0, 11.4)]
    assert theirs(battle).base.facing == 180.0


def test_op_melee_20_pushed_straight_away_from_the_winners_centre() -> None:
    """From a corner contact he goes diagonally, an inch, his facing unchanged."""
    battle = face_off("", "ar4", foe_at="11,11")
    _beat(battle, "stay")
    base = theirs(battle).base
    assert (base.x, base.y) == (11.707, 11.707)
    assert hypot(base.x - 11, base.y - 11) == pytest.approx(1.0, abs=0.001)


@pytest.mark.parametrize(
    ("terrain", "y"),
    [
        ("fence: 0,12 20,12", 11.5),
        ("wall: 0,12 20,12", 11.5),
        ("hedge: 0,11.5 20,11.5", 11.0),
        ("gate_shut g: 0,12 20,12", 11.5),
        ("building: 5,12..15,16", 11.5),
        ("deep_water: 5,12..15,16", 11.5),
        ("impassable: 5,12..15,16", 11.5),
        ("woods: 5,12..15,16", 12.0),
        ("water: 5,12..15,16", 12.0),
    ],
)
def test_op_melee_20_obstacles_and_barred_ground_stop_a_push(terrain: str, y: float) -> None:
    """A fence, wall, hedge, outline or deep water stops the base; woods and fords do not."""
    battle = face_off("", "ar4", terrain=terrain)
    fight(battle, 7, 5, answers=["stay"] if y > 11.0 else [])
    assert theirs(battle).base.y == pytest.approx(y, abs=0.002)


def test_op_melee_20_base_across_a_line_stops_with_its_centre_on_its_own_side() -> None:
    """A man whose base lies over a fence is not pushed to the other side of it."""
    battle = face_off("", "ar4", terrain="fence: 0,11.3 20,11.3")
    _beat(battle, "stay")
    assert 11.25 < theirs(battle).base.y < 11.3


def test_op_melee_20_table_edge_stops_a_push() -> None:
    """His base stays wholly on the table."""
    battle = face_off("", "ar4", at="10,34.2", foe_at="10,35.2")
    _beat(battle, "stay")
    assert places([theirs(battle)]) == [(10.0, 35.5)]


def test_op_melee_20_driven_once_away_from_the_largest_margin() -> None:
    """Of two winners by 4 and 2 the first drives him; of equals the active player chooses."""
    position = "a men: x3 at 3,3 10,10 9,11 | b foes: ar4 x2 at 3,33 10,11"
    battle = field(position, phase="melee")
    table = fight(battle, 5, 7, 5, answers=[(1, 2), "stay"])
    assert len(events_of(table, Pushed)) == 1
    assert places([man(battle, "foes", 1)]) == [(11.0, 11.0)]
    battle = field(position, phase="melee")
    fight(battle, 7, 7, 5, answers=[(1, 2), ("melee.push_from", 1), "stay"])
    assert places([man(battle, "foes", 1)]) == [(10.0, 12.0)]


def test_op_melee_20_hidden_man_run_into_is_revealed() -> None:
    """Two bases never share a place: the push stops at the hidden man and shows him."""
    battle = field(
        "a ours: x2 at 3,3 10,10 | b theirs: ar4 x2 at 3,33 10,11 | b ambush: hidden at 10,12.5",
        phase="melee",
    )
    table = fight(battle, 7, 5, answers=["stay"])
    assert theirs(battle).base.y == 11.5
    assert events_of(table, Revealed)


def test_op_melee_21_winner_who_declines_leaves_them_free() -> None:
    """Not followed up, the figures are no longer engaged."""
    battle = face_off("", "ar4")
    _beat(battle, "stay")
    assert not is_engaged(battle, ours(battle))


def test_op_melee_21_winner_closes_up_again() -> None:
    """Following up he moves straight into contact, an inch at most."""
    battle = face_off("", "ar4")
    table = fight(battle, 7, 5, answers=[("follow_up", ours(battle).id)])
    assert is_engaged(battle, ours(battle))
    assert events_of(table, FollowedUp)[0].place == (10.0, 11.0, 0.0)


def test_op_melee_21_defender_may_follow_one_of_those_he_beat() -> None:
    """A defender beaten by nobody chooses which beaten attacker to close with."""
    battle = field("a men: x3 at 3,3 10,10 9,11 | b foes: ar4 x2 at 3,33 10,11", phase="melee")
    fight(battle, 1, 1, 9, answers={"a": [(1, 2)], "b": [("follow_up", 2)]})
    foe = man(battle, "foes", 1)
    assert touches(foe.base, man(battle, "men", 2).base)
    assert not touches(foe.base, man(battle, "men", 1).base)


def test_op_melee_21_beaten_defender_does_not_follow() -> None:
    """Beaten by one he may not go after the other whom he beat."""
    battle = field("a men: x3 at 3,3 10,10 9,11 | b foes: ar4 x2 at 3,33 10,11", phase="melee")
    table = fight(battle, 9, 1, 7, answers={"a": [(1, 2), "stay"], "b": []})
    assert questions_of(table) == ["melee.attackers", "follow_up"]
    bare = field("a men: x3 at 3,3 10,10 9,11 | b foes: x2 at 3,33 10,11", phase="melee")
    table = fight(bare, 9, 1, 7, answers={"a": [(1, 2), "hurt"], "b": []})
    assert questions_of(table) == ["melee.attackers", "melee.stun"]  # he is dead


def test_op_melee_21_no_following_across_an_obstacle() -> None:
    """Over a fence nobody follows, and nobody is asked."""
    battle = face_off("", "ar4", terrain="fence: 0,10.5 20,10.5")
    assert "follow_up" not in questions_of(fight(battle, 7, 5))
    near = field(  # ours leans over it, and a friend behind theirs leaves him 0.15 inches to go
        "a ours: x2 at 3,3 10,10 | b theirs: ar4 x3 at 3,33 10,11 10,12.15",
        terrain="fence: 0,10.2 20,10.2",
        phase="melee",
    )
    assert "follow_up" not in questions_of(fight(near, 7, 5))


def test_op_melee_21_only_the_unbeaten_within_an_inch_follow() -> None:
    """Neither the attacker who was beaten, nor one from whom a thrown rider lies further off."""
    text = "a men: x3 at 3,3 10,10 11,11 | b foes: ar4 x2 at 3,33 10,11"
    for who in (2, 1):
        battle = field(text, phase="melee")
        if who == 2:  # beaten; the beaten defender is an inch from him
            with pytest.raises(BadPlayer):
                fight(battle, 9, 2, 7, answers=[[1, 2], 2])
        else:
            fight(battle, 9, 2, 7, answers=[[1, 2], 1])
    text = "a men: x3 at 3,3 9,11 10,10.5 | b foes: ar4 mounted x2 at 3,33 10,12"
    battle = field(text, phase="melee")
    table = fight(battle, 7, 5, 5, answers=[[1, 2], first])  # the first has no room to follow
    assert "follow_up" not in questions_of(table)
    assert gap(man(battle, "men", 2).base, man(battle, "foes", 1).base) > 1.1


def test_op_melee_21_active_player_follows_first_each_once() -> None:
    """Both unbeaten attackers may follow, in the order their owner likes: one won, one tied."""
    battle = field("a men: x3 at 3,3 9.5,10 10.5,10 | b foes: ar4 x2 at 3,33 10,11", phase="melee")
    table = fight(battle, 9, 6, 7, answers=[(1, 2), ("follow_up", 2), ("follow_up", 1)])
    assert [followed.figure for followed in events_of(table, FollowedUp)] == [2, 1]


@pytest.mark.parametrize(
    ("ours_at", "horse_at", "facing"),
    [
        ("10,10", "10,11.5", 180),
        ("10,10", "10,11.5", 0),
        ("10,10", "10.5,11", 90),
        ("10,10", "11,11.5", 180),
        ("10,10", "11.1,10.9", 45),
    ],
)
def test_op_melee_22_unhorsed_rider_stands_an_inch_clear(
    ours_at: str, horse_at: str, facing: int
) -> None:
    """However his horse stood the gap to the winner is 1 inch and his mount is beside him."""
    battle = field(
        f"a ours: x2 at 3,3 {ours_at} | "
        f"b theirs: ar4 lance sword mounted barded1 x2 at 3,30 {horse_at} facing {facing}",
        phase="melee",
    )
    table = fight(battle, 9, 5, answers=[first, ("follow_up", 1)])
    rider = theirs(battle)
    thrown = events_of(table, Unhorsed)[0]
    start = footprint(False, *thrown.place)
    assert gap(start, footprint(False, 10, 10, 0)) == pytest.approx(1.0, abs=2e-3)
    assert thrown.mount is not None
    assert touches(footprint(True, *thrown.mount), start)
    (mount,) = battle.mounts
    assert (mount.armour, rider.mount_armour, rider.hits, rider.stun) == (1, 0, 0, -1)
    assert is_engaged(battle, ours(battle))


def test_op_melee_22_mount_keeps_off_the_enemy_if_it_can() -> None:
    """A place touching an enemy is refused while there is another; so is one apart from him."""
    battle = face_off("", "ar4 mounted", foe_at="10,11.5")
    rider = theirs(battle)
    put(battle, man(battle, "ours"), 11.5, 12, 0)
    touching = {rider.id: [10.5, 11.0 + 0.5, 90.0]}
    with pytest.raises(BadPlayer, match="OP-MELEE-22"):
        fight(battle, 9, 5, answers=[touching])
    battle = face_off("", "ar4 mounted", foe_at="10,11.5")
    with pytest.raises(BadPlayer, match="OP-MELEE-22"):
        fight(battle, 9, 5, answers=[{rider.id: [20.0, 20.0, 0.0]}])


def test_op_melee_22_without_room_the_mount_bolts() -> None:
    """Hemmed in there is no place for the horse: it is removed."""
    battle = field(
        "a ours: x2 at 3,3 10,10 | b theirs: ar4 mounted x2 at 3,30 10,11.5 | "
        "b mates: x5 at 8.9,12.2 11.1,12.2 10,13.2 11.1,11.2 8.9,11.2",
        phase="melee",
    )
    table = fight(battle, 9, 5, answers=["stay"])
    assert battle.mounts == []
    assert events_of(table, Unhorsed)[0].mount is None


def test_op_melee_22_blocked_rider_stands_where_he_can() -> None:
    """With a friend close behind he is nearer than an inch; with no room at his old centre."""
    battle = field(
        "a ours: x2 at 3,3 10,10 | b theirs: ar4 mounted x3 at 3,30 10,11.5 14,30 | "
        "b mate: x1 at 10,13",
        phase="melee",
    )
    fight(battle, 9, 5, answers=[first, "stay"])
    assert places([theirs(battle)]) == [(10.0, 12.0)]
    battle = field(
        "a ours: x2 at 3,3 10,10 | b theirs: ar4 mounted x3 at 3,30 10,11.5 14,30 | "
        "b mate: x1 at 10.9,12.4",
        phase="melee",
    )
    fight(battle, 9, 5, answers=[first, "stay"])
    assert theirs(battle).base.y < 12.0


def test_op_melee_31_riderless_mount_is_no_hindrance() -> None:
    """It does not stop a push, does not fight and is moved aside."""
    battle = face_off("", "ar4")
    horse = mounts.turn_loose(battle, theirs(battle), footprint(True, 10, 13.2, 90))
    before = horse.base
    _beat(battle, "stay")
    assert places([theirs(battle)]) == [(10.0, 12.0)]
    assert (horse.base.x, horse.base.y) == (before.x, before.y)
    horse.base = footprint(True, 10, 14.0, 90)
    put(battle, ours(battle), 10, 11, 0)
    battle.contacts = battle.fought = battle.struck = ()
    horse.base = footprint(True, 10, 13.3, 90)
    _beat(battle, "stay")
    assert places([theirs(battle)]) == [(10.0, 13.0)]
    assert not overlaps(horse.base, theirs(battle).base)
    assert apart(ours(battle), theirs(battle)) == pytest.approx(1.0, abs=0.002)
    for foe_at, engaged in (("10,11", True), ("10,20", False)):
        battle = face_off("", "ar4", foe_at=foe_at)
        mounts.turn_loose(battle, theirs(battle), footprint(True, 11, 10, 0))
        assert is_engaged(battle, ours(battle)) is engaged


def test_op_opt_14_pairs_gives_a_fresh_defending_die_for_each() -> None:
    """Attacker, defender, attacker, defender: the -1s still apply."""
    battle = field(
        "a men: x3 at 3,3 10,10 9,11 | b foes: ar4 x2 at 3,33 10,11",
        phase="melee",
        multi_attack="pairs",
    )
    table = fight(battle, 5, 6, 5, 7, answers=[(1, 2), "stay"])
    fought = events_of(table, Fought)[0]
    assert fought.defend_totals == (5, 6)
    assert fought.pairs == ("tie", "defender_wins")


def test_op_opt_14_best_counts_the_highest_attacker_alone() -> None:
    """Totals 9, 6, 4 against 6: the defender is beaten once, no attacker gives ground."""
    battle = field(
        "a men: x4 at 3,3 10,10 9,11 11,11 | b knight: knight ar4 at 10,11",
        phase="melee",
        multi_attack="best",
    )
    table = fight(battle, 9, 6, 4, 7, answers=[(1, 2, 3), "stay"])
    assert [pushed.figure for pushed in events_of(table, Pushed)] == [4]
    assert [man(battle, "men", at).combat for at in (1, 2, 3)] == ["won", "tied", "tied"]


def test_op_opt_15_winner_chooses_to_push_a_rider() -> None:
    """A pushed rider stays mounted, an inch back; unhorsing is the other choice."""
    battle = face_off("", "ar4 mounted", foe_at="10,11.5", unhorse="winner_choice")
    fight(battle, 8, 5, answers=[("melee.unhorse", "push"), "stay"])
    assert theirs(battle).mounted
    assert places([theirs(battle)]) == [(10.0, 12.5)]
    battle = face_off("mounted", "", at="10,9.5", unhorse="winner_choice")
    fight(battle, 1, 9, answers={"b": [("melee.unhorse", "unhorse"), "stay"], "a": [first]})
    assert not ours(battle).mounted


def test_op_melee_22_along_the_line_from_the_winner() -> None:
    """He goes from the winner's centre through his own old one, whatever way the winner faces."""
    battle = field(
        "a ours: x2 at 3,3 10,10 | b theirs: ar4 mounted x2 at 3,30 11,11.5", phase="melee"
    )
    table = fight(battle, 9, 5, answers=[first, "stay"])
    x, y, _ = events_of(table, Unhorsed)[0].place
    assert (x - 10) * 1.5 == pytest.approx((y - 10) * 1.0, abs=0.01)


def test_op_melee_22_his_owner_sets_the_horse_down() -> None:
    """Not the winner; on the table, and off the enemy as long as there is another place."""
    battle = face_off("", "ar4 mounted", foe_at="10,11.5")
    fight(battle, 9, 5, answers={"b": [("melee.mount_place", first)], "a": [("follow_up", "stay")]})
    assert len(battle.mounts) == 1
    battle = face_off("", "ar4 mounted", foe_at="10,11.5")
    with pytest.raises(BadPlayer, match="need not touch an enemy"):
        fight(battle, 9, 5, answers=[{theirs(battle).id: [11.0, 11.5, 0.0]}])
    battle = face_off("", "ar4 mounted", at="0.5,10", foe_at="0.5,11.5")
    with pytest.raises(BadPlayer, match="OP-MOVE-24"):
        fight(battle, 9, 5, answers=[{theirs(battle).id: [-0.5, 12.5, 0.0]}])
