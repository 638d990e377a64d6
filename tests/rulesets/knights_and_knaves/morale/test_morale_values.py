"""The value of a check at that moment, and what a rout is (KK-MORALE)."""

from __future__ import annotations

import pytest

from banneret.core.play.events import Rolled
from banneret.rulesets.knights_and_knaves.basics import phases
from banneret.rulesets.knights_and_knaves.basics.state import (
    CAPTIVE,
    GONE,
    NOBODY,
    ROUTING,
    STEADY,
    Battle,
    changed,
    put,
)
from banneret.rulesets.knights_and_knaves.command.action import declaration
from banneret.rulesets.knights_and_knaves.morale import causes, checking, failing
from banneret.rulesets.knights_and_knaves.movement.march import marching
from banneret.rulesets.knights_and_knaves.screen.events import Checked, Routed
from rulesets.knights_and_knaves.checks import FOE, after_fall, charging, checked, fell, value
from rulesets.knights_and_knaves.field import at, declare, field, man, men, retinue
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.scripting import events_of, heard

# -- the value


def test_kk_morale_16_who_lends_to_whom() -> None:
    """A sergeant lends to his own unit, the lord to any of his men, allies to nobody."""
    battle = field(
        "a1 men: x5 at 10,10 | a1 Tom: at 10,12 | a1 Ralf: lord at 50,10 | "
        f"a2 Odo: lord at 11,13 | {FOE}"
    )
    assert checking.bonus_for(battle, man(battle, "men", 1)) == 1
    assert checking.bonus_for(battle, man(battle, "Tom")) == 0
    put(battle, man(battle, "Ralf"), 8.0, 12.0, 0.0)
    assert checking.bonus_for(battle, man(battle, "Tom")) == 3
    assert checking.bonus_for(battle, man(battle, "men", 1)) == 3  # in a unit or not


def test_kk_morale_17_within_five_inches_the_larger_of_two() -> None:
    """A member six inches off has nothing; lord and sergeant together give the lord's."""
    battle = field(
        "a men: x5 at 10,10 12.5,10 15,10 17.5,10 20,10 | a Ralf: lord morale=9 at 50,10 | " + FOE
    )
    assert checking.bonus_for(battle, man(battle, "men", 3)) == 0  # 6.5 inches off
    assert checking.bonus_for(battle, man(battle, "men", 2)) == 1
    put(battle, man(battle, "Ralf"), 13.0, 7.0, 0.0)
    assert checking.bonus_for(battle, man(battle, "men", 2)) == 2
    man(battle, "Ralf").stun = 1
    assert checking.bonus_for(battle, man(battle, "men", 2)) == 1
    man(battle, "men").status = ROUTING
    changed(battle)
    assert checking.bonus_for(battle, man(battle, "men", 2)) == 0


def test_kk_morale_16_a_straggler_is_outside_his_unit() -> None:
    """Three inches from the rest, four from his sergeant, he has nothing of him."""
    battle = field(f"a men: x5 at 10,10 11.5,10 13,10 14.5,10 6,10 | {FOE}")
    assert checking.bonus_for(battle, man(battle, "men", 4)) == 0
    put(battle, man(battle, "men", 4), 7.5, 10.0, 0.0)
    assert checking.bonus_for(battle, man(battle, "men", 4)) == 1


def test_kk_morale_17_a_fallen_lord_gives_orders_but_no_bonus() -> None:
    """Conscious or not, lying he lends nothing."""
    battle = field(f"a Ralf: lord disabled conscious=5 at 10,10 | a Hal: at 12,10 | {FOE}")
    assert checking.bonus_for(battle, man(battle, "Hal")) == 0


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


