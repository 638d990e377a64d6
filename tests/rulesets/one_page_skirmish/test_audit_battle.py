"""Corners of the battle that an audit of the clauses looked into, one after another."""

from __future__ import annotations

import random
from math import cos, radians, sin
from typing import Any

import msgspec
import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.errors import IllegalAnswer
from banneret.core.play.table import Table
from banneret.core.questions.choices import Choice, Way
from banneret.rulesets.one_page_skirmish.basics.state import (
    KNIGHT,
    NOBODY,
    ON_TABLE,
    SHAKEN,
    Battle,
    footprint,
    leader_of,
    on_table,
    put,
    touching_enemies,
)
from banneret.rulesets.one_page_skirmish.ground.lay import can_stand, in_cover
from banneret.rulesets.one_page_skirmish.melee import giving_ground
from banneret.rulesets.one_page_skirmish.melee import phase as melee
from banneret.rulesets.one_page_skirmish.melee.charge import charging
from banneret.rulesets.one_page_skirmish.melee.charge.approach import contact_trip, way_to_contact
from banneret.rulesets.one_page_skirmish.morale import retreat
from banneret.rulesets.one_page_skirmish.movement import moving, ways
from banneret.rulesets.one_page_skirmish.movement.followers.lawful_places import Setting
from banneret.rulesets.one_page_skirmish.movement.followers.ready_made import may_straggle_at
from banneret.rulesets.one_page_skirmish.movement.ways import Trip
from banneret.rulesets.one_page_skirmish.screen.events import Declined, Revealed, Scored, Shot
from banneret.rulesets.one_page_skirmish.setup import arrivals, beginning
from banneret.rulesets.one_page_skirmish.setup.on_file import (
    Reinforcement,
    Seize,
    force_named,
    scenario_named,
)
from banneret.rulesets.one_page_skirmish.turn import handling
from banneret.tabletop.shapes.measuring import gap, overlaps, snap_point, touches
from rulesets.one_page_skirmish.charges import SURE, shift
from rulesets.one_page_skirmish.field import field, man, men, play, questions_of, unit
from rulesets.one_page_skirmish.movement.test_motion_properties import any_battle
from rulesets.one_page_skirmish.turns import run
from rulesets.scripting import ByKey, events_of, first


def to(*points: tuple[float, float], facing: float = 0.0) -> Any:
    """The leader goes along these points."""
    return lambda choice: Way(choice.gaits[0], points, facing)


# -- pressing


PRESS = "a men: x4 10,5 7,10 14,7 15,7 | b foe: x3 7,11 10,11 30,30 | b third: x3 11,11 12,11 34,30"


def test_op_charge_21_a_press_does_not_spread_to_the_neighbours() -> None:
    """The leader presses between foe and neighbour; nobody may then go for the neighbour alone."""
    battle = field(PRESS)
    answers = ["go", to((10.5, 9), (10.5, 10)), shift(f2=(12, 10))]
    with pytest.raises(IllegalAnswer) as no:
        play(battle, moving.press, unit(battle, "men"), dice=[3, 4], answers=answers)
    assert no.value.clause == "OP-CHARGE-17"


def test_op_charge_21_a_press_binds_only_where_a_neighbour_is_touched() -> None:
    """Who presses against two units that his own already touch may strike at either of them."""
    battle = field(
        "a men: x4 7,8 7,10 14,10 10.5,7 | b foe: x3 7,11 10,11 30,30 "
        "| b third: x3 11,11 14,11 34,30"
    )
    play(battle, moving.press, unit(battle, "men"), answers=["stand", shift(f3=(10.5, 10))])
    presser = man(battle, "men", 3)
    assert {foe.unit for foe in touching_enemies(battle, presser)} == {
        unit(battle, "foe").id,
        unit(battle, "third").id,
    }
    assert presser.bound_to == ()


