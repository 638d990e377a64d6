"""Moves in time: who turns when, who waits, what a charge sees and tires (KK-MOVE, KK-SHOOT-17)."""

from __future__ import annotations

from math import atan2, cos, degrees, dist, radians, sin

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.rulesets.knights_and_knaves.basics.state import GONE, Battle, Declared
from banneret.rulesets.knights_and_knaves.ground.contact import touching
from banneret.rulesets.knights_and_knaves.morale.rout import rout_move
from banneret.rulesets.knights_and_knaves.movement import ways
from banneret.rulesets.knights_and_knaves.movement.march import marching
from banneret.rulesets.knights_and_knaves.movement.march.strides import Field
from banneret.rulesets.knights_and_knaves.movement.march.tracks import GOING, SLICES, Track
from banneret.tabletop.shapes.measuring import Rect, gap, overlaps
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
    play(battle, marching.movement)
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
        play(battle, marching.movement)
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
    play(battle, marching.movement)
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
    play(battle, marching.movement)
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
    play(battle, marching.movement)
    assert touching(battle, hugh) == [odo]
    (charge,) = battle.charges
    assert charge[3] == 0.0
    corner = gap(type(hugh.base)(25.5, 14.0, 0.0, 1.0, 1.0), odo.base)
    assert charge[2] == pytest.approx(corner, abs=2.0)
    assert charge[2] < 9.0  # he began it 9 inches off, behind the house


# -- a charge whose man is gone


@pytest.mark.usefixtures("idle")
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
    play(battle, marching.movement)
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


@pytest.mark.parametrize("wall", ["", "high_wall: 17,20 40,20"])
def test_kk_shoot_17_too_soon_is_where_he_began_or_came_into_sight(wall: str) -> None:
    """Odo comes round the end of a wall and is seen there first; in the open where he began."""
    battle = field(
        "a Hugh: longbow ready=true chit=shoot at 20,10 | b Odo: armor=3 at 24,22.5 in_command",
        terrain=wall,
        phase="move",
    )
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    began = gap(hugh.base, odo.base)
    path = ((16.0, 20.5), (16.0, 19.0)) if wall else ()
    declare(odo, "move_full_melee", run=True, target=hugh.id, path=path)
    play(battle, marching.movement)
    ((_, _, far, near),) = battle.charges
    assert near == pytest.approx(gap(hugh.base, odo.base), abs=0.01)
    if wall:
        assert near < far < began - 1.0
    else:
        assert far == pytest.approx(began, abs=0.01)
