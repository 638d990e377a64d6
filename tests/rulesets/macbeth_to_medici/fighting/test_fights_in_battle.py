"""Impact and melee on the table (MM-IMPACT, MM-MELEE, MM-OFFICER-06, 15)."""

from typing import Any

from banneret.rulesets.macbeth_to_medici.basics.state import Fight, Unit
from banneret.rulesets.macbeth_to_medici.fighting import impact, melee, pairs
from banneret.rulesets.macbeth_to_medici.screen.deeds import Fought, Impacted
from rulesets.macbeth_to_medici.mm_fields import Field
from rulesets.scripting import needs

LANCE: dict[str, Any] = {
    "type": "light_lancers",
    "armour": "light",
    "horse_armour": True,
    "elements": 6,
    "files": 6,
}


def clash(
    a: dict[str, Any], b: dict[str, Any], edge: str = "front"
) -> tuple[Field, Unit, Unit, Fight]:
    """Two units front to front, the first having charged."""
    field = Field()
    one = field.unit(y=20.0, **a)
    two = field.unit("b", y=20.0, **b)
    one.deeds.charged = True
    one.deeds.charge = two.id
    fight = field.meet(one, two, edge=edge, zone=edge)
    field.battle.phase = "impact"
    return field, one, two, fight


def is_impact(a: dict[str, Any], b: dict[str, Any], **options: Any) -> bool:
    field, _, _, fight = clash(a, b)
    if options:
        field.battle.options = type(field.battle.options)(**options)
    return impact.is_impact(field.battle, fight)


def test_mm_impact_01_who_strikes() -> None:
    close = {"order": "close"}
    assert is_impact(LANCE, {})
    assert is_impact({}, close)
    assert is_impact(close, {})
    assert not is_impact({}, {})


def test_mm_impact_02_mm_impact_37_the_narrow_reading() -> None:
    close = {"order": "close"}
    assert is_impact(close, {})
    assert not is_impact(close, {}, impact_narrow=True)
    assert is_impact(LANCE, {}, impact_narrow=True)
    pike = {"type": "pikemen", "order": "close"}
    assert is_impact({}, pike, impact_narrow=True)


def test_mm_impact_03_only_new_contact() -> None:
    field, _, _, fight = clash(LANCE, {})
    assert impact.next_impact(field.battle) is fight
    fight.since = 0
    assert impact.next_impact(field.battle) is None


def test_mm_impact_04_by_initiative_of_the_mover_and_dropped_when_broken() -> None:
    field, one, two, first = clash(LANCE, {})
    other = field.unit(x=50.0, **LANCE)
    other.deeds.charged = True
    second = field.meet(other, two)
    one.deeds.initiative, other.deeds.initiative = 9, 10
    assert impact.next_impact(field.battle) is second
    two.morale = "broken"
    assert impact.next_impact(field.battle) is None
    assert not first.impact


def test_mm_impact_32_hits_first_then_the_test_with_all_of_them() -> None:
    field, one, two, _ = clash(LANCE, {"hits": 2, "elements": 12, "files": 4})
    table = field.table(6, 3, 3, 3, 4, 5)  # 3 + 3 against 3: 1 + 3 ranks, then up
    impact.impact(table)
    told = field.told(table, Impacted)[0]
    assert (told.winner, told.penetrated) == ("a", 3)
    assert two.morale == "impetuous"
    assert (one.deeds.impacts, two.deeds.impacts) == (1, 1)


def test_mm_arch_10_only_the_owner_of_a_led_unit_is_asked_for_leadership() -> None:
    for led in (False, True):
        field, one, _, _ = clash(LANCE, {})
        if led:
            field.lead(one, 4)
        impact.impact(field.table(3, 3, 3, 3, 3, 4))
        asked = [choice.key for side in "ab" for choice in field.script[side].asked]
        assert asked.count("factor_leadership") == led


def test_mm_impact_34_compulsory_inside_beaten_foot() -> None:
    field, _, two, fight = clash(LANCE, {"elements": 12, "files": 3})
    impact.impact(field.table(5, 3, 3, 3, 3, 4))
    assert fight in field.battle.fights
    assert fight.melee == "compulsory"
    assert not two.formed


def test_mm_impact_35_a_loser_that_breaks_routs_at_once() -> None:
    field, one, two, _ = clash(LANCE, {"hits": 4, "morale": "erratic", "elements": 12})
    table = field.table(6, 3, 3, 3, 1, 1, 3, 4, pursue="stay", beyond="halt")
    impact.impact(table)
    assert two.morale == "broken"
    assert two.deeds.routed
    assert not any(two.id in (f.mover, f.other) for f in field.battle.fights)
    del one


def test_mm_impact_38_who_is_held_by_another_enemy_stays() -> None:
    field, one, two, _ = clash(LANCE, {"elements": 4, "files": 4})
    other = field.unit("b", x=44.0, y=20.0)
    field.meet(one, other, impact=False)
    assert impact.is_held(field.battle, one, two)
    other.morale = "broken"
    assert not impact.is_held(field.battle, one, two)


def test_mm_impact_24_carried_through_chooses() -> None:
    field, one, two, _ = clash(LANCE, {"elements": 4, "files": 4})
    table = field.table(5, 3, 3, 3, 3, 4, beyond="halt")
    impact.impact(table)
    asked = next(c for c in field.script["a"].asked if c.key == "beyond")
    assert {"turn", "halt"} <= set(asked.candidates)
    assert one.y > two.y + 1.0


# -- melee


