"""The Melee phase: who opposes whom, reach, ranks, horses, damage (KK-MELEE, KK-RANK, KK-DMG)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.errors import IllegalAnswer
from banneret.rulesets.knights_and_knaves import choices, fighters, melee, ranks
from banneret.rulesets.knights_and_knaves.contact import touching
from banneret.rulesets.knights_and_knaves.deeds import Drew, Fought, Struck
from banneret.rulesets.knights_and_knaves.procedures.fighters import combat_factor
from banneret.rulesets.knights_and_knaves.state import Battle
from rulesets.knights_and_knaves.field import (
    Played,
    declare,
    events_of,
    field,
    man,
    play,
    rolls,
    run,
)


def duel(a: str = "sword", b: str = "sword", **more: Any) -> Battle:
    """Hugh and Odo face to face, in their second round unless told otherwise."""
    old = more.pop("old", True)
    battle = field(
        f"a Hugh: soldier {a} at 20,10 | b Odo: soldier {b} at 20,11", phase="choose", **more
    )
    if old:
        meet_before(battle, "Hugh", "Odo")
    return battle


def meet_before(battle: Battle, *names: str) -> None:
    """They have fought a round already."""
    for name in names:
        one = man(battle, name)
        one.touched = tuple(foe.id for foe in touching(battle, one))


def fight(battle: Battle, dice: list[int] = [], **chosen: str) -> Played:  # noqa: B006  never changed
    """Play the Melee phase; men not named do nothing."""
    answers: dict[str, Any] = {"fight": "nothing"}
    answers |= {f"fight {name}": _key(battle, key) for name, key in chosen.items()}
    answers |= {"step_up": "hold", "champion": "nothing", "meet": "nothing"}
    return run(battle, "fatigue", dice=dice, answers=answers, exact=False)


def _key(battle: Battle, words: str) -> str:
    kind, _, names = words.partition(" ")
    if kind in {"draw", "nothing"}:
        return words.replace(" ", ":")
    return f"{kind}:{','.join(str(man(battle, name).id) for name in names.split('+'))}"


def clause_of(battle: Battle, name: str, words: str) -> str | None:
    """The clause that refuses a choice."""
    no = choices.refusal(battle, man(battle, name), _key(battle, words))
    return no.clause if no is not None else None


# -- who opposes whom


def test_kk_melee_01_one_strike_each() -> None:
    """Everybody names one strike; there is no second one to name."""
    battle = field("a Hugh: soldier at 20,10 | b Odo: soldier at 20,11 | b Guy: soldier at 21,10")
    keys = choices.keys_of(battle, man(battle, "Hugh"))
    odo, guy = man(battle, "Odo").id, man(battle, "Guy").id
    assert f"strike:{odo}" in keys
    assert f"strike:{guy}" in keys
    assert f"strike:{odo},{guy}" not in keys


def test_kk_melee_17_the_higher_total_strikes_home() -> None:
    """7 and 4 and the die against the same: 16 against 17; equal totals are nobody's."""
    battle = duel()
    table = fight(battle, [5, 6, 8, 3], Hugh="strike Odo", Odo="strike Hugh")
    assert events_of(table, Fought)[0].winner == man(battle, "Odo").id
    assert man(battle, "Hugh").stamina == 4  # 8 less armour 6
    table = fight(duel(), [5, 5, 3, 3], Hugh="strike Odo", Odo="strike Hugh")
    assert events_of(table, Fought)[0].winner == -1


def test_kk_melee_18_a_parrier_who_wins_hurts_nobody() -> None:
    """Parrying, he wins or ties and nobody is struck; he loses and is."""
    battle = duel()
    table = fight(battle, [2, 9, 3, 3], Hugh="strike Odo", Odo="parry Hugh")
    assert events_of(table, Fought)[0].winner == -1
    battle = duel()
    table = fight(battle, [9, 2, 10, 3, 3, 3], Hugh="strike Odo", Odo="parry Hugh")
    assert man(battle, "Odo").stamina == 2


