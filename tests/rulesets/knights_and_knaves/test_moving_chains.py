"""Moves in time: who turns when, who waits, what a charge sees and tires (KK-MOVE, KK-SHOOT-17)."""

from __future__ import annotations

from math import atan2, cos, degrees, dist, radians, sin
from typing import Any

import pytest

from banneret.core.choices import Place1, Way
from banneret.core.dice import RandomDice
from banneret.core.geometry import Rect, gap, overlaps
from banneret.rulesets.knights_and_knaves import march, reorganise, ways
from banneret.rulesets.knights_and_knaves.contact import touching
from banneret.rulesets.knights_and_knaves.rout import rout_move
from banneret.rulesets.knights_and_knaves.state import GONE, Battle, Declared
from banneret.rulesets.knights_and_knaves.strides import Field
from banneret.rulesets.knights_and_knaves.tracks import GOING, SLICES, Track
from rulesets.knights_and_knaves.field import clause_of, declare, field, man
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.scripting import rolls

RIDER = "a Guy: knight lance sword mounted destrier at 20,10 north in_command"


# -- horses that charge by way points


def at_angle(degrees: float, before: float, after: float) -> Battle:
    """Odo where a charge that turns so far after so many inches would strike him."""
    far = after + 1.0 + 0.5 * (cos(radians(degrees)) + sin(radians(degrees)))
    x, y = 20 + far * sin(radians(degrees)), 10 + before + far * cos(radians(degrees))
    return field(f"{RIDER} chit=move_full_melee | b Odo: soldier at {x:.3f},{y:.3f}", phase="move")


@pytest.mark.parametrize(
    ("degrees", "before", "no"),
    [(40, 6, None), (60, 6, "KK-MOVE-08"), (40, 2, "KK-MOVE-08"), (0, 2, None)],
)
def test_kk_move_08_a_charge_by_a_way_point_turns_there_half_way(
    degrees: float, before: float, no: str | None
) -> None:
    """The turn at whom it charges is the one turn of the horse: at half-way, 45 degrees at most."""
    battle = at_angle(degrees, before, 6)
    guy, odo = man(battle, "Guy"), man(battle, "Odo")
    one = Declared(gait="canter", path=((20.0, 10.0 + before),), target=odo.id)
    assert clause_of(ways.refusal(battle, guy, one)) == no


def test_kk_move_08_a_charge_turns_but_once() -> None:
    """Two bends before the turn at the target are refused."""
    battle = field(f"{RIDER} chit=move_full_melee | b Odo: soldier at 23,22", phase="move")
    path = ((20.0, 13.0), (22.0, 15.0))
    one = Declared(gait="canter", path=path, target=man(battle, "Odo").id)
    assert clause_of(ways.refusal(battle, man(battle, "Guy"), one)) == "KK-MOVE-08"


def test_kk_move_08_a_horse_turns_45_degrees_and_no_more() -> None:
    """At the way point it turns as far as it can, wherever its target is by then."""
    battle = field(f"{RIDER} | b Odo: soldier at 30,12", phase="move")
    guy = man(battle, "Guy")
    path = ((20.0, 14.0),)
    declare(guy, "move_full_melee", gait="canter", path=path, target=man(battle, "Odo").id)
    play(battle, march.movement)
    assert guy.base.facing == pytest.approx(45.0, abs=0.1)


def test_kk_move_08_waiting_for_a_friend_is_no_leave_to_turn_again() -> None:
    """A mount that was held up after its turn goes on as it went, though its target has moved."""
    facings = []
    for friend in ("70,2", "17.4,20.6"):
        battle = field(
            f"{RIDER} | b Odo: soldier at 20,29 | a Wat: soldier armor=3 at {friend} east",
            phase="move",
        )
        guy, odo, wat = man(battle, "Guy"), man(battle, "Odo"), man(battle, "Wat")
        declare(guy, "move_full_melee", gait="canter", target=odo.id)
        declare(odo, "move_full", path=((20.0, 29.5), (27.0, 29.5)))
        declare(wat, "move_full", path=((wat.base.x + 9.0, wat.base.y),))
        battle.declared = (odo.id, wat.id, guy.id)
        play(battle, march.movement)
        facings.append(guy.base.facing)
        assert guy.base.y > 18.5  # beyond half-way
    assert facings[1] == pytest.approx(facings[0], abs=0.01)


