"""Shots: to hit, rider or mount, armour (sections SHOOT, ARM)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.chance.dice import ScriptedDice
from banneret.core.play.events import Rolled
from banneret.core.play.table import Table
from banneret.rulesets.one_page_skirmish.basics.options import DEFAULTS
from banneret.rulesets.one_page_skirmish.shooting.armour import (
    armour_against_shot,
    armour_rating,
    is_front,
)
from banneret.rulesets.one_page_skirmish.shooting.dice import ShotFacts, Target, shoot
from rulesets.one_page_skirmish.adjudged import adjudge, lines, refusal, ruling

ALL = ["helmet_gambeson", "shield", "mail", "plate"]
LUCKY = {"lucky_shot": True}


def shot(*faces: int, weapon: str = "longbow", range_: float = 20, **facts: Any) -> dict[str, Any]:
    """A longbow at long range unless said otherwise."""
    return adjudge("shot", {"weapon": weapon, "range": range_, **facts}, *faces)


def at(*faces: int, **target: Any) -> dict[str, Any]:
    """A shot at long range at a target like this; a 9 hits."""
    return shot(*faces, target=target)


# -- to hit


def test_op_shoot_01_nine_hits() -> None:
    """Total 9 hits, 8 misses."""
    assert shot(9)["result"] == "killed"
    assert shot(8) == {
        "roll": 8,
        "total": 8,
        "part": None,
        "armour": None,
        "save_needed": None,
        "result": "miss",
        "breakdown": [["long range", 0]],
    }


def test_op_shoot_02_a_shot_has_one_target() -> None:
    """The target is a figure, never a list or a group."""
    situation = {"weapon": "longbow", "range": 9, "target": [{"rank": "common"}]}
    assert "target is" in refusal("shot", situation, 9)


@pytest.mark.parametrize(("weapon", "close", "long"), [("crossbow", 9, 18), ("longbow", 12, 24)])
def test_op_shoot_03_ranges(weapon: str, close: int, long: int) -> None:
    """Crossbow 9 and 18, longbow 12 and 24, all inclusive."""
    assert shot(1, weapon=weapon, range_=close)["total"] == 2
    assert shot(1, weapon=weapon, range_=close + 0.01)["total"] == 1
    assert shot(1, weapon=weapon, range_=long)["total"] == 1
    assert shot(weapon=weapon, range_=long + 0.01)["result"] == "out_of_range"


def test_op_scale_04_thresholds_are_inclusive() -> None:
    """Crossbow at exactly 9.0 is close, 9.01 is long, 18.0 is in range, 18.01 is not."""
    totals = [shot(5, weapon="crossbow", range_=r)["total"] for r in (9.0, 9.0005, 9.01, 18.0)]
    assert totals == [6, 6, 5, 5]
    assert shot(weapon="crossbow", range_=18.01)["result"] == "out_of_range"


def test_op_shoot_04_close_range_adds_one() -> None:
    """Crossbow at 8 inches: 8 on the die hits."""
    assert shot(8, weapon="crossbow", range_=8)["result"] == "killed"


def test_op_shoot_05_long_range_has_no_modifier_and_beyond_no_shot() -> None:
    """Longbow at 20: 9 on the die needed; at 25 no die at all."""
    assert shot(9)["total"] == 9
    beyond = shot(range_=25)
    assert (beyond["roll"], beyond["total"], beyond["result"]) == (None, None, "out_of_range")
    assert "too many dice" in refusal("shot", {"weapon": "longbow", "range": 25}, 9)


def test_op_shoot_06_aim_adds_one() -> None:
    assert shot(8, aimed=True)["result"] == "killed"
    assert lines("shot", {"weapon": "longbow", "range": 20, "aimed": True}, 1)["aimed"] == 1


def test_op_shoot_08_cover() -> None:
    """Wall: -2, woods: -1."""
    assert shot(9, cover="part")["total"] == 8
    assert shot(9, cover="whole")["total"] == 7


def test_op_shoot_09_no_certain_hit() -> None:
    """Die 10, whole cover, long range, no aim: miss; close range and aim would do."""
    assert shot(10, cover="whole")["result"] == "miss"
    assert shot(10, cover="whole", aimed=True)["result"] == "killed"


def test_op_opt_13_a_lucky_shot() -> None:
    """Die 10 at total 8: hit. Not beyond range, and no other face is lucky."""
    assert shot(10, cover="whole", options=LUCKY)["result"] == "killed"
    assert shot(9, cover="part", options=LUCKY)["result"] == "miss"
    assert shot(range_=30, options=LUCKY)["result"] == "out_of_range"


def test_op_shoot_10_wounded_shooter() -> None:
    """Wounded Sergeant at long range needs a 10, under either reading of wounds."""
    assert shot(9, shooter_wounded=True)["result"] == "miss"
    assert shot(10, shooter_wounded=True)["result"] == "killed"
    combat = {"wound_scope": "combat"}
    assert shot(9, shooter_wounded=True, options=combat)["result"] == "miss"


def test_op_fig_02_class_has_no_effect_on_a_shot() -> None:
    results = [at(9, **{"class": c}) for c in ("peasant", "man_at_arms", "veteran", "elite")]
    assert all(result == results[0] for result in results)


# -- armour


def worth(piece: str) -> tuple[int, int]:
    """What one piece rates, and what it counts against a shot from the front."""
    return armour_rating([piece]), at(9, 1, armour=[piece])["armour"]


def test_op_arm_01_helmet_and_gambeson() -> None:
    assert worth("helmet_gambeson") == (1, 1)


def test_op_arm_02_shield() -> None:
    assert worth("shield") == (1, 1)


def test_op_arm_03_mail() -> None:
    assert worth("mail") == (1, 1)


def test_op_arm_04_plate() -> None:
    assert worth("plate") == (1, 1)


def test_op_arm_05_the_rating_is_the_sum() -> None:
    """All four rate 4; none rates 0; a piece counts once."""
    assert armour_rating(ALL) == 4
    assert armour_rating([]) == 0
    situation = {"weapon": "longbow", "range": 9, "target": {"armour": ["mail", "mail"]}}
    assert "target.armour[1] = 'mail'" in refusal("shot", situation, 9, 1)


def test_op_arm_06_the_shield_counts_to_the_front() -> None:
    """Bearing 90 counts the shield, 91 does not, on either hand."""
    shield = ["shield", "mail"]
    assert at(9, 1, armour=shield, bearing=90)["armour"] == 2
    assert at(9, 1, armour=shield, bearing=-90)["armour"] == 2
    assert at(9, 1, armour=shield, bearing=91)["armour"] == 1
    assert at(9, 1, armour=shield, bearing=-91)["armour"] == 1
    assert at(9, 1, armour=shield, bearing=300)["armour"] == 2
    assert at(9, 1, armour=shield, from_front=False)["armour"] == 1
    assert at(9, 1, armour=shield)["armour"] == 2
    assert armour_against_shot(("mail",), from_front=False) == 1


@pytest.mark.parametrize("bearing", range(-360, 361, 15))
def test_the_front_is_the_half_circle_ahead(bearing: int) -> None:
    """Every bearing reads the same after a full turn and from the other hand."""
    off = min(bearing % 360, 360 - bearing % 360)
    assert is_front(bearing) == (off <= 90) == is_front(-bearing)


def test_op_shoot_12_armour_save() -> None:
    """AR 3: roll 3 saves, 4 does not."""
    three = ["helmet_gambeson", "mail", "plate"]
    assert at(9, 3, armour=three)["result"] == "saved"
    assert at(9, 4, armour=three)["result"] == "killed"
    assert at(9)["result"] == "killed"  # and no second die


def test_op_shoot_13_details_of_the_save() -> None:
    """No die at AR 0 or with a shield from behind; a wounded man's may be vain."""
    assert at(9)["save_needed"] == 0
    assert at(9, armour=["shield"], from_front=False)["result"] == "killed"
    wounded = at(9, 1, rank="sergeant", hits=1, armour=["mail"])
    assert (wounded["armour"], wounded["save_needed"], wounded["result"]) == (1, 0, "killed")
    knight = at(9, 3, rank="knight", hits=2, armour=ALL)
    assert (knight["armour"], knight["save_needed"], knight["result"]) == (4, 3, "saved")
    flesh = at(9, 4, rank="knight", hits=1, armour=ALL)
    assert (flesh["save_needed"], flesh["result"]) == (4, "saved")


