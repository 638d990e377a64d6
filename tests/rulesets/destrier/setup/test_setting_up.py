"""Scenarios, forces, deploying and winning (DE-END-04, HOST-59 to 62)."""

from __future__ import annotations

import msgspec
import pytest

from banneret.core.errors import BadData
from banneret.core.questions.choices import Place1
from banneret.core.record.save import chosen_forces
from banneret.rulesets.destrier import RULESET
from banneret.rulesets.destrier.basics.tables import default
from banneret.rulesets.destrier.basics.who import active, load
from banneret.rulesets.destrier.ground.stands import put, stand
from banneret.rulesets.destrier.ground.things import bars_way, lies_on
from banneret.rulesets.destrier.screen.events import Deployed
from banneret.rulesets.destrier.setup.beginning import begin, burden, off_table
from banneret.rulesets.destrier.setup.deploying import (
    arrays,
    deploy,
    setup,
    undeployed,
    why_not,
    zone,
)
from banneret.rulesets.destrier.setup.mustering import enlist, force, tell_loved, worth
from banneret.rulesets.destrier.setup.scenarios import Recruit, scenarios
from banneret.rulesets.destrier.setup.winning import verdict
from banneret.tabletop.shapes.stands import overlapping
from rulesets.destrier.arena import arena, man, play
from rulesets.scripting import Refused, events_of

SEVEN = (
    "duel_at_the_mill",
    "pas_darmes",
    "brawl_at_the_boar",
    "three_knights",
    "the_lair",
    "sea_wolves_hall",
    "the_stair",
)


def test_de_end_04_every_scenario_loads_and_everybody_fits() -> None:
    """Every figure, steed, weapon and switch exists, points add up, all stands find room."""
    tables = default()
    assert set(SEVEN) <= set(scenarios())
    for key, own in scenarios().items():
        battle = begin(key, {}, {})
        for side in ("a", "b"):
            plan = own.side(side)
            if plan.figures:
                assert worth(tables, plan.figures) == plan.points, key
            for places in list(arrays(battle, side))[:1]:
                assert why_not(battle, side, places) is None
            assert not undeployed(battle, side) or next(arrays(battle, side), None)


@pytest.mark.parametrize("key", SEVEN)
def test_fixed_places_are_free(key: str) -> None:
    """Who has his place given stands on nobody and on nothing."""
    battle = begin(key, {}, {})
    fixed = [one for one in battle.figures if not off_table(one)]
    for one in fixed:
        assert not any(bars_way(t) and lies_on(stand(one), t) for t in battle.things)
        assert not any(overlapping(stand(one), stand(two)) for two in fixed if two is not one)


def test_de_host_62_the_loser_of_a_die_deploys_first() -> None:
    """A 5 and B 2: B sets up first, in its zone, then A."""
    battle = begin("three_knights", {}, {})
    play(battle, setup, [5, 2])
    assert list(battle.deployers) == ["b", "a"]
    places = next(arrays(battle, "b"))
    play(battle, deploy, answers=[("deploy", places)])
    assert not undeployed(battle, "b")
    assert [*battle.deployers] == ["a"]
    x0, y0, x1, y1 = zone(battle, "b")[0]
    assert all(
        x0 <= x <= x1 and y0 <= y <= y1
        for one in battle.figures
        if one.side == "b"
        for x, y in stand(one).corners
    )


def test_de_host_62_nobody_stands_outside_his_zone_or_on_another() -> None:
    """A stand half outside, or two on one spot, are refused."""
    battle = begin("three_knights", {}, {})
    keys = [one.id for one in undeployed(battle, "a")]
    outside = {key: Place1(5.0 + 3 * i, 8.0, 0.0) for i, key in enumerate(keys)}
    refused = why_not(battle, "a", outside)
    assert refused is not None
    assert refused.clause == "DE-HOST-62"
    one_spot = dict.fromkeys(keys, Place1(10.0, 4.0, 0.0))
    assert why_not(battle, "a", one_spot) is not None
    battle.deployers = ("a", "b")
    with pytest.raises(Refused):
        play(battle, deploy, answers=[("deploy", one_spot)])


def test_de_host_59_de_host_60_profiles_and_points() -> None:
    """A force's total is the sum of its figures and steeds."""
    tables = default()
    assert worth(tables, force(tables, "household")) == 34 + 28 + 2 * (20 + 16) + 2 * 20
    with pytest.raises(BadData, match="expected one of"):
        begin("open_field", {}, {"a": (Recruit(profile="unicorn"),)})


def test_de_host_61_sample_forces_fight_on_the_open_field() -> None:
    """Every force can be led, with weapons in hand and steeds under the riders."""
    for key in default().host.forces:
        battle = begin("open_field", {}, {"a": key, "b": "sea_wolves"})
        own = [one for one in battle.figures if one.side == "a"]
        assert len(own) == sum(count for _, count in default().host.forces[key])
        assert all(one.in_hand or one.profile.natural for one in own)


