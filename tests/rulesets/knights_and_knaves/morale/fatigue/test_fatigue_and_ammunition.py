"""The Fatigue phase: tiring, rest, counters, arrows, baggage, the dead (KK-FAT, KK-AMMO)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.rulesets.knights_and_knaves.basics.state import Battle
from banneret.rulesets.knights_and_knaves.command.action import chits
from banneret.rulesets.knights_and_knaves.morale import failing
from banneret.rulesets.knights_and_knaves.morale.fatigue import supplies, tiring
from banneret.rulesets.knights_and_knaves.movement.march.panic import panic
from banneret.rulesets.knights_and_knaves.screen.affecting import notes
from banneret.rulesets.knights_and_knaves.screen.events import (
    Awake,
    OutOfAmmunition,
    Panicked,
    Searched,
    Worn,
)
from rulesets.knights_and_knaves.field import declare, field, man
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.scripting import events_of, heard, rolls

FOE = "b foe: at 40,40"


def tired(words: str, dice: list[int], **rest: Any) -> Battle:
    battle = field(f"a Hal: {words} at 10,10 | {FOE}", phase="fatigue", **rest)
    play(battle, tiring.tiring, dice=dice)
    return battle


def rested(words: str, dice: list[int], **rest: Any) -> Battle:
    battle = field(f"a Hal: {words} at 10,10 | {FOE}", phase="recover", **rest)
    play(battle, tiring.recovering, dice=dice)
    return battle


# -- fatigue


def test_kk_fat_01_temporary_levels_go_permanent_ones_stay() -> None:
    """Resting takes the one and never the other, which every tenth turn adds to."""
    battle = rested("temporary=1 permanent=2", [1])
    hal = man(battle, "Hal")
    assert (hal.temporary, hal.permanent) == (0, 2)
    battle.turn = 10
    play(battle, tiring.wear)
    assert (hal.temporary, hal.permanent) == (0, 3)
    play(battle, tiring.recovering)  # there is nothing left to roll for


@pytest.mark.parametrize(("turn", "level"), [(9, 0), (10, 1), (20, 1)])
def test_kk_fat_02_every_tenth_turn_wears_everybody(turn: int, level: int) -> None:
    """At the end of turn 10 all have one level more, also who lies or is led; at the end of 9 not.

    Who has left the table is out of the game.
    """
    battle = field(
        "a Hal: at 10,10 | a Tom: disabled at 12,10 | a Ned: captive at 14,10 | a Jon: gone | "
        f"{FOE}",
        turn=turn,
    )
    play(battle, tiring.wear)
    found = [man(battle, name).permanent for name in ("Hal", "Tom", "Ned", "foe", "Jon")]
    assert found == [level] * 4 + [0]


@pytest.mark.parametrize("horses", [True, False])
def test_kk_fat_03_horses_too_unless_the_option_says_otherwise(horses: bool) -> None:
    """Turn 10 with a mounted man."""
    battle = field(f"a Hal: mounted at 10,10 | {FOE}", turn=10, horses_permanent_fatigue=horses)
    play(battle, tiring.wear)
    assert battle.horses[0].permanent == int(horses)


@pytest.mark.parametrize(("words", "die", "level"), [
    ("in_melee=true", 2, 1), ("in_melee=true", 3, 0), ("in_melee=true stamina=5", 3, 1),
    ("in_melee=true stamina=5", 4, 0), ("in_melee=true temporary=4", 1, 5),
])  # fmt: skip
def test_kk_fat_04_melee_tires(words: str, die: int, level: int) -> None:
    """One or two, three for the wounded; levels add up."""
    assert man(tired(words, [die]), "Hal").temporary == level


@pytest.mark.parametrize(("words", "die", "level"), [
    ("temporary=1 moved=true", 5, 0), ("temporary=1 moved=true", 6, 1),
    ("temporary=1", 7, 0), ("temporary=1", 8, 1),
])  # fmt: skip
def test_kk_fat_05_recovery(words: str, die: int, level: int) -> None:
    """Five or less, seven for the idle."""
    assert man(rested(words, [die]), "Hal").temporary == level


def test_kk_fat_05_not_from_within_a_melee() -> None:
    """Who fought does not roll."""
    rested("temporary=1 in_melee=true", [])


@pytest.mark.parametrize("deed", ["moved", "shot"])
def test_kk_fat_06_doing_nothing(deed: str) -> None:
    """Moving or shooting is doing something: a 7 does not help."""
    assert man(rested(f"temporary=1 {deed}=true", [7]), "Hal").temporary == 1


@pytest.mark.parametrize(("gait", "rolls_made"), [("standing", 1), ("walk", 1), ("trot", 0),
                                                  ("canter", 0), ("gallop", 0)])  # fmt: skip
def test_kk_fat_07_horses_recover_standing_or_walking(gait: str, rolls_made: int) -> None:
    """A tired horse that trotted gets no die."""
    rested(f"mounted horse.temporary=1 horse.gait={gait}", [1] * rolls_made)


@pytest.mark.parametrize(("gait", "die", "level"), [
    ("standing", 7, 0), ("standing", 8, 1), ("walk", 5, 0), ("walk", 6, 1),
])  # fmt: skip
def test_kk_fat_08_how_horses_recover(gait: str, die: int, level: int) -> None:
    """Seven standing, five walking; none while the rider fights; by option without a die."""
    battle = rested(f"mounted horse.temporary=1 horse.gait={gait}", [die])
    assert battle.horses[0].temporary == level
    rested("mounted horse.temporary=1 in_melee=true", [])
    battle = rested("mounted horse.temporary=1", [], horse_recovery_automatic=True)
    assert battle.horses[0].temporary == 0


def test_kk_fat_09_who_ran_may_recover() -> None:
    """A man who ran and was in no melee rolls against five."""
    assert man(rested("temporary=1 ran=true moved=true", [5]), "Hal").temporary == 0


def test_kk_fat_11_who_was_in_melee() -> None:
    """A second-rank striker tires and does not rest; routers and the stunned do not tire."""
    battle = tired("fought=true temporary=1", [1])
    assert man(battle, "Hal").temporary == 2
    play(battle, tiring.recovering)
    for words in ("in_melee=true routing", "in_melee=true stun=2", "in_melee=true disabled"):
        tired(words, [])


def test_kk_fall_21_the_stunned_do_not_rest() -> None:
    """No recovery die either."""
    rested("temporary=1 stun=2", [])


def test_kk_fall_15_stun_counts_whole_turns_after_the_present_one() -> None:
    """Stunned for 5 in turn 3 he acts again in turn 9."""
    battle = field(f"a Hal: at 10,10 | a Ned: at 20,10 | {FOE}", turn=3, phase="end")
    man(battle, "Hal").stun = 5
    lay = []
    for _ in range(7):
        battle.phase = "end"
        run(battle, "rally")
        if man(battle, "Hal").stun:
            lay.append(battle.turn)
    assert lay == [4, 5, 6, 7, 8]


def test_kk_turn_04_the_new_level_comes_after_all_rolls() -> None:
    """On turn 10 ammunition is counted by the old level; nobody at level 0 rolls."""
    battle = field(f"a Hal: longbow at 10,10 | {FOE}", turn=10, phase="fatigue")
    table = run(battle, "turn")
    assert rolls(table) == []
    assert man(battle, "Hal").permanent == 1
    assert table.phases == ["fatigue", "recover", "ammunition", "withdrawal", "end"]


def test_kk_turn_04_one_thing_after_another() -> None:
    """Fresh arrows come after the count, the new level after that, the stunned wake last."""
    battle = field(
        "a Hal: longbow permanent=1 at 10,10 | a Tom: longbow out_of_ammo=true permanent=1 "
        f"resupply=1 searches=carts at 20,10 | a Ned: stun=1 stun_before=1 at 30,10 | {FOE}",
        terrain="baggage carts: 20,11 radius=0.5",
        turn=20, phase="ammunition",
    )  # fmt: skip
    declare(man(battle, "Tom"), "resupply", object="carts")
    told = [type(one.event) for one in run(battle, "turn", dice=[2]).events]
    assert [one for one in told if one in {OutOfAmmunition, Searched, Worn, Awake}] == [
        OutOfAmmunition, Searched, Worn, Awake,
    ]  # fmt: skip


# -- ammunition


def counted(words: str, dice: list[int], **rest: Any) -> Battle:
    battle = field(f"a Hal: {words} at 10,10 | {FOE}", phase="ammunition", **rest)
    play(battle, supplies.ammunition, dice=dice)
    return battle


@pytest.mark.parametrize(("level", "die", "out"), [(1, 2, True), (1, 3, False), (2, 4, True),
                                                   (2, 5, False)])  # fmt: skip
def test_kk_ammo_01_not_above_twice_the_level_is_out(level: int, die: int, out: bool) -> None:
    """Level 1 fails on 2, level 2 on 4; level 0 does not roll."""
    battle = counted(f"longbow permanent={level}", [die])
    assert man(battle, "Hal").out_of_ammo is out
    counted("longbow", [])


def test_kk_ammo_02_handgunners_by_option_javelins_always() -> None:
    """The handgunner rolls unless the option is off; the javelin man rolls."""
    assert man(counted("handgun permanent=1", [1]), "Hal").out_of_ammo
    counted("handgun permanent=1", [], handgun_ammo_check=False)
    assert man(counted("throwing_javelin permanent=1", [1]), "Hal").out_of_ammo


def test_kk_ammo_03_whether_or_not_he_shot() -> None:
    """Idle archers count too, unless the option says only who shot."""
    counted("longbow permanent=1", [9])
    counted("longbow permanent=1", [], ammo_check_only_if_shot=True)
    counted("longbow permanent=1 shot=true", [9], ammo_check_only_if_shot=True)


def test_kk_ammo_04_out_of_ammunition_nobody_shoots() -> None:
    """The chit is refused; the mark is his player's secret."""
    battle = field(f"a Hal: longbow permanent=1 at 10,10 | {FOE}", phase="ammunition")
    table = play(battle, supplies.ammunition, dice=[1])
    assert events_of(table, OutOfAmmunition)
    assert heard(table, "b") == []
    no = chits.refusal(battle, man(battle, "Hal"), "shoot")
    assert no is not None
    assert no.clause == "KK-AMMO-04"


