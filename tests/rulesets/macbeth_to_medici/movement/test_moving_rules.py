"""Rates, drills, terrain, brigades and officers on the move (MM-MOVE, MM-UNIT-46, 48)."""

from typing import Any

import msgspec
import pytest

from banneret.core.errors import IllegalAnswer
from banneret.core.questions.choices import Leg, Legs, Pick
from banneret.rulesets.macbeth_to_medici.basics.state import Unit
from banneret.rulesets.macbeth_to_medici.basics.who import base_of, is_mounted, shrink
from banneret.rulesets.macbeth_to_medici.command.riding import brigade_refusal
from banneret.rulesets.macbeth_to_medici.fighting.charge.declaring import _begin as begin_charge
from banneret.rulesets.macbeth_to_medici.fighting.charge.rushing import charge_left
from banneret.rulesets.macbeth_to_medici.movement.choosing import brigade_of
from banneret.rulesets.macbeth_to_medici.movement.courses import follow
from banneret.rulesets.macbeth_to_medici.movement.drilling import (
    carry_out,
    left_for,
    question,
)
from banneret.rulesets.macbeth_to_medici.movement.last import _accelerate as accelerate
from banneret.rulesets.macbeth_to_medici.movement.rates import (
    charge_bonus,
    charge_rate,
    charge_reach,
    evade_bonus,
    evade_rate,
    gaits,
    pace_of,
    rate,
    rout_rate,
    why_not_gait,
    why_not_move,
)
from banneret.rulesets.macbeth_to_medici.movement.reforming import (
    begin_reforming,
    stop_reforming,
    tick,
    why_not_reform,
)
from banneret.rulesets.macbeth_to_medici.screen.events import TerrainMet
from banneret.rulesets.macbeth_to_medici.screen.scene import pieces
from banneret.rulesets.macbeth_to_medici.setup.entries import Bridge, Condition, Terrain, Win
from rulesets.macbeth_to_medici.mm_fields import Field, finish

STREAM = Terrain("Stream", "line", 1, ((0, 15), (72, 15)))
WOOD = Terrain("Wood", "area", 3, ((20, 14), (52, 14), (52, 24), (20, 24)))


def drill(
    field: Field,
    units: Unit | list[Unit],
    gait: str,
    *legs: tuple[Any, ...],
    dice: tuple[int, ...] = (),
) -> None:
    """Have units drill as asked, in step 9."""
    units = units if isinstance(units, list) else [units]
    asked = question(field.battle, units, 9)
    carry_out(field.table(*dice), units, asked.check((gait, legs)), 9)


def refused(field: Field, unit: Unit, gait: str, *legs: tuple[Any, ...]) -> str:
    """The clause that refuses a drill."""
    with pytest.raises(IllegalAnswer) as no:
        question(field.battle, [unit], 9).check((gait, legs))
    return no.value.clause


def horse(field: Field, **more: Any) -> Unit:
    """A unit of light lancers."""
    return field.unit(type="light_lancers", mobility="mounted", **more)


def test_mm_move_01_mm_unit_01_dismounted_fight_as_foot_and_units_count_elements() -> None:
    field = Field()
    unit = field.unit(mobility="dismounted")
    unit.riding = True
    assert not is_mounted(unit)
    assert is_mounted(horse(field))
    assert unit.elements == 8


def test_mm_move_02_rates_of_foot_and_mounted() -> None:
    field = Field()
    foot, mounted = field.unit(), horse(field)
    assert [rate(foot, gait) for gait in ("march", "normal", "double", "rout")] == [4, 6, 8, 12]
    assert [rate(mounted, gait) for gait in ("march", "normal", "double", "rout")] == [6, 9, 12, 18]
    assert (evade_rate(foot), evade_rate(mounted)) == (8, 12)


def test_mm_move_03_mm_move_04_close_order_marches_and_others_only_keep_to_the_distance() -> None:
    field = Field()
    close, loose = field.unit(order="close"), field.unit(x=50, order="loose")
    assert why_not_gait(close, "march") is None
    no = why_not_gait(loose, "march")
    assert no is not None
    assert no.clause == "MM-MOVE-04"
    drill(field, loose, "normal", ("wheel", 20, "right"), ("advance", 1))
    assert loose.formed
    assert pace_of(loose) == "normal"
    drill(field, close, "march", ("advance", 2))
    assert pace_of(close) == "march"
    no = why_not_gait(close, "normal")
    assert no is not None
    assert no.clause == "MM-MOVE-04"  # the rate is fixed for the turn


