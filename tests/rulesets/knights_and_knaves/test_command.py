"""Who hears his lord, chits and readiness, free movement, the fallen lord (KK-CMD, KK-DEF)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.events import Rolled
from banneret.rulesets.knights_and_knaves import (
    chits,
    command,
    declaration,
    forming,
    orders_in_play,
    qualifiers,
    recovery,
    turn,
)
from banneret.rulesets.knights_and_knaves.chits import CHITS
from banneret.rulesets.knights_and_knaves.contact import cluster
from banneret.rulesets.knights_and_knaves.events import Formed, LeaderNamed, OutOfEarshot, Readied
from banneret.rulesets.knights_and_knaves.state import (
    DISABLED,
    GONE,
    NOBODY,
    ROUTING,
    STEADY,
    Battle,
    Declared,
    changed,
    put,
)
from rulesets.knights_and_knaves.field import (
    Refused,
    declare,
    events_of,
    field,
    heard,
    man,
    men,
    play,
    retinue,
    rolls,
    run,
    unit,
)

FOE = "b foe: at 36,40"


def measured(text: str, **rest: Any) -> Battle:
    battle = field(f"{text} | {FOE}", **rest)
    command.measure(battle)
    return battle


def commanded(battle: Battle) -> list[str]:
    return [one.profile.name for one in battle.men if one.in_command]


# -- range


@pytest.mark.parametrize(("x", "hears"), [(16.0, True), (16.01, False)])
def test_kk_def_01_five_inches_between_bases(x: float, hears: bool) -> None:
    """At 5.0 he is in command range, at 5.01 not."""
    battle = measured(f"a Ralf: lord at 10,10 | a Hal: at {x},10")
    assert ("Hal" in commanded(battle)) is hears


def test_kk_scale_07_command_range_is_halved_at_half_scale() -> None:
    """Two and a half inches between half-inch bases."""
    for x, hears in ((13.0, True), (13.1, False)):
        battle = measured(f"a Ralf: lord at 10,10 | a Hal: at {x},10", scale_15mm=True)
        assert ("Hal" in commanded(battle)) is hears


def test_kk_cmd_01_any_chit_for_a_commanded_man() -> None:
    """He may be told anything his arms allow."""
    battle = measured("a Ralf: lord at 10,10 | a Hal: longbow sword at 12,10")
    hal = man(battle, "Hal")
    allowed = {chit for chit in CHITS if chits.refusal(battle, hal, chit) is None}
    assert {"stay", "shoot", "move_full_shoot", "move_full_melee", "parry"} <= allowed


LINE = "x6 at 14,10 16.5,10 19,10 21.5,10 24,10 26.5,10"


def test_kk_cmd_02_a_leader_in_range_brings_his_whole_unit() -> None:
    """The tail man fifteen inches away is controlled."""
    battle = measured(f"a Ralf: lord at 10,10 | a men: {LINE}")
    assert commanded(battle) == ["Ralf", *(f"men{at}" for at in range(6))]


def test_kk_cmd_03_a_man_in_range_without_his_leader() -> None:
    """The leader is at the far end: only those within 5 inches are controlled."""
    battle = measured(f"a Ralf: lord at 30,10 | a men: {LINE}")
    assert commanded(battle) == ["Ralf", "men4", "men5"]


def test_kk_cmd_04_leaders_relay_to_nobody_else() -> None:
    """A second unit beside the leader in range is not controlled."""
    battle = measured(f"a Ralf: lord at 10,10 | a men: {LINE} | a more: x5 at 17,12")
    assert not [name for name in commanded(battle) if name.startswith("more")]


def test_kk_cmd_05_stragglers_are_not_included_and_relay_may_be_limited() -> None:
    """A man two and a half inches from the rest rolls; with relay_limit so do the far ones."""
    apart = "x5 at 14,10 16.5,10 19,10 21.5,10 26,10"
    battle = measured(f"a Ralf: lord at 10,10 | a men: {apart}")
    assert commanded(battle) == ["Ralf", "men0", "men1", "men2", "men3"]
    battle = measured(f"a Ralf: lord at 10,10 | a men: {LINE}", relay_limit=True)
    assert commanded(battle) == ["Ralf", "men0", "men1", "men2"]


def test_kk_cmd_23_who_cannot_command_or_bring_his_unit() -> None:
    """A routing or stunned lord commands nobody; a stunned leader brings nobody but those near."""
    for words in ("routing", "stun=1", "captive"):
        battle = measured(f"a Ralf: lord {words} at 10,10 | a Hal: at 12,10")
        assert commanded(battle) == []
    battle = measured(f"a Ralf: lord at 10,10 | a men: {LINE} 0.stun=1")
    assert commanded(battle) == ["Ralf"]


def test_kk_cmd_24_status_is_fixed_for_the_turn() -> None:
    """The leader fails his wound check: his men stay controlled, he does not."""
    battle = field(
        f"a Ralf: lord at 10,20 | a men: {LINE.replace(',10', ',20')} 0.stamina=2 | {FOE}",
        phase="measure",
    )
    run(battle, "chits", dice=[10, 1])
    assert man(battle, "men").status == ROUTING
    assert commanded(battle) == ["Ralf", *(f"men{at}" for at in range(1, 6))]


def test_kk_cmd_24_a_lord_who_routs_in_command_determination_loses_everybody() -> None:
    """His wound check fails: nobody is under command any more."""
    battle = field(f"a Ralf: lord stamina=2 at 20,30 | a Hal: at 24,30 | {FOE}", phase="measure")
    run(battle, "chits", dice=[10])
    assert commanded(battle) == []


# -- the lord lost


def test_kk_cmd_15_without_a_lord_everybody_rolls() -> None:
    """The lord has left the field: all roll, and nobody replaces him."""
    battle = field(f"a Ralf: lord gone at 10,10 | a Hal: knight at 12,10 | {FOE}", phase="measure")
    table = run(battle, "panic", dice=[3, 1])
    assert commanded(battle) == []
    assert len(rolls(table, "action")) == 2
    assert retinue(battle, "a").lord == man(battle, "Ralf").id


@pytest.mark.parametrize(("conscious", "hears"), [(1, True), (0, False)])
def test_kk_cmd_16_a_conscious_fallen_lord_commands(conscious: int, hears: bool) -> None:
    """Within 5 inches of where he lies, as long as he is conscious."""
    battle = measured(
        f"a Ralf: lord disabled stamina=0 conscious={conscious} at 10,10 | a Hal: at 12,10"
    )
    assert commanded(battle) == (["Hal"] if hears else [])


def test_kk_dis_02_conscious_for_as_many_turns_as_the_die() -> None:
    """Fallen in turn 3 with a 6 he commands in turns 4 to 9, not in 10."""
    battle = field(
        f"a Ralf: lord disabled stamina=0 conscious=6 at 10,10 | a Hal: at 12,10 | {FOE}",
        turn=3,
        phase="end",
    )
    retinue(battle, "a").lord_fallen, retinue(battle, "a").fell = True, 3
    hears = []
    for _ in range(8):
        battle.phase = "end"
        run(battle, "turn")
        play(battle, turn.begin)
        command.measure(battle)
        if man(battle, "Hal").in_command:
            hears.append(battle.turn)
    assert hears == [4, 5, 6, 7, 8, 9]


def fallen_lord(more: str, **rest: Any) -> Battle:
    battle = field(f"a Ralf: lord disabled stamina=0 conscious=0 at 30,20 | {more} | {FOE}", **rest)
    retinue(battle, "a").lord_fallen = True
    for one in battle.men:
        one.seen_lord_fall = one.passed_lord_check = one.player == "a"
    return battle


def test_kk_cmd_17_the_household_goes_for_its_lord() -> None:
    """A squire who stood the check goes to the body; a soldier rolls, so does who never checked."""
    battle = fallen_lord("a Will: squire at 40,20 | a Hal: at 40,22 | a Odo: knight at 40,24")
    man(battle, "Odo").passed_lord_check = False
    command.measure(battle)
    assert [one.profile.name for one in battle.men if one.recovering] == ["Will"]


def test_kk_cmd_17_two_in_contact_carry_him() -> None:
    """Both touch the body: both have the carry chit, without a roll."""
    battle = fallen_lord(
        "a Will: squire at 29,20 | a Odo: knight at 31,20 | a Jon: valet at 36,20", phase="measure"
    )
    run(battle, "panic", dice=[1])
    assert [man(battle, name).chit for name in ("Will", "Odo", "Jon")] == [
        "carry",
        "carry",
        "move_full",
    ]


def test_kk_cmd_18_nearest_two_carry_the_rest_guard() -> None:
    """One touches and waits, the second comes to the body, the third stays within 2 inches."""
    battle = fallen_lord("a Will: squire at 29,20 | a Jon: valet at 30,22 | a Odo: knight at 33,20")
    command.measure(battle)
    battle.phase = "chits"
    play(battle, chits.place)
    assert [man(battle, name).chit for name in ("Will", "Jon", "Odo")] == [
        "stay",
        "move_full",
        "stay",
    ]
    declared = qualifiers.without_asking(battle, man(battle, "Jon"))
    assert declared is not None
    assert declared.path[-1][1] < 22.0


def test_kk_cmd_18_the_household_flag_rules() -> None:
    """Where some are flagged, only they are household."""
    battle = fallen_lord("a Will: squire household at 40,20 | a Odo: knight at 40,24")
    assert recovery.of_household(battle, man(battle, "Will"))
    assert not recovery.of_household(battle, man(battle, "Odo"))


def test_kk_cmd_25_a_conscious_lords_orders_come_first() -> None:
    """The squire at 3 inches takes a chit, the one at 8 moves to the body."""
    battle = fallen_lord("a Near: squire at 34,20 | a Away: squire at 39,20", phase="measure")
    man(battle, "Ralf").conscious = 3
    table = run(battle, "action", answers={"chit": "stay"})
    assert man(battle, "Near").chit == "stay"
    assert man(battle, "Away").recovering
    assert [choice.about for choice in table.by.was_asked("chit")] == [(man(battle, "Near").id,)]


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
    assert no.value.clause == "KK-CMD-12"


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


def free(more: str = "", **rest: Any) -> Battle:
    return field(
        f"a Ralf: lord at 10,10 | a Hal: at 12,10 | a Tom: stamina=3 at 30,10 {more} | {FOE}",
        terrain="high_wall: 0,30 72,30",
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
    command.measure(battle)
    assert not retinue(battle, "a").free
    assert not man(battle, "Tom").free


def parting(place: tuple[float, float], to: tuple[float, float]) -> Any:
    battle = free()
    command.measure(battle)
    declare(man(battle, "Ralf"), "move_full", path=((10.0, 14.0),))
    hal = man(battle, "Hal")
    hal.chit = "move_full"
    put(battle, hal, *place, 0.0)
    return qualifiers.parting_refusal(battle, hal, Declared(path=(to,)))


def test_kk_cmd_20_to_part_one_must_be_in_command_range() -> None:
    """At seven inches he may not go another way, at two he may."""
    no = parting((18.0, 10.0), (22.0, 10.0))
    assert no is not None
    assert no.clause == "KK-CMD-20"
    assert parting((12.0, 10.0), (16.0, 10.0)) is None


def test_kk_cmd_20_having_parted_he_stays_free_at_any_distance() -> None:
    """He is marked as detached and may then go as he likes."""
    battle = free()
    command.measure(battle)
    declare(man(battle, "Ralf"), "move_full", path=((10.0, 14.0),))
    hal = man(battle, "Hal")
    hal.chit = "move_full"
    play(battle, declaration.turn_over, hal, Declared(path=((16.0, 10.0),)))
    assert hal.detached
    put(battle, hal, 40.0, 10.0, 0.0)
    assert qualifiers.parting_refusal(battle, hal, Declared(path=((40.0, 6.0),))) is None


@pytest.mark.parametrize(("to", "parts"), [((15.14, 16.13), False), ((16.9, 14.1), True)])
def test_kk_cmd_21_within_45_degrees_is_the_same_direction(
    to: tuple[float, float], parts: bool
) -> None:
    """Forty degrees off the lord's way is the same direction, fifty is not."""
    battle = free()
    command.measure(battle)
    declare(man(battle, "Ralf"), "move_full", path=((10.0, 14.0),))
    assert qualifiers.parts(battle, man(battle, "Hal"), Declared(path=(to,))) is parts


