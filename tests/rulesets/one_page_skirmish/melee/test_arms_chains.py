"""Whole stories of arms: several rules in a row, over several turns."""

from __future__ import annotations

import pytest

from banneret.core.play.table import Table
from banneret.rulesets.one_page_skirmish.basics.state import (
    Battle,
    footprint,
    is_engaged,
    is_led,
    put,
)
from banneret.rulesets.one_page_skirmish.melee import phase as melee
from banneret.rulesets.one_page_skirmish.screen.events import (
    FollowedUp,
    Fought,
    Hurt,
    Recovered,
    Unhorsed,
)
from banneret.rulesets.one_page_skirmish.turn import man_by_man, rounds
from rulesets.one_page_skirmish.arms import (
    act,
    apart,
    dice_of,
    face_off,
    fight,
    lines,
    next_turn,
    ours,
    shoot,
    theirs,
)
from rulesets.one_page_skirmish.field import field, man, play, unit
from rulesets.scripting import events_of, first


def _stir(battle: Battle, player: str) -> Table[Battle]:
    """The stun counters of a player whose card came up."""
    next_turn(battle, player)
    return play(battle, rounds._stir)


def test_op_stun_06_three_peasants_pull_a_knight_down_and_capture_him() -> None:
    """Pulled from the saddle and stunned, followed up, he is taken in the peasants' next turn."""
    battle = field(
        "a mob: peasant improvised x4 at 6,10 10,10 9,10 11,10 | "
        "b lord: knight ar4 lance sword mounted at 10,11.5 south | b men: x2 at 30,30",
        phase="melee",
    )
    knight = man(battle, "lord")
    table = fight(battle, 10, 10, 3, 5, answers=[(1, 2, 3), "stun", "stun", 1, first, 1, 2])
    assert events_of(table, Fought)[0].pairs == ("attacker_wins", "attacker_wins", "defender_wins")
    assert (knight.stun, knight.mounted, knight.hits) == (1, False, 0)
    assert len(battle.mounts) == 1
    melee.clear_combats(battle)
    _stir(battle, "b")
    assert knight.stun == 0
    fight(battle)
    assert battle.phase == "turn_end"
    next_turn(battle, "a")
    fight(battle, answers=["leave", "capture"])
    assert knight.fate == "captured"
    assert unit(battle, "men").lord_killed
    assert not unit(battle, "men").casualties_since_test


def test_op_melee_07_polearm_over_three_turns_won_lost_followed_and_left() -> None:
    """First +1, lost and followed up -1, won +1 again, left alone: a first round once more."""
    battle = face_off("polearm ar4", "ar4")
    bill = ours(battle)
    fight(battle, 1, 9, answers=[("follow_up", bill.id)])
    melee.clear_combats(battle)
    next_turn(battle, "b")
    table = fight(battle, 5, 9, answers=[("follow_up", theirs(battle).id)])
    assert lines(table, 1) == {"polearm, lost or tied": -1}
    assert bill.combat == "won"
    melee.clear_combats(battle)
    next_turn(battle, "a")
    table = fight(battle, 6, 5, answers=["stay"])
    assert lines(table, 0) == {"polearm, first or won": 1}
    melee.clear_combats(battle)
    assert bill.combat == ""
    assert theirs(battle).combat == ""


def test_op_melee_14_tie_lock_lasts_until_somebody_wins() -> None:
    """Tied in both turns they stay locked and take no other action."""
    battle = face_off("polearm ar4", "ar4")
    for player in ("a", "b", "a"):
        next_turn(battle, player)
        polearm = 1 if ours(battle).combat == "" else -1
        dice = (5, 5 + polearm) if player == "a" else (5 + polearm, 5)
        fight(battle, *dice)
        melee.clear_combats(battle)
        assert is_engaged(battle, ours(battle))
        assert man_by_man.allowed_kinds(battle, ours(battle)) == ["nothing"]
        assert ours(battle).combat == "tied"


def test_op_melee_21_unhorsed_then_followed_up_is_still_in_the_fight() -> None:
    """The winner closes the inch; in his own turn the thrown man strikes back on foot."""
    battle = face_off("ar4", "lance sword mounted ar4", foe_at="10,11.5")
    table = fight(battle, 9, 5, answers=[first, ("follow_up", ours(battle).id)])
    assert events_of(table, Unhorsed)
    assert events_of(table, FollowedUp)
    assert apart(ours(battle), theirs(battle)) <= 0.001
    next_turn(battle, "b")
    assert lines(fight(battle, 5, 5), 0) == {}


def test_op_melee_26_surrounded_man_strikes_back_and_is_mobbed_again() -> None:
    """In his turn he attacks one at full value; in theirs he defends at -2 against three."""
    battle = field(
        "a k: knight sword ar4 at 10,11 | b foes: ar4 x4 at 3,33 10,10 9,11 11,11", phase="melee"
    )
    table = fight(battle, 5, 6, answers=[2])
    assert (lines(table, 0), dice_of(table)) == ({"Knight": 1}, ["attacker 1", "defender"])
    fight(battle)
    next_turn(battle, "b")
    table = fight(battle, 5, 5, 5, 6, answers=[(2, 3, 4)])
    assert lines(table, 3) == {"Knight": 1, "extra attackers": -2}


