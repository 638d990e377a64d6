"""Charges, responses, evades, routs and pursuits (MM-CHARGE, MM-INIT-09 to 13, MM-UNIT-26)."""

from collections.abc import Callable
from math import cos, radians, sin
from typing import Any

import pytest

from banneret.core.play.table import Table
from banneret.rulesets.macbeth_to_medici.basics.state import Battle, Defence, Unit
from banneret.rulesets.macbeth_to_medici.basics.who import base_of, distance
from banneret.rulesets.macbeth_to_medici.command.states import behaviour
from banneret.rulesets.macbeth_to_medici.fighting.charge.aftermath import break_in_fight
from banneret.rulesets.macbeth_to_medici.fighting.charge.aiming import (
    aim_at,
    charge_targets,
    rush_target,
    why_not_charge,
)
from banneret.rulesets.macbeth_to_medici.fighting.charge.contact import is_flank
from banneret.rulesets.macbeth_to_medici.fighting.charge.declaring import needs_test, why_not_evade
from banneret.rulesets.macbeth_to_medici.fighting.charge.fleeing import (
    is_swept,
    may_halt,
    may_refuse,
    rout,
)
from banneret.rulesets.macbeth_to_medici.fighting.charge.grips import come_to_grips
from banneret.rulesets.macbeth_to_medici.fighting.charge.recoiling import follow_up, recoil
from banneret.rulesets.macbeth_to_medici.fighting.charge.rushing import (
    charge_left,
    meet_halfway,
    rush,
)
from banneret.rulesets.macbeth_to_medici.fighting.charge.steps import charges
from banneret.rulesets.macbeth_to_medici.movement.choosing import may_break_off
from banneret.rulesets.macbeth_to_medici.movement.first import break_off, initiative_moves
from banneret.rulesets.macbeth_to_medici.movement.last import reaction_moves
from banneret.rulesets.macbeth_to_medici.screen.events import (
    Declared,
    Met,
    Moved,
    Responded,
)
from banneret.rulesets.macbeth_to_medici.screen.events import (
    Tested as ControlTold,
)
from banneret.rulesets.macbeth_to_medici.setup.entries import Terrain
from banneret.tabletop.shapes.measuring import gap, overlaps
from rulesets.macbeth_to_medici.mm_fields import Field

STREAM = Terrain("Stream", "line", 1, ((0, 15), (72, 15)))
KINDS = {
    "lancers": {"type": "heavy_lancers", "mobility": "mounted"},
    "light": {"type": "light_lancers", "mobility": "mounted"},
    "archers": {"type": "archers"},
    "bills": {"type": "billmen"},
    "spears": {"type": "spearmen"},
    "kerns": {"type": "skirmishers", "order": "open"},
    "rabble": {"type": "rabble"},
}


def unit(field: Field, kind: str, side: str = "a", **more: Any) -> Unit:
    """A unit of a kind, side b facing south ten inches off unless told."""
    base = {"y": 12.0 if side == "a" else 22.0, **KINDS[kind]}
    return field.unit(side, **{**base, **more})


def table_of(field: Field, *dice: int, a: Any = None, b: Any = None, **both: Any) -> Table[Battle]:
    """A table with dice, and answers of each side."""
    table = field.table(*dice, **both)
    field.script["a"].answers.update(a or {})
    field.script["b"].answers.update(b or {})
    return table


def play(table: Table[Battle], phase: str, step: Callable[[Table[Battle]], None]) -> None:
    """Play a step of the turn to its end."""
    battle = table.state
    battle.phase, battle.stage, battle.queue = phase, "", ()
    for _ in range(300):
        step(table)
        if battle.phase != phase:
            return
    raise AssertionError("the step does not end")


def declare(field: Field, *dice: int, a: Any = None, b: Any = None, **both: Any) -> Table[Battle]:
    """Play step 4."""
    table = table_of(field, *dice, a=a, b=b, **both)
    play(table, "charges", charges)
    return table


def react(field: Field, *dice: int, a: Any = None, b: Any = None, **both: Any) -> Table[Battle]:
    """Play step 9."""
    table = table_of(field, *dice, a=a, b=b, movers=(), **both)
    play(table, "reaction_moves", reaction_moves)
    return table


def on(one: Unit, other: Unit) -> dict[str, Any]:
    """The answer that declares one charge."""
    return {"charges": (f"{one.id}>{other.id}",)}


def tried(field: Field, table: Table[Battle]) -> list[tuple[int, str, str]]:
    """Who tested what with which result."""
    return [(one.unit, one.kind, one.result) for one in field.told(table, ControlTold)]


# -- behaviour


def test_mm_unit_26_the_table_of_expected_behaviour() -> None:
    table = {
        "heavy_lancers": ("yes", "yes", "test", "no"),
        "light_lancers": ("yes", "yes", "test", "test"),
        "archers": ("test", "no", "yes", "yes"),
        "skirmishers": ("no", "no", "test", "yes"),
        "billmen": ("yes", "no", "yes", "test"),
        "spearmen": ("test", "no", "yes", "test"),
        "pikemen": ("test", "no", "yes", "no"),
        "rabble": ("no", "no", "test", "yes"),
        "gunnes": ("no", "no", "test", "yes"),
    }
    field = Field()
    for kind, row in table.items():
        one = field.unit(type=kind)
        found = tuple(behaviour(one, a) for a in ("charge", "counter_charge", "stand", "evade"))
        assert found == row