def test_kk_melee_18_two_are_parried_with_fresh_dice() -> None:
    """Up to two opponents, each worked out by itself."""
    battle = field(
        "a Hugh: soldier at 20,10 | b Odo: soldier at 20,11 | b Guy: soldier at 21,10",
        phase="choose",
    )
    meet_before(battle, "Hugh", "Odo", "Guy")
    table = fight(
        battle, [3, 5, 4, 6, 9, 9, 9], Hugh="parry Odo+Guy", Odo="strike Hugh", Guy="strike Hugh"
    )
    assert [one.dice for one in events_of(table, Fought)] == [(3, 5), (4, 6)]


def test_kk_melee_19_strikes_that_nobody_meets() -> None:
    """A strikes B, B strikes C, C parries A: both strikes are unopposed."""
    battle = field(
        "a Ann: soldier at 20,10 | b Bob: soldier at 20,11 | a Cid: soldier at 21,11.5",
        phase="choose",
    )
    meet_before(battle, "Ann", "Bob", "Cid")
    table = fight(battle, [3, 3, 2, 9, 1, 1], Ann="strike Bob", Bob="strike Cid", Cid="parry Bob")
    assert len(events_of(table, Fought)) == 1  # Bob against Cid, who parries him
    assert [(one.man, one.hit) for one in events_of(table, Struck)] == [
        (man(battle, "Ann").id, False)
    ]


def test_kk_melee_16_fifteen_hits_unopposed() -> None:
    """Skill 7 and sword 4: a die of 4 hits whoever is busy elsewhere, 3 misses."""
    for die, hit in ((4, True), (3, False)):
        battle = field(
            "a Hugh: soldier at 20,10 | b Odo: soldier at 20,11 | a Ivo: soldier at 21,11.5",
            phase="choose",
        )
        meet_before(battle, "Hugh", "Odo", "Ivo")
        table = fight(battle, [die, 8, 3, 3], Hugh="strike Odo")
        assert events_of(table, Struck)[0].hit is hit


def test_kk_melee_16_a_third_attacker_is_unopposed() -> None:
    """Parrying two, he is open to the third."""
    battle = field(
        "a Hugh: soldier armor=12 at 20,10 | b Odo: soldier at 20,11 | b Guy: soldier at 21,10 | "
        "b Ivo: soldier at 19,10",
        phase="choose",
    )
    meet_before(battle, "Hugh", "Odo", "Guy", "Ivo")
    hugh = man(battle, "Hugh")
    assert len([key for key in choices.keys_of(battle, hugh) if key.startswith("parry")]) == 3
    table = fight(
        battle,
        [5, 5, 5, 5, 4, 3, 9, 9, 9, 9],
        Hugh="parry Odo+Guy", Odo="strike Hugh", Guy="strike Hugh", Ivo="strike Hugh",
    )  # fmt: skip
    assert [one.man for one in events_of(table, Struck)] == [man(battle, "Ivo").id]


def test_kk_melee_32_nobody_strikes_the_fallen_and_anybody_may_decline() -> None:
    """A disabled enemy in contact is no target; doing nothing is always allowed."""
    battle = field(
        "a Hugh: soldier at 20,10 | b Odo: soldier at 20,11 | b Guy: soldier disabled at 21,10"
    )
    keys = choices.keys_of(battle, man(battle, "Hugh"))
    assert f"strike:{man(battle, 'Guy').id}" not in keys
    assert choices.refusal(battle, man(battle, "Hugh"), "nothing") is None


def test_kk_melee_02_a_champion_strikes_twice() -> None:
    """With the option the champion strikes again after the blows; the other parries."""
    battle = duel("champion armor=12", "armor=9", champion=True)
    answers = {
        "fight Hugh": _key(battle, "strike Odo"),
        "fight": "nothing",
        "champion": str(man(battle, "Odo").id),
    }
    table = run(battle, "fatigue", dice=[5, 10, 9, 2, 10, 3, 3, 3, 3], answers=answers, exact=False)
    assert len(events_of(table, Struck)) == 1
    assert len(events_of(table, Fought)) == 1
    without = duel("champion armor=12", "armor=9")
    table = fight(without, [5, 10, 3, 3, 3], Hugh="strike Odo")
    assert events_of(table, Fought) == []


