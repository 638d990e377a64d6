"""Falls from horses and from heights (KK-FALL)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.rulesets.knights_and_knaves.basics.state import NOBODY, Battle
from banneret.rulesets.knights_and_knaves.command.action.special import mounts
from banneret.rulesets.knights_and_knaves.ground.contact import touching
from banneret.rulesets.knights_and_knaves.ground.lay import drop_feet
from banneret.rulesets.knights_and_knaves.melee.arms import wielded
from banneret.rulesets.knights_and_knaves.melee.harm import falls, injuries
from banneret.rulesets.knights_and_knaves.morale import failing
from banneret.rulesets.knights_and_knaves.movement import riding
from banneret.rulesets.knights_and_knaves.screen.deeds import Fell, Mounted
from banneret.rulesets.knights_and_knaves.screen.events import Checked
from banneret.tabletop.shapes.measuring import gap
from rulesets.knights_and_knaves.field import field, man
from rulesets.knights_and_knaves.rides import charge
from rulesets.knights_and_knaves.scripts import Played, play, run
from rulesets.scripting import events_of


def odo_strikes(battle: Battle, dice: list[int]) -> Played:
    """He strikes the first man; everybody else does nothing."""
    answers = {"fight Odo": "strike:0", "fight": "nothing"}
    return run(battle, "fatigue", dice=dice, answers=answers, exact=False)


def struck(rider: str, foe: str, dice: list[int], **more: Any) -> tuple[Battle, Played]:
    """Odo, on foot unless told otherwise, strikes the rider Guy, who does nothing."""
    y = 12 if "mounted" in foe else 11.5
    battle = field(
        f"a Guy: soldier mounted horse armor=8 {rider} at 20,10 | b Odo: soldier {foe} at 20,{y}",
        phase="choose",
        **more,
    )
    man(battle, "Odo").touched = (0,)
    man(battle, "Guy").touched = (1,)
    return battle, odo_strikes(battle, dice)


@pytest.mark.usefixtures("idle")
def test_kk_fall_01_a_lance_at_the_gallop_unseats() -> None:
    """A rider struck by it checks even without damage."""
    _, table = charge("b Odo: soldier mounted armor=12 at 20,20", [4, 1, 1, 1, 9], Guy="strike Odo")
    assert [one.man for one in events_of(table, Fell)] == [1]


@pytest.mark.usefixtures("idle")
@pytest.mark.parametrize(("damage", "checks"), [(10, True), (9, False)])
def test_kk_fall_02_a_quarter_of_his_stamina(damage: int, checks: bool) -> None:
    """Eight stamina: losing two he checks, losing one not."""
    _, table = struck("", "sword", [5, damage, 9, 1, 1])
    assert bool(events_of(table, Fell)) is checks


@pytest.mark.usefixtures("idle")
@pytest.mark.parametrize(
    ("weapon", "checks"),
    [("short_spear", True), ("pole_arm", True), ("sword", False), ("short_spear mounted", False)],
)
def test_kk_fall_03_a_foot_spear_or_halberd(weapon: str, checks: bool) -> None:
    """Struck by a man on foot with one he checks, hurt or not; not by another rider's."""
    _, table = struck("", weapon, [5, 1, 1, 1, 9] if weapon == "pole_arm" else [5, 1, 9])
    assert bool(events_of(table, Fell)) is checks


def on_wall(dice: list[int], feet: int = 12) -> tuple[Battle, Played]:
    """Hugh on a wall walk is wounded by Odo beside him up there."""
    battle = field(
        "a Hugh: soldier at 20,10.6 facing 90 | b Odo: ax at 21,10.6 facing 270",
        terrain=f"wall_walk top: 10,10..30,11.2 height={feet}",
        phase="choose",
    )
    for one in battle.men:
        one.touched = (0, 1)
    return battle, odo_strikes(battle, dice)


@pytest.mark.usefixtures("idle")
def test_kk_fall_04_wounded_on_a_height() -> None:
    """A man wounded on a wall checks against 1; unhurt he does not."""
    _, table = on_wall([6, 4, 4, 9])
    assert [one.fell for one in events_of(table, Fell)] == [False]
    _, table = on_wall([6, 2, 2])
    assert events_of(table, Fell) == []


@pytest.mark.usefixtures("idle")
def test_kk_fall_20_he_lies_at_the_foot_of_the_wall() -> None:
    """From a 12-foot wall he falls 12 feet, two dice, and lies below, clear of the wall walk."""
    battle, table = on_wall([6, 4, 4, 1, 2, 2])
    hugh = man(battle, "Hugh")
    fell = events_of(table, Fell)[0]
    assert (fell.fell, fell.feet, fell.result) == (True, 12, "unhurt")
    assert drop_feet(battle, hugh) == 0
    assert hugh.base.y < 10.0 or hugh.base.y > 11.2


