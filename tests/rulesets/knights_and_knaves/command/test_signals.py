"""Signals and events that change a standing order (KK-ORDER)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from banneret.core.play.events import Rolled
from banneret.rulesets.knights_and_knaves.basics.state import Battle, changed, put
from banneret.rulesets.knights_and_knaves.basics.who import order_of
from banneret.rulesets.knights_and_knaves.command import forming
from banneret.rulesets.knights_and_knaves.command.action import bounds
from banneret.rulesets.knights_and_knaves.ground import sight
from banneret.rulesets.knights_and_knaves.screen.events import Received, Signalled
from rulesets.knights_and_knaves.field import field, man, men, retinue, unit
from rulesets.knights_and_knaves.scripts import run
from rulesets.knights_and_knaves.standing import FOE, MILL, TRUMPET, refusal_to
from rulesets.scripting import events_of, heard, rolls


def signalling(words: str = "", more: str = "", **rest: Any) -> Battle:
    return field(
        f"a Ralf: lord {words} at 10,10 | a Pip: trumpet at 13,10 | "
        f"a men: x5 at 40,10 {TRUMPET} | {FOE} {more}",
        phase="signals",
        **rest,
    )


def test_kk_order_13_the_signal_is_all_the_lord_does() -> None:
    """It always works; lord and trumpeter have the signal chit and nothing else."""
    battle = signalling()
    table = run(battle, "reform", dice=[10], answers={"signal": "trumpet"})
    assert [man(battle, name).chit for name in ("Ralf", "Pip")] == ["signal", "signal"]
    assert events_of(table, Signalled) == [Signalled("a", "trumpet", man(battle, "Pip").id)]
    assert Signalled in [type(event) for event in heard(table, "b")]


@pytest.mark.parametrize("at", ["10,11", "13,11"])
def test_kk_order_13_not_from_within_a_melee(at: str) -> None:
    """Neither the lord nor his trumpeter may be in contact."""
    battle = signalling(more=f"| b Guy: at {at}")
    assert run(battle, "reform").keys == []


@pytest.mark.parametrize(("die", "received"), [(8, True), (9, False)])
def test_kk_order_14_received_at_or_below_melee_skill(die: int, received: bool) -> None:
    """The sergeant of skill 8 hears it on an 8, not on a 9; the roll is his player's."""
    battle = signalling()
    table = run(battle, "reform", dice=[die], answers={"signal": "trumpet"})
    order = unit(battle, "men").order
    assert order is not None
    assert order.part == (2 if received else 1)
    assert events_of(table, Received)[0].received is received
    assert Received not in [type(event) for event in heard(table, "b")]
    brave = signalling()
    head = man(brave, "men")
    head.profile = msgspec.structs.replace(head.profile, morale=10, shooting=10)
    run(brave, "reform", dice=[die], answers={"signal": "trumpet"})
    order = unit(brave, "men").order
    assert order is not None
    assert order.part == (2 if received else 1)


def test_kk_order_14_nobody_rolls_to_hear_his_own_trumpet() -> None:
    """The trumpeter's own order goes on at once; his unit beside him rolls as others do."""
    order = "order=attack/signal:trumpet/lord"
    battle = field(
        f"a Ralf: lord at 10,10 | a Pip: trumpet at 13,10 {order} | {FOE}", phase="signals"
    )
    table = run(battle, "reform", answers={"signal": "trumpet"})
    assert events_of(table, Received) == []
    assert [said.part for _, said in retinue(battle, "a").orders] == [2]


def test_kk_order_15_once_a_turn_but_again_next_turn() -> None:
    """It is asked once in a turn; missed, it can be blown again the next."""
    battle = signalling()
    first = run(battle, "reform", dice=[10], answers={"signal": "trumpet"})
    assert first.keys == ["signal"]
    battle.phase = "turn"
    run(battle, "signals", exact=False)
    run(battle, "reform", dice=[1], answers={"signal": "trumpet"})
    order = unit(battle, "men").order
    assert order is not None
    assert (order.part, order.activated) == (2, 2)