def test_kk_move_19_who_waits_goes_on_in_the_slice_the_way_is_clear() -> None:
    """Held up from slice 10 until Wat is past in slice 24, he has gone 86 of his 100 slices."""
    battle = field(
        "a Hugh: soldier armor=3 at 20,10 north | a Wat: soldier armor=3 at 18.6,12 east",
        phase="move",
    )
    hugh, wat = man(battle, "Hugh"), man(battle, "Wat")
    declare(hugh, "move_full", path=((20.0, 20.0),))
    declare(wat, "move_full", path=((28.6, 12.0),))
    battle.declared = (wat.id, hugh.id)
    play(battle, march.movement)
    assert wat.base.x == pytest.approx(28.6, abs=0.001)
    assert hugh.base.y == pytest.approx(18.6, abs=0.11)


def sliced(a: Track, b: Track) -> int:
    """After how many of a hundred slices two enemies on their ways would overlap in the next."""
    for t in range(1, 101):
        one, other = (
            Rect(each.x + each.vx * t, each.y + each.vy * t, facing_of(each), 1.0, 1.0)
            for each in (a, b)
        )
        if overlaps(one, other):
            return t - 1
    return 100


def facing_of(one: Track) -> float:
    """The facing of one on its way."""
    return degrees(atan2(one.vx, one.vy))


def test_kk_move_19_meetings_are_those_of_a_hundred_slices() -> None:
    """Two enemies on random ways come as far as they would slice by slice."""
    chance = RandomDice("slices")
    met = 0
    for _ in range(150):
        tracks: list[Track] = []
        for side in "ab":
            x, y = 20 + chance.die(100) / 8, 20 + chance.die(100) / 8
            ends = (20 + chance.die(100) / 8, 20 + chance.die(100) / 8)
            far = dist((x, y), ends)
            if far < 1:
                break
            facing = degrees(atan2(ends[0] - x, ends[1] - y))
            one = Track(len(tracks), side, Rect(x, y, facing, 1.0, 1.0))
            one.state, one.points, one.left, one.speed = GOING, [ends], far, far / SLICES
            one.vx, one.vy = (ends[0] - x) / SLICES, (ends[1] - y) / SLICES
            one.melee, one.order = True, len(tracks)
            tracks.append(one)
        if len(tracks) < 2 or gap(*[Rect(o.x, o.y, 0.0, 1.6, 1.6) for o in tracks]) <= 0:
            continue
        slices = sliced(*tracks)
        Field(tracks).run()
        for one in tracks:
            assert one.ridden / one.speed == pytest.approx(slices, abs=1.5)
        met += slices < 100
    assert met > 25


# -- tired horses


def test_kk_move_07_one_level_for_a_turn_at_the_gallop() -> None:
    """A destrier that routs twice in a turn has galloped for one turn."""
    battle = field(f"{RIDER.replace('20,10', '20,40')} routing | b Odo: soldier at 20,46")
    horse = battle.horses[0]
    play(battle, rout_move, man(battle, "Guy"), None)
    play(battle, rout_move, man(battle, "Guy"), None)
    assert horse.temporary == 1


# -- how near a charger came


def test_kk_shoot_17_the_closest_approach_is_on_the_way() -> None:
    """A gallop charge that misses its man was nearest where it passed him, not where it ended."""
    battle = field(
        f"{RIDER} horse.last_gait=canter | b Odo: longbow ready=true at 26,18", phase="move"
    )
    guy, odo = man(battle, "Guy"), man(battle, "Odo")
    began = gap(guy.base, odo.base)
    declare(guy, "move_full_melee", gait="gallop", target=odo.id)
    play(battle, march.movement)
    assert guy.base.facing > 20  # straight on for 12 inches, then 45 degrees or less towards him
    ((_, _, first, closest),) = battle.charges
    assert first == pytest.approx(began, abs=0.01)
    assert closest == pytest.approx(5.0, abs=0.1)  # abreast of him, half a base each
    assert gap(guy.base, odo.base) > 6.0


def test_kk_shoot_18_first_sight_follows_the_way_he_came() -> None:
    """A charger who comes round a house is first seen at its corner, on the way he really ran."""
    battle = field(
        "a Hugh: soldier armor=3 at 20,10 in_command | b Odo: longbow ready=true at 20,20 south",
        terrain="building house: 12,13..24,16",
        phase="move",
    )
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    path = ((25.5, 12.0), (25.5, 17.0))
    declare(hugh, "move_full_melee", run=True, path=path, target=odo.id)
    play(battle, march.movement)
    assert touching(battle, hugh) == [odo]
    (charge,) = battle.charges
    assert charge[3] == 0.0
    corner = gap(type(hugh.base)(25.5, 14.0, 0.0, 1.0, 1.0), odo.base)
    assert charge[2] == pytest.approx(corner, abs=2.0)
    assert charge[2] < 9.0  # he began it 9 inches off, behind the house


