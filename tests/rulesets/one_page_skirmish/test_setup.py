"""Setting up a battle (section SETUP)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from banneret.core.digest import encode
from banneret.core.errors import BadData, IllegalAnswer, IllegalForce
from banneret.rulesets.one_page_skirmish import injuries, morale, setup
from banneret.rulesets.one_page_skirmish.arming import start, way_label, ways_to_start
from banneret.rulesets.one_page_skirmish.checks import faults
from banneret.rulesets.one_page_skirmish.deploying import Ideas, place_refusal
from banneret.rulesets.one_page_skirmish.enlist import full_load
from banneret.rulesets.one_page_skirmish.entries import UnitEntry
from banneret.rulesets.one_page_skirmish.events import Deployed, Revealed
from banneret.rulesets.one_page_skirmish.lists import (
    Force,
    Others,
    Scenario,
    SidePlan,
    Sides,
    TerrainPiece,
    force_named,
    force_points,
    scenarios,
)
from banneret.rulesets.one_page_skirmish.setup import begin, deploy, first_deployer, hide
from banneret.rulesets.one_page_skirmish.state import COMING, ON_TABLE, Battle
from banneret.rulesets.one_page_skirmish.view import view
from rulesets.one_page_skirmish.field import field, man, play, questions_of, unit
from rulesets.scripting import ByKey, events_of, first

STEPS = {"setup": first_deployer, "hide": hide, "deploy": deploy}


def set_up(battle: Battle, until: str = "round") -> Battle:
    """Play the setting up, everybody taking first ideas and the first of the dice."""
    from banneret.core.dice import RandomDice  # noqa: PLC0415
    from banneret.core.table import Table  # noqa: PLC0415

    players = {seat.key: ByKey({}) for seat in battle.seats}
    dice = RandomDice(1)
    while battle.phase in STEPS and battle.phase != until:
        STEPS[battle.phase](Table(battle, dice, players))
    return battle


def scenario(**changes: Any) -> Scenario:
    """A bare table with the default zones."""
    sides = Sides(
        a=SidePlan(force="free", home_edge="south", zone=(0.0, 0.0, 48.0, 8.0)),
        b=SidePlan(force="free", home_edge="north", zone=(0.0, 28.0, 48.0, 36.0)),
    )
    return Scenario(**{"id": "bare", "name": "Bare", "sides": sides, **changes})


def test_op_setup_01_default_table() -> None:
    """A scenario that says nothing is played on 48 by 36 inches; each side has a home edge."""
    bare = scenario()
    assert (bare.width, bare.height) == (48.0, 36.0)
    assert [bare.sides["a"].edges, bare.sides["b"].edges] == [("south",), ("north",)]
    assert begin(bare, {}, {}).ground.width == 48.0


def test_op_setup_02_uneven_forces_are_refused() -> None:
    """Where forces are free, one well over the other's total is refused; a small gap is not."""
    entry = msgspec.structs.replace(force_named("english_1346").unit[1], lord="")
    small = Force(id="small", name="Small", unit=(entry,))
    with pytest.raises(IllegalForce, match="55 and 124 points"):
        begin("crossroads", {}, {"a": small, "b": "french_1346"})
    begin("crossroads", {}, {"a": "yorkist_1461", "b": "manor_1358"})


def test_op_setup_02_a_force_without_a_knight_may_play() -> None:
    """No Knight is a weakness, not an error: the groups have no lord."""
    units = tuple(
        msgspec.structs.replace(one, lord="") for one in force_named("english_1346").unit[1:]
    )
    knightless = Force(id="knightless", name="Knightless", unit=units)
    assert force_points(knightless) == 94
    battle = begin("crossroads", {}, {"a": knightless, "b": knightless})
    assert {one.lord for one in battle.units} == {-1}


def test_op_setup_02_reinforcements_must_be_in_the_force() -> None:
    """A force that lacks the units the scenario brings on later is refused by name."""
    with pytest.raises(IllegalForce, match="'lord'"):
        begin("manor", {}, {"b": "english_1346"})


