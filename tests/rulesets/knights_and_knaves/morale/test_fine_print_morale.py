"""The fine print of morale, yields and panic: what the tests of the whole clause would not miss."""

from __future__ import annotations

import pytest

from banneret.rulesets.knights_and_knaves.basics.state import NOBODY, ROUTING, Battle, put
from banneret.rulesets.knights_and_knaves.command.action import declaration
from banneret.rulesets.knights_and_knaves.ground import sight
from banneret.rulesets.knights_and_knaves.morale import causes, checking, failing
from banneret.rulesets.knights_and_knaves.morale.dice import morale_tally
from banneret.rulesets.knights_and_knaves.screen.events import Panicked
from rulesets.knights_and_knaves.checks import checked
from rulesets.knights_and_knaves.field import declare, field, man, retinue
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.scripting import events_of

FOE = "b foe: at 60,46"


def value(battle: Battle, name: str) -> int:
    """A man's modified morale now."""
    return morale_tally(checking.facts_of(battle, man(battle, name))).total


def test_kk_morale_03_first_sight_may_come_turns_later() -> None:
    """He fell in turn 1 behind a wall; in turn 5 Hal comes round it and checks, Tom still not."""
    battle = field(
        f"a Ralf: lord disabled stamina=0 at 10,10 | a Hal: at 12,20 | a Tom: at 20,10 | {FOE}",
        terrain="high_wall: 15,5 15,15", turn=5, phase="movement_checks",
    )  # fmt: skip
    own = retinue(battle, "a")
    own.lord_fallen, own.fell = True, 1
    assert checked(play(battle, checking.run_checks, dice=[1])) == [man(battle, "Hal").id]
    assert value(battle, "Hal") == value(battle, "Tom") - 3


def test_kk_morale_30_a_captive_lord_is_seen_and_weighs_as_a_fallen_one() -> None:
    """A lord yields: his men check with 3 off from that check on, the enemy has 2 more."""
    battle = field(
        "a Ralf: lord at 30,20 stamina=3 | a Hal: at 26,20 | b Guy: knight at 30,21.04 south | "
        "b Tom: at 40,30",
        phase="choose",
    )
    before = value(battle, "Tom")
    play(battle, failing.yield_freely, man(battle, "Ralf"))
    assert retinue(battle, "a").lord_fallen
    assert value(battle, "Tom") == before + 2
    assert checked(play(battle, checking.run_checks, dice=[4])) == [man(battle, "Hal").id]
    assert man(battle, "Hal").status == ROUTING  # 7 - 3: a 4 is not lower


def test_kk_morale_30_freed_he_still_weighs_on_those_who_saw() -> None:
    """The modifier lasts the battle; who never saw him fall does not have it."""
    battle = field(f"a Ralf: lord at 10,10 | a Hal: at 14,10 seen_lord_fall=true | {FOE}")
    retinue(battle, "a").lord_fallen = True
    assert value(battle, "Hal") == 7 - 3 + 3  # and the bonus of a lord who is up again
    man(battle, "Hal").seen_lord_fall = False
    assert value(battle, "Hal") == 7 + 3


def test_kk_morale_06_a_rider_who_fails_before_spears_is_gone_before_anybody_moves() -> None:
    """He checks after the reveal, fails and does not charge; the spearman need not check."""
    battle = field(
        "a Guy: knight lance sword mounted destrier at 40,40 | b foot: short_spear at 40,50 south",
        table=(96.0, 96.0), phase="charge_checks",
    )  # fmt: skip
    declare(man(battle, "Guy"), "move_full_melee", target=man(battle, "foot").id, gait="canter")
    table = play(battle, declaration.charge_checks, dice=[10])
    assert checked(table) == [man(battle, "Guy").id]
    assert man(battle, "Guy").status == ROUTING
    assert battle.phase == "move"


def test_kk_morale_31_cover_is_against_the_nearest_enemy_seen() -> None:
    """The wall is between him and the farther of two in sight: no cover; and then of the nearer."""
    terrain = "waist_wall: 34,20.7 38,20.7"
    battle = field("a Hal: at 36,20 | b near: at 36,10 | b far: at 36,34", terrain=terrain)
    assert not sight.covered(battle, man(battle, "Hal"))
    put(battle, man(battle, "near"), 36.0, 1.0, 0.0)
    assert sight.covered(battle, man(battle, "Hal"))