def test_kk_melee_02_only_the_champion() -> None:
    """With the option on, a man who is no champion strikes once."""
    battle = duel("armor=12", "armor=9", champion=True)
    table = fight(battle, [5, 10, 3, 3, 3], Hugh="strike Odo")
    assert table.by.was_asked("champion") == []


def test_kk_melee_03_the_second_blow_comes_after_the_first_is_applied() -> None:
    """A man felled by the first blow is not there for the second."""
    battle = duel("champion ax", "armor=3", champion=True)
    answers = {"fight Hugh": _key(battle, "strike Odo"), "fight": "nothing"}
    table = run(battle, "fatigue", dice=[5, 9, 9], answers=answers, exact=False)
    assert man(battle, "Odo").status == "disabled"
    assert table.by.was_asked("champion") == []


# -- weapons and reach


@pytest.mark.parametrize(
    ("weapon", "class_", "first", "second"),
    [("sword", 1, 4, 4), ("mace", 2, 3, 3), ("ax", 2, 3, 3), ("two_handed_sword", 3, 4, 3),
     ("two_handed_ax", 3, 4, 3), ("pole_arm", 4, 4, 2), ("short_spear", 4, 4, 2),
     ("javelin", 4, 4, 2), ("lance", 5, 6, 0), ("long_spear", 5, 6, 0), ("short_sword", 6, 3, 3),
     ("dagger", 6, 3, 3), ("farm_implement", 7, 2, 2), ("other", 7, 2, 2), ("none", 7, 0, 0)],
)  # fmt: skip
def test_kk_melee_04_classes_and_values(weapon: str, class_: int, first: int, second: int) -> None:
    """Every weapon's class, first and second value."""
    from banneret.rulesets.knights_and_knaves.procedures.fighters import weapon_row  # noqa: PLC0415

    row = weapon_row(weapon, duel().options)
    assert (row.class_, *row.values) == (class_, first, second)


def factor(battle: Battle, one: str = "Hugh", other: str = "Odo", mode: str = "strike") -> int:
    """A man's combat factor against another."""
    a, b = man(battle, one), man(battle, other)
    mine = fighters.fighter(battle, a, b, mode)
    his = fighters.fighter(battle, b, a, "strike")
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
        ("", 0, 0),
    ],
)
def test_kk_melee_08_higher_ground_and_stairs(ground: str, mine: int, his: int) -> None:
    """One more for who stands on the slope or the stairs against who does not."""
    battle = field("a Hugh: sword at 20,10 | b Odo: sword at 20,11", terrain=ground)
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    assert fighters.has_height(battle, hugh, odo) == bool(mine)
    assert fighters.has_height(battle, odo, hugh) == bool(his)
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
    assert fighters.is_drawing(man(battle, "Odo"))


def test_kk_melee_13_drawing_in_contact_is_a_parry_without_value() -> None:
    """He may only parry, with nothing but his skill; next turn the weapon is in hand."""
    battle = duel("sword mace")
    hugh = man(battle, "Hugh")
    table = fight(battle, [5, 8, 1, 3, 3, 3], Hugh="draw mace", Odo="strike Hugh")
    assert events_of(table, Fought)[0].winner in {-1, man(battle, "Odo").id}
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
        play(battle, melee.choose, answers={"a": [_key(battle, "strike Odo")], "b": ["nothing"]})
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
    from banneret.rulesets.knights_and_knaves import arms  # noqa: PLC0415

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


def test_kk_melee_28_the_two_handed_ax() -> None:
    """Class 3 by default, class 2 with the option; empty hands can only parry."""
    assert fighters.is_long(duel("two_handed_ax"), man(duel("two_handed_ax"), "Hugh"))
    other = duel("two_handed_ax", two_handed_ax_class=2)
    assert not fighters.is_long(other, man(other, "Hugh"))
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


# -- ranks