def test_op_setup_03_allies_share_a_side() -> None:
    """Players a1 and a2 have a seat and a force each and are friends."""
    battle = begin("crossroads", {}, {"a1": "english_1346", "a2": "yorkist_1461", "b": BIG})
    assert [(seat.key, seat.side) for seat in battle.seats] == [
        ("a1", "a"),
        ("a2", "a"),
        ("b", "b"),
    ]
    assert {one.player for one in battle.units if one.side == "a"} == {"a1", "a2"}
    set_up(battle)
    assert faults(battle) == []


def test_op_setup_03_an_allied_knight_may_rally() -> None:
    """A Knight of an allied player lends his +2 to a friend's test."""
    battle = field(
        "a1 knight: knight at 10,10 | a2 band: x3 veteran at 12,10 1.fate=killed figures_lost=1 "
        "casualties_since_test=true | b foe: x3 at 40,30",
        active="a2",
        phase="morale",
    )
    table = play(
        battle,
        morale.test,
        unit(battle, "band"),
        "casualties",
        dice=[10],
        answers={"a1": [("rally", lambda choice: choice.ideas()[-1])], "a2": []},
    )
    assert "rally" in questions_of(table)
    assert unit(battle, "band").status == "steady"


BIG = Force(
    id="big",
    name="Big",
    unit=tuple(
        UnitEntry(
            id=f"band_{at}",
            name=f"Band {at}",
            kind="group",
            leader_rank="sergeant",
            class_="elite",
            count=12,
            armour=(),
            weapons=("hand_weapon",),
            in_hand="hand_weapon",
        )
        for at in range(2)
    ),
)


@pytest.mark.parametrize("forces", [{"c": "outlaws"}, {"a": "outlaws", "a1": "outlaws"}])
def test_op_setup_03_seats_are_named_by_side(forces: dict[str, str]) -> None:
    """A seat that is neither a side nor one of its allies is refused."""
    with pytest.raises(BadData, match="expected"):
        begin("crossroads", {}, forces)


def test_op_setup_04_lower_die_deploys_first() -> None:
    """Both sides roll a d10, ties again; the lower deploys first."""
    battle = begin("crossroads", {}, {})
    play(battle, first_deployer, dice=[4, 4, 9, 2])
    assert (battle.deployers, battle.phase) == (("b", "a"), "deploy")


def test_op_setup_04_the_scenario_names_the_first_deployer() -> None:
    """At the manor the garrison deploys first and no die is rolled."""
    battle = begin("manor", {}, {})
    play(battle, first_deployer)
    assert battle.deployers == ("b", "a")


def test_op_setup_04_one_side_wholly_before_the_other() -> None:
    """All units of the first side are set up before any of the second."""
    battle = begin("crossroads", {}, {})
    play(battle, first_deployer, dice=[2, 9])
    order: list[str] = []
    while battle.phase == "deploy":
        table = play(battle, deploy, answers=[first, first])
        order += [battle.units[event.unit].side for event in events_of(table, Deployed)]
    assert order == ["a"] * 3 + ["b"] * 3
    assert battle.phase == "round"
    assert all(figure.fate == ON_TABLE for figure in battle.figures)


def _archers(battle: Battle) -> tuple[Any, dict[int, tuple[float, float, float]]]:
    archers = unit(battle, "archers")
    places = {key: (10.0 + 2 * at, 4.0, 0.0) for at, key in enumerate(archers.members)}
    return archers, places


@pytest.mark.parametrize(
    ("last", "clause"),
    [
        ((18.0, 4.0, 0.0), "OP-SETUP-04"),  # 7 inches from the leader
        ((12.0, 9.0, 0.0), "OP-SETUP-04"),  # outside the zone
        ((12.0, 4.5, 0.0), "OP-SCALE-08"),  # on a comrade
        ((-1.0, 4.0, 0.0), "OP-MOVE-24"),  # off the table
    ],
)
def test_op_setup_04_what_is_refused(last: tuple[float, float, float], clause: str) -> None:
    """A follower 7 inches off, outside the zone, on a comrade or off the table is refused."""
    battle = begin("crossroads", {}, {})
    play(battle, first_deployer, dice=[2, 9])
    play(battle, deploy, answers=[first, first])  # the Knight
    archers, places = _archers(battle)
    places[archers.members[3]] = last
    with pytest.raises(IllegalAnswer) as no:
        play(battle, deploy, answers=["longbow", ("deploy.place", places)])
    assert no.value.clause == clause


