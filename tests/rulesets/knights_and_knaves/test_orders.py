"""Standing orders, signals, events and what the uncommanded make of them (KK-ORDER)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.events import Rolled
from banneret.rulesets.knights_and_knaves import (
    actions,
    forming,
    orders,
    orders_in_play,
    qualifiers,
    signals,
)
from banneret.rulesets.knights_and_knaves.events import (
    OrderGiven,
    OrderMeant,
    OrderOver,
    Received,
    Signalled,
)
from banneret.rulesets.knights_and_knaves.orders import entry
from banneret.rulesets.knights_and_knaves.state import (
    Battle,
    Declared,
    Order,
    changed,
    order_of,
    put,
)
from rulesets.knights_and_knaves.field import (
    Refused,
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
MILL = "light_wood mill: 30,20..36,26"
TRUMPET = "order=attack/signal:trumpet/lord"


def give(battle: Battle, group: str, **said: str) -> None:
    play(battle, orders.give, group, {**entry("none"), **said})


def refused(battle: Battle, **said: str) -> str:
    no = orders.refusal(battle, "a", {**entry("none"), **said})
    return "" if no is None else no.clause


# -- issuing


def test_kk_order_01_orders_at_deployment_go_to_anybody() -> None:
    """Every unit and single man is offered one at once, near or far."""
    battle = field(
        f"a Ralf: lord trumpet at 10,10 | a men: x5 at 60,10 | a Tom: at 40,10 | {FOE}",
        phase="orders",
    )
    told = entry("attack", "signal:trumpet", "lord")
    table = run(
        battle, "turn", answers={"order": lambda c: told if c.side == "a" else entry("none")}
    )
    assert unit(battle, "men").order is not None
    assert [key for key, _ in retinue(battle, "a").orders] == [man(battle, "Tom").id]
    assert len(table.by.was_asked("order")) == 3
    assert heard(table, "b") == [e for e in heard(table, "b") if getattr(e, "side", "b") == "b"]


@pytest.mark.parametrize(("x", "clause"), [(16.0, ""), (16.1, "KK-ORDER-02")])
def test_kk_order_02_in_play_only_within_range(x: float, clause: str) -> None:
    """The leader at 5.0 inches is given one, at 5.1 he is not."""
    battle = field(f"a Ralf: lord at 10,10 | a men: x5 at {x},10 | {FOE}", terrain=MILL)
    no = orders_in_play.out_of_range(battle, "a", "unit:0")
    assert (no.clause if no else "") == clause


def test_kk_order_03_given_replaced_and_cancelled_in_command_determination() -> None:
    """A new order replaces the old one at once; cancelling is a command too."""
    battle = field(
        f"a Ralf: lord at 10,10 | a men: x5 at 14,10 {TRUMPET} | {FOE}",
        terrain=MILL,
        phase="reform",
        commanding=("a",),
    )
    told = entry("defend", "occupied:mill", "nearest_enemy")
    run(battle, "measure", answers={"command": ["order", "done"], "order": told})
    order = unit(battle, "men").order
    assert order is not None
    assert (order.verb, order.trigger, order.then) == ("defend", "occupied:mill", "nearest_enemy")
    battle.phase, battle.commanding = "reform", ("a",)
    table = run(battle, "measure", answers={"command": ["cancel", "done"]})
    assert unit(battle, "men").order is None
    assert events_of(table, OrderGiven)[-1].verb == ""


def test_kk_order_03_cancelling_needs_range_too() -> None:
    """Out of range the order stands."""
    battle = field(
        f"a Ralf: lord at 10,10 | a men: x5 at 40,10 {TRUMPET} | a Tom: at 12,10 | {FOE}",
        phase="reform",
        commanding=("a",),
    )
    with pytest.raises(Refused) as no:
        play(battle, orders_in_play.reform, answers=["cancel"])
    assert no.value.clause == "KK-ORDER-03"


def test_kk_order_04_three_verbs() -> None:
    """The form offers attack, defend, harass, or none."""
    battle = field(f"a men: x5 at 14,10 | {FOE}")
    verb = orders.form(battle, "a", "unit:0").fields[0]
    assert verb.words == ("none", "attack", "defend", "harass")


def test_kk_order_05_two_kinds_of_trigger() -> None:
    """Signals, and places occupied or abandoned; nothing else can be written."""
    battle = field(f"a men: x5 at 14,10 | {FOE}", terrain=MILL)
    trigger = orders.form(battle, "a", "unit:0").fields[2]
    assert set(trigger.words) == {
        "", "signal:trumpet", "signal:flag", "signal:fire", "occupied:mill", "abandoned:mill",
    }  # fmt: skip


def test_kk_order_06_signals_need_their_piece() -> None:
    """No trumpeter, no trumpet; no flag bearer, no flag; no bonfire, no fire."""
    bare = field(f"a men: x5 at 14,10 | {FOE}")
    full = field(
        f"a men: x5 trumpet at 14,10 | a Fly: flag at 20,10 | {FOE}", terrain="bonfire b: 5,5"
    )
    for signal in ("trumpet", "flag", "fire"):
        said = {"verb": "attack", "trigger": f"signal:{signal}", "then": "lord"}
        assert refused(bare, **said) == "KK-ORDER-06"
        assert refused(full, **said) == ""


def test_kk_order_07_attack_ends_in_a_retreat() -> None:
    """Its second part leads to the lord or a place, not at the enemy."""
    battle = field(f"a men: x5 trumpet at 14,10 | {FOE}", terrain=MILL)
    said = {"verb": "attack", "trigger": "signal:trumpet"}
    assert refused(battle, **said, then="nearest_enemy") == "KK-ORDER-07"
    assert refused(battle, **said, then="feature:mill") == ""


def test_kk_order_22_an_order_says_until_and_then() -> None:
    """Without trigger or second part it is refused."""
    battle = field(f"a men: x5 trumpet at 14,10 | {FOE}")
    assert refused(battle, verb="defend", then="lord") == "KK-ORDER-22"
    assert refused(battle, verb="defend", trigger="signal:trumpet") == "KK-ORDER-22"


def test_kk_comp_04_what_the_sheet_holds() -> None:
    """To whom, verb, detail, until, and the second part, in the player's words too."""
    battle = field(f"a men: x5 trumpet at 14,10 | {FOE}", terrain=MILL)
    give(
        battle, "unit:0", verb="attack", target="enemy:b", trigger="signal:trumpet",
        then="feature:mill", words="Hold them till I blow.",
    )  # fmt: skip
    order = unit(battle, "men").order
    assert order is not None
    assert (order.verb, order.target, order.trigger, order.then, order.words) == (
        "attack", "enemy:b", "signal:trumpet", "feature:mill", "Hold them till I blow.",
    )  # fmt: skip
    assert order.post == (14.0, 10.0)