def test_mm_unit_27_class_a_cavalry_never_evade() -> None:
    field = Field()
    foe = unit(field, "spears", "b")
    for cls, clause in (("A", "MM-UNIT-27"), ("B", "")):
        no = why_not_evade(field.battle, unit(field, "light", class_=cls), [foe])
        assert (no.clause if no else "") == clause


def test_mm_unit_31_mm_unit_32_mixed_formations_take_the_better_entry() -> None:
    field = Field()
    both = field.unit(type="archers", second_type="billmen")
    found = [behaviour(both, a) for a in ("charge", "counter_charge", "stand", "evade")]
    assert found == ["yes", "no", "yes", "yes"]


def test_mm_unit_29_mm_charge_02_rabble_and_skirmishers_charge_only_when_impetuous() -> None:
    field = Field()
    foe = unit(field, "spears", "b", y=18)
    rabble = unit(field, "rabble")
    no = why_not_charge(field.battle, rabble, foe)
    assert no is not None
    assert no.clause == "MM-UNIT-29"
    rabble.morale = "impetuous"
    declare(field)
    assert rabble.deeds.charge == foe.id


# -- declaring


def test_mm_charge_02_yes_takes_no_test_and_test_takes_one() -> None:
    field = Field()
    bills, spears = unit(field, "bills", x=20), unit(field, "spears", x=50)
    one, two = unit(field, "spears", "b", x=20, y=18), unit(field, "spears", "b", x=50, y=18)
    answer = {"charges": (f"{bills.id}>{one.id}", f"{spears.id}>{two.id}")}
    table = declare(field, 3, 4, a=answer)
    assert tried(field, table) == [(spears.id, "charge", "pass")]
    assert not bills.deeds.stopped


def test_mm_charge_04_a_failed_charge_test() -> None:
    for dice, stopped in (((5, 4), False), ((2, 3), True)):
        field = Field()
        spears, foe = unit(field, "spears"), unit(field, "spears", "b", y=18)
        declare(field, *dice, a=on(spears, foe))
        assert spears.deeds.stopped is stopped
        assert not spears.formed


def test_mm_charge_03_an_enraged_leader_makes_a_charge_tested() -> None:
    field = Field()
    lancers, foe = unit(field, "lancers"), unit(field, "spears", "b", y=18)
    field.lead(lancers, temper="enraged")
    table = declare(field, 3, 4, a={**on(lancers, foe), "leadership": "none"})
    assert tried(field, table) == [(lancers.id, "charge", "pass")]


def test_mm_charge_03_mm_charge_05_one_test_though_the_target_breaks_too() -> None:
    field = Field()
    archers = unit(field, "archers", y=16)
    foe = unit(field, "lancers", "b", y=22, hits=4, morale="erratic", class_="B")
    field.lead(archers, temper="enraged")
    table = declare(
        field,
        *(1, 1, 1, 3, 4),
        a={**on(archers, foe), "leadership": "none", "press": "press"},
        b={"response": "stand"},
    )
    assert foe.morale == "broken"
    assert tried(field, table).count((archers.id, "charge", "pass")) == 1
    assert archers.deeds.pressing


def test_mm_charge_05_passing_against_a_target_that_broke_the_owner_may_stay() -> None:
    field = Field()
    bills = unit(field, "bills", y=16)
    foe = unit(field, "lancers", "b", hits=4, morale="erratic")
    declare(field, 1, 1, 1, 3, 4, a={**on(bills, foe), "press": "stay"}, b={"response": "stand"})
    assert bills.deeds.stopped
    assert bills.formed


def test_mm_charge_11_the_aim_is_free_to_15_degrees_for_close_order() -> None:
    field = Field()
    one = field.unit(x=36, y=12, order="close", files=1, elements=2)

    def aimed(degrees: float) -> Any:
        for foe in field.battle.units[1:]:
            foe.where = "lost"
        turn = radians(degrees)
        x, y = 36 + 9 * sin(turn), 12 + 9 * cos(turn)
        foe = field.unit("b", x=x, y=y, files=1, elements=1)
        return aim_at(field.battle, one, foe)

    assert not aimed(10).mixes
    assert aimed(40).mixes
    assert aimed(40).price > 0
    assert aimed(120) is None


def test_mm_charge_11_who_may_charge_whom() -> None:
    field = Field()
    one, near = unit(field, "bills"), unit(field, "spears", "b", y=23)
    far = unit(field, "spears", "b", x=10, y=40)
    assert charge_targets(field.battle, one) == [near]
    no = why_not_charge(field.battle, one, far)
    assert no is not None
    assert no.clause == "MM-CHARGE-11"
    for name, value in (("morale", "broken"), ("reforming", 2)):
        other = unit(field, "bills", x=50)
        setattr(other, name, value)
        no = why_not_charge(field.battle, other, near)
        assert no is not None
        assert no.clause == "MM-CHARGE-11"


def test_mm_charge_12_mm_turn_06_charges_are_locked_and_shown_together_before_anybody_moves() -> (
    None
):
    field = Field()
    one, other = unit(field, "bills"), unit(field, "bills", "b", y=18)
    table = declare(field, a=on(one, other), b=on(other, one))
    assert type(table.tape[0]).__name__ == "AnsweredAll"
    assert field.told(table, Declared) == [Declared(((one.id, other.id), (other.id, one.id)))]
    assert not field.told(table, Moved)
    assert table.state.phase == "initiative_moves"