@pytest.mark.usefixtures("idle")
def test_kk_fall_09_more_than_24_feet_kills() -> None:
    """25 feet kill without dice."""
    battle, table = on_wall([6, 4, 4, 1], 25)
    assert man(battle, "Hugh").status == "dead"
    assert events_of(table, Fell)[0].result == "dead"


@pytest.mark.usefixtures("idle")
def test_kk_fall_05_a_man_disabled_high_up_is_dead() -> None:
    """Disabled on more than 24 feet he is dead, and makes no check."""
    battle, table = on_wall([6, 10, 10], 30)
    assert man(battle, "Hugh").status == "dead"
    assert events_of(table, Fell) == []


@pytest.mark.usefixtures("idle")
@pytest.mark.parametrize(
    ("gait", "number"), [("standing", 1), ("walk", 1), ("trot", 2), ("canter", 3), ("gallop", 4)]
)
def test_kk_fall_06_the_number_is_the_gaits(gait: str, number: int) -> None:
    """At or below the number of the gait he falls."""
    for die, fell in ((number, True), (number + 1, False)):
        _, table = struck(f"horse.gait={gait}", "short_spear", [5, 1, die, 2, 2])
        assert events_of(table, Fell)[0].fell is fell


@pytest.mark.usefixtures("idle")
def test_kk_fall_07_fatigue_wounds_and_skill() -> None:
    """Temporary levels and points lost pull the die down, skill 8 lifts it by one."""
    _, table = struck("temporary=2 horse.gait=trot", "short_spear", [5, 1, 4, 2, 2])
    assert events_of(table, Fell)[0].fell  # 4 - 2 = 2
    _, table = struck("temporary=2 melee=8 horse.gait=trot", "short_spear", [5, 1, 4, 2, 2])
    assert not events_of(table, Fell)[0].fell
    _, table = struck("permanent=2 horse.gait=trot", "short_spear", [5, 1, 4, 2, 2])
    assert not events_of(table, Fell)[0].fell  # permanent levels do not count
    _, table = struck("stamina=4 original=6 horse.gait=trot", "short_spear", [5, 1, 4, 2, 2])
    assert events_of(table, Fell)[0].fell


@pytest.mark.usefixtures("idle")
def test_kk_fall_08_the_blow_itself_counts() -> None:
    """A fresh man hit for two has lost two points when he checks."""
    _, table = struck("horse.gait=canter", "sword", [5, 10, 5, 2, 2])
    assert events_of(table, Fell)[0].fell  # 5 - 2 = 3
    _, table = struck("horse.gait=canter", "sword", [5, 10, 6, 1])
    assert not events_of(table, Fell)[0].fell
    for die, fell in ((7, True), (8, False)):  # two lost before and two now: 7 - 4 = 3
        _, table = struck("stamina=6 horse.gait=canter", "sword", [5, 10, die, 2, 2, 1])
        assert events_of(table, Fell)[0].fell is fell


@pytest.mark.usefixtures("idle")
def test_kk_fall_10_stunned_beside_his_horse() -> None:
    """Dice of 3 and 4 stun him for four turns; he lies beside his horse on foot."""
    battle, table = struck("", "short_spear", [5, 1, 1, 3, 4])
    guy = man(battle, "Guy")
    assert events_of(table, Fell)[0].result == "stunned"
    assert guy.stun == 4
    assert guy.horse == NOBODY
    assert battle.horses[0].rider == NOBODY


@pytest.mark.parametrize(("die", "fell"), [(3, True), (4, False)])
def test_kk_fall_16_a_horse_that_goes_down(die: int, fell: bool) -> None:
    """The rider comes off at once and checks at the horse's gait: at a canter against 3."""
    battle = field(
        "a Guy: soldier mounted horse at 20,10 horse.gait=canter horse.stamina=1 | "
        "b Odo: ax at 20,11.5",
        phase="choose",
    )
    for one in battle.men:
        one.touched = (0, 1)
    said = {"fight Odo": "horse:0", "fight": "nothing"}
    table = run(battle, "fatigue", dice=[6, 5, 5, die, 2, 2], answers=said, exact=False)
    guy = man(battle, "Guy")
    assert battle.horses[0].gone
    assert guy.horse == NOBODY
    assert [one.fell for one in events_of(table, Fell)] == [fell]
    assert guy.base.depth == 1.0


