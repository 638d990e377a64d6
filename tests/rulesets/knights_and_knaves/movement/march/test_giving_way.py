"""Who gives way, or is led, stays on his side of walls and water (KK-GEO-04, KK-MOVE-21)."""

from __future__ import annotations

import pytest

from banneret.core.questions.choices import Place1
from banneret.rulesets.knights_and_knaves.basics.checks import faults
from banneret.rulesets.knights_and_knaves.basics.state import NOBODY, Battle, footprint, put
from banneret.rulesets.knights_and_knaves.command.action import chits
from banneret.rulesets.knights_and_knaves.melee.harm import carrying, disabling
from banneret.rulesets.knights_and_knaves.morale import rout
from banneret.rulesets.knights_and_knaves.movement import riding
from banneret.rulesets.knights_and_knaves.movement.allowances import rout_allowance
from banneret.rulesets.knights_and_knaves.movement.march import reorganise
from banneret.rulesets.knights_and_knaves.movement.march.marching import movement
from banneret.rulesets.knights_and_knaves.movement.obstacles.barriers import first_barrier
from banneret.rulesets.knights_and_knaves.screen.deeds import Moved
from banneret.rulesets.knights_and_knaves.setup import arraying, deploying
from banneret.tabletop.shapes.measuring import overlaps
from rulesets.knights_and_knaves.field import declare, field, man
from rulesets.knights_and_knaves.scripts import play
from rulesets.scripting import events_of

FAR = "b foe: at 5,46"
POND = "water pond: 43,31 48,30 50,33 46,36 42,34"


def test_kk_geo_04_on_the_bank_nobody_steps_back_into_the_water() -> None:
    """He turns to the rider he charges and brushes a friend; behind him is the pond."""
    battle = field(
        "b Quin: at 49.923,33.069 facing 243.435 | b Tiel: chit=parry at 50.948,32.441 "
        "facing 321.348 | a Guy: mounted at 52.068,33.496 facing 226.731",
        terrain=POND, phase="move",
    )  # fmt: skip
    quin = declare(man(battle, "Quin"), "move_half_melee", target=man(battle, "Guy").id)
    play(battle, movement)
    assert battle.ground.kind_at((quin.base.x, quin.base.y)) == "open"
    assert faults(battle) == []


def test_kk_geo_04_a_bolting_horse_does_not_end_beyond_the_wall_a_man_leans_on() -> None:
    """Through Tom it would go on by an inch or two, but there is the wall."""
    battle = field(
        f"a Guy: mounted horse.stamina=2 panic=bolt at 30,20 | a Tom: chit=stay at 30,27.4 | "
        f"b foe: at 30,12 | {FAR}",
        terrain="high_wall: 10,28 50,28", phase="move",
    )  # fmt: skip
    play(battle, movement)
    assert 22.0 < man(battle, "Guy").base.y < 28.0
    assert faults(battle) == []


def test_kk_geo_04_a_router_in_a_lane_is_not_put_over_its_hedge() -> None:
    """He came round the corner; straight back from where he fled is the hedge, not his way."""
    battle = field(
        f"a Ned: routing at 30,22 | a Tom: at 46,23.4 | b Odo: at 30,16 | {FAR}",
        terrain="high_wall: 10,24 60,24 | hedge: 33,22.7 60,22.7",
    )
    ned, tom = man(battle, "Ned"), man(battle, "Tom")
    table = play(battle, rout.rout_move, ned, None)
    assert ned.base.x > 40.0
    assert 22.7 < ned.base.y < 24.0
    assert 22.7 < tom.base.y < 24.0
    assert faults(battle) == []
    told = events_of(table, Moved)[0].path
    assert [(round(x, 1), round(y, 1)) for x, y in told[1:3]] == [(30.0, 23.5), (46.5, 23.5)]
    assert told[-1] == (ned.base.x, ned.base.y)