def test_mm_move_04_loose_order_goes_along_with_close_order_that_marches() -> None:
    """Beside close order it keeps to the distance, and counts as moving normally otherwise."""
    field = Field()
    close, loose = _line(field)
    loose.order = "loose"
    assert gaits([close, loose]) == ["march", "normal", "double"]
    assert gaits([loose]) == gaits([loose, loose]) == ["normal", "double"]
    drill(field, [close, loose], "march", ("advance", 1))
    assert (pace_of(close), pace_of(loose)) == ("march", "normal")
    close.formed = False
    assert gaits([close, loose]) == []
    assert gaits([loose]) == ["march"]  # left alone, it still keeps to the rate of its turn


def test_mm_move_04_mm_move_30_who_goes_along_passes_friends_as_at_a_normal_move() -> None:
    field = Field()
    close, loose = _line(field)
    loose.order = "loose"
    field.unit(x=30, y=14, order="close")
    field.unit(x=37, y=14, order="close")
    drill(field, [close, loose], "march", ("advance", 4), dice=(3, 4, 4, 1, 1, 5, 4))
    assert (close.formed, loose.formed) == (True, False)


def test_mm_move_05_mm_move_06_charges_start_from_the_double_rate_with_a_bonus() -> None:
    field = Field()
    battle = field.battle
    assert charge_reach(battle, field.unit()) == 11
    assert charge_reach(battle, horse(field, experience="veteran")) == 20
    green = field.unit(mobility="dismounted", experience="green")
    assert charge_bonus(green) == 2
    assert evade_bonus(green) == 4
    assert charge_bonus(horse(field, experience="green")) == 4


def test_mm_move_07_the_bonus_belongs_to_step_nine() -> None:
    field = Field()
    unit = horse(field, experience="veteran")
    assert charge_left(field.battle, unit, 5, 30.0) == 12
    unit.deeds.used = 8.0
    assert charge_left(field.battle, unit, 9, 0.0) == 12


def test_mm_move_08_dismounted_ride_and_charge_afoot() -> None:
    field = Field()
    foe = field.unit("b", y=20)
    unit = field.unit(mobility="dismounted")
    unit.riding = True
    assert rate(unit, "normal") == 9
    assert evade_rate(unit) + evade_bonus(unit) == 12 + 6
    assert rout_rate(unit) == 18
    drill(field, unit, "normal", ("mount",), ("advance", 2))
    assert not unit.riding
    assert unit.deeds.used == 5
    assert refused(field, unit, "normal", ("mount",)) == "MM-MOVE-08"
    other = field.unit(x=50, mobility="dismounted")
    other.riding = True
    other.deeds.charge = foe.id
    begin_charge(field.battle, other)
    assert not other.riding
    assert charge_rate(field.battle, other) == 8


def test_mm_move_48_dismounted_may_ride_in() -> None:
    field = Field(dismounted_ride_in=True)
    unit = field.unit(mobility="dismounted")
    unit.riding = True
    assert charge_reach(field.battle, unit) == 15
    assert charge_reach(Field().battle, unit) == 11
    unit.deeds.charge = field.unit("b", y=20).id
    begin_charge(field.battle, unit)
    assert unit.riding


def test_mm_move_09_mm_init_07_both_steps_together_keep_to_the_rate() -> None:
    field = Field()
    unit = field.unit()
    carry_out(field.table(), [unit], Legs("normal", (Leg("advance", 4.0),)), 5, 4.0)
    assert unit.deeds.moved_first == 4
    assert left_for([unit], "normal", 9, None) == 2
    assert refused(field, unit, "normal", ("advance", 2.5)) == "MM-MOVE-25"
    drill(field, unit, "normal", ("advance", 2))
    assert unit.y == 18


def test_mm_init_06_the_initiative_part_is_held_to_the_rate_and_to_the_difference() -> None:
    field = Field()
    unit = horse(field, order="close")
    assert left_for([unit], "march", 5, 10.0) == 6
    assert left_for([unit], "normal", 5, 4.0) == 4