def test_de_host_61_the_sample_forces_are_offered_for_the_open_field() -> None:
    """Each side of the open field may be given any of them, by name and with its worth."""
    offered = RULESET.scenarios["open_field"].forces
    assert set(offered) == {"a", "b"}
    assert all(set(keys) == set(default().host.forces) for keys in offered.values())
    chosen = chosen_forces(RULESET.scenarios["open_field"], {"a": "dark_host"})
    assert chosen == {"a": "dark_host", "b": "sea_wolves"}
    assert RULESET.forces["dark_host"].points == worth(default(), force(default(), "dark_host"))
    assert RULESET.forces["dark_host"].figures == 15


def test_de_stand_13_every_figure_has_its_number() -> None:
    """Names are unique: they bear the number of the stand."""
    battle = begin("the_stair", {}, {})
    names = [one.name for one in battle.figures]
    assert len(set(names)) == len(names)
    assert battle.figures[1].name == "Pikeman 2"


def test_de_gen_07_a_rider_is_one_figure_with_two_pools() -> None:
    """Rider and steed are one figure, with blows and bodies of their own."""
    battle = begin("three_knights", {}, {})
    knight = battle.figures[0]
    assert knight.steed is not None
    assert (knight.body, knight.steed.body) == (26, 60)
    assert (knight.steed.key, knight.steed.speed) == ("great_horse", "walk")


def test_de_gen_09_switches_of_a_scenario_are_set() -> None:
    """The pas d'armes is a joust unless told otherwise."""
    assert begin("pas_darmes", {}, {}).options.jousting
    assert not begin("three_knights", {}, {}).options.jousting


def test_the_lady_is_beloved() -> None:
    """She is the knight's Lady (DE-BERS-11)."""
    battle = begin("sea_wolves_hall", {}, {})
    lady = next(one for one in battle.figures if one.name == "the Lady")
    assert battle.figures[lady.beloved_of].name == "the knight"


def test_de_end_04_ways_to_win() -> None:
    """The cat out; three through the door of the stair; the limit; lances broken."""
    lair = begin("the_lair", {}, {})
    assert verdict(lair) is None
    next(one for one in lair.figures if one.name == "the cat").status = "down"
    found = verdict(lair)
    assert found is not None
    assert found.winner == "a"
    stair = begin("the_stair", {}, {})
    orcs = [one for one in stair.figures if one.side == "b"][:3]
    for i, one in enumerate(orcs):
        one.x, one.y = 3.0 + 2 * i, 5.0
    found = verdict(stair)
    assert found is not None
    assert found.winner == "b"
    orcs[0].y = 15.5
    assert verdict(stair) is None
    stair.turn = 15
    found = verdict(stair)
    assert found is not None
    assert found.winner == "a"


def test_de_end_04_a_joust_of_three_courses_ends_by_lances() -> None:
    """After three courses the more lances broken win; equal is a draw; unhorsed loses at once."""
    joust = begin("pas_darmes", {}, {})
    joust.course, joust.lances_broken = 3, {"a": 2, "b": 1}
    found = verdict(joust)
    assert found is not None
    assert (found.winner, found.reason) == ("a", "2 lances broken to 1")
    joust.lances_broken["b"] = 2
    found = verdict(joust)
    assert found is not None
    assert found.winner is None
    joust.course = 1
    assert verdict(joust) is None
    joust.figures[0].steed = None
    found = verdict(joust)
    assert found is not None
    assert found.winner == "b"
    assert found.reason == "the defender was unhorsed"
    joust.figures[0].status = "dead"
    found = verdict(joust)
    assert found is not None
    assert found.reason == "the defender is out of the fight"


def test_de_host_62_a_long_stand_finds_room_in_a_shallow_zone() -> None:
    """A great cat, longer than broad, stands in the middle of a zone two inches and a half deep."""
    battle = begin("duel_at_the_mill", {}, {})
    battle.figures[0].stand = "large_cat"
    places = next(arrays(battle, "a"))
    assert why_not(battle, "a", places) is None


def test_de_host_62_nobody_is_set_down_on_who_stands_there_already() -> None:
    battle = begin("three_knights", {}, {})
    first, *rest = [one.id for one in undeployed(battle, "a")]
    there = Place1(10.0, 4.0, 0.0)
    assert why_not(battle, "a", {first: there}) is None
    battle.figures[first].x, battle.figures[first].y = 10.0, 4.0
    assert why_not(battle, "a", {rest[0]: there}) is not None
    assert why_not(battle, "a", {rest[0]: Place1(14.0, 4.0, 0.0)}) is None


def test_de_end_04_a_joust_goes_on_while_one_of_a_side_sits() -> None:
    """Both unhorsed at once is a draw."""
    joust = begin("pas_darmes", {}, {})
    other = msgspec.structs.replace(joust.figures[0], id=2, steed=None)
    joust.figures.append(other)
    assert verdict(joust) is None
    for one in joust.figures:
        one.steed = None
    found = verdict(joust)
    assert found is not None
    assert (found.winner, found.reason) == (None, "both lie on the ground")