def test_kk_order_16_and_act_15_activated_they_roll_with_the_modifier() -> None:
    """Received this turn: the far unit rolls with five off for its attack that ends."""
    battle = signalling()
    table = run(
        battle,
        "panic",
        dice=[1, 6, 6, 6, 6, 6, 1],
        answers={"signal": "trumpet", "command": "done"},
    )
    rolled = [e for e in events_of(table, Rolled) if e.purpose == "action roll"]
    assert sum(reason.value for reason in rolled[0].tally) == -5
    assert man(battle, "men").chit == "stay"


def test_kk_order_16_units_roll_for_action_in_the_turn_of_receipt() -> None:
    """Every member has a chit of the action table this turn."""
    battle = signalling()
    run(
        battle,
        "panic",
        dice=[1, 9, 9, 9, 9, 9, 1],
        answers={"signal": "trumpet", "command": "done"},
    )
    assert all(one.rolled for one in men(battle, "men"))


def test_kk_order_17_no_roll_without_signal_or_event() -> None:
    """The lord stays silent: nobody rolls for receipt."""
    table = run(signalling(), "reform", answers={"signal": "none"})
    assert rolls(table) == []


def watching(trigger: str, **rest: Any) -> Battle:
    return field(
        f"a men: x5 at 33,10 order=defend/{trigger}/nearest_enemy | b Guy: at 33,40",
        terrain="waist_wall line: 0,23 72,23 | field mill: 30,20..36,26",
        phase="signals",
        **rest,
    )


def test_kk_order_18_a_leader_who_sees_the_place_taken_rolls_each_turn() -> None:
    """The enemy steps into the mill in his sight: he rolls now and, missing it, again."""
    battle = watching("occupied:mill")
    assert rolls(run(battle, "reform")) == []
    put(battle, man(battle, "Guy"), 33.0, 23.0, 180.0)
    battle.phase = "signals"
    assert rolls(run(battle, "reform", dice=[9]), "receipt") == [(9,)]
    put(battle, man(battle, "Guy"), 33.0, 40.0, 180.0)
    battle.phase = "signals"
    run(battle, "reform", dice=[8])
    order = unit(battle, "men").order
    assert order is not None
    assert order.part == 2


def test_kk_order_18_out_of_view_no_roll_and_the_option_needs_none() -> None:
    """Behind a wall he does not notice; with the option he acts as soon as he sees it."""
    battle = field(
        "a men: x5 at 33,10 order=defend/occupied:mill/nearest_enemy | b Guy: at 33,23",
        terrain="high_wall: 0,16 72,16 | field mill: 30,20..36,26",
        phase="signals",
    )
    assert rolls(run(battle, "reform")) == []
    battle = watching("occupied:mill", terrain_trigger_automatic=True)
    put(battle, man(battle, "Guy"), 33.0, 23.0, 180.0)
    assert rolls(run(battle, "reform")) == []
    order = unit(battle, "men").order
    assert order is not None
    assert order.part == 2


def test_kk_order_18_a_place_abandoned() -> None:
    """They leave the mill: that is the event; coming into it is none."""
    battle = watching("abandoned:mill")
    put(battle, man(battle, "Guy"), 33.0, 23.0, 180.0)
    assert rolls(run(battle, "reform")) == []
    put(battle, man(battle, "Guy"), 33.0, 40.0, 180.0)
    battle.phase = "signals"
    assert rolls(run(battle, "reform", dice=[1]), "receipt") == [(1,)]


def test_kk_order_19_one_signal_reaches_all_who_wait_for_it() -> None:
    """Two units on one trumpet roll separately."""
    battle = signalling(more=f"| a more: x5 at 60,10 {TRUMPET}")
    table = run(battle, "reform", dice=[1, 10], answers={"signal": "trumpet"})
    assert [event.received for event in events_of(table, Received)] == [True, False]