def test_mm_move_10_bombards_never_move_and_guns_never_double() -> None:
    field = Field()
    gun = field.unit(type="gunnes", missile="bombard", elements=1, files=1, order="open")
    no = why_not_move(field.battle, gun)
    assert no is not None
    assert no.clause == "MM-MOVE-10"
    light = field.unit(x=50, type="gunnes", missile="bombard", elements=1, files=1, light=True)
    assert why_not_gait(light, "normal") is None
    no = why_not_gait(light, "double")
    assert no is not None
    assert no.clause == "MM-MOVE-10"


def test_mm_move_11_units_keep_an_inch_from_enemies_and_off_friends() -> None:
    field = Field()
    unit = field.unit(y=12)
    field.unit("b", y=18)
    assert refused(field, unit, "normal", ("advance", 5.1)) == "MM-MOVE-11"
    drill(field, unit, "normal", ("advance", 5))
    assert unit.y == 17
    behind = field.unit(y=14.5)
    assert refused(field, behind, "normal", ("advance", 2)) in ("MM-MOVE-11", "MM-MOVE-37")


def test_mm_move_11_a_step_back_costs_double_and_open_order_goes_any_way() -> None:
    field = Field()
    unit = field.unit()
    drill(field, unit, "normal", ("back", 2))
    assert (unit.y, unit.deeds.used, unit.heading) == (10, 4, 0)
    assert unit.formed
    mixed = field.unit(x=60)
    drill(field, mixed, "normal", ("back", 2), ("advance", 2))
    assert not mixed.formed  # at march rate: more than a march mixes rates (MM-MOVE-27)
    assert refused(field, field.unit(x=50), "normal", ("back", 2.5)) == "MM-MOVE-11"
    light = field.unit(x=20, order="open", type="skirmishers")
    drill(field, light, "normal", ("advance", 3, "left"))
    assert (light.x, light.heading) == (17, 0)


def test_mm_move_16_dice_of_terrain_come_off_what_is_left() -> None:
    field = Field([WOOD])
    unit = field.unit(y=14)
    drill(field, unit, "normal", ("advance", 6), dice=(2, 5))
    assert unit.y == 15  # higher of 2 and 5: one inch left
    slow = field.unit(x=48, y=14)
    slow.deeds.used = 3
    drill(field, slow, "normal", ("advance", 3), dice=(5, 5))
    assert slow.y == 15  # it always may move its first inch
    assert slow.deeds.crossed == (("Wood", 3),)


def test_mm_move_12_mm_move_16_a_stream_takes_the_difference_once() -> None:
    field = Field([STREAM])
    unit = field.unit(y=12)
    drill(field, unit, "normal", ("advance", 6), dice=(2, 4))
    assert unit.y == 16  # 2 off
    assert unit.deeds.used == 6


def test_mm_move_13_mm_move_17_open_skirmishers_and_routers_are_not_slowed() -> None:
    field = Field([WOOD])
    light = field.unit(type="skirmishers", order="open", y=13)
    drill(field, light, "normal", ("advance", 6))
    assert light.y == 19
    close = field.unit(x=45, y=13, type="skirmishers", order="close", missile="crossbow")
    drill(field, close, "normal", ("advance", 6), dice=(3, 4))
    assert close.y == 15


def test_mm_move_18_rivers_bar_the_way_but_for_bridges() -> None:
    river = Terrain("River", "river", 0, ((0, 15), (72, 15)), impassable=True)
    bridge = Terrain("Bridge", "bridge", 1, ((36, 14), (36, 16)), width=3)
    field = Field([river, bridge])
    column = field.unit(y=12, files=2)
    wide = field.unit(x=50, y=12, files=4)
    assert refused(field, wide, "normal", ("advance", 5)) in ("MM-MOVE-18", "MM-SETUP-24")
    drill(field, column, "normal", ("advance", 5))
    assert column.y == 17  # ordinary going without the special rule
    assert column.deeds.crossed == ()


