"""The control test: bands, Leadership, states, losses (MM-CONTROL, MM-UNIT-12 to 18)."""

import pytest

from banneret.core.errors import WrongDice
from banneret.rulesets.macbeth_to_medici.basics.tables import PASS
from banneret.rulesets.macbeth_to_medici.command import states
from banneret.rulesets.macbeth_to_medici.command.control import bands
from banneret.rulesets.macbeth_to_medici.command.states import add_hits, become
from rulesets.macbeth_to_medici.mm_fields import Field, odds, rule
from rulesets.scripting import needs

S = {"experience": "seasoned"}


def test_mm_control_01_mm_charge_01_mm_rally_02_the_band_by_experience() -> None:
    for experience, passes in (
        ("green", {7}),
        ("seasoned", {6, 7, 8}),
        ("veteran", {5, 6, 7, 8, 9}),
    ):
        found = {
            a + b
            for a in range(1, 7)
            for b in range(1, 7)
            if rule("control_test", None, a, b, experience=experience)["result"] == "pass"
        }
        assert found == passes
        rallied = rule("rally_test", None, 3, 4, experience=experience, hits=1, elements=8)
        assert rallied["result"] == "pass"
    assert rule("control_test", None, 2, 4, experience="green")["result"] == "down"


def test_mm_control_02_above_is_up_below_is_down() -> None:
    assert rule("control_test", S, 4, 5)["result"] == "up"
    assert rule("control_test", S, 2, 3)["result"] == "down"


def test_mm_control_03_mm_officer_09_leadership_for_one_die() -> None:
    totals = {
        use: rule("control_test", S, 1, 5, leadership=3, lead_use=use)["total"]
        for use in ("none", "first", "second")
    }
    assert totals == {"none": 6, "first": 8, "second": 4}


def test_mm_control_04_mm_officer_10_chosen_after_the_dice_are_seen() -> None:
    field = Field()
    unit = field.unit()
    field.lead(unit, 4)
    table = field.table(1, 3, leadership="first")
    result, _ = states.test(table, unit)
    asked = field.script["a"].asked[0]
    assert (asked.key, list(asked.candidates)) == ("leadership", ["none", "first", "second"])
    assert "1 and 3" in asked.prompt
    assert result == "pass"


def test_mm_control_05_only_who_leads_in_person_may_substitute() -> None:
    field = Field()
    unit = field.unit()
    field.battle.officers[0].x, field.battle.officers[0].y = unit.x, unit.y - 4.0
    table = field.table(1, 3)
    assert states.test(table, unit)[0] == "down"
    assert not field.script["a"].asked


def test_mm_control_06_mm_unit_13_the_fourth_hit_makes_a_seasoned_unit_erratic() -> None:
    field = Field()
    unit = field.unit()
    add_hits(field.table(), unit, 3, "test")
    assert unit.morale == "steady"
    add_hits(field.table(), unit, 1, "test")
    assert unit.morale == "erratic"


@pytest.mark.parametrize(
    ("dice", "morale"), [((4, 5), "impetuous"), ((2, 3), "broken"), ((3, 4), "erratic")]
)
def test_mm_control_07_mm_unit_14_mm_unit_15_an_erratic_unit_that_fails(
    dice: tuple[int, int], morale: str
) -> None:
    found = rule("control_test", S, *dice, hits=4, morale="erratic")
    assert found["morale"] == morale


def test_mm_control_08_mm_control_22_a_steady_failure_is_harmless_unless_chosen() -> None:
    plain = rule("control_test", S, 5, 6, hits=3)
    assert (plain["morale"], plain["unformed"]) == ("steady", False)
    strict = rule("control_test", S, 5, 6, hits=3, steady_failure="unformed")
    assert (strict["morale"], strict["unformed"]) == ("steady", True)
    field = Field(steady_failure="unformed")
    unit = field.unit()
    states.test(field.table(5, 6), unit)
    assert (unit.formed, unit.morale) == (False, "steady")


def test_mm_control_09_mm_unit_16_phantom_hits_count_in_one_test() -> None:
    failed = rule("control_test", S, 4, 5, hits=2, phantom=2)
    assert (failed["tested_as"], failed["morale"]) == ("erratic", "impetuous")
    passed = rule("control_test", S, 3, 4, hits=2, phantom=2)
    assert (passed["morale"], passed["hits"]) == ("steady", 2)


def test_mm_control_10_phantom_hits_cost_no_elements() -> None:
    found = rule("control_test", S, 1, 2, hits=1, phantom=4, elements=6)
    assert (found["morale"], found["elements"]) == ("broken", 5)


def test_mm_control_11_becoming_impetuous_costs_elements_for_hits() -> None:
    found = rule("control_test", S, 5, 5, hits=4, elements=8)
    assert (found["morale"], found["elements"]) == ("impetuous", 4)


def test_mm_control_12_mm_unit_47_a_broken_unit_without_elements_is_lost() -> None:
    found = rule("control_test", S, 1, 1, hits=4, elements=4)
    assert (found["morale"], found["elements"]) == ("lost", 0)
    field = Field()
    unit = field.unit(elements=4, hits=4, morale="erratic")
    become(field.table(), unit, "broken", "test")
    assert (unit.where, unit.elements) == ("lost", 0)


def test_mm_control_13_mm_charge_25_elements_go_once_and_the_hits_stay() -> None:
    field = Field()
    unit = field.unit(elements=12, hits=4, morale="erratic")
    table = field.table()
    become(table, unit, "impetuous", "test")
    assert (unit.elements, unit.hits) == (8, 4)
    become(table, unit, "impetuous", "test")
    assert unit.elements == 8
    become(table, unit, "broken", "test")
    assert (unit.elements, unit.hits) == (4, 4)


