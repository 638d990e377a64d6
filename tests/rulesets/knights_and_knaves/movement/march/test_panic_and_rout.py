"""Horses that panic and men who run (KK-MOVE, KK-DIS)."""

from __future__ import annotations

import pytest

from banneret.rulesets.knights_and_knaves.basics.state import GONE, Declared, Horse
from banneret.rulesets.knights_and_knaves.ground.contact import touching
from banneret.rulesets.knights_and_knaves.ground.encircling import surrounded
from banneret.rulesets.knights_and_knaves.morale import rout
from banneret.rulesets.knights_and_knaves.movement import riding
from banneret.rulesets.knights_and_knaves.movement.march import marching
from banneret.rulesets.knights_and_knaves.screen.deeds import Left
from banneret.tabletop.shapes.measuring import overlaps
from rulesets.knights_and_knaves.field import at, field, man
from rulesets.knights_and_knaves.scripts import play
from rulesets.scripting import events_of

# -- panic


def test_kk_panic_04_a_bolting_destrier_runs_24_inches_away() -> None:
    """Straight away from the nearest enemy, out of melee, through friends; the horse tires."""
    battle = field(
        "a Guy: knight mounted destrier at 30,30 panic=bolt | b Odo: soldier at 30,31.5 | "
        "a Ivo: soldier at 30,20",
        phase="move",
    )
    guy = man(battle, "Guy")
    play(battle, marching.movement)
    assert guy.base.y == pytest.approx(6.0, abs=0.01)
    assert battle.horses[0].temporary == 1
    assert battle.horses[0].gait == "gallop"


def test_kk_panic_04_a_charging_horse_comes_into_contact() -> None:
    """At its top gait straight at the nearest enemy, whatever the chit says."""
    battle = field(
        "a Guy: knight mounted horse at 30,10 chit=stay panic=charge horse.last_gait=canter | "
        "b Odo: soldier at 38,18",
        phase="move",
    )
    play(battle, marching.movement)
    assert touching(battle, man(battle, "Guy")) == [man(battle, "Odo")]
    assert battle.charges[0][:2] == (0, 1)


def test_kk_panic_04_a_refusing_horse_stays() -> None:
    """It does not move; a bolt without an enemy in sight runs along its nose."""
    battle = field("a Guy: knight mounted at 30,10 chit=move_full panic=refuse", phase="move")
    man(battle, "Guy").declared = Declared(gait="walk", path=((30.0, 14.0),))
    play(battle, marching.movement)
    assert at(man(battle, "Guy")) == (30, 10)
    alone = field("a Guy: knight mounted horse at 30,10 panic=bolt", phase="move")
    play(alone, marching.movement)
    assert at(man(alone, "Guy")) == (30, 26)


def test_kk_panic_05_in_contact_it_stays_and_under_a_router_only_bolts() -> None:
    """A horse that charges while touching an enemy stays; a router's horse only bolts."""
    battle = field(
        "a Guy: knight mounted at 30,10 panic=charge | b Odo: soldier at 30,11.5", phase="move"
    )
    play(battle, marching.movement)
    assert at(man(battle, "Guy")) == (30, 10)
    run_ = field(
        "a Guy: knight routing mounted horse at 30,20 panic=bolt | b Odo: soldier at 30,40",
        phase="move",
    )
    play(run_, marching.movement)
    assert at(man(run_, "Guy")) == (30, 4)


def test_kk_panic_04_a_spent_horse_goes_nowhere() -> None:
    """A horse too tired to move stays where it is, whatever its panic."""
    for panic in ("bolt", "charge"):
        battle = field(
            f"a Guy: knight mounted at 30,10 panic={panic} horse.temporary=16 | "
            "b Odo: soldier at 30,20",
            phase="move",
        )
        play(battle, marching.movement)
        assert at(man(battle, "Guy")) == (30, 10)


