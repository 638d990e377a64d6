"""Withdrawal, the end, who won, renewing, the wounded afterwards, carrying (KK-FINIS, KK-AFTER)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.rulesets.knights_and_knaves.basics.state import (
    COMING,
    DEAD,
    DISABLED,
    GONE,
    STEADY,
    WITHDRAWING,
    Battle,
    put,
)
from banneret.rulesets.knights_and_knaves.command import hearing
from banneret.rulesets.knights_and_knaves.command.action import chits, qualifiers
from banneret.rulesets.knights_and_knaves.morale import finis, victory
from banneret.rulesets.knights_and_knaves.screen.events import (
    BattleEnded,
    Conceded,
    Survived,
    Withdraws,
)
from banneret.rulesets.knights_and_knaves.setup.entries import Aim
from rulesets.knights_and_knaves.field import field, man, men, retinue, unit
from rulesets.knights_and_knaves.scripts import run
from rulesets.scripting import events_of, heard, idea, rolls

FOE = "b foe: at 60,40"
LOST = "1.status=dead 2.status=disabled 3.status=captive 4.status=gone 5.status=routing"


def weary(words: str = "", lord: str = "", **rest: Any) -> Battle:
    return field(
        f"a Ralf: lord {lord} at 5,5 | a men: x8 permanent=1 at 30,20 {words} | {FOE}",
        phase="withdrawal",
        **rest,
    )


# -- withdrawal


def test_kk_finis_01_a_lord_may_lead_his_men_off() -> None:
    """By ordinary moves: a way that ends beyond the own edge is lawful and takes him off."""
    battle = field(
        f"a Ralf: lord chit=move_full in_command at 10,4 | {FOE}", phase="declare", declaring=("a",)
    )
    run(battle, "targets", answers={"way": [["walk", [[10.0, -3.0]], -1]]}, dice=[1], exact=False)
    assert man(battle, "Ralf").status == GONE
    assert not man(battle, "Ralf").routed


@pytest.mark.parametrize(("dice", "goes"), [([1, 3], True), ([1, 4], False)])
def test_kk_finis_02_two_dice_below_its_losses(dice: list[int], goes: bool) -> None:
    """Five lost: a total of 4 sends it home, 5 does not."""
    battle = weary(LOST)
    table = run(battle, "end", dice=dice)
    assert unit(battle, "men").withdrawing is goes
    assert man(battle, "men").status == (WITHDRAWING if goes else STEADY)
    assert bool(events_of(table, Withdraws)) is goes


def test_kk_finis_02_not_in_command_nor_at_level_0() -> None:
    """With its lord in reach, or fresh, it does not roll; the roll is its player's own."""
    battle = weary(LOST)
    put(battle, man(battle, "Ralf"), 27.0, 20.0, 0.0)
    assert rolls(run(battle, "end")) == []
    battle = weary(LOST.replace("5.", "0.permanent=0 5."))
    for one in men(battle, "men"):
        one.permanent = 0
    assert rolls(run(battle, "end")) == []
    table = run(weary(LOST), "end", dice=[10, 10])
    assert heard(table, "b") == []


def test_kk_finis_03_a_fallen_leader_counts_losses_twice() -> None:
    """Two lost with the leader among them: four, so a total of 3 goes and 2 alone would not."""
    battle = weary("0.status=disabled 0.stamina=0 1.status=dead")
    assert finis.leader_lost(battle, unit(battle, "men"))
    run(battle, "end", dice=[1, 2])
    assert unit(battle, "men").withdrawing


def test_kk_finis_03_doubled_while_the_first_leader_is_down_whoever_leads_now() -> None:
    """A successor does not end the doubling (KK-DEF-08)."""
    battle = weary("0.status=disabled 0.stamina=0 1.class=valet")
    unit(battle, "men").leader = man(battle, "men", 1).id
    assert finis.leader_lost(battle, unit(battle, "men"))
    man(battle, "men").status = STEADY
    assert not finis.leader_lost(battle, unit(battle, "men"))


