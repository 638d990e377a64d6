"""What counts in a morale test: class, losses, leaders, cover, wounds (OP-MORALE-06 to 18)."""

from __future__ import annotations

import pytest

from banneret.rulesets.one_page_skirmish.melee import injuries
from banneret.rulesets.one_page_skirmish.morale import checking
from banneret.rulesets.one_page_skirmish.turn import leaders, rounds
from rulesets.one_page_skirmish.field import field, man, play, unit
from rulesets.one_page_skirmish.nerves import FOE, kill, target


@pytest.mark.parametrize(
    ("class_", "base"), [("peasant", 7), ("man_at_arms", 8), ("veteran", 9), ("elite", 10)]
)
def test_op_morale_06_base(class_: str, base: int) -> None:
    """Unmodified targets are 7, 8, 9 and 10."""
    assert target(field(f"a bows: {class_} x3 at 5,5 | {FOE}"), "bows") == base


def test_op_morale_07_each_figure_lost() -> None:
    """Three lost: -3."""
    battle = field(f"a bows: x6 at 5,5 | {FOE}")
    kill(battle, "bows", 3, 4, 5)
    assert target(battle, "bows") == 5


def test_op_morale_08_losses_of_the_whole_game() -> None:
    """Two lost before the last test and one after count three."""
    battle = field(f"a bows: x6 at 5,5 | {FOE}")
    kill(battle, "bows", 4, 5)
    play(battle, checking.test, unit(battle, "bows"), "casualties", dice=[1])
    kill(battle, "bows", 3)
    assert target(battle, "bows") == 5


def test_op_opt_06_losses_since_the_last_test() -> None:
    """With the option only the one lost since the last test counts."""
    battle = field(f"a bows: x6 at 5,5 | {FOE}", losses_counted="since_last_test")
    kill(battle, "bows", 4, 5)
    assert target(battle, "bows") == 6
    play(battle, checking.test, unit(battle, "bows"), "casualties", dice=[1])
    kill(battle, "bows", 3)
    assert target(battle, "bows") == 7


def test_op_morale_09_wounds_and_stuns_are_no_casualties() -> None:
    """A wounded Sergeant causes no test and no -1 for losses; a captured man is lost."""
    battle = field(f"a bows: x4 at 5,5 | {FOE}", phase="morale")
    bows = unit(battle, "bows")
    play(battle, injuries.strike, man(battle, "bows"), None)
    play(battle, injuries.stun, man(battle, "bows", 1), None)
    assert not bows.casualties_since_test
    assert bows.figures_lost == 0
    play(battle, injuries.capture, man(battle, "bows", 2), man(battle, "foe"))
    assert bows.casualties_since_test
    assert bows.figures_lost == 1


def test_op_morale_09_a_lone_knights_hits_never_count() -> None:
    """His own hits are no losses of his unit."""
    battle = field(f"a lord: knight at 5,5 | {FOE}")
    play(battle, injuries.strike, man(battle, "lord"), None)
    assert target(battle, "lord") == 10
    assert not checking.must_test(battle, unit(battle, "lord"))


def test_op_morale_10_sergeant_killed_until_replaced() -> None:
    """Lost its Sergeant only: -2 in all; after a new one is named: -1."""
    battle = field(f"a bows: x4 at 5,5 | a lord: knight at 9,9 | {FOE}", phase="start")
    kill(battle, "bows", 0)
    assert target(battle, "bows") == 6
    play(battle, rounds.begin_turn, answers=[1])
    assert unit(battle, "bows").leader == 1
    assert target(battle, "bows") == 7


def test_op_opt_07_sergeants_count_for_the_whole_game() -> None:
    """Two Sergeants lost, a third leading: -2 besides the losses."""
    battle = field(
        f"a bows: x5 at 5,5 | a lord: knight at 9,9 | {FOE}",
        phase="start",
        sgt_killed_lasts="whole_game",
    )
    for at in (0, 1):
        kill(battle, "bows", at)
        battle.phase = "start"
        play(battle, rounds.begin_turn, answers=[at + 1])
    assert unit(battle, "bows").leader == 2
    assert target(battle, "bows") == 8 - 2 - 2


def test_op_morale_11_lord_killed() -> None:
    """A lone lord's death costs each of his groups 2; a Knight of the group's own costs it 3."""
    battle = field(
        "a bows: x4 at 5,5 lord=lord | a bills: x4 at 15,5 lord=other | a lord: knight at 9,9 "
        f"| a other: knight at 20,9 | {FOE}"
    )
    kill(battle, "lord", 0)
    assert (target(battle, "bows"), target(battle, "bills")) == (6, 8)
    battle = field(f"a spears: elite knight group x5 at 5,5 | {FOE}")
    kill(battle, "spears", 0)
    assert target(battle, "spears") == 7


def test_op_morale_12_half_in_cover() -> None:
    """Three of six in a wood: +1; three of seven: nothing."""
    six = "a bows: x6 at 5,5 7,5 9,5 15,5 17,5 19,5 | b foe: x3 at 40,34"
    seven = "a bows: x7 at 5,5 7,5 9,5 15,5 17,5 19,5 21,5 | b foe: x3 at 40,34"
    wood = "woods: 0,0..10,10"
    assert target(field(six, wood), "bows") == 9
    assert target(field(seven, wood), "bows") == 8


def test_op_morale_13_degree_of_cover_does_not_matter() -> None:
    """Behind a wall it is +1 too."""
    battle = field(f"a bows: x3 at 5,5 | {FOE}", "wall: 0,6 12,6")
    assert target(battle, "bows") == 9


def test_op_morale_18_wounded_leader() -> None:
    """A wounded Sergeant of Veterans without losses: 8."""
    battle = field(f"a bows: veteran x3 at 5,5 0.hits=1 | {FOE}")
    assert target(battle, "bows") == 8


@pytest.mark.parametrize("cover", ["fence: 0,6 12,6", "hedge: 0,6 12,6", "woods: 0,0..15,10"])
def test_op_morale_13_part_cover_is_as_good(cover: str) -> None:
    """A fence, a hedge or a wood gives +1 as well."""
    assert target(field(f"a bows: x3 at 5,5 | {FOE}", cover), "bows") == 9


LORDS = f"a bows: x4 5,5 lord=lord | a bills: x4 15,5 lord=lord | a lord: knight 9,9 | {FOE}"


@pytest.mark.parametrize(("fate", "costs"), [("killed", 2), ("captured", 2), ("fled", 0)])
def test_op_morale_11_all_his_groups_and_however_he_was_lost(fate: str, costs: int) -> None:
    """Every group of a lord killed or taken is at -2; of one who ran it is not."""
    battle = field(LORDS)
    if fate == "fled":
        play(battle, injuries.leave, unit(battle, "lord"), [man(battle, "lord")], fate)
    else:
        play(battle, injuries.lose, man(battle, "lord"), fate)
    assert (target(battle, "bows"), target(battle, "bills")) == (8 - costs, 8 - costs)


def test_op_morale_11_once_and_for_the_rest_of_the_game() -> None:
    """A test passed does not end it, nor does a new Sergeant named by another Knight."""
    battle = field(LORDS.replace("a bows: x4", "a bows: leaderless x4") + " | a other: knight 5,8")
    kill(battle, "lord", 0)
    play(battle, checking.test, unit(battle, "bills"), "casualties", dice=[1])
    bowman = man(battle, "bows", 1).id
    play(battle, leaders.appoint_after, man(battle, "other"), answers=[bowman])
    assert unit(battle, "bows").leader == bowman
    assert unit(battle, "bows").lord_killed
    assert target(battle, "bills") == 6