def test_kk_panic_04_a_riderless_horse_bolts() -> None:
    """A wounded horse without a rider runs from its enemies."""
    battle = field("a Guy: knight mounted horse at 30,20 | b Odo: soldier at 30,30", phase="move")
    play(battle, riding.dismount, man(battle, "Guy"), None)
    battle.horses[0].panic = "bolt"
    play(battle, marching.movement)
    assert battle.horses[0].base.y == pytest.approx(4.0, abs=0.01)


def loose_horse(others: str, terrain: str = "") -> Horse:
    """The horse of Guy after it has bolted without him from 30,30."""
    battle = field(f"a Guy: mounted horse at 30,30 | {others}", terrain=terrain, phase="move")
    play(battle, riding.dismount, man(battle, "Guy"), None)
    battle.horses[0].panic = "bolt"
    play(battle, marching.movement)
    for one in battle.men:
        assert not overlaps(one.base, battle.horses[0].base)  # KK-GEO-04
    return battle.horses[0]


def test_kk_panic_04_a_riderless_horse_minds_whom_it_sees_and_the_slope() -> None:
    """Not the man behind the house, nor the nearer middle; a slope costs it two inches."""
    hidden = "b Odo: at 24,30 | b Far: at 30,46"
    house = "building house: 26,26..28,34"
    assert loose_horse(hidden, house).base.y == pytest.approx(14.0, abs=0.01)
    rider = "b Odo: mounted at 30,34 north | b Jon: at 26.2,30"  # Jon's middle is the nearer one
    assert loose_horse(rider).base.y == pytest.approx(14.0, abs=0.01)
    uphill = "gentle_slope: 20,10..40,25"
    assert loose_horse("b Odo: at 30,40", uphill).base.y == pytest.approx(16.0, abs=0.01)


def test_kk_geo_04_a_bolting_horse_ends_beyond_whom_it_runs_over() -> None:
    """Just beyond him, or short of him where a wall is behind him."""
    assert loose_horse("b Odo: at 30,40 | a Ivo: at 30,14").base.y < 12.6
    wall = "high_wall: 20,13 40,13"
    assert loose_horse("b Odo: at 30,40 | a Ivo: at 30,14", wall).base.y > 15.4


# -- rout


def test_kk_morale_34_a_router_runs_his_run_and_two() -> None:
    """Armour 6: 18 inches directly away, at once."""
    battle = field("a Hugh: soldier routing at 30,30 | b Odo: soldier at 30,34")
    play(battle, rout.rout_move, man(battle, "Hugh"), None)
    assert at(man(battle, "Hugh")) == (30, 12)


@pytest.mark.parametrize(("kind", "far", "tired"), [("nag", 18, 0), ("destrier", 26, 1)])
def test_kk_morale_35_mounted_routers(kind: str, far: int, tired: int) -> None:
    """A nag canters 16 and 2, a destrier gallops 24 and 2 and tires; the man does not."""
    battle = field(f"a Guy: knight mounted {kind} routing at 30,40 | b Odo: soldier at 30,44")
    guy = man(battle, "Guy")
    play(battle, rout.rout_move, guy, None)
    assert at(guy) == (30, 40 - far)
    assert battle.horses[0].temporary == tired
    assert guy.temporary == 0


def test_kk_morale_35_routers_pass_friends_slide_along_walls_and_stop_at_hedges() -> None:
    """Through friends and beyond them; along a wall; no further than a hedge; off the table."""
    battle = field(
        "a Hugh: soldier routing at 30,30 | b Odo: soldier at 30,34 | a Ivo: soldier at 30,12.3"
    )
    hugh = man(battle, "Hugh")
    play(battle, rout.rout_move, hugh, None)
    assert hugh.base.y < 12
    assert not overlaps(hugh.base, man(battle, "Ivo").base)
    walled = field(
        "a Hugh: soldier routing at 30,30 | b Odo: soldier at 28,34",
        terrain="high_wall: 10,24 60,24",
    )
    play(walled, rout.rout_move, man(walled, "Hugh"), None)
    assert man(walled, "Hugh").base.y >= 24.4
    assert man(walled, "Hugh").base.x > 40
    hedge = field(
        "a Hugh: soldier routing at 30,30 | b Odo: soldier at 30,34", terrain="hedge: 10,24 60,24"
    )
    play(hedge, rout.rout_move, man(hedge, "Hugh"), None)
    assert at(man(hedge, "Hugh")) == (30, 24.5)
    edge = field("a Hugh: soldier routing at 30,5 | b Odo: soldier at 30,9")
    table = play(edge, rout.rout_move, man(edge, "Hugh"), None)
    assert man(edge, "Hugh").status == GONE
    assert [one.status for one in events_of(table, Left)] == ["routing"]


