"""Figures, units, points and forces as lists make them (FIG, GROUP, POINTS, FORCE)."""

from __future__ import annotations

from itertools import combinations

import msgspec
import pytest

from banneret.core.digest import encode
from banneret.core.errors import BadData, IllegalForce, Unknown
from banneret.core.geometry import Rect
from banneret.rulesets.one_page_skirmish import injuries
from banneret.rulesets.one_page_skirmish.cards import deck_for_round, in_play
from banneret.rulesets.one_page_skirmish.entries import Rank, UnitEntry
from banneret.rulesets.one_page_skirmish.lists import (
    Force,
    checked_force,
    force_named,
    force_points,
    forces,
    kit_points,
    read_forces,
    scenario_named,
    unit_points,
)
from banneret.rulesets.one_page_skirmish.procedures.fighters import Fighter, attack_modifiers
from banneret.rulesets.one_page_skirmish.procedures.points import are_even
from banneret.rulesets.one_page_skirmish.procedures.shooting import ShotSituation
from banneret.rulesets.one_page_skirmish.setup import begin
from banneret.rulesets.one_page_skirmish.state import (
    ON_TABLE,
    Battle,
    Figure,
    leader_of,
    standing,
)
from banneret.rulesets.one_page_skirmish.tables import TABLES
from rulesets.one_page_skirmish.field import field, man, play, unit

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


def _entry(**changes: object) -> UnitEntry:
    entry = UnitEntry(
        id="band",
        name="Band",
        kind="group",
        leader_rank="sergeant",
        class_="veteran",
        count=4,
        armour=(),
        weapons=("hand_weapon",),
        in_hand="hand_weapon",
    )
    return msgspec.structs.replace(entry, **changes)


def _refused(**changes: object) -> str:
    with pytest.raises(IllegalForce) as no:
        checked_force(Force(id="mine", name="Mine", unit=(_entry(**changes),)), "my.toml")
    return str(no.value)


def test_op_group_01_three_to_twelve_with_a_leader() -> None:
    """A group of 2 or 13, or one without a leader, is refused with file, unit, value and wish."""
    assert "my.toml" in _refused(count=2)
    assert "count is 2: expected 3 to 12" in _refused(count=2)
    assert "count is 13" in _refused(count=13)
    assert "expected sergeant or knight" in _refused(leader_rank="common")
    for count in (3, 12):
        checked_force(Force(id="mine", name="Mine", unit=(_entry(count=count),)), "my.toml")


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
    led = Force(id="led", name="Led", unit=(_entry(leader_rank="knight"),))
    none = Force(id="none", name="None", unit=(_entry(count=5),))
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


# -- points


def test_op_points_01_even_within_a_tenth() -> None:
    """100 and 90 are even, 100 and 89 are not."""
    assert are_even(100, 90)
    assert not are_even(100, 89)


def test_op_points_01_a_force_is_the_sum_of_its_figures() -> None:
    """The listed points of every unit and force are the sums of their figures."""
    for force in forces().values():
        assert force_points(force) == sum(unit_points(one) for one in force.unit) == force.points
        for one in force.unit:
            assert unit_points(one) == one.points


@pytest.mark.parametrize(
    ("class_", "price"), [("peasant", 3), ("man_at_arms", 4), ("veteran", 6), ("elite", 8)]
)
def test_op_points_02_class(class_: str, price: int) -> None:
    """A bare figure with an improvised weapon costs its class."""
    kit = _entry(class_=class_, weapons=("improvised",), in_hand="improvised").kits()[0]
    assert kit_points(kit, "common") == price


def test_op_points_03_rank() -> None:
    """The same figure costs 3 more as Sergeant and 8 more as Knight."""
    kit = _entry().kits()[0]
    common = kit_points(kit, "common")
    assert [kit_points(kit, rank) - common for rank in ("sergeant", "knight")] == [3, 8]


def test_op_points_04_armour() -> None:
    """One point for each point of armour."""
    bare = _entry().kits()[0]
    full = bare._replace(armour=("helmet_gambeson", "shield", "mail", "plate"))
    assert kit_points(full, "common") - kit_points(bare, "common") == 4


def test_op_points_05_weapons() -> None:
    """Every weapon carried is paid: longbow and hand weapon are 6."""
    bare = _entry(weapons=("improvised",), in_hand="improvised").kits()[0]
    prices = {"hand_weapon": 1, "lance": 1, "polearm": 2, "crossbow": 3, "longbow": 5}
    for weapon, price in prices.items():
        assert kit_points(bare._replace(weapons=(weapon,)), "common") == 6 + price
    both = bare._replace(weapons=("longbow", "hand_weapon"))
    assert kit_points(both, "common") == 6 + 6


def test_op_points_06_mount() -> None:
    """A mount is 3, one with barding 1 is 4."""
    bare = _entry().kits()[0]
    prices = [
        kit_points(bare._replace(mounted=True, mount_armour=armour), "common") for armour in (0, 1)
    ]
    assert [price - kit_points(bare, "common") for price in prices] == [3, 4]


# -- forces


def test_op_force_01_ten_forces_any_two_even() -> None:
    """Ten sample forces load with figures and points as stated, and any two are even."""
    assert len(forces()) == 10
    for force in forces().values():
        assert sum(one.figures for one in force.unit) == force.figures
    assert all(are_even(a.points, b.points) for a, b in combinations(forces().values(), 2))


def _load(key: str) -> tuple[Battle, tuple[int, int, int]]:
    """The force deployed against itself, and its units, figures and points."""
    battle = begin("crossroads", {}, {"a": key, "b": key})
    own = [one for one in battle.units if one.player == "a"]
    figures = [figure for figure in battle.figures if figure.player == "a"]
    return battle, (len(own), len(figures), force_points(force_named(key)))


