"""Officers' dice and numbers (MM-OFFICER, MM-UNIT-08 to 10, MM-INIT-01 to 05)."""

import pytest

from banneret.core.errors import BadData
from banneret.rulesets.macbeth_to_medici.basics.who import (
    class_name,
    perceived_class,
    seen_by_officer,
    seen_by_unit,
)
from rulesets.macbeth_to_medici.mm_fields import Field, odds, rule


def test_mm_officer_04_temperament_by_two_dice() -> None:
    found = odds("temperament")["temperament"]
    assert found == {"enraged": "1/18", "cautious": "1/4", "bold": "4/9", "rash": "1/4"}
    for dice, temper in (
        ((1, 1), "enraged"),
        ((6, 6), "enraged"),
        ((1, 2), "cautious"),
        ((2, 3), "cautious"),
        ((3, 3), "bold"),
        ((4, 4), "bold"),
        ((4, 5), "rash"),
        ((5, 6), "rash"),
    ):
        assert rule("temperament", None, *dice)["temperament"] == temper


def test_mm_officer_07_three_dice_the_lowest_dropped() -> None:
    found = rule("officer_ratings", None, 2, 5, 3)
    assert (found["high"], found["low"]) == (5, 3)
    found = rule("officer_ratings", None, 4, 4, 4)
    assert (found["high"], found["low"], found["dropped"]) == (4, 4, 4)


def test_mm_officer_11_mm_officer_12_command_radius() -> None:
    assert rule("command_radius", leadership=4, command=3)["value"] == 7
    assert rule("command_radius", leadership=4, command=3, regular=True)["value"] == 10


def test_mm_officer_25_weights_by_temperament() -> None:
    def weights(temper: str) -> list[int]:
        return [rule("loss_weight", temper=temper, perceived=c)["value"] for c in "ABCD"]

    assert weights("rash") == [1, 0, 0, 0]
    assert weights("bold") == [2, 1, 0, 0]
    assert weights("cautious") == [3, 2, 1, 0]
    assert weights("enraged") == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("temper", "passes"),
    [("rash", {7}), ("bold", {6, 7, 8}), ("cautious", {5, 6, 7, 8, 9})],
)
def test_mm_officer_30_what_each_temper_passes_on(temper: str, passes: set[int]) -> None:
    found = {
        a + b
        for a in range(1, 7)
        for b in range(1, 7)
        if rule("officer_morale", None, a, b, temper=temper, weight=1)["result"] == "pass"
    }
    assert found == passes


def test_mm_officer_31_effect_of_the_test() -> None:
    rash = {"temper": "rash", "weight": 1}
    up = rule("officer_morale", rash, 4, 4)
    assert (up["count"], up["temperament"], up["snapped"]) == (1, "enraged", False)
    down = rule("officer_morale", rash, 3, 3)
    assert (down["count"], down["temperament"]) == (1, "rash")
    bold = rule("officer_morale", None, 4, 5, temper="bold", weight=2)
    assert (bold["count"], bold["temperament"]) == (2, "bold")
    assert rule("officer_morale", rash, 3, 4)["count"] == 0


def test_mm_officer_32_mm_officer_33_snapping_compares_the_count_before() -> None:
    given = {"temper": "bold", "weight": 3, "command": 3}
    assert rule("officer_morale", given, 2, 2, count=4)["temperament"] == "shaken"
    assert rule("officer_morale", given, 2, 2, count=3)["temperament"] == "bold"
    quiet = rule("officer_morale", None, 2, 2, temper="bold", weight=3, command=2, count=2)
    assert (quiet["snapped"], quiet["count"]) == (False, 5)
    assert rule("officer_morale", given, 6, 6, count=4)["temperament"] == "enraged"


def test_mm_officer_42_count_after_adds_first() -> None:
    given = {"temper": "bold", "weight": 1, "command": 2, "count": 2}
    assert rule("officer_morale", given, 2, 2)["temperament"] == "bold"
    assert rule("officer_morale", given, 2, 2, count_after=True)["temperament"] == "shaken"


def test_mm_officer_35_mm_officer_36_chance_of_feeling_betrayed() -> None:
    for origin, chance in (("regular", "2/5"), ("feudal", "3/5"), ("tribal", "4/5")):
        assert odds("betrayal_roll", origin=origin)["betrayed"]["true"] == chance
    assert rule("betrayal_roll", None, 60, origin="feudal")["betrayed"]
    assert not rule("betrayal_roll", None, 61, origin="feudal")["betrayed"]