def test_mm_setup_24_a_bridge_under_the_special_rule_is_class_one_and_two_files_wide() -> None:
    river = Terrain("River", "river", 0, ((0, 15), (72, 15)), impassable=True)
    bridge = Terrain("Bridge", "bridge", 1, ((36, 14), (36, 16)), width=3)
    field = Field([river, bridge])
    _special(field, Bridge("Bridge"))
    three = field.unit(y=12, files=3)
    assert refused(field, three, "normal", ("advance", 5)) == "MM-SETUP-24"
    three.where = "lost"
    field.battle.memo.known.clear()
    column = field.unit(y=12, files=2)
    drill(field, column, "normal", ("advance", 5), dice=(3, 3))
    assert column.deeds.crossed == (("Bridge", 1),)


def _special(field: Field, *rules: Any) -> None:
    field.battle.scenario = msgspec.structs.replace(field.battle.scenario, special=rules)


def _line(field: Field, **second: Any) -> tuple[Unit, Unit]:
    """Two units side by side aligned on their officer."""
    one, two = field.unit(x=30, order="close"), field.unit(x=37, **{"order": "close", **second})
    for unit in (one, two):
        unit.deeds.brigade = 0
    return one, two


def test_mm_move_19_a_brigade_moves_as_one_at_the_pace_of_the_slowest() -> None:
    field = Field([STREAM])
    one, two = _line(field, type="light_lancers", mobility="mounted")
    assert brigade_of(field.battle, one) == [one, two]
    assert left_for([one, two], "normal", 9, None) == 6
    drill(field, [one, two], "normal", ("advance", 6), dice=(2, 3))
    assert one.y == two.y == 16  # one roll for both, doubled as one of them rides
    assert (one.x, two.x) == (30, 37)


def test_mm_move_19_an_option_of_a_brigade_points_at_all_its_bodies() -> None:
    field = Field()
    one, two = _line(field)
    asked: Any = Pick("a", "movers", "Who moves?", (one.id, two.id))
    assert pieces(field.battle, asked, one.id) == (one.id, two.id)
    two.deeds.charge = one.id
    assert pieces(field.battle, asked, one.id) == (one.id,)


def test_mm_move_25_a_refused_leg_says_what_it_costs_and_where_it_would_lead() -> None:
    field = Field()
    unit = field.unit()
    seen = question(field.battle, [unit], 9).preview(("normal", (("wheel", 170, "left"),)))
    (step,) = seen.legs
    assert step.because == f"it costs {round(step.price, 2):g}″ and 6″ is left"
    assert step.clause == "MM-MOVE-25"
    assert step.bases[0][2] == (unit.heading - 170) % 360
    made = question(field.battle, [unit], 9).preview(("normal", (("advance", 2, ""),)))
    assert [(one.price, one.left, one.clause) for one in made.legs] == [(2.0, 4.0, "MM-MOVE-11")]


def test_mm_move_12_what_terrain_may_take_is_told_with_its_chances() -> None:
    field = Field([STREAM])
    unit = field.unit(y=12)
    asked = question(field.battle, [unit], 9)
    (note,) = asked.preview(("normal", (("advance", 5, ""),))).notes
    assert note == ("Stream, class 1, still to be thrown for: 0″ 28%, 1″ 44%, 2″ 22%, 3″ 6% off")
    unit.deeds.crossed = (("Stream", 1),)
    assert not question(field.battle, [unit], 9).preview(("normal", (("advance", 5, ""),))).notes


def test_mm_move_19_a_brigade_rolls_once_for_the_worst_that_any_of_it_meets() -> None:
    wood = Terrain("Wood", "area", 3, ((34, 14), (40, 14), (40, 24), (34, 24)))
    wall = Terrain("Wall", "line", 1, ((20, 13), (33, 13)))
    field = Field([wall, wood])
    one, two = _line(field)
    drill(field, [one, two], "normal", ("advance", 6), dice=(2, 4))
    assert one.y == two.y == 14  # six less the higher of 2 and 4
    assert {name for name, _ in one.deeds.crossed} == {"Wall", "Wood"}


