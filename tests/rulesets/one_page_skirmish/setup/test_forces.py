"""What forces cost, the book's ten, and people's own files (sections POINTS and FORCE)."""

from __future__ import annotations

from itertools import combinations

import pytest

from banneret.core.errors import BadData, IllegalForce, Unknown
from banneret.rulesets.one_page_skirmish.basics.state import Battle
from banneret.rulesets.one_page_skirmish.basics.tables import TABLES, data_text
from banneret.rulesets.one_page_skirmish.setup.beginning import begin
from banneret.rulesets.one_page_skirmish.setup.on_file import (
    force_named,
    force_points,
    forces,
    kit_points,
    read_forces,
    scenario_named,
    unit_points,
)
from banneret.rulesets.one_page_skirmish.setup.points import are_even
from rulesets.one_page_skirmish.field import man, unit
from rulesets.one_page_skirmish.raising import entry

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
    kit = entry(class_=class_, weapons=("improvised",), in_hand="improvised").kits()[0]
    assert kit_points(kit, "common") == price


def test_op_points_03_rank() -> None:
    """The same figure costs 3 more as Sergeant and 8 more as Knight."""
    kit = entry().kits()[0]
    common = kit_points(kit, "common")
    assert [kit_points(kit, rank) - common for rank in ("sergeant", "knight")] == [3, 8]


def test_op_points_04_armour() -> None:
    """One point for each point of armour."""
    bare = entry().kits()[0]
    full = bare._replace(armour=("helmet_gambeson", "shield", "mail", "plate"))
    assert kit_points(full, "common") - kit_points(bare, "common") == 4


def test_op_points_05_weapons() -> None:
    """Every weapon carried is paid: longbow and hand weapon are 6."""
    bare = entry(weapons=("improvised",), in_hand="improvised").kits()[0]
    prices = {"hand_weapon": 1, "lance": 1, "polearm": 2, "crossbow": 3, "longbow": 5}
    for weapon, price in prices.items():
        assert kit_points(bare._replace(weapons=(weapon,)), "common") == 6 + price
    both = bare._replace(weapons=("longbow", "hand_weapon"))
    assert kit_points(both, "common") == 6 + 6


def test_op_points_06_mount() -> None:
    """A mount is 3, one with barding 1 is 4."""
    bare = entry().kits()[0]
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


def _told(key: str) -> dict[str, str]:
    """Every unit of a force in words: who leads how many of what, in and with what."""
    return {
        one.id: " ".join(
            [
                f"{one.leader_rank} {one.class_} x{one.figures}",
                *(["mounted"] if one.mounted else []),
                *sorted(one.armour),
                *one.weapons,
            ]
        )
        for one in force_named(key).unit
    }


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
    assert _told("scottish_1314") == {
        "knight": "knight elite x1 mounted helmet_gambeson mail shield lance hand_weapon",
        "spears_a": "sergeant veteran x5 helmet_gambeson polearm",
        "spears_b": "sergeant veteran x5 helmet_gambeson polearm",
    }


def test_op_force_06_jacques() -> None:
    """A Veteran captain, two bands of 9 peasants, 8 townsmen; the captain tests on 9."""
    battle, counted = _load("jacques_1358")
    assert counted == (4, 27, 120)
    assert TABLES.base_morale[unit(battle, "a.captain").class_] == 9
    assert man(battle, "a.mob_a", 8).profile.rating == 0
    assert _told("jacques_1358") == {
        "captain": "knight veteran x1 helmet_gambeson mail hand_weapon",
        "mob_a": "sergeant peasant x9 improvised",
        "mob_b": "sergeant peasant x9 improvised",
        "armed": "sergeant peasant x8 helmet_gambeson hand_weapon",
    }


def test_op_force_07_swiss_band() -> None:
    """A foot captain with a polearm, 4 and 3 halberds, 3 crossbows."""
    battle, counted = _load("swiss_1386")
    assert counted == (4, 11, 124)
    assert man(battle, "a.captain").in_hand == "polearm"
    assert _told("swiss_1386") == {
        "captain": "knight elite x1 helmet_gambeson mail plate polearm",
        "halberds_a": "sergeant veteran x4 helmet_gambeson polearm hand_weapon",
        "halberds_b": "sergeant veteran x3 helmet_gambeson polearm hand_weapon",
        "crossbows": "sergeant man_at_arms x3 helmet_gambeson crossbow",
    }


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
    hands = {key: man(battle, f"a.{key}", 1).in_hand for key in ("riders", "crossbows", "posse")}
    assert hands == {"riders": "lance", "crossbows": "crossbow", "posse": "hand_weapon"}
    assert man(battle, "a.riders", 1).mounted


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


def test_two_forces_of_a_file_have_different_names() -> None:
    """Whoever asks for one of them must get the one he means."""
    text = data_text("forces.toml")
    with pytest.raises(IllegalForce, match=r"mine.toml: force\[10\].id is 'english_1346'"):
        read_forces(text + text, "mine.toml")


def test_unknown_names_are_told_the_known_ones() -> None:
    """A force or scenario that is not there is refused with the list of those that are."""
    with pytest.raises(Unknown, match="english_1346"):
        force_named("english")
    with pytest.raises(Unknown, match="greenwood"):
        scenario_named("green")