def two_deep(rear: str = "pole_arm", foe_rear: str = "", *, foe: str = "sword") -> Battle:
    """Hugh and Ivo behind him against Odo, and perhaps Guy behind him."""
    battle = field(
        f"a men: soldier {rear} x2 at 20,10 20,9 | b foes: soldier {foe} x2 at 20,11 "
        f"{'20,12' if foe_rear else '40,12'}",
        phase="choose",
    )
    if foe_rear:
        man(battle, "foes", 1).weapon = foe_rear
    for one in battle.men:
        one.touched = tuple(enemy.id for enemy in touching(battle, one))
    return battle


def test_kk_rank_01_long_weapons_strike_past_the_front() -> None:
    """A pole arm right behind a fighting man may strike; a sword may not."""
    battle = two_deep()
    assert choices.within_reach(battle, man(battle, "men", 1)) == [man(battle, "foes")]
    assert list(choices.within_reach(two_deep("sword"), man(two_deep("sword"), "men", 1))) == []


def test_kk_rank_02_parry_both_or_leave_the_rear_a_free_strike() -> None:
    """The opponent parries front and rear, or strikes the front man and is open to the rear."""
    battle = two_deep()
    keys = choices.keys_of(battle, man(battle, "foes"))
    front, rear = man(battle, "men"), man(battle, "men", 1)
    assert f"parry:{front.id},{rear.id}" in keys
    assert f"strike:{rear.id}" not in keys
    table = fight(
        battle, [5, 5, 3, 3, 3, 3], men0="strike foes", men1="strike foes", foes0="strike men"
    )
    assert [one.man for one in events_of(table, Struck)] == [rear.id]
    assert len(events_of(table, Fought)) == 1


@pytest.mark.parametrize(("die", "hit"), [(4, True), (3, False)])
def test_kk_rank_03_a_free_strike_from_the_rear(die: int, hit: bool) -> None:
    """Skill 7 and 4: fifteen hits."""
    battle = two_deep()
    dice = [die, *([2, 2, 2] if hit else []), 3, 3, 3]
    table = fight(battle, dice, men1="strike foes")
    assert events_of(table, Struck)[0].hit is hit


def test_kk_rank_04_against_a_parry_it_is_a_contest() -> None:
    """The parried rear man must beat the parrier's total."""
    battle = two_deep()
    foe, rear = man(battle, "foes"), man(battle, "men", 1)
    answers = {"fight": "nothing", "fight men1": f"strike:{foe.id}",
               "fight foes0": f"parry:{man(battle, 'men').id},{rear.id}"}  # fmt: skip
    table = run(battle, "fatigue", dice=[5, 5], answers=answers)
    assert events_of(table, Fought)[0].winner == -1
    assert events_of(table, Struck) == []


def test_kk_rank_05_the_rear_keeps_the_higher_value() -> None:
    """A rear spear that misses still has 4 next turn."""
    battle = two_deep("short_spear")
    fight(battle, [1, 3, 3, 3], men1="strike foes")
    rear, foe = man(battle, "men", 1), man(battle, "foes")
    assert rear.lost_reach == ()
    one = fighters.fighter(battle, rear, foe, "strike", second=True)
    assert one.second_rank


def test_kk_rank_06_rear_fights_rear_if_there_is_one() -> None:
    """Both two deep: the rear man may strike the enemy's rear man alone."""
    battle = two_deep("pole_arm", "long_spear", foe="long_spear")
    rear = man(battle, "men", 1)
    assert list(choices.within_reach(battle, rear)) == [man(battle, "foes", 1)]
    short = two_deep("pole_arm", "sword", foe="sword")
    assert list(choices.within_reach(short, man(short, "men", 1))) == [man(short, "foes")]


def test_kk_rank_06_a_rear_target_goes_before_a_front_one() -> None:
    """Two enemies before the front man, one with a spear behind him: only that spear is struck."""
    battle = field(
        "a men: pole_arm x2 at 20,10 20,9 | b foes: long_spear x3 at 19.6,11 20.7,11 19.6,12"
    )
    assert list(choices.within_reach(battle, man(battle, "men", 1))) == [man(battle, "foes", 2)]


