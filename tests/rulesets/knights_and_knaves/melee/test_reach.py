"""Weapons and reach: who strikes first, and how well (KK-MELEE)."""

from __future__ import annotations

import pytest

from banneret.core.errors import IllegalAnswer
from banneret.rulesets.knights_and_knaves.basics.state import Battle
from banneret.rulesets.knights_and_knaves.melee import arms, as_fighters, strike_or_parry
from banneret.rulesets.knights_and_knaves.melee import phase as melee
from banneret.rulesets.knights_and_knaves.melee.fighters import combat_factor, weapon_row
from banneret.rulesets.knights_and_knaves.screen.deeds import Drew, Fought, Struck
from rulesets.knights_and_knaves.field import declare, field, man
from rulesets.knights_and_knaves.fights import clause_of, duel, fight, key, meet_before
from rulesets.knights_and_knaves.scripts import play
from rulesets.scripting import events_of


@pytest.mark.parametrize(
    ("weapon", "class_", "first", "second"),
    [("sword", 1, 4, 4), ("mace", 2, 3, 3), ("ax", 2, 3, 3), ("two_handed_sword", 3, 4, 3),
     ("two_handed_ax", 3, 4, 3), ("pole_arm", 4, 4, 2), ("short_spear", 4, 4, 2),
     ("javelin", 4, 4, 2), ("lance", 5, 6, 0), ("long_spear", 5, 6, 0), ("short_sword", 6, 3, 3),
     ("dagger", 6, 3, 3), ("farm_implement", 7, 2, 2), ("other", 7, 2, 2), ("none", 7, 0, 0)],
)  # fmt: skip
def test_kk_melee_04_classes_and_values(weapon: str, class_: int, first: int, second: int) -> None:
    """Every weapon's class, first and second value."""
    row = weapon_row(weapon, duel().options)
    assert (row.class_, *row.values) == (class_, first, second)


def factor(battle: Battle, one: str = "Hugh", other: str = "Odo", mode: str = "strike") -> int:
    """A man's combat factor against another."""
    a, b = man(battle, one), man(battle, other)
    mine = as_fighters.fighter(battle, a, b, mode)
    his = as_fighters.fighter(battle, b, a, "strike")
    return combat_factor(mine, his, battle.options).factor


def test_kk_melee_05_skill_plus_value() -> None:
    """Skill 7 with a sword makes 11."""
    assert factor(duel()) == 11
    assert factor(duel("ax melee=9")) == 12


def test_kk_melee_06_the_spear_loses_its_reach() -> None:
    """Who strikes home keeps 4; who fails once has 2 against that man while they fight."""
    battle = duel("short_spear", "armor=12")
    fight(battle, [9, 1, 2, 3, 3, 3], Hugh="strike Odo", Odo="strike Hugh")
    assert factor(battle) == 11
    battle.phase = "choose"
    fight(battle, [1, 1, 3, 3, 3], Hugh="strike Odo", Odo="parry Hugh")
    assert factor(battle) == 9


@pytest.mark.parametrize(
    ("mine", "his", "dice"),
    [("strike Odo", "strike Hugh", [5, 5]), ("parry Odo", "strike Hugh", [9, 1]),
     ("strike Odo", "strike Hugh", [1, 9, 1])],
)  # fmt: skip
def test_kk_melee_07_tie_parry_and_loss_all_fail(mine: str, his: str, dice: list[int]) -> None:
    """All three count as not striking home; a new opponent meets the first value again."""
    battle = duel("short_spear")
    fight(battle, [*dice, 3, 3, 3], Hugh=mine, Odo=his)
    assert man(battle, "Hugh").lost_reach == (man(battle, "Odo").id,)
    other = field(
        "a Hugh: short_spear at 20,10 | b Odo: soldier at 20,11 | b Guy: soldier at 21,10"
    )
    man(other, "Hugh").lost_reach = (man(other, "Odo").id,)
    assert (factor(other), factor(other, "Hugh", "Guy")) == (9, 11)