def test_mm_officer_37_mm_officer_38_the_betrayal_duel() -> None:
    won = rule("betrayal_duel", None, 5, 2)
    assert (won["betrayer"], won["victim"]) == ("shaken", "slain")
    tie = rule("betrayal_duel", None, 3, 3, betrayer_die="d5")
    assert (tie["betrayer"], tie["victim"]) == ("slain", "slain")


def test_mm_officer_06_the_grudge_duel() -> None:
    assert rule("grudge_duel", None, 5, 3) | {"steps": 0} == {
        "a": "alive",
        "b": "slain",
        "steps": 0,
    }
    tie = rule("grudge_duel", None, 4, 4)
    assert (tie["a"], tie["b"]) == ("alive", "alive")


def test_mm_officer_15_risk_and_fate() -> None:
    assert rule("officer_risk", None, 6, 6)["fate"] == "slain"
    assert rule("officer_risk", None, 6, 5)["fate"] == "disabled"
    assert rule("officer_risk", None, 5, 5)["fate"] == "unhurt"
    assert odds("officer_fate")["fate"] == {"lost": "1/2", "escapes": "1/2"}


def test_mm_unit_07_class_names() -> None:
    field = Field()
    assert class_name(field.unit(class_="A")) == "Knights"
    assert class_name(field.unit(class_="A", origin="tribal")) == "Nobles"
    assert class_name(field.unit(class_="D", origin="regular")) == "Worthless Scum"


def test_mm_unit_08_foreigners_count_one_lower() -> None:
    field = Field()
    native = field.battle.officers[0]
    hired = field.unit(nation="swiss", mercenary=True)
    assert seen_by_officer(native, hired) == "C"
    assert rule("loss_weight", temper="cautious", perceived="C")["value"] == 1
    assert rule("perceived_class", cls="C", foreign=True)["value"] == "D"


def test_mm_unit_09_tribes_look_down_on_tribes() -> None:
    field = Field()
    officer = field.battle.officers[0]
    officer.origin = "tribal"
    unit = field.unit(origin="tribal", class_="A")
    assert seen_by_officer(officer, unit) == "B"
    officer.leading = unit.id
    assert seen_by_officer(officer, unit) == "A"


def test_mm_unit_10_floor_and_who_is_native() -> None:
    assert perceived_class("D", foreign=True, tribal_by_tribal=True) == "D"
    field = Field()
    ally = field.battle.officers[0]
    ally.nation = "breton"
    assert seen_by_officer(ally, field.unit(nation="breton", class_="A")) == "A"
    assert seen_by_officer(ally, field.unit(nation="norman", class_="A")) == "B"
    one = field.unit(origin="tribal", class_="B", nation="scots")
    two = field.unit(origin="tribal", class_="B", nation="scots")
    assert seen_by_unit(one, two) == "C"
    assert seen_by_unit(one, one) == "B"


def test_mm_init_01_the_rating() -> None:
    def rated(experience: str, order: str, mobility: str) -> int:
        found = rule("initiative", experience=experience, order=order, mobility=mobility)
        return int(found["value"])

    assert rated("seasoned", "open", "foot") == 9
    assert rated("green", "close", "foot") == 6
    assert rated("veteran", "open", "mounted") == 12


def test_mm_init_02_leadership_is_added_to_the_led() -> None:
    found = rule("initiative", experience="seasoned", order="close", mobility="foot", leadership=4)
    assert found["value"] == 11


def test_mm_init_03_a_formation_has_its_worst() -> None:
    assert rule("formation_initiative", ratings=[9, 7, 8], leadership=3)["value"] == 10


def test_mm_init_05_initiative_distance() -> None:
    assert rule("initiative_distance", mine=11, theirs=7)["value"] == 4
    assert rule("initiative_distance", mine=11, theirs=7, mounted=True)["value"] == 8
    assert rule("initiative_distance", mine=7, theirs=7)["value"] == 0
    assert rule("initiative_distance", mine=7, theirs=11)["value"] == 0


def test_wrong_situations_name_the_key() -> None:
    with pytest.raises(BadData, match="temper"):
        rule("loss_weight", temper="jolly", perceived="A")
    with pytest.raises(BadData, match="courage"):
        rule("initiative", experience="green", order="open", mobility="foot", courage=3)