def test_op_setup_04_a_follower_at_exactly_six_inches() -> None:
    """Six inches from the leader is near enough, a hair more is not."""
    battle = begin("crossroads", {}, {})
    archers, places = _archers(battle)
    places[archers.members[3]] = (17.0, 4.0, 0.0)
    from banneret.core.choices import Place1  # noqa: PLC0415

    lawful = {key: Place1(*place) for key, place in places.items()}
    assert place_refusal(battle, archers, lawful, hidden=False) is None
    lawful[archers.members[3]] = Place1(17.01, 4.0, 0.0)
    no = place_refusal(battle, archers, lawful, hidden=False)
    assert no is not None
    assert no.clause == "OP-SETUP-04"


def test_op_setup_04_nobody_within_an_inch_of_an_enemy() -> None:
    """Where zones meet, a place within an inch of a deployed enemy is refused."""
    sides = Sides(
        a=SidePlan(force="free", home_edge="south", zone=(0.0, 0.0, 48.0, 18.0)),
        b=SidePlan(force="free", home_edge="north", zone=(0.0, 18.0, 48.0, 36.0)),
    )
    battle = begin(scenario(sides=sides, first_deployer="a"), {}, {})
    play(battle, first_deployer)
    play(battle, deploy, answers=["hand_weapon", {0: (10.0, 17.0, 0.0)}])
    play(battle, deploy, answers=[first, first])
    play(battle, deploy, answers=[first, first])
    knight = unit(battle, "b.knight")
    with pytest.raises(IllegalAnswer, match='within 1"'):
        play(battle, deploy, answers=["hand_weapon", {knight.leader: (10.0, 19.5, 180.0)}])


@pytest.mark.parametrize("key", sorted(scenarios()))
def test_op_setup_04_ideas_are_lawful(key: str) -> None:
    """Every idea for every unit of every scenario is a lawful deployment; faults are none."""
    battle = begin(key, {}, {})
    play(battle, first_deployer, dice=[2, 9] if "dice" in battle.scenario.first_deployer else [])
    for one in battle.units:
        if one.members and not one.arrival_round:
            for places in Ideas(battle, one, hidden=False):
                assert place_refusal(battle, one, places, hidden=False) is None
    assert faults(set_up(begin(key, {}, {}))) == []


@pytest.mark.slow
def test_op_setup_04_a_crowded_zone_still_takes_everybody() -> None:
    """A unit that finds no room comes on later by its home edge."""
    sides = Sides(
        a=SidePlan(force="free", home_edge="south", zone=(0.0, 0.0, 7.5, 4.0)),
        b=SidePlan(force="free", home_edge="north", zone=(0.0, 28.0, 48.0, 36.0)),
    )
    battle = set_up(begin(scenario(sides=sides, first_deployer="a"), {}, {"a": BIG, "b": BIG}))
    assert faults(battle) == []
    assert [one.arrival_round for one in battle.units] == [0, 1, 0, 0]


@pytest.mark.slow
def test_op_setup_04_a_tight_zone_is_packed() -> None:
    """Where ranks with gaps do not fit, men stand shoulder to shoulder."""
    sides = Sides(
        a=SidePlan(force="free", home_edge="south", zone=(0.0, 0.0, 6.0, 4.0)),
        b=SidePlan(force="free", home_edge="north", zone=(0.0, 28.0, 48.0, 36.0)),
    )
    battle = set_up(begin(scenario(sides=sides, first_deployer="a"), {}, {"a": BIG, "b": BIG}))
    assert faults(battle) == []


