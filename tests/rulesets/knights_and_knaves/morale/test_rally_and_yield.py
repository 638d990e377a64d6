"""Routers who rally or run on, men who yield, and what becomes of captives (KK-RALLY, KK-YIELD)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.play.events import Rolled
from banneret.rulesets.knights_and_knaves.basics.state import (
    CAPTIVE,
    DEAD,
    DISABLED,
    ESCORTING,
    ROUTING,
    STEADY,
    Battle,
    changed,
)
from banneret.rulesets.knights_and_knaves.command.action import chits, declaration, qualifiers
from banneret.rulesets.knights_and_knaves.ground.contact import touching
from banneret.rulesets.knights_and_knaves.melee import strike_or_parry
from banneret.rulesets.knights_and_knaves.melee.harm import carrying
from banneret.rulesets.knights_and_knaves.morale import causes, checking, failing, rally
from banneret.rulesets.knights_and_knaves.morale.dice import morale_tally
from banneret.rulesets.knights_and_knaves.screen.events import Checked, Rallied, Yielded
from banneret.tabletop.shapes.measuring import gap
from rulesets.knights_and_knaves.field import declare, field, man, retinue
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.scripting import events_of, rolls

FAR = "b foe: at 40,90"
WIDE = (96.0, 96.0)
RING = "b n: at 40,44 | b e: at 43.5,40 | b s: at 40,36 | b w: at 36.5,40"  # gaps under 4 inches


def rallying(words: str, more: str = FAR, **rest: Any) -> Battle:
    return field(f"a Hal: routing {words} at 40,40 | {more}", table=WIDE, phase="rally", **rest)


# -- rally


@pytest.mark.parametrize(("die", "status"), [(6, STEADY), (7, ROUTING)])
def test_kk_rally_01_each_router_rolls_once(die: int, status: str) -> None:
    """Below his value he halts; otherwise he runs another full rout move."""
    battle = rallying("")
    table = play(battle, rally.rally, dice=[die])
    assert man(battle, "Hal").status == status
    assert man(battle, "Hal").base.y == (40.0 if status == STEADY else 22.0)
    assert [event.rallied for event in events_of(table, Rallied)] == [status == STEADY]


def test_kk_rally_02_neighbours_lost_do_not_count_and_nothing_else_is_checked() -> None:
    """Two neighbours gone: still 7 against the die; and a second cause asks nothing of him."""
    battle = rallying("")
    hal = man(battle, "Hal")
    hal.losses_near = (8, 9)
    play(battle, rally.rally, dice=[6])
    assert hal.status == STEADY
    causes.oblige(battle, hal, "wound")
    assert not battle.queue


def test_kk_rally_03_only_the_lord_helps_a_router() -> None:
    """The sergeant and the unit give nothing, the lord within 5 inches his bonus."""
    battle = field(f"a men: x6 at 40,40 1.status=routing | {FAR}", table=WIDE, phase="rally")
    facts = checking.facts_of(battle, man(battle, "men", 1), rally=True)
    assert morale_tally(facts, rally=True).total == 7
    battle = rallying("", f"a Ralf: lord at 40,43 | {FAR}")
    facts = checking.facts_of(battle, man(battle, "Hal"), rally=True)
    assert morale_tally(facts, rally=True).total == 10


@pytest.mark.parametrize(("words", "die", "rallied"), [
    ("morale=2 stamina=1", 1, True), ("morale=10", 10, False),
])  # fmt: skip
def test_kk_rally_04_one_rallies_and_ten_does_not(words: str, die: int, rallied: bool) -> None:
    """Whatever the value."""
    battle = rallying(words)
    table = play(battle, rally.rally, dice=[die])
    assert events_of(table, Rallied)[0].rallied is rallied


def test_kk_rally_05_a_rallied_man_acts_this_turn_as_a_straggler() -> None:
    """He gets a chit, and three inches from his unit he rolls as a straggler."""
    battle = field(
        f"a men: x6 at 40,40 41.5,40 43,40 44.5,40 46,40 40,36 5.status=routing | {FAR}",
        table=WIDE,
        phase="rally",
    )
    table = run(battle, "panic", dice=[1, 2, 3, 3, 3, 3, 9, 1])
    straggler = man(battle, "men", 5)
    assert straggler.status == STEADY
    assert (straggler.rolled, straggler.chit) == ("rejoin", "move_full")
    assert len(rolls(table, "rally")) == 1


def test_kk_rally_06_who_failed_for_his_lord_never_rallies() -> None:
    """No die, another rout move; a Templar may roll."""
    battle = rallying("failed_lord_check=true")
    table = play(battle, rally.rally)
    assert events_of(table, Rallied) == [Rallied(man(battle, "Hal").id, False, False)]
    assert man(battle, "Hal").base.y == 22.0
    battle = rallying("failed_lord_check=true military_order")
    play(battle, rally.rally, dice=[1])
    assert man(battle, "Hal").status == STEADY


def test_kk_fall_21_a_stunned_router_lies_still() -> None:
    """Neither roll nor move while he is stunned."""
    battle = rallying("stun=2")
    play(battle, rally.rally)
    assert man(battle, "Hal").status == ROUTING
    assert man(battle, "Hal").base.y == 40.0


# -- yielding


def fails(battle: Battle, name: str, dice: list[int], answers: Any = ()) -> Any:
    """A man fails a check at the end of the Melee phase."""
    battle.phase = "melee_end"
    causes.oblige(battle, man(battle, name), "wound")
    return play(battle, checking.run_checks, dice=[10, *dice], answers=answers)


def test_kk_yield_01_a_surrounded_man_yields_to_the_nearest() -> None:
    """Four enemies round him with gaps under 4 inches: he yields instead of running."""
    battle = field(f"a Hal: at 40,40 | {RING}", table=WIDE)
    fails(battle, "Hal", [1])
    assert man(battle, "Hal").status == CAPTIVE
    assert man(battle, "Hal").held in [man(battle, name).id for name in "nesw"]


def test_kk_yield_01_with_a_way_out_he_runs() -> None:
    """Without the man in the south there is a gap."""
    battle = field("a Hal: at 40,40 | b n: at 40,44 | b e: at 43.5,40 | b w: at 36.5,40",
                   table=WIDE)  # fmt: skip
    fails(battle, "Hal", [])
    assert man(battle, "Hal").status == ROUTING


@pytest.mark.parametrize(("x", "taken"), [(39.9, True), (39.7, False)])
def test_kk_yield_01_a_gap_of_more_than_four_inches_is_a_way_out(x: float, taken: bool) -> None:
    """Between the man in the north and the one in the east, base to base."""
    battle = field(f"a Hal: at 40,40 | b n: at {x},44 | b e: at 43.5,40 | b s: at 40,36 | "
                   "b w: at 36.5,40", table=WIDE)  # fmt: skip
    apart = gap(man(battle, "n").base, man(battle, "e").base)
    assert (apart <= 4.0) is taken
    fails(battle, "Hal", [1] if taken else [])
    assert man(battle, "Hal").status == (CAPTIVE if taken else ROUTING)


def test_kk_yield_01_he_yields_to_the_nearest_of_them() -> None:
    """Without being touched by any; who has a captive already is passed over."""
    ring = "b n: at 40,44 | b e: at 42.7,40 | b s: at 40,36 | b w: at 36.5,40"
    battle = field(f"a Hal: at 40,40 | {ring}", table=WIDE)
    fails(battle, "Hal", [1])
    assert man(battle, "Hal").held == man(battle, "e").id
    busy = field(f"a Hal: at 40,40 | {ring.replace('e: at', 'e: escorting at')}", table=WIDE)
    fails(busy, "Hal", [1])
    assert man(busy, "Hal").held == man(busy, "w").id


def test_kk_yield_01_a_berserk_does_not_but_attacks_whom_he_meets() -> None:
    """Surrounded, failing or caught in rout: he runs at the man in his path, and may strike him."""
    battle = field(f"a Ulf: knight berserk at 40,40 | {RING}", table=WIDE, phase="melee_end")
    ulf = man(battle, "Ulf")
    fails(battle, "Ulf", [])
    met = touching(battle, ulf)
    assert (ulf.status, len(met)) == (ROUTING, 1)
    assert strike_or_parry.refusal(battle, ulf, f"strike:{met[0].id}") is None
    caught = field(f"a Ulf: knight berserk routing at 40,40 | {RING}", table=WIDE,
                   phase="movement_checks")  # fmt: skip
    run(caught, "targets")
    assert man(caught, "Ulf").status == ROUTING


def in_contact(words: str, foe: str = "knight") -> Battle:
    return field(f"a Will: {words} at 40,40 | b Guy: {foe} at 40,41", table=WIDE)


def test_kk_yield_02_gentlefolk_in_melee_yield_instead_of_running() -> None:
    """A squire gives himself up; a soldier beside an enemy runs."""
    battle = in_contact("squire")
    fails(battle, "Will", [])
    assert man(battle, "Will").status == CAPTIVE
    assert man(battle, "Will").base.y == 40.0
    battle = in_contact("soldier")
    fails(battle, "Will", [])
    assert man(battle, "Will").status == ROUTING


def test_kk_yield_03_a_knight_must_accept() -> None:
    """No die is thrown."""
    table = fails(in_contact("squire"), "Will", [])
    assert events_of(table, Yielded)[0].why == "knight"


@pytest.mark.parametrize(("die", "taken"), [(8, True), (9, False)])
def test_kk_yield_04_other_captors_kill_on_nine_or_ten(die: int, taken: bool) -> None:
    """A soldier takes him on an 8 and kills him on a 9."""
    battle = in_contact("squire", "soldier")
    table = fails(battle, "Will", [die])
    assert events_of(table, Yielded)[0].taken is taken
    assert man(battle, "Will").status == (CAPTIVE if taken else DEAD)


def voluntary(words: str, foe: str = "soldier") -> Battle:
    return field(f"a Ralf: lord {words} at 40,40 | b Guy: {foe} at 40,41", table=WIDE,
                 phase="choose")  # fmt: skip


@pytest.mark.parametrize(("die", "status"), [(9, CAPTIVE), (10, DEAD)])
def test_kk_yield_05_a_wounded_lord_may_yield(die: int, status: str) -> None:
    """At the start of the Melee phase, to a soldier, who kills him only on a 10."""
    battle = voluntary("stamina=3")
    play(battle, failing.offer, dice=[die], answers=[("yield", "yield")])
    assert man(battle, "Ralf").status == status
    assert retinue(battle, "a").lord_fallen


def test_kk_yield_05_unwounded_or_out_of_contact_he_is_not_asked() -> None:
    """And he may fight on."""
    play(voluntary(""), failing.offer)
    battle = field("a Ralf: lord stamina=3 at 40,40 | b Guy: at 40,50", table=WIDE)
    play(battle, failing.offer)
    no = chits.refusal(battle, man(battle, "Ralf"), "yield")
    assert no is not None
    assert no.clause == "KK-YIELD-05"
    battle = voluntary("stamina=3")
    play(battle, failing.offer, answers=[("yield", "fight_on")])
    assert man(battle, "Ralf").status == STEADY


def test_kk_yield_05_the_chit_yields_when_it_is_turned_over() -> None:
    """Declared at the reveal, before anybody moves."""
    battle = voluntary("stamina=3 chit=yield", "knight")
    battle.phase, battle.declaring = "declare", ("a",)
    play(battle, declaration.declare)
    assert man(battle, "Ralf").status == CAPTIVE


def test_kk_yield_06_no_quarter_is_death_but_not_for_lords() -> None:
    """The knight kills the brigand squire without a die; an infidel chief is rolled for."""
    battle = in_contact("squire")
    retinue(battle, "b").no_quarter = ("a",)
    table = fails(battle, "Will", [])
    assert events_of(table, Yielded)[0].why == "no_quarter"
    assert man(battle, "Will").status == DEAD
    battle = in_contact("chief", "soldier")
    retinue(battle, "b").no_quarter = ("a",)
    fails(battle, "Will", [1])
    assert man(battle, "Will").status == CAPTIVE


def escort() -> Battle:
    battle = field("b Guy: knight at 40,41 | a Will: squire at 40,40 | a Tom: at 60,40", table=WIDE)
    fails(battle, "Will", [])
    return battle


def test_kk_yield_07_the_captor_escorts_without_a_roll() -> None:
    """His chit is to escort, toward his own edge, whatever his lord would like."""
    battle = escort()
    guy = man(battle, "Guy")
    guy.in_command = True
    battle.phase = "chits"
    play(battle, chits.place)
    assert (guy.status, guy.chit) == (ESCORTING, "escort")
    declared = qualifiers.without_asking(battle, guy)
    assert declared is not None
    assert declared.path[-1][1] > 90.0


def test_kk_yield_08_berserks_kill_even_a_lord() -> None:
    """No quarter, then the berserk, then the knight, then the die."""
    battle = in_contact("lord", "knight berserk")
    table = fails(battle, "Will", [])
    assert events_of(table, Yielded)[0].why == "berserk"
    assert man(battle, "Will").status == DEAD


def test_kk_yield_08_the_owner_chooses_among_those_in_contact() -> None:
    """Between a knight and a soldier he gives himself to the knight."""
    battle = field("a Will: squire at 40,40 | b Guy: knight at 40,41 | b Tom: at 40,39", table=WIDE)
    table = fails(battle, "Will", [], [("yield.to", man(battle, "Guy").id)])
    assert events_of(table, Yielded)[0].captor == man(battle, "Guy").id


def test_kk_yield_08_surrounded_commoners_use_the_same_die() -> None:
    """A soldier surrounded by soldiers dies on a 9."""
    battle = field(f"a Hal: at 40,40 | {RING}", table=WIDE)
    fails(battle, "Hal", [9])
    assert man(battle, "Hal").status == DEAD


def test_kk_yield_09_the_captive_goes_free_when_his_captor_falls() -> None:
    """At the end of the phase, and unarmed until the next turn."""
    battle = escort()
    will, guy = man(battle, "Will"), man(battle, "Guy")
    guy.status, guy.stamina = DISABLED, 0
    changed(battle)
    play(battle, failing.free_captives)
    assert will.status == STEADY
    assert will.weapon == "none"
    battle.phase = "turn"
    run(battle, "rally")
    assert will.weapon == "sword"


def test_kk_yield_10_routers_encircled_in_movement_yield_at_its_end() -> None:
    """He ran into a ring: at the end of the Movement phase he gives up."""
    battle = field(f"a Hal: routing at 40,40 | {RING}", table=WIDE, phase="movement_checks")
    play(battle, declaration.movement_checks, dice=[1])
    assert man(battle, "Hal").status == CAPTIVE


def test_kk_yield_10_nobody_able_to_take_him_he_runs() -> None:
    """A gentleman with only a stunned enemy in contact, or one with a captive, routs."""
    for words in ("knight stun=2", "knight escorting"):
        battle = in_contact("squire", words)
        fails(battle, "Will", [])
        assert man(battle, "Will").status == ROUTING


def test_kk_yield_10_a_gentle_router_caught_when_his_rally_fails_yields() -> None:
    """Touching an able enemy he gives up instead of running on."""
    battle = in_contact("squire routing")
    battle.phase = "rally"
    play(battle, rally.rally, dice=[10])
    assert man(battle, "Will").status == CAPTIVE


def test_kk_yield_11_a_berserk_neither_yields_nor_leaves_whom_he_touches() -> None:
    """Surrounded he runs at his path; failing to rally in contact he stays and fights on."""
    battle = field(f"a Ulf: knight berserk at 40,40 | {RING}", table=WIDE)
    fails(battle, "Ulf", [])
    assert man(battle, "Ulf").status == ROUTING
    battle = in_contact("knight berserk routing")
    battle.phase = "rally"
    play(battle, rally.rally, dice=[10])
    assert man(battle, "Will").status == ROUTING
    assert man(battle, "Will").base.y == 40.0


def test_kk_yield_09_who_takes_a_captive_leads_him_off_without_a_roll() -> None:
    """At once, whatever he was told to do; turn by turn nobody asks him or throws for him."""
    battle = field(
        "a Will: squire at 40,40 | b Guy: knight at 40,41 chit=shoot ready=true rolled=shoot | "
        "b Lord: lord at 40,44",
        table=WIDE,
    )
    guy = man(battle, "Guy")
    declare(guy, "move_full_melee", target=0)
    fails(battle, "Will", [])
    assert (guy.chit, guy.declared, guy.rolled, guy.ready) == ("escort", None, "", False)
    battle.phase = "measure"
    table = run(battle, "panic", answers={"chit": "stay"})
    assert guy.chit == "escort"
    assert rolls(table, "action") == []
    assert guy.id not in [one.about[0] for one in table.by.was_asked("chit")]


def test_kk_yield_09_set_free_in_mid_turn_nobody_commands_him_yet() -> None:
    """His captor lets go of him beside his own lord: this turn he does as he rolls."""
    battle = field(
        "a Ralf: lord at 40,38 | a Will: squire captive at 40,40 | b Guy: escorting at 40,41.2",
        table=WIDE,
        phase="wounded",
    )
    guy, will = man(battle, "Guy"), man(battle, "Will")
    guy.held, will.held = will.id, guy.id
    play(battle, carrying.let_go, guy)
    assert (will.status, will.in_command, will.weapon) == (STEADY, False, "none")


def test_kk_morale_08_a_routers_yield_is_no_news_but_his_death_is() -> None:
    """Only a change from steady counts; a killing does too (KK-MORALE-08)."""
    for die, checks in ((1, 0), (9, 1)):
        battle = field(
            f"a Hal: routing at 40,40 | a Tom: at 40,38.5 | {RING}", table=WIDE,
            phase="movement_checks",
        )  # fmt: skip
        dice = [die] + [1] * checks
        table = play(battle, declaration.movement_checks, dice=dice)
        assert len(events_of(table, Checked)) == checks


def test_the_kill_die_is_open_the_morale_die_is_not() -> None:
    """Everybody sees the captor's die; the check's reckoning is the owner's."""
    battle = in_contact("squire", "soldier")
    table = fails(battle, "Will", [1])
    seen = [e.purpose for t in table.events if t.for_side("b") for e in [t.event]
            if isinstance(e, Rolled)]  # fmt: skip
    assert seen == ["greed or anger"]


def test_an_answer_that_names_nobody_in_contact_is_refused() -> None:
    """The captor is one of those he touches."""
    battle = field(
        "a Will: squire at 40,40 | b Guy: knight at 40,41 | b Tom: at 40,39 | b Far: at 50,50",
        table=WIDE,
    )
    with pytest.raises(Exception, match="is not among"):
        fails(battle, "Will", [], [("yield.to", man(battle, "Far").id)])
