"""Who climbs though nobody tells him to: homeward, by a roll, in flight (KK-MOVE-21)."""

from __future__ import annotations

import pytest

from banneret.core.questions.choices import Place1
from banneret.rulesets.knights_and_knaves.basics.state import Battle, Man
from banneret.rulesets.knights_and_knaves.ground.contact import touching
from banneret.rulesets.knights_and_knaves.morale import rally, rout
from banneret.rulesets.knights_and_knaves.movement.march import reorganise
from banneret.rulesets.knights_and_knaves.movement.march.marching import movement
from banneret.rulesets.knights_and_knaves.screen.deeds import Scaled
from rulesets.knights_and_knaves.field import declare, field, man, retinue
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.scripting import events_of

HEDGE = "hedge row: 0,8 72,8"
FAR = "b foe: at 5,46"
BEYOND = 7.49  # touching the far side


def at(one: Man) -> tuple[float, float]:
    return one.base.x, one.base.y


def moved(battle: Battle, turns: int = 1) -> list[Scaled]:
    """Movement alone, so many times."""
    found: list[Scaled] = []
    for _ in range(turns):
        battle.phase = "move"
        found += events_of(play(battle, movement), Scaled)
    return found


def captor(at_y: float, terrain: str = HEDGE) -> Battle:
    text = f"a Hal: escorting chit=escort at 30,{at_y} | b Odo: captive at 31.1,{at_y} | {FAR}"
    battle = field(text, terrain=terrain)
    hal, odo = man(battle, "Hal"), man(battle, "Odo")
    hal.held, odo.held = odo.id, hal.id
    return battle


def test_kk_yield_09_a_captor_leads_his_captive_over_a_hedge() -> None:
    """One turn to come to it, one to get over with the captive, and on."""
    battle = captor(14.0)
    assert moved(battle) == []
    assert at(man(battle, "Hal")) == (30.0, 8.5)
    assert [one.over for one in moved(battle)] == [True]
    assert at(man(battle, "Hal")) == (30.0, BEYOND)
    assert at(man(battle, "Odo")) == (31.1, BEYOND)
    moved(battle)
    assert man(battle, "Hal").status == man(battle, "Odo").status == "gone"


def test_kk_move_22_not_over_what_nobody_scales() -> None:
    """A high wall stops him for good."""
    battle = captor(9.0, "high_wall: 0,8 72,8")
    assert moved(battle, 3) == []
    assert man(battle, "Hal").base.y > 8.4


def test_kk_finis_05_withdrawing_men_climb() -> None:
    """They leave the field though a hedge lies before it."""
    battle = field(f"a men: x5 withdrawing chit=move_full at 30,8.5 | {FAR}", terrain=HEDGE)
    assert len(moved(battle)) == 5
    assert {man(battle, "men", n).base.y for n in range(5)} == {BEYOND}


def test_kk_cmd_18_bearers_take_the_body_over_once() -> None:
    """Both climb, and the body goes as far as they do, not twice."""
    battle = field(
        "a Ralf: lord disabled stamina=0 at 30,8.5 | a Hal: squire at 29,8.5 | "
        f"a Wat: squire at 31,8.5 | {FAR}",
        terrain=HEDGE,
    )
    retinue(battle, "a").lord_fallen = True
    for name in ("Hal", "Wat"):
        declare(man(battle, name), "carry", object=f"body:{man(battle, 'Ralf').id}")
    assert len(moved(battle)) == 2
    assert {man(battle, name).base.y for name in ("Ralf", "Hal", "Wat")} == {BEYOND}


@pytest.mark.parametrize(("rolled", "climbs"), [("move_full_melee", True), ("", False)])
def test_kk_move_21_men_acting_by_a_roll_climb_and_commanded_men_are_told(
    rolled: str, climbs: bool
) -> None:
    """Driven at the foe beyond the hedge he gets over it; his lord's man needs the chit for it."""
    battle = field(f"a Hal: rolled={rolled} at 30,8.5 | b Odo: at 30,2 | {FAR}", terrain=HEDGE)
    declare(man(battle, "Hal"), "move_full_melee", target=man(battle, "Odo").id)
    assert bool(moved(battle)) is climbs


