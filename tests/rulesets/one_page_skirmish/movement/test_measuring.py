"""Measuring and dice in battle: from edge to edge, the limit included, and no other dice."""

from __future__ import annotations

import msgspec
import pytest

from banneret.core.chance.dice import ScriptedDice
from banneret.core.play.events import Rolled
from banneret.core.play.table import Table
from banneret.core.questions.choices import Place1
from banneret.rulesets.one_page_skirmish.basics.options import DEFAULTS
from banneret.rulesets.one_page_skirmish.basics.procedures import PROCEDURES
from banneret.rulesets.one_page_skirmish.basics.state import footprint
from banneret.rulesets.one_page_skirmish.ground.lay import in_cover
from banneret.rulesets.one_page_skirmish.morale import checking, retreat
from banneret.rulesets.one_page_skirmish.movement.dice import ways_to_reach
from banneret.rulesets.one_page_skirmish.screen.events import Fought, Moved
from banneret.rulesets.one_page_skirmish.setup.beginning import begin
from banneret.rulesets.one_page_skirmish.setup.deploying import place_refusal
from banneret.rulesets.one_page_skirmish.shooting import archery
from banneret.rulesets.one_page_skirmish.shooting.dice import ShotFacts, hit_modifiers, in_range
from banneret.rulesets.one_page_skirmish.turn import leaders, man_by_man
from rulesets.one_page_skirmish.adjudged import adjudge
from rulesets.one_page_skirmish.arms import face_off, fight, lines, shoot
from rulesets.one_page_skirmish.field import field, man, play, unit
from rulesets.one_page_skirmish.moves import clause_of, go, shift, to
from rulesets.one_page_skirmish.nerves import kill, target
from rulesets.one_page_skirmish.setting_up import scenario
from rulesets.one_page_skirmish.turns import run
from rulesets.scripting import events_of


def test_op_scale_03_range_is_edge_to_edge() -> None:
    """Centres 13 apart are 12 inches, close for a longbow; centres 25 apart are in its range."""
    battle = field("a bow: longbow at 10,10 | b foe: at 10,23")
    assert lines(shoot(battle, man(battle, "bow"), man(battle, "foe"), 1), 0) == {"close range": 1}
    battle = field("a bow: longbow at 10,5 | b foe: at 10,30")
    assert archery.target_refusal(battle, man(battle, "bow"), man(battle, "foe")) is None
    battle = field("a bow: longbow at 10,5 | b foe: at 10,30.1")
    assert archery.target_refusal(battle, man(battle, "bow"), man(battle, "foe")) is not None


@pytest.mark.parametrize(("x", "near"), [(17.0, True), (17.1, False)])
def test_op_scale_03_op_group_04_six_inches_are_edge_to_edge(x: float, near: bool) -> None:
    """For a Knight's voice, for the man he names, and for a man of the group from its leader."""
    battle = field(f"a sir: knight at 10,10 | a men: leaderless x3 at {x},10 | b foe: at 10,30")
    sir, group = man(battle, "sir"), unit(battle, "men")
    assert (checking.rally_refusal(battle, sir, group) is None) is near
    assert (leaders.appoint_refusal(battle, sir, group) is None) is near
    battle = field(f"a bows: longbow x2 at 10,10 {x},10 | b foe: at 10,20")
    assert (man_by_man.kind_refusal(battle, man(battle, "bows", 1), "aim") is None) is near
    battle = field("a men: x2 10,10 11.5,10")
    if near:
        go(battle, "men", [1, 1], to((10, 11)), shift(f1=(x, 11)))
        assert man(battle, "men", 1).base.x == x
    else:
        no = clause_of(battle, "men", [1, 1], to((10, 11)), shift(f1=(x, 11)))
        assert no in {"OP-MOVE-17", "OP-MOVE-18"}


def test_op_scale_03_nearest_is_nearest_by_the_edge() -> None:
    """A rider whose horse's nose is 2.5 inches off is nearer than a man on foot at 2.7."""
    battle = field("a men: x1 at 10,10 | b foot: at 13.7,10 | b rider: mounted at 10,14")
    assert retreat.threat_from(battle, man(battle, "men"), None) is man(battle, "rider")


def test_op_scale_03_movement_is_the_path_of_the_centre() -> None:
    """Seven inches of path cost seven, whatever the base."""
    for arms in ("", "mounted"):
        battle = field(f"a men: x1 {arms} 10,10")
        dice = [3, 4] if not arms else [3, 3, 1]
        table = go(battle, "men", dice, to((10, 13), (14, 13)))
        assert events_of(table, Moved)[0].spent == 7.0
        battle = field(f"a men: x1 {arms} 10,10")
        assert clause_of(battle, "men", dice, to((10, 13), (14.1, 13))) == "OP-MOVE-08"


def test_op_scale_04_a_hair_is_in_favour_of_the_claim() -> None:
    """Ranges, rolls and reaches that miss by less than a thousandth are made."""
    assert in_range("longbow", 24.0005)
    assert not in_range("longbow", 24.002)
    (line,) = hit_modifiers(ShotFacts(weapon="longbow", range=12.0005))
    assert line.label == "close range"
    assert ways_to_reach(7.0005, DEFAULTS, mounted=False) == ways_to_reach(
        7, DEFAULTS, mounted=False
    )
    for inches, allowed in ((6.0, True), (6.0005, True), (6.002, False)):
        assert adjudge("leader", {"distance": inches})["allowed"] is allowed
        assert (adjudge("rally", {"distance": inches})["bonus"] == 2) is allowed
    walked = adjudge("path", {"allowance": 5, "path": [{"terrain": "open", "length": 5.0005}]})
    assert walked["complete"]
    assert adjudge("path", {"allowance": 5, "path": [{"terrain": "open", "length": 5}]})["complete"]