def test_kk_order_19_a_trumpet_says_nothing_to_those_who_wait_for_a_flag() -> None:
    """Only orders that name the signal given are addressed."""
    battle = signalling(more="| a more: x5 at 60,10 order=attack/signal:flag/lord")
    table = run(battle, "reform", dice=[1], answers={"signal": "trumpet"})
    assert len(events_of(table, Received)) == 1


def test_kk_order_19_flags_and_fires_must_be_seen_trumpets_not() -> None:
    """Behind a wall the flag is not seen; the trumpet is heard."""
    for signal, heard_it in (("trumpet", True), ("flag", False)):
        battle = field(
            f"a Ralf: lord {signal} at 10,10 | "
            f"a men: x5 at 40,10 order=attack/signal:{signal}/lord | {FOE}",
            terrain="high_wall: 25,0 25,48",
            phase="signals",
        )
        dice = [1] if heard_it else []
        table = run(battle, "reform", dice=dice, answers={"signal": signal})
        assert bool(events_of(table, Received)) is heard_it


def test_kk_order_19_the_signaller_stands_in_the_lords_range() -> None:
    """A trumpeter 6 inches off cannot be told to blow."""
    battle = signalling()
    put(battle, man(battle, "Pip"), 17.0, 10.0, 0.0)
    assert run(battle, "reform").keys == []


def test_kk_order_20_a_second_part_is_over_at_its_goal() -> None:
    """Within 2 inches of the place the order ends; three away it does not."""
    for y, over in ((17.5, True), (16.4, False)):
        battle = field(
            f"a men: x5 at 33,{y} order=attack/signal:trumpet/feature:mill part2 | {FOE}",
            terrain=MILL,
            phase="measure",
        )
        run(battle, "wounded")
        assert (unit(battle, "men").order is None) is over


def test_kk_order_20_in_the_lords_range_and_never_for_an_attack() -> None:
    """Back with the lord it is over; closing with the enemy never is."""
    battle = field(
        f"a Ralf: lord at 10,10 | a men: x5 at 14,10 {TRUMPET} part2 | "
        f"a Tom: at 12,12 order=defend/signal:trumpet/nearest_enemy part2 | {FOE}",
        phase="measure",
    )
    run(battle, "wounded")
    assert unit(battle, "men").order is None
    assert retinue(battle, "a").orders


def test_kk_order_21_defenders_who_see_nobody_do_not_roll() -> None:
    """No enemy visible to the unit: no dice and it stays; in sight they roll."""
    text = "a men: x5 at 36,10 order=defend/signal:trumpet/lord"
    battle = field(f"{text} | a Spy: at 36,33 | {FOE}", terrain="high_wall: 0,30 72,30",
                   phase="measure")  # fmt: skip
    run(battle, "panic", dice=[1, 1])
    assert [one.chit for one in men(battle, "men")] == ["stay"] * 5
    battle = field(f"{text} | {FOE}", phase="measure")
    assert len(rolls(run(battle, "panic", dice=[1] * 6), "action")) == 6


def test_kk_order_23_the_leaderless_receive_nothing() -> None:
    """The sergeant is down: no receipt roll until there is a new leader."""
    battle = signalling()
    man(battle, "men").status = "disabled"
    changed(battle)
    assert rolls(run(battle, "reform", answers={"signal": "trumpet"})) == []
    order = unit(battle, "men").order
    assert order is not None
    assert order.part == 1


def test_kk_order_23_a_second_part_without_a_lord() -> None:
    """Gone, it leads to the own edge; lying, to his body; and no signal can be given."""
    text = f"a men: x5 at 40,20 {TRUMPET} part2 | {FOE}"
    gone = field(f"a Ralf: lord trumpet gone at 10,10 | {text}", phase="signals")
    place = bounds.goal(gone, man(gone, "men"))
    assert place is not None
    assert place[1] < 0.0
    lying = field(f"a Ralf: lord disabled stamina=0 at 10,10 | {text}")
    assert bounds.goal(lying, man(lying, "men")) == (10.0, 10.0)
    assert run(gone, "reform").keys == []


