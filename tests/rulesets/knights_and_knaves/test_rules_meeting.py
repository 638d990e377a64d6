"""Where two rules meet: charges that lost their mark, ranks with a gap, withdrawals unseen."""

from __future__ import annotations

import pytest

from banneret.rulesets.knights_and_knaves.basics.state import (
    CAPTIVE,
    DISABLED,
    ESCORTING,
    GONE,
    ROUTING,
    STEADY,
    WITHDRAWING,
    changed,
    put,
)
from banneret.rulesets.knights_and_knaves.command import hearing
from banneret.rulesets.knights_and_knaves.command.action import declaration
from banneret.rulesets.knights_and_knaves.melee import strike_or_parry
from banneret.rulesets.knights_and_knaves.morale import causes, victory
from banneret.rulesets.knights_and_knaves.movement.march import marching
from banneret.rulesets.knights_and_knaves.screen.deeds import LanceLost, Nerve, Shot, Struck
from rulesets.knights_and_knaves.field import at, declare, field, man, men, unit
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.scripting import events_of, rolls


def test_kk_shoot_19_an_archer_shoots_whoever_charges_into_him() -> None:
    """The charger was after a router beyond: no test of nerve, but a shot from right before him."""
    battle = field(
        "a Hugh: longbow short_sword shooting=7 ready=true in_command at 20,14 | "
        "a Ivo: at 20,17 routing | b Odo: soldier in_command at 20,8 | b Guy: at 40,14",
        phase="move",
    )
    hugh, odo = declare(man(battle, "Hugh"), "shoot"), man(battle, "Odo")
    declare(odo, "move_full_melee", target=man(battle, "Ivo").id)
    table = run(
        battle, "shooting_end", dice=[8, 2, 2, 2], answers={"shot": odo.id, "reorganise": "keep"}
    )
    assert [one.target for one in events_of(table, Shot)] == [odo.id]
    assert events_of(table, Nerve) == []
    refused = table.by.refusals("shot", hugh.id)
    assert refused[man(battle, "Guy").id] == "KK-SHOOT-19"


def test_kk_morale_41_who_charged_and_ran_is_shot_at_where_he_is() -> None:
    """He came within 4 inches and lost heart at the end of the move: no nerve, the true range."""
    battle = field(
        "a Hugh: longbow ready=true in_command at 20,10 | b Odo: in_command at 20,22 | "
        "b Tom: routing at 21,30",
        phase="move",
    )
    declare(man(battle, "Hugh"), "shoot")
    odo = declare(man(battle, "Odo"), "move_full_melee", target=man(battle, "Hugh").id)
    run(battle, "movement_checks")
    causes.oblige(battle, odo, causes.NEIGHBOUR)
    table = run(battle, "shooting_end", dice=[10, 10, 1], answers={"shot": odo.id})
    assert odo.status == ROUTING
    assert events_of(table, Nerve) == []
    assert rolls(table, "damage") == [(1,)]  # beyond 20 inches


def test_kk_panic_05_a_wild_horse_keeps_to_the_man_who_checked() -> None:
    """He ran off the table from it; it does not turn on another who was never charged."""
    battle = field(
        "a Guy: squire mounted destrier horse.stamina=9 in_command panic=charge at 20,30 | "
        "b Odo: at 20,40 | b far: at 60,30",
        phase="charge_checks",
    )
    declare(man(battle, "Guy"), "stay", target=man(battle, "Odo").id, gait="gallop")
    play(battle, declaration.charge_checks, dice=[10])
    assert man(battle, "Odo").status == GONE
    play(battle, marching.movement)
    assert at(man(battle, "Guy")) == (20.0, 46.9)