def test_kk_finis_04_the_lord_stops_it_and_it_resumes_when_he_is_gone() -> None:
    """In his range it halts; out of it it goes on without a new roll."""
    battle = weary("unit.withdrawing=true")
    hearing.measure(battle)
    assert all(one.status == WITHDRAWING for one in men(battle, "men"))
    put(battle, man(battle, "Ralf"), 27.0, 20.0, 0.0)
    hearing.measure(battle)
    assert all(one.status == STEADY and one.in_command for one in men(battle, "men"))
    put(battle, man(battle, "Ralf"), 5.0, 5.0, 0.0)
    hearing.measure(battle)
    assert all(one.status == WITHDRAWING for one in men(battle, "men"))
    assert rolls(run(battle, "end")) == []


def test_kk_finis_04_stopped_and_resumed_over_turns() -> None:
    """It walks home, halts under its lord's eyes, and walks on when he rides away."""
    battle = weary("unit.withdrawing=true", "mounted")
    for one in men(battle, "men"):
        one.permanent = 0
    ys = [man(battle, "men").base.y]
    spots = [(5.0, 40.0), (27.0, 14.0), (60.0, 5.0)]
    for spot in spots:
        put(battle, man(battle, "Ralf"), *spot, 0.0)
        battle.phase = "turn"
        run(battle, "end", answers={"chit": "stay", "command": "done", "way": idea(-1)},
            dice=[5, 6] * 30, exact=False)  # fmt: skip
        ys.append(man(battle, "men").base.y)
    assert ys[1] < ys[0]
    assert ys[2] == ys[1]
    assert ys[3] < ys[2]


def test_kk_finis_05_what_counts_as_lost_and_who_does_not_roll() -> None:
    """Disabled, dead, captured, gone and routing now; a unit with nobody able does not roll."""
    battle = weary(LOST)
    assert finis.losses(battle, unit(battle, "men")) == 5
    battle = weary(" ".join(f"{at}.status=dead" for at in range(8)))
    assert rolls(run(battle, "end")) == []


def test_kk_finis_05_the_level_is_the_leaders() -> None:
    """A leader still at level 0 does not roll though his men are tired; at level 1 he does."""
    for level, thrown in ((0, 0), (1, 1)):
        battle = weary(f"0.permanent={level}")
        for at in range(1, 8):
            man(battle, "men", at).permanent = 1 - level
        assert len(rolls(run(battle, "end", dice=[9, 9] * thrown))) == thrown


def test_kk_finis_05_withdrawing_men_leave_without_a_roll() -> None:
    """Their chit is a full move, toward their own edge."""
    battle = weary("unit.withdrawing=true withdrawing")
    battle.phase = "measure"
    table = run(battle, "panic", answers={"chit": "stay"}, dice=[1])
    assert rolls(table, "action") == [(1,)]
    assert man(battle, "men").chit == "move_full"
    declared = qualifiers.without_asking(battle, man(battle, "men"))
    assert declared is not None
    assert declared.path[-1][1] < 0.0


# -- the end


def ending(text: str, **rest: Any) -> Battle:
    return field(text, phase="end", **rest)


def test_kk_finis_06_the_fourth_level_ends_the_battle() -> None:
    """At the end of turn 40 everybody is worn out."""
    battle = ending(f"a Hal: permanent=3 at 10,10 | {FOE}", turn=40)
    run(battle, "renew")
    assert battle.ended_by == finis.WORN_OUT
    run(battle, "nothing", answers={"renew": "end"})
    assert battle.over


def test_kk_finis_07_renewed_if_everybody_wants_it() -> None:
    """Both want it: they set up again; one does not: it is over."""
    for answers, phase in ((["renew", "renew"], "setup"), (["renew", "end"], "after")):
        battle = ending(f"a Hal: permanent=3 at 10,10 | {FOE}", turn=40)
        run(battle, "renew")
        run(battle, 1, answers={"renew": answers})
        assert battle.phase == phase


