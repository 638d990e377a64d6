"""Charges that go otherwise: rage, feints, falling short, prey that gets away (MM-CHARGE)."""

from math import cos, radians, sin

import pytest

from banneret.core.errors import IllegalAnswer
from banneret.rulesets.macbeth_to_medici.basics.state import Fight
from banneret.rulesets.macbeth_to_medici.basics.who import base_of
from banneret.rulesets.macbeth_to_medici.fighting import impact
from banneret.rulesets.macbeth_to_medici.fighting.charge.aftermath import catch_reforming, ride_down
from banneret.rulesets.macbeth_to_medici.fighting.charge.contact import is_flank
from banneret.rulesets.macbeth_to_medici.fighting.charge.declaring import _charges
from banneret.rulesets.macbeth_to_medici.fighting.charge.fleeing import _set_down, _stand
from banneret.rulesets.macbeth_to_medici.fighting.charge.recoiling import recoil
from banneret.rulesets.macbeth_to_medici.fighting.charge.rushing import charge_left, rush
from banneret.rulesets.macbeth_to_medici.fighting.pairs import (
    impact_side,
    is_charging,
    struck_edge,
)
from banneret.rulesets.macbeth_to_medici.ground.features import is_on_table
from banneret.rulesets.macbeth_to_medici.missiles.shooting import may_act
from banneret.rulesets.macbeth_to_medici.screen.events import ChargeEnded, Declared
from rulesets.macbeth_to_medici.fighting.charge.test_charge_rules import declare, on, react, unit
from rulesets.macbeth_to_medici.mm_fields import Field


def test_mm_officer_18_mm_officer_43_rage_leaves_nobody_out_who_could_charge() -> None:
    field = Field()
    bills, spears = unit(field, "bills", x=20), unit(field, "spears", x=36)
    far = unit(field, "bills", x=60, y=2)
    foe = unit(field, "spears", "b", x=20, y=22)
    other = unit(field, "bills", "b", x=36, y=22)
    asked = _charges(field.battle, "a")
    assert asked is not None
    assert asked.check(()) == ()
    field.battle.officers[0].temper = "enraged"
    asked = _charges(field.battle, "a")
    assert asked is not None
    one, two = f"{bills.id}>{foe.id}", f"{spears.id}>{other.id}"
    with pytest.raises(IllegalAnswer, match="Enraged") as no:
        asked.check((one,))
    assert no.value.clause == "MM-OFFICER-43"
    assert set(asked.check((one, two))) == {one, two}
    assert all({one, two} <= set(some) for some in asked.ideas())
    assert not any(f"{far.id}>" in key for key in asked.candidates)
    field.battle.officers[0].betrayed = True  # he has left them
    asked = _charges(field.battle, "a")
    assert asked is not None
    assert asked.check(()) == ()


def test_mm_charge_27_mm_init_13_who_was_impetuous_before_declares_or_only_doubles() -> None:
    field = Field()
    bills = unit(field, "bills", morale="impetuous")
    unit(field, "spears", "b", y=21)
    react(field)
    assert not bills.deeds.goaded
    assert bills.y == 20  # at the double, an inch off: nobody was charged in step 4
    assert not field.battle.fights


def test_mm_charge_27_nobody_holds_a_unit_that_has_just_been_goaded() -> None:
    field = Field()
    bills = unit(field, "bills", morale="impetuous")
    bills.entered = field.battle.turn
    field.lead(bills)
    unit(field, "spears", "b", y=40)
    react(field, a={"hold": "hold"})
    assert bills.y == 20


def test_mm_charge_19_after_a_feint_it_is_formed_and_faces_as_it_likes() -> None:
    for way, heading in (("enemy", 0.0), ("away", 180.0)):
        field = Field()
        turks = unit(field, "light", y=20, heading=180, feign=True, formed=False)
        unit(field, "bills", "b", y=40)
        turks.feigning = True
        declare(field, a={"face": way})
        assert turks.formed
        assert turks.heading == heading
        assert not turks.feigning


def test_mm_charge_19_a_feint_that_was_caught_stays_unformed() -> None:
    field = Field()
    turks = unit(field, "light", y=20, feign=True, formed=False)
    bills = unit(field, "bills", "b", y=20)
    field.meet(bills, turks)
    turks.feigning = True
    declare(field)
    assert not turks.formed