@pytest.mark.parametrize("his", ["strike Hugh", "nothing"])
def test_kk_melee_07_struck_at_while_he_strikes_another(his: str) -> None:
    """Dice fell between Guy and him, and he struck him not home; without dice nothing is lost."""
    battle = field(
        "a Hugh: short_spear at 20,10 | b Odo: armor=12 at 20,11 | b Guy: at 21,10",
        phase="choose",
    )
    meet_before(battle, "Hugh", "Odo", "Guy")
    fight(battle, [9, 1, 1, 3, 3], Hugh="strike Odo", Odo="strike Hugh", Guy=his)
    lost = () if his == "nothing" else (man(battle, "Guy").id,)
    assert man(battle, "Hugh").lost_reach == lost


def test_kk_melee_07_broken_contact_restores_the_reach() -> None:
    """When the bases part everything is forgotten."""
    battle = duel("short_spear")
    hugh = man(battle, "Hugh")
    hugh.lost_reach = (man(battle, "Odo").id,)
    battle.men[1].base = field("b Odo: soldier at 20,14").men[0].base
    battle.memo.forget()
    melee.begin(battle)
    assert not hugh.lost_reach
    assert not hugh.touched


def test_kk_melee_08_mounted_against_foot() -> None:
    """A rider has +1 against foot, none against another rider."""
    battle = field(
        "a Hugh: soldier mounted at 20,10 | b Odo: soldier at 20,11.5 | "
        "b Guy: soldier mounted at 21,10"
    )
    assert factor(battle) == 12
    assert factor(battle, "Hugh", "Guy") == 11
    assert factor(battle, "Odo", "Hugh") == 11


@pytest.mark.parametrize(
    ("ground", "mine", "his"),
    [
        ("gentle_slope hill: 10,5..30,10.6", 1, 0),
        ("steep_slope hill: 10,10.6..30,15", 0, 1),
        ("stairs flight: 19,9..21,10.4 height=6", 1, 0),
        # KK-MELEE-09: stairs and slopes are compared apart
        ("stairs flight: 19,9..21,10.4 height=6 | steep_slope hill: 10,10.6..30,15", 1, 1),
        ("", 0, 0),
    ],
)
def test_kk_melee_08_higher_ground_and_stairs(ground: str, mine: int, his: int) -> None:
    """One more for who stands on the slope or the stairs against who does not."""
    battle = field("a Hugh: sword at 20,10 | b Odo: sword at 20,11", terrain=ground)
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    assert as_fighters.has_height(battle, hugh, odo) == bool(mine)
    assert as_fighters.has_height(battle, odo, hugh) == bool(his)
    level = field("a Hugh: sword at 20,10 | b Odo: sword at 20,11")
    narrow = ground.startswith("stairs")  # KK-MELEE-10 takes it away again
    assert factor(battle) - factor(level) == mine - narrow
    assert factor(battle, "Odo", "Hugh") - factor(level, "Odo", "Hugh") == his


def test_kk_melee_09_once_each_for_himself() -> None:
    """Mounted and up-slope is +1; mounted against an up-slope man is +1 for both."""
    high = field(
        "a Hugh: soldier mounted at 20,10 | b Odo: soldier at 20,11.5",
        terrain="gentle_slope: 15,5..25,10.5",
    )
    assert factor(high) == 12
    both = field(
        "a Hugh: soldier mounted at 20,10 | b Odo: soldier at 20,11.5",
        terrain="gentle_slope: 15,11..25,15",
    )
    assert (factor(both), factor(both, "Odo", "Hugh")) == (12, 12)


def test_kk_melee_10_restricted_ground() -> None:
    """Two men in heavy woods both have -1; in light woods neither."""
    heavy = duel(terrain="heavy_wood: 15,5..25,15")
    assert (factor(heavy), factor(heavy, "Odo", "Hugh")) == (10, 10)
    assert factor(duel(terrain="light_wood: 15,5..25,15")) == 11


