"""Ground, sight, arcs, advantage and cover (MM-UNIT-28, 30, MM-MOVE-40 to 45, MM-OFFICER-39)."""

from typing import Any

import msgspec

from banneret.rulesets.macbeth_to_medici.basics.state import Defence, Unit
from banneret.rulesets.macbeth_to_medici.basics.who import base_of
from banneret.rulesets.macbeth_to_medici.fighting.charge.declaring import why_not_stand
from banneret.rulesets.macbeth_to_medici.ground.advantage import (
    behind_defences,
    cover_from,
    has_advantage,
)
from banneret.rulesets.macbeth_to_medici.ground.features import (
    bad_going,
    height_at,
    land,
    on_road,
    stands_on,
)
from banneret.rulesets.macbeth_to_medici.ground.sight import (
    body_of,
    in_arc,
    in_range,
    may_see,
    may_shoot_at,
    officer_sees,
    zone,
)
from banneret.rulesets.macbeth_to_medici.setup.entries import Mud, Terrain
from banneret.tabletop.bodies.meeting import frontage_overlap
from rulesets.macbeth_to_medici.mm_fields import Field


def wood(x0: float, y0: float, x1: float, y1: float, name: str = "Wood") -> Terrain:
    """A wood."""
    return Terrain(name, "area", 3, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


def hill(x0: float, y0: float, x1: float, y1: float, height: int = 1) -> Terrain:
    """A hill."""
    points = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Terrain("Hill", "hill", 1, points, height=height)


def foes(field: Field, gap: float = 12.0, **more: Any) -> tuple[Unit, Unit]:
    """A unit and an enemy straight ahead of it."""
    return field.unit(y=12, **more), field.unit("b", y=12 + gap)


def test_mm_unit_30_behind_a_stream_uphill_or_in_bad_going() -> None:
    stream = Terrain("Stream", "line", 1, ((36, 14), (72, 14)))
    field = Field([stream])
    unit, foe = foes(field)
    assert has_advantage(field.battle, unit, foe)  # two of four files lie behind it
    short = Field([Terrain("Stream", "line", 1, ((38, 14), (72, 14)))])
    assert not has_advantage(short.battle, *foes(short))
    up = Field([hill(20, 0, 50, 13)])
    unit, foe = foes(up)
    assert has_advantage(up.battle, unit, foe)
    assert not has_advantage(up.battle, foe, unit)
    deep = Field([Terrain("Marsh", "area", 3, ((20, 4), (60, 4), (60, 20), (20, 20)))])
    assert has_advantage(deep.battle, *foes(deep))


def test_mm_unit_28_some_types_need_ground_to_stand() -> None:
    field = Field()
    rabble, foe = foes(field, type="rabble")
    no = why_not_stand(field.battle, rabble, [foe])
    assert no is not None
    assert no.clause == "MM-UNIT-28"
    behind = Field([Terrain("Stream", "line", 1, ((0, 14), (72, 14)))])
    rabble, foe = foes(behind, type="rabble")
    assert why_not_stand(behind.battle, rabble, [foe]) is None
    gun, foe = foes(behind, type="gunnes", missile="bombard", elements=1, files=1)
    assert why_not_stand(behind.battle, gun, [foe]) is not None  # no field defences
    behind.battle.defences = (Defence("stakes", "a", ((30, 13), (42, 13))),)
    assert behind_defences(behind.battle, gun, foe)
    assert why_not_stand(behind.battle, gun, [foe]) is None


def test_mm_unit_44_mm_unit_45_mm_setup_18_palisades_cover_from_fire_that_crosses_them() -> None:
    field = Field()
    field.battle.defences = (Defence("palisade", "a", ((30, 13), (42, 13))),)
    unit, foe = foes(field)
    beside = field.unit("b", x=60, y=11)
    assert cover_from(field.battle, unit, foe)
    assert not cover_from(field.battle, unit, beside)
    assert has_advantage(field.battle, unit, foe)
    pavise = field.unit(x=15, y=12, pavise=True)
    ahead = field.unit("b", x=15, y=24)
    assert cover_from(field.battle, pavise, ahead)
    pavise.deeds.moved_first = 1.0
    assert not cover_from(field.battle, pavise, ahead)


def test_mm_move_40_zones_by_lines_at_45_degrees() -> None:
    field = Field()
    unit = field.unit(y=12)  # 6 wide, corners at 33 and 39
    battle = field.battle
    assert zone(battle, unit, (41, 14)) == "front"  # exactly on the line
    assert zone(battle, unit, (41.5, 14)) == "right"
    assert zone(battle, unit, (30, 11)) == "left"
    assert zone(battle, unit, (36, 5)) == "rear"


def test_mm_move_43_overlap_of_frontages() -> None:
    field = Field()
    six, four = field.unit(files=6, elements=6), field.unit("b", y=15, files=4, elements=4)
    assert frontage_overlap(body_of(six), body_of(four)) == (2, 0)
    four.x += 1.5
    assert frontage_overlap(body_of(six), body_of(four)) == (2, 0)


def test_mm_move_44_mm_move_46_range_and_arc() -> None:
    field = Field()
    unit = field.unit(y=12, order="close")
    at = field.unit("b", y=24)
    assert in_range(field.battle, unit, at, 12.0)
    at.y = 24.001
    field.battle.memo.known.clear()
    assert not in_range(field.battle, unit, at, 12.0)
    side = field.unit("b", x=48, y=14, files=1, elements=1)
    assert not in_arc(field.battle, unit, side)
    light = field.unit(y=8, order="open")
    assert in_arc(field.battle, light, side)


def test_mm_move_44_nobody_shoots_at_enemies_in_contact_with_friends() -> None:
    field = Field()
    archers = field.unit(x=20, y=12)
    friend, foe = field.unit(x=20, y=20), field.unit("b", x=20, y=20)
    assert may_shoot_at(field.battle, archers, foe, 18) is not None
    field.meet(friend, foe)
    no = may_shoot_at(field.battle, archers, foe, 18)
    assert no is not None
    assert no.clause == "MM-MOVE-44"


def test_mm_move_45_sight_is_blocked_by_woods_crests_and_units() -> None:
    thick, thin = Field([wood(20, 16, 50, 18.5)]), Field([wood(20, 16, 50, 17.9)])
    assert not may_see(thick.battle, *foes(thick))
    assert may_see(thin.battle, *foes(thin))
    crest = Field([hill(20, 16, 50, 18)])
    assert not may_see(crest.battle, *foes(crest))
    field = Field()
    unit, foe = foes(field)
    friend = field.unit(y=17, files=8)
    assert not may_see(field.battle, unit, foe)
    friend.order = "open"
    field.battle.memo.known.clear()
    assert may_see(field.battle, unit, foe)
    above = Field([hill(20, 0, 50, 13)])
    unit, foe = foes(above)
    above.unit(y=17, files=8)
    assert may_see(above.battle, unit, foe)


def test_mm_officer_39_officers_see_over_units_but_not_through_deep_woods() -> None:
    for deep, sees in ((2.0, True), (2.5, False)):
        field = Field([wood(0, 20, 72, 20 + deep)])
        officer = field.battle.officers[0]
        officer.x, officer.y = 36.0, 10.0
        unit = field.unit("b", y=30)
        field.unit(y=15, files=8)
        assert officer_sees(field.battle, officer, unit) is sees


def test_mm_impact_16_fighting_in_bad_going() -> None:
    field = Field([wood(20, 4, 60, 20)])
    unit = field.unit(y=12)
    going = bad_going(field.battle, unit)
    assert going is not None
    assert going.cls == 3
    assert bad_going(field.battle, field.unit(y=12, type="skirmishers", order="open")) is None
    assert bad_going(field.battle, field.unit(x=10, y=30)) is None


def test_mm_move_18_a_road_is_ordinary_going_for_one_file() -> None:
    road = Terrain("Road", "road", 0, ((36, 0), (36, 40)), width=2)
    field = Field([wood(20, 4, 60, 20), road])
    assert on_road(field.battle, base_of(field.battle, field.unit(y=12, files=1, elements=3)))
    assert not on_road(field.battle, base_of(field.battle, field.unit(y=12, files=2)))


def test_mm_setup_24_mud_is_class_two_for_everybody() -> None:
    field = Field([Terrain("Field", "area", 1, ((0, 10), (72, 10), (72, 20), (0, 20)))])
    assert [one.cls for one in land(field.battle).areas] == [1]
    field.battle.scenario = msgspec.structs.replace(field.battle.scenario, special=(Mud("Field"),))
    assert [one.cls for one in land(field.battle).areas] == [2]


def test_heights_and_places() -> None:
    field = Field([hill(20, 0, 50, 20, 2), hill(30, 0, 40, 10)])
    assert height_at(field.battle, (35, 5)) == 2
    assert height_at(field.battle, (60, 5)) == 0
    assert stands_on(field.battle, field.unit(y=20), "Hill")
    assert not stands_on(field.battle, field.unit(y=20.1), "Nowhere")


def test_mm_move_14_mm_move_18_bad_going_counts_but_not_on_a_road_in_one_file() -> None:
    wood = Terrain("Wood", "wood", 3, ((20, 4), (52, 4), (52, 20), (20, 20)))
    road = Terrain("Road", "road", 0, ((36, 0), (36, 30)), width=2.0)
    field = Field([wood, road])
    line, file = field.unit(x=28, y=12), field.unit(y=12, elements=4, files=1)
    found = bad_going(field.battle, line)
    assert found is not None
    assert found.name == "Wood"
    assert bad_going(field.battle, file) is None


def test_mm_move_45_who_stands_at_the_back_of_a_deep_column_hides_what_is_beyond() -> None:
    field = Field()
    column = field.unit(y=30, files=1, elements=12, heading=0.0)
    rear = base_of(field.battle, column).y0
    foe = field.unit("b", y=rear - 3, files=1, elements=1)
    assert may_see(field.battle, column, foe)
    field.unit(y=rear - 0.5, files=4, elements=4)
    assert not may_see(field.battle, column, foe)