def test_kk_cmd_21_one_who_sees_the_enemy_ends_it_for_all_but_detached_bodies_alone() -> None:
    """Tom sees over the wall: all lose it; detached, he alone."""
    battle = free()
    put(battle, man(battle, "Tom"), 30.0, 33.0, 0.0)
    command.measure(battle)
    assert not any(one.free for one in battle.men if one.player == "a")
    man(battle, "Tom").detached = True
    command.measure(battle)
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


# -- units


def test_kk_def_02_five_men_a_sergeant_and_two_inches() -> None:
    """Four are refused, five accepted; a gap of 2.1 inches is refused."""
    battle = field(f"a men: loose x4 at 10,10 | a Serg: sergeant at 16,10 | {FOE}")
    five = [one for one in battle.men if one.player == "a" and one.profile.class_ != "lord"]
    assert forming.unit_refusal(battle, five, man(battle, "Serg")) is None
    no = forming.unit_refusal(battle, five[1:], man(battle, "Serg"))
    assert no is not None
    assert no.clause == "KK-DEF-02"
    put(battle, man(battle, "Serg"), 14.5 + 3.1, 10.0, 0.0)
    assert forming.unit_refusal(battle, five, man(battle, "Serg")) is not None


def test_kk_def_03_a_chain_not_pairs() -> None:
    """Eleven inches between the ends of a chain are well; a break is not."""
    battle = field(f"a men: {LINE} | {FOE}")
    assert len(cluster(battle, man(battle, "men"), men(battle, "men"))) == 6
    put(battle, man(battle, "men", 3), 40.0, 10.0, 0.0)
    assert len(cluster(battle, man(battle, "men"), men(battle, "men"))) == 3