@pytest.mark.parametrize("x", [5.0, 35.0])
def test_kk_fall_18_off_a_dead_horse_on_the_side_away_from_the_shot(x: float) -> None:
    """Whoever shot it stands on the other side of it."""
    battle = field(f"a Guy: mounted horse at 20,20 north horse.stamina=3 | b Odo: at {x},20")
    battle.hurt = ((0, 0, 9, injuries.SHOT, 1),)
    play(battle, injuries.settle, dice=[10])
    assert battle.horses[0].gone
    assert (man(battle, "Guy").base.x - 20.0) * (x - 20.0) < 0.0
    assert gap(man(battle, "Guy").base, battle.horses[0].base) < 0.01


@pytest.mark.usefixtures("idle")
@pytest.mark.parametrize(("width", "feet"), [(2.0, 12), (8.0, 0)])
def test_kk_fall_20_a_rider_falls_from_a_height_only_near_its_edge(width: float, feet: int) -> None:
    """On a broad wall he falls off his horse alone; within an inch of the edge to its foot."""
    battle = field(
        "a Guy: soldier mounted horse armor=8 at 20,20 | b Odo: short_spear at 20,21.5",
        terrain=f"wall_walk top: {20 - width / 2},10..{20 + width / 2},30 height=12",
        phase="choose",
    )
    for one in battle.men:
        one.touched = (0, 1)
    said = {"fight Odo": "strike:0", "fight": "nothing"}
    table = run(battle, "fatigue", dice=[5, 1, 1, 2, 2], answers=said, exact=False)
    assert [one.feet for one in events_of(table, Fell)] == [feet]


@pytest.mark.usefixtures("idle")
def test_kk_fall_20_thrown_to_the_far_side_of_his_horse_he_still_goes_over_the_edge() -> None:
    """Within an inch of a precipice, though he comes off two inches from it."""
    battle = field(
        "a Guy: soldier mounted horse armor=8 at 20.6,20 north | b Odo: short_spear at 21.6,20",
        terrain="precipice cliff: 22,0 22,40 height=12",
        phase="choose",
    )
    for one in battle.men:
        one.touched = (0, 1)
    said = {"fight Odo": "strike:0", "fight": "nothing"}
    table = run(battle, "fatigue", dice=[5, 1, 1, 2, 2], answers=said, exact=False)
    assert [one.feet for one in events_of(table, Fell)] == [12]
    assert man(battle, "Guy").base.x > 22.0


@pytest.mark.usefixtures("idle")
def test_kk_fall_17_the_horse_stays_and_can_be_mounted() -> None:
    """After a fall the horse stands where it was and a man in contact may mount it."""
    battle, _ = struck("", "short_spear", [5, 1, 1, 2, 2])
    guy = man(battle, "Guy")
    assert battle.horses[0].base.x == 20
    assert mounts(battle, guy) == [battle.horses[0]]


def test_kk_fall_18_in_contact_only_if_no_other_place_is_free() -> None:
    """An enemy beside the furthest spot sends him to another one where nobody touches him."""
    battle = field(
        "a Guy: soldier mounted armor=8 at 20,20 north | b Odo: short_spear at 20,21.5 | "
        "b Ivo: sword at 22.04,19.5 | b Hal: sword at 22.04,20.5 | b Tom: sword at 20,17.96",
    )
    guy = man(battle, "Guy")
    blow_from = (18.0, 20.0)
    play(battle, riding.dismount, guy, blow_from)
    assert guy.base.x < 20
    assert touching(battle, guy) == []


@pytest.mark.usefixtures("idle")
def test_kk_fall_18_on_the_side_away_from_the_blow() -> None:
    """He stands touching his horse, away from whoever struck him, with what he held."""
    battle, _ = struck("lance", "short_spear", [5, 1, 1, 2, 2])
    guy = man(battle, "Guy")
    assert touching(battle, guy) == []
    assert guy.base.y < 10.0
    assert gap(guy.base, battle.horses[0].base) < 0.01
    assert guy.weapon == "lance"
    assert wielded(guy) == "long_spear"


@pytest.mark.usefixtures("idle")
def test_kk_scale_06_the_same_man_on_foot() -> None:
    """Unhorsed he keeps wounds, fatigue and arms; the horse is a piece of its own."""
    battle, table = struck("stamina=7 temporary=1 large", "short_spear", [5, 1, 1, 2, 2])
    guy = man(battle, "Guy")
    assert (guy.stamina, guy.temporary, guy.profile.shield) == (7, 1, "large")
    assert (guy.base.width, guy.base.depth) == (1.0, 1.0)
    assert [one.up for one in events_of(table, Mounted)] == [False]


