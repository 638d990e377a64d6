"""The way of a charge: lance runs, obstacles, other enemies, a target gone (section CHARGE)."""

from __future__ import annotations

import pytest

from banneret.core.errors import IllegalAnswer
from banneret.rulesets.one_page_skirmish.basics.state import contact, is_engaged, touching_enemies
from banneret.rulesets.one_page_skirmish.ground.lay import across_obstacle
from banneret.rulesets.one_page_skirmish.melee import phase as melee
from banneret.rulesets.one_page_skirmish.melee.charge.fallen_short import towards
from banneret.rulesets.one_page_skirmish.melee.charge.lances import breaks_run
from banneret.rulesets.one_page_skirmish.movement.moving import bind_to
from banneret.rulesets.one_page_skirmish.screen.events import Left, Revealed
from banneret.tabletop.shapes.measuring import gap, touches
from rulesets.one_page_skirmish.charges import LINE, SURE, purposes, result, rush, shift
from rulesets.one_page_skirmish.field import field, man, men, unit
from rulesets.scripting import events_of, first, idea


def test_op_charge_14_15_lance_run() -> None:
    """A straight clean run of 9.0 counts, 8.9 does not; woods on it spoil it; foot never."""
    for run, terrain, counts in ((9.0, "", True), (8.9, "", False), (11.0, "woods", False)):
        y = 5 + 1 + run + 0.5
        battle = field(
            f"a sir: knight mounted lance 10,5 {SURE} | b foe: x3 10,{y:.3f} 30,30 32,30",
            "woods: 2,8..30,9" if terrain else "",
        )
        rush(battle, [5, 6, 6, 6, 6], first, key="sir")
        assert man(battle, "sir").lance_charge is counts, run


def test_op_charge_15_followers_run_for_themselves() -> None:
    """A follower shifted 9.5 inches qualifies; one shifted 8 does not, though its leader rode."""
    units = f"a men: x3 mounted lance 10,5 12,6.0 14,9.0 {SURE} | b foe: x3 10,18 12,18 14,18"
    battle = field(units)
    near = shift(f1=(12, 16.5), f2=(14, 16.5))
    rush(battle, [5, 6, 6, 6, 6], first, near)
    assert man(battle, "men").lance_charge
    assert man(battle, "men", 1).lance_charge
    assert not man(battle, "men", 2).lance_charge


def test_op_charge_15_a_bend_breaks_the_run() -> None:
    """Only the last straight stretch of the leader's path counts."""
    units = f"a sir: knight mounted lance 10,5 {SURE} | b foe: x3 10,20 30,30 32,30"
    battle = field(units)
    bent = ["charge", [[12, 12], [10, 18.5]], 0]
    straight = ["charge", [[10, 18.5]], 0]
    rush(battle, [5, 6, 6, 6, 6], bent, key="sir")
    assert not man(battle, "sir").lance_charge
    battle = field(units)
    rush(battle, [5, 6, 6, 6, 6], straight, key="sir")
    assert man(battle, "sir").lance_charge


def test_op_charge_16_men_lining_a_wall() -> None:
    """A charge against men lining a wall needs only the distance to the wall, even mounted."""
    units = f"a men: x3 WORDS 10,5 12,5 14,5 {SURE} | b foe: x3 10,10.5 12,10.5 14,10.5"
    for words, dice in (("", [5, 1, 2, 2]), ("mounted", [5, 1, 1, 1, 1])):
        battle = field(units.replace("WORDS", words), "wall: 2,10 30,10")
        table = rush(battle, dice)
        assert result(table) == "contact"
        assert man(battle, "men").base.y < 10