def test_kk_def_05_a_shrunken_unit_is_still_one() -> None:
    """Four left: no size bonus, but the leader in range still brings all under command."""
    battle = measured(f"a Ralf: lord at 10,10 | a men: {LINE} 4.status=dead 5.status=dead")
    assert commanded(battle) == ["Ralf", "men0", "men1", "men2", "men3"]


def test_kk_def_06_pairs_by_option() -> None:
    """A knight and his squire are a unit only with min_unit_size 2."""
    for least, refused in ((5, True), (2, False)):
        battle = field(
            f"a Guy: knight at 10,10 | a Will: squire at 12,10 | {FOE}", min_unit_size=least
        )
        pair = [man(battle, "Guy"), man(battle, "Will")]
        assert (forming.unit_refusal(battle, pair, pair[0]) is not None) is refused


@pytest.mark.parametrize(("class_", "leads"), [
    ("lord", True), ("knight", True), ("bodyguard", True), ("squire", True), ("man_at_arms", True),
    ("sergeant", True), ("valet", True), ("soldier", False), ("yeoman", False), ("peasant", False),
])  # fmt: skip
def test_kk_def_07_who_may_lead(class_: str, leads: bool) -> None:
    """Sergeants and better; the squire confers no bonus."""
    battle = field(f"a men: leader={class_} x5 at 10,10 | {FOE}")
    no = forming.unit_refusal(battle, men(battle, "men"), man(battle, "men"))
    assert (no is None) is leads
    assert no is None or no.clause == "KK-DEF-07"
    if class_ == "squire":
        assert man(battle, "men").profile.bonus == 0