def test_kk_def_27_uncommanded_men_go_where_the_enemy_is_known_to_be() -> None:
    """Out of sight, the last place he was seen at draws them."""
    battle = field(
        "a Hal: at 36,10 | b foe: at 36,40", terrain="high_wall: 0,30 72,30", phase="measure"
    )
    foe = man(battle, "foe")
    retinue(battle, "a").known = ((foe.id, 36.0, 40.0),)
    retinue(battle, "a").shot_at = True
    run(battle, "panic", dice=[3])
    assert man(battle, "Hal").chit == "move_half"
    assert refusal_to(battle, "Hal", (36.0, 12.0)) == ""
    assert refusal_to(battle, "Hal", (36.0, 8.0)) == "KK-ACT-19"


def test_kk_def_27_an_enemy_seen_at_the_outset_is_known_when_he_has_gone() -> None:
    """He stood in sight when the first turn began; behind the wall he is where he was seen."""
    battle = field(
        "a Hal: at 36,10 | b foe: at 60,20", terrain="high_wall: 0,24 72,24", phase="turn", turn=0
    )
    run(battle, "rally")
    put(battle, man(battle, "foe"), 60.0, 30.0, 0.0)
    hal = man(battle, "Hal")
    assert sight.nearest_foe(battle, hal) is None
    assert bounds.goal(battle, hal) == (60.0, 20.0)


def test_chain_signal_receipt_and_return() -> None:
    """The lord blows, the attackers hear it, turn back, and come under his hand again."""
    battle = field(
        f"a Ralf: lord trumpet at 36,10 | a men: x5 at 33,24 {TRUMPET} | b foe: at 36,40",
        phase="signals",
    )
    answers = {"signal": "trumpet", "command": "done", "chit": "stay"}
    run(battle, "end", dice=[1, 10, 10, 10, 10, 10, 1, 1, 2], answers=answers, exact=False)
    order = unit(battle, "men").order
    assert order is not None
    assert order.part == 2
    ys = [one.base.y for one in men(battle, "men")]
    assert max(ys) <= 24.0
    assert min(ys) < 24.0


def test_kk_order_23_what_he_was_told_alone_ends_when_he_joins_a_unit() -> None:
    """Orders belong to the group: dissolved again, the man is under none."""
    battle = field(
        "a Ralf: lord at 30,10 | a Hal: at 33,10 order=attack/signal:trumpet/lord | "
        "a men: x5 at 33,12 | b foe: at 60,40",
        phase="reform",
    )
    hal, men = man(battle, "Hal"), unit(battle, "men")
    forming.join(battle, hal, men)
    assert retinue(battle, "a").orders == ()
    forming.leave(battle, hal)
    assert order_of(battle, hal) is None


def test_kk_order_19_a_trumpeter_is_in_range_with_his_leader() -> None:
    """Far from the lord, but of a unit whose leader is in range (KK-DEF-01): he may blow."""
    battle = field(
        f"a Ralf: lord at 30,10 | a men: x5 at 33,10 4.signal=trumpet | a Hal: at 60,10 {TRUMPET} |"
        f"{FOE}",
        phase="signals",
    )
    assert man(battle, "men", 4).base.x - man(battle, "Ralf").base.x > 6.0
    table = run(battle, "reform", dice=[1], answers={"signal": "trumpet"})
    assert events_of(table, Signalled)[0].man == man(battle, "men", 4).id
    man(battle, "men").status = "routing"
    changed(battle)
    battle.phase = "signals"
    assert run(battle, "reform").keys == []


def test_kk_order_19_who_leads_a_captive_does_not_signal() -> None:
    """A captor is bound to his captive; he blows no trumpet for his lord."""
    battle = field(
        f"a Ralf: lord at 30,10 | a Pip: trumpet at 32,10 escorting held=3 | a Hal: at 60,10 "
        f"{TRUMPET} | b Guy: captive at 33,10 held=1",
        phase="signals",
    )
    assert run(battle, "reform").keys == []
