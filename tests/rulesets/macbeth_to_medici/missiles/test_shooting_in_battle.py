"""Who may shoot at whom in a battle, and what follows (MM-GUN, MM-ARCH, MM-SKIRM)."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from banneret.rulesets.macbeth_to_medici.basics.state import Aim, Unit
from banneret.rulesets.macbeth_to_medici.command.states import add_hits, lose_elements
from banneret.rulesets.macbeth_to_medici.command.turn import in_step
from banneret.rulesets.macbeth_to_medici.fighting.pairs import has_supporting_fire
from banneret.rulesets.macbeth_to_medici.missiles import gunnes, shooting, skirmishing, volleys
from banneret.rulesets.macbeth_to_medici.screen.deeds import Bombarded
from banneret.rulesets.macbeth_to_medici.screen.events import HitsTaken, UnitLost
from banneret.rulesets.macbeth_to_medici.screen.wording import sentence
from banneret.rulesets.macbeth_to_medici.sequence import SEQUENCE
from rulesets.macbeth_to_medici.mm_fields import Field, finish, odds

GUN: dict[str, Any] = {
    "type": "gunnes",
    "origin": "regular",
    "order": "close",
    "elements": 1,
    "files": 1,
    "armour": "unarmoured",
}
BOWS: dict[str, Any] = {"type": "archers", "missile": "longbow", "elements": 12, "files": 6}


def play(field: Field, step: Any, *dice: int, **answers: Any) -> Any:
    """Play a shooting step to its end."""
    table = field.table(*dice, **answers)
    phase = field.battle.phase
    field.battle.stage = ""
    while field.battle.phase == phase:
        step(table)
    finish(table)
    return table


def bombard(**more: Any) -> tuple[Field, Unit, Unit]:
    field = Field()
    gun = field.unit(**GUN)
    target = field.unit("b", y=30.0, hits=0)
    field.battle.phase = "artillery"
    del more
    return field, gun, target


# -- guns


def test_mm_gun_01_the_order_of_combat() -> None:
    order = [
        key
        for key in SEQUENCE
        if key in ("artillery", "archery", "skirmish", "reaction_moves", "impact", "melee")
    ]
    assert order == ["artillery", "archery", "skirmish", "reaction_moves", "impact", "melee"]


def test_mm_gun_02_who_broke_by_arrows_does_not_shoot_later() -> None:
    field = Field()
    unit = field.unit(
        type="skirmishers", missile="javelin", order="open", morale="broken", formed=False
    )
    field.unit("b", y=15.5)
    assert not skirmishing.may_skirmish(field.battle, unit)


def test_mm_gun_03_mm_arch_02_two_volleys_from_the_same_start() -> None:
    field = Field()
    one = field.unit(**BOWS)
    two = field.unit("b", y=20.0, **BOWS)
    field.battle.phase = "archery"
    play(field, volleys.archery, 6, 1, 3, 4, 6, 1, 3, 4)
    # 6 + 5 = 11 against 6: one hit each, 12 x 1 / 12 = 1 element, whichever shot first
    assert (one.elements, two.elements, one.hits, two.hits) == (11, 11, 1, 1)


def test_mm_arch_18_mm_arch_24_mm_control_14_broken_targets_take_hits_and_no_test() -> None:
    field = Field()
    field.unit(**BOWS)
    target = field.unit("b", y=20.0, morale="broken", formed=False)
    field.battle.phase = "archery"
    play(field, volleys.archery, 6, 1, 1)
    assert (target.hits, target.deeds.tests) == (1, 0)


def test_mm_move_28_mm_arch_26_nobody_shoots_while_reforming_or_contacted() -> None:
    field = Field()
    bows = field.unit(**BOWS)
    assert shooting.may_act(field.battle, bows)
    bows.reforming = 1
    assert not shooting.may_act(field.battle, bows)
    bows.reforming, bows.deeds.contacted = 0, True
    assert not shooting.may_act(field.battle, bows)


def test_mm_gun_04_battery_guns_never_fire() -> None:
    field = Field()
    battery = field.unit(**{**GUN, "missile": "battery_gun", "elements": 2, "files": 2})
    field.unit("b", y=20.0)
    assert not gunnes.may_bombard(field.battle, battery)
    assert gunnes.may_bombard(field.battle, field.unit(x=10.0, **GUN))


def test_mm_gun_05_what_a_battery_supports() -> None:
    for files, supported in ((6, True), (7, False)):
        field = Field()
        line = field.unit(files=files, elements=files)
        battery = field.unit(x=line.x + files * 0.75 + 0.75, **{**GUN, "missile": "battery_gun"})
        assert gunnes.battery_supports(field.battle, line) is supported
        battery.deeds.moved_first = 1.0
        assert not gunnes.battery_supports(field.battle, line)


def test_mm_gun_06_range_of_24_inches() -> None:
    field, gun, target = bombard()
    target.y = 36.0
    field.battle.memo.known.clear()
    assert gunnes.targets(field.battle, gun) == [target]
    target.y = 36.1
    field.battle.memo.known.clear()
    assert gunnes.targets(field.battle, gun) == []


def test_mm_gun_07_a_light_gun_that_moved_does_not_shoot() -> None:
    field = Field()
    gun = field.unit(light=True, **GUN)
    assert gunnes.may_bombard(field.battle, gun)
    gun.deeds.moved_first = 4.0
    assert not gunnes.may_bombard(field.battle, gun)


def test_mm_gun_15_an_explosion_hits_friend_and_foe_alike() -> None:
    field, gun, target = bombard()
    friend = field.unit(x=39.0)
    enemy = field.unit("b", x=31.0, y=15.5)
    far = field.unit(x=50.0)
    field.lead(gun)
    play(field, gunnes.artillery, 1, 6, 4, bombard=str(target.id))
    assert gun.where == "lost"
    assert (friend.hits, enemy.hits, far.hits) == (1, 1, 0)
    assert field.battle.officers[0].fate == "slain"
    assert not target.deeds.under_artillery


@pytest.mark.parametrize(
    ("dice", "clause", "says"),
    [
        ((3, 3), "MM-GUN-10", "U0 strikes U1."),
        ((5, 3, 3, 4), "MM-GUN-12", "U0 shakes U1: 2 hits more in their test."),
        ((3, 4), "MM-GUN-13", "U0 misses U1."),
        ((1, 6, 1), "MM-GUN-14", "U0 bursts."),
    ],
)
def test_mm_gun_10_mm_gun_12_mm_gun_13_mm_gun_14_each_end_of_a_shot_is_told_under_its_clause(
    dice: tuple[int, ...], clause: str, says: str
) -> None:
    field, _, target = bombard()
    table = play(field, gunnes.artillery, *dice, bombard=str(target.id))
    (told,) = [one for one in table.events if isinstance(one.event, Bombarded)]
    assert told.clause == clause
    assert sentence(field.battle, told.event) == says
    lost = [sentence(field.battle, one) for one in field.told(table, UnitLost)]
    assert lost == (["U0 is lost (burst)."] if clause == "MM-GUN-14" else [])


def test_mm_control_06_who_is_lost_takes_no_more_hits() -> None:
    field = Field()
    unit = field.unit(elements=2)
    table = field.table()
    lose_elements(table, unit, 2, "archery")
    add_hits(table, unit, 1, "archery")
    assert unit.hits == 0
    assert not field.told(table, HitsTaken)


def test_mm_gun_16_no_target_in_contact_with_friends_or_behind_others() -> None:
    field, gun, target = bombard()
    friend = field.unit(x=36.0, y=29.99)
    field.meet(friend, target)
    assert gunnes.targets(field.battle, gun) == []


@pytest.mark.parametrize("hits", [0, 2, 5])
@pytest.mark.parametrize("leadership", [None, 5])
def test_mm_gun_08_mm_gun_12_what_a_shot_may_come_to_is_told_beforehand(
    hits: int, leadership: int | None
) -> None:
    """The chances at a target are those of the shot and of the test it may cause."""
    field, gun, target = bombard()
    target.hits = hits
    target.morale = "erratic" if hits > 3 else "steady"
    if leadership:
        field.lead(target, leadership)
    asked = gunnes._question(field.battle, gun)
    assert asked is not None
    assert asked.odds is not None
    told = asked.odds(str(target.id))
    assert sum(Fraction(share) for share in told.values()) == 1
    given = {"experience": "seasoned", "hits": hits, "morale": target.morale}
    exact = odds("bombard_at_target", gun="seasoned", leadership=leadership, **given)
    assert told["hit"] == exact["outcome"]["hit"] == "1/6"
    assert told["the gun bursts"] == exact["outcome"]["explosion"] == "1/12"
    assert told.get("broken") == exact["morale"].get("broken")
    assert told.get("Impetuous") == exact["morale"].get("impetuous")


def test_mm_gun_12_mm_setup_27_in_the_fog_the_chances_betray_nothing() -> None:
    told = []
    for experience in ("green", "veteran"):
        field = Field(fog=True)
        gun = field.unit(**GUN)
        target = field.unit("b", y=30.0, experience=experience)
        told.append(gunnes.odds(field.battle, gun, target.id))
    assert told[0] == told[1]


def test_mm_gun_17_two_bombards_two_tests() -> None:
    field, gun, target = bombard()
    field.unit(x=40.0, **GUN)
    table = play(field, gunnes.artillery, 4, 2, 3, 4, 5, 2, 3, 4)
    assert target.deeds.tests == 2
    assert gun.deeds.fired == "shot"
    assert target.deeds.under_artillery
    del table


# -- archery


def test_mm_arch_06_mm_setup_27_the_odds_of_a_volley_tell_no_more_than_is_known() -> None:
    field = Field(fog=True)
    bows = field.unit(**BOWS)
    foe = field.unit("b", y=18)
    known = volleys.odds(field.battle, bows, str(foe.id))
    assert sum(Fraction(share) for share in known.values()) == 1
    assert any("hit" in told for told in known)
    foe.profile = msgspec.structs.replace(foe.profile, experience="veteran", class_="A")
    assert volleys.odds(field.battle, bows, str(foe.id)) == known
    foe.known = True
    assert volleys.odds(field.battle, bows, str(foe.id)) != known


def test_mm_arch_01_mm_unit_22_mm_unit_23_only_bows_throughout() -> None:
    field = Field()
    long = field.unit(**BOWS)
    cross = field.unit(type="skirmishers", missile="crossbow")
    mixed = field.unit(missile="bow", mixed_weapons=True)
    dual = field.unit(missile="longbow", dual_armed=True)
    found = [volleys.has_archery(field.battle, u) for u in (long, cross, mixed, dual)]
    assert found == [True, False, False, True]
    assert skirmishing.may_skirmish(field.battle, mixed)
    assert has_supporting_fire(field.battle, mixed)


def test_mm_unit_50_mm_unit_32_half_a_mixed_formation_by_option() -> None:
    bill: dict[str, Any] = {
        "type": "archers",
        "second_type": "billmen",
        "missile": "longbow",
        "elements": 9,
        "files": 9,
    }
    field = Field()
    assert not volleys.has_archery(field.battle, field.unit(**bill))
    field = Field(mixed_formation_archery=True)
    unit = field.unit(**bill)
    foe = field.unit("b", y=20.0, files=8)
    assert volleys.has_archery(field.battle, unit)
    assert volleys._aim(field.battle, unit, str(foe.id)).firing == 5
    assert has_supporting_fire(field.battle, unit)
    unit.deeds.fired = "with"
    assert not has_supporting_fire(field.battle, unit)


def test_mm_arch_04_mm_unit_21_heavy_arrows_are_offered_in_their_range() -> None:
    field = Field()
    unit = field.unit(heavy_arrows=True, **BOWS)
    near = field.unit("b", y=23.0)
    assert volleys.targets(field.battle, unit) == [f"{near.id}", f"{near.id}:heavy"]
    near.y = 27.0
    field.battle.memo.known.clear()
    assert volleys.targets(field.battle, unit) == [f"{near.id}"]


def test_mm_arch_13_whose_initiative() -> None:
    field = Field()
    one, two = field.unit(), field.unit("b", y=20.0)
    for mine, theirs, found in ((9, 9, "drawn"), (10, 9, "with"), (8, 9, "without")):
        one.deeds.initiative, two.deeds.initiative = mine, theirs
        assert volleys.initiative_over(one, two) == found


def test_mm_arch_14_mm_init_09_contacted_units_do_not_shoot() -> None:
    field = Field()
    unit = field.unit(**BOWS)
    assert shooting.may_act(field.battle, unit)
    unit.deeds.contacted = True
    assert not shooting.may_act(field.battle, unit)


def test_mm_arch_16_what_the_target_is_doing() -> None:
    field = Field()
    archers, target = field.unit(**BOWS), field.unit("b", y=20.0)
    assert volleys.action_of(target, archers) == "standing"
    target.deeds.further = (archers.id,)
    assert volleys.action_of(target, archers) == "falling_back"
    target.deeds.charge = archers.id
    assert volleys.action_of(target, archers) == "advancing"
    target.deeds.charge = -1
    target.deeds.response = "evade"
    assert volleys.action_of(target, archers) == "falling_back"


def test_mm_arch_22_mm_arch_31_two_ranks_shoot_or_all() -> None:
    deep = {**BOWS, "elements": 16, "files": 4}
    field = Field()
    unit = field.unit(**deep)
    foe = field.unit("b", y=20.0)
    assert volleys._aim(field.battle, unit, str(foe.id)).firing == 8
    field = Field(all_ranks_shoot=True)
    unit = field.unit(**deep)
    foe = field.unit("b", y=18.0)
    assert volleys._aim(field.battle, unit, str(foe.id)).firing == 16


def test_mm_arch_23_nobody_behind_another_unit() -> None:
    field = Field()
    unit = field.unit(**BOWS)
    front = field.unit("b", y=20.0, files=8, elements=8)
    field.unit("b", y=24.0, files=2, elements=2)
    assert volleys.targets(field.battle, unit) == [str(front.id)]


def test_mm_arch_26_who_may_not_shoot() -> None:
    field = Field()
    unit = field.unit(**BOWS)
    unit.formed = False
    assert volleys.may_volley(field.battle, unit)
    for deed, value in (("charge", 3), ("response", "counter_charge"), ("response", "evade")):
        other = field.unit(**BOWS)
        setattr(other.deeds, deed, value)
        assert not volleys.may_volley(field.battle, other)
    for morale in ("broken", "impetuous"):
        assert not volleys.may_volley(field.battle, field.unit(morale=morale, **BOWS))
    reforming = field.unit(**BOWS)
    reforming.reforming = 2
    assert not volleys.may_volley(field.battle, reforming)


def test_mm_turn_12_who_doubles_beyond_half_does_not_shoot() -> None:
    field = Field()
    unit = field.unit(**BOWS)
    unit.deeds.rate = "double"
    unit.deeds.used = 4.0
    assert volleys.may_volley(field.battle, unit)
    unit.deeds.used = 4.5
    assert not volleys.may_volley(field.battle, unit)


def test_mm_arch_27_what_counts_as_having_fired() -> None:
    field = Field()
    unit = field.unit(**BOWS)
    foe = field.unit("b", y=20.0)
    foe.deeds.initiative = 3
    field.battle.phase = "archery"
    play(field, volleys.archery, 3, 6, 5)
    assert unit.deeds.fired == "without"
    other = field.unit(type="skirmishers", missile="javelin", order="open", x=50.0, y=17.5)
    field.battle.phase = "skirmish"
    field.battle.shooting = ()
    foe.x = 50.0
    field.battle.memo.known.clear()
    play(field, skirmishing.skirmish, 3, 4)
    assert (other.deeds.fired, other.deeds.skirmished) == ("", True)


def test_mm_arch_28_mm_unit_24_mm_unit_25_dual_armed_choose() -> None:
    field = Field()
    unit = field.unit(dual_armed=True, **BOWS)
    assert has_supporting_fire(field.battle, unit)
    unit.deeds.fired = "with"
    assert not has_supporting_fire(field.battle, unit)


# -- skirmish


def javelins(**more: Any) -> dict[str, Any]:
    return {"type": "skirmishers", "missile": "javelin", "order": "open", **more}


def test_mm_skirm_01_mm_skirm_24_who_skirmishes() -> None:
    field = Field()
    for weapon in ("javelin", "crossbow", "sling", "handgun", "heavy_crossbow", "bow"):
        assert skirmishing.may_skirmish(field.battle, field.unit(missile=weapon))
    assert not skirmishing.may_skirmish(field.battle, field.unit())
    assert not skirmishing.may_skirmish(field.battle, field.unit(**GUN))
    mad = field.unit(morale="impetuous", **javelins())
    assert not skirmishing.may_skirmish(field.battle, mad)
    shot = field.unit(**BOWS)
    shot.deeds.fired = "with"
    assert not skirmishing.may_skirmish(field.battle, shot)


def test_mm_skirm_03_dismounted_use_three_inches() -> None:
    field = Field()
    unit = field.unit(**javelins(mobility="dismounted"))
    foe = field.unit("b", y=16.0)
    assert skirmishing.targets(field.battle, unit) == []
    foe.y = 15.0
    field.battle.memo.known.clear()
    assert skirmishing.targets(field.battle, unit) == [foe]
    unit.riding = True
    assert not skirmishing.may_skirmish(field.battle, unit)


def test_mm_skirm_04_mm_skirm_05_both_score_from_before_the_step() -> None:
    field = Field()
    one = field.unit(**javelins())
    two = field.unit("b", y=15.0, **javelins())
    field.battle.phase = "skirmish"
    play(field, skirmishing.skirmish, 1, 1, 1, 1)
    # each: 2 + steady + rank = 4 phantom; both break though each shot before it was shaken
    assert (one.morale, two.morale) == ("broken", "broken")
    assert field.battle.phase == "reaction_moves"


def test_mm_skirm_05_the_nearest_is_the_target() -> None:
    field = Field()
    unit = field.unit(**javelins())
    near = field.unit("b", x=34.0, y=14.0, files=2, elements=4)
    field.unit("b", x=39.0, y=15.0, files=2, elements=4)
    assert skirmishing.targets(field.battle, unit) == [near]


def test_mm_skirm_06_mm_skirm_10_one_rank_and_its_support() -> None:
    field = Field()
    foe = field.unit("b", y=15.0)
    thin = field.unit(**javelins(elements=4, files=4))
    assert not skirmishing.galling_of(field.battle, thin, foe).supporting_rank
    deep = field.unit(**javelins(elements=5, files=4))
    assert skirmishing.galling_of(field.battle, deep, foe).supporting_rank
    behind = field.unit(missile="bow", mixed_weapons=True)
    assert not skirmishing.galling_of(field.battle, behind, foe).supporting_rank


def test_mm_skirm_13_mm_skirm_14_enfilade_counts_the_side() -> None:
    field = Field()
    target = field.unit("b", x=36.0, y=20.0, heading=0.0, elements=8, files=1)
    shooter = field.unit(x=30.0, y=16.0, heading=90.0, **javelins(elements=4, files=4))
    assert skirmishing.overlaps(field.battle, shooter, target) == (0, 2)
    thin = field.unit("b", x=36.0, y=30.0, heading=0.0, elements=2, files=2)
    other = field.unit(x=30.0, y=29.5, heading=90.0, **javelins(elements=4, files=4))
    assert skirmishing.overlaps(field.battle, other, thin) == (3, 0)


def test_mm_init_11_skirmish_hits_shorten_the_reaction() -> None:
    field = Field()
    field.unit(**javelins())
    foe = field.unit("b", y=15.0)
    field.battle.phase = "skirmish"
    play(field, skirmishing.skirmish, 3, 4)
    assert foe.deeds.slowed == 3


def test_mm_turn_07_each_shooting_step_leads_to_the_next() -> None:
    field = Field()
    for phase, after in (
        ("artillery", "archery"),
        ("archery", "skirmish"),
        ("skirmish", "reaction_moves"),
    ):
        field.battle.phase = phase
        play(field, in_step({"artillery": 6, "archery": 7, "skirmish": 8}[phase], SEQUENCE[phase]))
        assert field.battle.phase == after


def test_a_locked_aim_keeps_the_numbers_of_the_start() -> None:
    aim = Aim(0, 1, firing=8, there=6)
    assert (aim.firing, aim.there) == (8, 6)