# -- a charge whose man is gone


def test_kk_dmg_04_a_gallop_charge_stays_one_though_its_man_left() -> None:
    """The man he rode at leaves the table; whom he strikes instead he strikes at the gallop."""
    battle = field(
        f"{RIDER.replace('20,10', '20,20')} melee=10 | b Odo: soldier at 20,46.5 | "
        "b Ivo: soldier armor=12 at 20,38",
        phase="move",
    )
    guy, odo, ivo = man(battle, "Guy"), man(battle, "Odo"), man(battle, "Ivo")
    declare(guy, "move_full_melee", gait="gallop", target=odo.id)
    declare(odo, "move_full", path=((20.0, 49.0),))
    table = run(
        battle,
        "fights",
        dice=[10, 1, 1, 1],
        answers={"fight": "nothing", "fight Guy": f"strike:{ivo.id}", "meet": "nothing"},
        exact=False,
    )
    assert odo.status == GONE
    assert guy.lance_lost
    assert [len(faces) for faces in rolls(table)] == [1, 3]  # two dice and one for the gallop


# -- leaving and being caught


def parted(path: tuple[float, float], *, follows: bool) -> Battle:
    """Hugh, down to his second value against Odo, moves; Odo goes after him or stays."""
    battle = field(
        "a Hugh: long_spear armor=3 at 20,10 in_command | b Odo: sword armor=3 at 20,11",
        phase="move",
    )
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    hugh.touched = hugh.lost_reach = (odo.id,)
    odo.touched = (hugh.id,)
    declare(hugh, "move_full_melee", path=(path,))
    if follows:
        declare(odo, "move_full_melee", target=hugh.id)
    play(battle, march.movement)
    return battle


def test_kk_melee_07_who_leaves_and_is_caught_again_has_parted() -> None:
    """He has his first value again, and the longer weapon its first blow."""
    battle = parted((20.0, 4.0), follows=True)
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    assert touching(battle, hugh) == [odo]
    assert (hugh.lost_reach, hugh.touched, odo.touched) == ((), (), ())


def test_kk_melee_07_shuffling_along_is_no_parting() -> None:
    """A step to the side that leaves the bases touching is the same contact."""
    battle = parted((20.3, 10.0), follows=False)
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    assert touching(battle, hugh) == [odo]
    assert hugh.lost_reach == hugh.touched == (odo.id,)
    assert odo.touched == (hugh.id,)


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
    play(battle, march.movement)
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
    play(battle, march.movement)
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
    play(battle, march.movement)
    assert hugh.base.y > 13
    assert touching(battle, hugh) == []
    close = field(
        "a Hugh: soldier at 20,12.49 | b Odo: soldier at 21.01,13.6",
        terrain="chest_wall row: 10,13 30,13",
        phase="move",
    )
    hugh = declare(man(close, "Hugh"), "scale", object="row")
    play(close, march.movement)
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
    play(battle, march.movement)
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
        play(battle, march.movement)
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
    assert man(battle, "Ralf").declared.path == ((20.0, 15.0),)  # type: ignore[union-attr]


# -- slopes count for whoever goes over them


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
        play(battle, march.movement)
        play(battle, rout_move, man(battle, "Odo"), (50.0, 44.0))
        starts = {"Hugh": (10, 30), "Guy": (30, 30), "Odo": (50, 36)}
        bases = {name: man(battle, name).base for name in starts}
        gone[terrain] = [dist((bases[n].x, bases[n].y), start) for n, start in starts.items()]
    level, sloping = gone.values()
    assert level == pytest.approx([8, 16, 18], abs=0.01)
    assert sloping == pytest.approx([8 - less, 16 - less, 18 - less], abs=0.01)


# -- who has moved


def test_kk_def_17_who_was_blocked_at_once_has_not_moved() -> None:
    """Told to go but held where he stands he counts as standing, for shots and rest alike."""
    battle = field("a Hugh: soldier at 20,10 | a Wat: soldier at 20,11", phase="move")
    hugh = declare(man(battle, "Hugh"), "move_full", run=True, path=((20.0, 18.0),))
    hugh.in_command = True
    play(battle, march.movement)
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
    play(battle, march.movement)
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
    play(battle, march.movement)
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
        play(battle, march.movement)
    assert (guy.status, guy.routed) == (GONE, routed)
    assert battle.horses[0].gone