def test_mm_charge_13_what_a_charged_unit_is_offered() -> None:
    field = Field()
    bills, light = unit(field, "bills"), unit(field, "light", "b", y=18)
    declare(field, 3, 4, a=on(bills, light), b={"response": "stand"})
    asked = next(one for one in field.script["b"].asked if one.key == "response")
    assert asked.allowed() == [f"counter_charge>{bills.id}", "stand", "evade"]
    assert needs_test(field.battle, light, "stand")
    odds = {one.key: one.odds for one in asked.options() if one.because is None}
    assert odds["stand"] == {
        "down, under 6: they evade": "5/18",
        "pass, 6 to 8: they stand": "4/9",
        "up, over 8: they stand, unformed": "5/18",
    }
    (met,) = asked.preview("stand").notes  # what standing would bring
    assert met.startswith(f"{bills.profile.name} on {light.profile.name}: ")
    assert "melee wins" in met
    assert not asked.preview("evade").notes
    assert not odds[f"counter_charge>{bills.id}"]
    assert not needs_test(field.battle, light, "counter_charge")


def test_mm_charge_14_one_that_charges_and_is_charged_keeps_or_drops_its_charge() -> None:
    for answer, kept in (("keep", True), ("stand", False)):
        field = Field()
        mine = unit(field, "bills", y=16)
        front = unit(field, "spears", "b", y=22)
        beside = unit(field, "bills", "b", x=46, y=16, heading=270)
        declare(field, a={**on(mine, front), "response": answer}, b=on(beside, mine))
        assert (mine.deeds.charge == front.id) is kept


def test_mm_charge_14_without_a_legal_response_it_stands_after_a_test() -> None:
    field = Field()
    rabble = unit(field, "rabble", y=0.0 + 2.0)
    foe = unit(field, "bills", "b", y=9)
    table = declare(field, 2, 3, 4, b=on(foe, rabble))
    assert tried(field, table) == [(rabble.id, "stand", "down")]
    assert rabble.elements == 4
    assert rabble.deeds.response == "stand"


def test_mm_charge_15_charged_in_flank_only_those_who_can_turn_counter_charge() -> None:
    for order, clause in (("loose", "MM-CHARGE-15"), ("open", "")):
        field = Field()
        light = unit(field, "light", order=order)
        foe = unit(field, "bills", "b", x=46, y=11, heading=270)
        declare(field, 3, 4, a={"response": "stand"}, b=on(foe, light))
        asked = next(one for one in field.script["a"].asked if one.key == "response")
        no = asked.why_not(f"counter_charge>{foe.id}")
        assert (no.clause if no else "") == clause


def test_mm_charge_21_steady_foot_may_charge_mounted() -> None:
    field = Field()
    assert (
        why_not_charge(field.battle, unit(field, "bills"), unit(field, "light", "b", y=18)) is None
    )


def test_mm_charge_26_impetuous_foot_leave_mounted_alone_unless_led_by_rage() -> None:
    field = Field()
    bills = unit(field, "bills", morale="impetuous")
    horse = unit(field, "light", "b", y=18)
    assert rush_target(field.battle, bills, 11) is None
    field.lead(bills, temper="enraged")
    assert rush_target(field.battle, bills, 11) == horse


def test_mm_charge_06_mm_charge_07_rolling_down_to_stand() -> None:
    for answer, response, left in (("evade", "evade", 8), ("stand", "stand", 4)):
        field = Field()
        light, foe = unit(field, "light", y=16), unit(field, "bills", "b", y=24)
        dice = (2, 3) if answer == "evade" else (2, 3, 4)
        declare(field, *dice, a={"response": "stand", "evade_or_stand": answer}, b=on(foe, light))
        assert (light.deeds.response, light.elements) == (response, left)


def test_mm_charge_08_mm_charge_09_a_failed_evade_stands_without_another_test() -> None:
    field = Field()
    light, foe = unit(field, "light", y=16), unit(field, "bills", "b", y=24)
    table = declare(field, 5, 4, a={"response": "evade"}, b=on(foe, light))
    assert light.deeds.response == "stand"
    assert light.formed
    assert len(tried(field, table)) == 1


def test_mm_charge_34_turned_impetuous_by_a_response_it_counter_charges_or_stands() -> None:
    for kind, response in (("bills", "counter_charge"), ("lancers", "stand")):
        field = Field()
        spears = unit(field, "spears", y=16, hits=4, morale="erratic")
        foe = unit(field, kind, "b", y=24)
        declare(field, 5, 5, a={"response": "evade"}, b=on(foe, spears))
        assert spears.morale == "impetuous"
        assert spears.deeds.response == response


def test_mm_charge_35_who_makes_no_response() -> None:
    field = Field()
    held = unit(field, "lancers", y=16)
    enemy = unit(field, "spears", "b", y=16)
    field.meet(held, enemy)
    second = unit(field, "bills", "b", x=46, y=14, heading=270)
    table = declare(field, b=on(second, held))
    assert not tried(field, table)
    assert field.told(table, Responded) == [Responded(((held.id, "stand"),))]