def searching(words: str, key: str, terrain: str = "", more: str = FOE, **rest: Any) -> Battle:
    battle = field(
        f"a Hal: longbow out_of_ammo=true {words} at 10,10 | {more}",
        terrain=terrain,
        phase="ammunition",
        **rest,
    )
    declare(man(battle, "Hal"), "resupply", object=key)
    return battle


def again(battle: Battle, dice: list[int]) -> Any:
    battle.phase = "ammunition"
    return play(battle, supplies.ammunition, dice=dice)


def test_kk_ammo_05_two_turns_at_the_baggage() -> None:
    """After the second he has arrows again."""
    battle = searching("", "carts", "baggage carts: 10,11 side=a")
    again(battle, [])
    assert man(battle, "Hal").out_of_ammo
    again(battle, [])
    assert not man(battle, "Hal").out_of_ammo


BODY = "b Bow: longbow dead stamina=0 at 10,11"


@pytest.mark.parametrize(("die", "found"), [(6, True), (7, False)])
def test_kk_ammo_06_robbing_the_dead(die: int, found: bool) -> None:
    """Six or less finds arrows; the body is then searched for good."""
    battle = searching("resupply=1 searches=body:1", "body:1", more=f"{BODY} | {FOE}")
    table = again(battle, [die])
    assert man(battle, "Hal").out_of_ammo is not found
    assert battle.searched == (1,)
    assert events_of(table, Searched)[0].found is found