# -- what uncommanded groups do


def acting(text: str, die: int, **rest: Any) -> Battle:
    """One group of a rolls; the foe rolls a 1."""
    battle = field(f"{text} | {FOE}", phase="measure", **rest)
    run(battle, "panic", dice=[die, 1], exact=False)
    return battle


def refusal_to(battle: Battle, name: str, to: tuple[float, float]) -> str:
    no = qualifiers.way_refusal(battle, man(battle, name), Declared(path=(to,)))
    return "" if no is None else no.clause


def test_kk_order_07_under_attack_they_close_and_after_it_they_retreat() -> None:
    """A 4 and five is a 9: full move at the nearest enemy; triggered they go to the lord."""
    words = "a Ralf: lord trumpet gone at 10,2 | a Hal: at 36,30"
    battle = acting(f"{words} {TRUMPET}", 4)
    assert man(battle, "Hal").chit == "move_full_melee"
    foe = actions.compelled(battle, man(battle, "Hal"))
    assert foe is man(battle, "foe")
    battle = acting(f"a Ralf: lord stun=3 at 36,5 | a Hal: at 36,30 {TRUMPET} part2", 9)
    assert man(battle, "Hal").chit == "move_full"
    assert refusal_to(battle, "Hal", (36.0, 26.0)) == ""
    assert refusal_to(battle, "Hal", (36.0, 33.0)) == "KK-ACT-19"


def test_kk_order_08_defenders_stay_then_close() -> None:
    """A 6 less five is a 1: stay; after the trigger a 2 and five closes with the enemy."""
    order = "order=defend/signal:trumpet/nearest_enemy"
    battle = acting(f"a Hal: at 36,30 {order}", 6)
    assert man(battle, "Hal").chit == "stay"
    battle = field(f"a Hal: at 36,30 {order} | {FOE}", phase="measure")
    signals.activate(battle, f"man:{man(battle, 'Hal').id}", retinue(battle, "a").orders[0][1])
    run(battle, "panic", dice=[3, 1])
    assert man(battle, "Hal").chit == "move_half_melee"
    assert actions.compelled(battle, man(battle, "Hal")) is man(battle, "foe")