def test_mm_setup_15_units_charged_from_ambush_test_every_response() -> None:
    field = Field()
    pikes = field.unit(type="pikemen", order="close", y=16)
    foe = unit(field, "bills", "b", y=24)
    foe.where = "hidden"
    field.battle.memo.known.clear()
    table = declare(field, 3, 4, a={"response": "stand"}, b=on(foe, pikes))
    assert foe.where == "on_table"
    assert tried(field, table) == [(pikes.id, "stand", "pass")]


# -- the moves


def test_mm_charge_16_mm_init_13_a_charge_goes_straight_to_the_first_touch() -> None:
    field = Field()
    bills, foe = unit(field, "bills"), unit(field, "spears", "b", y=22)
    declare(field, a=on(bills, foe))
    table = react(field)
    assert bills.y == 22
    assert field.told(table, Met) == [Met(bills.id, foe.id, "front", 9)]
    assert field.battle.fights[0].impact


def test_mm_charge_16_a_charger_that_cannot_catch_runs_on_or_stops_after_its_gap() -> None:
    for answer, y in (("full", 23.0), ("stop", 20.0)):
        field = Field()
        bills, archers = unit(field, "bills"), unit(field, "archers", "b", y=20)
        declare(field, a=on(bills, archers), b={"response": "evade"})
        react(field, a={"chase": answer}, b={"face": "enemy"})
        assert bills.y == pytest.approx(y)
        assert distance(field.battle, bills, archers) > 1


def test_mm_charge_17_charge_and_counter_charge_meet_in_proportion() -> None:
    field = Field()
    one, other = unit(field, "lancers"), unit(field, "lancers", "b", y=22)
    one.deeds.charge, other.deeds.charge = other.id, one.id
    other.deeds.response = "counter_charge"
    one.deeds.start, other.deeds.start = (36, 12), (36, 22)
    one.deeds.used, other.deeds.used = 3.0, 13.0  # 15 and 5 left of 18
    meet_halfway(field.table(), one, other)
    assert one.y == pytest.approx(19.5, abs=0.01)
    assert other.deeds.countered


def test_mm_charge_17_a_counter_charger_whose_charger_stopped_may_go_on() -> None:
    for answer, touched in (("on", True), ("halt", False)):
        field = Field()
        spears, light = unit(field, "spears"), unit(field, "light", "b", y=18)
        declare(field, 2, 3, a=on(spears, light), b={"response": f"counter_charge>{spears.id}"})
        assert spears.deeds.stopped
        react(field, b={"go_on": answer})
        assert bool(field.battle.fights) is touched


def test_mm_charge_18_an_evade_is_directly_away_at_the_evade_rate_with_its_bonus() -> None:
    field = Field()
    bills, archers = unit(field, "bills", "b", y=36), unit(field, "archers", y=28)
    declare(field, a={"response": "evade"}, b=on(bills, archers))
    before = base_of(field.battle, archers)
    react(field, a={"face": "enemy"}, b={"chase": "stop"})
    after = base_of(field.battle, archers)
    assert before.y - after.y == pytest.approx(11)
    assert archers.heading == 0
    assert archers.formed
    assert archers.deeds.evaded


def test_mm_charge_18_a_caught_evader_is_struck_in_the_rear_unformed() -> None:
    field = Field()
    archers, horse = unit(field, "archers", y=20), unit(field, "lancers", "b", y=22)
    declare(field, a={"response": "evade"}, b=on(horse, archers))
    react(field, a={"face": "enemy"})
    fight = field.battle.fights[0]
    assert (fight.mover, fight.edge, is_flank(fight)) == (horse.id, "rear", True)
    assert not archers.formed


def test_mm_charge_19_a_feigned_retreat() -> None:
    field = Field()
    turks = unit(field, "light", y=20, feign=True)
    bills = unit(field, "bills", "b", y=28)
    table = declare(
        field, 3, 4, 3, 4, a={"response": "feign"}, b={**on(bills, turks), "press": "press"}
    )
    assert turks.feigning
    assert (bills.id, "charge", "pass") in tried(field, table)  # as if it had broken
    react(field, b={"chase": "stop"})
    assert turks.elements == 8
    assert distance(field.battle, turks, bills) > 5
    field.battle.turn += 1
    for one in (turks, bills):
        one.deeds = type(one.deeds)()
    declare(field)
    assert not turks.feigning
    assert turks.formed


def test_mm_charge_10_a_feint_may_break_in_earnest_or_disperse() -> None:
    for dice, morale, where in (((5, 5), "broken", "on_table"), ((2, 2), "steady", "lost")):
        field = Field()
        turks = unit(field, "light", y=20, feign=True, experience="veteran")
        bills = unit(field, "bills", "b", y=28)
        declare(
            field, *dice, 3, 4, a={"response": "feign"}, b={**on(bills, turks), "press": "stay"}
        )
        assert (turks.morale, turks.where) == (morale, where)


def test_mm_charge_20_a_broken_target_that_outruns_its_charger_is_not_caught() -> None:
    field = Field()
    prey, bills = unit(field, "spears", y=30, morale="broken"), unit(field, "bills", "b", y=35)
    bills.deeds.charge = prey.id
    bills.deeds.pressing = True
    bills.deeds.start = (bills.x, bills.y)
    react(field, b={"chase": "full"})
    assert prey.deeds.routed
    assert prey.elements == 8
    assert distance(field.battle, bills, prey) > 0.5