def test_kk_morale_20_not_for_military_orders_nor_who_has_not_seen_it() -> None:
    """A brother of an order holds as before; so does Tom, who has the wall between."""
    battle = field(
        f"a Ralf: lord at 10,10 | a Hal: military_order at 18,10 | a Ned: at 10,17 | "
        f"a Tom: at 10,30 | {FOE}",
        terrain="high_wall: 0,20 30,20",
    )
    before = [value(battle, man(battle, name)) for name in ("Hal", "Ned", "Tom")]
    after_fall(battle, man(battle, "Ralf"), [1, 1])
    after = [value(battle, man(battle, name)) for name in ("Hal", "Ned", "Tom")]
    assert [now - then for now, then in zip(after, before, strict=True)] == [0, -3, 0]


def test_kk_morale_30_two_enemy_lords_count_once_and_a_yield_as_a_fall() -> None:
    """Another enemy lord down adds nothing; a lord who yields has fallen."""
    battle = field("a Hal: at 10,10 | b1 Odo: lord at 10,30 | b2 Hugo: lord at 14,30")
    for name in ("Odo", "Hugo"):
        play(battle, causes.lord_falls, man(battle, name))
    assert value(battle, man(battle, "Hal")) == 9


def test_kk_morale_21_neighbours_lost_this_turn() -> None:
    """Two adjacent friends lost: two off, though one ran before he fell; a new turn forgets."""
    battle = field(f"a Hal: at 10,10 | a Tom: at 12,10 | a Ned: at 8,10 | {FOE}")
    checking.neighbours(battle, man(battle, "Tom"))
    for name in ("Tom", "Ned"):
        play(battle, fell, man(battle, name))
    assert value(battle, man(battle, "Hal")) == 5
    play(battle, phases.begin)
    assert value(battle, man(battle, "Hal")) == 7


def test_kk_morale_26_hatred_of_the_enemy_faced() -> None:
    """Two more against those they hate, nothing against others nearer."""
    battle = field("a Hal: at 10,10 | b Tom: at 10,30 | c Wat: at 10,20")
    retinue(battle, "a").hatred = ("b",)
    assert value(battle, man(battle, "Hal")) == 7
    retinue(battle, "a").hatred = ("c",)
    assert value(battle, man(battle, "Hal")) == 9


def test_kk_morale_27_cover_counts_in_the_battle() -> None:
    """In a wood four more, to stand and to rally."""
    battle = field(f"a Hal: at 10,10 | {FOE}", terrain="light_wood: 8,8..12,12")
    assert value(battle, man(battle, "Hal")) == 11
    assert value(battle, man(battle, "Hal"), rally=True) == 11


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
    assert checking.strength(battle, man(battle, "men", 5)) == 9
    assert checking.strength(battle, man(battle, "men", 11)) == 0


def test_kk_morale_29_strength_falls_as_men_run() -> None:
    """With the fifth man gone the next has no bonus."""
    battle = field(f"a men: leaderless x5 at 10,10 | {FOE}", phase="shooting_end")
    assert checking.strength(battle, man(battle, "men", 4)) == 5
    man(battle, "men", 0).status = ROUTING
    changed(battle)
    assert checking.strength(battle, man(battle, "men", 4)) == 4


@pytest.mark.parametrize(("die", "stands"), [(6, True), (7, False)])
def test_kk_morale_32_lower_than_the_value_stands(die: int, stands: bool) -> None:
    """A man of morale 7 stands on a 6 and runs on a 7."""
    battle = field(f"a Hal: at 10,10 | {FOE}", phase="shooting_end")
    causes.oblige(battle, man(battle, "Hal"), "wound")
    table = play(battle, checking.run_checks, dice=[die])
    assert events_of(table, Checked)[0].stands is stands
    assert (man(battle, "Hal").status == STEADY) is stands


@pytest.mark.parametrize(("words", "die", "stands"), [
    ("morale=1 stamina=1", 1, True), ("chief morale=10", 10, False),
])  # fmt: skip
def test_kk_morale_33_one_stands_and_ten_runs(words: str, die: int, stands: bool) -> None:
    """Whatever the value."""
    battle = field(f"a Hal: {words} at 10,10 | {FOE}", phase="shooting_end")
    causes.oblige(battle, man(battle, "Hal"), "wound")
    table = play(battle, checking.run_checks, dice=[die])
    assert events_of(table, Checked)[0].stands is stands


