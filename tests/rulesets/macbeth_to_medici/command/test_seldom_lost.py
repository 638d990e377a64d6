"""Losses and officers in rare moments (MM-OFFICER-02, 15, 24, 43)."""

from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from banneret.core.errors import BadPlayer
from banneret.core.questions.choices import Leg, Legs
from banneret.rulesets.macbeth_to_medici.basics.state import Unit
from banneret.rulesets.macbeth_to_medici.basics.who import base_of
from banneret.rulesets.macbeth_to_medici.command import losses
from banneret.rulesets.macbeth_to_medici.command.riding import compulsory, in_earshot
from banneret.rulesets.macbeth_to_medici.command.states import become, lose
from banneret.rulesets.macbeth_to_medici.fighting.charge.aftermath import pursuit
from banneret.rulesets.macbeth_to_medici.movement.drilling import leave_table, question
from banneret.rulesets.macbeth_to_medici.movement.last import reaction_moves
from banneret.rulesets.macbeth_to_medici.movement.riders import take_in
from banneret.tabletop.shapes.bases import heading as heading_of
from banneret.tabletop.shapes.measuring import overlaps
from rulesets.macbeth_to_medici.mm_fields import Field
from rulesets.scripting import needs


def test_mm_officer_24_mm_officer_29_a_unit_that_broke_and_was_destroyed_is_one_loss() -> None:
    field = Field()
    unit = field.unit()
    table = field.table()
    become(table, unit, "broken", "panic")
    lose(table, unit, "ridden down")
    assert losses.weights_on(field.battle, field.battle.officers[0]) == [1]


def test_mm_officer_15_mm_unit_48_who_leaves_with_his_men_throws_for_himself() -> None:
    for face, fate in ((3, "taken"), (4, "alive")):
        field = Field()
        unit, rest = field.unit(), field.unit(x=50.0)
        officer = field.lead(unit)
        table = field.table(face)
        leave_table(table, unit, "south")
        assert needs(table) == ["1 to 3: taken or slain"]
        assert officer.fate == fate
        assert (abs(officer.x - rest.x) < 4) is (fate == "alive")


def test_mm_officer_15_without_a_unit_of_his_own_battle_he_is_lost() -> None:
    field = Field()
    field.ward("a")
    unit = field.unit()
    field.unit(x=50.0, ward=2)
    officer = field.lead(unit)
    lose(field.table(6), unit, "melee")
    assert officer.fate == "taken"


def test_mm_officer_24_mm_officer_43_a_chief_who_fled_is_a_loss_that_is_seen() -> None:
    field = Field()
    other = field.ward("a")
    chief = field.battle.officers[0]
    chief.x, chief.y, chief.fleeing = 30.0, 10.0, True
    compulsory(field.table())
    assert chief.fate == "fled"
    assert losses.weights_on(field.battle, other) == [2]


def test_mm_officer_02_a_stand_that_is_only_touched_is_taken_in() -> None:
    field = Field()
    friend = field.unit(x=20.0, y=10.0)
    officer = field.battle.officers[0]
    officer.x, officer.y = 40.0, 19.5
    take_in(field.table(), field.unit("b", x=40.0, y=20.0))
    assert abs(officer.x - friend.x) < 4.0


def test_mm_officer_02_pursuers_ride_over_officers_too() -> None:
    field = Field()
    friend = field.unit(x=20.0, y=10.0)
    officer = field.battle.officers[0]
    officer.x, officer.y = 40.0, 21.0
    foe, prey = field.unit("b", x=40.0, y=28.0), field.unit(x=40.0, y=12.0, morale="broken")
    pursuit(field.table(), foe, prey)
    assert abs(officer.x - friend.x) < 4.0 or abs(officer.x - prey.x) < 4.0
    assert officer.y < 20.0


def _in_rage_or_fear(temper: str, heading: float, **officer: Any) -> tuple[Field, Unit]:
    """Bills twenty inches from the enemy, whose officer is beside himself."""
    field = Field()
    for name, value in {"temper": temper, **officer}.items():
        setattr(field.battle.officers[0], name, value)
    bills = field.unit(type="billmen", y=20, heading=heading)
    field.unit("b", y=40)
    return field, bills


@pytest.mark.parametrize("temper", ["enraged", "shaken"])
def test_mm_officer_43_rage_and_fear_let_nobody_stand(temper: str) -> None:
    """Whoever plays them; unless their officer has left them."""
    gone = {"enraged": "betrayed", "shaken": "fleeing"}[temper]
    field, bills = _in_rage_or_fear(temper, 0)
    with pytest.raises(BadPlayer, match=temper.title()):
        _react(field, movers=())
    field, bills = _in_rage_or_fear(temper, 0, **{gone: True})
    _react(field, movers=())
    assert (bills.x, bills.y) == (36, 20)