def test_kk_dmg_04_the_second_rank_strikes_though_its_front_man_fell_at_the_gallop() -> None:
    """The charger stands before it, held up by it: the strike chosen stands, with one die more."""
    battle = field(
        "a men: short_spear x5 melee=6 stamina=1 at 20,20 20,19 30,19 32,19 34,19 facing 0 | "
        "b Guy: knight melee=9 lance sword mounted destrier armor=12 in_command at 20,30",
        phase="move",
    )
    front, rear, guy = man(battle, "men"), man(battle, "men", 1), man(battle, "Guy")
    declare(guy, "move_full_melee", gait="gallop", target=front.id)
    table = run(
        battle,
        "melee_end",
        dice=[10, 1, 9, 9, 9, 10, 5, 5],
        answers={
            "reorganise": "keep",
            "fight Guy": f"strike:{front.id}",
            "fight men0": f"strike:{guy.id}",
            "fight men1": f"strike:{guy.id}",
        },
    )
    assert front.status == DISABLED
    assert len(events_of(table, LanceLost)) == 1
    assert [(one.man, one.hit) for one in events_of(table, Struck)] == [(rear.id, True)]
    assert rolls(table, "damage") == [(9, 9, 9), (5, 5)]


@pytest.mark.usefixtures("idle")
def test_kk_rank_06_rear_fights_rear_though_the_man_between_fell_at_the_gallop() -> None:
    """Both second ranks chose each other; a charger from the flank fells the enemy's front man."""
    battle = field(
        "a men: short_spear melee=6 x5 at 20,10 20,9 30,9 32,9 34,9 facing 0 | "
        "b foes: short_spear melee=6 x5 stamina=1 at 20,11 20,12.4 30,12 32,12 34,12 facing 180 | "
        "a Guy: knight melee=9 lance mounted destrier in_command at 8,11 east",
        phase="move",
    )
    front, rear = man(battle, "foes"), man(battle, "foes", 1)
    mine = man(battle, "men", 1)
    declare(man(battle, "Guy"), "move_full_melee", gait="gallop", target=front.id)
    table = run(
        battle,
        "melee_end",
        dice=[10, 9, 9, 9, 10, 9],
        answers={
            "reorganise": "keep",
            "fight": "nothing",
            "fight Guy": f"strike:{front.id}",
            "fight men1": f"strike:{rear.id}",
        },
    )
    assert front.status == DISABLED
    assert [(one.man, one.at) for one in events_of(table, Struck)][-1] == (mine.id, rear.id)


def test_kk_rank_01_nobody_strikes_past_a_router() -> None:
    """A caught router is outside his unit; the man behind him is no second rank of his."""
    battle = field(
        "a men: short_spear x5 at 20,10 20,9 30,9 32,9 34,9 facing 0 | b Odo: at 20,11",
        phase="choose",
    )
    rear = man(battle, "men", 1)
    assert [foe.profile.name for foe in strike_or_parry.within_reach(battle, rear)] == ["Odo"]
    man(battle, "men").status = ROUTING
    changed(battle)
    assert strike_or_parry.within_reach(battle, rear) == []


@pytest.mark.usefixtures("idle")
def test_kk_melee_29_a_second_rank_holds_up_whoever_came_though_its_front_man_is_down() -> None:
    """Two chargers touch one man: the first fells him, the second stays before the rank too."""
    battle = field(
        "a men: short_spear x5 melee=4 stamina=1 at 20,20 20,18.6 30,10 32,10 34,10 facing 0 | "
        "b Guy: knight lance mounted destrier in_command at 20,30 | "
        "b Hal: knight lance mounted destrier in_command at 30,20.2 west",
        phase="move",
    )
    front = man(battle, "men")
    for name in ("Guy", "Hal"):
        declare(man(battle, name), "move_full_melee", gait="gallop", target=front.id)
    answers = {"reorganise": "keep", "fight": "nothing", "fight Guy": f"strike:{front.id}"}
    run(battle, "choose", answers=answers)
    assert set(battle.gallopers) == {man(battle, "Guy").id, man(battle, "Hal").id}
    run(battle, "fights", dice=[10, 9, 9, 9], answers=answers)
    assert front.status == DISABLED
    assert [at(man(battle, name)) for name in ("Guy", "Hal")] == [(20.0, 21.5), (21.5, 20.0)]


