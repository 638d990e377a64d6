"""Who checks morale, when, in which order, and what his value is at that moment (KK-MORALE)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.events import Rolled
from banneret.rulesets.knights_and_knaves import causes, declaration, morale, turn
from banneret.rulesets.knights_and_knaves.events import Checked, Routed
from banneret.rulesets.knights_and_knaves.procedures.morale import morale_tally
from banneret.rulesets.knights_and_knaves.state import (
    CAPTIVE,
    DISABLED,
    GONE,
    NOBODY,
    ROUTING,
    STEADY,
    Battle,
    Man,
    changed,
    put,
)
from rulesets.knights_and_knaves.field import (
    declare,
    events_of,
    field,
    heard,
    man,
    men,
    play,
    retinue,
    run,
    unit,
)

FOE = "b foe: at 30,40"


def fell(table: Any, who: Man) -> None:
    """Disable a man as a blow does."""
    causes.down(table, who)
    who.status, who.stamina = DISABLED, 0
    changed(table.state)


def after_fall(battle: Battle, who: Man, dice: list[int], phase: str = "shooting_end") -> Any:
    """A man falls in a phase; then its checks are made."""
    battle.phase = phase

    def rule(table: Any) -> None:
        fell(table, who)
        morale.run_checks(table)

    return play(battle, rule, dice=dice)


def value(battle: Battle, who: Man, *, rally: bool = False) -> int:
    return morale_tally(morale.facts_of(battle, who, rally=rally), rally).total


def checked(table: Any) -> list[int]:
    return [event.man for event in events_of(table, Checked)]


# -- who checks


def test_kk_morale_01_all_members_check_when_their_leader_falls() -> None:
    """The sergeant falls to an arrow: every member checks once, wherever he stands."""
    battle = field(f"a bows: longbow x6 at 10,10 12,10 14,10 16,10 18,10 40,10 | {FOE}")
    table = after_fall(battle, man(battle, "bows"), [1] * 5)
    assert sorted(checked(table)) == list(unit(battle, "bows").members[1:])
    assert all("leader" in event.cause for event in events_of(table, Checked))


def test_kk_morale_02_those_who_see_their_lord_fall_check() -> None:
    """Men of the retinue in sight of him check; the ally's men do not."""
    battle = field(
        f"a1 Ralf: lord at 10,10 | a1 Hal: at 16,10 | a2 Tom: at 20,10 | {FOE}", phase="melee_end"
    )
    table = after_fall(battle, man(battle, "Ralf"), [1], "melee_end")
    assert checked(table) == [man(battle, "Hal").id]
    assert retinue(battle, "a1").lord_fallen


def test_kk_morale_03_late_sight_of_the_fallen_lord() -> None:
    """Who stood behind a house checks when he first sees him, once only."""
    battle = field(
        f"a Ralf: lord at 10,10 | a Hal: at 20,10 | {FOE}",
        terrain="high_wall: 15,5 15,15",
    )
    table = after_fall(battle, man(battle, "Ralf"), [])
    assert checked(table) == []
    put(battle, man(battle, "Hal"), 12.0, 14.0, 0.0)
    battle.phase = "movement_checks"
    later = play(battle, morale.run_checks, dice=[1])
    assert [event.cause for event in events_of(later, Checked)] == ["lord"]
    turn.open_phase(battle)
    assert checked(play(battle, morale.run_checks)) == []


def test_kk_morale_42_late_sight_fails_for_the_lord() -> None:
    """Failing with the lord among the causes counts as failing for him."""
    battle = field(f"a Ralf: lord at 10,10 | a Hal: at 14,10 | {FOE}")
    table = after_fall(battle, man(battle, "Ralf"), [10])
    assert events_of(table, Checked)[0].stands is False
    assert man(battle, "Hal").failed_lord_check
    assert not man(battle, "Hal").passed_lord_check