def test_kk_geo_04_a_router_passes_everybody_and_ends_just_beyond() -> None:
    """Where he would stop stands Tom: he is set down past him, not before him."""
    for x, y in ((30.0, 30.0), (50.0, 30.0)):
        battle = field(f"a Ned: routing at 30,20 | a Ivo: at 30,25 | a Tom: at {x},{y} | "
                       f"b Odo: at 30,16 | {FAR}")  # fmt: skip
        ned = man(battle, "Ned")
        far = rout_allowance(battle, ned)
        put(battle, man(battle, "Tom"), x, 20.0 + far, 0.0)
        play(battle, rout.rout_move, ned, None)
        if x == 30.0:
            assert 20.0 + far + 1.0 <= ned.base.y <= 20.0 + far + 1.3
        else:
            assert ned.base.y == pytest.approx(20.0 + far, abs=0.01)
        assert faults(battle) == []


@pytest.mark.parametrize("side", ["a", "b"])
def test_kk_geo_04_a_bolting_horse_goes_through_others_and_who_rides_away_does_not(
    side: str,
) -> None:
    """Tom, friend or enemy, stands in its way: he stops a rider who chose to go, no bolting one."""
    for panic, through in (("bolt", True), ("", False)):
        battle = field(
            f"a Guy: mounted horse.stamina=5 panic={panic} at 30,20 | {side} Tom: chit=stay "
            f"at 30,25 | b foe: at 30,17 | {FAR}",
            phase="move",
        )  # fmt: skip
        guy = declare(man(battle, "Guy"), "move_full", path=((30.0, 29.0),), gait="canter")
        play(battle, movement)
        assert (guy.base.y > 26.0) is through
        assert faults(battle) == []


def test_kk_geo_04_nobody_is_set_down_or_moved_onto_another() -> None:
    """At deployment, alone or with all the others, and when a unit is rearranged."""
    battle = field("a One: coming | a Two: coming | a Ned: at 20,5 | b foe: at 30,40")
    one, two = man(battle, "One"), man(battle, "Two")

    def refused(first: tuple[float, float], second: tuple[float, float]) -> list[str]:
        places = {one.id: Place1(*first, 0.0), two.id: Place1(*second, 0.0)}
        found = [deploying.refusal(battle, [one], places),
                 arraying.refusal(battle, [[one], [two]], places)]  # fmt: skip
        return [no.clause if no is not None else "" for no in found]

    assert refused((10.0, 5.0), (12.0, 5.0)) == ["", ""]
    assert refused((10.0, 5.0), (10.9, 5.0)) == ["", "KK-GEO-04"]
    assert refused((20.5, 5.5), (12.0, 5.0)) == ["KK-GEO-04", "KK-GEO-04"]
    ranks = field(
        "a men: x4 at 20,10 21.2,10 20,8.9 21.2,8.9 | a Tom: at 22.3,8.9 | b foe: at 9,40"
    )
    for place, no in (((21.5, 9.9), "KK-GEO-04"), ((21.4, 8.9), "KK-GEO-04"), ((21.1, 8.9), "")):
        places = {3: Place1(*place, 0.0)}
        if place[0] == 21.5:
            places[1] = Place1(21.2, 10.0, 0.0)
        found = reorganise.places_refusal(ranks, ranks.units[0], places)
        assert (found.clause if found is not None else "") == no


def test_kk_geo_04_a_captive_set_free_stands_on_nobody() -> None:
    """While he was led Tom came to stand where he was."""
    battle = field(
        f"a Hal: escorting at 30,20 | b Odo: captive at 31,20 | a Tom: at 31.3,20 | {FAR}"
    )
    hal, odo = man(battle, "Hal"), man(battle, "Odo")
    hal.held, odo.held = odo.id, hal.id
    play(battle, carrying.let_go, hal)
    assert odo.status == "steady"
    assert faults(battle) == []


def led(captor: str, captive: str, terrain: str) -> Battle:
    battle = field(
        f"a Hal: escorting chit=escort {captor} | b Odo: captive {captive} | {FAR}",
        terrain=terrain, phase="move",
    )  # fmt: skip
    hal, odo = man(battle, "Hal"), man(battle, "Odo")
    hal.held, odo.held = odo.id, hal.id
    play(battle, movement)
    return battle


@pytest.mark.parametrize("terrain", ["water pond", "building barn"])
def test_kk_yield_09_a_captive_is_led_round_what_his_captor_passes(terrain: str) -> None:
    """Abreast of Hal are the pond or the walls of the barn: he comes to Hal's side of them."""
    battle = led("at 30,14", "at 31.2,18.5", f"{terrain}: 30.7,4..36,18")
    hal, odo = man(battle, "Hal"), man(battle, "Odo")
    assert hal.base.y < 9.0
    assert odo.base.x < 30.7
    assert faults(battle) == []