# -- what a rout is


def test_kk_morale_34_a_failing_man_runs_at_once() -> None:
    """Armour 6: sixteen and two inches straight away from the enemy he sees."""
    battle = field("a Hal: at 30,30 | b foe: at 30,36", phase="shooting_end")
    causes.oblige(battle, man(battle, "Hal"), "wound")
    play(battle, checking.run_checks, dice=[10])
    assert man(battle, "Hal").status == ROUTING
    assert man(battle, "Hal").base.y == pytest.approx(12.0)


def test_kk_morale_36_routers_neither_shoot_nor_fight() -> None:
    """He has no chit any more, and none is put on him."""
    battle = field("a Hal: longbow at 30,30 chit=shoot ready=true | b foe: at 30,36",
                   phase="charge_checks")  # fmt: skip
    causes.oblige(battle, man(battle, "Hal"), "charged")
    play(battle, checking.run_checks, dice=[10])
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


@pytest.mark.parametrize(
    ("guy", "gait", "to"),
    [
        ("sword armor=6 at 40,28", "", (40.0, 36.0)),
        ("mounted destrier at 40,24", "canter", (40.0, 40.0)),
        ("mounted destrier at 40,28", "gallop", (40.0, 46.9)),
        ("mounted destrier at 40,24 horse.last_gait=trot", "gallop", (40.0, 46.9)),
        ("mounted destrier at 40,28 | b Odo: at 40,44", "gallop", (40.0, 42.5)),
    ],
)
def test_kk_morale_38_nor_does_he_stand_if_it_ran_off_the_table(
    guy: str, gait: str, to: tuple[float, float]
) -> None:
    """He goes for where he was last, no further than the edge; whom he meets he may fight."""
    battle = field(f"a Guy: knight {guy} | b foot: at 40,34", phase="charge_checks")
    declare(man(battle, "Guy"), "move_full_melee", target=man(battle, "foot").id, gait=gait)
    if gait:
        play(battle, declaration.charge_checks, dice=[10])
    else:  # on foot he frightens nobody; somebody else did
        play(battle, failing.fails, man(battle, "foot"), "neighbour")
    assert man(battle, "foot").status == GONE
    battle.phase = "move"
    play(battle, marching.movement)
    assert at(man(battle, "Guy")) == to
    assert (man(battle, "Guy").id in battle.gallopers) == ("Odo" in guy)


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


def test_kk_morale_40_of_two_riders_the_one_who_holds_counts_alone() -> None:
    """Guy runs, Hugo comes on: one off the spearman's morale, and Hugo alone tries his nerve."""
    battle = field(
        "a Guy: knight mounted at 40,40 | a Hugo: knight mounted at 42,40 | "
        "b foot: short_spear longbow ready=true chit=shoot at 41,48 | b Far: at 60,90",
        table=(96.0, 96.0),
        phase="charge_checks",
    )
    foot = man(battle, "foot")
    for name in ("Guy", "Hugo"):
        declare(man(battle, name), "move_full_melee", target=foot.id, gait="canter")
    foot.weapon = "short_spear"
    table = play(battle, declaration.charge_checks, dice=[10, 1, 1])
    hugo = man(battle, "Hugo").id
    assert checked(table) == [man(battle, "Guy").id, hugo, foot.id]
    tally = {reason.label: reason.value for reason in events_of(table, Rolled)[-1].tally}
    assert tally["attacked by cavalry"] == -1
    play(battle, marching.movement)
    assert [charge[:2] for charge in battle.charges] == [(hugo, foot.id)]


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
    play(battle, checking.run_checks, dice=[10])
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
    table = play(battle, checking.run_checks, dice=[1])
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