def test_op_opt_16_a_wound_in_combat_only_spares_the_save() -> None:
    target = {"rank": "sergeant", "hits": 1, "armour": ["mail"]}
    result = shot(9, 1, target=target, options={"wound_scope": "combat"})
    assert (result["save_needed"], result["result"]) == (1, "saved")


def test_op_arm_08_armour_of_mounts() -> None:
    """An unbarded mount has no save die; with barding 1 a die of 1 saves, from every side."""
    bare = shot(9, target={"mounted": True, "armour": ALL}, declared="mount")
    assert (bare["armour"], bare["result"]) == (0, "mount_killed")
    barded = {"mounted": True, "mount_armour": 1, "from_front": False, "armour": ALL}
    assert shot(9, 1, target=barded, declared="mount")["result"] == "saved"
    assert shot(9, 2, target=barded, declared="mount")["result"] == "mount_killed"


def test_op_arm_09_no_armour_no_die() -> None:
    """With AR 0 no armour die is rolled against archery."""
    assert len(ruling("shot", {"weapon": "longbow", "range": 9}, 9).dice) == 1
    assert "too many dice" in refusal("shot", {"weapon": "longbow", "range": 9}, 9, 1)


# -- rider or mount


def test_op_shoot_14_seven_is_the_mount_eight_the_rider() -> None:
    assert at(9, 7, mounted=True)["part"] == "mount"
    assert at(9, 8, mounted=True)["part"] == "rider"
    assert at(9)["part"] == "figure"