def test_kk_morale_42_carried_off_unseen_nobody_checks() -> None:
    """Once the body has left the table nobody sees it any more."""
    battle = field(f"a Ralf: lord gone at 10,10 | a Hal: at 14,10 | {FOE}")
    retinue(battle, "a").lord_fallen = True
    assert checked(play(battle, morale.run_checks)) == []


def charging(words: str) -> Battle:
    battle = field(
        "a Guy: knight lance sword mounted destrier at 40,40 | "
        f"b foot: {words} at 40,50 | a Far: at 60,2",
        table=(96.0, 96.0),
    )
    declare(man(battle, "Guy"), "move_full_melee", target=man(battle, "foot").id, gait="canter")
    battle.phase = "charge_checks"
    return battle


def test_kk_morale_04_a_rider_checks_before_spears() -> None:
    """Charging a spearman he checks, charging a swordsman he does not."""
    spears = play(charging("short_spear"), declaration.charge_checks, dice=[1, 1])
    assert events_of(spears, Checked)[0].cause == "charging"
    swords = play(charging("sword"), declaration.charge_checks, dice=[1])
    assert [event.cause for event in events_of(swords, Checked)] == ["charged"]


def test_kk_morale_05_foot_charged_by_riders_check_once() -> None:
    """Two riders on one soldier: one check with two off."""
    battle = charging("sword")
    two = field(
        "a Guy: knight sword mounted at 10,20 | a Odo: knight sword mounted at 12,20 | "
        "b foot: at 10,30"
    )
    for name in ("Guy", "Odo"):
        declare(man(two, name), "move_full_melee", target=man(two, "foot").id)
    assert value(battle, man(battle, "foot")) - value(two, man(two, "foot")) == 1
    table = play(two, declaration.charge_checks, dice=[1])
    assert len(checked(table)) == 1


def test_kk_morale_05_charged_by_foot_nobody_checks() -> None:
    """Infantry is not afraid of infantry."""
    battle = field("a Hal: at 10,20 | b foot: at 10,24")
    declare(man(battle, "Hal"), "move_full_melee", target=man(battle, "foot").id)
    assert checked(play(battle, declaration.charge_checks)) == []


def test_kk_morale_06_charge_checks_come_after_declaring_and_before_moving() -> None:
    """The check is made in its own step between the two; a rout takes place at once."""
    battle = charging("sword")
    before = man(battle, "foot").base.y
    play(battle, declaration.charge_checks, dice=[10])
    assert man(battle, "foot").base.y > before
    assert battle.phase == "move"


def neighbours() -> Battle:
    return field(f"a Hal: at 10,10 | a Tom: at 12,10 | a Far: at 20,10 | {FOE}")


def test_kk_morale_07_a_neighbour_lost_makes_a_man_check() -> None:
    """At one inch he checks, at nine he does not."""
    battle = neighbours()
    table = after_fall(battle, man(battle, "Hal"), [1])
    assert checked(table) == [man(battle, "Tom").id]


def test_kk_morale_08_only_friends_and_new_routs_count() -> None:
    """An enemy's fall or a router's second run moves nobody."""
    battle = field("a Hal: at 10,10 | b Tom: at 12,10 | b Far: at 40,10")
    assert checked(after_fall(battle, man(battle, "Hal"), [])) == []
    battle = field(f"a Hal: routing at 10,10 | a Tom: at 12,10 | {FOE}", phase="rally")
    table = run(battle, "succession", dice=[10])
    assert checked(table) == []


def test_kk_morale_08_a_yield_counts_as_a_rout() -> None:
    """A squire yields beside his friend: the friend checks."""
    battle = field(
        "a Will: squire at 10,10 | a Tom: at 8,10 facing 90 | b Guy: knight at 10,11",
        phase="melee_end",
    )
    causes.oblige(battle, man(battle, "Will"), "wound")
    table = play(battle, morale.run_checks, dice=[10, 1])
    assert man(battle, "Will").status == CAPTIVE
    assert checked(table) == [man(battle, "Will").id, man(battle, "Tom").id]