def test_kk_rank_01_beside_is_not_behind() -> None:
    """A pole arm a whole base to the side of the front man's back does not reach past him."""
    battle = field("a men: pole_arm x2 at 20,10 21,9 | b Odo: soldier at 20,11")
    assert list(choices.within_reach(battle, man(battle, "men", 1))) == []
    assert ranks.rear_of(battle, man(battle, "men")) is None


def test_kk_rank_07_rear_men_contest_and_step_up() -> None:
    """Two rear spearmen contest; when the front man falls the man behind takes his place."""
    battle = two_deep("pole_arm", "pole_arm", foe="pole_arm")
    table = fight(battle, [9, 5, 1, 1, 1, 3, 3, 3, 3], men1="strike foes1", foes1="strike men1")
    assert len(events_of(table, Fought)) == 1
    battle = two_deep()
    front, rear = man(battle, "men"), man(battle, "men", 1)
    front.stamina = 1
    answers = {"fight": "nothing", "fight foes0": f"strike:{front.id}", "step_up": "step_up"}
    run(battle, "fatigue", dice=[9, 9, 1, 1, 1], answers=answers, exact=False)
    assert front.status == "disabled"
    assert (rear.base.x, rear.base.y) == (20, 10)
    assert touching(battle, rear) == [man(battle, "foes")]
    assert not rear.moved


def test_kk_rank_08_striking_a_horse() -> None:
    """Skill 6 and short spear 4: a five hits the horse, less the horse's armour."""
    battle = field(
        "a Hugh: short_spear melee=6 at 20,10 | b Odo: soldier mounted horse at 20,11.5",
        phase="choose",
    )
    meet_before(battle, "Hugh", "Odo")
    odo = man(battle, "Odo")
    table = fight(battle, [5, 7, 3, 3], Hugh="horse Odo")
    assert events_of(table, Struck)[0].hit
    assert battle.horses[odo.horse].stamina == 2  # 6 less 7-3
    assert odo.stamina == 6
    miss = field(
        "a Hugh: short_spear melee=6 at 20,10 | b Odo: soldier mounted horse at 20,11.5",
        phase="choose",
    )
    meet_before(miss, "Hugh", "Odo")
    assert not events_of(fight(miss, [4, 3, 3], Hugh="horse Odo"), Struck)[0].hit


def test_kk_rank_09_a_strike_at_the_horse_opposes_nobody() -> None:
    """Footman strikes horse, rider strikes footman: both unopposed; no parry saves the horse."""
    battle = field("a Hugh: sword at 20,10 | b Odo: sword mounted horse at 20,11.5", phase="choose")
    meet_before(battle, "Hugh", "Odo")
    table = fight(battle, [1, 1, 3, 3], Hugh="horse Odo", Odo="strike Hugh")
    assert len(events_of(table, Struck)) == 2
    battle = field("a Hugh: sword at 20,10 | b Odo: sword mounted horse at 20,11.5", phase="choose")
    meet_before(battle, "Hugh", "Odo")
    table = fight(battle, [1, 3, 3], Hugh="horse Odo", Odo="parry Hugh")
    assert len(events_of(table, Struck)) == 1


# -- damage


@pytest.mark.parametrize(
    ("weapon", "count"),
    [("sword", 1), ("short_spear", 1), ("javelin", 1), ("ax", 2), ("mace", 2), ("long_spear", 2),
     ("lance", 2), ("pole_arm", 3), ("two_handed_sword", 3), ("two_handed_ax", 3)],
)  # fmt: skip
def test_kk_dmg_01_dice_by_weapon(weapon: str, count: int) -> None:
    """One die, two or three."""
    battle = duel(weapon, "armor=12")
    table = fight(battle, [10, 1, *[1] * count, 3, 3], Hugh="strike Odo", Odo="parry Hugh")
    assert [len(faces) for faces in rolls(table)] == [1, 1, count]


@pytest.mark.parametrize("weapon", ["dagger", "short_sword", "farm_implement", "other"])
def test_kk_dmg_02_the_rest_do_one_die(weapon: str) -> None:
    """Weapons missing from the list do one die."""
    battle = duel(weapon, "armor=12")
    table = fight(battle, [10, 1, 1, 3, 3], Hugh="strike Odo", Odo="parry Hugh")
    assert [len(faces) for faces in rolls(table)] == [1, 1, 1]


