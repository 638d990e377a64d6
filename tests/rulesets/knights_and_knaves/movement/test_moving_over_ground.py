"""Moves as the ground has them: doors, walls, slopes, edges, and who has moved (KK-MOVE)."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from typing import Any

import pytest

from banneret.core.questions.choices import Place1, Way
from banneret.rulesets.knights_and_knaves.basics.state import GONE, Declared
from banneret.rulesets.knights_and_knaves.ground.contact import touching
from banneret.rulesets.knights_and_knaves.morale.rout import rout_move
from banneret.rulesets.knights_and_knaves.movement import ways
from banneret.rulesets.knights_and_knaves.movement.march import marching, reorganise
from banneret.rulesets.knights_and_knaves.screen.deeds import Moved
from rulesets.knights_and_knaves.field import clause_of, declare, field, man
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.scripting import events_of

# -- doors and climbing


@pytest.mark.parametrize(("costs", "met"), [(False, True), (True, False)])
def test_kk_move_24_a_charge_through_a_doorway_may_cost_the_turn(costs: bool, met: bool) -> None:
    """By the chart even he who charges only comes through the door."""
    battle = field(
        "a Hugh: soldier armor=3 at 20,13.5 in_command | b Odo: soldier at 20,19",
        terrain="building house: 15,14..25,22 | open_door way: 19.4,14 20.6,14",
        phase="move",
        doorways_cost_turn=costs,
    )
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    declare(hugh, "move_full_melee", target=odo.id)
    play(battle, marching.movement)
    assert (touching(battle, hugh) == [odo]) is met
    assert hugh.base.y > 14.4
    if costs:
        assert hugh.base.y < 15.0


@pytest.mark.parametrize("beyond", ["water brook: 10,14..30,16", "building barn: 10,14.3..30,20"])
def test_kk_move_22_nobody_climbs_into_water_or_a_house(beyond: str) -> None:
    """What lies beyond must leave room to stand; else he hangs on the hedge."""
    battle = field(
        "a Hugh: soldier at 20,13.49 in_command",
        terrain=f"hedge row: 10,14 30,14 | {beyond}",
        phase="move",
    )
    hugh = declare(man(battle, "Hugh"), "scale", object="row")
    play(battle, marching.movement)
    assert hugh.base.y < 14.0
    assert hugh.scaling == "row"


def test_kk_move_31_nobody_climbs_down_into_a_fight() -> None:
    """With an enemy beside the spot beyond he comes down further along, out of contact."""
    battle = field(
        "a Hugh: soldier at 20,12.49 | b Odo: soldier at 21.2,13.6",
        terrain="chest_wall row: 10,13 30,13",
        phase="move",
    )
    hugh = declare(man(battle, "Hugh"), "scale", object="row")
    play(battle, marching.movement)
    assert hugh.base.y > 13
    assert touching(battle, hugh) == []
    close = field(
        "a Hugh: soldier at 20,12.49 | b Odo: soldier at 21.01,13.6",
        terrain="chest_wall row: 10,13 30,13",
        phase="move",
    )
    hugh = declare(man(close, "Hugh"), "scale", object="row")
    play(close, marching.movement)
    assert hugh.base.x < 20
    assert touching(close, hugh) == []


def test_kk_move_31_turning_brings_nobody_into_contact() -> None:
    """Held up after a step he keeps his corners off the enemy beside him."""
    battle = field(
        "a Wat: soldier at 20,10 north | a Tom: soldier at 20.9,11.2 facing 45 | "
        "b Odo: soldier at 18.88,10 south",
        phase="move",
    )
    wat, odo = man(battle, "Wat"), man(battle, "Odo")
    assert touching(battle, wat) == []
    declare(wat, "move_full", path=((24.0, 14.0),))
    play(battle, marching.movement)
    assert wat.base.x < 20.5
    assert not touching(battle, odo)


def test_kk_move_31_nobody_walks_up_to_a_wall_into_a_fight() -> None:
    """Across a waist-high wall men touch at half an inch: who may not fight stops further off."""
    for chit, contact in (("move_full", False), ("move_full_melee", True)):
        battle = field(
            "a Wat: soldier at 20,8 north | b Odo: soldier at 20,13.8 south",
            terrain="waist_wall dyke: 10,13 30,13",
            phase="move",
        )
        wat, odo = man(battle, "Wat"), man(battle, "Odo")
        declare(wat, chit, path=((20.0, 12.5),))
        play(battle, marching.movement)
        assert (touching(battle, wat) == [odo]) is contact
        assert wat.base.y > 12.0


# -- free movement


def test_kk_cmd_19_all_at_once_his_men_still_go_their_lords_way() -> None:
    """With simultaneous declaration a man out of range cannot go back while his lord goes on."""
    battle = field(
        "a Ralf: lord at 20,10 free chit=move_full | a Hugh: soldier at 40,10 free chit=move_full",
        phase="declare",
        declaring=("a", "b"),
        simultaneous_declaration=True,
    )
    refused = []

    def back(choice: Any) -> Way:
        refused.append(choice.allows(Way("walk", ((40.0, 4.0),), -1.0)))
        return Way("walk", ((40.0, 14.0),), -1.0)

    run(
        battle,
        "charge_checks",
        answers={"way Ralf": Way("walk", ((20.0, 15.0),), -1.0), "way Hugh": back},
        exact=False,
    )
    assert clause_of(refused[0]) == "KK-CMD-20"
    declared = man(battle, "Ralf").declared
    assert declared is not None
    assert declared.path == ((20.0, 15.0),)


# -- slopes count for whoever goes over them


@pytest.mark.parametrize(("edge", "far"), [(17.5, 18), (19, 17), (21, 16), (36.5, 16)])
def test_kk_move_15_a_slope_slows_only_who_comes_onto_it(edge: float, far: float) -> None:
    """A router's 18 inches are 16 on a slope; who so falls short of it comes up to it."""
    battle = field(
        "a Odo: soldier armor=6 routing at 50,36 | b Foe: soldier at 50,44",
        terrain=f"gentle_slope hill: 0,0..72,{edge}",
    )
    odo = man(battle, "Odo")
    play(battle, rout_move, odo, None)
    assert odo.base.y == pytest.approx(36 - far, abs=0.01)


