"""The captain's habits in a fight, each in a position where the right answer is clear."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from banneret.rulesets.one_page_skirmish.basics.state import NOBODY, touching_enemies
from banneret.rulesets.one_page_skirmish.captain import fighting
from banneret.rulesets.one_page_skirmish.captain import man_by_man as deeds
from banneret.rulesets.one_page_skirmish.captain.acting import goes_along, next_unit
from banneret.rulesets.one_page_skirmish.captain.charging import reach_chance
from banneret.rulesets.one_page_skirmish.captain.worth import pack_odds
from banneret.rulesets.one_page_skirmish.movement import moving
from banneret.rulesets.one_page_skirmish.turn import acting, man_by_man
from banneret.tabletop.shapes.measuring import gap
from rulesets.one_page_skirmish.captains import led, meant, question
from rulesets.one_page_skirmish.field import field, man, men, unit

# -- charging


def test_op_charge_02_he_charges_a_weak_group_at_hand_and_not_one_out_of_reach() -> None:
    """Five inches are a charge, seventeen are none: three dice seldom show so much."""
    near = field("a foot: veteran mail x4 at 20,10 | b mob: peasant improvised x3 at 20,16")
    far = field("a foot: veteran mail x4 at 20,10 | b mob: peasant improvised x3 at 20,28")
    assert meant(near, "foot") == acting.CHARGE
    assert meant(far, "foot") == acting.MOVE
    assert reach_chance(near, mounted=False, inches=18.0) == pytest.approx(1 / 216)
    assert reach_chance(near, mounted=True, inches=4.0) == 1.0


def test_op_charge_03_those_who_would_hardly_dare_do_not_test_their_nerve() -> None:
    """A mob that has lost most of its men does not declare a charge."""
    words = "a mob: peasant improvised x4 at 20,10 figures_lost={} | b foot: mail x4 at 20,14"
    assert meant(field(words.format(6)), "mob") != acting.CHARGE


def test_op_charge_22_a_lord_does_not_ride_alone_into_a_mob_in_harness() -> None:
    """One against six well armed men is no charge; with their like beside him it may be one."""
    battle = field(
        "a lord: elite knight sword mail shield mounted at 20,10 | "
        "b foot: veteran polearm mail plate x6 at 20,15"
    )
    assert meant(battle, "lord") != acting.CHARGE


def test_op_charge_12_followers_set_three_upon_one() -> None:
    """In a charge that goes home every man of a small group finds an enemy."""
    battle = field("a foot: veteran mail x3 at 20,10 | b lone: peasant improvised x1 at 20,15")
    led(battle, acting.act, unit(battle, "foot"), dice=(1, 1, 6, 6, 6))
    assert len(touching_enemies(battle, man(battle, "lone"))) == 3


def test_op_act_14_a_knight_goes_along_with_a_charge_but_not_with_bowmen() -> None:
    """He is one of three upon one; bowmen go without him."""
    battle = field(
        "a foot: veteran mail x3 at 20,10 | a sir: knight sword mail at 18,10 | "
        "a bows: longbow x3 at 26,10 | b mob: peasant improvised x6 at 20,15"
    )
    sir = man(battle, "sir").id
    asked = question(("stay", "go"), unit(battle, "foot").id, sir)
    assert goes_along(battle, asked) == "go"
    assert goes_along(battle, question(("stay", "go"), unit(battle, "bows").id, sir)) == "stay"


# -- shooting


def test_op_act_03_bowmen_shoot_rather_than_charge() -> None:
    """With a mark in range a bow is worth more than a fist; they act before the others."""
    battle = field(
        "a foot: mail x3 at 14,10 | a bows: longbow x4 at 20,10 | b foot2: mail x4 at 20,18"
    )
    assert meant(battle, "bows") == acting.FIGURES
    units = tuple(one.id for one in battle.units if one.side == "a")
    assert next_unit(battle, question((*units, NOBODY))) == unit(battle, "bows").id


def test_op_load_03_a_crossbow_is_loaded_with_nobody_near_and_a_sword_drawn_with_somebody() -> None:
    """Load discipline: two turns of loading are for quiet times."""
    far = field("a bows: crossbow sword x1 at 20,10 0.load=0 | b foot: x1 at 20,30")
    near = field("a bows: crossbow sword x1 at 20,10 0.load=0 | b foot: x1 at 20,14")
    assert deeds.deed(far, man(far, "bows")) == man_by_man.LOAD
    assert deeds.deed(near, man(near, "bows")) == man_by_man.CHANGE
    taken = deeds.weapon(near, question(("hand_weapon",), 0, man(near, "bows").id))
    assert taken == "hand_weapon"


def test_op_act_08_a_bow_is_taken_up_again_when_the_enemy_is_far() -> None:
    """At leisure, and not as something worth standing still for."""
    battle = field("a bows: longbow sword x1 at 20,10 0.in_hand=hand_weapon | b foot: x1 at 20,30")
    assert deeds.deed(battle, man(battle, "bows")) == man_by_man.CHANGE
    assert not deeds.is_useful(battle, man(battle, "bows"))


def test_op_shoot_07_a_loaded_crossbow_with_time_to_spare_is_aimed() -> None:
    """At long range and undisturbed an aimed shot is worth the turn; a longbow shoots at once."""
    slow = field("a bows: crossbow x1 at 20,10 0.load=2 | b foot: x1 at 20,27.5")
    quick = field("a bows: longbow x1 at 20,10 | b foot: x1 at 20,27.5")
    assert deeds.deed(slow, man(slow, "bows")) == man_by_man.AIM
    assert deeds.deed(quick, man(quick, "bows")) == man_by_man.FIRE


def test_op_shoot_14_the_horse_of_a_man_in_harness_and_the_man_in_his_shirt() -> None:
    """Declare the mount under heavy armour, the rider without any."""
    battle = field(
        "a bows: longbow x1 at 20,10 | b sir: knight sword ar4 mounted at 20,18 | "
        "b boy: sergeant sword x1 mounted at 26,18"
    )
    parts = ("either", "rider", "mount")
    shooter = man(battle, "bows").id
    heavy = question(parts, 0, shooter, man(battle, "sir").id)
    light = question(("neither", "rider", "mount"), shooter, man(battle, "boy").id)
    assert deeds.part(battle, heavy) == "mount"
    assert deeds.part(battle, light) == "rider"


def test_op_shoot_02_the_best_mark_is_the_worst_armoured() -> None:
    """Of two alike, shoot at the one whose armour is least."""
    battle = field(
        "a bows: longbow x1 at 20,10 | b iron: mail plate x3 at 16,20 | b cloth: x3 at 24,20"
    )
    both = (man(battle, "iron", 1).id, man(battle, "cloth", 1).id)
    asked = question(both, 0, man(battle, "bows").id, man_by_man.FIRE)
    assert deeds.mark(battle, asked) == man(battle, "cloth", 1).id


# -- shaken


def test_op_morale_27_shaken_men_shoot_from_afar_and_make_for_cover_when_pressed() -> None:
    """Cover when the enemy is near and there is none here; else the bow."""
    near = field("a bows: longbow x3 at 20,10 shaken | b foot: x3 at 20,18")
    far = field("a bows: longbow x3 at 20,10 shaken | b foot: x3 at 20,30")
    safe = field(
        "a bows: longbow x3 at 20,10 shaken | b foot: x3 at 20,18",
        terrain="woods: 18,8..26,12",
    )
    assert meant(near, "bows") == acting.TO_COVER
    assert meant(far, "bows") == acting.FIGURES
    assert meant(safe, "bows") == acting.FIGURES


# -- melee


def test_op_stun_02_a_knight_is_stunned_for_his_ransom_and_a_common_man_is_not() -> None:
    """The more so when his side has had its turn and cannot raise him in time."""
    battle = field(
        "a foot: mail x3 at 20,10 | b sir: knight sword ar2 at 20,11",
        drawn=("b", "a"),
    )
    mine = man(battle, "foot").id
    assert fighting.stuns(battle, question((), mine, man(battle, "sir").id)) == "stun"
    common = field("a foot: mail x3 at 20,10 | b foot2: x3 at 20,11")
    asked = question((), man(common, "foot").id, man(common, "foot2", 1).id)
    assert fighting.stuns(common, asked) == "hurt"


def test_op_stun_02_a_dying_knight_among_his_friends_is_killed() -> None:
    """A sure death is better than a ransom that his men will save him from."""
    battle = field(
        "a foot: mail x3 at 20,10 | b sir: knight sword ar2 at 20,11 0.hits=2 | b men: x3 at 20,13"
    )
    asked = question((), man(battle, "foot").id, man(battle, "sir").id)
    assert fighting.stuns(battle, asked) == "hurt"


def test_op_stun_06_a_stunned_man_is_taken_and_not_left_standing_over() -> None:
    """Whoever stands over him stays; a Knight lying near is run up to; and he is captured."""
    over = field(
        "a foot: mail x3 at 20,10 | b sir: knight sword at 20,11 0.stun=1 | b far: x3 at 40,30"
    )
    assert meant(over, "foot") == acting.STAND
    near = field("a foot: mail x1 at 20,10 | b sir: knight sword at 20,14 0.stun=1")
    assert meant(near, "foot") == acting.MOVE
    led(near, moving.move, unit(near, "foot"), dice=(4, 4))
    assert gap(man(near, "foot").base, man(near, "sir").base) == pytest.approx(0.0, abs=0.01)
    assert fighting.mercy(near, question(("hit", "capture", "leave"))) == "capture"


def test_op_melee_21_he_follows_a_stunned_man_and_one_he_outnumbers_only() -> None:
    """Not a stronger man who has just been pushed out of reach."""
    battle = field(
        "a weak: improvised x3 at 20,10 | b strong: knight polearm ar4 at 20,12 | "
        "b down: knight sword at 30,12 0.stun=1 | a foot: mail x1 at 30,10.5"
    )
    weak, strong = man(battle, "weak"), man(battle, "strong")
    assert fighting.follows(battle, question(("stay", weak.id), strong.id)) == "stay"
    foot, down = man(battle, "foot"), man(battle, "down")
    assert fighting.follows(battle, question(("stay", foot.id), down.id)) == foot.id


def test_op_melee_07_a_polearm_that_won_follows_the_weaker_man() -> None:
    """The defender of a fight may follow the attacker he beat."""
    battle = field("a bill: veteran polearm mail x1 at 20,10 | b mob: improvised x3 at 20,12")
    bill, beaten = man(battle, "bill"), man(battle, "mob", 1)
    assert fighting.follows(battle, question(("stay", beaten.id), bill.id)) == beaten.id


def test_op_melee_11_the_likeliest_blood_first() -> None:
    """An unarmoured man is struck before one in plate, by as many as may."""
    battle = field(
        "a foot: mail x2 at 20,10 21,10 | b iron: mail plate shield helmet x1 at 20,11 | "
        "b cloth: improvised x1 at 21,11"
    )
    asked = question((man(battle, "iron").id, man(battle, "cloth").id))
    assert fighting.enemy(battle, asked) == man(battle, "cloth").id
    both = tuple(one.id for one in men(battle, "foot"))
    few = SimpleNamespace(ideas=lambda: [both[:1], both], about=(man(battle, "iron").id,))
    assert set(fighting.attackers(battle, few)) == set(both)  # type: ignore[arg-type]


def test_op_melee_08_odds_of_a_pack() -> None:
    """Three upon one hit him far oftener than one."""
    one, _ = pack_odds(0, 1, 1)
    three, hits = pack_odds(0, 1, 3)
    assert one == pytest.approx(0.45)
    assert three > 0.75
    assert hits > three