def test_kk_order_09_harassers_in_melee_are_released() -> None:
    """One of them touches an enemy at the end of the turn: the order is void."""
    order = "order=harass/signal:trumpet/lord"
    for y, void in ((39.0, True), (30.0, False)):
        battle = field(f"a bows: longbow x5 at 36,{y} {order} | {FOE}", phase="fatigue")
        table = play(battle, orders.void_harassment)
        assert (unit(battle, "bows").order is None) is void
        assert bool(events_of(table, OrderOver)) is void


def test_kk_order_10_harassers_go_anywhere_and_never_into_melee() -> None:
    """An archer's 9 is a full move with a shot, in any direction."""
    battle = acting("a Hal: longbow at 36,30 order=harass/signal:trumpet/lord", 9)
    assert man(battle, "Hal").chit == "move_full_shoot"
    for to in ((36.0, 26.0), (36.0, 33.0), (33.0, 30.0)):
        assert refusal_to(battle, "Hal", to) == ""


def test_kk_order_10_defenders_keep_within_six_inches_of_their_post() -> None:
    """A move is not compelled, and may not lead away from the post."""
    battle = acting("a Hal: at 36,30 order=defend/signal:trumpet/lord", 8)
    hal = man(battle, "Hal")
    key, order = retinue(battle, "a").orders[0]
    retinue(battle, "a").orders = ((key, Order(order.verb, order.trigger, order.then,
                                               post=(36.0, 26.0))),)  # fmt: skip
    assert hal.chit == "move_half"
    assert refusal_to(battle, "Hal", (36.0, 31.5)) == ""
    assert refusal_to(battle, "Hal", (36.0, 33.0)) == "KK-ORDER-10"
    assert qualifiers.way_refusal(battle, hal, Declared()) is None


def test_kk_order_10_second_parts_do_not_enter_melee() -> None:
    """On the way to a place a melee result is a move."""
    battle = acting(
        "a Hal: at 36,30 order=defend/signal:trumpet/feature:mill part2", 10, terrain=MILL
    )
    assert man(battle, "Hal").chit == "move_full"
    assert refusal_to(battle, "Hal", (34.0, 27.0)) == ""
    assert refusal_to(battle, "Hal", (36.0, 34.0)) == "KK-ACT-19"


TWO = "light_wood w1: 10,20..14,24 | light_wood w2: 50,20..54,24"


def wagons(die: int) -> tuple[Battle, Any]:
    battle = field(
        f"a men: x5 at 36,10 order=attack/signal:trumpet/lord/feature:wagons | {FOE}",
        phase="measure",
        area=_named(TWO),
    )
    dice = [die, 1, 1, 1, 1, 1, 1]
    return battle, run(battle, "panic", dice=dice, answers={"order.meant": "w2"})


def _named(text: str) -> Any:
    import msgspec  # noqa: PLC0415

    plan = field("", terrain=text).scenario
    return tuple(msgspec.structs.replace(area, name="wagons") for area in plan.area)


@pytest.mark.parametrize(("die", "meant"), [(8, "w2"), (9, "w1")])
def test_kk_order_11_an_ambiguous_order_is_settled_by_melee_skill(die: int, meant: str) -> None:
    """The sergeant of skill 8 takes it as the player likes on an 8, otherwise on a 9."""
    battle, table = wagons(die)
    order = unit(battle, "men").order
    assert order is not None
    assert order.chosen == meant
    assert [event.object for event in events_of(table, OrderMeant)] == [meant]
    assert OrderMeant not in [type(event) for event in heard(table, "b")]


def test_kk_order_24_it_is_settled_once_when_first_acted_on() -> None:
    """The next turn nobody rolls again and the goal stays; in range nothing is rolled."""
    battle, _ = wagons(8)
    battle.phase = "turn"
    table = run(battle, "panic", dice=[1, 1, 1, 1, 1, 1])
    assert rolls(table, "ambiguity") == []
    assert actions.goal(battle, man(battle, "men")) == (52.0, 22.0)
    near = field(
        "a Ralf: lord at 34,10 | "
        f"a men: x5 at 36,10 order=attack/signal:trumpet/lord/feature:wagons | {FOE}",
        phase="measure",
        area=_named(TWO),
    )
    assert rolls(run(near, "panic", dice=[1]), "ambiguity") == []


# -- signals


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
    place = actions.goal(gone, man(gone, "men"))
    assert place is not None
    assert place[1] < 0.0
    lying = field(f"a Ralf: lord disabled stamina=0 at 10,10 | {text}")
    assert actions.goal(lying, man(lying, "men")) == (10.0, 10.0)
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