@pytest.mark.parametrize(("slope", "far"), [("", 18), ("| gentle_slope hill: 54,29..72,36", 16)])
def test_kk_move_15_a_router_is_slowed_where_he_runs_along_a_wall(slope: str, far: float) -> None:
    """The slope is not before him but along the wall he comes to."""
    battle = field(
        "a Odo: soldier armor=6 routing at 50,36 | b Foe: soldier at 49,44",
        terrain=f"high_wall: 40,30 72,30 {slope}",
    )
    (told,) = events_of(play(battle, rout_move, man(battle, "Odo"), None), Moved)
    assert len(told.path) == 3
    assert ways.length(told.path) == pytest.approx(far, abs=0.01)


@pytest.mark.parametrize(("edge", "far"), [(30, 8), (16, 6), (14, 5)])
def test_kk_move_15_a_slope_far_off_does_not_slow_a_charge(edge: float, far: float) -> None:
    """Only what of the way to his target he goes this turn counts."""
    battle = field(
        "a Hugh: soldier armor=6 at 20,10 | b Odo: soldier at 20,44",
        terrain=f"steep_slope hill: 0,{edge}..72,48",
        phase="move",
    )
    hugh = man(battle, "Hugh")
    declare(hugh, "move_full_melee", target=man(battle, "Odo").id)
    play(battle, marching.movement)
    assert hugh.base.y == pytest.approx(10 + far, abs=0.01)


@pytest.mark.parametrize(("slope", "less"), [("gentle_slope", 2), ("steep_slope", 3)])
def test_kk_move_15_slopes_slow_those_who_are_not_asked(slope: str, less: int) -> None:
    """Withdrawing men, bolting horses and routers go slower over a slope like everybody."""
    gone = {}
    for terrain in ("", f"{slope} hill: 0,10..72,38"):
        battle = field(
            "a Hugh: soldier armor=6 withdrawing at 10,30 | "
            "a Guy: knight mounted horse panic=bolt at 30,30 north | "
            "a Odo: soldier armor=6 routing at 50,36 | b Foe: soldier at 30,44",
            terrain=terrain,
            phase="move",
        )
        play(battle, marching.movement)
        play(battle, rout_move, man(battle, "Odo"), (50.0, 44.0))
        starts = {"Hugh": (10, 30), "Guy": (30, 30), "Odo": (50, 36)}
        bases = {name: man(battle, name).base for name in starts}
        gone[terrain] = [dist((bases[n].x, bases[n].y), start) for n, start in starts.items()]
    level, sloping = gone.values()
    assert level == pytest.approx([8, 16, 18], abs=0.01)
    assert sloping == pytest.approx([8 - less, 16 - less, 18 - less], abs=0.01)