def test_op_stun_04_stunned_in_bs_turn_lies_through_as_next_and_acts_in_the_one_after() -> None:
    """Counter 1, then 0, then he comes to."""
    battle = face_off("ar4", "x3")
    man_down = ours(battle)
    next_turn(battle, "b")
    fight(battle, 9, 5, answers=["stun", "stay"])
    assert man_down.stun == 1
    assert not events_of(_stir(battle, "a"), Recovered)
    assert man_down not in man_by_man.able(battle, unit(battle, "ours"))
    _stir(battle, "b")
    assert man_down.stun == 0
    assert events_of(_stir(battle, "a"), Recovered) == [Recovered(man_down.id)]
    assert man_down in man_by_man.able(battle, unit(battle, "ours"))


def test_op_load_05_crossbow_across_moves_and_melee() -> None:
    """Half loaded, he is caught in a melee and must begin again; loaded he stays loaded."""
    battle = face_off("crossbow", "ar4", foe_at="10,20")
    bow = ours(battle)
    man(battle, "ours").acted = True
    shoot(battle, bow, theirs(battle), 1)
    next_turn(battle, "a", "action")
    act(battle, "ours", answers=[bow.id, "load"])
    put(battle, theirs(battle), 10, 11, 180)
    next_turn(battle, "b")
    fight(battle, 5, 6)
    assert bow.load == 0
    put(battle, theirs(battle), 10, 20, 180)
    for expected in (1, 2):
        next_turn(battle, "a", "action")
        act(battle, "ours", answers=[bow.id, "load"])
        assert bow.load == expected
    put(battle, theirs(battle), 10, 11, 180)
    next_turn(battle, "b")
    fight(battle, 5, 6)
    assert bow.load == 2


def test_op_shoot_07_aim_then_the_target_dies() -> None:
    """The mark is gone; a shot at another has no bonus and all goes on."""
    battle = field("a bows: longbow x3 at 10,4 13,4 16,4 | b foes: x4 at 3,33 10,25 13,25 16,25")
    act(battle, "bows", answers=[0, "aim", 4])
    act(battle, "bows", 9, answers=[1, "fire", 4])
    assert man(battle, "foes", 1).fate == "killed"
    assert man(battle, "bows").aim == -1
    next_turn(battle, "a", "action")
    assert lines(act(battle, "bows", 1, answers=[0, "fire", 5]), 0) == {}


def test_op_lead_02_shot_kills_the_sergeant_and_the_group_is_leaderless() -> None:
    """Two arrows later the group only loads, fires or waits, and must test."""
    battle = field("a bows: longbow x2 at 10,10 | b foes: longbow sword x3 at 10,30 12,30 14,30")
    sergeant = man(battle, "foes")
    table = act(battle, "bows", 9, answers=[0, "fire", sergeant.id])
    assert [hurt.effect for hurt in events_of(table, Hurt)] == ["wound"]
    act(battle, "bows", 9, answers=["fire", sergeant.id])
    group = unit(battle, "foes")
    assert sergeant.fate == "killed"
    assert (group.casualties_since_test, group.sergeant_vacant) == (True, True)
    assert not is_led(battle, group)
    next_turn(battle, "b", "action")
    assert man_by_man.allowed_kinds(battle, man(battle, "foes", 1)) == ["fire", "turn", "nothing"]


def test_op_shoot_17_dead_riders_horse_is_ridden_by_his_comrade() -> None:
    """Shot dead in the saddle he leaves a horse that an unhorsed comrade beside it mounts."""
    battle = field(
        "a bow: longbow at 10,10 | b riders: mounted sword x3 at 20,20 10,25 11,25 north"
    )
    shoot(battle, man(battle, "bow"), man(battle, "riders", 1), 10, declared="mount")
    shoot(battle, man(battle, "bow"), man(battle, "riders", 2), 10, declared="rider")
    next_turn(battle, "b", "action")
    assert [mount.base.x for mount in battle.mounts] == [11.0]
    man(battle, "riders").base = footprint(True, 12, 28, 0)
    battle.memo.forget()
    act(battle, "riders", answers=[man(battle, "riders", 1).id, "mount"])
    assert man(battle, "riders", 1).mounted
    assert battle.mounts == []


@pytest.mark.parametrize("player", ["a", "b"])
def test_op_melee_02_each_side_wounds_in_its_own_turn_only(player: str) -> None:
    """Whoever's turn it is, only his man can draw blood."""
    battle = face_off()
    next_turn(battle, player)
    table = fight(battle, 1, 10, answers=["stay"])
    assert not events_of(table, Hurt)
