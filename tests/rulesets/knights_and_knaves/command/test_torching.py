"""Buildings set alight: by whom, who sees it, who gets out and who does not (KK-ORDER-06)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from banneret.rulesets.knights_and_knaves.basics.state import (
    DISABLED,
    STEADY,
    Battle,
    Declared,
    Fire,
    changed,
    put,
)
from banneret.rulesets.knights_and_knaves.command import orders, torching
from banneret.rulesets.knights_and_knaves.command.action import chits, qualifiers
from banneret.rulesets.knights_and_knaves.command.orders import entry
from banneret.rulesets.knights_and_knaves.screen.deeds import Burned, SetAlight
from banneret.rulesets.knights_and_knaves.screen.events import Received
from banneret.rulesets.knights_and_knaves.screen.scene import scene
from banneret.rulesets.knights_and_knaves.screen.sentences import sentence
from rulesets.knights_and_knaves.field import clause_of, declare, field, man, unit
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.scripting import events_of, heard, rolls

FARM = "building farm: 20,20..26,24 | open_door d: 22,20 24,20"
FOE = "b foe: at 60,40"
FIRE = "order=defend/signal:fire/nearest_enemy"


def farm(words: str, terrain: str = FARM, **rest: Any) -> Battle:
    return field(f"{words} | {FOE}", terrain=terrain, **rest)


def alight(battle: Battle, name: str = "Ralf", turn: int = 0) -> Battle:
    """The farm burns, lit by one of the men in the turn before."""
    battle.fires = (Fire("farm", man(battle, name).id, turn),)
    changed(battle)
    return battle


# -- setting it alight


@pytest.mark.parametrize(
    ("where", "clause"),
    [("23,19.5", None), ("23,21", None), ("19.48,22", None), ("23,19.4", "KK-ORDER-06")],
)
def test_kk_order_06_who_touches_a_building_may_set_it_alight(
    where: str, clause: str | None
) -> None:
    """From without or within, in contact; a tenth of an inch off he may not."""
    battle = farm(f"a Ralf: lord at {where}")
    assert clause_of(chits.refusal(battle, man(battle, "Ralf"), "signal")) == clause


def test_kk_order_06_not_stone_nor_twice_nor_in_melee() -> None:
    """What cannot burn, what burns already, and who fights."""
    stone = farm("a Ralf: lord at 23,19.5", FARM.replace("farm:", "farm: burns=false"))
    assert clause_of(chits.refusal(stone, man(stone, "Ralf"), "signal")) == "KK-ORDER-06"
    burning = alight(farm("a Ralf: lord at 23,19.5"))
    assert clause_of(chits.refusal(burning, man(burning, "Ralf"), "signal")) == "KK-ORDER-06"
    fighting = farm("a Ralf: lord at 23,19.5 | b Guy: at 23,18.5")
    assert clause_of(chits.refusal(fighting, man(fighting, "Ralf"), "signal")) == "KK-ORDER-13"


def test_kk_order_06_it_is_his_whole_action_and_the_house_burns() -> None:
    """He neither moves nor fights; after the moves all see the farm burn, told and drawn."""
    battle = farm("a Ralf: lord in_command at 20,17 | a Tom: at 23,19.5 in_command", phase="chits")
    tom, ralf = man(battle, "Tom"), man(battle, "Ralf")
    answers = {"chit": "stay", "chit Tom": "signal", "declare.first": "a", "object": "farm"}
    table = run(
        battle, "targets", dice=[1, 10, 1], answers={**answers, "declare": [ralf.id, tom.id]}
    )
    assert battle.fires == (Fire("farm", tom.id, 1),)
    assert not tom.moved
    assert events_of(table, SetAlight) == [SetAlight(tom.id, "farm")]
    assert SetAlight in [type(event) for event in heard(table, "b")]
    assert sentence(battle, SetAlight(tom.id, "farm")) == "Tom set the farm alight."
    drawn = scene(battle, "b")
    assert [one.kind for one in drawn.ground if one.id == "farm" and one.closed] == [
        "burning_building"
    ]
    assert [(one.kind, one.label) for one in drawn.markers] == [("blaze", "the farm burns")]


@pytest.mark.parametrize("fate", ["stunned", "routing", "away"])
def test_kk_order_06_only_who_is_steady_and_still_there(fate: str) -> None:
    """Stunned, put to flight or carried off meanwhile he lights nothing."""
    battle = farm("a Tom: at 23,19.5")
    tom = declare(man(battle, "Tom"), "signal", object="farm")
    tom.stun = 1 if fate == "stunned" else 0
    tom.status = "routing" if fate == "routing" else STEADY
    if fate == "away":
        put(battle, tom, 23.0, 15.0, 0.0)
    changed(battle)
    play(battle, torching.torch)
    assert battle.fires == ()


def test_kk_order_06_two_torches_make_one_fire() -> None:
    """The first of two men at the same house has lit it."""
    battle = farm("a Tom: at 21,19.5 | a Hal: at 25,19.5")
    for name in ("Tom", "Hal"):
        declare(man(battle, name), "signal", object="farm")
    play(battle, torching.torch)
    assert [fire.by for fire in battle.fires] == [man(battle, "Tom").id]


# -- as a signal


def test_kk_order_06_an_order_may_wait_for_a_house_that_could_burn() -> None:
    """A farm will do for a bonfire, one of stone will not."""
    said = entry("attack", "signal:fire", "lord")
    assert orders.refusal(farm("a Tom: at 5,5"), "a", said) is None
    stone = farm("a Tom: at 5,5", FARM.replace("farm:", "farm: burns=false"))
    assert clause_of(orders.refusal(stone, "a", said)) == "KK-ORDER-06"


@pytest.mark.parametrize(("die", "part"), [(8, 2), (9, 1)])
def test_kk_order_06_a_farm_set_alight_triggers_an_order_for_fire(die: int, part: int) -> None:
    """The sergeant of skill 8 who sees it takes it in on an 8; on a 9 he looks again next turn."""
    battle = alight(farm(f"a Ralf: lord at 10,10 | a men: x5 at 40,10 {FIRE}", phase="signals"))
    table = run(battle, "reform", dice=[die])
    order = unit(battle, "men").order
    assert order is not None
    assert order.part == part
    assert events_of(table, Received)[0].received is (part == 2)
    battle.phase = "signals"
    again = run(battle, "reform", dice=[1] if part == 1 else [])
    assert len(rolls(again)) == (1 if part == 1 else 0)


def test_kk_order_06_a_fire_out_of_sight_or_of_the_enemy_is_no_signal() -> None:
    """Behind a high wall nobody looks for it; nor for what an enemy or a trumpet would be."""
    words = f"a Ralf: lord at 10,10 | a men: x5 at 40,10 {FIRE}"
    walled = alight(farm(words, f"{FARM} | high_wall: 34,0 34,48", phase="signals"))
    theirs = alight(farm(words, phase="signals"), "foe")
    trumpet = alight(farm(words.replace("signal:fire", "signal:trumpet"), phase="signals"))
    for battle in (walled, theirs, trumpet):
        assert rolls(run(battle, "reform")) == []


def test_kk_order_06_who_lit_it_need_not_look_for_it() -> None:
    """The leader himself acts on it without a roll."""
    battle = farm(f"a Ralf: lord at 10,10 | a men: x5 at 23,19.5 {FIRE}", phase="signals")
    alight(battle, "men0")
    run(battle, "reform")
    order = unit(battle, "men").order
    assert order is not None
    assert order.part == 2


# -- those inside


def test_kk_order_06_a_man_inside_who_stays_is_disabled() -> None:
    """Not in the turn it is lit; after the moves of the next one he is down."""
    battle = alight(farm("a Ralf: lord at 10,10 | b Guy: at 23,22"), turn=1)
    play(battle, torching.torch)
    guy = man(battle, "Guy")
    assert guy.status == STEADY
    battle.turn = 2
    table = play(battle, torching.torch)
    assert guy.status == DISABLED
    assert events_of(table, Burned) == [Burned(guy.id)]
    assert man(battle, "Ralf").status == STEADY


def test_kk_order_06_those_inside_leave_unasked_and_without_stopping_at_the_door() -> None:
    """Nobody commands him and he does not roll: he goes, and goes through the door at once."""
    battle = alight(farm("a Ralf: lord at 60,5 | b Guy: at 23,22.5"), turn=0)
    battle.phase = "chits"
    guy = man(battle, "Guy")
    play(battle, chits.place, answers={"chit": ["stay"]})
    assert (guy.chit, guy.rolled) == ("move_full", "")
    stays = qualifiers.way_refusal(battle, guy, Declared())
    assert clause_of(stays) == "KK-ORDER-06"
    out = Declared(path=((23.0, 20.0), (23.0, 18.5)))
    assert qualifiers.way_refusal(battle, guy, out) is None
    cold = farm("a Ralf: lord at 60,5 | b Guy: at 23,22.5 chit=move_full")
    assert clause_of(qualifiers.way_refusal(cold, man(cold, "Guy"), out)) == "KK-MOVE-23"


def test_kk_order_06_the_way_out_is_proposed_first() -> None:
    """Through the door and just beyond it."""
    battle = alight(farm("a Ralf: lord at 60,5 | b Guy: at 23,22.5 chit=move_full"))
    choice = qualifiers._ask_way(battle, man(battle, "Guy"), Declared())
    assert choice is not None
    end = next(iter(choice.ideas())).points[-1]
    assert end[1] < 20.0
    assert all(one.points and one.points[-1][1] < 20.0 for one in choice.ideas())


def test_kk_order_06_nobody_goes_into_a_burning_house() -> None:
    """At its open door one gets in when it does not burn, and not when it does."""
    battle = farm("a Ralf: lord at 60,5 | b Guy: at 23,19.5 chit=move_full")
    into = Declared(path=((23.0, 22.0),))
    guy = man(battle, "Guy")
    assert qualifiers.way_refusal(battle, guy, into) is None
    alight(battle)
    no = qualifiers.way_refusal(battle, guy, into)
    assert no is not None
    assert (no.reason, no.clause) == ("the house burns: nobody goes in", "KK-ORDER-06")


def test_kk_order_06_it_burns_to_the_end_of_the_battle() -> None:
    """A whole turn later it burns as before, and the state says so to both sides."""
    battle = alight(farm("a Ralf: lord at 10,10", phase="turn"))
    run(battle, "signals", exact=False)
    assert battle.turn == 2
    assert [fire.room for fire in battle.fires] == ["farm"]
    assert msgspec.structs.asdict(battle.fires[0])["turn"] == 0