def test_mm_control_14_mm_unit_18_impetuous_units_test_only_to_break() -> None:
    up = rule("control_test", S, 5, 5, hits=4, morale="impetuous")
    down = rule("control_test", S, 1, 2, hits=4, morale="impetuous", elements=8)
    assert up["morale"] == "impetuous"
    assert up["elements_lost"] == 0
    assert (down["morale"], down["elements"]) == ("broken", 4)
    assert rule("control_test", S, 1, 2, morale="broken")["morale"] == "broken"


def test_mm_control_15_every_cause_is_its_own_test() -> None:
    field = Field()
    unit = field.unit()
    table = field.table(3, 4, 3, 4)
    states.test(table, unit)
    states.test(table, unit)
    assert unit.deeds.tests == 2


@pytest.mark.parametrize(
    ("kind", "dice", "action", "unformed", "left"),
    [
        ("charge", (5, 4), "charge", True, 8),
        ("charge", (2, 3), "stand", True, 8),
        ("stand", (5, 4), "stand", True, 8),
        ("stand", (2, 3, 3), "stand", True, 5),
        ("evade", (5, 4), "stand", False, 8),
        ("evade", (2, 3, 2), "evade", False, 6),
        ("charge", (3, 4), "charge", False, 8),
        ("stand", (3, 4), "stand", False, 8),
        ("evade", (3, 4), "evade", False, 8),
    ],
)
def test_mm_control_16_mm_charge_04_mm_charge_06_mm_charge_08_results_of_three_tests(
    kind: str, dice: tuple[int, ...], action: str, unformed: bool, left: int
) -> None:
    found = rule("control_test", S, *dice, kind=kind)
    assert (found["action"], found["unformed"], found["elements"]) == (action, unformed, left)


def test_mm_control_17_mm_charge_07_evade_or_stand_with_a_die_of_elements() -> None:
    lancers = rule("control_test", S, 2, 3, 4, kind="stand", elements=6)
    assert (lancers["action"], lancers["elements"]) == ("stand", 2)
    rabble = rule("control_test", S, 2, 3, kind="stand", may_evade=True)
    assert (rabble["action"], rabble["elements"]) == ("evade", 8)
    with pytest.raises(WrongDice):
        rule("control_test", S, 2, 3, 4, kind="stand", may_evade=True)
    small = rule("control_test", S, 2, 3, 6, kind="stand", elements=4)
    assert small["morale"] == "lost"


def test_mm_control_18_mm_charge_10_feigned_retreat() -> None:
    v = {"experience": "veteran", "kind": "feign"}
    assert rule("control_test", v, 4, 5)["action"] == "feign"
    assert rule("control_test", v, 5, 5)["morale"] == "broken"
    assert rule("control_test", v, 2, 2)["morale"] == "lost"


def test_mm_control_19_a_feint_costs_nothing_a_real_break_does() -> None:
    v = {"experience": "veteran", "kind": "feign", "hits": 2, "elements": 6}
    assert rule("control_test", v, 4, 5)["elements"] == 6
    assert rule("control_test", v, 5, 5)["elements"] == 4


def test_mm_control_20_state_and_test_together() -> None:
    found = rule("control_test", S, 2, 3, 3, kind="evade", hits=4, elements=9)
    assert (found["morale"], found["elements"], found["action"]) == ("broken", 2, "rout")
    up = rule("control_test", S, 5, 4, kind="stand", hits=4, elements=9)
    assert (up["morale"], up["action"], up["unformed"]) == ("impetuous", "charge", True)


def test_mm_control_21_leadership_before_the_roll_rolls_one_die() -> None:
    found = rule("control_test", S, 3, leadership=4, leadership_before_roll=True, lead_use="first")
    assert (found["total"], found["result"]) == (7, "pass")
    field = Field(leadership_before_roll=True)
    unit = field.unit()
    field.lead(unit, 4)
    table = field.table(3)
    assert states.test(table, unit)[0] == "pass"
    low, high = PASS[unit.profile.experience]
    assert needs(table) == [f"{low - 4} to {high - 4} passes"]


def test_mm_control_01_mm_officer_10_the_band_is_told_with_the_dice() -> None:
    for led in (False, True):
        field = Field()
        unit = field.unit()
        if led:
            field.lead(unit, 4)
        table = field.table(3, 4, leadership="none")
        states.test(table, unit)
        low, high = PASS[unit.profile.experience]
        assert needs(table) == [f"{low} to {high} passes"]


def test_mm_unit_05_the_average_die_shows_two_to_five() -> None:
    found = odds("turn_to_flank", die="d5")["inches"]
    assert found == {"2": "1/6", "3": "1/3", "4": "1/3", "5": "1/6"}
    for face in (1, 6):
        with pytest.raises(WrongDice):
            rule("turn_to_flank", None, face, die="d5")
    field = Field()
    unit = field.unit(origin="regular", class_="B")
    with pytest.raises(WrongDice):
        states.test(field.table(1, 3), unit)


def test_mm_unit_11_experience_bonus() -> None:
    hits = {
        e: rule("reorganise", experience=e, hits=9, elements=5, traded=1)["hits"]
        for e in ("green", "seasoned", "veteran")
    }
    assert hits == {"green": 7, "seasoned": 6, "veteran": 5}


def test_mm_unit_12_states_run_from_steady_to_broken() -> None:
    field = Field()
    assert field.unit().morale == "steady"
    assert field.unit(start="erratic").profile.start == "erratic"


def test_bands_sum_to_one_and_leadership_helps() -> None:
    alone, led = bands("green", "d6", None), bands("green", "d6", 4)
    assert abs(sum(alone.values()) - 1) < 1e-9
    assert led["pass"] > alone["pass"] == pytest.approx(1 / 6)
