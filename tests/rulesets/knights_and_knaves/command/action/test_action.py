"""What uncommanded men do: rolls, rows, modifiers, directions, and their chits (KK-ACT)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from banneret.core.play.events import Rolled
from banneret.rulesets.knights_and_knaves.basics.state import NOBODY, Battle, Declared, changed
from banneret.rulesets.knights_and_knaves.basics.tables import TABLES
from banneret.rulesets.knights_and_knaves.command.action import (
    chits,
    limits,
    qualifiers,
    uncommanded,
)
from banneret.rulesets.knights_and_knaves.command.action.chits import CHITS, SHOOTS
from banneret.rulesets.knights_and_knaves.movement import allowances
from banneret.rulesets.knights_and_knaves.screen.events import Acts
from rulesets.knights_and_knaves.field import field, man, retinue, unit
from rulesets.knights_and_knaves.scripts import run
from rulesets.scripting import events_of, heard, rolls

FOE = "b foe: at 36,40"


def rolled(words: str, die: int, more: str = "", **rest: Any) -> Battle:
    """Hal rolls a die among men nobody commands; the foe stays put."""
    text = f"a Hal: {words} at 36,20 {more} | {FOE}"
    battle = field(text, phase="measure", **rest)
    run(battle, "panic", dice=[die, 1], exact=False, answers={"either": "move_full_shoot"})
    return battle


def modifier(words: str, more: str = "", die: int = 5, **rest: Any) -> int:
    battle = field(f"a Hal: {words} at 36,20 {more} | {FOE}", phase="measure", **rest)
    table = run(battle, "panic", dice=[die] + [1] * 9, exact=False)
    rolls_made = [e for e in events_of(table, Rolled) if e.purpose == "action roll"]
    return sum(reason.value for reason in rolls_made[0].tally)


def refusal_to(battle: Battle, to: tuple[float, float], name: str = "Hal") -> str:
    no = qualifiers.way_refusal(battle, man(battle, name), Declared(path=(to,)))
    return "" if no is None else no.clause


# -- rolling


def test_kk_act_01_commanded_men_are_simply_marked() -> None:
    """The player puts any chit; no die falls."""
    battle = field(f"a Ralf: lord at 36,20 | a Hal: at 38,20 | {FOE}", phase="measure")
    table = run(battle, "action", answers={"chit": "move_full_melee"})
    assert man(battle, "Hal").chit == "move_full_melee"
    assert rolls(table) == []


def test_kk_act_02_everybody_else_rolls_and_is_marked() -> None:
    """One die each, a chit of the result, heard by the owner alone."""
    battle = field(f"a Hal: at 36,20 | {FOE}", phase="measure")
    table = run(battle, "panic", dice=[3, 5])
    assert [one.chit for one in battle.men if one.chit] == ["move_half", "move_full"]
    assert [event.man for event in heard(table, "b") if isinstance(event, Acts)] == [
        man(battle, "foe").id
    ]


def test_kk_act_03_leaders_roll_first() -> None:
    """The sergeant is third on the roster and rolls before his men."""
    battle = field(f"a men: x5 at 36,20 | {FOE}", phase="measure")
    unit(battle, "men").leader = man(battle, "men", 2).id
    changed(battle)
    table = run(battle, "panic", dice=[1] * 6)
    assert events_of(table, Acts)[0].man == man(battle, "men", 2).id


ROWS = {
    "longbow": ("stay", "shoot", "move_half_shoot", "move_full_shoot", "move_full_shoot"),
    "medium_crossbow": ("stay", "stay", "shoot", "move_half", "move_full_shoot"),
    "handgun": ("stay", "stay", "move_half", "shoot", "move_full_melee"),
    "sword": ("stay", "move_half", "move_full", "move_half_melee", "move_full_melee"),
}


@pytest.mark.parametrize(("weapon", "column"), [(w, c) for w in ROWS for c in range(5)])
def test_kk_act_04_to_07_rows_in_battle(weapon: str, column: int) -> None:
    """Each row of the table gives its chits."""
    battle = rolled(weapon, 2 * column + 1)
    assert man(battle, "Hal").chit == ROWS[weapon][column]


def test_kk_act_05_medium_crossbows_have_their_own_row_latches_the_archers() -> None:
    """A 3 is stay for the crossbow and shoot for the latch."""
    assert man(rolled("medium_crossbow", 3), "Hal").chit == "stay"
    assert man(rolled("light_crossbow", 3), "Hal").chit == "shoot"


def test_kk_act_06_handgunners() -> None:
    """A 9 is a full move into melee, no choice."""
    assert man(rolled("handgun", 9), "Hal").chit == "move_full_melee"


def test_kk_act_07_others() -> None:
    """A 7 is half a move into melee."""
    assert man(rolled("sword", 7), "Hal").chit == "move_half_melee"


def test_kk_act_08_totals_off_the_table_read_its_ends() -> None:
    """A knight's 10 and two reads 9-10; a tired peasant's 1 stays."""
    assert man(rolled("knight", 10), "Hal").chit == "move_full_melee"
    assert man(rolled("peasant temporary=4", 1), "Hal").chit == "stay"


def test_kk_act_09_the_leaders_result_moves_his_men() -> None:
    """He acts: two more; he stays: two less."""
    for die, worth in ((5, 2), (1, -2)):
        battle = field(f"a men: x5 at 36,20 | {FOE}", phase="measure")
        table = run(battle, "panic", dice=[die, 5, 5, 5, 5, 1])
        second = [e for e in events_of(table, Rolled) if e.purpose == "action roll"][1]
        assert sum(reason.value for reason in second.tally) == worth


def test_kk_act_10_not_from_a_leader_who_did_not_roll_nor_to_stragglers() -> None:
    """The leader is commanded: his far men have no modifier; the straggler neither."""
    battle = field(
        "a Ralf: lord at 30,16 | a men: x5 at 31,20 33.5,20 36,20 38.5,20 44,20 | " + FOE,
        phase="measure",
        relay_limit=True,
    )
    table = run(battle, "panic", dice=[5, 5, 1], answers={"chit": "stay"})
    tallies = [e.tally for e in events_of(table, Rolled) if e.purpose == "action roll"]
    assert [sum(reason.value for reason in tally) for tally in tallies[:2]] == [0, 0]


@pytest.mark.parametrize(("words", "worth"), [
    ("knight", 2), ("soldier berserk", 2), ("bodyguard", 0), ("man_at_arms", 0),
])  # fmt: skip
def test_kk_act_11_knights_and_berserks(words: str, worth: int) -> None:
    """Two more, not for bodyguards."""
    assert modifier(words) == worth


@pytest.mark.parametrize(("words", "worth"), [
    ("unreliable", -2), ("peasant", -2), ("peasant unreliable", -2), ("soldier", 0),
])  # fmt: skip
def test_kk_act_12_unreliable_troops(words: str, worth: int) -> None:
    """Two less, once however many reasons there are (KK-PROF-09)."""
    assert modifier(words) == worth


def test_kk_act_13_fatigue_of_both_kinds() -> None:
    """One temporary and one permanent level: two less."""
    assert modifier("temporary=1 permanent=1") == -2


@pytest.mark.parametrize(("verb", "worth"), [("attack", 5), ("defend", -5), ("harass", 0)])
def test_kk_act_14_first_parts_of_orders(verb: str, worth: int) -> None:
    """Attack five more, defend five less, harass nothing."""
    assert modifier("soldier", f"order={verb}/signal:trumpet/lord") == worth


@pytest.mark.parametrize(("verb", "worth"), [("attack", -5), ("defend", 5)])
@pytest.mark.parametrize(("activated", "persists", "tells"), [
    (1, False, True), (0, False, False), (0, True, True),
])  # fmt: skip
def test_kk_act_15_and_16_second_parts(
    verb: str, worth: int, activated: int, persists: bool, tells: bool
) -> None:
    """In the turn of activation, or as long as it lasts with the option."""
    battle = field(
        f"a Hal: at 36,20 order={verb}/signal:trumpet/feature:mill part2 | {FOE}",
        terrain="field mill: 2,2..6,6",
        phase="measure",
        second_part_modifier_persists=persists,
    )
    key, order = retinue(battle, "a").orders[0]
    retinue(battle, "a").orders = ((key, replace(order, activated=activated)),)
    table = run(battle, "panic", dice=[5, 1], exact=False)
    first = next(e for e in events_of(table, Rolled) if e.purpose == "action roll")
    assert sum(reason.value for reason in first.tally) == (worth if tells else 0)


def test_kk_act_16_the_turn_after_nothing_is_left_of_it() -> None:
    """Activated in turn 1, in turn 2 the modifier is gone by default."""
    battle = field(f"a Hal: at 36,20 order=attack/signal:trumpet/lord part2 | {FOE}", turn=2)
    assert uncommanded.facts_of(battle, man(battle, "Hal")).activated_this_turn is False


# -- stragglers


def straggling(die: int, words: str = "", **rest: Any) -> Battle:
    battle = field(
        f"a men: {words} x5 at 30,20 31.5,20 33,20 34.5,20 40,20 | {FOE}", phase="measure", **rest
    )
    run(battle, "panic", dice=[1, 1, 1, 1, die, 1], exact=False)
    return battle


def test_kk_act_17_stragglers_rejoin_unless_they_roll_ten() -> None:
    """A 9 sends him back to his unit, a 10 at the enemy."""
    back = straggling(9)
    assert (man(back, "men", 4).rolled, man(back, "men", 4).chit) == ("rejoin", "move_full")
    declared = qualifiers.without_asking(back, man(back, "men", 4))
    assert declared is not None
    assert declared.path[-1][0] < 40.0
    assert straggling(10).men[4].rolled == "toward_enemy"


def test_kk_act_18_the_ten_is_natural_and_the_table_says_what_else_he_may() -> None:
    """A peasant's 10 less two is an 8: half a move into melee by the table, at the enemy."""
    battle = straggling(10, "peasant")
    straggler = man(battle, "men", 4)
    assert (straggler.rolled, straggler.chit) == ("toward_enemy", "move_half_melee")
    assert allowances.allowance(battle, straggler, None) == 8.0  # up to full all the same
    archer = straggling(10, "longbow temporary=6")
    assert man(archer, "men", 4).chit == "shoot"
    assert refusal_to(archer, (40.0, 21.5), "men4") == ""
    assert qualifiers.without_asking(archer, man(archer, "men", 4)) is None
    battle = straggling(10, "peasant temporary=3")
    assert man(battle, "men", 4).chit == "move_full"  # 5: the table would only move him