def test_mm_charge_22_mm_init_09_who_is_touched_in_step_five_stands_and_loses_his_fire() -> None:
    field = Field()
    archers, horse = unit(field, "archers", y=20), unit(field, "light", "b", y=24)
    archers.deeds.initiative, horse.deeds.initiative = 7, 12
    declare(field, a={"response": "evade"}, b=on(horse, archers))
    table = table_of(field, b={"movers": (horse.id,)}, a={"movers": ()})
    play(table, "initiative_moves", initiative_moves)
    assert field.told(table, Met)[0].step == 5
    assert archers.deeds.contacted
    assert archers.deeds.response == "stand"
    assert not archers.formed
    assert field.battle.fights[0].edge == "front"


def test_mm_charge_23_skirmish_hits_shorten_a_charge() -> None:
    field = Field()
    horse = unit(field, "light")
    horse.deeds.used = 11.0
    assert charge_left(field.battle, horse, 9, 0) == 7
    horse.deeds.slowed = 4.0
    assert charge_left(field.battle, horse, 9, 0) == 3


def test_mm_charge_24_a_charge_that_falls_short_halts_formed() -> None:
    field = Field()
    bills, foe = unit(field, "bills"), unit(field, "spears", "b", y=22)
    declare(field, a=on(bills, foe))
    bills.deeds.slowed = 2.0
    react(field)
    assert not field.battle.fights
    assert bills.deeds.charged
    assert bills.deeds.stopped
    assert bills.formed
    assert distance(field.battle, bills, foe) == pytest.approx(1, abs=0.01)


def test_mm_charge_27_a_goaded_unit_charges_in_step_nine() -> None:
    field = Field()
    bills = unit(field, "bills", morale="impetuous")
    bills.entered = field.battle.turn
    foe = unit(field, "spears", "b", y=21)
    react(field)
    assert bills.deeds.goaded
    assert field.battle.fights[0].other == foe.id


def test_mm_charge_27_with_nobody_in_reach_it_doubles_at_the_nearest_unless_held() -> None:
    for led in (False, True):
        field = Field()
        bills = unit(field, "bills", morale="impetuous")
        unit(field, "spears", "b", y=40)
        if led:
            field.lead(bills)
        react(field, a={"hold": "hold"})
        assert bills.y == (12 if led else 20)
        assert bills.deeds.held is led


def test_mm_charge_33_losses_every_turn() -> None:
    for on_, left in ((True, 1), (False, 5)):
        field = Field(losses_every_turn=on_)
        prey = unit(field, "spears", elements=5, morale="broken", hits=4)
        field.battle.turn = 3
        react(field, a={"halt": "halt"})
        assert prey.elements == left


def test_mm_charge_38_who_stood_may_move_when_no_charge_is_still_going() -> None:
    field = Field()
    spears, foe = unit(field, "spears"), unit(field, "spears", "b", y=18)
    declare(field, 2, 3, a={"response": "stand"}, b=on(foe, spears))
    assert foe.deeds.stopped
    table = table_of(
        field, a={"movers": (spears.id,), "drill": ("normal", (("back", 1),))}, b={"movers": ()}
    )
    play(table, "reaction_moves", reaction_moves)
    assert spears.y == 11


def test_mm_charge_38_an_evader_nobody_charges_any_more_may_stay() -> None:
    field = Field()
    archers, foe = unit(field, "archers", y=16), unit(field, "spears", "b", y=22)
    declare(field, 2, 3, a={"response": "evade"}, b=on(foe, archers))
    react(field, a={"evade": "stay"})
    assert archers.y == 16
    assert not archers.deeds.evaded


# -- contact


def test_mm_move_41_a_charge_conforms_and_slides_at_most_an_element() -> None:
    field = Field()
    bills = unit(field, "bills", x=41.4, y=22, files=2, elements=4)
    foe = unit(field, "spears", "b", y=22)
    bills.deeds.start = (41.4, 12)
    come_to_grips(field.table(), bills, foe, 9)
    assert bills.x == pytest.approx(39.9)
    assert not overlaps(base_of(field.battle, bills), base_of(field.battle, foe))


def test_mm_move_42_a_flank_attack_begins_and_strikes_there() -> None:
    for start, flank in (((50.0, 23.0), True), ((36.0, 12.0), False)):
        field = Field()
        foe = unit(field, "spears", "b", y=22)  # faces south, right flank to the west
        bills = unit(field, "bills", x=39, y=23, heading=270, files=2, elements=4)
        bills.deeds.start = start
        come_to_grips(field.table(), bills, foe, 9)
        fight = field.battle.fights[0]
        assert fight.edge == "left"
        assert is_flank(fight) is flank


def test_mm_move_14_mm_move_15_mm_setup_18_terrain_does_not_slow_a_charge_but_counts() -> None:
    field = Field([STREAM])
    field.battle.defences = (Defence("stakes", "b", ((30, 19), (42, 19))),)
    horse, foe = unit(field, "lancers"), unit(field, "spears", "b", y=22)
    declare(field, a=on(horse, foe))
    react(field)
    assert horse.y == 22
    assert horse.deeds.hindered == 3
    assert horse.hits == 1  # the stakes


def test_mm_move_50_rolled_charge_terrain() -> None:
    field = Field([STREAM], rolled_charge_terrain=True)
    horse, foe = unit(field, "lancers"), unit(field, "spears", "b", y=22)
    declare(field, a=on(horse, foe))
    react(field, 2, 5)
    assert horse.deeds.dice_hindered == 3
    assert horse.deeds.crossed == (("Stream", 1),)