def test_op_scale_05_a_ten_is_the_rider() -> None:
    """The face printed 0 is ten."""
    assert at(9, 10, mounted=True)["part"] == "rider"
    assert at(9, 1, mounted=True)["part"] == "mount"


def test_op_shoot_15_a_declared_shot_rolls_no_location() -> None:
    """And a miss rolls none either."""
    for part in ("rider", "mount"):
        assert shot(9, target={"mounted": True}, declared=part)["part"] == part
    assert at(8, mounted=True)["result"] == "miss"


def test_a_man_on_foot_has_no_mount_to_declare() -> None:
    situation = {"weapon": "longbow", "range": 9, "declared": "mount"}
    assert "only a mounted target" in refusal("shot", situation, 9)


def test_op_shoot_16_an_unsaved_hit_kills_the_mount() -> None:
    """The rider is unhurt however many hits he has."""
    result = at(9, 3, mounted=True, rank="sergeant", hits=1)
    assert (result["part"], result["result"]) == ("mount", "mount_killed")


def test_op_shoot_17_rider_hit() -> None:
    """A Knight's rider hit is a flesh wound, behind his own armour."""
    result = at(9, 8, 5, mounted=True, rank="knight", armour=ALL)
    assert (result["part"], result["armour"], result["result"]) == ("rider", 4, "flesh_wound")


def test_op_shoot_20_ammunition_is_unlimited() -> None:
    """No key counts arrows."""
    situation = {"weapon": "longbow", "range": 9, "arrows": 3}
    assert "unknown key 'arrows'" in refusal("shot", situation, 9)


def test_op_shoot_21_dice_order_of_a_shot() -> None:
    """To hit, location, save; an unbarded mount makes two in all."""
    target = {"mounted": True, "armour": ["mail"]}
    ruled = ruling("shot", {"weapon": "longbow", "range": 9, "target": target}, 9, 8, 5)
    assert [die.purpose for die in ruled.dice] == ["to hit", "rider or mount", "armour save"]
    assert {die.sides for die in ruled.dice} == {10}
    assert len(ruling("shot", {"weapon": "longbow", "range": 9, "target": target}, 9, 7).dice) == 2


def test_op_shoot_22_riderless_mounts() -> None:
    """Shot at like a mount: its barding saves, a hit kills."""
    loose = {"mounted": True, "mount_armour": 2}
    assert shot(9, 2, target=loose, declared="mount")["result"] == "saved"
    assert shot(9, 3, target=loose, declared="mount")["result"] == "mount_killed"


def test_op_wound_07_arrows_climb_the_common_ladder() -> None:
    """Flesh wound, wound, killed; a Sergeant's wound, killed; others die at once."""
    knight = [at(9, rank="knight", hits=hits)["result"] for hits in range(3)]
    assert knight == ["flesh_wound", "wound", "killed"]
    assert [at(9, rank="sergeant", hits=hits)["result"] for hits in range(2)] == ["wound", "killed"]
    assert at(9)["result"] == "killed"


@pytest.mark.parametrize(("named", "saver"), [("b", "b"), (None, "a")])
def test_the_target_throws_his_own_save(named: str | None, saver: str) -> None:
    """The log and hand dice know whose die each is."""
    facts = ShotFacts(weapon="longbow", range=9, target=Target(mounted=True, armour=("mail",)))
    table: Table[None] = Table(None, ScriptedDice(9, 8, 5), {})
    assert shoot(table, facts, DEFAULTS, "a", named).result == "killed"
    rolls = [told.event for told in table.events]
    assert [roll.side for roll in rolls if isinstance(roll, Rolled)] == ["a", "a", saver]


def test_op_scale_06_shots_use_d10_alone() -> None:
    assert "a d10 shows 1 to 10" in refusal("shot", {"weapon": "longbow", "range": 9}, 11)


def test_contradictions_in_a_shot_are_refused() -> None:
    base = {"weapon": "longbow", "range": 9}
    assert "target.hits = 2" in refusal("shot", {**base, "target": {"hits": 2}}, 9)
    front = {"bearing": 150, "from_front": True}
    assert "target.from_front = true" in refusal("shot", {**base, "target": front}, 9)
    assert "target.bearing is 361" in refusal("shot", {**base, "target": {"bearing": 361}}, 9)
    agreed = {"bearing": 150, "from_front": False}
    assert shot(9, target=agreed)["result"] == "killed"