@pytest.mark.parametrize("words", ["", "longbow", "peasant temporary=3"])
@pytest.mark.parametrize("die", [1, 5, 9])
def test_kk_act_18_on_his_way_back_he_neither_shoots_nor_fights(words: str, die: int) -> None:
    """Whatever the table would have him do: a full move, and by the shortest way."""
    battle = field(f"a men: {words} x5 at 30,20 31.5,20 33,20 34.5,20 36,26 | {FOE}",
                   phase="measure")  # fmt: skip
    run(battle, "panic", dice=[1, 1, 1, 1, die, 1], exact=False)
    straggler = man(battle, "men", 4)
    assert (straggler.rolled, straggler.chit) == ("rejoin", "move_full")
    declared = qualifiers.without_asking(battle, straggler)
    assert declared is not None
    (x, y), target = declared.path[-1], declared.target
    assert target == NOBODY
    assert (x - 36.0) / (y - 26.0) == pytest.approx(1.5 / 6.0, abs=0.01)  # straight to men3


def test_kk_act_18_a_commanded_straggler_does_as_he_is_told() -> None:
    """In his lord's range the player marks him."""
    battle = field(
        f"a Ralf: lord at 42,20 | a men: x5 at 20,20 21.5,20 23,20 24.5,20 40,20 | {FOE}",
        phase="measure",
    )
    run(battle, "panic", dice=[1, 1, 1, 1, 1], answers={"chit": "parry"})
    assert man(battle, "men", 4).chit == "parry"