def test_mm_arch_26_mm_skirm_05_a_charge_that_failed_was_declared_all_the_same() -> None:
    field = Field()
    archers = unit(field, "archers")
    foe = unit(field, "spears", "b", y=20)
    declare(field, 1, 2, a=on(archers, foe))
    assert archers.deeds.stopped
    assert not may_act(field.battle, archers)


def test_mm_charge_24_a_charge_that_fell_short_has_no_bonus_when_it_is_struck() -> None:
    field = Field()
    lancers = unit(field, "lancers", y=6)
    foe = unit(field, "spears", "b", y=24)
    declare(field, a=on(lancers, foe))
    lancers.deeds.slowed = 4.0
    react(field)
    assert lancers.deeds.charged
    assert not field.battle.fights
    field.meet(foe, lancers)
    assert not is_charging(lancers)
    assert not impact_side(field.battle, lancers, foe, "front").charging
    near = Field()
    lancers = unit(near, "lancers", y=6)
    foe = unit(near, "spears", "b", y=24)
    declare(near, a=on(lancers, foe))
    react(near)
    assert is_charging(lancers)
    assert impact_side(near.battle, lancers, foe, "front").charging


def test_mm_charge_37_who_breaks_a_reforming_unit_pursues_with_the_rest_of_its_charge() -> None:
    field = Field()
    bills = unit(field, "bills", "b", y=30)
    prey = unit(field, "spears", y=30, formed=False)
    prey.reforming = 2
    bills.deeds.used = 9.0
    catch_reforming(field.table(3, 4, pursue="pursue"), bills, prey)
    assert bills.y == pytest.approx(28)  # 8 + 3, of which 9 were spent


def test_mm_charge_28_mm_charge_29_prey_that_flees_the_field_has_not_disintegrated() -> None:
    field = Field()
    bills = unit(field, "bills", "b", y=6, morale="impetuous")
    prey = unit(field, "spears", y=6, morale="broken", formed=False)
    ride_down(field.table(1), bills, prey)
    assert (prey.where, prey.cause) == ("lost", "fled the field")
    assert bills.where == "on_table"


def test_mm_impact_38_cavalry_that_pursued_the_foot_it_rode_through_is_asked_no_more() -> None:
    field = Field()
    lancers = unit(field, "lancers", y=21, horse_armour=True, armour="full")
    foot = unit(field, "spears", "b", y=21, experience="green", hits=2, files=8)
    unit(field, "spears", "b", y=44)  # fresh, ahead and within reach
    lancers.deeds.charged = True
    fight = field.meet(lancers, foot)
    impact.strike(field.table(6, 1, 1, 6, 6, 1, 1, 3, 3, 3, pursue="pursue"), fight)
    assert foot.morale == "broken"
    assert lancers.deeds.pursued
    assert "beyond" not in [c.key for c in field.script["a"].asked]


def test_mm_charge_16_an_impetuous_charger_runs_on_where_its_target_is_gone() -> None:
    field = Field()
    bills = unit(field, "bills", morale="impetuous")
    foe = unit(field, "spears", "b", y=20)
    bills.deeds.charge, bills.deeds.gap = foe.id, 8.0
    foe.where = "lost"
    field.battle.memo.known.clear()
    rush(field.table(), bills, 11.0, 9)
    assert bills.y == 20


def test_mm_move_42_a_charge_from_behind_that_strikes_the_flank_counts_as_frontal() -> None:
    fight = Fight(0, 1, 1, "left", "rear")
    assert not is_flank(fight)
    assert struck_edge(fight) == "front"
    assert is_flank(Fight(0, 1, 1, "left", "left"))


def test_mm_charge_16_what_was_run_in_step_five_counts_towards_its_gap() -> None:
    field = Field()
    bills, archers = unit(field, "bills"), unit(field, "archers", "b", y=20)
    declare(field, a=on(bills, archers), b={"response": "evade"})
    deeds = bills.deeds
    bills.y, deeds.used, deeds.moved_first, deeds.charged = 15.0, 3.0, 3.0, True
    field.battle.memo.known.clear()
    react(field, a={"chase": "stop"}, b={"face": "enemy"})
    assert bills.y == pytest.approx(20)


