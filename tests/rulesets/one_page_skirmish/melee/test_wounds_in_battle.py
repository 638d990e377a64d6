"""What a wound, a class and a weapon in hand do to battles rather than to procedures."""

from __future__ import annotations

import pytest

from banneret.rulesets.one_page_skirmish.basics.options import DEFAULTS
from banneret.rulesets.one_page_skirmish.basics.state import KILLED
from banneret.rulesets.one_page_skirmish.melee import injuries
from banneret.rulesets.one_page_skirmish.morale import retreat
from banneret.rulesets.one_page_skirmish.screen.events import Fought, Moved, Shot
from banneret.rulesets.one_page_skirmish.setup.arming import ways_to_start
from banneret.rulesets.one_page_skirmish.shooting import archery
from banneret.rulesets.one_page_skirmish.shooting.dice import ShotFacts, Target, shot_odds
from banneret.tabletop.shapes.measuring import gap
from rulesets.one_page_skirmish.arms import dice_of, face_off, fight, lines, shoot
from rulesets.one_page_skirmish.charges import LINE, rush
from rulesets.one_page_skirmish.field import field, man, play, unit
from rulesets.one_page_skirmish.moves import go, to
from rulesets.one_page_skirmish.nerves import FOE, target
from rulesets.scripting import events_of, first


def test_op_wound_06_an_inch_of_every_move_of_the_unit_he_leads() -> None:
    """A plain move, a charge and a rout are each an inch shorter; his men do not slow it."""
    battle = field("a men: x2 10,10 11.5,10 0.hits=1")
    assert events_of(go(battle, "men", [3, 4], to((10, 16)), first), Moved)[0].allowance == 6
    battle = field(LINE.replace("a men: x3", "a men: x3 0.hits=1"))
    assert events_of(rush(battle, [1, 3, 3, 3]), Moved)[0].allowance == 8
    battle = field("a men: x1 10,10 0.hits=1 routing | b foe: at 10,16")
    run = play(battle, retreat.rout, unit(battle, "men"), man(battle, "foe"), dice=[3, 4])
    assert events_of(run, Moved)[0].allowance == 6


def test_op_wound_06_the_morale_of_the_unit_he_leads() -> None:
    """Men at arms under a wounded Sergeant test against 7."""
    assert target(field(f"a men: x3 at 5,5 0.hits=1 | {FOE}"), "men") == 7
    assert target(field(f"a men: x3 at 5,5 | {FOE}"), "men") == 8


def test_op_wound_06_other_dice_are_unaffected() -> None:
    """Not the die for rider or mount, not the horse's save, nor one that has no armour to save."""
    battle = field("a bow: longbow at 10,10 0.hits=1 | b foe: mounted x2 at 10,30 30,30")
    table = shoot(battle, man(battle, "bow"), man(battle, "foe"), 10, 8)
    assert events_of(table, Shot)[0].part == "rider"
    battle = field("a bow: longbow at 10,10 | b foe: mounted barded1 x2 at 10,30 30,30 0.hits=1")
    table = shoot(battle, man(battle, "bow"), man(battle, "foe"), 9, 1, declared="mount")
    assert events_of(table, Shot)[0].result == "saved"
    bare = ShotFacts(weapon="longbow", range=20, target=Target(rank="sergeant", hits=1))
    assert set(shot_odds(bare, DEFAULTS)) == {"miss", "killed"}
    assert sum(shot_odds(bare, DEFAULTS).values()) == 1


@pytest.mark.parametrize("class_", ["peasant", "man_at_arms", "veteran", "elite"])
def test_op_wound_01_whatever_his_class(class_: str) -> None:
    """Any hit on a common figure kills, also on an elite one."""
    battle = field(f"a men: {class_} x3 at 10,10 | {FOE}")
    play(battle, injuries.strike, man(battle, "men", 1), None)
    assert man(battle, "men", 1).fate == KILLED


def test_op_arm_07_the_shield_of_lancers_and_bowmen() -> None:
    """A rider with his lance keeps the shield in melee, and a bowman against shots."""
    table = fight(face_off("", "shield lance mounted", foe_at="10,11.5"), 6, 5)
    assert events_of(table, Fought)[0].armour == 1
    for weapon in ("longbow", "crossbow", "polearm"):
        battle = field(f"a bow: longbow at 10,10 | b foe: shield {weapon} at 10,30")
        struck = archery.facts(battle, man(battle, "bow"), man(battle, "foe"), None).target
        assert struck.armour == ("shield",)


def test_op_wpn_02_nor_in_the_saddle() -> None:
    """A rider's sword has no line either: his horse has one."""
    table = fight(face_off("sword mounted", "sword", at="10,9.5"), 5, 6)
    assert lines(table, 0) == {"mounted": 1}
    assert lines(table, 1) == {}