@pytest.mark.parametrize(("stamina", "checks"), [(3, True), (4, False)])
def test_kk_morale_09_half_stamina_checks_every_turn(stamina: int, checks: bool) -> None:
    """At 3 of 6 he checks in each Command Determination, at 4 he does not."""
    battle = field(f"a Hal: stamina={stamina} at 10,10 | {FOE}", phase="wounded")
    table = play(battle, turn.wounded, dice=[1] if checks else [])
    assert bool(checked(table)) is checks
    assert battle.phase == "chits"


@pytest.mark.parametrize("same_phase", [True, False])
def test_kk_morale_10_wound_check_in_the_phase_of_the_wound(same_phase: bool) -> None:
    """Brought to half or less by shooting he checks at its end too, unless the option is off."""
    battle = field(
        f"a Hal: stamina=1 at 10,10 | {FOE}",
        phase="shooting_end",
        wound_check_same_phase=same_phase,
    )
    man(battle, "Hal").lost_in_phase = 5
    table = play(battle, morale.run_checks, dice=[1] if same_phase else [])
    assert bool(checked(table)) is same_phase


def test_kk_morale_11_one_check_per_phase() -> None:
    """Wounded and beside a man who falls: one roll; in the next phase he may roll again."""
    battle = neighbours()
    man(battle, "Tom").stamina, man(battle, "Tom").lost_in_phase = 2, 4
    table = after_fall(battle, man(battle, "Hal"), [1])
    assert events_of(table, Checked)[0].cause == "neighbour wound"
    causes.oblige(battle, man(battle, "Tom"), "wound")
    assert not battle.queue
    turn.open_phase(battle)
    causes.oblige(battle, man(battle, "Tom"), "wound")
    assert battle.queue == (man(battle, "Tom").id,)


def test_kk_morale_12_checks_wait_for_the_end_of_the_phase() -> None:
    """A fall only marks who must check; nothing is rolled until the checks are called."""
    battle = neighbours()
    play(battle, fell, man(battle, "Hal"))
    assert battle.queue == (man(battle, "Tom").id,)
    assert man(battle, "Tom").status == STEADY


# -- in which order


def test_kk_morale_13_leader_first_then_front_to_rear_left_to_right() -> None:
    """A unit in two ranks facing north: the sergeant behind, the front from the left, the rear."""
    battle = field(
        "a men: x6 at 14,6 14,10 10,10 12,10 12,8 10,8 | b foe: at 12,40", phase="shooting_end"
    )
    for one in reversed(men(battle, "men")):
        causes.oblige(battle, one, "neighbour")
    table = play(battle, morale.run_checks, dice=[1] * 6)
    names = [battle.men[key].profile.name for key in checked(table)]
    assert names == ["men0", "men2", "men3", "men1", "men5", "men4"]


def test_kk_morale_13_a_leader_who_fails_lends_nothing() -> None:
    """He checks first: standing he lends his one to those near him, running he does not."""
    for die, worth in ((1, 8 + 2), (10, 7 - 1)):
        battle = field(f"a men: x5 at 10,10 | {FOE}", phase="shooting_end")
        for one in men(battle, "men")[:2]:
            causes.oblige(battle, one, "wound")
        dice = [1, 1] if die == 1 else [10, 1, 1]  # two of them lose a neighbour
        table = play(battle, morale.run_checks, dice=dice)
        second = [e for e in events_of(table, Rolled) if e.purpose == "morale check"][1]
        assert sum(reason.value for reason in second.tally) == worth


def test_kk_morale_14_units_then_single_men_and_chains_of_routs() -> None:
    """A rout in a line draws in the next man, and he the next; nobody checks twice."""
    battle = field(
        "a Hal: at 10,10 | a Ned: at 12,10 | a Tom: at 14,10 | a Wat: at 16,10 | b foe: at 10,40",
        phase="shooting_end",
    )
    table = after_fall(battle, man(battle, "Hal"), [10, 10, 9])
    assert [battle.men[key].profile.name for key in checked(table)] == ["Ned", "Tom", "Wat"]
    assert [e.man for e in events_of(table, Routed)] == [man(battle, n).id for n in
                                                         ("Ned", "Tom", "Wat")]  # fmt: skip