# -- directions


def test_kk_act_19_toward_the_enemy_in_sight() -> None:
    """A way must end nearer to him; with nobody seen, known or suspected any way will do."""
    battle = rolled("soldier", 5)
    assert refusal_to(battle, (36.0, 24.0)) == ""
    assert refusal_to(battle, (36.0, 16.0)) == "KK-ACT-19"
    blind = field(f"a Hal: at 36,20 | {FOE}", terrain="high_wall: 0,30 72,30", phase="measure")
    retinue(blind, "a").shot_at = True
    run(blind, "panic", dice=[5])
    assert refusal_to(blind, (36.0, 16.0)) == ""


def test_kk_act_20_and_28_skirmishers() -> None:
    """Any way but nearer, unless they may fight."""
    battle = rolled("skirmisher composite_bow", 5)
    assert refusal_to(battle, (36.0, 18.0)) == ""
    assert refusal_to(battle, (36.0, 23.0)) == "KK-ACT-20"


def test_kk_act_28_the_fuller_text_governs_skirmishers() -> None:
    """On a plain move he may not approach."""
    battle = rolled("skirmisher", 3)
    assert refusal_to(battle, (36.0, 22.0)) == "KK-ACT-20"


def test_kk_act_21_half_is_a_walk_and_full_a_canter() -> None:
    """The paces asked for are those alone."""
    for die, gait in ((3, "walk"), (5, "canter")):
        battle = rolled("mounted", die)
        assert qualifiers.gaits(battle, man(battle, "Hal")) == (gait,)