def test_mm_skirm_21_mm_skirm_22_skirmishers_in_the_path_give_way() -> None:
    field = Field()
    horse, foe = unit(field, "lancers"), unit(field, "spears", "b", y=24)
    kerns = unit(field, "kerns", "b", y=15, elements=4)
    horse.deeds.charge = foe.id
    horse.deeds.start = (36, 12)
    rush(field.table(), horse, 14.0, 9)
    assert kerns.deeds.evaded
    assert field.battle.fights[0].other == foe.id


# -- routs and pursuit


def test_mm_charge_31_a_rout_is_straight_away_and_homeward() -> None:
    field = Field()
    prey = unit(field, "spears", y=30, morale="broken", formed=False)
    unit(field, "bills", "b", y=32)
    rout(field.table(), prey, pursued=False)
    assert prey.heading == 180
    assert base_of(field.battle, prey).y == pytest.approx(29 - 12)
    assert not may_halt(field.battle, prey)
    field.battle.units[1].y = 46
    field.battle.memo.known.clear()
    assert may_halt(field.battle, prey)


def test_mm_charge_31_mm_unit_48_a_router_that_touches_the_edge_is_lost() -> None:
    field = Field()
    prey = unit(field, "spears", y=6, morale="broken", formed=False)
    unit(field, "bills", "b", y=8)
    rout(field.table(), prey, pursued=False)
    assert prey.where == "lost"


def test_mm_charge_30_mm_charge_36_only_the_pursued_burst_through_friends() -> None:
    for pursued in (False, True):
        field = Field()
        prey = unit(field, "spears", y=30, morale="broken", formed=False)
        friend = unit(field, "spears", y=24, origin="regular", files=3, elements=3, order="loose")
        unit(field, "bills", "b", y=31)
        rout(field.table(*([5, 4, 3, 2, 3] if pursued else [])), prey, pursued=pursued)
        assert friend.formed is not pursued


def test_mm_charge_37_one_rout_move_a_turn() -> None:
    field = Field()
    prey = unit(field, "spears", y=30, morale="broken", formed=False)
    unit(field, "bills", "b", y=32)
    table = field.table()
    rout(table, prey, pursued=False)
    there = prey.y
    rout(table, prey, pursued=False)
    assert prey.y == there


def test_mm_charge_28_mm_charge_29_ridden_down_and_dispersing() -> None:
    for morale, where in (("impetuous", "lost"), ("steady", "on_table")):
        field = Field()
        horse = unit(field, "lancers", "b", y=22, morale=morale)
        prey = unit(field, "spears", y=22, elements=6, morale="broken", formed=False)
        come_to_grips(field.table(3, 4), horse, prey, 9)
        assert prey.where == "lost"
        assert horse.where == where


def test_mm_charge_37_ridden_down_before_its_rout_it_flees_at_once() -> None:
    field = Field()
    bills = unit(field, "bills", "b", y=30)
    prey = unit(field, "spears", y=30, morale="broken", formed=False)
    table = field.table(2)
    come_to_grips(table, bills, prey, 5)
    assert prey.elements == 6
    assert prey.deeds.routed
    come_to_grips(table, bills, prey, 9)
    assert prey.elements == 6  # once by each pursuer


def test_mm_charge_37_mm_move_28_a_reforming_unit_that_is_touched_breaks() -> None:
    field = Field()
    bills = unit(field, "bills", "b", y=30)
    prey = unit(field, "spears", y=30, formed=False)
    prey.reforming = 2
    come_to_grips(table_of(field, 3, 4, b={"pursue": "stay"}), bills, prey, 9)
    assert prey.morale == "broken"
    assert prey.deeds.routed
    assert prey.elements == 8
    assert not field.battle.fights


def test_mm_charge_32_mm_charge_36_pursuit_after_a_fight() -> None:
    for dice, y, formed in (((5, 4), 22.0, False), ((2, 3), 30.0, False), ((3, 4), 22.0, True)):
        field = Field()
        bills = unit(field, "bills", "b", y=30)
        prey = unit(field, "spears", y=30, morale="broken", formed=False)
        field.meet(prey, bills)
        break_in_fight(table_of(field, *dice, b={"pursue": "pursue"}), prey)
        assert prey.deeds.routed
        assert bills.y == pytest.approx(y)
        assert bills.formed is formed


def test_mm_charge_36_who_holds_another_enemy_does_not_pursue() -> None:
    field = Field()
    bills = unit(field, "bills", "b", y=30)
    prey = unit(field, "spears", x=34, y=30, files=2, elements=4, morale="broken", formed=False)
    other = unit(field, "spears", x=38, y=30, files=2, elements=4)
    field.meet(prey, bills)
    field.meet(other, bills)
    table = field.table()
    break_in_fight(table, prey)
    assert not tried(field, table)


def test_mm_move_33_mm_move_34_steady_close_order_may_refuse_routers() -> None:
    field = Field()
    close = unit(field, "spears", order="close")
    loose, erratic = unit(field, "spears"), unit(field, "spears", order="close", morale="erratic")
    router = unit(field, "spears", morale="broken")
    assert may_refuse(close, router)
    assert not may_refuse(loose, router)
    assert not may_refuse(erratic, router)