def test_kk_morale_14_modifiers_stand_as_at_the_moment_of_each_check() -> None:
    """The man between two who ran before him has two off."""
    battle = field(
        "a Hal: at 10,10 | a Ned: at 14,10 | a Tom: at 12,10 | b foe: at 10,40",
        phase="shooting_end",
    )
    for name in ("Hal", "Ned", "Tom"):
        causes.oblige(battle, man(battle, name), "wound")
    table = play(battle, morale.run_checks, dice=[10, 10, 1])
    last = [e for e in events_of(table, Rolled) if e.purpose == "morale check"][-1]
    assert sum(reason.value for reason in last.tally) == 7 - 2


def test_kk_morale_43_the_last_winner_checks_first_else_the_first_seat() -> None:
    """On turn 1 a before b; after b won the declaration b first."""
    for winner, order in (("", ["a", "b"]), ("b", ["b", "a"])):
        battle = field(
            "a Hal: stamina=2 at 10,10 | b Tom: stamina=2 at 30,30", phase="wounded", first=winner
        )
        table = play(battle, turn.wounded, dice=[1, 1])
        assert [battle.men[key].player for key in checked(table)] == order


def test_kk_morale_43_simultaneous_declaration_keeps_the_seats() -> None:
    """With all chits turned at once there is no winner to go by."""
    battle = field(
        "a Hal: at 10,10 | b Tom: at 30,30 | c Wat: at 50,30",
        first="b",
        simultaneous_declaration=True,
    )
    assert morale.turn_order(battle) == ["a", "b", "c"]
    battle = field("a Hal: at 10,10 | b Tom: at 30,30 | c Wat: at 50,30", first="b")
    assert morale.turn_order(battle) == ["b", "c", "a"]


# -- the value


def test_kk_morale_16_who_lends_to_whom() -> None:
    """A sergeant lends to his own unit, the lord to any of his men, allies to nobody."""
    battle = field(
        "a1 men: x5 at 10,10 | a1 Tom: at 10,12 | a1 Ralf: lord at 50,10 | "
        f"a2 Odo: lord at 11,13 | {FOE}"
    )
    assert morale.bonus_for(battle, man(battle, "men", 1)) == 1
    assert morale.bonus_for(battle, man(battle, "Tom")) == 0
    put(battle, man(battle, "Ralf"), 8.0, 12.0, 0.0)
    assert morale.bonus_for(battle, man(battle, "Tom")) == 3


def test_kk_morale_17_within_five_inches_the_larger_of_two() -> None:
    """A member six inches off has nothing; lord and sergeant together give the lord's."""
    battle = field(
        "a men: x5 at 10,10 12.5,10 15,10 17.5,10 20,10 | a Ralf: lord morale=9 at 50,10 | " + FOE
    )
    assert morale.bonus_for(battle, man(battle, "men", 3)) == 0  # 6.5 inches off
    assert morale.bonus_for(battle, man(battle, "men", 2)) == 1
    put(battle, man(battle, "Ralf"), 13.0, 7.0, 0.0)
    assert morale.bonus_for(battle, man(battle, "men", 2)) == 2
    man(battle, "Ralf").stun = 1
    assert morale.bonus_for(battle, man(battle, "men", 2)) == 1
    man(battle, "men").status = ROUTING
    changed(battle)
    assert morale.bonus_for(battle, man(battle, "men", 2)) == 0


def test_kk_morale_16_a_straggler_is_outside_his_unit() -> None:
    """Three inches from the rest, four from his sergeant, he has nothing of him."""
    battle = field(f"a men: x5 at 10,10 11.5,10 13,10 14.5,10 6,10 | {FOE}")
    assert morale.bonus_for(battle, man(battle, "men", 4)) == 0
    put(battle, man(battle, "men", 4), 7.5, 10.0, 0.0)
    assert morale.bonus_for(battle, man(battle, "men", 4)) == 1


