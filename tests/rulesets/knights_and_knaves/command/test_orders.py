"""Standing orders, and what the uncommanded make of them (KK-ORDER)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from banneret.rulesets.knights_and_knaves import RULESET
from banneret.rulesets.knights_and_knaves.basics.state import Battle, Declared, Order, put
from banneret.rulesets.knights_and_knaves.command import orders, orders_in_play, signals
from banneret.rulesets.knights_and_knaves.command.action import bounds, qualifiers
from banneret.rulesets.knights_and_knaves.command.orders import entry
from banneret.rulesets.knights_and_knaves.screen import sheets
from banneret.rulesets.knights_and_knaves.screen.events import OrderGiven, OrderMeant, OrderOver
from rulesets.knights_and_knaves.field import field, man, retinue, unit
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.knights_and_knaves.standing import FOE, MILL, TRUMPET, refusal_to
from rulesets.scripting import Refused, events_of, heard, rolls


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


def test_kk_order_06_each_signal_its_own_piece_and_ones_own() -> None:
    """A trumpet gives no flag, and nothing of the enemy's or of nobody's on the table will do."""
    trumpet = field(f"a men: x5 trumpet at 14,10 | {FOE}")
    enemy = field("a men: x5 at 14,10 | b foe: flag at 60,40", terrain="bonfire b: 5,5 side=b")
    fled = field(f"a men: x5 at 14,10 | a Fly: flag gone | {FOE}")
    for battle, signal, no in (
        (trumpet, "trumpet", ""), (trumpet, "flag", "KK-ORDER-06"), (enemy, "flag", "KK-ORDER-06"),
        (enemy, "fire", "KK-ORDER-06"), (fled, "flag", "KK-ORDER-06"),
    ):  # fmt: skip
        assert refused(battle, verb="attack", trigger=f"signal:{signal}", then="lord") == no


def test_kk_order_06_who_gives_the_signal_has_the_piece() -> None:
    """The man with the trumpet in range, not just anybody; a fire of one's own near the lord."""
    battle = field(
        f"a Ralf: lord at 10,10 | a Hal: at 12,10 | a Tom: trumpet at 12,12 | {FOE}",
        terrain="bonfire theirs: 10,8 side=b | bonfire ours: 30,8 side=a",
    )
    ralf = man(battle, "Ralf")
    found = [signals.signaller(battle, ralf, one) for one in ("trumpet", "flag", "fire")]
    assert found == [man(battle, "Tom"), None, None]
    put(battle, ralf, 28.0, 8.0, 0.0)
    assert signals.signaller(battle, ralf, "fire") is ralf


def test_kk_order_06_a_signal_nobody_can_give_is_offered_as_not_possible() -> None:
    """The form itself says so, with the reason, before anything is written."""
    battle = field(f"a men: x5 at 14,10 | a Fly: flag at 20,10 | {FOE}")
    trigger = orders.form(battle, "a", "unit:0").fields[2]
    no = trigger.why_not("signal:trumpet")
    assert no is not None
    assert (no.reason, no.clause) == (
        "Nobody on the table can give a trumpet signal.",
        "KK-ORDER-06",
    )
    assert [word for word, _ in trigger.barred] == ["signal:trumpet", "signal:fire"]
    assert trigger.why_not("signal:flag") is None


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
    assert not refused(battle, verb="attack", trigger="signal:trumpet", then="lord")
    assert refused(battle, verb="attack", then="lord") == "KK-ORDER-22"
    assert refused(battle, verb="attack", trigger="signal:trumpet") == "KK-ORDER-22"
    sheet = next(one for one in sheets.sheets(battle, "a") if one.clause == "KK-COMP-04")
    assert sheet.rows[0][0] == "men"


# -- what uncommanded groups do


def acting(text: str, die: int, **rest: Any) -> Battle:
    """One group of a rolls; the foe rolls a 1."""
    battle = field(f"{text} | {FOE}", phase="measure", **rest)
    run(battle, "panic", dice=[die, 1], exact=False)
    return battle


