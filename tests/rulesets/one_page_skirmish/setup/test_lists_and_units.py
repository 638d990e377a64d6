"""Figures and groups, as lists make them (sections FIG and GROUP)."""

from __future__ import annotations

import msgspec
import pytest

from banneret.core.digest import encode
from banneret.core.errors import IllegalForce
from banneret.rulesets.one_page_skirmish.basics.state import (
    ON_TABLE,
    Figure,
    bring_on,
    leader_of,
    standing,
)
from banneret.rulesets.one_page_skirmish.basics.tables import TABLES
from banneret.rulesets.one_page_skirmish.melee import injuries
from banneret.rulesets.one_page_skirmish.melee.fighters import Fighter, attack_modifiers
from banneret.rulesets.one_page_skirmish.morale import checking
from banneret.rulesets.one_page_skirmish.setup.beginning import begin
from banneret.rulesets.one_page_skirmish.setup.entries import Rank
from banneret.rulesets.one_page_skirmish.setup.on_file import Force, checked_force, read_forces
from banneret.rulesets.one_page_skirmish.shooting.dice import ShotSituation
from banneret.rulesets.one_page_skirmish.turn import acting
from banneret.rulesets.one_page_skirmish.turn.deck import deck_for_round, in_play
from banneret.tabletop.shapes.measuring import Rect
from rulesets.one_page_skirmish.field import field, man, play, unit
from rulesets.one_page_skirmish.raising import entry

# -- figures


def test_op_fig_01_three_ranks() -> None:
    """A rank is knight, sergeant or common; anything else is refused."""
    for rank in ("knight", "sergeant", "common"):
        assert msgspec.convert(rank, Rank) == rank
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert("squire", Rank)


def test_op_fig_01_only_leaders_survive_a_first_hit() -> None:
    """The first hit kills a common man and leaves Sergeant and Knight standing."""
    battle = field("a band: x3 at 10,10 | a knight: knight at 20,10 | b foe: x3 at 10,30")
    victims = (man(battle, "band", 1), man(battle, "band", 0), man(battle, "knight"))
    for victim in victims:
        play(battle, injuries.strike, victim, None)
    assert [victim.fate == ON_TABLE for victim in victims] == [False, True, True]


def test_op_fig_02_class_fixes_morale_alone() -> None:
    """Base morale is by class; a Peasant fights exactly as an Elite figure does."""
    assert TABLES.base_morale == {"peasant": 7, "man_at_arms": 8, "veteran": 9, "elite": 10}
    for class_ in TABLES.base_morale:
        fighter = Fighter(class_=class_, weapon="polearm")
        assert attack_modifiers(fighter) == attack_modifiers(Fighter(weapon="polearm"))
    assert "class_" not in ShotSituation.__struct_fields__


def test_op_fig_03_class_and_rank_are_separate() -> None:
    """An Elite Knight tests on 10; a Veteran captain of Knight's rank on 9."""
    english = begin("crossroads", {}, {})
    jacques = begin("manor", {}, {})
    assert TABLES.base_morale[unit(english, "a.knight").class_] == 10
    captain = unit(jacques, "captain")
    assert TABLES.base_morale[captain.class_] == 9
    assert jacques.figures[captain.leader].rank == "knight"


def test_op_fig_03_a_sergeant_has_his_groups_class() -> None:
    """Leader and followers of a listed group share the class."""
    battle = begin("crossroads", {}, {})
    for group in battle.units:
        classes = {battle.figures[member].profile.class_ for member in group.members}
        assert classes == {group.class_}


def _rect(kind: type, value: object) -> object:
    assert kind is Rect
    assert isinstance(value, list)
    return Rect(*value)


def test_op_fig_04_a_figure_round_trips() -> None:
    """Every field of profile and state comes back from its written form."""
    battle = field(
        "a band: x3 veteran crossbow sword shield mail at 10,10 facing 45 "
        "1.hits=0 1.stun=1 1.load=1 1.aim=3 1.combat=tied | "
        "b rider: knight lance mounted barded2 at 30,30"
    )
    for figure in battle.figures:
        again = msgspec.json.decode(encode(figure), type=Figure, dec_hook=_rect)
        assert again == figure


# -- groups


def _refused(**changes: object) -> str:
    with pytest.raises(IllegalForce) as no:
        checked_force(Force(id="mine", name="Mine", unit=(entry(**changes),)), "my.toml")
    return str(no.value)


def test_op_group_01_three_to_twelve_with_a_leader() -> None:
    """A group of 2 or 13, or one without a leader, is refused with file, unit, value and wish."""
    assert "my.toml" in _refused(count=2)
    assert "count is 2: expected 3 to 12" in _refused(count=2)
    assert "count is 13" in _refused(count=13)
    assert "expected sergeant or knight" in _refused(leader_rank="common")
    assert (TABLES.leader.group_min_figures, TABLES.leader.group_max_figures) == (3, 12)
    for count in (3, 12):
        checked_force(Force(id="mine", name="Mine", unit=(entry(count=count),)), "my.toml")