def test_kk_finis_08_what_the_rest_gives_back() -> None:
    """Fatigue 0, quivers full, turn counter anew; wounds stay, those gone stay gone."""
    battle = ending(
        "a Hal: longbow permanent=3 temporary=2 stamina=2 out_of_ammo=true at 10,10 | "
        "a Ned: gone at 20,10 | a Tom: dead stamina=0 at 22,10 | a Guy: mounted at 30,10 "
        f"horse.permanent=3 horse.temporary=1 horse.stamina=4 | {FOE}",
        turn=40,
    )
    run(battle, "setup", answers={"renew": "renew"})
    hal = man(battle, "Hal")
    horse = battle.horses[0]
    assert (horse.permanent, horse.temporary, horse.stamina) == (0, 0, 4)
    assert (hal.permanent, hal.temporary, hal.out_of_ammo, hal.stamina) == (0, 0, False, 2)
    assert (battle.turn, battle.renewals) == (0, 1)
    assert man(battle, "Ned").status == GONE
    assert man(battle, "Tom").status == DEAD
    assert hal.status == COMING
    run(battle, "rally", dice=[9, 1], answers={"order": lambda c: c.ideas()[0]})
    assert battle.turn == 1
    assert hal.status == STEADY


@pytest.mark.parametrize("words", ["routing", "withdrawing", "dead stamina=0", "gone", "stun=3"])
def test_kk_finis_09_one_side_left_holds_the_field(words: str) -> None:
    """Without anybody able who neither runs nor withdraws b has lost."""
    battle = ending(f"a Hal: at 10,10 | b foe: {words} at 60,40")
    run(battle, "none")
    result = victory.over(battle)
    assert result is not None
    assert (result.winner, battle.ended_by) == ("a", finis.FIELD)


def test_kk_finis_09_otherwise_the_fewer_points_lost() -> None:
    """At the scenario's end points of the dead, disabled, captured and routed off are compared."""
    battle = ending(
        f"a Hal: at 10,10 | a Ned: dead stamina=0 at 12,10 | {FOE} | "
        "b Wat: peasant disabled stamina=0 at 50,40 | b Pip: gone at 1,1",
        turn=10,
        turns=10,
    )
    assert victory.points_lost(battle) == {"a": 20.0, "b": 7.0}
    run(battle, "none", answers={"renew": "end"}, dice=[1], exact=False)
    result = victory.over(battle)
    assert result is not None
    assert (result.winner, result.reason) == ("b", "b lost fewer points")
    assert result.losses == {"a": 1, "b": 1}


def test_kk_finis_09_routed_off_is_lost_walked_off_is_not() -> None:
    """Two men gone from the table: only the one who ran counts."""
    battle = ending(f"a Hal: gone at 1,1 | a Ned: gone routed=true at 1,1 | {FOE}")
    assert victory.points_lost(battle)["a"] == 20.0


def test_kk_finis_09_equal_losses_are_a_draw() -> None:
    """Nothing lost on either side."""
    battle = ending(f"a Hal: at 10,10 | {FOE}", turn=10, turns=10)
    run(battle, "none", answers={"renew": "end"})
    result = victory.over(battle)
    assert result is not None
    assert result.winner is None


def test_kk_finis_09_stopped_by_agreement_or_given_up() -> None:
    """All players call for a stop, or one side concedes; one call alone does nothing."""
    battle = ending(f"a Hal: at 10,10 | {FOE}")
    run(battle, "turn", calls=[("a", "stop")])
    assert retinue(battle, "a").ends
    battle.phase = "end"
    run(battle, "renew", calls=[("b", "stop")])
    assert battle.ended_by == finis.AGREED
    battle = ending(f"a Hal: at 10,10 | {FOE}")
    table = run(battle, "none", calls=[("a", "concede")])
    assert events_of(table, Conceded) == [Conceded("a")]
    result = victory.over(battle)
    assert result is not None
    assert result.winner == "b"
    assert events_of(table, BattleEnded)[0].winner == "b"


def test_kk_finis_09_of_three_sides_one_gives_up() -> None:
    """The other two are compared; who gave up cannot win, though he did what he came for."""
    battle = ending(
        "a Hal: at 10,10 | b Tom: at 60,40 | b Wat: dead stamina=0 at 1,1 | c Cy: at 30,40",
        aim=(Aim(kind="survive", side="a", points=9),),
    )
    run(battle, "none", calls=[("a", "concede")])
    result = victory.over(battle)
    assert result is not None
    assert (result.winner, result.reason) == ("c", "c lost fewer points")
    assert result.score == {"a": 29, "b": 0, "c": 20}  # what one came for, and what others lost