@pytest.mark.parametrize(
    ("stamina", "off"), [(12, 0), (9, 0), (8, -2), (6, -2), (5, -4), (3, -4), (2, -6)]
)
def test_kk_morale_24_thresholds_are_strict_and_only_the_worst_counts(
    stamina: int, off: int
) -> None:
    """Of 12: at 9, 6 and 3 he is not under three quarters, half or a quarter."""
    battle = field(f"a Hal: at 36,10 original=12 stamina={stamina} | {FOE}")
    assert value(battle, "Hal") == 7 + off


def test_kk_panic_01_only_wounded_horses_are_rolled_for() -> None:
    """One is whole, one is down, one is wounded: one die and one word of it."""
    battle = field(
        "a Guy: knight mounted destrier at 10,10 | a Odo: knight mounted destrier at 20,10 "
        f"horse.stamina=3 | {FOE}",
        phase="panic",
    )
    table = run(battle, "roll_declaration", dice=[10])
    assert [event.man for event in events_of(table, Panicked)] == [man(battle, "Odo").id]
    both = field(
        "a Guy: knight mounted destrier at 10,10 horse.stamina=3 | a Odo: knight mounted destrier "
        f"at 20,10 horse.stamina=3 | {FOE}",
        phase="panic",
    )
    table = run(both, "roll_declaration", dice=[10, 10])
    assert [event.man for event in events_of(table, Panicked)] == [0, 1]


def test_kk_morale_05_riders_do_not_check_when_charged() -> None:
    """Infantry charged by cavalry checks; a rider so charged does not."""
    for words, checks in (("", 1), ("mounted", 0)):
        battle = field(
            "a Guy: knight lance sword mounted destrier at 40,40 | "
            f"b foot: sword {words} at 40,52 south",
            table=(96.0, 96.0), phase="charge_checks",
        )  # fmt: skip
        declare(man(battle, "Guy"), "move_full_melee", target=man(battle, "foot").id, gait="canter")
        assert len(checked(run(battle, "move", dice=[1] * checks))) == checks


def test_kk_morale_10_only_who_lost_stamina_in_the_phase_checks_again() -> None:
    """Of two at half their stamina one was hit now; the other checks in Command Determination."""
    battle = field(
        f"a Hal: at 10,10 stamina=5 | a Tom: at 30,10 stamina=3 | {FOE}", phase="shooting_end"
    )
    battle.hurt = ((man(battle, "Hal").id, NOBODY, 2, "shot", man(battle, "foe").id),)
    assert checked(run(battle, "choose", dice=[1])) == [man(battle, "Hal").id]


def test_kk_morale_14_units_check_before_single_men() -> None:
    """A single man listed first, obliged by the same fall as a unit, checks after it."""
    battle = field(
        "a Hob: at 30,18.6 | a men: x5 at 30,20 31.2,20 32.4,20 33.6,20 34.8,20 | b foe: at 32,40",
        phase="shooting_end",
    )
    battle.hurt = ((man(battle, "men").id, NOBODY, 6, "shot", man(battle, "foe").id),)
    order = checked(run(battle, "choose", dice=[1] * 5))
    assert order == [*(man(battle, "men", at).id for at in range(1, 5)), man(battle, "Hob").id]
    two = field("a men: x3 at 30,20 | a more: x3 at 40,20 | b foe: at 32,40")
    wounded = [man(two, "more", 1), man(two, "men", 1)]
    for one in wounded:
        causes.oblige(two, one, "wound")
    table = play(two, checking.run_checks, dice=[1, 1])
    assert checked(table) == [wounded[1].id, wounded[0].id]  # in roster order
    for winner, order in (("a", [0, 1]), ("b", [1, 0])):
        sides = field("a Hal: at 10,10 | b Tom: at 30,30", first=winner)
        for one in sides.men[:2]:
            causes.oblige(sides, one, "wound")
        assert checked(play(sides, checking.run_checks, dice=[1, 1])) == order


def test_kk_morale_35_from_the_nearest_enemy_in_sight_else_from_the_cause() -> None:
    """An enemy stands to the north, the cause lay to the south: south he runs; unseen, north."""
    for terrain, south in (("", True), ("house_wall: 0,24 72,24", False)):
        battle = field("a Hal: at 36,20 | b foe: at 36,30", terrain=terrain, phase="melee_end")
        play(battle, failing.fails, man(battle, "Hal"), "neighbour", (36.0, 18.0))
        assert (man(battle, "Hal").base.y < 20.0) is south