def test_kk_ammo_07_two_turns_or_one_by_option() -> None:
    """The first turn brings no die unless rob_dead_turns is 1."""
    again(searching("", "body:1", more=f"{BODY} | {FOE}"), [])
    again(searching("", "body:1", more=f"{BODY} | {FOE}", rob_dead_turns=1), [1])


def test_kk_ammo_08_turns_must_follow_on_and_the_kind_must_fit() -> None:
    """A turn off resets the count; a searched body, a crossbowman's, or one not touched is none."""
    battle = searching("resupply=1 searches=body:1", "body:1", more=f"{BODY} | {FOE}")
    man(battle, "Hal").chit = "stay"
    again(battle, [])
    assert man(battle, "Hal").resupply == 0
    for more in (BODY.replace("longbow", "medium_crossbow"), BODY.replace("10,11", "10,14")):
        battle = searching("resupply=1 searches=body:1", "body:1", more=f"{more} | {FOE}")
        again(battle, [])
        assert man(battle, "Hal").resupply == 0
    battle = searching(
        "resupply=1 searches=body:1", "body:1", more=f"{BODY} | {FOE}", searched=(1,)
    )
    again(battle, [])
    assert man(battle, "Hal").out_of_ammo


def test_kk_ammo_08_turns_at_one_thing_do_not_count_for_another() -> None:
    """A turn at the carts and one at a body are a first turn each; a second at the body rolls."""
    battle = searching("", "carts", "baggage carts: 9,10 side=a", more=f"{BODY} | {FOE}")
    hal = man(battle, "Hal")
    again(battle, [])
    declare(hal, "resupply", object="body:1")
    again(battle, [])
    assert hal.resupply == 1
    assert hal.out_of_ammo
    again(battle, [6])
    assert not hal.out_of_ammo