def test_kk_finis_09_aims_override() -> None:
    """Who holds the mill wins, though he lost more."""
    battle = ending(
        f"a Hal: at 33,23 | a Ned: dead stamina=0 at 12,10 | {FOE}",
        terrain="field mill: 30,20..36,26",
        aim=(Aim(kind="hold", side="a", points=50, feature="mill"),
             Aim(kind="hold", side="b", points=50, feature="mill")),
        turn=10,
        turns=10,
    )  # fmt: skip
    assert victory.aim_points(battle) == {"a": 50, "b": 0}
    run(battle, "none", answers={"renew": "end"})
    result = victory.over(battle)
    assert result is not None
    assert (result.winner, result.reason) == ("a", "a did what they came for")


def test_kk_finis_09_aims_of_every_kind() -> None:
    """Leaving by an edge, keeping half one's men, and the fall of the enemy's lord."""
    aims = (
        Aim(kind="exit", side="a", points=1, edge="east"),
        Aim(kind="survive", side="b", points=2),
        Aim(kind="slay_lord", side="b", points=4),
    )
    battle = ending("a Hal: gone at 73,10 | a Ned: at 70,10 | b Odo: at 10,10", aim=aims)
    assert victory.aim_points(battle) == {"a": 1, "b": 2}
    man(battle, "Hal").routed = True
    retinue(battle, "a").lord_fallen = True
    assert victory.aim_points(battle) == {"a": 0, "b": 6}


@pytest.mark.parametrize(("turn", "winner"), [(3, "a"), (10, "b")])
@pytest.mark.parametrize("kind", ["sack", "exit"])
def test_kk_finis_09_who_is_left_alone_in_time_does_what_he_came_for(
    kind: str, turn: int, winner: str
) -> None:
    """Driven off, the others have survived and yet lost; in the last turn there is no time."""
    mine = (Aim(kind="sack", side="a", points=50, feature="mill") if kind == "sack"
            else Aim(kind="exit", side="a", points=50, edge="east"))  # fmt: skip
    battle = ending(
        "a Hal: at 10,10 | a Ned: dead stamina=0 at 12,10 | b Odo: routing at 60,40",
        terrain="field mill: 30,20..36,26",
        aim=(mine, Aim(kind="survive", side="b", points=20)),
        turn=turn,
        turns=10,
    )
    assert victory.aim_points(battle) == {"a": 0, "b": 20}
    battle.over = True
    result = victory.over(battle)
    assert result is not None
    assert result.winner == winner


def test_kk_finis_09_half_of_them_is_enough_to_have_survived() -> None:
    """One of two lost leaves half; who leads a captive about still fights for his side."""
    aims = (Aim(kind="survive", side="a", points=1),)
    battle = ending(f"a Hal: escorting at 10,10 | a Ned: dead stamina=0 at 12,10 | {FOE}", aim=aims)
    assert victory.aim_points(battle)["a"] == 1
    assert victory.sides_fighting(battle) == ["a", "b"]


@pytest.mark.parametrize(
    ("edge", "at"), [("south", "30,0"), ("north", "30,48"), ("west", "0,10"), ("east", "72,10")]
)
def test_kk_finis_09_an_edge_is_left_when_the_base_is_over_it(edge: str, at: str) -> None:
    """His middle on the line, half of his base beyond it; any other edge is not his."""
    for wanted in ("south", "north", "west", "east"):
        aim = Aim(kind="exit", side="a", points=1, edge=wanted)
        battle = ending(f"a Hal: gone at {at} | {FOE}", aim=(aim,))
        assert victory.aim_points(battle)["a"] == (wanted == edge)