def test_kk_morale_17_a_fallen_lord_gives_orders_but_no_bonus() -> None:
    """Conscious or not, lying he lends nothing."""
    battle = field(f"a Ralf: lord disabled conscious=5 at 10,10 | a Hal: at 12,10 | {FOE}")
    assert morale.bonus_for(battle, man(battle, "Hal")) == 0


def test_kk_morale_18_an_enemy_lord_fallen_in_sight_gives_heart() -> None:
    """Two more for the whole side, if anybody of it saw it."""
    for wall, plus in (("", 2), ("high_wall: 0,20 72,20", 0)):
        battle = field("a Hal: at 10,10 | b Odo: lord at 10,30 | b Tom: at 30,30", terrain=wall)
        before = value(battle, man(battle, "Hal"))
        after_fall(battle, man(battle, "Odo"), [1])
        assert value(battle, man(battle, "Hal")) - before == plus


def test_kk_morale_20_and_30_the_own_lord_weighs_from_his_check_on() -> None:
    """Three off in the very check for his fall, and for the rest of the battle."""
    battle = field(f"a Ralf: lord at 10,10 | a Hal: at 14,10 | {FOE}")
    table = after_fall(battle, man(battle, "Ralf"), [1])
    roll = events_of(table, Rolled)[0]
    assert sum(reason.value for reason in roll.tally) == 7 - 3
    man(battle, "Ralf").status = GONE
    changed(battle)
    assert value(battle, man(battle, "Hal")) == 4


def test_kk_morale_30_two_enemy_lords_count_once_and_a_yield_as_a_fall() -> None:
    """Another enemy lord down adds nothing; a lord who yields has fallen."""
    battle = field("a Hal: at 10,10 | b1 Odo: lord at 10,30 | b2 Hugo: lord at 14,30")
    for name in ("Odo", "Hugo"):
        play(battle, causes.lord_falls, man(battle, name))
    assert value(battle, man(battle, "Hal")) == 9


def test_kk_morale_21_neighbours_lost_this_turn() -> None:
    """Two adjacent friends lost: two off; a new turn forgets them."""
    battle = field(f"a Hal: at 10,10 | a Tom: at 12,10 | a Ned: at 8,10 | {FOE}")
    for name in ("Tom", "Ned"):
        play(battle, fell, man(battle, name))
    assert value(battle, man(battle, "Hal")) == 5
    play(battle, turn.begin)
    assert value(battle, man(battle, "Hal")) == 7


def test_kk_morale_26_hatred_of_the_enemy_faced() -> None:
    """Two more against those they hate, nothing against others nearer."""
    battle = field("a Hal: at 10,10 | b Tom: at 10,30 | c Wat: at 10,20")
    retinue(battle, "a").hatred = ("b",)
    assert value(battle, man(battle, "Hal")) == 7
    retinue(battle, "a").hatred = ("c",)
    assert value(battle, man(battle, "Hal")) == 9


def test_kk_morale_27_cover_counts_in_the_battle() -> None:
    """In a wood four more."""
    battle = field(f"a Hal: at 10,10 | {FOE}", terrain="light_wood: 8,8..12,12")
    assert value(battle, man(battle, "Hal")) == 11


@pytest.mark.parametrize(("count", "plus"), [(4, 0), (5, 2), (10, 2), (11, 4)])
def test_kk_morale_28_strength_of_the_unit(count: int, plus: int) -> None:
    """Two more in a unit of five, four in one of eleven."""
    battle = field(f"a men: leaderless x{count} at 10,10 | {FOE}")
    assert value(battle, man(battle, "men", 1)) == 7 + plus


def test_kk_morale_29_who_counts_for_strength() -> None:
    """Of twelve the disabled, the router and the straggler do not count; the stunned does."""
    battle = field(
        "a men: x12 at 10,10 11.5,10 13,10 14.5,10 16,10 10,8 11.5,8 13,8 14.5,8 16,8 10,6 40,6 "
        f"1.status=disabled 2.status=routing 3.stun=2 | {FOE}"
    )
    assert morale.strength(battle, man(battle, "men", 5)) == 9
    assert morale.strength(battle, man(battle, "men", 11)) == 0