def test_op_setup_05_crossbows_start_loaded() -> None:
    """Every crossbow has all its load points; nobody is hurt or shaken."""
    for options in ({}, {"reload_reading": "one_load"}):
        battle = begin("crossroads", options, {})
        crossbows = [f for f in battle.figures if "crossbow" in f.profile.weapons]
        assert crossbows
        assert all(f.load == full_load(battle) for f in crossbows)
        assert all(f.hits == 0 and f.stun == -1 for f in battle.figures)
        assert all(one.status == "steady" for one in battle.units)


def test_op_setup_05_a_rider_may_start_on_foot() -> None:
    """Chosen on foot, the Knight lays his lance by for good and his mount stands beside him."""
    battle = begin("crossroads", {}, {})
    play(battle, first_deployer, dice=[2, 9])
    table = play(battle, deploy, answers=[("deploy.weapon", "hand_weapon.foot"), first])
    knight = man(battle, "a.knight")
    assert not knight.mounted
    assert (knight.in_hand, knight.lance_dropped) == ("hand_weapon", True)
    assert [mount.side for mount in battle.mounts] == ["a"]
    assert questions_of(table) == ["deploy.weapon", "deploy.place"]
    assert faults(battle) == []


def test_op_setup_05_weapons_man_by_man() -> None:
    """The owner may choose for each man; the ways of the list come first."""
    battle = begin("crossroads", {}, {})
    play(battle, first_deployer, dice=[2, 9])
    play(battle, deploy, answers=[first, first])
    choices = ["longbow", "hand_weapon", "longbow", "longbow"]
    play(battle, deploy, answers=["each", *choices, first])
    held = [battle.figures[key].in_hand for key in unit(battle, "archers").members]
    assert held == choices
    assert ways_to_start(man(battle, "b.lances", 1)) == ["lance", "hand_weapon", "hand_weapon.foot"]


def test_op_setup_05_reinforcements_stay_off_the_table() -> None:
    """The lord and his retinue are still to come when the manor is set up."""
    battle = set_up(begin("manor", {}, {}))
    late = unit(battle, "lord")
    assert (late.arrival_round, late.arrival_edge) == (3, "north")
    assert man(battle, "lord").fate == COMING


def test_op_setup_06_hidden_places_are_written_down_in_secret() -> None:
    """The outlaws' answers and places reach their own side alone, before anybody deploys."""
    battle = begin("greenwood", {}, {})
    play(battle, first_deployer)
    assert battle.phase == "hide"
    bands = [one.id for one in battle.units if one.side == "a"]
    table = play(battle, hide, answers={"a": [("deploy.hide", bands[1]), "longbow", first]})
    assert {told.audience for told in table.events} == {("a",)}
    assert battle.units[bands[1]].hidden
    assert unit(battle, "sheriff").deployed is False


def test_op_setup_06_the_enemy_sees_no_trace() -> None:
    """Wherever the outlaws hide, and whether they do, the Sheriff's view is the same."""
    views: set[bytes] = set()
    for at in (0, 2, 4):
        battle = begin("greenwood", {}, {})
        play(battle, first_deployer)
        while battle.phase == "hide":
            band = next(one.id for one in battle.units if one.may_hide and not one.deployed)
            play(
                battle, hide, answers={"a": [band, first, lambda choice, at=at: choice.ideas()[at]]}
            )
        views.add(encode(view(battle, "b")))
        assert [one.name for one in view(battle, "b").units] == [
            "Sheriff",
            "Riders",
            "Castle crossbowmen",
            "Pressed men",
        ]
    assert len(views) == 1


def test_op_setup_06_hidden_men_stand_wholly_in_the_named_woods() -> None:
    """A place outside the two woods, or half out of one, is refused."""
    battle = begin("greenwood", {}, {})
    play(battle, first_deployer)
    captain = unit(battle, "captain")
    for spot in ((30.0, 15.0, 0.0), (30.0, 17.7, 0.0)):
        with pytest.raises(IllegalAnswer, match="wholly in wood_n, wood_s"):
            play(battle, hide, answers=[captain.id, "longbow", {captain.leader: spot}])
    play(battle, hide, answers=[captain.id, "longbow", {captain.leader: (30.0, 18.5, 180.0)}])
    assert captain.hidden