def test_op_charge_21_a_press_between_two_enemies_and_a_neighbour_leaves_him_both() -> None:
    """He touches two units that his own were fighting and a third: he may strike at the two."""
    battle = field(
        "a men: x4 7,8 7,10 14,10 10.5,7 | b foe: x3 7,11 10,11 30,30 "
        "| b third: x3 11,11 14,11 34,30 | b fourth: x1 9.5,9.9"
    )
    units = frozenset((unit(battle, "foe").id, unit(battle, "third").id))
    presser = man(battle, "men", 3)
    put(battle, presser, 10.5, 10, 0)
    assert len({foe.unit for foe in touching_enemies(battle, presser)}) == 3
    moving.bind_to(battle, presser, units)
    assert set(presser.bound_to) == units


def test_op_charge_21_a_press_binds_to_the_units_already_touched() -> None:
    """The leader between foe and a new neighbour may strike at the foe only."""
    battle = field(PRESS)
    answers = ["go", to((10.5, 9), (10.5, 10)), first]
    play(battle, moving.press, unit(battle, "men"), dice=[3, 4], answers=answers)
    leader = man(battle, "men")
    assert leader.bound_to == (unit(battle, "foe").id,)
    battle.phase = "melee"
    battle.contacts = melee.contacts_at_start(battle)
    assert (
        man(battle, "third").id not in melee.fights_left(battle)
        or leader not in (melee.fights_left(battle)[man(battle, "third").id])
    )


# -- set down across obstacles


def setting_of(battle: Battle, left: float) -> Setting:
    return Setting(
        battle,
        man(battle, "men"),
        men(battle, "men")[1:],
        limit=20.0,
        left=left,
        climbed=False,
        contact_units=frozenset(),
        closing=False,
        fleeing=False,
        threat=None,
    )


def test_op_move_19_two_fences_are_paid_twice() -> None:
    """Across two obstacles the leader must have 6 inches left, as in the placement procedure."""
    fences = "fence: 2,12 30,12 | hedge: 2,13 30,13"
    battle = field("a men: x3 10,10 12,10 14,10", fences)
    beyond = footprint(False, 12.0, 14.0, 0.0)
    follower = man(battle, "men", 1)
    no = setting_of(battle, 5.0).refusal(follower, beyond)
    assert no is not None
    assert no.clause == "OP-MOVE-19"
    assert setting_of(battle, 6.0).refusal(follower, beyond) is None
    between = footprint(False, 12.0, 12.5, 0.0)
    assert setting_of(battle, 3.0).refusal(follower, between) is None


# -- reinforcements


@pytest.mark.parametrize(("y", "free"), [(34, True), (34.01, False)])
def test_op_move_26_an_inch_off_the_edge_is_enough(y: float, free: bool) -> None:
    """A place on the edge with an enemy exactly 1.0 inch away is free (OP-SCEN-07)."""
    units = f"a men: x3 off 0,0 arrival_round=1 arrival_edge=north | b foe: x3 south 10,{y} 40,5"
    battle = field(units)
    way = Way("arrive", ((10.0, 36.0), (13.0, 35.5)), 180.0)
    leader = man(battle, "men")
    found = arrivals.way_refusal(battle, leader, "north", way, 12.0, road=False)
    near = not isinstance(found, Trip) and found.clause == "OP-SCEN-07"
    assert near is not free


# -- declining a charge


def test_op_opt_17_who_declines_may_stand_and_shoot_where_that_is_chosen() -> None:
    """It does all that a unit failing by 1 or 2 does, OP-OPT-10 included."""
    battle = field(
        f"a men: x3 10,10 11.5,10 13,10 {SURE} | b foe: longbow x3 10,18 11.5,18 13,18",
        receive_charge="may_decline",
        shaken_reaction="choose",
    )
    table = play(
        battle,
        charging.charge,
        unit(battle, "men"),
        unit(battle, "foe"),
        dice=[1, 1, 1, 6, 6, 6],
        answers={
            "a": [first, first],
            "b": [("decline", "decline"), ("react", "shoot"), *[first] * 5],
        },
    )
    assert len(events_of(table, Declined)) == 1
    assert len(events_of(table, Shot)) == 3
    assert unit(battle, "foe").status == SHAKEN