@pytest.mark.parametrize(
    ("temper", "heading", "allowed"),
    [
        ("enraged", 0, {"on", "double"}),
        ("enraged", 180, {"about"}),
        ("shaken", 0, {"about"}),
        ("shaken", 180, {"double"}),
    ],
)
def test_mm_officer_22_mm_officer_18_the_way_rage_and_fear_go(
    temper: str, heading: float, allowed: set[str]
) -> None:
    """The Enraged end nearer, the Shaken double away; who looks elsewhere turns first."""
    field, bills = _in_rage_or_fear(temper, heading)
    asked = question(field.battle, [bills], 9)
    tried = {
        "stay": Legs("normal", ()),
        "on": Legs("normal", (Leg("advance", 3),)),
        "double": Legs("double", (Leg("advance", 3),)),
        "about": Legs("normal", (Leg("about"),)),
    }
    assert {name for name, legs in tried.items() if asked.refusal(legs) is None} == allowed
    assert asked.ideas()


def test_mm_officer_23_who_has_no_room_to_go_forward_may_stand() -> None:
    field, bills = _in_rage_or_fear("enraged", 0)
    field.unit("b", y=21.5)
    assert question(field.battle, [bills], 9).refusal(Legs("normal", ())) is None


@given(
    st.sampled_from(["enraged", "shaken"]),
    st.floats(0, 359),
    st.lists(st.tuples(st.floats(26, 46), st.floats(10, 34), st.floats(0, 359)), max_size=4),
    st.tuples(
        st.sampled_from(["", "march", "normal", "double"]),
        st.sampled_from(["close", "loose", "open"]),
        st.booleans(),
    ),
)
@example("enraged", 0, [(30, 12, 0), (36, 34, 180)], ("march", "close", False))
@example("enraged", 0, [(26, 10, 0), (36, 30, 180), (29, 10, 0), (49, 12, 0)], ("", "loose", True))
def test_mm_officer_43_whomever_rage_or_fear_drives_something_is_lawful(
    temper: str,
    heading: float,
    others: list[tuple[float, float, float]],
    so_far: tuple[str, str, bool],
) -> None:
    """Hemmed in, turned away, or with its gait spent."""
    rate, order, formed = so_far
    field = Field()
    field.battle.officers[0].temper = temper
    bills = field.unit(y=22, heading=heading, order=order, formed=formed)
    bills.deeds.rate, bills.deeds.used = rate, 2.0 if rate else 0.0
    for i, (x, y, facing) in enumerate(others):
        other = field.unit("ab"[i % 2], x=x, y=y, heading=facing)
        assume(not overlaps(base_of(field.battle, bills), base_of(field.battle, other)))
    assert question(field.battle, [bills], 9).ideas()
    ux, uy = heading_of(heading)
    mate = field.unit(x=36 + 7 * uy, y=22 - 7 * ux, heading=heading, order=order, formed=formed)
    theirs = base_of(field.battle, mate)
    rest = [base_of(field.battle, one) for one in field.battle.units[:-1]]
    assume(not any(overlaps(theirs, one) for one in rest))
    assert question(field.battle, [bills, mate], 9).ideas()


def _react(field: Field, **answers: Any) -> None:
    table, battle = field.table(**answers), field.battle
    battle.phase, battle.stage, battle.queue = "reaction_moves", "", ()
    while battle.phase == "reaction_moves":
        reaction_moves(table)


def test_mm_officer_06_mm_officer_33_who_has_snapped_stays_enraged_when_his_enemy_is_gone() -> None:
    for snapped, temper in ((False, "rash"), (True, "enraged")):
        field = Field()
        officer, foe = field.battle.officers
        officer.temper, officer.snapped, officer.grudge = "enraged", snapped, foe.id
        foe.fate = "slain"
        compulsory(field.table())
        assert officer.temper == temper


def test_mm_setup_12_only_a_stand_that_touches_is_in_earshot() -> None:
    field = Field()
    chief, other = field.battle.officers[0], field.ward("a")
    for gap, near in ((0.0, True), (0.5, False), (3.0, False)):
        other.x, other.y = chief.x - 1.0 - gap, chief.y
        assert in_earshot(chief, other) == near
    assert in_earshot(chief, chief)