def test_op_charge_16_contact_across() -> None:
    """Both bases touch the wall from opposite sides: contact; not if one stands off it."""
    battle = field("a men: 10,9.5 | b foe: 10.8,10.5 x1", "wall: 2,10 30,10")
    one, other = man(battle, "men").base, man(battle, "foe").base
    assert touches(one, other) or across_obstacle(battle, one, other)
    turned = field("a men: 10,9.293 facing 45 | b foe: 10.9,10.5 x1", "wall: 2,10 30,10")
    assert not touches(man(turned, "men").base, man(turned, "foe").base)
    assert is_engaged(turned, man(turned, "men"))
    two = field(
        "a men: 10,9.293 facing 45 | b foe: 10.9,10.5 x1",
        "wall: 2,10 30,10 | fence: 2,10.05 30,10.05",
    )
    assert not is_engaged(two, man(two, "men"))
    charged = field(f"a men: 10,5 {SURE} | b foe: 10.9,10.5 x1", "wall: 2,10 30,10")
    assert result(rush(charged, [5, 1, 2, 2], ["charge", [[10, 9.293]], 45])) == "contact"
    off = field("a men: 10,9.29 facing 45 | b foe: 10.9,10.5 x1", "wall: 2,10 30,10")
    assert not is_engaged(off, man(off, "men"))
    assert not is_engaged(off, man(off, "foe"))
    bare = field("a men: 10,9.293 facing 45 | b foe: 10.9,10.5 x1")
    assert not is_engaged(bare, man(bare, "men"))
    apart = "a men: 10,9.5 | b foe: 11.95,10.5 x1"
    for third, touched in (("", True), (" | b third: 10.95,10.5 x1", False)):
        crowd = field(apart + third, "wall: 2,10 30,10")
        assert contact(crowd, man(crowd, "men"), man(crowd, "foe")) is touched


def test_op_charge_16_op_terr_07_outline_of_a_building() -> None:
    """A figure inside and one outside may fight across the outline."""
    house = "building: 5,10..15,20"
    battle = field(f"a men: x3 10,5 12,5 14,5 {SURE} | b foe: x3 10,10.5 12,10.5 14,10.5", house)
    assert result(rush(battle, [5, 1, 2, 2])) == "contact"
    assert man(battle, "men").base.y < 10
    aslant = field("a men: 10,9.293 facing 45 | b foe: 10.9,10.5 x1", house)
    assert is_engaged(aslant, man(aslant, "men"))


def test_op_charge_17_not_through_another_unit() -> None:
    """The named path may not touch a figure of another enemy unit on the way."""
    battle = field(LINE + " | b third: x3 10,14 30,30 32,30")
    with pytest.raises(IllegalAnswer) as no:
        rush(battle, [5], ["charge", [[10, 17]], 0])
    assert no.value.clause == "OP-CHARGE-17"
    assert result(rush(field(LINE + " | b third: x3 10,14 30,30 32,30"), [5, 6, 6, 6])) == "contact"


def test_op_charge_17_followers_and_third_units() -> None:
    """A follower cannot be placed against a third unit unless it also touches the target."""
    units = LINE + " | b third: x3 15,17 30,30 32,30"
    with pytest.raises(IllegalAnswer) as no:
        rush(field(units), [5, 6, 6, 6], first, shift(f1=(15, 16)))
    assert no.value.clause == "OP-CHARGE-17"


def test_op_charge_21_neighbours_may_be_touched() -> None:
    """A Knight base to base with his group does not shield the man beside him."""
    battle = field(
        f"a men: x3 10.5,10 12,10 14,10 {SURE} | b foe: x3 10,18 30,30 32,30 | b sir: knight 11,18"
    )
    rush(battle, [5, 6, 6, 6], -1, ["charge", [[10.5, 17]], 0], idea(1))
    leader = man(battle, "men")
    assert {f.unit for f in touching_enemies(battle, leader)} == {
        unit(battle, "foe").id,
        unit(battle, "sir").id,
    }
    assert leader.bound_to == (unit(battle, "foe").id,)


def test_op_charge_21_a_stunned_neighbour_is_left_alone_too() -> None:
    """When another has felled his enemy, the charger does not turn on the neighbour this turn."""
    battle = field("a men: x1 10.5,17 | b foe: x1 10,18 | b sir: knight 0.stun=2 11,18")
    leader, foe, sir = man(battle, "men"), man(battle, "foe"), man(battle, "sir")
    bind_to(battle, leader, frozenset((unit(battle, "foe").id,)))
    battle.phase = "melee"
    battle.contacts = melee.contacts_at_start(battle)
    assert melee.fights_left(battle) == {foe.id: [leader]}
    foe.stun = 2  # now he is no more an enemy awake than the other is
    assert sir.id not in melee.fights_left(battle)