def test_kk_order_07_under_attack_they_close_and_after_it_they_retreat() -> None:
    """A 4 and five is a 9: full move at the nearest enemy; triggered they go to the lord."""
    words = "a Ralf: lord trumpet gone at 10,2 | a Hal: at 36,30"
    battle = acting(f"{words} {TRUMPET}", 4)
    assert man(battle, "Hal").chit == "move_full_melee"
    foe = bounds.compelled(battle, man(battle, "Hal"))
    assert foe is man(battle, "foe")
    battle = acting(f"a Ralf: lord stun=3 at 36,5 | a Hal: at 36,30 {TRUMPET} part2", 9)
    assert man(battle, "Hal").chit == "move_full"
    assert refusal_to(battle, "Hal", (36.0, 26.0)) == ""
    assert refusal_to(battle, "Hal", (36.0, 33.0)) == "KK-ACT-19"
    for then, to in (("lord", (10.0, 2.0)), ("feature:mill", (33.0, 23.0))):
        told = f"order=attack/signal:trumpet/{then} part2"
        battle = field(f"a Ralf: lord at 10,2 | a Hal: at 36,30 {told} | {FOE}", terrain=MILL)
        order = retinue(battle, "a").orders[0][1]
        assert bounds.second_goal(battle, man(battle, "Hal"), order) == to


def test_kk_order_08_defenders_stay_then_close() -> None:
    """A 6 less five is a 1: stay; after the trigger a 2 and five closes with the enemy."""
    order = "order=defend/signal:trumpet/nearest_enemy"
    battle = acting(f"a Hal: at 36,30 {order}", 6)
    assert man(battle, "Hal").chit == "stay"
    battle = field(f"a Hal: at 36,30 {order} | {FOE}", phase="measure")
    signals.activate(battle, f"man:{man(battle, 'Hal').id}", retinue(battle, "a").orders[0][1])
    run(battle, "panic", dice=[3, 1])
    assert man(battle, "Hal").chit == "move_half_melee"
    assert bounds.compelled(battle, man(battle, "Hal")) is man(battle, "foe")


def test_kk_order_09_harassers_in_melee_are_released() -> None:
    """One of them touches an enemy at the end of the turn: the order is void."""
    order = "order=harass/signal:trumpet/lord"
    for y, void in ((39.0, True), (30.0, False)):
        battle = field(f"a bows: longbow x5 at 36,{y} {order} | {FOE}", phase="fatigue")
        table = play(battle, orders.void_harassment)
        assert (unit(battle, "bows").order is None) is void
        assert bool(events_of(table, OrderOver)) is void


def test_kk_order_09_one_who_runs_from_the_melee_is_told_by_name() -> None:
    """A single man who broke is no head of anything, yet the order was his."""
    order = "order=harass/signal:trumpet/lord"
    battle = field(f"a Hal: longbow routing at 36,39 {order} | {FOE}", phase="fatigue")
    (over,) = events_of(play(battle, orders.void_harassment), OrderOver)
    assert RULESET.sentence(battle, over) == (
        "Hal has no standing order any more: it came to blows."
    )


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
    assert refusal_to(battle, "Hal", (36.0, 26.0)) == ""  # nobody bids him go at the enemy
    assert qualifiers.way_refusal(battle, hal, Declared()) is None
    put(battle, hal, 36.0, 33.0, 0.0)  # driven off his post he may come back to it
    assert refusal_to(battle, "Hal", (36.0, 31.0)) == ""
    assert refusal_to(battle, "Hal", (36.0, 34.0)) == "KK-ORDER-10"


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
    assert bounds.goal(battle, man(battle, "men")) == (52.0, 22.0)
    near = field(
        "a Ralf: lord at 34,10 | "
        f"a men: x5 at 36,10 order=attack/signal:trumpet/lord/feature:wagons | {FOE}",
        phase="measure",
        area=_named(TWO),
    )
    assert rolls(run(near, "panic", dice=[1]), "ambiguity") == []