def test_mm_move_19_a_wheeling_brigade_rolls_once_for_its_worst() -> None:
    marsh = Terrain("Marsh", "area", 3, ((30, 12.3), (36, 12.3), (36, 16), (30, 16)))
    belt = Terrain("Belt", "area", 2, ((40, 12.3), (44, 12.3), (44, 16), (40, 16)))
    field = Field((marsh, belt))
    one, two = field.unit(), field.unit(x=42.0)
    for unit in (one, two):
        unit.deeds.brigade = 0
    table = field.table(2, 3)
    legs = question(field.battle, [one, two], 9).check(("normal", [("wheel", 4.0, "right")]))
    carry_out(table, [one, two], legs, 9)
    finish(table)
    assert [met.feature for met in field.told(table, TerrainMet)] == ["Marsh"]
    assert one.heading == two.heading == 4.0


def test_mm_move_19_mm_fatigue_09_what_a_brigade_does_not_reach_does_not_tire_it() -> None:
    marsh = Terrain("Marsh", "area", 3, ((20, 13), (33, 13), (33, 15), (20, 15)))
    belt = Terrain("Belt", "area", 2, ((34, 17), (40, 17), (40, 24), (34, 24)))
    field = Field((marsh, belt))
    one, two = _line(field)
    drill(field, [one, two], "normal", ("advance", 6), dice=(5, 4))
    assert (one.y, two.y) == (13, 13)
    assert one.deeds.crossed == two.deeds.crossed == (("Marsh", 3),)


def test_mm_move_19_a_wheel_cut_short_does_not_reach_what_lies_further_round() -> None:
    marsh = Terrain("Marsh", "area", 3, ((30, 12.3), (36, 12.3), (36, 16), (30, 16)))
    belt = Terrain("Belt", "area", 2, ((27, 13.8), (33, 13.8), (33, 18), (27, 18)))
    field = Field((marsh, belt))
    one, two = _line(field)
    notes = question(field.battle, [one, two], 9).preview(("march", [("wheel", 16, "right")])).notes
    assert [note.partition(",")[0] for note in notes] == ["Marsh"]
    drill(field, [one, two], "march", ("wheel", 16, "right"), dice=(2, 3))
    assert 0.0 < one.heading < 16.0
    assert one.deeds.crossed == two.deeds.crossed == (("Marsh", 3),)


def test_mm_move_21_a_brigade_wheels_as_one_line_and_loses_members_that_are_charged() -> None:
    field = Field()
    one, two = _line(field)
    drill(field, [one, two], "march", ("wheel", 10, "left"))
    assert one.heading == two.heading == 350
    assert question(field.battle, [one, two], 9).preview(("march", [("about",)])).clause == (
        "MM-MOVE-21"
    )
    two.deeds.response = "stand"
    assert brigade_of(field.battle, one) == [one]


def test_mm_move_20_mm_move_21_mm_unit_46_who_may_not_be_brigaded() -> None:
    field = Field()
    officer = field.battle.officers[0]
    officer.x, officer.y = 34.0, 9.0
    one, two = field.unit(x=30), field.unit(x=37)
    assert brigade_refusal(field.battle, officer, (one.id, two.id)) is None

    def why(**changes: Any) -> str:
        for name, value in changes.items():
            setattr(two, name, value)
        no = brigade_refusal(field.battle, officer, (one.id, two.id))
        assert no is not None
        return no.clause

    assert why(formed=False) == "MM-UNIT-46"
    assert why(formed=True, morale="impetuous") == "MM-MOVE-21"
    tribal = field.unit(x=30, y=16, origin="tribal")
    no = brigade_refusal(field.battle, officer, (one.id, tribal.id))
    assert no is not None
    assert no.clause == "MM-MOVE-20"


def test_mm_move_22_frontage_is_changed_by_regulars_for_an_inch_an_element() -> None:
    field = Field()
    unit = field.unit(origin="regular", files=3)
    drill(field, unit, "normal", ("frontage", 3))
    assert (unit.files, unit.deeds.used) == (6, 3)
    assert refused(field, unit, "normal", ("frontage", -1)) == "MM-MOVE-22"  # EB a turn
    assert refused(field, field.unit(x=60), "normal", ("frontage", 1)) == "MM-MOVE-22"
    veteran = field.unit(x=20, experience="veteran", files=2)
    drill(field, veteran, "normal", ("frontage", 2, "left"))
    assert veteran.files == 4
    assert base_of(field.battle, veteran).x0 == 18.5