def test_kk_move_21_he_fights_whom_he_touches_across_it() -> None:
    """With an enemy right behind the hedge nobody climbs: they are in contact."""
    battle = field("a Hal: rolled=move_full_melee at 30,8.5 | b Odo: at 30,7.4", terrain=HEDGE)
    declare(man(battle, "Hal"), "move_full_melee", target=man(battle, "Odo").id)
    assert moved(battle) == []


def test_kk_move_31_nobody_climbs_into_a_contact_across_the_hedge() -> None:
    """Opposite him half an inch is contact: he climbs down further along."""
    battle = field("a Ned: at 30,8.5 | b Odo: at 31.2,8.6", terrain=HEDGE, phase="move")
    ned = declare(man(battle, "Ned"), "scale", object="row")
    assert [one.over for one in moved(battle)] == [True]
    assert touching(battle, ned) == []
    assert at(ned) == (29.5, BEYOND)


@pytest.mark.parametrize(("came", "y"), [("false", BEYOND), ("true", 8.5)])
def test_kk_move_21_a_router_gets_over_what_he_stood_at_when_the_turn_began(
    came: str, y: float
) -> None:
    """In whatever phase he runs; to a hedge he came to in this turn he is bound."""
    text = f"a Ned: routing moved={came} at 30,8.5 | b foe: at 30,20"
    battle = field(text, terrain=HEDGE, phase="shooting_end")
    play(battle, rout.rout_move, man(battle, "Ned"), None)
    assert at(man(battle, "Ned")) == (30.0, y)


def test_kk_fat_06_a_captive_led_along_has_moved() -> None:
    """He does not rest on the way."""
    battle = captor(20.0)
    moved(battle)
    assert man(battle, "Odo").moved


def test_kk_morale_35_a_hedge_stops_a_router_for_a_turn() -> None:
    """It stops him; in the next Rally phase he gets over it; in the one after he runs on."""
    battle = field(
        "a Ned: routing failed_lord_check=true at 30,12 | a Hal: at 60,4 | b foe: at 30,20",
        terrain=HEDGE, phase="melee_end",
    )  # fmt: skip
    ned = man(battle, "Ned")
    play(battle, rout.rout_move, ned, None)
    assert at(ned) == (30.0, 8.5)
    play(battle, rout.rout_move, ned, None)  # not in the turn in which he came to it
    assert at(ned) == (30.0, 8.5)
    battle.phase = "rally"
    play(battle, rally.rally)
    assert at(ned) == (30.0, BEYOND)
    assert ned.status == "routing"
    play(battle, rally.rally)
    assert ned.status == "gone"


@pytest.mark.usefixtures("idle")
def test_kk_move_21_nor_does_a_charge_or_a_step_up_lead_over_it() -> None:
    """Hal charges Odo and stops on touching it; nobody steps over it into a fallen man's place."""
    battle = field(
        "a Hal: at 20,10 | b Odo: at 20,18", terrain="hedge h: 10,14 30,14", phase="move"
    )
    hal = declare(man(battle, "Hal"), "move_full_melee", target=man(battle, "Odo").id)
    play(battle, movement)
    assert at(hal) == (20, 13.5)
    for hedge, asked in (("", 1), ("hedge h: 10,9.4 30,9.4", 0)):
        ranks = field(
            "a men: x2 at 20,10 20,8.8 | b Odo: at 20,11",
            terrain=hedge,
            phase="choose",
        )
        run_answers = {"fight": "nothing", "fight Odo": "strike:0", "step_up": "hold"}
        ranks.men[0].stamina = 1
        table = run(ranks, "fatigue", dice=[10, 10, 1, 1, 1, 1], answers=run_answers, exact=False)
        assert ranks.men[0].status == "disabled"
        assert len(table.by.was_asked("step_up")) == asked


def test_kk_move_21_nobody_changes_places_across_it() -> None:
    """Rearranging leads nobody over the hedge in the midst of a unit."""
    for hedge, no in (("", ""), ("hedge h: 10,9.4 30,9.4", "KK-MOVE-21")):
        battle = field("a men: x4 at 20,10 21.2,10 20,8.8 21.2,8.8", terrain=hedge)
        places = {0: Place1(20.0, 8.8, 0.0), 2: Place1(20.0, 10.0, 0.0)}
        found = reorganise.places_refusal(battle, battle.units[0], places)
        assert (found.clause if found is not None else "") == no