def test_kk_morale_42_who_has_checked_in_the_phase_stands_for_the_lord_too() -> None:
    """His lord yields after he has had his one roll of the phase: no second, and he passed."""
    battle = field(
        f"a Ralf: lord captive at 30,20 held=2 | a Hal: at 26,20 checked=true | "
        f"b Guy: knight escorting held=0 at 31.2,20 | {FOE}",
        phase="melee_end",
    )
    retinue(battle, "a").lord_fallen = True
    assert checked(play(battle, checking.run_checks)) == []
    assert man(battle, "Hal").passed_lord_check
    assert man(battle, "Hal").seen_lord_fall


def test_kk_yield_07_a_captors_chit_is_to_escort() -> None:
    """In command or not he is not asked and does not roll; his chit says what he does."""
    battle = field(
        "a Ralf: lord at 30,18 in_command | a Hal: at 30,20 escorting held=2 in_command | "
        "b Guy: captive at 31.2,20 held=1 | b foe: at 60,46 chit=stay",
        phase="chits",
    )
    table = run(battle, "panic", answers={"chit": "stay"})
    assert man(battle, "Hal").chit == "escort"
    assert [choice.about[0] for choice in table.by.was_asked("chit")] == [man(battle, "Ralf").id]


def test_kk_yield_08_hemmed_in_and_in_contact_he_yields_to_whom_he_touches() -> None:
    """A common man in a ring touches two of them: his owner says to which, not the nearest."""
    ring = "36,37.04 39,34.5 37.04,36 36,39.2 33,37.5 33,34.5 36,33"
    battle = field(f"a Hal: at 36,36 | b ring: loose x7 at {ring}", phase="melee_end")
    touched = [man(battle, "ring", 0).id, man(battle, "ring", 2).id]
    assert [foe.id for foe in failing.captors_of(battle, man(battle, "Hal"))] == touched
    play(battle, failing.fails, man(battle, "Hal"), "neighbour", dice=[1], answers=[touched[1]])
    assert man(battle, "Hal").held == touched[1]


def test_kk_yield_08_a_rider_killed_on_yielding_lies_beside_his_horse() -> None:
    """A berserk kills him: he is as dead as any, and his horse stands there without a rider."""
    battle = field(
        "a Hugh: knight sword mounted destrier at 30,20 | b Bear: soldier berserk ax at 30,21.5",
        phase="melee_end",
    )
    hugh = man(battle, "Hugh")
    checking.oblige(battle, hugh, "wound")
    play(battle, checking.run_checks, dice=[10])
    assert hugh.status == "dead"
    assert (hugh.horse, battle.horses[0].rider) == (NOBODY, NOBODY)


@pytest.mark.parametrize(("who", "heart"), [("Ralf", False), ("Guy", True)])
def test_kk_setup_03_a_commanders_fall_is_his_own_bodys_affair(who: str, heart: bool) -> None:
    """Of two who share a side by type neither is a lord to the enemy; who has one alone is."""
    text = "a1 Ralf: lord at 30,20 | a2 Odo: lord at 40,20 | b Guy: lord at 30,30 | b Hal: at 32,30"
    for by_type in (True, False):
        battle = field(text, group_by_type=by_type)
        lord = man(battle, who)
        play(battle, checking.lord_falls, lord)
        assert retinue(battle, lord.player).lord_fallen
        enemies = [one for one in battle.retinues if one.side != lord.side]
        taken = heart or not by_type
        assert all(one.seen_enemy_lord_fall is taken for one in enemies)


@pytest.mark.parametrize(("by_type", "status"), [(True, "dead"), (False, "captive")])
def test_kk_yield_06_a_commander_is_no_lord_to_whom_quarter_is_given(
    by_type: bool, status: str
) -> None:
    """Outlaws get none, their lord apart; by type they have no lord."""
    battle = field(
        "a1 Ralf: lord at 30,20 | a2 Odo: lord at 40,20 | b Guy: knight at 30,21",
        group_by_type=by_type,
    )
    retinue(battle, "b").no_quarter = ("a1",)
    ralf = man(battle, "Ralf")
    play(battle, failing.give_up_to, ralf, man(battle, "Guy"), voluntary=False)
    assert ralf.status == status