@pytest.mark.parametrize(("slope", "far"), [("", 8), ("gentle_slope hill: 31,0..72,48", 6)])
def test_kk_move_15_who_is_led_up_a_slope_by_his_mark_goes_no_further(slope: str, far: int) -> None:
    """He set out over level ground; what he runs after turns to the hill."""
    battle = field(
        "a Hugh: soldier armor=6 at 30,20 | b Odo: soldier armor=5 at 30,34", terrain=slope,
        phase="move",
    )  # fmt: skip
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    declare(hugh, "move_full_melee", target=odo.id)
    declare(odo, "move_full", path=((40.0, 34.0),))
    told = events_of(play(battle, marching.movement), Moved)
    (way,) = [event.path for event in told if event.man == hugh.id]
    assert way[-1][0] > 31.0
    assert sum(dist(p, q) for p, q in pairwise(way)) == pytest.approx(far, abs=0.01)


# -- who has moved


def test_kk_def_17_who_was_blocked_at_once_has_not_moved() -> None:
    """Told to go but held where he stands he counts as standing, for shots and rest alike."""
    battle = field("a Hugh: soldier at 20,10 | a Wat: soldier at 20,11", phase="move")
    hugh = declare(man(battle, "Hugh"), "move_full", run=True, path=((20.0, 18.0),))
    hugh.in_command = True
    play(battle, marching.movement)
    assert not hugh.moved
    assert hugh.temporary == 0


def test_kk_def_17_what_else_is_moving() -> None:
    """Getting off a horse, running away and changing places in the unit are moves."""
    battle = field(
        "a Guy: knight mounted at 20,10 | a Hugh: soldier routing at 40,10 | "
        "a men: x5 at 50,10 in_command | b Foe: soldier at 40,14",
        phase="move",
    )
    guy, hugh = man(battle, "Guy"), man(battle, "Hugh")
    declare(guy, "dismount")
    play(battle, marching.movement)
    assert guy.moved
    play(battle, rout_move, hugh, None)
    assert hugh.moved
    one, other, third = (man(battle, "men", at) for at in (1, 2, 3))
    places = {
        one.id: Place1(other.base.x, other.base.y, 0.0),
        other.id: Place1(one.base.x, one.base.y, 0.0),
        third.id: Place1(third.base.x, third.base.y, 90.0),
    }
    play(battle, reorganise.settle, places)
    assert (one.moved, other.moved, third.moved) == (True, True, False)


# -- half moves, and off the table


def test_kk_move_32_a_half_move_in_the_saddle_is_a_walk() -> None:
    """Eight inches less the horse's fatigue, at a walk for turning, falls and rest; no more."""
    battle = field(
        "a Guy: knight mounted destrier horse.temporary=1 at 20,10 in_command chit=move_half",
        phase="move",
    )
    guy = man(battle, "Guy")
    assert ways.refusal(battle, guy, Declared(path=((20.0, 17.0),))) is None
    assert clause_of(ways.refusal(battle, guy, Declared(path=((20.0, 17.1),)))) == "KK-MOVE-15"
    declare(guy, "move_half", path=((20.0, 17.0),))
    play(battle, marching.movement)
    assert (guy.base.y, battle.horses[0].gait, battle.horses[0].temporary) == (17.0, "walk", 1)


@pytest.mark.parametrize(("words", "routed"), [("", False), ("routing", True)])
def test_kk_move_33_withdrawn_if_steady_routed_if_routing(words: str, routed: bool) -> None:
    """His base across the edge he is gone for good with his horse, and how he left is known."""
    battle = field(f"a Guy: knight mounted at 20,2 south {words} | b Foe: soldier at 20,10")
    guy = man(battle, "Guy")
    if routed:
        play(battle, rout_move, guy, None)
    else:
        battle.phase = "move"
        guy.in_command = True
        declare(guy, "move_full", gait="walk", path=((20.0, 0.5),))
        play(battle, marching.movement)
    assert (guy.status, guy.routed) == (GONE, routed)
    assert battle.horses[0].gone