def test_op_scale_04_the_whole_roll_is_enough() -> None:
    """A way of exactly the roll is gone."""
    battle = field("a men: x1 10,10")
    go(battle, "men", [3, 4], to((10, 17)))
    assert man(battle, "men").base.y == 17


def test_op_scale_06_rider_or_mount_is_a_d10_too() -> None:
    """A shot at a rider throws three d10, one at a time."""
    procedure = PROCEDURES["shot"]
    target = {"mounted": True, "mount_armour": 1}
    table: Table[None] = Table(None, ScriptedDice(9, 3, 5), {})
    procedure.rule(
        table,
        msgspec.convert({"weapon": "longbow", "range": 6, "target": target}, procedure.situation),
    )
    assert [rolled.dice for rolled in events_of(table, Rolled)] == [(10,), (10,), (10,)]


def test_op_scale_05_no_face_is_special() -> None:
    """A ten to hit against whole cover at long range misses; a ten in a fight is ten."""
    shot = {"weapon": "longbow", "range": 20, "cover": "whole"}
    assert adjudge("shot", shot, 10)["result"] == "miss"
    fought = adjudge("melee", {"attackers": [{}], "defender": {}}, 10, 10)
    assert fought["attack_totals"] == fought["defend_totals"]


@pytest.mark.parametrize("class_", ["peasant", "man_at_arms", "veteran", "elite"])
def test_op_fig_02_class_tells_on_nothing_else_in_battle(class_: str) -> None:
    """Not on the pace, a shot, a blow or what armour is worth."""
    battle = field(f"a men: {class_} x1 10,10")
    assert events_of(go(battle, "men", [3, 4], to((10, 12))), Moved)[0].allowance == 7
    battle = field(f"a bow: {class_} longbow at 10,10 | b foe: {class_} at 10,30")
    assert lines(shoot(battle, man(battle, "bow"), man(battle, "foe"), 1), 0) == {}
    battle = face_off(class_, f"{class_} ar2")
    table = fight(battle, 6, 5, answers=["stay"])
    assert (lines(table, 0), lines(table, 1)) == ({}, {})
    assert events_of(table, Fought)[0].armour == 2


@pytest.mark.parametrize(("x", "near"), [(17.0, True), (17.1, False)])
def test_op_group_04_six_inches_at_setup(x: float, near: bool) -> None:
    """A man is set up no more than 6.0 from his leader."""
    battle = begin(scenario(first_deployer="a"), {}, {})
    group = unit(battle, "a.archers")
    spots = [(10.0, 4.0), (11.5, 4.0), (13.0, 4.0), (x, 4.0)]
    places = {key: Place1(*spot, 0.0) for key, spot in zip(group.members, spots, strict=True)}
    assert (place_refusal(battle, group, places, hidden=False) is None) is near


def test_op_terr_02_an_inch_from_the_line_and_no_more() -> None:
    """Exactly 1.0 from a fence he is covered, at 1.1 he is not."""
    battle = field("", "fence: 0,10 20,10")
    assert in_cover(battle, footprint(False, 10, 8.5, 0))
    assert not in_cover(battle, footprint(False, 10, 8.4, 0))
    aslant = field("", "fence: 0,0 20,20")
    assert in_cover(aslant, footprint(False, 10, 7.7, 0))
    assert not in_cover(aslant, footprint(False, 10, 7.0, 0))


def test_op_move_21_the_stunned_are_not_counted() -> None:
    """A follower may be set down beside an enemy who lies stunned, not beside one who stands."""
    units = "a men: x2 10,10 12,10 | b foe: x3 12,14 30,20 32,20 0.stun={}"
    battle = field(units.format(1))
    go(battle, "men", [1, 2], to((10, 12)), shift(f1=(12, 12.5)))
    assert man(battle, "men", 1).base.y == 12.5
    no = clause_of(field(units.format(-1)), "men", [1, 2], to((10, 12)), shift(f1=(12, 12.5)))
    assert no == "OP-MOVE-21"


def test_op_lead_01_a_sergeant_names_nobody() -> None:
    """Only a Knight does, however near another group's Sergeant is."""
    battle = field("a men: leaderless x3 5,5 | a bills: x3 5,8 | b foe: x3 40,34", phase="start")
    assert run(battle, "morale").keys == []


def test_op_morale_08_since_the_last_test_if_so_chosen() -> None:
    """Two lost, a test, one lost: three by default, one with the option."""
    for counted, expected in (("whole_game", 5), ("since_last_test", 7)):
        battle = field("a men: x6 5,5 | b foe: x3 40,34", losses_counted=counted)
        kill(battle, "men", 3, 4)
        play(battle, checking.test, unit(battle, "men"), "casualties", dice=[1])
        kill(battle, "men", 5)
        assert target(battle, "men") == expected