def test_mm_melee_01_mm_melee_02_pairs_fight_in_turn() -> None:
    field = Field()
    middle = field.unit(y=20.0)
    left = field.unit("b", x=33.0, y=20.0)
    right = field.unit("b", x=39.0, y=20.0)
    right.deeds.initiative = 9
    field.meet(left, middle, impact=False)
    field.meet(right, middle, impact=False)
    field.battle.phase, field.battle.stage = "melee", "melees"
    table = field.table(4, 3, 3, 3, 3, 4, 4, 3, 3, 3, 3, 4)
    melee.melee(table)
    assert field.told(table, Fought)[0].one == right.id
    melee.melee(table)
    assert middle.deeds.melees == 2
    melee.melee(table)
    assert field.battle.phase == "officer_tests_begin"


def test_mm_melee_29_no_pushing_they_stay_locked() -> None:
    field = Field()
    one, two = field.unit(y=20.0), field.unit("b", y=20.0)
    fight = field.meet(one, two, impact=False)
    where = (one.x, one.y, two.x, two.y)
    field.battle.phase, field.battle.stage = "melee", "melees"
    melee.melee(field.table(4, 3, 3, 3, 3, 4))
    assert fight in field.battle.fights
    assert (one.x, one.y, two.x, two.y) == where


def test_mm_melee_31_broken_units_do_not_fight() -> None:
    field = Field()
    one = field.unit(y=20.0)
    two = field.unit("b", y=20.0, morale="broken", formed=False)
    field.meet(one, two, impact=False)
    assert melee.next_melee(field.battle) is None


def test_mm_melee_32_supporting_fire_once_and_not_from_the_rear_only() -> None:
    field = Field()
    unit = field.unit(missile="bow", mixed_weapons=True)
    foe = field.unit("b", y=20.0)
    assert pairs.has_supporting_fire(field.battle, unit)
    field.meet(foe, unit, edge="rear", zone="rear")
    assert not pairs.has_supporting_fire(field.battle, unit)


def test_mm_move_42_flank_only_where_it_began_there() -> None:
    assert pairs.struck_edge(Fight(0, 1, 1, edge="left", zone="left")) == "flank"
    assert pairs.struck_edge(Fight(0, 1, 1, edge="left", zone="front")) == "front"
    assert pairs.struck_edge(Fight(0, 1, 1, edge="rear", zone="rear")) == "rear"


def test_mm_officer_15_a_led_unit_that_loses_elements() -> None:
    field = Field()
    one, two = field.unit(y=20.0), field.unit("b", y=20.0)
    field.meet(one, two, impact=False)
    officer = field.lead(two, 4)
    field.battle.phase, field.battle.stage = "melee", "melees"
    table = field.table(4, 3, 3, 3, 6, 6, 3, 4, factor_leadership="none", leadership="none")
    melee.melee(table)
    assert officer.fate == "slain"


def test_mm_officer_06_a_grudge_is_settled_before_the_melee() -> None:
    field = Field()
    one, two = field.unit(y=20.0), field.unit("b", y=20.0)
    field.meet(one, two, impact=False)
    bearer, foe = field.lead(one, 4), field.lead(two, 4)
    bearer.grudge = foe.id
    field.battle.phase, field.battle.stage = "melee", ""
    melee.melee(field.table(5, 3))
    assert (bearer.fate, foe.fate) == ("alive", "slain")


def test_mm_turn_09_impact_then_melee_then_officers() -> None:
    field = Field()
    field.battle.phase = "impact"
    impact.impact(field.table())
    assert field.battle.phase == "melee"
    field.battle.stage = "melees"
    melee.melee(field.table())
    assert field.battle.phase == "officer_tests_begin"


def test_mm_officer_15_an_eleven_disables_and_a_ten_does_nothing() -> None:
    for dice, disabled in (((6, 5), 1), ((5, 5), 0)):
        field = Field()
        one, two = field.unit(y=20.0), field.unit("b", y=20.0)
        field.meet(one, two, impact=False)
        officer = field.lead(two, 4)
        field.battle.phase, field.battle.stage = "melee", "melees"
        table = field.table(4, 3, 3, 3, *dice, 3, 4, factor_leadership="none", leadership="none")
        melee.melee(table)
        assert (officer.fate, officer.disabled) == ("alive", disabled)
        assert "12 slays, 11 disables" in needs(table)


def test_mm_impact_28_mm_impact_34_a_follower_chooses_whether_to_melee() -> None:
    for answer, melee_state in (("fight", "compulsory"), ("hold", "none")):
        field, one, two, _ = clash({"order": "close"}, {"elements": 12, "files": 4})
        impact.impact(field.table(4, 4, 3, 3, 3, 4, melee=answer))
        assert any(c.key == "melee" for c in field.script["a"].asked)
        pair = [f for f in field.battle.fights if {f.mover, f.other} == {one.id, two.id}]
        assert [f.melee for f in pair] == [melee_state]
        assert two.deeds.recoiled


def test_mm_impact_26_mm_impact_33_who_cannot_recoil_stays_in_contact_without_melee() -> None:
    """Enemies close behind: contact is lost only where there is ground to give."""
    for behind, contacts in ((19.0, 1), (12.0, 0)):
        field, one, two, fight = clash(LANCE, {})
        field.unit("b", y=behind, heading=0.0)
        impact.strike(field.table(1, 6, 6, 1, 3, 4), fight)
        assert one.hits > 0
        assert len(field.battle.fights) == contacts
        assert melee.next_melee(field.battle) is None
        field.battle.turn += 1
        for left in field.battle.fights:
            assert {left.mover, left.other} == {one.id, two.id}