def test_op_force_02_english_raiders() -> None:
    """A mounted Knight, 4 longbowmen, 4 foot men-at-arms with polearms."""
    battle, counted = _load("english_1346")
    assert counted == (3, 9, 119)
    assert man(battle, "a.knight").mounted
    assert man(battle, "a.archers", 3).in_hand == "longbow"
    assert man(battle, "a.bills", 3).in_hand == "polearm"


def test_op_force_03_french_men_at_arms() -> None:
    """A Knight on a barded horse, 4 lances, 4 crossbows."""
    battle, counted = _load("french_1346")
    assert counted == (3, 9, 124)
    assert man(battle, "a.knight").mount_armour == 1
    assert man(battle, "a.lances", 2).mounted
    assert man(battle, "a.crossbows", 2).in_hand == "crossbow"


def test_op_force_04_flemish_militia() -> None:
    """A foot Knight, 5 and 4 goedendags, 3 crossbows."""
    battle, counted = _load("flemish_1302")
    assert counted == (4, 13, 119)
    assert not man(battle, "a.knight").mounted
    assert len(unit(battle, "a.weavers").members) == 5


def test_op_force_05_scottish_schiltron() -> None:
    """A mounted Knight and two groups of 5 spears."""
    battle, counted = _load("scottish_1314")
    assert counted == (3, 11, 120)
    assert man(battle, "a.spears_b", 4).in_hand == "polearm"


def test_op_force_06_jacques() -> None:
    """A Veteran captain, two bands of 9 peasants, 8 townsmen; the captain tests on 9."""
    battle, counted = _load("jacques_1358")
    assert counted == (4, 27, 120)
    assert TABLES.base_morale[unit(battle, "a.captain").class_] == 9
    assert man(battle, "a.mob_a", 8).profile.rating == 0


def test_op_force_07_swiss_band() -> None:
    """A foot captain with a polearm, 4 and 3 halberds, 3 crossbows."""
    battle, counted = _load("swiss_1386")
    assert counted == (4, 11, 124)
    assert man(battle, "a.captain").in_hand == "polearm"


def test_op_force_08_yorkist_retinue() -> None:
    """A foot Knight in plate, 5 bills, 4 longbows."""
    battle, counted = _load("yorkist_1461")
    assert counted == (3, 10, 117)
    assert "plate" in man(battle, "a.knight").profile.armour


def test_op_force_09_outlaws() -> None:
    """An Elite captain with a longbow and two groups of 4 longbows without armour."""
    battle, counted = _load("outlaws")
    assert counted == (3, 9, 117)
    assert man(battle, "a.captain").in_hand == "longbow"
    assert man(battle, "a.newcomers", 1).profile.rating == 0


def test_op_force_10_sheriffs_men() -> None:
    """A mounted Knight, 3 riders, 3 crossbows, 6 pressed peasants."""
    battle, counted = _load("sheriff")
    assert counted == (4, 13, 121)
    assert unit(battle, "a.posse").class_ == "peasant"


def test_op_force_11_manor_garrison() -> None:
    """4 crossbows of the garrison; the lord on a barded horse and 4 lances as relief."""
    battle, counted = _load("manor_1358")
    assert counted == (3, 9, 128)
    assert man(battle, "a.lord").mount_armour == 1
    assert man(battle, "a.garrison", 1).profile.rating == 2


# -- people's own files


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (('class = "veteran"', 'class = "hero"'), "class is 'hero': expected one of elite"),
        (("count = 3", 'count = "three"'), "force[0].unit[0].count is 'three'"),
        (("count = 3", "count = 3\nspeed = 4"), "unknown key 'speed'"),
        (("count = 3\n", ""), "key 'force[0].unit[0].count' is missing"),
        (('in_hand = "polearm"', 'in_hand = "lance"'), "in_hand is 'lance': expected one of"),
        (("mounted = false", "mounted = true"), "in_hand is 'polearm' in the saddle"),
        (('lord = ""', 'lord = "king"'), "lord is 'king': expected one of none"),
        (("points = 0", "points = 7"), "points is 7: expected 33"),
        (("figures = 3", "figures = 9"), "figures is 9: expected 3"),
    ],
)
def test_files_of_forces_say_what_is_wrong(change: tuple[str, str], told: str) -> None:
    """A wrong file is refused with its name, the key, the value and what was expected."""
    text = """
[[force]]
id = "mine"
name = "Mine"
points = 0
figures = 3
[[force.unit]]
id = "band"
name = "Band"
kind = "group"
leader_rank = "sergeant"
class = "veteran"
count = 3
armour = ["mail", "plate"]
weapons = ["polearm"]
in_hand = "polearm"
mounted = false
lord = ""
"""
    assert read_forces(text.encode(), "mine.toml")[0].id == "mine"
    with pytest.raises((BadData, IllegalForce)) as no:
        read_forces(text.replace(*change).encode(), "mine.toml")
    assert str(no.value).startswith("mine.toml")
    assert told in str(no.value)


def test_a_unit_may_not_stand_twice_in_a_force() -> None:
    """Two units of one id are refused."""
    with pytest.raises(IllegalForce, match="id is used twice"):
        checked_force(Force(id="two", name="Two", unit=(_entry(), _entry())), "two.toml")


def test_unknown_names_are_told_the_known_ones() -> None:
    """A force or scenario that is not there is refused with the list of those that are."""
    with pytest.raises(Unknown, match="english_1346"):
        force_named("english")
    with pytest.raises(Unknown, match="greenwood"):
        scenario_named("green")