def test_kk_dmg_05_fatigue_takes_points_off() -> None:
    """Two levels take two points off the blow."""
    battle = duel("ax temporary=1 permanent=1", "armor=6")
    fight(battle, [10, 1, 5, 5, 3, 3, 3], Hugh="strike Odo", Odo="parry Hugh")
    assert man(battle, "Odo").stamina == 4  # 10 - 2 - 6


def test_kk_dmg_06_only_what_gets_through_armour_hurts() -> None:
    """Six against armour six does nothing; at nought he is disabled."""
    battle = duel()
    fight(battle, [10, 1, 6, 3, 3], Hugh="strike Odo", Odo="parry Hugh")
    assert man(battle, "Odo").stamina == 6
    battle = duel(b="armor=3")
    fight(battle, [10, 1, 6, 3], Hugh="strike Odo", Odo="parry Hugh")
    assert man(battle, "Odo").status == "disabled"


def test_kk_dis_05_two_men_disable_each_other() -> None:
    """Each strikes the other's free side: both strikes count, and both lie there at the end."""
    battle = field(
        "a Hugh: ax at 20,10 | a Ivo: ax at 21,10 | b Odo: ax at 20,11 | b Guy: ax at 21,11",
        phase="choose",
    )
    meet_before(battle, "Hugh", "Odo", "Ivo", "Guy")
    fight(battle, [10, 9, 9, 10, 9, 9, 1, 1, 1, 1], Hugh="strike Guy", Guy="strike Ivo")
    assert man(battle, "Guy").status == man(battle, "Ivo").status == "disabled"


def test_kk_dis_01_the_disabled_do_nothing() -> None:
    """He has no chit, is no obstacle to contact and is not asked."""
    battle = duel(b="disabled")
    assert choices.in_the_fight(battle) == []


def test_kk_dis_03_carriers_neither_strike_nor_parry() -> None:
    """Two men with a body between them are struck unopposed."""
    battle = duel()
    man(battle, "Odo").carried = 0
    battle.memo.forget()
    assert not fighters.fights(man(battle, "Odo"))
    table = fight(battle, [4, 1, 3, 3], Hugh="strike Odo")
    assert events_of(table, Struck)[0].hit


def test_kk_fall_14_the_stunned_do_not_parry() -> None:
    """A stunned man is struck unopposed and asked nothing."""
    battle = duel(b="stun=3")
    table = fight(battle, [4, 1, 3], Hugh="strike Odo")
    assert events_of(table, Struck)[0].hit
    assert [choice.about for choice in table.by.was_asked("fight")] == [(man(battle, "Hugh").id,)]


def test_kk_morale_37_a_router_is_struck_unopposed() -> None:
    """A router in contact does not fight back."""
    battle = duel(b="routing")
    table = fight(battle, [3, 3], Hugh="strike Odo")
    assert len(events_of(table, Struck)) == 1


def test_kk_yield_11_a_berserk_in_rout_strikes_and_never_parries() -> None:
    """He is asked, may strike, and may not parry."""
    battle = duel("berserk routing")
    assert clause_of(battle, "Hugh", "strike Odo") is None
    assert clause_of(battle, "Hugh", "parry Odo") == "KK-YIELD-11"


def test_kk_melee_19_choices_are_secret_and_show_odds() -> None:
    """Each player sees his own question alone; odds use the usual skill of a class."""
    battle = duel(b="melee=10")
    table = play(battle, melee.choose, answers={"a": ["nothing"], "b": ["nothing"]})
    assert table.result is None
    odds = choices.odds_of(duel(b="melee=10"), man(battle, "Hugh"), _key(battle, "strike Odo"))
    assert odds["strikes home"] == "9/20"
    assert odds["unopposed"] == "7/10"


def test_kk_rank_07_seconds_are_found_once() -> None:
    """The list of second ranks is the same for all who ask."""
    battle = two_deep()
    assert list(ranks.seconds(battle)) == [man(battle, "men", 1).id]
