"""Where a standing order lets men go whom nobody commands, and where it does not reach."""

from __future__ import annotations

import pytest

from banneret.rulesets.knights_and_knaves.basics.state import Battle, Declared
from banneret.rulesets.knights_and_knaves.command import orders
from banneret.rulesets.knights_and_knaves.command.action import bounds, qualifiers, uncommanded
from rulesets.knights_and_knaves.field import at, clause_of, declare, field, man, retinue, unit
from rulesets.knights_and_knaves.scripts import play, run

TRUMPET = "signal:trumpet"
STRUNG_OUT = "a men: x6 at 10,10 11.5,10 13,10 14.5,10 16,10 30,10"


def posted(words: str, foe: str) -> Battle:
    """Hal was told to defend his place at 36,20, and this is what he rolled."""
    battle = field(
        f"a Hal: at 36,20 | b foe: at {foe}", terrain="field mill: 2,2..6,6", phase="declare"
    )
    hal = man(battle, "Hal")
    play(battle, orders.give, f"man:{hal.id}", orders.entry("defend", "occupied:mill", "lord"))
    hal.chit = hal.rolled = words
    return battle


@pytest.mark.parametrize(("foe", "goes"), [("36,26.9", True), ("36,28", False)])
def test_kk_order_10_a_defender_charges_only_near_his_post(foe: str, goes: bool) -> None:
    """He is driven at the enemy if contact leaves him within 6 inches; else he may not charge."""
    battle = posted("move_full_melee", foe)
    hal, enemy = man(battle, "Hal"), man(battle, "foe")
    assert (bounds.compelled(battle, hal) is enemy) is goes
    refusal = qualifiers._target_refusal(battle, hal, enemy.id)
    assert clause_of(refusal) == (None if goes else "KK-ORDER-10")


def test_kk_order_10_a_defender_does_not_follow_beyond_his_post() -> None:
    """The enemy he goes at makes off before him: after 6 inches he lets him go."""
    battle = posted("move_full_melee", "36,24")
    hal, enemy = man(battle, "Hal"), man(battle, "foe")
    declare(hal, "move_full_melee", target=enemy.id)
    declare(enemy, "move_full", path=((36.0, 34.0),), run=True)
    enemy.in_command = True
    battle.phase = "move"
    run(battle, "reorganise")
    assert at(enemy) == (36.0, 34.0)
    assert at(hal) == (36.0, 26.0)


def test_kk_order_10_in_contact_too_he_keeps_to_his_post() -> None:
    """Leaving a fight he may step back within 6 inches of it, no further."""
    battle = posted("move_full", "36,21")
    hal = man(battle, "Hal")
    for y, clause in ((16.5, None), (13.5, "KK-ORDER-10")):
        refusal = bounds.way_refusal(battle, hal, Declared(path=((36.0, y),)))
        assert clause_of(refusal) == clause


def test_kk_order_07_they_stay_in_melee_until_triggered() -> None:
    """Told to attack a man does not leave the enemy he touches, not even for the one named."""
    said = f"order=attack/{TRUMPET}/lord/enemy:c"
    battle = field(
        f"a Hal: at 30,20 rolled=move_full chit=move_full {said} | b foe: at 30,21 | "
        "c Duke: lord at 30,26",
        phase="declare",
    )
    hal = man(battle, "Hal")
    back = Declared(path=((30.0, 17.0),))
    assert clause_of(qualifiers.way_refusal(battle, hal, back)) == "KK-ORDER-07"
    hal.chit = hal.rolled = "move_full_melee"
    assert bounds.compelled(battle, hal) is man(battle, "foe")


@pytest.mark.parametrize(("to", "clause"), [((28.0, 18.5), None), ((32.0, 18.5), "KK-ACT-19")])
def test_kk_order_10_a_second_part_leads_out_of_melee_to_its_goal(
    to: tuple[float, float], clause: str | None
) -> None:
    """Away from whom he touches and toward his lord, not away from both."""
    battle = field(
        f"a Ralf: lord at 5,15 | a Hal: at 30,20 rolled=move_full chit=move_full "
        f"order=attack/{TRUMPET}/lord part2 | b foe: at 30,21",
        phase="declare",
    )
    refusal = qualifiers.way_refusal(battle, man(battle, "Hal"), Declared(path=(to,)))
    assert clause_of(refusal) == clause


def test_kk_act_17_a_straggler_of_defenders_comes_back_though_nobody_is_seen() -> None:
    """The others wait without a die; he rolls, and heads back to them."""
    battle = field(
        f"{STRUNG_OUT} order=defend/{TRUMPET}/lord | b foe: at 60,46",
        terrain="house_wall: 0,30 72,30", phase="action", commanding=("a",),
    )  # fmt: skip
    play(battle, uncommanded.act, dice=[4])
    assert [man(battle, "men", at).rolled for at in (0, 4, 5)] == ["stay", "stay", "rejoin"]


@pytest.mark.parametrize("order", [f"attack/{TRUMPET}/lord part2", f"harass/{TRUMPET}/lord"])
def test_kk_act_18_on_a_ten_a_straggler_heeds_no_order(order: str) -> None:
    """He goes for the nearest enemy, though his unit was told to go home or keep away."""
    battle = field(
        f"a Ralf: lord at 5,5 | {STRUNG_OUT} order={order} "
        "5.rolled=toward_enemy 5.chit=move_full | b foe: at 30,20",
        phase="declare",
    )
    last = man(battle, "men", 5)
    assert bounds.goal(battle, last) == (30.0, 20.0)
    for y, clause in ((12.0, None), (8.0, "KK-ACT-19")):
        refusal = qualifiers.way_refusal(battle, last, Declared(path=((30.0, y),)))
        assert clause_of(refusal) == clause


def test_kk_order_24_a_straggler_settles_nothing_for_his_unit() -> None:
    """The unit is in command: what it takes the wagons for is asked when it acts by itself."""
    battle = field(
        f"a Ralf: lord at 10,12 | {STRUNG_OUT} order=attack/{TRUMPET}/lord/feature:wagons",
        terrain="wagon w1: 40,20 name=wagons | wagon w2: 45,20 name=wagons",
        phase="measure",
    )
    retinue(battle, "a").shot_at = True
    table = run(battle, "panic", dice=[4], answers={"chit": "stay"})
    assert man(battle, "men", 5).rolled == "rejoin"
    assert "order.meant" not in table.keys
    order = unit(battle, "men").order
    assert order is not None
    assert not order.chosen