@pytest.mark.parametrize(
    ("costs_turn", "moved", "y"), [(False, False, 2.5), (True, False, 9.5), (False, True, 10.5)]
)
def test_kk_move_24_a_router_and_the_door_he_stands_at(
    costs_turn: bool, moved: bool, y: float
) -> None:
    """Through it and on, or just through; one reached this very turn stops him (KK-MOVE-23)."""
    battle = field(
        f"a Hugh: routing moved={str(moved).lower()} at 20,10.5 | b Odo: at 20,20",
        terrain="building barn: 15,2..25,10 | open_door gap: 19,10 21,10 | open_door o: 19,2 21,2",
        doorways_cost_turn=costs_turn,
    )
    play(battle, rout.rout_move, man(battle, "Hugh"), None)
    assert at(man(battle, "Hugh")) == (20, y)


def test_kk_move_22_a_chest_high_wall_is_no_way_out_for_a_rider() -> None:
    """He runs on along it, and it closes the ring round him (KK-GEO-03); a man on foot climbs."""
    wall = "chest_wall: 0,21 40,21"
    foes = "b F1: at 16.5,20 | b F2: at 18,16.5 | b F3: at 22,16.5 | b F4: at 23.5,20"
    for saddle, closed in (("mounted", True), ("", False)):
        battle = field(f"a Hugh: routing {saddle} at 20,19.9 | {foes}", terrain=wall)
        assert (surrounded(battle, man(battle, "Hugh")) is not None) is closed
        battle = field(f"a Hugh: routing {saddle} at 20,19 | b Odo: at 19,15", terrain=wall)
        play(battle, rout.rout_move, man(battle, "Hugh"), None)
        assert (man(battle, "Hugh").base.x > 25) is closed


@pytest.mark.parametrize("terrain", ["", "high_wall: 0,35 40,35"])
def test_kk_geo_03_enemies_one_behind_the_other_surround_nobody(terrain: str) -> None:
    """A file of them in one direction leaves him the rest of the circle."""
    battle = field(
        "a Hugh: soldier routing at 20,30 | b F1: at 20,27 | b F2: at 20,24", terrain=terrain
    )
    assert surrounded(battle, man(battle, "Hugh")) is None


def test_kk_morale_41_nobody_in_sight_he_runs_home() -> None:
    """With no enemy visible he runs from the cause, or for his own edge."""
    battle = field("a Hugh: soldier routing at 30,30")
    play(battle, rout.rout_move, man(battle, "Hugh"), None)
    assert at(man(battle, "Hugh")) == (30, 12)
    cause = field("a Hugh: soldier routing at 30,20")
    play(cause, rout.rout_move, man(cause, "Hugh"), (30.0, 16.0))
    assert at(man(cause, "Hugh")) == (30, 38)


def test_kk_yield_11_a_berserk_runs_into_the_enemy_in_his_path() -> None:
    """He is stopped by the first enemy he touches."""
    battle = field(
        "a Bors: soldier berserk routing at 30,30 | b Odo: soldier at 30,33 | "
        "b Guy: soldier at 30,24"
    )
    bors = man(battle, "Bors")
    play(battle, rout.rout_move, bors, None)
    assert touching(battle, bors) == [man(battle, "Guy")]