def test_op_charge_18_target_fled_off_the_table() -> None:
    """Target fled: the dice are rolled and the charger stops anywhere along the path."""
    near = f"a men: x3 10,22 11.5,22 13,22 {SURE} | b foe: x3 10,32 11.5,32 13,32"
    battle = field(near + " peasant figures_lost=3")
    table = rush(battle, [9, 6, 6, 3, 3, 3], ("charge.way", idea(1)), first)
    assert events_of(table, Left)[0].fate == "fled"
    assert purposes(table)[-1] == "charge"
    assert 22 < man(battle, "men").base.y < 31
    assert result(table) == "short"


def test_op_charge_18_towards_whoever_stood_nearest_by_his_edge() -> None:
    """The longer base ahead is nearer than the broad one aside, though its middle is not."""
    foes = "b foe: x2 mounted 17,25 10,32.2 peasant figures_lost=3"
    battle = field(f"a men: x1 10,25 {SURE} | {foes}")
    table = rush(battle, [9, 6, 6, 6, 3, 3, 3], first)
    assert {gone.fate for gone in events_of(table, Left)} == {"fled"}
    leader = man(battle, "men").base
    assert leader.x == 10
    assert leader.y > 27


def test_op_charge_18_only_towards_where_it_stood() -> None:
    """He does not turn aside once the target is gone."""
    near = f"a men: x3 10,22 11.5,22 13,22 {SURE} | b foe: x3 10,32 11.5,32 13,32"
    battle = field(near + " peasant figures_lost=3")
    with pytest.raises(IllegalAnswer) as no:
        rush(battle, [9, 6, 6, 3, 3, 3], ["charge", [[15, 22]], 0])
    assert no.value.clause == "OP-CHARGE-18"


def test_op_charge_23_no_way_left() -> None:
    """No legal path to contact after the retreat: he rolls, goes towards them, stops 1 inch off."""
    battle = field(
        f"a men: x3 10,10 11.5,10 13,10 {SURE} | b foe: x1 10,18 | "
        "b shield: x8 8,20 9,20 10,20 11,20 12,20 13,20 14,20 7,20",
        "woods: 8,21.2..12,22.5 | deep_water: 5,23..30,30 | deep_water: 0,15..6,30"
        " | deep_water: 15,15..30,30",
    )
    table = rush(battle, [10, 6, 6, 6, 6, 6], first)
    assert man(battle, "foe").base.y > 21
    assert purposes(table)[-1] == "charge"
    assert result(table) == "short"
    leader = man(battle, "men").base
    assert min(gap(leader, f.base) for f in men(battle, "shield")) == pytest.approx(1, abs=0.01)
    riders = field("a men: 10,10 | b foe: mounted x3 17,10 10,17.2 30,30")
    way = towards(riders, man(riders, "men"), unit(riders, "foe"), (30.0, 10.0), gone=False)
    assert way == ((10.0, 10.0), (10.0, 17.2))  # 5.7 inches from edge to edge, the other 6


def test_op_hide_05_ambush_found_in_mid_charge() -> None:
    """A charge that would come within 1 inch of a hidden figure stops short and reveals it."""
    battle = field(LINE + " | b ambush: x3 hidden 10,14.5 12,15 14,15")
    table = rush(battle, [5, 6, 6, 6])
    assert events_of(table, Revealed)[0].unit == unit(battle, "ambush").id
    assert result(table) == "short"
    assert man(battle, "men").base.y <= 12.5


def test_op_hide_04_charging_reveals() -> None:
    """A hidden unit that charges is revealed first."""
    battle = field(LINE.replace(SURE, f"{SURE} hidden"))
    table = rush(battle, [5, 2, 2, 3])
    assert events_of(table, Revealed)[0].why == "charges"


NEXT = f"a men: x3 9.5,10 12,10 14,10 {SURE} | b foe: x3 10,18 30,30 32,30 | b sir: knight 11,18"