def test_mm_move_34_a_refused_router_with_a_gap_goes_round_without_loss() -> None:
    field = Field()
    prey = unit(field, "spears", y=30, files=2, elements=4, morale="broken", formed=False)
    friend = unit(field, "spears", y=24, order="close", files=3, elements=3)
    unit(field, "bills", "b", y=31)
    rout(table_of(field, a={"refuse": "refuse"}), prey, pursued=True)
    assert prey.elements == 4
    assert friend.formed
    assert base_of(field.battle, prey).y < 22


def test_mm_move_35_mm_move_36_routers_sweep_their_equals_away() -> None:
    field = Field()

    def swept(router: dict[str, Any], friend: dict[str, Any]) -> bool:
        one = unit(field, "spears", morale="broken", **router)
        return is_swept(one, unit(field, "spears", **friend))

    assert swept({"class_": "B"}, {"class_": "C"})
    assert not swept({"class_": "B"}, {"class_": "A"})
    assert not swept({"class_": "A"}, {"class_": "C", "origin": "regular"})
    native = {"class_": "B", "nation": "english"}
    assert swept({"class_": "A", "mercenary": True, "nation": "flemish"}, native)
    assert not swept({"class_": "B", "mercenary": True, "nation": "flemish"}, native)


def test_mm_move_36_the_swept_break_and_run_in_their_turn() -> None:
    field = Field()
    prey = unit(field, "spears", y=30, files=2, elements=4, morale="broken", formed=False)
    friend = unit(field, "spears", y=26, class_="C", hits=1)
    unit(field, "bills", "b", y=31)
    rout(field.table(), prey, pursued=True)
    assert friend.morale == "broken"
    assert friend.elements == 7
    assert friend.deeds.routed


# -- initiative


def test_mm_init_10_breaking_off() -> None:
    field = Field()
    horse = unit(field, "light", y=30, order="open")
    foot = unit(field, "spears", "b", y=30, order="close")
    field.meet(foot, horse)
    horse.deeds.initiative, foot.deeds.initiative = 11, 7
    assert may_break_off(field.battle, horse) == 8
    assert may_break_off(field.battle, foot) == 0
    break_off(field.table(), horse)
    assert horse.y == 22
    assert horse.heading == 0
    assert not field.battle.fights
    react(field, 3, 4, b={"follow": "follow"})
    assert foot.deeds.charged


def test_mm_init_11_mm_init_12_routers_run_before_their_chargers() -> None:
    field = Field()
    prey = unit(field, "spears", y=30, morale="broken", formed=False)
    bills = unit(field, "bills", "b", y=34)
    bills.deeds.initiative, prey.deeds.initiative = 12, 6
    bills.deeds.charge, bills.deeds.start = prey.id, (36, 34)
    table = react(field, b={"chase": "full"})
    assert [one.figure for one in field.told(table, Moved)] == [prey.id, bills.id]


def test_mm_init_13_mm_turn_07_only_a_declared_charge_makes_contact() -> None:
    field = Field()
    bills, foe = unit(field, "bills"), unit(field, "spears", "b", y=18)
    react(field, a={"movers": (bills.id,)})
    asked = field.script["a"].asked
    assert not field.battle.fights
    drill = next((one for one in asked if one.key == "drill"), None)
    if drill is not None:
        assert drill.preview(("normal", (("advance", 6),))).clause == "MM-MOVE-11"
    assert gap(base_of(field.battle, bills), base_of(field.battle, foe)) >= 1


# -- recoil


def test_mm_impact_33_a_recoil_that_is_blocked_costs_a_hit() -> None:
    field = Field()
    winner = unit(field, "bills", "b", y=30)
    loser = unit(field, "spears", y=30)
    field.meet(winner, loser)
    friend = unit(field, "spears", y=26.5, order="close")
    went = recoil(table_of(field, a={"refuse": "refuse"}), loser, winner, 4)
    assert went == pytest.approx(1.5)
    assert loser.hits == 1
    assert friend.formed
    edge = Field()
    winner, loser = unit(edge, "bills", "b", y=3), unit(edge, "spears", y=3)
    recoil(edge.table(), loser, winner, 4)
    assert loser.where == "lost"


def test_mm_impact_28_mm_impact_31_mm_impact_39_following_up_over_a_stream() -> None:
    field = Field([Terrain("Stream", "line", 1, ((0, 27), (72, 27)))])
    winner, loser = unit(field, "bills", "b", y=30), unit(field, "spears", y=30)
    field.meet(winner, loser)
    table = field.table()
    went = recoil(table, loser, winner, 3)
    assert went == 3
    assert loser.hits == 1
    assert follow_up(table, winner, loser, went) is None
    assert winner.y == 27
    assert winner.deeds.followed
    assert len(field.battle.fights) == 1


def test_mm_gun_20_mm_move_10_a_charged_bombard_tests_behind_defences_or_is_lost() -> None:
    for fortified, where in ((True, "on_table"), (False, "lost")):
        field = Field()
        gun = field.unit(y=16, type="gunnes", missile="bombard", elements=1, files=1, order="open")
        if fortified:
            field.battle.defences = (Defence("stakes", "a", ((30, 17), (42, 17))),)
        foe = unit(field, "bills", "b", y=24)
        dice = (3, 4) if fortified else ()
        answer = "stand" if fortified else "evade"
        table = declare(field, *dice, a={"response": answer}, b=on(foe, gun))
        assert len(tried(field, table)) == int(fortified)
        react(field, b={"no_target": "stop"})
        assert gun.where == where


