"""Armour and weapons on the table (OP-ARM, OP-WPN)."""

from __future__ import annotations

import pytest

from banneret.core.errors import BadData, BadPlayer
from banneret.rulesets.one_page_skirmish.basics.state import ON_TABLE
from banneret.rulesets.one_page_skirmish.movement import mounts
from banneret.rulesets.one_page_skirmish.screen.events import Fought, Hurt
from banneret.rulesets.one_page_skirmish.setup.on_file import read_forces
from banneret.rulesets.one_page_skirmish.shooting import archery
from banneret.rulesets.one_page_skirmish.turn import handling
from rulesets.one_page_skirmish.arms import act, dice_of, face_off, fight, lines, shoot, theirs
from rulesets.one_page_skirmish.field import field, man, play
from rulesets.one_page_skirmish.raising import entry
from rulesets.scripting import events_of


def _melee_armour(pieces: str) -> int:
    battle = face_off(theirs=pieces)
    return events_of(fight(battle, 1, 9, answers=["stay"]), Fought)[0].armour


def test_op_arm_01_helmet_with_gambeson_is_one_point() -> None:
    """A helmet with gambeson, or a jack, rates 1."""
    assert _melee_armour("helmet_gambeson") == 1


def test_op_arm_02_shield_is_one_point_in_melee() -> None:
    """A shield rates 1 in melee."""
    assert _melee_armour("shield") == 1


def test_op_arm_03_mail_is_one_point() -> None:
    """Mail rates 1."""
    assert _melee_armour("mail") == 1


def test_op_arm_04_plate_is_one_point() -> None:
    """Plate rates 1."""
    assert _melee_armour("plate") == 1


def test_op_arm_05_rating_is_the_sum_of_the_pieces() -> None:
    """All four pieces rate 4, none rate 0, two rate 2."""
    assert _melee_armour("helmet shield mail plate") == 4
    assert _melee_armour("") == 0
    assert _melee_armour("mail plate") == 2


@pytest.mark.parametrize(("facing", "counts"), [(0, True), (90, True), (91, False), (180, False)])
def test_op_arm_06_shield_counts_to_the_front_against_archery(facing: int, counts: bool) -> None:
    """A shot from 90 degrees off meets the shield, from 91 it does not."""
    battle = field(f"a bows: longbow x1 at 10,20 | b foes: shield x2 at 3,33 10,10 facing {facing}")
    facts = archery.facts(battle, man(battle, "bows"), man(battle, "foes", 1), None)
    table = shoot(
        battle, man(battle, "bows"), man(battle, "foes", 1), *((9, 1) if counts else (9,))
    )
    assert facts.target.armour == ("shield",)
    assert dice_of(table) == (["to hit", "armour save"] if counts else ["to hit"])


def test_op_arm_06_shield_counts_from_behind_in_melee() -> None:
    """A melee attack from behind still meets the shield: beaten by one, AR 2 is not hurt."""
    battle = field(
        "a ours: x2 at 3,3 10,10 | b theirs: shield mail x2 at 3,33 10,11 north", phase="melee"
    )
    assert events_of(fight(battle, 7, 6, answers=["stay"]), Fought)[0].armour == 2
    assert theirs(battle).fate == ON_TABLE


@pytest.mark.parametrize("weapon", ["polearm", "longbow", "crossbow", "hand_weapon"])
def test_op_arm_07_rating_does_not_depend_on_the_weapon(weapon: str) -> None:
    """A shield counts whatever is in hand."""
    assert _melee_armour(f"shield {weapon}") == 1


def test_op_arm_07_shield_is_kept_when_stunned_or_unhorsed() -> None:
    """An unhorsed and stunned man keeps his shield's point."""
    battle = face_off(theirs="shield mounted", foe_at="10,11.5")
    fight(battle, 9, 1, answers=["stun", lambda choice: choice.ideas()[0], "stay"])
    foe = theirs(battle)
    assert foe.stun == 1
    assert not foe.mounted
    assert archery.facts(battle, man(battle, "ours"), foe, None).target.armour == ("shield",)


def test_op_arm_08_unbarded_mount_dies_without_a_save() -> None:
    """A hit on an unbarded mount rolls no armour die."""
    battle = field("a bow: longbow at 10,10 | b knight: knight ar4 mounted at 10,20")
    table = shoot(battle, man(battle, "bow"), man(battle, "knight"), 9, declared="mount")
    assert not man(battle, "knight").mounted
    assert dice_of(table) == ["to hit"]


def test_op_arm_08_barded_mount_saves_on_its_own_rating_from_behind() -> None:
    """Barding 1 saves on a die of 1, from every direction."""
    battle = field("a bow: longbow at 10,10 | b knight: knight barded1 mounted at 10,20 north")
    shoot(battle, man(battle, "bow"), man(battle, "knight"), 9, 1, declared="mount")
    assert man(battle, "knight").mounted
    shoot(battle, man(battle, "bow"), man(battle, "knight"), 9, 2, declared="mount")
    assert not man(battle, "knight").mounted