def test_op_charge_21_not_the_neighbour_alone() -> None:
    """The leader's way must end against the target, not only against the man beside it."""
    with pytest.raises(IllegalAnswer) as no:
        rush(field(NEXT), [5, 6, 6, 6], -1, ["charge", [[11.8, 17]], 0])
    assert no.value.clause == "OP-CHARGE-12"


def test_op_charge_21_followers_may_touch_neighbours_besides() -> None:
    """A follower between target and neighbour strikes at the target only."""
    battle = field(NEXT)
    rush(battle, [5, 6, 6, 6], -1, ["charge", [[9.5, 17]], 0], shift(f1=(10.5, 17)))
    follower = man(battle, "men", 1)
    assert len({foe.unit for foe in touching_enemies(battle, follower)}) == 2
    assert follower.bound_to == (unit(battle, "foe").id,)


FLED_BEFORE = f"a men: x1 10,22 {SURE} | b foe: x3 10,32 11.5,32 13,32 peasant figures_lost=3"


def test_op_charge_18_on_nobodys_base() -> None:
    """He may stop anywhere on the way, but not on a friend he passes through."""
    battle = field(f"{FLED_BEFORE} | a mates: x1 10,25")
    with pytest.raises(IllegalAnswer) as no:
        rush(battle, [9, 6, 6, 3, 3, 3], ["charge", [[10, 25.2]], 0])
    assert no.value.clause == "OP-MOVE-16"


def test_op_charge_18_an_inch_from_those_who_are_left() -> None:
    """Another enemy by the way stops him an inch off, whatever he rolled."""
    battle = field(f"{FLED_BEFORE} | b others: x1 11.2,29")
    rush(battle, [9, 6, 6, 6, 6, 6], first)
    apart = gap(man(battle, "men").base, man(battle, "others").base)
    assert 0.99 <= apart < 1.6


def test_op_charge_13_not_past_an_enemy_though_the_roll_would_carry_him() -> None:
    """An enemy beside the way stops him an inch off, even where the end would be clear of him."""
    battle = field(f"{LINE} | b third: 11.4,14 x1")
    assert result(rush(battle, [5, 1, 2, 3])) == "short"
    assert man(battle, "men").base.y < 12.2


def test_op_charge_13_along_the_way_that_was_named() -> None:
    """Four inches of a way with a bend lie before the bend."""
    battle = field(f"a men: x1 10,10 {SURE} | b foe: x3 10,18 30,30 32,30")
    rush(battle, [5, 1, 1, 2], ["charge", [[14, 14], [10.5, 17]], 0])
    leader = man(battle, "men").base
    assert (leader.x, leader.y) == pytest.approx((12.83, 12.83), abs=0.01)


RIDE = f"a men: x3 mounted lance sword 10,5 12,5 14,5 {SURE} | b foe: x3 10,18 12,18 14,18"


@pytest.mark.parametrize(
    ("ground", "broken"),
    [("woods", True), ("water", True), ("building", True), ("hill", False), ("road", False)],
)
def test_op_charge_15_ground_that_breaks_a_run(ground: str, broken: bool) -> None:
    """Woods, water and houses do, on any part of the line; hills and roads do not."""
    piece = "road: 0,10 30,10 width 2" if ground == "road" else f"{ground}: 0,9..30,11"
    assert breaks_run(field("", piece).ground, (10.0, 5.0), (10.0, 16.5)) is broken
    assert not breaks_run(field("", piece).ground, (10.0, 12.0), (10.0, 16.5))
    for line in ("fence", "hedge", "wall"):
        assert breaks_run(field("", f"{line}: 0,9 30,9").ground, (10.0, 5.0), (10.0, 16.5))


def test_op_charge_15_with_the_lance_in_hand_and_home_against_the_target() -> None:
    """A rider with his sword drawn has no run, nor has one who stops behind the others."""
    battle = field(RIDE)
    man(battle, "men", 1).in_hand = "hand_weapon"
    rush(battle, [5, 6, 6, 6, 6], first, shift(f1=(12, 16.5), f2=(14, 15.2)))
    assert [man(battle, "men", at).lance_charge for at in range(3)] == [True, False, False]