def test_mm_move_23_a_turn_to_flank_costs_a_die() -> None:
    field = Field()
    unit = field.unit(origin="regular", class_="B")
    drill(field, unit, "normal", ("flank", 0, "right"), dice=(4,))
    assert (unit.heading, unit.files, unit.deeds.used) == (90, 2, 4)
    assert refused(field, field.unit(x=60), "normal", ("flank", 0, "left")) == "MM-MOVE-23"


def test_mm_move_24_mm_move_25_about_face_costs_a_die_a_rank_and_a_wheel_its_arc() -> None:
    field = Field()
    unit = field.unit()
    drill(field, unit, "normal", ("about",), dice=(3,))
    assert (unit.heading, unit.deeds.used) == (180, 6)
    deep = horse(field, x=60, files=2, elements=4)
    drill(field, deep, "normal", ("about",), ("advance", 1), dice=(6,))
    assert (deep.heading, deep.deeds.used) == (180, 9)  # turned, nothing left
    three = field.unit(x=20, files=3, order="close")
    steps, _ = follow(field.battle, [three], Legs("march", (Leg("wheel", 45.0, "left"),)), 4.0)
    assert steps[0].price == pytest.approx(3.534, abs=0.001)


def test_mm_move_26_any_other_change_of_formation_comes_out_unformed() -> None:
    field = Field()
    unit = field.unit(origin="tribal", elements=6, files=6)
    drill(field, unit, "normal", ("formation", 3))
    assert (unit.files, unit.ranks, unit.formed, unit.x) == (3, 2, False, 36)


def test_mm_move_27_a_wheel_and_more_than_a_march_mixes_rates() -> None:
    field = Field()
    unit = horse(field, files=2, elements=4)
    drill(field, unit, "normal", ("wheel", 30, "right"), ("advance", 7))
    assert not unit.formed
    kept = horse(field, x=20, files=2, elements=4)
    drill(field, kept, "normal", ("wheel", 30, "left"), ("advance", 4))
    assert kept.formed


def test_mm_move_28_mm_move_29_mm_turn_08_reforming_takes_thirds_of_a_turn() -> None:
    field = Field()
    unit = field.unit(elements=10, files=5, formed=False)
    table = field.table()
    assert why_not_reform(field.battle, unit) is None
    begin_reforming(table, unit)
    assert unit.reforming == 4
    no = why_not_move(field.battle, unit)
    assert no is not None
    assert no.clause == "MM-MOVE-29"
    for _ in range(3):
        tick(table)
    assert not unit.formed
    tick(table)
    assert unit.formed
    other = field.unit(x=60, formed=False)
    begin_reforming(table, other)
    stop_reforming(table, other)
    assert (other.reforming, other.formed) == (0, False)


def test_mm_unit_46_an_unformed_unit_neither_marches_nor_changes_its_front() -> None:
    field = Field()
    unit = field.unit(order="close", origin="regular", class_="A", formed=False)
    assert refused(field, unit, "normal", ("frontage", 1)) == "MM-UNIT-46"
    assert refused(field, unit, "normal", ("flank", 0, "left")) == "MM-UNIT-46"
    no = why_not_gait(unit, "march")
    assert no is not None
    assert no.clause == "MM-UNIT-46"
    unit.formed = True
    assert why_not_gait(unit, "march") is None


def test_mm_move_38_mm_move_39_mm_unit_02_footprints_and_shrinking() -> None:
    field = Field()
    unit = field.unit(elements=9, files=4)
    rect = base_of(field.battle, unit)
    assert (rect.width, rect.depth) == (6, 3)
    front = (unit.x, unit.y)
    shrink(field.battle, unit, 5, "test")
    assert (unit.elements, unit.ranks, unit.files) == (4, 1, 4)
    shrink(field.battle, unit, 1, "test")
    assert (unit.files, (unit.x, unit.y)) == (3, front)
    loose, close = field.unit(order="open"), field.unit(order="close")
    assert base_of(field.battle, loose) == base_of(field.battle, close)