def test_op_setup_06_such_a_unit_may_deploy_openly() -> None:
    """A side allowed to hide may decline, and then sets its units up in its zone."""
    battle = begin("greenwood", {}, {})
    play(battle, first_deployer)
    play(battle, hide, answers=[("deploy.hide", -1)])
    assert battle.phase == "deploy"
    set_up(battle)
    assert not any(one.hidden for one in battle.units)
    assert unit(battle, "captain").deployed


def test_op_setup_06_one_unit_at_the_ford() -> None:
    """The defender of the ford hides one unit and no second one."""
    battle = begin("ford", {}, {})
    play(battle, first_deployer)
    archers = unit(battle, "archers")
    play(battle, hide, answers=[archers.id, first, first])
    assert battle.phase == "deploy"
    assert [one.id for one in battle.units if one.hidden] == [archers.id]


def test_op_setup_06_without_named_areas_cover_or_being_out_of_sight() -> None:
    """Without hidden_in a hidden man stands in the zone, in a wood or where no enemy could see."""
    sides = Sides(
        a=SidePlan(force="free", home_edge="south", zone=(0.0, 0.0, 48.0, 8.0), hidden="all"),
        b=SidePlan(force="free", home_edge="north", zone=(0.0, 28.0, 48.0, 36.0)),
    )
    hill = TerrainPiece(kind="hill", polygon=((0.0, 9.0), (48.0, 9.0), (48.0, 12.0), (0.0, 12.0)))
    wood = TerrainPiece(kind="woods", polygon=((5.0, 2.0), (15.0, 2.0), (15.0, 7.0), (5.0, 7.0)))
    open_ground = begin(scenario(sides=sides, first_deployer="a"), {}, {})
    wooded = begin(scenario(sides=sides, first_deployer="a", terrain=(wood,)), {}, {})
    behind = begin(scenario(sides=sides, first_deployer="a", terrain=(hill,)), {}, {})
    knight = unit(wooded, "a.knight").id
    for battle in (open_ground, wooded, behind):
        play(battle, first_deployer)
    with pytest.raises(IllegalAnswer) as no:
        play(open_ground, hide, answers=[knight, "lance", {_leader(open_ground): (24.0, 4.0, 0.0)}])
    assert no.value.clause == "OP-HIDE-02"
    play(wooded, hide, answers=[knight, "lance", {_leader(wooded): (10.0, 4.0, 0.0)}])
    play(behind, hide, answers=[knight, "lance", {_leader(behind): (24.0, 4.0, 0.0)}])
    assert unit(wooded, "a.knight").hidden
    assert unit(behind, "a.knight").hidden


def _leader(battle: Battle) -> int:
    return unit(battle, "a.knight").leader


def test_op_setup_06_whoever_steps_on_an_ambush_finds_it() -> None:
    """A unit deployed within an inch of hidden enemies reveals them and is placed anew."""
    sides = Sides(
        a=SidePlan(
            force="free",
            home_edge="south",
            zone=(0.0, 0.0, 48.0, 8.0),
            hidden="all",
            hidden_in=("copse",),
        ),
        b=SidePlan(force="free", home_edge="north", zone=(0.0, 20.0, 48.0, 36.0)),
    )
    copse = TerrainPiece(
        kind="woods", id="copse", polygon=((10.0, 22.0), (20.0, 22.0), (20.0, 30.0), (10.0, 30.0))
    )
    battle = begin(scenario(sides=sides, terrain=(copse,), first_deployer="a"), {}, {})
    play(battle, first_deployer)
    knight = unit(battle, "a.knight")
    spot = {knight.leader: (15.0, 25.0, 0.0)}
    play(battle, hide, answers=[knight.id, "lance", spot])
    play(battle, hide, answers=[-1])
    for _ in range(2):
        play(battle, deploy, answers=[first, first])
    other = unit(battle, "b.knight")
    near, far = {other.leader: (16.5, 25.0, 180.0)}, {other.leader: (40.0, 30.0, 180.0)}
    table = play(battle, deploy, answers=["lance", near, far])
    assert [event.unit for event in events_of(table, Revealed)] == [knight.id]
    assert not knight.hidden
    assert man(battle, "b.knight").base.x == 40.0