# -- falling back to cover


def test_op_morale_26_as_many_as_possible_in_the_cover() -> None:
    """Whoever could be set down in the cover is not left outside it."""
    battle = field(
        "a men: x4 20,20 21.5,20 23,20 24.5,20 shaken | b foe: x3 20,32 22,32 24,32",
        "woods: 14,8..32,16",
    )

    def outside(choice: Choice[Any]) -> Any:
        found = dict(choice.ideas()[0])
        key = man(battle, "men", 1).id
        found[key] = (20.0, 17.6, 180.0)
        return found

    threat = man(battle, "foe")
    with pytest.raises(IllegalAnswer) as no:
        play(battle, retreat.to_cover, unit(battle, "men"), threat, dice=[5, 5], answers=[outside])
    assert no.value.clause == "OP-MORALE-26"


def test_op_morale_26_followers_may_use_the_whole_cover() -> None:
    """Only the measured figure is bound to keep his distance in a retreat (OP-MORALE-33)."""
    battle = field(
        "a men: x3 20,20 21.5,19 21.5,21 shaken | b foe: x3 20,27 22,33 24,33",
        "woods: 14,16..18,24",
    )
    threat = man(battle, "foe")
    nearer = (16.0, 22.5)

    def in_the_wood(choice: Choice[Any]) -> Any:
        found = dict(choice.ideas()[0])
        found[man(battle, "men", 2).id] = (*nearer, 0.0)
        return found

    was = gap(man(battle, "men").base, threat.base)
    play(battle, retreat.to_cover, unit(battle, "men"), threat, dice=[5, 5], answers=[in_the_wood])
    follower = man(battle, "men", 2)
    assert (follower.base.x, follower.base.y) == nearer
    assert gap(follower.base, threat.base) < was
    assert in_cover(battle, follower.base)


def test_op_terr_09_nobody_stands_on_the_brink() -> None:
    """Where the ground counts as deep water, a hair off its outline too, nobody may stand."""
    battle = field("a men: x3 15,16 17,16 19,16", "deep_water: 14,11..23,14")
    for y in (13.9, 14.0, 14.001):
        assert battle.ground.kind_at((15.0, y)) == "deep_water"
        no = can_stand(battle, footprint(False, 15.0, y, 0.0), mounted=False)
        assert no is not None
        assert no.clause == "OP-TERR-09"
    assert can_stand(battle, footprint(False, 15.0, 14.01, 0.0), mounted=False) is None


# -- lords


def two_knights(*late: str) -> Battle:
    """The ford, held by a force with two Knights whose groups name no lord; some of it late."""
    english = force_named("english_1346")
    knight, archers, bills = english.unit
    force = msgspec.structs.replace(
        english,
        unit=(
            knight,
            msgspec.structs.replace(knight, id="other", name="Other"),
            msgspec.structs.replace(archers, lord=""),
            msgspec.structs.replace(bills, lord=""),
        ),
        figures=10,
        points=144,
    )
    plan = scenario_named("ford")
    if late:
        plan = msgspec.structs.replace(
            plan, reinforcement=(Reinforcement(side="a", units=late, round=2, edge="south"),)
        )
    return beginning.begin(plan, {}, {"a": force, "b": force})


@pytest.mark.parametrize("late", [False, True])
def test_op_group_07_hidden_and_late_groups_name_a_lord_too(late: bool) -> None:
    """At setup every group names one of its player's Knights, hidden, open or still to come."""
    battle = two_knights(*(["bills"] if late else []))
    archers = unit(battle, "a.archers")
    run(battle, "round", exact=False, dice=[1, 2], answers={"deploy.hide": [archers.id]})
    assert archers.hidden
    groups = [one for one in battle.units if one.kind == "group"]
    assert all(battle.figures[one.lord].rank == KNIGHT for one in groups if one.lord != NOBODY)
    assert [one.name for one in groups if one.lord == NOBODY] == []


# -- seizing


