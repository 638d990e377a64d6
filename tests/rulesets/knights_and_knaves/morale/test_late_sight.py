"""When men notice that their lord is down (KK-MORALE-03, 42)."""

from __future__ import annotations

import pytest

from banneret.rulesets.knights_and_knaves.basics.state import STEADY, Battle, changed
from banneret.rulesets.knights_and_knaves.morale import checking
from banneret.rulesets.knights_and_knaves.screen.events import Checked
from rulesets.knights_and_knaves.field import field, man, retinue
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.scripting import events_of

TEXT = "a Ralf: lord disabled stamina=0 at 30,20 | a Hal: at 34,20 | b Odo: at 60,40"


def checked(phase: str, fell: int) -> list[int]:
    """Who checks at the end of a phase of turn 5, the lord having fallen in some turn."""
    battle: Battle = field(TEXT, phase=phase, turn=5)
    retinue(battle, "a").lord_fallen, retinue(battle, "a").fell = True, fell
    table = play(battle, checking.run_checks, dice=[1] if expected(phase, fell) else [])
    assert man(battle, "Hal").seen_lord_fall is expected(phase, fell)
    return [event.man for event in events_of(table, Checked)]


def expected(phase: str, fell: int) -> bool:
    return phase not in {"rally", "wounded"} or fell == 5


@pytest.mark.parametrize("fell", [3, 5])
@pytest.mark.parametrize(
    "phase", ["rally", "wounded", "movement_checks", "shooting_end", "melee_end"]
)
def test_kk_morale_42_men_look_round_when_movement_shooting_and_melee_end(
    phase: str, fell: int
) -> None:
    """A lord down since turn 3 is noticed there only; one taken this turn is seen at once."""
    assert len(checked(phase, fell)) == expected(phase, fell)


def test_kk_morale_42_who_fell_in_an_earlier_fight_fell_in_no_turn_of_this_one() -> None:
    """He lay there before the rest: in the new fight too he is noticed when the moves are made."""
    battle: Battle = field(TEXT, phase="end", turn=20, turns=20)
    retinue(battle, "a").lord_fallen, retinue(battle, "a").fell = True, 12
    run(battle, "setup", answers={"renew": "renew"})
    for one in battle.men[1:]:
        one.status = STEADY
    changed(battle)
    battle.phase, battle.turn = "wounded", 3
    assert events_of(play(battle, checking.run_checks), Checked) == []
    battle.phase = "movement_checks"
    assert len(events_of(play(battle, checking.run_checks, dice=[1]), Checked)) == 1