def test_op_group_01_a_group_worn_down_is_still_a_group() -> None:
    """The last man of a group keeps its unit and its losses."""
    battle = field("a band: x3 at 10,10 | b foe: x3 at 10,30")
    for at in (1, 2):
        play(battle, injuries.strike, man(battle, "band", at), None)
    band = unit(battle, "band")
    assert (band.kind, band.figures_lost, len(standing(battle, band))) == ("group", 2, 1)


def test_op_group_03_a_lone_knight_is_a_unit_of_one() -> None:
    """He is his own leader, tests with his own class and takes a place among the units."""
    battle = field("a knight: knight at 10,10 | b foe: x3 at 10,30")
    alone = unit(battle, "knight")
    assert alone.kind == "knight"
    assert leader_of(battle, alone) is man(battle, "knight")
    assert alone.id in battle.taking_part
    assert _refused(kind="knight", count=2, leader_rank="knight").endswith("[OP-GROUP-03]")


def test_op_group_06_the_lowest_class_counts() -> None:
    """Three Veterans and a Peasant test from base 7."""
    text = b"""
[[force]]
id = "mixed"
name = "Mixed"
[[force.unit]]
id = "band"
name = "Band"
kind = "group"
leader_rank = "sergeant"
class = "veteran"
count = 3
armour = []
weapons = ["hand_weapon"]
in_hand = "hand_weapon"
[[force.unit.others]]
count = 1
class = "peasant"
weapons = ["improvised"]
"""
    (mixed,) = read_forces(text, "mixed.toml")
    battle = begin("crossroads", {}, {"a": mixed, "b": mixed})
    band = unit(battle, "a.band")
    assert TABLES.base_morale[band.class_] == 7
    assert battle.figures[band.members[3]].in_hand == "improvised"
    for at, member in enumerate(band.members):
        bring_on(battle, battle.figures[member], 10.0 + 2 * at, 4.0, 0.0)
    play(battle, injuries.lose, battle.figures[band.members[3]], "killed")
    assert checking.facts_of(battle, band).class_ == "peasant"  # for the whole game


def test_op_group_07_only_his_own_groups_mourn_a_knight() -> None:
    """Killing Knight A marks the groups whose lord he is and no other."""
    battle = field(
        "a one: knight at 10,10 0.hits=2 | a two: knight at 20,10 | "
        "a his: x3 at 10,14 lord=one | a other: x3 at 20,14 lord=two | b foe: x3 at 10,30"
    )
    play(battle, injuries.strike, man(battle, "one"), None)
    assert unit(battle, "his").lord_killed
    assert not unit(battle, "other").lord_killed


def test_op_group_07_an_only_knight_is_lord_of_all() -> None:
    """In the listed forces every group follows its player's one Knight."""
    battle = begin("crossroads", {}, {})
    for group in battle.units:
        if group.kind == "group":
            knight = battle.figures[group.lord]
            assert (knight.rank, knight.player) == ("knight", group.player)


def test_op_group_07_a_knight_is_lord_of_the_group_he_leads() -> None:
    """A Knight-led group has its leader for lord, and without Knights there is no lord."""
    led = Force(id="led", name="Led", unit=(entry(leader_rank="knight"),))
    none = Force(id="none", name="None", unit=(entry(count=5),))
    battle = begin("crossroads", {}, {"a": led, "b": none})
    band = unit(battle, "a.band")
    assert band.lord == band.leader
    assert unit(battle, "b.band").lord == -1


def test_op_group_10_an_empty_group_is_out_of_play() -> None:
    """With its last figure gone the group gets no card and is not in play."""
    battle = field("a band: x3 at 10,10 | a rest: x3 at 30,10 | b foe: x3 at 10,30", round=2)
    band = unit(battle, "band")
    for at in (0, 0, 1, 2):
        play(battle, injuries.strike, man(battle, "band", at), None)
    assert not in_play(battle, band)
    grouped = msgspec.structs.replace(battle.options, turn_cards="group")
    battle.options = grouped
    assert f"unit {band.id}" not in deck_for_round(battle)


def test_a_unit_may_not_stand_twice_in_a_force() -> None:
    """Two units of one id are refused."""
    with pytest.raises(IllegalForce, match="id is used twice"):
        checked_force(Force(id="two", name="Two", unit=(entry(), entry())), "two.toml")


def test_op_group_10_nobody_tests_or_acts_for_it() -> None:
    """Not even if it was routing and under the mark when its last man fell."""
    battle = field(
        "a band: x2 at 10,10 routing casualties_since_test=true | a rest: x3 at 30,10 "
        "| b foe: x3 at 10,30"
    )
    band = unit(battle, "band")
    assert checking.must_test(battle, band)
    for at in (0, 1):
        play(battle, injuries.lose, man(battle, "band", at), "killed")
    assert not checking.must_test(battle, band)
    assert not acting.can_act(battle, band)