def test_kk_morale_29_strength_falls_as_men_run() -> None:
    """With the fifth man gone the next has no bonus."""
    battle = field(f"a men: leaderless x5 at 10,10 | {FOE}", phase="shooting_end")
    assert morale.strength(battle, man(battle, "men", 4)) == 5
    man(battle, "men", 0).status = ROUTING
    changed(battle)
    assert morale.strength(battle, man(battle, "men", 4)) == 4


@pytest.mark.parametrize(("die", "stands"), [(6, True), (7, False)])
def test_kk_morale_32_lower_than_the_value_stands(die: int, stands: bool) -> None:
    """A man of morale 7 stands on a 6 and runs on a 7."""
    battle = field(f"a Hal: at 10,10 | {FOE}", phase="shooting_end")
    causes.oblige(battle, man(battle, "Hal"), "wound")
    table = play(battle, morale.run_checks, dice=[die])
    assert events_of(table, Checked)[0].stands is stands
    assert (man(battle, "Hal").status == STEADY) is stands


@pytest.mark.parametrize(("words", "die", "stands"), [
    ("morale=1 stamina=1", 1, True), ("chief morale=10", 10, False),
])  # fmt: skip
def test_kk_morale_33_one_stands_and_ten_runs(words: str, die: int, stands: bool) -> None:
    """Whatever the value."""
    battle = field(f"a Hal: {words} at 10,10 | {FOE}", phase="shooting_end")
    causes.oblige(battle, man(battle, "Hal"), "wound")
    table = play(battle, morale.run_checks, dice=[die])
    assert events_of(table, Checked)[0].stands is stands


# -- what a rout is


def test_kk_morale_34_a_failing_man_runs_at_once() -> None:
    """Armour 6: sixteen and two inches straight away from the enemy he sees."""
    battle = field("a Hal: at 30,30 | b foe: at 30,36", phase="shooting_end")
    causes.oblige(battle, man(battle, "Hal"), "wound")
    play(battle, morale.run_checks, dice=[10])
    assert man(battle, "Hal").status == ROUTING
    assert man(battle, "Hal").base.y == pytest.approx(12.0)


def test_kk_morale_36_routers_neither_shoot_nor_fight() -> None:
    """He has no chit any more, and none is put on him."""
    battle = field("a Hal: longbow at 30,30 chit=shoot ready=true | b foe: at 30,36",
                   phase="charge_checks")  # fmt: skip
    causes.oblige(battle, man(battle, "Hal"), "charged")
    play(battle, morale.run_checks, dice=[10])
    hal = man(battle, "Hal")
    assert (hal.chit, hal.ready, hal.declared) == ("", False, None)
    run(battle_at(battle, "chits"), "panic", dice=[1])
    assert hal.chit == ""


def battle_at(battle: Battle, phase: str) -> Battle:
    battle.phase = phase
    return battle


def test_kk_morale_38_the_charger_keeps_his_move_when_the_target_ran() -> None:
    """The soldier runs from the rider, who is still declared against him."""
    battle = charging("sword")
    play(battle, declaration.charge_checks, dice=[10])
    assert man(battle, "foot").status == ROUTING
    guy = man(battle, "Guy")
    assert guy.declared is not None
    assert guy.declared.target == man(battle, "foot").id


def test_kk_morale_39_riders_who_named_or_touch_him_each_once() -> None:
    """Named by two and touched by one of them: two; a horse archer who shoots does not count."""
    battle = field(
        "a foot: at 10,10 | b Guy: knight mounted at 10,11.5 south | "
        "b Odo: knight mounted at 20,10 west | b Bow: composite_bow mounted at 10,30"
    )
    for name in ("Guy", "Odo"):
        declare(man(battle, name), "move_full_melee", target=man(battle, "foot").id)
    declare(man(battle, "Bow"), "shoot")
    assert causes.mounted_attackers(battle, man(battle, "foot")) == 2


