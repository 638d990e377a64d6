"""Who hears his lord, and the lord lost (KK-CMD, KK-DEF)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.rulesets.knights_and_knaves.basics import phases
from banneret.rulesets.knights_and_knaves.basics.state import ROUTING, Battle, put
from banneret.rulesets.knights_and_knaves.command import hearing, recovery
from banneret.rulesets.knights_and_knaves.command.action import chits, qualifiers
from banneret.rulesets.knights_and_knaves.command.action.chits import CHITS
from banneret.rulesets.knights_and_knaves.morale import failing
from banneret.rulesets.knights_and_knaves.shooting import phase as shooting
from banneret.tabletop.shapes.measuring import gap
from rulesets.knights_and_knaves.field import field, man, retinue
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.knights_and_knaves.voices import FOE, LINE, commanded, measured
from rulesets.scripting import rolls

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


def test_kk_cmd_02_a_leader_in_range_brings_his_whole_unit() -> None:
    """The tail man fifteen inches away is controlled."""
    battle = measured(f"a Ralf: lord at 10,10 | a men: {LINE}")
    assert commanded(battle) == ["Ralf", *(f"men{at}" for at in range(6))]


def test_kk_cmd_03_a_man_in_range_without_his_leader() -> None:
    """The leader is at the far end: only those within 5 inches are controlled."""
    battle = measured(f"a Ralf: lord at 30,10 | a men: {LINE}")
    assert commanded(battle) == ["Ralf", "men4", "men5"]


def test_kk_cmd_04_leaders_relay_to_nobody_else() -> None:
    """A second unit beside the leader in range is not controlled, nor is a single man."""
    battle = measured(f"a Ralf: lord at 10,10 | a men: {LINE} | a more: x5 at 17,12 | a Tom: 16,8")
    assert not [name for name in commanded(battle) if name.startswith(("more", "Tom"))]


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
        play(battle, phases.begin)
        hearing.measure(battle)
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
    hearing.measure(battle)
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


def test_kk_cmd_17_they_carry_him_from_the_field_and_do_nothing_else() -> None:
    """Home at a walk, the third about them; an enemy who comes up finds nobody who parries."""
    battle = fallen_lord(
        "a Will: squire longbow sword at 29,20 | a Odo: knight at 31,20 | a Jon: valet at 33,20",
        phase="measure",
    )
    table = run(battle, "targets", dice=[1, 9, 1], exact=False)
    ralf, will, odo, jon = (man(battle, name) for name in ("Ralf", "Will", "Odo", "Jon"))
    assert ralf.base.y == will.base.y == odo.base.y < 20.0
    assert gap(jon.base, ralf.base) <= 2.0
    put(battle, man(battle, "foe"), will.base.x, will.base.y + 1.0, 180.0)
    assert not shooting.may_shoot(will)
    battle.phase = "choose"
    table = run(battle, "fatigue", dice=[1, 1], answers={"fight": "nothing"}, exact=False)
    assert {choice.about[0] for choice in table.by.was_asked("fight")} == {man(battle, "foe").id}


def test_kk_cmd_17_when_one_of_the_two_runs_the_other_stays_with_him() -> None:
    """Will fails a check before the moves; alone Odo lifts nobody."""
    battle = fallen_lord("a Will: squire at 29,20 | a Odo: knight at 31,20", phase="measure")
    run(battle, "move", dice=[1, 9, 1], exact=False)
    play(battle, failing.fails, man(battle, "Will"), "")
    run(battle, "targets", dice=[1])  # Odo sees him run and holds
    assert (man(battle, "Odo").base.y, man(battle, "Ralf").base.y) == (20.0, 20.0)


def test_kk_cmd_18_nearest_two_carry_the_rest_guard() -> None:
    """One touches and waits, the second comes to the body, the third stays within 2 inches."""
    battle = fallen_lord("a Will: squire at 29,20 | a Jon: valet at 30,22 | a Odo: knight at 33,20")
    hearing.measure(battle)
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