def test_op_score_05_a_hidden_garrison_keeps_the_hall() -> None:
    """With a hidden enemy inside, the hall cannot be seized: he comes to light instead."""
    battle = field(
        "a men: x3 20,18.5 18,16 16,16 | b foe: x3 24,20.5 25.5,20.5 26.5,20.5 hidden",
        "building hall: 19,19..27,22",
        objective=[Seize(object="hall", for_="a", vp=12)],
    )
    assert handling.seizing_refusal(battle, man(battle, "men")) is None  # he knows of nobody
    table = play(battle, handling.seize, man(battle, "men"))
    assert len(events_of(table, Revealed)) == 1
    assert events_of(table, Scored) == []
    assert "figure.target" not in questions_of(table)  # there is but one hall


# -- giving ground by a hair


def test_op_melee_20_who_cannot_give_ground_stays_in_contact() -> None:
    """A push with no room at all moves nobody, not even by the grain of stored places."""
    battle = field(
        "a men: x3 3,3 23.319,20.504 6,3 facing 308.928 "
        "| b foe: x3 40,33 22.393,21.253 44,33 facing 186.032 | b wall: x3 42,30 21.7,22.1 46,30"
    )
    for at, key, where in ((1, "men", 308.928), (1, "foe", 186.032)):
        figure = man(battle, key, at)
        put(battle, figure, figure.base.x, figure.base.y, where)
    winner, loser, behind = man(battle, "men", 1), man(battle, "foe", 1), man(battle, "wall", 1)
    ux, uy = loser.base.x - winner.base.x, loser.base.y - winner.base.y
    for step in range(4000):  # as near behind him as can be
        x, y = loser.base.x + ux * (2.0 - step / 4000), loser.base.y + uy * (2.0 - step / 4000)
        spot = footprint(False, x, y, 186.032)
        if gap(spot, loser.base) <= 0.001:
            put(battle, behind, x, y, 186.032)
            break
    assert touches(winner.base, loser.base)
    was = loser.base
    play(battle, giving_ground.push, loser, winner)
    assert loser.base == was
    assert touches(winner.base, loser.base)


@pytest.mark.parametrize("seed", range(60))
def test_op_melee_21_following_up_ends_in_contact(seed: int) -> None:
    """However the bases lie, whoever follows up touches his man, by the measure of the game."""
    chance = random.Random(seed)
    battle = field("a men: x3 3,3 20,20 6,3 | b foe: x3 40,33 20,22 44,33")
    winner, loser = man(battle, "men", 1), man(battle, "foe", 1)
    put(battle, winner, 20.0, 20.0, chance.uniform(0, 360))
    turn, towards = chance.uniform(0, 360), chance.uniform(0, 360)
    far = 2.6
    while far > 0.0:
        x, y = 20.0 + far * sin(radians(towards)), 20.0 + far * cos(radians(towards))
        base = footprint(False, x, y, turn)
        if overlaps(base, winner.base):
            break
        put(battle, loser, x, y, turn)
        far -= 0.0005
    play(battle, giving_ground.push, loser, winner)
    way = giving_ground.way_after(battle, winner, loser)
    assert way is not None
    play(battle, giving_ground.follow, winner, way, loser)
    assert touches(winner.base, loser.base)
    assert not overlaps(winner.base, loser.base)


# -- running and keeping clear


@pytest.mark.parametrize("seed", range(40))
def test_op_move_26_nobody_who_runs_gets_nearer_to_those_about_him(seed: int) -> None:
    """Nearer than an inch to an enemy at the start, he may go, but no nearer still."""
    chance = random.Random(seed)
    battle = field("a men: x3 20,20 3,3 6,3 routing | b foe: x4 20,22 24,20 16,20 30,30")
    runner = man(battle, "men")
    put(battle, runner, 20.0, 20.0, chance.uniform(0, 360))
    for at in range(3):
        while True:
            towards, turn = chance.uniform(0, 360), chance.uniform(0, 360)
            far = chance.uniform(1.0, 2.2)
            x, y = 20.0 + far * sin(radians(towards)), 20.0 + far * cos(radians(towards))
            base = footprint(False, x, y, turn)
            others = [f.base for f in on_table(battle) if f is not man(battle, "foe", at)]
            if not any(overlaps(base, other) or touches(base, other) for other in others):
                put(battle, man(battle, "foe", at), x, y, turn)
                break
    before = {foe.id: gap(runner.base, foe.base) for foe in men(battle, "foe")}
    table = Table(battle, RandomDice(seed), {"a": ByKey({}), "b": ByKey({})})
    retreat.rout(table, unit(battle, "men"), retreat.threat_to(battle, unit(battle, "men"), None))
    if runner.fate == ON_TABLE:
        for foe in men(battle, "foe"):
            assert gap(runner.base, foe.base) >= min(before[foe.id], 1.0) - 0.002


