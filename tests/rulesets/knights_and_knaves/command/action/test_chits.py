"""Chits and readiness, free movement (KK-CMD, KK-ACT)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.rulesets.knights_and_knaves.basics.state import Battle, Declared, put
from banneret.rulesets.knights_and_knaves.command import hearing, orders_in_play, parting
from banneret.rulesets.knights_and_knaves.command.action import chits, declaration, qualifiers
from banneret.rulesets.knights_and_knaves.screen.events import OutOfEarshot, Readied
from rulesets.knights_and_knaves.field import declare, field, man, men, retinue
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.knights_and_knaves.voices import FOE, LINE
from rulesets.scripting import Refused, heard, rolls

# -- chits


def test_kk_cmd_06_every_able_figure_ends_with_one_chit() -> None:
    """Controlled, uncontrolled, escorting: all have one, the stunned and routing none."""
    battle = field(
        "a Ralf: lord at 10,10 | a Hal: at 12,10 | a Tom: at 30,10 | a Ned: stun=1 at 14,10 | "
        f"a Wat: routing at 16,10 | {FOE}",
        phase="measure",
    )
    run(battle, "panic", dice=[5, 1], answers={"chit": "stay"})
    with_chits = [one.profile.name for one in battle.men if one.chit]
    assert with_chits == ["Ralf", "Hal", "Tom", "foe"]
    unseen = field(
        "a Ralf: lord at 10,10 | a Tom: at 30,10 | b foe: at 10,40",
        terrain="high_wall: 0,30 72,30",
        phase="measure",
    )
    run(unseen, "panic", answers={"chit": "move_full"})  # nobody rolls: all move freely
    assert [one.chit for one in unseen.men if one.status == "steady"] == ["move_full"] * 3
    unseen.phase = "measure"
    for one in unseen.men:
        one.chit, one.declared = "", None
    run(unseen, "panic", answers={"chit": "none"})  # left off in free movement it says stay
    assert [one.chit for one in unseen.men if one.status == "steady"] == ["stay"] * 3


def test_kk_cmd_22_members_of_one_unit_may_have_different_chits() -> None:
    """Each figure is asked about by itself, all in one go."""
    battle = field(f"a Ralf: lord at 10,10 | a men: {LINE} | {FOE}", phase="measure")
    table = run(
        battle, "action", answers={"chit": "stay", "chit men1": "parry", "chit men2": "move_full"}
    )
    assert [one.chit for one in men(battle, "men")][:3] == ["stay", "parry", "move_full"]
    assert len(table.by.was_asked("chit")) == 7


def shooters(words: str, **rest: Any) -> Battle:
    return field(
        f"a Ralf: lord at 10,10 | a Hal: {words} at 12,10 | {FOE}", phase="measure", **rest
    )


@pytest.mark.parametrize(("weapon", "die", "ready"), [
    ("longbow", 2, False), ("longbow", 3, True), ("sling", 2, False),
    ("medium_crossbow", 5, False), ("medium_crossbow", 6, True), ("light_crossbow", 5, False),
])  # fmt: skip
def test_kk_cmd_07_and_08_readiness_in_battle(weapon: str, die: int, ready: bool) -> None:
    """Archers are kept from shooting by 1-2, crossbowmen by 1-5, latches among them."""
    battle = shooters(weapon)
    run(battle, "action", dice=[die], answers={"chit": "stay", "chit Hal": "shoot"})
    assert man(battle, "Hal").ready is ready


def test_kk_cmd_08_crossbowmen_roll_when_the_chit_is_placed() -> None:
    """The die falls in the step of the chits, heard by his player alone."""
    battle = shooters("medium_crossbow")
    table = run(battle, "action", dice=[6], answers={"chit": "stay", "chit Hal": "shoot"})
    assert {type(event) for event in heard(table, "b")} <= {OutOfEarshot}  # of his own men
    assert Readied(man(battle, "Hal").id, "can_shoot") in heard(table, "a")


@pytest.mark.parametrize(("dice", "second", "ready"), [
    ([8], 4, False), ([9, 3], 4, False), ([9, 4], 4, True), ([9, 8], 9, False),
])  # fmt: skip
def test_kk_cmd_09_and_10_handguns(dice: list[int], second: int, ready: bool) -> None:
    """Nine or more to be ready, then four (or nine) or more to go off."""
    battle = shooters("handgun", handgun_second_roll=second)
    run(battle, "action", dice=dice, answers={"chit": "stay", "chit Hal": "shoot"})
    assert man(battle, "Hal").ready is ready


def test_kk_cmd_10_the_misfire_number_is_an_option() -> None:
    """A second die of 8 fires by default and misfires with the text's number."""
    for second, ready in ((4, True), (9, False)):
        battle = shooters("handgun", handgun_second_roll=second)
        run(battle, "action", dice=[9, 8], answers={"chit": "stay", "chit Hal": "shoot"})
        assert man(battle, "Hal").ready is ready