def test_mm_init_12_equals_of_a_side_move_as_their_owner_names_them() -> None:
    field = Field()
    one, two = unit(field, "bills", x=20), unit(field, "bills", x=50)
    unit(field, "spears", "b", y=45)
    table = table_of(field, a={"movers": (two.id, one.id), "drill": ("normal", (("advance", 2),))})
    play(table, "reaction_moves", reaction_moves)
    assert [e.figure for e in field.told(table, Moved)] == [two.id, one.id]


def test_mm_setup_15_an_ambush_that_moves_comes_to_light() -> None:
    field = Field()
    hidden = unit(field, "bills")
    hidden.where = "hidden"
    field.battle.memo.known.clear()
    table = table_of(field, a={"movers": (hidden.id,), "drill": ("normal", (("advance", 2),))})
    play(table, "reaction_moves", reaction_moves)
    assert (hidden.where, hidden.y) == ("on_table", 14)


def test_mm_init_10_the_owner_says_how_far_it_breaks_off() -> None:
    field = Field()
    horse, foot = unit(field, "light", y=30), unit(field, "spears", "b", y=30)
    field.meet(foot, horse)
    horse.deeds.initiative, foot.deeds.initiative = 11, 7
    break_off(table_of(field, a={"break_off": "3"}), horse)
    assert horse.y == 27


def test_mm_move_18_a_router_driven_against_deep_water_is_lost() -> None:
    river = Terrain("River", "river", 0, ((0, 26), (72, 26)), impassable=True)
    field = Field([river])
    prey = unit(field, "spears", y=30, morale="broken", formed=False)
    unit(field, "bills", "b", y=32)
    rout(field.table(), prey, pursued=True)
    assert prey.where == "lost"


def test_mm_move_27_a_goaded_charge_after_a_normal_move_is_unformed() -> None:
    field = Field()
    bills = unit(field, "bills", morale="impetuous")
    bills.entered = field.battle.turn
    bills.deeds.moved_first, bills.deeds.used, bills.deeds.rate = 2.0, 2.0, "normal"
    unit(field, "spears", "b", y=18)
    react(field)
    assert bills.deeds.goaded
    assert not bills.formed


def test_mm_move_29_a_reforming_unit_may_give_it_up_and_move() -> None:
    field = Field()
    bills = unit(field, "bills", formed=False)
    bills.reforming = 4
    table = table_of(field, a={"movers": (bills.id,), "drill": ("normal", (("advance", 2),))})
    play(table, "reaction_moves", reaction_moves)
    assert (bills.reforming, bills.formed, bills.y) == (0, False, 14)


def test_mm_skirm_22_skirmishers_who_are_caught_are_brushed_aside() -> None:
    field = Field()
    horse, foe = unit(field, "lancers"), unit(field, "spears", "b", y=24)
    kerns = unit(field, "kerns", "b", y=22, files=4, elements=4)
    kerns.deeds.response = "evade"  # it cannot take another
    horse.deeds.charge, horse.deeds.start = foe.id, (36, 12)
    rush(field.table(), horse, 14.0, 9)
    assert kerns.hits == 1
    assert not kerns.formed
    assert field.battle.fights[0].other == foe.id
    assert not overlaps(base_of(field.battle, kerns), base_of(field.battle, horse))


def test_mm_move_41_regulars_of_class_a_and_b_turn_to_face_a_flank_at_their_next_move() -> None:
    for cls, answer, edge in (("B", "turn", "front"), ("B", "stay", "left"), ("C", "turn", "left")):
        field = Field()
        mine = unit(field, "spears", y=22, origin="regular", class_=cls, die="d5")
        foe = unit(field, "bills", "b", x=33, y=21, heading=90, files=2, elements=4)
        fight = field.meet(foe, mine, edge="left", zone="left")
        field.battle.turn += 1
        dice = (3,) if edge == "front" else ()
        react(field, *dice, a={"face_flank": answer})
        assert fight.edge == edge
        if edge == "front":
            assert (mine.heading, mine.files, mine.deeds.used) == (270, 2, 3)
            assert gap(base_of(field.battle, mine), base_of(field.battle, foe)) <= 0.01


def test_mm_init_10_nobody_breaks_off_through_an_enemy_behind_him() -> None:
    field = Field()
    horse = unit(field, "light", y=30)
    foot = unit(field, "spears", "b", y=28, heading=0, files=2, elements=4)
    field.meet(foot, horse, edge="rear", zone="rear")
    horse.deeds.initiative, foot.deeds.initiative = 11, 7
    break_off(field.table(), horse)
    assert horse.y == 30
    assert field.battle.fights


def test_mm_charge_19_units_that_nobody_charges_may_feign_too() -> None:
    field = Field()
    turks = unit(field, "light", y=20, feign=True)
    others = unit(field, "light", x=10, y=20, feign=True)
    unit(field, "bills", "b", y=40)
    declare(field, 3, 4, a={"feigners": (turks.id,)})
    assert (turks.feigning, others.feigning) == (True, False)
    react(field)
    assert turks.deeds.evaded
    assert base_of(field.battle, turks).y < 12