# -- ways and ground


def test_op_move_09_no_dry_way_along_the_brink_of_the_ford() -> None:
    """Where the ford lies edge to edge with deep water, its edge is ford, not open ground."""
    battle = field(
        "a men: x3 8,12 6,10 4,10",
        "deep_water: 0,16..8,20 | water: 8,16..14,20 | deep_water: 14,16..32,20",
    )
    trip = ways.priced(battle, man(battle, "men"), ((8.0, 12.0), (8.0, 22.0)), 0.0, 99.0)
    assert isinstance(trip, Trip)
    assert trip.cost == pytest.approx(14.0)
    no = ways.priced(battle, man(battle, "men"), ((14.0, 12.0), (14.0, 22.0)), 0.0, 99.0)
    assert not isinstance(no, Trip)
    assert no.clause == "OP-TERR-09"
    assert list(battle.ground.stretches((8.0, 2.0), (8.0, 15.0))) == [("open", 0.0, 1.0)]


@pytest.mark.parametrize("seed", range(120))
def test_op_charge_11_a_way_that_was_found_can_be_named(seed: int) -> None:
    """Whenever the umpire finds a way to contact, its owner can name that very way."""
    battle = any_battle(seed)
    for group in battle.units:
        leader = leader_of(battle, group)
        if leader is None:
            continue
        for key in charging.targets(battle, group):
            target = battle.units[key]
            trip = way_to_contact(battle, leader, target)
            if trip is not None:
                points = tuple(snap_point(p) for p in trip.points)
                named = contact_trip(
                    battle, leader, points, trip.base.facing, frozenset((target.id,))
                )
                assert isinstance(named, Trip), named


# -- stragglers


@pytest.mark.parametrize(
    ("foe", "ground"),
    [
        ("", "deep_water: 22,5..24,15"),
        ("", "building: 22,5..24,15"),
        (" | b foe: x1 23,10", ""),
    ],
)
def test_op_move_19_what_lies_between_a_straggler_and_his_leader_counts_however_far(
    foe: str, ground: str
) -> None:
    """A man left 30 inches behind comes up, but not so that water or an enemy parts them."""
    units = "a men: x3 10,10 12,10 40,10"
    straggler, nearer = (2, footprint(False, 31.0, 10.0, 0.0))
    free = field(units)
    assert may_straggle_at(setting_of(free, 5.0), man(free, "men", straggler), nearer, ())
    battle = field(units + foe, ground)
    follower = man(battle, "men", straggler)
    assert not may_straggle_at(setting_of(battle, 5.0), follower, nearer, ())


def test_op_charge_17_a_straggler_in_a_charge_does_not_attack_a_third_unit() -> None:
    """However far from the leader, nobody comes up against an enemy of another unit."""
    battle = field("a men: x3 10,10 12,10 40,10 | b foe: x1 10,11 | b third: x1 31,11")
    setting = setting_of(battle, 5.0)
    setting.closing = True
    setting.contact_units = frozenset((unit(battle, "foe").id,))
    against, clear = (footprint(False, 31.0, y, 0.0) for y in (10.0, 8.9))
    assert may_straggle_at(setting, man(battle, "men", 2), clear, ())
    assert not may_straggle_at(setting, man(battle, "men", 2), against, ())