def test_kk_act_22_a_melee_result_compels() -> None:
    """He goes at the nearest enemy he sees without being asked; a plain move may be nothing."""
    battle = rolled("soldier", 9)
    assert qualifiers.without_asking(battle, man(battle, "Hal")) == Declared(
        target=man(battle, "foe").id
    )
    battle = rolled("soldier", 3)
    assert qualifiers.without_asking(battle, man(battle, "Hal")) is None
    assert qualifiers.way_refusal(battle, man(battle, "Hal"), Declared()) is None


def test_kk_act_22_nobody_runs_or_gallops_out_of_command() -> None:
    """Only a walk is offered on foot; always-runners run."""
    for words, pace in (("soldier", "walk"), ("always_run", "run")):
        battle = rolled(words, 5)
        assert qualifiers.gaits(battle, man(battle, "Hal")) == (pace,)


def noble(words: str, die: int) -> Battle:
    battle = field(f"a Hal: at 36,20 | b Guy: {words} at 36,21", phase="measure")
    run(battle, "panic", dice=[die, 1], exact=False)
    return battle


def test_kk_act_24_a_noble_opponent_holds_him() -> None:
    """Rolling a move beside a knight he stays; beside a soldier he may step away."""
    battle = noble("knight", 5)
    assert limits.held_by_noble(battle, man(battle, "Hal"))
    assert qualifiers.without_asking(battle, man(battle, "Hal")) == Declared()
    battle = noble("soldier", 5)
    assert qualifiers.without_asking(battle, man(battle, "Hal")) is None


def test_kk_act_25_in_contact_he_may_stay_or_step_away() -> None:
    """Away from everybody he touches, not past them; a stay result moves him nowhere."""
    battle = noble("soldier", 5)
    assert refusal_to(battle, (36.0, 17.0)) == ""
    assert refusal_to(battle, (36.4, 20.4)) == "KK-ACT-25"
    stay = noble("soldier", 1)
    assert man(stay, "Hal").chit == "stay"