@pytest.mark.parametrize(
    ("arms", "value"),
    [
        ("sword small", 10),
        ("sword large", 9),
        ("pole_arm large", 11),
        ("long_spear large", 9),
        ("sword pavise", 11),
    ],
)
def test_kk_melee_11_the_opponents_shield(arms: str, value: int) -> None:
    """Small -1, large -2; none while he wields a two-handed weapon, none from a pavise."""
    assert factor(duel(b=arms)) == value


def test_kk_melee_12_while_drawing_the_shield_counts() -> None:
    """A man with a bow in hand draws: his shield counts and he has no reach."""
    battle = duel(b="longbow pole_arm large")
    assert factor(battle) == 9
    assert as_fighters.is_drawing(man(battle, "Odo"))


def test_kk_melee_13_drawing_in_contact_is_a_parry_without_value() -> None:
    """He may only parry, with nothing but his skill; next turn the weapon is in hand."""
    battle = duel("sword mace")
    hugh = man(battle, "Hugh")
    assert strike_or_parry.odds_of(battle, hugh, "draw:mace")["held off"] == "21/100"
    table = fight(battle, [5, 8, 1, 3, 3, 3], Hugh="draw mace", Odo="strike Hugh")
    assert events_of(table, Fought)[0].winner == man(battle, "Odo").id  # 11 and 5 against 7 and 8
    assert hugh.weapon == "mace"
    declare(hugh, "draw_weapon", weapon="sword")
    assert clause_of(battle, "Hugh", "strike Odo") == "KK-MELEE-13"
    assert factor(battle, mode="parry") == 7


@pytest.mark.parametrize(("stamina", "value"), [(6, 11), (5, 10), (4, 10), (3, 9), (2, 9), (1, 8)])
def test_kk_melee_14_stamina(stamina: int, value: int) -> None:
    """Below three quarters -1, below half -2, below a quarter -3, of eight."""
    assert factor(duel(f"armor=8 stamina={stamina}")) == value


def test_kk_melee_15_fatigue_of_both_kinds() -> None:
    """Temporary 1 and permanent 2 make -3."""
    assert factor(duel("temporary=1 permanent=2")) == 8


def test_kk_melee_20_the_longer_weapon_strikes_first() -> None:
    """Ax against two-handed sword: in the first round the ax may only parry, then strike."""
    battle = duel("ax", "two_handed_sword", old=False)
    assert clause_of(battle, "Hugh", "strike Odo") == "KK-MELEE-20"
    assert clause_of(battle, "Odo", "strike Hugh") is None
    with pytest.raises(IllegalAnswer):
        play(battle, melee.choose, answers={"a": [key(battle, "strike Odo")], "b": ["nothing"]})
    meet_before(battle, "Hugh", "Odo")
    assert clause_of(battle, "Hugh", "strike Odo") is None


def test_kk_melee_21_reach_details() -> None:
    """Long against long both strike; another short-armed man may be struck; the horse may not."""
    assert clause_of(duel("pole_arm", "long_spear", old=False), "Hugh", "strike Odo") is None
    battle = field(
        "a Hugh: sword at 20,10 | b Odo: long_spear mounted at 20,11.5 | b Guy: sword at 21,10"
    )
    assert clause_of(battle, "Hugh", "strike Odo") == "KK-MELEE-20"
    assert clause_of(battle, "Hugh", "horse Odo") == "KK-MELEE-20"
    assert clause_of(battle, "Hugh", "strike Guy") is None
    assert clause_of(duel("none", "sword", old=False), "Hugh", "strike Odo") == "KK-MELEE-13"