def test_kk_def_08_a_fallen_leader_is_replaced_from_within() -> None:
    """The valet leads from the next Command Determination; the losses stay doubled."""
    battle = field(
        f"a men: x6 at 10,10 0.status=disabled 0.stamina=0 2.class=valet | {FOE}",
        phase="succession",
    )
    table = run(battle, "signals", answers={"leader": man(battle, "men", 2).id})
    assert unit(battle, "men").leader == man(battle, "men", 2).id
    assert unit(battle, "men").first_leader == man(battle, "men").id
    assert heard(table, "b") == []
    assert events_of(table, LeaderNamed)


def test_kk_def_08_stunned_leaders_keep_their_post_and_soldiers_do_not_follow() -> None:
    """Nothing is asked while the leader is only stunned, or when nobody of rank is left."""
    for words in ("0.stun=3", "0.status=dead"):
        battle = field(f"a men: x6 at 10,10 {words} | {FOE}", phase="succession")
        assert run(battle, "signals").keys == []


def test_kk_def_08_an_old_leader_who_rallies_is_an_ordinary_member() -> None:
    """Replaced while he ran, he does not get his post back."""
    battle = field(f"a men: x6 at 10,10 0.status=routing 2.class=valet | {FOE}", phase="succession")
    run(battle, "signals", answers={"leader": man(battle, "men", 2).id})
    man(battle, "men").status = STEADY
    changed(battle)
    battle.phase = "succession"
    assert run(battle, "signals").keys == []
    assert unit(battle, "men").leader == man(battle, "men", 2).id