def test_kk_act_26_rows_of_unusual_shooters() -> None:
    """Javelins by the archers' row, a throwing axe and the empty quiver by the others'."""
    rows = {
        "throwing_javelin": "archers",
        "thrown_axe": "others",
        "longbow out_of_ammo=true": "others",
        "composite_bow mounted": "archers",
    }
    for words, row in rows.items():
        battle = field(f"a Hal: {words} at 36,20 | {FOE}")
        assert uncommanded.row_of(battle, man(battle, "Hal")) == row


def test_kk_act_27_figures_without_a_chit_roll_after_all_declarations() -> None:
    """Left without one by accident he rolls at the end and is turned over at once."""
    battle = field(f"a Ralf: lord at 36,20 | a Hal: at 38,20 | {FOE}", phase="measure")
    table = run(
        battle,
        "charge_checks",
        dice=[1, 5, 4, 2],
        answers={"chit": "stay", "chit Hal": "none", "declare.first": "a"},
    )
    assert man(battle, "Hal").rolled == "stay"
    assert man(battle, "Hal").declared == Declared()
    assert rolls(table, "action") == [(1,), (2,)]


def test_kk_act_29_results_are_an_upper_limit() -> None:
    """Shoot with nobody in sight does not move him; a melee result with nobody known is free."""
    blind = field(f"a Hal: longbow at 36,20 | {FOE}", terrain="high_wall: 0,30 72,30",
                  phase="measure")  # fmt: skip
    retinue(blind, "a").shot_at = True
    run(blind, "panic", dice=[3])
    assert qualifiers.without_asking(blind, man(blind, "Hal")) == Declared()
    fighter = field(f"a Hal: at 36,20 | {FOE}", terrain="high_wall: 0,30 72,30", phase="measure")
    retinue(fighter, "a").shot_at = True
    run(fighter, "panic", dice=[9])
    assert qualifiers.without_asking(fighter, man(fighter, "Hal")) is None
    assert refusal_to(fighter, (36.0, 15.0)) == ""


@pytest.mark.parametrize("answer", ["move_full_melee", "move_full_shoot"])
def test_kk_act_30_two_way_results_are_chosen_in_secret(answer: str) -> None:
    """An archer's 9: the owner picks one of the two chits before the reveal."""
    battle = field(f"a Hal: longbow at 36,20 | {FOE}", phase="measure")
    table = run(battle, "panic", dice=[9, 1], answers={"either": answer})
    assert man(battle, "Hal").chit == answer
    assert man(battle, "Hal").ready is (answer in SHOOTS)
    assert [type(event) for event in heard(table, None)] == []


def test_kk_comp_02_the_chits() -> None:
    """Nineteen, each action-table result among them, all alike from behind."""
    assert len(CHITS) == 19
    table = TABLES.action_table
    results = {*table.archers, *table.crossbows, *table.handgunners, *table.others}
    assert results - set(CHITS) == {limits.EITHER}
    battle = rolled("soldier", 9)
    assert man(battle, "Hal").declared is None


def test_chits_that_cannot_be_carried_out_are_refused_with_their_clause() -> None:
    """Each special chit says what it needs."""
    battle = field(f"a Ralf: lord at 36,20 | a Hal: longbow out_of_ammo=true at 38,20 | {FOE}")
    hal = man(battle, "Hal")
    wanted = {
        "shoot": "KK-AMMO-04", "mount": "KK-FALL-17", "batter": "KK-MOVE-26", "scale": "KK-MOVE-21",
        "carry": "KK-DIS-04", "yield": "KK-YIELD-05", "draw_weapon": "KK-MELEE-13",
    }  # fmt: skip
    for chit, clause in wanted.items():
        if chit == "draw_weapon":
            hal.weapon = "sword"
        no = chits.refusal(battle, hal, chit)
        assert no is not None, chit
        assert no.clause == clause
    assert chits.refusal(battle, hal, "resupply") is None