def test_lords_are_asked_for_where_a_player_has_several_knights() -> None:
    """OP-GROUP-07: a group whose list names none follows the Knight its owner picks."""
    knight, archers, _ = force_named("english_1346").unit
    second = msgspec.structs.replace(knight, id="second", name="Second")
    loose = msgspec.structs.replace(archers, lord="")
    both = Force(id="both", name="Both", unit=(knight, second, loose))
    battle = begin(scenario(first_deployer="a"), {}, {"a": both, "b": both})
    play(battle, first_deployer)
    for _ in range(2):
        play(battle, deploy, answers=[first, first])
    chosen = unit(battle, "a.second").leader
    play(battle, deploy, answers=["longbow", ("deploy.lord", chosen), first])
    assert unit(battle, "a.archers").lord == chosen


def test_hurt_men_are_not_set_up_hurt() -> None:
    """OP-SCORE-06 and OP-SETUP-05: a force begins every battle whole."""
    battle = set_up(begin("crossroads", {}, {}))
    play(battle, injuries.strike, man(battle, "a.knight"), None)
    again = set_up(begin("crossroads", {}, {}))
    assert all(figure.hits == 0 for figure in again.figures)
    assert setup.DEFAULT_FORCES["a"] == again.seats[0].force


def test_mixed_groups_start_as_listed_or_man_by_man() -> None:
    """OP-WPN-03: where men differ, the owner takes the list as it is or goes through them."""
    knight, archers, _ = force_named("english_1346").unit
    bills = Others(count=1, weapons=("polearm",), in_hand="polearm")
    mixed = Force(
        id="mixed",
        name="Mixed",
        unit=(knight, msgspec.structs.replace(archers, count=3, others=(bills,))),
    )
    battle = begin(scenario(first_deployer="a"), {}, {"a": mixed, "b": mixed})
    play(battle, first_deployer)
    play(battle, deploy, answers=[first, first])
    play(battle, deploy, answers=[("deploy.weapon", "as_listed"), first])
    assert man(battle, "a.archers", 3).in_hand == "polearm"
    assert faults(battle) == []


def test_a_man_who_can_hold_nothing_else_has_bare_hands() -> None:
    """OP-WPN-05: a rider with a lance alone who starts on foot fights with what he finds."""
    battle = field("a rider: knight lance mounted at 10,10")
    rider = man(battle, "rider")
    assert ways_to_start(rider) == ["lance", "improvised.foot"]
    start(battle, rider, "improvised.foot")
    assert (rider.in_hand, rider.mounted, rider.lance_dropped) == ("improvised", False, True)


def test_ways_to_start_are_named_for_people() -> None:
    """Keys become words."""
    ways = ("as_listed", "each", "hand_weapon", "hand_weapon.foot")
    assert [way_label(way) for way in ways] == [
        "as listed",
        "man by man",
        "hand weapon",
        "hand weapon, on foot",
    ]


def test_allies_hide_in_turn() -> None:
    """OP-SETUP-06: where one unit may hide, the allies' first choice uses it up."""
    battle = begin("ford", {}, {"a1": "outlaws", "a2": "outlaws", "b": BIG})
    play(battle, first_deployer)
    mine = next(one for one in battle.units if one.player == "a1" and one.key == "captain")
    play(battle, hide, answers={"a1": [-1]})
    assert battle.phase == "hide"
    other = next(one for one in battle.units if one.player == "a2" and one.key == "captain")
    play(battle, hide, answers={"a2": [other.id, "longbow", first]})
    assert (battle.phase, mine.hidden, other.hidden) == ("deploy", False, True)