def test_mm_move_30_mm_move_32_mm_move_37_passing_through_friends() -> None:
    field = Field()
    unit = field.unit(y=12)
    friend = field.unit(y=15.5, elements=4)
    drill(field, unit, "normal", ("advance", 6), dice=(5, 2, 1, 1))
    assert unit.y == 18
    assert not unit.formed
    assert not friend.formed
    assert (unit.hits, friend.hits) == (1, 1)  # 5 against 1 exceeds 3
    skirmish = field.unit(x=60, y=12)
    field.unit(x=60, y=15.5, elements=4, type="skirmishers", order="open")
    drill(field, skirmish, "normal", ("advance", 6))
    assert skirmish.formed


def test_mm_move_37_who_cannot_clear_a_friend_stops_short() -> None:
    field = Field()
    unit = field.unit(y=12)
    field.unit(y=17)
    assert refused(field, unit, "normal", ("advance", 6)) == "MM-MOVE-37"
    said = question(field.battle, [unit], 9).preview(("normal", [("advance", 6)]))
    assert said.legs[0].most == pytest.approx(3, abs=0.01)


def test_mm_move_46_places_are_kept_in_thousandths() -> None:
    field = Field()
    unit = field.unit(order="close")
    drill(field, unit, "march", ("wheel", 7.77, "left"), ("advance", 1.23456))
    assert unit.x == round(unit.x, 3)
    assert unit.heading == 352.23


def test_mm_move_47_mm_move_49_a_led_brigade_may_add_a_march() -> None:
    def inches(gap: float, **options: Any) -> float:
        field = Field(**options)
        one, two = _line(field)
        field.lead(one)
        field.unit("b", x=33, y=12 + gap)
        accelerate(field.battle, [one])
        return left_for([one, two], "normal", 9, None)

    assert inches(30.0) == 6
    assert inches(30.0, accelerated_march=True) == 10
    assert inches(24.0, accelerated_march=True) == 6


def test_mm_unit_48_leaving_in_good_order_needs_orders() -> None:
    field = Field()
    unit = field.unit(y=4)
    assert refused(field, unit, "normal", ("leave",)) == "MM-UNIT-48"
    assert refused(field, field.unit(x=10, y=46), "normal", ("advance", 4)) == "MM-UNIT-48"
    field.battle.wards[0].order = "withdraw"
    drill(field, unit, "normal", ("leave",))
    assert unit.where == "left"
    assert field.battle.off_edge == {"south": (unit.id,)}


def test_mm_unit_03_mm_unit_49_order_changes_only_with_the_option() -> None:
    for on in (False, True):
        field = Field(dual_order=on)
        unit = field.unit(order="close", second_order="open")
        if not on:
            assert refused(field, unit, "normal", ("order",)) == "MM-UNIT-03"
        else:
            drill(field, unit, "normal", ("order",))
            assert (unit.order, unit.formed) == ("open", False)


def test_mm_turn_12_doubling_is_a_move_above_the_normal_rate() -> None:
    field = Field()
    slow, fast = field.unit(), field.unit(x=50)
    drill(field, slow, "double", ("advance", 5))
    drill(field, fast, "double", ("advance", 7))
    assert (slow.deeds.doubled, fast.deeds.doubled) == (False, True)


def test_mm_unit_48_an_edge_that_the_scenario_names_is_open_too() -> None:
    field = Field()
    win = Win(
        1,
        "win",
        "any",
        "they are away",
        all=(Condition("units_off_or_at", 1, edge=2, count=1),),
    )
    field.battle.scenario = msgspec.structs.replace(field.battle.scenario, win=(win,))
    near, far = field.unit(y=44), field.unit(x=10, y=4)
    drill(field, near, "normal", ("leave",))
    assert field.battle.off_edge == {"north": (near.id,)}
    assert refused(field, far, "normal", ("leave",)) == "MM-MOVE-25"


def test_mm_move_11_mm_move_19_a_brigade_steps_aside_only_if_all_of_it_is_in_open_order() -> None:
    for order, clause in (("close", "MM-MOVE-11"), ("open", "")):
        field = Field()
        one, two = field.unit(x=30, order="open"), field.unit(x=37, order=order)
        for unit in (one, two):
            unit.deeds.brigade = 0
        no = question(field.battle, [one, two], 9).refusal(
            Legs("normal", (Leg("advance", 2, "left"),))
        )
        assert (no.clause if no else "") == clause