def test_kk_def_04_a_man_is_in_at_most_one_unit() -> None:
    """Joining a new unit he leaves the old one."""
    battle = field(
        f"a Ralf: lord at 10,10 | a men: x6 at 12,10 | {FOE}", phase="reform", commanding=("a",)
    )
    wanted = [one.id for one in men(battle, "men")[1:]] + [man(battle, "Ralf").id]
    answers = {"command": ["form", "done"], "form.men": [wanted], "form.leader": [wanted[-1]]}
    run(battle, "measure", answers=answers)
    assert unit(battle, "men").members == (man(battle, "men").id,)
    assert sorted(battle.units[1].members) == sorted(wanted)
    assert battle.units[1].original == 6


def test_kk_def_24_the_lord_always_does_what_his_player_wants() -> None:
    """He is asked every turn and never rolled for."""
    battle = field(f"a Ralf: lord at 10,10 | a Hal: at 40,10 | {FOE}", phase="measure")
    table = run(battle, "panic", dice=[1, 1], answers={"chit": "stay"})
    assert [choice.about for choice in table.by.was_asked("chit")] == [(man(battle, "Ralf").id,)]
    assert man(battle, "Ralf").rolled == ""


def reforming(x: float) -> Battle:
    return field(
        f"a Ralf: lord at 10,10 | a men: x6 at 12,10 | a Tom: at {x},14 | {FOE}",
        phase="reform",
        commanding=("a",),
    )


def test_kk_def_25_men_change_units_only_in_command_range() -> None:
    """Tom near his lord may join; far away it is refused."""
    battle = reforming(12.0)
    tom = man(battle, "Tom")
    answers = {"command": ["transfer", "done"], "transfer.man": tom.id, "transfer.unit": 0}
    table = run(battle, "measure", answers=answers)
    assert tom.unit == 0
    assert unit(battle, "men").original == 7
    assert events_of(table, Formed)
    battle = reforming(30.0)
    with pytest.raises(Refused) as no:
        play(battle, orders_in_play.reform, answers=["transfer", man(battle, "Tom").id])
    assert no.value.clause == "KK-DEF-25"


def test_kk_def_25_units_are_dissolved_and_led_anew() -> None:
    """A unit in range is dissolved; in another the valet takes over."""
    battle = reforming(12.0)
    run(battle, "measure", answers={"command": ["dissolve", "done"]})
    assert unit(battle, "men").members == ()
    assert all(one.unit == NOBODY for one in battle.men)
    battle = field(
        f"a Ralf: lord at 10,10 | a men: x6 at 12,10 2.class=valet | {FOE}",
        phase="reform",
        commanding=("a",),
    )
    run(battle, "measure", answers={"command": ["lead", "done"], "lead": man(battle, "men", 2).id})
    assert unit(battle, "men").leader == man(battle, "men", 2).id


def test_kk_def_25_losses_count_afresh_in_a_re_formed_unit() -> None:
    """The fallen are no longer counted against it."""
    battle = reforming(12.0)
    man(battle, "men", 5).status = GONE
    changed(battle)
    answers = {
        "command": ["transfer", "done"],
        "transfer.man": man(battle, "Tom").id,
        "transfer.unit": 0,
    }
    run(battle, "measure", answers=answers)
    assert unit(battle, "men").original == 6
    assert man(battle, "men", 5).id not in unit(battle, "men").members


def test_a_players_commands_are_his_secret() -> None:
    """The other player hears nothing of orders, units and readiness."""
    battle = reforming(12.0)
    tom = man(battle, "Tom")
    answers = {"command": ["transfer", "done"], "transfer.man": tom.id, "transfer.unit": 0}
    table = run(battle, "measure", answers=answers)
    assert heard(table, "b") == []
    assert not [event for event in heard(table, None) if isinstance(event, Rolled)]
    assert man(battle, "Tom").status != DISABLED