def test_kk_yield_07_who_took_a_captive_in_his_charge_does_not_ride_on() -> None:
    """The squire he reached at the gallop yields to him at the end of the move: he stays by him."""
    battle = field(
        "a Guy: knight lance mounted destrier in_command at 20,10 | b Odo: squire at 20,16 | "
        "b Tom: at 20,30",
        phase="move",
    )
    guy, odo = man(battle, "Guy"), man(battle, "Odo")
    declare(guy, "move_full_melee", gait="gallop", target=odo.id)
    run(battle, "movement_checks")
    causes.oblige(battle, odo, causes.NEIGHBOUR)
    run(battle, "fatigue", dice=[10])
    assert (guy.status, odo.status) == (ESCORTING, CAPTIVE)
    assert at(guy) == (20.0, 14.5)


def test_kk_finis_04_the_lord_stops_it_where_no_enemy_is_in_sight() -> None:
    """In free movement nobody measures command range, yet he rides up and they halt."""
    battle = field("a Ralf: lord at 5,40 | a men: x6 unit.withdrawing=true at 30,20")
    for x, status in ((5.0, WITHDRAWING), (27.0, STEADY), (60.0, WITHDRAWING)):
        put(battle, man(battle, "Ralf"), x, 20.0, 0.0)
        hearing.measure(battle)
        assert {one.status for one in men(battle, "men")} == {status}
        assert all(one.free for one in men(battle, "men"))


def test_kk_finis_04_who_has_fallen_behind_halts_with_his_unit() -> None:
    """Their lord reaches the leader: the whole unit halts, also the straggler, who goes back."""
    battle = field(
        "a Ralf: lord at 27,20 | b foe: at 60,40 | a men: x6 unit.withdrawing=true "
        "at 30,20 31.5,20 33,20 34.5,20 36,20 45,20",
    )
    hearing.measure(battle)
    assert {one.status for one in men(battle, "men")} == {STEADY}
    assert [one.in_command for one in men(battle, "men")] == [True] * 5 + [False]
    put(battle, man(battle, "Ralf"), 41.0, 20.0, 0.0)  # near the straggler alone
    hearing.measure(battle)
    assert [one.status for one in men(battle, "men")] == [WITHDRAWING] * 4 + [STEADY] * 2


@pytest.mark.parametrize("words", ["", "stun=2"])
def test_kk_def_24_a_lord_in_a_withdrawing_unit_does_not_withdraw(words: str) -> None:
    """He joined a unit whose leader is far off; it leaves the field, he holds it or lies there."""
    battle = field(
        f"a Ralf: lord {words} at 20,20 | b foe: at 60,40 | "
        "a men: x6 permanent=1 3.status=dead 4.status=dead 5.status=dead at 40,20",
        phase="withdrawal",
    )
    ralf, band = man(battle, "Ralf"), unit(battle, "men")
    ralf.unit, band.members = band.id, (ralf.id, *band.members)
    changed(battle)
    run(battle, "end", dice=[1, 1])
    assert band.withdrawing
    assert [one.status for one in men(battle, "men")][:4] == [STEADY] + [WITHDRAWING] * 3
    hearing.measure(battle)
    assert ralf.status == STEADY
    assert (victory.sides_fighting(battle) == ["a", "b"]) is not bool(words)


def test_kk_finis_02_a_stunned_leader_in_range_keeps_his_unit_from_rolling() -> None:
    """He lies within five inches of his lord: not outside command range, though he leads nobody."""
    for x, thrown in ((22.0, 0), (30.0, 1)):
        battle = field(
            f"a Ralf: lord at 20,20 | a men: x6 permanent=1 0.stun=3 5.status=dead at {x},20 | "
            "b foe: at 60,40",
            phase="withdrawal",
        )
        assert len(rolls(run(battle, "end", dice=[10, 10][: 2 * thrown]))) == thrown