def test_de_host_62_when_both_have_deployed_the_first_turn_begins() -> None:
    battle = begin("three_knights", {}, {})
    play(battle, setup, [5, 2])
    for side, phase in (("b", "deploy"), ("a", "turn")):
        table = play(battle, deploy, answers=[("deploy", next(arrays(battle, side)))])
        assert battle.phase == phase
        assert [one.side for one in events_of(table, Deployed)] == [side]


def test_de_host_62_two_sixes_are_rolled_again_and_one_side_alone_rolls_nothing() -> None:
    battle = begin("three_knights", {}, {})
    play(battle, setup, [6, 6, 6, 5])
    assert list(battle.deployers) == ["b", "a"]
    for one in undeployed(battle, "a"):
        put(battle, one, 10.0 + 3 * one.id, 4.0, 0.0)
    play(battle, setup)
    assert list(battle.deployers) == ["b"]


def test_de_end_04_a_battle_begins_with_whole_lances_and_known_burdens() -> None:
    joust = begin("pas_darmes", {}, {})
    assert joust.lances_broken == {"a": 0, "b": 0}
    for battle in (joust, begin("sea_wolves_hall", {}, {})):
        assert all(one.encumbrance == burden(battle, one) for one in battle.figures)
    assert {one.encumbrance for one in joust.figures} != {"unencumbered"}


def test_de_host_61_riders_of_the_lists_come_at_a_walk() -> None:
    tables = default()
    found = [one for key in tables.host.forces for one in force(tables, key)]
    assert {bool(one.steed): one.speed for one in found} == {True: "walk", False: "stand"}


@pytest.mark.parametrize(
    ("fallen", "reason"),
    [(0, "the defender was unhorsed"), (1, "the comer was unhorsed")],
)
def test_de_end_04_who_was_unhorsed_has_lost(fallen: int, reason: str) -> None:
    joust = begin("pas_darmes", {}, {})
    joust.figures[fallen].steed = None
    found = verdict(joust)
    assert found is not None
    assert (found.winner, found.reason) == ("ba"[fallen], reason)


def test_de_end_04_the_second_side_wins_by_lances_as_well() -> None:
    joust = begin("pas_darmes", {}, {})
    joust.course, joust.lances_broken = 3, {"a": 1, "b": 3}
    found = verdict(joust)
    assert found is not None
    assert (found.winner, found.reason) == ("b", "3 lances broken to 1")


def test_de_end_04_others_who_fall_or_stand_there_decide_nothing() -> None:
    """The cat alone must fall; through the door count those of the side who stand."""
    lair = begin("the_lair", {}, {})
    next(one for one in lair.figures if one.name != "the cat").status = "down"
    assert verdict(lair) is None
    stair = begin("the_stair", {}, {})
    defenders = [one for one in stair.figures if one.side == "a"]
    orcs = [one for one in stair.figures if one.side == "b"]
    for i, one in enumerate([*defenders[:2], *orcs[:2]]):
        one.x, one.y = 3.0 + 2 * i, 5.0
    assert verdict(stair) is None
    orcs[2].x, orcs[2].y = 3.0, 5.0
    assert verdict(stair) is not None
    orcs[2].status = "down"
    assert verdict(stair) is None


def test_de_host_63_de_end_01_the_first_figure_holds_as_fast_as_any() -> None:
    """Held by an enemy he does not count; by his own side or a spell he does."""
    battle = arena(man("knight", "a", 5, 5), man("knight", "b", 9, 5), man("knight", "b", 15, 5))
    held = battle.figures[1]
    for by, counts in ((0, False), (2, True), (-2, True)):
        held.restrained_by = (by,)
        assert active(battle, held) is counts


def test_de_bers_11_a_lady_is_of_her_own_side() -> None:
    """Another of her name among the enemies is nobody's."""
    tables = default()
    lady = Recruit(profile="peasant", name="the Lady", beloved_of="the knight")
    knight, other = Recruit(profile="knight", name="the knight"), Recruit(profile="peasant")
    figures = [
        *enlist(tables, (Recruit(profile="peasant", name="the Lady"),), "b", 0),
        *enlist(tables, (knight, lady, other), "a", 1),
    ]
    tell_loved(figures, (knight, lady, other), "a")
    assert [one.beloved_of for one in figures] == [-1, -1, 1, -1]


def test_de_host_65_nobody_musters_on_a_steed_that_is_not_listed() -> None:
    with pytest.raises(BadData, match="camel"):
        enlist(default(), (Recruit(profile="knight", steed="camel"),), "a", 0)


@pytest.mark.parametrize("shield", ["small", "large"])
def test_de_host_45_every_shield_has_its_weight(shield: str) -> None:
    found = {}
    for one in (shield, "none"):
        battle = arena(man("knight", "a", 5, 5, shield=one))
        found[one] = load(battle, battle.figures[0])
    assert found[shield] - found["none"] == getattr(default().host.shield, shield).weight > 0