def test_kk_fall_19_the_check_comes_before_any_ride_on() -> None:
    """A spearman who wins against a gallop charger has him checked before he could ride on."""
    battle, table = charge(
        "b Odo: long_spear melee=10 at 20,20",
        [1, 10, 1, 1, 1, 9, 1, 1],
        Guy="strike Odo",
        Odo="strike Guy",
    )
    kinds = [type(told.event).__name__ for told in table.events]
    assert kinds.index("Fell") < len(kinds) - 1 - kinds[::-1].index("Moved")
    assert len(events_of(table, Fell)) == 1  # once for these strikes
    assert man(battle, "Guy").horse != NOBODY


@pytest.mark.usefixtures("idle")
def test_kk_fall_21_keeping_the_seat_is_no_stun() -> None:
    """A rider who keeps his seat is not stunned."""
    battle, _ = struck("", "short_spear", [5, 1, 9])
    assert man(battle, "Guy").stun == 0
    assert man(battle, "Guy").horse != NOBODY


def test_kk_fall_15_further_stuns_do_not_add() -> None:
    """The longer remaining stun counts."""
    battle = field("a Guy: soldier at 20,10 stun=6")
    play(battle, falls.land, man(battle, "Guy"), 0, dice=[3, 3])
    assert man(battle, "Guy").stun == 6
    battle = field("a Guy: soldier at 20,10 stun=2")
    play(battle, falls.land, man(battle, "Guy"), 0, dice=[3, 3])
    assert man(battle, "Guy").stun == 3


def test_kk_fall_15_the_stunned_do_not_check_morale() -> None:
    """Tom runs beside them: Ned checks, Guy lies there and does not."""
    battle = field(
        "a Tom: at 20,20 | a Guy: stun=2 at 21.5,20 | a Ned: at 18.5,20 | b foe: at 20,40",
        phase="movement_checks",
    )
    play(battle, failing.fails, man(battle, "Tom"), "")
    table = run(battle, "targets", dice=[1])
    assert [one.man for one in events_of(table, Checked)] == [man(battle, "Ned").id]
    assert man(battle, "Guy").status == "steady"


@pytest.mark.parametrize(("dice", "lost", "stun"), [([5, 5], 2, 5), ([6, 6], 4, 6), ([8, 8], 6, 8)])
def test_kk_fall_11_losses_round_up(dice: list[int], lost: int, stun: int) -> None:
    """A quarter, half or three quarters of what is left, rounded up, of seven."""
    battle = field("a Guy: soldier armor=7 at 20,10")
    play(battle, falls.land, man(battle, "Guy"), 0, dice=dice)
    assert man(battle, "Guy").stamina == 7 - lost
    assert man(battle, "Guy").stun == stun


@pytest.mark.parametrize(("stamina", "total"), [(3, "hurt_quarter"), (4, "stunned")])
def test_kk_fall_12_worse_below_half(stamina: int, total: str) -> None:
    """Less than half his stamina before the fall adds two: 7 is read as 9."""
    battle = field(f"a Guy: soldier armor=8 at 20,10 stamina={stamina}")
    table = play(battle, falls.land, man(battle, "Guy"), 0, dice=[3, 4])
    assert events_of(table, Fell)[0].result == total


@pytest.mark.parametrize(("modified", "stun"), [(False, 3), (True, 4)])
def test_kk_fall_13_the_length_of_a_stun(modified: bool, stun: int) -> None:
    """Dice of 5 with two more: half of what shows, or of the total with the option."""
    battle = field("a Guy: soldier armor=8 at 20,10 stamina=3", stun_uses_modified_total=modified)
    play(battle, falls.land, man(battle, "Guy"), 0, dice=[2, 3])
    assert man(battle, "Guy").stun == stun
    worst = field("a Guy: soldier armor=8 at 20,10 stamina=3")
    play(worst, falls.land, man(worst, "Guy"), 0, dice=[10, 9])
    assert man(worst, "Guy").status == "disabled"


@pytest.mark.usefixtures("idle")
def test_kk_dis_02_a_disabled_lord_rolls_for_consciousness() -> None:
    """A lord brought to nought rolls how many turns he goes on giving orders."""
    battle = field("a Ralf: lord at 20,10 stamina=1 | b Odo: ax at 20,11", phase="choose")
    for one in battle.men:
        one.touched = (0, 1)
    run(
        battle,
        "fatigue",
        dice=[6, 9, 9, 6],
        answers={"fight Odo": "strike:0", "fight": "nothing"},
        exact=False,
    )
    assert man(battle, "Ralf").status == "disabled"
    assert man(battle, "Ralf").conscious == 6
    other = field("a Hal: at 20,10 stamina=0 | b Odo: ax at 20,11", fallen=(0,))
    man(other, "Hal").status = "disabled"
    play(other, injuries.follow, {})  # no die for one who is no lord
    assert man(other, "Hal").conscious == -1