@pytest.mark.parametrize("how", ["stun=2", "routing", "carried=0"])
def test_kk_melee_21_a_spear_nobody_can_use_keeps_nobody_off(how: str) -> None:
    """A swordsman strikes a stunned, routing or carrying spearman in the first round."""
    battle = duel("sword", f"long_spear {how}", old=False)
    assert clause_of(battle, "Hugh", "strike Odo") is None
    table = fight(battle, [4, 1], Hugh="strike Odo")
    assert [one.hit for one in events_of(table, Struck)] == [True]  # 15 with skill 7 and sword 4


def test_kk_melee_26_a_bowman_draws_while_he_parries() -> None:
    """Contacted with the bow in hand he parries without value, and has the sword next round."""
    battle = duel("longbow short_sword", old=False)
    hugh = man(battle, "Hugh")
    assert clause_of(battle, "Hugh", "strike Odo") == "KK-MELEE-13"
    table = fight(battle, [5, 4, 9, 3, 3], Hugh="parry Odo", Odo="strike Hugh")
    assert events_of(table, Fought)[0].winner == man(battle, "Odo").id  # 12 against 15
    assert hugh.weapon == "short_sword"
    assert [one.weapon for one in events_of(table, Drew)] == ["short_sword"]


def test_kk_melee_31_uncontrolled_men_draw_too() -> None:
    """Whoever does nothing in contact without a weapon draws his first sidearm all the same."""
    battle = duel("longbow dagger ax", old=False)
    fight(battle, [3, 3], Odo="nothing")
    assert man(battle, "Hugh").weapon == "dagger"


def test_kk_melee_27_weapons_are_changed_freely_out_of_contact() -> None:
    """An archer with a melee chit draws before contact; one with a shot keeps the bow."""
    battle = field("a Hugh: longbow short_sword at 20,10 | b Odo: soldier at 20,30")
    hugh = declare(man(battle, "Hugh"), "move_full_melee", target=1)
    arms.ready(battle, hugh)
    assert hugh.weapon == "short_sword"
    declare(hugh, "move_half_shoot")
    arms.ready(battle, hugh)
    assert hugh.weapon == "longbow"
    declare(hugh, "move_full", weapon="short_sword")
    arms.ready(battle, hugh)
    assert hugh.weapon == "short_sword"
    close = field("a Hugh: longbow short_sword at 20,10 | b Odo: soldier at 20,11")
    fighting = declare(man(close, "Hugh"), "move_full_melee", weapon="short_sword")
    arms.ready(close, fighting)
    assert fighting.weapon == "longbow"  # somebody is upon him


def test_kk_melee_28_the_two_handed_ax() -> None:
    """Class 3 by default, class 2 with the option; empty hands can only parry."""
    assert as_fighters.is_long(duel("two_handed_ax"), man(duel("two_handed_ax"), "Hugh"))
    other = duel("two_handed_ax", two_handed_ax_class=2)
    assert not as_fighters.is_long(other, man(other, "Hugh"))
    assert clause_of(duel("none", "sword"), "Hugh", "strike Odo") == "KK-MELEE-13"


def test_kk_move_28_who_mounts_can_only_parry() -> None:
    """Mounting or dismounting in melee leaves him the parry."""
    battle = duel()
    man(battle, "Hugh").chit = "mount"
    assert clause_of(battle, "Hugh", "strike Odo") == "KK-MOVE-28"
    assert clause_of(battle, "Hugh", "parry Odo") is None


def test_kk_panic_04_on_a_charging_horse_the_rider_strikes() -> None:
    """Whatever his chit was; on a bolting one he can only parry."""
    battle = duel("mounted chit=dismount panic=charge", old=False)
    assert clause_of(battle, "Hugh", "strike Odo") is None
    bolt = duel("mounted chit=stay panic=bolt", old=False)
    assert clause_of(bolt, "Hugh", "strike Odo") == "KK-PANIC-04"


def test_kk_act_25_in_contact_anybody_may_strike() -> None:
    """A stay result does not keep a man in contact from striking."""
    battle = duel("chit=stay rolled=stay")
    assert clause_of(battle, "Hugh", "strike Odo") is None