def test_kk_yield_09_on_open_ground_a_captive_keeps_his_place_beside_him() -> None:
    """A wall that neither of them comes to does not matter."""
    battle = led("at 30,14", "at 31.2,18.5", "high_wall: 34,2 34,20")
    hal, odo = man(battle, "Hal"), man(battle, "Odo")
    assert (round(odo.base.x - hal.base.x, 3), round(odo.base.y - hal.base.y, 3)) == (1.2, 4.5)


@pytest.mark.parametrize(("at", "to"), [
    ((43.755, 30.849), (45.0, 28.0)),
    ((49.779, 32.668), (54.0, 30.0)),
    ((42.5, 32.5), (40.0, 32.0)),
])  # fmt: skip
def test_kk_move_21_who_stands_on_the_very_bank_can_leave_it(
    at: tuple[float, float], to: tuple[float, float]
) -> None:
    """His place, rounded, may be a hair's breadth in the water; he walks away from it dry."""
    battle = field(f"a Hal: at {at[0]},{at[1]} | {FAR}", terrain=POND, phase="move")
    hal = declare(man(battle, "Hal"), "move_full", path=(to,))
    assert battle.ground.kind_at(at) == "water"
    assert first_barrier(battle, at, (46.0, 33.0), frozenset()) is not None
    assert faults(battle) == []
    play(battle, movement)
    assert (hal.base.x, hal.base.y) == to


def test_kk_move_10_a_hair_west_of_north_is_north() -> None:
    """Facings are stored from nought to just under 360 degrees, like all places rounded."""
    battle = field(f"a Hal: at 30,10 | {FAR}")
    assert footprint(battle, False, 30.0, 10.0, -1e-7).facing == 0.0
    assert footprint(battle, False, 30.0, 10.0, -0.001).facing == 359.999


def borne(terrain: str, turns: int = 1) -> Battle:
    """Two men carry Hal for so many turns, as long as both touch him."""
    battle = field(
        f"a One: at 29,20 | a Two: at 31,20 | a Hal: disabled stamina=0 at 30,20 | {FAR}",
        terrain=terrain, phase="move",
    )  # fmt: skip
    bearers = [man(battle, "One"), man(battle, "Two")]
    for one in bearers:
        declare(one, "carry", object=f"body:{man(battle, 'Hal').id}")
    battle.declared = tuple(one.id for one in bearers)
    for _ in range(turns):
        battle.phase = "move"
        play(battle, movement)
        assert faults(battle) == []
    return battle


@pytest.mark.parametrize("terrain", ["water pond", "building barn"])
@pytest.mark.parametrize(("x0", "x1"), [(30.6, 36.0), (24.0, 29.4)])
def test_kk_dis_04_bearers_go_round_what_lies_before_either_of_them(
    terrain: str, x0: float, x1: float
) -> None:
    """Whoever of the two has it before him leads round it, the other keeps step beside him."""
    battle = borne(f"{terrain}: {x0},4..{x1},18")
    one, two, hal = (man(battle, name) for name in ("One", "Two", "Hal"))
    for bearer in (one, two):
        assert 12.0 <= bearer.base.y < 12.2
        assert not x0 < bearer.base.x < x1
    assert two.base.x - one.base.x == pytest.approx(2.0, abs=0.002)
    assert hal.base.x - one.base.x == pytest.approx(1.0, abs=0.002)


def test_kk_dis_04_through_a_narrow_gap_they_go_in_file() -> None:
    """Abreast one of them would go through the wall."""
    battle = borne("high_wall: 10,15 28.6,15 | high_wall: 29.4,15 50,15")
    one, two = man(battle, "One"), man(battle, "Two")
    assert one.base.y < 13.0
    assert two.base.y < 15.0
    assert 28.6 < two.base.x < 29.4