def test_kk_ammo_08_who_has_arrows_does_not_search_for_more() -> None:
    """The chit is his who is out of them alone."""
    for out in ("true", "false"):
        battle = field(
            f"a Hal: longbow out_of_ammo={out} at 10,10 | {FOE}", terrain="baggage c: 10,11"
        )
        no = chits.refusal(battle, man(battle, "Hal"), "resupply")
        assert (no is None) is (out == "true")


def test_kk_ammo_08_not_while_in_melee() -> None:
    """Touched by an enemy he cannot search."""
    battle = searching("resupply=1 searches=body:1", "body:1", more=f"{BODY} | b Tom: at 11,10")
    again(battle, [])
    assert man(battle, "Hal").resupply == 0


def test_kk_ammo_05_the_walk_to_the_baggage_is_part_of_the_action() -> None:
    """Told to resupply he is sent to carts within his walk."""
    battle = field(
        f"a Ralf: lord at 10,14 | a Hal: longbow out_of_ammo=true at 10,10 | {FOE}",
        terrain="baggage carts: 10,5 side=a",
        phase="measure",
    )
    run(battle, "targets", dice=[1, 9, 1], answers={"chit": "stay", "chit Hal": "resupply",
                                                    "declare.first": "a"})  # fmt: skip
    hal = man(battle, "Hal")
    assert hal.declared is not None
    assert hal.declared.object == "carts"
    assert hal.base.y < 7.0


def test_kk_ammo_04_until_he_finds_some_he_may_not_shoot() -> None:
    """Two turns at the carts and the chit is his again; meanwhile his sheet says what he lacks."""
    battle = searching("", "carts", "baggage carts: 10,11 side=a")
    hal = man(battle, "Hal")
    for out in (True, True, False):
        assert (chits.refusal(battle, hal, "shoot") is not None) is out
        told = [note.clause for note in notes(battle, hal, own=True)]
        assert ("KK-AMMO-04" in told) is out
        again(battle, [])


def test_kk_ammo_04_nor_does_who_acts_by_himself() -> None:
    """Beside the carts he rolls as an archer does; a result that shoots has him search them."""
    for out, chit in (("true", "resupply"), ("false", "shoot")):
        battle = field(
            f"a Hal: longbow out_of_ammo={out} at 36,20 | b foe: at 36,30",
            terrain="baggage carts: 36,19 side=a",
            phase="measure",
        )
        run(battle, "choose", dice=[4, 1, 9, 1, *[5] * 8], answers={"shot": 1}, exact=False)
        assert man(battle, "Hal").chit == chit
        assert man(battle, "Hal").shot is (chit == "shoot")


def test_kk_def_16_the_weary_are_not_wounded() -> None:
    """A tired man tires in melee on 2, as a fresh one does; a tired horse does not panic.

    Nor may a weary lord yield of his own will.
    """
    tired_before = "temporary=3 permanent=2"
    assert man(tired(f"{tired_before} in_melee=true", [3]), "Hal").temporary == 3
    assert man(tired(f"{tired_before} in_melee=true stamina=5", [3]), "Hal").temporary == 4
    for words, dice in (("horse.temporary=3 horse.permanent=2", []), ("horse.stamina=5", [10])):
        battle = field(f"a Hal: mounted {words} at 10,10 | {FOE}", phase="panic")
        assert len(events_of(play(battle, panic, dice=dice), Panicked)) == len(dice)
    for words, may in ((tired_before, False), ("stamina=5", True)):
        battle = field(f"a Ralf: lord {words} at 10,10 | b Odo: at 10,11", phase="choose")
        assert failing.may_yield(battle, man(battle, "Ralf")) is may