def test_kk_morale_40_a_rider_who_fails_frightens_nobody() -> None:
    """Alone before a spearman he runs, and the spearman need not check."""
    battle = charging("short_spear")
    table = play(battle, declaration.charge_checks, dice=[10])
    assert checked(table) == [man(battle, "Guy").id]
    assert man(battle, "Guy").status == ROUTING


def test_kk_morale_40_neighbours_wait_for_the_end_of_movement() -> None:
    """The friend of one who ran before a charge checks in movement_checks, not before."""
    battle = field(
        "a Guy: knight sword mounted at 10,20 | b foot: at 10,30 | b Tom: at 12,30",
        phase="charge_checks",
    )
    declare(man(battle, "Guy"), "move_full_melee", target=man(battle, "foot").id)
    early = play(battle, declaration.charge_checks, dice=[10])
    assert checked(early) == [man(battle, "foot").id]
    assert battle.queue == (man(battle, "Tom").id,)
    battle.phase = "movement_checks"
    late = play(battle, declaration.movement_checks, dice=[1])
    assert checked(late) == [man(battle, "Tom").id]


def test_kk_morale_41_a_rout_cancels_chit_and_declaration() -> None:
    """He does nothing more this turn and is outside his unit."""
    battle = charging("longbow")
    foot = man(battle, "foot")
    declare(foot, "shoot")
    foot.in_command = True
    play(battle, declaration.charge_checks, dice=[10])
    assert foot.chit == ""
    assert foot.declared is None
    assert not foot.in_command


def test_kk_morale_41_nobody_in_sight_he_runs_for_his_own_edge() -> None:
    """A cause without a place and no enemy seen: home."""
    battle = field("a Hal: at 30,30 | b foe: at 30,40", terrain="high_wall: 0,36 72,36",
                   phase="wounded")  # fmt: skip
    causes.oblige(battle, man(battle, "Hal"), "wound")
    play(battle, morale.run_checks, dice=[10])
    assert man(battle, "Hal").base.y == pytest.approx(12.0)
    assert man(battle, "Hal").base.x == pytest.approx(30.0)


def test_kk_morale_41_routers_stunned_and_captives_make_no_checks() -> None:
    """Only the steady are asked to be steady."""
    battle = field(
        f"a Hal: routing at 10,10 | a Tom: stun=2 at 12,10 | a Ned: gone at 8,10 | {FOE}"
    )
    for name in ("Hal", "Tom", "Ned"):
        causes.oblige(battle, man(battle, name), "wound")
    assert battle.queue == ()


def test_kk_turn_06_a_check_shows_its_outcome_not_its_reckoning() -> None:
    """The other side hears that he stands, and sees neither die nor value."""
    battle = field(f"a Hal: at 10,10 | {FOE}", phase="shooting_end")
    causes.oblige(battle, man(battle, "Hal"), "wound")
    table = play(battle, morale.run_checks, dice=[1])
    assert [type(event) for event in heard(table, "b")] == [Checked]
    assert any(isinstance(event, Rolled) for event in heard(table, "a"))


def test_chain_lord_falls_and_his_men_melt_away() -> None:
    """The lord falls; the sergeant runs; his men see it; a squire in contact yields."""
    battle = field(
        "a Ralf: lord at 40,40 | a men: x5 at 42,40 | a Will: squire at 40,42 | "
        "b Guy: knight at 40,43 south",
        phase="melee_end",
        table=(96.0, 96.0),
    )
    # sergeant 8-3 near nobody +2 for five: 7; then his men 7-3-1
    table = after_fall(battle, man(battle, "Ralf"), [10, 10, 10, 10, 10, 10], "melee_end")
    assert all(one.status == ROUTING for one in men(battle, "men"))
    assert man(battle, "Will").status == CAPTIVE
    assert man(battle, "Guy").held == man(battle, "Will").id
    assert all(one.failed_lord_check for one in men(battle, "men"))
    assert len(checked(table)) == 6
    assert NOBODY not in [event.man for event in events_of(table, Routed)]
