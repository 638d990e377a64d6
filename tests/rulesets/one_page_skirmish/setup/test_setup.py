"""Setting up a battle: forces, players, who deploys where (section SETUP)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from banneret.core.errors import BadData, IllegalAnswer, IllegalForce
from banneret.core.questions.choices import Place1
from banneret.rulesets.one_page_skirmish.basics.checks import faults
from banneret.rulesets.one_page_skirmish.basics.state import ON_TABLE, Battle
from banneret.rulesets.one_page_skirmish.morale import checking
from banneret.rulesets.one_page_skirmish.screen.events import Deployed, NoKnight
from banneret.rulesets.one_page_skirmish.setup.beginning import begin, deploy, first_deployer
from banneret.rulesets.one_page_skirmish.setup.deploying import Ideas, place_refusal
from banneret.rulesets.one_page_skirmish.setup.on_file import (
    Force,
    SidePlan,
    Sides,
    force_named,
    force_points,
    scenarios,
)
from rulesets.one_page_skirmish.field import field, play, questions_of, unit
from rulesets.one_page_skirmish.setting_up import BIG, scenario, set_up
from rulesets.scripting import events_of, first, heard


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


def test_op_points_01_op_scen_01_uneven_forces_only_where_a_scenario_names_one() -> None:
    """Both sides free: refused; against a force the scenario names any may fight."""
    entry = msgspec.structs.replace(force_named("english_1346").unit[1], lord="")
    small = Force(id="small", name="Small", unit=(entry,))
    plan = scenario()
    with pytest.raises(IllegalForce, match="OP-POINTS-01"):
        begin(plan, {}, {"a": small})
    foe = msgspec.structs.replace(plan.sides["b"], force="jacques_1358")
    named = msgspec.structs.replace(plan, sides=Sides(a=plan.sides["a"], b=foe))
    assert begin(named, {}, {"a": small}).phase == begin(plan, {}, {}).phase


def test_op_setup_02_a_force_without_a_knight_may_play() -> None:
    """No Knight is a weakness, not an error: the groups have no lord, and the side is warned."""
    units = tuple(
        msgspec.structs.replace(one, lord="") for one in force_named("english_1346").unit[1:]
    )
    knightless = Force(id="knightless", name="Knightless", unit=units)
    assert force_points(knightless) == 94
    battle = begin("crossroads", {}, {"a": knightless, "b": knightless})
    assert {one.lord for one in battle.units} == {-1}
    warned = play(battle, first_deployer, dice=[3, 5])
    assert [event.side for event in events_of(warned, NoKnight)] == ["a", "b"]
    usual = play(begin("crossroads", {}, {}), first_deployer, dice=[3, 5])
    assert events_of(usual, NoKnight) == []
    ford = play(begin("ford", {}, {"a": knightless, "b": knightless}), first_deployer)
    assert NoKnight("a") in heard(ford, "a")  # who may hide units does not show what he has
    assert heard(ford, "b") == [NoKnight("b")]


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
        checking.test,
        unit(battle, "band"),
        "casualties",
        dice=[10],
        answers={"a1": [("rally", lambda choice: choice.ideas()[-1])], "a2": []},
    )
    assert "rally" in questions_of(table)
    assert unit(battle, "band").status == "steady"


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
    for y, lawful in ((19.99, False), (20.0, True)):
        places = {knight.leader: Place1(10.0, y, 180.0)}
        assert (place_refusal(battle, knight, places, hidden=False) is None) is lawful


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
