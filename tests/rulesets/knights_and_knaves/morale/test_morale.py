"""Who checks morale, when and in which order (KK-MORALE)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.play.events import Rolled
from banneret.rulesets.knights_and_knaves.basics import phases
from banneret.rulesets.knights_and_knaves.basics.state import CAPTIVE, NOBODY, STEADY, Battle, put
from banneret.rulesets.knights_and_knaves.command.action import declaration
from banneret.rulesets.knights_and_knaves.morale import causes, checking, failing
from banneret.rulesets.knights_and_knaves.screen.events import Checked, Routed
from rulesets.knights_and_knaves.checks import FOE, after_fall, charging, checked, fell, value
from rulesets.knights_and_knaves.field import declare, field, man, men, retinue, unit
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.scripting import events_of

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
    later = play(battle, checking.run_checks, dice=[1])
    assert [event.cause for event in events_of(later, Checked)] == ["lord"]
    phases.open_phase(battle)
    assert checked(play(battle, checking.run_checks)) == []


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
    assert checked(play(battle, checking.run_checks)) == []


def test_kk_morale_04_a_rider_checks_before_spears() -> None:
    """Charging a spearman he checks, charging a swordsman he does not."""
    spears = play(charging("short_spear"), declaration.charge_checks, dice=[1, 1])
    assert events_of(spears, Checked)[0].cause == "charging"
    swords = play(charging("sword"), declaration.charge_checks, dice=[1])
    assert [event.cause for event in events_of(swords, Checked)] == ["charged"]
    play(charging("short_spear mounted"), declaration.charge_checks)  # no infantry: nobody rolls


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


def test_kk_morale_07_so_does_one_who_runs_in_whatever_phase() -> None:
    """Hal fails a check beside Tom in the end of movement, of shooting and of melee."""
    for phase in ("movement_checks", "shooting_end", "melee_end"):
        battle = neighbours()
        battle.phase = phase

        def rule(table: Any) -> None:
            failing.fails(table, man(table.state, "Hal"), "")
            checking.run_checks(table)

        assert checked(play(battle, rule, dice=[1])) == [man(battle, "Tom").id]


@pytest.mark.parametrize(
    ("tom", "checks"),
    [
        ("a Tom: at 13,10", True),
        ("a Tom: at 13.01,10", False),
        ("a Tom: at 10,8 north", True),  # Hal falls before him
        ("a Tom: at 10,12 north", False),  # behind him
        ("b Tom: at 12,10", False),
    ],
)
def test_kk_morale_07_within_two_inches_beside_or_ahead_and_a_friend(
    tom: str, checks: bool
) -> None:
    """Up to 2 inches; nobody minds who falls behind him, and no enemy does."""
    battle = field(f"a Hal: at 10,10 | {tom} | {FOE}")
    table = after_fall(battle, man(battle, "Hal"), [1] * checks)
    assert checked(table) == [man(battle, "Tom").id] * checks


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
    table = play(battle, checking.run_checks, dice=[10, 1])
    assert man(battle, "Will").status == CAPTIVE
    assert checked(table) == [man(battle, "Will").id, man(battle, "Tom").id]


@pytest.mark.parametrize(("stamina", "checks"), [(3, True), (4, False)])
def test_kk_morale_09_half_stamina_checks_every_turn(stamina: int, checks: bool) -> None:
    """At 3 of 6 he checks in each Command Determination, at 4 he does not."""
    battle = field(f"a Hal: stamina={stamina} at 10,10 | {FOE}", phase="wounded")
    table = play(battle, phases.wounded, dice=[1] if checks else [])
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
    table = play(battle, checking.run_checks, dice=[1] if same_phase else [])
    assert bool(checked(table)) is same_phase


def test_kk_morale_11_one_check_per_phase() -> None:
    """Wounded and beside a man who falls: one roll; in the next phase he may roll again."""
    battle = neighbours()
    man(battle, "Tom").stamina, man(battle, "Tom").lost_in_phase = 2, 4
    table = after_fall(battle, man(battle, "Hal"), [1])
    assert events_of(table, Checked)[0].cause == "neighbour wound"
    causes.oblige(battle, man(battle, "Tom"), "wound")
    assert not battle.queue
    phases.open_phase(battle)
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
    table = play(battle, checking.run_checks, dice=[1] * 6)
    names = [battle.men[key].profile.name for key in checked(table)]
    assert names == ["men0", "men2", "men3", "men1", "men5", "men4"]


def test_kk_morale_13_a_leader_who_fails_lends_nothing() -> None:
    """He checks first: standing he lends his one to those near him, running he does not."""
    for die, worth in ((1, 8 + 2), (10, 7 - 1)):
        battle = field(f"a men: x5 at 10,10 | {FOE}", phase="shooting_end")
        for one in men(battle, "men")[:2]:
            causes.oblige(battle, one, "wound")
        dice = [1, 1] if die == 1 else [10, 1, 1]  # two of them lose a neighbour
        table = play(battle, checking.run_checks, dice=dice)
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
    table = play(battle, checking.run_checks, dice=[10, 10, 1])
    last = [e for e in events_of(table, Rolled) if e.purpose == "morale check"][-1]
    assert sum(reason.value for reason in last.tally) == 7 - 2


def test_kk_morale_43_the_last_winner_checks_first_else_the_first_seat() -> None:
    """On turn 1 a before b; after b won the declaration b first."""
    for winner, order in (("", ["a", "b"]), ("b", ["b", "a"])):
        battle = field(
            "a Hal: stamina=2 at 10,10 | b Tom: stamina=2 at 30,30", phase="wounded", first=winner
        )
        table = play(battle, phases.wounded, dice=[1, 1])
        assert [battle.men[key].player for key in checked(table)] == order


def test_kk_morale_43_simultaneous_declaration_keeps_the_seats() -> None:
    """With all chits turned at once there is no winner to go by."""
    battle = field(
        "a Hal: at 10,10 | b Tom: at 30,30 | c Wat: at 50,30",
        first="b",
        simultaneous_declaration=True,
    )
    assert checking.turn_order(battle) == ["a", "b", "c"]
    battle = field("a Hal: at 10,10 | b Tom: at 30,30 | c Wat: at 50,30", first="b")
    assert checking.turn_order(battle) == ["b", "c", "a"]


def test_kk_morale_11_in_the_next_phase_he_may_have_to_check_again() -> None:
    """Ned runs in movement, Tom is shot, Jon falls in melee: Hal between them checks each time."""
    battle = field(
        f"a Hal: morale=9 at 10,10 | a Ned: at 12,10 | a Tom: at 8,10 | a Jon: at 10,11.5 | {FOE}",
        phase="movement_checks",
    )
    hal, foe = man(battle, "Hal").id, man(battle, "foe").id
    play(battle, failing.fails, man(battle, "Ned"), "")
    found = [checked(run(battle, "targets", dice=[1, 1], exact=False))]
    for name, phase, until in (("Tom", "shooting_end", "choose"), ("Jon", "melee_end", "fatigue")):
        battle.phase = phase
        battle.hurt = ((man(battle, name).id, NOBODY, 99, "struck", foe),)
        found.append(checked(run(battle, until, dice=[1, 1, 1], exact=False)))
    assert [names.count(hal) for names in found] == [1, 1, 1]