def test_mm_charge_23_mm_skirm_20_skirmishers_can_take_a_whole_charge() -> None:
    field = Field()
    bills = unit(field, "bills")
    bills.deeds.slowed = 30.0
    assert charge_left(field.battle, bills, 9, 0.0) == 0
    assert charge_left(field.battle, bills, 5, 0.0) == 0


def test_mm_move_46_an_evader_halts_on_the_table_as_his_place_is_kept() -> None:
    for k in range(100):
        field = Field()
        one = field.unit(elements=5, files=5, x=36.0, y=30.0)
        way = radians(300.003 + k * 0.597)
        reach = 0.5 * cos(way) + 3.75 * abs(sin(way))  # from its middle to its foremost corner
        far = (48.0009 - reach - 29.5) / cos(way)
        path = [(36.0, 29.5), (36.0 + far * sin(way), 29.5 + far * cos(way))]
        rect, _, _ = _set_down(field.battle, one, path, beyond=False)
        assert rect is not None
        _stand(field.table(), one, rect, "evade", far)
        assert is_on_table(field.battle, base_of(field.battle, one)), k


def test_mm_impact_33_who_struck_a_flank_recoils_the_way_it_came() -> None:
    field = Field()
    spears = unit(field, "spears", "b", y=20, elements=12)
    front = unit(field, "bills", y=20)
    flank = unit(field, "bills", x=39, y=21.5, heading=270)  # its front covers the corner, too
    field.meet(front, spears)
    field.meet(flank, spears, edge="left", zone="left")
    assert recoil(field.table(), flank, spears, 1) == 1
    assert (flank.x, flank.y) == (40, 21.5)
    assert recoil(field.table(), front, spears, 2) == 2
    assert (front.x, front.y) == (36, 18)


def test_mm_impact_33_who_is_struck_in_the_flank_recoils_before_the_charger() -> None:
    field = Field()
    spears = unit(field, "spears", "b", y=20)
    flank = unit(field, "bills", x=39, y=21, heading=270)
    field.meet(flank, spears, edge="left", zone="left")
    assert recoil(field.table(), spears, flank, 2) == 2
    assert (spears.x, spears.y) == (34, 20)


def test_mm_charge_20_who_presses_on_goes_to_the_limit_of_its_move() -> None:
    for test, stops_at in (((3, 4), 30), ((6, 6), 30)):
        field = Field()
        lancers = unit(field, "lancers", y=12)
        turks = unit(field, "light", "b", y=24, feign=True)
        declare(
            field, 3, 4, *test, a={**on(lancers, turks), "press": "press"}, b={"response": "feign"}
        )
        react(field, a={"chase": "stop"})
        assert lancers.y == stops_at
        assert lancers.formed == (test == (3, 4))


def test_mm_charge_26_impetuous_foot_do_not_charge_others_through_horse() -> None:
    for x, wanted in ((36, []), (24, [(0, 2)])):
        field = Field()
        bills = unit(field, "bills", morale="impetuous")
        unit(field, "lancers", "b", x=x, y=18)
        spears = unit(field, "spears", "b", x=44, y=20)
        table = declare(field, b={"response": "stand"})
        assert [one for told in field.told(table, Declared) for one in told.charges] == wanted
        assert bills.deeds.charge == (spears.id if wanted else -1)


def test_mm_charge_24_who_caught_somebody_reforming_has_not_fallen_short() -> None:
    field = Field()
    bills = unit(field, "bills", order="close")
    spears = unit(field, "spears", "b", y=20, formed=False)
    declare(field, a=on(bills, spears), b={"charges": (f"{spears.id}>reform",)})
    table = react(field, 3, 4, a={"pursue": "pursue"})
    assert spears.morale == "broken"
    assert not field.told(table, ChargeEnded)


def test_mm_move_41_a_charge_that_ends_a_hair_away_has_touched() -> None:
    """Nearer than a hundredth of an inch is contact: they fight, nobody is left standing there."""
    for gap, contacts in ((0.008, 1), (0.02, 0)):
        field = Field()
        kerns = unit(field, "light", y=20, order="open")
        foe = unit(field, "spears", "b", y=22 + gap, order="close")
        kerns.deeds.initiative, foe.deeds.initiative = 9, 8
        kerns.deeds.charge, kerns.deeds.start = foe.id, (36, 20)
        rush(field.table(), kerns, 2, 5)
        assert len(field.battle.fights) == contacts
        assert foe.deeds.contacted == bool(contacts)
