"""A rider unhorsed by a charge, and what others had in mind for him (KK-FALL, KK-MELEE-24)."""

from __future__ import annotations

import pytest

from banneret.rulesets.knights_and_knaves.basics.state import NOBODY, Battle
from banneret.rulesets.knights_and_knaves.ground.contact import touching
from banneret.rulesets.knights_and_knaves.screen.deeds import Fell, Fought, Moved, Struck
from banneret.tabletop.shapes.measuring import overlaps
from rulesets.knights_and_knaves.field import declare, field, man
from rulesets.knights_and_knaves.fights import key
from rulesets.knights_and_knaves.scripts import Played, run
from rulesets.scripting import events_of

GUY = "a Guy: knight lance sword mounted destrier armor=12 melee=10 at 20,10 in_command"
ODO = "b Odo: knight sword melee=5 mounted horse armor=12 original=12 at 20,20 east"
HEMMED_IN = "b Pal: at 20,21.1 | b Pad: at 18.4,20"  # Odo can come off only beside Fulk
FALLS = [2, 2, 2, 1, 4, 4]  # damage without harm, the fall, eight for it
UNHORSED = [10, 1, *FALLS]  # a contest won
FAR = "b Far: at 60,40"


def tilt(
    others: str, dice: list[int], until: str = "fatigue", terrain: str = "", **said: str
) -> tuple[Battle, Played]:
    """Guy gallops at Odo, who is in a fight with Fulk already."""
    fulk = "a Fulk: sword melee=10 at 21.5,21"
    battle = field(f"{GUY} | {fulk} | {ODO} | {others}", terrain=terrain, phase="move")
    hits, odo = man(battle, "Fulk"), man(battle, "Odo")
    declare(man(battle, "Guy"), "move_full_melee", gait="gallop", target=odo.id)
    hits.touched, odo.touched = (odo.id,), (hits.id,)
    answers = {f"fight {name}": key(battle, words) for name, words in said.items()}
    answers |= {"fight": "nothing", "meet": "nothing", "step_up": "hold"}
    return battle, run(battle, until, dice=dice, answers=answers, exact=False)


def test_kk_fall_14_stunned_in_the_gallop_he_parries_nobody() -> None:
    """He had chosen to parry both; lying stunned he is struck unopposed by the other."""
    battle, table = tilt(
        HEMMED_IN,
        [*UNHORSED, 9, 5],
        until="melee_end",
        Guy="strike Odo",
        Odo="parry Guy+Fulk",
        Fulk="strike Odo",
    )
    assert man(battle, "Odo").stun
    assert [(one.one, one.other) for one in events_of(table, Fought)] == [
        (man(battle, "Guy").id, man(battle, "Odo").id)
    ]
    assert [one.man for one in events_of(table, Struck)] == [man(battle, "Fulk").id]


def test_kk_rank_08_a_strike_at_the_horse_is_lost_when_its_rider_is_off() -> None:
    """It neither falls on the man beside it nor on any other horse."""
    battle, table = tilt(
        HEMMED_IN,
        UNHORSED,
        until="melee_end",
        Guy="strike Odo",
        Odo="parry Guy+Fulk",
        Fulk="horse Odo",
    )
    assert man(battle, "Odo").horse == NOBODY
    assert touching(battle, man(battle, "Odo")) == [man(battle, "Fulk")]
    assert events_of(table, Struck) == []
    assert battle.hurt == ()


@pytest.mark.usefixtures("idle")
def test_kk_melee_29_a_second_rank_holds_though_the_first_came_off_his_horse() -> None:
    """Pal stood right behind Odo when Guy came; that Odo lies elsewhere now opens no way."""
    _, table = tilt(HEMMED_IN, [10, *FALLS], Guy="strike Odo")
    assert [one.fell for one in events_of(table, Fell)] == [True]
    assert "ride_on" not in [one.how for one in events_of(table, Moved)]


@pytest.mark.usefixtures("idle")
def test_kk_geo_04_nobody_rides_to_a_stand_on_a_loose_horse() -> None:
    """With a wall beyond it he stops short of the horse he has just emptied."""
    battle, _ = tilt(FAR, [10, *FALLS], terrain="high_wall: 10,22 30,22", Guy="strike Odo")
    guy, horse = man(battle, "Guy"), battle.horses[1]
    assert horse.rider == NOBODY
    assert not overlaps(guy.base, horse.base)


@pytest.mark.usefixtures("idle")
def test_kk_melee_21_whom_a_fall_brings_together_have_had_no_round_yet() -> None:
    """Odo is thrown against Fulk, who was not in his fight: their first round is the next."""
    battle = field(
        f"a Hugh: short_spear melee=10 at 20,19 | a Fulk: sword at 22.53,20 | {ODO} | {HEMMED_IN}",
        phase="choose",
    )
    fulk, odo = man(battle, "Fulk"), man(battle, "Odo")
    assert touching(battle, fulk) == []
    answers = {"fight": "nothing", "fight Hugh": key(battle, "strike Odo"), "step_up": "hold"}
    run(battle, "fatigue", dice=[10, 1, 1, 1, 1], answers=answers, exact=False)
    assert odo.horse == NOBODY
    assert touching(battle, odo) == [fulk]
    assert fulk.touched == ()
