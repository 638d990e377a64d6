"""Halves of sentences that broke unnoticed: classes in others' eyes, equals, quiet tests."""

from banneret.rulesets.macbeth_to_medici.basics.who import seen_by_officer
from banneret.rulesets.macbeth_to_medici.command.losses import begin_tests
from banneret.rulesets.macbeth_to_medici.command.obedience import why_not_go
from banneret.rulesets.macbeth_to_medici.command.states import test as control_test
from banneret.rulesets.macbeth_to_medici.movement.choosing import in_order
from rulesets.macbeth_to_medici.mm_fields import Field, rule


def test_mm_unit_08_mm_unit_10_the_unit_he_leads_or_led_keeps_its_class() -> None:
    field = Field()
    officer = field.battle.officers[0]
    officer.origin = "tribal"
    own, other = (field.unit(origin="tribal", class_="A") for _ in range(2))
    native = field.unit(class_="A")
    officer.leading = own.id
    assert [seen_by_officer(officer, one) for one in (own, other, native)] == ["A", "B", "A"]
    officer.leading, officer.led_last = -1, own.id
    assert seen_by_officer(officer, own) == "A"


def test_mm_init_12_of_equals_the_side_with_the_better_chief_moves_first() -> None:
    field = Field()
    one, two = field.unit(), field.unit("b", y=30.0)
    fast = field.unit(x=10.0)
    for unit, rated in ((one, 8), (two, 8), (fast, 9)):
        unit.deeds.initiative = rated
    for ties, order in (("a", [fast, one, two]), ("b", [fast, two, one])):
        field.battle.ties = ties
        assert in_order(field.battle, field.battle.units) == order


def test_mm_officer_33_a_test_that_is_passed_snaps_nobody() -> None:
    given = {"temper": "bold", "weight": 3, "command": 1, "count": 5}
    passed = rule("officer_morale", given, 3, 4)
    assert (passed["snapped"], passed["count"], passed["temperament"]) == (False, 5, "bold")


def test_mm_officer_29_the_chief_tests_first_then_the_better_officers() -> None:
    field = Field()
    low = field.ward("a", leadership=5, command=1)
    high = field.ward("a", leadership=3, command=6)
    begin_tests(field.table())
    mine = [key for key in field.battle.queue if field.battle.officers[key].side == "a"]
    assert mine == [0, high.id, low.id]


def test_mm_control_03_mm_control_07_leadership_decides_what_becomes_of_the_unit() -> None:
    for use, morale in (("first", "erratic"), ("none", "broken")):
        field = Field()
        unit = field.unit(hits=4, morale="erratic", elements=12)
        field.lead(unit, 4)
        control_test(field.table(1, 3, leadership=use), unit)
        assert unit.morale == morale
        assert unit.elements == (12 if morale == "erratic" else 8)


def test_mm_officer_21_mm_officer_40_a_cautious_man_may_go_back_and_go_where_ordered() -> None:
    field = Field(in_character=True)
    unit = field.unit(y=12.0)
    field.unit("b", y=30.0)
    field.battle.officers[0].temper = "cautious"
    found = {}
    for order in ("hold", "advance"):
        field.battle.wards[0].order = order
        for y in (10.0, 14.0):
            found[order, y] = why_not_go(field.battle, unit, (36.0, y)) is None
    assert found == {
        ("hold", 10.0): True,
        ("hold", 14.0): False,
        ("advance", 10.0): True,
        ("advance", 14.0): True,
    }