@pytest.mark.parametrize("panic", ["", "bolt", "refuse"])
@pytest.mark.parametrize("first", ["a One: at 29,20", "a Two: mounted at 31,20 north"])
def test_kk_cmd_17_one_alone_carries_nobody(first: str, panic: str) -> None:
    """Two's horse came at a canter and cannot wheel, or bolts: One stays with Hal."""
    both = dict.fromkeys([first, "a One: at 29,20", "a Two: mounted at 31,20 north"])
    battle = field(f"{' | '.join(both)} | a Hal: disabled stamina=0 at 30,20 | {FAR}", phase="move")
    battle.horses[0].last_gait, battle.horses[0].stamina = "canter", 2
    for name in ("One", "Two"):
        declare(man(battle, name), "carry", object=f"body:{man(battle, 'Hal').id}")
    man(battle, "Two").panic = panic
    play(battle, movement)
    assert [man(battle, name).base.y for name in ("One", "Hal")] == [20.0, 20.0]
    assert (man(battle, "Two").base.y == 20.0) is (panic != "bolt")


def test_kk_panic_04_a_loose_horse_boxed_in_does_not_turn_onto_a_man() -> None:
    """It would bolt over the fence and cannot; beside it lies Batt: there is no room to turn."""
    battle = field(
        "a Batt: mounted horse.stamina=2 at 25.167,15.934 facing 350.988 | b foe: at 30.4,7.4",
        terrain="fence: 20,17 33,17", phase="move",
    )  # fmt: skip
    batt, horse = man(battle, "Batt"), battle.horses[0]
    batt.horse, horse.rider, horse.panic = NOBODY, NOBODY, "bolt"
    put(battle, batt, 24.101, 16.271, 350.988)
    play(battle, riding.bolt)
    assert (horse.base.x, horse.base.y, horse.base.facing) == (25.167, 15.934, 350.988)
    assert horse.gait == "standing"
    assert faults(battle) == []


@pytest.mark.parametrize("terrain", ["water pond: 30.7,2..36,13.4", "high_wall: 30.7,2 30.7,13.4"])
def test_kk_dis_04_a_body_stays_on_the_bearers_side(terrain: str) -> None:
    """Hal lies beside One; a pond or a wall beside their way comes between: he is drawn to them."""
    battle = field(
        f"a One: at 30,14 | a Two: at 30.4,15 | a Hal: disabled stamina=0 at 31,14 | {FAR}",
        terrain=terrain, phase="move",
    )  # fmt: skip
    for name in ("One", "Two"):
        declare(man(battle, name), "carry", object=f"body:{man(battle, 'Hal').id}")
    play(battle, movement)
    assert man(battle, "One").base.y < 9.0
    assert man(battle, "Hal").base.y == man(battle, "One").base.y
    assert man(battle, "Hal").base.x < 30.7


def test_kk_dis_04_who_is_struck_down_lies_there_for_friends_to_carry() -> None:
    """Not for the enemy, and not once he is dead."""
    battle = field(
        "a One: in_command at 29,20 | a Two: in_command at 31,20 | a Hal: at 30,20 | "
        "b Odo: in_command at 30,21 | b Ivo: in_command at 30,19"
    )
    hal = man(battle, "Hal")
    play(battle, disabling.disable, hal)
    assert (hal.status, hal.base.x, hal.base.y) == ("disabled", 30.0, 20.0)
    for name, may in (("One", True), ("Odo", False)):
        assert (chits.refusal(battle, man(battle, name), "carry") is None) is may
    hal.status = "dead"
    assert chits.refusal(battle, man(battle, "One"), "carry") is not None


@pytest.mark.parametrize("first", ["Guy", "Hal"])
def test_kk_geo_04_of_two_who_wheel_into_file_the_second_gives_way(first: str) -> None:
    """Knee to knee they turn and ride off one behind the other: the one ahead keeps his place."""
    battle = field(
        "a Guy: knight mounted at 30,30 east | a Hal: knight mounted at 30,31.2 east"
        " | b Foe: soldier at 60,4",
        phase="move",
    )
    guy, hal = man(battle, "Guy"), man(battle, "Hal")
    for one in (guy, hal) if first == "Guy" else (hal, guy):
        declare(one, "move_full", gait="walk", path=((30.0, one.base.y - 8.0),))
        battle.declared = (*battle.declared, one.id)
    play(battle, movement)
    assert (guy.base.x, guy.base.y) == pytest.approx((30, 22), abs=0.01)
    assert hal.base.y == pytest.approx(24, abs=0.06)
    assert not overlaps(guy.base, hal.base)