def team(**rest: Any) -> Battle:
    return field(
        "a Ralf: lord at 10,10 | a One: medium_crossbow at 13,10 | a Two: medium_crossbow at 14,10 "
        f"| {FOE}",
        phase="reform",
        commanding=("a",),
        **rest,
    )


def test_kk_cmd_11_a_team_shoots_as_archers_do() -> None:
    """Paired, the shooter needs but a 3; the loader stays and does not shoot."""
    battle = team()
    answers = {"command": ["team", "done"], "team": 0, "chit": "stay", "chit One": "shoot"}
    run(battle, "action", dice=[3], answers=answers)
    assert man(battle, "One").ready
    assert man(battle, "Two").loader
    assert not man(battle, "Two").ready


def test_kk_cmd_11_without_the_option_nobody_is_paired() -> None:
    """The command is refused with its reason."""
    battle = team(crossbow_teams=False)
    with pytest.raises(Refused) as no:
        play(battle, orders_in_play.reform, answers=["team"])
    assert no.value.clause == "KK-CMD-11"


def test_kk_cmd_12_apart_they_are_no_team() -> None:
    """The loader two inches off: the shooter rolls as a crossbowman; both shooting likewise."""
    battle = team()
    one, two = man(battle, "One"), man(battle, "Two")
    one.partner, two.partner = two.id, one.id
    assert orders_in_play.is_team(battle, one)
    put(battle, two, 16.0, 10.0, 0.0)
    assert not orders_in_play.is_team(battle, one)
    put(battle, two, 14.0, 10.0, 0.0)
    two.stun = 1
    assert not orders_in_play.is_team(battle, one)
    two.stun = 0
    battle.phase = "measure"
    run(battle, "action", dice=[3, 3], answers={"chit": "shoot", "chit Ralf": "stay"})
    assert not one.ready
    assert not two.ready


@pytest.mark.parametrize(
    ("die", "x", "shoots"), [(3, 14.0, True), (3, 17.0, False), (6, 17.0, True)]
)
def test_kk_cmd_12_moved_apart_they_were_no_team(die: int, x: float, shoots: bool) -> None:
    """The loader went off: only who would have been ready by himself still shoots."""
    battle = team()
    answers = {"command": ["team", "done"], "team": 0, "chit": "stay", "chit One": "shoot"}
    run(battle, "action", dice=[die], answers=answers)
    battle.phase = "movement_checks"
    put(battle, man(battle, "Two"), x, 10.0, 0.0)
    run(battle, "targets")
    assert man(battle, "One").ready is shoots


def test_kk_cmd_13_uncontrolled_shooters_do_not_roll_for_readiness() -> None:
    """The action table says shoot: he is ready without another die."""
    battle = field(f"a Hal: longbow at 12,10 | {FOE}", phase="measure")
    run(battle, "panic", dice=[3, 1])
    assert man(battle, "Hal").chit == "shoot"
    assert man(battle, "Hal").ready


def test_kk_cmd_14_failing_takes_only_the_shooting() -> None:
    """With move and shoot he still moves; a javelin needs no die."""
    battle = shooters("longbow")
    run(battle, "action", dice=[1], answers={"chit": "stay", "chit Hal": "move_full_shoot"})
    assert man(battle, "Hal").chit == "move_full_shoot"
    assert not man(battle, "Hal").ready
    battle = shooters("throwing_javelin")
    run(battle, "action", answers={"chit": "stay", "chit Hal": "shoot"})
    assert man(battle, "Hal").ready


# -- free movement


def free(more: str = "", ground: str = "", **rest: Any) -> Battle:
    return field(
        f"a Ralf: lord at 10,10 | a Hal: at 12,10 | a Tom: stamina=3 at 30,10 {more} | {FOE}",
        terrain=f"high_wall: 0,30 72,30 | {ground}",
        **{"phase": "measure", **rest},
    )


def test_kk_cmd_19_no_enemy_in_sight_no_command_determination() -> None:
    """Behind a wall nobody rolls: all are free, the far man too."""
    battle = free()
    table = run(battle, "action", answers={"chit": "move_full"})
    assert retinue(battle, "a").free
    assert rolls(table) == []
    assert [man(battle, name).chit for name in ("Ralf", "Hal", "Tom")] == ["move_full"] * 3


def test_kk_cmd_19_shot_at_they_are_not_free() -> None:
    """A shot last turn ends it."""
    battle = free()
    retinue(battle, "a").shot_at = True
    hearing.measure(battle)
    assert not retinue(battle, "a").free
    assert not man(battle, "Tom").free