def test_op_arm_09_unarmoured_is_hit_by_any_win_never_by_a_tie() -> None:
    """AR 0: a margin of 1 hits, a tie does not."""
    battle = face_off()
    assert events_of(fight(battle, 6, 5, answers=["hurt"]), Hurt)[0].effect == "killed"
    battle = face_off()
    assert not events_of(fight(battle, 5, 5), Hurt)


def test_op_wpn_01_weapons_known_are_those_named_and_hand_weapon() -> None:
    """A force with another weapon is refused by name."""
    text = """
[[force]]
id = "x"
name = "X"
[[force.unit]]
id = "u"
name = "U"
kind = "knight"
leader_rank = "knight"
class = "elite"
count = 1
armour = []
weapons = ["WEAPON"]
in_hand = "WEAPON"
"""
    for weapon in ("crossbow", "longbow", "polearm", "improvised", "hand_weapon"):
        assert read_forces(text.replace("WEAPON", weapon).encode(), "x.toml")
    with pytest.raises(BadData):
        read_forces(text.replace("WEAPON", "halberd").encode(), "x.toml")


def test_op_wpn_02_hand_weapon_has_no_line() -> None:
    """Neither man with a hand weapon has a modifier."""
    table = fight(face_off("sword", "sword"), 5, 5)
    assert lines(table, 0) == {}
    assert lines(table, 1) == {}


def test_op_wpn_03_caught_bowman_keeps_the_bow_till_his_own_turn() -> None:
    """Nobody asks him for a weapon when he is attacked; he defends with the bow."""
    battle = face_off("", "longbow sword")
    table = fight(battle, 5, 6)
    assert lines(table, 1) == {"bow or crossbow in hand": -1}
    assert theirs(battle).in_hand == "longbow"


@pytest.mark.parametrize("bow", ["longbow", "crossbow"])
def test_op_wpn_04_bow_in_hand_fights_at_minus_one(bow: str) -> None:
    """Attacking or defending, a bow or crossbow in hand is -1."""
    table = fight(face_off(bow, bow), 5, 5)
    assert lines(table, 0) == {"bow or crossbow in hand": -1}
    assert lines(table, 1) == {"bow or crossbow in hand": -1}


def test_op_wpn_05_unhorsed_lancer_fights_on_with_his_sword() -> None:
    """Unhorsed, he has lost the lance for good and has the sword in hand, without modifier."""
    battle = face_off("", "lance sword mounted ar4", foe_at="10,11.5")
    fight(battle, 7, 5, answers=[lambda choice: choice.ideas()[0], "stay"])
    foe = theirs(battle)
    assert (foe.in_hand, foe.lance_dropped, foe.mounted) == ("hand_weapon", True, False)
    assert handling.holding_refusal(foe, "lance") is not None


def test_op_wpn_05_lancer_without_another_weapon_is_left_with_bare_hands() -> None:
    """Improvised if he has nothing else; so too when his mount is killed or he dismounts."""
    battle = field("a bow: longbow at 10,10 | b riders: lance mounted x2 at 10,20 14,20")
    shoot(battle, man(battle, "bow"), man(battle, "riders"), 9, declared="mount")
    assert man(battle, "riders").in_hand == "improvised"
    play(battle, mounts.dismount, man(battle, "riders", 1))
    assert man(battle, "riders", 1).in_hand == "improvised"
    assert man(battle, "riders", 1).lance_dropped


def test_op_wpn_05_lance_without_a_charge_is_a_hand_weapon() -> None:
    """Only the saddle counts for a lancer who did not charge."""
    battle = face_off("lance mounted", "", at="10,9.5")
    assert lines(fight(battle, 5, 6), 0) == {"mounted": 1}


def test_op_wpn_06_mounted_man_cannot_take_a_polearm_in_hand() -> None:
    """Changing to a polearm in the saddle is refused, and so is mounting with one in hand."""
    battle = field("a man: sword polearm mounted at 10,10")
    rider = man(battle, "man")
    no = handling.changing_refusal(battle, rider)
    assert no is not None
    assert no.clause == "OP-WPN-06"
    with pytest.raises(BadPlayer):
        act(battle, "man", answers=["change_weapon"])
    play(battle, mounts.dismount, rider)
    rider.in_hand = "polearm"
    no = mounts.mounting_refusal(battle, rider)
    assert no is not None
    assert no.clause == "OP-WPN-06"


def test_op_wpn_07_improvised_weapons_are_minus_one() -> None:
    """A peasant with a pitchfork and a man with nothing both fight at -1."""
    table = fight(face_off("improvised", "improvised"), 5, 5)
    assert lines(table, 0) == {"improvised weapon": -1}
    assert lines(table, 1) == {"improvised weapon": -1}
    assert {kit.weapons for kit in entry(weapons=(), in_hand="improvised").kits()} == {
        ("improvised",)
    }