def test_kk_points_03_fortifications_double_what_is_lost() -> None:
    """A fortified man's loss counts twice."""
    battle = ending(f"a Ned: dead stamina=0 at 12,10 | {FOE}")
    retinue(battle, "a").fortified = True
    assert victory.points_lost(battle)["a"] == 40.0


# -- afterwards


def survivors(words: str, dice: list[int]) -> Any:
    battle = field(f"a Hal: {words} at 10,10 | {FOE}", phase="after", ended_by="field")
    return battle, run(battle, "none", dice=dice)


@pytest.mark.parametrize(("words", "dice", "lives"), [
    ("armor=8 stamina=2", [7], True), ("armor=8 stamina=2", [8], False),
    ("armor=8 disabled stamina=0", [4], True), ("armor=8 disabled stamina=0", [5], False),
    ("armor=12 stamina=1", [10], False), ("armor=11 disabled stamina=0", [7], True),
])  # fmt: skip
def test_kk_after_01_to_04_who_lives(words: str, dice: list[int], lives: bool) -> None:
    """Below his armour he recovers, three more for the disabled, a natural ten kills."""
    battle, table = survivors(words, dice)
    assert [event.lives for event in events_of(table, Survived)] == [lives]
    assert (man(battle, "Hal").id in battle.deaths) is not lives


def test_kk_after_01_only_at_a_quarter_or_less() -> None:
    """Three of eight need no die."""
    survivors("armor=8 stamina=3", [])


@pytest.mark.parametrize("status", ["captive", "gone", "routing", "steady"])
def test_kk_after_01_wherever_he_is_by_then(status: str) -> None:
    """Captives and men who left the field roll for their wounds like those still on it."""
    battle, table = survivors(f"armor=8 stamina=2 {status}", [8])
    assert [event.lives for event in events_of(table, Survived)] == [False]
    assert battle.deaths == (man(battle, "Hal").id,)


def test_kk_after_02_the_disabled_add_three() -> None:
    """Armour 8: a natural 5 kills the disabled man and not the other."""
    assert survivors("armor=8 stamina=1", [5])[0].deaths == ()
    assert survivors("armor=8 disabled stamina=0", [5])[0].deaths != ()


def test_kk_after_03_ten_is_death() -> None:
    """Even behind armour 12."""
    assert survivors("armor=12 stamina=1", [10])[0].deaths != ()


def test_kk_after_04_men_alone_captives_too_not_the_dead() -> None:
    """A captive rolls; the dead, the horses and those who never came do not."""
    _, table = survivors("captive stamina=1", [1])
    assert len(events_of(table, Survived)) == 1
    survivors("dead stamina=0", [])
    survivors("mounted horse.stamina=1", [])


# -- disabled


def test_kk_dis_01_a_disabled_man_does_nothing() -> None:
    """No chit, no roll, no move, whatever his lord would like."""
    battle = field(
        f"a Ralf: lord at 10,10 | a Hal: disabled stamina=0 at 12,10 | {FOE}", phase="measure"
    )
    table = run(battle, "panic", dice=[1], answers={"chit": "stay"})
    assert man(battle, "Hal").chit == ""
    assert len(table.by.was_asked("chit")) == 1


def test_kk_dis_04_two_carry_any_disabled_friend() -> None:
    """Both touch him: both may have the chit, and they bear him toward their edge."""
    battle = field(
        "a Ralf: lord at 30,23 | a One: at 29,20 | a Two: at 31,20 | "
        f"a Hal: disabled stamina=0 at 30,20 | {FOE}",
        phase="measure",
    )
    answers = {"chit": "carry", "chit Ralf": "stay", "declare.first": "a"}
    run(battle, "targets", dice=[1, 9, 2], answers=answers)
    assert man(battle, "Hal").base.y == pytest.approx(12.0, abs=0.1)
    assert man(battle, "Hal").status == DISABLED


def test_kk_dis_04_one_alone_is_refused() -> None:
    """The chit says that two are needed."""
    battle = field(f"a One: in_command at 29,20 | a Hal: disabled stamina=0 at 30,20 | {FOE}")
    no = chits.refusal(battle, man(battle, "One"), "carry")
    assert no is not None
    assert no.clause == "KK-DIS-04"