def test_op_melee_06_bows_are_improvised_weapons() -> None:
    """Attacking and defending."""
    table = fight(face_off("longbow", "crossbow"), 5, 5)
    assert list(lines(table, 0).values()) == [-1]
    assert list(lines(table, 1).values()) == [-1]


def test_op_shoot_13_a_shield_alone_saves_nothing_from_behind() -> None:
    """Shot in the back he has no die; in front he has one."""
    for facing, dice in (("north", ["to hit"]), ("south", ["to hit", "armour save"])):
        battle = field(f"a bow: longbow at 10,10 | b foe: shield x2 at 10,30 30,30 {facing}")
        faces = [9] if facing == "north" else [9, 1]
        table = shoot(battle, man(battle, "bow"), man(battle, "foe"), *faces)
        assert dice_of(table) == dice


def test_op_morale_09_a_lost_horse_is_no_loss() -> None:
    """Neither a mount killed nor a rider thrown sets the mark or counts."""
    battle = field("a men: mounted x3 at 10,10 20,10 30,10 | b foe: x1 at 10,12 south")
    play(battle, injuries.lose_mount, man(battle, "men", 1))
    play(battle, injuries.unhorse, man(battle, "men"), man(battle, "foe"), answers=[first])
    group = unit(battle, "men")
    assert gap(man(battle, "men").base, man(battle, "foe").base) > 0.9
    assert (group.figures_lost, group.casualties_since_test) == (0, False)


def test_op_wound_05_defending_too_but_not_for_a_flesh_wound() -> None:
    """A wounded Knight defends at -1, one with a flesh wound does not."""
    for hits, wound in ((1, {}), (2, {"wounded": -1})):
        battle = field(
            f"a men: x2 at 3,3 10,10 | b sir: knight ar4 at 10,11 0.hits={hits}", phase="melee"
        )
        assert lines(fight(battle, 5, 5 - (hits == 1)), 1) == {"Knight": 1, **wound}


@pytest.mark.parametrize(("hits", "wound"), [(1, {}), (2, {"shooter wounded": -1})])
def test_op_shoot_10_a_knight_with_a_bow(hits: int, wound: dict[str, int]) -> None:
    """His wound tells, his flesh wound does not."""
    battle = field(f"a sir: knight longbow at 10,10 0.hits={hits} | b foe: x1 at 10,30")
    assert lines(shoot(battle, man(battle, "sir"), man(battle, "foe"), 1), 0) == wound


def test_op_wound_04_a_knights_third_hit_kills() -> None:
    """And a Sergeant's second: they are off the table."""
    battle = field(f"a sir: knight at 10,10 0.hits=2 | a men: x3 at 20,10 0.hits=1 | {FOE}")
    for key in ("sir", "men"):
        play(battle, injuries.strike, man(battle, key), None)
        assert man(battle, key).fate == KILLED


def test_op_wpn_04_the_weapon_in_hand_counts() -> None:
    """With bow and sword it is the one in hand, attacking or defending."""
    table = fight(face_off("longbow sword", "sword longbow"), 6, 5)
    assert (list(lines(table, 0).values()), lines(table, 1)) == ([-1], {})


def test_op_shoot_16_he_is_not_stunned_and_his_horse_is_gone() -> None:
    """No riderless mount is left of it."""
    battle = field("a bow: longbow at 10,10 | b foe: lance sword mounted x2 at 10,30 30,30")
    shoot(battle, man(battle, "bow"), man(battle, "foe"), 9, declared="mount")
    assert (man(battle, "foe").stun, battle.mounts) == (-1, [])


def test_op_move_03_riders_move_and_run_with_three_dice() -> None:
    """In battle too, whether they march or run."""
    battle = field("a men: mounted x1 10,10")
    assert events_of(go(battle, "men", [1, 1, 1], to((10, 13))), Moved)[0].allowance == 3
    battle = field("a men: mounted x1 10,20 routing | b foe: at 10,26")
    answers = [first]
    run = play(
        battle, retreat.rout, unit(battle, "men"), man(battle, "foe"), dice=[1, 2, 3],
        answers=answers,
    )  # fmt: skip
    assert events_of(run, Moved)[0].allowance == 6


def test_op_wpn_06_no_rider_starts_with_a_polearm() -> None:
    """He may take it in hand only if he starts on foot."""
    battle = field("a man: sword polearm mounted at 10,10")
    assert ways_to_start(man(battle, "man")) == [
        "hand_weapon", "hand_weapon.foot", "polearm.foot",
    ]  # fmt: skip