def part_to(place: tuple[float, float], to: tuple[float, float]) -> Any:
    battle = free()
    hearing.measure(battle)
    declare(man(battle, "Ralf"), "move_full", path=((10.0, 14.0),))
    hal = man(battle, "Hal")
    hal.chit = "move_full"
    put(battle, hal, *place, 0.0)
    return parting.parting_refusal(battle, hal, Declared(path=(to,)))


def test_kk_cmd_20_to_part_one_must_be_in_command_range() -> None:
    """At seven inches he may not go another way, at two he may."""
    no = part_to((18.0, 10.0), (22.0, 10.0))
    assert no is not None
    assert no.clause == "KK-CMD-20"
    assert part_to((12.0, 10.0), (16.0, 10.0)) is None


@pytest.mark.parametrize(("x", "goes"), [(18.0, False), (12.0, True)])
def test_kk_cmd_20_nor_does_he_part_to_look_for_arrows(x: float, goes: bool) -> None:
    """The carts lie the other way: out of the lord's range he does not go back to them."""
    battle = free(ground=f"baggage carts: {x},7")
    hearing.measure(battle)
    declare(man(battle, "Ralf"), "move_full", path=((10.0, 14.0),))
    hal = man(battle, "Hal")
    hal.chit, hal.out_of_ammo = "resupply", True
    put(battle, hal, x, 10.0, 0.0)
    stated = play(battle, qualifiers.ask, hal).result
    assert (stated.object == "carts", bool(stated.path)) == (goes, goes)


def test_kk_cmd_20_having_parted_he_stays_free_at_any_distance() -> None:
    """He is marked as detached and may then go as he likes."""
    battle = free()
    hearing.measure(battle)
    declare(man(battle, "Ralf"), "move_full", path=((10.0, 14.0),))
    hal = man(battle, "Hal")
    hal.chit = "move_full"
    play(battle, declaration.turn_over, hal, Declared(path=((16.0, 10.0),)))
    assert hal.detached
    put(battle, hal, 40.0, 10.0, 0.0)
    assert parting.parting_refusal(battle, hal, Declared(path=((40.0, 6.0),))) is None


@pytest.mark.parametrize(("seer", "shot", "free_men"), [
    ("", False, ["Ralf", "Hal", "Tom"]),
    ("Tom", False, ["Ralf", "Hal"]),
    ("", True, []),
])  # fmt: skip
def test_kk_cmd_20_and_moves_freely_until_the_enemy_is_seen_or_shoots(
    seer: str, shot: bool, free_men: list[str]
) -> None:
    """Tom has gone his own way, far from his lord: he alone is stopped by what he alone sees."""
    battle = free()
    man(battle, "Tom").detached = True
    if seer:
        put(battle, man(battle, seer), 30.0, 33.0, 0.0)
    retinue(battle, "a").shot_at = shot
    hearing.measure(battle)
    assert [name for name in ("Ralf", "Hal", "Tom") if man(battle, name).free] == free_men


@pytest.mark.parametrize(("to", "parts"), [((15.14, 16.13), False), ((16.9, 14.1), True)])
def test_kk_cmd_21_within_45_degrees_is_the_same_direction(
    to: tuple[float, float], parts: bool
) -> None:
    """Forty degrees off the lord's way is the same direction, fifty is not."""
    battle = free()
    hearing.measure(battle)
    declare(man(battle, "Ralf"), "move_full", path=((10.0, 14.0),))
    assert parting.parts(battle, man(battle, "Hal"), Declared(path=(to,))) is parts


def test_kk_cmd_21_one_who_sees_the_enemy_ends_it_for_all_but_detached_bodies_alone() -> None:
    """Tom sees over the wall: all lose it; detached, he alone."""
    battle = free()
    put(battle, man(battle, "Tom"), 30.0, 33.0, 0.0)
    hearing.measure(battle)
    assert not any(one.free for one in battle.men if one.player == "a")
    man(battle, "Tom").detached = True
    hearing.measure(battle)
    assert [man(battle, name).free for name in ("Ralf", "Hal", "Tom")] == [True, True, False]


def test_kk_cmd_26_what_free_movement_leaves_out() -> None:
    """No wound check, no action roll; charging and shooting are refused, any other chit goes."""
    battle = free()
    table = run(battle, "chits")
    assert rolls(table) == []
    for chit in ("move_full_melee", "shoot"):
        no = chits.refusal(battle, man(battle, "Hal"), chit)
        assert no is not None
        assert no.clause == "KK-CMD-26"
    assert chits.refusal(battle, man(battle, "Hal"), "parry") is None
    run(battle, "action", answers={"chit": "none"})
    assert man(battle, "Hal").chit == "stay"  # nobody rolls for one in free movement
